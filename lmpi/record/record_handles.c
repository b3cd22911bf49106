/* record_handles.c - numbers of communicators, requests, messages, files and windows. Part of libbsim-record.so and of
 * the runtime: must not call MPI. */
#include "lmpi/record/record_handles.h"

#include <string.h>

/* ---- the smallest free number ---- */

static int take(struct record_numbers *n) {
    size_t w = n->from;
    while (w < n->words && n->taken[w] == UINT64_MAX)
        w++;
    if (w == n->words) {
        n->taken = lmpi_record_grow(n->taken, w, &n->words, sizeof *n->taken);
        memset(n->taken + w, 0, (n->words - w) * sizeof *n->taken);
    }
    n->from = w;
    int bit = __builtin_ctzll(~n->taken[w]);
    n->taken[w] |= UINT64_C(1) << bit;
    return (int)w * 64 + bit;
}

static void give_back(struct record_numbers *n, int number) {
    size_t w = (size_t)number / 64;
    n->taken[w] &= ~(UINT64_C(1) << number % 64);
    if (w < n->from)
        n->from = w;
}

/* ---- communicators ---- */

const struct record_comm *lmpi_record_comm_find(struct record_handles *h, MPI_Comm comm) {
    if (h->last_comm < h->ncomms && h->comms[h->last_comm].handle == comm)
        return &h->comms[h->last_comm];
    for (size_t i = 0; i < h->ncomms; i++)
        if (h->comms[i].handle == comm)
            return &h->comms[h->last_comm = i];
    return NULL;
}

const struct record_comm *lmpi_record_comm_add(struct record_handles *h, MPI_Comm comm, int rank, int size) {
    h->comms = lmpi_record_grow(h->comms, h->ncomms, &h->comms_room, sizeof *h->comms);
    struct record_comm *c = &h->comms[h->ncomms++];
    *c = (struct record_comm){.handle = comm, .number = take(&h->comm_numbers), .rank = rank, .size = size};
    return c;
}

void lmpi_record_comm_set_remote(struct record_handles *h, MPI_Comm comm, int remote) {
    for (size_t i = 0; i < h->ncomms; i++)
        if (h->comms[i].handle == comm)
            h->comms[i].remote = remote;
}

int lmpi_record_comm_remove(struct record_handles *h, MPI_Comm comm) {
    const struct record_comm *c = lmpi_record_comm_find(h, comm);
    if (c == NULL)
        return -1;
    int number = c->number;
    give_back(&h->comm_numbers, number);
    h->comms[c - h->comms] = h->comms[--h->ncomms];
    return number;
}

/* ---- messages ---- */

int lmpi_record_message_add(struct record_handles *h, MPI_Message handle) {
    h->messages = lmpi_record_grow(h->messages, h->nmessages, &h->messages_room, sizeof *h->messages);
    h->messages[h->nmessages++] = (struct record_message){handle, take(&h->message_numbers)};
    return h->messages[h->nmessages - 1].number;
}

int lmpi_record_message_remove(struct record_handles *h, MPI_Message handle) {
    for (size_t i = 0; i < h->nmessages; i++)
        if (h->messages[i].handle == handle) {
            int number = h->messages[i].number;
            give_back(&h->message_numbers, number);
            h->messages[i] = h->messages[--h->nmessages];
            return number;
        }
    return -1;
}

/* ---- files and windows ---- */

struct record_object *lmpi_record_object_add(struct record_objects *o, uint64_t handle, int rank) {
    o->list = lmpi_record_grow(o->list, o->n, &o->room, sizeof *o->list);
    struct record_object *made = &o->list[o->n++];
    *made = (struct record_object){.handle = handle, .number = take(&o->numbers), .rank = rank, .event = -1};
    return made;
}

struct record_object *lmpi_record_object_find(struct record_objects *o, uint64_t handle) {
    for (size_t i = 0; i < o->n; i++)
        if (o->list[i].handle == handle)
            return &o->list[i];
    return NULL;
}

int lmpi_record_object_remove(struct record_objects *o, uint64_t handle) {
    struct record_object *at = lmpi_record_object_find(o, handle);
    if (at == NULL)
        return -1;
    int number = at->number;
    give_back(&o->numbers, number);
    *at = o->list[--o->n];
    return number;
}

/* ---- requests ---- */

struct record_entry {
    struct record_request request;
    MPI_Request handle;
    struct record_entry *next; /* in the chain, younger ones of one handle behind older ones; or free */
};

static struct record_entry **slot_of(const struct record_handles *h, MPI_Request handle) {
    return &h->slots[((unsigned)handle * 2654435769u >> 12) & (h->nslots - 1)];
}

static void append(const struct record_handles *h, struct record_entry *e) {
    struct record_entry **at = slot_of(h, e->handle);
    while (*at)
        at = &(*at)->next;
    e->next = NULL;
    *at = e;
}

/* As many slots as there are entries, at least. */
static void grow_slots(struct record_handles *h) {
    struct record_entry **old = h->slots;
    size_t n = h->nslots, room = 0;
    if (h->nentries < n)
        return;
    h->nslots = n ? 4 * n : 8;
    h->slots = NULL;
    while (room < h->nslots)
        h->slots = lmpi_record_grow(h->slots, room, &room, sizeof(struct record_entry *));
    memset(h->slots, 0, h->nslots * sizeof(struct record_entry *));
    for (size_t i = 0; i < n; i++)
        for (struct record_entry *e = old[i], *next; e; e = next) {
            next = e->next;
            append(h, e);
        }
    lmpi_record_free(old);
}

struct record_request *lmpi_record_request_add(struct record_handles *h, MPI_Request handle) {
    struct record_entry *e = h->unused;
    size_t none = 0;
    grow_slots(h);
    if (e)
        h->unused = e->next;
    else
        e = lmpi_record_grow(NULL, 0, &none, sizeof *e);
    *e = (struct record_entry){.handle = handle, .request = {.number = take(&h->request_numbers), .event = -1}};
    append(h, e);
    h->nentries++;
    return &e->request;
}

struct record_request *lmpi_record_request_find(struct record_handles *h, MPI_Request handle) {
    for (struct record_entry *e = h->nslots ? *slot_of(h, handle) : NULL; e; e = e->next)
        if (e->handle == handle)
            return &e->request;
    return NULL;
}

void lmpi_record_request_remove(struct record_handles *h, MPI_Request handle) {
    for (struct record_entry **at = h->nslots ? slot_of(h, handle) : NULL; at && *at; at = &(*at)->next)
        if ((*at)->handle == handle) {
            struct record_entry *e = *at;
            give_back(&h->request_numbers, e->request.number);
            *at = e->next;
            e->next = h->unused;
            h->unused = e;
            h->nentries--;
            return;
        }
}

void lmpi_record_handles_free(struct record_handles *h) {
    for (size_t i = 0; i < h->nslots; i++)
        for (struct record_entry *e = h->slots[i], *next; e; e = next) {
            next = e->next;
            lmpi_record_free(e);
        }
    for (struct record_entry *e = h->unused, *next; e; e = next) {
        next = e->next;
        lmpi_record_free(e);
    }
    lmpi_record_free(h->slots);
    lmpi_record_free(h->comms);
    lmpi_record_free(h->messages);
    lmpi_record_free(h->files.list);
    lmpi_record_free(h->windows.list);
    lmpi_record_free(h->files.numbers.taken);
    lmpi_record_free(h->windows.numbers.taken);
    lmpi_record_free(h->comm_numbers.taken);
    lmpi_record_free(h->message_numbers.taken);
    lmpi_record_free(h->request_numbers.taken);
    *h = (struct record_handles){0};
}
