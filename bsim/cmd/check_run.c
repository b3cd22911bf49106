/* check_run.c - the runs of bsim check: builds a program from sources, starts it with decisions, collects what the
 * checker in it has written. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bsim/cmd/check.h"

/* ---- sources ---- */

static bool is_source(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot &&
           (strcmp(dot, ".c") == 0 || strcmp(dot, ".cc") == 0 || strcmp(dot, ".cpp") == 0 || strcmp(dot, ".cxx") == 0);
}

/* The compiler beside this command. */
static void compiler(char *path) {
    ssize_t n = readlink("/proc/self/exe", path, PATH_MAX - 16);
    path[n > 0 ? n : 0] = '\0';
    char *slash = strrchr(path, '/');
    strcpy(slash ? slash + 1 : path, "bsimcc");
}

bool bsim_check_build(char **operands, const char **exe, int *sources, struct bsim_error *err) {
    char cc[PATH_MAX];
    int n = 0, status = 0;
    while (operands[n] && is_source(operands[n]))
        n++;
    *sources = n;
    if (n == 0)
        return true;
    if ((*exe = bsim_launch_tempfile("bsim-check", err)) == NULL)
        return false;
    compiler(cc);
    char **argv = calloc((size_t)n + 8, sizeof *argv);
    if (!argv)
        return bsim_error_set(err, NULL, 0, NULL, "out of memory");
    int k = 0;
    argv[k++] = cc;
    argv[k++] = "--check";
    argv[k++] = "-O0"; /* no access of the text is optimized away */
    for (int i = 0; i < n; i++)
        argv[k++] = operands[i];
    argv[k++] = "-o";
    argv[k++] = (char *)*exe;
    argv[k++] = "-lm";
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        execv(cc, argv);
        _exit(127);
    }
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    free(argv);
    if (pid < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return bsim_error_set(err, operands[0], 0, NULL, "cannot be compiled and linked by bsimcc --check");
    return true;
}

/* ---- a run ---- */

static int by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The text of a file, with its lines sorted: which rank prints first means nothing. */
static char *sorted_lines(const char *path) {
    FILE *f = fopen(path, "r");
    char **lines = NULL, *line = NULL, *all = NULL;
    size_t n = 0, size = 0, bytes = 1;
    while (f && getline(&line, &size, f) > 0) {
        char **more = realloc(lines, (n + 1) * sizeof *lines);
        if (!more)
            break;
        lines = more;
        bytes += strlen(line);
        lines[n++] = line;
        line = NULL;
        size = 0;
    }
    free(line);
    if (f)
        fclose(f);
    if (n)
        qsort(lines, n, sizeof *lines, by_text);
    if ((all = malloc(bytes)))
        *all = '\0';
    char *end = all;
    for (size_t i = 0; i < n; i++) {
        if (end)
            end = stpcpy(end, lines[i]);
        free(lines[i]);
    }
    free(lines);
    return all;
}

static void set_plan(const struct check_plan *plan, const char *said) {
    size_t size = (size_t)plan->given * 12 + 2, used = 0;
    char *text = calloc(1, size);
    for (int i = 0; text && i < plan->given; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%d", i ? "," : "", plan->choices[i]);
    setenv("BSIM_CHECK", said, 1);
    setenv("BSIM_CHECK_CHOICES", text ? text : "", 1);
    setenv("BSIM_CHECK_SYNCHRONOUS", plan->synchronous ? "1" : "0", 1);
    setenv("BSIM_CHECK_PACE",
           plan->pace == CHECK_PACE_FIRST_SLOW  ? "first"
           : plan->pace == CHECK_PACE_LAST_SLOW ? "last"
                                                : "",
           1);
    free(text);
}

/* Waits for a process, but no longer than the limit. */
static int wait_for(pid_t pid, double limit_s, bool *late) {
    struct timespec start, now, nap = {0, 500000};
    int status = 0;
    clock_gettime(CLOCK_MONOTONIC, &start);
    *late = false;
    while (waitpid(pid, &status, *late ? 0 : WNOHANG) == 0) {
        nanosleep(&nap, NULL);
        nap.tv_nsec = nap.tv_nsec < 10000000 ? nap.tv_nsec * 5 / 4 : nap.tv_nsec;
        clock_gettime(CLOCK_MONOTONIC, &now);
        if ((double)(now.tv_sec - start.tv_sec) + (double)(now.tv_nsec - start.tv_nsec) * 1e-9 > limit_s) {
            kill(pid, SIGKILL);
            *late = true;
        }
    }
    return status;
}

/* Copies what was printed. */
static void show(const char *path, FILE *out) {
    char buffer[8192];
    FILE *f = fopen(path, "r");
    size_t n;
    while (f && (n = fread(buffer, 1, sizeof buffer, f)) > 0)
        fwrite(buffer, 1, n, out);
    if (f)
        fclose(f);
    fflush(out);
}

/* Adds to what a run has said that a signal ended it before it could tell: it may have overwritten the runtime's
 * memory. */
static json_t *add_signal(json_t *said, int signal) {
    char text[256];
    snprintf(text, sizeof text, "the run was ended by signal %d (%s), and could not tell where%s", signal,
             strsignal(signal), said ? "" : "; what else it found is lost");
    json_t *all = said ? said : json_pack("{s:[]}", "findings");
    json_array_append_new(json_object_get(all, "findings"),
                          json_pack("{s:s, s:s, s:s, s:i, s:[]}", "category", "crash", "error", "crash", "text", text,
                                    "times", 1, "places"));
    return all;
}

static bool is_crash(int status) {
    return WIFSIGNALED(status) && WTERMSIG(status) != SIGINT && WTERMSIG(status) != SIGTERM &&
           WTERMSIG(status) != SIGKILL;
}

bool bsim_check_run(const struct check_options *options, const struct check_plan *plan, bool shown,
                    struct check_run *run, struct bsim_error *err) {
    struct bsim_launch launch = options->launch;
    struct bsim_started started;
    struct bsim_error ignored = {0};
    const char *said = bsim_launch_tempfile("bsim-check-said", err), *out = bsim_launch_tempfile("bsim-check-out", err);
    const char *log = bsim_launch_tempfile("bsim-check-log", err);
    *run = (struct check_run){0};
    if (!said || !out || !log || !(launch.result = bsim_launch_tempfile("bsim-check-result", err)))
        return false;
    launch.log = log;
    launch.no_provenance = true;
    launch.own_input = true; /* each run reads all of it */
    set_plan(plan, said);
    fflush(NULL);
    int own = dup(STDOUT_FILENO), file = open(out, O_WRONLY | O_TRUNC | O_CLOEXEC);
    if (own < 0 || file < 0)
        return bsim_error_set(err, NULL, 0, NULL, "standard output: %s", strerror(errno));
    dup2(file, STDOUT_FILENO);
    bool ok = bsim_launch_start(&launch, &started, err);
    dup2(own, STDOUT_FILENO);
    close(own);
    close(file);
    if (!ok)
        return false;
    int status = wait_for(started.pid, strtod(options->limit, NULL), &run->late);
    run->code = bsim_launch_end(&launch, &started, status, &ignored);
    run->said = json_load_file(said, 0, NULL);
    if (is_crash(status))
        run->said = add_signal(run->said, WTERMSIG(status));
    run->printed = sorted_lines(out);
    if (shown) {
        show(out, stdout);
        show(log, stderr);
    }
    if (!run->said && !run->late) {
        show(log, stderr);
        if (WIFSIGNALED(status)) {
            *err = ignored;
            return false;
        }
        if (run->code == BSIM_EXIT_OK || ignored.set)
            return bsim_error_set(err, launch.argv[0], 0, NULL,
                                  "was not built for bsim check: compile and link it with bsimcc --check, or give its "
                                  "C sources");
        return bsim_error_set(err, launch.argv[0], 0, NULL, "ended with exit code %d and told no findings: see above",
                              run->code);
    }
    unlink(said), unlink(out), unlink(log), unlink(launch.result);
    return true;
}

void bsim_check_run_free(struct check_run *run) {
    json_decref(run->said);
    free(run->printed);
    *run = (struct check_run){0};
}
