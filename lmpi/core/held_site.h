/* held_site.h - the places of calls that are under way for the recording of a run (lmpi/capture/). */
#ifndef LMPI_HELD_SITE_H
#define LMPI_HELD_SITE_H

/* By world rank; NULL: no call is under way. The array is NULL unless the run is recorded. */
extern const void **lmpi_held_sites;
/* bsim_site_played of shards whose ranks may hold sites. */
extern const char lmpi_site_is_held;

#endif
