/* local_work.h - "reduction", "packing" and "copy" of platform.json: the time that a rank's processor spends on its own
 * for MPI. */
#ifndef BSIM_LOCAL_WORK_H
#define BSIM_LOCAL_WORK_H

#include "bsim/base/json_read.h"
#include "bsim/platform/platform.h"

/* Read the objects; v may be absent. Errors go to the document. */
void bsim_reduction_read(struct bsim_platform *p, struct bsim_jval v);
void bsim_packing_read(struct bsim_platform *p, struct bsim_jval v);
void bsim_copy_read(struct bsim_platform *p, struct bsim_jval v);
/* Whether a full name is one of theirs: "reduction.bandwidth", "packing.block_time", ...; *unit is then its unit. */
bool bsim_local_work_key(const char *full_name, enum bsim_unit *unit);
/* Sets a key in scenario k. An error if the platform has no such object. */
void bsim_local_work_set(struct bsim_platform *p, int k, const char *full_name, struct bsim_jval v);

#endif
