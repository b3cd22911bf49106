/* Conditions that are written as 0 or 1: what never runs decides nothing, but
   a label in it may be jumped to. */
#include <mpi.h>
#include <stdio.h>

static int rank;

static void send(int n) {
    double v[8] = {0};
    MPI_Bcast(v, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

static int ends(int n) {
    if (1)
        return n + 1;
    send(7);
    return n;
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
    if (0)
        n = 5;
    else if (1)
        n += 2;
    else
        n = 6;
    if (n)
        if (0)
            n = 1;
        else
            send(1);
    if (1) {
        int twice = 2 * n;
        send(twice % 8);
    } else {
        send(3);
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
        if (1)
            break;
        n = 7;
    default:
        n = 1;
    }
    return n;
}

int main(int argc, char **argv) {
    int n = argc;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 6; i++) {
        if (0)
            break;
        if (i == 4)
            if (1)
                continue;
        if (1) send(i); else send(0);
        if (0) continue; else n = ends(n) % 4;
        for (;;)
            if (1)
                break;
        if (rank == 0 && 0)
            break;
        do
            if (0)
                n++;
        while (0);
        if (1)
            printf("%d\n", n);
    }
    n = enters(n);
    n = chooses(n);
    send(cases(n % 4));
    if (0)
        goto end;
    send(n % 8);
    if (1)
        goto end;
    send(5);
end:
    MPI_Finalize();
    return 0;
}
