/* trace_otf2_objects.h - inside of bsim trace export --to otf2: events of files and windows. */
#ifndef BSIM_CMD_TRACE_OTF2_OBJECTS_H
#define BSIM_CMD_TRACE_OTF2_OBJECTS_H

#include <otf2/otf2.h>

#include "bsim/cmd/trace_walk.h"

/* Of the rank whose events are written. All zero: it has used none. */
struct bsim_otf2_objects {
    int64_t nid;
    struct bsim_otf2_split { /* by the number of the file: the split access that has begun; id 0: none */
        int64_t id, bytes;
    } *split; /* owned */
    int nsplit;
    struct bsim_otf2_pending { /* operations of windows that are not complete at their targets */
        int window, target;
        int64_t id;
    } *pending; /* owned */
    int npending, pending_room;
    struct bsim_otf2_exposed { /* by the number of the window: calls whose groups are still under way; n 0: none */
        int *start, *post;     /* owned: ranks in the window */
        int nstart, npost;
    } *exposed; /* owned */
    int nexposed;
};
void bsim_otf2_objects_end(struct bsim_otf2_objects *objects);

/* A call of a file or a window. */
void bsim_otf2_object(struct bsim_otf2_objects *objects, OTF2_EvtWriter *events, struct bsim_trace_walk *walk,
                      struct bsim_trace_operation *operation);
/* The end of the request of one. */
void bsim_otf2_object_complete(OTF2_EvtWriter *events, const struct bsim_trace_walk *walk,
                               const struct bsim_trace_operation *operation);

#endif
