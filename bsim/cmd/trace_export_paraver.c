/* trace_export_paraver.c - traces for Paraver: OUT.prv with states, events and messages, OUT.pcf with the names of
 * their values, OUT.row with the names of ranks. Types and values are those of Extrae. */
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/output.h"
#include "bsim/cmd/trace_export.h"
#include "bsim/cmd/trace_pairs.h"
#include "bsim/trace/trace.h"
#include "bsim/trace/trace_calls.h"

enum {
    MPI_TYPES = 50000000,
    RUNNING = 1,
    SYNCHRONIZATION_STATE = 5,
    IO_STATE = 12,
    OTHER_STATE = 15,
    OTHER_VALUES = 1000
};
enum { BEFORE, BEGIN, END };

/* Functions in MPI: the type of their events is MPI_TYPES + type; functions that Extrae has no value for get one from
 * OTHER_VALUES on. */
static const char *const type_names[] = {"",          "MPI Point-to-point", "MPI Collective Comm",
                                         "MPI Other", "MPI One-sided",      "MPI I/O"};
enum { ONE_SIDED = 4, FILES = 5, TYPES = 6, ONE_SIDED_SIZE = 50001000 };
static const char *const state_names[] = {"Idle",
                                          "Running",
                                          "Not created",
                                          "Waiting a message",
                                          "Blocking Send",
                                          "Synchronization",
                                          "Test/Probe",
                                          "Scheduling and Fork/Join",
                                          "Wait/WaitAll",
                                          "Blocked",
                                          "Immediate Send",
                                          "Immediate Receive",
                                          "I/O",
                                          "Group Communication",
                                          "Tracing Disabled",
                                          "Others",
                                          "Send Receive"};
static const struct known {
    const char *name;
    int type, value, state;
} known[] = {{"Send", 1, 1, 4},
             {"Recv", 1, 2, 3},
             {"Isend", 1, 3, 10},
             {"Irecv", 1, 4, 11},
             {"Wait", 1, 5, 8},
             {"Waitall", 1, 6, 8},
             {"Bcast", 2, 7, 13},
             {"Barrier", 2, 8, 5},
             {"Reduce", 2, 9, 13},
             {"Allreduce", 2, 10, 13},
             {"Alltoall", 2, 11, 13},
             {"Alltoallv", 2, 12, 13},
             {"Gather", 2, 13, 13},
             {"Gatherv", 2, 14, 13},
             {"Scatter", 2, 15, 13},
             {"Scatterv", 2, 16, 13},
             {"Allgather", 2, 17, 13},
             {"Allgatherv", 2, 18, 13},
             {"Comm_create", 3, 21, 15},
             {"Comm_dup", 3, 22, 15},
             {"Comm_split", 3, 23, 15},
             {"Comm_free", 3, 25, 15},
             {"Scan", 2, 30, 13},
             {"Init", 3, 31, 15},
             {"Finalize", 3, 32, 15},
             {"Bsend", 1, 33, 4},
             {"Ssend", 1, 34, 4},
             {"Rsend", 1, 35, 4},
             {"Ibsend", 1, 36, 10},
             {"Issend", 1, 37, 10},
             {"Irsend", 1, 38, 10},
             {"Test", 3, 39, 6},
             {"Cancel", 1, 40, 15},
             {"Sendrecv", 1, 41, 16},
             {"Sendrecv_replace", 1, 42, 16},
             {"Cart_create", 3, 43, 15},
             {"Cart_sub", 3, 49, 15},
             {"Graph_create", 3, 54, 15},
             {"Waitany", 1, 59, 8},
             {"Waitsome", 1, 60, 8},
             {"Probe", 1, 61, 6},
             {"Iprobe", 1, 62, 6},
             {"Reduce_scatter", 2, 80, 13},
             {"Bsend_init", 1, 112, 15},
             {"Request_free", 3, 115, 15},
             {"Recv_init", 1, 116, 15},
             {"Send_init", 1, 117, 15},
             {"Rsend_init", 1, 121, 15},
             {"Ssend_init", 1, 122, 15},
             {"Start", 3, 123, 15},
             {"Testall", 3, 125, 6},
             {"Testany", 3, 126, 6},
             {"Testsome", 3, 128, 6},
             {"Ireduce", 2, 154, 13},
             {"Iallreduce", 2, 155, 13},
             {"Ibarrier", 2, 156, 5},
             {"Ibcast", 2, 157, 13},
             {"Ialltoall", 2, 158, 13},
             {"Ialltoallv", 2, 159, 13},
             {"Iallgather", 2, 160, 13},
             {"Iallgatherv", 2, 161, 13},
             {"Igather", 2, 162, 13},
             {"Igatherv", 2, 163, 13},
             {"Iscatter", 2, 164, 13},
             {"Iscatterv", 2, 165, 13},
             {"Ireduce_scatter", 2, 166, 13},
             {"Iscan", 2, 167, 13},
             {"Reduce_scatter_block", 2, 168, 13},
             {"Ireduce_scatter_block", 2, 169, 13},
             {"Alltoallw", 2, 170, 13},
             {"Ialltoallw", 2, 171, 13}};

struct paraver {
    const struct bsim_trace *trace;
    struct known *function; /* of the trace; their names are its */
    struct bsim_trace_pairs pairs;
    struct bsim_trace_contexts contexts;
    int64_t end_ns;
    /* The ranks by their next record: of the calculation in front of a call, of its beginning, of its end. */
    struct source {
        struct bsim_trace_cursor cursor;
        struct bsim_trace_event event;
        int stage;                 /* of BEFORE, BEGIN, END */
        int64_t next_ns, begin_ns; /* of the record, of the call */
    } *source;
    int *heap, nheap;
};

static void find_functions(struct paraver *p) {
    const struct bsim_trace *t = p->trace;
    p->function = bsim_alloc(((size_t)t->nfunction + 1) * sizeof *p->function);
    for (int f = 0; f < t->nfunction; f++) {
        const char *name = t->function[f];
        bool is_file = strncmp(name, "File_", 5) == 0, synchronizes = strncmp(name, "Win_", 4) == 0;
        p->function[f] = (struct known){name, 3, OTHER_VALUES + f, OTHER_STATE};
        if (trace_is_of_object(name)) {
            p->function[f].type = is_file ? FILES : ONE_SIDED;
            p->function[f].state = is_file ? IO_STATE : synchronizes ? SYNCHRONIZATION_STATE : OTHER_STATE;
        }
        for (size_t i = 0; i < sizeof known / sizeof *known; i++)
            if (strcmp(known[i].name, t->function[f]) == 0)
                p->function[f] = known[i];
    }
}

/* ---- ranks in the order of their calls ---- */

static bool is_before(const struct paraver *p, int a, int b) {
    return p->source[a].next_ns != p->source[b].next_ns ? p->source[a].next_ns < p->source[b].next_ns : a < b;
}

static void sink(struct paraver *p, int at) {
    for (;;) {
        int least = at;
        for (int child = 2 * at + 1; child <= 2 * at + 2 && child < p->nheap; child++)
            if (is_before(p, p->heap[child], p->heap[least]))
                least = child;
        if (least == at)
            return;
        int other = p->heap[at];
        p->heap[at] = p->heap[least];
        p->heap[least] = other;
        at = least;
    }
}

/* The next call of a rank; false at its end. */
static bool next_call(struct source *s) {
    s->stage = BEFORE;
    if (!bsim_trace_next(&s->cursor, &s->event))
        return false;
    s->begin_ns = s->next_ns + s->event.gap_ns;
    return true;
}

/* The next record of a rank; false at its end. */
static bool next_record(struct source *s) {
    if (s->stage == END)
        return next_call(s);
    s->stage++;
    s->next_ns = s->begin_ns + (s->stage == END ? s->event.inside_ns : 0);
    return true;
}

static void start_sources(struct paraver *p) {
    int n = p->trace->nrank;
    p->source = bsim_alloc((size_t)n * sizeof *p->source);
    p->heap = bsim_alloc((size_t)n * sizeof *p->heap);
    for (int r = 0; r < n; r++) {
        bsim_trace_cursor_start(&p->source[r].cursor, p->trace, r);
        if (next_call(&p->source[r]))
            p->heap[p->nheap++] = r;
    }
    for (int i = p->nheap / 2; i >= 0; i--)
        sink(p, i);
}

static void end_sources(struct paraver *p) {
    for (int r = 0; r < p->trace->nrank; r++)
        bsim_trace_cursor_end(&p->source[r].cursor);
    bsim_free(p->source);
    bsim_free(p->heap);
}

/* ---- OUT.prv ---- */

/* "2025-03-01T..." as Paraver writes dates. The header must have one. */
static void date_of(const struct bsim_trace *t, char *text, size_t size) {
    char path[PATH_MAX];
    int year = 1970, month = 1, day = 1, hour = 0, minute = 0;
    snprintf(path, sizeof path, "%s/trace.json", t->folder);
    json_t *json = json_load_file(path, 0, NULL);
    const char *date = json_string_value(json_object_get(json, "date"));
    if (date)
        sscanf(date, "%d-%d-%d%*c%d:%d", &year, &month, &day, &hour, &minute);
    snprintf(text, size, "%02d/%02d/%04d at %02d:%02d", day, month, year, hour, minute);
    json_decref(json);
}

static void write_head(const struct paraver *p, FILE *out) {
    char date[96];
    int n = p->trace->nrank;
    date_of(p->trace, date, sizeof date);
    fprintf(out, "#Paraver (%s):%" PRId64 "_ns:1(%d):1:%d(", date, p->end_ns, n, n);
    for (int r = 0; r < n; r++)
        fprintf(out, "%s1:1", r ? "," : "");
    fprintf(out, "),%d\n", p->contexts.n);
    for (int i = 0; i < p->contexts.n; i++) {
        fprintf(out, "c:1:%d:%d", i + 1, p->contexts.context[i].n);
        for (int k = 0; k < p->contexts.context[i].n; k++)
            fprintf(out, ":%d", p->contexts.context[i].world[k] + 1);
        fputs("\n", out);
    }
}

static void write_message(const struct bsim_trace_pair *m, FILE *out) {
    fprintf(out, "3:%d:1:%d:1:%" PRId64 ":%" PRId64 ":%d:1:%d:1:%" PRId64 ":%" PRId64 ":%" PRId64 ":%" PRId64 "\n",
            m->from + 1, m->from + 1, m->send_ns[0], m->send_ns[1], m->to + 1, m->to + 1, m->receive_ns[0],
            m->receive_ns[1], m->bytes, m->tag);
}

static void write_record(const struct paraver *p, int rank, FILE *out) {
    const struct source *s = &p->source[rank];
    const struct known *f = &p->function[s->event.function];
    bool before = s->stage == BEFORE;
    int64_t lasts_ns = before ? s->event.gap_ns : s->event.inside_ns;
    if (s->stage != END && lasts_ns > 0)
        fprintf(out, "1:%d:1:%d:1:%" PRId64 ":%" PRId64 ":%d\n", rank + 1, rank + 1, s->next_ns, s->next_ns + lasts_ns,
                before ? RUNNING : f->state);
    if (!before)
        fprintf(out, "2:%d:1:%d:1:%" PRId64 ":%d:%d\n", rank + 1, rank + 1, s->next_ns, MPI_TYPES + f->type,
                s->stage == BEGIN ? f->value : 0);
    if (!before && f->type == ONE_SIDED && s->event.nargs > 2 && strncmp(f->name, "Win_", 4) != 0)
        fprintf(out, "2:%d:1:%d:1:%" PRId64 ":%d:%" PRId64 "\n", rank + 1, rank + 1, s->next_ns, ONE_SIDED_SIZE,
                s->stage == BEGIN ? s->event.args[2] : 0);
}

static void write_records(struct paraver *p, FILE *out) {
    size_t message = 0;
    while (p->nheap > 0) {
        int rank = p->heap[0];
        for (; message < p->pairs.n && p->pairs.pair[message].send_ns[0] < p->source[rank].next_ns; message++)
            write_message(&p->pairs.pair[message], out);
        write_record(p, rank, out);
        if (!next_record(&p->source[rank]))
            p->heap[0] = p->heap[--p->nheap];
        sink(p, 0);
    }
    for (; message < p->pairs.n; message++)
        write_message(&p->pairs.pair[message], out);
}

/* ---- OUT.pcf, OUT.row ---- */

static void write_names(const struct paraver *p, FILE *out) {
    fputs("DEFAULT_OPTIONS\n\nLEVEL               THREAD\nUNITS               NANOSEC\nLOOK_BACK           100\n"
          "SPEED               1\nFLAG_ICONS          ENABLED\nNUM_OF_STATE_COLORS 1000\nYMAX_SCALE          37\n\n\n"
          "DEFAULT_SEMANTIC\n\nTHREAD_FUNC         State As Is\n\n\nSTATES\n",
          out);
    for (size_t i = 0; i < sizeof state_names / sizeof *state_names; i++)
        fprintf(out, "%zu    %s\n", i, state_names[i]);
    for (int type = 1; type < TYPES; type++) {
        fprintf(out, "\n\nEVENT_TYPE\n9    %d    %s\nVALUES\n", MPI_TYPES + type, type_names[type]);
        for (int f = 0; f < p->trace->nfunction; f++)
            if (p->function[f].type == type)
                fprintf(out, "%d    MPI_%s\n", p->function[f].value, p->function[f].name);
        fputs("0    Outside MPI\n", out);
    }
    fprintf(out, "\n\nEVENT_TYPE\n9    %d    MPI One-sided size\n", ONE_SIDED_SIZE);
}

static void write_rows(const struct paraver *p, FILE *out) {
    int n = p->trace->nrank;
    fprintf(out, "LEVEL CPU SIZE %d\n", n);
    for (int r = 0; r < n; r++)
        fprintf(out, "1.%d\n", r + 1);
    fprintf(out, "\nLEVEL NODE SIZE 1\nnode\n\nLEVEL THREAD SIZE %d\n", n);
    for (int r = 0; r < n; r++)
        fprintf(out, "rank %d\n", r);
}

static bool write_files(struct paraver *p, const char *output, struct bsim_error *err) {
    static const char *const suffixes[] = {".prv", ".pcf", ".row"};
    struct bsim_output out[3];
    char path[PATH_MAX];
    size_t stem = strlen(output);
    int opened = 0;
    bool ok = true;
    if (stem > 4 && strcmp(output + stem - 4, suffixes[0]) == 0)
        stem -= 4;
    for (; ok && opened < 3; opened += ok) {
        snprintf(path, sizeof path, "%.*s%s", (int)stem, output, suffixes[opened]);
        ok = bsim_output_open(&out[opened], path, err);
    }
    if (ok) {
        write_head(p, out[0].file);
        start_sources(p);
        write_records(p, out[0].file);
        end_sources(p);
        write_names(p, out[1].file);
        write_rows(p, out[2].file);
    }
    for (int i = opened - 1; i >= 0; i--)
        if (ok)
            ok = bsim_output_commit(&out[i], err);
        else
            bsim_output_abandon(&out[i]);
    return ok;
}

static int64_t end_of(const struct bsim_trace *t) {
    int64_t last_ns = 0;
    for (int r = 0; r < t->nrank; r++) {
        struct source s = {0};
        bsim_trace_cursor_start(&s.cursor, t, r);
        for (bool more = next_call(&s); more; more = next_record(&s))
            ;
        last_ns = s.next_ns > last_ns ? s.next_ns : last_ns;
        bsim_trace_cursor_end(&s.cursor);
    }
    return last_ns;
}

bool bsim_export_paraver(const struct bsim_trace *t, const char *output, struct bsim_error *err) {
    struct paraver p = {.trace = t};
    if (strcmp(t->clock, "none") == 0)
        return bsim_error_set(err, t->folder, 0, NULL, "has no times, so there is nothing to draw");
    find_functions(&p);
    bsim_trace_contexts_start(&p.contexts, t);
    bool ok = bsim_trace_pairs_find(&p.pairs, t, &p.contexts, err);
    if (ok) {
        p.end_ns = end_of(t);
        bsim_trace_pairs_tell(&p.pairs, t);
        ok = write_files(&p, output, err);
    }
    bsim_trace_pairs_end(&p.pairs);
    bsim_trace_contexts_end(&p.contexts);
    bsim_free(p.function);
    return ok;
}
