/* models.c - bsim models: picks the subcommand. */
#include "bsim/cmd/cmd.h"
#include "bsim/cmd/models.h"
#include "bsim/cmd/subcommand.h"

static const struct bsim_subcommand commands[] = {
    {"template", "writes a file of models with all blocks of a skeleton, to be filled in", bsim_models_template},
    {"check", "tells what is wrong with a file of models for a skeleton", bsim_models_check_file},
    {"show", "prints the models of a file as a table", bsim_models_show},
    {"diff", "tells the blocks whose times differ between two files, and by how much", bsim_models_diff},
    {"plot", "draws samples and models as pictures, and a page that shows them", bsim_models_plot},
};

int bsim_cmd_models(int argc, char **argv) {
    return bsim_subcommand_run("models", commands, sizeof commands / sizeof commands[0], argc, argv);
}
