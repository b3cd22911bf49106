/* models_plot.c - bsim models plot: reads models and samples, writes a picture for each block and a page. */
#include <gsl/gsl_sort.h>
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bsim/base/alloc.h"
#include "bsim/base/output.h"
#include "bsim/base/units.h"
#include "bsim/cmd/cmd.h"
#include "bsim/cmd/models_plot.h"

struct options {
    const char *output, *held_out;
    bool quiet;
};

static const struct argp_option options[] = {
    BSIM_OPTION_SHOW("-o DIR", "folder for the pictures and index.html; is made", 1),
    BSIM_OPTION_NAME("output", BSIM_OPTION(struct options, output), "DIR"),
    BSIM_OPTION_ALIAS("o"),
    {"held-out", BSIM_OPTION(struct options, held_out), "SAMPLES", 0,
     "samples that the fit did not have: drawn as rings, and their distance from the model is told", 2},
    {"quiet", BSIM_OPTION(struct options, quiet), NULL, 0, "prints nothing", 3},
    BSIM_OPTION_ALIAS("q"),
    BSIM_OPTION_END};
static const struct argp table = {
    .options = options,
    .parser = bsim_options_parse,
    .args_doc = "[--held-out SAMPLES] MODELS.json SAMPLES... -o DIR",
    .doc = "Draws the samples of each block that has a model, with the model: DIR/BLOCK.svg, and DIR/index.html, which "
           "shows all. SAMPLES are named as for bsim fit."};

struct plot {
    struct bsim_program program;
    struct bsim_models_file models;
    struct fit_data data, held_out;
    struct plot_block *block;
    int nblock;
    const char **without; /* names of blocks that have samples and no model; NULL-terminated */
};

/* Index of each of the model's parameters among those of the samples. */
static bool match_params(const struct fit_block *from, const bsim_block_info *to, int *index, const char *path,
                         struct bsim_error *err) {
    for (int k = 0; k < to->nparam; k++) {
        index[k] = -1;
        for (int i = 0; i < from->nparam; i++)
            if (strcmp(from->param[i], to->params[k]) == 0)
                index[k] = i;
        if (index[k] < 0)
            return bsim_error_set(err, path, to->line, NULL,
                                  "the model of block %s has the parameter \"%s\", which the samples do not have; are "
                                  "they of another version of the program?",
                                  to->name, to->params[k]);
    }
    return true;
}

static struct plot_point *take_points(struct plot *p, const struct fit_block *from, int block, const int *index) {
    struct plot_point *to = bsim_alloc(((size_t)from->npoint + 1) * sizeof *to);
    for (int i = 0; i < from->npoint; i++) {
        for (int k = 0; k < p->program.block[block].nparam; k++)
            to[i].param[k] = from->point[i].x[index[k]];
        to[i].time_s = from->point[i].time_s;
        to[i].busy = from->point[i].busy;
        to[i].model_s = bsim_models_formula(p->models.models, block, to[i].param, NULL);
    }
    return to;
}

/* How far points are from the model: the median and the greatest distance. As bsim fit, takes times as uncertain by the
 * timer's noise. */
static void set_errors(const struct plot_point *point, int npoint, double *median, double *most) {
    double *off = bsim_alloc(((size_t)npoint + 1) * sizeof *off);
    int n = 0;
    for (int i = 0; i < npoint; i++)
        if (isfinite(point[i].model_s))
            off[n++] = fabs(point[i].model_s - point[i].time_s) / (point[i].time_s + FIT_FLOOR_S);
    gsl_sort(off, 1, (size_t)n);
    *median = n ? off[n / 2] : NAN;
    *most = n ? off[n - 1] : NAN;
    bsim_free(off);
}

/* The means of the held-out samples of blocks that have a picture. */
static void match_held_out(struct plot *p, const char *path, struct bsim_error *err) {
    int index[BSIM_MAX_VARS];
    p->held_out.node = p->data.node;
    bsim_fit_data_join(&p->held_out);
    for (int k = 0; k < p->nblock; k++)
        p->block[k].held_median = p->block[k].held_max = NAN;
    for (int i = 0; i < p->held_out.nblock && !err->set; i++) {
        const struct fit_block *from = &p->held_out.block[i];
        bool drawn = false;
        for (int k = 0; k < p->nblock; k++) {
            struct plot_block *b = &p->block[k];
            if (strcmp(b->info->name, from->name) != 0 || !match_params(from, b->info, index, path, err))
                continue;
            b->held_out = take_points(p, from, b->index, index);
            b->nheld_out = from->npoint;
            set_errors(b->held_out, b->nheld_out, &b->held_median, &b->held_max);
            drawn = true;
        }
        if (!drawn && !err->set)
            printf("%s has held-out samples, and no samples or no model: it is not drawn\n", from->name);
    }
}

/* Makes the blocks that have both a model and samples. */
static bool match(struct plot *p, const char *path, struct bsim_error *err) {
    int without = 0, index[BSIM_MAX_VARS], (*of)[2] = bsim_alloc(((size_t)p->data.nblock + 1) * sizeof *of);
    p->block = bsim_alloc(((size_t)p->data.nblock + 1) * sizeof *p->block);
    p->without = bsim_alloc(((size_t)p->data.nblock + 1) * sizeof *p->without);
    for (int i = 0; i < p->data.nblock && !err->set; i++) {
        struct fit_block *from = &p->data.block[i];
        int block = bsim_program_block(&p->program, from->name);
        bsim_fit_first_split(from);
        if (block < 0) {
            p->without[without++] = from->name;
        } else if (match_params(from, &p->program.block[block], index, path, err)) {
            struct plot_block *b = &p->block[p->nblock];
            *b = (struct plot_block){.info = &p->program.block[block],
                                     .model = bsim_jval_get(bsim_jval_get(p->models.root, "blocks"), from->name),
                                     .models = p->models.models,
                                     .index = block,
                                     .sample = take_points(p, from, block, index),
                                     .nsample = from->npoint};
            of[p->nblock][0] = i;
            of[p->nblock++][1] = block;
        }
    }
    p->data.node = *bsim_models_node(p->models.models);
    bsim_fit_data_join(&p->data);
    for (int i = 0; i < p->nblock && !err->set; i++) {
        const struct fit_block *from = &p->data.block[of[i][0]];
        match_params(from, p->block[i].info, index, path, err);
        p->block[i].mean = take_points(p, from, of[i][1], index);
        p->block[i].nmean = from->npoint;
        p->block[i].busy = from->nbusy ? from->busy[0] : 0;
        set_errors(p->block[i].mean, p->block[i].nmean, &p->block[i].off_median, &p->block[i].off_max);
    }
    if (!err->set)
        match_held_out(p, path, err);
    bsim_free(of);
    if (!err->set && p->nblock == 0)
        bsim_error_set(err, path, 0, "$.blocks",
                       "has no model of any block of the samples (first: %s); they are of "
                       "another program",
                       p->data.nblock ? p->data.block[0].name : "none");
    return !err->set;
}

/* Writes a file of the folder; what is written is chosen by block: a picture, or the page if it is -1. */
static bool write_one(const struct plot *p, const char *folder, const char *name, int block, const char *models_file,
                      struct bsim_error *err) {
    char path[PATH_MAX];
    struct bsim_output out;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (!bsim_output_open(&out, path, err))
        return false;
    if (block >= 0)
        bsim_plot_block(&p->block[block], out.file);
    else
        bsim_plot_page(out.file, models_file, p->models.root, p->block, p->nblock, p->without);
    return bsim_output_commit(&out, err);
}

/* A name that is the same in a folder and in a page: letters, digits, dots. Blocks whose names would be equal get a
 * number. */
static char *picture_name(const struct plot *p, int block) {
    char name[200];
    size_t n = 0;
    for (const char *c = p->block[block].info->name; *c && n < 150; c++)
        name[n++] = isalnum((unsigned char)*c) || *c == '.' || *c == '-' ? *c : '_';
    snprintf(name + n, sizeof name - n, ".svg");
    for (int i = 0; i < block; i++)
        if (strcmp(p->block[i].picture, name) == 0)
            snprintf(name + n, sizeof name - n, ".%d.svg", block);
    return strdup(name);
}

static bool write_all(struct plot *p, const char *folder, const char *models_file, struct bsim_error *err) {
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return bsim_error_set(err, folder, 0, NULL, "cannot be made: %s", strerror(errno));
    for (int i = 0; i < p->nblock && !err->set; i++) {
        p->block[i].picture = picture_name(p, i);
        write_one(p, folder, p->block[i].picture, i, models_file, err);
    }
    return !err->set && write_one(p, folder, "index.html", -1, models_file, err);
}

/* How many held-out points have the parameters of a sample. */
static int count_known(const struct plot_block *b) {
    int known = 0;
    for (int i = 0; i < b->nheld_out; i++) {
        bool same = false;
        for (int k = 0; k < b->nmean && !same; k++)
            same = memcmp(b->held_out[i].param, b->mean[k].param, sizeof b->mean[k].param) == 0;
        known += same;
    }
    return known;
}

static void tell(const struct plot *p, const char *folder) {
    printf("%s/index.html: %d picture%s\n", folder, p->nblock, p->nblock == 1 ? "" : "s");
    for (int i = 0; p->without[i]; i++)
        printf("%s has samples and no model\n", p->without[i]);
    for (int i = 0; i < p->nblock; i++) {
        const struct plot_block *b = &p->block[i];
        char median[24], most[24];
        if (b->nheld_out == 0)
            continue;
        printf("%s: %d held-out point%s, off by %s (median), %s (greatest)", b->info->name, b->nheld_out,
               b->nheld_out == 1 ? "" : "s", bsim_format_percent(median, sizeof median, b->held_median),
               bsim_format_percent(most, sizeof most, b->held_max));
        if (count_known(b))
            printf("; %d of them at parameters that the samples have too", count_known(b));
        putchar('\n');
    }
}

static void free_plot(struct plot *p) {
    for (int i = 0; i < p->nblock; i++) {
        bsim_free(p->block[i].sample);
        bsim_free(p->block[i].mean);
        bsim_free(p->block[i].held_out);
        free((void *)p->block[i].picture);
    }
    bsim_free(p->block);
    bsim_free(p->without);
    bsim_fit_data_free(&p->data);
    bsim_fit_data_free(&p->held_out);
    bsim_models_file_close(&p->models);
    bsim_program_free(&p->program);
}

int bsim_models_plot(int argc, char **argv) {
    struct options o = {0};
    struct bsim_error err = {0};
    struct plot p = {0};
    int first = bsim_options_read(argc, argv, BSIM_OPERANDS_MIXED, &table, &o, &err);
    if (first == -2)
        return BSIM_EXIT_OK;
    char **operand = argv + first;
    if (!err.set && (operand[0] == NULL || operand[1] == NULL))
        bsim_error_set(&err, NULL, 0, NULL, "a file of models and samples are wanted (bsim models plot --help)");
    if (!err.set && o.output == NULL)
        bsim_error_set(&err, NULL, 0, NULL, "where to write the pictures is missing: -o DIR");
    if (!err.set && bsim_models_file_open(&p.models, operand[0], &err) &&
        bsim_program_add_models(&p.program, p.models.root))
        bsim_models_file_read(&p.models, operand[0], &p.program, &err);
    for (char **file = operand + 1; !err.set && *file; file++)
        bsim_samples_read(&p.data, *file, FIT_TYPICAL, &err);
    if (!err.set && o.held_out)
        bsim_samples_read(&p.held_out, o.held_out, FIT_TYPICAL, &err);
    if (!err.set && match(&p, operand[0], &err) && write_all(&p, o.output, operand[0], &err) && !o.quiet)
        tell(&p, o.output);
    free_plot(&p);
    if (err.set)
        bsim_error_print(&err, stderr);
    return err.set ? BSIM_EXIT_USAGE : BSIM_EXIT_OK;
}
