/* rounding.c - the way of rounding is each rank's own, also over calls in which others run, for SSE and x87.
 *
 * diff: times=no (a message's times are computed by whoever comes last, in its way of rounding) */
#include <fenv.h>

#include "diff.h"

int main(int argc, char **argv) {
    static const int ways[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    int rank, size, token = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    volatile double one = 1, three = 3;
    volatile long double long_one = 1, long_three = 3;
    for (int turn = 0; turn < 8; turn++) {
        if (turn != 5)
            fesetround(ways[(rank + turn / 2) % 4]);
        MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, turn, &token, 1, MPI_INT, (rank + size - 1) % size, turn,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        out("turn %d: way %d, %a %a, %La %La", turn, fegetround(), one / three, -one / three, long_one / long_three,
            -long_one / long_three);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
