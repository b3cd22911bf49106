/* models.c - bsim models: picks the subcommand. */
#include <stdio.h>
#include <string.h>

#include "bsim/cmd/cmd.h"
#include "bsim/cmd/models.h"

static const struct command {
    const char *name, *does;
    int (*run)(int argc, char **argv);
} commands[] = {
    {"template", "writes a file of models with all blocks of a skeleton, to be filled in", bsim_models_template},
    {"check", "tells what is wrong with a file of models for a skeleton", bsim_models_check_file},
    {"show", "prints the models of a file as a table", bsim_models_show},
    {"diff", "tells the blocks whose times differ between two files, and by how much", bsim_models_diff},
    {"plot", "draws samples and models as pictures, and a page that shows them", bsim_models_plot},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void print_help(FILE *out) {
    fputs("usage: bsim models COMMAND [OPTIONS] ...\n\n", out);
    for (int i = 0; i < COMMANDS; i++)
        fprintf(out, "  %-9s  %s\n", commands[i].name, commands[i].does);
    fputs("\n  --help     this text; bsim models COMMAND --help tells a command's options\n", out);
}

int bsim_cmd_models(int argc, char **argv) {
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
            snprintf(name, sizeof name, "models %s", commands[i].name);
            argv[1] = name; /* for messages */
            return commands[i].run(argc - 1, argv + 1);
        }
    if (argv[1][0] == '-')
        fprintf(stderr, "bsim: error: bsim models has no option \"%s\" (bsim models --help)\n", argv[1]);
    else
        fprintf(stderr, "bsim: error: no command \"models %s\" (bsim models --help)\n", argv[1]);
    return BSIM_EXIT_USAGE;
}
