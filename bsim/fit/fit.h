/* fit.h - cost models from measurements: samples of each block, candidate terms, least squares, choice by
 * cross-validation. Used by bsim fit and its tests.
 *
 *   fit_samples.c  reads sample files, gathers points
 *   fit_terms.c    the candidate terms and their text
 *   fit_solve.c    robust, weighted, non-negative least squares for a given set of terms
 *   fit_select.c   which terms, which shifts
 *   fit_pieces.c   which breaks; the errors; the whole model of a block
 *   fit_learned.c  models of learned hints
 *   fit_power.c    power laws, for those
 *   fit_write.c    models.json */
#ifndef BSIM_FIT_H
#define BSIM_FIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <jansson.h>

#include "bsim/base/error.h"

enum { FIT_MAX_PARAMS = 32, FIT_MAX_VARS = 12, FIT_MAX_TERMS = 5, FIT_MAX_PIECES = 4 };

/* Times below this do not tell much: a timer's noise. Relative errors are taken of the time plus this. */
#define FIT_FLOOR_S 50e-9

/* ---- samples ---- */

struct fit_point {
    double x[FIT_MAX_PARAMS]; /* parameters */
    double time_s;
    double weight;  /* trust, at most 1: grows with the number of executions */
    uint64_t count; /* executions */
    /* Of samples, not of joined points: */
    double noise; /* relative standard deviation of the executions; NAN: not known */
    int file;     /* of which rank of which run */
};

struct fit_block {
    char *name;
    int nparam;
    char *param[FIT_MAX_PARAMS]; /* C expressions */
    char *alias[FIT_MAX_PARAMS]; /* names in formulas, set by bsim_fit_aliases */
    struct fit_point *point;
    int npoint, room;
    double noise; /* of executions with equal parameters, relative standard deviation; NAN: not known */
};

struct fit_data {
    struct fit_block *block;
    int nblock;
    char *machine; /* of the first file that names one; NULL */
    bool machines_differ;
    int nfile;
    struct fit_hints *hints; /* learned hints (fit_learned.h); NULL: the samples have none */
};

/* Which column of the samples is a point's time. */
enum fit_statistic { FIT_TYPICAL, FIT_MEDIAN, FIT_MEAN, FIT_MIN };

/* Reads one file and adds its samples. False and *err with the line if it is bad; data then holds part of it. */
bool bsim_fit_data_read(struct fit_data *data, const char *path, enum fit_statistic statistic, struct bsim_error *err);
/* Adds one sample: count executions that took time_s each; noise as in fit_point. It is taken as of file number
 * data->nfile. param and x have nparam entries. */
bool bsim_fit_data_add(struct fit_data *data, const char *name, int nparam, const char *const *param, const double *x,
                       double time_s, double noise, uint64_t count);
/* Joins samples of equal parameters (from several ranks and files) to one point: the mean by executions. What
 * executions of equal parameters differ by (the pure error of a regression: Draper and Smith 1998, chapter 2) is the
 * block's noise, a mean over the parameters by time. */
void bsim_fit_data_join(struct fit_data *data);
void bsim_fit_data_free(struct fit_data *data);
/* Short names for formulas: g->nx becomes nx if that is free, anything less simple p1, p2, ... */
void bsim_fit_aliases(struct fit_block *block);

/* ---- terms ---- */

/* A variable of terms: a parameter less a shift, a difference of two parameters, or 1 - a flag. */
struct fit_var {
    enum { FIT_PARAM, FIT_DIFFERENCE, FIT_NOT } kind;
    int a, b;
    int shift;
};

/* The product of variables to half-integer powers, and of at most one log2(1 + v). */
struct fit_term {
    int8_t power2[FIT_MAX_VARS]; /* twice the power */
    int8_t log_var;              /* -1: none */
};

struct fit_basis {
    int nvar;
    struct fit_var var[FIT_MAX_VARS];
    int nterm;
    struct fit_term *term; /* the simpler first; owned */
};

void bsim_fit_basis_make(struct fit_basis *basis, const struct fit_block *block);
void bsim_fit_basis_free(struct fit_basis *basis);
double bsim_fit_var_value(const struct fit_var *var, const double *x);
double bsim_fit_term_value(const struct fit_basis *basis, const struct fit_term *term, const double *x);
/* "nx*ny^2*log2(1+nx)"; "1" for the constant. Returns buf. */
char *bsim_fit_term_text(const struct fit_basis *basis, const struct fit_term *term, char *const *alias, char *buf,
                         size_t size);

/* ---- least squares ---- */

struct fit_linear {
    int n;                      /* terms */
    double coef[FIT_MAX_TERMS]; /* at least 0 */
};

/* Minimises the weighted relative error of sum_j coef[j] column[j][i] over the points i with use[i] (NULL: all),
 * coefficients at least 0 (Lawson and Hanson 1974, chapter 23), robust by iteratively reweighted Huber loss.
 * Quick: few rounds of that. Precise: then the mean of the times without outliers in place of their middle, at the end
 * on the terms in use by GSL's SVD. */
enum fit_effort { FIT_QUICK, FIT_NORMAL, FIT_PRECISE };
void bsim_fit_solve(struct fit_linear *out, int nterm, double *const *column, int npoint, const double *time_s,
                    const double *weight, const bool *use, enum fit_effort effort);

/* ---- choice ---- */

struct fit_piece {
    int nterm;
    struct fit_term term[FIT_MAX_TERMS];
    double coef[FIT_MAX_TERMS];
    struct fit_var var[FIT_MAX_VARS]; /* with the shifts of this piece */
    /* Applies where break_term's value is at most break_value; the last piece has none. */
    bool has_break;
    double break_value;
};

struct fit_model {
    struct fit_basis basis;
    struct fit_term break_term;
    int npiece;
    struct fit_piece piece[FIT_MAX_PIECES];
    double low[FIT_MAX_PARAMS], high[FIT_MAX_PARAMS];
    int npoint, noutlier;
    uint64_t executions;
    double error_median, error_max; /* relative, by cross-validation; NAN where there are too few points */
    char note[512];                 /* what the samples cannot tell; empty if nothing */
};

void bsim_fit_model_make(struct fit_model *model, const struct fit_block *block);
double bsim_fit_model_time(const struct fit_model *model, const double *x);
void bsim_fit_model_free(struct fit_model *model);
/* The formula of a piece, and its condition ("" for the last). Return buf. */
char *bsim_fit_piece_text(const struct fit_model *model, int piece, char *const *alias, char *buf, size_t size);
char *bsim_fit_piece_when(const struct fit_model *model, int piece, char *const *alias, char *buf, size_t size);

/* As people write it: an integer where it is one, null where it is not finite. */
json_t *bsim_fit_number(double value);
/* The member of "blocks" in models.json; a new reference. */
json_t *bsim_fit_model_json(const struct fit_model *model, const struct fit_block *block);

#endif
