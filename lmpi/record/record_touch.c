/* record_touch.c - see record_touch.h. */
#include "lmpi/record/record_touch.h"

#include <mpi.h>
#include <stdbool.h>
#include <string.h>

#include "bsim/base/pages.h"
#include "bsim/trace/trace_calls.h"
#include "lmpi/record/record.h"

/* Receives of fewer bytes are not looked at. A receive that began is looked at in so many further calls. */
enum { LEAST = 16384, BUFFERS = 64, CALLS = 256 };

static struct buffer {
    const char *begin;
    size_t bytes, untouched;
    int calls;
} buffers[BUFFERS];
static int nbuffer;
static double ns_per_byte;
static int64_t taken_ns;

void record_touch_start(void) {
    ns_per_byte = 1e9 * bsim_touch_s() / BSIM_TOUCH_PROBE;
}

/* Whether a function receives from each member as many elements as its count says. */
static bool receives_parts(const struct record_call *call) {
    static const char *const facts[][2] = {
#define MPI_FACT(name, fact) {#name, #fact},
#include "lmpi/mpi_calls.def"
    };
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++)
        if (strcmp(facts[i][1], "ReceivesFromEach") == 0 && strcmp(facts[i][0], call->name) == 0)
            return strchr(call->roles, 'o') == NULL; /* a reduction leaves one part */
    return false;
}

/* Elements up to the end of the last one of n parts. */
static int64_t end_of_parts(const int *counts, const int *displs, int n) {
    int64_t end = 0;
    for (int i = 0; i < n; i++)
        if (counts[i] > 0 && (int64_t)displs[i] + counts[i] > end)
            end = (int64_t)displs[i] + counts[i];
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
    if (comm && strpbrk(roles, "gp") == NULL) {
        PMPI_Comm_size((MPI_Comm)call->arg[comm - roles], &members);
        PMPI_Comm_rank((MPI_Comm)call->arg[comm - roles], &rank);
        PMPI_Comm_test_inter((MPI_Comm)call->arg[comm - roles], &inter);
        bool at_root = trace_receives_at_root_only(call->name) || strchr(roles, 'o');
        if (inter || (root && at_root && call->arg[root - roles] != rank))
            return 0;
    }
    PMPI_Type_size(of, &size);
    const int64_t *arg = &call->arg[count - roles];
    int64_t elements = *count == 'n' ? *arg * (receives_parts(call) ? members : 1)
                       : count[1] == 'd' && !trace_is_of_neighbours(call->name)
                           ? end_of_parts((const int *)(uintptr_t)arg[0], (const int *)(uintptr_t)arg[1], members)
                           : 0;
    return elements > 0 ? (size_t)elements * (size_t)size : 0;
}

bool record_touch_begin(const struct record_call *call) {
    const char *begin;
    for (int i = 0; i < nbuffer; i++) /* what the program itself has touched meanwhile */
        buffers[i].untouched = bsim_untouched_bytes(buffers[i].begin, buffers[i].bytes);
    size_t bytes = ns_per_byte > 0 && call->roles && nbuffer < BUFFERS ? receives(call, &begin) : 0;
    if (bytes < LEAST)
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
