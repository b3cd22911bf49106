/* memory.c - what a rank frees and takes again holds nothing of another rank. */
#include <stdint.h>
#include <stdlib.h>

#include "diff.h"

static const uint64_t MARK = 0x5eed1e55b10c0000;

/* Words that another rank has written. */
static int foreign(const uint64_t *words, size_t n, int rank) {
    int found = 0;
    for (size_t i = 0; i < n; i++)
        found += words[i] >> 16 == MARK >> 16 && words[i] != MARK + (uint64_t)rank;
    return found;
}

int main(int argc, char **argv) {
    static const size_t sizes[] = {100, 4000, 4200, 20000, 20000, 65000, 300000};
    enum { SIZES = sizeof sizes / sizeof *sizes };
    int rank, size, token = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    uint64_t *block[SIZES] = {NULL};
    for (int turn = 0; turn < 12; turn++) {
        for (int i = 0; i < SIZES; i++) {
            if ((turn + i + rank) % 3 == 0)
                continue;
            if (block[i]) {
                free(block[i]);
                block[i] = NULL;
                continue;
            }
            size_t n = sizes[i] / sizeof **block;
            block[i] = malloc(sizes[i]);
            out("turn %d, %zu bytes: %d words of others", turn, sizes[i], foreign(block[i], n, rank));
            for (size_t w = 0; w < n; w++)
                block[i][w] = MARK + (uint64_t)rank;
        }
        /* Now others run. */
        MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, turn, &token, 1, MPI_INT, (rank + size - 1) % size, turn,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
