/* receive_models.c - reads the member "receives" of models.json; see receives.h. */
#include <math.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/cost/receives.h"

static bool read_place(struct bsim_receive_place *place, const char *name, struct bsim_jval v) {
    static const char *const keys[] = {"call", "share", "first_calls", "first_share", "comment", NULL};
    if (!bsim_jval_object(v) || !bsim_jval_keys(v, keys))
        return false;
    struct bsim_jval call = bsim_jval_get(v, "call"), calls = bsim_jval_get(v, "first_calls"),
                     first = bsim_jval_get(v, "first_share"), share = bsim_jval_need(v, "share");
    if (bsim_jval_present(call) && bsim_jval_string(call) == NULL)
        return false;
    if (!strchr(name, ':'))
        return bsim_jval_error(v, "\"%s\" is no place: write FILE:LINE, as \"main.c:57\"", name);
    if (bsim_jval_present(calls) != bsim_jval_present(first))
        return bsim_jval_error(v, "\"first_calls\" and \"first_share\" belong together");
    if (!bsim_jval_present(share))
        return false;
    *place = (struct bsim_receive_place){.place = bsim_strdup(name), .share = bsim_jval_number(share, 0, 1)};
    if (bsim_jval_present(calls)) {
        place->first_calls = (uint32_t)bsim_jval_int(calls, 1, UINT32_MAX - 1);
        place->first_share = bsim_jval_number(first, 0, 1);
    }
    return !isnan(place->share) && !isnan(place->first_share);
}

bool bsim_receive_models_read(struct bsim_receive_models *of, struct bsim_jval v) {
    static const char *const keys[] = {"touch_bandwidth", "places", "comment", NULL};
    if (!bsim_jval_present(v))
        return true;
    if (!bsim_jval_object(v) || !bsim_jval_keys(v, keys))
        return false;
    struct bsim_jval rate = bsim_jval_need(v, "touch_bandwidth"), places = bsim_jval_need(v, "places");
    if (!bsim_jval_present(rate) || !bsim_jval_present(places) || !bsim_jval_object(places))
        return false;
    of->touch_bandwidth = bsim_jval_quantity(rate, BSIM_UNIT_RATE, true);
    of->of = bsim_alloc((bsim_jval_size(places) + 1) * sizeof *of->of);
    for (size_t i = 0; i < bsim_jval_size(places); i++) {
        const char *name;
        struct bsim_jval place = bsim_jval_member(places, i, &name);
        if (!read_place(&of->of[of->n], name, place))
            return false;
        of->n++;
    }
    return of->touch_bandwidth > 0;
}

void bsim_receive_models_free(struct bsim_receive_models *of) {
    for (int i = 0; i < of->n; i++)
        bsim_free(of->of[i].place);
    bsim_free(of->of);
    *of = (struct bsim_receive_models){0};
}
