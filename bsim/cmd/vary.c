/* vary.c - see vary.h. Knows the keys of a platform and the syntax of --vary; nothing of runs. */
#include "bsim/cmd/vary.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bsim/base/expr.h"
#include "bsim/base/json_read.h"
#include "bsim/platform/block_factors.h"
#include "bsim/platform/platform_keys.h"

static const char own_keys[] = "intra_node.KEY and between_sockets.KEY as of network, collective.NAME, "
                               "node_kinds.NAME.KEY, block.NAME, delay.PLACE, np, models, arg.NAME";

/* Whether a platform's key is a speed, a bandwidth, or another one that the reader wants above 0. */
static bool is_positive(const char *key) {
    const char *last = strrchr(key, '.'), *name = last ? last + 1 : key;
    bool link = strncmp(key, "network.", 8) == 0 || strncmp(key, "intra_node.", 11) == 0 ||
                strncmp(key, "between_sockets.", 16) == 0;
    for (const struct bsim_platform_key *k = bsim_link_keys; link && k->name; k++)
        if (strcmp(k->name, name) == 0)
            return k->positive;
    return strcmp(key, "speed") == 0 || strcmp(key, "busy_speed") == 0;
}

static bool parse(const struct vary_axis *a, const char *option, const char *text, double *value,
                  struct bsim_error *err) {
    if (!bsim_unit_parse(text, a->unit, value))
        return bsim_error_set(err, NULL, 0, NULL, "%s: \"%s\" is %s%s; accepted: %s", option, text,
                              bsim_unit_wrong(text, a->unit), bsim_unit_name(a->unit), bsim_unit_accepted(a->unit));
    if ((*value < 0 && a->kind != VARY_ARGUMENT) || (a->whole && (*value < 1 || *value != floor(*value))))
        return bsim_error_set(err, NULL, 0, NULL, "%s: \"%s\" must be %s", option, text,
                              a->whole ? "a whole number of at least 1" : "at least 0");
    if (*value == 0 && a->kind == VARY_PLATFORM && is_positive(a->key))
        return bsim_error_set(err, NULL, 0, NULL, "%s: \"%s\" must be above 0", option, text);
    if (*value > a->most)
        return bsim_error_set(err, NULL, 0, NULL, "%s: \"%s\" must be at most %g", option, text, a->most);
    return true;
}

static bool add_value(struct vary_axis *a, const char *option, double value, const char *text, struct bsim_error *err) {
    if (a->n == VARY_MAX_VALUES)
        return bsim_error_set(err, NULL, 0, NULL, "%s: more than %d values", option, VARY_MAX_VALUES);
    a->text[a->n] = text ? strdup(text) : NULL;
    a->value[a->n++] = value;
    return true;
}

/* Values that are texts. Arguments that are all numbers count as numbers. */
static bool parse_texts(struct vary_axis *a, const char *option, char *text, struct bsim_error *err) {
    char *rest = text;
    bool numbers = a->kind == VARY_ARGUMENT;
    for (char *item; (item = strsep(&rest, ",")) != NULL;) {
        if (item[0] == '\0' && a->kind != VARY_ARGUMENT)
            return bsim_error_set(err, NULL, 0, NULL, "%s: a value is empty", option);
        if (strlen(item) > VARY_MAX_TEXT)
            return bsim_error_set(err, NULL, 0, NULL, "--vary %s: a value has more than %d characters", a->key,
                                  VARY_MAX_TEXT);
        if (a->kind == VARY_MODELS && access(item, R_OK) != 0)
            return bsim_error_set(err, NULL, 0, NULL, "%s: %s cannot be read: %s", option, item, strerror(errno));
        struct bsim_error wrong = {0};
        if (strcmp(a->key, "mapping") == 0 && !bsim_mapping_check(item, &wrong))
            return bsim_error_set(err, NULL, 0, NULL, "%s: %s", option, wrong.text);
        char why[768];
        if (bsim_collective_key(a->key) >= 0 &&
            !bsim_collective_check(bsim_collective_key(a->key), item, why, sizeof why))
            return bsim_error_set(err, NULL, 0, NULL, "%s: %s", option, why);
        double value;
        numbers = numbers && bsim_unit_parse(item, BSIM_UNIT_NONE, &value);
        if (!add_value(a, option, a->n, item, err))
            return false;
    }
    for (int i = 0; numbers && i < a->n; i++)
        bsim_unit_parse(a->text[i], BSIM_UNIT_NONE, &a->value[i]);
    a->is_text = !numbers;
    return true;
}

static bool parse_list(struct vary_axis *a, const char *option, char *text, struct bsim_error *err) {
    char *rest = text;
    for (char *item; (item = strsep(&rest, ",")) != NULL;) {
        double value;
        if (!parse(a, option, item, &value, err) || !add_value(a, option, value, item, err))
            return false;
    }
    return true;
}

/* LOW:HIGH:lin|log:N, both ends included. */
static bool parse_range(struct vary_axis *a, const char *option, char *text, struct bsim_error *err) {
    char *rest = text, *low_text = strsep(&rest, ":"), *high_text = strsep(&rest, ":"), *kind = strsep(&rest, ":"),
         *end;
    double low, high;
    long n = rest ? strtol(rest, &end, 10) : 0;
    if (rest == NULL || *end != '\0' || n < 2 || n > VARY_MAX_VALUES || (strcmp(kind, "lin") && strcmp(kind, "log")))
        return bsim_error_set(err, NULL, 0, NULL, "%s: a range is LOW:HIGH:lin:N or LOW:HIGH:log:N with N from 2 to %d",
                              option, VARY_MAX_VALUES);
    if (!parse(a, option, low_text, &low, err) || !parse(a, option, high_text, &high, err))
        return false;
    a->log = strcmp(kind, "log") == 0;
    if (a->log && (low <= 0 || high <= 0))
        return bsim_error_set(err, NULL, 0, NULL, "%s: a logarithmic range needs ends above 0", option);
    bool whole = a->whole || (a->kind == VARY_ARGUMENT && low == floor(low) && high == floor(high));
    for (long i = 0; i < n; i++) {
        double f = (double)i / (double)(n - 1);
        double v = i == 0 ? low : i == n - 1 ? high : a->log ? low * pow(high / low, f) : low + (high - low) * f;
        if (!add_value(a, option, whole ? rint(v) : v, NULL, err))
            return false;
    }
    return true;
}

static bool unknown_key(const char *key, struct bsim_error *err) {
    const char *near = bsim_nearest(key, bsim_platform_key_names);
    char names[1024] = "";
    for (const char *const *n = bsim_platform_key_names; *n; n++)
        if (strncmp(*n, "intra_node.", 11) != 0 && strncmp(*n, "between_sockets.", 16) != 0)
            snprintf(names + strlen(names), sizeof names - strlen(names), "%s, ", *n);
    return bsim_error_set(err, NULL, 0, NULL, "--vary %s: no such parameter%s%s%s; accepted: %s%s", key,
                          near ? ", did you mean \"" : "", near ? near : "", near ? "\"?" : "", names, own_keys);
}

/* Tells the axis from its key. */
static bool set_kind(struct vary_axis *a, struct bsim_error *err) {
    const char *key = a->key;
    a->most = HUGE_VAL;
    a->kind = strcmp(key, "np") == 0         ? VARY_RANKS
              : strcmp(key, "models") == 0   ? VARY_MODELS
              : strncmp(key, "arg.", 4) == 0 ? VARY_ARGUMENT
                                             : VARY_PLATFORM;
    a->structural = a->kind != VARY_PLATFORM;
    a->whole = a->kind == VARY_RANKS;
    a->is_text = a->kind == VARY_MODELS || a->kind == VARY_ARGUMENT;
    if (a->kind == VARY_ARGUMENT && (!bsim_expr_name_ok(key + 4) || strcmp(key + 4, "np") == 0))
        return bsim_error_set(
            err, NULL, 0, NULL,
            "--vary %s: \"%s\" cannot be a name in arguments: letters, digits and _, and no function, "
            "constant or \"np\"",
            key, key + 4);
    if (a->kind != VARY_PLATFORM)
        return true;
    if (bsim_platform_key_is_text(key)) {
        a->is_text = a->structural = true;
        return true;
    }
    if (!bsim_platform_key_unit(key, &a->unit, &a->structural, &a->most))
        return unknown_key(key, err);
    a->whole = a->structural;
    return true;
}

/* Reads the values of the last axis. */
static bool read_values(struct vary *vary, const char *option, char *values, struct bsim_error *err) {
    struct vary_axis *a = &vary->axis[vary->naxis - 1];
    if (!set_kind(a, err))
        return false;
    for (int i = 0; i + 1 < vary->naxis; i++)
        if (strcmp(vary->axis[i].key, a->key) == 0)
            return bsim_error_set(err, NULL, 0, NULL, "--vary %s is given twice", a->key);
    bool text = a->is_text, range = strstr(values, ":lin:") || strstr(values, ":log:");
    if (text && (a->kind != VARY_ARGUMENT || !range))
        return parse_texts(a, option, values, err);
    a->is_text = false;
    return strchr(values, ':') ? parse_range(a, option, values, err) : parse_list(a, option, values, err);
}

bool bsim_vary_add_axis(struct vary *vary, const char *key, const char *text, const char *option,
                        struct bsim_error *err) {
    if (vary->naxis == VARY_MAX_AXES)
        return bsim_error_set(err, NULL, 0, NULL, "--vary may be given %d times", VARY_MAX_AXES);
    struct vary_axis *a = &vary->axis[vary->naxis++];
    char *values = strdup(text);
    *a = (struct vary_axis){.key = strdup(key),
                            .value = calloc(VARY_MAX_VALUES, sizeof(double)),
                            .text = calloc(VARY_MAX_VALUES, sizeof(char *))};
    bool ok = a->key && values && a->value && a->text;
    if (!ok)
        bsim_error_set(err, NULL, 0, NULL, "out of memory");
    else
        ok = read_values(vary, option, values, err);
    free(values);
    if (!ok)
        return false;
    vary->npoint = (vary->naxis == 1 ? 1 : vary->npoint) * a->n;
    if (vary->npoint > VARY_MAX_POINTS)
        return bsim_error_set(err, NULL, 0, NULL, "--vary gives %d combinations; at most %d are possible", vary->npoint,
                              VARY_MAX_POINTS);
    return true;
}

bool bsim_vary_add(struct vary *vary, const char *text, struct bsim_error *err) {
    const char *equals = strchr(text, '=');
    char *option = NULL;
    if (equals == NULL || equals == text || equals[1] == '\0')
        return bsim_error_set(err, NULL, 0, NULL, "--vary %s: write KEY=a,b,c or KEY=LOW:HIGH:log:N", text);
    char *key = strndup(text, (size_t)(equals - text));
    if (key == NULL || asprintf(&option, "--vary %s", text) < 0) {
        option = NULL;
        bsim_error_set(err, NULL, 0, NULL, "out of memory");
    }
    bool ok = option && bsim_vary_add_axis(vary, key, equals + 1, option, err);
    free(key);
    free(option);
    return ok;
}

void bsim_vary_free(struct vary *vary) {
    for (int i = 0; i < vary->naxis; i++) {
        for (int j = 0; j < vary->axis[i].n; j++)
            free(vary->axis[i].text[j]);
        free((char *)vary->axis[i].key);
        free(vary->axis[i].value);
        free(vary->axis[i].text);
    }
    *vary = (struct vary){0};
}

const struct vary_axis *bsim_vary_axis(const struct vary *vary, enum vary_kind kind) {
    for (int i = 0; i < vary->naxis; i++)
        if (vary->axis[i].kind == kind)
            return &vary->axis[i];
    return NULL;
}

const char *bsim_vary_name(const struct vary_axis *axis) {
    return axis->kind == VARY_ARGUMENT ? axis->key + 4 : axis->key;
}

int bsim_vary_index(const struct vary *vary, int point, int axis) {
    for (int i = vary->naxis - 1; i > axis; i--)
        point /= vary->axis[i].n;
    return point % vary->axis[axis].n;
}

double bsim_vary_value(const struct vary *vary, int point, int axis) {
    return vary->axis[axis].value[bsim_vary_index(vary, point, axis)];
}

char *bsim_vary_format(const struct vary *vary, int point, int axis, char *buf, size_t size) {
    const struct vary_axis *a = &vary->axis[axis];
    int i = bsim_vary_index(vary, point, axis);
    if (a->kind == VARY_PLATFORM && !a->is_text)
        return bsim_format_unit(buf, size, a->unit, a->value[i]);
    return bsim_vary_argument(vary, point, axis, buf, size);
}

char *bsim_vary_argument(const struct vary *vary, int point, int axis, char *buf, size_t size) {
    const struct vary_axis *a = &vary->axis[axis];
    int i = bsim_vary_index(vary, point, axis);
    if (a->text[i])
        snprintf(buf, size, "%s", a->text[i]);
    else
        snprintf(buf, size, "%.15g", a->value[i]);
    return buf;
}

const char *bsim_vary_idle(const char *key) {
    if (strncmp(key, "network.", 8) == 0)
        return " Messages between nodes take time by it; those between ranks of one node by intra_node.";
    if (strncmp(key, "intra_node.", 11) == 0)
        return " Messages between ranks of one node take time by it; those between nodes by network.";
    if (strncmp(key, "block.", 6) == 0 || strcmp(key, "speed") == 0)
        return " Blocks have times only with --models, and only those that the run reaches count.";
    return "";
}

char *bsim_vary_label(const struct vary *vary, int point, char *buf, size_t size) {
    size_t at = 0;
    char value[256];
    buf[0] = '\0';
    for (int i = 0; i < vary->naxis && at < size; i++)
        at += (size_t)snprintf(buf + at, size - at, "%s%s=%s", i ? ", " : "", vary->axis[i].key,
                               bsim_vary_format(vary, point, i, value, sizeof value));
    return buf;
}
