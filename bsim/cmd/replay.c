/* replay.c - bsim replay: runs one rank of a recorded program alone, with what it received when it was recorded, and
 * measures its calculation (PHANTOM: Zhai et al., IEEE Trans. Computers 65(7), 2016). */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bsim/base/output.h"
#include "bsim/base/units.h"
#include "bsim/cmd/cmd.h"
#include "bsim/cmd/trace.h"
#include "bsim/trace/trace.h"
#include "bsim/trace/trace_content.h"
#include "bsim/trace/trace_stream.h"
#include "bsim/trace/trace_vector.h"

struct replay {
    const char *rank, *group, *output, *clock;
    bool quiet;
    int first, last;                        /* the ranks that are replayed */
    char folder[PATH_MAX], parts[PATH_MAX]; /* absolute: of the trace; of what is measured */
    const char *recording;
    char window[128]; /* BSIM_RECORD_WINDOW; empty: there is none */
};

static const struct argp_option options[] = {
    {"rank", BSIM_OPTION(struct replay, rank), "R", 0, "the rank that is replayed", 1},
    {"group", BSIM_OPTION(struct replay, group), "A-B", 0,
     "in place of --rank: these ranks are replayed beside each other, started by mpiexec, with real messages among "
     "them",
     1},
    BSIM_OPTION_SHOW("-o FILE",
                     "writes the calculation before each call, for bsim simulate --replayed; with --group a "
                     "folder with a file rank-R.json for each rank",
                     2),
    BSIM_OPTION_NAME("o", BSIM_OPTION(struct replay, output), "FILE"),
    BSIM_OPTION_ALIAS("output"),
    {"clock", BSIM_OPTION(struct replay, clock), "CLOCK", 0,
     "of the calculation between calls: cpu, the processor time of the thread; wall, the time of day (as the trace; "
     "cpu "
     "if that has no times)",
     3},
    {"quiet", BSIM_OPTION(struct replay, quiet), NULL, 0, "no summary", 4},
    BSIM_OPTION_ALIAS("q"),
    BSIM_OPTION_END};
static const struct argp table = {
    .options = options,
    .parser = bsim_options_parse,
    .args_doc = "--rank R [OPTIONS] TRACE -- EXE [ARGS...]",
    .doc =
        "Runs one rank of a program alone, on this machine, without mpiexec. MPI gives it what it gave when the "
        "program "
        "was recorded (bsim record --content).\v"
        "The program must be the one that was recorded, with its arguments. It is ended with a message where it makes "
        "another call than the recorded one."};

/* ---- before the program ---- */

/* Reads a rank up to the sign `end`. */
static bool read_rank(const char *text, char end, int nrank, int *rank, const char **behind) {
    char *stop;
    long value = strtol(text, &stop, 10);
    *rank = (int)value;
    *behind = stop + 1;
    return *text >= '0' && *text <= '9' && *stop == end && value < nrank;
}

static bool check_ranks(struct replay *r, const struct bsim_trace *t, struct bsim_error *err) {
    const char *behind;
    if ((r->rank == NULL) == (r->group == NULL))
        return bsim_error_set(err, NULL, 0, NULL, "either --rank R or --group A-B: the ranks that are replayed");
    if (r->rank && !read_rank(r->rank, '\0', t->nrank, &r->first, &behind))
        return bsim_error_set(err, NULL, 0, NULL, "--rank %s: %s has the ranks 0 to %d", r->rank, t->folder,
                              t->nrank - 1);
    r->last = r->first;
    if (r->group && (!read_rank(r->group, '-', t->nrank, &r->first, &behind) ||
                     !read_rank(behind, '\0', t->nrank, &r->last, &behind) || r->last <= r->first))
        return bsim_error_set(err, NULL, 0, NULL, "--group %s: must be two ranks A-B, A < B; %s has the ranks 0 to %d",
                              r->group, t->folder, t->nrank - 1);
    return true;
}

/* The log of a rank is that of the trace and of the rank, and its checksums are right. */
static bool check_log(const struct replay *r, const struct bsim_trace *t, int rank, struct bsim_error *err) {
    static struct bsim_content content;
    struct bsim_content_head head;
    char log[PATH_MAX + 32];
    int n = snprintf(log, sizeof log, "%s/", r->folder);
    snprintf(log + n, sizeof log - (size_t)n, TRACE_CONTENT_FILE, rank);
    if (!bsim_content_open(&content, log, &head, NULL))
        return bsim_error_set(err, log, 0, NULL, "%s", content.failure);
    bool is_whole = bsim_content_check(&content);
    bsim_content_close(&content);
    if (!is_whole)
        return bsim_error_set(err, log, 0, NULL, "%s", content.failure);
    if (strcmp(head.recording, t->recording) != 0)
        return bsim_error_set(err, log, 0, NULL, "is of another recording than the trace beside it");
    return (head.rank == rank && head.size == t->nrank) ||
           bsim_error_set(err, log, 0, NULL, "is the log of rank %d of %d, not of rank %d of %d", head.rank, head.size,
                          rank, t->nrank);
}

/* What the receives of a rank of the group took (TRACE_MATCHED_FILE). */
static bool write_matched(const struct replay *r, const struct bsim_trace *t, int rank, struct bsim_error *err) {
    char path[PATH_MAX + 32];
    unsigned char bytes[2 * TRACE_VARINT_MOST];
    struct bsim_trace_cursor c;
    struct bsim_trace_event e;
    int k = snprintf(path, sizeof path, "%s/", r->parts);
    snprintf(path + k, sizeof path - (size_t)k, TRACE_MATCHED_FILE, rank);
    FILE *file = fopen(path, "w");
    if (file == NULL)
        return bsim_error_set(err, path, 0, NULL, "cannot be written: %s", strerror(errno));
    bsim_trace_cursor_start(&c, t, rank);
    while (bsim_trace_next(&c, &e)) {
        bool is_receive = strcmp(t->function[e.function], "Irecv") == 0;
        int at = is_receive ? 2 : 1; /* behind count and datatype, or behind the request */
        if (!is_receive && strcmp(t->function[e.function], "Start") != 0)
            continue;
        size_t n = trace_put(bytes, at + 1 < e.nargs ? e.args[at] : TRACE_NONE);
        n += trace_put(bytes + n, at + 1 < e.nargs ? e.args[at + 1] : TRACE_NONE);
        fwrite(bytes, 1, n, file);
    }
    bsim_trace_cursor_end(&c);
    bool failed = ferror(file);
    if (fclose(file) || failed)
        return bsim_error_set(err, path, 0, NULL, "cannot be written: %s", strerror(errno));
    return true;
}

/* The recorder times the calls that were timed when the trace was recorded: a window of times is at those of the
 * recording, for a replay is faster or slower. */
static bool set_window(struct replay *r, const struct bsim_trace *t, struct bsim_error *err) {
    const struct bsim_trace_window_rank *where = t->window.rank ? &t->window.rank[r->first] : NULL;
    if (where == NULL)
        return true;
    if (!bsim_record_window(t->window.what, r->window, sizeof r->window, err))
        return false;
    if (strncmp(r->window, "time:", 5) == 0)
        snprintf(r->window, sizeof r->window, "events:%lld:%lld",
                 (long long)(where->first < 0 ? INT64_MAX : where->first), (long long)where->behind);
    return true;
}

static bool check_logs(struct replay *r, const struct bsim_trace *t, struct bsim_error *err) {
    bool ok = true;
    if (t->recording == NULL)
        return bsim_error_set(err, t->folder, 0, NULL,
                              "was recorded without what the ranks received: bsim record --content");
    if (realpath(t->folder, r->folder) == NULL)
        return bsim_error_set(err, t->folder, 0, NULL, "cannot be found: %s", strerror(errno));
    if (r->group && t->partial.enough > 0)
        return bsim_error_set(
            err, t->folder, 0, NULL,
            "is a partial recording, whose logs end at another call for each rank: --rank replays it; "
            "for --group record without --partial");
    if (r->group && t->window.what)
        return bsim_error_set(
            err, t->folder, 0, NULL,
            "was recorded with --window, so that the logs of ranks end at different calls: --rank replays it; for "
            "--group record without --window");
    r->recording = t->recording;
    for (int rank = r->first; ok && rank <= r->last; rank++)
        ok = check_log(r, t, rank, err);
    return ok && set_window(r, t, err);
}

static bool set_environment(const void *data, struct bsim_error *err) {
    /* Of mpiexec: with these MPICH would look for other processes. */
    static const char *const of_mpiexec[] = {"PMI_RANK",        "PMI_SIZE",       "PMI_FD",    "PMI_PORT",
                                             "PMI_ID",          "PMI_SPAWNED",    "PMIX_RANK", "PMIX_NAMESPACE",
                                             "MPI_LOCALNRANKS", "MPI_LOCALRANKID"};
    const struct replay *r = data;
    char library[PATH_MAX], first[16], last[16];
    if (!bsim_trace_library("libbsim-replay.so", library, err))
        return false;
    for (size_t i = 0; i < sizeof of_mpiexec / sizeof *of_mpiexec; i++)
        unsetenv(of_mpiexec[i]);
    snprintf(first, sizeof first, "%d", r->first);
    snprintf(last, sizeof last, "%d", r->last);
    setenv("BSIM_REPLAY_FIRST", first, 1);
    setenv("BSIM_REPLAY_LAST", last, 1);
    unsetenv("BSIM_RECORD_CONTENT");
    unsetenv("BSIM_RECORD_PARTIAL");
    if (*r->window)
        setenv("BSIM_RECORD_WINDOW", r->window, 1);
    else
        unsetenv("BSIM_RECORD_WINDOW");
    setenv("BSIM_RECORD", r->parts, 1);
    setenv("BSIM_RECORD_CLOCK", r->clock, 1);
    if (r->first == r->last)
        setenv("BSIM_RECORD_ALONE", "1", 1);
    else
        unsetenv("BSIM_RECORD_ALONE");
    setenv("BSIM_REPLAY", r->folder, 1);
    setenv("BSIM_REPLAY_RECORDING", r->recording, 1);
    return bsim_record_preload(library, err);
}

/* ---- behind it ---- */

static int64_t received_bytes(const struct replay *r, int rank) {
    char path[PATH_MAX + 32];
    long long received = 0;
    int n = snprintf(path, sizeof path, "%s/", r->parts);
    snprintf(path + n, sizeof path - (size_t)n, TRACE_RECEIVED_FILE, rank);
    FILE *file = fopen(path, "r");
    if (file == NULL || fscanf(file, "%lld", &received) != 1)
        received = 0;
    if (file)
        fclose(file);
    return received;
}

static void print(const struct bsim_vector *v, const struct bsim_trace *t) {
    char recorded[32], replayed[32];
    bsim_format_time(recorded, sizeof recorded, v->recorded_s);
    bsim_format_time(replayed, sizeof replayed, v->replayed_s);
    printf("%s: rank %d of %d replayed: %lld calls, %lld bytes received\n", v->program, v->rank, v->nrank,
           (long long)v->nreplayed, (long long)v->received_bytes);
    if (strcmp(t->clock, "none") == 0)
        printf("  calculation (%s clock): %s replayed; it was recorded without times\n", v->clock, replayed);
    else if (v->recorded_s > 0)
        printf("  calculation (%s clock): %s recorded, %s replayed (%+.1f %%)\n", v->clock, recorded, replayed,
               100 * (v->replayed_s / v->recorded_s - 1));
    else
        printf("  calculation (%s clock): %s recorded, %s replayed\n", v->clock, recorded, replayed);
    if (v->nreplayed < v->n && t->window.what)
        printf("  behind call %lld, where the window %s ends, there is no calculation\n", (long long)v->nreplayed,
               t->window.what);
    else if (v->nreplayed < v->n)
        printf("  calculation behind call %lld is scaled: the partial recording keeps no content of those calls\n",
               (long long)v->nreplayed);
}

static bool read_vectors(const struct replay *r, const struct bsim_trace *t, struct bsim_vector *vector,
                         struct bsim_error *err) {
    char part[PATH_MAX + 32];
    for (int rank = r->first; rank <= r->last; rank++) {
        struct bsim_vector *v = &vector[rank - r->first];
        snprintf(part, sizeof part, "%s/rank-%d" TRACE_PART_SUFFIX, r->parts, rank);
        if (access(part, F_OK) != 0)
            return bsim_error_set(
                err, NULL, 0, NULL,
                "the program made no call: it must call MPI_Init, and be linked dynamically with MPICH");
        if (!bsim_vector_from_part(v, part, t, rank, err))
            return false;
        v->clock = strcmp(r->clock, "wall") == 0 ? "wall" : "cpu";
        v->received_bytes = received_bytes(r, rank);
    }
    return true;
}

static bool write_vectors(const struct replay *r, const struct bsim_vector *vector, struct bsim_error *err) {
    bool ok = true;
    if (r->output == NULL)
        return true;
    if (r->group == NULL)
        return bsim_vector_write(vector, r->output, err);
    if (mkdir(r->output, 0777) && errno != EEXIST)
        return bsim_error_set(err, r->output, 0, NULL, "cannot be made: %s", strerror(errno));
    for (int rank = r->first; ok && rank <= r->last; rank++) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s/rank-%d.json", r->output, rank);
        ok = bsim_vector_write(&vector[rank - r->first], path, err);
    }
    return ok;
}

static int run(const struct replay *r, const struct bsim_trace *t, char **program, struct bsim_error *err) {
    int n = r->last - r->first + 1;
    for (int rank = r->first; r->group && rank <= r->last; rank++)
        if (!write_matched(r, t, rank, err))
            return BSIM_EXIT_USAGE;
    int code = bsim_record_start(program, set_environment, r, err);
    if (code < 0)
        return BSIM_EXIT_USAGE;
    char told[PATH_MAX + 32];
    snprintf(told, sizeof told, "%s/" TRACE_PART_TOLD, r->parts);
    bool is_told = access(told, F_OK) == 0;
    if (is_told) /* mpiexec gives the code of the process that it sees first, perhaps of one that it ended */
        code = BSIM_EXIT_USAGE;
    struct bsim_vector *vector = calloc((size_t)n, sizeof *vector);
    bool ok = vector || bsim_error_set(err, NULL, 0, NULL, "out of memory");
    ok = ok && read_vectors(r, t, vector, err);
    if (!ok && code > 0) { /* what is missing follows from that */
        *err = (struct bsim_error){0};
        if (!is_told)
            bsim_error_set(err, NULL, 0, NULL, "the program ended with exit code %d before MPI_Finalize; %s", code,
                           r->output ? "nothing is written" : "its calculation is not known");
    }
    ok = ok && write_vectors(r, vector, err);
    for (int i = 0; vector && i < n; i++) {
        if (ok && !r->quiet)
            print(&vector[i], t);
        bsim_vector_free(&vector[i]);
    }
    free(vector);
    return code > 0 ? code : ok ? BSIM_EXIT_OK : BSIM_EXIT_USAGE;
}

int bsim_cmd_replay(int argc, char **argv) {
    struct replay r = {0};
    struct bsim_error err = {0};
    struct bsim_trace t;
    int code = BSIM_EXIT_USAGE;
    const char *tmp = getenv("TMPDIR");
    char **program = bsim_options_cut(&argc, argv);
    int first = bsim_options_read(argc, argv, BSIM_OPERANDS_MIXED, &table, &r, &err);
    if (first == -2)
        return BSIM_EXIT_OK;
    if (first >= 0 && (argv[first] == NULL || argv[first + 1] || program == NULL))
        bsim_error_set(&err, NULL, 0, NULL, "usage: bsim replay --rank R TRACE -- EXE ARGS");
    if (!err.set && bsim_record_clock(r.clock, false, &err) && (r.group || bsim_output_probe(r.output, &err)) &&
        bsim_trace_open(&t, argv[first], &err)) {
        if (r.clock == NULL)
            r.clock = strcmp(t.clock, "wall") == 0 ? "wall" : "cpu";
        snprintf(r.parts, sizeof r.parts, "%s/bsim-replay.XXXXXX", tmp && *tmp ? tmp : "/tmp");
        if (check_ranks(&r, &t, &err) && check_logs(&r, &t, &err)) {
            if (mkdtemp(r.parts) == NULL) {
                bsim_error_set(&err, r.parts, 0, NULL, "cannot be made: %s (TMPDIR)", strerror(errno));
            } else {
                code = run(&r, &t, program, &err);
                bsim_record_remove_parts(r.parts);
            }
        }
        bsim_trace_close(&t);
    }
    if (err.set)
        bsim_error_print(&err, stderr);
    return err.set && code == BSIM_EXIT_OK ? BSIM_EXIT_USAGE : code;
}
