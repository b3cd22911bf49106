#include <stdio.h>
int level, count = 3;
int sums[2];

void show(int rank) {
    count += rank;
    printf("%d: %d %d %d\n", rank, level, sums[1], count);
}
