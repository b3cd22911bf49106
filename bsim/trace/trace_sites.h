/* trace_sites.h - the places of calls: addresses in programs and libraries, and their source lines. */
#ifndef BSIM_TRACE_SITES_H
#define BSIM_TRACE_SITES_H

#include <stdint.h>

struct bsim_sites {
    int n;       /* place 0 is not known */
    char **name; /* "app.c:12", or "libx.so" where the line is not known; after bsim_sites_resolve */
    char **module;
    int64_t *offset;
};
void bsim_sites_start(struct bsim_sites *sites);
/* The number of a place. module: the path of an executable or a library; offset: of the return address from its base;
 * -1: `module` is the place itself, "app.c:12". */
int bsim_sites_add(struct bsim_sites *sites, const char *module, int64_t offset);
/* Finds the lines by addr2line. */
void bsim_sites_resolve(struct bsim_sites *sites);
void bsim_sites_end(struct bsim_sites *sites);

#endif
