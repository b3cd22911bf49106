/* returned_structs.c - functions that return structures: some are read, of some only the calls and jumps inside matter.
 * trace: ranks=1,2,4 args=6 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

struct color {
    double r, g, b;
}; /* returned through a pointer */
typedef struct {
    int n, root;
} shape; /* returned in registers */
struct both {
    double value;
    int count, pad[6];
};
static int depth;

static struct color shade(int k, int n) {
    struct color c;
    if (k > 3) {
        c.r = k;
        c.g = c.b = 1;
        return c;
    }
    c.r = c.g = c.b = k;
    for (int i = 0; i < n; i++)
        c.r += sqrt(i * c.g);
    MPI_Barrier(MPI_COMM_WORLD);
    return c;
}

/* Nobody reads the color, but the rays that are followed synchronise. */
static struct color reflect(int k) {
    struct color z = {1, 2, 3};
    if (++depth > 3)
        return z;
    if (k % 2)
        return shade(k, 1000);
    z = reflect(k + 1);
    z.g += 1;
    return z;
}

static shape shape_of(int n, int size) {
    shape s;
    if (n > 4) {
        s.n = n;
        s.root = 1 % size;
        return s;
    }
    s.n = 3;
    s.root = 0;
    return s;
}

/* One field is read, through the variable that is returned. */
static struct both count(int n) {
    struct both b;
    b.count = 0;
    b.value = 0;
    for (int i = 0; i < n; i++) {
        b.value += sin(i);
        if (i % 3 == 0)
            b.count++;
    }
    if (b.count > 100) {
        b.count = 100;
        return b;
    }
    return b;
}

static struct both copied(int n) {
    struct both first, second = count(n);
    if (n > 50) {
        first = second;
        first.count++;
        return first;
    }
    return second;
}

int main(int argc, char **argv) {
    int rank, size, n;
    double buffer[200];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    n = argc > 1 ? atoi(argv[1]) : 4;
    struct color image = shade(2, 1000);
    for (int k = 0; k < n; k++) {
        struct color more = reflect(k);
        image.r += more.r;
    }
    shape s = shape_of(n, size);
    MPI_Bcast(buffer, s.n, MPI_DOUBLE, s.root, MPI_COMM_WORLD);
    struct both b = copied(10 * n);
    MPI_Bcast(buffer, b.count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%g %g\n", image.r, b.value);
    MPI_Finalize();
    return 0;
}
