/* local_work.c - see local_work.h. Owns the formats of "reduction", "packing" and "copy" (docs/reference/platform.md).
 */
#include "bsim/platform/local_work.h"

#include <string.h>

#include "bsim/platform/quantity.h"

/* The keys: "GROUP.KEY", each with its array. */
struct key {
    const char *name;
    enum bsim_unit unit;
};

static const struct key keys[] = {{"reduction.bandwidth", BSIM_UNIT_RATE},    {"reduction.latency", BSIM_UNIT_TIME},
                                  {"reduction.element_time", BSIM_UNIT_TIME}, {"packing.bandwidth", BSIM_UNIT_RATE},
                                  {"packing.block_time", BSIM_UNIT_TIME},     {"copy.bandwidth", BSIM_UNIT_RATE},
                                  {"copy.latency", BSIM_UNIT_TIME},           {NULL, BSIM_UNIT_NONE}};
enum { REDUCTION = 0, PACKING = 3, COPY = 5 }; /* the first key of each */

static double *array_of(struct bsim_platform *p, int key) {
    double *const arrays[] = {p->work.reduction_s_per_byte,
                              p->work.reduction_s,
                              p->work.reduction_s_per_element,
                              p->work.packing_s_per_byte,
                              p->work.packing_block_s,
                              p->work.copy_s_per_byte,
                              p->work.copy_s};
    return arrays[key];
}

static int find(const char *full_name) {
    for (int i = 0; keys[i].name; i++)
        if (strcmp(keys[i].name, full_name) == 0)
            return i;
    return -1;
}

static double read(int key, struct bsim_jval v) {
    double value = bsim_platform_quantity(v, keys[key].unit, keys[key].unit == BSIM_UNIT_RATE);
    return keys[key].unit == BSIM_UNIT_RATE && value > 0 ? 1 / value : value;
}

static const char *short_name(int key) {
    return strchr(keys[key].name, '.') + 1;
}

/* Reads the object whose keys are numbers first to first + n - 1. The first one, a bandwidth, may be missing only if
 * the key number `instead` is there (0: none is). */
static void read_object(struct bsim_platform *p, struct bsim_jval v, int first, int n, int instead) {
    const char *accepted[5] = {NULL};
    for (int i = 0; i < n; i++)
        accepted[i] = short_name(first + i);
    accepted[n] = "comment";
    if (!bsim_jval_present(v) || !bsim_jval_object(v) || !bsim_jval_keys(v, accepted))
        return;
    if (instead && !bsim_jval_present(bsim_jval_get(v, short_name(first))) &&
        !bsim_jval_present(bsim_jval_get(v, short_name(instead)))) {
        bsim_jval_error(v, "needs \"%s\" or \"%s\"", short_name(first), short_name(instead));
        return;
    }
    bool has_instead = instead && bsim_jval_present(bsim_jval_get(v, short_name(instead)));
    for (int i = first; i < first + n; i++) {
        bool needed = i == first && !has_instead;
        struct bsim_jval value = needed ? bsim_jval_need(v, short_name(i)) : bsim_jval_get(v, short_name(i));
        double x = bsim_jval_present(value) ? read(i, value) : 0;
        for (int k = 0; k < p->nscen; k++)
            array_of(p, i)[k] = x;
    }
}

void bsim_reduction_read(struct bsim_platform *p, struct bsim_jval v) {
    p->work.reduces = bsim_jval_present(v);
    read_object(p, v, REDUCTION, PACKING - REDUCTION, REDUCTION + 2);
}

void bsim_packing_read(struct bsim_platform *p, struct bsim_jval v) {
    p->work.packs = bsim_jval_present(v);
    read_object(p, v, PACKING, 2, 0);
}

void bsim_copy_read(struct bsim_platform *p, struct bsim_jval v) {
    p->work.copies = bsim_jval_present(v);
    read_object(p, v, COPY, 2, 0);
}

bool bsim_local_work_key(const char *full_name, enum bsim_unit *unit) {
    int key = find(full_name);
    if (key >= 0)
        *unit = keys[key].unit;
    return key >= 0;
}

void bsim_local_work_set(struct bsim_platform *p, int k, const char *full_name, struct bsim_jval v) {
    int key = find(full_name);
    int group = key < PACKING ? 0 : key < COPY ? 1 : 2;
    static const char *const name[] = {"reduction", "packing", "copy"};
    const bool there[] = {p->work.reduces, p->work.packs, p->work.copies};
    if (!there[group])
        bsim_jval_error(v, "the platform file has no \"%s\", which this scenario changes", name[group]);
    else
        array_of(p, key)[k] = read(key, v);
}
