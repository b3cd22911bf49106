/* options.c - command-line options of the subcommands. Knows nothing of what they mean.
 *
 * argp reads the command line. This file switches off three of its habits:
 * - argp accepts abbreviations and, with ARGP_LONG_ONLY (which -np needs), one dash before any long name.
 *   is_as_written() refuses both.
 * - argp's error messages take several lines. ARGP_SILENT suppresses them; tell_error() sets one message.
 * - argp's usage line does not name the options that a command needs. print_help() prints the table's own. */
#include "bsim/cmd/options.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/units.h"

enum { KEY_HELP = 1 << 8 };

/* The state of one call of bsim_options_read. argp hands it to the parsers of all tables. */
struct reading {
    enum bsim_operands operands;
    void *values;
    struct bsim_error *err;
    int first;              /* index of the first operand */
    int moved;              /* number of mixed operands that now stand at the front of argv */
    bool help;              /* --help was given */
    const char *stopped_at; /* the word at which argp found an error */
};

/* Finds the row whose name, or alias, is written exactly as in word. Returns NULL if there is none. */
static const struct argp_option *find_row(const struct argp *table, const char *word) {
    size_t dashes = strspn(word, "-"), len = strcspn(word, "=") - dashes;
    if (dashes == 1 ? len > 2 : dashes != 2 || len < 2)
        return NULL;
    const struct argp_option *real = table->options;
    for (const struct argp_option *o = real; o->name; o++) {
        if (!(o->flags & OPTION_ALIAS))
            real = o;
        if (!(o->flags & OPTION_DOC) && strlen(o->name) == len && strncmp(o->name, word + dashes, len) == 0)
            return real;
    }
    const struct argp_option *found = NULL;
    for (const struct argp_child *c = table->children; c && c->argp && found == NULL; c++)
        found = find_row(c->argp, word);
    return found;
}

static bool set_int(const char *option, const char *text, int *to, struct bsim_error *err) {
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (isdigit((unsigned char)text[0]) && *end == '\0' && (errno == ERANGE || value > INT_MAX))
        return bsim_error_set(err, NULL, 0, NULL, "%s: %s is too large; at most %d", option, text, INT_MAX);
    if (*text == '\0' || *end != '\0' || value < 1)
        return bsim_error_set(err, NULL, 0, NULL, "%s: \"%s\" is not an integer of at least 1, in digits", option,
                              text);
    *to = (int)value;
    return true;
}

static bool set_value(enum bsim_option_kind kind, void *to, const char *option, const char *text,
                      struct bsim_error *err) {
    switch (kind) {
    case BSIM_OPT_FLAG:
        *(bool *)to = true;
        return true;
    case BSIM_OPT_STRING:
        *(const char **)to = text;
        return true;
    case BSIM_OPT_INT:
        return set_int(option, text, to, err);
    case BSIM_OPT_BYTES:
        if (bsim_unit_parse(text, BSIM_UNIT_BYTES, to) && *(double *)to >= 1)
            return true;
        return bsim_error_set(err, NULL, 0, NULL, "%s: \"%s\" is not a size; accepted: %s", option, text,
                              bsim_unit_accepted(BSIM_UNIT_BYTES));
    case BSIM_OPT_LIST: {
        struct bsim_option_list *list = to;
        if (list->count == BSIM_LIST_MAX)
            return bsim_error_set(err, NULL, 0, NULL, "%s may be given %d times", option, BSIM_LIST_MAX);
        list->item[list->count++] = text;
        return true;
    }
    }
    return false;
}

/* Returns the word with the option that argp has just read: "--np", or "--np=4" if the value is in the same word. */
static const char *word_of(const struct argp_state *state, const char *value) {
    return state->argv[state->next - (value && value == state->argv[state->next - 1] ? 2 : 1)];
}

static bool set_unknown(const char *command, const char *word, struct bsim_error *err) {
    return bsim_error_set(err, NULL, 0, NULL, "bsim %s has no option \"%s\" (bsim %s --help)", command, word, command);
}

static bool is_as_written(const struct argp_state *state, const char *word, struct bsim_error *err) {
    return find_row(state->root_argp, word) || set_unknown(state->argv[0], word, err);
}

error_t bsim_options_parse(int key, char *arg, struct argp_state *state) {
    struct reading *r = state->input;
    if (key == ARGP_KEY_INIT) {
        /* A table has at most one group of shared options. child_inputs is null if it has none. */
        if (state->child_inputs)
            state->child_inputs[0] = r;
        return 0;
    }
    int kind = key >> 16;
    if (kind < BSIM_OPT_FLAG || kind > BSIM_OPT_LIST)
        return ARGP_ERR_UNKNOWN;
    const char *word = word_of(state, arg);
    void *to = (char *)r->values + (key & 0xffff);
    bool ok = is_as_written(state, word, r->err) && set_value((enum bsim_option_kind)kind, to, word, arg, r->err);
    return ok ? 0 : EINVAL;
}

/* The parser of what all commands have: --help and operands. */
static error_t parse_common(int key, char *arg, struct argp_state *state) {
    struct reading *r = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = r;
        return 0;
    case KEY_HELP:
        if (!is_as_written(state, word_of(state, arg), r->err))
            return EINVAL;
        r->help = true;
        return ECANCELED;
    case ARGP_KEY_ARG:
        if (r->operands == BSIM_OPERANDS_LAST)
            return ARGP_ERR_UNKNOWN; /* argp then calls with ARGP_KEY_ARGS */
        state->argv[r->first + r->moved++] = arg;
        return 0;
    case ARGP_KEY_ARGS:
        r->first = state->next;
        return 0;
    case ARGP_KEY_ERROR:
        r->stopped_at = state->argv[state->next - 1];
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* Sets the error for which argp has stopped: an unknown option, a missing value, or a value that the option does not
 * take. An error that is set already stays. */
static void tell_error(const struct argp *table, const char *command, const struct reading *r) {
    const struct argp_option *row = find_row(table, r->stopped_at);
    if (row == NULL)
        set_unknown(command, r->stopped_at, r->err);
    else if (row->arg)
        bsim_error_set(r->err, NULL, 0, NULL, "%s needs a value (bsim %s --help)", r->stopped_at, command);
    else
        bsim_error_set(r->err, NULL, 0, NULL, "%s: this option takes no value (bsim %s --help)", r->stopped_at,
                       command);
}

/* The layout is that of ARGP_HELP_FMT if the user has set this variable of argp. */
static void print_help(const struct argp *table, const char *command) {
    setenv("ARGP_HELP_FMT", "short-opt-col=2,long-opt-col=2,doc-opt-col=2,opt-doc-col=22,rmargin=100", 0);
    printf("usage: bsim %s %s\n\n", command, table->args_doc);
    argp_help(table, stdout, ARGP_HELP_PRE_DOC | ARGP_HELP_LONG | ARGP_HELP_POST_DOC, (char *)command);
}

int bsim_options_read(int argc, char **argv, enum bsim_operands operands, const struct argp *table, void *values,
                      struct bsim_error *err) {
    static const struct argp_option common[] = {BSIM_OPTION_NAME("help", KEY_HELP, NULL), BSIM_OPTION_ALIAS("h"),
                                                BSIM_OPTION_END};
    const struct argp_child tables[] = {{table, 0, NULL, 0}, {NULL, 0, NULL, 0}};
    const struct argp root = {.options = common, .parser = parse_common, .children = tables};
    bool mixed = operands == BSIM_OPERANDS_MIXED;
    struct reading r = {
        .operands = operands, .values = values, .err = err, .first = mixed ? 1 : argc, .stopped_at = ""};
    error_t code = argp_parse(&root, argc, argv, ARGP_SILENT | ARGP_IN_ORDER | ARGP_LONG_ONLY, NULL, &r);
    if (r.help) {
        print_help(table, argv[0]);
        return -2;
    }
    if (code == ENOMEM)
        bsim_error_set(err, NULL, 0, NULL, "out of memory");
    if (code != 0) {
        tell_error(&root, argv[0], &r);
        return -1;
    }
    if (mixed)
        argv[r.first + r.moved] = NULL;
    return r.first;
}

char **bsim_options_cut(int *argc, char **argv) {
    for (int i = 1; i < *argc; i++)
        if (strcmp(argv[i], "--") == 0) {
            argv[i] = NULL;
            *argc = i;
            return argv[i + 1] ? argv + i + 1 : NULL;
        }
    return NULL;
}
