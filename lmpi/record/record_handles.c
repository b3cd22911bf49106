/* record_handles.c - numbers of communicators and requests of this process. */
#include "lmpi/record/record_handles.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "lmpi/record/record_out.h"

/* ---- the smallest free number ---- */

struct numbers {
    uint64_t *taken;
    size_t words;
    size_t from; /* words below are full */
};

static int take(struct numbers *n) {
    size_t w = n->from;
    while (w < n->words && n->taken[w] == UINT64_MAX)
        w++;
    if (w == n->words) {
        size_t room = n->words;
        n->taken = record_grow(n->taken, room, &n->words, sizeof *n->taken);
        memset(n->taken + room, 0, (n->words - room) * sizeof *n->taken);
    }
    n->from = w;
    int bit = __builtin_ctzll(~n->taken[w]);
    n->taken[w] |= UINT64_C(1) << bit;
    return (int)w * 64 + bit;
}

static void give_back(struct numbers *n, int number) {
    size_t w = (size_t)number / 64;
    n->taken[w] &= ~(UINT64_C(1) << number % 64);
    if (w < n->from)
        n->from = w;
}

/* ---- communicators ---- */

static struct numbers comm_numbers;
static struct record_comm *comms;
static size_t ncomms, comms_room;

const struct record_comm *record_comm_find(MPI_Comm comm) {
    static size_t last;
    if (last < ncomms && comms[last].handle == comm)
        return &comms[last];
    for (size_t i = 0; i < ncomms; i++)
        if (comms[i].handle == comm)
            return &comms[last = i];
    return NULL;
}

const struct record_comm *record_comm_add(MPI_Comm comm) {
    comms = record_grow(comms, ncomms, &comms_room, sizeof *comms);
    struct record_comm *c = &comms[ncomms++];
    *c = (struct record_comm){.handle = comm, .number = take(&comm_numbers)};
    PMPI_Comm_rank(comm, &c->rank);
    PMPI_Comm_size(comm, &c->size);
    return c;
}

int record_comm_remove(MPI_Comm comm) {
    const struct record_comm *c = record_comm_find(comm);
    if (c == NULL)
        return -1;
    int number = c->number;
    give_back(&comm_numbers, number);
    comms[c - comms] = comms[--ncomms];
    return number;
}

/* ---- requests: a hash table of handles, each with a list in order of age ---- */

enum { SLOTS = 1024 };
struct entry {
    struct record_request request;
    MPI_Request handle;
    struct entry *next; /* in the chain, younger ones of one handle behind older ones; or free */
};
static struct numbers request_numbers;
static struct entry *slots[SLOTS], *unused;

static struct entry **slot_of(MPI_Request handle) {
    return &slots[((unsigned)handle * 2654435769u >> 16) % SLOTS];
}

struct record_request *record_request_add(MPI_Request handle) {
    struct entry *e = unused;
    if (e)
        unused = e->next;
    else if ((e = malloc(sizeof *e)) == NULL)
        record_fail("out of memory");
    struct entry **at = slot_of(handle);
    while (*at)
        at = &(*at)->next;
    *e = (struct entry){.handle = handle, .request = {.number = take(&request_numbers), .event = -1}};
    *at = e;
    return &e->request;
}

struct record_request *record_request_find(MPI_Request handle) {
    for (struct entry *e = *slot_of(handle); e; e = e->next)
        if (e->handle == handle)
            return &e->request;
    return NULL;
}

void record_request_remove(MPI_Request handle) {
    for (struct entry **at = slot_of(handle); *at; at = &(*at)->next)
        if ((*at)->handle == handle) {
            struct entry *e = *at;
            give_back(&request_numbers, e->request.number);
            *at = e->next;
            e->next = unused;
            unused = e;
            return;
        }
}
