/* trace_otf2.h - inside of bsim trace: what OTF2 calls the collectives of MPI. */
#ifndef BSIM_CMD_TRACE_OTF2_H
#define BSIM_CMD_TRACE_OTF2_H

#include <stddef.h>

/* form: how many bytes a rank's part is of those that the event has, which counts what goes to and from each member,
 * the rank itself included, as Score-P does: b  barrier: none r  from the root to all: it sends to each          R from
 * all to the root: it receives from each a  from each to each                               s  scan: to all behind it,
 * from all before it; itself, too x  exclusive scan: without itself is_list: counts are given for each member, which
 * OTF2 does not have. */
struct bsim_otf2_collective {
    const char *name; /* without MPI_ */
    int operation;    /* OTF2_CollectiveOp */
    char form;
    int is_list;
};
/* By the function's name; NULL: none. */
const struct bsim_otf2_collective *bsim_otf2_collective_named(const char *name);
/* By OTF2's number; NULL: none. */
const struct bsim_otf2_collective *bsim_otf2_collective_of(int operation);

#endif
