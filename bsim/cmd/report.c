/* report.c - bsim report: the summary of a result file. */
#include "bsim/cmd/cmd.h"
#include "bsim/kernel/engine.h"

static const char help[] = "usage: bsim report [--top N] RESULT.json...\n"
                           "\n"
                           "Prints the summary of results that bsim run --json wrote.\n"
                           "\n"
                           "  --top N   lines of blocks and of call sites (10)\n";

int bsim_cmd_report(int argc, char **argv) {
    struct bsim_error err = {0};
    int top = 10;
    const struct bsim_option options[] = {{"--top", BSIM_OPT_INT, &top}, {0}};
    int first = bsim_options_read(argc, argv, options, help, &err);
    if (first == -2)
        return BSIM_EXIT_OK;
    if (first == argc)
        bsim_error_set(&err, NULL, 0, NULL, "the result file is missing (bsim report --help)");
    for (int i = first; i >= 0 && i < argc && !err.set; i++) {
        if (i > first)
            putchar('\n');
        bsim_summary_print(argv[i], stdout, top, &err);
    }
    if (err.set)
        bsim_error_print(&err, stderr);
    return err.set ? BSIM_EXIT_USAGE : BSIM_EXIT_OK;
}
