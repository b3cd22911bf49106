/* exchange - each rank sends messages of random sizes to random ranks of other nodes, non-blocking, in each iteration.
 * usage: exchange ITERATIONS PATTERN RANKS_OF_A_NODE SEED
 *
 * PATTERN: pairs (10 MB from each rank of the first half to one of the second), equal (100 kB), uniform (5 to 205 kB),
 * mixed (three quarters up to 3 kB, the rest up to 1 MB). Prints the time at which the last rank ends and the mean over
 * ranks, in seconds. Has no global data, so that simulators without private data run it too. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EACH = 3, MOST_BYTES = 10000000, MOST_REQUESTS = 4096 };

static unsigned next(unsigned *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static int size_of(const char *pattern, unsigned x) {
    if (strcmp(pattern, "equal") == 0)
        return 100000;
    if (strcmp(pattern, "uniform") == 0)
        return 5000 + (int)(x % 200000);
    return x % 4 ? 1 + (int)(x % 3000) : 5000 + (int)(x % 1000000);
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int iterations = argc > 1 ? atoi(argv[1]) : 1, of_node = argc > 3 ? atoi(argv[3]) : 1;
    const char *pattern = argc > 2 ? argv[2] : "equal";
    unsigned seed = argc > 4 ? (unsigned)atoi(argv[4]) : 1;
    char *out = calloc(1, MOST_BYTES), *in = malloc(MOST_BYTES);
    MPI_Request *requests = malloc(MOST_REQUESTS * sizeof *requests);
    if (!out || !in || !requests || of_node < 1)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int i = 0; i < iterations; i++) {
        unsigned state = seed * 1000 + (unsigned)i;
        int n = 0, half = size / 2;
        if (strcmp(pattern, "pairs") == 0) {
            if (rank < half)
                MPI_Isend(out, MOST_BYTES, MPI_CHAR, rank + half, i, MPI_COMM_WORLD, &requests[n++]);
            else if (rank < 2 * half)
                MPI_Irecv(in, MOST_BYTES, MPI_CHAR, rank - half, i, MPI_COMM_WORLD, &requests[n++]);
        } else {
            for (int from = 0; from < size; from++)
                for (int k = 0; k < EACH; k++) {
                    int to = (int)(next(&state) % (unsigned)size), bytes = size_of(pattern, next(&state));
                    if (to / of_node == from / of_node || n + 2 > MOST_REQUESTS)
                        continue;
                    if (from == rank)
                        MPI_Isend(out, bytes, MPI_CHAR, to, i * EACH + k, MPI_COMM_WORLD, &requests[n++]);
                    if (to == rank)
                        MPI_Irecv(in, bytes, MPI_CHAR, from, i * EACH + k, MPI_COMM_WORLD, &requests[n++]);
                }
        }
        MPI_Waitall(n, requests, MPI_STATUSES_IGNORE);
    }
    double end = MPI_Wtime(), last, sum;
    MPI_Reduce(&end, &last, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    MPI_Reduce(&end, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("last %.9g mean %.9g\n", last, sum / size);
    free(out);
    free(in);
    free(requests);
    MPI_Finalize();
    return 0;
}
