/* options.h - inside of the bsim command: options as tables of argp's rows, from which the parser and --help are made.
 *
 * A command keeps the values of its options in a struct of its own. A row of its table names an option, the member of
 * that struct that takes the value, the argument, the help text, and the row's place in --help:
 *
 *     {"json", BSIM_OPTION(struct run, json), "FILE", 0, "writes the result", 6}
 *
 * Every table is read by bsim_options_parse. A group of options that commands share is a child of their tables; the
 * struct of the group is the first member of the commands' structs. */
#ifndef BSIM_CMD_OPTIONS_H
#define BSIM_CMD_OPTIONS_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>

#include "bsim/base/error.h"

enum { BSIM_LIST_MAX = 64 };
/* The values of an option that may be given several times. */
struct bsim_option_list {
    const char *item[BSIM_LIST_MAX];
    int count;
};

enum bsim_option_kind {
    BSIM_OPT_FLAG = 1, /* bool: true if the option is given */
    BSIM_OPT_STRING,   /* const char *: points into argv */
    BSIM_OPT_INT,      /* int: at least 1 */
    BSIM_OPT_BYTES,    /* double: a size with its unit, at least 1 */
    BSIM_OPT_LIST      /* struct bsim_option_list */
};

/* The key of a row: the kind, which follows from the member's type, and the member's place in the struct. */
#define BSIM_OPTION(type, member)                                                                                      \
    (_Generic(&((type *)0)->member,                                                                                    \
             bool *: BSIM_OPT_FLAG,                                                                                    \
             const char **: BSIM_OPT_STRING,                                                                           \
             int *: BSIM_OPT_INT,                                                                                      \
             double *: BSIM_OPT_BYTES,                                                                                 \
             struct bsim_option_list *: BSIM_OPT_LIST)                                                                 \
         << 16 |                                                                                                       \
     (int)offsetof(type, member))

/* Rows of an option that is usually written with one dash, for which argp's help would show two. BSIM_OPTION_SHOW is
 * only shown ("-o FILE"); BSIM_OPTION_NAME and BSIM_OPTION_ALIAS hold the names and are hidden. A name of one letter is
 * written with one dash (-o), one of two letters with one or two (-np, --np), a longer one with two (--output). */
#define BSIM_OPTION_SHOW(text, help, place) {text, 0, NULL, OPTION_DOC, help, place}
#define BSIM_OPTION_NAME(name, key, argument) {name, key, argument, OPTION_HIDDEN, NULL, 0}
#define BSIM_OPTION_ALIAS(name) {name, 0, NULL, OPTION_ALIAS | OPTION_HIDDEN, NULL, 0}
#define BSIM_OPTION_END {NULL, 0, NULL, 0, NULL, 0}

/* The parser of every table. */
error_t bsim_options_parse(int key, char *arg, struct argp_state *state);

enum bsim_operands {
    BSIM_OPERANDS_LAST, /* the first operand and all that follow it are operands: a program and its arguments */
    BSIM_OPERANDS_MIXED /* operands may stand between options */
};

/* Reads argv into *values, the command's struct. argv[0] is the command's name, and a null pointer ends argv. The
 * table's args_doc is the usage without the name; its doc is the text above the options and, after \v, below them.
 * Returns the index of the first operand; a null pointer ends the operands. Mixed operands are moved to the front of
 * argv. Returns -1 and sets *err for a bad option. Returns -2 if --help was given; the help has been printed then. */
int bsim_options_read(int argc, char **argv, enum bsim_operands operands, const struct argp *table, void *values,
                      struct bsim_error *err);

/* Cuts off what stands behind "--": a program. Returns its argv, NULL if there is none. */
char **bsim_options_cut(int *argc, char **argv);

#endif
