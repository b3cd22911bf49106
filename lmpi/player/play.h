/* play.h - the functions of a trace, and how they are called. */
#ifndef LMPI_PLAY_H
#define LMPI_PLAY_H

#include <stdint.h>

enum { PLAY_MOST_ARGS = 16 };
enum play_kind {
    PLAY_NOTHING,
    PLAY_COMMUNICATE, /* sends, receives, collectives */
    PLAY_INIT,        /* persistent requests */
    PLAY_START,
    PLAY_COMPLETE,
    PLAY_CANCEL,
    PLAY_REQUEST_FREE,
    PLAY_LOOK, /* asks whether a request is complete, and leaves it */
    PLAY_PROBE,
    PLAY_MRECV, /* receives what a matched probe took */
    PLAY_COMM,
    PLAY_COMM_FREE,
    PLAY_OBJECT_NEW,  /* opens a file, makes a window */
    PLAY_OBJECT,      /* uses one */
    PLAY_PARTITIONED, /* makes a partitioned request */
    PLAY_PARTITIONS   /* tells or asks what is ready of one */
};
struct play_function {
    const char *name, *roles; /* without MPI_; as in mpi_calls.def */
    enum play_kind kind;
    void (*call)(const intptr_t *arg); /* the LMPI_* twin, if there is one */
};
/* NULL if there is no such function. roles: those of the trace, which must be the same; NULL: not known. */
const struct play_function *play_find(const char *name, const char *roles);

/* name.c: results call the program NAME. */
void play_name(const char *name);

#endif
