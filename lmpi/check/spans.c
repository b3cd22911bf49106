/* spans.c - pieces of memory: of the elements of a datatype, what two have in common, and a digest of what they hold.
 */
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/fnv.h"
#include "lmpi/check/check.h"
#include "lmpi/datatype/runs.h"

enum { MOST_SPANS = 1 << 16 };

void lmpi_check_spans_free(check_spans *spans) {
    bsim_free(spans->at);
    *spans = (check_spans){0};
}

check_spans lmpi_check_spans_copy(const check_spans *spans) {
    check_spans copy = *spans;
    copy.room = spans->count;
    copy.at = NULL;
    if (spans->count) {
        copy.at = bsim_alloc((size_t)spans->count * sizeof *copy.at);
        memcpy(copy.at, spans->at, (size_t)spans->count * sizeof *copy.at);
    }
    return copy;
}

static void add(check_spans *spans, intptr_t begin, int64_t length) {
    if (length <= 0 || spans->unknown || lmpi_is_null((const void *)begin)) /* null is told as an argument */
        return;
    if (spans->count && spans->at[spans->count - 1].end == (uintptr_t)begin) {
        spans->at[spans->count - 1].end += (uintptr_t)length;
        return;
    }
    if (spans->count == MOST_SPANS) {
        spans->unknown = true;
        return;
    }
    if (spans->count == spans->room) {
        spans->room = spans->room ? 2 * spans->room : 4;
        spans->at = bsim_realloc(spans->at, (size_t)spans->room * sizeof *spans->at);
    }
    spans->at[spans->count++] = (check_span){(uintptr_t)begin, (uintptr_t)begin + (uintptr_t)length};
}

void lmpi_check_spans_add(check_spans *spans, intptr_t address, int64_t count, MPI_Datatype type) {
    int64_t offset;
    if (count <= 0 || lmpi_type_size(type) <= 0)
        return;
    address = lmpi_check_shared_address(address);
    if (lmpi_type_is_flat(type, count, &offset)) {
        add(spans, address + offset, count * lmpi_type_size(type));
        return;
    }
    if (count > MOST_SPANS) {
        spans->unknown = true;
        return;
    }
    struct lmpi_runs *runs = lmpi_runs_of(type);
    for (int64_t i = 0; i < count; i++)
        for (int k = 0; k < runs->count; k++)
            add(spans, address + i * runs->extent + runs->at[k].offset, runs->at[k].length);
    lmpi_runs_free(runs);
}

static int by_begin(const void *a, const void *b) {
    uintptr_t x = ((const check_span *)a)->begin, y = ((const check_span *)b)->begin;
    return (x > y) - (x < y);
}

void lmpi_check_spans_sort(check_spans *spans) {
    qsort(spans->at, (size_t)spans->count, sizeof *spans->at, by_begin);
    for (int i = 1; i < spans->count; i++)
        spans->overlaps |= spans->at[i].begin < spans->at[i - 1].end;
}

void lmpi_check_spans_of_data(check_spans *spans, intptr_t address, int64_t count, MPI_Datatype type) {
    *spans = (check_spans){0};
    lmpi_check_spans_add(spans, address, count, type);
    lmpi_check_spans_sort(spans);
}

bool lmpi_check_spans_cover(check_spans *spans, uintptr_t begin, uintptr_t end, int most) {
    int low = 0, high = spans->count;
    while (low < high) { /* the first that ends at or behind the begin */
        int middle = (low + high) / 2;
        if (spans->at[middle].end < begin)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < spans->count && spans->at[low].begin <= begin && spans->at[low].end >= end)
        return false;
    int after = low;
    for (; after < spans->count && spans->at[after].begin <= end; after++) {
        begin = spans->at[after].begin < begin ? spans->at[after].begin : begin;
        end = spans->at[after].end > end ? spans->at[after].end : end;
    }
    if (after == low && spans->count == most)
        return true;
    if (after == low && spans->count == spans->room) {
        spans->room = spans->room ? 2 * spans->room : 4;
        spans->at = bsim_realloc(spans->at, (size_t)spans->room * sizeof *spans->at);
    }
    memmove(&spans->at[low + 1], &spans->at[after], (size_t)(spans->count - after) * sizeof *spans->at);
    spans->count += low + 1 - after;
    spans->at[low] = (check_span){begin, end};
    return true;
}

void lmpi_check_spans_remove(check_spans *spans, check_span piece) {
    check_spans rest = {.unknown = spans->unknown};
    for (int i = 0; i < spans->count; i++) {
        check_span s = spans->at[i];
        uintptr_t before = s.end < piece.begin ? s.end : piece.begin,
                  behind = s.begin > piece.end ? s.begin : piece.end;
        if (s.begin < before)
            add(&rest, (intptr_t)s.begin, (int64_t)(before - s.begin));
        if (behind < s.end)
            add(&rest, (intptr_t)behind, (int64_t)(s.end - behind));
    }
    lmpi_check_spans_free(spans);
    *spans = rest;
}

/* The first span that may have something at an address or behind it. */
static int first_behind(const check_spans *spans, uintptr_t address) {
    int low = 0, high = spans->overlaps ? 0 : spans->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (spans->at[middle].end <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

uintptr_t lmpi_check_spans_common(const check_spans *a, const check_spans *b) {
    if (a->count == 0 || b->count == 0)
        return 0;
    for (int i = first_behind(a, b->at[0].begin), k = first_behind(b, a->at[0].begin); i < a->count && k < b->count;) {
        if (a->at[i].end <= b->at[k].begin)
            i++;
        else if (b->at[k].end <= a->at[i].begin)
            k++;
        else
            return a->at[i].begin > b->at[k].begin ? a->at[i].begin : b->at[k].begin;
    }
    return 0;
}

bool lmpi_check_spans_meet(const check_spans *a, const check_spans *b) {
    return lmpi_check_spans_common(a, b) != 0;
}

/* Over words, of whose upper bits each is mixed into the lower ones: another word gives another digest. */
static inline uint64_t mix(uint64_t digest, uint64_t word) {
    digest = bsim_fnv_word(digest, word);
    return digest ^ digest >> 29;
}

/* Several words at once, each in a digest of its own: none has to wait for the one before it. */
enum { LANES = 4 };
static const unsigned char *mix_lanes(uint64_t *digest, const unsigned char *p, const unsigned char *end) {
    uint64_t lane[LANES], word[LANES];
    for (int k = 0; k < LANES; k++)
        lane[k] = BSIM_FNV_START + (uint64_t)k;
    for (; end - p >= (ptrdiff_t)sizeof word; p += sizeof word) {
        memcpy(word, p, sizeof word);
        for (int k = 0; k < LANES; k++)
            lane[k] = mix(lane[k], word[k]);
    }
    for (int k = 0; k < LANES; k++)
        *digest = mix(*digest, lane[k]);
    return p;
}

uint64_t lmpi_check_spans_digest(const check_spans *spans) {
    uint64_t digest = BSIM_FNV_START;
    for (int i = 0; i < spans->count; i++) {
        const unsigned char *p = (const unsigned char *)spans->at[i].begin, *end = (const void *)spans->at[i].end;
        if (end - p >= 256)
            p = mix_lanes(&digest, p, end);
        for (; end - p >= 8; p += 8) {
            uint64_t word;
            memcpy(&word, p, 8);
            digest = mix(digest, word);
        }
        digest = bsim_fnv_bytes(digest, p, (size_t)(end - p));
    }
    return digest;
}
