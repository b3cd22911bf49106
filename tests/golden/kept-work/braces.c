/* Loops that stay as blocks without braces around them, and lose those around their last statement. */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 5, size;
    int *out = calloc(100, sizeof *out);
    double sum = 0, all = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int pass = 0; pass < 7; pass++) {
        if (pass == 1)
            for (int r = 0; r < size; r++) {
                sum += r;
                out[r] = 1;
            }
        if (pass == 2)
            for (int r = 0; r < size; r++) {
                sum += r;
                out[r] = 2;
            } /* a comment */
        if (pass == 3)
            for (int r = 0; r < size; r++)
                for (int k = 0; k < 2; k++) {
                    sum += r;
                    out[r] += k;
                }
        if (pass == 4)
            for (int r = 0; r < size; r++)
                if (r > 2) {
                    sum += r;
                    out[r] = 4;
                } else {
                    sum -= r;
                }
        if (pass == 5)
            while (out[3] > 0) {
                sum += 4;
                out[3]--; }
        else
            n++;
        MPI_Bcast(&all, out[0] & 7, MPI_BYTE, 0, MPI_COMM_WORLD);
    }
    sum += all;
    MPI_Finalize();
    return sum > 1000;
}
