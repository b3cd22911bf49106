#include <stdio.h>
#include <bsim/bsim.h>
BSIM_PRIVATE __attribute__((weak)) int level, count = 3;
BSIM_PRIVATE __attribute__((weak)) int sums[2];

void show(int rank) {
    BSIM_G(count) += rank;
    printf("%d: %d %d %d\n", rank, BSIM_G(level), BSIM_G(sums)[1], BSIM_G(count));
}
