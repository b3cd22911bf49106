/* comm_freed.h - communicators that all members have freed, and that requests or messages still need. */
#ifndef LMPI_COMM_FREED_H
#define LMPI_COMM_FREED_H

/* Deletes those that nothing needs, if there are many. Other shards must stand still. */
void lmpi_comm_sweep(void);
/* Deletes all, at the end of the run. */
void lmpi_comm_sweep_all(void);

#endif
