/* processors.h - how many processors this process may use. */
#ifndef BSIM_PROCESSORS_H
#define BSIM_PROCESSORS_H

/* At least 1. */
int bsim_processors(void);

#endif
