/* spot.h - where ranks run: what formulas of models may read of it (bsim/base/vars.h). */
#ifndef BSIM_SPOT_H
#define BSIM_SPOT_H

#include <stdint.h>

#include "bsim/base/vars.h"
#include "bsim/platform/platform.h"

/* node_of: of each of np ranks; it must outlive the spots. Before any rank runs. */
void bsim_spots_init(const int32_t *node_of, int np);
/* Behind it: formulas then know the kinds of nodes, too. */
void bsim_spots_kinds(const struct bsim_platform *platform);
void bsim_spots_fini(void);
/* Without bsim_spots_init each rank is alone on node 0. */
struct bsim_spot bsim_spot_of(int rank);

#endif
