/* links - patterns of long messages that share the links of a network.
 * usage: links PATTERN ITERATIONS BYTES SIZE...
 *
 * PATTERN: alltoall (in step s each rank sends to rank + s and receives from rank - s), halo (with the neighbours in a
 * periodic grid of SIZE x ..., whose last dimension varies fastest), permutation (to a random rank, another one in each
 * iteration), burst (16 messages at a time to a random rank, another one in each iteration), late (each rank sends to
 * all others, and then receives from one after the other; for sends that wait for nobody). All messages have BYTES
 * bytes. Prints the time at which the last rank ends and the mean over ranks, in seconds. Has no global data, so that
 * simulators without private data run it too. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SIZES = 8, ROUNDS = 6, BURST = 16 };

static void alltoall(int rank, int size, char *out, char *in, int bytes) {
    for (int s = 1; s < size; s++)
        MPI_Sendrecv(out, bytes, MPI_CHAR, (rank + s) % size, 0, in, bytes, MPI_CHAR, (rank - s + size) % size, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void late(int rank, int size, char *out, char *in, int bytes) {
    for (int s = 1; s < size; s++)
        MPI_Send(out, bytes, MPI_CHAR, (rank + s) % size, 0, MPI_COMM_WORLD);
    for (int s = 1; s < size; s++)
        MPI_Recv(in, bytes, MPI_CHAR, (rank - s + size) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void halo(int rank, int sizes, const int *size, char *out, char *in, int bytes) {
    MPI_Request r[4 * MOST_SIZES];
    int n = 0, step = 1;
    for (int i = sizes - 1; i >= 0; step *= size[i--]) {
        int at = rank / step % size[i];
        int up = rank + ((at + 1) % size[i] - at) * step, down = rank + ((at + size[i] - 1) % size[i] - at) * step;
        MPI_Irecv(in, bytes, MPI_CHAR, down, 2 * i, MPI_COMM_WORLD, &r[n++]);
        MPI_Irecv(in, bytes, MPI_CHAR, up, 2 * i + 1, MPI_COMM_WORLD, &r[n++]);
        MPI_Isend(out, bytes, MPI_CHAR, up, 2 * i, MPI_COMM_WORLD, &r[n++]);
        MPI_Isend(out, bytes, MPI_CHAR, down, 2 * i + 1, MPI_COMM_WORLD, &r[n++]);
    }
    MPI_Waitall(n, r, MPI_STATUSES_IGNORE);
}

/* A random permutation of 0..size-1 that can be computed for one number: rounds of (l, r) -> (r, l + random(r)) on the
 * numbers l * side + r below side * side, repeated until the result is below size. */
static unsigned mixed(unsigned x, unsigned seed) {
    x = (x + 1) * 2654435761u ^ seed * 2246822519u;
    x = (x ^ x >> 15) * 3266489917u;
    return x ^ x >> 16;
}

static int permuted(int x, int size, unsigned seed, int back) {
    unsigned side = 1;
    while (side * side < (unsigned)size)
        side++;
    do {
        unsigned l = (unsigned)x / side, r = (unsigned)x % side, t;
        for (unsigned i = 0; i < ROUNDS; i++) {
            if (back) {
                t = l;
                l = (r + side - mixed(l, seed + ROUNDS - 1 - i) % side) % side;
                r = t;
            } else {
                t = r;
                r = (l + mixed(r, seed + i) % side) % side;
                l = t;
            }
        }
        x = (int)(l * side + r);
    } while (x >= size);
    return x;
}

static void permutation(int rank, int size, unsigned seed, int count, char *out, char *in, int bytes) {
    MPI_Request r[2 * BURST];
    int to = permuted(rank, size, seed, 0), from = permuted(rank, size, seed, 1);
    if (from == rank)
        return;
    for (int i = 0; i < count; i++) {
        MPI_Irecv(in, bytes, MPI_CHAR, from, 0, MPI_COMM_WORLD, &r[2 * i]);
        MPI_Isend(out, bytes, MPI_CHAR, to, 0, MPI_COMM_WORLD, &r[2 * i + 1]);
    }
    MPI_Waitall(2 * count, r, MPI_STATUSES_IGNORE);
}

int main(int argc, char **argv) {
    int rank, size, grid[MOST_SIZES], sizes = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const char *pattern = argc > 1 ? argv[1] : "alltoall";
    int iterations = argc > 2 ? atoi(argv[2]) : 1, bytes = argc > 3 ? atoi(argv[3]) : 100000;
    for (int i = 4; i < argc && sizes < MOST_SIZES; i++)
        grid[sizes++] = atoi(argv[i]);
    char *out = calloc(1, (size_t)bytes + 1), *in = malloc((size_t)bytes + 1);
    if (!out || !in)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int i = 0; i < iterations; i++) {
        if (strcmp(pattern, "alltoall") == 0)
            alltoall(rank, size, out, in, bytes);
        else if (strcmp(pattern, "late") == 0)
            late(rank, size, out, in, bytes);
        else if (strcmp(pattern, "halo") == 0)
            halo(rank, sizes, grid, out, in, bytes);
        else
            permutation(rank, size, 100 * (unsigned)i + 7, strcmp(pattern, "burst") == 0 ? BURST : 1, out, in, bytes);
    }
    double end = MPI_Wtime(), last, sum;
    MPI_Reduce(&end, &last, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    MPI_Reduce(&end, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("last %.9g mean %.9g\n", last, sum / size);
    free(out);
    free(in);
    MPI_Finalize();
    return 0;
}
