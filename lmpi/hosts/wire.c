/* wire.c - letters between the hosts of a run, over MPICH (bsim/kernel/hosts.h). Must not know what is in them. */
#include <limits.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "bsim/base/alloc.h"
#include "bsim/base/launcher.h"
#include "bsim/process/crash.h"
#include "lmpi/core/datatype.h"
#include "lmpi/core/hosts.h"

enum { TAG_LETTER = 1, TAG_GATHER };
enum { LIMIT_S = 10 }; /* for what MPICH does at the end */

/* Letters that MPICH has not sent yet. */
static struct outgoing {
    MPI_Request request;
    void *letter;
} *outgoing;
static int noutgoing, outgoing_room;

static MPI_Request round_request = MPI_REQUEST_NULL;

static bool has_launcher;

static void check(int code) {
    if (code != MPI_SUCCESS)
        bsim_fatal(BSIM_EXIT_CRASH, "MPICH has failed between the hosts of the run (error %d)", code);
}

static void start(int *hosts, int *here) {
    check(PMPI_Init(NULL, NULL));
    lmpi_pmpi_init();
    check(PMPI_Comm_size(MPI_COMM_WORLD, hosts));
    check(PMPI_Comm_rank(MPI_COMM_WORLD, here));
    has_launcher = bsim_launcher_find();
    if (*hosts > 1)
        check(lmpi_hosts_watch_silence(*hosts, *here));
}

/* Forgets the letters that have gone. */
static void let_go(void) {
    int kept = 0;
    for (int i = 0; i < noutgoing; i++) {
        int gone = 0;
        check(PMPI_Test(&outgoing[i].request, &gone, MPI_STATUS_IGNORE));
        if (gone)
            bsim_free(outgoing[i].letter);
        else
            outgoing[kept++] = outgoing[i];
    }
    noutgoing = kept;
}

static void send(int host, void *letter, size_t bytes) {
    enum { MANY = 64 };
    if (bytes > INT_MAX)
        bsim_fatal(BSIM_EXIT_USAGE, "a message of %zu bytes between hosts: they carry up to 2 GB at a time", bytes);
    if (noutgoing >= MANY)
        let_go();
    if (noutgoing == outgoing_room) {
        outgoing_room = outgoing_room ? 2 * outgoing_room : MANY;
        outgoing = bsim_realloc(outgoing, (size_t)outgoing_room * sizeof *outgoing);
    }
    struct outgoing *o = &outgoing[noutgoing++];
    o->letter = letter;
    check(PMPI_Isend(letter, (int)bytes, MPI_BYTE, host, TAG_LETTER, MPI_COMM_WORLD, &o->request));
}

static bool deliver(void) {
    int found = 0, bytes = 0;
    MPI_Message message;
    MPI_Status status;
    lmpi_hosts_deliver_kept();
    check(PMPI_Improbe(MPI_ANY_SOURCE, TAG_LETTER, MPI_COMM_WORLD, &found, &message, &status));
    if (!found) {
        let_go();
        return false;
    }
    check(PMPI_Get_count(&status, MPI_BYTE, &bytes));
    void *letter = bsim_alloc((size_t)bytes);
    check(PMPI_Mrecv(letter, bytes, MPI_BYTE, &message, MPI_STATUS_IGNORE));
    bsim_hosts_came++;
    lmpi_hosts_deliver(letter, (size_t)bytes);
    return true;
}

static void tell_all(const void *mine, void *all, size_t bytes) {
    check(PMPI_Iallgather(mine, (int)bytes, MPI_BYTE, all, (int)bytes, MPI_BYTE, MPI_COMM_WORLD, &round_request));
}

static bool poll(void) {
    int done = 0;
    check(PMPI_Test(&round_request, &done, MPI_STATUS_IGNORE));
    return done;
}

static void gather(const void *mine, size_t bytes, void (*take)(int host, const void *bytes, size_t n)) {
    if (bsim_context.host > 0) {
        check(PMPI_Send(mine, (int)bytes, MPI_BYTE, 0, TAG_GATHER, MPI_COMM_WORLD));
        return;
    }
    take(0, mine, bytes);
    for (int host = 1; host < bsim_context.nhosts; host++) {
        MPI_Status status;
        int n = 0;
        check(PMPI_Probe(host, TAG_GATHER, MPI_COMM_WORLD, &status));
        check(PMPI_Get_count(&status, MPI_BYTE, &n));
        void *of_host = bsim_alloc((size_t)n + 1);
        check(PMPI_Recv(of_host, n, MPI_BYTE, host, TAG_GATHER, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        take(host, of_host, (size_t)n);
        bsim_free(of_host);
    }
}

static void share(void *value, size_t bytes) {
    check(PMPI_Bcast(value, (int)bytes, MPI_BYTE, 0, MPI_COMM_WORLD));
}

/* Letters and the last collectives of this host may still wait for it. */
static void go_on(void) {
    int found = 0;
    check(PMPI_Iprobe(MPI_ANY_SOURCE, TAG_LETTER, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE));
    let_go();
}

/* All results are out. No host ends while another one still looks at their connection: they meet again, without that.
 * A launcher that does not speak PMI-1 takes MPI_Finalize, which may wait for ever (launcher.h). */
static void leave(int code) {
    enum { PAUSE_NS = 50000 };
    if (has_launcher && bsim_launcher_meet(go_on, 0) && bsim_launcher_meet(NULL, 0)) {
        bsim_launcher_end();
        return;
    }
    check(PMPI_Ibarrier(MPI_COMM_WORLD, &round_request));
    while (!poll())
        syscall(SYS_nanosleep, &(struct timespec){.tv_nsec = PAUSE_NS}, NULL);
    while (noutgoing > 0)
        let_go();
    bsim_leave_at_latest(LIMIT_S, code);
    lmpi_pmpi_finalize();
}

static void abort_all(int code) {
    bsim_leave_at_latest(LIMIT_S, code);
    PMPI_Abort(MPI_COMM_WORLD, code);
}

const struct bsim_wire lmpi_wire = {.start = start,
                                    .send = send,
                                    .deliver = deliver,
                                    .tell_all = tell_all,
                                    .poll = poll,
                                    .gather = gather,
                                    .share = share,
                                    .leave = leave,
                                    .abort = abort_all};
