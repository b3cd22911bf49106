/* trace_command.c - bsim trace: picks the subcommand. */
#include <stdio.h>
#include <string.h>

#include "bsim/cmd/cmd.h"
#include "bsim/cmd/trace.h"
#include "bsim/trace/trace.h"

static const struct argp info = {.parser = bsim_options_parse,
                                 .options = (const struct argp_option[]){BSIM_OPTION_END},
                                 .args_doc = "TRACE",
                                 .doc = "Prints what a trace holds: calls and bytes by function, calculation, and what "
                                        "the trace lacks."};

static int info_command(int argc, char **argv) {
    struct bsim_error err = {0};
    struct bsim_trace trace;
    int none, first = bsim_options_read(argc, argv, BSIM_OPERANDS_MIXED, &info, &none, &err);
    if (first == -2)
        return BSIM_EXIT_OK;
    if (first >= 0 && (argv[first] == NULL || argv[first + 1]))
        bsim_error_set(&err, NULL, 0, NULL, "bsim trace info takes one trace");
    if (!err.set && bsim_trace_open(&trace, argv[first], &err)) {
        bsim_trace_print(&trace, stdout);
        bsim_trace_close(&trace);
    }
    if (err.set)
        bsim_error_print(&err, stderr);
    return err.set ? BSIM_EXIT_USAGE : BSIM_EXIT_OK;
}

static const struct command {
    const char *name, *does;
    int (*run)(int argc, char **argv);
} commands[] = {
    {"info", "prints what a trace holds", info_command},
    {"matrix", "who sends how much to whom: table, picture, CSV; sizes of messages", bsim_trace_matrix_command},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void print_help(FILE *out) {
    fputs("usage: bsim trace COMMAND [OPTIONS] ...\n\n", out);
    for (int i = 0; i < COMMANDS; i++)
        fprintf(out, "  %-9s  %s\n", commands[i].name, commands[i].does);
    fputs("\n  --help     this text; bsim trace COMMAND --help tells a command's options\n", out);
}

int bsim_cmd_trace(int argc, char **argv) {
    if (argc < 2) {
        print_help(stderr);
        return BSIM_EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
        print_help(stdout);
        return BSIM_EXIT_OK;
    }
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(argv[1], commands[i].name) == 0) {
            char name[40];
            snprintf(name, sizeof name, "trace %s", commands[i].name);
            argv[1] = name; /* for messages */
            return commands[i].run(argc - 1, argv + 1);
        }
    fprintf(stderr, "bsim: error: no command \"trace %s\" (bsim trace --help)\n", argv[1]);
    return BSIM_EXIT_USAGE;
}
