/* plot.h - inside of bsim plot: the table of a sweep, read again. */
#ifndef BSIM_CMD_PLOT_H
#define BSIM_CMD_PLOT_H

#include <stdbool.h>

#include "bsim/base/error.h"
#include "bsim/base/units.h"

struct plot_axis {
    char *key; /* "network.latency" */
    enum bsim_unit unit;
    bool is_text;
    int n;
    char **text; /* the different values, in the order in which they come first */
    double *value;
};

struct plot_table {
    char *title; /* may be NULL */
    int naxis, nrow;
    struct plot_axis *axis;
    int *at;      /* nrow * naxis: the number of each value */
    double *time; /* nrow; NaN: none */
};

/* Reads what bsim sweep --json (schema bsim-sweep/1) or --csv wrote. */
bool bsim_plot_read(struct plot_table *table, const char *path, struct bsim_error *err);
void bsim_plot_free(struct plot_table *table);
/* The number of the axis of a key; -1: there is none. */
int bsim_plot_axis(const struct plot_table *table, const char *key);

#endif
