#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int lo, hi, n[3];
} box;

static double a[100000], sum;

static void work(int lo, int hi) {
    for (int i = lo; i < hi; i++)
        sum += a[i] * 2;
}

/* Bounds that called functions store. */
static void bounds(const box *b, int *lo, int *hi) {
    *lo = b->lo;
    *hi = b->hi;
}
static void wider(const box *b, int *lo, int *hi) {
    bounds(b, lo, hi);
    *hi += 1;
}
static void through_calls(const box *b) {
    int lo, hi;
    wider(b, &lo, &hi);
    work(lo, hi);
}

/* An element that is chosen in front of the block: `axis` decides, too. */
static void layer(const box *b, int axis, int at, int lo[3], int hi[3]) {
    for (int i = 0; i < 3; i++) {
        lo[i] = 1;
        hi[i] = b->n[i] + 1;
    }
    lo[axis] = at;
    hi[axis] = at + 1;
}
static void fill(const int lo[3], const int hi[3]) {
    for (int i = lo[0]; i < hi[0]; i++)
        for (int j = lo[1]; j < hi[1]; j++)
            for (int k = lo[2]; k < hi[2]; k++)
                a[(i + j + k) % 100000] = 1;
}
static void on_axis(const box *b, int axis) {
    int lo[3], hi[3];
    layer(b, axis, 1, lo, hi);
    fill(lo, hi);
}
static void across(const box *b, int axis) {
    work(0, b->n[(axis + 1) % 3] * b->n[(axis + 2) % 3]);
}

/* Copies of structures. */
static void copied(const box *b) {
    box c = *b;
    work(c.lo, c.hi);
}
static void moved(const box *b) {
    box c;
    memcpy(&c, b, sizeof c);
    work(0, c.n[1]);
}
static void changed(const box *b) {
    box c = *b;
    c.hi *= c.n[2];
    work(c.lo, c.hi);
}

/* What a library function writes is not known. */
static void from_text(const char *text) {
    int n = 0;
    if (sscanf(text, "%d", &n) == 1)
        work(0, n);
}
static void from_bytes(const char *text, int at) {
    int n = 0;
    memcpy(&n, text + at, sizeof n);
    work(0, n % 1000);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    box b = {argc, argc + 10, {argc + 5, argc + 6, argc + 7}};
    MPI_Barrier(MPI_COMM_WORLD);
    through_calls(&b);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int axis = 0; axis < 3; axis++) {
        on_axis(&b, axis);
        MPI_Barrier(MPI_COMM_WORLD);
        across(&b, axis);
        MPI_Barrier(MPI_COMM_WORLD);
        for (int side = 0; side < 2; side++) { /* stays, so that fill() has its bounds */
            int lo[3], hi[3];
            layer(&b, axis, side ? b.n[axis] : 1, lo, hi);
            fill(lo, hi);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    copied(&b);
    MPI_Barrier(MPI_COMM_WORLD);
    moved(&b);
    MPI_Barrier(MPI_COMM_WORLD);
    changed(&b);
    MPI_Barrier(MPI_COMM_WORLD);
    from_text(argv[argc - 1]);
    MPI_Barrier(MPI_COMM_WORLD);
    from_bytes(argv[0], argc);
    MPI_Barrier(MPI_COMM_WORLD);
    if (sum == 1)
        printf("one\n");
    MPI_Finalize();
    return 0;
}
