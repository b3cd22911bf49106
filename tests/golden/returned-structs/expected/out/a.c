#include <math.h>
#include <mpi.h>
#include <lmpi/lmpi.h>

struct color {
    double r, g, b;
};
typedef struct {
    int n, k;
} sizes;

/* Its returns decide whether the barrier is reached. */
struct color shade(int k, int n) {
    if (k > 3) {
        return (struct color){0};
    }
    BSIM_Add_time(BSIM_cost(0, n)); /* shade.1: a.c:19-20 */
    MPI_Barrier(MPI_COMM_WORLD);
    return (struct color){0};
}

struct color deep(int k) {
    if (k)
        return shade(2, 1000);
    return (struct color){0};
}

sizes of(int n) {
    sizes s;
    if (n > 4) {
        s.n = n;
        s.k = 2;
        return s;
    }
    s.n = 3;
    s.k = n;
    return s;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    shade(1, 1000);
    sizes s = of(argc);
    deep(argc);
    LMPI_Bcast(NULL, s.n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
