/* macro_labels.c - labels in front of macros that stand for several statements. trace: ranks=1,2,3 args= */
#include <mpi.h>
#include <stdlib.h>

#define SHIFT(a, b, c, d)                                                                                              \
    (a) = (b);                                                                                                         \
    (b) = (c);                                                                                                         \
    (c) = (d);
static void advance(int n, int *state, int *end, int *value) {
    for (int i = 0; i < n; i++) {
        switch (state[i]) {
        case 0:
            end[i] = 0;
            if (value[i] > 3)
                end[i] = 2;
            else
                end[i] = 1;
            break;
        case 1:
            end[i] = 2;
            break;
        case 2:
            end[i] = 3;
            break;
        default:
            abort();
        }
    }
    for (int i = 0; i < n; i++) {
        switch (end[i]) {
        case 0:
            value[i] = 7;
            break;
        case 1:
            value[i] += 2;
            state[i] = 1;
            break;
        case 2:
            state[i] = 2;
            value[i] += 1;
            break;
        case 3:
            SHIFT(value[i], end[i], state[i], 3);
            value[i] = value[i] / 2 + 1;
            state[i] = 0;
            break;
        default:
            abort();
        }
    }
}

static double work[10];

int main(int argc, char **argv) {
    int n = 4;
    int *state = malloc(n * sizeof(int)), *end = malloc(n * sizeof(int)), *value = malloc(n * sizeof(int));
    MPI_Init(&argc, &argv);
    for (int i = 0; i < n; i++) {
        state[i] = end[i] = 0;
        value[i] = i;
    }
    goto middle;
again:
    SHIFT(value[0], value[1], value[2], 2);
    value[3] = 4;
    goto on;
middle:
    SHIFT(work[0], work[1], work[2], 2.5);
    goto again;
on:
    for (int i = 0; i < 100; i++)
        switch (i % 3) {
        case 0:
        case 1:
            SHIFT(work[0], work[1], work[2], i);
            work[3] += i;
            break;
        default:
            work[4] += work[0];
        }
    for (int t = 0; t < 9; t++) {
        advance(n, state, end, value);
        MPI_Bcast(value, value[t % n], MPI_INT, 0, MPI_COMM_SELF);
    }
    MPI_Bcast(work, 10, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
