#include <mpi.h>
#include <stdio.h>

static int log_error(int code)
{
    printf("%d\n", code);
    return code;
}

/* The result is the sum, which nobody needs. */
static double norm(const double *v, int n)
{
    double local = 0, global;
    for (int i = 0; i < n; i++)
        local += v[i] * v[i];
    int err = MPI_Allreduce(&local, &global, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (err)
        log_error(err);
    return global;
}

int main(int argc, char **argv)
{
    double v[4] = {1, 2, 3, 4}, result;
    int rc, flag = 0;

    rc = MPI_Init(&argc, &argv);
    rc |= MPI_Barrier(MPI_COMM_WORLD);
    result = norm(v, 4);
    rc = MPI_Barrier(MPI_COMM_WORLD);
    if (rc != MPI_SUCCESS)
        flag = log_error(rc);
    printf("%g %d\n", result, flag);
    MPI_Finalize();
    printf("%d\n", rc);
    return 0;
}
