/* spans.c - which bytes of memory a call reads and writes, by the roles of its arguments. */
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "lmpi/check/check.h"
#include "lmpi/io/runs.h"

enum { MOST_SPANS = 1 << 16 };

void lmpi_check_spans_free(check_spans *spans) {
    bsim_free(spans->at);
    *spans = (check_spans){0};
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

/* Adds count elements of a type at an address. */
static void add_data(check_spans *spans, intptr_t address, int64_t count, MPI_Datatype type) {
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

static void sort(check_spans *spans);

void lmpi_check_spans_of_data(check_spans *spans, intptr_t address, int64_t count, MPI_Datatype type) {
    *spans = (check_spans){0};
    add_data(spans, address, count, type);
    sort(spans);
}

static int by_begin(const void *a, const void *b) {
    uintptr_t x = ((const check_span *)a)->begin, y = ((const check_span *)b)->begin;
    return (x > y) - (x < y);
}

static void sort(check_spans *spans) {
    qsort(spans->at, (size_t)spans->count, sizeof *spans->at, by_begin);
    for (int i = 1; i < spans->count; i++)
        spans->overlaps |= spans->at[i].begin < spans->at[i - 1].end;
}

/* The place of the first argument from `from` on that has one of two roles; -1: none. */
static int after(const char *roles, int from, char a, char b) {
    for (int i = from; roles[i]; i++)
        if (roles[i] == a || roles[i] == b)
            return i;
    return -1;
}

static const lmpi_comm *comm_of(const check_call *call) {
    int place = lmpi_check_place(call, 'c', 0);
    return place < 0 ? NULL : lmpi_comm_of((MPI_Comm)call->a[place]);
}

bool lmpi_check_is_other_than_root(const check_call *call, int world) {
    int root = lmpi_check_place(call, 'k', 0);
    const lmpi_comm *comm = comm_of(call);
    return root >= 0 && comm && lmpi_comm_rank(comm, world) != (int)call->a[root];
}

/* Whether the buffer counts on ranks other than the root: not what Gather and Reduce receive, nor what Scatter sends.
 */
static bool is_for_root(enum check_id id, char role) {
    switch (id) {
    case CHECK_Gather:
    case CHECK_Gatherv:
    case CHECK_Igather:
    case CHECK_Igatherv:
    case CHECK_Reduce:
    case CHECK_Ireduce:
        return role == 'r';
    case CHECK_Scatter:
    case CHECK_Scatterv:
    case CHECK_Iscatter:
    case CHECK_Iscatterv:
        return role == 'b';
    default:
        return false;
    }
}

/* Whether a count is of the elements for, or from, each process. */
static bool is_for_each(enum check_id id, char role) {
    switch (id) {
    case CHECK_Gather:
    case CHECK_Igather:
    case CHECK_Allgather:
    case CHECK_Iallgather:
        return role == 'r';
    case CHECK_Scatter:
    case CHECK_Iscatter:
    case CHECK_Reduce_scatter_block:
    case CHECK_Ireduce_scatter_block:
        return role == 'b';
    case CHECK_Alltoall:
    case CHECK_Ialltoall:
        return true;
    default:
        return false;
    }
}

/* The buffer is an array of blocks, one for each member. */
static void add_vector(const check_call *call, int buffer, int counts, int types, check_spans *spans) {
    const char *roles = check_function_of(call)->roles;
    const lmpi_comm *comm = comm_of(call);
    const int *count = (const int *)call->a[counts];
    if (!comm || !count)
        return;
    int displs = roles[counts + 1] == 'd' ? counts + 1 : -1;
    int64_t at = 0;
    for (int i = 0; i < comm->size; i++) {
        MPI_Datatype type =
            roles[types] == 'w' ? ((const MPI_Datatype *)call->a[types])[i] : (MPI_Datatype)call->a[types];
        const lmpi_type *t = lmpi_type_of(type);
        int64_t scale = roles[types] == 'w' ? 1 : t ? t->extent : 0;
        int64_t displacement = displs >= 0 && call->a[displs] ? ((const int *)call->a[displs])[i] : at;
        if (t)
            add_data(spans, call->a[buffer] + displacement * scale, count[i], type);
        at += count[i];
    }
}

/* Whether counts are not for the members of the communicator; such buffers are not looked at. */
static bool has_other_counts(const check_call *call, const lmpi_comm *comm) {
    const check_function *f = check_function_of(call);
    return (comm && comm->all) || f->family == CHECK_FAMILY_COLL_INIT || strncmp(f->name, "MPI_Neighbor", 12) == 0 ||
           strncmp(f->name, "MPI_Ineighbor", 13) == 0;
}

static void add_buffer(const check_call *call, int buffer, check_spans *spans) {
    const char *roles = check_function_of(call)->roles;
    int counts = after(roles, buffer + 1, 'n', 'v'), types = after(roles, buffer + 1, 't', 'w');
    const lmpi_comm *comm = comm_of(call);
    const void *address = (const void *)call->a[buffer];
    if (counts < 0 && types >= 0 && check_function_of(call)->family == CHECK_FAMILY_RMA_DATA) {
        add_data(spans, call->a[buffer], 1, (MPI_Datatype)call->a[types]);
        return;
    }
    if (counts < 0 || types < 0 || address == MPI_IN_PLACE || has_other_counts(call, comm))
        return;
    if (is_for_root(call->id, roles[buffer]) && lmpi_check_is_other_than_root(call, bsim_self->id))
        return;
    bool scattered = call->id == CHECK_Reduce_scatter || call->id == CHECK_Ireduce_scatter;
    if (roles[counts] == 'v' && scattered) {
        int64_t n = 0;
        const int *count = (const int *)call->a[counts];
        int self = comm ? lmpi_comm_rank(comm, bsim_self->id) : -1;
        for (int i = 0; count && comm && i < comm->size; i++)
            n += roles[buffer] == 'b' || i == self ? count[i] : 0;
        add_data(spans, call->a[buffer], n, (MPI_Datatype)call->a[types]);
        return;
    }
    if (roles[counts] == 'v') {
        add_vector(call, buffer, counts, types, spans);
        return;
    }
    int64_t n = call->a[counts];
    if (is_for_each(call->id, roles[buffer]) && comm)
        n *= comm->size;
    add_data(spans, call->a[buffer], n, (MPI_Datatype)call->a[types]);
}

void lmpi_check_spans_of_call(const check_call *call, bool writes, check_spans *spans) {
    const char *roles = check_function_of(call)->roles;
    int peer = lmpi_check_place(call, 'p', 0);
    enum check_family family = check_function_of(call)->family;
    *spans = (check_spans){0};
    if (family == CHECK_FAMILY_PART_INIT) /* the program may use a partition that is not ready, or has arrived */
        return;
    for (int i = 0; roles[i]; i++) {
        bool is_input = roles[i] == 'b' || roles[i] == 'x', is_output = roles[i] == 'r' || roles[i] == 'x';
        if ((call->id == CHECK_Bcast || call->id == CHECK_Ibcast) && roles[i] == 'x') {
            is_input = !lmpi_check_is_other_than_root(call, bsim_self->id);
            is_output = !is_input;
        }
        if (!(writes ? is_output : is_input))
            continue;
        if (family == CHECK_FAMILY_P2P_SENDRECV || family == CHECK_FAMILY_P2P_ISENDRECV)
            peer = after(roles, i, 'p', 'p');
        if (peer >= 0 && call->a[peer] == MPI_PROC_NULL)
            continue;
        add_buffer(call, i, spans);
    }
    sort(spans);
}

uintptr_t lmpi_check_spans_common(const check_spans *a, const check_spans *b) {
    for (int i = 0, k = 0; i < a->count && k < b->count;) {
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

/* FNV-1a over words. */
uint64_t lmpi_check_spans_digest(const check_spans *spans) {
    uint64_t digest = 0xcbf29ce484222325u;
    for (int i = 0; i < spans->count; i++) {
        const unsigned char *p = (const unsigned char *)spans->at[i].begin, *end = (const void *)spans->at[i].end;
        for (; end - p >= 8; p += 8) {
            uint64_t word;
            memcpy(&word, p, 8);
            digest = (digest ^ word) * 0x100000001b3u;
            digest ^= digest >> 29;
        }
        for (; p < end; p++)
            digest = (digest ^ *p) * 0x100000001b3u;
    }
    return digest;
}
