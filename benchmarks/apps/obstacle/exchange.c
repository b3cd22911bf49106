/* exchange.c - the exchange of border rows between neighbouring strips, in both forms. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "obstacle.h"

enum { UP = 1, DOWN = 2 };

void exchange_synchronous(strip *s) {
    int width = strip_width(s);
    double *first = s->u + width, *last = s->u + (long)s->rows * width;

    MPI_Sendrecv(first, width, MPI_DOUBLE, s->above, UP, last + width, width, MPI_DOUBLE, s->below, UP, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv(last, width, MPI_DOUBLE, s->below, DOWN, first - width, width, MPI_DOUBLE, s->above, DOWN,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* ---- asynchronous ---- */

/* A neighbour: a row under way to it. It has ended when its empty message has come, which is behind its last row. */
typedef struct side {
    int rank, send_tag, recv_tag, ended;
    double *out;
    MPI_Request sent;
} side;

static side sides[2];

void exchange_start(strip *s) {
    for (int i = 0; i < 2; i++) {
        sides[i].rank = i == 0 ? s->above : s->below;
        sides[i].send_tag = i == 0 ? UP : DOWN;
        sides[i].recv_tag = i == 0 ? DOWN : UP;
        sides[i].out = malloc((size_t)strip_width(s) * sizeof(double));
        sides[i].ended = sides[i].rank == MPI_PROC_NULL;
        sides[i].sent = MPI_REQUEST_NULL;
        if (sides[i].out == NULL)
            MPI_Abort(MPI_COMM_WORLD, 2);
    }
}

static void receive(const strip *s, side *from, double *row) {
    int points;
    MPI_Status status;
    MPI_Recv(row, strip_width(s), MPI_DOUBLE, from->rank, from->recv_tag, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_DOUBLE, &points);
    from->ended = points == 0;
}

/* All rows that have arrived, so that the newest one stays. */
static void take(const strip *s, side *from, double *row) {
    int arrived = 1;
    while (arrived && !from->ended) {
        MPI_Iprobe(from->rank, from->recv_tag, MPI_COMM_WORLD, &arrived, MPI_STATUS_IGNORE);
        if (arrived)
            receive(s, from, row);
    }
}

void exchange_asynchronous(strip *s) {
    int width = strip_width(s);
    for (int i = 0; i < 2; i++) {
        double *own = i == 0 ? s->u + width : s->u + (long)s->rows * width;
        double *theirs = i == 0 ? s->u : s->u + (long)(s->rows + 1) * width;
        int left;

        if (sides[i].rank == MPI_PROC_NULL)
            continue;
        take(s, &sides[i], theirs);
        MPI_Test(&sides[i].sent, &left, MPI_STATUS_IGNORE);
        if (left) {
            memcpy(sides[i].out, own, (size_t)width * sizeof(double));
            MPI_Isend(sides[i].out, width, MPI_DOUBLE, sides[i].rank, sides[i].send_tag, MPI_COMM_WORLD,
                      &sides[i].sent);
        }
    }
}

/* Each rank sends an empty message behind its last row. */
void exchange_finish(strip *s) {
    for (int i = 0; i < 2; i++)
        if (sides[i].rank != MPI_PROC_NULL) {
            MPI_Request end;
            MPI_Isend(NULL, 0, MPI_DOUBLE, sides[i].rank, sides[i].send_tag, MPI_COMM_WORLD, &end);
            while (!sides[i].ended)
                receive(s, &sides[i], s->next);
            MPI_Wait(&sides[i].sent, MPI_STATUS_IGNORE);
            MPI_Wait(&end, MPI_STATUS_IGNORE);
        }
    for (int i = 0; i < 2; i++)
        free(sides[i].out);
}
