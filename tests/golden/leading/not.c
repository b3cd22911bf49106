/* Buffers of which more than the first elements may be live, or whose first elements may be written from elsewhere. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { N = 40 };
static double a[N], b[N], c[N], d[N], e[N], f[N], g[N], h[N];
static union {
    double number[N];
    char text[8 * N];
} u, v;
static int rank, size;

static void send(double *out, double *in, int tag) {
    MPI_Sendrecv(out, N, MPI_DOUBLE, (rank + 1) % size, tag, in, N, MPI_DOUBLE, (rank + size - 1) % size, tag,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void tell(double value) {
    if (value > 1)
        MPI_Send(NULL, 0, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
}

static void set(double *to, double value) {
    *to = value;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int at = atoi(argv[1]);
    /* Read at a place that only the run tells: the whole message. */
    for (int i = 0; i < N; i++)
        a[i] = i;
    b[0] = 0;
    MPI_Sendrecv(a, N, MPI_DOUBLE, (rank + 1) % size, 1, b, N, MPI_DOUBLE, (rank + size - 1) % size, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    tell(b[at] + b[0]);
    /* Written at such places: these statements stay. */
    c[0] = c[1] = 0;
    c[at] = 2;
    double *p = c + at;
    p[-1] = 3;
    set(&c[at - 2], 4);
    ((char *)c)[at] = 5;
    memcpy((char *)c + at, a, sizeof *a);
    for (int i = at; i < N; i++)
        c[i] = i;
    d[0] = 0;
    MPI_Sendrecv(c, N, MPI_DOUBLE, (rank + 1) % size, 2, d, N, MPI_DOUBLE, (rank + size - 1) % size, 2, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    tell(d[1]);
    /* A message from some place in the middle. */
    e[0] = f[0] = 0;
    for (int i = 0; i < N; i++)
        e[i] = i;
    MPI_Sendrecv(e + at, N - at, MPI_DOUBLE, (rank + 1) % size, 3, f + at, N - at, MPI_DOUBLE, (rank + size - 1) % size,
                 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    tell(f[0]);
    /* A union. */
    for (int i = 0; i < N; i++)
        u.number[i] = i;
    u.text[7] = 64;
    MPI_Sendrecv(&u, N, MPI_DOUBLE, (rank + 1) % size, 4, &v, N, MPI_DOUBLE, (rank + size - 1) % size, 4, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    tell(v.number[0]);
    /* One of two receivers reads all of it. */
    for (int i = 0; i < N; i++)
        g[i] = i;
    g[1] = rank;
    send(g, h, 5);
    tell(h[1]);
    send(g, b, 5);
    tell(b[at]);
    MPI_Finalize();
    return 0;
}
