/* operators.c - times the functions that a program gives to MPI_Op_create. MPI gets a function of a fixed table
 * instead, which calls the program's. Beside mpi.c and receives.c the only file of the library that knows MPI. */
#include <mpi.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/places.h"
#include "bsim/bsim.h"
#include "bsim/instrument/buckets.h"
#include "bsim/instrument/instrument.h"

#pragma weak PMPI_Op_create_c /* MPI libraries before MPI 4.0 have none */

enum { ROOM = 64 }; /* functions of each kind */

/* Calls that take longer are watched for context switches, as blocks are. */
#define WATCHED_S 20e-6

/* A function of the program. Slots are taken in order and never given back: the function may be given again. */
static struct slot {
    MPI_User_function *function;
    MPI_User_function_c *large; /* instead of it */
    const void *place;          /* return address of the first MPI_Op_create */
    char *name, *made;          /* when the samples are written: "main.c:largest", and "main.c:57"; NULL: not known */
} slots[2 * ROOM];              /* the second half: those with large counts */
static atomic_flag changing = ATOMIC_FLAG_INIT;

static _Thread_local bool watches;
static bool under_way;              /* an operator runs: one that it calls is part of it */
static atomic_ullong other_threads; /* calls that are not measured */
static atomic_int too_many;         /* functions for which there is no slot */
static double timers_s;

void bsim_operators_watch(void) {
    watches = true;
}

double bsim_operators_s(void) {
    return timers_s;
}

static void call(const struct slot *s, void *in, void *inout, void *count, MPI_Datatype *type) {
    if (s->function)
        s->function(in, inout, count, type);
    else
        s->large(in, inout, count, type);
}

/* The samples of a slot, for elements of so many bytes: a block of the table that is none of the program's. */
static struct bsim_samples *samples_of(const struct slot *s, double bytes, double count) {
    double bucket = bsim_count_bucket(count);
    struct bsim_samples *of = bsim_table_find(-1 - (int)(s - slots), 1, &bytes, 1, &bucket);
    if (of)
        of->hidden = 1;
    return of;
}

/* Calls the program's function, and adds the time that it takes to its samples. */
static void measure(const struct slot *s, void *in, void *inout, void *count, MPI_Datatype *type) {
    struct bsim_processor before, after;
    int size = 0;
    if (!watches || under_way) {
        if (!watches)
            atomic_fetch_add(&other_threads, 1);
        call(s, in, inout, count, type);
        return;
    }
    PMPI_Type_size(*type, &size);
    double n = s->function ? *(int *)count : (double)*(MPI_Count *)count;
    struct bsim_samples *of = samples_of(s, size, n);
    bool watched = of && (of->count == 0 || of->sum > WATCHED_S * (double)of->count);
    timers_s += 2 * bsim_timer_cost_s();
    if (watched)
        bsim_timer_processor(&before);
    under_way = true;
    int64_t start_ns = bsim_timer_ns();
    call(s, in, inout, count, type);
    int64_t taken_ns = bsim_timer_ns() - start_ns;
    under_way = false;
    if (of == NULL)
        return;
    if (watched) {
        bsim_timer_processor(&after);
        if (after.taken != before.taken && after.given == before.given)
            taken_ns = after.ns - before.ns;
    }
    double seconds = 1e-9 * (double)taken_ns - bsim_timer_cost_s();
    of->counted[0] += n;
    bsim_table_add(of, seconds > 0 ? seconds : 0);
}

/* ---- the table: two functions for each a and b from 0 to 7 ---- */

#define WITH_DIGITS(a, b)                                                                                              \
    static void operator_##a##b(void *in, void *inout, int *count, MPI_Datatype *type) {                               \
        measure(&slots[8 * a + b], in, inout, count, type);                                                            \
    }                                                                                                                  \
    static void large_##a##b(void *in, void *inout, MPI_Count *count, MPI_Datatype *type) {                            \
        measure(&slots[ROOM + 8 * a + b], in, inout, count, type);                                                     \
    }
#define OPERATOR(a, b) operator_##a##b,
#define LARGE(a, b) large_##a##b,
#define EIGHT(of, a) of(a, 0) of(a, 1) of(a, 2) of(a, 3) of(a, 4) of(a, 5) of(a, 6) of(a, 7)
#define ALL(of)                                                                                                        \
    EIGHT(of, 0)                                                                                                       \
    EIGHT(of, 1) EIGHT(of, 2) EIGHT(of, 3) EIGHT(of, 4) EIGHT(of, 5) EIGHT(of, 6) EIGHT(of, 7)

ALL(WITH_DIGITS)
static MPI_User_function *const operators[ROOM] = {ALL(OPERATOR)};
static MPI_User_function_c *const large_operators[ROOM] = {ALL(LARGE)};

/* The number of the slot of a function, of one half; -1: all are taken. */
static int slot_of(const struct slot *wanted, int first) {
    int found = -1;
    while (atomic_flag_test_and_set(&changing))
        ;
    for (int i = first; i < first + ROOM && found < 0; i++) {
        struct slot *s = &slots[i];
        if (s->place == NULL)
            *s = *wanted;
        if (s->function == wanted->function && s->large == wanted->large)
            found = i;
    }
    atomic_flag_clear(&changing);
    bsim_instrument_start(); /* the program may have no block */
    if (found < 0)
        atomic_fetch_add(&too_many, 1);
    return found < 0 ? found : found - first;
}

int MPI_Op_create(MPI_User_function *function, int commutes, MPI_Op *op) {
    struct slot s = {.function = function, .place = __builtin_return_address(0)};
    int i = function ? slot_of(&s, 0) : -1;
    return PMPI_Op_create(i < 0 ? function : operators[i], commutes, op);
}

int MPI_Op_create_c(MPI_User_function_c *function, int commutes, MPI_Op *op) {
    struct slot s = {.large = function, .place = __builtin_return_address(0)};
    int i = function ? slot_of(&s, ROOM) : -1;
    return PMPI_Op_create_c(i < 0 ? function : large_operators[i], commutes, op);
}

/* ---- the samples ---- */

static char *joined(const char *file, const char *text) {
    const char *slash = strrchr(file, '/');
    const char *base = slash ? slash + 1 : file;
    size_t size = strlen(base) + strlen(text) + 2;
    char *all = malloc(size);
    if (all)
        snprintf(all, size, "%s:%s", base, text);
    return all;
}

static void keep_name(void *arg, size_t i, const char *function, const char *file, int line) {
    struct slot **of = arg;
    (void)line;
    of[i]->name = joined(file, function);
}

static void keep_place(void *arg, size_t i, const char *function, const char *file, int line) {
    struct slot **of = arg;
    char number[24];
    (void)function;
    snprintf(number, sizeof number, "%d", line);
    of[i]->made = joined(file, number);
}

static void find_names(void) {
    struct slot *of[2 * ROOM];
    const void *address[2 * ROOM] = {0};
    size_t n = 0;
    for (int i = 0; i < 2 * ROOM; i++)
        if (slots[i].place && slots[i].name == NULL)
            of[n++] = &slots[i];
    for (size_t i = 0; i < n; i++) /* the places of what comes before an address are wanted */
        address[i] = (const char *)(of[i]->function ? (uintptr_t)of[i]->function : (uintptr_t)of[i]->large) + 1;
    bsim_places_find(address, n, keep_name, of);
    for (size_t i = 0; i < n; i++)
        address[i] = of[i]->place;
    bsim_places_find(address, n, keep_place, of);
}

/* Whether another function has the name of this one: static functions of files of one name. */
static bool is_shared(const struct slot *s) {
    for (int i = 0; s->name && i < 2 * ROOM; i++)
        if (&slots[i] != s && slots[i].name && strcmp(slots[i].name, s->name) == 0)
            return true;
    return false;
}

static void write_line(FILE *f, const struct slot *s, const struct bsim_samples *of) {
    struct bsim_summary sum;
    bsim_table_summary(of, &sum);
    fprintf(f, "# operator: ");
    bsim_samples_name(f, s->name);
    fputc('\t', f);
    bsim_samples_name(f, s->made ? s->made : "?");
    fprintf(f, "\t%.0f\t%.9g\t%llu\t%.9g\t%.9g\n", of->param[0], of->counted[0] / (double)of->count,
            (unsigned long long)of->count, sum.typical, sum.deviation);
}

static void tell_missing(FILE *f, unsigned long long calls, const char *why) {
    if (calls > 0)
        fprintf(f, "# operator missing: %llu\t%s\n", calls, why);
}

void bsim_operators_write(FILE *f) {
    unsigned long long unnamed = 0, shared = 0;
    if (slots[0].place || slots[ROOM].place)
        find_names();
    const struct bsim_samples *of;
    for (size_t i = 0; (of = bsim_table_entry(i)) != NULL; i++) {
        if (of->block >= 0 || of->count == 0)
            continue;
        const struct slot *s = &slots[-1 - of->block];
        if (s->name == NULL)
            unnamed += of->count;
        else if (is_shared(s))
            shared += of->count;
        else
            write_line(f, s, of);
    }
    tell_missing(f, unnamed, "calls of functions that the program's debugging information does not name");
    tell_missing(f, shared, "calls of functions that have one name, in files of one name");
    tell_missing(f, atomic_load(&other_threads), "calls in other threads than that of MPI_Init");
    tell_missing(f, (unsigned long long)atomic_load(&too_many), "calls of MPI_Op_create, with more than 64 functions");
}
