/* mpi.c - the instrument library's use of MPI: the rank, the processes of the node, the run time, agreement on when to
 * leave a loop, and calls that write the samples before MPI_Finalize and MPI_Abort. Beside it only receives.c and
 * operators.c know MPI. */
#include "bsim/base/waited.h"
#include "bsim/instrument/instrument.h"

#include <mpi.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int world_rank, world_size = 1;
static int on_node; /* processes of this program on this node; 0: not known */

void bsim_mpi_world(int *rank, int *size) {
    int started = 0, ended = 0;
    PMPI_Initialized(&started);
    PMPI_Finalized(&ended);
    if (started && !ended) {
        PMPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
        PMPI_Comm_size(MPI_COMM_WORLD, &world_size);
    }
    *rank = world_rank;
    *size = world_size;
}

static void count_processes_of_node(void) {
    MPI_Comm node;
    if (PMPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node) != MPI_SUCCESS)
        return;
    PMPI_Comm_size(node, &on_node);
    PMPI_Comm_free(&node);
}

int bsim_mpi_busy_cores(void) {
    const char *copies = getenv("BSIM_COPIES");
    int n = copies ? atoi(copies) : 1;
    long processes = (long)on_node * (n > 1 ? n : 1), cores = sysconf(_SC_NPROCESSORS_ONLN);
    return (int)(cores > 0 && processes > cores ? cores : processes);
}

/* In memory that all processes share. All but the lock is read and written by its holder only. */
struct agreement {
    atomic_flag lock;
    long visit, leave; /* visit `visit` is left before round `leave`; leave 0: nothing is agreed */
    struct {
        long visit, round;
        int loop, enough;
    } of[]; /* by rank */
};

static MPI_Win window = MPI_WIN_NULL;
static struct agreement *shared;

/* Shared memory for the agreement, which holds nothing yet; none if the processes are not on one node. */
static void share(void) {
    MPI_Comm node;
    MPI_Aint bytes = 0, length;
    int rank, size, here, unit;
    bsim_mpi_world(&rank, &size);
    if (PMPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node) != MPI_SUCCESS)
        return;
    PMPI_Comm_size(node, &here);
    if (here == size) {
        if (rank == 0)
            bytes = (MPI_Aint)(sizeof *shared + (size_t)size * sizeof shared->of[0]);
        PMPI_Win_allocate_shared(bytes, 1, MPI_INFO_NULL, node, &shared, &window);
        if (rank == 0) {
            shared->visit = shared->leave = 0;
            for (int r = 0; r < size; r++)
                shared->of[r].visit = 0;
            atomic_flag_clear(&shared->lock);
        } else {
            PMPI_Win_shared_query(window, 0, &length, &unit, &shared);
        }
        PMPI_Barrier(node);
    } else if (rank == 0) {
        fprintf(stderr,
                "bsim: warning: BSIM_THRESHOLD: the processes are not on one node; all loops run to their end\n");
    }
    PMPI_Comm_free(&node);
}

/* Notes what this process says, and agrees if all have seen enough. The others are at most at the latest round now, so
 * that each of them will ask before it begins the next one. */
static void say(int loop, long visit, long round, int enough) {
    long latest = round;
    shared->of[world_rank].visit = visit;
    shared->of[world_rank].round = round;
    shared->of[world_rank].loop = loop;
    shared->of[world_rank].enough = enough;
    if (shared->visit == visit && shared->leave > 0)
        return;
    for (int r = 0; r < world_size; r++) {
        if (shared->of[r].visit != visit || shared->of[r].loop != loop || !shared->of[r].enough)
            return;
        if (shared->of[r].round > latest)
            latest = shared->of[r].round;
    }
    shared->visit = visit;
    shared->leave = latest + (world_size > 1);
}

int bsim_mpi_leaves(int loop, long visit, long round, int enough) {
    if (shared == NULL)
        return 0;
    while (atomic_flag_test_and_set_explicit(&shared->lock, memory_order_acquire))
        sched_yield();
    say(loop, visit, round, enough);
    int leaves = shared->visit == visit && shared->leave > 0 && round >= shared->leave;
    atomic_flag_clear_explicit(&shared->lock, memory_order_release);
    return leaves;
}

static double begin_s = -1, end_s = -1; /* MPI_Wtime; -1: not yet */

static double waited_begin_s, waited_s;   /* for a processor that others had */
static double threads_begin_s, threads_s; /* processor time of other threads */

double bsim_mpi_waited_s(void) {
    return waited_s;
}

double bsim_mpi_threads_s(void) {
    return threads_s;
}

double bsim_mpi_ran_s(void) {
    return begin_s >= 0 && end_s >= begin_s ? end_s - begin_s : -1;
}

/* Barriers stand at both ends, as in libbsim-walltime: the first communication makes MPICH's connections. */
static int initialised(int rc) {
    if (rc != MPI_SUCCESS)
        return rc;
    bsim_instrument_prepare();
    if (bsim_instrument_timed()) {
        if (bsim_threshold_on())
            share();
        bsim_receives_watch();
        bsim_operators_watch();
    }
    waited_begin_s = bsim_waited_s();
    threads_begin_s = bsim_threads_s();
    PMPI_Barrier(MPI_COMM_WORLD);
    begin_s = PMPI_Wtime();
    return rc;
}

int MPI_Init(int *argc, char ***argv) {
    return initialised(PMPI_Init(argc, argv));
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided) {
    return initialised(PMPI_Init_thread(argc, argv, required, provided));
}

/* If one process has measured, all write a file: one that is missing is lost. */
static void start_all(void) {
    int any = bsim_instrument_started() || !bsim_instrument_timed();
    if (PMPI_Allreduce(MPI_IN_PLACE, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD) == MPI_SUCCESS && any)
        bsim_instrument_start();
}

int MPI_Finalize(void) {
    PMPI_Barrier(MPI_COMM_WORLD);
    end_s = PMPI_Wtime();
    waited_s = bsim_waited_s() - waited_begin_s;
    threads_s = bsim_threads_s() - threads_begin_s;
    if (threads_s < 0) /* the two clocks are read one after the other */
        threads_s = 0;
    count_processes_of_node();
    start_all();
    bsim_instrument_write();
    if (window != MPI_WIN_NULL)
        PMPI_Win_free(&window);
    shared = NULL;
    return PMPI_Finalize();
}

/* MPI_Abort does not run atexit handlers. */
int MPI_Abort(MPI_Comm comm, int code) {
    bsim_instrument_write();
    return PMPI_Abort(comm, code);
}
