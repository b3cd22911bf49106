/* subcommand.c - picks the command of a command with commands of its own. */
#include "bsim/cmd/subcommand.h"

#include <stdio.h>
#include <string.h>

#include "bsim/base/error.h"

static void print_help(const char *group, const struct bsim_subcommand *commands, int n, FILE *out) {
    fprintf(out, "usage: bsim %s COMMAND [OPTIONS] ...\n\n", group);
    for (int i = 0; i < n; i++)
        fprintf(out, "  %-9s  %s\n", commands[i].name, commands[i].does);
    fprintf(out, "\n  --help     this text; bsim %s COMMAND --help tells a command's options\n", group);
}

int bsim_subcommand_run(const char *group, const struct bsim_subcommand *commands, int n, int argc, char **argv) {
    if (argc < 2) {
        print_help(group, commands, n, stderr);
        return BSIM_EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
        print_help(group, commands, n, stdout);
        return BSIM_EXIT_OK;
    }
    for (int i = 0; i < n; i++)
        if (strcmp(argv[1], commands[i].name) == 0) {
            char name[40];
            snprintf(name, sizeof name, "%s %s", group, commands[i].name);
            argv[1] = name; /* for messages */
            return commands[i].run(argc - 1, argv + 1);
        }
    if (argv[1][0] == '-')
        fprintf(stderr, "bsim: error: bsim %s has no option \"%s\" (bsim %s --help)\n", group, argv[1], group);
    else
        fprintf(stderr, "bsim: error: no command \"%s %s\" (bsim %s --help)\n", group, argv[1], group);
    return BSIM_EXIT_USAGE;
}
