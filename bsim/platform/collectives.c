/* collectives.c - see collectives.h. Owns the format of "collectives" (docs/reference/platform.md) and of --collective.
 */
#include "bsim/platform/collectives.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/platform/quantity.h"

enum {
    SEGMENT = BSIM_ALGORITHM_SEGMENT,
    RADIX = BSIM_ALGORITHM_RADIX,
    FANOUT = BSIM_ALGORITHM_FANOUT,
    WINDOW = BSIM_ALGORITHM_WINDOW,
    POF2 = BSIM_NEEDS_POF2,
    EVEN = BSIM_NEEDS_EVEN,
    COMMUTES = BSIM_NEEDS_COMMUTES,
    EQUAL = BSIM_NEEDS_EQUAL
};

const struct bsim_algorithm bsim_algorithms[] = {
#define COLLECTIVE_ALGORITHM(collective, name, function, keys, needs)                                                  \
    {BSIM_COLLECTIVE_##collective, #name, keys, needs},
#include "bsim/platform/collective_algorithms.def"
};
const int bsim_nalgorithm = sizeof bsim_algorithms / sizeof bsim_algorithms[0];

const char *const bsim_collective_names[] = {
#define COLLECTIVE(name) #name,
#include "bsim/platform/collective_algorithms.def"
    NULL};

const char *const bsim_preset_names[] = {"mpich", "openmpi", "mpich_flat", "openmpi_flat", NULL};

enum { MOST_NUMBER = 1 << 20 }; /* of a radix, a fanout, a window */

static const struct bsim_collective_rule any_call = {
    .up_to_bytes = HUGE_VAL, .up_to_processes = INT_MAX, .algorithm = -1, .segment = -1};

static int index_in(const char *const *names, const char *name) {
    for (int i = 0; names[i]; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

/* ---- a rule, from its keys and values as texts ---- */

/* Sets what a name says: an algorithm of the collective, or a preset. */
static bool set_algorithm(struct bsim_collective_rule *rule, int collective, const char *name, char *why, size_t size) {
    char known[512] = "";
    for (int i = 0; i < bsim_nalgorithm; i++) {
        if ((int)bsim_algorithms[i].collective != collective)
            continue;
        if (strcmp(bsim_algorithms[i].name, name) == 0) {
            rule->algorithm = i;
            return true;
        }
        size_t at = strlen(known);
        snprintf(known + at, sizeof known - at, "%s, ", bsim_algorithms[i].name);
    }
    int preset = index_in(bsim_preset_names, name);
    if (preset < 0) {
        snprintf(why, size,
                 "%s has no algorithm \"%s\"; it has: %smpich, mpich_flat, openmpi, openmpi_flat (what these libraries "
                 "choose)",
                 bsim_collective_names[collective], name, known);
        return false;
    }
    rule->preset = (enum bsim_preset)preset;
    return true;
}

static const char *const number_keys[] = {"up_to", "up_to_processes", "segment", "radix", "fanout", "window", NULL};

/* Sets the value of a key in number_keys; a size in bytes is not negative. */
static bool set_number(struct bsim_collective_rule *rule, int key, double value, char *why, size_t size) {
    double least = key == 1 || key == 4 || key == 5 ? 1 : key == 3 ? 2 : 0;
    double most = key == 0 ? HUGE_VAL : key == 2 ? (double)(1LL << 50) : MOST_NUMBER;
    if (value < least || value > most || (key != 0 && value != floor(value))) {
        snprintf(why, size, "%s is %g; accepted: a whole number from %.0f to %.0f", number_keys[key], value, least,
                 most);
        return false;
    }
    switch (key) {
    case 0:
        rule->up_to_bytes = value;
        break;
    case 1:
        rule->up_to_processes = (int)value;
        break;
    case 2:
        rule->segment = (int64_t)value;
        break;
    case 3:
        rule->radix = (int)value;
        break;
    case 4:
        rule->fanout = (int)value;
        break;
    default:
        rule->window = (int)value;
    }
    return true;
}

/* Whether the algorithm has the keys that were given. */
static bool has_keys(const struct bsim_collective_rule *rule, char *why, size_t size) {
    int given = (rule->segment >= 0 ? SEGMENT : 0) | (rule->radix ? RADIX : 0) | (rule->fanout ? FANOUT : 0) |
                (rule->window ? WINDOW : 0);
    int has = rule->algorithm >= 0 ? bsim_algorithms[rule->algorithm].keys : 0;
    for (int i = 0; i < 4; i++)
        if (given & ~has & (1 << i)) {
            snprintf(why, size, "%s has no %s", rule->algorithm >= 0 ? bsim_algorithms[rule->algorithm].name : "it",
                     number_keys[2 + i]);
            return false;
        }
    return true;
}

static bool key_is_size(int key) {
    return key == 0 || key == 2;
}

/* Reads "ring", or "chain:segment=64KiB:fanout=2". */
static bool parse_rule(struct bsim_collective_rule *rule, int collective, const char *text, char *why, size_t size) {
    char copy[256], *rest = copy;
    unsigned given = 0; /* keys, as bits */
    *rule = any_call;
    if (strlen(text) >= sizeof copy) {
        snprintf(why, size, "is too long");
        return false;
    }
    strcpy(copy, text);
    if (!set_algorithm(rule, collective, strsep(&rest, ":"), why, size))
        return false;
    for (char *item; (item = strsep(&rest, ":")) != NULL;) {
        char *value = strchr(item, '=');
        double number;
        if (value)
            *value++ = '\0';
        int key = value ? index_in(number_keys, item) : -1;
        if (key < 0) {
            snprintf(why, size,
                     "\"%s\" is no key of a rule; accepted: up_to=, up_to_processes=, segment=, radix=, "
                     "fanout=, window=",
                     item);
            return false;
        }
        if (given & 1u << key) {
            snprintf(why, size, "%s= is there twice", item);
            return false;
        }
        given |= 1u << key;
        if (!bsim_unit_parse(value, key_is_size(key) ? BSIM_UNIT_BYTES : BSIM_UNIT_NONE, &number)) {
            snprintf(why, size, "%s=%s is no number", item, value);
            return false;
        }
        if (!set_number(rule, key, number, why, size))
            return false;
    }
    return has_keys(rule, why, size);
}

static void add_rule(struct bsim_collective_rules *rules, int at, const struct bsim_collective_rule *rule) {
    struct bsim_collective_rule *old = rules->rule;
    rules->rule = bsim_alloc((size_t)(rules->n + 1) * sizeof *old);
    for (int i = 0; i < rules->n; i++)
        rules->rule[i + (i >= at)] = old[i];
    rules->rule[at] = *rule;
    rules->n++;
    bsim_free(old);
}

/* ---- the platform file ---- */

/* An ascending list of numbers of at least `least`. */
static double *read_axis(struct bsim_jval v, enum bsim_unit unit, double least, int *n) {
    if (!bsim_jval_present(v) || !bsim_jval_list(v))
        return NULL;
    *n = (int)bsim_jval_size(v);
    double *axis = bsim_alloc((size_t)(*n + 1) * sizeof *axis);
    if (*n == 0)
        bsim_jval_error(v, "is empty");
    for (int i = 0; i < *n; i++) {
        struct bsim_jval item = bsim_jval_at(v, (size_t)i);
        axis[i] = bsim_jval_quantity(item, unit, false);
        if (axis[i] < least)
            bsim_jval_error(item, "is %g; at least %g", axis[i], least);
        if (i > 0 && axis[i] <= axis[i - 1])
            bsim_jval_error(item, "is not above the number before it");
    }
    return axis;
}

static void table_free(struct bsim_collective_table *table) {
    if (table == NULL)
        return;
    bsim_free(table->processes);
    bsim_free(table->bytes);
    bsim_free(table->seconds);
    bsim_free(table);
}

static struct bsim_collective_table *read_table(struct bsim_jval v) {
    static const char *const keys[] = {"processes", "bytes", "seconds", "comment", NULL};
    if (!bsim_jval_object(v) || !bsim_jval_keys(v, keys))
        return NULL;
    struct bsim_collective_table *t = bsim_alloc(sizeof *t);
    t->processes = read_axis(bsim_jval_need(v, "processes"), BSIM_UNIT_NONE, 1, &t->nprocesses);
    t->bytes = read_axis(bsim_jval_need(v, "bytes"), BSIM_UNIT_BYTES, 0, &t->nbytes);
    struct bsim_jval rows = bsim_jval_need(v, "seconds");
    t->seconds = bsim_alloc((size_t)(t->nprocesses * t->nbytes + 1) * sizeof *t->seconds);
    if (!bsim_jval_present(rows) || !bsim_jval_list(rows))
        return t;
    if ((int)bsim_jval_size(rows) != t->nprocesses)
        bsim_jval_error(rows, "has %zu rows; \"processes\" has %d numbers", bsim_jval_size(rows), t->nprocesses);
    for (int i = 0; i < t->nprocesses && (size_t)i < bsim_jval_size(rows); i++) {
        struct bsim_jval row = bsim_jval_at(rows, (size_t)i);
        if (!bsim_jval_list(row))
            return t;
        if ((int)bsim_jval_size(row) != t->nbytes)
            bsim_jval_error(row, "has %zu times; \"bytes\" has %d numbers", bsim_jval_size(row), t->nbytes);
        for (int j = 0; j < t->nbytes && (size_t)j < bsim_jval_size(row); j++)
            t->seconds[i * t->nbytes + j] = bsim_platform_quantity(bsim_jval_at(row, (size_t)j), BSIM_UNIT_TIME, true);
    }
    return t;
}

static void read_name(struct bsim_collective_rule *rule, int collective, struct bsim_jval v) {
    char why[768];
    const char *name = bsim_jval_string(v);
    if (*name && !set_algorithm(rule, collective, name, why, sizeof why))
        bsim_jval_error(v, "%s", why);
}

static void read_rule(struct bsim_collective_rules *rules, int collective, struct bsim_jval v) {
    static const char *const keys[] = {"algorithm", "table",  "up_to",  "up_to_processes", "segment",
                                       "radix",     "fanout", "window", "comment",         NULL};
    struct bsim_collective_rule rule = any_call;
    char why[768];
    if (!bsim_jval_object(v) || !bsim_jval_keys(v, keys))
        return;
    struct bsim_jval name = bsim_jval_get(v, "algorithm"), table = bsim_jval_get(v, "table");
    if (bsim_jval_present(name) == bsim_jval_present(table))
        bsim_jval_error(v, "needs \"algorithm\" or \"table\", and not both");
    else if (bsim_jval_present(name))
        read_name(&rule, collective, name);
    else
        rule.table = read_table(table);
    for (int key = 0; number_keys[key]; key++) {
        struct bsim_jval value = bsim_jval_get(v, number_keys[key]);
        if (bsim_jval_present(value) &&
            !set_number(&rule, key,
                        bsim_jval_quantity(value, key_is_size(key) ? BSIM_UNIT_BYTES : BSIM_UNIT_NONE, false), why,
                        sizeof why))
            bsim_jval_error(value, "%s", why);
    }
    if (!has_keys(&rule, why, sizeof why))
        bsim_jval_error(v, "%s", why);
    add_rule(rules, rules->n, &rule);
}

/* Whether a rule takes all calls that another one fits. An algorithm that not all calls can use leaves some to the
 * rules behind it, and two_level the calls within nodes and between them of which it consists. */
static bool covers(const struct bsim_collective_rule *rule, const struct bsim_collective_rule *other) {
    const struct bsim_algorithm *algorithm = rule->algorithm < 0 ? NULL : &bsim_algorithms[rule->algorithm];
    bool for_all = !algorithm || (algorithm->needs == 0 && strcmp(algorithm->name, "two_level") != 0);
    return for_all && rule->up_to_bytes >= other->up_to_bytes && rule->up_to_processes >= other->up_to_processes;
}

/* The first rule that fits counts, so one has no effect behind one that covers it. Of those from `first` to `end`, the
 * one that does; below 0: there is none. */
static int covering(const struct bsim_collective_rules *rules, int first, int end,
                    const struct bsim_collective_rule *rule) {
    for (int i = first; i < end; i++)
        if (covers(&rules->rule[i], rule))
            return i;
    return -1;
}

static void check_effect(const struct bsim_collective_rules *rules, int collective, struct bsim_jval v) {
    int i = rules->n ? covering(rules, 0, rules->n - 1, &rules->rule[rules->n - 1]) : -1;
    if (i >= 0)
        bsim_jval_error(v, "has no effect: %s[%d] stands before it and takes all of its calls",
                        bsim_collective_names[collective], i);
}

static void read_collective(struct bsim_collective_rules *rules, int collective, struct bsim_jval v) {
    struct bsim_collective_rule rule = any_call;
    if (json_is_string(v.json)) {
        read_name(&rule, collective, v);
        add_rule(rules, 0, &rule);
    } else if (json_is_object(v.json)) {
        read_rule(rules, collective, v);
    } else if (json_is_array(v.json)) {
        for (size_t i = 0; i < bsim_jval_size(v); i++) {
            read_rule(rules, collective, bsim_jval_at(v, i));
            check_effect(rules, collective, bsim_jval_at(v, i));
        }
    } else {
        bsim_jval_error(v, "accepted: the name of an algorithm, a rule, or a list of rules");
    }
}

void bsim_collectives_read(struct bsim_collectives *c, struct bsim_jval v) {
    const char *keys[BSIM_COLLECTIVES + 3] = {"preset", "comment"};
    if (!bsim_jval_present(v))
        return;
    if (json_is_string(v.json)) {
        c->preset = (enum bsim_preset)bsim_jval_choice(v, bsim_preset_names);
        return;
    }
    memcpy(keys + 2, bsim_collective_names, sizeof *keys * BSIM_COLLECTIVES);
    if (!bsim_jval_object(v) || !bsim_jval_keys(v, keys))
        return;
    struct bsim_jval preset = bsim_jval_get(v, "preset");
    if (bsim_jval_present(preset))
        c->preset = (enum bsim_preset)bsim_jval_choice(preset, bsim_preset_names);
    for (int i = 0; i < BSIM_COLLECTIVES; i++) {
        struct bsim_jval rules = bsim_jval_get(v, bsim_collective_names[i]);
        if (bsim_jval_present(rules))
            read_collective(&c->of[i], i, rules);
    }
}

void bsim_collectives_free(struct bsim_collectives *c) {
    for (int i = 0; i < BSIM_COLLECTIVES; i++) {
        for (int r = 0; r < c->of[i].n; r++)
            table_free(c->of[i].rule[r].table);
        bsim_free(c->of[i].rule);
        bsim_free(c->of[i].varied);
    }
}

/* ---- the command line and scenarios ---- */

static bool no_collective(const char *name, struct bsim_error *err) {
    char names[512] = "";
    for (int i = 0; bsim_collective_names[i]; i++) {
        size_t at = strlen(names);
        snprintf(names + at, sizeof names - at, "%s%s", at ? ", " : "", bsim_collective_names[i]);
    }
    return bsim_error_set(err, NULL, 0, NULL,
                          "--collective: there is no collective \"%s\"; accepted: %s; or, alone, mpich, mpich_flat, "
                          "openmpi or openmpi_flat",
                          name, names);
}

bool bsim_collectives_apply(struct bsim_collectives *c, const char *lines, struct bsim_error *err) {
    int before[BSIM_COLLECTIVES];
    char line[512], why[768];
    const char *library = NULL;
    for (int i = 0; i < BSIM_COLLECTIVES; i++)
        before[i] = c->of[i].varied != NULL; /* the rule of a scenario stays the first */
    for (const char *at = lines; at && *at;) {
        size_t len = strcspn(at, "\n");
        snprintf(line, sizeof line, "%.*s", (int)len, at);
        at += len + (at[len] == '\n');
        char *equals = strchr(line, '=');
        int preset = equals ? -1 : index_in(bsim_preset_names, line);
        if (equals)
            *equals = '\0';
        int collective = index_in(bsim_collective_names, line);
        if (preset >= 0) {
            if (library)
                return bsim_error_set(err, NULL, 0, NULL,
                                      "--collective %s: %s is given, too; one library's choice counts", line, library);
            library = bsim_preset_names[preset];
            c->preset = (enum bsim_preset)preset;
            continue;
        }
        if (!equals && collective >= 0)
            return bsim_error_set(err, NULL, 0, NULL, "--collective %s: write %s=ALGORITHM", line, line);
        if (collective < 0)
            return no_collective(line, err);
        struct bsim_collective_rule rule;
        if (!parse_rule(&rule, collective, equals + 1, why, sizeof why))
            return bsim_error_set(err, NULL, 0, NULL, "--collective %s=%s: %s", line, equals + 1, why);
        struct bsim_collective_rules *rules = &c->of[collective];
        if (covering(rules, rules->varied != NULL, before[collective], &rule) >= 0)
            return bsim_error_set(err, NULL, 0, NULL,
                                  "--collective %s=%s has no effect: a rule before it takes all of its calls", line,
                                  equals + 1);
        add_rule(rules, before[collective]++, &rule);
    }
    return true;
}

int bsim_collective_key(const char *full_name) {
    return strncmp(full_name, "collective.", 11) == 0 ? index_in(bsim_collective_names, full_name + 11) : -1;
}

bool bsim_collective_check(int collective, const char *text, char *why, size_t size) {
    struct bsim_collective_rule rule;
    return parse_rule(&rule, collective, text, why, size);
}

void bsim_collectives_set(struct bsim_collectives *c, int k, int collective, struct bsim_jval v) {
    struct bsim_collective_rules *rules = &c->of[collective];
    struct bsim_collective_rule rule;
    char why[768];
    const char *text = bsim_jval_string(v);
    if (k > 0) {
        if (rules->varied == NULL || strcmp(rules->varied, text) != 0)
            bsim_jval_error(v, "must be the same in all scenarios of one run");
        return;
    }
    if (!parse_rule(&rule, collective, text, why, sizeof why)) {
        bsim_jval_error(v, "%s", why);
        return;
    }
    add_rule(rules, 0, &rule);
    bsim_free(rules->varied);
    rules->varied = bsim_strdup(text);
}

/* ---- tables ---- */

/* The place of x among ascending numbers: *at the lower neighbour, and the part of the way to the next one. */
static double place(const double *axis, int n, double x, int *at) {
    *at = 0;
    if (n == 1)
        return 0;
    while (*at < n - 2 && x >= axis[*at + 1])
        ++*at;
    double low = log(fmax(axis[*at], 1)), high = log(fmax(axis[*at + 1], 1));
    return high > low ? (log(fmax(x, 1)) - low) / (high - low) : 0;
}

double bsim_collective_time(const struct bsim_collective_table *t, int processes, double bytes, bool *outside) {
    int row, column;
    double most = t->bytes[t->nbytes - 1];
    *outside = processes < t->processes[0] || processes > t->processes[t->nprocesses - 1] || bytes > most;
    double p = place(t->processes, t->nprocesses, processes, &row);
    double b = fmax(place(t->bytes, t->nbytes, bytes, &column), 0);
    double of_row[2];
    for (int i = 0; i < 2; i++) {
        const double *at = t->seconds + (row + i < t->nprocesses ? row + i : row) * t->nbytes + column;
        of_row[i] = log(at[0]) + (b != 0 ? b * (log(at[1]) - log(at[0])) : 0);
    }
    return exp(of_row[0] + p * (of_row[1] - of_row[0]));
}

bool bsim_collectives_default(const struct bsim_collectives *c) {
    bool chosen = c->preset != BSIM_PRESET_MPICH;
    for (int i = 0; i < BSIM_COLLECTIVES; i++)
        chosen = chosen || c->of[i].n > 0;
    return !chosen;
}
