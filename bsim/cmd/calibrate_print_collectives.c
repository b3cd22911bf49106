/* calibrate_print_collectives.c - what bsim calibrate tells of collectives: measured times beside those of the
 * library's choice and of the platform, and what was chosen or left. */
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>

#include "bsim/base/units.h"
#include "bsim/cmd/calibrate.h"

/* Calls whose time is off by more are warned of. */
static const double far_off = 0.25;

static void print_calls(const struct calibrate_collectives *c, const struct calibrate_data *d) {
    char size[24], measured[24], ours[24];
    printf("\n  %-22s %5s  %10s  %12s  %14s  %8s  %16s\n", "collective", "ranks", "message", "measured",
           "this platform", "error", "library's choice");
    for (int i = 0; i < d->ncall; i++) {
        const struct calibrate_call *call = &d->call[i];
        double error = c->ours_s[i] / call->time_s - 1;
        printf("  %-22s %5d  %10s  %12s  %14s  %+6.0f %%  %+14.0f %%%s\n", bsim_collective_names[call->collective],
               call->processes, bsim_format_bytes(size, sizeof size, call->bytes),
               bsim_format_time(measured, sizeof measured, call->time_s),
               bsim_format_time(ours, sizeof ours, c->ours_s[i]), 100 * error,
               100 * (c->library_s[i] / call->time_s - 1), fabs(error) > far_off ? "  FAR OFF" : "");
    }
}

static void print_rules(const struct calibrate_collectives *c) {
    char size[24];
    if (c->nrule == 0)
        printf("  no algorithm is chosen: collectives are what the library chooses by itself\n");
    for (int i = 0; i < c->nrule; i++) {
        const struct calibrate_rule *r = &c->rule[i];
        printf("  %s", bsim_collective_names[r->collective]);
        if (r->up_to_processes != INT_MAX)
            printf(", up to %d ranks", r->up_to_processes);
        if (isfinite(r->up_to_bytes))
            printf(", up to %s", bsim_format_bytes(size, sizeof size, r->up_to_bytes));
        printf(": %s\n", r->algorithm < 0 ? "the library's choice" : bsim_algorithms[r->algorithm].name);
    }
    for (int i = 0; i < c->nremark; i++)
        printf("  not chosen: %s\n", c->remark[i]);
}

void bsim_calibrate_print_collectives(const struct calibrate_collectives *c, const struct calibrate_data *d) {
    double error[CALIBRATE_MAX_CALLS];
    int far = 0;
    print_calls(c, d);
    print_rules(c);
    for (int i = 0; i < d->ncall; i++) {
        error[i] = fabs(c->ours_s[i] / d->call[i].time_s - 1);
        far += error[i] > far_off;
    }
    gsl_sort(error, 1, (size_t)d->ncall);
    printf("  error of collectives: %.0f %% in the median, %.0f %% at most\n",
           100 * gsl_stats_median_from_sorted_data(error, 1, (size_t)d->ncall), 100 * error[d->ncall - 1]);
    fflush(stdout);
    if (far > 0)
        fprintf(stderr,
                "bsim: warning: for %d of %d measured collectives the platform's time is off by more than %.0f %%: "
                "they are "
                "marked in the table\n",
                far, d->ncall, 100 * far_off);
}
