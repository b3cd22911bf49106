#include "g.h"
#include <bsim/bsim.h>
int unused_b(void)
{
    return (int)TAB(0) + BSIM_G(counter);
}
