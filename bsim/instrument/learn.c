/* learn.c - records the values of learned hints, by hint and parameters, and their order.
 *
 * For each hint and vector of parameters it counts how often each value occurs. If there are more than MAX_VALUES
 * different ones they are rounded to three digits, so that memory is bounded. A hash keeps the order of all values of a
 * hint, and of each of its parameters: processes with equal hashes saw equal sequences. Knows nothing of models. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/bsim.h"
#include "bsim/instrument/instrument.h"

#pragma weak bsim_hints
#pragma weak bsim_nhints

enum { MAX_VALUES = 1000, MAX_SEEN = 1 << 16, BUCKETS = 1 << 14 };

struct value {
    double value;
    uint64_t count;
};

/* One hint with one vector of parameters. */
struct seen {
    int hint, nparam;
    double param[BSIM_MAX_LEARNED_PARAMS];
    struct value *value; /* in the order of first occurrence */
    int n, room;
    int rounded;
    struct seen *next, *same; /* next: in the order of creation; same: in the hash bucket */
};

/* The order of values of one hint: hash[0] for its value, hash[1], ... for its parameters. */
struct order {
    uint64_t count;
    uint64_t hash[BSIM_MAX_LEARNED_PARAMS + 1];
};

static struct seen *first, **last = &first, *recent, *bucket[BUCKETS];
static int nseen;
static struct order *order;
static uint64_t dropped;

static uint64_t step(uint64_t hash, double x) { /* SplitMix64's finalizer */
    uint64_t z;
    memcpy(&z, &x, sizeof z);
    z = (z ^ hash) + 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static int is_it(const struct seen *s, int hint, int nparam, const double *param) {
    return s->hint == hint && memcmp(s->param, param, (size_t)nparam * sizeof *param) == 0;
}

static struct seen *find(int hint, int nparam, const double *param) {
    if (recent && is_it(recent, hint, nparam, param))
        return recent;
    uint64_t hash = (uint64_t)hint;
    for (int i = 0; i < nparam; i++)
        hash = step(hash, param[i]);
    struct seen **in = &bucket[hash % BUCKETS];
    for (struct seen *s = *in; s; s = s->same)
        if (is_it(s, hint, nparam, param))
            return recent = s;
    struct seen *s = nseen < MAX_SEEN ? calloc(1, sizeof *s) : NULL;
    if (s == NULL)
        return NULL;
    nseen++;
    s->hint = hint;
    s->nparam = nparam;
    memcpy(s->param, param, (size_t)nparam * sizeof *param);
    s->same = *in;
    *in = s;
    *last = s;
    last = &s->next;
    return recent = s;
}

static double three_digits(double x) {
    if (x == 0 || !isfinite(x))
        return x;
    double unit = pow(10, floor(log10(fabs(x))) - 2);
    return rint(x / unit) * unit;
}

static int count(struct seen *s, double value, uint64_t times) {
    for (int i = 0; i < s->n; i++)
        if (s->value[i].value == value) {
            s->value[i].count += times;
            return 1;
        }
    if (s->n == s->room) {
        int room = s->room ? 2 * s->room : 4;
        struct value *grown = realloc(s->value, (size_t)room * sizeof *grown);
        if (grown == NULL)
            return 0;
        s->value = grown;
        s->room = room;
    }
    s->value[s->n++] = (struct value){value, times};
    return 1;
}

static void round_all(struct seen *s) {
    int n = s->n;
    s->rounded = 1;
    s->n = 0;
    for (int i = 0; i < n; i++) { /* in place: it writes no further than it has read */
        struct value v = s->value[i];
        count(s, three_digits(v.value), v.count);
    }
}

void bsim_learn(int hint, double value, int nparam, const double *param) {
    int n = &bsim_nhints ? bsim_nhints : 0;
    if (hint < 0 || hint >= n || nparam > BSIM_MAX_LEARNED_PARAMS)
        return;
    bsim_instrument_start();
    if (order == NULL)
        order = calloc((size_t)n, sizeof *order);
    if (bsim_hints[hint].learned == BSIM_LEARNED_BRANCH)
        value = value != 0;
    if (order) {
        struct order *o = &order[hint];
        o->count++;
        o->hash[0] = step(o->hash[0], value);
        for (int i = 0; i < nparam; i++)
            o->hash[i + 1] = step(o->hash[i + 1], param[i]);
    }
    struct seen *s = isfinite(value) ? find(hint, nparam, param) : NULL;
    if (s && s->n >= MAX_VALUES && !s->rounded)
        round_all(s);
    if (s == NULL || !count(s, s->rounded ? three_digits(value) : value, 1))
        dropped++;
}

void bsim_trips_end(bsim_trips *trips) {
    const bsim_trips *t = trips;
    int left = t->behind && !t->ended; /* a jump left the body of a do loop: this iteration counts too */
    bsim_learn(t->hint, (double)(t->count + left), t->nparam, t->param + 1);
}

void bsim_learned_write(FILE *f) {
    static const char *const kinds[] = {"", "trips", "integer", "number", "branch"};
    if (order == NULL)
        return;
    if (dropped > 0)
        fprintf(f, "# %llu values of hints are missing: not finite, or too many different parameter vectors\n",
                (unsigned long long)dropped);
    fprintf(f, "hint\tplace\tkind\tparams\tcount\tvalue\n");
    for (const struct seen *s = first; s; s = s->next)
        for (int v = 0; v < s->n; v++) {
            const bsim_hint_info *h = &bsim_hints[s->hint];
            bsim_samples_name(f, h->name);
            fprintf(f, "\t%s:%d\t%s\t", h->file, h->line, kinds[h->learned]);
            for (int i = 0; i < s->nparam; i++) {
                fputs(i > 0 ? "," : "", f);
                bsim_samples_name(f, h->params[i]);
                fprintf(f, "=%.17g", s->param[i]);
            }
            fprintf(f, "\t%llu\t%.17g\n", (unsigned long long)s->value[v].count, s->value[v].value);
        }
    /* Number 0 is the hint's value, the others are its parameters. */
    fprintf(f, "order\tnumber\tcount\thash\n");
    for (int h = 0; h < bsim_nhints; h++)
        for (int i = 0; order[h].count > 0 && i <= bsim_hints[h].nparam; i++) {
            bsim_samples_name(f, bsim_hints[h].name);
            fprintf(f, "\t%d\t%llu\t%016llx\n", i, (unsigned long long)order[h].count,
                    (unsigned long long)order[h].hash[i]);
        }
}
