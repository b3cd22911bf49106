#include "g.h"
int unused_b(void)
{
    return (int)TAB(0) + counter;
}
