/* coll_bcast.c - MPI_Bcast: trees; scatter and recursive-doubling allgather; scatter and ring allgather. */
#include "lmpi/coll/coll_algorithm.h"
#include "lmpi/coll/coll_entry.h"
#include "lmpi/coll/coll_inter.h"
#include "lmpi/coll/coll_program.h"
#include "lmpi/coll/coll_tree.h"
#include "lmpi/coll/coll_tuning.h"

/* The member with a given rank relative to the root. */
static int member_of(const lmpi_coll_run *run, const lmpi_task *task, int relative) {
    int member = relative + task->root;
    return member < run->n ? member : member - run->n;
}

/* The largest distance over which a member of a binomial tree sends: half the value of its lowest bit; for the root the
 * largest power of two below n. */
static int first_mask(int relative, int n) {
    return relative ? (relative & -relative) / 2 : lmpi_pof2_below(n - 1);
}

void lmpi_bcast_binomial(lmpi_coll_run *run, const lmpi_task *task) {
    int64_t segment = lmpi_segment(task, 0);
    if (segment < task->bytes) {
        lmpi_tree tree = lmpi_tree_knomial(run, task->root, 2, false);
        lmpi_tree_bcast(run, &tree, task->bytes, segment);
        return;
    }
    for (int r = 0; r < run->n; r++)
        for (int mask = first_mask(r, run->n); mask; mask /= 2)
            if (r + mask < run->n)
                lmpi_coll_message(run, member_of(run, task, r), member_of(run, task, r + mask), task->bytes);
}

/* The number of bytes, out of `bytes`, in the blocks first .. first + count - 1 of size each. */
static int64_t part(int64_t bytes, int64_t each, int64_t first, int64_t count) {
    int64_t low = first * each, high = (first + count) * each;
    low = low < bytes ? low : bytes;
    high = high < bytes ? high : bytes;
    return high - low;
}

static int64_t block_bytes(const lmpi_coll_run *run, const lmpi_task *task) {
    return (task->bytes + run->n - 1) / run->n;
}

/* Binomial scatter of blocks of ceil(bytes / n) bytes. Empty blocks are not sent. */
static void scatter(lmpi_coll_run *run, const lmpi_task *task) {
    int64_t each = block_bytes(run, task);
    for (int r = 0; r < run->n; r++)
        for (int mask = first_mask(r, run->n); mask; mask /= 2) {
            int64_t size = r + mask < run->n ? part(task->bytes, each, r + mask, mask) : 0;
            if (size > 0)
                lmpi_coll_message(run, member_of(run, task, r), member_of(run, task, r + mask), size);
        }
}

void lmpi_bcast_scatter_doubling(lmpi_coll_run *run, const lmpi_task *task) {
    int64_t bytes = task->bytes, each = block_bytes(run, task);
    scatter(run, task);
    for (int mask = 1; mask < run->n; mask *= 2)
        for (int r = 0; r < run->n; r++) {
            int other = r ^ mask;
            if (r < other)
                lmpi_coll_exchange(run, member_of(run, task, r), member_of(run, task, other),
                                   part(bytes, each, r & -mask, mask), part(bytes, each, other & -mask, mask));
        }
}

void lmpi_bcast_scatter_ring(lmpi_coll_run *run, const lmpi_task *task) {
    int64_t bytes = task->bytes, each = block_bytes(run, task);
    int64_t *size = lmpi_coll_scratch((size_t)run->n * sizeof *size);
    scatter(run, task);
    for (int step = 0; step < run->n - 1; step++) {
        for (int r = 0; r < run->n; r++) {
            int block = r - step >= 0 ? r - step : r - step + run->n;
            size[member_of(run, task, r)] = part(bytes, each, block, 1);
        }
        lmpi_coll_shift(run, 1, size, 0);
    }
}

/* ---- trees ---- */

void lmpi_bcast_near_first(lmpi_coll_run *run, const lmpi_task *task) {
    lmpi_tree tree = lmpi_tree_doubling(run, task->root);
    lmpi_tree_bcast(run, &tree, task->bytes, lmpi_segment(task, 0));
}

void lmpi_bcast_knomial(lmpi_coll_run *run, const lmpi_task *task) {
    lmpi_tree tree = lmpi_tree_knomial(run, task->root, lmpi_radix(task), false);
    lmpi_tree_bcast(run, &tree, task->bytes, lmpi_segment(task, 0));
}

void lmpi_bcast_binary(lmpi_coll_run *run, const lmpi_task *task) {
    lmpi_tree tree = lmpi_tree_binary(run, task->root);
    lmpi_tree_bcast(run, &tree, task->bytes, lmpi_segment(task, 0));
}

void lmpi_bcast_chain(lmpi_coll_run *run, const lmpi_task *task) {
    lmpi_tree tree = lmpi_tree_chain(run, task->root, lmpi_fanout(task));
    lmpi_tree_bcast(run, &tree, task->bytes, lmpi_segment(task, LMPI_CHAIN_SEGMENT));
}

void lmpi_bcast_pipeline(lmpi_coll_run *run, const lmpi_task *task) {
    lmpi_tree tree = lmpi_tree_chain(run, task->root, 1);
    lmpi_tree_bcast(run, &tree, task->bytes, lmpi_segment(task, LMPI_CHAIN_SEGMENT));
}

void lmpi_bcast_linear(lmpi_coll_run *run, const lmpi_task *task) {
    int64_t *size = lmpi_coll_scratch((size_t)run->n * sizeof *size);
    for (int i = 0; i < run->n; i++)
        size[i] = task->bytes;
    lmpi_coll_fan_out(run, task->root, size);
}

void lmpi_bcast_split_binary(lmpi_coll_run *run, const lmpi_task *task) {
    if (run->n < 3 || task->bytes < 2)
        lmpi_bcast_binomial(run, task);
    else
        lmpi_tree_split_bcast(run, task->root, task->bytes, lmpi_segment(task, 0));
}

/* ---- what libraries choose ---- */

/* A message of exactly the limit is a longer one for the non-blocking form. */
void lmpi_mpich_bcast(lmpi_coll_run *run, const lmpi_task *task) {
    int64_t bytes = task->bytes + lmpi_coll_is_started(run);
    if (bytes <= BCAST_SHORT_BYTES || run->n < BCAST_MIN_PROCS)
        lmpi_bcast_binomial(run, task);
    else if (bytes <= BCAST_LONG_BYTES && lmpi_is_pof2(run->n))
        lmpi_bcast_scatter_doubling(run, task);
    else
        lmpi_bcast_scatter_ring(run, task);
}

static void bcast_time(lmpi_coll_run *run) {
    const lmpi_coll_call *c = run->call[0];
    if (c->bytes)
        lmpi_coll_choose(run, BSIM_COLLECTIVE_bcast, &(lmpi_task){.root = c->root, .bytes = c->bytes});
}

/* How many of a member's bytes are data. */
static int64_t data_bytes(const lmpi_coll_call *call, int64_t bytes) {
    return call->leading && call->leading < bytes ? call->leading : bytes;
}

/* From the root to all other calls of the run. */
static void move(const lmpi_coll_run *run, const lmpi_coll_call *root) {
    const char *from = root->recv;
    int64_t offset;
    if (root->bytes == 0 || !lmpi_type_has_memory(from, root->recv_type))
        return;
    if (lmpi_type_is_flat(root->recv_type, root->recv_count, &offset)) {
        from += offset;
    } else {
        char *packed = lmpi_coll_scratch((size_t)root->bytes);
        lmpi_type_pack(from, root->recv_count, root->recv_type, packed);
        from = packed;
    }
    int64_t bytes = data_bytes(root, root->bytes);
    for (int i = 0; i < run->n; i++)
        if (run->call[i] != root)
            lmpi_type_unpack(from, data_bytes(run->call[i], bytes), run->call[i]->recv, run->call[i]->recv_count,
                             run->call[i]->recv_type);
}

static void bcast_data(lmpi_coll_run *run) {
    move(run, run->call[run->call[0]->root]);
}

static bool bcast_leave(const lmpi_coll_run *run, const lmpi_coll_call *call, lmpi_coll_call *kept) {
    const lmpi_coll_call *root = run->call[call->root];
    if (call->bytes == 0)
        return true;
    if (call == root) {
        const void *from = call->recv;
        int64_t leading = data_bytes(call, call->bytes);
        bool is_kept = leading < call->bytes ? lmpi_coll_keep_data(kept, &from, leading, MPI_BYTE)
                                             : lmpi_coll_keep_data(kept, &from, call->recv_count, call->recv_type);
        kept->recv = (void *)(uintptr_t)from;
        return is_kept;
    }
    if (!root)
        return false;
    lmpi_coll_call *pair[] = {(lmpi_coll_call *)(uintptr_t)root, (lmpi_coll_call *)(uintptr_t)call};
    move(&(lmpi_coll_run){.n = 2, .call = pair}, root);
    kept->recv = NULL;
    kept->recv_type = MPI_BYTE;
    return true;
}

static const lmpi_coll_kind bcast = {.name = "MPI_Bcast",
                                     .receives = LMPI_COLL_RECEIVES_IF_NOT_ROOT,
                                     .one_type = true,
                                     .rooted = true,
                                     .same_bytes = true,
                                     .by_one = true,
                                     .time = bcast_time,
                                     .data = bcast_data,
                                     .leave = bcast_leave};

int lmpi_coll_Bcast(const lmpi_coll_place *place, void *buffer, int count, MPI_Datatype datatype, int root,
                    MPI_Comm comm) {
    if (lmpi_comm_is_inter(comm))
        return lmpi_inter_Bcast(place, buffer, count, datatype, root, comm);
    const void *data = buffer;
    int leading = lmpi_leading(&data);
    lmpi_coll_call call = {.root = root, .recv = (void *)data, .recv_count = count, .recv_type = datatype};
    if (LMPI_TYPE_IS_BUILTIN(datatype))
        call.leading = leading;
    lmpi_comm *object;
    LMPI_COLL_TRY(lmpi_coll_prepare(&call, place, &bcast, comm, &object));
    LMPI_COLL_TRY(lmpi_coll_check_data(&call, comm, data, count, datatype));
    LMPI_COLL_TRY(lmpi_coll_check_root(&call, comm, object, root));
    call.bytes = count * lmpi_coll_size_of(datatype);
    return lmpi_coll_join(object, &call);
}
