/* Conditions that are written as 0 or 1: what never runs decides nothing, but
   a label in it may be jumped to. */
#include <mpi.h>
#include <stdio.h>
#include <lmpi/lmpi.h>

static void send(int n) {
    LMPI_Bcast(NULL, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

static int ends(int n) {
    return n + 1;
}

static int enters(int n) {
    if (n > 2)
        goto in;
    if (0) {
    in:
        send(n);
        n++;
    }
    return n;
}

static int chooses(int n) {
    n += 2;
    if (n)
        send(1);
    {
        int twice = 2 * n;
        send(twice % 8);
    }
    return n;
}

static int cases(int n) {
    switch (n) {
    case 1:
        if (0) {
        case 2:
            n = 3;
        }
        break;
    case 3:
        break;
    default:
        n = 1;
    }
    return n;
}

int main(int argc, char **argv) {
    int n = argc;
    MPI_Init(&argc, &argv);
    for (int i = 0; i < 6; i++) {
        if (i == 4)
            continue;
        send(i);
        n = ends(n) % 4;
        BSIM_Add_time(BSIM_cost(0)); /* main.1: a.c:82-90 */
    }
    n = enters(n);
    n = chooses(n);
    send(cases(n % 4));
    send(n % 8);
    MPI_Finalize();
    return 0;
}
