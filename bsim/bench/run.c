/* run.c - see run.h. */
#include "bsim/bench/run.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bsim/base/alloc.h"
#include "bsim/base/output.h"

/* The file by which a folder of samples is known. */
#define INDEX "runs.tsv"

static char *path_of(const char *folder, const char *name) {
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = bsim_alloc(size);
    snprintf(path, size, "%s/%s", folder, name);
    return path;
}

/* ---- the folder of all runs ---- */

/* Removes what bsim bench writes: run-* and dry-run, folders and files, and the index. */
static void empty(const char *folder, int depth) {
    DIR *d = opendir(folder);
    struct dirent *e;
    while (d && (e = readdir(d)) != NULL) {
        const char *name = e->d_name;
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 ||
            (depth == 0 && strncmp(name, "run-", 4) != 0 && strcmp(name, "dry-run") != 0 && strcmp(name, INDEX) != 0))
            continue;
        char *path = path_of(folder, name);
        struct stat st;
        if (lstat(path, &st) == 0 && S_ISDIR(st.st_mode)) {
            empty(path, depth + 1);
            rmdir(path);
        } else {
            unlink(path);
        }
        bsim_free(path);
    }
    if (d)
        closedir(d);
}

static bool is_empty(const char *folder) {
    DIR *d = opendir(folder);
    struct dirent *e;
    bool any = false;
    while (d && (e = readdir(d)) != NULL)
        any = any || (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0);
    if (d)
        closedir(d);
    return !any;
}

bool bsim_bench_folder(struct bench_plan *p, struct bsim_error *err) {
    char full[4096];
    if (mkdir(p->samples, 0777) != 0 && errno != EEXIST)
        return bsim_error_set(err, p->samples, 0, NULL, "cannot be made: %s", strerror(errno));
    if (realpath(p->samples, full) == NULL)
        return bsim_error_set(err, p->samples, 0, NULL, "cannot be used: %s", strerror(errno));
    char *index = path_of(full, INDEX);
    bool ours = access(index, F_OK) == 0;
    if (!ours && !is_empty(full))
        bsim_error_set(err, p->samples, 0, NULL,
                       "is not empty and no folder of an earlier bsim bench; give another one with --samples");
    else if (access(full, W_OK | X_OK) != 0)
        bsim_error_set(err, p->samples, 0, NULL, "cannot be written: %s", strerror(errno));
    else if (ours)
        empty(full, 0);
    bsim_free(index);
    bsim_free(p->samples);
    p->samples = bsim_strdup(full);
    return !err->set;
}

/* ---- a run ---- */

static bool write_files(const struct bench_plan *p, const struct bench_values *v, const char *folder,
                        struct bsim_error *err) {
    for (int i = 0; i < p->nfile && !err->set; i++) {
        char *text = bsim_bench_expand(p->file[i].text, v, p->file[i].path, err);
        char *path = text ? path_of(folder, p->file[i].name) : NULL;
        FILE *f = path ? fopen(path, "w") : NULL;
        bool ok = f && fputs(text, f) >= 0;
        if (path && (!f || fclose(f) != 0 || !ok))
            bsim_error_set(err, path, 0, NULL, "cannot be written: %s", strerror(errno));
        bsim_free(path);
        bsim_free(text);
    }
    return !err->set;
}

/* Appends the program's arguments. */
static bool add_arguments(const struct bench_plan *p, const struct bench_values *v, char **argv, int n,
                          struct bsim_error *err) {
    for (char **a = p->argument; *a && !err->set; a++)
        argv[n++] = bsim_bench_expand(*a, v, NULL, err);
    return !err->set;
}

/* Room for n words and the program's arguments; all entries are to be freed. */
static char **argv_room(const struct bench_plan *p, int n) {
    for (char **a = p->argument; *a; a++)
        n++;
    return bsim_alloc(((size_t)n + 1) * sizeof(char *));
}

static void argv_free(char **argv) {
    for (char **a = argv; *a; a++)
        bsim_free(*a);
    bsim_free(argv);
}

/* The last line of a run's standard error, or else of its standard output; "" if it has none. */
static void last_line(const char *folder, char *buf, size_t size) {
    buf[0] = '\0';
    for (int i = 0; i < 2 && buf[0] == '\0'; i++) {
        char *path = path_of(folder, i ? "stdout" : "stderr"), line[400];
        FILE *f = fopen(path, "r");
        while (f && fgets(line, sizeof line, f)) {
            line[strcspn(line, "\r\n")] = '\0';
            /* Not what mpiexec draws around the exit code. */
            if (line[strspn(line, "=| \t")] != '\0' && !strstr(line, "BAD TERMINATION") && !strstr(line, "EXIT CODE") &&
                line[0] != '=' && line[0] != '|')
                snprintf(buf, size, "%s", line);
        }
        if (f)
            fclose(f);
        bsim_free(path);
    }
}

static void set_end(struct bench_result *r, int status, int accepted, const char *folder) {
    char line[400], how[80];
    last_line(folder, line, sizeof line);
    r->end = BENCH_RAN;
    if (bsim_bench_signal())
        r->end = BENCH_STOPPED;
    else if (r->time.late)
        r->end = BENCH_LATE;
    else if (!WIFEXITED(status) || (WEXITSTATUS(status) != 0 && WEXITSTATUS(status) != accepted))
        r->end = BENCH_FAILED;
    if (WIFEXITED(status))
        snprintf(how, sizeof how, "exit code %d%s", WEXITSTATUS(status),
                 WEXITSTATUS(status) < 126 ? ", which --exit-code would allow" : "");
    else
        snprintf(how, sizeof how, "ended by signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
    if (r->end == BENCH_FAILED)
        snprintf(r->what, sizeof r->what, "%s%s%s (its output is in %s)", how, line[0] ? ": " : "", line, folder);
    else if (r->end == BENCH_LATE)
        snprintf(r->what, sizeof r->what, "it was ended after %.1f s", r->time.wall_s);
}

static bool make_folder(const char *folder, struct bsim_error *err) {
    return mkdir(folder, 0777) == 0 || errno == EEXIST ||
           bsim_error_set(err, folder, 0, NULL, "cannot be made: %s", strerror(errno));
}

/* "run-0007", "run-0007-copy1": the name of a copy's folder, and of its samples. Returns buf. */
static const char *copy_name(char *buf, size_t size, int number, int copy) {
    if (copy == 0)
        snprintf(buf, size, "run-%04d", number);
    else
        snprintf(buf, size, "run-%04d-copy%d", number, copy);
    return buf;
}

char *bsim_bench_samples_of(const struct bench_plan *p, const struct bench_input *in, int number, int rank) {
    char copy[48], name[80];
    snprintf(name, sizeof name, "%s.tsv.rank%d", copy_name(copy, sizeof copy, number, rank / in->ranks),
             rank % in->ranks);
    return path_of(p->samples, name);
}

void bsim_bench_forget(const struct bench_plan *p, int number, const struct bench_input *in) {
    for (int r = 0; r < in->ranks * in->copies; r++) {
        char *path = bsim_bench_samples_of(p, in, number, r);
        unlink(path);
        bsim_free(path);
    }
}

/* A copy of a run, with all that its process points to. */
struct copy {
    char **argv, *folder, *samples, *copies;
    const char *env[3];
};

static bool prepare(const struct bench_plan *p, const char *exe, const struct bench_input *in, int number, int which,
                    struct copy *c, struct bsim_error *err) {
    const struct bench_values *v = bsim_bench_values_of(p, in);
    char name[48], text[80];
    int n = 0;
    copy_name(name, sizeof name, number, which);
    c->folder = path_of(p->samples, name);
    size_t size = strlen(c->folder) + 32;
    c->samples = bsim_alloc(size);
    snprintf(c->samples, size, "BSIM_SAMPLES=%s.tsv", c->folder);
    snprintf(text, sizeof text, "BSIM_COPIES=%d", in->copies);
    c->copies = bsim_strdup(text);
    c->env[0] = c->samples;
    c->env[1] = c->copies;
    c->argv = argv_room(p, BENCH_MAX_WORDS + 3);
    snprintf(text, sizeof text, "%d", in->ranks);
    for (; p->mpiexec[n]; n++)
        c->argv[n] = bsim_strdup(p->mpiexec[n]);
    c->argv[n++] = bsim_strdup("-n");
    c->argv[n++] = bsim_strdup(text);
    c->argv[n++] = bsim_strdup(exe);
    return add_arguments(p, v, c->argv, n, err) && make_folder(c->folder, err) && write_files(p, v, c->folder, err);
}

static void copy_free(struct copy *c) {
    if (c->argv)
        argv_free(c->argv);
    bsim_free(c->folder);
    bsim_free(c->samples);
    bsim_free(c->copies);
}

static void set_result(const struct bench_plan *p, const struct bench_input *in, int number, struct bench_result *r,
                       const struct bench_process *process, const struct copy *copy) {
    for (int i = 0; i < in->copies; i++) {
        set_end(r, process[i].status, p->exit_code, copy[i].folder);
        if (r->end != BENCH_RAN)
            return;
        char *samples = bsim_bench_samples_of(p, in, number, i * in->ranks);
        bool wrote = access(samples, R_OK) == 0;
        bsim_free(samples);
        if (wrote)
            continue;
        r->end = BENCH_SILENT;
        snprintf(r->what, sizeof r->what,
                 "it wrote no samples: it was not made by skeletonize --instrument, or it "
                 "reached no block and does not end by MPI_Finalize or exit");
        return;
    }
}

bool bsim_bench_run(const struct bench_plan *p, const char *exe, const struct bench_input *in, int number,
                    double limit_s, struct bench_result *r, struct bsim_error *err) {
    struct copy *copy = bsim_alloc((size_t)in->copies * sizeof *copy);
    struct bench_process *process = bsim_alloc((size_t)in->copies * sizeof *process);
    struct bench_watch watch;
    bool ok = true;
    *r = (struct bench_result){.end = BENCH_FAILED};
    for (int i = 0; i < in->copies && ok; i++) {
        ok = prepare(p, exe, in, number, i, &copy[i], err);
        process[i] = (struct bench_process){.argv = copy[i].argv, .folder = copy[i].folder, .env = copy[i].env};
    }
    if (ok) {
        bsim_bench_watch_begin(&watch, in->ranks * in->copies);
        ok = bsim_bench_processes_run(process, in->copies, limit_s, &r->time, err);
        bsim_bench_watch_end(&watch, r->time.cpu_s, &r->disturbance);
    }
    if (ok)
        set_result(p, in, number, r, process, copy);
    for (int i = 0; i < in->copies; i++)
        copy_free(&copy[i]);
    bsim_free(copy);
    bsim_free(process);
    return ok;
}

/* A machine with a core for each rank: the parameters of blocks rarely depend on it. */
static bool write_platform(const char *path, int np, struct bsim_error *err) {
    json_t *root =
        json_pack("{s:s, s:i, s:i, s:{s:s, s:s, s:s}}", "schema", "bsim-platform/1", "nodes", np, "cores_per_node", 1,
                  "network", "model", "simple", "latency", "1us", "bandwidth", "10GB/s");
    bool ok = bsim_output_json(path, root, err);
    json_decref(root);
    return ok;
}

bool bsim_bench_dry_run(const struct bench_plan *p, const char *models, double limit_s, char **path,
                        struct bench_result *r, struct bsim_error *err) {
    const struct bench_values *v = bsim_bench_values_predicted(p);
    char np[24], *folder = path_of(p->samples, "dry-run"), *platform = path_of(folder, "platform.json");
    char **argv = argv_room(p, 12);
    int n = 0;
    *path = path_of(folder, "parameters.json");
    *r = (struct bench_result){.end = BENCH_FAILED};
    snprintf(np, sizeof np, "%d", p->np);
    const char *const words[] = {p->self, "run", "-np", np, "--platform", platform, "--parameters", *path, "--quiet"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        argv[n++] = bsim_strdup(words[i]);
    if (models) {
        argv[n++] = bsim_strdup("--models");
        argv[n++] = bsim_strdup(models);
    }
    argv[n++] = bsim_strdup(p->skeleton);
    bool ok = make_folder(folder, err) && write_platform(platform, p->np, err) && add_arguments(p, v, argv, n, err) &&
              write_files(p, v, folder, err);
    struct bench_process process[] = {{.argv = argv, .folder = folder}};
    unlink(*path);
    ok = ok && bsim_bench_processes_run(process, 1, limit_s, &r->time, err);
    if (ok)
        set_end(r, process[0].status, p->exit_code, folder);
    argv_free(argv);
    bsim_free(folder);
    bsim_free(platform);
    return ok;
}
