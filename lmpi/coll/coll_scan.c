/* coll_scan.c - MPI_Scan and MPI_Exscan: recursive doubling, linear. */
#include <string.h>

#include "lmpi/coll/coll_algorithm.h"
#include "lmpi/coll/coll_entry.h"
#include "lmpi/coll/coll_fold.h"
#include "lmpi/datatype/op.h"

/* A member combines what it receives with the sum of its block, and if it comes from lower ranks with its result too.
 * The first of these is the result of MPI_Exscan, where there is nothing to combine. */
static void by_doubling(lmpi_coll_run *run, const lmpi_task *task, bool inclusive) {
    int64_t bytes = task->bytes;
    for (int64_t mask = 1; mask < run->n; mask *= 2)
        for (int64_t i = 0; i < run->n; i++) {
            int other = (int)(i | mask);
            if ((i & mask) || other >= run->n)
                continue;
            lmpi_coll_exchange(run, (int)i, other, bytes, bytes);
            lmpi_coll_combine(run, (int)i, bytes);
            lmpi_coll_combine(run, other, bytes);
            if (inclusive || (other & (mask - 1)))
                lmpi_coll_combine(run, other, bytes);
        }
}

void lmpi_scan_doubling(lmpi_coll_run *run, const lmpi_task *task) {
    by_doubling(run, task, true);
}

void lmpi_exscan_doubling(lmpi_coll_run *run, const lmpi_task *task) {
    by_doubling(run, task, false);
}

/* Each member receives from the one before, combines, and sends on. The last result of MPI_Exscan is what it receives.
 */
static void in_a_row(lmpi_coll_run *run, const lmpi_task *task, bool inclusive) {
    for (int i = 0; i + 1 < run->n; i++) {
        lmpi_coll_message(run, i, i + 1, task->bytes);
        if (inclusive || i + 2 < run->n)
            lmpi_coll_combine(run, i + 1, task->bytes);
    }
}

void lmpi_scan_linear(lmpi_coll_run *run, const lmpi_task *task) {
    in_a_row(run, task, true);
}

void lmpi_exscan_linear(lmpi_coll_run *run, const lmpi_task *task) {
    in_a_row(run, task, false);
}

void lmpi_mpich_scan(lmpi_coll_run *run, const lmpi_task *task) {
    lmpi_scan_doubling(run, task);
}

void lmpi_mpich_exscan(lmpi_coll_run *run, const lmpi_task *task) {
    lmpi_exscan_doubling(run, task);
}

static void choose(lmpi_coll_run *run, enum bsim_collective collective) {
    const lmpi_coll_call *c = run->call[0];
    if (c->bytes)
        lmpi_coll_choose(run, collective, &(lmpi_task){.bytes = c->bytes, .commutes = lmpi_op_commutes(c->op)});
}

static void scan_time(lmpi_coll_run *run) {
    choose(run, BSIM_COLLECTIVE_scan);
}

static void exscan_time(lmpi_coll_run *run) {
    choose(run, BSIM_COLLECTIVE_exscan);
}

/* The result of member i in the order of MPICH's algorithm: for each bit j that is set in i, from the lowest, a block
 * of 2^j members is combined from the left. These blocks are adjacent; the first ends at member i - 1. block[j]: the
 * combined vectors of the last complete block of 2^j members that has not been joined with its successor. Members below
 * `from` get no result, nor do those that have left (lmpi_coll_kind.leave). */
static void scan(const lmpi_coll_run *run, bool inclusive, int from) {
    const lmpi_coll_call *first = run->call[0];
    char *block[32] = {0};
    lmpi_fold fold;
    if (first->bytes == 0)
        return;
    lmpi_fold_init(&fold, run, first->recv_count, first->recv_type, first->op);
    char *own = lmpi_fold_new(&fold), *result = lmpi_fold_new(&fold);
    for (int i = 0; i < run->n; i++) {
        const lmpi_coll_call *c = run->call[i];
        bool started = inclusive;
        lmpi_fold_take(&fold, c, own);
        if (inclusive)
            lmpi_fold_copy(&fold, own, result);
        for (int j = 0; i >> j; j++) {
            if (!(i >> j & 1))
                continue;
            if (started)
                lmpi_fold_left(&fold, block[j], result);
            else
                lmpi_fold_copy(&fold, block[j], result);
            started = true;
        }
        if (started && i >= from && !c->has_left)
            lmpi_fold_give(&fold, result, c);
        int j = 0;
        for (; i >> j & 1; j++)
            lmpi_fold_left(&fold, block[j], own);
        if (!block[j])
            block[j] = lmpi_fold_new(&fold);
        lmpi_fold_copy(&fold, own, block[j]);
    }
    lmpi_fold_drop(&fold, own);
    lmpi_fold_drop(&fold, result);
    for (int j = 0; j < 32; j++)
        if (block[j])
            lmpi_fold_drop(&fold, block[j]);
}

static void scan_data(lmpi_coll_run *run) {
    scan(run, true, 0);
}

static void exscan_data(lmpi_coll_run *run) {
    scan(run, false, 0);
}

static bool leave(const lmpi_coll_run *run, const lmpi_coll_call *call, lmpi_coll_call *kept, bool inclusive) {
    const void *input = lmpi_fold_input(call);
    if (call->bytes == 0)
        return true;
    for (int i = 0; i < call->local; i++)
        if (!run->call[i])
            return false;
    if (lmpi_op_is_user(call->op) || !lmpi_coll_keep_data(kept, &input, call->recv_count, call->recv_type))
        return false; /* a function of the program runs on a rank's stack */
    kept->send = input;
    scan(&(lmpi_coll_run){.comm = run->comm, .n = call->local + 1, .call = run->call}, inclusive, call->local);
    return true;
}

static bool scan_leave(const lmpi_coll_run *run, const lmpi_coll_call *call, lmpi_coll_call *kept) {
    return leave(run, call, kept, true);
}

static bool exscan_leave(const lmpi_coll_run *run, const lmpi_coll_call *call, lmpi_coll_call *kept) {
    return leave(run, call, kept, false);
}

static const lmpi_coll_kind scan_kind = {.name = "MPI_Scan",
                                         .copies = LMPI_COLL_COPIES_OPERAND,
                                         .receives = LMPI_COLL_RECEIVES,
                                         .one_type = true,
                                         .reduces = true,
                                         .same_bytes = true,
                                         .by_one = true,
                                         .time = scan_time,
                                         .data = scan_data,
                                         .leave = scan_leave};
static const lmpi_coll_kind exscan_kind = {.name = "MPI_Exscan",
                                           .copies = LMPI_COLL_COPIES_OPERAND,
                                           .receives = LMPI_COLL_RECEIVES,
                                           .one_type = true,
                                           .reduces = true,
                                           .same_bytes = true,
                                           .by_one = true,
                                           .time = exscan_time,
                                           .data = exscan_data,
                                           .leave = exscan_leave};

static int join(const lmpi_coll_place *place, const lmpi_coll_kind *kind, const void *sendbuf, void *recvbuf, int count,
                MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    lmpi_coll_call call = {.op = op, .send = sendbuf, .recv = recvbuf, .recv_count = count, .recv_type = datatype};
    lmpi_comm *object;
    LMPI_COLL_TRY(lmpi_coll_prepare(&call, place, kind, comm, &object));
    if (object->all)
        return lmpi_coll_error(&call, comm, MPI_ERR_COMM, "it is not for inter-communicators");
    LMPI_COLL_TRY(lmpi_coll_check_vectors(&call, comm, count, kind == &scan_kind || call.local > 0));
    LMPI_COLL_TRY(lmpi_coll_check_op(&call, comm, op, datatype));
    call.bytes = count * lmpi_coll_size_of(datatype);
    return lmpi_coll_join(object, &call);
}

int lmpi_coll_Scan(const lmpi_coll_place *place, const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
                   MPI_Op op, MPI_Comm comm) {
    return join(place, &scan_kind, sendbuf, recvbuf, count, datatype, op, comm);
}

int lmpi_coll_Exscan(const lmpi_coll_place *place, const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
                     MPI_Op op, MPI_Comm comm) {
    return join(place, &exscan_kind, sendbuf, recvbuf, count, datatype, op, comm);
}
