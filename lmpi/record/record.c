/* record.c - libbsim-record.so: records the MPI calls of any program under MPICH, for LD_PRELOAD (bsim record).
 *
 * Wraps the functions of mpi_calls.def that communicate, and writes $BSIM_RECORD/rank-R.part, the raw stream of each
 * process. Without BSIM_RECORD every wrapper only calls its PMPI twin. Calculation is the processor time of the thread
 * between two calls, so that it does not grow where processes share a core; BSIM_RECORD_CLOCK=wall takes the time of
 * day instead, and =none takes no times. Must not know the simulator. */
#include "lmpi/record/record.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lmpi/record/content.h"
#include "lmpi/record/record_clock.h"
#include "lmpi/record/record_out.h"
#include "lmpi/record/record_touch.h"
#include "lmpi/record/record_window.h"

#define RECORD_ENTRY(name) MPI_##name
#define RECORD_REAL(name) content_##name
#define RECORD_ISENDRECV_TELLS 0
#define RECORD_SITE __builtin_return_address(0)

static void record_lacks(struct record_state *in, const char *name, const char *why);
static int64_t record_type(struct record_state *in, MPI_Datatype type, int64_t n);
#include "lmpi/record/record_neighbours.h"
#include "lmpi/record/record_args.h"

static struct record_state state = {.queue.write = record_out_event};

static bool no_times; /* all times are 0 */
static pthread_t recorded_thread;
static int depth; /* MPI functions that are called in callbacks of MPI functions are not recorded */

/* Of a partial recording. */
static bool is_partial, leaves_times;
/* The calculation before calls that are not in the trace, such as those that fail. It counts before the next one that
 * is. */
static int64_t kept_ns;
static bool is_written; /* the present call is in the trace */
static int64_t exit_ns; /* time of day when the last call had ended; while calls are left without times */
static bool was_open;   /* MPI_Pcontrol has opened the window since the last call that is in the trace */
/* What recording takes, of one call in COST_EVERY: the last ones with times, and without. */
enum { COST_EVERY = 64, COSTS = 256 };
static struct {
    int64_t seen, n[2], ns[2][COSTS];
    int64_t under_way_ns; /* what the present call has taken so far; -1: it is not looked at */
    int64_t behind_ns;    /* time of day behind MPI's work */
} cost = {.under_way_ns = -1};

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

bool record_is_under_way(void) {
    return record_out_is_open() && depth == 1 && pthread_equal(pthread_self(), recorded_thread);
}

void record_local_begin(void) {
    if (record_out_is_open() && is_recorded_thread())
        depth++;
}

void record_local_end(void) {
    if (record_out_is_open() && is_recorded_thread())
        depth--;
}

/* A place in a file or a window, which may move on from one iteration to the next. */
static bool is_place(const char *roles, int i) {
    return roles[i] == 'i' && i > 0 && (roles[i - 1] == 'p' || (i == 1 && roles[0] == 'i'));
}

/* Counts, datatypes, peers and such. */
static uint64_t mark_of(const struct record_call *call) {
    uint64_t mark = 0;
    bool has_places = trace_is_of_object(call->name);
    for (int i = 0; call->roles && call->roles[i]; i++)
        if (strchr("ngkptcoi", call->roles[i]) && !(has_places && is_place(call->roles, i)))
            mark = (mark ^ (uint64_t)call->arg[i]) * UINT64_C(0x9e3779b97f4a7c15) + (mark >> 29);
    return mark;
}

/* Looking is no time of the call. */
static void look_at_memory(struct record_call *call) {
    if (record_touch_begin(call) && !call->is_untimed)
        call->entry_ns = record_clock_now();
}

/* From here on time counts. */
static void resume(void) {
    record_touch_take();
    record_clock_resume();
}

/* Whether the call is outside of the window. No clock is read then. Its gap is what the window has left over. */
static bool begins_outside(struct record_call *call) {
    if (record_window_is_open())
        return false;
    record_window_enter(call->function);
    if (record_window_is_open()) {
        resume();
        return false;
    }
    call->is_outside = true;
    call->gap = kept_ns;
    kept_ns = 0;
    is_written = false;
    return true;
}

static void begin(struct record_call *call) {
    if (!record_out_is_open())
        return;
    if (!is_recorded_thread())
        return;
    call->in = depth++ == 0 ? &state : NULL;
    if (call->in == NULL || begins_outside(call))
        return;
    int64_t touched_ns = no_times ? 0 : record_touch_take();
    int64_t began_ns = is_partial && ++cost.seen % COST_EVERY == 0 ? record_clock_now() : -1;
    if (is_partial)
        call->mark = mark_of(call);
    if (leaves_times && record_out_expects(state.queue.n, call->function, call->site, call->mark)) {
        call->is_untimed = true;
        call->entry_ns = record_clock_now();
        call->gap = call->entry_ns > exit_ns ? call->entry_ns - exit_ns : 0;
    } else {
        call->gap = record_clock_gap(&call->entry_ns) + touched_ns;
    }
    call->gap += kept_ns;
    kept_ns = 0;
    is_written = false;
    if (!no_times)
        look_at_memory(call);
    cost.behind_ns = 0;
    cost.under_way_ns = began_ns < 0 ? -1 : record_clock_now() - began_ns;
}

/* The clocks behind a call. Returns the nanoseconds that it took. */
static int64_t inside(const struct record_call *call) {
    if (call->is_outside)
        return 0;
    if (cost.under_way_ns >= 0)
        cost.behind_ns = record_clock_now();
    int64_t now_ns = call->is_untimed ? 0 : record_clock_now();
    record_touch_end();
    if (call->is_untimed)
        return 0;
    record_out_tick(now_ns);
    return now_ns - call->entry_ns;
}

/* Calls may be without times from now on. What they receive would be of no use to a replay, which ends here. */
static void leave_times(void) {
    leaves_times = record_out_leaves_times();
    if (!leaves_times)
        return;
    content_leave();
    exit_ns = record_clock_now();
    record_out_tick(exit_ns);
}

static void add_cost(const struct record_call *call) {
    if (cost.under_way_ns < 0 || cost.behind_ns == 0) /* a call that failed is not recorded */
        return;
    int64_t *n = &cost.n[call->is_untimed];
    cost.ns[call->is_untimed][(*n)++ % COSTS] = cost.under_way_ns + record_clock_now() - cost.behind_ns;
    cost.under_way_ns = -1;
}

static int by_size(const void *a, const void *b) {
    const int64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* The medians: other processes may have the core in between. */
static void tell_cost(void) {
    int64_t median_ns[2] = {0};
    for (int i = 0; i < 2; i++) {
        size_t n = cost.n[i] < COSTS ? (size_t)cost.n[i] : COSTS;
        qsort(cost.ns[i], n, sizeof cost.ns[i][0], by_size);
        median_ns[i] = n > 0 ? cost.ns[i][n / 2] : 0;
    }
    record_out_cost(median_ns);
}

/* The window may open or close here. Behind its end content would be of no use: no time of a replay counts there. */
static void end_in_window(const struct record_call *call) {
    int64_t now_ns = record_clock_now();
    record_window_leave(call->function, is_written, state.queue.base + (int64_t)state.queue.n, now_ns);
    if (call->is_outside)
        record_out_tick(now_ns);
    if (call->is_outside && record_window_is_open())
        resume();
    else if (record_window_is_open())
        record_clock_exit();
    if (record_window_is_past())
        content_leave();
}

static void end(struct record_call *call) {
    if (call->in && is_partial)
        leave_times();
    if (call->in && !is_written)
        kept_ns = call->gap;
    if (call->in && record_window_exists())
        end_in_window(call);
    else if (call->in)
        record_clock_exit();
    if (call->in)
        add_cost(call);
    if (record_out_is_open() && is_recorded_thread())
        depth--;
}

static int64_t write_call(const struct record_call *call, int64_t took, int open) {
    is_written = true;
    bool is_behind_window = was_open && call->is_outside;
    was_open = false;
    const struct record_event event = {.function = call->function,
                                       .nargs = (int)state.nnumbers,
                                       .open = open,
                                       .is_untimed = call->is_untimed,
                                       .is_in_window = record_window_exists() && !call->is_outside,
                                       .is_behind_window = is_behind_window,
                                       .mark = call->mark,
                                       .site = record_out_site(call->site),
                                       .gap = call->gap,
                                       .inside = took,
                                       .args = state.numbers};
    return lmpi_record_queue_add(&state.queue, &event);
}

static void record_lacks(struct record_state *in, const char *name, const char *why) {
    char text[256];
    (void)in;
    snprintf(text, sizeof text, "MPI_%s%s", name, why);
    record_out_note(text);
}

static int64_t record_type(struct record_state *in, MPI_Datatype type, int64_t n) {
    int n_int, n_address, n_type, combiner;
    MPI_Count size = 0;
    MPI_Aint lb = 0, extent = 0, true_lb = 0, true_extent = 0;
    (void)in;
    if (type == MPI_DATATYPE_NULL)
        return TRACE_NONE;
    if (((unsigned)type >> 24) == 0x4cu && n == 1) /* MPICH's handle tells the size */
        return record_out_type(type, (unsigned)type >> 8 & 0xff, (unsigned)type >> 8 & 0xff, 1);
    PMPI_Type_size_x(type, &size);
    PMPI_Type_get_extent(type, &lb, &extent);
    PMPI_Type_get_true_extent(type, &true_lb, &true_extent);
    PMPI_Type_get_envelope(type, &n_int, &n_address, &n_type, &combiner);
    return record_out_type(combiner == MPI_COMBINER_NAMED && n == 1 ? (unsigned)type : 0, n * size, n * extent,
                           true_extent == size && extent == size);
}

static const struct record_comm *record_comm_new(struct record_state *in, MPI_Comm comm) {
    int rank, size;
    content_place(comm, &rank, &size);
    return lmpi_record_comm_add(&in->handles, comm, rank, size);
}

#include "lmpi/record/record_calls.h"
#include "lmpi/record/record_files.h"
#include "lmpi/record/record_partitions.h"

/* Follows the first datatypes that a type is made of. */
static int64_t record_element_size(MPI_Datatype type) {
    int n_int, n_address, n_type, combiner, size = 0;
    PMPI_Type_get_envelope(type, &n_int, &n_address, &n_type, &combiner);
    if (combiner == MPI_COMBINER_NAMED) {
        PMPI_Type_size(type, &size);
        return size;
    }
    int *ints = malloc(((size_t)n_int + 1) * sizeof *ints);
    MPI_Aint *addresses = malloc(((size_t)n_address + 1) * sizeof *addresses);
    MPI_Datatype *types = malloc(((size_t)n_type + 1) * sizeof *types);
    if (!ints || !addresses || !types)
        record_fail("out of memory");
    PMPI_Type_get_contents(type, n_int, n_address, n_type, ints, addresses, types);
    int64_t bytes = n_type > 0 ? record_element_size(types[0]) : 0;
    for (int i = 0; i < n_type; i++) {
        PMPI_Type_get_envelope(types[i], &n_int, &n_address, &size, &combiner);
        if (combiner != MPI_COMBINER_NAMED)
            PMPI_Type_free(&types[i]);
    }
    free(ints), free(addresses), free(types);
    return bytes;
}

#include "lmpi/record/record_windows.h"

static void record_members(struct record_state *in, MPI_Comm parent, MPI_Comm made, int n) {
    int *rank = malloc((size_t)n * sizeof *rank);
    if (rank == NULL)
        record_fail("out of memory");
    content_members(parent, made, n, rank);
    add_runs(in, rank, n);
    free(rank);
}

#include "lmpi/record/record_wrap.h"

#undef RECORD_ENTRY
#undef RECORD_REAL
#define RECORD_ENTRY(name) MPI_##name##_c
#define RECORD_REAL(name) content_##name##_c
#define RECORD_LARGE
#include "lmpi/record/record_wrap.h"

/* ---- start and end ---- */

#define MPI_CALL(ret, name, params, args, family, roles) {#name, roles},
static const char *const functions[][2] = {
#include "lmpi/mpi_calls.def"
};

static void start(void) {
    const char *folder = getenv("BSIM_RECORD"), *clock = getenv("BSIM_RECORD_CLOCK");
    const char *enough = getenv("BSIM_RECORD_PARTIAL");
    if (!folder || !*folder || record_out_is_open())
        return;
    no_times = clock && strcmp(clock, "none") == 0;
    content_start(folder);
    const struct record_comm *world = record_comm_new(&state, MPI_COMM_WORLD);
    record_out_open(folder, world->rank, world->size, functions, RECORD_FUNCTIONS);
    PMPI_Barrier(MPI_COMM_WORLD); /* a rank that dies ends the others: each has the head of its part by then */
    record_comm_new(&state, MPI_COMM_SELF);
    recorded_thread = pthread_self();
    bool is_wall = clock && strcmp(clock, "wall") == 0;
    record_clock_start(no_times ? RECORD_NONE : is_wall ? RECORD_WALL : RECORD_CPU, record_clock_has_cores());
    is_partial = enough && *enough && !no_times;
    if (is_partial)
        record_out_be_partial(strtod(enough, NULL), record_clock_reading_ns());
    if (!no_times)
        record_touch_start();
    record_clock_exit();
    record_window_start(getenv("BSIM_RECORD_WINDOW"), functions, RECORD_FUNCTIONS, record_clock_now());
    record_out_watch();
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

static void close_recording(bool is_complete) {
    lmpi_record_queue_end(&state.queue);
    if (is_partial)
        tell_cost();
    if (record_window_exists()) {
        int64_t ran_ns, ncall;
        record_window_tell(record_clock_now(), &ran_ns, &ncall);
        record_out_ran(ran_ns, ncall);
    }
    record_out_close(is_complete);
}

void record_leave(void) {
    close_recording(true);
}

int MPI_Finalize(void) {
    struct record_call call = {.function = RECORD_Finalize, .name = "Finalize", .site = __builtin_return_address(0)};
    begin(&call);
    if (call.in) {
        state.nnumbers = 0;
        write_call(&call, 0, 0);
        content_finalize();
        close_recording(true);
    }
    return PMPI_Finalize();
}

/* No call of the trace. What was calculated before the window closes counts before the next one that is. */
int MPI_Pcontrol(const int level, ...) {
    if (record_window_exists() && record_out_is_open() && is_recorded_thread() && depth == 0) {
        bool before = record_window_is_open();
        record_window_set_level(level);
        bool now = record_window_is_open();
        int64_t entry_ns;
        if (now && !before)
            resume();
        else if (before && !now)
            kept_ns += record_clock_gap(&entry_ns) + record_touch_take();
        was_open |= now;
    }
    return PMPI_Pcontrol(level);
}

int MPI_Abort(MPI_Comm comm, int errorcode) {
    if (record_out_is_open() && is_recorded_thread()) {
        content_abort();
        record_lacks(&state, "Abort", " ended the program");
        close_recording(false);
    }
    return PMPI_Abort(comm, errorcode);
}

/* Functions that communicate and are not recorded (scripts/record-others). */
void record_other(const char *name);
void record_other(const char *name) {
    content_other(name);
    if (record_out_is_open() && is_recorded_thread())
        record_lacks(&state, name, " is not recorded");
}
