/* replay_beside.c - ranks that are replayed beside each other: messages between them go through MPICH, in a
 * communicator of their own.
 *
 * A send returns at once, with a copy of its data under way; a receive takes its message when the log says that it was
 * complete. So no process waits for another one in a way in which it did not when the program was recorded. Which
 * message a receive takes is decided when it is posted, as MPI did. */
#include "lmpi/replay/replay_beside.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/trace/trace_stream.h"

static int first, last; /* ranks of MPI_COMM_WORLD */
static MPI_Comm within = MPI_COMM_NULL;

struct message {
    uint64_t comm; /* replay_comm.identity */
    int64_t tag, bytes;
    unsigned char data[];
};

/* Received, and not wanted yet. */
static struct waiting {
    struct message *message;
    int source; /* a rank of MPI_COMM_WORLD */
    int64_t number;
    struct waiting *next;
} *waiting;

/* The messages of a sender with equal communicator and tag. */
static struct stream {
    uint64_t comm;
    int source, tag;
    int64_t posted, arrived;
} *streams;
static size_t nstream, stream_room;

/* What receives without waiting take, in their order. */
static int64_t *matched;
static size_t nmatched, next_matched;

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

/* Pairs of source and tag (TRACE_MATCHED_FILE). */
static void read_matched(const char *parts, int rank) {
    char path[PATH_MAX];
    unsigned char bytes[TRACE_VARINT_MOST];
    size_t n = 0, room = 0;
    int c, k = snprintf(path, sizeof path, "%s/", parts);
    snprintf(path + k, sizeof path - (size_t)k, TRACE_MATCHED_FILE, rank);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        replay_stop("%s cannot be read", path);
    while ((c = getc(file)) != EOF && n < sizeof bytes) {
        const unsigned char *at = bytes;
        bytes[n++] = (unsigned char)c;
        if (c >= 0x80)
            continue;
        matched = lmpi_record_grow(matched, nmatched, &room, sizeof *matched);
        if (!trace_get(&at, bytes + n, &matched[nmatched++]))
            replay_damaged();
        n = 0;
    }
    fclose(file);
}

int replay_beside_start(const char *parts) {
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
        replay_stop("--group %d-%d replays %d processes, and mpiexec has started %d", first, last, last - first + 1,
                    size);
    if (size > 1)
        PMPI_Comm_dup(MPI_COMM_WORLD, &within);
    if (size > 1)
        read_matched(parts, first + rank);
    return first + rank;
}

bool replay_beside_is_group(void) {
    return last > first;
}

bool replay_beside_has(int world) {
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

void replay_beside_send(const struct replay_comm *comm, int dest, int tag, const struct content_blocks *blocks) {
    if (comm == NULL || dest < 0 || dest >= comm->size || !replay_beside_has(comm->world[dest]))
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

void replay_beside_end(void) {
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

static struct stream *stream_of(uint64_t comm, int source, int tag) {
    for (size_t i = 0; i < nstream; i++)
        if (streams[i].comm == comm && streams[i].source == source && streams[i].tag == tag)
            return &streams[i];
    streams = lmpi_record_grow(streams, nstream, &stream_room, sizeof *streams);
    streams[nstream] = (struct stream){comm, source, tag, 0, 0};
    return &streams[nstream++];
}

struct replay_ticket replay_beside_post(const struct replay_comm *comm, int source, int tag) {
    struct replay_ticket t = {0};
    if (comm == NULL || source < 0 || source >= comm->size || tag < 0 || !replay_beside_has(comm->world[source]))
        return t;
    t = (struct replay_ticket){true, comm->identity, comm->world[source], tag, 0};
    t.number = stream_of(t.comm, t.source, t.tag)->posted++;
    return t;
}

struct replay_ticket replay_beside_post_next(const struct replay_comm *comm, int source, int tag) {
    if (within == MPI_COMM_NULL)
        return (struct replay_ticket){0};
    if (next_matched + 2 > nmatched)
        replay_stop("the trace has fewer receives than the log");
    int64_t from = matched[next_matched++], of = matched[next_matched++];
    if (comm == NULL || from == TRACE_ANY || from == TRACE_PROC_NULL || of == TRACE_ANY) /* it takes none */
        return (struct replay_ticket){0};
    return replay_beside_post(comm, from == TRACE_NONE ? source : (int)from + comm->rank,
                              of == TRACE_NONE ? tag : (int)of);
}

static bool is_of(const struct message *m, const struct replay_ticket *t) {
    return m->comm == t->comm && m->tag == t->tag;
}

static struct message *kept(const struct replay_ticket *t) {
    for (struct waiting **at = &waiting; *at; at = &(*at)->next) {
        struct waiting *w = *at;
        if (w->source == t->source && w->number == t->number && is_of(w->message, t)) {
            struct message *message = w->message;
            *at = w->next;
            free(w);
            return message;
        }
    }
    return NULL;
}

static struct message *next_of(int source) {
    MPI_Message handle;
    MPI_Status status;
    MPI_Count n = 0;
    PMPI_Mprobe(source - first, 0, within, &handle, &status);
    PMPI_Get_elements_x(&status, MPI_BYTE, &n);
    struct message *message = memory((size_t)n);
    PMPI_Mrecv_c(message, n, MPI_BYTE, &handle, &status);
    return message;
}

void replay_beside_receive(const struct replay_ticket *t, const struct content_blocks *blocks, int64_t n) {
    struct message *message = kept(t);
    while (message == NULL) {
        message = next_of(t->source);
        int64_t number = stream_of(message->comm, t->source, (int)message->tag)->arrived++;
        if (is_of(message, t) && number == t->number)
            break;
        struct waiting *w = memory(sizeof *w);
        *w = (struct waiting){message, t->source, number, waiting};
        waiting = w;
        message = NULL;
    }
    if (message->bytes != n)
        replay_stop("the program leaves the log: rank %d sends %lld bytes, where the log has %lld", t->source,
                    (long long)message->bytes, (long long)n);
    unpack_at = message->data;
    content_unpack(blocks, n, take);
    free(message);
}

/* ---- collectives ---- */

void replay_beside_meet(struct replay_comm *comm) {
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
