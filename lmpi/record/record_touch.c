/* record_touch.c - see record_touch.h. */
#include "lmpi/record/record_touch.h"

#include <mpi.h>
#include <stdbool.h>
#include <string.h>

#include "bsim/base/pages.h"
#include "bsim/trace/trace_calls.h"
#include "lmpi/record/record.h"

/* CALLS: a receive that began is looked at in so many further calls. */
enum { BUFFERS = 64, CALLS = 256 };

static struct buffer {
    const char *begin;
    size_t bytes, untouched;
    int calls;
} buffers[BUFFERS];
static int nbuffer;
static double ns_per_byte;
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
    ns_per_byte = 1e9 * bsim_touch_s() / BSIM_TOUCH_PROBE;
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

bool record_touch_begin(const struct record_call *call) {
    const char *begin;
    for (int i = 0; i < nbuffer; i++) /* what the program itself has touched meanwhile */
        buffers[i].untouched = bsim_untouched_bytes(buffers[i].begin, buffers[i].bytes);
    size_t bytes = ns_per_byte > 0 && call->roles && nbuffer < BUFFERS ? receives(call, &begin) : 0;
    if (bytes < BSIM_RECEIVES_LEAST)
        return nbuffer > 0;
    size_t untouched = bsim_untouched_bytes(begin, bytes);
    if (untouched > 0)
        buffers[nbuffer++] = (struct buffer){begin, bytes, untouched, 0};
    return true;
}

void record_touch_end(void) {
    int left = 0;
    for (int i = 0; i < nbuffer; i++) {
        struct buffer b = buffers[i];
        size_t untouched = bsim_untouched_bytes(b.begin, b.bytes);
        if (untouched < b.untouched)
            taken_ns += (int64_t)(ns_per_byte * (double)(b.untouched - untouched));
        b.untouched = untouched;
        if (untouched > 0 && ++b.calls < CALLS)
            buffers[left++] = b;
    }
    nbuffer = left;
}

int64_t record_touch_take(void) {
    int64_t ns = taken_ns;
    taken_ns = 0;
    return ns;
}
