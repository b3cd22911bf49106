/* record.c - bsim record: runs an MPI program under the real MPI and makes a trace of its calls. */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bsim/cmd/cmd.h"
#include "bsim/cmd/trace.h"
#include "bsim/trace/trace.h"
#include "bsim/trace/trace_stream.h"

struct record {
    const char *output, *clock;
    bool yield, quiet;
};

static const struct argp_option options[] = {
    BSIM_OPTION_SHOW("-o DIR", "the trace, a folder; a trace that is there is replaced", 1),
    BSIM_OPTION_NAME("o", BSIM_OPTION(struct record, output), "DIR"),
    BSIM_OPTION_ALIAS("output"),
    {"clock", BSIM_OPTION(struct record, clock), "CLOCK", 0,
     "of the calculation between calls: cpu, the processor time of the thread (default); wall, the time of day; none: "
     "no "
     "times are recorded",
     2},
    {"yield", BSIM_OPTION(struct record, yield), NULL, 0,
     "waiting processes yield their core: for more processes than cores", 3},
    {"quiet", BSIM_OPTION(struct record, quiet), NULL, 0, "no summary", 4},
    BSIM_OPTION_ALIAS("q"),
    BSIM_OPTION_END};
static const struct argp table = {
    .options = options,
    .parser = bsim_options_parse,
    .args_doc = "-o DIR [OPTIONS] -- mpiexec -n N EXE [ARGS...]",
    .doc = "Runs a program under MPICH as it is, and records its MPI calls and the calculation between them.\v"
           "The program may be written in C, C++ or Fortran; it must be linked dynamically with MPICH. bsim simulate "
           "predicts its time on other machines from the trace. The exit code is the program's."};

/* The path of a library beside the command: BUILD/bin/bsim, BUILD/lib/NAME. */
bool bsim_trace_library(const char *name, char *path, struct bsim_error *err) {
    char self[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = '\0';
    for (int i = 0; i < 2 && strrchr(self, '/'); i++)
        *strrchr(self, '/') = '\0';
    if (snprintf(path, PATH_MAX, "%s/lib/%s", self, name) < PATH_MAX && access(path, R_OK) == 0)
        return true;
    return bsim_error_set(err, path, 0, NULL, "is missing: bsim is not installed whole");
}

static bool set_environment(const struct record *r, const char *parts, struct bsim_error *err) {
    char library[PATH_MAX], yield[PATH_MAX] = "", *all;
    const char *before = getenv("LD_PRELOAD");
    if (!bsim_trace_library("libbsim-record.so", library, err) ||
        (r->yield && !bsim_trace_library("libbsim-yield.so", yield, err)))
        return false;
    if (asprintf(&all, "%s%s%s%s%s", library, *yield ? " " : "", yield, before && *before ? " " : "",
                 before ? before : "") < 0)
        return bsim_error_set(err, NULL, 0, NULL, "out of memory");
    setenv("LD_PRELOAD", all, 1);
    setenv("BSIM_RECORD", parts, 1);
    setenv("BSIM_RECORD_CLOCK", r->clock ? r->clock : "cpu", 1);
    free(all);
    return true;
}

static void remove_parts(const char *folder) {
    DIR *dir = opendir(folder);
    char path[PATH_MAX];
    for (struct dirent *e; dir && (e = readdir(dir));) {
        const char *end = strstr(e->d_name, TRACE_PART_SUFFIX);
        if (end && snprintf(path, sizeof path, "%s/%s", folder, e->d_name) < (int)sizeof path)
            unlink(path);
    }
    if (dir)
        closedir(dir);
    rmdir(folder);
}

/* Returns the exit code of the program, -1 if it could not be started. */
static int run_program(const struct record *r, char **argv, const char *parts, struct bsim_error *err) {
    int status;
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        if (!set_environment(r, parts, err)) {
            bsim_error_print(err, stderr);
            _exit(BSIM_EXIT_USAGE);
        }
        execvp(argv[0], argv);
        fprintf(stderr, "bsim: error: %s: cannot be started: %s\n", argv[0], strerror(errno));
        _exit(BSIM_EXIT_USAGE);
    }
    while (pid > 0 && waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            pid = -1;
    if (pid < 0) {
        bsim_error_set(err, NULL, 0, NULL, "no process for the program: %s", strerror(errno));
        return -1;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static bool check(const struct record *r, char **argv, struct bsim_error *err) {
    if (r->output == NULL)
        return bsim_error_set(err, NULL, 0, NULL, "no -o DIR: the folder of the trace");
    if (argv[0] == NULL)
        return bsim_error_set(err, NULL, 0, NULL, "no program: bsim record -o DIR -- mpiexec -n N EXE ARGS");
    if (r->clock && strcmp(r->clock, "cpu") != 0 && strcmp(r->clock, "wall") != 0 && strcmp(r->clock, "none") != 0)
        return bsim_error_set(err, NULL, 0, NULL, "--clock %s: accepted are cpu, wall and none", r->clock);
    return bsim_record_may_write(r->output, err);
}

int bsim_cmd_record(int argc, char **argv) {
    struct record r = {0};
    struct bsim_error err = {0};
    struct bsim_trace trace;
    char parts[PATH_MAX], probe[PATH_MAX + 32];
    int code = BSIM_EXIT_USAGE;
    int first = bsim_options_read(argc, argv, BSIM_OPERANDS_LAST, &table, &r, &err);
    if (first == -2)
        return BSIM_EXIT_OK;
    if (first < 0 || !check(&r, argv + first, &err))
        goto out;
    snprintf(parts, sizeof parts, "%s.parts-%d", r.output, (int)getpid());
    if (mkdir(parts, 0777)) {
        bsim_error_set(&err, r.output, 0, NULL, "cannot be written: %s", strerror(errno));
        goto out;
    }
    char full[PATH_MAX];
    code = run_program(&r, argv + first, realpath(parts, full) ? full : parts, &err);
    snprintf(probe, sizeof probe, "%s/rank-0" TRACE_PART_SUFFIX, parts);
    if (code >= 0 && access(probe, F_OK) != 0) {
        bsim_error_set(&err, NULL, 0, NULL,
                       "%s recorded nothing: it must call MPI_Init, and be linked dynamically with MPICH", argv[first]);
        code = code ? code : BSIM_EXIT_USAGE;
    } else if (code >= 0) {
        struct bsim_trace_about about = {.argv = argv + first, .clock = r.clock ? r.clock : "cpu"};
        bool ok = bsim_trace_merge(parts, r.output, &about, &err) && bsim_trace_open(&trace, r.output, &err);
        if (ok && !r.quiet)
            bsim_trace_print(&trace, stdout);
        if (ok)
            bsim_trace_close(&trace);
        else
            code = BSIM_EXIT_USAGE;
    }
    remove_parts(parts);
    code = code < 0 ? BSIM_EXIT_USAGE : code;
out:
    if (err.set)
        bsim_error_print(&err, stderr);
    return code;
}
