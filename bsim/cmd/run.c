/* run.c - bsim run: one prediction. */
#include <jansson.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bsim/cmd/cmd.h"
#include "bsim/cmd/trace.h"
#include "bsim/kernel/engine.h"
#include "bsim/kernel/hosts.h"
#include "bsim/base/launcher.h"
#include "bsim/base/output.h"

struct run {
    struct bsim_launch launch; /* stands first, since bsim_launch_options is a child of the table */
    const char *json;
    const char *record; /* folder of the trace; NULL: none */
    const char *cut, *speed;
    int top;
    bool no_interval, quiet;
};

static const struct argp_option options[] = {
    {"json", BSIM_OPTION(struct run, json), "FILE", 0, "writes the result (docs/reference/result.md)", 10},
    {"comm-trace", BSIM_OPTION(struct run, launch.comm_trace), "DIR", 0,
     "writes DIR/rank-R.tsv, one line for each communication call", 11},
    {"record", BSIM_OPTION(struct run, record), "DIR", 0,
     "writes a trace of the run (docs/reference/trace.md), as bsim record does of a real one", 13},
    {"delay", BSIM_OPTION(struct run, launch.delays), "PLACE=TIME", 0,
     "delays a place each time it is passed: block.NAME, call.FILE:LINE, rank.RANK (docs/reference/bsim-stability.md)",
     7},
    {"shards", BSIM_OPTION(struct run, launch.shards), "N", 0, "runs the ranks in N threads (1)", 21},
    {"columns", BSIM_OPTION(struct run, launch.columns), "N", 0,
     "the ranks are a grid with N columns, filled row by row: those of a column run together, and in one thread", 22},
    {"collective-messages", BSIM_OPTION(struct run, launch.collective_messages), NULL, 0,
     "simulates each message of collectives by itself, so that a rank which leaves one early goes on at once; takes "
     "longer",
     23},
    {"whole-collectives", BSIM_OPTION(struct run, launch.whole_collectives), NULL, 0,
     "computes collectives as a whole also where long messages share network cards; takes less of this host", 23},
    {"noise-runs", BSIM_OPTION(struct run, launch.noise_runs), "N", 0,
     "carries N seeds of the noise through one run, the given one and the next: mean and spread of the predicted time",
     32},
    {"quiet-limit", BSIM_OPTION(struct run, launch.quiet_limit), "S", 0,
     "a rank that has run for S seconds while no virtual time passed is told; 0: none is (30)", 40},
    {"sensitivities", BSIM_OPTION(struct run, launch.sensitivities), NULL, 0,
     "how the predicted time changes with each parameter and block, by slopes along the critical path", 33},
    {"no-interval", BSIM_OPTION(struct run, no_interval), NULL, 0,
     "no interval beside the predicted time; the run takes a little less of this host", 41},
    {"top", BSIM_OPTION(struct run, top), "N", 0, "lines of blocks and of call sites in the summary (10)", 42},
    {"quiet", BSIM_OPTION(struct run, quiet), NULL, 0, "no summary", 43},
    BSIM_OPTION_ALIAS("q"),
    BSIM_OPTION_END};
static const struct argp_option options_of_program[] = {
    {"parameters", BSIM_OPTION(struct run, launch.parameters), "FILE", 0,
     "writes with which parameters each block was executed (docs/reference/parameters.md)", 12},
    BSIM_OPTION_END};
static const struct argp_child launch[] = {{&bsim_launch_options, 0, NULL, 0}, {NULL, 0, NULL, 0}};
static const struct argp of_run = {.options = options, .parser = bsim_options_parse, .children = launch};
static const struct argp_child shared[] = {{&of_run, 0, NULL, 0}, {NULL, 0, NULL, 0}};
static const struct argp table = {
    .options = options_of_program,
    .parser = bsim_options_parse,
    .args_doc = "-np N --platform FILE [OPTIONS] EXE [ARGS...]",
    .doc = "Runs a program that bsimcc built on N simulated ranks of the machine that FILE describes, and prints the "
           "predicted time and where it goes.\v"
           "The exit code is the program's: see bsim --help.",
    .children = shared};
static const struct argp_option options_of_trace[] = {
    {"replayed", BSIM_OPTION(struct run, launch.replayed), "FILE", 0,
     "the ranks calculate as the replayed ones do: a file of bsim replay -o, or a folder of such files (repeatable)",
     9},
    {"cut", BSIM_OPTION(struct run, cut), "SHARE", 0,
     "with --replayed: how far ranks of a group are apart (bsim cluster)", 9},
    {"times", BSIM_OPTION(struct run, launch.times), "OTHER", 0,
     "takes the calculation between the calls from the trace OTHER, whose ranks make equal calls", 14},
    {"speed", BSIM_OPTION(struct run, speed), "FACTOR", 0,
     "the cores calculate so many times as fast as those of the recording host; in place of the platform's speed", 4},
    {"models", BSIM_OPTION(struct run, launch.models), "FILE", 0,
     "takes the calculation from the skeleton behind --, whose blocks take the times of these models", 15},
    {"stack-size", BSIM_OPTION(struct run, launch.stack_bytes), "SIZE", 0,
     "with --models: the stack of each rank of the skeleton", 15},
    /* Refused with the reason (trace_launch.c). */
    {"parameters", BSIM_OPTION(struct run, launch.parameters), "FILE", OPTION_HIDDEN, NULL, 0},
    BSIM_OPTION_END};
static const struct argp_child launch_of_trace[] = {{&bsim_launch_trace_options, 0, NULL, 0}, {NULL, 0, NULL, 0}};
static const struct argp on_trace = {.options = options, .parser = bsim_options_parse, .children = launch_of_trace};
static const struct argp_child shared_of_trace[] = {{&on_trace, 0, NULL, 0}, {NULL, 0, NULL, 0}};
static const struct argp of_trace = {
    .options = options_of_trace,
    .parser = bsim_options_parse,
    .args_doc = "TRACE --platform FILE [OPTIONS] [-- SKELETON ARGS...]",
    .doc = "Makes the calls of a trace (bsim record) on simulated ranks of the machine that FILE describes, and prints "
           "the predicted time and where it goes. The number of ranks is the trace's.",
    .children = shared_of_trace};

/* Of a run on several hosts: whether their launcher can be spoken to, and whether all of them have started. */
static bool has_launcher, has_met;

/* The part of the launcher on this host may be killed. The kernel tells also that a thread of it has ended. */
static pid_t launcher;
static void launcher_has_gone(int number) {
    (void)number;
    if (getppid() != launcher)
        raise(SIGTERM);
}

/* Under mpiexec the processes of a run are its hosts. The first one tells the result. */
static void take_hosts(struct run *run) {
    const char *size = getenv("PMI_SIZE"), *rank = getenv("PMI_RANK");
    run->launch.hosts = size ? atoi(size) : 1;
    run->launch.host = size && rank && run->launch.hosts > 1 ? atoi(rank) : 0;
    if (run->launch.host > 0) {
        run->json = NULL;
        run->quiet = true;
    }
    has_launcher = run->launch.hosts > 1 && bsim_launcher_find();
    if (!has_launcher)
        return;
    launcher = getppid();
    signal(SIGRTMIN, launcher_has_gone);
    prctl(PR_SET_PDEATHSIG, SIGRTMIN);
    bsim_launcher_greet();
}

/* An error is that of this host, or of all of them: then the first one tells it, and ends the others before they do. */
static void tell_of_host(const struct bsim_launch *launch, bool is_of_all, const struct bsim_error *err) {
    enum { FIRST_TELLS_US = 2000000, LAUNCHER_READS_US = 200000 };
    char name[256] = "";
    gethostname(name, sizeof name - 1);
    if (is_of_all && launch->host > 0)
        usleep(FIRST_TELLS_US);
    fprintf(stderr, "bsim: on host %d (%s) of the run:\n", launch->host, name);
    bsim_error_print(err, stderr);
    usleep(LAUNCHER_READS_US); /* it drops what it has not read when it ends the others */
}

/* Whether an option is for a run in one process, and this is another one. The first host tells it. */
static bool is_for_one_process(const struct run *run, struct bsim_error *err) {
    const char *option = run->record ? "--record" : run->launch.comm_trace ? "--comm-trace" : NULL;
    if (run->launch.hosts <= 1 || !option)
        return false;
    if (run->launch.host == 0)
        bsim_error_set(err, NULL, 0, NULL, BSIM_HOSTS_LACK, option);
    if (has_launcher)
        bsim_launcher_end();
    return true;
}

/* MPICH would wait for ever for a host that has not started. */
static bool meet_hosts(const struct bsim_launch *launch, struct bsim_error *err) {
    enum { LIMIT_S = 120 };
    has_met = !has_launcher || bsim_launcher_meet(NULL, LIMIT_S);
    return has_met || bsim_error_set(err, NULL, 0, NULL, "not all of the %d hosts have started within %d s",
                                     launch->hosts, LIMIT_S);
}

static bool is_of_trace(const struct bsim_launch *launch, struct bsim_error *err) {
    if (launch->argv[0] == NULL)
        return bsim_error_set(err, NULL, 0, NULL, "the trace is missing (bsim simulate --help)");
    return bsim_launch_is_trace(launch->argv[0]) ||
           bsim_error_set(err, launch->argv[0], 0, NULL,
                          "is no trace: it has no trace.json (bsim record -o DIR -- mpiexec ...)");
}

/* --speed: a scenario of its own, whose file the run reads. */
static bool set_speed(struct run *run, struct bsim_error *err) {
    char *end, name[64];
    double speed = strtod(run->speed, &end);
    if (end == run->speed || *end || !(speed > 0 && speed < HUGE_VAL))
        return bsim_error_set(err, NULL, 0, NULL, "--speed is \"%s\"; a factor above 0 is needed", run->speed);
    if (run->launch.noise_runs)
        return bsim_error_set(err, NULL, 0, NULL, "--speed goes without --noise-runs; set speed in the platform");
    snprintf(name, sizeof name, "speed %.17g", speed);
    json_t *root = json_pack("{s:s, s:[{s:s, s:{s:f}}]}", "schema", "bsim-scenarios/1", "scenarios", "name", name,
                             "set", "speed", speed);
    bool ok = (run->launch.scenarios = bsim_launch_tempfile("bsim-scenarios", err)) != NULL &&
              bsim_output_json(run->launch.scenarios, root, err);
    json_decref(root);
    return ok;
}

/* Where the calculation of a trace comes from, if not from itself. */
static bool take_calculation(struct run *run, char **skeleton, struct bsim_error *err) {
    struct bsim_launch *l = &run->launch;
    if (run->cut && l->replayed.count == 0)
        return bsim_error_set(err, NULL, 0, NULL, "--cut belongs to --replayed");
    if (l->replayed.count > 0 && (l->times || l->models))
        return bsim_error_set(err, NULL, 0, NULL,
                              "--%s and --replayed both give the calculation: leave one of them out",
                              l->times ? "times" : "models");
    l->trace = l->argv[0];
    if (l->replayed.count > 0)
        return bsim_replayed_trace(l->argv, &l->replayed, run->cut, err);
    return (l->models == NULL && skeleton == NULL) || bsim_model_times(l, skeleton, err);
}

/* A program with its arguments, or the trace, which may stand before, between and behind the options. */
static int run_with(int argc, char **argv, const struct argp *table, enum bsim_operands operands) {
    struct run run = {.launch.shards = 1, .top = 10};
    struct bsim_launch *launch = &run.launch;
    struct bsim_error err = {0};
    int code = BSIM_EXIT_USAGE;
    bool simulates = operands == BSIM_OPERANDS_MIXED;
    char **skeleton = simulates ? bsim_options_cut(&argc, argv) : NULL;
    int first = bsim_options_read(argc, argv, operands, table, &run, &err);
    if (first == -2)
        return BSIM_EXIT_OK;
    if (first < 0)
        goto out;
    launch->argv = argv + first;
    if (simulates && !is_of_trace(launch, &err))
        goto out;
    take_hosts(&run);
    if (is_for_one_process(&run, &err) || (run.speed && !set_speed(&run, &err)) ||
        (simulates && !take_calculation(&run, skeleton, &err)))
        goto out;
    launch->result = run.json;
    launch->interval = !run.no_interval;
    launch->no_provenance = run.json == NULL; /* the summary does not print it */
    if (!bsim_launch_inputs(launch, &err) || !bsim_launch_check(launch, &err))
        goto out;
    bool stream = run.json && bsim_output_is_stream(run.json); /* nothing can be read from it again */
    if (launch->host == 0 && (run.json == NULL || stream) &&
        (launch->result = bsim_launch_tempfile("bsim-result", &err)) == NULL)
        goto out;
    off_t input_at = lseek(STDIN_FILENO, 0, SEEK_CUR);
    if (run.record && !bsim_record_begin(run.record, &launch->record, &err))
        goto out;
    char **program = launch->argv;
    code = meet_hosts(launch, &err) ? bsim_launch_run(launch, &err) : BSIM_EXIT_USAGE;
    if (run.record && !bsim_record_end(run.record, launch->record, program, code == BSIM_EXIT_OK, &err))
        code = BSIM_EXIT_USAGE;
    if (code == BSIM_EXIT_OK)
        code = bsim_seeds_finish(launch, input_at, &err);
    struct stat result; /* a program that failed may have given one too */
    if (stream && stat(launch->result, &result) == 0 && result.st_size > 0 &&
        !bsim_output_copy(run.json, launch->result, &err))
        code = code ? code : BSIM_EXIT_USAGE;
    if (code == BSIM_EXIT_OK && !run.quiet && !bsim_summary_print(launch->result, stdout, run.top, &err))
        code = BSIM_EXIT_BUG;
out:
    if (err.set && launch->hosts > 1)
        tell_of_host(launch, !has_met, &err);
    else if (err.set)
        bsim_error_print(&err, stderr);
    return code;
}

int bsim_cmd_run(int argc, char **argv) {
    return run_with(argc, argv, &table, BSIM_OPERANDS_LAST);
}

int bsim_cmd_simulate(int argc, char **argv) {
    return run_with(argc, argv, &of_trace, BSIM_OPERANDS_MIXED);
}
