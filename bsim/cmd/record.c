/* record.c - bsim record: runs an MPI program under the real MPI and makes a trace of its calls. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bsim/base/units.h"
#include "bsim/base/spawn.h"
#include "bsim/cmd/cmd.h"
#include "bsim/cmd/trace.h"
#include "bsim/trace/trace.h"
#include "bsim/trace/trace_content.h"
#include "bsim/trace/trace_stream.h"

struct record {
    const char *output, *clock;
    const char *enough, *times, *window;
    char window_of_recorder[128]; /* BSIM_RECORD_WINDOW; empty: there is none */
    bool yield, quiet, content, partial;
    const char *parts;  /* a folder */
    char recording[20]; /* the name of the recording, if its contents are recorded */
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
    {"content", BSIM_OPTION(struct record, content), NULL, 0,
     "also what each rank receives, so that bsim replay can run a rank alone", 3},
    {"partial", BSIM_OPTION(struct record, partial), NULL, 0,
     "times, and with --content what is received, only of as many iterations of loops as are needed", 4},
    {"enough", BSIM_OPTION(struct record, enough), "SHARE", 0,
     "with --partial: how far 5 iterations in a row may differ, as a share of the calculation of one (0.2)", 5},
    {"times", BSIM_OPTION(struct record, times), "FORM", 0,
     "full, those of each call (default); sites, of each place of a call how its times are distributed: a trace as "
     "small "
     "as without times",
     5},
    {"window", BSIM_OPTION(struct record, window), "WHAT", 0,
     "times, and with --content what is received, of a part of the run only: FROM-TO since MPI_Init (10s-60s, -500ms, "
     "2min-), MPI_X:FROM-TO in calls of that function (MPI_Allreduce:100-200), or pcontrol, from MPI_Pcontrol(1) to "
     "MPI_Pcontrol(0)",
     5},
    {"yield", BSIM_OPTION(struct record, yield), NULL, 0,
     "waiting processes yield their core: for more processes than cores", 6},
    {"quiet", BSIM_OPTION(struct record, quiet), NULL, 0, "no summary", 7},
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

bool bsim_record_preload(const char *libraries, struct bsim_error *err) {
    const char *before = getenv("LD_PRELOAD");
    char *all;
    if (asprintf(&all, "%s%s%s", libraries, before && *before ? " " : "", before ? before : "") < 0)
        return bsim_error_set(err, NULL, 0, NULL, "out of memory");
    setenv("LD_PRELOAD", all, 1);
    free(all);
    return true;
}

static bool set_environment(const void *data, struct bsim_error *err) {
    const struct record *r = data;
    char library[PATH_MAX], yield[PATH_MAX] = "", both[2 * PATH_MAX + 2];
    if (!bsim_trace_library("libbsim-record.so", library, err) ||
        (r->yield && !bsim_trace_library("libbsim-yield.so", yield, err)))
        return false;
    snprintf(both, sizeof both, "%s%s%s", library, *yield ? " " : "", yield);
    unsetenv("BSIM_RECORD_ALONE");
    setenv("BSIM_RECORD", r->parts, 1);
    setenv("BSIM_RECORD_CLOCK", r->clock ? r->clock : "cpu", 1);
    if (r->partial)
        setenv("BSIM_RECORD_PARTIAL", r->enough ? r->enough : "0.2", 1);
    else
        unsetenv("BSIM_RECORD_PARTIAL");
    if (r->window)
        setenv("BSIM_RECORD_WINDOW", r->window_of_recorder, 1);
    else
        unsetenv("BSIM_RECORD_WINDOW");
    if (r->content)
        setenv("BSIM_RECORD_CONTENT", r->recording, 1);
    else
        unsetenv("BSIM_RECORD_CONTENT");
    return bsim_record_preload(both, err);
}

void bsim_record_remove_parts(const char *folder) {
    DIR *dir = opendir(folder);
    char path[PATH_MAX];
    for (struct dirent *e; dir && (e = readdir(dir));) {
        int rank;
        bool is_part = strstr(e->d_name, TRACE_PART_SUFFIX) || sscanf(e->d_name, TRACE_RECEIVED_FILE, &rank) == 1 ||
                       sscanf(e->d_name, TRACE_MATCHED_FILE, &rank) == 1 ||
                       sscanf(e->d_name, TRACE_CONTENT_FILE, &rank) == 1;
        if (is_part && snprintf(path, sizeof path, "%s/%s", folder, e->d_name) < (int)sizeof path)
            unlink(path);
    }
    if (dir)
        closedir(dir);
    rmdir(folder);
}

/* ---- the program ---- */

/* What would end this command ends the program, whose recording is put in order then. A terminal, and others that end a
 * group of processes, send it to both: mpiexec leaves processes behind if it gets it twice. So the program gets it from
 * here only if it has not ended by then. */
static volatile sig_atomic_t signalled;
static const int GRACE_MS = 1000;

static void note_signal(int number) {
    signalled = number;
}

/* Waits for the process. False: that is not possible. */
static bool wait_for(pid_t pid, int *status) {
    int waited_ms = 0;
    for (pid_t ended; (ended = waitpid(pid, status, signalled ? WNOHANG : 0)) != pid;) {
        if (ended < 0 && errno != EINTR)
            return false;
        if (!signalled)
            continue;
        if (waited_ms == GRACE_MS)
            kill(pid, signalled);
        nanosleep(&(struct timespec){0, 10000000}, NULL);
        waited_ms += waited_ms <= GRACE_MS ? 10 : 0;
    }
    return true;
}

static const int passed[] = {SIGINT, SIGTERM, SIGHUP};
enum { PASSED = sizeof passed / sizeof *passed };

/* The child: becomes the program, or tells errno. */
_Noreturn static void start_program(char **argv, bool (*prepare)(const void *data, struct bsim_error *err),
                                    const void *data, int tell, struct bsim_error *err) {
    if (!prepare(data, err)) {
        bsim_error_print(err, stderr);
        _exit(BSIM_EXIT_USAGE);
    }
    execvp(argv[0], argv);
    bsim_spawn_failed(tell, BSIM_EXIT_USAGE);
}

int bsim_record_start(char **argv, bool (*prepare)(const void *data, struct bsim_error *err), const void *data,
                      struct bsim_error *err) {
    struct sigaction before[PASSED], action = {.sa_handler = note_signal};
    sigset_t all, mask;
    int status, tell[2];
    if (pipe2(tell, O_CLOEXEC) != 0) {
        bsim_error_set(err, NULL, 0, NULL, "no pipe: %s", strerror(errno));
        return -1;
    }
    fflush(NULL);
    sigemptyset(&all);
    for (int i = 0; i < PASSED; i++)
        sigaddset(&all, passed[i]);
    sigprocmask(SIG_BLOCK, &all, &mask); /* until the process is known */
    pid_t pid = fork();
    if (pid == 0) {
        sigprocmask(SIG_SETMASK, &mask, NULL);
        start_program(argv, prepare, data, tell[1], err);
    }
    close(tell[1]);
    signalled = 0;
    for (int i = 0; i < PASSED; i++) {
        sigaction(passed[i], NULL, &before[i]);
        if (before[i].sa_handler != SIG_IGN)
            sigaction(passed[i], &action, NULL);
    }
    sigprocmask(SIG_SETMASK, &mask, NULL);
    bool ended = pid > 0 && wait_for(pid, &status);
    int why = bsim_spawn_told(tell[0]);
    for (int i = 0; i < PASSED; i++)
        sigaction(passed[i], &before[i], NULL);
    if (!ended) {
        bsim_error_set(err, NULL, 0, NULL, "no process for the program: %s", strerror(errno));
        return -1;
    }
    if (why) {
        bsim_error_set(err, argv[0], 0, NULL, "cannot be started: %s", strerror(why));
        return -1;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

bool bsim_record_clock(const char *clock, bool may_be_none, struct bsim_error *err) {
    if (clock == NULL || strcmp(clock, "cpu") == 0 || strcmp(clock, "wall") == 0)
        return true;
    if (!may_be_none)
        return bsim_error_set(err, NULL, 0, NULL, "--clock %s: accepted are cpu and wall", clock);
    return strcmp(clock, "none") == 0 ||
           bsim_error_set(err, NULL, 0, NULL, "--clock %s: accepted are cpu, wall and none", clock);
}

static bool check_window(struct record *r, struct bsim_error *err) {
    if (r->window == NULL)
        return true;
    if (r->partial)
        return bsim_error_set(err, NULL, 0, NULL,
                              "--window and --partial do not go together: each leaves out times of its own");
    if (r->clock && strcmp(r->clock, "none") == 0)
        return bsim_error_set(err, NULL, 0, NULL, "--window and --clock none do not go together: there are no times");
    if (r->times && strcmp(r->times, "sites") == 0)
        return bsim_error_set(err, NULL, 0, NULL,
                              "--window and --times sites do not go together: distributions would mix calls with "
                              "times and calls without");
    return bsim_record_window(r->window, r->window_of_recorder, sizeof r->window_of_recorder, err);
}

static bool check(struct record *r, char **argv, struct bsim_error *err) {
    if (r->output == NULL)
        return bsim_error_set(err, NULL, 0, NULL, "no -o DIR: the folder of the trace");
    if (argv[0] == NULL)
        return bsim_error_set(err, NULL, 0, NULL, "no program: bsim record -o DIR -- mpiexec -n N EXE ARGS");
    double enough;
    if (r->enough && !r->partial)
        return bsim_error_set(err, NULL, 0, NULL, "--enough belongs to --partial");
    if (r->enough && !(bsim_unit_parse(r->enough, BSIM_UNIT_NONE, &enough) && enough > 0 && enough <= 100))
        return bsim_error_set(err, NULL, 0, NULL, "--enough %s: must be a share above 0, such as 0.2", r->enough);
    if (r->partial && r->clock && strcmp(r->clock, "none") == 0)
        return bsim_error_set(err, NULL, 0, NULL, "--partial and --clock none do not go together: it leaves out times");
    if (r->times && strcmp(r->times, "full") != 0 && strcmp(r->times, "sites") != 0)
        return bsim_error_set(err, NULL, 0, NULL, "--times %s: accepted are full and sites", r->times);
    if (r->times && strcmp(r->times, "sites") == 0 && r->partial)
        return bsim_error_set(err, NULL, 0, NULL,
                              "--partial and --times sites do not go together: means of calls have no distribution");
    if (r->times && strcmp(r->times, "sites") == 0 && r->clock && strcmp(r->clock, "none") == 0)
        return bsim_error_set(err, NULL, 0, NULL,
                              "--clock none and --times sites do not go together: there are no times");
    return bsim_record_clock(r->clock, true, err) && check_window(r, err) && bsim_record_may_write(r->output, err);
}

/* Logs of another recording are told from those of this one. */
static void name_recording(struct record *r) {
    uint64_t number = 0;
    if (getrandom(&number, sizeof number, 0) != sizeof number)
        number = (uint64_t)time(NULL) << 20 ^ (uint64_t)getpid();
    snprintf(r->recording, sizeof r->recording, "%016llx", (unsigned long long)number);
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
    name_recording(&r);
    snprintf(parts, sizeof parts, "%s.parts-%d", r.output, (int)getpid());
    if (mkdir(parts, 0777)) {
        bsim_error_set(&err, r.output, 0, NULL, "cannot be written: %s", strerror(errno));
        goto out;
    }
    char full[PATH_MAX];
    r.parts = realpath(parts, full) ? full : parts;
    code = bsim_record_start(argv + first, set_environment, &r, &err);
    snprintf(probe, sizeof probe, "%s/rank-0" TRACE_PART_SUFFIX, parts);
    if (code >= 0 && access(probe, F_OK) != 0) {
        bsim_error_set(&err, NULL, 0, NULL,
                       "%s recorded nothing: it must call MPI_Init, and be linked dynamically with MPICH", argv[first]);
        code = code ? code : BSIM_EXIT_USAGE;
    } else if (code >= 0) {
        const struct bsim_trace_window window = {.what = (char *)r.window};
        struct bsim_trace_about about = {.argv = argv + first,
                                         .clock = r.clock ? r.clock : "cpu",
                                         .is_by_site = r.times && strcmp(r.times, "sites") == 0,
                                         .recording = r.content ? r.recording : NULL,
                                         .window = r.window ? &window : NULL};
        bool ok = bsim_trace_merge(parts, r.output, &about, &err) && bsim_trace_open(&trace, r.output, &err);
        if (ok && !r.quiet)
            bsim_trace_print(&trace, stdout);
        if (ok)
            bsim_trace_close(&trace);
        else
            code = BSIM_EXIT_USAGE;
    }
    bsim_record_remove_parts(parts);
    code = code < 0 ? BSIM_EXIT_USAGE : code;
out:
    if (err.set)
        bsim_error_print(&err, stderr);
    return code;
}
