/* untouched.c - see untouched.h. Knows no MPI. */
#include "bsim/instrument/untouched.h"

#include <stdlib.h>

#include "bsim/base/pages.h"
#include "bsim/base/places.h"
#include "bsim/instrument/instrument.h"

enum { SITES = 512, SPREAD = 40 };

/* By the number of the call: entry i is of calls 2^i to 2^(i+1) - 1. */
struct site {
    const void *address; /* NULL: free */
    const char *call;
    uint64_t calls;
    double bytes[SPREAD], touched[SPREAD];
};

static struct site sites[SITES];
static double looking_s;

static size_t look(const char *buffer, size_t span) {
    int64_t start = bsim_timer_ns();
    size_t found = bsim_untouched_bytes(buffer, span);
    looking_s += 1e-9 * (double)(bsim_timer_ns() - start);
    return found;
}

void bsim_receive_begin(struct bsim_receive *r, const void *site, const char *call, const void *buffer, size_t span) {
    *r = (struct bsim_receive){.site = site, .call = call, .buffer = buffer, .span = span};
    r->untouched = look(r->buffer, span);
}

/* NULL: there are too many. */
static struct site *site_of(const struct bsim_receive *r) {
    uintptr_t at = (uintptr_t)r->site ^ (uintptr_t)r->site >> 9;
    for (int i = 0; i < SITES; i++) {
        struct site *s = &sites[(at + (uintptr_t)i) % SITES];
        if (s->address == r->site)
            return s;
        if (s->address == NULL) {
            s->address = r->site;
            s->call = r->call;
            return s;
        }
    }
    return NULL;
}

void bsim_receive_end(const struct bsim_receive *r, double bytes) {
    struct site *s = site_of(r);
    if (s == NULL)
        return;
    size_t left = r->untouched > 0 ? look(r->buffer, r->span) : 0;
    int i = 0;
    for (uint64_t number = ++s->calls; number > 1 && i < SPREAD - 1; number /= 2)
        i++;
    s->bytes[i] += bytes;
    s->touched[i] += r->untouched > left ? (double)(r->untouched - left) : 0;
}

double bsim_receives_s(void) {
    return looking_s;
}

/* Those that are not free come first then, in the order of their code. */
static int by_address(const void *a, const void *b) {
    const struct site *x = a, *y = b;
    if (!x->address != !y->address)
        return x->address ? -1 : 1;
    return (x->address > y->address) - (x->address < y->address);
}

/* Writes a place's line. */
static void write_place(void *arg, size_t i, const char *function, const char *file, int line) {
    const struct site *s = &sites[i];
    FILE *f = arg;
    (void)function;
    fprintf(f, "# touched: ");
    bsim_samples_name(f, file);
    fprintf(f, ":%d\t%s\t", line, s->call);
    for (int k = 0; k < SPREAD && s->calls >> k > 0; k++) /* also the calls that received nothing */
        fprintf(f, "%s%.9g:%.9g", k ? "," : "", s->bytes[k], s->touched[k]);
    fputc('\n', f);
}

void bsim_receives_write(FILE *f) {
    const void *address[SITES];
    size_t n = 0;
    double touched = 0;
    qsort(sites, SITES, sizeof sites[0], by_address); /* this is the end: no call looks for its site any more */
    for (; n < SITES && sites[n].address; n++) {
        for (int k = 0; k < SPREAD; k++)
            touched += sites[n].touched[k];
        address[n] = sites[n].address;
    }
    if (touched == 0)
        return;
    fprintf(f, "# touch: %.6g s for %d\n", bsim_touch_s(), BSIM_TOUCH_PROBE);
    bsim_places_find(address, n, write_place, f);
}
