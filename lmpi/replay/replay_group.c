/* replay_group.c - ranks that are replayed beside each other: messages between them go through MPICH, in a communicator of
 * their own.
 *
 * A send returns at once, with a copy of its data under way; a receive takes its message when the log says that it was
 * complete. So no process waits for another one in a way in which it did not when the program was recorded. Messages of a
 * sender come in their order; which of them a receive takes is decided here, by communicator and tag. */
#include "lmpi/replay/replay_group.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int first, last; /* ranks of MPI_COMM_WORLD */
static MPI_Comm within = MPI_COMM_NULL;

struct message {
    uint64_t comm; /* replay_comm.identity */
    int64_t tag, bytes;
    unsigned char data[];
};

/* Received, and not wanted yet; by the sender, in the order in which they came. */
static struct waiting {
    struct message *message;
    int source; /* in `within` */
    struct waiting *next;
} *waiting;

static struct sent {
    struct message *message;
    MPI_Request request;
    struct sent *next;
} *oldest, **youngest = &oldest;

static void *memory(size_t n) {
    void *new = malloc(n);
    if (new == NULL)
        replay_stop("out of memory");
    return new;
}

int replay_group_start(void) {
    const char *from = getenv("BSIM_REPLAY_FIRST"), *to = getenv("BSIM_REPLAY_LAST");
    int rank, size;
    if (from == NULL || to == NULL)
        replay_stop("this library belongs to bsim replay, which sets BSIM_REPLAY_FIRST");
    first = atoi(from);
    last = atoi(to);
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    PMPI_Comm_size(MPI_COMM_WORLD, &size);
    if (first == last && size != 1)
        replay_stop("--rank replays one process: the program must be started without mpiexec");
    if (size != last - first + 1)
        replay_stop("--group %d-%d replays %d processes, and mpiexec has started %d", first, last, last - first + 1, size);
    if (size > 1)
        PMPI_Comm_dup(MPI_COMM_WORLD, &within);
    return first + rank;
}

bool replay_group_has(int world) {
    return world >= first && world <= last && world != replay_head.rank;
}

/* ---- sends ---- */

static unsigned char *pack_at;

static void give(const void *bytes, size_t n) {
    memcpy(pack_at, bytes, n);
    pack_at += n;
}

static void end_sends(bool all) {
    while (oldest) {
        struct sent *s = oldest;
        int flag = 1;
        if (all)
            PMPI_Wait(&s->request, MPI_STATUS_IGNORE);
        else
            PMPI_Test(&s->request, &flag, MPI_STATUS_IGNORE);
        if (!flag)
            return;
        oldest = s->next;
        if (oldest == NULL)
            youngest = &oldest;
        free(s->message);
        free(s);
    }
}

void replay_group_send(const struct replay_comm *comm, int dest, int tag, const struct content_blocks *blocks) {
    if (comm == NULL || dest < 0 || dest >= comm->size || !replay_group_has(comm->world[dest]))
        return;
    int64_t n = content_blocks_bytes(blocks);
    struct sent *s = memory(sizeof *s);
    s->message = memory(sizeof *s->message + (size_t)n);
    *s->message = (struct message){.comm = comm->identity, .tag = tag, .bytes = n};
    pack_at = s->message->data;
    content_pack(blocks, n, give);
    s->next = NULL;
    *youngest = s;
    youngest = &s->next;
    PMPI_Isend_c(s->message, (MPI_Count)sizeof *s->message + n, MPI_BYTE, comm->world[dest] - first, 0, within,
                 &s->request);
    end_sends(false);
}

void replay_group_end(void) {
    if (within == MPI_COMM_NULL)
        return;
    end_sends(true);
    PMPI_Comm_free(&within);
}

/* ---- receives ---- */

static const unsigned char *unpack_at;

static bool take(void *bytes, size_t n) {
    memcpy(bytes, unpack_at, n);
    unpack_at += n;
    return true;
}

static struct message *kept(const struct replay_comm *comm, int source, int tag) {
    for (struct waiting **at = &waiting; *at; at = &(*at)->next) {
        struct waiting *w = *at;
        if (w->source == source && w->message->comm == comm->identity && w->message->tag == tag) {
            struct message *message = w->message;
            *at = w->next;
            free(w);
            return message;
        }
    }
    return NULL;
}

static void keep(struct message *message, int source) {
    struct waiting **at = &waiting, *w = memory(sizeof *w);
    while (*at)
        at = &(*at)->next;
    *w = (struct waiting){message, source, NULL};
    *at = w;
}

static struct message *next_of(int source) {
    MPI_Message handle;
    MPI_Status status;
    MPI_Count n = 0;
    PMPI_Mprobe(source, 0, within, &handle, &status);
    PMPI_Get_elements_x(&status, MPI_BYTE, &n);
    struct message *message = memory((size_t)n);
    PMPI_Mrecv_c(message, n, MPI_BYTE, &handle, &status);
    return message;
}

void replay_group_receive(const struct replay_comm *comm, int source, int tag, const struct content_blocks *blocks,
                          int64_t n) {
    int from = comm->world[source] - first;
    struct message *message = kept(comm, from, tag);
    while (message == NULL) {
        message = next_of(from);
        if (message->comm == comm->identity && message->tag == tag)
            break;
        keep(message, from);
        message = NULL;
    }
    if (message->bytes != n)
        replay_stop("the program leaves the log: rank %d sends %lld bytes, where the log has %lld", comm->world[source],
                    (long long)message->bytes, (long long)n);
    unpack_at = message->data;
    content_unpack(blocks, n, take);
    free(message);
}

/* ---- collectives ---- */

void replay_group_meet(struct replay_comm *comm) {
    int n = 0;
    if (within == MPI_COMM_NULL || comm == NULL)
        return;
    if (comm->meeting == MPI_COMM_NULL) {
        MPI_Group all, present;
        int *rank = memory((size_t)comm->size * sizeof *rank);
        for (int i = 0; i < comm->size; i++)
            if (comm->world[i] >= first && comm->world[i] <= last)
                rank[n++] = comm->world[i] - first;
        PMPI_Comm_group(within, &all);
        PMPI_Group_incl(all, n, rank, &present);
        PMPI_Comm_create_group(within, present, (int)(comm->identity & 0x3fff), &comm->meeting);
        PMPI_Group_free(&all);
        PMPI_Group_free(&present);
        free(rank);
    }
    PMPI_Barrier(comm->meeting);
}
