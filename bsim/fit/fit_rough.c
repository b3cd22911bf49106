/* fit_rough.c - a second fit where no formula follows all times, as of a block that now and then finds its memory
 * touched and then does not: one that follows the long times, which make up the sum. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/fit/fit_select.h"

/* A model is rough if its times are so far from the measured ones, all together. A second one must lower that to the
 * part BETTER. It takes this part of the time at which a usual second is spent for what FIT_FLOOR_S is else. */
static const double ROUGH = 0.3, BETTER = 0.7, PART = 0.1;
enum { LEAST = 10 };

double bsim_fit_error_of_sum(const struct fit_model *m, const struct fit_point *const *point, int n) {
    double off = 0, sum = 0;
    for (int i = 0; i < n; i++) {
        double count = (double)point[i]->count;
        off += count * fabs(bsim_fit_model_counted_time(m, point[i]->x) - point[i]->time_s);
        sum += count * point[i]->time_s;
    }
    return sum > 0 ? off / sum : 0;
}

static double usual_time(const struct fit_point *const *point, int n) {
    double squares = 0, sum = 0;
    for (int i = 0; i < n; i++) {
        squares += (double)point[i]->count * point[i]->time_s * point[i]->time_s;
        sum += (double)point[i]->count * point[i]->time_s;
    }
    return sum > 0 ? squares / sum : 0;
}

void bsim_fit_rough(struct fit_model *m, const struct fit_point *const *point, int n) {
    double floor_s = PART * usual_time(point, n), before = bsim_fit_error_of_sum(m, point, n);
    if (n < LEAST || !(before > ROUGH) || floor_s <= FIT_FLOOR_S)
        return;
    double scale = FIT_FLOOR_S / floor_s;
    struct fit_point *scaled = bsim_alloc((size_t)n * sizeof *scaled);
    const struct fit_point **at = bsim_alloc((size_t)n * sizeof *at);
    for (int i = 0; i < n; i++) {
        scaled[i] = *point[i];
        scaled[i].time_s *= scale;
        at[i] = &scaled[i];
    }
    struct fit_model second = *m;
    bsim_fit_pieces_make(&second, at, n);
    for (int i = 0; i < second.npiece; i++)
        for (int j = 0; j < second.piece[i].nterm; j++)
            second.piece[i].coef[j] /= scale;
    for (int i = 0; i < second.nnear; i++)
        second.near[i].time_s /= scale;
    if (bsim_fit_error_of_sum(&second, point, n) < BETTER * before) {
        *m = second;
        snprintf(
            m->note, sizeof m->note,
            "no formula follows all times: this one follows those from about %.2g s on, and its errors are of these",
            floor_s);
    }
    bsim_free(at);
    bsim_free(scaled);
}
