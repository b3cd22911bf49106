/* run.c - bsim run: one prediction. */
#include <sys/stat.h>

#include "bsim/cmd/cmd.h"
#include "bsim/kernel/engine.h"
#include "bsim/base/output.h"

static const char help[] =
    "usage: bsim run -np N --platform FILE [OPTIONS] EXE [ARGS...]\n"
    "\n"
    "Runs a program that bsimcc built on N simulated ranks of the machine that FILE describes, and prints the "
    "predicted\n"
    "time and where it goes.\n"
    "\n"
    "  -np N              number of ranks\n"
    "  --platform FILE    the target machine (docs/reference/platform.md)\n"
    "  --models FILE      cost models of the program's blocks (docs/reference/models.md); without it they take no "
    "time\n"
    "  --json FILE        writes the result (docs/reference/result.md)\n"
    "  --comm-trace DIR   writes DIR/rank-R.tsv, one line for each communication call\n"
    "  --stack-size SIZE  stack of a rank (such as 64KiB)\n"
    "  --shards N         runs the ranks in N threads (1)\n"
    "  --columns N        the ranks are a grid with N columns, filled row by row: those of a column run together, and "
    "in\n"
    "                     one thread\n"
    "  --noise FACTOR     times of blocks vary by chance: 1 as much as the models say, 0 not at all (0)\n"
    "  --noise-seed N     other draws of that (1)\n"
    "  --quiet-limit S    a rank that has run for S seconds while no virtual time passed is told; 0: none is (30)\n"
    "  --no-interval      no interval beside the predicted time; the run takes a little less of this host\n"
    "  --top N            lines of blocks and of call sites in the summary (10)\n"
    "  --quiet            no summary\n"
    "\n"
    "The exit code is the program's: see bsim --help.\n";

int bsim_cmd_run(int argc, char **argv) {
    struct bsim_launch launch = {.shards = 1};
    struct bsim_error err = {0};
    bool quiet = false, no_interval = false;
    int top = 10, code = BSIM_EXIT_USAGE;
    const char *json = NULL;
    const struct bsim_option options[] = {{"-np,--np,-n", BSIM_OPT_INT, &launch.np},
                                          {"--platform", BSIM_OPT_STRING, &launch.platform},
                                          {"--models", BSIM_OPT_STRING, &launch.models},
                                          {"--json", BSIM_OPT_STRING, &json},
                                          {"--comm-trace", BSIM_OPT_STRING, &launch.comm_trace},
                                          {"--stack-size", BSIM_OPT_BYTES, &launch.stack_bytes},
                                          {"--shards", BSIM_OPT_INT, &launch.shards},
                                          {"--columns", BSIM_OPT_INT, &launch.columns},
                                          {"--noise", BSIM_OPT_STRING, &launch.noise},
                                          {"--noise-seed", BSIM_OPT_STRING, &launch.noise_seed},
                                          {"--quiet-limit", BSIM_OPT_STRING, &launch.quiet_limit},
                                          {"--no-interval", BSIM_OPT_FLAG, &no_interval},
                                          {"--top", BSIM_OPT_INT, &top},
                                          {"--quiet,-q", BSIM_OPT_FLAG, &quiet},
                                          {0}};
    int first = bsim_options_read(argc, argv, options, help, &err);
    if (first == -2)
        return BSIM_EXIT_OK;
    if (first < 0)
        goto out;
    launch.argv = argv + first;
    launch.result = json;
    launch.interval = !no_interval;
    if (!bsim_launch_inputs(&launch, &err) || !bsim_launch_check(&launch, &err))
        goto out;
    bool stream = json && bsim_output_is_stream(json); /* nothing can be read from it again */
    if ((json == NULL || stream) && (launch.result = bsim_launch_tempfile("bsim-result", &err)) == NULL)
        goto out;
    code = bsim_launch_run(&launch, &err);
    struct stat result; /* a program that failed may have given one too */
    if (stream && stat(launch.result, &result) == 0 && result.st_size > 0 &&
        !bsim_output_copy(json, launch.result, &err))
        code = code ? code : BSIM_EXIT_USAGE;
    if (code == BSIM_EXIT_OK && !quiet && !bsim_summary_print(launch.result, stdout, top, &err))
        code = BSIM_EXIT_BUG;
out:
    if (err.set)
        bsim_error_print(&err, stderr);
    return code;
}
