#ifndef ALL_H
#define ALL_H
#include "base.h"
#include "names.h"
#include "gone.h"
#endif
