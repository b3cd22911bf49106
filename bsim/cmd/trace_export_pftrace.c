/* trace_export_pftrace.c - Perfetto's own binary format: a sequence of packets, as protocol buffers. A track for each
 * rank, and on it a slice for each call, with its place. Names and places are written once, and then by number.
 *
 * The numbers of fields are those of Perfetto's protos/perfetto/trace/: trace_packet.proto, interned_data.proto,
 * track_event/track_event.proto, track_event/track_descriptor.proto, track_event/source_location.proto. */
#include <stdlib.h>
#include <string.h>

#include "bsim/base/output.h"
#include "bsim/cmd/trace_export.h"
#include "bsim/trace/trace.h"
#include "bsim/trace/trace_bytes.h"

/* Of a message Trace. */
enum { TRACE_PACKET = 1 };
enum {
    PACKET_TIMESTAMP = 8,
    PACKET_SEQUENCE = 10,
    PACKET_EVENT = 11,
    PACKET_INTERNED = 12,
    PACKET_FLAGS = 13,
    PACKET_TRACK = 60
};
enum { FLAG_CLEARED = 1, FLAG_NEEDS_INTERNED = 2 };
enum { EVENT_TYPE = 9, EVENT_NAME = 10, EVENT_TRACK = 11, EVENT_LOCATION = 34, TYPE_BEGIN = 1, TYPE_END = 2 };
enum { INTERNED_NAMES = 2, INTERNED_LOCATIONS = 4, NAME_NUMBER = 1, NAME_TEXT = 2 };
enum { LOCATION_NUMBER = 1, LOCATION_FILE = 2, LOCATION_LINE = 4 };
enum { TRACK_UUID = 1, TRACK_PROCESS = 3, TRACK_THREAD = 4 };
enum { PROCESS_PID = 1, PROCESS_NAME = 6, THREAD_PID = 1, THREAD_TID = 2, THREAD_NAME = 5 };
enum { VARINT = 0, BYTES = 2 };
enum { THE_SEQUENCE = 1, THE_PROCESS = 1 };

static void put_varint(struct bsim_bytes *to, uint64_t value) {
    unsigned char bytes[10];
    size_t n = 0;
    for (; value >= 0x80; value >>= 7)
        bytes[n++] = (unsigned char)(value | 0x80);
    bytes[n++] = (unsigned char)value;
    bsim_bytes_add(to, bytes, n);
}

static void put_number(struct bsim_bytes *to, int field, uint64_t value) {
    put_varint(to, (uint64_t)field << 3 | VARINT);
    put_varint(to, value);
}

static void put_bytes(struct bsim_bytes *to, int field, const void *data, size_t n) {
    put_varint(to, (uint64_t)field << 3 | BYTES);
    put_varint(to, n);
    bsim_bytes_add(to, data, n);
}

/* A message inside of another one. */
static void put_message(struct bsim_bytes *to, int field, struct bsim_bytes *message) {
    put_bytes(to, field, message->data, message->n);
    message->n = 0;
}

/* What is written, and messages that are being made. */
struct writer {
    FILE *file;
    struct bsim_bytes out, packet, part, inner;
};

static void end_packet(struct writer *w) {
    put_message(&w->out, TRACE_PACKET, &w->packet);
    fwrite(w->out.data, 1, w->out.n, w->file);
    w->out.n = 0;
}

/* The names of the functions and the places, numbered from 1. */
static void write_names(struct writer *w, const struct bsim_trace *t) {
    char text[128];
    put_number(&w->packet, PACKET_SEQUENCE, THE_SEQUENCE);
    put_number(&w->packet, PACKET_FLAGS, FLAG_CLEARED);
    for (int i = 0; i < t->nfunction; i++) {
        int n = snprintf(text, sizeof text, "MPI_%.100s", t->function[i]);
        put_number(&w->inner, NAME_NUMBER, (uint64_t)i + 1);
        put_bytes(&w->inner, NAME_TEXT, text, (size_t)n);
        put_message(&w->part, INTERNED_NAMES, &w->inner);
    }
    for (int i = 0; i < t->nsite; i++) {
        const char *colon = strrchr(t->site[i], ':');
        char *end = NULL;
        unsigned long long line = colon ? strtoull(colon + 1, &end, 10) : 0;
        bool has_line = colon && end > colon + 1 && *end == '\0';
        put_number(&w->inner, LOCATION_NUMBER, (uint64_t)i + 1);
        put_bytes(&w->inner, LOCATION_FILE, t->site[i], has_line ? (size_t)(colon - t->site[i]) : strlen(t->site[i]));
        if (has_line)
            put_number(&w->inner, LOCATION_LINE, line);
        put_message(&w->part, INTERNED_LOCATIONS, &w->inner);
    }
    put_message(&w->packet, PACKET_INTERNED, &w->part);
    end_packet(w);
}

/* Tracks: 1 is the process, rank r is 2 + r, in the order of the threads' numbers. */
static void write_tracks(struct writer *w, const struct bsim_trace *t) {
    char text[32];
    put_number(&w->part, TRACK_UUID, 1);
    put_number(&w->inner, PROCESS_PID, THE_PROCESS);
    put_bytes(&w->inner, PROCESS_NAME, t->program, strlen(t->program));
    put_message(&w->part, TRACK_PROCESS, &w->inner);
    put_number(&w->packet, PACKET_SEQUENCE, THE_SEQUENCE);
    put_message(&w->packet, PACKET_TRACK, &w->part);
    end_packet(w);
    for (int r = 0; r < t->nrank; r++) {
        int n = snprintf(text, sizeof text, "rank %d", r);
        put_number(&w->part, TRACK_UUID, (uint64_t)r + 2);
        put_number(&w->inner, THREAD_PID, THE_PROCESS);
        put_number(&w->inner, THREAD_TID, (uint64_t)r + 2);
        put_bytes(&w->inner, THREAD_NAME, text, (size_t)n);
        put_message(&w->part, TRACK_THREAD, &w->inner);
        put_number(&w->packet, PACKET_SEQUENCE, THE_SEQUENCE);
        put_message(&w->packet, PACKET_TRACK, &w->part);
        end_packet(w);
    }
}

/* The begin of a call (e), or its end (NULL). */
static void write_event(struct writer *w, int rank, int64_t now_ns, const struct bsim_trace_event *e) {
    put_number(&w->packet, PACKET_TIMESTAMP, (uint64_t)now_ns);
    put_number(&w->packet, PACKET_SEQUENCE, THE_SEQUENCE);
    put_number(&w->packet, PACKET_FLAGS, FLAG_NEEDS_INTERNED);
    put_number(&w->part, EVENT_TYPE, e ? TYPE_BEGIN : TYPE_END);
    put_number(&w->part, EVENT_TRACK, (uint64_t)rank + 2);
    if (e) {
        put_number(&w->part, EVENT_NAME, (uint64_t)e->function + 1);
        put_number(&w->part, EVENT_LOCATION, (uint64_t)e->site + 1);
    }
    put_message(&w->packet, PACKET_EVENT, &w->part);
    end_packet(w);
}

bool bsim_export_pftrace(const struct bsim_trace *t, const char *output, struct bsim_error *err) {
    struct bsim_output out;
    if (strcmp(t->clock, "none") == 0)
        return bsim_error_set(err, t->folder, 0, NULL, "has no times, so there is nothing to draw");
    if (!bsim_output_open(&out, output, err))
        return false;
    struct writer w = {.file = out.file};
    write_names(&w, t);
    write_tracks(&w, t);
    for (int r = 0; r < t->nrank; r++) {
        struct bsim_trace_cursor c;
        struct bsim_trace_event e;
        int64_t now_ns = 0;
        bsim_trace_cursor_start(&c, t, r);
        while (bsim_trace_next(&c, &e)) {
            now_ns += e.gap_ns;
            write_event(&w, r, now_ns, &e);
            now_ns += e.inside_ns;
            write_event(&w, r, now_ns, NULL);
        }
        bsim_trace_cursor_end(&c);
    }
    bsim_bytes_free(&w.out), bsim_bytes_free(&w.packet), bsim_bytes_free(&w.part), bsim_bytes_free(&w.inner);
    return bsim_output_commit(&out, err);
}
