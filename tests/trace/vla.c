/* vla.c - arrays of variable length: as locals, parameters, rows that are sent, sizes that decide.
 * trace: ranks=1,2,4 args=5 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fill(int n, int m, double a[n][m], int seed) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = seed + i * 0.5 + j;
}

static double trace_of(int n, int m, double (*a)[m]) {
    double sum = 0;
    for (int i = 0; i < n && i < m; i++)
        sum += a[i][i];
    return sum;
}

/* The last row's place depends on both lengths. */
static void send_row(int n, int m, double a[n][m], int to, int from) {
    double in[m];
    MPI_Sendrecv(a[n - 1], m, MPI_DOUBLE, to, 4, in, (int)(sizeof in / sizeof in[0]), MPI_DOUBLE, from, 4,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    memcpy(a[0], in, sizeof in);
}

static int largest(int n, const int v[static n]) {
    int copy[n + 1], most = 0;
    memcpy(copy, v, n * sizeof *v);
    copy[n] = 0;
    for (int *p = copy; *p; p++)
        most = *p > most ? *p : most;
    return most;
}

static int recurse(int depth) {
    int level[depth];
    for (int i = 0; i < depth; i++)
        level[i] = i + depth;
    return depth > 1 ? recurse(depth - 1) + level[depth / 2] : level[0];
}

int main(int argc, char **argv) {
    int rank, size, n = argc > 1 ? atoi(argv[1]) : 3;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int m = n + 2, counts[size], places[size], sizes[n];
    double grid[n][m], sum = 0;
    fill(n, m, grid, rank);
    send_row(n, m, grid, (rank + 1) % size, (rank + size - 1) % size);
    sum += trace_of(n, m, grid);
    for (int i = 0; i < n; i++)
        sizes[i] = (i * 3 + rank) % 7 + 1;
    int mine = largest(n, sizes) + recurse(4) % 3;
    MPI_Allgather(&mine, 1, MPI_INT, counts, 1, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0, at = 0; i < size; at += counts[i++])
        places[i] = at;
    {
        int total = places[size - 1] + counts[size - 1];
        double all[total], own[mine];
        for (int i = 0; i < mine; i++)
            own[i] = sum + i;
        MPI_Allgatherv(own, mine, MPI_DOUBLE, all, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
        sum += all[total - 1];
        typedef double row[m];
        row *rows = malloc(n * sizeof *rows);
        fill(n, m, rows, 1);
        MPI_Bcast(rows, (int)(n * sizeof *rows), MPI_BYTE, 0, MPI_COMM_WORLD);
        free(rows);
    }
    if (rank == 0)
        printf("%g\n", sum);
    MPI_Finalize();
    return 0;
}
