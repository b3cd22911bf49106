#include <mpi.h>
#include <stdio.h>
#include <lmpi/lmpi.h>

typedef void (*phase_fn)(double *v, int n);

static void compute(double *v, int n)
{
    BSIM_Add_time(BSIM_cost(0, n)); /* compute.1: a.c:8-9 */
}

static void communicate(double *v, int n)
{
    LMPI_Bcast(NULL, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

static void report(double *v, int n)
{
}

static const struct {
    const char *name;
    phase_fn run;
} phases[] = {{"compute", compute}, {"communicate", communicate}, {"report", report}};

static void maximum(void *in, void *inout, int *n, MPI_Datatype *type)
{
}

int main(int argc, char **argv)
{
    MPI_Op op;

    MPI_Init(&argc, &argv);
    for (int i = 0; i < 3; i++)
        phases[i].run(NULL, 16);
    MPI_Op_create(maximum, 1, &op);
    LMPI_Allreduce(MPI_IN_PLACE, NULL, 16, MPI_DOUBLE, op, MPI_COMM_WORLD);
    MPI_Op_free(&op);
    MPI_Finalize();
    return 0;
}
