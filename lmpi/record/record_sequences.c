/* record_sequences.c - see record_sequences.h. Part of libbsim-record.so and of the runtime. */
#include "lmpi/record/record_sequences.h"

#include <string.h>

#include "bsim/base/fnv.h"
#include "lmpi/record/record_handles.h"

static uint64_t hash_of(const int64_t *number, int n) {
    uint64_t hash = BSIM_FNV_START;
    for (int i = 0; i < n; i++)
        hash = bsim_fnv_word(hash, (uint64_t)number[i]), hash ^= hash >> 32;
    return hash;
}

static void grow_slots(struct record_sequences *t) {
    size_t room = 0, want = t->nslot ? 2 * t->nslot : 256;
    lmpi_record_free(t->slot);
    t->slot = NULL;
    while (room < want)
        t->slot = lmpi_record_grow(t->slot, room, &room, sizeof *t->slot);
    memset(t->slot, 0, room * sizeof *t->slot);
    t->nslot = room;
    for (size_t i = 0; i < t->nsequence; i++) {
        size_t slot = t->sequence[i].hash & (t->nslot - 1);
        while (t->slot[slot])
            slot = (slot + 1) & (t->nslot - 1);
        t->slot[slot] = (uint32_t)(i + 1);
    }
}

void lmpi_record_number_add(struct record_sequences *t, int64_t value) {
    t->number = lmpi_record_grow(t->number, t->n, &t->room, sizeof *t->number);
    t->number[t->n++] = value;
}

int64_t lmpi_record_sequence_end(struct record_sequences *t, size_t at, bool *is_new) {
    int n = (int)(t->n - at);
    uint64_t hash = hash_of(t->number + at, n);
    if (2 * (t->nsequence + 1) > t->nslot)
        grow_slots(t);
    size_t slot = hash & (t->nslot - 1);
    *is_new = false;
    for (; t->slot[slot]; slot = (slot + 1) & (t->nslot - 1)) {
        const struct record_sequence *s = &t->sequence[t->slot[slot] - 1];
        if (s->hash == hash && s->n == n &&
            memcmp(t->number + s->at, t->number + at, (size_t)n * sizeof *t->number) == 0) {
            t->n = at;
            return (int64_t)t->slot[slot] - 1;
        }
    }
    *is_new = true;
    t->slot[slot] = (uint32_t)(t->nsequence + 1);
    t->sequence = lmpi_record_grow(t->sequence, t->nsequence, &t->sequence_room, sizeof *t->sequence);
    t->sequence[t->nsequence] = (struct record_sequence){hash, at, n};
    return (int64_t)t->nsequence++;
}
