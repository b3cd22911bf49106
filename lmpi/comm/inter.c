/* inter.c - inter-communicators: MPI_Intercomm_create and MPI_Intercomm_merge; duplicates, parts and subsets of them;
 * queries. An inter-communicator is a pair of objects (lmpi_internal.h). */
#include "lmpi/capture/capture.h"
#include "lmpi/comm/inter.h"

#include <string.h>

#include "bsim/base/alloc.h"
#include "lmpi/coll/coll_inter.h"
#include "lmpi/core/props.h"
#include "lmpi/p2p/p2p.h"

enum { GROUP_BYTES = 4 /* of each member's rank */, CONTEXT_BYTES = 260, INFO_BYTES = 12 };

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
    if (peers->users > 0)
        return;
    lmpi_comm_delete(comm);
    lmpi_comm_delete(peers);
    if (--all->users == 0)
        lmpi_comm_delete(all);
}

/* ---- times, as in MPICH: the groups agree on a context each, their leaders exchange, and tell their groups ---- */

static void each_local(lmpi_coll_run *run, enum bsim_collective collective, int64_t bytes) {
    lmpi_inter_local(run, 0, collective, bytes, bytes / 4, 4);
    lmpi_inter_local(run, 1, collective, bytes, bytes / 4, 4);
}

static void context_time(lmpi_coll_run *run) {
    each_local(run, BSIM_COLLECTIVE_allreduce, CONTEXT_BYTES);
    lmpi_coll_exchange(run, 0, run->comm->left, GROUP_BYTES, GROUP_BYTES);
    each_local(run, BSIM_COLLECTIVE_bcast, GROUP_BYTES);
}

static void split_time(lmpi_coll_run *run) {
    int left = run->comm->left, right = run->n - left;
    lmpi_inter_local(run, 0, BSIM_COLLECTIVE_allgather, 8, 0, 0);
    lmpi_inter_local(run, 1, BSIM_COLLECTIVE_allgather, 8, 0, 0);
    lmpi_coll_exchange(run, 0, left, 8 * left, 8 * right);
    lmpi_inter_local(run, 0, BSIM_COLLECTIVE_bcast, 8 * right, 0, 0);
    lmpi_inter_local(run, 1, BSIM_COLLECTIVE_bcast, 8 * left, 0, 0);
    context_time(run);
}

static void merge_time(lmpi_coll_run *run) {
    lmpi_coll_exchange(run, 0, run->comm->left, GROUP_BYTES, GROUP_BYTES);
    each_local(run, BSIM_COLLECTIVE_bcast, GROUP_BYTES);
    lmpi_comm_time_context(run);
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
    .name = "MPI_Comm_dup", .constructs = true, .by_one = true, .time = context_time, .data = dup_data};
const lmpi_coll_kind lmpi_inter_split = {
    .name = "MPI_Comm_split", .constructs = true, .by_one = true, .time = split_time, .data = split_data};
const lmpi_coll_kind lmpi_inter_create = {
    .name = "MPI_Comm_create", .constructs = true, .by_one = true, .time = context_time, .data = create_data};

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
    return lmpi_comm_construct(&merge, __func__, LMPI_SITE, intercomm, &high, newintracomm);
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

/* The leader tells the sizes and contexts, */
static void learn_time(lmpi_coll_run *run) {
    lmpi_coll_choose(run, BSIM_COLLECTIVE_bcast, &(lmpi_task){.bytes = INFO_BYTES, .segment = -1});
}

/* and the members of the remote group, of which each member knows now how many there are. */
static void learn_group_time(lmpi_coll_run *run) {
    const int *size = run->call[0]->arguments;
    lmpi_coll_choose(run, BSIM_COLLECTIVE_bcast, &(lmpi_task){.bytes = (int64_t)*size * GROUP_BYTES, .segment = -1});
}

static const lmpi_coll_kind
    agree = {.name = "MPI_Intercomm_create", .constructs = true, .by_one = true, .time = lmpi_comm_time_context},
    learn = {.name = "MPI_Intercomm_create",
             .constructs = true,
             .by_one = true,
             .check = learn_check,
             .time = learn_time,
             .data = learn_data,
             .leave = learn_leave},
    learn_group = {.name = "MPI_Intercomm_create", .constructs = true, .by_one = true, .time = learn_group_time};

/* What the leaders send each other. */
typedef struct greeting {
    lmpi_group *group;
    lmpi_comm *made;
} greeting;

/* A message of the leaders, which no receive of the program takes. */
static lmpi_side side_of(const lmpi_comm *context, const lmpi_comm *peer_comm, int peer, int tag, greeting *data) {
    return (lmpi_side){.buffer = data,
                       .count = sizeof *data,
                       .type = MPI_BYTE,
                       .layout = MPI_BYTE,
                       .bytes = sizeof *data,
                       .peer = lmpi_comm_world(peer_comm->peers, peer),
                       .local = peer,
                       .tag = tag,
                       .comm = context,
                       .real = LMPI_DATA,
                       .path = LMPI_PATH_STANDARD};
}

static lmpi_comm *make_pair(lmpi_group *own, lmpi_group *other) {
    BSIM_ALONE;
    return lmpi_inter_new(own, other);
}

/* The leaders exchange their groups; the one whose leader has the lower rank makes the pair and tells the other. */
static int meet(const lmpi_call *call, lmpi_comm *local, const lmpi_comm *peer_comm, int remote_leader, int tag,
                struct bsim_site *site, lmpi_comm **made) {
    /* The context must be one for both sides, also where peer_comm is an inter-communicator. */
    lmpi_comm context = *peer_comm;
    int id = peer_comm->peers->id < peer_comm->id ? peer_comm->peers->id : peer_comm->id;
    context.id = INT32_MIN + 1 + id; /* LMPI_COMM_ID_RMA is INT32_MIN */
    greeting own = {local->group, NULL}, other = {NULL, NULL};
    if (local->id == LMPI_COMM_ID_SELF) {
        BSIM_ALONE;
        own.group = lmpi_group_range(1, bsim_self->id, 1);
    }
    double start_s = bsim_self->clock[0], wait_s = 0;
    int remote = lmpi_comm_world(peer_comm->peers, remote_leader);
    lmpi_side out = side_of(&context, peer_comm, remote_leader, tag, &own);
    lmpi_side in = side_of(&context, peer_comm, remote_leader, tag, &other);
    if (bsim_self->id < remote) {
        lmpi_recv_blocking(&in, call, site, MPI_STATUS_IGNORE, &wait_s);
        own.made = make_pair(own.group, other.group);
        lmpi_send_blocking(&out, call, bsim_site_here(site), &wait_s);
        *made = own.made;
    } else {
        lmpi_send_blocking(&out, call, site, &wait_s);
        lmpi_recv_blocking(&in, call, bsim_site_here(site), MPI_STATUS_IGNORE, &wait_s);
        *made = other.made->peers;
    }
    if (local->id == LMPI_COMM_ID_SELF) {
        BSIM_ALONE;
        lmpi_group_unref(own.group);
    }
    lmpi_charge(site, start_s, wait_s);
    return MPI_SUCCESS;
}

int lmpi_inter_make(const lmpi_call *call, MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm, int remote_leader,
                    int tag, MPI_Comm *made) {
    lmpi_comm *local = lmpi_comm_of(local_comm), *peer = NULL;
    creation c = {0};
    *made = MPI_COMM_NULL;
    if (!local || local->all)
        return lmpi_error(local_comm, call->name, call->ret, MPI_ERR_COMM, "%s",
                          local ? "the local communicator is an inter-communicator"
                                : "the local communicator is not valid");
    if (local_leader < 0 || local_leader >= local->size)
        return lmpi_error(local_comm, call->name, call->ret, MPI_ERR_RANK, "the local leader is %d; there are %d ranks",
                          local_leader, local->size);
    c.leads = lmpi_comm_rank(local, bsim_self->id) == local_leader;
    if (c.leads) {
        peer = lmpi_comm_of(peer_comm);
        if (!peer)
            return lmpi_error(local_comm, call->name, call->ret, MPI_ERR_COMM, "the peer communicator is not valid");
        if (remote_leader < 0 || remote_leader >= peer->peers->size)
            return lmpi_error(local_comm, call->name, call->ret, MPI_ERR_RANK,
                              "the remote leader is %d; there are %d ranks", remote_leader, peer->peers->size);
        if (lmpi_comm_world(peer->peers, remote_leader) == bsim_self->id)
            return lmpi_error(local_comm, call->name, call->ret, MPI_ERR_RANK,
                              "the remote leader is the local leader itself: the groups must be disjoint");
    }
    MPI_Comm none;
    int code = lmpi_comm_construct(&agree, call->name, call->ret, local_comm, NULL, &none);
    if (code == MPI_SUCCESS && c.leads)
        code = meet(call, local, peer, remote_leader, tag, bsim_site_at(call->ret, call->name), &c.made);
    if (code == MPI_SUCCESS)
        code = lmpi_comm_construct(&learn, call->name, call->ret, local_comm, &c, made);
    if (code != MPI_SUCCESS)
        return code;
    int size = lmpi_comm_of(*made)->peers->size;
    bsim_site_at(call->ret, call->name)->calls--; /* the next part counts it again */
    return lmpi_comm_construct(&learn_group, call->name, call->ret, local_comm, &size, &none);
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
    BSIM_ALONE;
    LMPI_COMM_OR_FAIL(c, comm);
    *flag = c->all != NULL;
    return MPI_SUCCESS;
}

int MPI_Comm_remote_size(MPI_Comm comm, int *size) {
    BSIM_ALONE;
    LMPI_COMM_OR_FAIL(c, comm);
    if (!c->all)
        return LMPI_FAIL(comm, MPI_ERR_COMM, "the communicator is not an inter-communicator");
    *size = c->peers->size;
    return MPI_SUCCESS;
}

int MPI_Comm_remote_group(MPI_Comm comm, MPI_Group *group) {
    BSIM_ALONE;
    LMPI_COMM_OR_FAIL(c, comm);
    if (!c->all)
        return LMPI_FAIL(comm, MPI_ERR_COMM, "the communicator is not an inter-communicator");
    *group = lmpi_comm_group(c->peers, bsim_self->id)->handle;
    return MPI_SUCCESS;
}
