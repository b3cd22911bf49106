/* predict_by_replay_steps.c - the steps of bsim predict-by-replay. Each is another command of bsim, or a run of the
 * program, in a process of its own, whose output goes to a file beside what it makes and is told only if it fails. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bsim/base/alloc.h"
#include "bsim/cmd/clusters.h"
#include "bsim/cmd/cmd.h"
#include "bsim/cmd/predict_by_replay.h"
#include "bsim/cmd/trace.h"
#include "bsim/trace/trace_vector.h"

#define SELF "/proc/self/exe"

struct step {
    const struct replay_prediction *p;
    const char *does;  /* for messages: "recording" */
    const char *log;   /* gets its output */
    const char *clock; /* a file that gets the run time; NULL: that is not measured */
    bool runs_program; /* in its folder, with its input */
    bool tells;        /* its standard error goes where ours goes */
};

static void path_in(char *path, const char *folder, const char *name) {
    if (snprintf(path, PATH_MAX, "%s/%s", folder, name) >= PATH_MAX)
        path[0] = '\0'; /* cannot be opened, which is told */
}

static bool set_clock(const struct step *s, struct bsim_error *err) {
    char library[PATH_MAX], yield[PATH_MAX] = "", both[2 * PATH_MAX + 2];
    if (!bsim_trace_library("libbsim-walltime.so", library, err) ||
        (s->p->yields && !bsim_trace_library("libbsim-yield.so", yield, err)))
        return false;
    snprintf(both, sizeof both, "%s%s%s", library, *yield ? " " : "", yield);
    setenv("BSIM_WALLTIME", s->clock, 1);
    return bsim_record_preload(both, err);
}

/* In the process of the step. */
static bool prepare(const void *data, struct bsim_error *err) {
    const struct step *s = data;
    int log = open(s->log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (log < 0 || dup2(log, STDOUT_FILENO) < 0 || (!s->tells && dup2(log, STDERR_FILENO) < 0))
        return bsim_error_set(err, s->log, 0, NULL, "cannot be written: %s", strerror(errno));
    if (!s->runs_program)
        return true;
    if (s->p->run_in && chdir(s->p->run_in))
        return bsim_error_set(err, s->p->run_in, 0, NULL, "cannot be entered: %s", strerror(errno));
    if (s->p->input_at >= 0)
        lseek(STDIN_FILENO, s->p->input_at, SEEK_SET);
    return s->clock == NULL || set_clock(s, err);
}

static void tell(const char *log) {
    char text[4096];
    FILE *file = fopen(log, "r");
    for (size_t n; file && (n = fread(text, 1, sizeof text, file)) > 0;)
        fwrite(text, 1, n, stderr);
    if (file)
        fclose(file);
}

static int run(const struct step *s, char **argv, struct bsim_error *err) {
    bsim_progress("bsim: %s", s->does);
    unlink(s->log);
    int code = bsim_record_start(argv, prepare, s, err);
    bsim_progress(NULL);
    if (code < 0)
        return BSIM_EXIT_USAGE;
    if (code == BSIM_EXIT_OK || (s->runs_program && code == s->p->exit_code))
        return BSIM_EXIT_OK;
    tell(s->log);
    bsim_error_set(err, NULL, 0, NULL, "%s failed with exit code %d; what it told stands above", s->does, code);
    return code;
}

/* Appends words to a list that ends with NULL. */
static void add(char **argv, int *n, char *const *words) {
    for (; *words; words++)
        argv[(*n)++] = *words;
    argv[*n] = NULL;
}

static int count(char *const *words) {
    int n = 0;
    while (words[n])
        n++;
    return n;
}

int bsim_prediction_measure(struct replay_prediction *p, struct bsim_error *err) {
    char clock[PATH_MAX], log[PATH_MAX];
    path_in(clock, p->folder, "measured");
    path_in(log, p->folder, "measured.log");
    const struct step s = {
        .p = p, .does = "the run without a recorder", .log = log, .clock = clock, .runs_program = true};
    int code = run(&s, p->under_mpiexec, err);
    if (code)
        return code;
    FILE *file = fopen(clock, "r");
    bool ok = file && fscanf(file, "%lf", &p->measured_s) == 1;
    if (file)
        fclose(file);
    if (!ok)
        bsim_error_set(
            err, NULL, 0, NULL,
            "%s told no run time: it must call MPI_Init and MPI_Finalize, and be linked dynamically with MPICH",
            p->program[0]);
    return ok ? BSIM_EXIT_OK : BSIM_EXIT_USAGE;
}

static int record(struct replay_prediction *p, struct bsim_error *err) {
    char log[PATH_MAX];
    int n = 0;
    char **argv = bsim_alloc((size_t)(count(p->under_mpiexec) + 16) * sizeof *argv);
    path_in(log, p->folder, "record.log");
    add(argv, &n, (char *[]){SELF, "record", "-q", "--content", "-o", p->trace, NULL});
    if (p->clock)
        add(argv, &n, (char *[]){"--clock", (char *)p->clock, NULL});
    if (p->partial)
        add(argv, &n, (char *[]){"--partial", NULL});
    if (p->enough)
        add(argv, &n, (char *[]){"--enough", (char *)p->enough, NULL});
    if (p->yields)
        add(argv, &n, (char *[]){"--yield", NULL});
    add(argv, &n, (char *[]){"--", NULL});
    add(argv, &n, p->under_mpiexec);
    const struct step s = {.p = p, .does = "the recording", .log = log, .runs_program = true};
    int code = run(&s, argv, err);
    bsim_free(argv);
    return code;
}

int bsim_prediction_record(struct replay_prediction *p, struct bsim_error *err) {
    if (!p->is_opened) {
        int code = record(p, err);
        if (code)
            return code;
        p->is_opened = bsim_trace_open(&p->opened, p->trace, err);
    }
    if (p->is_opened && p->opened.ncut > 0)
        bsim_error_set(err, p->given ? p->given : p->program[0], 0, NULL,
                       "was not recorded to its end: rank %d has no MPI_Finalize", p->opened.cut[0]);
    return err->set ? BSIM_EXIT_USAGE : BSIM_EXIT_OK;
}

static int replay(struct replay_prediction *p, int i, struct bsim_error *err) {
    struct replay_group *g = &p->group[i];
    char path[PATH_MAX], log[PATH_MAX], rank[16], name[32], does[64];
    struct bsim_vector v;
    int n = 0;
    snprintf(rank, sizeof rank, "%d", g->representative);
    snprintf(name, sizeof name, "rank-%s.json", rank);
    path_in(path, p->vectors, name);
    snprintf(name, sizeof name, "rank-%s.log", rank);
    path_in(log, p->vectors, name);
    snprintf(does, sizeof does, "the replay of rank %s (%d of %d)", rank, i + 1, p->ngroup);
    char **argv = bsim_alloc((size_t)(count(p->program) + 16) * sizeof *argv);
    add(argv, &n, (char *[]){SELF, "replay", "-q", "--rank", rank, "-o", path, p->trace, NULL});
    if (p->clock && strcmp(p->clock, "none") != 0)
        add(argv, &n, (char *[]){"--clock", (char *)p->clock, NULL});
    add(argv, &n, (char *[]){"--", NULL});
    add(argv, &n, p->program);
    const struct step s = {.p = p, .does = does, .log = log, .runs_program = true};
    int code = run(&s, argv, err);
    bsim_free(argv);
    if (code == BSIM_EXIT_OK && !bsim_vector_read(&v, path, &p->opened, err))
        return BSIM_EXIT_USAGE;
    if (code == BSIM_EXIT_OK) {
        g->calls = v.nreplayed;
        g->recorded_s = v.recorded_s;
        g->replayed_s = v.replayed_s;
        bsim_vector_free(&v);
    }
    return code;
}

/* The groups of ranks, and a rank that stands for each. */
static bool find_groups(struct replay_prediction *p, struct bsim_error *err) {
    struct bsim_clusters k;
    bool ok = bsim_clusters_find(&k, &p->opened, p->cut, false, err);
    if (ok)
        p->group = bsim_alloc((size_t)k.n * sizeof *p->group);
    for (int first = 0; ok && first < k.n; first++) { /* groups are named by their smallest ranks */
        if (k.group[first] != first)
            continue;
        struct replay_group *g = &p->group[p->ngroup++];
        *g = (struct replay_group){.representative = bsim_clusters_representative(&k, first)};
        g->member = bsim_alloc((size_t)(k.n - first) * sizeof *g->member);
        for (int r = first; r < k.n; r++)
            if (k.group[r] == first)
                g->member[g->members++] = r;
    }
    bsim_clusters_end(&k);
    return ok;
}

int bsim_prediction_replay(struct replay_prediction *p, struct bsim_error *err) {
    int code = find_groups(p, err) ? BSIM_EXIT_OK : BSIM_EXIT_USAGE;
    if (code == BSIM_EXIT_OK && mkdir(p->vectors, 0777)) {
        bsim_error_set(err, p->vectors, 0, NULL, "cannot be made: %s", strerror(errno));
        code = BSIM_EXIT_USAGE;
    }
    for (int i = 0; code == BSIM_EXIT_OK && i < p->ngroup; i++)
        code = replay(p, i, err);
    return code;
}

/* name: of the files that are made. replayed: with that calculation. */
static int simulate(struct replay_prediction *p, const char *name, bool replayed, json_t **result,
                    struct bsim_error *err) {
    char path[PATH_MAX], log[PATH_MAX], file[32];
    char *argv[20];
    int n = 0;
    snprintf(file, sizeof file, "%s.json", name);
    path_in(path, p->folder, file);
    snprintf(file, sizeof file, "%s.log", name);
    path_in(log, p->folder, file);
    add(argv, &n, (char *[]){SELF, "simulate", "-q", "--platform", (char *)p->platform, "--json", path, NULL});
    if (p->speed)
        add(argv, &n, (char *[]){"--speed", (char *)p->speed, NULL});
    if (replayed)
        add(argv, &n, (char *[]){"--replayed", p->vectors, NULL});
    if (replayed && p->cut_text)
        add(argv, &n, (char *[]){"--cut", (char *)p->cut_text, NULL});
    add(argv, &n, (char *[]){p->trace, NULL});
    const struct step s = {.p = p, .does = "the simulation", .log = log, .tells = replayed};
    int code = run(&s, argv, err);
    if (code == BSIM_EXIT_OK && (*result = json_load_file(path, 0, NULL)) == NULL) {
        bsim_error_set(err, path, 0, NULL, "cannot be read");
        code = BSIM_EXIT_USAGE;
    }
    return code;
}

int bsim_prediction_simulate(struct replay_prediction *p, struct bsim_error *err) {
    int code = simulate(p, "result", true, &p->result, err);
    if (code == BSIM_EXIT_OK && strcmp(p->opened.clock, "none") != 0)
        code = simulate(p, "recorded", false, &p->recorded, err);
    return code;
}
