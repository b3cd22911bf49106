#include <bsim/bsim.h>
   BSIM_PRIVATE static int calls = 1;
static inline int number(void) {
    return BSIM_G(calls);
}
