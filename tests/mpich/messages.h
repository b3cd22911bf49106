/* messages.h - for programs that make calls of which each has a line of its own. With count_sends.c they print for each
 * of them "LINE NAME BYTES MESSAGES", the messages that all processes have sent for it. Simulated, the result of the
 * run tells the messages of each line. */
#ifndef MESSAGES_H
#define MESSAGES_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#pragma weak messages_sent
extern int messages_sent;

static int sent(void) {
    return &messages_sent ? messages_sent : 0;
}

static void show(int rank, int line, const char *name, int bytes, int before) {
    int own = sent() - before, all = 0;
    MPI_Reduce(&own, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0 && &messages_sent)
        printf("%d %s %d %d\n", line, name, bytes, all);
}

static void meet(void) {
    MPI_Barrier(MPI_COMM_WORLD);
}

#define CALL(name, bytes, call)                                                                                        \
    do {                                                                                                               \
        meet();                                                                                                        \
        int before = sent();                                                                                           \
        call;                                                                                                          \
        show(rank, __LINE__, name, bytes, before);                                                                     \
    } while (0)
#define W MPI_COMM_WORLD

#endif
