/* Algorithms that a platform can choose take the time of the same algorithm written with sends, receives and waits, to
 * the bit: for random entry times, sizes on both sides of the eager limit, ranks within nodes and between them, several
 * scenarios, with and without time for a reduction's arithmetic. What MPICH chooses is in coll_as_p2p.c. */
#include "coll_messages.h"

#include <limits.h>
#include <sys/mman.h>

#include "bsim/platform/collectives.h"
#include "lmpi/lmpi.h"

enum { MAX_RANKS = 13, MOST = 140, ROOT = 2 };
/* ---- what the programs are made of ---- */

static MPI_Request isend(int to, int n) {
    MPI_Request r;
    MPI_Isend(buffer, n, MPI_BYTE, to, 7, WORLD, &r);
    return r;
}
static MPI_Request irecv(int from) {
    MPI_Request r;
    MPI_Irecv(buffer + BUFFER / 2, BUFFER / 2, MPI_BYTE, from, 7, WORLD, &r);
    return r;
}
static void combine(int bytes) {
    double *clock = bsim_clock(bsim_self->id);
    for (int k = 0; k < bsim_context.nscen && platform.work.reduces && bytes > 0; k++)
        clock[k] += platform.work.reduction_s[k] + (double)bytes * platform.work.reduction_s_per_byte[k];
}
static int below(int n) {
    int p = 1;
    while (p * 2 <= n)
        p *= 2;
    return p;
}

/* ---- trees: the parent of a rank relative to the root, and its children in the order in which it serves them ---- */

typedef struct tree {
    int parent, n, child[MAX_RANKS];
} tree;

/* parent_of(r, n, parameter) for all ranks; children in ascending order, or descending. */
static tree tree_of(int (*parent_of)(int r, int n, int parameter), int r, int n, int parameter, bool descending) {
    tree t = {.parent = parent_of(r, n, parameter)};
    for (int i = 0; i < n; i++) {
        int child = descending ? n - 1 - i : i;
        if (child != r && parent_of(child, n, parameter) == r)
            t.child[t.n++] = child;
    }
    return t;
}
/* Clears the lowest digit in base radix. */
static int knomial_parent(int r, int n, int radix) {
    (void)n;
    for (int digit = 1; r; digit *= radix)
        if (r / digit % radix)
            return r - r / digit % radix * digit;
    return -1;
}
/* Clears the highest bit. */
static int doubling_parent(int r, int n, int unused) {
    (void)n, (void)unused;
    return r ? r - below(r) : -1;
}
static int chain_parent(int r, int n, int fanout) {
    int others = n - 1, chains = fanout < others ? fanout : others;
    if (r == 0)
        return -1;
    for (int c = 0, at = 1; c < chains; c++) {
        int length = others / chains + (c < others % chains);
        if (r == at)
            return 0;
        at += length;
    }
    return r - 1;
}
/* A level of a binary tree: the ranks 2^l - 1 ... 2^(l + 1) - 2. The children of rank r of level l are r + 2^l and
 * r + 2^(l + 1). */
static int binary_parent(int r, int n, int unused) {
    (void)n, (void)unused;
    int width = 1;
    while (r >= 2 * width - 1)
        width *= 2;
    if (r == 0)
        return -1;
    width /= 2;
    return r - width >= width - 1 && r - width < 2 * width - 1 ? r - width : r - 2 * width;
}

static int real(int relative, int n) {
    return (relative + ROOT) % n;
}

static int pieces(int bytes, int segment) {
    return segment && segment < bytes ? (bytes + segment - 1) / segment : 1;
}
static int piece(int bytes, int segment, int s) {
    int all = pieces(bytes, segment);
    return all == 1 ? bytes : s + 1 < all ? segment : bytes - s * segment;
}

static void down(const tree *t, int n, int bytes, int segment) {
    MPI_Request now = MPI_REQUEST_NULL, next = MPI_REQUEST_NULL, sends[MAX_RANKS];
    int all = pieces(bytes, segment);
    if (t->parent >= 0)
        now = irecv(real(t->parent, n));
    for (int s = 0; s < all; s++, now = next) {
        if (t->parent >= 0 && s + 1 < all)
            next = irecv(real(t->parent, n));
        if (t->parent >= 0)
            MPI_Wait(&now, NO);
        for (int c = 0; c < t->n; c++)
            sends[c] = isend(real(t->child[c], n), piece(bytes, segment, s));
        MPI_Waitall(t->n, sends, MPI_STATUSES_IGNORE);
    }
}

static void up(const tree *t, int n, int bytes, int segment, int (*number)(int, int)) {
    MPI_Request now = MPI_REQUEST_NULL, next = MPI_REQUEST_NULL;
    int all = pieces(bytes, segment);
    if (t->n)
        now = irecv(number(t->child[0], n));
    for (int q = 0; q < all * t->n; q++, now = next) {
        if (q + 1 < all * t->n)
            next = irecv(number(t->child[(q + 1) % t->n], n));
        MPI_Wait(&now, NO);
        combine(piece(bytes, segment, q / t->n));
        if (q % t->n == t->n - 1 && t->parent >= 0)
            send_to(number(t->parent, n), piece(bytes, segment, q / t->n));
    }
    for (int s = 0; s < all && !t->n && t->parent >= 0; s++)
        send_to(number(t->parent, n), piece(bytes, segment, s));
}

/* ---- Bcast ---- */

enum { SEGMENT = 700 };

static void bcast_near_first(int rank, int n, int bytes) {
    tree t = tree_of(doubling_parent, (rank - ROOT + n) % n, n, 0, false);
    down(&t, n, bytes, 0);
}
static void bcast_binomial_segments(int rank, int n, int bytes) {
    tree t = tree_of(knomial_parent, (rank - ROOT + n) % n, n, 2, true);
    down(&t, n, bytes, SEGMENT);
}
/* Within a level the children are served in ascending order. */
static void bcast_knomial(int rank, int n, int bytes) {
    int r = (rank - ROOT + n) % n, mask = 1;
    tree t = {.parent = knomial_parent(r, n, 3)};
    while (mask < n && r % (3 * mask) == 0)
        mask *= 3;
    for (mask /= 3; mask; mask /= 3)
        for (int j = 1; j < 3; j++)
            if (r + j * mask < n)
                t.child[t.n++] = r + j * mask;
    down(&t, n, bytes, 0);
}
static void bcast_binary(int rank, int n, int bytes) {
    tree t = tree_of(binary_parent, (rank - ROOT + n) % n, n, 0, false);
    down(&t, n, bytes, SEGMENT);
}
static void bcast_chain(int rank, int n, int bytes) {
    tree t = tree_of(chain_parent, (rank - ROOT + n) % n, n, 3, false);
    down(&t, n, bytes, SEGMENT);
}
static void bcast_pipeline(int rank, int n, int bytes) {
    tree t = tree_of(chain_parent, (rank - ROOT + n) % n, n, 1, false);
    down(&t, n, bytes, SEGMENT);
}
static void bcast_linear(int rank, int n, int bytes) {
    MPI_Request r[MAX_RANKS];
    int used = 0;
    if (rank != ROOT)
        receive_from(ROOT);
    for (int i = 0; i < n && rank == ROOT; i++)
        if (i != ROOT)
            r[used++] = isend(i, bytes);
    MPI_Waitall(used, r, MPI_STATUSES_IGNORE);
}
static void bcast_split(int rank, int n, int bytes) {
    int r = (rank - ROOT + n) % n, half[2] = {(bytes + 1) / 2, bytes / 2}, side = r % 2 ? 0 : 1;
    if (r) {
        tree t = tree_of(binary_parent, r, n, 0, false);
        down(&t, n, half[side], SEGMENT);
        int other = side ? r - 1 : r + 1;
        if (other == n) {
            receive_from(ROOT);
        } else {
            MPI_Request both[2] = {irecv(real(other, n)), isend(real(other, n), half[side])};
            MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
        }
        return;
    }
    for (int s = 0; s < pieces(half[0], SEGMENT); s++) {
        MPI_Request both[2] = {isend(real(1, n), piece(half[0], SEGMENT, s)), MPI_REQUEST_NULL};
        if (s < pieces(half[1], SEGMENT))
            both[1] = isend(real(2, n), piece(half[1], SEGMENT, s));
        MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
    }
    if (n % 2 == 0)
        send_to(real(n - 1, n), half[1]);
}
static void bcast_coll(int rank, int n, int bytes) {
    (void)rank, (void)n;
    LMPI_Bcast(buffer, bytes, MPI_BYTE, ROOT, WORLD);
}

/* A binomial tree among listed ranks, the first of which is the root: blocking sends, the farthest first. */
static void tree_among(const int *list, int n, int rank, int bytes, bool is_reduction) {
    int own = 0, mask = 1;
    while (own < n && list[own] != rank)
        own++;
    if (own == n)
        return;
    for (; mask < n; mask *= 2) {
        if (own & mask) {
            if (is_reduction)
                send_to(list[own - mask], bytes);
            else
                receive_from(list[own - mask]);
            break;
        }
        if (is_reduction && own + mask < n) {
            receive_from(list[own + mask]);
            combine(bytes);
        }
    }
    for (mask /= 2; mask && !is_reduction; mask /= 2)
        if (own + mask < n)
            send_to(list[own + mask], bytes);
}

/* The ranks of a rank's node, its leader first, and the leaders, the root's first. Leaders: the root, or the first. */
static int on_node(int rank, int n, int root, int *list) {
    const int32_t *node = bsim_context.node;
    int used = 0;
    if (node[root] == node[rank])
        list[used++] = root;
    for (int i = 0; i < n; i++)
        if (node[i] == node[rank] && !(used && i == list[0] && node[root] == node[rank]))
            list[used++] = i;
    return used;
}
/* In the order of the nodes' first ranks; *at: the number of the root's node. */
static int leaders(int n, int root, int *list, int *at) {
    int used = 0, seen[MAX_RANKS] = {0};
    for (int i = 0; i < n; i++) {
        int node = bsim_context.node[i];
        if (seen[node]++)
            continue;
        if (node == bsim_context.node[root])
            *at = used;
        list[used++] = node == bsim_context.node[root] ? root : i;
    }
    return used;
}
/* Such that the root's leader comes first, in the order of MPICH's tree: rotated. */
static int rotated(int n, int root, int *list) {
    int plain[MAX_RANKS], at = 0, used = leaders(n, root, plain, &at);
    for (int i = 0; i < used; i++)
        list[i] = plain[(i + at) % used];
    return used;
}
static void bcast_levels(int rank, int n, int bytes) {
    int list[MAX_RANKS] = {0};
    tree_among(list, rotated(n, ROOT, list), rank, bytes, false);
    tree_among(list, on_node(rank, n, ROOT, list), rank, bytes, false);
}

/* ---- Reduce ---- */

static void reduce_binomial_segments(int rank, int n, int bytes) {
    tree t = tree_of(knomial_parent, (rank - ROOT + n) % n, n, 2, false);
    up(&t, n, bytes, SEGMENT, real);
}
static void reduce_binary(int rank, int n, int bytes) {
    tree t = tree_of(binary_parent, (rank - ROOT + n) % n, n, 0, false);
    up(&t, n, bytes, SEGMENT, real);
}
static void reduce_chain(int rank, int n, int bytes) {
    tree t = tree_of(chain_parent, (rank - ROOT + n) % n, n, 3, false);
    up(&t, n, bytes, SEGMENT, real);
}
static void reduce_pipeline(int rank, int n, int bytes) {
    tree t = tree_of(chain_parent, (rank - ROOT + n) % n, n, 1, false);
    up(&t, n, bytes, 0, real);
}
/* The interval low .. high has its root at its end; below it lie the root of the upper part and that of the lower half.
 */
static int itself(int r, int n) {
    (void)n;
    return r;
}
static void reduce_in_order(int rank, int n, int bytes) {
    int low = 0, high = n - 1;
    tree t = {.parent = -1};
    while (rank != high) {
        int lower = high - low + 1 > 2 ? (high - low + 1) / 2 : 0;
        t.parent = high;
        if (rank < low + lower)
            high = low + lower - 1;
        else
            low += lower, high--;
    }
    if (high > low)
        t.child[t.n++] = high - 1;
    if (high > low + 1)
        t.child[t.n++] = low + (high - low + 1) / 2 - 1;
    up(&t, n, bytes, SEGMENT, itself);
    if (ROOT != n - 1 && rank == n - 1)
        send_to(ROOT, bytes);
    if (ROOT != n - 1 && rank == ROOT)
        receive_from(n - 1);
}
static void reduce_linear(int rank, int n, int bytes) {
    if (rank != ROOT)
        send_to(ROOT, bytes);
    for (int i = n - 1; i >= 0 && rank == ROOT; i--)
        if (i != ROOT) {
            receive_from(i);
            combine(bytes);
        }
}
static void reduce_levels(int rank, int n, int bytes) {
    int list[MAX_RANKS] = {0};
    tree_among(list, on_node(rank, n, ROOT, list), rank, bytes, true);
    tree_among(list, rotated(n, ROOT, list), rank, bytes, true);
}
static void reduce_coll(int rank, int n, int bytes) {
    (void)rank, (void)n;
    LMPI_Reduce(buffer, buffer + BUFFER / 2, bytes, MPI_BYTE, MPI_BOR, ROOT, WORLD);
}

/* ---- Allreduce ---- */

static void ring_of(int rank, int n, int bytes, int segment) {
    int longest = (bytes + n - 1) / n;
    for (int at = 0; at < longest; at += segment)
        for (int s = 0; s < n - 1; s++) {
            int sizes[2];
            for (int i = 0; i < 2; i++) { /* what this rank sends, what the one before sends */
                int block = (rank - i - s + 2 * n) % n, left = bytes / n + (block < bytes % n) - at;
                sizes[i] = left < segment ? left : segment;
            }
            int to = sizes[0] > 0 ? (rank + 1) % n : MPI_PROC_NULL,
                from = sizes[1] > 0 ? (rank - 1 + n) % n : MPI_PROC_NULL;
            exchange(to, sizes[0] > 0 ? sizes[0] : 0, from);
            combine(sizes[1]);
        }
    for (int s = 0; s < n - 1; s++) {
        int sizes[2];
        for (int i = 0; i < 2; i++) {
            int block = (rank - i + 1 - s + 2 * n) % n;
            sizes[i] = bytes / n + (block < bytes % n);
        }
        exchange(sizes[0] ? (rank + 1) % n : MPI_PROC_NULL, sizes[0], sizes[1] ? (rank - 1 + n) % n : MPI_PROC_NULL);
    }
}
static void allreduce_ring(int rank, int n, int bytes) {
    ring_of(rank, n, bytes, bytes);
}
static void allreduce_segmented_ring(int rank, int n, int bytes) {
    ring_of(rank, n, bytes, 300);
}
static void allreduce_linear(int rank, int n, int bytes) {
    MPI_Request r[MAX_RANKS];
    if (rank) {
        send_to(0, bytes);
        receive_from(0);
        return;
    }
    for (int i = n - 1; i; i--) {
        receive_from(i);
        combine(bytes);
    }
    for (int i = 1; i < n; i++)
        r[i - 1] = isend(i, bytes);
    MPI_Waitall(n - 1, r, MPI_STATUSES_IGNORE);
}
/* With 1000 bytes MPICH chooses binomial trees for both. */
static void allreduce_two_trees(int rank, int n, int bytes) {
    int list[MAX_RANKS] = {0};
    for (int i = 0; i < n; i++)
        list[i] = i;
    tree_among(list, n, rank, bytes, true);
    tree_among(list, n, rank, bytes, false);
}
static void doubling_among(const int *list, int n, int rank, int bytes) {
    int pof2 = below(n), rem = n - pof2, i = 0;
    while (i < n && list[i] != rank)
        i++;
    if (i == n)
        return;
    int own = i - rem;
    if (i < 2 * rem) {
        if (i % 2 == 0) {
            send_to(list[i + 1], bytes);
            receive_from(list[i + 1]);
            return;
        }
        receive_from(list[i - 1]);
        combine(bytes);
        own = i / 2;
    }
    for (int mask = 1; mask < pof2; mask *= 2) {
        int other = own ^ mask, to = list[other < rem ? 2 * other + 1 : other + rem];
        exchange(to, bytes, to);
        combine(bytes);
    }
    if (i < 2 * rem)
        send_to(list[i - 1], bytes);
}
static void allreduce_levels(int rank, int n, int bytes) {
    int own[MAX_RANKS] = {0}, list[MAX_RANKS] = {0}, at = 0, mates = on_node(rank, n, 0, own),
        nodes = leaders(n, 0, list, &at);
    tree_among(own, mates, rank, bytes, true);
    doubling_among(list, nodes, rank, bytes);
    tree_among(own, mates, rank, bytes, false);
}
static void allreduce_coll(int rank, int n, int bytes) {
    (void)rank, (void)n;
    LMPI_Allreduce(buffer, buffer + BUFFER / 2, bytes, MPI_BYTE, MPI_BOR, WORLD);
}

/* ---- Allgather, Alltoall ---- */

static void allgather_ring(int rank, int n, int bytes) {
    for (int i = 1; i < n; i++)
        exchange((rank + 1) % n, bytes, (rank - 1 + n) % n);
}
static void allgather_neighbor(int rank, int n, int bytes) {
    int partner = rank ^ 1;
    exchange(partner, bytes, partner);
    for (int s = 1; s < n / 2; s++) {
        int even = rank % 2 == 0;
        partner = (s % 2 ? (even ? rank - 1 : rank + 1) : (even ? rank + 1 : rank - 1)) + n;
        exchange(partner % n, 2 * bytes, partner % n);
    }
}
static void allgather_levels(int rank, int n, int bytes) {
    int own[MAX_RANKS] = {0}, list[MAX_RANKS] = {0}, at = 0, mates = on_node(rank, n, 0, own),
        nodes = leaders(n, 0, list, &at);
    int me = 0, sizes[MAX_RANKS] = {0}, other[MAX_RANKS] = {0};
    while (own[me] != rank)
        me++;
    for (int mask = 1; mask < mates; mask *= 2) { /* binomial gather */
        if (me & mask) {
            int tree_size = me & -me;
            send_to(own[me - mask], bytes * (me + tree_size <= mates ? tree_size : mates - me));
            break;
        }
        if (me + mask < mates)
            receive_from(own[me + mask]);
    }
    for (int i = 0; i < nodes; i++)
        sizes[i] = bytes * on_node(list[i], n, 0, other);
    int i = 0;
    while (i < nodes && list[i] != rank)
        i++;
    if (i < nodes && below(nodes) == nodes)
        for (int mask = 1; mask < nodes; mask *= 2) {
            int sum = 0;
            for (int j = i & -mask; j < (i & -mask) + mask; j++)
                sum += sizes[j];
            exchange(list[i ^ mask], sum, list[i ^ mask]);
        }
    for (int have = 1; i < nodes && below(nodes) != nodes && have < nodes; have *= 2) { /* Bruck */
        int blocks = have <= nodes / 2 ? have : nodes - have, sum = 0;
        for (int j = 0; j < blocks; j++)
            sum += sizes[(i + j) % nodes];
        exchange(list[(i - have + nodes) % nodes], sum, list[(i + have) % nodes]);
    }
    tree_among(own, mates, rank, bytes * n, false);
}
static void allgather_coll(int rank, int n, int bytes) {
    (void)rank, (void)n;
    LMPI_Allgather(buffer, bytes, MPI_BYTE, buffer + BUFFER / 2, bytes, MPI_BYTE, WORLD);
}
static void alltoall_windows(int rank, int n, int bytes, int window) {
    for (int first = 0; first < n; first += window) {
        MPI_Request r[2 * MAX_RANKS];
        int used = 0;
        for (int i = first; i < n && i < first + window; i++)
            if (i)
                r[used++] = irecv((rank + i) % n);
        for (int i = first; i < n && i < first + window; i++)
            if (i)
                r[used++] = isend((rank - i + n) % n, bytes);
        MPI_Waitall(used, r, MPI_STATUSES_IGNORE);
    }
}
static void alltoall_linear(int rank, int n, int bytes) {
    alltoall_windows(rank, n, bytes, n);
}
static void alltoall_window(int rank, int n, int bytes) {
    alltoall_windows(rank, n, bytes, 3);
}
static void alltoall_ring(int rank, int n, int bytes) {
    for (int i = 1; i < n; i++)
        exchange((rank + i) % n, bytes, (rank - i + n) % n);
}
static void alltoall_coll(int rank, int n, int bytes) {
    (void)rank, (void)n;
    LMPI_Alltoall(buffer, bytes, MPI_BYTE, buffer + BUFFER / 2, bytes, MPI_BYTE, WORLD);
}
static void alltoallv_coll(int rank, int n, int bytes) {
    int counts[MOST], places[MOST] = {0};
    (void)rank;
    for (int i = 0; i < n; i++)
        counts[i] = bytes;
    LMPI_Alltoallv(buffer, counts, places, MPI_BYTE, buffer + BUFFER / 2, counts, places, MPI_BYTE, WORLD);
}

/* ---- Gather, Scatter ---- */

static void gather_linear(int rank, int n, int bytes) {
    if (rank != ROOT)
        send_to(ROOT, bytes);
    for (int i = 0; i < n && rank == ROOT; i++)
        if (i != ROOT)
            receive_from(i);
}
static void gather_nonblocking(int rank, int n, int bytes) {
    MPI_Request r[MAX_RANKS];
    int used = 0;
    if (rank != ROOT)
        send_to(ROOT, bytes);
    for (int i = 0; i < n && rank == ROOT; i++)
        if (i != ROOT)
            r[used++] = irecv(i);
    MPI_Waitall(used, r, MPI_STATUSES_IGNORE);
}
static void gather_sync(int rank, int n, int bytes) {
    MPI_Request rest[MAX_RANKS];
    int used = 0, first = bytes < SEGMENT ? bytes : SEGMENT;
    if (rank != ROOT) {
        receive_from(ROOT);
        send_to(ROOT, first);
        send_to(ROOT, bytes - first);
        return;
    }
    for (int i = 0; i < n; i++) {
        if (i == ROOT)
            continue;
        MPI_Request both[2] = {irecv(i), isend(i, 0)};
        MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
        rest[used++] = irecv(i);
    }
    MPI_Waitall(used, rest, MPI_STATUSES_IGNORE);
}
static void gather_coll(int rank, int n, int bytes) {
    (void)rank, (void)n;
    LMPI_Gather(buffer, bytes, MPI_BYTE, buffer + BUFFER / 2, bytes, MPI_BYTE, ROOT, WORLD);
}
static void scatter_linear(int rank, int n, int bytes) {
    if (rank != ROOT)
        receive_from(ROOT);
    for (int i = 0; i < n && rank == ROOT; i++)
        if (i != ROOT)
            send_to(i, bytes);
}
static void scatter_coll(int rank, int n, int bytes) {
    (void)rank, (void)n;
    LMPI_Scatter(buffer, bytes, MPI_BYTE, buffer + BUFFER / 2, bytes, MPI_BYTE, ROOT, WORLD);
}

/* ---- Reduce_scatter, Barrier, Scan ---- */

static void reduce_scatter_ring(int rank, int n, int bytes) {
    for (int i = 1; i < n; i++) {
        exchange((rank + 1) % n, bytes, (rank - 1 + n) % n);
        combine(bytes);
    }
}
static void reduce_scatter_butterfly(int rank, int n, int bytes) {
    int size = bytes * n;
    for (int mask = 1; mask < n; mask *= 2) {
        size /= 2;
        exchange(rank ^ mask, size, rank ^ mask);
        combine(size);
    }
}
static void reduce_scatter_coll(int rank, int n, int bytes) {
    (void)rank, (void)n;
    LMPI_Reduce_scatter_block(buffer, buffer, bytes, MPI_BYTE, MPI_BOR, WORLD);
}
static void barrier_doubling(int rank, int n, int bytes) {
    int pof2 = below(n);
    (void)bytes;
    if (rank >= pof2) {
        send_to(rank - pof2, 0);
        receive_from(rank - pof2);
        return;
    }
    if (rank + pof2 < n)
        receive_from(rank + pof2);
    for (int mask = 1; mask < pof2; mask *= 2)
        exchange(rank ^ mask, 0, rank ^ mask);
    if (rank + pof2 < n)
        send_to(rank + pof2, 0);
}
static void barrier_linear(int rank, int n, int bytes) {
    MPI_Request r[MAX_RANKS];
    (void)bytes;
    if (rank) {
        send_to(0, 0);
        receive_from(0);
        return;
    }
    for (int i = 1; i < n; i++)
        r[i - 1] = irecv(i);
    MPI_Waitall(n - 1, r, MPI_STATUSES_IGNORE);
    for (int i = 1; i < n; i++)
        r[i - 1] = isend(i, 0);
    MPI_Waitall(n - 1, r, MPI_STATUSES_IGNORE);
}
static void barrier_double_ring(int rank, int n, int bytes) {
    (void)bytes;
    for (int i = 0; i < 2; i++) {
        if (rank)
            receive_from(rank - 1);
        send_to((rank + 1) % n, 0);
        if (!rank)
            receive_from(n - 1);
    }
}
static void barrier_tree(int rank, int n, int bytes) {
    int list[MAX_RANKS] = {0};
    (void)bytes;
    for (int i = 0; i < n; i++)
        list[i] = i;
    tree_among(list, n, rank, 0, true);
    tree_among(list, n, rank, 0, false);
}
static void barrier_coll(int rank, int n, int bytes) {
    (void)rank, (void)n, (void)bytes;
    LMPI_Barrier(WORLD);
}
static void scan_linear(int rank, int n, int bytes) {
    if (rank) {
        receive_from(rank - 1);
        combine(bytes);
    }
    if (rank + 1 < n)
        send_to(rank + 1, bytes);
}
static void scan_coll(int rank, int n, int bytes) {
    (void)rank, (void)n;
    LMPI_Scan(buffer, buffer + BUFFER / 2, bytes, MPI_BYTE, MPI_BOR, WORLD);
}

/* ---- both ways from the same entry times ---- */

typedef void way(int rank, int n, int bytes);
static const struct {
    const char *rule;
    way *p2p, *coll;
    int bytes[3];
    enum { ALL, POF2, EVEN, THREE } only;
} cases[] = {
    {"bcast=binomial_near_first", bcast_near_first, bcast_coll, {8, 3000, 30000}, ALL},
    {"bcast=binomial:segment=700", bcast_binomial_segments, bcast_coll, {8, 3000, 30001}, ALL},
    {"bcast=knomial:radix=3", bcast_knomial, bcast_coll, {8, 3000, 30000}, ALL},
    {"bcast=binary:segment=700", bcast_binary, bcast_coll, {8, 3000, 30001}, ALL},
    {"bcast=chain:segment=700:fanout=3", bcast_chain, bcast_coll, {8, 3000, 30001}, ALL},
    {"bcast=pipeline:segment=700", bcast_pipeline, bcast_coll, {8, 3000, 30001}, ALL},
    {"bcast=linear", bcast_linear, bcast_coll, {8, 3000, 30000}, ALL},
    {"bcast=split_binary:segment=700", bcast_split, bcast_coll, {8, 2799, 30001}, THREE},
    {"bcast=two_level", bcast_levels, bcast_coll, {8, 3000, 12000}, ALL},
    {"reduce=binomial:segment=700", reduce_binomial_segments, reduce_coll, {800, 3000, 30001}, ALL},
    {"reduce=binary:segment=700", reduce_binary, reduce_coll, {8, 3000, 30001}, ALL},
    {"reduce=chain:segment=700:fanout=3", reduce_chain, reduce_coll, {8, 3000, 30001}, ALL},
    {"reduce=pipeline:segment=0", reduce_pipeline, reduce_coll, {8, 3000, 30001}, ALL},
    {"reduce=in_order_binary:segment=700", reduce_in_order, reduce_coll, {8, 3000, 30001}, ALL},
    {"reduce=linear", reduce_linear, reduce_coll, {8, 3000, 30000}, ALL},
    {"reduce=two_level", reduce_levels, reduce_coll, {8, 1000, 2000}, ALL},
    {"allreduce=ring", allreduce_ring, allreduce_coll, {8, 3000, 30000}, ALL},
    {"allreduce=ring:segment=300", allreduce_segmented_ring, allreduce_coll, {8, 3000, 30000}, ALL},
    {"allreduce=linear", allreduce_linear, allreduce_coll, {8, 3000, 30000}, ALL},
    {"allreduce=reduce_bcast", allreduce_two_trees, allreduce_coll, {8, 1000, 2000}, ALL},
    {"allreduce=two_level", allreduce_levels, allreduce_coll, {8, 1000, 2000}, ALL},
    {"allgather=ring", allgather_ring, allgather_coll, {8, 900, 3000}, ALL},
    {"allgather=neighbor_exchange", allgather_neighbor, allgather_coll, {8, 900, 3000}, EVEN},
    {"allgather=two_level", allgather_levels, allgather_coll, {8, 300, 900}, ALL},
    {"alltoall=linear", alltoall_linear, alltoall_coll, {8, 900, 40000}, ALL},
    {"alltoall=scattered:window=3", alltoall_window, alltoall_coll, {8, 900, 30000}, ALL},
    {"alltoall=ring", alltoall_ring, alltoall_coll, {8, 900, 30000}, ALL},
    {"alltoallv=ring", alltoall_ring, alltoallv_coll, {8, 900, 30000}, ALL},
    {"alltoallv=linear", alltoall_linear, alltoallv_coll, {8, 900, 30000}, ALL},
    {"gather=linear", gather_linear, gather_coll, {8, 900, 30000}, ALL},
    {"gather=linear_nonblocking", gather_nonblocking, gather_coll, {8, 900, 30000}, ALL},
    {"gather=linear_sync:segment=700", gather_sync, gather_coll, {8, 900, 30000}, ALL},
    {"scatter=linear", scatter_linear, scatter_coll, {8, 900, 30000}, ALL},
    {"scatter=linear_nonblocking", bcast_linear, scatter_coll, {8, 900, 30000}, ALL},
    {"reduce_scatter_block=ring", reduce_scatter_ring, reduce_scatter_coll, {8, 900, 30000}, ALL},
    {"reduce_scatter_block=butterfly", reduce_scatter_butterfly, reduce_scatter_coll, {8, 900, 3000}, POF2},
    {"barrier=recursive_doubling", barrier_doubling, barrier_coll, {0, 0, 0}, ALL},
    {"barrier=linear", barrier_linear, barrier_coll, {0, 0, 0}, ALL},
    {"barrier=double_ring", barrier_double_ring, barrier_coll, {0, 0, 0}, ALL},
    {"barrier=tree", barrier_tree, barrier_coll, {0, 0, 0}, ALL},
    {"scan=linear", scan_linear, scan_coll, {8, 900, 30000}, ALL},
};

static bool has(int which, int n) {
    return n > ROOT && (cases[which].only != POF2 || below(n) == n) && (cases[which].only != EVEN || n % 2 == 0);
}

static void use_rule(const char *rule) {
    struct bsim_error err = {0};
    bsim_collectives_free(&platform.collectives);
    memset(&platform.collectives, 0, sizeof platform.collectives);
    platform.collectives.preset = BSIM_PRESET_MPICH_FLAT; /* also for the parts of an algorithm */
    if (strcmp(rule, "allreduce=two_level") == 0)
        CHECK(bsim_collectives_apply(&platform.collectives, "allreduce=recursive_doubling", &err));
    CHECK(bsim_collectives_apply(&platform.collectives, rule, &err));
}

static bool with_pieces, links; /* links: messages share the nodes' links */

/* Through cards and over links, events are in the order of time: each comparison begins later than the one before, and
 * times are equal up to rounding. Else both ways begin at the same time, and times are equal to the bit. */
static bool in_order;

static void compare(int which, int rank, int n, int bytes, int turn) {
    double end[2][8];
    for (int side = 0; side < 2; side++) {
        double *clock = bsim_clock(rank);
        use_rule("mpich_flat");
        MPI_Barrier(WORLD);
        use_rule(cases[which].rule);
        for (int k = 0; k < bsim_context.nscen; k++)
            clock[k] = entry_time(rank, turn, k) + (in_order ? 0.01 * (2 * turn + side) : 0);
        (side ? cases[which].coll : cases[which].p2p)(rank, n, bytes);
        for (int k = 0; k < bsim_context.nscen; k++)
            end[side][k] = clock[k] - (in_order ? 0.01 * (2 * turn + side) : 0);
    }
    for (int k = 0; k < bsim_context.nscen; k++)
        if (!(fabs(end[0][k] - end[1][k]) <= (platform.contention ? 1e-12 : in_order ? 1e-13 : 0))) {
            fprintf(stderr, "%s of %d bytes, rank %d of %d, scenario %d: %.17g by messages, %.17g\n", cases[which].rule,
                    bytes, rank, n, k, end[0][k], end[1][k]);
            CHECK(!"times differ");
        }
}

static void body(int rank) {
    int n = bsim_context.np, turn = 0;
    if (rank == 0)
        buffer = calloc(1, BUFFER);
    MPI_Barrier(WORLD);
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
        for (int repeat = 0; repeat < 6; repeat++, turn++)
            if (has((int)c, n))
                compare((int)c, rank, n, cases[c].bytes[repeat % 3], turn);
}

static void set_platform(const char *model, int nscen, int cores, bool arithmetic, bool cards) {
    bsim_platform_blank(&platform, nscen, model);
    for (int k = 0; k < nscen; k++) {
        struct bsim_link *inter = &platform.inter, *intra = &platform.intra;
        inter->latency_s[k] = 1.1e-6 * (k + 1);
        inter->gap_s_per_byte[k] = 0.13e-9 * (k + 1);
        inter->send_overhead_s[k] = 0.31e-6;
        inter->recv_overhead_s[k] = 0.27e-6;
        inter->control_overhead_s[k] = 0.05e-6;
        inter->eager_limit_bytes[k] = cards ? 1000 : 1000 * (1 + k % 2); /* mixed protocols between scenarios */
        inter->card_gap_s_per_byte[k] = cards ? 1e-22 : 0;
        intra->latency_s[k] = 0.2e-6;
        intra->gap_s_per_byte[k] = 0.07e-9;
        intra->send_overhead_s[k] = 0.1e-6;
        intra->recv_overhead_s[k] = 0.12e-6;
        intra->control_overhead_s[k] = 0.02e-6;
        intra->eager_limit_bytes[k] = 5000;
        platform.work.reduction_s[k] = 0.03e-6 * (k + 1);
        platform.work.reduction_s_per_byte[k] = 0.2e-9;
    }
    platform.work.reduces = arithmetic;
    platform.cores_per_node = cores;
    if (with_pieces) {
        set_pieces(&platform.inter);
        set_pieces(&platform.intra);
    }
    platform.contention = links;
}

/* arithmetic: combining takes time. cards: messages pass network cards that take next to no time. */
static void both_ways(const char *model, int nscen, int cores, bool arithmetic, bool cards) {
    bsim_context.nscen = nscen;
    set_platform(model, nscen, cores, arithmetic, cards);
    in_order = cards || links;
    for (int n = 2; n <= MAX_RANKS; n++) {
        struct outcome out = run_ranks(n, &platform, body, NULL);
        if (out.code)
            fail_msg("%s, %d ranks, %d scenarios, %d cores: exit %d: %s", model, n, nscen, cores, out.code, out.err);
    }
    bsim_platform_free(&platform);
    bsim_context.nscen = 1;
}

static void test_pieces(void **state) {
    (void)state;
    with_pieces = true;
    both_ways("loggpo", 1, 1, false, false);
    both_ways("loggpo", 1, 3, true, false);
    both_ways("loggpo", 3, 2, true, false);
    both_ways("simple", 1, 2, false, false);
    with_pieces = false;
}
static void test_loggpo(void **state) {
    (void)state;
    both_ways("loggpo", 1, 1, false, false);
    both_ways("loggpo", 1, 3, true, false);
}
static void test_simple(void **state) {
    (void)state;
    both_ways("simple", 1, 1, true, false);
    both_ways("simple", 1, 4, false, false);
}
static void test_scenarios(void **state) {
    (void)state;
    both_ways("loggpo", 3, 3, true, false);
    both_ways("simple", 2, 2, false, false);
}
/* All that a library chooses ends, and takes time. */
static void all_of_openmpi(int rank) {
    static const int sizes[] = {1, 7, 100, 3000, 30000};
    static way *const calls[] = {bcast_coll,          reduce_coll,    allreduce_coll, allgather_coll,
                                 alltoall_coll,       alltoallv_coll, gather_coll,    scatter_coll,
                                 reduce_scatter_coll, barrier_coll,   scan_coll};
    int n = bsim_context.np;
    if (rank == 0)
        buffer = calloc(1, BUFFER);
    use_rule("openmpi");
    for (size_t c = 0; c < sizeof calls / sizeof *calls; c++)
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            double start_s;
            MPI_Barrier(WORLD);
            start_s = *bsim_clock(rank);
            calls[c](rank, n, sizes[s]);
            MPI_Barrier(WORLD);
            CHECK(*bsim_clock(rank) > start_s && isfinite(*bsim_clock(rank)));
        }
}

static void test_openmpi(void **state) {
    (void)state;
    bsim_platform_blank(&platform, 1, "loggpo");
    platform.cores_per_node = 4;
    platform.inter.latency_s[0] = platform.intra.latency_s[0] = 1e-6;
    platform.inter.eager_limit_bytes[0] = 1000;
    for (int n = 3; n <= 140; n += n < 20 ? 1 : 13) {
        struct outcome out = run_ranks(n, &platform, all_of_openmpi, NULL);
        if (out.code)
            fail_msg("%d ranks: exit %d: %s", n, out.code, out.err);
    }
    bsim_platform_free(&platform);
}

static void test_cards(void **state) {
    (void)state;
    both_ways("loggpo", 1, 2, false, true);
    both_ways("simple", 1, 3, false, true);
}

/* ---- over shared links ---- */

/* All nodes are at one switch; a link carries as much as one message may have. So messages of two ranks of a node, and
 * messages to one node, slow each other down: the algorithms' too. */
static void test_links(void **state) {
    (void)state;
    static const int cores[] = {1, 2, 4};
    for (int i = 0; i < 3; i++) {
        links = true;
        both_ways("loggpo", 1, cores[i], i > 0, false);
        both_ways("simple", 1, cores[i], i == 1, false);
        links = false;
    }
}

enum { SHARDS = 3, REPEATS = 3, MOST_CASES = 64 };
static int shard_case;
static double *times_of_shards; /* by shards, side, repeat, rank; shared with the child */

static double *time_of(int shards, int side, int repeat, int rank) {
    return &times_of_shards[((shards * 2 + side) * REPEATS + repeat) * MAX_RANKS + rank];
}

static void one_case(int rank) {
    int n = bsim_context.np;
    for (int repeat = 0; repeat < REPEATS; repeat++)
        for (int side = 0; side < 2; side++) {
            double base_s = 0.01 * (2 * repeat + side);
            MPI_Barrier(WORLD);
            *bsim_clock(rank) = base_s + entry_time(rank, repeat, 0);
            (side ? cases[shard_case].coll : cases[shard_case].p2p)(rank, n, cases[shard_case].bytes[repeat]);
            *time_of(ranks_shards - 1, side, repeat, rank) = *bsim_clock(rank) - base_s;
        }
}

/* Each algorithm on 1, 2 and 3 shards: equal bits, and the times of its messages. */
static void shards_of_case(int n) {
    for (ranks_shards = 1; ranks_shards <= SHARDS; ranks_shards++) {
        struct outcome out = run_ranks(n, &platform, one_case, NULL);
        if (out.code)
            fail_msg("%s, %d ranks, %d shards: exit %d: %s", cases[shard_case].rule, n, ranks_shards, out.code,
                     out.err);
    }
    ranks_shards = 1;
    for (int repeat = 0; repeat < REPEATS; repeat++)
        for (int rank = 0; rank < n; rank++) {
            double by_messages = *time_of(0, 0, repeat, rank), first = *time_of(0, 1, repeat, rank);
            if (!(fabs(by_messages - first) <= 1e-12))
                fail_msg("%s, rank %d of %d: %.17g by messages, %.17g", cases[shard_case].rule, rank, n, by_messages,
                         first);
            for (int s = 1; s < SHARDS; s++)
                if (*time_of(s, 1, repeat, rank) != first)
                    fail_msg("%s, rank %d of %d, %d shards: %.17g instead of %.17g", cases[shard_case].rule, rank, n,
                             s + 1, *time_of(s, 1, repeat, rank), first);
        }
}

static void test_links_shards(void **state) {
    (void)state;
    size_t size = SHARDS * 2 * REPEATS * MAX_RANKS * sizeof(double);
    times_of_shards = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(times_of_shards != MAP_FAILED);
    buffer = calloc(1, BUFFER);
    links = true;
    set_platform("loggpo", 1, 2, true, false);
    for (shard_case = 0; shard_case < (int)(sizeof cases / sizeof *cases); shard_case++)
        for (int n = 7; n <= 8; n++)
            if (has(shard_case, n)) {
                use_rule(cases[shard_case].rule);
                shards_of_case(n);
            }
    links = false;
    bsim_platform_free(&platform);
    free(buffer);
    munmap(times_of_shards, size);
}

/* A measured table: all leave 0.25 s after the last one has come, which rank r does at r + 1. The same within a
 * collective of two parts, whose second part is a broadcast by a table: 7 s after the last member has the result of
 * the reduction. Rank 0 receives the data of rank 1, which come last: 2 + o_s + (bytes - 1) G + L, and o_r. */
static void by_tables(int rank) {
    *bsim_clock(rank) = rank + 1;
    LMPI_Alltoall(buffer, 8, MPI_BYTE, buffer, 8, MPI_BYTE, WORLD);
    CHECK(*bsim_clock(rank) == bsim_context.np + 0.25);
    if (bsim_context.np != 2)
        return;
    *bsim_clock(rank) = 10 + rank;
    LMPI_Allreduce(buffer, buffer, 101, MPI_BYTE, MPI_BOR, WORLD);
    CHECK(fabs(*bsim_clock(rank) - (11 + 0.31e-6 + 100 * 0.13e-9 + 1.1e-6 + 0.27e-6 + 7)) < 1e-12);
}

static void add_table(enum bsim_collective of, double seconds) {
    struct bsim_collective_rules *rules = &platform.collectives.of[of];
    rules->rule = bsim_realloc(rules->rule, ((size_t)rules->n + 1) * sizeof *rules->rule);
    struct bsim_collective_table *table = bsim_alloc(sizeof *table);
    double *numbers[3];
    for (int i = 0; i < 3; i++)
        numbers[i] = bsim_alloc(sizeof(double));
    *numbers[0] = 2;
    *numbers[1] = 8;
    *numbers[2] = seconds;
    *table = (struct bsim_collective_table){1, 1, numbers[0], numbers[1], numbers[2]};
    rules->rule[rules->n++] = (struct bsim_collective_rule){
        .up_to_bytes = HUGE_VAL, .up_to_processes = INT_MAX, .algorithm = -1, .table = table};
}

static void test_links_tables(void **state) {
    (void)state;
    links = true;
    set_platform("loggpo", 1, 1, false, false);
    links = false;
    use_rule("allreduce=reduce_bcast");
    add_table(BSIM_COLLECTIVE_alltoall, 0.25);
    add_table(BSIM_COLLECTIVE_bcast, 7);
    for (ranks_shards = 1; ranks_shards <= SHARDS; ranks_shards++) {
        assert_runs(2, &platform, by_tables);
        assert_runs(7, &platform, by_tables);
    }
    ranks_shards = 1;
    bsim_platform_free(&platform);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_loggpo), cmocka_unit_test(test_simple),       cmocka_unit_test(test_scenarios),
        cmocka_unit_test(test_pieces), cmocka_unit_test(test_cards),        cmocka_unit_test(test_openmpi),
        cmocka_unit_test(test_links),  cmocka_unit_test(test_links_shards), cmocka_unit_test(test_links_tables),
    };
    return cmocka_run_group_tests_name("coll_algorithms", tests, NULL, NULL);
}
