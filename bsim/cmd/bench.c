/* bench.c - bsim bench: its options, and the measuring of a program's blocks (bsim/bench/). */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bsim/base/alloc.h"
#include "bsim/base/output.h"
#include "bsim/base/processors.h"
#include "bsim/base/units.h"
#include "bsim/bench/bench.h"
#include "bsim/cmd/bench.h"
#include "bsim/cmd/cmd.h"
#include "bsim/cmd/platform.h"

static const struct argp_option options[] = {
    BSIM_OPTION_SHOW("-o FILE", "where to write the models (docs/reference/models.md)", 1),
    BSIM_OPTION_NAME("output", BSIM_OPTION(struct bench_options, output), "FILE"),
    BSIM_OPTION_ALIAS("o"),
    {"kernels", BSIM_OPTION(struct bench_options, kernels), NULL, 0,
     "measures kernels of libraries on this host, instead of a program: all that there are, or those named behind the "
     "options",
     2},
    {"instrumented", BSIM_OPTION(struct bench_options, instrumented), "PATH", 0,
     "the instrumented program: the folder of skeletonize --instrument, or an executable", 2},
    BSIM_OPTION_SHOW("--range NAME=LOW:HIGH",
                     "sizes that {NAME} takes; may end with :log (default) or :lin, and with :MULTIPLE", 3),
    BSIM_OPTION_NAME("range", BSIM_OPTION(struct bench_options, range), "NAME=LOW:HIGH"),
    BSIM_OPTION_SHOW("--set NAME=VALUE", "the value of {NAME} in all runs", 4),
    BSIM_OPTION_NAME("set", BSIM_OPTION(struct bench_options, set), "NAME=VALUE"),
    BSIM_OPTION_SHOW("--file NAME=TEMPLATE",
                     "each run finds a file NAME in its folder: the file TEMPLATE with {names} replaced", 5),
    BSIM_OPTION_NAME("file", BSIM_OPTION(struct bench_options, file), "NAME=TEMPLATE"),
    {"stdin", BSIM_OPTION(struct bench_options, input), "TEMPLATE", 0,
     "each run reads this file from its standard input, with {names} replaced", 5},
    {"skeleton", BSIM_OPTION(struct bench_options, skeleton), "PATH", 0,
     "the skeleton, which tells what the prediction needs: a folder or an executable", 10},
    {"predict", BSIM_OPTION(struct bench_options, predict), "NAME=VALUE,...", 0,
     "the prediction to measure for: a value for each range, and np=N", 11},
    {"ranks", BSIM_OPTION(struct bench_options, ranks), "N,N,...", 0,
     "numbers of ranks to measure with (2, or 1 on one core)", 20},
    {"copies", BSIM_OPTION(struct bench_options, copies), "N", 0,
     "runs half of the first inputs also as N copies at once, for what busy cores do to each other (1)", 20},
    {"oversubscribe", BSIM_OPTION(struct bench_options, oversubscribe), NULL, 0, "allows more ranks than cores", 21},
    {"mpiexec", BSIM_OPTION(struct bench_options, mpiexec), "CMD", 0, "how MPI programs are started (mpiexec)", 22},
    {"platform", BSIM_OPTION(struct bench_options, platform), "FILE", 0,
     "the platform of this node (bsim calibrate): with its \"memory\" and several numbers of ranks, the models say how "
     "blocks slow down as more cores are busy",
     23},
    {"exit-code", BSIM_OPTION(struct bench_options, exit_code), "N", 0,
     "the code with which the program ends when all is well, besides 0", 24},
    {"budget", BSIM_OPTION(struct bench_options, budget), "TIME", 0, "measures for at most so long (5min)", 30},
    {"error", BSIM_OPTION(struct bench_options, error), "ERROR", 0,
     "the error of a block that is known well enough (3%)", 31},
    {"seed", BSIM_OPTION(struct bench_options, seed), "N", 0, "another design and order of runs (1)", 32},
    {"samples", BSIM_OPTION(struct bench_options, samples), "DIR", 0,
     "where runs and samples stay (the models' name with .samples)", 40},
    {"quiet", BSIM_OPTION(struct bench_options, quiet), NULL, 0, "no table", 41},
    BSIM_OPTION_ALIAS("q"),
    BSIM_OPTION_END};
static const struct argp table = {
    .options = options,
    .parser = bsim_options_parse,
    .args_doc = "-o MODELS.json --instrumented PATH --range NAME=LOW:HIGH [OPTIONS] -- ARGS...\n"
                "       bsim bench -o MODELS.json [OPTIONS] CASE\n"
                "       bsim bench -o MODELS.json --kernels [OPTIONS] [KERNEL...]",
    .doc =
        "Measures the blocks of a program and writes their cost models. Runs the instrumented program with sizes that "
        "it chooses, until the blocks that matter are known well enough or the budget is spent. ARGS are the "
        "program's arguments, in which {NAME} stands for a size, as in: -nx {nx} -ny {ny}. CASE is a case.json or its "
        "folder: its program is built, and all that is not given as an option comes from there.\v"
        "The exit code is 0 if all blocks that matter are known, and 7 if some are not; the models are written in "
        "both cases. docs/reference/bsim-bench.md describes the method."};

bool bsim_bench_read_seed(uint64_t *seed, const char *text, struct bsim_error *err) {
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (*text == '\0' || *end || errno || text[0] == '-' || value > INT64_MAX)
        return bsim_error_set(err, NULL, 0, NULL, "--seed: \"%s\" is no number", text);
    *seed = value;
    return true;
}

bool bsim_bench_read_budget(double *seconds, const char *text, struct bsim_error *err) {
    if (bsim_unit_parse(text, BSIM_UNIT_TIME, seconds) && *seconds > 0)
        return true;
    return bsim_error_set(err, NULL, 0, NULL, "--budget: \"%s\" is not a time; accepted: as 90s, 5min, 1h", text);
}

/* NULL: nothing was given. */
static bool read_exit_code(int *code, const char *text, struct bsim_error *err) {
    char *end = NULL;
    long value = text ? strtol(text, &end, 10) : 0;
    if (text == NULL)
        return true;
    if (end == text || *end != '\0' || value < 0 || value > 255)
        return bsim_error_set(err, NULL, 0, NULL, "--exit-code: \"%s\" is no exit code; accepted: 0 to 255", text);
    *code = (int)value;
    return true;
}

char *bsim_bench_samples_name(const struct bench_options *o) {
    const char *name = o->samples ? o->samples : o->output;
    size_t len = strlen(name);
    char *path = bsim_alloc(len + 16);
    memcpy(path, name, len);
    if (o->samples)
        return path;
    if (len > 5 && strcmp(name + len - 5, ".json") == 0)
        len -= 5;
    strcpy(path + len, ".samples");
    return path;
}

static bool read_required(const struct bench_options *o, struct bsim_error *err) {
    if (o->output == NULL)
        bsim_error_set(err, NULL, 0, NULL, "where to write the models is missing: -o FILE");
    if (o->instrumented == NULL)
        bsim_error_set(err, NULL, 0, NULL,
                       "the program is missing: a CASE, or --instrumented PATH (skeletonize --instrument makes it)");
    if (o->range.count == 0)
        bsim_error_set(err, NULL, 0, NULL, "the sizes to measure are missing: --range NAME=LOW:HIGH");
    if (o->skeleton && o->predict == NULL)
        bsim_error_set(err, NULL, 0, NULL,
                       "--skeleton needs the sizes of the prediction: --predict NAME=VALUE,...,np=N");
    if (o->predict && o->skeleton == NULL)
        bsim_error_set(err, NULL, 0, NULL, "--predict needs the program that is to be asked: --skeleton PATH");
    return !err->set;
}

static void read_lists(struct bench_plan *plan, const struct bench_options *o, struct bsim_error *err) {
    for (int i = 0; i < o->range.count && !err->set; i++)
        bsim_bench_range(&plan->space, o->range.item[i], err);
    for (int i = 0; i < o->set.count && !err->set; i++)
        bsim_bench_set(plan, o->set.item[i], err);
    for (int i = 0; i < o->file.count && !err->set; i++)
        bsim_bench_file(plan, o->file.item[i], err);
    if (o->input && !err->set)
        bsim_bench_stdin(plan, o->input, err);
}

static bool read_plan(struct bench_plan *plan, const struct bench_options *o, struct bsim_error *err) {
    int cores = bsim_processors();
    if (!read_required(o, err))
        return false;
    plan->output = o->output;
    plan->oversubscribe = o->oversubscribe;
    plan->quiet = o->quiet;
    plan->samples = bsim_bench_samples_name(o);
    plan->instrumented = bsim_bench_executable("--instrumented", o->instrumented, err);
    if (!err->set)
        plan->untimed = bsim_bench_untimed(plan->instrumented);
    if (o->skeleton && !err->set)
        plan->skeleton = bsim_bench_executable("--skeleton", o->skeleton, err);
    if (o->platform && !err->set && bsim_platform_find(o->platform, &plan->platform, err))
        bsim_fit_node_read(&plan->known, plan->platform, err);
    read_lists(plan, o, err);
    return !err->set &&
           bsim_bench_ranks(plan,
                            o->ranks    ? o->ranks
                            : cores > 1 ? "2"
                                        : "1",
                            cores, err) &&
           bsim_bench_copies(plan, o->copies, cores, err) &&
           (o->predict == NULL || bsim_bench_predict(plan, o->predict, err)) && bsim_bench_plan_check(plan, err) &&
           bsim_bench_error(plan, o->error, err) && bsim_bench_read_budget(&plan->budget_s, o->budget, err) &&
           bsim_bench_read_seed(&plan->seed, o->seed, err) && read_exit_code(&plan->exit_code, o->exit_code, err) &&
           bsim_bench_mpiexec(plan, o->mpiexec, err) && bsim_output_probe(plan->output, err);
}

/* Takes what a case gives; *code is the exit code if that fails. True if no case is named. */
static bool read_case(struct bench_options *o, struct bench_plan *plan, char **operand, int *code,
                      struct bsim_error *err) {
    plan->argument = operand;
    if (o->instrumented || operand[0] == NULL || o->output == NULL)
        return true;
    if (operand[1])
        return bsim_error_set(err, NULL, 0, NULL,
                              "\"%s\" stands behind the case \"%s\": options stand before it, and it has its own "
                              "arguments. To measure a program, give --instrumented PATH",
                              operand[1], operand[0]);
    if (o->skeleton)
        return bsim_error_set(err, NULL, 0, NULL, "--skeleton has no effect on a case, whose skeleton is built");
    if (!bsim_output_probe(o->output, err))
        return false;
    *code = bsim_bench_case(o, operand[0], &plan->argument, &plan->exit_code, err);
    return *code == BSIM_EXIT_OK;
}

int bsim_cmd_bench(int argc, char **argv) {
    struct bench_options o = {.budget = "5min", .error = "3%", .mpiexec = "mpiexec", .seed = "1", .copies = "1"};
    static struct bench_plan plan; /* large */
    struct bsim_error err = {0};
    int code = BSIM_EXIT_USAGE;
    char self[4096];
    int first = bsim_options_read(argc, argv, BSIM_OPERANDS_LAST, &table, &o, &err);
    if (first == -2)
        return BSIM_EXIT_OK;
    if (first >= 0 && o.kernels) {
        code = bsim_cmd_bench_kernels(&o, argv + first, &err);
    } else if (first >= 0) {
        ssize_t len = readlink("/proc/self/exe", self, sizeof self - 1);
        self[len > 0 ? len : 0] = '\0';
        plan.self = self;
        plan.made_by = "bsim bench " BSIM_VERSION;
        plan.progress = bsim_progress;
        if (read_case(&o, &plan, argv + first, &code, &err)) {
            code = BSIM_EXIT_USAGE;
            if (read_plan(&plan, &o, &err))
                code = bsim_bench(&plan, &err);
        }
        bsim_bench_plan_free(&plan);
    }
    if (err.set)
        bsim_error_print(&err, stderr);
    return code;
}
