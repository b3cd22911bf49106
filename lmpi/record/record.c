/* record.c - libbsim-record.so: records the MPI calls of any program under MPICH, for LD_PRELOAD (bsim record).
 *
 * Wraps the functions of mpi_calls.def that communicate, and writes $BSIM_RECORD/rank-R.part, the raw stream of each
 * process. Without BSIM_RECORD every wrapper only calls its PMPI twin. Calculation is the processor time of the thread
 * between two calls, so that it does not grow where processes share a core; BSIM_RECORD_CLOCK=wall takes the time of
 * day instead, and =none takes no times. Must not know the simulator. */
#include "lmpi/record/record.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bsim/trace/trace_stream.h"
#include "lmpi/record/record_out.h"

static clockid_t calculation = CLOCK_THREAD_CPUTIME_ID;
static bool no_times;      /* all times are 0 */
static int64_t last_ns;    /* of the calculation's clock, when the last call had ended */
static int64_t reading_ns; /* between two readings of the clock with nothing in between: no calculation */
static pthread_t recorded_thread;
static int depth; /* MPI functions that are called in callbacks of MPI functions are not recorded */

static int64_t read_clock(clockid_t clock) {
    struct timespec t;
    if (no_times)
        return 0;
    clock_gettime(clock, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* Only the thread that called MPI_Init is recorded. It tells of others, since it alone writes. */
static bool is_recorded_thread(void) {
    static atomic_bool others;
    static bool told;
    if (!pthread_equal(pthread_self(), recorded_thread)) {
        atomic_store(&others, true);
        return false;
    }
    if (atomic_load(&others) && !told)
        record_out_note("MPI was called by a second thread, which is not recorded");
    told = atomic_load(&others);
    return true;
}

static void begin(struct record_call *call) {
    if (!record_out_is_open())
        return;
    if (!is_recorded_thread())
        return;
    call->is_on = depth++ == 0;
    if (!call->is_on)
        return;
    int64_t now_ns = read_clock(calculation), gap_ns = now_ns - last_ns - reading_ns;
    call->gap = gap_ns > 0 ? gap_ns : 0;
    call->entry_ns = calculation == CLOCK_MONOTONIC ? now_ns : read_clock(CLOCK_MONOTONIC);
}

/* The clocks behind a call. Returns the nanoseconds that it took. */
static int64_t inside(const struct record_call *call) {
    int64_t now_ns = read_clock(CLOCK_MONOTONIC);
    record_out_tick(now_ns);
    return now_ns - call->entry_ns;
}

static void end(struct record_call *call) {
    if (call->is_on)
        last_ns = read_clock(calculation);
    if (record_out_is_open() && is_recorded_thread())
        depth--;
}

static int64_t write_call(const struct record_call *call, int64_t took, int open) {
    int n;
    const int64_t *numbers = record_numbers(&n);
    return record_out_event(call->function, record_out_site(call->site), numbers, n, call->gap, took, open);
}

/* ---- sends, receives, collectives ---- */

/* The source of a status, relative to a rank of the communicator. */
static int64_t source_of(const MPI_Status *status, int rank) {
    return status->MPI_SOURCE == MPI_PROC_NULL ? TRACE_PROC_NULL : status->MPI_SOURCE - rank;
}

static void communicated(struct record_call *call, int code, const MPI_Status *status, bool is_persistent) {
    bool of_neighbours = strncmp(call->name, "Neighbor_", 9) == 0 || strncmp(call->name, "Ineighbor_", 10) == 0;
    if (call->is_on && of_neighbours) /* the trace has no topologies */
        record_lacks(call->name, " is not recorded");
    else if (call->is_on && code == MPI_SUCCESS) {
        int source_at, tag_at, n;
        int64_t took = inside(call);
        record_encode(call, &source_at, &tag_at);
        const char *at_request = strchr(call->roles, 'R'), *at_comm = strchr(call->roles, 'c');
        const struct record_comm *comm = record_comm_find((MPI_Comm)call->arg[at_comm - call->roles]);
        bool takes_any = source_at >= 0 || tag_at >= 0;
        if (at_request) {
            struct record_request *r =
                record_request_add(*(MPI_Request *)(uintptr_t)call->arg[at_request - call->roles]);
            r->rank = comm ? comm->rank : 0;
            r->is_persistent = is_persistent;
            r->takes_any = takes_any;
            record_number(r->number);
            bool is_open = takes_any && !is_persistent;
            int64_t event = write_call(call, took, is_open);
            if (is_open) {
                r->event = event;
                r->source_at = source_at;
                r->tag_at = tag_at;
            }
        } else {
            int64_t *numbers = record_numbers(&n);
            if (takes_any && source_at >= 0)
                numbers[source_at] = source_of(status, comm ? comm->rank : 0);
            if (takes_any && tag_at >= 0)
                numbers[tag_at] = status->MPI_TAG;
            write_call(call, took, 0);
        }
    }
    end(call);
}

static void probed(struct record_call *call, int code, bool found, const MPI_Status *status) {
    if (call->is_on && code == MPI_SUCCESS) {
        int64_t took = inside(call);
        const struct record_comm *comm = record_comm_find((MPI_Comm)call->arg[2]);
        record_numbers_clear();
        record_number(found);
        record_number(found ? source_of(status, comm ? comm->rank : 0) : TRACE_NONE);
        record_number(found ? status->MPI_TAG : TRACE_NONE);
        record_number(comm ? comm->number : TRACE_NONE);
        write_call(call, took, 0);
    }
    end(call);
}

/* ---- requests ---- */

static void started(struct record_call *call, int code, const MPI_Request *requests, int n) {
    if (call->is_on && code == MPI_SUCCESS) {
        int64_t took = inside(call);
        for (int i = 0; i < n; i++) {
            struct record_request *r = record_request_find(requests[i]);
            if (r == NULL) {
                record_lacks(call->name, " of a request whose call is not recorded");
                continue;
            }
            record_numbers_clear();
            record_number(r->number);
            record_number(TRACE_NONE);
            record_number(TRACE_NONE);
            r->event = write_call(call, took, r->takes_any);
            if (!r->takes_any)
                r->event = -1;
            r->source_at = 1;
            r->tag_at = 2;
            call->gap = took = 0; /* those of the first one stand for all */
        }
    }
    end(call);
}

static __thread MPI_Request *before; /* the requests of a call before it; it frees some of them */
static __thread size_t before_room;

static const MPI_Request *keep_requests(const MPI_Request *requests, int n) {
    while (before_room < (size_t)n)
        before = record_grow(before, before_room, &before_room, sizeof *before);
    if (n > 0)
        memcpy(before, requests, (size_t)n * sizeof *before);
    return before;
}

/* A request is complete. */
static void completed(MPI_Request handle, const MPI_Status *status, const char *name) {
    if (handle == MPI_REQUEST_NULL)
        return;
    struct record_request *r = record_request_find(handle);
    if (r == NULL) {
        record_lacks(name, " of a request whose call is not recorded");
        return;
    }
    record_number(r->number);
    if (r->event >= 0) {
        record_out_fix(r->event, r->source_at, source_of(status, r->rank), 0);
        record_out_fix(r->event, r->tag_at, status->MPI_TAG, 1);
        r->event = -1;
    }
    if (!r->is_persistent)
        record_request_remove(handle);
}

/* which: indexes of the complete requests, or NULL for the first n. statuses: in the order of `which`. */
static void waited(struct record_call *call, int code, const MPI_Request *requests, int n, const int *which,
                   const MPI_Status *statuses) {
    if (call->is_on && code == MPI_SUCCESS) {
        int64_t took = inside(call);
        record_numbers_clear();
        for (int i = 0; i < n; i++)
            completed(requests[which ? which[i] : i], &statuses[i], call->name);
        write_call(call, took, 0);
    }
    end(call);
}

static void freed(struct record_call *call, int code, MPI_Request handle) {
    struct record_request *r = call->is_on && code == MPI_SUCCESS ? record_request_find(handle) : NULL;
    if (r) {
        record_numbers_clear();
        record_number(r->number);
        if (r->event >= 0)
            record_out_fix(r->event, -1, 0, 1);
        write_call(call, inside(call), 0);
        record_request_remove(handle);
    }
    end(call);
}

static MPI_Status *own_statuses(int n) {
    static __thread MPI_Status *statuses;
    static __thread size_t room;
    while (room < (size_t)n)
        statuses = record_grow(statuses, room, &room, sizeof *statuses);
    return statuses;
}

/* ---- communicators ---- */

/* Runs of members: first rank in the parent, stride, number. */
static void record_members(MPI_Comm parent, MPI_Comm made, int n) {
    MPI_Group of_parent, of_made;
    int *rank = malloc(2 * (size_t)n * sizeof *rank), *own = rank + n;
    if (rank == NULL)
        record_fail("out of memory");
    for (int i = 0; i < n; i++)
        own[i] = i;
    PMPI_Comm_group(parent, &of_parent);
    PMPI_Comm_group(made, &of_made);
    PMPI_Group_translate_ranks(of_made, n, own, of_parent, rank);
    PMPI_Group_free(&of_parent);
    PMPI_Group_free(&of_made);
    for (int i = 0, next; i < n; i = next) {
        int stride = i + 1 < n ? rank[i + 1] - rank[i] : 1;
        next = i + 1;
        while (next < n && rank[next] - rank[next - 1] == stride)
            next++;
        record_number(rank[i]);
        record_number(stride);
        record_number(next - i);
    }
    free(rank);
}

static void derived(struct record_call *call, int code, MPI_Comm parent, const MPI_Comm *made) {
    if (call->is_on && code == MPI_SUCCESS) {
        int64_t took = inside(call);
        const struct record_comm *from = record_comm_find(parent), *to = NULL;
        int number = from ? from->number : -1;
        record_numbers_clear();
        record_number(from ? number : TRACE_NONE);
        if (from && *made != MPI_COMM_NULL)
            to = record_comm_add(*made);
        else if (!from)
            record_lacks(call->name, " of a communicator that was made by a call that is not recorded");
        record_number(to ? to->number : TRACE_NONE);
        record_number(to ? to->rank : TRACE_NONE);
        if (to)
            record_members(parent, *made, to->size);
        write_call(call, took, 0);
    }
    end(call);
}

static void comm_freed(struct record_call *call, int code, MPI_Comm comm) {
    if (call->is_on && code == MPI_SUCCESS) {
        record_numbers_clear();
        record_number(record_comm_remove(comm));
        write_call(call, inside(call), 0);
    }
    end(call);
}

/* ---- the wrappers ---- */

#define NUMBER(a) (int64_t)(intptr_t)(a)
#define N1(a) NUMBER(a)
#define N2(a, ...) NUMBER(a), N1(__VA_ARGS__)
#define N3(a, ...) NUMBER(a), N2(__VA_ARGS__)
#define N4(a, ...) NUMBER(a), N3(__VA_ARGS__)
#define N5(a, ...) NUMBER(a), N4(__VA_ARGS__)
#define N6(a, ...) NUMBER(a), N5(__VA_ARGS__)
#define N7(a, ...) NUMBER(a), N6(__VA_ARGS__)
#define N8(a, ...) NUMBER(a), N7(__VA_ARGS__)
#define N9(a, ...) NUMBER(a), N8(__VA_ARGS__)
#define N10(a, ...) NUMBER(a), N9(__VA_ARGS__)
#define N11(a, ...) NUMBER(a), N10(__VA_ARGS__)
#define N12(a, ...) NUMBER(a), N11(__VA_ARGS__)
#define PICK(a, b, c, d, e, f, g, h, i, j, k, l, name, ...) name
#define NUMBERS(...) PICK(__VA_ARGS__, N12, N11, N10, N9, N8, N7, N6, N5, N4, N3, N2, N1, )(__VA_ARGS__)
#define BEGIN(called, arguments, letters)                                                                              \
    struct record_call call = {.function = RECORD_##called,                                                            \
                               .name = #called,                                                                        \
                               .roles = letters,                                                                       \
                               .site = __builtin_return_address(0),                                                    \
                               .arg = {NUMBERS arguments}};                                                            \
    begin(&call);

/* Whoever ignores a status gets one that he does not see, since it tells what the receive has matched. */
#define WITH_STATUS                                                                                                    \
    MPI_Status own;                                                                                                    \
    status = status == MPI_STATUS_IGNORE ? &own : status;
#define STATUS_Recv WITH_STATUS
#define STATUS_Irecv const MPI_Status *const status = NULL;

#define WRAP(called, params, args, roles, before, result, is_persistent)                                               \
    int MPI_##called params {                                                                                          \
        before BEGIN(called, args, roles) int code = PMPI_##called args;                                               \
        communicated(&call, code, result, is_persistent);                                                              \
        return code;                                                                                                   \
    }
#define MPI_CALL_P2P_SEND(ret, name, params, args, roles) WRAP(name, params, args, roles, , NULL, false)
#define MPI_CALL_COLL MPI_CALL_P2P_SEND
#define MPI_CALL_ICOLL MPI_CALL_P2P_SEND
#define MPI_CALL_P2P_RECV(ret, name, params, args, roles) WRAP(name, params, args, roles, STATUS_##name, status, false)
#define MPI_CALL_P2P_SENDRECV(ret, name, params, args, roles)                                                          \
    WRAP(name, params, args, roles, WITH_STATUS, status, false)
#define MPI_CALL_P2P_INIT(ret, name, params, args, roles) WRAP(name, params, args, roles, , NULL, true)
/* The parent is the first argument of each constructor, the new communicator the last one. */
#define MPI_CALL_COMM(ret, name, params, args, roles)                                                                  \
    int MPI_##name params {                                                                                            \
        BEGIN(name, args, roles)                                                                                       \
        int code = PMPI_##name args;                                                                                   \
        derived(&call, code, (MPI_Comm)call.arg[0], (const MPI_Comm *)(uintptr_t)call.arg[sizeof(roles) - 2]);         \
        return code;                                                                                                   \
    }
#include "lmpi/mpi_calls.def"

int MPI_Start(MPI_Request *request) {
    BEGIN(Start, (request), "R")
    int code = PMPI_Start(request);
    started(&call, code, request, 1);
    return code;
}

int MPI_Startall(int count, MPI_Request array_of_requests[]) {
    BEGIN(Start, (count, array_of_requests), "nA")
    int code = PMPI_Startall(count, array_of_requests);
    started(&call, code, array_of_requests, count);
    return code;
}

int MPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status) {
    WITH_STATUS
    BEGIN(Probe, (source, tag, comm, status), "pgcS")
    int code = PMPI_Probe(source, tag, comm, status);
    probed(&call, code, true, status);
    return code;
}

int MPI_Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status) {
    WITH_STATUS
    BEGIN(Iprobe, (source, tag, comm, flag, status), "pgcOS")
    int code = PMPI_Iprobe(source, tag, comm, flag, status);
    probed(&call, code, code == MPI_SUCCESS && *flag, status);
    return code;
}

int MPI_Wait(MPI_Request *request, MPI_Status *status) {
    WITH_STATUS
    BEGIN(Wait, (request, status), "RS")
    MPI_Request handle = *request;
    int code = PMPI_Wait(request, status);
    waited(&call, code, &handle, 1, NULL, status);
    return code;
}

int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status) {
    WITH_STATUS
    BEGIN(Test, (request, flag, status), "ROS")
    MPI_Request handle = *request;
    int code = PMPI_Test(request, flag, status);
    waited(&call, code, &handle, code == MPI_SUCCESS && *flag, NULL, status);
    return code;
}

#define WITH_STATUSES(n)                                                                                               \
    if (array_of_statuses == MPI_STATUSES_IGNORE)                                                                      \
        array_of_statuses = own_statuses(n);

int MPI_Waitall(int count, MPI_Request array_of_requests[], MPI_Status array_of_statuses[]) {
    WITH_STATUSES(count)
    BEGIN(Waitall, (count, array_of_requests, array_of_statuses), "nAZ")
    const MPI_Request *requests = keep_requests(array_of_requests, count);
    int code = PMPI_Waitall(count, array_of_requests, array_of_statuses);
    waited(&call, code, requests, count, NULL, array_of_statuses);
    return code;
}

int MPI_Testall(int count, MPI_Request array_of_requests[], int *flag, MPI_Status array_of_statuses[]) {
    WITH_STATUSES(count)
    BEGIN(Testall, (count, array_of_requests, flag, array_of_statuses), "nAOZ")
    const MPI_Request *requests = keep_requests(array_of_requests, count);
    int code = PMPI_Testall(count, array_of_requests, flag, array_of_statuses);
    waited(&call, code, requests, code == MPI_SUCCESS && *flag ? count : 0, NULL, array_of_statuses);
    return code;
}

int MPI_Waitany(int count, MPI_Request array_of_requests[], int *indx, MPI_Status *status) {
    WITH_STATUS
    BEGIN(Waitany, (count, array_of_requests, indx, status), "nAOS")
    const MPI_Request *requests = keep_requests(array_of_requests, count);
    int code = PMPI_Waitany(count, array_of_requests, indx, status);
    waited(&call, code, requests, code == MPI_SUCCESS && *indx != MPI_UNDEFINED, indx, status);
    return code;
}

int MPI_Testany(int count, MPI_Request array_of_requests[], int *indx, int *flag, MPI_Status *status) {
    WITH_STATUS
    BEGIN(Testany, (count, array_of_requests, indx, flag, status), "nAOOS")
    const MPI_Request *requests = keep_requests(array_of_requests, count);
    int code = PMPI_Testany(count, array_of_requests, indx, flag, status);
    waited(&call, code, requests, code == MPI_SUCCESS && *flag && *indx != MPI_UNDEFINED, indx, status);
    return code;
}

int MPI_Waitsome(int incount, MPI_Request array_of_requests[], int *outcount, int array_of_indices[],
                 MPI_Status array_of_statuses[]) {
    WITH_STATUSES(incount)
    BEGIN(Waitsome, (incount, array_of_requests, outcount, array_of_indices, array_of_statuses), "nAOOZ")
    const MPI_Request *requests = keep_requests(array_of_requests, incount);
    int code = PMPI_Waitsome(incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
    waited(&call, code, requests, code == MPI_SUCCESS && *outcount > 0 ? *outcount : 0, array_of_indices,
           array_of_statuses);
    return code;
}

int MPI_Testsome(int incount, MPI_Request array_of_requests[], int *outcount, int array_of_indices[],
                 MPI_Status array_of_statuses[]) {
    WITH_STATUSES(incount)
    BEGIN(Testsome, (incount, array_of_requests, outcount, array_of_indices, array_of_statuses), "nAOOZ")
    const MPI_Request *requests = keep_requests(array_of_requests, incount);
    int code = PMPI_Testsome(incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
    waited(&call, code, requests, code == MPI_SUCCESS && *outcount > 0 ? *outcount : 0, array_of_indices,
           array_of_statuses);
    return code;
}

int MPI_Request_free(MPI_Request *request) {
    BEGIN(Request_free, (request), "R")
    MPI_Request handle = *request;
    int code = PMPI_Request_free(request);
    freed(&call, code, handle);
    return code;
}

int MPI_Cancel(MPI_Request *request) {
    BEGIN(Cancel, (request), "R")
    struct record_request *r = call.is_on ? record_request_find(*request) : NULL;
    int code = PMPI_Cancel(request);
    if (r && code == MPI_SUCCESS) {
        record_numbers_clear();
        record_number(r->number);
        write_call(&call, inside(&call), 0);
    }
    end(&call);
    return code;
}

int MPI_Comm_free(MPI_Comm *comm) {
    BEGIN(Comm_free, (comm), "X")
    MPI_Comm handle = *comm;
    int code = PMPI_Comm_free(comm);
    comm_freed(&call, code, handle);
    return code;
}

int MPI_Comm_disconnect(MPI_Comm *comm) {
    BEGIN(Comm_free, (comm), "X")
    MPI_Comm handle = *comm;
    int code = PMPI_Comm_disconnect(comm);
    comm_freed(&call, code, handle);
    return code;
}

/* ---- start and end ---- */

#define MPI_CALL(ret, name, params, args, family, roles) {#name, roles},
static const char *const functions[][2] = {
#include "lmpi/mpi_calls.def"
};

static void start(void) {
    const char *folder = getenv("BSIM_RECORD"), *clock = getenv("BSIM_RECORD_CLOCK");
    if (!folder || !*folder || record_out_is_open())
        return;
    if (clock && strcmp(clock, "wall") == 0)
        calculation = CLOCK_MONOTONIC;
    no_times = clock && strcmp(clock, "none") == 0;
    int size;
    PMPI_Comm_size(MPI_COMM_WORLD, &size);
    record_out_open(folder, record_comm_add(MPI_COMM_WORLD)->rank, size, functions, RECORD_FUNCTIONS);
    record_comm_add(MPI_COMM_SELF);
    recorded_thread = pthread_self();
    reading_ns = INT64_MAX;
    for (int i = 0; i < 50; i++) {
        int64_t first = read_clock(calculation), took = read_clock(calculation) - first;
        reading_ns = took < reading_ns ? took : reading_ns;
    }
    last_ns = read_clock(calculation);
}

int MPI_Init(int *argc, char ***argv) {
    int code = PMPI_Init(argc, argv);
    if (code == MPI_SUCCESS)
        start();
    return code;
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided) {
    int code = PMPI_Init_thread(argc, argv, required, provided);
    if (code == MPI_SUCCESS)
        start();
    return code;
}

int MPI_Finalize(void) {
    struct record_call call = {.function = RECORD_Finalize, .name = "Finalize", .site = __builtin_return_address(0)};
    begin(&call);
    if (call.is_on) {
        record_numbers_clear();
        write_call(&call, 0, 0);
        record_out_close(true);
    }
    return PMPI_Finalize();
}

int MPI_Abort(MPI_Comm comm, int errorcode) {
    if (record_out_is_open() && is_recorded_thread()) {
        record_lacks("Abort", " ended the program");
        record_out_close(false);
    }
    return PMPI_Abort(comm, errorcode);
}

/* Functions that communicate and are not recorded (scripts/record-others). */
void record_other(const char *name);
void record_other(const char *name) {
    if (record_out_is_open() && is_recorded_thread())
        record_lacks(name, " is not recorded");
}
