/* models_plot.h - inside of bsim models plot: a block with its model and its samples, and its picture. */
#ifndef BSIM_CMD_MODELS_PLOT_H
#define BSIM_CMD_MODELS_PLOT_H

#include "bsim/base/vars.h"
#include "bsim/cmd/models.h"
#include "bsim/cost/model.h"
#include "bsim/fit/fit.h"

/* A sample, with the parameters in the order of the model's block. */
struct plot_point {
    double param[BSIM_MAX_VARS];
    double time_s;
    double model_s; /* NAN: the model gives none */
    int busy;       /* cores of the node that were busy at the same time; 0: not known */
};

struct plot_block {
    const bsim_block_info *info;
    struct bsim_jval model;
    struct bsim_models *models;
    int index;                        /* of the block, in models */
    struct plot_point *sample, *mean; /* each sample; the mean of samples with equal parameters */
    struct plot_point *held;          /* means of samples that the fit has not seen */
    int nsample, nmean, nheld;
    int busy;                   /* times of mean are with so many busy cores, as are those of the model; 0: not known */
    double off_median, off_max; /* how far means are from the model, relative; NAN: not known */
    double held_median, held_max; /* likewise, of those that the fit has not seen; set if there are any */
    const char *picture;          /* the picture's file, in the folder of the page */
};

/* Draws the block to f: its time against its most influential parameter, a series for each combination of the others;
 * if there are many of these, the measured against the modelled time. */
void bsim_plot_block(const struct plot_block *block, FILE *f);
/* Writes the page that shows the pictures. without: names of blocks that have samples and no model. */
void bsim_plot_page(FILE *f, const char *models_file, struct bsim_jval root, const struct plot_block *block, int n,
                    const char *const *without);

#endif
