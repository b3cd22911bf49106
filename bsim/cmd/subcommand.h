/* subcommand.h - inside of the bsim command: commands with commands of their own, such as bsim models show. */
#ifndef BSIM_CMD_SUBCOMMAND_H
#define BSIM_CMD_SUBCOMMAND_H

struct bsim_subcommand {
    const char *name, *does;
    int (*run)(int argc, char **argv);
};

/* Runs the one of n commands of GROUP ("models") that argv[1] names, or prints the help. For messages its argv[0] is
 * "models show". Returns the exit code. */
int bsim_subcommand_run(const char *group, const struct bsim_subcommand *commands, int n, int argc, char **argv);

#endif
