/* capture_calls.c - the functions that record calls of simulated ranks: those of record_wrap.h around the entry
 * functions MPI_X and LMPI_X. */
#include <math.h>
#include <stdio.h>

#include "lmpi/capture/capture.h"
#include "lmpi/capture/capture_rank.h"
#include "lmpi/core/held_site.h"
#include "lmpi/datatype/type_class.h"
#include "lmpi/lmpi.h"

#define RECORD_REAL(name) MPI_##name
#define RECORD_ISENDRECV_TELLS 1

static void record_lacks(struct record_state *in, const char *name, const char *why);
static int64_t record_type(struct record_state *in, MPI_Datatype type, int64_t n);
#include "lmpi/record/record_neighbours.h"
#include "lmpi/record/record_args.h"

static int64_t ns_of(double seconds) {
    return llround(1e9 * seconds);
}

static void begin(struct record_call *call) {
    struct capture *c = lmpi_capture_self();
    double now_s = bsim_self->clock[0];
    lmpi_capture_settle(c, now_s);
    call->in = &c->state;
    call->entry_ns = ns_of(now_s);
    call->gap = call->entry_ns - ns_of(c->exit_s) + c->kept_ns;
    c->is_written = false;
    lmpi_held_sites[c->rank] = c->site;
    bsim_site_played = &lmpi_site_is_held;
}

static int64_t inside(const struct record_call *call) {
    return ns_of(bsim_self->clock[0]) - call->entry_ns;
}

static void end(struct record_call *call) {
    struct capture *c = lmpi_capture_self();
    c->exit_s = c->reached_s = bsim_self->clock[0];
    lmpi_capture_forget(c, call->gap);
    lmpi_held_sites[c->rank] = NULL;
}

static int64_t write_call(const struct record_call *call, int64_t took, int open) {
    struct capture *c = lmpi_capture_self();
    struct record_state *in = call->in;
    int nargs = (int)in->nnumbers;
    for (int i = 0; i < c->namount; i++) {
        union {
            double seconds;
            int64_t bits;
        } number = {c->amount[i].seconds};
        record_number(in, number.bits);
        record_number(in, c->amount[i].count);
    }
    const struct record_event event = {.function = call->function,
                                       .nargs = nargs,
                                       .namounts = c->namount,
                                       .open = open,
                                       .site = (int64_t)(intptr_t)call->site,
                                       .gap = call->gap,
                                       .inside = took,
                                       .args = in->numbers};
    c->namount = 0; /* of several events of a call the first one has the calculation */
    c->is_written = true;
    return lmpi_record_queue_add(&in->queue, &event);
}

static void record_lacks(struct record_state *in, const char *name, const char *why) {
    char text[256];
    (void)in;
    snprintf(text, sizeof text, "MPI_%s%s", name, why);
    lmpi_capture_note(text);
}

/* Counts are those of an int, so n is 1. */
static int64_t record_type(struct record_state *in, MPI_Datatype type, int64_t n) {
    int64_t size = (unsigned)type >> 8 & 0xff;
    (void)in, (void)n;
    if (LMPI_TYPE_IS_BUILTIN(type))
        return lmpi_capture_type((unsigned)type, size, size, true);
    BSIM_LOCKED;
    const lmpi_type *t = lmpi_type_of(type);
    if (t == NULL)
        return TRACE_NONE;
    return lmpi_capture_type(t->key ? 0 : (unsigned)type, t->size, t->extent,
                             t->true_extent == t->size && t->extent == t->size);
}

static const struct record_comm *record_comm_new(struct record_state *in, MPI_Comm handle) {
    const lmpi_comm *comm = lmpi_comm_of(handle);
    return lmpi_record_comm_add(&in->handles, handle, lmpi_comm_rank(comm, bsim_self->id), comm->size);
}

#include "lmpi/record/record_calls.h"
#include "lmpi/record/record_files.h"
#include "lmpi/record/record_partitions.h"

static int64_t record_element_size(MPI_Datatype type) {
    int64_t bytes = lmpi_type_size(lmpi_type_basic(type));
    return bytes > 0 ? bytes : 0;
}

#include "lmpi/record/record_windows.h"

static void record_members(struct record_state *in, MPI_Comm parent, MPI_Comm made, int n) {
    const lmpi_comm *from = lmpi_comm_of(parent), *to = lmpi_comm_of(made);
    size_t room = 0;
    int *rank = NULL;
    if (!to->ranks && !from->ranks && from->stride == 1) { /* one run, however many there are */
        add_members(in, lmpi_comm_world(to, 0) - lmpi_comm_world(from, 0), n > 1 ? to->stride : 1, n);
        return;
    }
    while (room < (size_t)n)
        rank = lmpi_record_grow(rank, room, &room, sizeof *rank);
    for (int i = 0; i < n; i++)
        rank[i] = lmpi_comm_rank(from, lmpi_comm_world(to, i));
    add_runs(in, rank, n);
    lmpi_record_free(rank);
}

#define RECORD_SITE lmpi_capture_self()->site
#define RECORD_ENTRY(name) lmpi_capture_MPI_##name
#include "lmpi/record/record_wrap.h"

#undef RECORD_REAL
#undef RECORD_ENTRY
#define RECORD_REAL(name) LMPI_##name
#define RECORD_ENTRY(name) lmpi_capture_LMPI_##name
#define RECORD_TWINS
#include "lmpi/record/record_wrap.h"
