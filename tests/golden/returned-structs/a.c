#include <math.h>
#include <mpi.h>

struct color {
    double r, g, b;
};
typedef struct {
    int n, k;
} sizes;

/* Its returns decide whether the barrier is reached. */
struct color shade(int k, int n) {
    struct color c;
    if (k > 3) {
        c.r = k;
        return c;
    }
    c.r = c.g = c.b = k;
    for (int i = 0; i < n; i++)
        c.r += sqrt(i);
    MPI_Barrier(MPI_COMM_WORLD);
    return c;
}

struct color deep(int k) {
    if (k)
        return shade(2, 1000);
    struct color z = {1, 2, 3};
    return z;
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
    double buf[100] = {0};
    MPI_Init(&argc, &argv);
    struct color q = shade(1, 1000);
    struct color w;
    sizes s = of(argc);
    w = deep(argc);
    MPI_Bcast(buf, s.n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return q.r + w.g > 1;
}
