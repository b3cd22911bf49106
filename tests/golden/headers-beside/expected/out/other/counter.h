#ifndef COUNTER_H
#define COUNTER_H
#include <bsim/bsim.h>

BSIM_PRIVATE static int calls;

static int count(void) {
    return ++BSIM_G(calls);
}

#endif
