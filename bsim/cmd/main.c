/* main.c - the bsim command: picks the subcommand. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "bsim/cmd/cmd.h"

static const struct command {
    const char *name, *does;
    int (*run)(int argc, char **argv);
} commands[] = {
    {"run", "runs a program on simulated ranks and prints the predicted time and where it goes", bsim_cmd_run},
    {"sweep", "the same over many values of parameters at once: table, CSV, JSON, plot", bsim_cmd_sweep},
    {"scale", "strong or weak scaling: speed-up, efficiency, and where it is lost", bsim_cmd_scale},
    {"solve", "the value of a parameter at which the predicted time is so much longer", bsim_cmd_solve},
    {"plot", "draws the times of a sweep over two parameters as colours", bsim_cmd_plot},
    {"bench", "measures the blocks of an instrumented program and makes their cost models", bsim_cmd_bench},
    {"fit", "makes cost models (models.json) from the samples of an instrumented program", bsim_cmd_fit},
    {"models", "templates, checks, tables, comparisons and plots of files of cost models", bsim_cmd_models},
    {"platform", "platforms: those of the library, what they say, whether they are good", bsim_cmd_platform},
    {"calibrate", "measures the MPI and the memory of this node, or a network, and writes a platform file",
     bsim_cmd_calibrate},
    {"record", "runs an MPI program under MPICH and makes a trace of its calls", bsim_cmd_record},
    {"replay", "runs one rank of a recorded program alone, and measures what it calculates", bsim_cmd_replay},
    {"simulate", "predicts the time of a recorded program on another machine", bsim_cmd_simulate},
    {"predict-by-replay",
     "records a program, replays a rank of each group, and predicts its time with what they calculated",
     bsim_cmd_predict_by_replay},
    {"trace", "what a trace holds", bsim_cmd_trace},
    {"cluster", "groups the ranks of a trace that calculate alike", bsim_cmd_cluster},
    {"stability", "whether runs under different conditions make the same calls", bsim_cmd_stability},
    {"check", "tells mistakes in a program's use of MPI", bsim_cmd_check},
    {"report", "prints the summary of a result file again", bsim_cmd_report},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void print_help(FILE *out) {
    fputs("bsim predicts how long an MPI program takes on a machine that is described by a file.\n"
          "\n"
          "usage: bsim COMMAND [OPTIONS] ...\n"
          "\n",
          out);
    for (int i = 0; i < COMMANDS; i++)
        fprintf(out, "  %-17s  %s\n", commands[i].name, commands[i].does);
    fputs("\n"
          "  --help     this text; bsim COMMAND --help tells a command's options\n"
          "  --version  the version\n"
          "\n"
          "exit codes: 0 fine; 1 the program failed or aborted; 2 usage or bad input; 3 deadlock; 4 wrong use of MPI;\n"
          "            5 the program crashed; 6 an error of bsim itself; 7 bench: not all blocks are known well;\n"
          "            8 check: mistakes were found\n",
          out);
}

static int unknown_command(const char *name) {
    fprintf(stderr, "bsim: error: no command \"%s\"; commands: ", name);
    for (int i = 0; i < COMMANDS; i++)
        fprintf(stderr, "%s%s", i ? ", " : "", commands[i].name);
    fprintf(stderr, " (bsim --help)\n");
    return BSIM_EXIT_USAGE;
}

/* Returns code, or 2 if standard output could not be written. */
static int end(int code) {
    bool failed = ferror(stdout);
    errno = EIO;
    if (fflush(stdout) == 0 && !failed)
        return code;
    fprintf(stderr, "bsim: error: standard output: cannot be written: %s\n", strerror(errno));
    return code ? code : BSIM_EXIT_USAGE;
}

int main(int argc, char **argv) {
    if (argc < 2) {
        print_help(stderr);
        return BSIM_EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
        print_help(stdout);
        return end(BSIM_EXIT_OK);
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("bsim " BSIM_VERSION);
        return end(BSIM_EXIT_OK);
    }
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(argv[1], commands[i].name) == 0)
            return end(commands[i].run(argc - 1, argv + 1));
    return unknown_command(argv[1]);
}
