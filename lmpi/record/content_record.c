/* content_record.c - logs what MPI gives this rank, if BSIM_RECORD_CONTENT names the recording: the functions of
 * content.h in libbsim-record.so. Without it they only call MPI. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/trace/trace_content.h"
#include "bsim/trace/trace_stream.h"
#include "lmpi/record/content_args.h"
#include "lmpi/record/content_blocks.h"
#include "lmpi/record/content_out.h"
#include "lmpi/record/content_put.h"
#include "lmpi/record/content_windows.h"
#include "lmpi/record/record_out.h"

static bool begin(struct record_call *call);
static int end(const struct record_call *call, int code);
#define CONTENT_ANSWER(name, arguments)                                                                                \
    if (!begin(&call))                                                                                                 \
        return PMPI_##name arguments;                                                                                  \
    return end(&call, PMPI_##name arguments);
#include "lmpi/record/content_wrap.h"

static bool is_open;
struct record_state content_state;
static struct content_blocks present; /* of a blocking call */
static MPI_Request *before;           /* the requests of the present call before it */
static size_t before_room;

/* What is under way, by the numbers of requests. */
static struct pending {
    struct content_blocks blocks;
    bool is_whole; /* all of the blocks is logged, not as much as the status says */
    int64_t each;  /* elements of a partition */
    bool is_active;
} *pending;
static size_t npending, pending_room;

static MPI_Group world;

/* ---- start and end ---- */

static const char *const names[] = {
#define MPI_CALL(ret, name, params, args, family, roles) #name,
#include "lmpi/mpi_calls.def"
};

/* In a process that mpiexec did not start MPICH would start one to ask it. */
static void put_attribute(int key) {
    int *value, flag = 0;
    if (getenv("PMI_RANK") || getenv("PMI_FD") || getenv("PMI_PORT") || getenv("PMIX_RANK"))
        PMPI_Comm_get_attr(MPI_COMM_WORLD, key, &value, &flag);
    content_out_number(flag ? *value : TRACE_NONE);
}

void content_start(const char *folder) {
    const char *recording = getenv("BSIM_RECORD_CONTENT");
    char path[PATH_MAX];
    int rank, size;
    if (recording == NULL || !*recording)
        return;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    PMPI_Comm_size(MPI_COMM_WORLD, &size);
    int n = snprintf(path, sizeof path, "%s/", folder);
    snprintf(path + n, sizeof path - (size_t)n, TRACE_CONTENT_FILE, rank);
    content_out_open(path);
    content_out_text(recording);
    content_out_number(rank);
    content_out_number(size);
    content_out_text(program_invocation_short_name);
    put_attribute(MPI_UNIVERSE_SIZE);
    put_attribute(MPI_APPNUM);
    content_out_number(RECORD_FUNCTIONS);
    for (int i = 0; i < RECORD_FUNCTIONS; i++)
        content_out_text(names[i]);
    lmpi_record_comm_add(&content_state.handles, MPI_COMM_WORLD, rank, size);
    lmpi_record_comm_add(&content_state.handles, MPI_COMM_SELF, 0, 1);
    PMPI_Comm_group(MPI_COMM_WORLD, &world);
    is_open = true;
}

void content_finalize(void) {
    if (!is_open)
        return;
    content_out_number(RECORD_Finalize);
    content_out_number(0);
    content_out_number(MPI_SUCCESS);
    content_out_close();
    PMPI_Group_free(&world);
    is_open = false;
}

void content_abort(void) {
    if (is_open)
        content_out_close();
    is_open = false;
}

void content_leave(void) {
    if (!is_open)
        return;
    content_out_number(TRACE_CONTENT_LEFT);
    content_out_close();
    PMPI_Group_free(&world);
    is_open = false;
}

void content_place(MPI_Comm comm, int *rank, int *size) {
    PMPI_Comm_rank(comm, rank);
    PMPI_Comm_size(comm, size);
}

/* of_other: the ranks of the other group. */
static void translate(MPI_Comm made, bool of_other, int n, MPI_Group to, int *rank) {
    MPI_Group of_made;
    size_t room = 0;
    int *own = NULL;
    while (room < (size_t)n)
        own = lmpi_record_grow(own, room, &room, sizeof *own);
    for (int i = 0; i < n; i++)
        own[i] = i;
    of_other ? PMPI_Comm_remote_group(made, &of_made) : PMPI_Comm_group(made, &of_made);
    PMPI_Group_translate_ranks(of_made, n, own, to, rank);
    PMPI_Group_free(&of_made);
    lmpi_record_free(own);
}

void content_members(MPI_Comm parent, MPI_Comm made, int n, int *rank) {
    MPI_Group of_parent;
    PMPI_Comm_group(parent, &of_parent);
    translate(made, false, n, of_parent, rank);
    PMPI_Group_free(&of_parent);
}

void content_other(const char *name) {
    (void)name;
}

/* ---- pieces ---- */

static int64_t error_class(int code) {
    int class = code;
    if (code != MPI_SUCCESS)
        PMPI_Error_class(code, &class);
    return class;
}

/* Returns the bytes. */
int64_t content_put_status(const MPI_Status *status, bool has_error) {
    MPI_Count n = 0;
    int cancelled = 0;
    PMPI_Get_elements_x(status, MPI_BYTE, &n);
    PMPI_Test_cancelled(status, &cancelled);
    n = n < 0 ? 0 : n;
    content_out_number(status->MPI_SOURCE);
    content_out_number(status->MPI_TAG);
    content_out_number(has_error ? error_class(status->MPI_ERROR) : status->MPI_ERROR);
    content_out_number(cancelled);
    content_out_number(n);
    return cancelled ? 0 : n;
}

void content_put_payload(const struct content_blocks *blocks, int64_t most) {
    int64_t n = content_blocks_bytes(blocks);
    n = n < most ? n : most;
    content_out_number(n);
    content_pack(blocks, n, content_out_bytes);
}

void content_put_info(MPI_Info info) {
    char key[MPI_MAX_INFO_KEY + 1], value[MPI_MAX_INFO_VAL + 1];
    int n = 0, flag;
    PMPI_Info_get_nkeys(info, &n);
    content_out_number(n);
    for (int i = 0; i < n; i++) {
        PMPI_Info_get_nthkey(info, i, key);
        PMPI_Info_get(info, key, MPI_MAX_INFO_VAL, value, &flag);
        content_out_text(key);
        content_out_text(flag ? value : "");
    }
}

static const struct record_comm *comm_of(const struct record_call *call) {
    const char *at = strchr(call->roles, 'c');
    return at ? lmpi_record_comm_find(&content_state.handles, (MPI_Comm)call->arg[at - call->roles]) : NULL;
}

/* ---- calls that make requests ---- */

static struct pending *pending_at(int number) {
    size_t room = pending_room;
    while ((size_t)number >= pending_room)
        pending = lmpi_record_grow(pending, pending_room, &pending_room, sizeof *pending);
    if (room < pending_room)
        memset(pending + room, 0, (pending_room - room) * sizeof *pending);
    if ((size_t)number >= npending)
        npending = (size_t)number + 1;
    return &pending[number];
}

/* MPICH has one handle for all operations that are complete when they begin: data of the second and later ones with a
 * handle are there already. */
static void put_request(const struct record_call *call, const struct record_comm *comm) {
    MPI_Request handle = *(MPI_Request *)record_argument(call, (int)strlen(call->roles) - 1);
    bool is_shared = lmpi_record_request_find(&content_state.handles, handle) != NULL;
    struct record_request *r = lmpi_record_request_add(&content_state.handles, handle);
    struct pending *p = pending_at(r->number);
    *p = (struct pending){.is_whole = content_is_collective(call) || content_exchanges(call)};
    if (content_is_of_window(call))
        p->is_whole = true;
    if (content_makes_partitions(call)) {
        p->is_whole = true;
        p->each = call->arg[2];
    }
    r->is_persistent = strstr(call->name, "_init") != NULL;
    p->is_active = !r->is_persistent;
    if (content_is_of_file(call) || content_is_of_window(call) ||
        ((comm || content_takes_message(call)) && (call->roles[0] == 'r' || p->is_whole)))
        content_blocks_find(&p->blocks, call, comm, content_sources(call, comm));
    bool is_there = p->is_whole && is_shared;
    content_out_number(r->number);
    content_out_number(is_there);
    if (is_there)
        content_put_payload(&p->blocks, INT64_MAX);
    if (is_there || p->blocks.n == 0)
        content_blocks_empty(&p->blocks);
    else
        content_blocks_keep(&p->blocks);
    if (content_is_of_window(call))
        content_window_put(call, r->number);
}

struct content_blocks *content_pending_blocks(int number) {
    return &pending[number].blocks;
}

/* ---- calls that complete requests ---- */

struct done {
    int place, number;
    int status;
};

static void put_done(const struct content_outcome *o, const struct done *d, int64_t class) {
    struct pending *p = &pending[d->number];
    const MPI_Status *status = &o->status[d->status];
    bool is_list = class == MPI_ERR_IN_STATUS;
    content_out_number(d->place);
    content_out_number(d->number);
    int64_t bytes = content_put_status(status, is_list);
    if (class != MPI_SUCCESS && !(is_list && status->MPI_ERROR == MPI_SUCCESS))
        bytes = 0;
    content_put_payload(&p->blocks, p->is_whole ? INT64_MAX : bytes);
    p->is_active = false;
    content_gets_forget(d->number);
}

/* Whether a request of a list in which there is an error is not complete. */
static bool pends(const MPI_Status *status) {
    return error_class(status->MPI_ERROR) == MPI_ERR_PENDING;
}

static void put_completed(const struct record_call *call, int64_t class) {
    static struct done *done;
    static size_t room;
    const struct content_outcome o = content_outcome_of(call);
    MPI_Request *list;
    content_requests(call, &list);
    bool flag = o.flag == NULL || *o.flag;
    bool is_undefined = (o.index && *o.index == MPI_UNDEFINED) || (o.outcount && *o.outcount == MPI_UNDEFINED);
    int n = !flag || is_undefined ? 0 : o.outcount ? *o.outcount : o.index ? 1 : o.count, found = 0;
    while (room < (size_t)n)
        done = lmpi_record_grow(done, room, &room, sizeof *done);
    for (int i = 0; i < n; i++) {
        int place = o.indices ? o.indices[i] : o.index ? *o.index : i;
        struct record_request *r =
            before[place] == MPI_REQUEST_NULL ? NULL : lmpi_record_request_find(&content_state.handles, before[place]);
        if (r == NULL || !pending[r->number].is_active)
            continue;
        done[found++] = (struct done){place, r->number, i};
        if (!r->is_persistent && list[place] == MPI_REQUEST_NULL)
            lmpi_record_request_remove(&content_state.handles, before[place]);
        else if (!r->is_persistent || (class == MPI_ERR_IN_STATUS && pends(&o.status[i])))
            found--; /* an error before it */
    }
    content_out_number(flag);
    content_out_number(is_undefined);
    content_out_number(found);
    for (int i = 0; i < found; i++) {
        put_done(&o, &done[i], class);
        if (list[done[i].place] == MPI_REQUEST_NULL)
            content_blocks_empty(&pending[done[i].number].blocks);
    }
}

static void start_requests(const struct record_call *call) {
    MPI_Request *list;
    int n = content_requests(call, &list);
    for (int i = 0; i < n; i++) {
        const struct record_request *r = lmpi_record_request_find(&content_state.handles, list[i]);
        if (r)
            pending[r->number].is_active = true;
    }
}

static void put_freed(MPI_Request handle) {
    const struct record_request *r = lmpi_record_request_find(&content_state.handles, handle);
    struct pending *p = r ? &pending[r->number] : NULL;
    content_out_number(p && p->is_active && p->blocks.n > 0);
    if (p == NULL)
        return;
    content_blocks_empty(&p->blocks);
    lmpi_record_request_remove(&content_state.handles, handle);
}

/* A partition that has come. */
static void put_arrived(const struct record_call *call) {
    bool has_come = *(const int *)record_argument(call, 2);
    const struct record_request *r = lmpi_record_request_find(&content_state.handles, (MPI_Request)call->arg[0]);
    const struct pending *p = r ? &pending[r->number] : NULL;
    content_out_number(has_come);
    present.n = 0;
    if (has_come && p && p->is_active)
        content_blocks_part(&present, &p->blocks, call->arg[1] * p->each, p->each);
    if (has_come)
        content_put_payload(&present, INT64_MAX);
}

static void put_probed(const struct record_call *call) {
    const char *flag = strchr(call->roles, 'O');
    bool found = flag == NULL || *(const int *)record_argument(call, (int)(flag - call->roles));
    const MPI_Message *message = content_message(call);
    content_out_number(found);
    if (!found)
        return;
    content_put_status(record_argument(call, (int)strlen(call->roles) - 1), false);
    if (message)
        content_out_number(*message == MPI_MESSAGE_NO_PROC ? TRACE_NONE
                                                           : lmpi_record_message_add(&content_state.handles, *message));
}

/* ---- communicators ---- */

static int *ints(size_t n) {
    static int *room;
    static size_t size;
    while (size < n + 1)
        room = lmpi_record_grow(room, size, &size, sizeof *room);
    return room;
}

static void put_ints(const int *list, int n) {
    for (int i = 0; i < n; i++)
        content_out_number(list[i]);
}

static void put_topology(MPI_Comm comm) {
    int kind, n, m, weighted;
    PMPI_Topo_test(comm, &kind);
    if (kind == MPI_CART) {
        PMPI_Cartdim_get(comm, &n);
        int *dims = ints(3 * (size_t)n), *periods = dims + n;
        PMPI_Cart_get(comm, n, dims, periods, periods + n);
        content_out_number(TRACE_TOPOLOGY_CART);
        content_out_number(n);
        for (int i = 0; i < n; i++) {
            content_out_number(dims[i]);
            content_out_number(periods[i] != 0);
        }
    } else if (kind == MPI_GRAPH) {
        PMPI_Graphdims_get(comm, &n, &m);
        int *index = ints((size_t)n + (size_t)m);
        PMPI_Graph_get(comm, n, m, index, index + n);
        content_out_number(TRACE_TOPOLOGY_GRAPH);
        content_out_number(n);
        content_out_number(m);
        put_ints(index, n + m);
    } else if (kind == MPI_DIST_GRAPH) {
        PMPI_Dist_graph_neighbors_count(comm, &n, &m, &weighted);
        int *in = ints(2 * ((size_t)n + (size_t)m)), *out = in + 2 * n;
        PMPI_Dist_graph_neighbors(comm, n, in, weighted ? in + n : MPI_UNWEIGHTED, m, out,
                                  weighted ? out + m : MPI_UNWEIGHTED);
        content_out_number(TRACE_TOPOLOGY_DIST_GRAPH);
        content_out_number(n);
        content_out_number(m);
        content_out_number(weighted != 0);
        put_ints(in, weighted ? 2 * n : n);
        put_ints(out, weighted ? 2 * m : m);
    } else {
        content_out_number(TRACE_TOPOLOGY_NONE);
    }
}

static void put_members(MPI_Comm made, bool of_other, int n) {
    int *member = ints((size_t)n);
    translate(made, of_other, n, world, member);
    for (int i = 0; i < n; i++)
        content_out_number(member[i] - (i > 0 ? member[i - 1] : 0));
}

static void put_comm(MPI_Comm made) {
    int rank, size, remote = 0, is_inter = 0;
    content_out_number(made != MPI_COMM_NULL);
    if (made == MPI_COMM_NULL)
        return;
    content_place(made, &rank, &size);
    content_out_number(lmpi_record_comm_add(&content_state.handles, made, rank, size)->number);
    content_out_number(rank);
    content_out_number(size);
    put_members(made, false, size);
    PMPI_Comm_test_inter(made, &is_inter);
    if (!is_inter) {
        put_topology(made);
        return;
    }
    PMPI_Comm_remote_size(made, &remote);
    lmpi_record_comm_set_remote(&content_state.handles, made, remote);
    content_out_number(TRACE_TOPOLOGY_INTER);
    content_out_number(remote);
    put_members(made, true, remote);
}

/* The communicator that MPI_Comm_idup has made, and that MPI may not be asked about yet. */
static void put_duplicate(const struct record_call *call) {
    const struct record_comm *found = comm_of(call);
    MPI_Comm made = *(const MPI_Comm *)record_argument(call, (int)strlen(call->roles) - 2);
    if (found == NULL) {
        content_out_number(TRACE_NONE);
        return;
    }
    const struct record_comm from = *found;
    content_out_number(lmpi_record_comm_add(&content_state.handles, made, from.rank, from.size)->number);
    if (from.remote > 0)
        lmpi_record_comm_set_remote(&content_state.handles, made, from.remote);
}

/* ---- an entry ---- */

static void put_head(struct record_call *call) {
    call->in = &content_state;
    content_encode(call);
    content_out_number(call->function);
    content_out_number((int64_t)content_state.nnumbers);
    for (size_t i = 0; i < content_state.nnumbers; i++)
        content_out_number(content_state.numbers[i]);
    content_memory_put();
}

static bool begin(struct record_call *call) {
    if (!is_open || !record_is_under_way() || content_is_not_logged(call))
        return false;
    MPI_Request *list;
    int n = content_requests(call, &list);
    put_head(call);
    if (content_is_of_file(call))
        content_file_begin(call);
    if (content_is_of_window(call))
        content_window_begin(call);
    while (before_room < (size_t)n)
        before = lmpi_record_grow(before, before_room, &before_room, sizeof *before);
    if (n > 0)
        memcpy(before, list, (size_t)n * sizeof *before);
    if (call->function == RECORD_Comm_free || call->function == RECORD_Comm_disconnect)
        lmpi_record_comm_remove(&content_state.handles, *(MPI_Comm *)record_argument(call, 0));
    return true;
}

/* MPI_Request_get_status, which may say that data have come. */
static void put_looked_at(const struct record_call *call) {
    const int *flag = record_argument(call, 1);
    content_out_number(*flag != 0);
    if (!*flag)
        return;
    int64_t bytes = content_put_status(record_argument(call, 2), false);
    const struct record_request *r = lmpi_record_request_find(&content_state.handles, (MPI_Request)call->arg[0]);
    const struct pending *p = r ? &pending[r->number] : NULL;
    if (p && p->is_active)
        content_put_payload(&p->blocks, p->is_whole ? INT64_MAX : bytes);
    else
        content_out_number(0);
}

static void put_success(const struct record_call *call) {
    int last = (int)strlen(call->roles) - 1;
    const struct record_comm *comm = comm_of(call);
    if (content_makes_request(call)) {
        if (content_duplicates_later(call))
            put_duplicate(call);
        put_request(call, comm_of(call));
    } else if (content_constructs(call->function)) {
        put_comm(*(const MPI_Comm *)record_argument(call, last));
    } else if (call->function == RECORD_Start || call->function == RECORD_Startall) {
        start_requests(call);
    } else if (call->function == RECORD_Request_free) {
        put_freed(before[0]);
    } else if (content_probes(call->function)) {
        put_probed(call);
    } else if (call->function == RECORD_Parrived) {
        put_arrived(call);
    } else if (call->function == RECORD_Request_get_status) {
        put_looked_at(call);
    } else if (content_is_of_file(call)) {
        content_file_put(call);
    } else if (content_is_of_window(call)) {
        content_window_put(call, -1);
    } else if (call->roles[last] == 'S') {
        int64_t bytes = content_put_status(record_argument(call, last), false);
        content_blocks_find(&present, call, comm, content_sources(call, comm));
        content_put_payload(&present, bytes);
    } else if (strpbrk(call->roles, "gp") == NULL && comm) {
        content_blocks_find(&present, call, comm, content_sources(call, comm));
        content_put_payload(&present, INT64_MAX);
    }
}

static int end(const struct record_call *call, int code) {
    int64_t class = error_class(code);
    content_out_number(class);
    if (content_completes(call->function))
        put_completed(call, class);
    else if (code == MPI_SUCCESS)
        put_success(call);
    content_memory_put();
    if (content_is_of_window(call))
        content_window_end(call, code == MPI_SUCCESS);
    content_out_tick();
    return code;
}
