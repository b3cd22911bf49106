/* options.c - command-line options of the subcommands. Knows nothing of what they mean. */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/cmd/cmd.h"
#include "bsim/base/units.h"

/* Whether arg is one of the names "-np,-n"; *value: behind "=", or NULL. */
static bool matches(const char *names, const char *arg, const char **value) {
    size_t len = strcspn(arg, "=");
    *value = arg[len] == '=' ? arg + len + 1 : NULL;
    for (const char *n = names; *n; n += *n == ',') {
        size_t name_len = strcspn(n, ",");
        if (name_len == len && strncmp(n, arg, len) == 0)
            return true;
        n += name_len;
    }
    return false;
}

static bool set_int(const char *option, const char *text, int *to, struct bsim_error *err) {
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (isdigit((unsigned char)text[0]) && *end == '\0' && (errno == ERANGE || value > INT_MAX))
        return bsim_error_set(err, NULL, 0, NULL, "%s: %s is too large; at most %d", option, text, INT_MAX);
    if (*text == '\0' || *end != '\0' || value < 1)
        return bsim_error_set(err, NULL, 0, NULL, "%s: \"%s\" is not a number of at least 1", option, text);
    *to = (int)value;
    return true;
}

static bool set_value(const struct bsim_option *o, const char *option, const char *text, struct bsim_error *err) {
    switch (o->kind) {
    case BSIM_OPT_STRING:
        *(const char **)o->value = text;
        return true;
    case BSIM_OPT_INT:
        return set_int(option, text, o->value, err);
    case BSIM_OPT_BYTES:
        if (bsim_unit_parse(text, BSIM_UNIT_BYTES, o->value) && *(double *)o->value >= 1)
            return true;
        return bsim_error_set(err, NULL, 0, NULL, "%s: \"%s\" is not a size; accepted: %s", option, text,
                              bsim_unit_accepted(BSIM_UNIT_BYTES));
    case BSIM_OPT_LIST: {
        struct bsim_option_list *list = o->value;
        if (list->count == BSIM_LIST_MAX)
            return bsim_error_set(err, NULL, 0, NULL, "%s may be given %d times", option, BSIM_LIST_MAX);
        list->item[list->count++] = text;
        return true;
    }
    case BSIM_OPT_FLAG:
        break;
    }
    return false;
}

int bsim_options_read(int argc, char **argv, const struct bsim_option *options, const char *help,
                      struct bsim_error *err) {
    int i = 1;
    for (; i < argc && argv[i][0] == '-' && argv[i][1] != '\0'; i++) {
        const char *value, *arg = argv[i];
        const struct bsim_option *o = options;
        if (strcmp(arg, "--") == 0)
            return i + 1;
        if (strcmp(arg, "--help") == 0 || strcmp(arg, "-h") == 0) {
            fputs(help, stdout);
            return -2;
        }
        while (o->names && !matches(o->names, arg, &value))
            o++;
        if (o->names == NULL) {
            bsim_error_set(err, NULL, 0, NULL, "bsim %s has no option \"%s\" (bsim %s --help)", argv[0], arg, argv[0]);
            return -1;
        }
        if (o->kind == BSIM_OPT_FLAG) {
            *(bool *)o->value = true;
            continue;
        }
        if (value == NULL && i + 1 < argc)
            value = argv[++i];
        if (value == NULL) {
            bsim_error_set(err, NULL, 0, NULL, "%s needs a value (bsim %s --help)", arg, argv[0]);
            return -1;
        }
        if (!set_value(o, arg, value, err))
            return -1;
    }
    return i;
}
