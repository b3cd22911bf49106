/* seeds.c - see seeds.h. Knows nothing of runs. */
#include "bsim/stat/seeds.h"

#include <math.h>

static json_t *real(double value) {
    return isfinite(value) ? json_real(value) : json_null();
}

json_t *bsim_seeds_json(const struct bsim_seeds *seeds, const double *time_s) {
    double sum = 0, squares = 0, least = INFINITY, most = -INFINITY;
    int n = seeds->seeds - seeds->left_out;
    for (int i = 0; i < n; i++) {
        sum += time_s[i];
        least = fmin(least, time_s[i]);
        most = fmax(most, time_s[i]);
    }
    for (int i = 0; i < n; i++)
        squares += (time_s[i] - sum / n) * (time_s[i] - sum / n);
    return json_pack("{s:i, s:i, s:i, s:o, s:o, s:o, s:o}", "seeds", seeds->seeds, "left_out", seeds->left_out, "rerun",
                     seeds->rerun, "mean_s", real(sum / n), "deviation_s", real(sqrt(squares / (n - 1))), "min_s",
                     real(least), "max_s", real(most));
}
