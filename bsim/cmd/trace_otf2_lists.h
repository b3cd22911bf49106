/* trace_otf2_lists.h - inside of bsim trace import: the counts of collectives that have one for each rank. OTF2 tells
 * each rank's sum only, of which those of all ranks give the counts, but for MPI_Alltoallv and MPI_Alltoallw. */
#ifndef BSIM_CMD_TRACE_OTF2_LISTS_H
#define BSIM_CMD_TRACE_OTF2_LISTS_H

#include <stddef.h>
#include <stdint.h>

#include "bsim/cmd/trace_otf2_read.h"

/* By communicator: blocking collectives with lists, in the order in which all of its members make them; each has two
 * numbers for each member, the bytes sent and received that its event has. UINT64_MAX: it has none. */
struct bsim_otf2_lists {
    struct bsim_otf2_list {
        uint64_t *bytes;
        size_t n;
    } *of_comm; /* owned */
    uint32_t ncomm;
};
void bsim_otf2_lists_find(struct bsim_otf2_lists *lists, const struct bsim_otf2 *otf2);
void bsim_otf2_lists_end(struct bsim_otf2_lists *lists);
/* The counts of the collective `at` of a communicator, into count (one for each member). False if they are not known.
 */
bool bsim_otf2_lists_counts(const struct bsim_otf2_lists *lists, const struct bsim_otf2 *otf2,
                            const struct bsim_otf2_event *event, size_t at, int64_t *count);
/* The place of a rank in a communicator, or -1. */
int bsim_otf2_own(const struct bsim_otf2_comm *comm, int rank);

#endif
