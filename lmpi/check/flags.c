/* flags.c - values in windows by which ranks of a program order what they do: locks and flags of its own.
 *
 * A small operation that writes in a passive epoch may set a flag, as may a store of a volatile or atomic variable in
 * shared memory; who reads it, by an atomic operation or by polling its memory, then knows what was complete before.
 * Whether the reader got that value is not asked. */
#include "bsim/base/alloc.h"
#include "lmpi/check/windows.h"

enum { BUCKETS = 1 << 14, MOST_FLAGS = 4096, MOST_PLAIN = 1 << 16, WORD = 8, MOST_BYTES = 16 };

static struct flag {
    struct flag *next;
    uintptr_t word; /* address / WORD */
    uint32_t *clock;
    uint32_t written, *seen; /* how often; by rank: how often when its last atomic operation read it */
} *table[BUCKETS];
static struct flag rest; /* of all flags beyond the limit */
static int nflags, nplain;

static struct flag *find(uintptr_t word) {
    struct flag *f = table[word % BUCKETS];
    while (f && f->word != word)
        f = f->next;
    return f;
}

static struct flag *make(uintptr_t word) {
    if (nflags - nplain >= MOST_FLAGS) {
        if (!rest.clock)
            rest.clock = lmpi_check_clock_new();
        return &rest;
    }
    struct flag **first = &table[word % BUCKETS], *f = bsim_alloc(sizeof *f);
    *f = (struct flag){*first, word, lmpi_check_clock_new(), 0, lmpi_check_clock_new()};
    nflags++;
    return *first = f;
}

static bool is_small(const check_spans *spans) {
    return spans->count == 1 && spans->at[0].end - spans->at[0].begin <= MOST_BYTES;
}

uint32_t lmpi_check_flag_set(int rank, const check_spans *spans) {
    uint32_t written = 0;
    if (!is_small(spans))
        return 0;
    for (uintptr_t word = spans->at[0].begin / WORD; word <= (spans->at[0].end - 1) / WORD; word++) {
        struct flag *f = find(word);
        f = f ? f : make(word);
        lmpi_check_release(rank, f->clock);
        written = ++f->written;
    }
    return written;
}

bool lmpi_check_plain_flags_are_many(void) {
    return nplain >= MOST_PLAIN;
}

/* They do not share a clock if there are many of them: who reads any data would know of all. */
void lmpi_check_plain_flag_set(int rank, const check_spans *spans) {
    int before = nflags;
    if (nplain >= MOST_PLAIN)
        return;
    lmpi_check_flag_set(rank, spans);
    nplain += nflags - before;
}

bool lmpi_check_may_be_flag(const check_access *a) {
    int64_t element = a->basic ? lmpi_type_size(a->basic) : 0;
    uintptr_t most = element > WORD ? (uintptr_t)element : WORD;
    return a->spans.count == 1 && a->spans.at[0].end - a->spans.at[0].begin <= most;
}

void lmpi_check_flag_written(check_access *a) {
    if (a->passive && lmpi_check_may_be_flag(a))
        a->written = lmpi_check_flag_set(a->rank, &a->spans);
}

void lmpi_check_flag_seen(int rank, const check_spans *spans) {
    struct flag *f = nflags > 0 && is_small(spans) ? find(spans->at[0].begin / WORD) : NULL;
    if (f)
        f->seen[rank] = f->written;
}

bool lmpi_check_flag_was_seen(int rank, const check_access *a) {
    const struct flag *f = a->written && is_small(&a->spans) ? find(a->spans.at[0].begin / WORD) : NULL;
    return f && f->seen[rank] >= a->written;
}

/* The rank learns what the clock has seen, if that is new to it. */
static void learn(int rank, const struct flag *f) {
    const uint32_t *own = lmpi_check_ranks[rank].clock;
    for (int i = 0; f && f->clock && i < bsim_context.np; i++)
        if (f->clock[i] > own[i] && i != rank) {
            lmpi_check_acquire(rank, f->clock);
            return;
        }
}

void lmpi_check_flag_read(int rank, const check_spans *spans) {
    if (nflags == 0 || !is_small(spans))
        return;
    for (uintptr_t word = spans->at[0].begin / WORD; word <= (spans->at[0].end - 1) / WORD; word++)
        learn(rank, find(word));
    learn(rank, &rest);
}
