/* launch.c - starts a program that was built for the runtime, and waits for it. Knows the environment variables of
 * bsim/base/config.h; knows nothing of results. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bsim/cmd/cmd.h"
#include "bsim/cmd/platform.h"
#include "bsim/base/config.h"
#include "bsim/kernel/engine.h"
#include "bsim/base/json_read.h"
#include "bsim/base/output.h"
#include "bsim/platform/delays.h"
#include "bsim/platform/platform.h"

static const struct argp_option rank_options[] = {BSIM_OPTION_SHOW("-np N", "number of ranks", 1),
                                                  BSIM_OPTION_NAME("np", BSIM_OPTION(struct bsim_launch, np), "N"),
                                                  BSIM_OPTION_ALIAS("n"), BSIM_OPTION_END};
static const struct argp_option options[] = {
    {"platform", BSIM_OPTION(struct bsim_launch, platform), "FILE", 0,
     "the target machine (docs/reference/platform.md), or its name (bsim platform list)", 2},
    {"collective", BSIM_OPTION(struct bsim_launch, collectives), "RULE", 0,
     "NAME=ALGORITHM: the algorithm of a collective, such as allreduce=ring or bcast=chain:segment=64KiB; mpich, "
     "mpich_flat, openmpi or openmpi_flat: what this library chooses (docs/explanation/collectives.md)",
     6},
    {"without-cards", BSIM_OPTION(struct bsim_launch, without_cards), NULL, 0,
     "messages do not share network cards: card_bandwidth and card_gap of the platform do not count", 7},
    {"noise", BSIM_OPTION(struct bsim_launch, noise), "FACTOR", 0,
     "times of blocks and messages vary by chance: 1 as much as models and platform say, 0 not at all (0)", 30},
    {"noise-seed", BSIM_OPTION(struct bsim_launch, noise_seed), "N", 0, "other draws of that (1)", 31},
    BSIM_OPTION_END};
static const struct argp_option program_options[] = {
    {"models", BSIM_OPTION(struct bsim_launch, models), "FILE", 0,
     "cost models of the program's blocks (docs/reference/models.md); without it they take no time", 5},
    {"stack-size", BSIM_OPTION(struct bsim_launch, stack_bytes), "SIZE", 0, "stack of a rank (such as 64KiB)", 20},
    BSIM_OPTION_END};
static const struct argp of_any = {.options = options, .parser = bsim_options_parse};
static const struct argp_child any[] = {{&of_any, 0, NULL, 0}, {NULL, 0, NULL, 0}};
const struct argp bsim_launch_more_options = {
    .options = program_options, .parser = bsim_options_parse, .children = any};
const struct argp bsim_launch_trace_options = {.options = rank_options, .parser = bsim_options_parse, .children = any};
static const struct argp_child more[] = {{&bsim_launch_more_options, 0, NULL, 0}, {NULL, 0, NULL, 0}};
const struct argp bsim_launch_options = {.options = rank_options, .parser = bsim_options_parse, .children = more};

static volatile sig_atomic_t child[BSIM_MAX_RUNS]; /* processes that run; 0: none */

static void forward(int sig) {
    for (int i = 0; i < BSIM_MAX_RUNS; i++)
        if (child[i] > 0)
            kill((pid_t)child[i], sig);
}

static char **temp_path;
static int ntemp;

static void remove_temps(void) {
    while (ntemp > 0) {
        if (unlink(temp_path[--ntemp]) != 0)
            bsim_output_remove_folder(temp_path[ntemp]);
        free(temp_path[ntemp]);
    }
    free(temp_path);
    temp_path = NULL;
}

static const char *make_temp(const char *stem, bool is_folder, struct bsim_error *err) {
    const char *dir = getenv("TMPDIR");
    char *path = NULL, folder[PATH_MAX];
    char **more = realloc(temp_path, ((size_t)ntemp + 1) * sizeof *more);
    if (more)
        temp_path = more;
    dir = dir && dir[0] ? dir : "/tmp";
    if (realpath(dir, folder)) /* the program may go to another folder */
        dir = folder;
    if (more == NULL || asprintf(&path, "%s/%s.XXXXXX", dir, stem) < 0) {
        bsim_error_set(err, NULL, 0, NULL, "out of memory");
        return NULL;
    }
    int fd = is_folder ? -1 : mkstemp(path);
    if (is_folder ? mkdtemp(path) == NULL : fd < 0) {
        bsim_error_set(err, dir, 0, NULL, "no temporary %s can be made: %s (TMPDIR)", is_folder ? "folder" : "file",
                       strerror(errno));
        free(path);
        return NULL;
    }
    if (fd >= 0)
        close(fd);
    if (ntemp == 0)
        atexit(remove_temps);
    return temp_path[ntemp++] = path;
}

const char *bsim_launch_tempfile(const char *stem, struct bsim_error *err) {
    return make_temp(stem, false, err);
}

const char *bsim_launch_tempfolder(const char *stem, struct bsim_error *err) {
    return make_temp(stem, true, err);
}

/* A copy of *path if it can be read only once. The program is told its name in BSIM_INPUTS (bsim/base/config.h). */
static bool keep_input(const char **path, struct bsim_error *err) {
    struct stat st;
    const char *known = getenv("BSIM_INPUTS"), *copy;
    char *all = NULL;
    if (*path == NULL || stat(*path, &st) != 0 || S_ISREG(st.st_mode) || S_ISDIR(st.st_mode))
        return true; /* where it cannot be read, that is told later */
    if ((copy = bsim_launch_tempfile("bsim-input", err)) == NULL || !bsim_output_copy(copy, *path, err))
        return false;
    if (asprintf(&all, "%s%s\t%s\n", known ? known : "", copy, *path) < 0)
        return bsim_error_set(err, NULL, 0, NULL, "out of memory");
    setenv("BSIM_INPUTS", all, 1);
    free(all);
    *path = copy;
    return true;
}

/* Takes the program of a folder that skeletonize wrote. */
static bool enter_skeleton(struct bsim_launch *l, struct bsim_error *err) {
    static char program[PATH_MAX], description[PATH_MAX]; /* of the only launch of a command */
    const char *given = l->argv[0], *here = given && strchr(given, '/') ? "" : "./";
    struct stat st;
    if (given == NULL || stat(given, &st) != 0 || !S_ISDIR(st.st_mode) ||
        snprintf(program, sizeof program, "%s%s/skeleton", here, given) >= PATH_MAX ||
        snprintf(description, sizeof description, "%s.json", program) >= PATH_MAX)
        return true;
    if (access(program, X_OK) == 0)
        l->argv[0] = program;
    else if (access(description, F_OK) == 0)
        return bsim_error_set(err, given, 0, NULL, "has a skeleton that is not built; run make -C %s", given);
    return true;
}

bool bsim_launch_inputs(struct bsim_launch *l, struct bsim_error *err) {
    unsetenv("BSIM_INPUTS");
    if (!bsim_launch_trace(l, err) || !enter_skeleton(l, err))
        return false;
    if (l->platform && !bsim_platform_find(l->platform, &l->platform, err))
        return false;
    return keep_input(&l->platform, err) && keep_input(&l->models, err);
}

/* Whether the mapping suits; block and cyclic do. */
static bool check_mapping(const struct bsim_launch *l, const struct bsim_platform *platform, struct bsim_error *err) {
    if (platform->mapping.kind == BSIM_MAPPING_BLOCK || platform->mapping.kind == BSIM_MAPPING_CYCLIC)
        return true;
    int32_t *node = calloc((size_t)l->np, sizeof *node);
    bool ok =
        node ? bsim_mapping_place(platform, l->np, node, err) : bsim_error_set(err, NULL, 0, NULL, "out of memory");
    free(node);
    return ok;
}

/* Names the line of "nodes". */
static void too_many_ranks(const struct bsim_launch *l, int nodes, int cores, struct bsim_error *err) {
    struct bsim_json *doc = bsim_json_load_as(l->platform, bsim_config_name(l->platform), err);
    if (doc == NULL)
        return;
    bsim_jval_error(bsim_jval_get(bsim_json_root(doc), "nodes"),
                    "%d ranks do not fit: %d nodes with %d cores each hold %lld; raise nodes or cores_per_node", l->np,
                    nodes, cores, (long long)nodes * cores);
    bsim_json_free(doc);
}

/* The values of an option, a line each; NULL: none. To be freed. */
static char *lines_of(const struct bsim_option_list *list) {
    char *lines = NULL;
    for (int i = 0; i < list->count; i++) {
        char *longer = NULL;
        if (asprintf(&longer, "%s%s\n", lines ? lines : "", list->item[i]) < 0)
            longer = NULL;
        free(lines);
        lines = longer;
    }
    return lines;
}

static bool check_program(const char *exe, struct bsim_error *err) {
    struct stat st;
    bool is_path = strchr(exe, '/') != NULL;
    if (is_path && stat(exe, &st) == 0 && S_ISDIR(st.st_mode))
        return bsim_error_set(err, exe, 0, NULL, "is a folder; give the program in it");
    if (is_path && access(exe, X_OK) != 0)
        return bsim_error_set(err, exe, 0, NULL, "cannot be run: %s", strerror(errno));
    return true;
}

bool bsim_launch_check(const struct bsim_launch *l, struct bsim_error *err) {
    struct bsim_platform platform;
    if (l->np < 1)
        return bsim_error_set(err, NULL, 0, NULL, "the number of ranks is missing: -np N");
    if (l->platform == NULL)
        return bsim_error_set(err, NULL, 0, NULL, "the target machine is missing: --platform FILE");
    if (l->argv[0] == NULL)
        return bsim_error_set(err, NULL, 0, NULL, "the program is missing (bsim COMMAND [OPTIONS] EXE ARGS...)");
    if (l->noise_seed && !l->noise && !l->noise_runs)
        return bsim_error_set(err, NULL, 0, NULL, "--noise-seed %s has no effect without --noise", l->noise_seed);
    if (!check_program(l->argv[0], err))
        return false;
    if (!bsim_platform_load(&platform, l->platform, l->scenarios, 1, err))
        return false;
    char *collectives = lines_of(&l->collectives), *delays = lines_of(&l->delays);
    bool accepted =
        bsim_collectives_apply(&platform.collectives, collectives, err) && bsim_delays_apply(&platform, delays, err);
    free(collectives);
    free(delays);
    if (!accepted) {
        bsim_platform_free(&platform);
        return false;
    }
    long long room = (long long)platform.nodes * platform.cores_per_node;
    if (l->np > room)
        too_many_ranks(l, platform.nodes, platform.cores_per_node, err);
    else
        check_mapping(l, &platform, err);
    bsim_platform_free(&platform);
    if (l->models && access(l->models, R_OK) != 0)
        bsim_error_set(err, l->models, 0, NULL, "cannot be read: %s", strerror(errno));
    if (l->comm_trace && mkdir(l->comm_trace, 0777) != 0 && errno != EEXIST)
        bsim_error_set(err, l->comm_trace, 0, NULL, "cannot be made: %s", strerror(errno));
    if (!err->set && bsim_output_probe(l->result, err))
        bsim_output_probe(l->parameters, err);
    return !err->set;
}

static void set_env(const char *name, const char *value) {
    if (value)
        setenv(name, value, 1);
    else
        unsetenv(name);
}

static void set_lines(const char *name, const struct bsim_option_list *list) {
    char *lines = lines_of(list);
    set_env(name, lines);
    free(lines);
}

/* So that runs beside each other read the whole input each. Only a file can be read again. */
static void reopen_input(void) {
    struct stat st;
    off_t at = lseek(STDIN_FILENO, 0, SEEK_CUR);
    bool file = fstat(STDIN_FILENO, &st) == 0 && S_ISREG(st.st_mode) && at >= 0;
    int in = open(file ? "/proc/self/fd/0" : "/dev/null", O_RDONLY);
    if (in >= 0) {
        lseek(in, file ? at : 0, SEEK_SET);
        dup2(in, STDIN_FILENO);
    }
}

static void exec_child(const struct bsim_launch *l, pid_t parent) {
    char np[24], stack[32], shards[24], columns[24], begin[48];
    struct timespec now;
    clock_gettime(CLOCK_REALTIME_COARSE, &now);
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* a run does not outlive the command that started it */
    if (getppid() != parent)
        _exit(BSIM_EXIT_USAGE);
    snprintf(np, sizeof np, "%d", l->np);
    snprintf(stack, sizeof stack, "%.0f", l->stack_bytes);
    snprintf(shards, sizeof shards, "%d", l->shards);
    snprintf(columns, sizeof columns, "%d", l->columns);
    set_env("BSIM_NP", np);
    set_env("BSIM_PLATFORM", l->platform);
    set_env("BSIM_MODELS", l->models);
    set_env("BSIM_RESULT", l->result);
    set_env("BSIM_PARAMETERS", l->parameters);
    set_env("BSIM_COMM_TRACE", l->comm_trace);
    set_env("BSIM_RECORD", l->record);
    set_env("BSIM_MODEL_TIMES", l->times_of ? "1" : NULL);
    set_env("BSIM_SCENARIOS", l->scenarios);
    set_lines("BSIM_COLLECTIVES", &l->collectives);
    set_lines("BSIM_DELAYS", &l->delays);
    set_env("BSIM_COLLECTIVE_MESSAGES", l->collective_messages ? "1" : NULL);
    set_env("BSIM_WHOLE_COLLECTIVES", l->whole_collectives ? "1" : NULL);
    set_env("BSIM_WITHOUT_CARDS", l->without_cards ? "1" : NULL);
    set_env("BSIM_STACK_SIZE", l->stack_bytes > 0 ? stack : NULL);
    set_env("BSIM_HOSTS", l->hosts > 1 ? "1" : NULL);
    set_env("BSIM_SHARDS", l->shards != 1 ? shards : NULL);
    set_env("BSIM_COLUMNS", l->columns ? columns : NULL);
    set_env("BSIM_NOISE", l->noise);
    set_env("BSIM_INTERVAL", l->interval ? "1" : NULL);
    set_env("BSIM_SENSITIVITIES", l->sensitivities ? "1" : NULL);
    set_env("BSIM_NOISE_SEED", l->noise_seed);
    set_env("BSIM_NOISE_RUNS", l->noise_runs);
    if (l->quiet_limit)
        set_env("BSIM_QUIET_LIMIT", l->quiet_limit);
    set_env("BSIM_NO_WARNINGS", l->no_warnings ? "1" : NULL);
    if (l->quiet) {
        int null = open("/dev/null", O_WRONLY);
        if (null >= 0)
            dup2(null, STDOUT_FILENO);
    }
    int log = l->log ? open(l->log, O_WRONLY | O_APPEND) : -1;
    if (log >= 0)
        dup2(log, STDERR_FILENO);
    if (l->own_input)
        reopen_input();
    snprintf(begin, sizeof begin, "%lld.%09ld", (long long)now.tv_sec, now.tv_nsec);
    set_env("BSIM_BEGIN", begin);
    execvp(l->argv[0], l->argv);
    int why = errno;
    bool here = why == ENOENT && !strchr(l->argv[0], '/') && access(l->argv[0], X_OK) == 0;
    fprintf(stderr, "bsim: error: %s: cannot be run: %s%s%s\n", l->argv[0], strerror(why), here ? "; write ./" : "",
            here ? l->argv[0] : "");
    _exit(BSIM_EXIT_USAGE);
}

bool bsim_launch_start(const struct bsim_launch *l, struct bsim_started *run, struct bsim_error *err) {
    int place = 0;
    while (place < BSIM_MAX_RUNS && child[place] > 0)
        place++;
    if (place == BSIM_MAX_RUNS)
        return bsim_error_set(err, NULL, 0, NULL, "more than %d runs beside each other", BSIM_MAX_RUNS);
    *run = (struct bsim_started){.place = place};
    if (!l->no_warnings && l->host == 0)
        bsim_linked_tell(l->argv[0]);
    run->existed = l->result && stat(l->result, &run->before) == 0;
    char *provenance = l->no_provenance ? NULL : bsim_provenance(l);
    set_env("BSIM_PROVENANCE", provenance);
    free(provenance);
    fflush(NULL);
    pid_t parent = getpid(), pid = fork();
    if (pid < 0)
        return bsim_error_set(err, NULL, 0, NULL, "no process for the program: %s", strerror(errno));
    if (pid == 0)
        exec_child(l, parent);
    run->pid = pid;
    child[place] = pid;
    signal(SIGINT, forward);
    signal(SIGTERM, forward);
    return true;
}

int bsim_launch_end(const struct bsim_launch *l, const struct bsim_started *run, int status, struct bsim_error *err) {
    struct stat after;
    bool others = false;
    child[run->place] = 0;
    for (int i = 0; i < BSIM_MAX_RUNS; i++)
        others = others || child[i] > 0;
    if (!others) {
        signal(SIGINT, SIG_DFL);
        signal(SIGTERM, SIG_DFL);
    }
    if (WIFSIGNALED(status)) {
        int sig = WTERMSIG(status);
        bsim_error_set(err, l->argv[0], 0, NULL, "was ended by signal %d (%s)%s", sig, strsignal(sig),
                       sig == SIGKILL ? "; the host may have run out of memory" : "");
        return sig == SIGINT || sig == SIGTERM ? 128 + sig : BSIM_EXIT_CRASH;
    }
    /* The runtime renames its result to the path: a file that is still the old one is no result of this run. */
    bool written =
        l->host > 0 || (stat(l->result, &after) == 0 && !(run->existed && run->before.st_ino == after.st_ino));
    if (WEXITSTATUS(status) == 0 && !written) {
        bsim_error_set(err, l->argv[0], 0, NULL,
                       "ended without a result: it was not built for simulated ranks (link it with bsimcc)");
        return BSIM_EXIT_USAGE;
    }
    return WEXITSTATUS(status);
}

int bsim_launch_run(const struct bsim_launch *l, struct bsim_error *err) {
    struct bsim_started run;
    int status;
    if (!bsim_launch_start(l, &run, err))
        return BSIM_EXIT_USAGE;
    while (waitpid(run.pid, &status, 0) < 0)
        if (errno != EINTR) {
            bsim_error_set(err, NULL, 0, NULL, "waiting for the program: %s", strerror(errno));
            return BSIM_EXIT_BUG;
        }
    return bsim_launch_end(l, &run, status, err);
}
