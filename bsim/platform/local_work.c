/* local_work.c - see local_work.h. Owns the formats of "reduction" and "packing" (docs/reference/platform.md). */
#include "bsim/platform/local_work.h"

#include <string.h>

/* The keys: "GROUP.KEY", each with its array. */
struct key {
    const char *name;
    enum bsim_unit unit;
};

static const struct key keys[] = {{"reduction.bandwidth", BSIM_UNIT_RATE},
                                  {"reduction.latency", BSIM_UNIT_TIME},
                                  {"packing.bandwidth", BSIM_UNIT_RATE},
                                  {"packing.block_time", BSIM_UNIT_TIME},
                                  {NULL, BSIM_UNIT_NONE}};

static double *array_of(struct bsim_platform *p, int key) {
    double *const arrays[] = {p->work.reduction_s_per_byte, p->work.reduction_s, p->work.packing_s_per_byte,
                              p->work.packing_block_s};
    return arrays[key];
}

static int find(const char *full_name) {
    for (int i = 0; keys[i].name; i++)
        if (strcmp(keys[i].name, full_name) == 0)
            return i;
    return -1;
}

static double read(int key, struct bsim_jval v) {
    double value = bsim_jval_quantity(v, keys[key].unit, keys[key].unit == BSIM_UNIT_RATE);
    return keys[key].unit == BSIM_UNIT_RATE && value > 0 ? 1 / value : value;
}

/* Reads the object whose keys are numbers first and first + 1; the second may be missing. */
static void read_object(struct bsim_platform *p, struct bsim_jval v, int first) {
    const char *rate = strchr(keys[first].name, '.') + 1, *each = strchr(keys[first + 1].name, '.') + 1;
    const char *const accepted[] = {rate, each, "comment", NULL};
    if (!bsim_jval_present(v) || !bsim_jval_object(v) || !bsim_jval_keys(v, accepted))
        return;
    double per_byte = read(first, bsim_jval_need(v, rate));
    struct bsim_jval second = bsim_jval_get(v, each);
    double fixed = bsim_jval_present(second) ? read(first + 1, second) : 0;
    for (int k = 0; k < p->nscen; k++) {
        array_of(p, first)[k] = per_byte;
        array_of(p, first + 1)[k] = fixed;
    }
}

void bsim_reduction_read(struct bsim_platform *p, struct bsim_jval v) {
    p->work.reduces = bsim_jval_present(v);
    read_object(p, v, 0);
}

void bsim_packing_read(struct bsim_platform *p, struct bsim_jval v) {
    p->work.packs = bsim_jval_present(v);
    read_object(p, v, 2);
}

bool bsim_local_work_key(const char *full_name, enum bsim_unit *unit) {
    int key = find(full_name);
    if (key >= 0)
        *unit = keys[key].unit;
    return key >= 0;
}

void bsim_local_work_set(struct bsim_platform *p, int k, const char *full_name, struct bsim_jval v) {
    int key = find(full_name);
    if (!(key < 2 ? p->work.reduces : p->work.packs))
        bsim_jval_error(v, "the platform file has no \"%s\", which this scenario changes",
                        key < 2 ? "reduction" : "packing");
    else
        array_of(p, key)[k] = read(key, v);
}
