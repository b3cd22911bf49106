/* predict_by_replay.c - bsim predict-by-replay: records a program, groups its ranks, replays the one that stands for
 * each group, and simulates the trace with what they calculated (PHANTOM: Zhai et al., IEEE Trans. Computers 65(7),
 * 2016). Owns the command line, the checks and the order of the steps. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bsim/base/alloc.h"
#include "bsim/base/output.h"
#include "bsim/base/processors.h"
#include "bsim/cmd/case.h"
#include "bsim/cmd/clusters.h"
#include "bsim/cmd/cmd.h"
#include "bsim/cmd/platform.h"
#include "bsim/cmd/predict_by_replay.h"
#include "bsim/cmd/trace.h"

static const struct argp_option options[] = {
    {"n", BSIM_OPTION(struct replay_prediction, ranks), "N", OPTION_HIDDEN, NULL, 0},
    BSIM_OPTION_SHOW("-n N", "ranks of the recorded run; of a case that of its run if it is not given", 1),
    {"trace", BSIM_OPTION(struct replay_prediction, given), "DIR", 0,
     "takes this recording, made by bsim record --content, in place of a new one", 1},
    {"platform", BSIM_OPTION(struct replay_prediction, platform), "FILE", 0,
     "the target machine: a platform file, or a name of the library", 2},
    {"cut", BSIM_OPTION(struct replay_prediction, cut_text), "SHARE", 0,
     "how far ranks of a group are apart (bsim cluster; 0.05)", 3},
    {"speed", BSIM_OPTION(struct replay_prediction, speed), "FACTOR", 0,
     "the cores calculate so many times as fast as those of this host; in place of the platform's speed", 3},
    {"json", BSIM_OPTION(struct replay_prediction, json), "FILE", 0,
     "writes the result (docs/reference/result.md), with the groups and their calculation", 4},
    BSIM_OPTION_NAME("o", BSIM_OPTION(struct replay_prediction, json), "FILE"),
    {"keep", BSIM_OPTION(struct replay_prediction, keep), "DIR", 0,
     "keeps the trace, the files of the replays and what the steps told in a new folder", 5},
    {"measure", BSIM_OPTION(struct replay_prediction, measures), NULL, 0,
     "also runs the program here without a recorder, and prints the time beside the predicted one", 6},
    {"yield", BSIM_OPTION(struct replay_prediction, yields), NULL, 0,
     "waiting processes yield their core; without being asked where there are more ranks than cores", 7},
    {"clock", BSIM_OPTION(struct replay_prediction, clock), "CLOCK", 0, "of the calculation: cpu (default) or wall", 8},
    {"partial", BSIM_OPTION(struct replay_prediction, partial), NULL, 0,
     "records, and replays, only as many iterations of loops as are needed (bsim record)", 9},
    {"enough", BSIM_OPTION(struct replay_prediction, enough), "SHARE", 0,
     "with --partial: how far iterations may differ (0.2)", 9},
    {"quiet", BSIM_OPTION(struct replay_prediction, quiet), NULL, 0, "no table", 10},
    BSIM_OPTION_ALIAS("q"),
    BSIM_OPTION_END};
static const struct argp table = {
    .options = options,
    .parser = bsim_options_parse,
    .args_doc = "-n N --platform FILE [OPTIONS] CASE|-- EXE [ARGS...]",
    .doc =
        "Records a run of a program under MPICH, replays one rank of each group of ranks that calculate alike, alone "
        "on this host, and predicts the time of the run on the machine that FILE describes with what they "
        "calculated.\v"
        "The steps are bsim record --content, bsim cluster, bsim replay and bsim simulate --replayed."};

static bool check_usage(const struct replay_prediction *p, char *const *operand, struct bsim_error *err) {
    struct stat info;
    if (operand[0] && (p->program || operand[1]))
        return bsim_error_set(err, NULL, 0, NULL, "\"%s\": one case, or a program behind --, is accepted",
                              operand[p->program ? 0 : 1]);
    if (operand[0] && stat(operand[0], &info) == 0 && S_ISREG(info.st_mode) && access(operand[0], X_OK) == 0)
        return bsim_error_set(err, operand[0], 0, NULL, "is a program; programs stand behind --");
    if (operand[0] == NULL && p->program == NULL)
        return bsim_error_set(err, NULL, 0, NULL,
                              "no program: bsim predict-by-replay -n N --platform FILE -- EXE ARGS");
    if (operand[0] == NULL && p->ranks == 0 && p->given == NULL)
        return bsim_error_set(err, NULL, 0, NULL, "the number of ranks is missing: -n N");
    if (p->given && (p->clock || p->partial))
        return bsim_error_set(err, NULL, 0, NULL, "--trace %s was recorded already: %s has no effect on it", p->given,
                              p->clock ? "--clock" : "--partial");
    if (p->enough && !p->partial)
        return bsim_error_set(err, NULL, 0, NULL, "--enough belongs to --partial");
    return true;
}

static bool open_given(struct replay_prediction *p, struct bsim_error *err) {
    if (!bsim_launch_is_trace(p->given))
        return bsim_error_set(err, p->given, 0, NULL, "is no trace: it has no trace.json (bsim record --content)");
    if (realpath(p->given, p->trace) == NULL)
        return bsim_error_set(err, p->given, 0, NULL, "cannot be found: %s", strerror(errno));
    if (!bsim_trace_open(&p->opened, p->given, err))
        return false;
    p->is_opened = true;
    if (p->opened.recording == NULL)
        return bsim_error_set(err, p->given, 0, NULL,
                              "was recorded without what the ranks received: bsim record --content");
    if (p->ranks && p->ranks != p->opened.nrank)
        return bsim_error_set(err, p->given, 0, NULL, "was recorded with %d ranks: -n %d is not possible",
                              p->opened.nrank, p->ranks);
    if (p->opened.window.what && p->measures)
        return bsim_error_set(err, p->given, 0, NULL,
                              "has times of the window %s only, so that no prediction from it is of what --measure "
                              "measures, the whole run",
                              p->opened.window.what);
    char text[256];
    if (p->opened.window.what && bsim_trace_tells_times(&p->opened, text, sizeof text))
        fprintf(stderr, "bsim: warning: %s: %s\n", p->given, text);
    p->ranks = p->opened.nrank;
    return true;
}

/* What can be known before anything runs. */
static bool check_inputs(struct replay_prediction *p, struct bsim_error *err) {
    if (p->platform == NULL)
        return bsim_error_set(err, NULL, 0, NULL, "the target machine is missing: --platform FILE");
    if (!bsim_platform_find(p->platform, &p->platform, err))
        return false;
    if (bsim_output_is_stream(p->platform))
        return bsim_error_set(err, p->platform, 0, NULL, "is no file: it is read several times");
    return bsim_clusters_cut(p->cut_text, &p->cut, err) && bsim_record_clock(p->clock, false, err) &&
           bsim_output_probe(p->json, err) && (p->given == NULL || open_given(p, err));
}

/* Whether the machine has room for the ranks, and more that bsim simulate would say at the end. */
static bool check_platform(const struct replay_prediction *p, struct bsim_error *err) {
    char player[PATH_MAX];
    char *argv[] = {player, NULL};
    const struct bsim_launch launch = {.np = p->ranks, .platform = p->platform, .argv = argv};
    return bsim_trace_library("bsim-player", player, err) && bsim_launch_check(&launch, err);
}

static bool make_folder(struct replay_prediction *p, struct bsim_error *err) {
    char name[PATH_MAX];
    const char *tmp = getenv("TMPDIR");
    snprintf(name, sizeof name, "%s", p->keep ? p->keep : "");
    if (p->keep == NULL)
        snprintf(name, sizeof name, "%s/bsim-predict-by-replay.XXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (p->keep ? mkdir(name, 0777) != 0 : mkdtemp(name) == NULL)
        return bsim_error_set(err, name, 0, NULL, "cannot be made: %s%s", strerror(errno), p->keep ? "" : " (TMPDIR)");
    if (realpath(name, p->folder) == NULL)
        return bsim_error_set(err, name, 0, NULL, "cannot be found: %s", strerror(errno));
    if (p->given == NULL && snprintf(p->trace, sizeof p->trace, "%s/trace", p->folder) >= PATH_MAX)
        return bsim_error_set(err, p->folder, 0, NULL, "is too long a path");
    return snprintf(p->vectors, sizeof p->vectors, "%s/vectors", p->folder) < PATH_MAX ||
           bsim_error_set(err, p->folder, 0, NULL, "is too long a path");
}

/* Has the case built, and takes its run. Returns an exit code. */
static int use_case(struct replay_prediction *p, const char *name, struct bsim_error *err) {
    char work[PATH_MAX + 8], ranks[16];
    const char *key, *option[BSIM_CASE_OPTIONS] = {"--original", NULL};
    json_t *value;
    size_t i;
    snprintf(work, sizeof work, "%s/case", p->folder);
    snprintf(ranks, sizeof ranks, "%d", p->ranks);
    if (p->ranks) {
        option[1] = "--ranks";
        option[2] = ranks;
    }
    int code = bsim_case_build(name, work, option, &p->plan, err);
    if (code)
        return code;
    const json_t *words = json_object_get(p->plan, "arguments");
    p->program = bsim_alloc((json_array_size(words) + 2) * sizeof *p->program);
    p->program[0] = (char *)json_string_value(json_object_get(p->plan, "program"));
    json_array_foreach(words, i, value) p->program[i + 1] = (char *)json_string_value(value);
    p->program[json_array_size(words) + 1] = NULL;
    json_object_foreach(json_object_get(p->plan, "env"), key, value) setenv(key, json_string_value(value), 1);
    p->run_in = json_string_value(json_object_get(p->plan, "folder"));
    p->exit_code = (int)json_integer_value(json_object_get(p->plan, "exit_code"));
    p->ranks = (int)json_integer_value(json_object_get(p->plan, "ranks"));
    return BSIM_EXIT_OK;
}

static void set_mpiexec(struct replay_prediction *p) {
    static char ranks[16];
    int n = 0;
    while (p->program[n])
        n++;
    snprintf(ranks, sizeof ranks, "%d", p->ranks);
    p->under_mpiexec = bsim_alloc((size_t)(n + 4) * sizeof *p->under_mpiexec);
    p->under_mpiexec[0] = "mpiexec";
    p->under_mpiexec[1] = "-n";
    p->under_mpiexec[2] = ranks;
    memcpy(p->under_mpiexec + 3, p->program, (size_t)(n + 1) * sizeof *p->program);
    if (p->ranks > bsim_processors())
        p->yields = true;
}

static int predict(struct replay_prediction *p, const char *name_of_case, struct bsim_error *err) {
    bool known = p->ranks > 0;
    if ((known && !check_platform(p, err)) || !make_folder(p, err))
        return BSIM_EXIT_USAGE;
    int code = name_of_case ? use_case(p, name_of_case, err) : BSIM_EXIT_OK;
    if (code == BSIM_EXIT_OK && !known && !check_platform(p, err))
        code = BSIM_EXIT_USAGE;
    if (code)
        return code;
    set_mpiexec(p);
    if (p->measures && (code = bsim_prediction_measure(p, err)))
        return code;
    if ((code = bsim_prediction_record(p, err)) || (code = bsim_prediction_replay(p, err)) ||
        (code = bsim_prediction_simulate(p, err)))
        return code;
    if (!bsim_prediction_write(p, err))
        return BSIM_EXIT_USAGE;
    if (!p->quiet)
        bsim_prediction_print(p);
    return BSIM_EXIT_OK;
}

static void end(struct replay_prediction *p) {
    if (p->keep == NULL && *p->folder)
        bsim_output_remove_folder(p->folder);
    for (int i = 0; i < p->ngroup; i++)
        bsim_free(p->group[i].member);
    bsim_free(p->group);
    bsim_free(p->under_mpiexec);
    if (p->plan)
        bsim_free(p->program);
    json_decref(p->plan);
    json_decref(p->recorded);
    json_decref(p->result);
    if (p->is_opened)
        bsim_trace_close(&p->opened);
}

int bsim_cmd_predict_by_replay(int argc, char **argv) {
    static struct replay_prediction p; /* large */
    struct bsim_error err = {0};
    int code = BSIM_EXIT_USAGE;
    p.program = bsim_options_cut(&argc, argv);
    p.input_at = lseek(STDIN_FILENO, 0, SEEK_CUR);
    int first = bsim_options_read(argc, argv, BSIM_OPERANDS_MIXED, &table, &p, &err);
    if (first == -2)
        return BSIM_EXIT_OK;
    if (first >= 0 && check_usage(&p, argv + first, &err) && check_inputs(&p, &err))
        code = predict(&p, argv[first], &err);
    end(&p);
    if (err.set)
        bsim_error_print(&err, stderr);
    return code;
}
