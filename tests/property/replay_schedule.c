/* replay_schedule SCHEDULE: does what a file says, so that tests/property/times_random.py can know the times.
 * Lines "RANK c SECONDS" (calculation), "RANK b BLOCK SECONDS" (an execution of a block of replay_blocks.c),
 * "RANK s PEER TAG BYTES" (send), "RANK r PEER TAG BYTES" (receive), "RANK x PEER TAG BYTES" (sendrecv with PEER),
 * "RANK i PEER TAG BYTES" (isend and wait). Each rank prints "RANK TIME" at its end. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include <bsim/bsim.h>

int main(int argc, char **argv) {
    int rank, who, block, peer, tag, bytes;
    char op, line[128];
    double seconds;
    char *out = calloc(1, 1 << 21), *in = calloc(1, 1 << 21);
    FILE *schedule;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    schedule = fopen(argc > 1 ? argv[1] : "", "r");
    if (!schedule || !out || !in)
        MPI_Abort(MPI_COMM_WORLD, 2);
    while (fgets(line, sizeof line, schedule)) {
        MPI_Request request;
        if (sscanf(line, "%d c %lf", &who, &seconds) == 2) {
            if (who == rank)
                BSIM_Add_time(seconds);
            continue;
        }
        if (sscanf(line, "%d b %d %lf", &who, &block, &seconds) == 3) {
            if (who == rank)
                BSIM_Add_time(BSIM_cost(block, seconds));
            continue;
        }
        if (sscanf(line, "%d %c %d %d %d", &who, &op, &peer, &tag, &bytes) != 5 || who != rank)
            continue;
        if (op == 's')
            MPI_Send(out, bytes, MPI_BYTE, peer, tag, MPI_COMM_WORLD);
        else if (op == 'r')
            MPI_Recv(in, bytes, MPI_BYTE, peer, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        else if (op == 'x')
            MPI_Sendrecv(out, bytes, MPI_BYTE, peer, tag, in, bytes, MPI_BYTE, peer, tag, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
        else if (op == 'i') {
            MPI_Isend(out, bytes, MPI_BYTE, peer, tag, MPI_COMM_WORLD, &request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        }
    }
    fclose(schedule);
    printf("%d %.17g\n", rank, MPI_Wtime());
    free(out);
    free(in);
    MPI_Finalize();
    return 0;
}
