#ifndef BASE_H
#define BASE_H

/* Tested by limit.h. */
#define SMALL
#include <limit.h>

/* Expanded by AREA. */
#define SIDE 3

/* No longer named. */
#define UNUSED 1
/* Named by the one above it and by itself. */
#define CHAIN (UNUSED + \
               CHAIN)

#ifndef EXTRA
#define NO_EXTRA
#endif

#endif
