/* The same text once more, in another unit: the only one where it weighs. */
#define NAME weigh
#define DECLARE ;
#define START prob = 0;
#define SELECT \
            if (j == 1) prob += x * n; \
            else prob++;
#define COUNT sum -= i
#include "scan.inc"
