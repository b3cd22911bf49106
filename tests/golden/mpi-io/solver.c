/* A solver that reads its size from a header by MPI-IO, and writes its field with a collective access through a view. What it
 * writes decides nothing. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static void relax(double *field, int n) {
    for (int i = 1; i + 1 < n; i++)
        field[i] = 0.5 * (field[i - 1] + field[i + 1]);
}

int main(int argc, char **argv) {
    int rank, size, header[2];
    MPI_File in, out;
    MPI_Status status;
    MPI_Datatype part;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (MPI_File_open(MPI_COMM_WORLD, "header", MPI_MODE_RDONLY, MPI_INFO_NULL, &in) != MPI_SUCCESS) {
        fprintf(stderr, "no header\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_File_read_at_all(in, 0, header, 2, MPI_INT, &status);
    MPI_File_close(&in);
    int n = header[0] / size, steps = header[1];
    double *field = malloc((n + 2) * sizeof *field), weight[4];
    for (int i = 0; i < n + 2; i++)
        field[i] = rank + i;
    MPI_File_open(MPI_COMM_WORLD, "field", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &out);
    MPI_File_read_at(out, 0, weight, 4, MPI_DOUBLE, &status);
    int start = rank * n, whole = n * size;
    MPI_Type_create_subarray(1, &whole, &n, &start, MPI_ORDER_C, MPI_DOUBLE, &part);
    MPI_Type_commit(&part);
    MPI_File_set_view(out, 0, MPI_DOUBLE, part, "native", MPI_INFO_NULL);
    int left = rank ? rank - 1 : MPI_PROC_NULL, right = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
    for (int s = 0; s < steps; s++) {
        MPI_Sendrecv(field + 1, 1, MPI_DOUBLE, left, 0, field + n + 1, 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &status);
        relax(field, n + 2);
        MPI_File_write_at_all(out, (MPI_Offset)s * n, field + 1, n, MPI_DOUBLE, &status);
    }
    MPI_File_close(&out);
    MPI_Finalize();
    return 0;
}
