/* Reductions in all forms, with functions of the program. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

static void total(void *in, void *inout, int *n, MPI_Datatype *type)
{
    double *a = in, *b = inout;
    int size;
    MPI_Type_size(*type, &size);
    for (int i = 0; i < *n * (size / 8); i++)
        b[i] += a[i];
}

static void largest(void *in, void *inout, MPI_Count *n, MPI_Datatype *type)
{
    double *a = in, *b = inout;
    for (MPI_Count i = 0; i < *n; i++)
        b[i] = a[i] > b[i] ? a[i] : b[i];
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    char form = argv[1][0];
    int n = atoi(argv[2]), counts[8];
    double *v = calloc(8 * n, sizeof *v), *w = calloc(8 * n, sizeof *w);
    MPI_Op op, max;
    MPI_Datatype ten;
    MPI_Request request;
    MPI_Comm others, between;
    MPI_Op_create(total, 1, &op);
    MPI_Op_create_c(largest, 1, &max);
    BSIM_Add_time(BSIM_cost(0)); /* main.1: a.c:34-35 */
    for (int i = 0; i < 8; i++)
        counts[i] = n;
    switch (form) {
    case 'r':
        LMPI_Reduce(v, w, n, MPI_DOUBLE, op, 0, MPI_COMM_WORLD);
        break;
    case 'a':
        MPI_Allreduce(v, w, n, MPI_DOUBLE, op, MPI_COMM_WORLD);
        break;
    case 'd': /* the data decide */
        MPI_Allreduce(v, w, n, MPI_DOUBLE, op, MPI_COMM_WORLD);
        if (w[0] > 1)
            MPI_Barrier(MPI_COMM_WORLD);
        break;
    case 's':
        LMPI_Scan(v, w, n, MPI_DOUBLE, op, MPI_COMM_WORLD);
        break;
    case 'x':
        LMPI_Exscan(v, w, n, MPI_DOUBLE, op, MPI_COMM_WORLD);
        break;
    case 'c':
        LMPI_Reduce_scatter(v, w, counts, MPI_DOUBLE, op, MPI_COMM_WORLD);
        break;
    case 'b':
        LMPI_Reduce_scatter_block(v, w, n, MPI_DOUBLE, op, MPI_COMM_WORLD);
        break;
    case 'l':
        BSIM_Add_time(BSIM_cost(1, n)); /* main.2: a.c:61 */
        break;
    case 'k': /* the data decide */
        for (int i = 0; i < 10; i++)
            MPI_Reduce_local(v, w, n, MPI_DOUBLE, op);
        if (w[0] < 1)
            MPI_Barrier(MPI_COMM_WORLD);
        break;
    case 'i':
        LMPI_Iallreduce(v, w, n, MPI_DOUBLE, op, MPI_COMM_WORLD, &request);
        MPI_Op_free(&op);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        break;
    case 'p':
        LMPI_Allreduce_init(v, w, n, MPI_DOUBLE, op, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        for (int i = 0; i < 2; i++) {
            MPI_Start(&request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        }
        MPI_Request_free(&request);
        break;
    case 't': /* n elements of ten numbers */
        MPI_Type_contiguous(10, MPI_DOUBLE, &ten);
        MPI_Type_commit(&ten);
        MPI_Allreduce(v, w, n / 10, ten, op, MPI_COMM_WORLD);
        MPI_Type_free(&ten);
        break;
    case 'm':
        MPI_Allreduce_c(v, w, n, MPI_DOUBLE, max, MPI_COMM_WORLD);
        break;
    case 'g': { /* the even ranks reduce to the first odd one */
        int rank;
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &others);
        MPI_Intercomm_create(others, 0, MPI_COMM_WORLD, 1 - rank % 2, 0, &between);
        LMPI_Reduce(v, w, n, MPI_DOUBLE, op, rank % 2 == 0 ? 0 : rank == 1 ? MPI_ROOT : MPI_PROC_NULL, between);
        MPI_Comm_free(&others);
    }
    }
    if (form != 'i')
        MPI_Op_free(&op);
    MPI_Op_free(&max);
    MPI_Finalize();
    return 0;
}
