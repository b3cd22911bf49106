/* spared_files.h - files that a skeleton finds are as it found them when the run is over. */
#ifndef BSIM_SPARED_FILES_H
#define BSIM_SPARED_FILES_H

/* Before the ranks start. */
void bsim_spared_init(void);
/* Puts back what was set aside, once; also in signal handlers. The process must end soon. */
void bsim_spared_restore(void);

#endif
