#ifndef BASE_H
#define BASE_H

/* Tested by limit.h. */
#define SMALL
#include <limit.h>

/* Expanded by AREA. */
#define SIDE 3

#endif
