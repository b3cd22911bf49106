/* shared_data.h - tells of static data that ranks share and have written. For the engine only. */
#ifndef BSIM_PROCESS_SHARED_DATA_H
#define BSIM_PROCESS_SHARED_DATA_H

/* Notes the static data of a program that skeletonize did not write. Before any of np ranks runs. */
void bsim_shared_data_init(int np);
/* Warns of what has changed since then, once. After all ranks have ended. */
void bsim_shared_data_tell(void);

#endif
