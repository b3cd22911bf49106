/* record_touch.c - see record_touch.h. */
#include "lmpi/record/record_touch.h"

#include <mpi.h>
#include <stdbool.h>
#include <string.h>

#include "bsim/base/pages.h"
#include "bsim/trace/trace_calls.h"
#include "lmpi/record/record.h"

/* CALLS: a receive without blocking that began is looked at in so many further calls. */
enum { BUFFERS = 64, CALLS = 256 };

/* Receives that have begun. */
static struct buffer {
    const char *begin;
    size_t bytes, untouched;
    int calls;
    bool is_over; /* when the present call returns */
    struct known *known;
} buffers[BUFFERS];
static int nbuffer;

/* Buffers that were received into before, by a hash of their begin. Programs receive into the same buffer again and
 * again, and it may be far larger than what comes. So one in which nothing new was touched for a while is passed over
 * more and more often. */
enum { KNOWN_BITS = 8, QUIET = 4, MOST_PASSED = 64 };

static struct known {
    const char *begin;
    size_t bytes;
    int quiet; /* receives in a row that were looked at and touched nothing new */
    int pass;  /* receives that are to be passed over */
} known_buffers[1 << KNOWN_BITS];
static bool is_on;
static int64_t taken_ns;
static bool from_each[RECORD_FUNCTIONS]; /* it receives from each member as many elements as its count says */

void record_touch_start(void) {
    static const struct {
        int function;
        const char *fact;
    } facts[] = {
#define MPI_FACT(name, fact) {RECORD_##name, #fact},
#include "lmpi/mpi_calls.def"
    };
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++)
        from_each[facts[i].function] |= strcmp(facts[i].fact, "ReceivesFromEach") == 0;
    is_on = true;
}

/* Measured when it is first needed, since it takes some milliseconds and most programs do not need it. */
static double touch_ns(size_t bytes) {
    static double ns_per_byte = -1;
    if (ns_per_byte < 0)
        ns_per_byte = 1e9 * bsim_touch_s() / BSIM_TOUCH_PROBE;
    return ns_per_byte * (double)bytes;
}

/* Elements up to the end of the last one of n parts. counts, displs: the lists of the call. */
static int64_t end_of_parts(const struct record_call *call, int64_t counts, int64_t displs, int n) {
    const int *count = (const int *)(uintptr_t)counts, *displ = (const int *)(uintptr_t)displs;
    const MPI_Count *large = (const MPI_Count *)(uintptr_t)counts;
    const MPI_Aint *far = (const MPI_Aint *)(uintptr_t)displs;
    int64_t end = 0;
    for (int i = 0; i < n; i++) {
        int64_t part = call->is_large ? large[i] : count[i], at = call->is_large ? far[i] : displ[i];
        if (part > 0 && at + part > end)
            end = at + part;
    }
    return end;
}

/* The bytes that a call receives, and where; 0: it is not known here, as for a list of datatypes, or none. */
static size_t receives(const struct record_call *call, const char **begin) {
    const char *roles = call->roles, *buffer = strpbrk(roles, "rx"), *type = buffer ? strchr(buffer, 't') : NULL;
    const char *count = buffer ? strpbrk(buffer, "nv") : NULL, *comm = strchr(roles, 'c'), *root = strchr(roles, 'k');
    int size = 0, members = 1, rank = 0, inter = 0;
    if (!type || !count || count > type)
        return 0;
    *begin = (const char *)(uintptr_t)call->arg[buffer - roles];
    MPI_Datatype of = (MPI_Datatype)call->arg[type - roles];
    if (*begin == NULL || *begin == MPI_IN_PLACE || of == MPI_DATATYPE_NULL)
        return 0;
    bool reduces = strchr(roles, 'o'), has_parts = *count == 'v' || (from_each[call->function] && !reduces);
    const int64_t *arg = &call->arg[count - roles];
    PMPI_Type_size(of, &size);
    if (!has_parts && *arg * size < BSIM_RECEIVES_LEAST) /* most calls */
        return 0;
    if (comm && strpbrk(roles, "gp") == NULL) {
        MPI_Comm in = (MPI_Comm)call->arg[comm - roles];
        PMPI_Comm_size(in, &members);
        PMPI_Comm_rank(in, &rank);
        PMPI_Comm_test_inter(in, &inter);
        bool at_root = trace_receives_at_root_only(call->name) || reduces;
        if (inter || (root && at_root && call->arg[root - roles] != rank))
            return 0;
    }
    int64_t elements = *count == 'n' ? *arg * (has_parts ? members : 1)
                       : count[1] == 'd' && !trace_is_of_neighbours(call->name)
                           ? end_of_parts(call, arg[0], arg[1], members)
                           : 0;
    return elements > 0 ? (size_t)elements * (size_t)size : 0;
}

/* The entry of a buffer; NULL: this receive into it is passed over. */
static struct known *known_of(const char *begin, size_t bytes) {
    uint64_t hash = ((uintptr_t)begin >> 4) * UINT64_C(0x9e3779b97f4a7c15);
    struct known *k = &known_buffers[hash >> (64 - KNOWN_BITS)];
    if (k->begin != begin || k->bytes != bytes)
        *k = (struct known){begin, bytes, 0, 0};
    if (k->pass > 0) {
        k->pass--;
        return NULL;
    }
    return k;
}

/* Another receive into the same buffer, which has begun and is not known to be over. */
static struct buffer *begun(const char *begin, size_t bytes) {
    for (int i = 0; i < nbuffer; i++)
        if (buffers[i].begin == begin && buffers[i].bytes == bytes)
            return &buffers[i];
    return NULL;
}

bool record_touch_begin(const struct record_call *call) {
    const char *begin;
    for (int i = 0; i < nbuffer; i++) /* what the program itself has touched meanwhile */
        buffers[i].untouched = bsim_untouched_bytes(buffers[i].begin, buffers[i].bytes);
    size_t bytes = is_on && call->roles && nbuffer < BUFFERS ? receives(call, &begin) : 0;
    if (bytes < BSIM_RECEIVES_LEAST)
        return nbuffer > 0;
    bool is_over = strchr(call->roles, 'R') == NULL; /* no request */
    struct buffer *same = begun(begin, bytes);
    if (same) {
        same->calls = 0;
        same->is_over = is_over;
        return true;
    }
    struct known *known = known_of(begin, bytes);
    if (known)
        buffers[nbuffer++] = (struct buffer){begin, bytes, bsim_untouched_bytes(begin, bytes), 0, is_over, known};
    return nbuffer > 0;
}

/* Notes whether a receive that is over has touched anything. */
static void remember(struct known *k, bool touched) {
    k->quiet = touched ? 0 : k->quiet + 1;
    if (k->quiet < QUIET)
        return;
    int more = k->quiet - QUIET;
    k->pass = more < 6 ? 1 << more : MOST_PASSED;
}

void record_touch_end(void) {
    int left = 0;
    for (int i = 0; i < nbuffer; i++) {
        struct buffer b = buffers[i];
        size_t untouched = bsim_untouched_bytes(b.begin, b.bytes);
        bool touched = untouched < b.untouched;
        if (touched)
            taken_ns += (int64_t)touch_ns(b.untouched - untouched);
        b.untouched = untouched;
        bool is_over = b.is_over || untouched == 0 || ++b.calls >= CALLS;
        if (touched || is_over)
            remember(b.known, touched);
        if (!is_over)
            buffers[left++] = b;
    }
    nbuffer = left;
}

int64_t record_touch_take(void) {
    int64_t ns = taken_ns;
    taken_ns = 0;
    return ns;
}
