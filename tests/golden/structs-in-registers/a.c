/* A structure that is passed in registers: its second half holds the end of an array and the member behind it. */
#include <mpi.h>
#include <stdlib.h>

static double buf[1000];

struct part {
    int from[3];
    int n;
};

static void send(struct part p) {
    p.from[0] = 3;
    MPI_Bcast(buf, p.n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

static void scale(struct part p, int m) {
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < p.n; j++)
            buf[j] *= 0.5;
        p.n = m;
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    struct part p = {{0}};
    p.n = 10 * atoi(argv[1]);
    send(p);
    p.n = atoi(argv[2]);
    scale(p, argc);
    MPI_Barrier(MPI_COMM_WORLD);
    return MPI_Finalize();
}
