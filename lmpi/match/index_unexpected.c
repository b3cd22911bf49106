/* index_unexpected.c - the index of a long unexpected message queue.
 *
 * Each message is in the FIFO of its (comm, source) and in that of its (comm, source, tag). After the first search for
 * the earliest message it is also in the heap of its (comm, tag), ordered by arrival in scenario 0. The keys of these
 * buckets are (comm, source, any), (comm, source, tag) and (comm, any, tag). */
#include "lmpi/match/match.h"

#include "bsim/base/alloc.h"

enum { BY_SOURCE, BY_KIND, FIFOS };

struct node {
    lmpi_message *message; /* whose member next points to this node */
    uint64_t order;
    struct node *next[FIFOS], *previous[FIFOS];
    lmpi_bucket *fifo[FIFOS], *heap;
    int place; /* in the heap */
    struct node *aside;
};

struct lmpi_unexpected_index {
    lmpi_table table;
    uint64_t order;
    lmpi_bucket *heaps; /* all buckets with heaps */
    bool heaped;        /* all messages are in heaps */
    struct node *free_nodes;
};

static struct lmpi_unexpected_index *index_of(const lmpi_rank *rank) {
    return rank->extension->unexpected_index;
}

static struct node *node_of(const lmpi_message *m) {
    return (struct node *)(void *)m->next;
}

/* ---- heaps ---- */

static bool earlier(const struct node *a, const struct node *b) {
    double ta = a->message->arrive[0], tb = b->message->arrive[0];
    if (ta != tb)
        return ta < tb;
    if (a->message->source != b->message->source)
        return a->message->source < b->message->source;
    return a->order < b->order;
}

static void put(lmpi_bucket *h, int i, struct node *n) {
    h->heap[i] = n;
    n->place = i;
}

static void sift(lmpi_bucket *h, int i, struct node *n) {
    for (; i > 0 && earlier(n, h->heap[(i - 1) / 2]); i = (i - 1) / 2)
        put(h, i, h->heap[(i - 1) / 2]);
    for (;;) {
        int child = 2 * i + 1;
        if (child >= h->heap_count)
            break;
        if (child + 1 < h->heap_count && earlier(h->heap[child + 1], h->heap[child]))
            child++;
        if (!earlier(h->heap[child], n))
            break;
        put(h, i, h->heap[child]);
        i = child;
    }
    put(h, i, n);
}

static void heap_add(lmpi_bucket *h, struct node *n) {
    if (h->heap_count == h->heap_room) {
        h->heap_room = h->heap_room ? 2 * h->heap_room : 16;
        h->heap = bsim_realloc(h->heap, (size_t)h->heap_room * sizeof *h->heap);
    }
    n->heap = h;
    sift(h, h->heap_count++, n);
}

static void heap_remove(struct node *n) {
    lmpi_bucket *h = n->heap;
    struct node *last = h->heap[--h->heap_count];
    if (last != n)
        sift(h, n->place, last);
}

/* ---- FIFOs ---- */

static void fifo_add(lmpi_table *table, struct node *n, int which, int tag) {
    bool made;
    lmpi_bucket *b = lmpi_table_get(table, n->message->comm, n->message->source, tag, &made);
    n->fifo[which] = b;
    n->next[which] = NULL;
    n->previous[which] = b->last;
    if (b->last)
        ((struct node *)b->last)->next[which] = n;
    else
        b->first = n;
    b->last = n;
}

static void fifo_remove(lmpi_table *table, struct node *n, int which) {
    lmpi_bucket *b = n->fifo[which];
    if (n->previous[which])
        n->previous[which]->next[which] = n->next[which];
    else
        b->first = n->next[which];
    if (n->next[which])
        n->next[which]->previous[which] = n->previous[which];
    else
        b->last = n->previous[which];
    if (!b->first)
        lmpi_table_drop(table, b);
}

/* ---- the index ---- */

static void enter_heap(struct lmpi_unexpected_index *x, struct node *n) {
    bool made;
    lmpi_bucket *h = lmpi_table_get(&x->table, n->message->comm, MPI_ANY_SOURCE, n->message->tag, &made);
    if (made) {
        h->next = x->heaps;
        x->heaps = h;
    }
    heap_add(h, n);
}

static void enter_all_heaps(struct lmpi_unexpected_index *x) {
    size_t count = 0, room = 64;
    struct node **all = bsim_alloc(room * sizeof *all); /* the table changes while heaps are made */
    for (uint32_t i = 0; i < x->table.size; i++) {
        for (const lmpi_bucket *b = x->table.slots[i]; b; b = b->chain) {
            for (struct node *n = b->tag == MPI_ANY_TAG ? b->first : NULL; n; n = n->next[BY_SOURCE]) {
                if (count == room) {
                    room *= 2;
                    all = bsim_realloc(all, room * sizeof *all);
                }
                all[count++] = n;
            }
        }
    }
    for (size_t i = 0; i < count; i++)
        enter_heap(x, all[i]);
    bsim_free(all);
    x->heaped = true;
}

static void add(struct lmpi_unexpected_index *x, lmpi_message *m) {
    struct node *n = x->free_nodes;
    if (n)
        x->free_nodes = n->next[0];
    else
        n = bsim_alloc(sizeof *n);
    n->message = m;
    n->order = x->order++;
    m->next = (lmpi_message *)(void *)n;
    fifo_add(&x->table, n, BY_SOURCE, MPI_ANY_TAG);
    fifo_add(&x->table, n, BY_KIND, m->tag);
    if (x->heaped)
        enter_heap(x, n);
}

void lmpi_index_unexpected_add(lmpi_rank *rank, lmpi_message *m) {
    struct lmpi_rank_extension *more = lmpi_extension(rank);
    if (!more->unexpected_index)
        more->unexpected_index = bsim_alloc(sizeof *more->unexpected_index);
    if (!rank->unexpected_indexed) {
        rank->unexpected_indexed = 1;
        while (rank->unexpected) {
            lmpi_message *first = rank->unexpected;
            rank->unexpected = first->next;
            add(more->unexpected_index, first);
        }
    }
    add(more->unexpected_index, m);
}

lmpi_message *lmpi_index_unexpected_find(lmpi_rank *rank, int comm, int source, int tag) {
    const lmpi_bucket *b = lmpi_table_find(&index_of(rank)->table, comm, source, tag);
    return b ? ((struct node *)b->first)->message : NULL;
}

void lmpi_index_unexpected_remove(lmpi_rank *rank, lmpi_message *m) {
    struct lmpi_unexpected_index *x = index_of(rank);
    struct node *n = node_of(m);
    if (x->heaped)
        heap_remove(n);
    fifo_remove(&x->table, n, BY_SOURCE);
    fifo_remove(&x->table, n, BY_KIND);
    n->next[0] = x->free_nodes;
    x->free_nodes = n;
    if (rank->nunexpected)
        return;
    lmpi_table_clear(&x->table);
    x->heaps = NULL;
    x->heaped = false;
    while (x->free_nodes) {
        n = x->free_nodes;
        x->free_nodes = n->next[0];
        bsim_free(n);
    }
    rank->unexpected_indexed = 0;
    rank->unexpected = NULL;
}

/* The earliest message of a heap that is the first one of its source (fifo: among those with its tag, or among all).
 * Earlier messages that are not the first of their source, of which there are few, are taken out and put back. */
static struct node *earliest_first(lmpi_bucket *h, int fifo) {
    struct node *aside = NULL, *found = NULL;
    while (h->heap_count && !found) {
        struct node *n = h->heap[0];
        if (!n->previous[fifo]) {
            found = n;
        } else {
            heap_remove(n);
            n->aside = aside;
            aside = n;
        }
    }
    for (; aside; aside = aside->aside)
        heap_add(h, aside);
    return found;
}

lmpi_message *lmpi_index_unexpected_earliest(lmpi_rank *rank, int comm, int tag) {
    struct lmpi_unexpected_index *x = index_of(rank);
    if (!x->heaped)
        enter_all_heaps(x);
    if (tag != MPI_ANY_TAG) {
        lmpi_bucket *h = lmpi_table_find(&x->table, comm, MPI_ANY_SOURCE, tag);
        struct node *n = h ? earliest_first(h, BY_KIND) : NULL;
        return n ? n->message : NULL;
    }
    struct node *best = NULL;
    for (lmpi_bucket *h = x->heaps; h; h = h->next) {
        struct node *n = h->comm == comm ? earliest_first(h, BY_SOURCE) : NULL;
        if (n && (!best || earlier(n, best)))
            best = n;
    }
    return best ? best->message : NULL;
}

void lmpi_index_unexpected_each(lmpi_rank *rank, bool (*fn)(lmpi_message *m, void *arg), void *arg) {
    const struct lmpi_unexpected_index *x = index_of(rank);
    for (uint32_t i = 0; i < x->table.size; i++)
        for (const lmpi_bucket *b = x->table.slots[i]; b; b = b->chain)
            if (b->source != MPI_ANY_SOURCE && b->tag == MPI_ANY_TAG)
                for (const struct node *n = b->first; n; n = n->next[BY_SOURCE])
                    if (!fn(n->message, arg))
                        return;
}
