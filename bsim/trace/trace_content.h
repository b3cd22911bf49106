/* trace_content.h - the content of a recording: what one rank got from MPI, so that it can be run again alone.
 *
 * DIR/content-R.zst of a trace is the text TRACE_CONTENT_MAGIC and then frames of zstd, each with a checksum, which the
 * recorder (lmpi/record/) ends about once a second. Together they hold numbers as in trace_stream.h, and raw bytes:
 * the recording's name as a text, the rank, the number of ranks, the program's name as a text, the values of
 * MPI_UNIVERSE_SIZE and MPI_APPNUM (TRACE_NONE: not set), the number of functions, and their names without MPI_ as
 * texts. An entry follows for each call:
 *
 *   the function; the number of its arguments, and those: of files, windows and partitions those that
 *   lmpi/record/content_takes.c lists, of others as in trace_calls.h but for
 *     t w                 the size of the datatype in bytes
 *     Probe, Iprobe, Mprobe, Improbe
 *                         source, tag, communicator as they are given
 *     Mrecv, Imrecv       count, size, the number of the message or TRACE_NONE (of MPI_PROC_NULL)
 *     Wait.. Test.. Start..   for each request 1, or 0 if it was MPI_REQUEST_NULL; a count stands in front
 *     Cancel, Request_free    the number of the request
 *     constructors        the parent; of Comm_split and Comm_split_type also color or type, and key
 *     Comm_free           the communicator
 *   changes of the memory of windows since the last call
 *   the class of the error that the call returned. If it is not MPI_SUCCESS, only completions have more:
 *
 *   sends and receives with a request, collectives with one
 *                         the number of the request, then 1 and a payload if the data are there already, else 0
 *   Recv, Mrecv, Sendrecv..   a status, a payload
 *   blocking collectives  a payload
 *   Probe, Iprobe, Mprobe, Improbe
 *                         flag; if it is not 0 a status, and of the last two the number of the message or TRACE_NONE
 *   Wait.., Test..        flag; 1 if the index or the number of indexes is MPI_UNDEFINED; the number of requests that
 *                         are complete, and for each: its place in the list, its number, a status, a payload
 *   Request_get_status    as Iprobe, and a payload behind the status
 *   Request_free          1 if the request still receives, else 0
 *   Comm_idup             the number of the new communicator, or TRACE_NONE if its parent has none; then as of other
 *                         calls with a request
 *   constructors          0; or 1, the number of the new communicator, the rank and the size in it, its members as
 *                         ranks of MPI_COMM_WORLD, each less the one before; and a topology: TRACE_TOPOLOGY_...
 *       CART              dimensions; for each its size and whether it is periodic
 *       GRAPH             nodes, edges, and the two lists that MPI_Graph_create takes
 *       DIST_GRAPH        neighbours in and out, 1 if they are weighted; neighbours with weights in, and out
 *       INTER             of an inter-communicator: the size of the other group, and its members like those of the own
 *   Parrived              flag; if it is not 0 the payload of the partition
 *   File_open, Win_create, Win_allocate, Win_create_dynamic
 *                         the number of the file or window
 *   File_get_..           the number that it gave; of the view the displacement, and the representation as a text; of
 *                         the info object as below; of the group nothing
 *   accesses              with a status: it, and of reads and of ends of split accesses a payload
 *   Win_test              flag
 *   Win_get_info          the number of keys, and for each two texts
 *   synchronization of windows   a payload for each operation that brings data and that it completes, in the order in
 *                         which they were made: gets, and old values. If an operation has a request that is complete
 *                         already, there is none
 *
 *   changes of the memory of windows in the call
 *
 * Changes: for each window, in the order of their numbers, and for each part of its memory (of dynamic windows there
 * are several, in the order in which they were attached): for each run of bytes that have changed the number of bytes
 * between the last run and this one, the length, and the bytes; then -1. The memory that MPI_Win_allocate gives counts
 * as 0 at first, other memory as it is.
 *
 *   TRACE_CONTENT_LEFT in place of a function: a partial recording logs no more (trace_repeat.h); it is the last entry
 *
 * A status: source, tag, MPI_ERROR (its class, if the call returned MPI_ERR_IN_STATUS), whether it was cancelled,
 * bytes. The payload of a collective, and of an Isendrecv, whose status MPICH 4.0 leaves empty, is the whole buffer.
 * A payload: the number of bytes, the bytes, packed as by MPI_Pack. The entry of MPI_Finalize is the last one; a
 * log without it was cut off. */
#ifndef BSIM_TRACE_CONTENT_H
#define BSIM_TRACE_CONTENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TRACE_CONTENT_MAGIC "bsim content 1\n"
/* The file of a rank, in the folder of the trace and, while it is recorded, in that of the parts: a format with %d. */
#define TRACE_CONTENT_FILE "content-%d.zst"
/* Beside the part of a replayed rank: the bytes that it received, as text. A format. */
#define TRACE_RECEIVED_FILE "received-%d"
/* Of a rank that is replayed beside others: for each receive without waiting, and each start of a request, in order,
 * source and tag of the message that it took, as numbers, as the trace has them. */
#define TRACE_MATCHED_FILE "matched-%d"

enum { TRACE_CONTENT_LEFT = -1 };
enum {
    TRACE_TOPOLOGY_NONE,
    TRACE_TOPOLOGY_CART,
    TRACE_TOPOLOGY_GRAPH,
    TRACE_TOPOLOGY_DIST_GRAPH,
    TRACE_TOPOLOGY_INTER
};

/* A log that is read from its beginning. libbsim-replay.so reads with it inside of a program. */
struct bsim_content {
    int file;
    void *stream;        /* ZSTD_DStream */
    const char *failure; /* why nothing more can be read, as the end of a sentence; NULL: the log has ended */
    size_t in_at, in_n, out_at, out_n;
    bool is_at_end;
    unsigned char in[1 << 17], out[1 << 17];
};

struct bsim_content_head {
    char recording[64], program[256];
    int rank, size;
    int64_t universe_size, appnum;
    int nfunction;
};

/* Opens a log and reads its head. name: is told the name of each function; may be NULL. False: content->failure says
 * why, and nothing is open. */
bool bsim_content_open(struct bsim_content *content, const char *path, struct bsim_content_head *head,
                       void (*name)(int function, const char *name));
void bsim_content_close(struct bsim_content *content);
/* The next number, or the next n bytes. False at the end, or if the log is damaged. */
bool bsim_content_number(struct bsim_content *content, int64_t *value);
bool bsim_content_bytes(struct bsim_content *content, void *bytes, size_t n);
/* Reads the rest, whose checksums are compared. False if the log is damaged. */
bool bsim_content_check(struct bsim_content *content);

#endif
