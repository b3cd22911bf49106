/* checker.h - what the layer tells bsim check (lmpi/check) of messages, collectives, errors and ends. In all other runs
 * there is no checker, and these are null. */
#ifndef LMPI_CHECKER_H
#define LMPI_CHECKER_H

#include "lmpi/core/lmpi_internal.h"

struct lmpi_coll_run;
struct lmpi_coll_call;
struct lmpi_side;
struct lmpi_access;
struct lmpi_rma_op;
struct lmpi_rma_args;

/* A part of the data of a collective: of a member's buffer. */
typedef struct lmpi_coll_data {
    const void *at; /* null: not known, or not one that is moved */
    int64_t count;
    MPI_Datatype type;
} lmpi_coll_data;

/* What the checker knows of the calls in which a callback is called. */
typedef struct lmpi_in_program {
    int depth;
    bool combines;
    const void *call;
} lmpi_in_program;

struct lmpi_checker {
    bool synchronous; /* every send but a buffered one waits for its receive */
    /* The running rank has sent a message that waits for its receive. */
    void (*sent)(lmpi_message *m, const struct lmpi_side *side);
    /* A message meets its receive, whose data it has not changed yet. m: null if the running rank is sending it. */
    void (*met)(const lmpi_request *receive, const lmpi_message *m, const struct lmpi_side *side);
    /* Which of n messages (in the order of their arrival) a wildcard receive takes, or a wildcard probe of a rank
     * finds. */
    int (*choose)(int rank, const struct bsim_site *site, bool probes, lmpi_message *const *messages, int n);
    /* All members have called a collective. */
    void (*collective)(const struct lmpi_coll_run *run);
    /* Members of a neighbourhood or of the two groups of an inter-communicator: one sends what the other one receives,
     * or both give the same to a reduction. */
    void (*pair)(const struct lmpi_coll_call *from, lmpi_coll_data sent, const struct lmpi_coll_call *to,
                 lmpi_coll_data received);
    /* Two members of a communicator disagree; the run ends then, or each has an error MPI_ERR_NOT_SAME. */
    void (*mismatch)(const lmpi_comm *comm, const struct lmpi_coll_call *a, const struct lmpi_coll_call *b,
                     const char *text);
    /* A wrong argument, before the error handler in force runs. */
    void (*error)(const char *call, const void *site, int error_class, const char *text);
    /* The layer calls a function of the program, an operator or another callback; and it has returned. */
    void (*calls_program)(struct lmpi_in_program *outer, bool combines);
    void (*program_returns)(const struct lmpi_in_program *outer);
    /* The running rank is in MPI_Finalize, and the attributes of MPI_COMM_SELF are deleted. */
    void (*finalizes)(void);
    /* The running rank accesses a file: its place is known, and a read is not cut at the end of the file yet. */
    void (*file_access)(const struct lmpi_access *access);
    /* The running rank has begun a one-sided operation; it has moved its data, which an event does. */
    void (*operation_begins)(struct lmpi_rma_op *op, const struct lmpi_rma_args *args);
    void (*operation_moves)(struct lmpi_rma_op *op);
    /* Memory that the layer made for a window, which all ranks have freed: it becomes the checker's. */
    void (*window_memory)(void *memory, int64_t size);
    /* A rank's program ends: without MPI_Finalize, if it is not finalized. */
    void (*rank_ends)(int rank);
    /* All ranks have ended. */
    void (*finish)(void);
};

extern const struct lmpi_checker *lmpi_checker;

/* Whether this run is one of bsim check. */
#define LMPI_CHECKED __builtin_expect(lmpi_checker != NULL, 0)

/* From here to the end of the C block a function of the program runs, whose calls are the program's as any others: an
 * attribute's, an error handler, one of a generalized request. combines: an operator, which works on any memory. */
#define LMPI_IN_PROGRAM(combines)                                                                                      \
    __attribute__((cleanup(lmpi_in_program_end), unused)) const lmpi_in_program lmpi_in_program_ =                     \
        lmpi_in_program_begin(combines)
static inline lmpi_in_program lmpi_in_program_begin(bool combines) {
    lmpi_in_program outer = {0, false, NULL};
    if (LMPI_CHECKED)
        lmpi_checker->calls_program(&outer, combines);
    return outer;
}
static inline void lmpi_in_program_end(const lmpi_in_program *outer) {
    if (LMPI_CHECKED)
        lmpi_checker->program_returns(outer);
}

/* lmpi/check: sets lmpi_checker if this is a run of bsim check. Null in a program that was linked without it. */
void lmpi_check_start(void);

#endif
