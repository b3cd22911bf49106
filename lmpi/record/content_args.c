/* content_args.c - the arguments of a call as numbers of the log of contents, and as text. Part of libbsim-record.so
 * and of libbsim-replay.so, so that both agree on what is the same call. */
#include "lmpi/record/content_args.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "bsim/trace/trace_stream.h"
#include "lmpi/record/content.h"
#include "lmpi/record/content_takes.h"

#define RECORD_REAL(name) content_##name

/* The recorder's part of the library tells it. */
static void record_lacks(struct record_state *in, const char *name, const char *why) {
    (void)in, (void)name, (void)why;
}

static int64_t record_type(struct record_state *in, MPI_Datatype type, int64_t n) {
    MPI_Count size = 0;
    (void)in;
    if (type == MPI_DATATYPE_NULL)
        return TRACE_NONE;
    PMPI_Type_size_x(type, &size);
    return n * size;
}

#include "lmpi/record/record_neighbours.h"
#include "lmpi/record/record_args.h"

enum family {
#define MPI_FAMILY(family) FAMILY_##family,
#include "lmpi/mpi_calls.def"
};
static const unsigned char families[] = {
#define MPI_CALL(ret, name, params, args, family, roles) FAMILY_##family,
#include "lmpi/mpi_calls.def"
};

bool content_completes(int function) {
    return families[function] == FAMILY_COMPLETE && function != RECORD_Cancel && function != RECORD_Request_free;
}

bool content_constructs(int function) {
    return families[function] == FAMILY_COMM || function == RECORD_Intercomm_create ||
           function == RECORD_Intercomm_merge;
}

bool content_duplicates_later(const struct record_call *call) {
    return call->function == RECORD_Comm_idup || call->function == RECORD_Comm_idup_with_info;
}

bool content_waits_for_all(const struct record_call *call) {
    switch (call->function) {
    case RECORD_Barrier:
        return true;
    case RECORD_Allreduce:
    case RECORD_Allgather:
    case RECORD_Alltoall: /* where something is sent */
        return call->arg[strrchr(call->roles, 'n') - call->roles] > 0;
    default:
        return false;
    }
}

bool content_is_collective(const struct record_call *call) {
    int family = families[call->function];
    return family == FAMILY_COLL || family == FAMILY_ICOLL || family == FAMILY_COLL_INIT;
}

bool content_exchanges(const struct record_call *call) {
    return families[call->function] == FAMILY_P2P_ISENDRECV;
}

bool content_takes_message(const struct record_call *call) {
    return families[call->function] == FAMILY_MRECV;
}

bool content_probes(int function) {
    return families[function] == FAMILY_PROBE;
}

MPI_Message *content_message(const struct record_call *call) {
    if (!trace_is_matched(call->name))
        return NULL;
    return (MPI_Message *)(uintptr_t)call->arg[strchr(call->roles, 'R') - call->roles];
}

int content_sources(const struct record_call *call, const struct record_comm *comm) {
    const int *unused;
    if (comm == NULL)
        return 1;
    if (trace_is_of_neighbours(call->name))
        return record_neighbours(call->in, comm->handle, true, &unused);
    return comm->remote > 0 ? comm->remote : comm->size;
}

int content_requests(const struct record_call *call, MPI_Request **list) {
    bool is_list = call->roles[0] == 'n' && call->roles[1] == 'A';
    *list = (MPI_Request *)(uintptr_t)call->arg[is_list ? 1 : 0];
    if (families[call->function] != FAMILY_COMPLETE && families[call->function] != FAMILY_P2P_START)
        return 0;
    return is_list ? (int)call->arg[0] : 1;
}

bool content_makes_request(const struct record_call *call) {
    int family = families[call->function];
    const char *roles = call->roles;
    return (content_duplicates_later(call) || family == FAMILY_P2P_SEND || family == FAMILY_P2P_RECV ||
            family == FAMILY_P2P_INIT || family == FAMILY_P2P_ISENDRECV || family == FAMILY_MRECV ||
            family == FAMILY_ICOLL || family == FAMILY_COLL_INIT || family == FAMILY_IO_DATA ||
            family == FAMILY_PART_INIT || family == FAMILY_RMA_DATA) &&
           roles[strlen(roles) - 1] == 'R';
}

bool content_is_not_logged(const struct record_call *call) {
    return call->function == RECORD_Win_allocate_shared; /* stores of other ranks make no call */
}

bool content_makes_partitions(const struct record_call *call) {
    return families[call->function] == FAMILY_PART_INIT;
}

bool content_is_of_window(const struct record_call *call) {
    return families[call->function] == FAMILY_RMA || families[call->function] == FAMILY_RMA_DATA;
}

bool content_is_of_file(const struct record_call *call) {
    return families[call->function] == FAMILY_IO || families[call->function] == FAMILY_IO_DATA;
}

struct content_outcome content_outcome_of(const struct record_call *call) {
    int *p[RECORD_MOST_ARGS];
    struct content_outcome o = {.count = call->roles[0] == 'n' ? (int)call->arg[0] : 1};
    int last = (int)strlen(call->roles) - 1;
    for (int i = 0; i <= last; i++)
        p[i] = (int *)(uintptr_t)call->arg[i];
    o.status = (MPI_Status *)(uintptr_t)call->arg[last];
    o.is_of_all = call->function == RECORD_Waitall || call->function == RECORD_Testall;
    switch (call->function) {
    case RECORD_Test:
        o.flag = p[1];
        break;
    case RECORD_Testall:
        o.flag = p[2];
        break;
    case RECORD_Testany:
        o.flag = p[3];
        o.index = p[2];
        break;
    case RECORD_Waitany:
        o.index = p[2];
        break;
    case RECORD_Waitsome:
    case RECORD_Testsome:
        o.outcount = p[2];
        o.indices = p[3];
        break;
    default:
        break;
    }
    return o;
}

void content_encode(const struct record_call *call) {
    struct record_state *in = call->in;
    MPI_Request *list;
    int source_at, tag_at, n = content_requests(call, &list);
    const char *takes = content_takes(call->name, call->roles);
    in->nnumbers = 0;
    if (call->function == RECORD_Cancel || call->function == RECORD_Request_free) {
        const struct record_request *r = lmpi_record_request_find(&in->handles, *list);
        record_number(in, r ? r->number : -1);
        return;
    }
    if (call->function == RECORD_Comm_free || call->function == RECORD_Comm_disconnect) {
        const struct record_comm *c = lmpi_record_comm_find(&in->handles, *(const MPI_Comm *)(uintptr_t)call->arg[0]);
        record_number(in, c ? c->number : TRACE_NONE);
        return;
    }
    if (takes) {
        content_takes_encode(call, takes);
        return;
    }
    record_encode(call, &source_at, &tag_at);
    if (call->function == RECORD_Request_get_status)
        record_number(in, (MPI_Request)call->arg[0] != MPI_REQUEST_NULL);
    if (content_takes_message(call)) {
        MPI_Message message = *content_message(call);
        record_number(in,
                      message == MPI_MESSAGE_NO_PROC ? TRACE_NONE : lmpi_record_message_remove(&in->handles, message));
    }
    if (call->function == RECORD_Comm_split || call->function == RECORD_Comm_split_type) {
        record_number(in, call->arg[1]);
        record_number(in, call->arg[2]);
    }
    if (n > 0)
        record_number(in, n);
    for (int i = 0; i < n; i++)
        record_number(in, list[i] != MPI_REQUEST_NULL);
}

/* ---- text ---- */

struct text {
    char *at;
    size_t left;
    const char *separator;
};

__attribute__((format(printf, 2, 3))) static void add(struct text *t, const char *format, ...) {
    va_list list;
    int n = snprintf(t->at, t->left, "%s", t->separator);
    n = n < 0 || (size_t)n >= t->left ? 0 : n;
    t->at += n;
    t->left -= (size_t)n;
    va_start(list, format);
    n = vsnprintf(t->at, t->left, format, list);
    va_end(list);
    if (n < 0 || (size_t)n >= t->left)
        n = (int)t->left - 1;
    t->at += n;
    t->left -= (size_t)n;
    t->separator = ", ";
}

static void add_number(struct text *t, char role, int64_t value, bool is_send, int rank) {
    if (value == TRACE_NONE)
        return;
    switch (role) {
    case 'n':
        add(t, "count %lld", (long long)value);
        break;
    case 't':
        add(t, "%lld bytes each", (long long)value);
        break;
    case 'g':
        value == TRACE_ANY ? add(t, "any tag") : add(t, "tag %lld", (long long)value);
        break;
    case 'k':
        add(t, "root %lld", (long long)value);
        break;
    case 'c':
        add(t, "communicator %lld", (long long)value);
        break;
    case 'p':
        if (value == TRACE_ANY)
            add(t, "from any");
        else if (value == TRACE_PROC_NULL)
            add(t, "%s nobody", is_send ? "to" : "from");
        else if (rank >= 0)
            add(t, "%s %lld", is_send ? "to" : "from", (long long)value + rank);
        else
            add(t, "%s %+lld", is_send ? "to" : "from", (long long)value);
        break;
    case 'o':
        add(t, "operator %#llx", (unsigned long long)value);
        break;
    default:
        if (value == TRACE_IN_PLACE)
            add(t, "in place");
        break;
    }
}

static void add_taken(struct text *t, const char *takes, const int64_t *number, const int64_t *end) {
    bool is_behind;
    int64_t count = 0;
    for (; *takes && number < end && t->left > 48; takes++) {
        const char *word = content_takes_word(*takes, &is_behind);
        if (*takes == '.')
            continue;
        for (int64_t left = *takes == 'l' ? count : 1; left > 0 && number < end && t->left > 48; left--, number++) {
            if (*number == TRACE_NONE)
                add(t, "%sunknown", is_behind ? "" : word);
            else if (is_behind)
                add(t, "%lld%s", (long long)*number, word);
            else
                add(t, *takes == 'r' ? "%s%+lld" : "%s%lld", word, (long long)*number);
        }
        if (*takes == 'n')
            count = number[-1];
    }
}

/* The role of the first peer tells whether it is a destination: it stands behind a buffer that is read. */
void content_text(char *text, size_t room, const char *name, const char *roles, const int64_t *number, size_t n,
                  int rank) {
    struct text t = {text, room, ""};
    const int64_t *end = number + n;
    bool is_send = strpbrk(roles, "bx") != NULL, is_coll = strpbrk(roles, "gp") == NULL;
    add(&t, "MPI_%s(", name);
    t.separator = "";
    if (content_takes(name, roles)) {
        add_taken(&t, content_takes(name, roles), number, end);
    } else if (trace_has_own_arguments(name) && strstr(name, "robe") == NULL && strstr(name, "_init") == NULL) {
        for (; number < end && t.left > 32; number++)
            if (*number != TRACE_NONE)
                add(&t, "%lld", (long long)*number);
    } else {
        for (const char *role = roles; *role && number < end; role++) {
            if (!trace_has_number(*role, is_coll) || *role == 'R')
                continue;
            if (*role == 'v' || *role == 'w') {
                int64_t left = *number++;
                for (; left > 0 && number < end; left--, number++)
                    if (t.left > 32)
                        add(&t, "%lld", (long long)*number);
                continue;
            }
            add_number(&t, *role, *number++, is_send, rank);
            if (*role == 'g')
                is_send = false;
        }
    }
    t.separator = "";
    add(&t, ")");
}
