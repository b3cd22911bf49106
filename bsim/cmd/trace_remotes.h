/* trace_remotes.h - inside of bsim trace: the remote groups of the inter-communicators of a trace. */
#ifndef BSIM_CMD_TRACE_REMOTES_H
#define BSIM_CMD_TRACE_REMOTES_H

struct bsim_trace;

struct bsim_trace_group {
    int n;
    const int *world; /* ranks of MPI_COMM_WORLD; NULL: not known */
};
/* All zero: there are none. */
struct bsim_trace_remotes {
    struct bsim_trace_creation *creation; /* owned: the calls of MPI_Intercomm_create, rank by rank, in their order */
    int n, *first;                        /* owned: the first one of each rank, and n; NULL if n is 0 */
};
/* Calls of MPI_Intercomm_create tell the own group. The leaders' calls tell which two belong together. */
void bsim_trace_remotes_start(struct bsim_trace_remotes *remotes, const struct bsim_trace *trace);
/* The remote group of the nth call of MPI_Intercomm_create of a rank, from 0. Good until the end of `remotes`. */
struct bsim_trace_group bsim_trace_remotes_find(const struct bsim_trace_remotes *remotes, int rank, int nth);
void bsim_trace_remotes_end(struct bsim_trace_remotes *remotes);

#endif
