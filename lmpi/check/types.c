/* types.c - the signatures of datatypes: which basic types, in which order, a message holds (MPI-4.0, 5.1 and 3.3.1).
 *
 * They come from the constructors that MPICH remembers, on the host's stack. Two basic types match if they are the same
 * type; MPI_PACKED matches all. A pair such as MPI_DOUBLE_INT is its two numbers. */
#include <stdio.h>

#include "bsim/base/alloc.h"
#include "lmpi/check/check.h"
#include "lmpi/datatype/contents.h"

enum { MOST_RUNS = 1 << 16, MOST_STEPS = 1 << 22 };

static void add(check_signature *s, MPI_Datatype type, int64_t count) {
    if (count <= 0 || s->unknown)
        return;
    if (s->count && s->at[s->count - 1].type == type) {
        s->at[s->count - 1].count += count;
        return;
    }
    if (s->count == MOST_RUNS) {
        s->unknown = true;
        return;
    }
    if (s->count == s->room) {
        s->room = s->room ? 2 * s->room : 4;
        s->at = bsim_realloc(s->at, (size_t)s->room * sizeof *s->at);
    }
    s->at[s->count].type = type;
    s->at[s->count++].count = count;
}

static void add_all(check_signature *s, const check_signature *of, int64_t count) {
    s->unknown |= of->unknown && count > 0;
    if (of->count == 1) {
        add(s, of->at[0].type, of->at[0].count * count);
        return;
    }
    for (int64_t i = 0; i < count && !s->unknown; i++)
        for (int k = 0; k < of->count; k++)
            add(s, of->at[k].type, of->at[k].count);
}

void lmpi_check_signature_free(check_signature *s) {
    bsim_free(s->at);
    *s = (check_signature){0};
}

static const struct pair {
    MPI_Datatype type, first, second;
} pairs[] = {
    {MPI_2INT, MPI_INT, MPI_INT},          {MPI_FLOAT_INT, MPI_FLOAT, MPI_INT},
    {MPI_DOUBLE_INT, MPI_DOUBLE, MPI_INT}, {MPI_LONG_INT, MPI_LONG, MPI_INT},
    {MPI_SHORT_INT, MPI_SHORT, MPI_INT},   {MPI_LONG_DOUBLE_INT, MPI_LONG_DOUBLE, MPI_INT},
};

static void add_named(check_signature *s, MPI_Datatype type) {
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (pairs[i].type == type) {
            add(s, pairs[i].first, 1);
            add(s, pairs[i].second, 1);
            return;
        }
    add(s, type, 1);
}

static void element(check_signature *s, MPI_Datatype type);

/* How many elements of the base type a constructor with one base type holds. */
static int64_t elements_of(const lmpi_contents *c) {
    const int *ints = c->ints;
    int64_t n = 0;
    switch (c->combiner) {
    case MPI_COMBINER_DUP:
    case MPI_COMBINER_RESIZED:
        return 1;
    case MPI_COMBINER_CONTIGUOUS:
        return ints[0];
    case MPI_COMBINER_VECTOR:
    case MPI_COMBINER_HVECTOR:
    case MPI_COMBINER_INDEXED_BLOCK:
    case MPI_COMBINER_HINDEXED_BLOCK:
        return (int64_t)ints[0] * ints[1];
    case MPI_COMBINER_INDEXED:
    case MPI_COMBINER_HINDEXED:
        for (int i = 0; i < ints[0]; i++)
            n += ints[1 + i];
        return n;
    case MPI_COMBINER_SUBARRAY:
        n = 1;
        for (int d = 0; d < ints[0]; d++)
            n *= ints[1 + ints[0] + d];
        return n;
    default:
        return -1;
    }
}

static void derived(check_signature *s, MPI_Datatype type, const lmpi_contents *c) {
    check_signature of = {0};
    if (c->combiner == MPI_COMBINER_STRUCT) {
        for (int i = 0; i < c->ints[0]; i++) {
            element(&of, c->types[i]);
            add_all(s, &of, c->ints[1 + i]);
            lmpi_check_signature_free(&of);
        }
        return;
    }
    element(&of, c->types[0]);
    int64_t n = elements_of(c);
    if (n < 0) { /* a distributed array */
        int size, base;
        PMPI_Type_size(type, &size);
        PMPI_Type_size(c->types[0], &base);
        n = base ? size / base : 0;
    }
    add_all(s, &of, n);
    lmpi_check_signature_free(&of);
}

static void element(check_signature *s, MPI_Datatype type) {
    lmpi_contents c;
    if (!lmpi_contents_read(&c, type)) {
        add_named(s, type);
        return;
    }
    derived(s, type, &c);
    lmpi_contents_free(&c);
}

struct wish {
    MPI_Datatype type;
    check_signature *one;
};

static void run_element(void *argument) {
    struct wish *wish = argument;
    element(wish->one, wish->type);
}

void lmpi_check_signature(check_signature *s, int64_t count, MPI_Datatype type) {
    check_signature one = {0};
    if (count <= 0)
        return;
    if (LMPI_TYPE_IS_BUILTIN(type)) {
        add_named(&one, type);
    } else if (!lmpi_type_of(type)) {
        s->unknown = true;
    } else {
        struct wish wish = {type, &one};
        lmpi_pmpi_init();
        bsim_on_host_stack(run_element, &wish);
    }
    add_all(s, &one, count);
    lmpi_check_signature_free(&one);
}

bool lmpi_check_fits(const check_signature *sent, const check_signature *wanted, bool prefix) {
    if (sent->unknown || wanted->unknown)
        return true;
    if ((sent->count == 1 && sent->at[0].type == MPI_PACKED) ||
        (wanted->count == 1 && wanted->at[0].type == MPI_PACKED))
        return true;
    int i = 0, k = 0;
    int64_t a = 0, b = 0; /* taken of runs i and k */
    while (i < sent->count && k < wanted->count) {
        if (sent->at[i].type != wanted->at[k].type)
            return false;
        int64_t left = sent->at[i].count - a, other = wanted->at[k].count - b;
        int64_t step = left < other ? left : other;
        a += step;
        b += step;
        if (a == sent->at[i].count)
            i++, a = 0;
        if (b == wanted->at[k].count)
            k++, b = 0;
    }
    if (prefix) /* a message that is too long is truncated, and told as such */
        return true;
    return i == sent->count && k == wanted->count;
}

bool lmpi_check_signature_part(check_signature *part, const check_signature *of, int64_t skip, int64_t bytes) {
    part->unknown |= of->unknown;
    for (int i = 0; i < of->count && bytes > 0; i++) {
        int64_t size = lmpi_type_size(of->at[i].type), all = size * of->at[i].count;
        if (size <= 0 || (skip < all && skip % size))
            return false;
        int64_t left = skip < all ? all - skip : 0, take = left < bytes ? left : bytes;
        add(part, of->at[i].type, (take + size - 1) / size);
        skip = skip < all ? 0 : skip - all;
        bytes -= take;
    }
    return true;
}

/* ---- texts ---- */

static const char *name_of(MPI_Datatype type, char *text) {
    static const struct {
        MPI_Datatype type;
        const char *name;
    } names[] = {
#define NAME(type) {type, #type}
        NAME(MPI_CHAR),
        NAME(MPI_SIGNED_CHAR),
        NAME(MPI_UNSIGNED_CHAR),
        NAME(MPI_BYTE),
        NAME(MPI_SHORT),
        NAME(MPI_UNSIGNED_SHORT),
        NAME(MPI_INT),
        NAME(MPI_UNSIGNED),
        NAME(MPI_LONG),
        NAME(MPI_UNSIGNED_LONG),
        NAME(MPI_LONG_LONG),
        NAME(MPI_UNSIGNED_LONG_LONG),
        NAME(MPI_FLOAT),
        NAME(MPI_DOUBLE),
        NAME(MPI_LONG_DOUBLE),
        NAME(MPI_INT8_T),
        NAME(MPI_INT16_T),
        NAME(MPI_INT32_T),
        NAME(MPI_INT64_T),
        NAME(MPI_UINT8_T),
        NAME(MPI_UINT16_T),
        NAME(MPI_UINT32_T),
        NAME(MPI_UINT64_T),
        NAME(MPI_C_BOOL),
        NAME(MPI_C_FLOAT_COMPLEX),
        NAME(MPI_C_DOUBLE_COMPLEX),
        NAME(MPI_WCHAR),
        NAME(MPI_AINT),
        NAME(MPI_OFFSET),
        NAME(MPI_COUNT),
        NAME(MPI_PACKED),
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].type == type)
            return names[i].name;
    snprintf(text, 32, "of type 0x%x", (unsigned)type);
    return text;
}

char *lmpi_check_signature_text(const check_signature *s, char *text, size_t size) {
    size_t used = 0;
    char other[32];
    if (!s->count)
        snprintf(text, size, "nothing");
    for (int i = 0; i < s->count && used < size; i++) {
        if (i == 4) {
            snprintf(text + used, size - used, ", ...");
            break;
        }
        used += (size_t)snprintf(text + used, size - used, "%s%lld %s", i ? ", " : "", (long long)s->at[i].count,
                                 name_of(s->at[i].type, other));
    }
    return text;
}
