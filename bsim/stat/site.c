/* site.c - source lines of return addresses: one addr2line process for all of them, then bsim_sites[] for the place in
 * the original program. Must not know statistics. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/bsim.h"
#include "bsim/base/places.h"
#include "bsim/stat/stat_internal.h"

#pragma weak bsim_site_text

BSIM_OF_SHARD const void *bsim_site_played;

/* The sites whose places addr2line is to find. */
struct unknown {
    struct bsim_site **sites;
    const void **addresses;
    size_t n;
};

static void keep(void *arg, size_t i, const char *function, const char *file, int line) {
    struct bsim_site *site = ((struct bsim_site **)arg)[i];
    site->file = bsim_strdup(file);
    site->line = line;
    site->function = bsim_strdup(function);
}

static void add_unknown(struct unknown *u, struct bsim_site *site) {
    u->sites[u->n] = site;
    u->addresses[u->n++] = site->address;
}

void bsim_site_resolve(struct bsim_site *sites, int n) {
    struct unknown u = {.sites = bsim_alloc(((size_t)n + 1) * sizeof *u.sites),
                        .addresses = bsim_alloc(((size_t)n + 1) * sizeof *u.addresses)};
    for (struct bsim_site *site = sites; site < sites + n; site++) {
        const char *text = &bsim_site_text ? bsim_site_text(site->address) : NULL;
        char place[4352];
        if (text && snprintf(place, sizeof place, strrchr(text, ':') ? "%s" : "%s:0", text) < (int)sizeof place)
            bsim_place_tell(place, 0, "", keep, &site);
        if (!site->file)
            add_unknown(&u, site);
    }
    bsim_places_find(u.addresses, u.n, keep, u.sites);
    bsim_free(u.sites);
    bsim_free(u.addresses);
}

const char *bsim_site_name(const void *site) {
    enum { KEPT = 32 };
    static struct kept {
        char names[KEPT][256];
        const void *sites[KEPT];
        unsigned next;
    } of_shards[BSIM_MAX_SHARDS];
    struct kept *kept = &of_shards[bsim_shard_number];
    for (unsigned i = 0; i < KEPT && site; i++)
        if (kept->sites[i] == site)
            return kept->names[i];
    char *name = kept->names[kept->next % KEPT];
    kept->sites[kept->next++ % KEPT] = site;
    struct bsim_site s = {.address = site};
    if (site)
        bsim_site_resolve(&s, 1);
    if (s.file) {
        const char *file = strrchr(s.file, '/');
        snprintf(name, sizeof kept->names[0], "%s:%d", file && s.file[0] == '/' ? file + 1 : s.file, s.line);
    } else {
        snprintf(name, sizeof kept->names[0], "unknown place");
    }
    bsim_free(s.file);
    bsim_free(s.function);
    return name;
}
