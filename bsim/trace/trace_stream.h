/* trace_stream.h - the raw stream of a recorder, and the numbers of which traces consist.
 *
 * A recorder (lmpi/record/) writes a part for each process, NAME.part: the text TRACE_PART_MAGIC, then varints: the
 * rank, the number of ranks, the program's name as a text, and the number of functions, with name and roles
 * (mpi_calls.def) of each as texts, then 1 if calls have amounts, else 0. A text is its number of bytes, and the bytes.
 * Records follow, each with its kind in front:
 *
 *   TRACE_CALL      function, site, number of arguments, arguments: a call that was not there before. Calls are
 *                   numbered from 0 in the order of their first use by the rank. If calls have amounts: the number of
 *                   amounts, and for each the bits of a double, seconds, and how often it is added: the calculation
 *                   before the call, exactly. No amounts: the nanoseconds of its events tell it.
 *   TRACE_TYPE      builtin, size, extent, contiguous: a datatype, numbered from 0. builtin: MPICH's handle, or 0.
 *   TRACE_SITE      offset, text: a place in a program or library; sites are numbered from 1. Offset -1: the text is
 *                   the place as people read it, "app.c:12".
 *   TRACE_NOTE      text: what the trace lacks, as a clause: "MPI_Put is not recorded"
 *   TRACE_END       the rank has called MPI_Finalize. Without this record the recording was cut off.
 *   TRACE_UNTIMED   period, sample, timed, calls: the next calls are those of the loop of `period` calls that was made
 *                   last, `calls` in all, without times. The `sample` iterations before them were timed, and of the
 *                   calls directly before them `timed` ones of this loop (trace_repeat.h). Several of these records in
 *                   a row are one.
 *   TRACE_PARTIAL   enough: the recording is partial. enough: the bits of a double (trace_repeat.h). It stands before
 *                   all events.
 *   TRACE_COST      the nanoseconds that recording a call took: of those with times, and of those without. Only of a
 *                   partial recording.
 *   TRACE_WINDOW    1 or 0: the window of bsim record --window opens, or closes, in front of the next event. What was
 *                   calculated in it behind its last event stands in the gap of the event behind it.
 *   TRACE_RAN       nanoseconds since MPI_Init returned, and calls of the function by which the window is counted: what
 *                   the run has had. Only with a window.
 *   TRACE_EVENT + c gap, inside: call c was made, `gap` nanoseconds of calculation after the one before it, and took
 *                   `inside` nanoseconds.
 *
 * All numbers are signed and zigzag-coded. The header needs no library: the recorder runs inside other programs. */
#ifndef BSIM_TRACE_STREAM_H
#define BSIM_TRACE_STREAM_H

#include <stddef.h>
#include <stdint.h>

#define TRACE_PART_MAGIC "bsim part 4\n"
#define TRACE_PART_SUFFIX ".part"
#define TRACE_PART_TOLD "told" TRACE_PART_SUFFIX /* beside the parts: a process has told why it ended */

enum {
    TRACE_CALL,
    TRACE_TYPE,
    TRACE_SITE,
    TRACE_NOTE,
    TRACE_END,
    TRACE_UNTIMED,
    TRACE_PARTIAL,
    TRACE_COST,
    TRACE_WINDOW,
    TRACE_RAN,
    TRACE_EVENT
};
enum { TRACE_VARINT_MOST = 10 };

/* Peers, tags and such that are no number. Peers are stored relative to the calling rank, so that ranks with the same
 * pattern have equal calls. */
enum { TRACE_ANY = 1 << 30, TRACE_PROC_NULL, TRACE_IN_PLACE, TRACE_NONE, TRACE_USER_OP, TRACE_ORDERED_OP };

static inline size_t trace_put(unsigned char *at, int64_t value) {
    uint64_t rest = ((uint64_t)value << 1) ^ (uint64_t)(value >> 63);
    size_t n = 0;
    while (rest >= 0x80) {
        at[n++] = (unsigned char)(rest | 0x80);
        rest >>= 7;
    }
    at[n++] = (unsigned char)rest;
    return n;
}

/* Reads a number at *at and advances it. Returns 0, and leaves *at, if the number does not end before `end`, or is too
 * long. */
static inline int trace_get(const unsigned char **at, const unsigned char *end, int64_t *value) {
    const unsigned char *p = *at;
    uint64_t sum = 0;
    for (int shift = 0; p < end && shift < 70; shift += 7) {
        unsigned char byte = *p++;
        if (shift == 63 && byte > 1)
            return 0;
        sum |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80) {
            *value = (int64_t)(sum >> 1) ^ -(int64_t)(sum & 1);
            *at = p;
            return 1;
        }
    }
    return 0;
}
/* The same for one that must be from least to most. */
static inline int trace_get_in(const unsigned char **at, const unsigned char *end, int64_t *value, int64_t least,
                               int64_t most) {
    return trace_get(at, end, value) && *value >= least && *value <= most;
}

#endif
