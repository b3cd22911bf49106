/* coll_taking.h - inside of the steps of collectives: where a member is that takes them, with its rank (coll_steps.c)
 * or without (coll_late.c). */
#ifndef LMPI_COLL_TAKING_H
#define LMPI_COLL_TAKING_H

#include "lmpi/coll/coll_steps.h"
#include "lmpi/p2p/p2p.h"

struct lmpi_coll_taking {
    const lmpi_comm *comm;
    lmpi_comm
        context; /* the communicator with an id of its own, so that no receive of the program takes the messages */
    struct bsim_site *site;
    MPI_Op op;    /* of a reduction */
    int64_t each; /* bytes of its elements */
    lmpi_call call;
    int tag;           /* of the messages; 0 if the member takes the steps of one operation after the other */
    MPI_Request *open; /* open[first] ... open[nopen - 1]: started, and not waited for */
    int first, nopen, room;
    double wait_s;
};

struct lmpi_coll_taking lmpi_coll_taking_of(const lmpi_comm *comm, const lmpi_coll_call *call);
lmpi_side lmpi_coll_side(const struct lmpi_coll_taking *t, const struct lmpi_coll_step *step);
/* The running rank combines data in this step, on its clock or a request's. */
void lmpi_coll_take_combination(struct lmpi_coll_taking *t, const struct lmpi_coll_step *step, double *clock);
lmpi_request *lmpi_coll_open_request(struct lmpi_coll_taking *t);

/* A member at a meeting. Lives until it goes on. */
struct lmpi_coll_attendance {
    struct lmpi_coll_attendance *next;
    int rank;
    double *clock, came_s;
    double *wait_s;
    void (*go_on)(struct lmpi_coll_attendance *member); /* its clock is set */
};

/* A member comes. True if it is the last one: all go on, its own clock is set, too, and go_on is not called for it. */
bool lmpi_coll_attend(struct lmpi_coll_meeting *meeting, struct lmpi_coll_attendance *self);

#endif
