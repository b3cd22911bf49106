/* vary.c - see vary.h. Knows the keys of a platform and the syntax of --vary; nothing of runs. */
#include "bsim/cmd/vary.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/json_read.h"
#include "bsim/platform/platform_keys.h"

static bool parse(const struct vary_axis *a, const char *option, const char *text, double *value,
                  struct bsim_error *err) {
    if (!bsim_unit_parse(text, a->unit, value))
        return bsim_error_set(err, NULL, 0, NULL, "--vary %s: \"%s\" is %s%s; accepted: %s", option, text,
                              bsim_unit_wrong(text, a->unit), bsim_unit_name(a->unit), bsim_unit_accepted(a->unit));
    if (*value < 0 || (a->structural && (*value < 1 || *value != floor(*value))))
        return bsim_error_set(err, NULL, 0, NULL, "--vary %s: \"%s\" must be %s", option, text,
                              a->structural ? "a whole number of at least 1" : "at least 0");
    if (*value > a->most)
        return bsim_error_set(err, NULL, 0, NULL, "--vary %s: \"%s\" must be at most %g", option, text, a->most);
    return true;
}

static bool add_value(struct vary_axis *a, const char *option, double value, struct bsim_error *err) {
    if (a->n == VARY_MAX_VALUES)
        return bsim_error_set(err, NULL, 0, NULL, "--vary %s: more than %d values", option, VARY_MAX_VALUES);
    a->value[a->n++] = value;
    return true;
}

static bool parse_list(struct vary_axis *a, const char *option, char *text, struct bsim_error *err) {
    char *rest = text;
    for (char *item; (item = strsep(&rest, ",")) != NULL;) {
        double value;
        if (!parse(a, option, item, &value, err) || !add_value(a, option, value, err))
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
        return bsim_error_set(err, NULL, 0, NULL,
                              "--vary %s: a range is LOW:HIGH:lin:N or LOW:HIGH:log:N with N from 2 to %d", option,
                              VARY_MAX_VALUES);
    if (!parse(a, option, low_text, &low, err) || !parse(a, option, high_text, &high, err))
        return false;
    a->log = strcmp(kind, "log") == 0;
    if (a->log && (low <= 0 || high <= 0))
        return bsim_error_set(err, NULL, 0, NULL, "--vary %s: a logarithmic range needs ends above 0", option);
    for (long i = 0; i < n; i++) {
        double f = (double)i / (double)(n - 1);
        double v = i == 0 ? low : i == n - 1 ? high : a->log ? low * pow(high / low, f) : low + (high - low) * f;
        if (!add_value(a, option, a->structural ? rint(v) : v, err))
            return false;
    }
    return true;
}

/* "collective.NAME=ring,chain:segment=64KiB": algorithms, each in a run of its own. */
static bool parse_words(struct vary_axis *a, const char *option, char *text, struct bsim_error *err) {
    char *rest = text, why[768];
    a->structural = true;
    a->word = calloc(VARY_MAX_VALUES, sizeof *a->word);
    for (char *item; a->word && (item = strsep(&rest, ",")) != NULL;) {
        if (!bsim_collective_check(bsim_collective_key(a->key), item, why, sizeof why))
            return bsim_error_set(err, NULL, 0, NULL, "--vary %s: %s", option, why);
        if (!add_value(a, option, a->n, err) || (a->word[a->n - 1] = strdup(item)) == NULL)
            return false;
    }
    return a->word != NULL;
}

bool bsim_vary_add(struct vary *vary, const char *text, struct bsim_error *err) {
    const char *equals = strchr(text, '=');
    if (vary->naxis == VARY_MAX_AXES)
        return bsim_error_set(err, NULL, 0, NULL, "--vary may be given %d times", VARY_MAX_AXES);
    if (equals == NULL || equals == text || equals[1] == '\0')
        return bsim_error_set(err, NULL, 0, NULL, "--vary %s: write KEY=a,b,c or KEY=LOW:HIGH:log:N", text);
    struct vary_axis *a = &vary->axis[vary->naxis++];
    char *key = strndup(text, (size_t)(equals - text)), *values = strdup(equals + 1);
    *a = (struct vary_axis){.key = key, .value = calloc(VARY_MAX_VALUES, sizeof(double))};
    bool ok = key && values && a->value;
    if (!ok) {
        bsim_error_set(err, NULL, 0, NULL, "out of memory");
    } else if (bsim_collective_key(key) >= 0) {
        ok = parse_words(a, text, values, err);
    } else if (!bsim_platform_key_unit(key, &a->unit, &a->structural, &a->most)) {
        const char *near = bsim_nearest(key, bsim_platform_key_names);
        char names[512] = "";
        for (const char *const *n = bsim_platform_key_names; *n; n++)
            snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", names[0] ? ", " : "", *n);
        ok = bsim_error_set(err, NULL, 0, NULL, "--vary %s: no such parameter%s%s%s; accepted: %s", key,
                            near ? ", did you mean \"" : "", near ? near : "", near ? "\"?" : "", names);
    }
    for (int i = 0; ok && i + 1 < vary->naxis; i++)
        if (strcmp(vary->axis[i].key, key) == 0)
            ok = bsim_error_set(err, NULL, 0, NULL, "--vary %s is given twice", key);
    if (ok && a->word == NULL)
        ok = strchr(values, ':') ? parse_range(a, text, values, err) : parse_list(a, text, values, err);
    free(values);
    if (!ok)
        return false;
    vary->npoint = (vary->naxis == 1 ? 1 : vary->npoint) * a->n;
    if (vary->npoint > VARY_MAX_POINTS)
        return bsim_error_set(err, NULL, 0, NULL, "--vary gives %d combinations; at most %d are possible", vary->npoint,
                              VARY_MAX_POINTS);
    return true;
}

void bsim_vary_free(struct vary *vary) {
    for (int i = 0; i < vary->naxis; i++) {
        free((char *)vary->axis[i].key);
        for (int j = 0; vary->axis[i].word && j < vary->axis[i].n; j++)
            free(vary->axis[i].word[j]);
        free(vary->axis[i].word);
        free(vary->axis[i].value);
    }
    *vary = (struct vary){0};
}

double bsim_vary_value(const struct vary *vary, int point, int axis) {
    for (int i = vary->naxis - 1; i > axis; i--)
        point /= vary->axis[i].n;
    return vary->axis[axis].value[point % vary->axis[axis].n];
}

char *bsim_vary_text(const struct vary *vary, int point, int axis, char *buf, size_t size) {
    const struct vary_axis *a = &vary->axis[axis];
    double value = bsim_vary_value(vary, point, axis);
    if (a->word == NULL)
        return bsim_format_unit(buf, size, a->unit, value);
    snprintf(buf, size, "%s", a->word[(int)value]);
    return buf;
}

json_t *bsim_vary_json(const struct vary *vary, int point, int axis) {
    const struct vary_axis *a = &vary->axis[axis];
    double value = bsim_vary_value(vary, point, axis);
    return a->word ? json_string(a->word[(int)value]) : json_real(value);
}

char *bsim_vary_label(const struct vary *vary, int point, char *buf, size_t size) {
    size_t at = 0;
    char value[256];
    buf[0] = '\0';
    for (int i = 0; i < vary->naxis && at < size; i++)
        at += (size_t)snprintf(buf + at, size - at, "%s%s=%s", i ? ", " : "", vary->axis[i].key,
                               bsim_vary_text(vary, point, i, value, sizeof value));
    return buf;
}
