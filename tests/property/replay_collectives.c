/* replay_collectives SCHEDULE WAY: does what a file says, for tests/property/collectives_random.py. WAY "calls" calls
 * the collectives; WAY "messages" has their algorithms (docs/explanation/collectives.md) written out as sends and
 * receives.
 *
 * Half of the ranks do what the file says. With "messages" rank R's non-blocking collectives are done by rank R + n, on
 * its node, between whom messages take no time. Lines, which all ranks read:
 *   group NUMBER SIZE RANK...            a communicator of these ranks
 *   pair NUMBER GROUP GROUP              an inter-communicator of two groups
 *   RANK c SECONDS                       calculates
 *   m FROM TO BYTES                      a message
 *   b FROM TO BYTES                      a message whose sides go on at once, and wait at the line "w FROM TO"
 *   x KIND NUMBER ROOT BYTES DATA        a collective on a group or pair; DATA 1: it moves data
 *   i KIND NUMBER ROOT BYTES DATA        a non-blocking one, which ends at the line "e NUMBER"
 * ROOT is a rank of the group, or of the pair's first group. Each rank prints "RANK TIME" at its end. */
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <bsim/bsim.h>
#include <lmpi/lmpi.h>

enum { MAX_RANKS = 16, MAX_GROUPS = 8, ROOM = 1 << 22, TAG = 7 };

/* A group's members in the world; of a pair, both groups. */
struct set {
    int size, member[MAX_RANKS], first, second; /* first, second: the groups of a pair */
    bool is_pair;
    MPI_Comm comm;
    int counts[2][MAX_RANKS]; /* lists that a collective under way uses */
};

/* Of each rank. */
BSIM_PRIVATE static struct rank {
    int n, self, doer; /* n: half of the ranks; doer: the rank that this one stands for */
    bool by_messages;
    double call_s; /* what starting a non-blocking collective takes */
    char *out, *in;
    struct set set[MAX_GROUPS];
    MPI_Request started[MAX_RANKS][MAX_RANKS], request[MAX_GROUPS];
} rank_data;
#define my BSIM_G(rank_data)
static int places[MAX_RANKS]; /* all 0 */

/* ---- messages between members ---- */

struct view { /* of a set, as a member sees it */
    const int *member;
    int n, rank;
    int shift; /* added to world ranks: n for those that stand for others */
};

static void put(const struct view *v, int to, int bytes) {
    MPI_Send(my.out, bytes, MPI_BYTE, v->member[to] + v->shift, TAG, MPI_COMM_WORLD);
}
static void get(const struct view *v, int from) {
    MPI_Recv(my.in, ROOM, MPI_BYTE, v->member[from] + v->shift, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
static void swap(const struct view *v, int to, int bytes, int from) {
    MPI_Sendrecv(my.out, bytes, MPI_BYTE, v->member[to] + v->shift, TAG, my.in, ROOM, MPI_BYTE,
                 v->member[from] + v->shift, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* ---- algorithms within a group ---- */

static void barrier(const struct view *v) {
    for (int d = 1; d < v->n; d *= 2)
        swap(v, (v->rank + d) % v->n, 0, (v->rank - d + v->n) % v->n);
}

static void bcast(const struct view *v, int root, int bytes) {
    int relative = (v->rank - root + v->n) % v->n, mask = 1;
    for (; mask < v->n; mask *= 2)
        if (relative & mask) {
            get(v, (relative - mask + root) % v->n);
            break;
        }
    for (mask /= 2; mask; mask /= 2)
        if (relative + mask < v->n)
            put(v, (relative + mask + root) % v->n, bytes);
}

static void reduce(const struct view *v, int root, int bytes) {
    int relative = (v->rank - root + v->n) % v->n;
    for (int mask = 1; mask < v->n; mask *= 2) {
        if (relative & mask) {
            put(v, (relative - mask + root) % v->n, bytes);
            return;
        }
        if (relative + mask < v->n)
            get(v, (relative + mask + root) % v->n);
    }
}

static int power_below(int size) {
    int p = 1;
    while (2 * p <= size)
        p *= 2;
    return p;
}

static void allreduce(const struct view *v, int bytes) {
    int pof2 = power_below(v->n), rem = v->n - pof2, own = v->rank - rem;
    if (v->rank < 2 * rem) {
        if (v->rank % 2 == 0) {
            put(v, v->rank + 1, bytes);
            get(v, v->rank + 1);
            return;
        }
        get(v, v->rank - 1);
        own = v->rank / 2;
    }
    for (int mask = 1; mask < pof2; mask *= 2) {
        int other = own ^ mask, to = other < rem ? 2 * other + 1 : other + rem;
        swap(v, to, bytes, to);
    }
    if (v->rank < 2 * rem)
        put(v, v->rank - 1, bytes);
}

static void shift(const struct view *v, int bytes, bool far) {
    for (int i = 1; i < v->n; i++) {
        int d = far ? i : 1;
        swap(v, (v->rank + d) % v->n, bytes, (v->rank - d + v->n) % v->n);
    }
}

static int subtree(int relative, int size) {
    int own = relative & -relative;
    return relative + own <= size ? own : size - relative;
}

static void gather(const struct view *v, int root, int bytes) {
    int relative = (v->rank - root + v->n) % v->n;
    for (int mask = 1; mask < v->n; mask *= 2) {
        if (relative & mask) {
            put(v, (relative - mask + root) % v->n, bytes * subtree(relative, v->n));
            return;
        }
        if (relative + mask < v->n)
            get(v, (relative + mask + root) % v->n);
    }
}

static void scatter(const struct view *v, int root, int bytes) {
    int relative = (v->rank - root + v->n) % v->n, mask = 1;
    for (; mask < v->n; mask *= 2)
        if (relative & mask) {
            get(v, (relative - mask + root) % v->n);
            break;
        }
    for (mask /= 2; mask; mask /= 2)
        if (relative + mask < v->n)
            put(v, (relative + mask + root) % v->n, bytes * subtree(relative + mask, v->n));
}

static void scan(const struct view *v, int bytes) {
    for (int mask = 1; mask < v->n; mask *= 2)
        if ((v->rank ^ mask) < v->n)
            swap(v, v->rank ^ mask, bytes, v->rank ^ mask);
}

/* What member a sends to member b where counts differ; 0 now and then. */
static int count_of(int a, int b, int bytes) {
    int part = (a * 5 + b * 3) % 4;
    return part ? bytes / part : 0;
}

/* The root has all sends or receives under way at once. */
static void fan(const struct view *v, int root, int bytes, bool is_in) {
    MPI_Request r[MAX_RANKS];
    int used = 0, own = is_in ? count_of(v->rank, root, bytes) : count_of(root, v->rank, bytes);
    if (v->rank != root) {
        if (own && is_in)
            put(v, root, own);
        else if (own)
            get(v, root);
        return;
    }
    for (int i = 0; i < v->n; i++) {
        int count = is_in ? count_of(i, root, bytes) : count_of(root, i, bytes);
        if (i == root || !count)
            continue;
        if (is_in)
            MPI_Irecv(my.in, ROOM, MPI_BYTE, v->member[i] + v->shift, TAG, MPI_COMM_WORLD, &r[used++]);
        else
            MPI_Isend(my.out, count, MPI_BYTE, v->member[i] + v->shift, TAG, MPI_COMM_WORLD, &r[used++]);
    }
    MPI_Waitall(used, r, MPI_STATUSES_IGNORE);
}

static void alltoallv(const struct view *v, int bytes) {
    MPI_Request r[2 * MAX_RANKS];
    int used = 0;
    for (int i = 1; i < v->n; i++) {
        int from = (v->rank + i) % v->n;
        if (count_of(from, v->rank, bytes))
            MPI_Irecv(my.in, ROOM, MPI_BYTE, v->member[from] + v->shift, TAG, MPI_COMM_WORLD, &r[used++]);
    }
    for (int i = 1; i < v->n; i++) {
        int to = (v->rank - i + v->n) % v->n, count = count_of(v->rank, to, bytes);
        if (count)
            MPI_Isend(my.out, count, MPI_BYTE, v->member[to] + v->shift, TAG, MPI_COMM_WORLD, &r[used++]);
    }
    MPI_Waitall(used, r, MPI_STATUSES_IGNORE);
}

/* ---- algorithms between two groups: members of the first group come first ---- */

struct pair {
    struct view all, own;
    int left, first[2], size[2], side;
    int begins; /* the group whose first member has the lower rank in the world */
};

static void tell(const struct pair *p, int root, int bytes) {
    int side = root < p->left, to = p->first[side];
    if (p->all.rank == root)
        put(&p->all, to, bytes);
    if (p->all.rank == to)
        get(&p->all, root);
    if (p->side == side)
        bcast(&p->own, 0, bytes);
}

static void pair_barrier(const struct pair *p) {
    barrier(&p->own);
    tell(p, p->first[p->begins], 4);
    tell(p, p->first[!p->begins], 4);
}

static void pair_allgather(const struct pair *p, int bytes) {
    gather(&p->own, 0, bytes);
    tell(p, p->first[p->begins], bytes * p->size[p->begins]);
    tell(p, p->first[!p->begins], bytes * p->size[!p->begins]);
}

static void pair_alltoall(const struct pair *p, int bytes) {
    int own = p->own.rank, others = p->size[!p->side], first = p->first[!p->side];
    int longest = p->size[0] > p->size[1] ? p->size[0] : p->size[1];
    for (int s = 0; s < longest; s++) {
        MPI_Request r[2];
        int used = 0, from = (own - s + longest) % longest, to = (own + s) % longest;
        if (from < others)
            MPI_Irecv(my.in, ROOM, MPI_BYTE, p->all.member[first + from] + p->all.shift, TAG, MPI_COMM_WORLD,
                      &r[used++]);
        if (to < others)
            MPI_Isend(my.out, bytes, MPI_BYTE, p->all.member[first + to] + p->all.shift, TAG, MPI_COMM_WORLD,
                      &r[used++]);
        MPI_Waitall(used, r, MPI_STATUSES_IGNORE);
    }
}

static void message(const struct pair *p, int from, int to, int bytes) {
    if (p->all.rank == from)
        put(&p->all, to, bytes);
    if (p->all.rank == to)
        get(&p->all, from);
}

static void pair_reduce(const struct pair *p, int root, int bytes) {
    if (p->side)
        reduce(&p->own, 0, bytes);
    message(p, p->left, root, bytes);
}

static void pair_allreduce(const struct pair *p, int bytes) {
    int other = p->first[!p->side];
    reduce(&p->own, 0, bytes);
    if (p->own.rank == 0)
        swap(&p->all, other, bytes, other);
    bcast(&p->own, 0, bytes);
}

static void pair_reduce_scatter(const struct pair *p, int bytes) {
    int product = bytes * p->size[0] * p->size[1];
    for (int i = 0; i < 2; i++) {
        int side = i ? p->begins : !p->begins;
        if (p->side == side)
            reduce(&p->own, 0, product);
        message(p, p->first[side], p->first[!side], product);
    }
    scatter(&p->own, 0, product / p->size[p->side]);
}

/* A root and the other group, one after the other or, with counts, at once. */
static void pair_fan(const struct pair *p, int root, int bytes, bool is_in, bool counts) {
    MPI_Request r[MAX_RANKS];
    int used = 0;
    for (int i = p->left; i < p->all.n; i++) {
        int count = counts ? count_of(i - p->left, 0, bytes) : bytes;
        if (!count)
            continue;
        if (!counts || p->all.rank != root) {
            message(p, is_in ? i : root, is_in ? root : i, count);
            continue;
        }
        if (is_in)
            MPI_Irecv(my.in, ROOM, MPI_BYTE, p->all.member[i] + p->all.shift, TAG, MPI_COMM_WORLD, &r[used++]);
        else
            MPI_Isend(my.out, count, MPI_BYTE, p->all.member[i] + p->all.shift, TAG, MPI_COMM_WORLD, &r[used++]);
    }
    MPI_Waitall(used, r, MPI_STATUSES_IGNORE);
}

/* ---- the collectives ---- */

#define EITHER(name, ...) (data ? MPI_##name(__VA_ARGS__) : LMPI_##name(__VA_ARGS__))
/* A call, which is non-blocking if r is not null. */
#define CALL(name, start, ...) (r ? EITHER(start, __VA_ARGS__, r) : EITHER(name, __VA_ARGS__))
#define B MPI_BYTE

static void counts_of(const struct set *s, int me, bool sends, int bytes, int *counts) {
    for (int i = 0; i < s->size; i++)
        counts[i] = sends ? count_of(me, i, bytes) : count_of(i, me, bytes);
}

static void call_group(struct set *s, const char *kind, int root, int bytes, bool data, MPI_Request *r) {
    int(*c)[MAX_RANKS] = s->counts, me;
    MPI_Comm comm = s->comm;
    MPI_Comm_rank(comm, &me);
    if (!strcmp(kind, "barrier"))
        r ? MPI_Ibarrier(comm, r) : MPI_Barrier(comm);
    else if (!strcmp(kind, "bcast"))
        CALL(Bcast, Ibcast, my.out, bytes, B, root, comm);
    else if (!strcmp(kind, "reduce"))
        CALL(Reduce, Ireduce, my.out, my.in, bytes, B, MPI_BOR, root, comm);
    else if (!strcmp(kind, "allreduce"))
        CALL(Allreduce, Iallreduce, my.out, my.in, bytes, B, MPI_BOR, comm);
    else if (!strcmp(kind, "allgather"))
        CALL(Allgather, Iallgather, my.out, bytes, B, my.in, bytes, B, comm);
    else if (!strcmp(kind, "alltoall"))
        CALL(Alltoall, Ialltoall, my.out, bytes, B, my.in, bytes, B, comm);
    else if (!strcmp(kind, "gather"))
        CALL(Gather, Igather, my.out, bytes, B, my.in, bytes, B, root, comm);
    else if (!strcmp(kind, "scatter"))
        CALL(Scatter, Iscatter, my.out, bytes, B, my.in, bytes, B, root, comm);
    else if (!strcmp(kind, "scan"))
        CALL(Scan, Iscan, my.out, my.in, bytes, B, MPI_BOR, comm);
    else if (!strcmp(kind, "reduce_scatter_block"))
        CALL(Reduce_scatter_block, Ireduce_scatter_block, my.out, my.in, bytes, B, MPI_BOR, comm);
    else if (!strcmp(kind, "gatherv")) {
        counts_of(s, root, false, bytes, c[0]);
        CALL(Gatherv, Igatherv, my.out, count_of(me, root, bytes), B, my.in, c[0], places, B, root, comm);
    } else if (!strcmp(kind, "scatterv")) {
        counts_of(s, root, true, bytes, c[0]);
        CALL(Scatterv, Iscatterv, my.out, c[0], places, B, my.in, count_of(root, me, bytes), B, root, comm);
    } else if (!strcmp(kind, "alltoallv")) {
        counts_of(s, me, true, bytes, c[0]);
        counts_of(s, me, false, bytes, c[1]);
        CALL(Alltoallv, Ialltoallv, my.out, c[0], places, B, my.in, c[1], places, B, comm);
    } else {
        fprintf(stderr, "no collective %s\n", kind);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
}

static void write_group(const struct view *v, const char *kind, int root, int bytes) {
    if (!strcmp(kind, "barrier"))
        barrier(v);
    else if (!strcmp(kind, "bcast"))
        bcast(v, root, bytes);
    else if (!strcmp(kind, "reduce"))
        reduce(v, root, bytes);
    else if (!strcmp(kind, "allreduce"))
        allreduce(v, bytes);
    else if (!strcmp(kind, "allgather"))
        shift(v, bytes, false);
    else if (!strcmp(kind, "alltoall") || !strcmp(kind, "reduce_scatter_block"))
        shift(v, bytes, true);
    else if (!strcmp(kind, "gather"))
        gather(v, root, bytes);
    else if (!strcmp(kind, "scatter"))
        scatter(v, root, bytes);
    else if (!strcmp(kind, "scan"))
        scan(v, bytes);
    else if (!strcmp(kind, "gatherv") || !strcmp(kind, "scatterv"))
        fan(v, root, bytes, kind[0] == 'g');
    else if (!strcmp(kind, "alltoallv"))
        alltoallv(v, bytes);
}

static void call_pair(struct set *s, const char *kind, int root, int bytes, bool data, MPI_Request *r) {
    int *c = s->counts[0], me, others, left = my.set[s->first].size;
    bool is_left = false;
    MPI_Comm comm = s->comm;
    MPI_Comm_rank(comm, &me);
    MPI_Comm_remote_size(comm, &others);
    for (int i = 0; i < left; i++)
        is_left |= my.set[s->first].member[i] == my.self;
    int of_root = !is_left ? root : me == root ? MPI_ROOT : MPI_PROC_NULL;
    int own = is_left ? 0 : count_of(me, 0, bytes);
    for (int i = 0; i < others; i++)
        c[i] = count_of(i, 0, bytes);
    if (!strcmp(kind, "barrier"))
        r ? MPI_Ibarrier(comm, r) : MPI_Barrier(comm);
    else if (!strcmp(kind, "bcast"))
        CALL(Bcast, Ibcast, my.out, bytes, B, of_root, comm);
    else if (!strcmp(kind, "reduce"))
        CALL(Reduce, Ireduce, my.out, my.in, bytes, B, MPI_BOR, of_root, comm);
    else if (!strcmp(kind, "allreduce"))
        CALL(Allreduce, Iallreduce, my.out, my.in, bytes, B, MPI_BOR, comm);
    else if (!strcmp(kind, "allgather"))
        CALL(Allgather, Iallgather, my.out, bytes, B, my.in, bytes, B, comm);
    else if (!strcmp(kind, "alltoall"))
        CALL(Alltoall, Ialltoall, my.out, bytes, B, my.in, bytes, B, comm);
    else if (!strcmp(kind, "gather"))
        CALL(Gather, Igather, my.out, bytes, B, my.in, bytes, B, of_root, comm);
    else if (!strcmp(kind, "scatter"))
        CALL(Scatter, Iscatter, my.out, bytes, B, my.in, bytes, B, of_root, comm);
    else if (!strcmp(kind, "gatherv"))
        CALL(Gatherv, Igatherv, my.out, own, B, my.in, c, places, B, of_root, comm);
    else if (!strcmp(kind, "scatterv"))
        CALL(Scatterv, Iscatterv, my.out, c, places, B, my.in, own, B, of_root, comm);
    else if (!strcmp(kind, "reduce_scatter_block"))
        CALL(Reduce_scatter_block, Ireduce_scatter_block, my.out, my.in, bytes * others, B, MPI_BOR, comm);
    else {
        fprintf(stderr, "no collective %s of a pair\n", kind);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
}

static void write_pair(const struct pair *p, const char *kind, int root, int bytes) {
    if (!strcmp(kind, "barrier"))
        pair_barrier(p);
    else if (!strcmp(kind, "bcast"))
        tell(p, root, bytes);
    else if (!strcmp(kind, "reduce"))
        pair_reduce(p, root, bytes);
    else if (!strcmp(kind, "allreduce"))
        pair_allreduce(p, bytes);
    else if (!strcmp(kind, "allgather"))
        pair_allgather(p, bytes);
    else if (!strcmp(kind, "alltoall"))
        pair_alltoall(p, bytes);
    else if (!strcmp(kind, "reduce_scatter_block"))
        pair_reduce_scatter(p, bytes);
    else
        pair_fan(p, root, bytes, kind[0] == 'g', strchr(kind, 'v'));
}

static struct view view_of(const struct set *s, int world) {
    struct view v = {s->member, s->size, -1, world - my.doer};
    for (int i = 0; i < s->size; i++)
        if (s->member[i] == my.doer)
            v.rank = i;
    return v;
}

static void write_out(const struct set *s, const char *kind, int root, int bytes) {
    struct view all = view_of(s, my.self);
    if (!s->is_pair) {
        write_group(&all, kind, root, bytes);
        return;
    }
    int left = my.set[s->first].size;
    struct pair p = {
        .all = all, .left = left, .first = {0, left}, .size = {left, s->size - left}, .side = all.rank >= left};
    p.begins = s->member[left] < s->member[0];
    bool is_short = bytes * p.size[1] < 2048 && (!strcmp(kind, "gather") || !strcmp(kind, "scatter"));
    p.own = view_of(&my.set[p.side ? s->second : s->first], my.self);
    if (!is_short) {
        write_pair(&p, kind, root, bytes);
        return;
    }
    int first = left, total = bytes * p.size[1];
    if (kind[0] == 'g' && p.side)
        gather(&p.own, 0, bytes);
    message(&p, kind[0] == 'g' ? first : root, kind[0] == 'g' ? root : first, total);
    if (kind[0] == 's' && p.side)
        scatter(&p.own, 0, bytes);
}

/* ---- the schedule ---- */

static bool is_in(const struct set *s, int rank) {
    for (int i = 0; i < s->size; i++)
        if (s->member[i] == rank)
            return true;
    return false;
}

/* Whether a member sends or receives any data, its own block included: else its call takes no time. */
static bool has_part(const struct set *s, const char *kind, int root, int bytes) {
    struct view v = view_of(s, my.self);
    bool any = false, counts = kind[strlen(kind) - 1] == 'v';
    int left = s->is_pair ? my.set[s->first].size : 0;
    bool rooted = strstr("bcast reduce gather gatherv scatter scatterv", kind) != NULL;
    if (s->is_pair && rooted && v.rank < left && v.rank != root)
        return false;
    if (!counts)
        return true;
    if (s->is_pair) {
        for (int i = left; i < s->size; i++)
            any |= (v.rank == root || v.rank == i) && count_of(i - left, 0, bytes);
        return any;
    }
    for (int i = 0; i < s->size; i++) {
        bool own = v.rank == root || v.rank == i;
        if (kind[0] == 'a')
            any |= count_of(v.rank, i, bytes) || count_of(i, v.rank, bytes);
        else
            any |= own && (kind[0] == 'g' ? count_of(i, root, bytes) : count_of(root, i, bytes));
    }
    return any;
}

static void collective(bool nonblocking, const char *kind, int number, int root, int bytes, bool data,
                       MPI_Request *request) {
    struct set *s = &my.set[number];
    if (!is_in(s, my.doer) || (!my.by_messages && my.self != my.doer))
        return;
    if (!my.by_messages) {
        (s->is_pair ? call_pair : call_group)(s, kind, root, bytes, data, nonblocking ? request : NULL);
    } else if (!nonblocking) {
        if (my.self == my.doer)
            write_out(s, kind, root, bytes);
    } else if (my.self == my.doer) {
        MPI_Send(my.out, 0, B, my.self + my.n, 1, MPI_COMM_WORLD); /* the operation begins with the call */
        if (s->size > 1 && has_part(s, kind, root, bytes))
            BSIM_Add_time(my.call_s);
    } else {
        MPI_Recv(my.in, 0, B, my.doer, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        write_out(s, kind, root, bytes);
        MPI_Send(my.out, 0, B, my.doer, 2, MPI_COMM_WORLD);
    }
}

static void end_collective(int number, MPI_Request *request) {
    if (!is_in(&my.set[number], my.doer) || my.self != my.doer)
        return;
    if (my.by_messages)
        MPI_Recv(my.in, 0, B, my.self + my.n, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
        MPI_Wait(request, MPI_STATUS_IGNORE);
}

static void read_group(char *text) {
    int number = (int)strtol(text, &text, 10), size = (int)strtol(text, &text, 10);
    struct set *s = &my.set[number];
    s->size = size;
    for (int i = 0; i < size; i++)
        s->member[i] = (int)strtol(text, &text, 10);
    MPI_Group world, group;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, size, s->member, &group);
    MPI_Comm_create(MPI_COMM_WORLD, group, &s->comm);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
}

static void read_pair(const char *text) {
    int number, first, second;
    if (sscanf(text, "%d %d %d", &number, &first, &second) != 3)
        MPI_Abort(MPI_COMM_WORLD, 2);
    struct set *s = &my.set[number], *a = &my.set[first], *b = &my.set[second];
    *s = (struct set){.size = a->size + b->size, .first = first, .second = second, .is_pair = true};
    memcpy(s->member, a->member, (size_t)a->size * sizeof *s->member);
    memcpy(s->member + a->size, b->member, (size_t)b->size * sizeof *s->member);
    if (a->comm != MPI_COMM_NULL || b->comm != MPI_COMM_NULL) {
        bool is_first = a->comm != MPI_COMM_NULL;
        MPI_Intercomm_create(is_first ? a->comm : b->comm, 0, MPI_COMM_WORLD, is_first ? b->member[0] : a->member[0], 3,
                             &s->comm);
    }
}

int main(int argc, char **argv) {
    char line[256], kind[32], op;
    int a, b, bytes, data, number;
    double seconds;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &my.self);
    MPI_Comm_size(MPI_COMM_WORLD, &my.n);
    my.n /= 2;
    my.doer = my.self % my.n;
    my.out = calloc(1, ROOM);
    my.in = calloc(1, ROOM);
    FILE *schedule = argc > 3 ? fopen(argv[1], "r") : NULL;
    if (!schedule || !my.out || !my.in)
        MPI_Abort(MPI_COMM_WORLD, 2);
    my.by_messages = !strcmp(argv[2], "messages");
    my.call_s = strtod(argv[3], NULL);
    while (fgets(line, sizeof line, schedule)) {
        if (!strncmp(line, "group ", 6)) {
            read_group(line + 6);
        } else if (!strncmp(line, "pair ", 5)) {
            read_pair(line + 5);
        } else if (!strncmp(line, "begin", 5)) {
            MPI_Barrier(MPI_COMM_WORLD);
            BSIM_Add_time(1 - MPI_Wtime());
        } else if (sscanf(line, "%d c %lf", &a, &seconds) == 2) {
            if (my.self == a)
                BSIM_Add_time(seconds);
        } else if (sscanf(line, "m %d %d %d", &a, &b, &bytes) == 3) {
            if (my.self == a)
                MPI_Send(my.out, bytes, B, b, TAG, MPI_COMM_WORLD);
            if (my.self == b)
                MPI_Recv(my.in, ROOM, B, a, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else if (sscanf(line, "b %d %d %d", &a, &b, &bytes) == 3) {
            if (my.self == a)
                MPI_Isend(my.out, bytes, B, b, TAG + 1, MPI_COMM_WORLD, &my.started[a][b]);
            if (my.self == b)
                MPI_Irecv(my.in, ROOM, B, a, TAG + 1, MPI_COMM_WORLD, &my.started[a][b]);
        } else if (sscanf(line, "w %d %d", &a, &b) == 2) {
            if (my.self == a || my.self == b)
                MPI_Wait(&my.started[a][b], MPI_STATUS_IGNORE);
        } else if (sscanf(line, "e %d", &number) == 1) {
            end_collective(number, &my.request[number]);
        } else if (sscanf(line, "%c %31s %d %d %d %d", &op, kind, &number, &a, &bytes, &data) == 6) {
            collective(op == 'i', kind, number, a, bytes, data, &my.request[number]);
        }
    }
    fclose(schedule);
    if (my.self == my.doer)
        printf("%d %.17g\n", my.self, MPI_Wtime());
    MPI_Finalize();
    return 0;
}
