#ifndef NAMES_H
#define NAMES_H
#include "base.h"

/* Made by ##. */
#define COUNT_first 2
#define COUNT_last 3
#define COUNT(which) COUNT_##which

/* Named by the command line. */
#define DOUBLE(x) (2 * (x))

/* Tested by a condition that stays. */
#define WIDE 1
#define NARROW 1

/* Named in text that is left out. */
#define OTHER 9

#endif
