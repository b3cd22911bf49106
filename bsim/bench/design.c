/* design.c - see design.h. */
#include "bsim/bench/design.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"

uint64_t bsim_bench_random(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

void bsim_bench_shuffle(int *list, int n, uint64_t *state) {
    for (int i = n - 1; i > 0; i--) {
        int j = (int)(bsim_bench_random(state) % (uint64_t)(i + 1)), t = list[i];
        list[i] = list[j];
        list[j] = t;
    }
}

/* ---- ranges ---- */

bool bsim_bench_name_ok(const char *text, int len) {
    if (len < 1 || len >= BENCH_NAME || isdigit((unsigned char)text[0]))
        return false;
    for (int i = 0; i < len; i++)
        if (!isalnum((unsigned char)text[i]) && text[i] != '_')
            return false;
    return true;
}

static bool read_number(const char **text, double *value) {
    char *end;
    *value = strtod(*text, &end);
    bool ok = end != *text && isfinite(*value);
    *text = end;
    return ok;
}

/* Reads what follows the name: "64:1024:log:8". */
static bool read_bounds(struct bench_axis *a, const char *text) {
    const char *p = text;
    if (!read_number(&p, &a->low) || *p++ != ':' || !read_number(&p, &a->high))
        return false;
    a->integer = strcspn(text, ".eE") >= (size_t)(p - text);
    a->log = a->low > 0;
    a->multiple = 1;
    if (strncmp(p, ":log", 4) == 0 || strncmp(p, ":lin", 4) == 0) {
        a->log = p[2] == 'o';
        p += 4;
    }
    if (*p == ':') {
        p++;
        if (!read_number(&p, &a->multiple) || a->multiple < 1 || a->multiple != floor(a->multiple) || !a->integer)
            return false;
    }
    return *p == '\0';
}

bool bsim_bench_range(struct bench_space *space, const char *text, struct bsim_error *err) {
    const char *equals = strchr(text, '=');
    struct bench_axis a = {0};
    if (equals == NULL || !bsim_bench_name_ok(text, (int)(equals - text)) || !read_bounds(&a, equals + 1))
        return bsim_error_set(err, NULL, 0, NULL,
                              "--range: \"%s\" is no range; accepted: NAME=LOW:HIGH, NAME=LOW:HIGH:log, "
                              "NAME=LOW:HIGH:lin, each with :MULTIPLE at its end for sizes that must be multiples",
                              text);
    snprintf(a.name, sizeof a.name, "%.*s", (int)(equals - text), text);
    if (a.low > a.high)
        return bsim_error_set(err, NULL, 0, NULL, "--range: %s: the lower end %g is above the upper end %g", a.name,
                              a.low, a.high);
    if (a.log && a.low <= 0)
        return bsim_error_set(err, NULL, 0, NULL, "--range: %s: log needs a lower end above 0", a.name);
    if (a.integer && ceil(a.low / a.multiple) > floor(a.high / a.multiple))
        return bsim_error_set(err, NULL, 0, NULL, "--range: %s: holds no multiple of %g", a.name, a.multiple);
    for (int i = 0; i < space->naxis; i++)
        if (strcmp(space->axis[i].name, a.name) == 0)
            return bsim_error_set(err, NULL, 0, NULL, "--range: %s is given twice", a.name);
    if (space->naxis == BENCH_MAX_AXES)
        return bsim_error_set(err, NULL, 0, NULL, "--range may be given %d times", BENCH_MAX_AXES);
    space->axis[space->naxis++] = a;
    return true;
}

/* ---- places in ranges ---- */

/* Rows of such a length map to few sets of a cache. */
static bool collides(double x) {
    uint64_t v = (uint64_t)x;
    return x >= 16 && x < 1e15 && ((v & (v - 1)) == 0 || v % 64 == 0);
}

double bsim_bench_axis_at(const struct bench_axis *a, double u) {
    double x = a->log ? a->low * pow(a->high / a->low, u) : a->low + (a->high - a->low) * u;
    if (!a->integer)
        return fmin(fmax(x, a->low), a->high);
    double low = ceil(a->low / a->multiple) * a->multiple, high = floor(a->high / a->multiple) * a->multiple;
    x = fmin(fmax(rint(x / a->multiple) * a->multiple, low), high);
    /* Neighbours two apart: half of an even size is an integer too. */
    double step = a->multiple == 1 ? 2 : a->multiple, up = u < 0.5 ? 1 : -1;
    for (int i = 1; i <= 3 && collides(x); i++)
        for (int side = 0; side < 2; side++) {
            double y = x + (side ? -up : up) * i * step;
            if (y >= low && y <= high && !collides(y))
                return y;
        }
    return x;
}

double bsim_bench_axis_place(const struct bench_axis *a, double x) {
    if (a->high == a->low)
        return 0;
    return a->log ? log(x / a->low) / log(a->high / a->low) : (x - a->low) / (a->high - a->low);
}

char *bsim_bench_input_text(const struct bench_space *space, const struct bench_input *in, char *buf, int size) {
    int at = 0;
    buf[0] = '\0';
    for (int i = 0; i < space->naxis && at < size; i++)
        at += snprintf(buf + at, (size_t)(size - at), "%s=%.12g, ", space->axis[i].name, in->x[i]);
    if (at < size)
        at += snprintf(buf + at, (size_t)(size - at), "ranks=%d", in->ranks);
    if (at < size && in->copies > 1)
        snprintf(buf + at, (size_t)(size - at), ", copies=%d", in->copies);
    return buf;
}

bool bsim_bench_input_equal(const struct bench_space *space, const struct bench_input *a, const struct bench_input *b) {
    bool equal = a->ranks == b->ranks && a->copies == b->copies;
    for (int i = 0; i < space->naxis; i++)
        equal = equal && a->x[i] == b->x[i];
    return equal;
}

double bsim_bench_distance(const struct bench_space *space, const struct bench_input *a, const struct bench_input *b) {
    const double of_ranks = 0.25;
    double sum = ((a->ranks != b->ranks) + (a->copies != b->copies)) * of_ranks * of_ranks;
    for (int i = 0; i < space->naxis; i++) {
        double d = bsim_bench_axis_place(&space->axis[i], a->x[i]) - bsim_bench_axis_place(&space->axis[i], b->x[i]);
        sum += d * d;
    }
    return sqrt(sum);
}

/* ---- designs ---- */

/* The solution of x^(d+1) = x + 1. */
static double golden(int d) {
    double x = 1.5;
    for (int i = 0; i < 60; i++)
        x = pow(1 + x, 1.0 / (d + 1));
    return x;
}

struct bench_input bsim_bench_sequence(const struct bench_space *space, int i, uint64_t seed) {
    struct bench_input in = {.ranks = 1, .copies = 1};
    int dimensions = space->naxis + (space->nranks > 1);
    double ratio = 1 / golden(dimensions), step = 1;
    in.ranks = space->nranks > 0 ? space->ranks[0] : 1;
    for (int k = 0; k < dimensions; k++) {
        step *= ratio;
        double shift = (double)(bsim_bench_random(&seed) >> 11) * 0x1p-53, u = shift + step * (i + 1);
        u -= floor(u);
        if (k < space->naxis)
            in.x[k] = bsim_bench_axis_at(&space->axis[k], u);
        else
            in.ranks = space->ranks[(int)(u * space->nranks)];
    }
    return in;
}

static int add(const struct bench_space *space, struct bench_input *input, int n, int room, struct bench_input in) {
    for (int i = 0; i < n; i++)
        if (bsim_bench_input_equal(space, &input[i], &in))
            return n;
    if (n < room)
        input[n++] = in;
    return n;
}

/* A corner: bit k of high tells which end of axis k. */
static struct bench_input corner(const struct bench_space *space, unsigned high, int ranks) {
    struct bench_input in = {.ranks = ranks, .copies = 1};
    for (int k = 0; k < space->naxis; k++)
        in.x[k] = bsim_bench_axis_at(&space->axis[k], high >> k & 1);
    return in;
}

/* The smallest corner first. With the most ranks: all corners of up to three axes; else those with all sizes, or all
 * but one, at one end. With fewer ranks: the smallest and the largest. */
static int corners(const struct bench_space *space, struct bench_input *input, int room) {
    int n = 0, most = space->ranks[space->nranks - 1];
    unsigned all = (1u << space->naxis) - 1;
    n = add(space, input, n, room, corner(space, 0, space->ranks[0]));
    for (int r = 0; r < space->nranks; r++) {
        n = add(space, input, n, room, corner(space, 0, space->ranks[r]));
        n = add(space, input, n, room, corner(space, all, space->ranks[r]));
    }
    for (unsigned high = 0; high <= all; high++)
        if (space->naxis <= 3 || (high & (high - 1)) == 0)
            n = add(space, input, n, room, corner(space, high, most));
    return n;
}

static double size_of(const struct bench_space *space, const struct bench_input *in) {
    double sum = 0;
    for (int k = 0; k < space->naxis; k++)
        sum += bsim_bench_axis_place(&space->axis[k], in->x[k]);
    return space->naxis ? sum / space->naxis : 0;
}

struct sized {
    double size;
    int index;
};

static int by_size(const void *a, const void *b) {
    const struct sized *p = a, *q = b;
    return p->size != q->size ? (p->size > q->size ? 1 : -1) : p->index - q->index;
}

/* Input 0 stays in front. */
static void order(const struct bench_space *space, struct bench_input *input, int n, uint64_t seed) {
    struct sized *s = bsim_alloc(((size_t)n + 1) * sizeof *s);
    struct bench_input *old = bsim_alloc(((size_t)n + 1) * sizeof *old);
    int *list = bsim_alloc(((size_t)n + 1) * sizeof *list);
    memcpy(old, input, (size_t)n * sizeof *old);
    for (int i = 1; i < n; i++)
        s[i - 1] = (struct sized){size_of(space, &input[i]), i};
    qsort(s, (size_t)(n - 1), sizeof *s, by_size);
    for (int g = 0; g < 3; g++) {
        int from = (n - 1) * g / 3, to = (n - 1) * (g + 1) / 3;
        for (int i = from; i < to; i++)
            list[i] = s[i].index;
        bsim_bench_shuffle(list + from, to - from, &seed);
    }
    for (int i = 1; i < n; i++)
        input[i] = old[list[i - 1]];
    bsim_free(s);
    bsim_free(old);
    bsim_free(list);
}

/* What blocks do while other cores are busy is told by equal parameters. */
static int add_copies(const struct bench_space *space, struct bench_input *input, int n, int room) {
    int alone = n, nth = 0;
    for (int i = 0; i < alone && space->copies > 1; i++) {
        struct bench_input in = input[i];
        in.copies = space->copies;
        if (in.ranks == space->ranks[0] && nth++ % 2 == 0)
            n = add(space, input, n, room, in);
    }
    return n;
}

int bsim_bench_design(const struct bench_space *space, uint64_t seed, struct bench_input *input, int room) {
    int n = corners(space, input, room), fill = n + 4 + 2 * space->naxis;
    for (int i = 0; i < 4 * (4 + 2 * space->naxis) && n < fill; i++) /* small ranges have few different inputs */
        n = add(space, input, n, room, bsim_bench_sequence(space, i, seed));
    n = add_copies(space, input, n, room);
    order(space, input, n, seed);
    return n;
}
