#include <mpi.h>
#include <bsim/bsim.h>
#define PASTE(a, b) a##b
#define JOIN(a, b) PASTE(a, b)
#define X(name) JOIN(PREFIX, name)
#define TABLE X(table)
#define EMPTY
#define PASTE3(a, b, c) a##b##c
#define JOIN3(a, b, c) PASTE3(a, b, c)
#define left JOIN3(PREFIX, left, EMPTY)

BSIM_PRIVATE int X(calls) = 0;
BSIM_PRIVATE static int X(table)[4] = {1, 2, 3, 4};

BSIM_PRIVATE static int left = 5;

int X(next)(int by) {
    BSIM_G(left)--;
    BSIM_G(X(calls)) += by;
    BSIM_G(TABLE)[by & 3] += BSIM_G(X(calls));
    return BSIM_G(X(calls)) + BSIM_G(X(table))[1];
}

int main(int argc, char **argv) {
    int rank;
    double v[400] = {0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int *calls = &BSIM_G(X(calls));
    for (int i = 0; i <= rank; i++)
        MPI_Send(v, X(next)(i), MPI_DOUBLE, MPI_PROC_NULL, *calls + BSIM_G(left), MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
