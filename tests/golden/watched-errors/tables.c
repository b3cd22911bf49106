/* Errors that no if of their own tells: the end of a search, an assertion, a check in a macro;
   and a null from a search whose result only blocks need. */
#include <assert.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(is, ...)                                                                                                 \
    do {                                                                                                               \
        if (!(is)) {                                                                                                   \
            fprintf(stderr, __VA_ARGS__);                                                                              \
            MPI_Abort(MPI_COMM_WORLD, 2);                                                                              \
        }                                                                                                              \
    } while (0)

struct method {
    const char *name;
    int sweeps;
};

static const struct method METHODS[] = {{"jacobi", 1}, {"seidel", 2}};

static const struct method *find(const char *name)
{
    for (unsigned i = 0; i < sizeof METHODS / sizeof *METHODS; i++)
        if (strcmp(METHODS[i].name, name) == 0)
            return &METHODS[i];
    return NULL;
}

static const struct method *find_or_die(const char *name)
{
    for (unsigned i = 0; i < sizeof METHODS / sizeof *METHODS; i++)
        if (strcmp(METHODS[i].name, name) == 0)
            return &METHODS[i];
    fprintf(stderr, "no method %s\n", name);
    MPI_Abort(MPI_COMM_WORLD, 4);
    return NULL;
}

static double norm(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sum;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    const struct method *inner = find(argc > 1 ? argv[1] : "jacobi");
    if (!inner) {
        fprintf(stderr, "no method %s\n", argv[1]);
        MPI_Abort(MPI_COMM_WORLD, 3);
    }
    const struct method *outer = find_or_die(argc > 2 ? argv[2] : "seidel");
    int n = argc > 3 ? atoi(argv[3]) : 100, each = argc > 4 ? atoi(argv[4]) : 1;
    CHECK(n > 0, "%d numbers\n", n);
    assert(each > 0);
    double *x = calloc((size_t)n, sizeof *x), all = 0;
    for (int k = 0; k < inner->sweeps * each; k++)
        for (int i = 0; i < n; i++)
            x[i] = 0.5 * x[i] + k;
    CHECK(norm(x, n) < 1e30, "it diverges: %g\n", norm(x, n));
    assert(x[0] >= 0);
    for (int k = 0; k < outer->sweeps; k++)
        MPI_Allreduce(x, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    printf("%g\n", all);
    free(x);
    MPI_Finalize();
    return 0;
}
