/* reduction.c - reductions with operators of the program. Hosts name an operator by its function. It gets elements as
 * they lie in memory: the data of members that are away, which have come packed, are laid out as the type of a member
 * here says, since all members give the same type. */
#include "bsim/base/alloc.h"
#include "lmpi/coll/coll_operation.h"
#include "lmpi/core/hosts.h"
#include "lmpi/datatype/op.h"
#include "lmpi/hosts/letters.h"

/* Of a datatype, in bytes (lmpi_type). Of a member that is away it is with the arguments of its call. */
struct layout {
    int64_t size, lb, extent, true_lb, true_extent;
};

static struct layout layout_of(const lmpi_coll_call *c) {
    if (bsim_is_away(c->world))
        return *(const struct layout *)c->arguments;
    const lmpi_type *t = lmpi_type_of(c->recv_type);
    return (struct layout){t->size, t->lb, t->extent, t->true_lb, t->true_extent};
}

/* A type of absolute addresses means the memory of its rank alone. */
static void check_addresses(const lmpi_coll_call *c) {
    const void *const buffer[] = {c->send, c->recv};
    for (int i = 0; c->real && c->bytes > 0 && i < 2; i++)
        if (lmpi_is_null(buffer[i]) && lmpi_type_has_memory(buffer[i], c->recv_type))
            lmpi_hosts_refuse_call(c, "with MPI_BOTTOM");
}

void lmpi_hosts_put_reduction(lmpi_letter *l, const lmpi_coll_call *c) {
    lmpi_own_op own = {0};
    const bool has = c->kind->reduces && lmpi_op_own(c->op, &own);
    LMPI_PUT(l, has);
    if (!has)
        return;
    check_addresses(c);
    if (!lmpi_is_in_executable(own.function))
        lmpi_hosts_refuse_call(c, "with an operator whose function is in a shared library");
    const struct layout layout = layout_of(c);
    lmpi_put_place(l, own.function);
    LMPI_PUT(l, own.is_large);
    LMPI_PUT(l, own.commutes);
    LMPI_PUT(l, layout);
}

void lmpi_hosts_take_reduction(lmpi_letter *l, lmpi_coll_call *c) {
    lmpi_own_op own;
    bool has;
    LMPI_TAKE(l, has);
    if (!has)
        return;
    struct layout *layout = lmpi_hosts_keep(c, sizeof *layout);
    own.function = lmpi_take_place(l);
    LMPI_TAKE(l, own.is_large);
    LMPI_TAKE(l, own.commutes);
    lmpi_take(l, layout, sizeof *layout);
    c->op = lmpi_op_again(&own);
    c->arguments = layout;
}

static bool is_same(const struct layout *a, const struct layout *b) {
    return a->size == b->size && a->lb == b->lb && a->extent == b->extent && a->true_lb == b->true_lb &&
           a->true_extent == b->true_extent;
}

/* The elements of a member's vector. */
static int64_t elements(const lmpi_coll_run *run) {
    return run->call[0]->bytes / layout_of(run->call[0]).size;
}

/* Packed data, laid out. */
static void *lay_out(lmpi_coll_call *c, const void *packed, int64_t n, const lmpi_type *t) {
    int64_t span = (n - 1) * t->extent, below = -t->true_lb - (span < 0 ? span : 0);
    if (!packed || packed == MPI_IN_PLACE)
        return (void *)(uintptr_t)packed;
    void *to = lmpi_displaced(lmpi_hosts_keep(c, (size_t)(t->true_extent + (span < 0 ? -span : span))), below);
    lmpi_type_unpack(packed, n * t->size, to, n, t->handle);
    return to;
}

static void take_type_of(lmpi_coll_call *c, MPI_Datatype type) {
    lmpi_type_hold(type);
    lmpi_type_release(c->recv_type);
    c->recv_type = type;
}

void lmpi_hosts_lay_out(lmpi_coll_run *run) {
    const struct layout first = layout_of(run->call[0]);
    const lmpi_coll_call *own = NULL;
    for (int i = 0; i < run->n; i++) {
        const struct layout layout = layout_of(run->call[i]);
        if (!is_same(&layout, &first))
            lmpi_coll_mismatch(run->comm, run->call[0], run->call[i],
                               "the layouts of their datatypes differ, which a run on several hosts does not have");
        if (!own && !bsim_is_away(run->call[i]->world))
            own = run->call[i];
    }
    const lmpi_type *t = lmpi_type_of(own->recv_type);
    for (int i = 0; i < run->n; i++) {
        lmpi_coll_call *c = run->call[i];
        if (!bsim_is_away(c->world) || LMPI_TYPE_IS_BUILTIN(c->recv_type))
            continue;
        c->send = lay_out(c, c->send, elements(run), t);
        c->recv = lay_out(c, c->recv, elements(run), t);
        take_type_of(c, own->recv_type);
    }
}
