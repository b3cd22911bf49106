/* calibrate_plot.c - the picture of bsim calibrate: measured times of messages, and those of the fit. */
#include <math.h>

#include "bsim/base/output.h"
#include "bsim/cmd/calibrate.h"
#include "bsim/cmd/chart.h"

enum { CURVE = 200 };

bool bsim_calibrate_plot(const char *path, const char *title, const struct calibrate_link *link,
                         const struct calibrate_data *data, struct bsim_error *err) {
    struct bsim_output out;
    double x[CURVE], y[CURVE], last = data->size[data->n - 1].bytes;
    if (!bsim_output_open(&out, path, err))
        return false;
    struct chart c = {.file = out.file,
                      .x = {.label = "bytes of a message", .low = 1, .high = last},
                      .y = {.label = "half of a round trip", .unit = BSIM_UNIT_TIME, .low = HUGE_VAL}};
    for (int i = 0; i < data->n; i++) {
        c.y.low = fmin(c.y.low, data->size[i].half_s);
        c.y.high = fmax(c.y.high, data->size[i].half_s);
    }
    for (int i = 0; i < CURVE; i++) {
        x[i] = pow(last, (double)i / (CURVE - 1));
        y[i] = bsim_calibrate_predict(link, x[i]);
        c.y.low = fmin(c.y.low, y[i]);
        c.y.high = fmax(c.y.high, y[i]);
    }
    bsim_chart_begin(&c, title, "messages between two MPI processes: measured, and by the platform file", true);
    bsim_chart_curve(&c, CURVE, x, y, 0, false);
    for (int i = 0; i < data->n; i++)
        if (data->size[i].bytes >= 1)
            bsim_chart_dot(&c, data->size[i].bytes, data->size[i].half_s, 1, false);
    bsim_chart_legend(&c, "by the fit", 0, false);
    bsim_chart_legend(&c, "measured", 1, false);
    bsim_chart_end(&c);
    return bsim_output_commit(&out, err);
}
