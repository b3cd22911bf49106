#include <mpi.h>
#include <stdio.h>

typedef void (*phase_fn)(double *v, int n);

static void compute(double *v, int n)
{
    for (int i = 0; i < n; i++)
        v[i] *= 1.5;
}

static void communicate(double *v, int n)
{
    MPI_Bcast(v, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

static void report(double *v, int n)
{
    printf("%g\n", v[n - 1]);
}

static const struct {
    const char *name;
    phase_fn run;
} phases[] = {{"compute", compute}, {"communicate", communicate}, {"report", report}};

static void maximum(void *in, void *inout, int *n, MPI_Datatype *type)
{
    double *a = in, *b = inout;
    (void)type;
    for (int i = 0; i < *n; i++)
        b[i] = a[i] > b[i] ? a[i] : b[i];
}

int main(int argc, char **argv)
{
    double v[16] = {1};
    MPI_Op op;

    MPI_Init(&argc, &argv);
    for (int i = 0; i < 3; i++)
        phases[i].run(v, 16);
    MPI_Op_create(maximum, 1, &op);
    MPI_Allreduce(MPI_IN_PLACE, v, 16, MPI_DOUBLE, op, MPI_COMM_WORLD);
    MPI_Op_free(&op);
    MPI_Finalize();
    return 0;
}
