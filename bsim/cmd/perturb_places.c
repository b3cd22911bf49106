/* perturb_places.c - the places of bsim stability --perturb that have delays, and how long these are. Knows results;
 * must not run anything. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/units.h"
#include "bsim/cmd/perturb.h"
#include "bsim/platform/block_factors.h"
#include "bsim/platform/delays.h"

/* False if the place is there already. */
static bool add(struct perturb *p, const char *place, double delay_s) {
    for (int i = 0; i < p->nplace; i++)
        if (strcmp(p->place[i].place, place) == 0)
            return false;
    p->place[p->nplace++] = (struct perturb_place){.place = bsim_strdup(place), .delay_s = delay_s};
    return true;
}

bool bsim_perturb_add(struct perturb *p, const char *text, struct bsim_error *err) {
    char place[1024];
    struct bsim_error wrong = {0};
    struct bsim_delay parts;
    const char *equals = strrchr(text, '=');
    double delay_s = 0;
    snprintf(place, sizeof place, "%.*s", equals ? (int)(equals - text) : (int)strlen(text), text);
    if (p->nplace == BSIM_DESIGN_MOST_FACTORS)
        return bsim_error_set(err, NULL, 0, NULL, "--place may be given %d times", BSIM_DESIGN_MOST_FACTORS);
    if (!bsim_delay_parse(&parts, place, &wrong))
        return bsim_error_set(err, NULL, 0, NULL, "--place %s: %s", text, wrong.text);
    bsim_delay_free(&parts);
    if (equals && (!bsim_unit_parse(equals + 1, BSIM_UNIT_TIME, &delay_s) || delay_s <= 0))
        return bsim_error_set(err, NULL, 0, NULL, "--place %s: \"%s\" is %s%s above 0; accepted: %s", text, equals + 1,
                              bsim_unit_wrong(equals + 1, BSIM_UNIT_TIME), bsim_unit_name(BSIM_UNIT_TIME),
                              bsim_unit_accepted(BSIM_UNIT_TIME));
    if (!add(p, place, delay_s))
        return bsim_error_set(err, NULL, 0, NULL, "--place %s is given twice", place);
    return true;
}

/* ---- which ---- */

struct candidate {
    char place[1024];
    double time_s;
};

static int by_time(const void *a, const void *b) {
    const struct candidate *x = a, *y = b;
    return x->time_s != y->time_s ? (x->time_s > y->time_s ? -1 : 1) : strcmp(x->place, y->place);
}

/* Adds the candidates that take most time until there are n places. */
static void take_longest(struct perturb *p, struct candidate *list, size_t count, int n) {
    qsort(list, count, sizeof *list, by_time);
    for (size_t i = 0; i < count && p->nplace < n; i++)
        if (list[i].time_s > 0)
            add(p, list[i].place, 0);
    bsim_free(list);
}

static double number_of(struct bsim_jval object, const char *key) {
    return bsim_jval_number(bsim_jval_need(object, key), -HUGE_VAL, HUGE_VAL);
}

static void take_blocks(struct perturb *p, struct bsim_jval blocks, int n) {
    size_t count = bsim_jval_size(blocks);
    struct candidate *list = bsim_alloc((count + 1) * sizeof *list);
    for (size_t i = 0; i < count; i++) {
        struct bsim_jval b = bsim_jval_at(blocks, i);
        snprintf(list[i].place, sizeof list[i].place, "block.%s", bsim_jval_string(bsim_jval_need(b, "name")));
        list[i].time_s = number_of(b, "calc_s");
    }
    take_longest(p, list, count, n);
}

/* Whether delays apply to calls of a function. */
static bool can_wait(const char *call) {
    return strncmp(call, "MPI_File_", 9) != 0 && strncmp(call, "MPI_Init", 8) != 0 && strcmp(call, "MPI_Finalize") != 0;
}

static void take_calls(struct perturb *p, struct bsim_jval sites, int n) {
    size_t count = 0, all = bsim_jval_size(sites);
    struct candidate *list = bsim_alloc((all + 1) * sizeof *list);
    for (size_t i = 0; i < all; i++) {
        struct bsim_jval s = bsim_jval_at(sites, i), file = bsim_jval_need(s, "file");
        if (!json_is_string(file.json) || !can_wait(bsim_jval_string(bsim_jval_need(s, "call"))))
            continue;
        const char *path = bsim_jval_string(file), *slash = strrchr(path, '/');
        snprintf(list[count].place, sizeof list[count].place, "call.%s:%d", slash ? slash + 1 : path,
                 (int)number_of(s, "line"));
        list[count++].time_s = number_of(s, "comm_s") + number_of(s, "wait_s");
    }
    take_longest(p, list, count, n);
}

/* Half of them are blocks, and calls where there are not enough blocks, for all ranks; half of them are ranks, since
 * delays that all ranks have alike seldom change an order. */
static void choose(struct perturb *p, int n, struct bsim_jval result) {
    int nrank = n / 2 < p->np ? n / 2 : p->np;
    p->chosen = true;
    take_blocks(p, bsim_jval_need(result, "blocks"), n - nrank);
    take_calls(p, bsim_jval_need(result, "sites"), n - nrank);
    for (int i = 0; i < nrank; i++) {
        char place[32];
        snprintf(place, sizeof place, "rank.%d", (int)((int64_t)i * p->np / nrank));
        add(p, place, 0);
    }
}

/* ---- how long ---- */

/* A delay that can be typed again: two digits. */
static double rounded(double seconds) {
    char text[32];
    snprintf(text, sizeof text, "%.1e", seconds);
    return strtod(text, NULL);
}

/* The mean calculation between two calls of a rank; the mean time of a call with all around it, if there is none. */
static double mean_gap(const struct perturb *p, struct bsim_jval result) {
    struct bsim_jval sites = bsim_jval_need(result, "sites");
    double calls = 0, calc_s = p->np * number_of(bsim_jval_need(bsim_jval_need(result, "times"), "calc_s"), "mean"),
           all_s = p->np * number_of(result, "predicted_time_s");
    for (size_t i = 0; i < bsim_jval_size(sites); i++)
        calls += number_of(bsim_jval_at(sites, i), "calls");
    return calls > 0 ? (calc_s > 0 ? calc_s : all_s) / calls : all_s / p->np;
}

/* The mean time of the blocks that a place is about; 0: it is about none, or they take none. */
static double mean_block(const char *place, struct bsim_jval blocks) {
    struct bsim_error unused = {0};
    struct bsim_delay d;
    double calls = 0, calc_s = 0;
    if (!bsim_delay_parse(&d, place, &unused))
        return 0;
    for (size_t i = 0; d.kind == BSIM_DELAY_BLOCK && i < bsim_jval_size(blocks); i++) {
        struct bsim_jval b = bsim_jval_at(blocks, i);
        if (bsim_block_factor_is_for(d.name, bsim_jval_string(bsim_jval_need(b, "name")),
                                     bsim_jval_string(bsim_jval_need(b, "label")))) {
            calls += number_of(b, "calls");
            calc_s += number_of(b, "calc_s");
        }
    }
    bsim_delay_free(&d);
    return calls > 0 ? calc_s / calls : 0;
}

bool bsim_perturb_choose(struct perturb *p, int n, double all_s, struct bsim_jval result, struct bsim_error *err) {
    if (p->nplace == 0)
        choose(p, n, result);
    double gap_s = mean_gap(p, result);
    for (int i = 0; i < p->nplace; i++) {
        struct perturb_place *place = &p->place[i];
        double block_s = mean_block(place->place, bsim_jval_need(result, "blocks"));
        if (place->delay_s == 0)
            place->delay_s = all_s > 0 ? all_s : rounded(block_s > 0 ? block_s : gap_s);
        if (place->delay_s == 0 && !err->set)
            bsim_error_set(err, NULL, 0, NULL,
                           "the program takes no time on this platform, which tells no length of delays: give --delay "
                           "TIME");
    }
    if (p->nplace == 0 && !err->set)
        bsim_error_set(err, NULL, 0, NULL, "the program has no place that can be delayed: give --place");
    return !err->set;
}
