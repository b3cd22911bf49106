/* replay.c - bsim replay: runs one rank of a recorded program alone, with what it received when it was recorded, and
 * measures its calculation (PHANTOM: Zhai et al., IEEE Trans. Computers 65(7), 2016). */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
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
    const char *rank_text, *output, *clock;
    bool quiet;
    int rank;
    char log[PATH_MAX], parts[PATH_MAX]; /* absolute */
    const char *recording;
};

static const struct argp_option options[] = {
    {"rank", BSIM_OPTION(struct replay, rank_text), "R", 0, "the rank that is replayed", 1},
    BSIM_OPTION_SHOW("-o FILE", "writes the calculation before each call, for bsim simulate --replayed", 2),
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

/* Cuts the program off. Returns its argv, NULL if there is none. */
static char **split(int *argc, char **argv) {
    for (int i = 1; i < *argc; i++)
        if (strcmp(argv[i], "--") == 0) {
            argv[i] = NULL;
            *argc = i;
            return argv[i + 1] ? argv + i + 1 : NULL;
        }
    return NULL;
}

static bool check_rank(struct replay *r, const struct bsim_trace *t, struct bsim_error *err) {
    char *end;
    long rank = r->rank_text ? strtol(r->rank_text, &end, 10) : -1;
    if (r->rank_text == NULL)
        return bsim_error_set(err, NULL, 0, NULL, "no --rank R: the rank that is replayed");
    if (end == r->rank_text || *end || rank < 0 || rank >= t->nrank)
        return bsim_error_set(err, NULL, 0, NULL, "--rank %s: %s has the ranks 0 to %d", r->rank_text, t->folder,
                              t->nrank - 1);
    r->rank = (int)rank;
    return true;
}

/* The log is that of the trace and of the rank, and its checksums are right. */
static bool check_log(struct replay *r, const struct bsim_trace *t, struct bsim_error *err) {
    static struct bsim_content content;
    struct bsim_content_head head;
    char name[64], folder[PATH_MAX];
    if (t->recording == NULL)
        return bsim_error_set(err, t->folder, 0, NULL,
                              "was recorded without what the ranks received: bsim record --content");
    snprintf(name, sizeof name, TRACE_CONTENT_FILE, r->rank);
    if (realpath(t->folder, folder) == NULL || snprintf(r->log, sizeof r->log, "%s/%s", folder, name) >= PATH_MAX)
        return bsim_error_set(err, t->folder, 0, NULL, "is too long a path");
    r->recording = t->recording;
    if (!bsim_content_open(&content, r->log, &head, NULL))
        return bsim_error_set(err, r->log, 0, NULL, "%s", content.failure);
    bool is_whole = bsim_content_check(&content);
    bsim_content_close(&content);
    if (!is_whole)
        return bsim_error_set(err, r->log, 0, NULL, "%s", content.failure);
    if (strcmp(head.recording, t->recording) != 0)
        return bsim_error_set(err, r->log, 0, NULL, "is of another recording than the trace beside it");
    return (head.rank == r->rank && head.size == t->nrank) ||
           bsim_error_set(err, r->log, 0, NULL, "is the log of rank %d of %d, not of rank %d of %d", head.rank,
                          head.size, r->rank, t->nrank);
}

static bool set_environment(const void *data, struct bsim_error *err) {
    /* Of mpiexec: with these MPICH would look for other processes. */
    static const char *const of_mpiexec[] = {"PMI_RANK",        "PMI_SIZE",       "PMI_FD",    "PMI_PORT",
                                             "PMI_ID",          "PMI_SPAWNED",    "PMIX_RANK", "PMIX_NAMESPACE",
                                             "MPI_LOCALNRANKS", "MPI_LOCALRANKID"};
    const struct replay *r = data;
    char library[PATH_MAX];
    if (!bsim_trace_library("libbsim-replay.so", library, err))
        return false;
    for (size_t i = 0; i < sizeof of_mpiexec / sizeof *of_mpiexec; i++)
        unsetenv(of_mpiexec[i]);
    unsetenv("BSIM_RECORD_CONTENT");
    setenv("BSIM_RECORD", r->parts, 1);
    setenv("BSIM_RECORD_CLOCK", r->clock, 1);
    setenv("BSIM_REPLAY", r->log, 1);
    setenv("BSIM_REPLAY_RECORDING", r->recording, 1);
    return bsim_record_preload(library, err);
}

/* ---- behind it ---- */

static int64_t received_bytes(const struct replay *r) {
    char path[PATH_MAX + 32];
    long long n = 0;
    snprintf(path, sizeof path, "%s/" TRACE_RECEIVED_FILE, r->parts);
    FILE *file = fopen(path, "r");
    if (file == NULL || fscanf(file, "%lld", &n) != 1)
        n = 0;
    if (file)
        fclose(file);
    return n;
}

static void print(const struct bsim_vector *v, const struct bsim_trace *t) {
    char recorded[32], replayed[32];
    bsim_format_time(recorded, sizeof recorded, v->recorded_s);
    bsim_format_time(replayed, sizeof replayed, v->replayed_s);
    printf("%s: rank %d of %d replayed: %lld calls, %lld bytes received\n", v->program, v->rank, v->nrank,
           (long long)v->n, (long long)v->received_bytes);
    if (strcmp(t->clock, "none") == 0)
        printf("  calculation (%s clock): %s replayed; it was recorded without times\n", v->clock, replayed);
    else if (v->recorded_s > 0)
        printf("  calculation (%s clock): %s recorded, %s replayed (%+.1f %%)\n", v->clock, recorded, replayed,
               100 * (v->replayed_s / v->recorded_s - 1));
    else
        printf("  calculation (%s clock): %s recorded, %s replayed\n", v->clock, recorded, replayed);
}

static int run(struct replay *r, const struct bsim_trace *t, char **program, struct bsim_error *err) {
    char part[PATH_MAX + 32];
    struct bsim_vector v;
    int code = bsim_record_start(program, set_environment, r, err);
    snprintf(part, sizeof part, "%s/rank-%d" TRACE_PART_SUFFIX, r->parts, r->rank);
    if (code != 0)
        return code < 0 ? BSIM_EXIT_USAGE : code;
    if (access(part, F_OK) != 0) {
        bsim_error_set(err, NULL, 0, NULL,
                       "%s made no call: it must call MPI_Init, and be linked dynamically with MPICH", program[0]);
        return BSIM_EXIT_USAGE;
    }
    if (!bsim_vector_from_part(&v, part, t, r->rank, err))
        return BSIM_EXIT_USAGE;
    v.clock = strcmp(r->clock, "wall") == 0 ? "wall" : "cpu";
    v.received_bytes = received_bytes(r);
    bool ok = r->output == NULL || bsim_vector_write(&v, r->output, err);
    if (ok && !r->quiet)
        print(&v, t);
    bsim_vector_free(&v);
    return ok ? BSIM_EXIT_OK : BSIM_EXIT_USAGE;
}

int bsim_cmd_replay(int argc, char **argv) {
    struct replay r = {0};
    struct bsim_error err = {0};
    struct bsim_trace t;
    int code = BSIM_EXIT_USAGE;
    const char *tmp = getenv("TMPDIR");
    char **program = split(&argc, argv);
    int first = bsim_options_read(argc, argv, BSIM_OPERANDS_MIXED, &table, &r, &err);
    if (first == -2)
        return BSIM_EXIT_OK;
    if (first >= 0 && (argv[first] == NULL || argv[first + 1] || program == NULL))
        bsim_error_set(&err, NULL, 0, NULL, "usage: bsim replay --rank R TRACE -- EXE ARGS");
    if (!err.set && bsim_record_clock(r.clock, false, &err) && bsim_output_probe(r.output, &err) &&
        bsim_trace_open(&t, argv[first], &err)) {
        if (r.clock == NULL)
            r.clock = strcmp(t.clock, "wall") == 0 ? "wall" : "cpu";
        snprintf(r.parts, sizeof r.parts, "%s/bsim-replay.XXXXXX", tmp && *tmp ? tmp : "/tmp");
        if (check_rank(&r, &t, &err) && check_log(&r, &t, &err)) {
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
