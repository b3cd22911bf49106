/* coll_meet.c - joins of all members of a communicator (coll_meet.h). */
#include "lmpi/coll/coll_meet.h"

#include <string.h>

#include "bsim/base/alloc.h"
#include "lmpi/coll/coll_algorithm.h"

static void barrier_time(lmpi_coll_run *run) {
    lmpi_coll_choose(run, BSIM_COLLECTIVE_barrier, &(lmpi_task){.segment = -1});
}

/* The arguments of a join: those of the function, and what is to be done when all have come. */
typedef struct meeting {
    lmpi_meeting *meet;
    void *arguments;
} meeting;

static void meet(lmpi_coll_run *run) {
    const meeting *first = run->call[0]->arguments;
    for (int i = 0; i < run->n; i++)
        run->call[i]->arguments = ((const meeting *)run->call[i]->arguments)->arguments;
    if (first->meet)
        first->meet(run);
}

/* Each function has a kind of its own, since all members must call the same one. The names are few and constant. */
static const lmpi_coll_kind *kind_of(const char *name) {
    static struct named {
        struct named *next;
        lmpi_coll_kind kind;
    } *kinds;
    for (struct named *n = kinds; n; n = n->next)
        if (strcmp(n->kind.name, name) == 0)
            return &n->kind;
    struct named *n = bsim_alloc(sizeof *n);
    n->next = kinds;
    n->kind = (lmpi_coll_kind){.name = name, .constructs = true, .time = barrier_time, .data = meet};
    kinds = n;
    return &n->kind;
}

int lmpi_meet(lmpi_comm *comm, const lmpi_call *call, lmpi_meeting *meet_function, void *arguments, bool counts) {
    meeting m = {meet_function, arguments};
    lmpi_coll_call c = {.arguments = &m};
    lmpi_comm *object;
    const lmpi_coll_place place = {.name = call->name, .address = call->ret, .real = true};
    int code = lmpi_coll_prepare(&c, &place, kind_of(call->name), comm->handle, &object);
    if (code != MPI_SUCCESS)
        return code;
    if (!counts)
        c.site->calls--; /* the join counts it again */
    return lmpi_coll_join(object, &c);
}
