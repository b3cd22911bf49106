/* main.c - the bsim command: picks the subcommand. */
#include <errno.h>
#include <string.h>

#include "bsim/cmd/cmd.h"

static const char help[] =
    "bsim predicts how long an MPI program takes on a machine that is described by a file.\n"
    "\n"
    "usage: bsim COMMAND [OPTIONS] ...\n"
    "\n"
    "  run        runs a program on simulated ranks and prints the predicted time and where it goes\n"
    "  sweep      the same over many values of platform parameters at once: table, CSV, JSON, plot\n"
    "  fit        makes cost models (models.json) from the samples of an instrumented program\n"
    "  calibrate  measures the MPI of this node and writes a platform file\n"
    "  report     prints the summary of a result file again\n"
    "\n"
    "  --help     this text; bsim COMMAND --help tells a command's options\n"
    "  --version  the version\n"
    "\n"
    "exit codes: 0 fine; 1 the program failed or aborted; 2 usage or bad input; 3 deadlock; 4 wrong use of MPI;\n"
    "            5 the program crashed; 6 an error of bsim itself\n";

/* The exit code, unless what was printed could not be written. */
static int end(int code) {
    bool failed = ferror(stdout);
    errno = EIO;
    if (fflush(stdout) == 0 && !failed)
        return code;
    fprintf(stderr, "bsim: error: standard output: cannot be written: %s\n", strerror(errno));
    return code ? code : 2;
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        int (*run)(int argc, char **argv);
    } commands[] = {{"run", bsim_cmd_run},
                    {"sweep", bsim_cmd_sweep},
                    {"fit", bsim_cmd_fit},
                    {"calibrate", bsim_cmd_calibrate},
                    {"report", bsim_cmd_report}};
    if (argc < 2) {
        fputs(help, stderr);
        return 2;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
        fputs(help, stdout);
        return end(0);
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("bsim " BSIM_VERSION);
        return end(0);
    }
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (strcmp(argv[1], commands[i].name) == 0)
            return end(commands[i].run(argc - 1, argv + 1));
    fprintf(stderr, "bsim: error: no command \"%s\"; commands: run, sweep, fit, calibrate, report (bsim --help)\n",
            argv[1]);
    return 2;
}
