#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

#define CHECK(call)                            \
    do {                                       \
        int code_ = (call);                    \
        if (code_ != MPI_SUCCESS) {            \
            fprintf(stderr, "error\n");        \
            MPI_Abort(MPI_COMM_WORLD, code_);  \
        }                                      \
    } while (0)
#define FOR(i, n) for (int i = 0; i < (n); i++)
#define BEGIN_TIMER double start_ = MPI_Wtime(); {
#define END_TIMER } printf("%g\n", MPI_Wtime() - start_);
#define SHIFT(v, n) LMPI_Sendrecv_replace(v, n, MPI_DOUBLE, 0, 1, 0, 1, MPI_COMM_SELF, MPI_STATUS_IGNORE)
#define COUNT(v, what) MPI_Bcast(v, what, MPI_INT, 0, MPI_COMM_WORLD)

int main(int argc, char **argv)
{
    double a[8];
    int n = 8;

    CHECK(MPI_Init(&argc, &argv));
    BSIM_Add_time(BSIM_cost(0, n)); /* main.1: a.c:28-34 */
    COUNT(&n, 1);
    BEGIN_TIMER
    FOR(i, 3) {
        CHECK(LMPI_Allreduce(NULL, NULL, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD));
        n += 1;
        n -= 1;
    }
    END_TIMER
    SHIFT(a, n);
    CHECK(MPI_Finalize());
    return 0;
}
