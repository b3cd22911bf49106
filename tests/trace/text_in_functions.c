/* text_in_functions.c - statements and labels that come out of macros or of included files; functions on one line;
 * returns of constants. trace: ranks=1,2 args= */
#include <mpi.h>

#define CASES X(1) X(2) X(3)
#define X(n)                                                                                                           \
    case n:                                                                                                            \
        g += n;                                                                                                        \
        break;
#define BIG

static int g;
static double x[20];

/* clang-format off */
static int one(int n) { return n + 1; } static int two(int n) { int k = 0; for (int i = 0; i < n; i++) k += 2; return k; }
/* clang-format on */

static void turns(int n, int length) {
    for (int i = 0; i < n; i++)
        MPI_Bcast(x, length, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

static int constant(void) {
#ifdef BIG
    return 3;
#endif
    return 0;
}

static int branch(int k) {
    if (k > 2) {
#ifdef BIG
        return 4;
#endif
        return 0;
    }
    return 2;
}

static int rest(int k) {
    int r = 0;
    switch (k) {
    case 0:
        r = 1;
        break;
        CASES
    default:
        r = 6;
    }
    return r;
}

int main(int argc, char **argv) {
    int n = 0, m = 0;
    MPI_Init(&argc, &argv);
    for (int k = 0; k < 4; k++)
        switch (k) { CASES }
    turns(g, 1);
    turns(two(one(1)), 2);
#include "included_body.h"
    turns(n, 3);
    for (int k = 0; k < 4; k++)
        switch (k) {
#include "included_cases.h"
        }
    turns(g, 4);
    turns(constant(), 5);
    turns(branch(3), 6);
    turns(rest(2) + rest(7), 7);
    if (m > 100)
#include "included_body.h"
        turns(n, 8);
    MPI_Finalize();
    return 0;
}
