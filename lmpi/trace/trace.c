/* trace.c - the communication trace of a run. Each rank has a buffer, which is appended to DIR/rank-R.tsv when it is
 * full and at the end. A file is open only while it is written, so that any number of ranks works. */
#include "lmpi/trace/trace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bsim/base/alloc.h"
#include "lmpi/core/lmpi_internal.h"
#include "lmpi/core/props.h"

#define TRACE_TYPE_SIZE(datatype) lmpi_type_size(datatype)
#define TRACE_COMM_SIZE(comm) lmpi_comm_of(comm)->size
#define TRACE_COMM_LOCAL(comm) lmpi_comm_of(comm)->size
#define TRACE_COMM_RANK(comm) lmpi_comm_rank(lmpi_comm_of(comm), bsim_self->id)
#include "lmpi/trace/trace_bytes.h"

enum { FLUSH_BYTES = 1 << 16 };

typedef struct trace_buffer {
    char *text;
    uint32_t used, room;
    bool started; /* the file exists */
} trace_buffer;

int lmpi_trace_on;
static const char *folder;
static trace_buffer *buffers; /* indexed by world rank */

static _Noreturn void fail(const char *path) {
    bsim_fatal(BSIM_EXIT_USAGE, "the communication trace %s cannot be written: %s", path, strerror(errno));
}

static void flush(int rank) {
    trace_buffer *b = &buffers[rank];
    enum { MOST = 4096 };
    char *path = bsim_alloc(MOST); /* not on the rank's stack, to keep few of its pages in use */
    snprintf(path, MOST, "%s/rank-%d.tsv", folder, rank);
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND | (b->started ? 0 : O_TRUNC), 0666);
    if (file < 0)
        fail(path);
    for (size_t done = 0; done < b->used;) {
        ssize_t n = write(file, b->text + done, b->used - done);
        if (n < 0 && errno != EINTR)
            fail(path);
        done += n > 0 ? (size_t)n : 0;
    }
    if (close(file))
        fail(path);
    bsim_free(path);
    b->started = true;
    b->used = 0;
}

void lmpi_trace_start(void) {
    folder = getenv("BSIM_COMM_TRACE");
    if (!folder || !*folder)
        return;
    if (mkdir(folder, 0777) && errno != EEXIST)
        fail(folder);
    buffers = bsim_alloc((size_t)bsim_context.np * sizeof *buffers);
    lmpi_trace_on = 1;
}

void lmpi_trace_finish(void) {
    if (!lmpi_trace_on)
        return;
    lmpi_trace_on = 0;
    for (int rank = 0; rank < bsim_context.np; rank++) {
        flush(rank);
        bsim_free(buffers[rank].text);
    }
    bsim_free(buffers);
    buffers = NULL;
}

const char *lmpi_trace_name(MPI_Comm comm) {
    const lmpi_comm *c = lmpi_comm_of(comm);
    if (!c)
        return "?";
    if (c->id == LMPI_COMM_ID_WORLD)
        return "world";
    if (c->id == LMPI_COMM_ID_SELF)
        return "self";
    const lmpi_props *p = lmpi_props_find(LMPI_DOMAIN_COMM, c->id, bsim_self->id);
    if (!p && c->all) /* messages to the remote group */
        p = lmpi_props_find(LMPI_DOMAIN_COMM, c->peers->id, bsim_self->id);
    return p && p->trace_name ? p->trace_name : "?";
}

static void add_line(const char *function, int peer, int tag, int64_t bytes, const char *name) {
    trace_buffer *b = &buffers[bsim_self->id];
    size_t need = TRACE_LINE_FIXED + strlen(name);
    if (b->used + need > b->room) {
        if (b->used + need > FLUSH_BYTES && b->used)
            flush(bsim_self->id);
        while (b->used + need > b->room) {
            b->room = b->room ? 2 * b->room : 1024;
            b->text = bsim_realloc(b->text, b->room);
        }
    }
    b->used += (uint32_t)trace_put_line(b->text + b->used, function, peer, tag, bytes, name);
}

void lmpi_trace_p2p(const char *function, int peer, int tag, int64_t bytes, MPI_Comm comm) {
    add_line(function, peer, tag, bytes, lmpi_trace_name(comm));
}

void lmpi_trace_file(const char *function, int64_t bytes, const char *comm_name) {
    add_line(function, TRACE_PEER_NONE, TRACE_TAG_NONE, bytes, comm_name);
}
