#include "lib.h"
#include <stdio.h>

int more(int n);

__attribute__((constructor)) static void start(void) {
    printf("%d\n", more(0));
}
