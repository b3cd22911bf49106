/* report.c - bsim report: the summary of a result file. */
#include "bsim/cmd/cmd.h"
#include "bsim/kernel/engine.h"

struct report {
    int top;
};

static const struct argp_option options[] = {
    {"top", BSIM_OPTION(struct report, top), "N", 0, "lines of blocks and of call sites (10)", 1}, BSIM_OPTION_END};
static const struct argp table = {.options = options,
                                  .parser = bsim_options_parse,
                                  .args_doc = "[--top N] RESULT.json...",
                                  .doc = "Prints the summary of results that bsim run --json wrote."};

int bsim_cmd_report(int argc, char **argv) {
    struct bsim_error err = {0};
    struct report report = {.top = 10};
    int first = bsim_options_read(argc, argv, BSIM_OPERANDS_LAST, &table, &report, &err);
    if (first == -2)
        return BSIM_EXIT_OK;
    if (first == argc)
        bsim_error_set(&err, NULL, 0, NULL, "the result file is missing (bsim report --help)");
    for (int i = first; i >= 0 && i < argc && !err.set; i++) {
        if (i > first)
            putchar('\n');
        bsim_summary_print(argv[i], stdout, report.top, &err);
    }
    if (err.set)
        bsim_error_print(&err, stderr);
    return err.set ? BSIM_EXIT_USAGE : BSIM_EXIT_OK;
}
