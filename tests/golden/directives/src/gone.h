#ifndef GONE_H
#define GONE_H
#include "names.h"
#define SCALE 0.5
#define SHIFT(x) ((x) * SCALE)
#endif
