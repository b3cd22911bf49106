/* fair_share.c - transfers that share one resource fairly (fair_share.h).
 *
 * All that are there have had the same since any of them came, so the order of their ends is that of their tags, which
 * never change. */
#include "bsim/network/fair_share.h"

#include <float.h>

#include "bsim/base/alloc.h"

/* ---- the treap ---- */

static uint32_t priority(int32_t place) {
    uint64_t x = (uint64_t)place * UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)((x ^ x >> 29) * UINT64_C(0xbf58476d1ce4e5b9) >> 32);
}

static void add_up(struct bsim_fair_transfer *at, int32_t i) {
    const struct bsim_fair_transfer *left = &at[at[i].left], *right = &at[at[i].right];
    at[i].count = left->count + at[i].has_share + right->count;
    at[i].sum_s = left->sum_s + (at[i].has_share ? at[i].tag_s : 0) + right->sum_s;
}

static bool is_before(const struct bsim_fair_transfer *at, int32_t a, int32_t b) {
    return at[a].tag_s < at[b].tag_s || (at[a].tag_s == at[b].tag_s && a < b);
}

/* Takes a subtree apart: those before a transfer, and the others. */
static void split(struct bsim_fair_transfer *at, int32_t i, int32_t by, int32_t *low, int32_t *high) {
    if (!i) {
        *low = *high = 0;
        return;
    }
    if (is_before(at, i, by)) {
        split(at, at[i].right, by, &at[i].right, high);
        *low = i;
    } else {
        split(at, at[i].left, by, low, &at[i].left);
        *high = i;
    }
    add_up(at, i);
}

/* Puts a transfer into a subtree; returns its new root. */
static int32_t put(struct bsim_fair_transfer *at, int32_t i, int32_t new) {
    if (!i || priority(new) > priority(i)) {
        split(at, i, new, &at[new].left, &at[new].right);
        i = new;
    } else if (is_before(at, i, new))
        at[i].right = put(at, at[i].right, new);
    else
        at[i].left = put(at, at[i].left, new);
    add_up(at, i);
    return i;
}

/* One that is in a subtree has no share any more. */
static void end_share(struct bsim_fair_transfer *at, int32_t i, int32_t of) {
    if (i == of)
        at[i].has_share = false;
    else
        end_share(at, is_before(at, i, of) ? at[i].right : at[i].left, of);
    add_up(at, i);
}

/* Takes the first transfer out of a subtree; returns its new root. */
static int32_t without_first(struct bsim_fair_transfer *at, int32_t i) {
    if (!at[i].left)
        return at[i].right;
    at[i].left = without_first(at, at[i].left);
    add_up(at, i);
    return i;
}

static int32_t first_of(const struct bsim_fair_share *f) {
    int32_t i = f->root;
    while (f->at[i].left)
        i = f->at[i].left;
    return i;
}

static int32_t new_place(struct bsim_fair_share *f) {
    int32_t i = f->free;
    if (i) {
        f->free = f->at[i].left;
        return i;
    }
    if (f->used + 1 >= f->room) {
        f->room = f->room ? 2 * f->room : 4;
        f->at = bsim_realloc(f->at, (size_t)f->room * sizeof *f->at);
        f->at[0] = (struct bsim_fair_transfer){0};
    }
    return ++f->used;
}

static void free_place(struct bsim_fair_share *f, int32_t i) {
    f->at[i].left = f->free;
    f->free = i;
}

/* ---- time ---- */

/* Serves what is there until time_s. */
static void serve_until(struct bsim_fair_share *f, double time_s) {
    while (f->root) {
        int32_t first = first_of(f), count = f->at[f->root].count;
        struct bsim_fair_transfer *t = &f->at[first];
        double end_s = f->now_s + (t->tag_s - f->served_s) * count;
        if (end_s > time_s) {
            f->served_s += (time_s - f->now_s) / count;
            break;
        }
        f->now_s = end_s;
        f->served_s = t->tag_s;
        f->root = without_first(f->at, f->root);
        t->is_over = true;
        t->tag_s = end_s;
        if (!t->is_kept)
            free_place(f, first);
    }
    if (!f->root)
        f->served_s = 0;
    f->now_s = time_s;
}

/* How long the resource works until each share that is there has had busy_s from now on, or what is left of it. */
static double time_of_round(const struct bsim_fair_share *f, double busy_s) {
    double last_s = f->served_s + busy_s, sum_s = 0;
    int32_t shorter = 0;
    for (int32_t i = f->root; i;) {
        const struct bsim_fair_transfer *t = &f->at[i];
        if (t->tag_s <= last_s) {
            sum_s += f->at[t->left].sum_s + (t->has_share ? t->tag_s : 0);
            shorter += f->at[t->left].count + t->has_share;
            i = t->right;
        } else
            i = t->left;
    }
    return sum_s - shorter * f->served_s + (f->at[f->root].count - shorter) * busy_s;
}

static double end_of(const struct bsim_fair_share *f, const struct bsim_fair_transfer *t) {
    if (t->is_over)
        return t->tag_s;
    double left_s = t->tag_s - f->served_s;
    return f->now_s + (f->at[f->root].count == 1 ? left_s : time_of_round(f, left_s));
}

int32_t bsim_fair_share_come(struct bsim_fair_share *f, double start_s, double busy_s, int32_t before, double *wait_s) {
    if (start_s > f->now_s)
        serve_until(f, start_s);
    *wait_s = f->now_s - start_s;
    if (busy_s <= 0)
        return 0;
    int32_t i = new_place(f);
    struct bsim_fair_transfer *t = &f->at[i];
    *t = (struct bsim_fair_transfer){.tag_s = f->served_s + busy_s, .has_share = true, .is_kept = true};
    double stream_s = 0; /* of those before it in its stream */
    if (before && !f->at[before].is_over) {
        stream_s = f->at[before].tag_s - f->served_s;
        t->tag_s = f->at[before].tag_s + busy_s;
        end_share(f->at, f->root, before);
    }
    if (f->root)
        *wait_s += stream_s + time_of_round(f, stream_s + busy_s);
    f->root = put(f->at, f->root, i);
    t->told_s = end_of(f, t);
    t->waits_s = *wait_s;
    return i;
}

double bsim_fair_share_waits(const struct bsim_fair_share *f, int32_t place) {
    if (!place)
        return 0;
    const struct bsim_fair_transfer *t = &f->at[place];
    double end_s = end_of(f, t), later_s = end_s - t->told_s;
    /* Rounding counts as nothing, so that one that meets no other does not wait. */
    return t->waits_s + (later_s > 64 * DBL_EPSILON * end_s ? later_s : 0);
}

void bsim_fair_share_leave(struct bsim_fair_share *f, int32_t place) {
    if (!place)
        return;
    f->at[place].is_kept = false;
    if (f->at[place].is_over)
        free_place(f, place);
}

void bsim_fair_share_free(struct bsim_fair_share *f) {
    bsim_free(f->at);
    *f = (struct bsim_fair_share){0};
}
