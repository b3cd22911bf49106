/* receives.h - the time in which a call receives data into memory that nothing has touched before: the system finds and
 * clears each page. From the member "receives" of models.json (docs/reference/models.md#receives).
 *
 * Off unless a file of models has it: bsim_receives_on. */
#ifndef BSIM_RECEIVES_H
#define BSIM_RECEIVES_H

#include <stdbool.h>
#include <stdint.h>

#include "bsim/base/error.h"
#include "bsim/base/json_read.h"
#include "bsim/base/pages.h"
#include "bsim/stat/stat.h"

/* The member "receives", which may be absent. */
struct bsim_receive_models {
    double touch_bandwidth; /* bytes a second; 0: there are none */
    int n;
    struct bsim_receive_place {
        char *place;               /* "is.c:812", in the original program */
        double share, first_share; /* of the received bytes that the call is the first to touch */
        uint32_t first_calls;      /* to which first_share belongs; of each rank */
    } *of;
};

/* False with the document's error if it is bad. */
bool bsim_receive_models_read(struct bsim_receive_models *models, struct bsim_jval v);
void bsim_receive_models_free(struct bsim_receive_models *models);

extern bool bsim_receives_on;

/* Before any rank runs; np ranks. models must outlive the run. */
void bsim_receives_init(const struct bsim_receive_models *models, int np);

/* The running rank has received bytes at a place: advances its clock. */
void bsim_receives_add(struct bsim_site *site, double bytes);
static inline void bsim_received(struct bsim_site *site, double bytes) {
    if (__builtin_expect(bsim_receives_on, 0) && bytes >= BSIM_RECEIVES_LEAST)
        bsim_receives_add(site, bytes);
}

#endif
