/* file_system.c - see file_system.h. Owns the format of "file_system" (docs/reference/platform.md). */
#include "bsim/platform/file_system.h"

#include <stddef.h>
#include <string.h>

#include "bsim/base/text.h"
#include "bsim/platform/quantity.h"

/* The values that scenarios may set, and where they are. optional: a platform without the key has no such limit. */
static const struct value {
    const char *key;
    enum bsim_unit unit;
    bool optional;
    size_t at; /* in struct bsim_file_system */
} values[] = {
    {"bandwidth", BSIM_UNIT_RATE, false, offsetof(struct bsim_file_system, bandwidth)},
    {"latency", BSIM_UNIT_TIME, false, offsetof(struct bsim_file_system, latency_s)},
    {"node_bandwidth", BSIM_UNIT_RATE, true, offsetof(struct bsim_file_system, node_bandwidth)},
    {"total_bandwidth", BSIM_UNIT_RATE, true, offsetof(struct bsim_file_system, total_bandwidth)},
};
enum { VALUES = sizeof values / sizeof values[0], MOST_AGGREGATORS = 4096 };
static const char prefix[] = "file_system.";

static double *array_of(struct bsim_platform *p, const struct value *value) {
    return *(double **)(void *)((char *)&p->files + value->at);
}

static double quantity(struct bsim_jval v, const struct value *value) {
    return bsim_platform_quantity(v, value->unit, value->unit == BSIM_UNIT_RATE);
}

void bsim_file_system_read(struct bsim_platform *p, struct bsim_jval v) {
    static const char *const keys[] = {"bandwidth", "latency", "node_bandwidth", "total_bandwidth", "aggregators",
                                       "comment",   NULL};
    if (!bsim_jval_present(v) || !bsim_jval_object(v) || !bsim_jval_keys(v, keys))
        return;
    for (int i = 0; i < VALUES; i++) {
        struct bsim_jval one = values[i].optional ? bsim_jval_get(v, values[i].key) : bsim_jval_need(v, values[i].key);
        double number = values[i].optional && !bsim_jval_present(one) ? 0 : quantity(one, &values[i]);
        for (int k = 0; k < p->nscen; k++)
            array_of(p, &values[i])[k] = number;
    }
    struct bsim_jval aggregators = bsim_jval_get(v, "aggregators");
    if (bsim_jval_present(aggregators))
        p->files.aggregators = (int)bsim_jval_int(aggregators, 1, MOST_AGGREGATORS);
}

static const struct value *find(const char *full_name) {
    if (!bsim_begins(full_name, prefix))
        return NULL;
    for (int i = 0; i < VALUES; i++)
        if (strcmp(full_name + strlen(prefix), values[i].key) == 0)
            return &values[i];
    return NULL;
}

bool bsim_file_system_key(const char *full_name, enum bsim_unit *unit) {
    const struct value *value = find(full_name);
    if (value)
        *unit = value->unit;
    return value != NULL;
}

void bsim_file_system_set(struct bsim_platform *p, int k, const char *full_name, struct bsim_jval v) {
    const struct value *value = find(full_name);
    if (p->files.bandwidth[0] == 0)
        bsim_jval_error(v, "the platform file has no \"file_system\", which this scenario changes");
    else if (value->optional && array_of(p, value)[0] == 0)
        bsim_jval_error(v, "the platform file has no \"%s\" in \"file_system\", which this scenario changes",
                        value->key);
    else
        array_of(p, value)[k] = quantity(v, value);
}
