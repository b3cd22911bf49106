#include "lib.h"
#include <stdio.h>

int open_window(const char *title);

void show(int n) {
    printf("%d\n", open_window("it"));
    exchange(n);
}
