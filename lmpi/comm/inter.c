/* inter.c - inter-communicators: MPI_Intercomm_create and MPI_Intercomm_merge; duplicates, parts and subsets of them;
 * queries. An inter-communicator is a pair of objects (lmpi_internal.h). */
#include "lmpi/capture/capture.h"
#include "lmpi/comm/inter.h"

#include <string.h>

#include "bsim/base/alloc.h"
#include "lmpi/coll/coll_inter.h"
#include "lmpi/comm/context.h"
#include "lmpi/core/props.h"
#include "lmpi/p2p/p2p.h"

enum {
    ID_BYTES = 2,      /* of a context */
    HIGH_BYTES = 4,    /* MPI_Intercomm_merge: the argument high */
    SPLIT_BYTES = 8,   /* color and key */
    RANK_BYTES = 4,    /* MPI_Comm_create: of each member of the new group */
    CREATE_BYTES = 8,  /* and before them their number and the context */
    SIZE_BYTES = 4,    /* MPI_Intercomm_create: of the leaders' groups, */
    PROCESS_BYTES = 8, /* and of each process in them; */
    INFO_BYTES = 16,   /* what the members learn before these, */
    DONE_BYTES = 4     /* and at the end */
};

/* The communicator of both groups, on which collectives are operations. */
static lmpi_comm *make_all(lmpi_group *a, lmpi_group *b) {
    int *world = bsim_alloc((size_t)(a->size + b->size) * sizeof *world);
    for (int i = 0; i < a->size; i++)
        world[i] = lmpi_group_world(a, i);
    for (int i = 0; i < b->size; i++)
        world[a->size + i] = lmpi_group_world(b, i);
    lmpi_group *both = lmpi_group_list(a->size + b->size, world);
    lmpi_comm *all = lmpi_comm_new(both);
    lmpi_group_unref(both);
    bsim_free(world);
    all->left = a->size;
    all->users = 1; /* the pair */
    return all;
}

lmpi_comm *lmpi_inter_new(lmpi_group *a, lmpi_group *b) {
    lmpi_comm *first = lmpi_comm_new(a), *second = lmpi_comm_new(b), *all = make_all(a, b);
    first->peers = second;
    second->peers = first;
    first->all = second->all = all;
    first->users = a->size;
    second->users = b->size;
    return first;
}

void lmpi_inter_delete(lmpi_comm *comm) {
    lmpi_comm *peers = comm->peers, *all = comm->all;
    lmpi_comm_delete(comm);
    lmpi_comm_delete(peers);
    if (--all->users == 0)
        lmpi_comm_delete(all);
}

/* ---- times, as in MPICH: each group agrees on a context; the leaders exchange what they know, and tell it their
 * groups. As tests/mpich/messages.py counts them, some broadcasts are composed. ---- */

static void agree_in_groups(lmpi_coll_run *run, bool composes) {
    lmpi_task task = lmpi_context_task(LMPI_FOR_CONTEXT);
    lmpi_inter_within(run, 0, BSIM_COLLECTIVE_allreduce, &task, composes);
    lmpi_inter_within(run, 1, BSIM_COLLECTIVE_allreduce, &task, composes);
}

/* The leaders exchange; each tells its own group what came. */
static void tell_each_other(lmpi_coll_run *run, int64_t left_bytes, int64_t right_bytes, bool composes) {
    lmpi_coll_exchange(run, 0, run->comm->left, left_bytes, right_bytes);
    lmpi_inter_within(run, 0, BSIM_COLLECTIVE_bcast, &(lmpi_task){.bytes = right_bytes}, composes);
    lmpi_inter_within(run, 1, BSIM_COLLECTIVE_bcast, &(lmpi_task){.bytes = left_bytes}, composes);
}

static void dup_time(lmpi_coll_run *run) {
    agree_in_groups(run, false);
    tell_each_other(run, ID_BYTES, ID_BYTES, false);
}

void lmpi_inter_idup_time(lmpi_coll_run *run) {
    agree_in_groups(run, true);
    tell_each_other(run, ID_BYTES, ID_BYTES, true);
}

/* An allgather within each group, and one of both groups. */
static void split_time(lmpi_coll_run *run) {
    int n[2] = {lmpi_inter_size(run, 0), lmpi_inter_size(run, 1)};
    for (int side = 0; side < 2; side++)
        lmpi_inter_local(run, side, BSIM_COLLECTIVE_allgather, SPLIT_BYTES, 0, 0);
    for (int side = 0; side < 2; side++)
        lmpi_inter_local(run, side, BSIM_COLLECTIVE_gather, SPLIT_BYTES, 0, 0);
    lmpi_inter_bcast(run, 0, (int64_t)SPLIT_BYTES * n[0]);
    lmpi_inter_bcast(run, run->comm->left, (int64_t)SPLIT_BYTES * n[1]);
    agree_in_groups(run, false);
    tell_each_other(run, ID_BYTES, ID_BYTES, true);
}

/* Each group's leader tells the other one the new group, which the members of its own have given. */
static void create_time(lmpi_coll_run *run) {
    int64_t bytes[2];
    for (int side = 0; side < 2; side++) {
        const lmpi_group *group = run->call[lmpi_inter_first(run, side)]->arguments;
        bytes[side] = (int64_t)RANK_BYTES * group->size;
    }
    agree_in_groups(run, false);
    lmpi_coll_exchange(run, 0, run->comm->left, CREATE_BYTES, CREATE_BYTES);
    lmpi_coll_exchange(run, 0, run->comm->left, bytes[0], bytes[1]);
    for (int side = 0; side < 2; side++) {
        lmpi_inter_within(run, side, BSIM_COLLECTIVE_bcast, &(lmpi_task){.bytes = CREATE_BYTES}, true);
        lmpi_inter_within(run, side, BSIM_COLLECTIVE_bcast, &(lmpi_task){.bytes = bytes[!side]}, true);
    }
}

/* The values of high are compared in each group. The new communicator's members agree on a context in the order in
 * which they are here; in MPICH in that of the new communicator. */
static void merge_time(lmpi_coll_run *run) {
    lmpi_task high = {.bytes = HIGH_BYTES, .count = 1, .each = HIGH_BYTES, .commutes = true, .predefined = true};
    lmpi_inter_within(run, 0, BSIM_COLLECTIVE_allreduce, &high, true);
    lmpi_inter_within(run, 1, BSIM_COLLECTIVE_allreduce, &high, true);
    tell_each_other(run, HIGH_BYTES, HIGH_BYTES, true);
    lmpi_context_time(run);
}

/* ---- duplicates, parts, subsets ---- */

static void give(lmpi_coll_run *run, int member, lmpi_comm *made) {
    run->call[member]->made = lmpi_comm_rank(made, run->call[member]->world) >= 0 ? made : made->peers;
}

static void dup_data(lmpi_coll_run *run) {
    lmpi_group *group[2];
    for (int side = 0; side < 2; side++) {
        int first = lmpi_inter_first(run, side), n = lmpi_inter_size(run, side);
        int *world = lmpi_coll_scratch((size_t)n * sizeof *world);
        for (int i = 0; i < n; i++)
            world[i] = run->call[first + i]->world;
        group[side] = lmpi_group_list(n, world);
    }
    lmpi_comm *made = lmpi_inter_new(group[0], group[1]);
    lmpi_group_unref(group[0]);
    lmpi_group_unref(group[1]);
    for (int i = 0; i < run->n; i++)
        give(run, i, made);
}

/* The members of one side that wish a color, by key. Null: there are none. */
static lmpi_group *part_of(const lmpi_coll_run *run, const lmpi_split *wish, int side, int color) {
    int first = lmpi_inter_first(run, side), n = lmpi_inter_size(run, side), count = 0;
    int *order = lmpi_coll_scratch((size_t)n * sizeof *order);
    for (int i = first; i < first + n; i++) {
        if (wish[i].color != color)
            continue;
        int at = count++;
        for (; at > 0 && wish[order[at - 1]].key > wish[i].key; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    for (int i = 0; i < count; i++)
        order[i] = run->call[order[i]]->world;
    return count ? lmpi_group_list(count, order) : NULL;
}

/* Makes an inter-communicator of each color that both groups have. */
static void make_parts(lmpi_coll_run *run, const lmpi_split *wish) {
    for (int i = 0; i < run->comm->left; i++) {
        int color = wish[i].color;
        bool is_first = color != MPI_UNDEFINED;
        for (int k = 0; k < i && is_first; k++)
            is_first = wish[k].color != color;
        if (!is_first)
            continue;
        lmpi_group *a = part_of(run, wish, 0, color), *b = part_of(run, wish, 1, color);
        lmpi_comm *made = a && b ? lmpi_inter_new(a, b) : NULL;
        for (int k = 0; made && k < run->n; k++)
            if (wish[k].color == color)
                give(run, k, made);
        if (a)
            lmpi_group_unref(a);
        if (b)
            lmpi_group_unref(b);
    }
}

static void split_data(lmpi_coll_run *run) {
    lmpi_split *wish = lmpi_coll_scratch((size_t)run->n * sizeof *wish);
    for (int i = 0; i < run->n; i++)
        wish[i] = *(const lmpi_split *)run->call[i]->arguments;
    make_parts(run, wish);
}

/* MPI_Comm_create: each group's members give a subset of it, which becomes a group of the new one. */
static void create_data(lmpi_coll_run *run) {
    lmpi_split *wish = lmpi_coll_scratch((size_t)run->n * sizeof *wish);
    for (int i = 0; i < run->n; i++) {
        lmpi_group *group = (lmpi_group *)(uintptr_t)run->call[i]->arguments;
        int place = lmpi_group_find(group, run->call[i]->world);
        wish[i] = (lmpi_split){place == MPI_UNDEFINED ? MPI_UNDEFINED : 0, place};
    }
    make_parts(run, wish);
}

const lmpi_coll_kind lmpi_inter_dup = {
    .name = "MPI_Comm_dup", .constructs = true, .by_one = true, .time = dup_time, .data = dup_data};
const lmpi_coll_kind lmpi_inter_split = {
    .name = "MPI_Comm_split", .constructs = true, .by_one = true, .time = split_time, .data = split_data};
const lmpi_coll_kind lmpi_inter_create = {
    .name = "MPI_Comm_create", .constructs = true, .time = create_time, .data = create_data};

lmpi_comm *lmpi_inter_duplicate(lmpi_comm *all) {
    lmpi_group *group[2];
    for (int side = 0; side < 2; side++) {
        int n = side ? all->size - all->left : all->left, *world = bsim_alloc((size_t)n * sizeof *world);
        for (int i = 0; i < n; i++)
            world[i] = lmpi_comm_world(all, side ? all->left + i : i);
        group[side] = lmpi_group_list(n, world);
        bsim_free(world);
    }
    lmpi_comm *made = lmpi_inter_new(group[0], group[1]);
    lmpi_group_unref(group[0]);
    lmpi_group_unref(group[1]);
    return made;
}

/* ---- Intercomm_merge ---- */

static void merge_check(lmpi_coll_run *run) {
    for (int side = 0; side < 2; side++) {
        int first = lmpi_inter_first(run, side);
        for (int i = 1; i < lmpi_inter_size(run, side); i++)
            if (!*(const int *)run->call[first]->arguments != !*(const int *)run->call[first + i]->arguments)
                lmpi_coll_mismatch(run->comm, run->call[first], run->call[first + i],
                                   "the members of a group must give the same value of high");
    }
}

/* The group that gives a false high comes first; if both give the same, the one that was first. */
static void merge_data(lmpi_coll_run *run) {
    bool high[2];
    for (int side = 0; side < 2; side++)
        high[side] = *(const int *)run->call[lmpi_inter_first(run, side)]->arguments;
    lmpi_split *wish = lmpi_coll_scratch((size_t)run->n * sizeof *wish);
    bool turned = high[0] && !high[1];
    for (int i = 0; i < run->n; i++)
        wish[i].key = lmpi_inter_side(run, i) != turned;
    lmpi_comm_make_parts(run, wish);
}

static const lmpi_coll_kind merge = {.name = "MPI_Intercomm_merge",
                                     .constructs = true,
                                     .by_one = true,
                                     .check = merge_check,
                                     .time = merge_time,
                                     .data = merge_data};

int MPI_Intercomm_merge(MPI_Comm intercomm, int high, MPI_Comm *newintracomm) {
    LMPI_CAPTURE(MPI_Intercomm_merge, (intercomm, high, newintracomm));
    BSIM_ALONE;
    LMPI_COMM_OR_FAIL(c, intercomm);
    if (!c->all)
        return LMPI_FAIL(intercomm, MPI_ERR_COMM, "the communicator is not an inter-communicator");
    lmpi_coll_call call;
    return lmpi_comm_agree(&merge, __func__, LMPI_SITE, intercomm, &high, &call, newintracomm);
}

/* ---- Intercomm_create ---- */

/* What the members of one group learn from their leader, and the leader's part of the work. */
typedef struct creation {
    bool leads;
    lmpi_comm *made; /* the leader's; set before it joins */
} creation;

/* NULL: the leader has not called. */
static lmpi_comm *made_by_leader(const lmpi_coll_run *run) {
    for (int i = 0; i < run->n; i++)
        if (run->call[i] && ((const creation *)run->call[i]->arguments)->leads)
            return ((const creation *)run->call[i]->arguments)->made;
    return NULL;
}

static void learn_data(lmpi_coll_run *run) {
    lmpi_comm *made = made_by_leader(run);
    for (int i = 0; i < run->n; i++)
        run->call[i]->made = made;
}

static bool learn_leave(const lmpi_coll_run *run, const lmpi_coll_call *call, lmpi_coll_call *kept) {
    lmpi_comm *made = made_by_leader(run);
    if (!made)
        return false;
    run->call[call->local]->made = made;
    kept->kept = memcpy(bsim_alloc(sizeof(creation)), call->arguments, sizeof(creation));
    kept->arguments = kept->kept;
    return true;
}

static void learn_check(lmpi_coll_run *run) {
    int leaders = 0;
    for (int i = 0; i < run->n; i++)
        leaders += ((const creation *)run->call[i]->arguments)->leads;
    if (leaders != 1)
        lmpi_coll_mismatch(run->comm, run->call[0], run->call[run->n - 1], "they name different leaders");
}

/* The leader tells the size of the other group, */
static void learn_time(lmpi_coll_run *run) {
    lmpi_coll_choose(run, BSIM_COLLECTIVE_bcast, &(lmpi_task){.bytes = INFO_BYTES, .purpose = LMPI_FOR_CONTEXT});
}

/* and its processes, of which each member knows now how many there are. The group agrees on a context, */
static void agree_time(lmpi_coll_run *run) {
    lmpi_task task = {.bytes = *(const int *)run->call[0]->arguments * (int64_t)PROCESS_BYTES,
                      .purpose = LMPI_FOR_CONTEXT};
    lmpi_coll_choose(run, BSIM_COLLECTIVE_bcast, &task);
    lmpi_context_time(run);
}

/* and the leader tells the one of the other group. */
static void end_time(lmpi_coll_run *run) {
    lmpi_coll_choose(run, BSIM_COLLECTIVE_bcast, &(lmpi_task){.bytes = DONE_BYTES});
}

#define PART .name = "MPI_Intercomm_create", .constructs = true, .by_one = true
static const lmpi_coll_kind learn = {PART, .check = learn_check, .time = learn_time, .data = learn_data,
                                     .leave = learn_leave},
                            agree = {PART, .continues = true, .time = agree_time},
                            end = {PART, .continues = true, .time = end_time};

/* The leader's view of the other one. Their messages have a context of their own, so that no receive of the program
 * takes them; it must be one for both sides, also where peers is an inter-communicator. */
typedef struct other_leader {
    const lmpi_call *call;
    const lmpi_comm *peers;
    int rank, tag;
    lmpi_comm context;
} other_leader;

static other_leader other_leader_of(const lmpi_call *call, const lmpi_comm *peers, int rank, int tag) {
    other_leader other = {call, peers, rank, tag, *peers};
    int id = peers->peers->id < peers->id ? peers->peers->id : peers->id;
    other.context.id = LMPI_COMM_ID_LEADERS - 2 * id;
    return other;
}

/* data: what it carries besides its size, or NULL. */
static lmpi_side side_of(const other_leader *other, int64_t bytes, lmpi_group **data) {
    bool has_more = bytes > (int64_t)sizeof *data;
    return (lmpi_side){.buffer = data,
                       .count = (int)bytes,
                       .type = MPI_BYTE,
                       .layout = MPI_BYTE,
                       .bytes = bytes,
                       .peer = lmpi_comm_world(other->peers->peers, other->rank),
                       .local = other->rank,
                       .tag = other->tag,
                       .comm = &other->context,
                       .real = !data      ? LMPI_TIMING
                               : has_more ? LMPI_LEADING + sizeof *data
                                          : LMPI_DATA,
                       .path = LMPI_PATH_STANDARD};
}

static int exchange_bytes(const other_leader *other, int64_t bytes) {
    lmpi_side side = side_of(other, bytes, NULL);
    return lmpi_exchange(other->call, &side, &side);
}

/* Pairs that one leader has made and the other one has not fetched. */
typedef struct pending_pair {
    struct pending_pair *next;
    int context, tag;
    lmpi_comm *made; /* of the group whose leader has the lower rank */
} pending_pair;
static pending_pair *pending_pairs;

/* This side's object of the pair. own_first: this side's group is the first one. */
static lmpi_comm *pair_of(const other_leader *other, lmpi_group *own, lmpi_group *others, bool own_first) {
    BSIM_ALONE;
    lmpi_group *first = own_first ? own : others, *second = own_first ? others : own;
    for (pending_pair **at = &pending_pairs; *at; at = &(*at)->next) {
        pending_pair *p = *at;
        if (p->context != other->context.id || p->tag != other->tag || p->made->group != first ||
            p->made->peers->group != second)
            continue;
        lmpi_comm *made = p->made;
        *at = p->next;
        bsim_free(p);
        return own_first ? made : made->peers;
    }
    pending_pair *p = bsim_alloc(sizeof *p);
    *p = (pending_pair){pending_pairs, other->context.id, other->tag, lmpi_inter_new(first, second)};
    pending_pairs = p;
    return own_first ? p->made : p->made->peers;
}

/* The leaders exchange the sizes of their groups, and the groups. */
static int meet(const other_leader *other, lmpi_comm *local, lmpi_comm **made) {
    lmpi_group *own = local->group, *others = NULL;
    if (local->id == LMPI_COMM_ID_SELF) {
        BSIM_ALONE;
        own = lmpi_group_range(1, bsim_self->id, 1);
    }
    int code = exchange_bytes(other, SIZE_BYTES);
    lmpi_side out = side_of(other, own->size * (int64_t)PROCESS_BYTES, &own), in = side_of(other, INT32_MAX, &others);
    if (code == MPI_SUCCESS)
        code = lmpi_exchange(other->call, &out, &in);
    if (code == MPI_SUCCESS)
        *made = pair_of(other, own, others, bsim_self->id < out.peer);
    if (local->id == LMPI_COMM_ID_SELF) {
        BSIM_ALONE;
        lmpi_group_unref(own);
    }
    return code;
}

/* MPI_SUCCESS, or the code of the error that was reported. *peer: the leader's peer communicator. */
static int check_creation(const lmpi_call *call, const lmpi_comm *local, MPI_Comm local_comm, int local_leader,
                          MPI_Comm peer_comm, int remote_leader, lmpi_comm **peer) {
    if (!local || local->all)
        return lmpi_error(local_comm, call->name, call->ret, MPI_ERR_COMM, "%s",
                          local ? "the local communicator is an inter-communicator"
                                : "the local communicator is not valid");
    if (local_leader < 0 || local_leader >= local->size)
        return lmpi_error(local_comm, call->name, call->ret, MPI_ERR_RANK, "the local leader is %d; there are %d ranks",
                          local_leader, local->size);
    if (lmpi_comm_rank(local, bsim_self->id) != local_leader)
        return MPI_SUCCESS;
    *peer = lmpi_comm_of(peer_comm);
    if (!*peer)
        return lmpi_error(local_comm, call->name, call->ret, MPI_ERR_COMM, "the peer communicator is not valid");
    if (remote_leader < 0 || remote_leader >= (*peer)->peers->size)
        return lmpi_error(local_comm, call->name, call->ret, MPI_ERR_RANK,
                          "the remote leader is %d; there are %d ranks", remote_leader, (*peer)->peers->size);
    if (lmpi_comm_world((*peer)->peers, remote_leader) == bsim_self->id)
        return lmpi_error(local_comm, call->name, call->ret, MPI_ERR_RANK,
                          "the remote leader is the local leader itself: the groups must be disjoint");
    return MPI_SUCCESS;
}

int lmpi_inter_make(const lmpi_call *call, MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm, int remote_leader,
                    int tag, MPI_Comm *made) {
    lmpi_comm *local = lmpi_comm_of(local_comm), *peer = NULL;
    lmpi_coll_call joined;
    MPI_Comm handle, none;
    *made = MPI_COMM_NULL;
    int code = check_creation(call, local, local_comm, local_leader, peer_comm, remote_leader, &peer);
    if (code != MPI_SUCCESS)
        return code;
    creation c = {.leads = peer != NULL};
    other_leader other = {0};
    if (c.leads) {
        other = other_leader_of(call, peer, remote_leader, tag);
        code = meet(&other, local, &c.made);
    }
    if (code == MPI_SUCCESS)
        code = lmpi_comm_agree(&learn, call->name, call->ret, local_comm, &c, &joined, &handle);
    if (code != MPI_SUCCESS)
        return code;
    int size = lmpi_comm_of(handle)->peers->size;
    code = lmpi_comm_agree(&agree, call->name, call->ret, local_comm, &size, &joined, &none);
    if (code == MPI_SUCCESS && c.leads)
        code = exchange_bytes(&other, ID_BYTES);
    if (code == MPI_SUCCESS)
        code = lmpi_comm_agree(&end, call->name, call->ret, local_comm, NULL, &joined, &none);
    if (code == MPI_SUCCESS)
        *made = handle;
    return code;
}

/* The guards are inside: leaders send messages. */
int MPI_Intercomm_create(MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm, int remote_leader, int tag,
                         MPI_Comm *newintercomm) {
    LMPI_CAPTURE(MPI_Intercomm_create, (local_comm, local_leader, peer_comm, remote_leader, tag, newintercomm));
    return lmpi_inter_make(LMPI_CALL(MPI_Intercomm_create), local_comm, local_leader, peer_comm, remote_leader, tag,
                           newintercomm);
}

/* ---- queries ---- */

int MPI_Comm_test_inter(MPI_Comm comm, int *flag) {
    LMPI_ENTER;
    BSIM_ALONE;
    LMPI_COMM_OR_FAIL(c, comm);
    *flag = c->all != NULL;
    return MPI_SUCCESS;
}

int MPI_Comm_remote_size(MPI_Comm comm, int *size) {
    LMPI_ENTER;
    BSIM_ALONE;
    LMPI_COMM_OR_FAIL(c, comm);
    if (!c->all)
        return LMPI_FAIL(comm, MPI_ERR_COMM, "the communicator is not an inter-communicator");
    *size = c->peers->size;
    return MPI_SUCCESS;
}

int MPI_Comm_remote_group(MPI_Comm comm, MPI_Group *group) {
    LMPI_ENTER;
    BSIM_ALONE;
    LMPI_COMM_OR_FAIL(c, comm);
    if (!c->all)
        return LMPI_FAIL(comm, MPI_ERR_COMM, "the communicator is not an inter-communicator");
    *group = lmpi_comm_group(c->peers, bsim_self->id)->handle;
    return MPI_SUCCESS;
}
