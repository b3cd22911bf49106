/* held_site.c - the place of a call that another function of the runtime passes on. */
#include "lmpi/core/held_site.h"

#include "lmpi/core/lmpi_internal.h"

const void **lmpi_held_sites;
const char lmpi_site_is_held;

const void *lmpi_site_rare(const void *address) {
    if (bsim_site_played != &lmpi_site_is_held)
        return bsim_site_played;
    return bsim_self && lmpi_held_sites[bsim_self->id] ? lmpi_held_sites[bsim_self->id] : address;
}
