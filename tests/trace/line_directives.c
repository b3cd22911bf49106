/* line_directives.c - generated text: #line moves lines, names a file that is not there, lets two places have one line.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int steps = 3;
static double seen;

#line 100 "absent.y"
static int rule(int token, double *x, int n) {
    int count = 0;
    for (int i = 0; i < n; ++i)
        x[i] += token;
#line 14 "a.c"
    seen += x[0];
#line 14 "a.c"
    count = token + 1;
# 14 "other.y"
    if (token > 1)
        x[1] = seen; /* computed */
#line 1000
    return count;
}

#line 2 "a.c"
int main(int argc, char **argv) {
    int rank, n = 8;
    double x[8] = {0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#line 60 "absent.y"
    for (int s = 0; s < steps; ++s) {
        int count = rule(s, x, n);
#line 60 "absent.y"
        MPI_Bcast(x, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
#line 60 "absent.y"
        MPI_Barrier(MPI_COMM_WORLD);
    }
#line 5 "a.c"
    if (rank == 0)
        printf("%g\n", x[1]);
    MPI_Finalize();
    return 0;
}
