/* jumps.c - control flow that decides communication: goto, switch with fall through, early exits, short
 * circuits. trace: ranks=1,2,4 args= */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static double work[100];

static void compute(int n) {
    for (int i = 0; i < n; i++)
        work[i % 100] += i * 0.5;
}

static void ring(int n) {
    compute(n);
    MPI_Bcast(work, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

static int answer(int n) {
    compute(1);
    return n % 3 != 0;
}

static int twice(int *n) {
    *n *= 2;
    return *n < 20;
}

/* A machine of states by goto. */
static int machine(int start) {
    int state = start, steps = 0;
next:
    steps++;
    compute(steps);
    switch (state) {
    case 0:
        state = 3;
        goto next;
    case 1:
        state = 0;
        /* fall through */
    case 2:
        compute(3);
        state += 5;
        if (steps < 3)
            goto next;
        break;
    case 3:
        ring(steps);
        state = 1;
        if (steps > 4)
            goto out;
        goto next;
    default:
        if (steps > 8)
            return steps;
        state = (state * 7 + 1) % 6;
        goto next;
    }
    ring(2);
out:
    compute(2);
    return steps;
}

/* Copies n in steps of four, as Duff did; each copy sends. */
static void duff(int n) {
    int rounds = (n + 3) / 4;
    switch (n % 4) {
    case 0:
        do {
            ring(1);
            /* fall through */
        case 3:
            compute(4);
            /* fall through */
        case 2:
            ring(2);
            /* fall through */
        case 1:
            compute(5);
        } while (--rounds > 0);
    }
}

int main(int argc, char **argv) {
    int rank, size, n = 3, tries = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    ring(machine(0) + machine(2));
    duff(6);
    duff(7);

    while (1) {
        compute(10);
        if (++tries > 10)
            break;
        if (!answer(tries))
            continue;
        if (answer(tries) && twice(&n) && tries % 2) {
            ring(n);
            continue;
        }
        compute(20);
        for (int i = 0;; i++) {
            if (i > n)
                break;
            if (i == 4 && size > 1) {
                MPI_Barrier(MPI_COMM_WORLD);
                goto enough;
            }
        }
    }
enough:
    n = size % 2 ? n + 1 : (compute(3), n);
    do {
        n--;
        if (n % 5 == 0)
            continue;
        compute(n);
        if (n < 12)
            break;
        ring(n % 7);
    } while (n > 0);
    if (rank == 0 && size > 64) {
        MPI_Abort(MPI_COMM_WORLD, 4);
    } else if (rank == 0) {
        printf("%g\n", work[0]);
    }
    MPI_Finalize();
    exit(0);
}
