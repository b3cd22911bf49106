/* fit_select.h - chooses terms for a set of points. For the fit only. */
#ifndef BSIM_FIT_SELECT_H
#define BSIM_FIT_SELECT_H

#include "bsim/fit/fit.h"

enum { FIT_SELECT_POINTS = 300, FIT_MAX_FAR = 7 };

/* The points of one fit and the columns of all candidate terms. */
struct fit_work {
    struct fit_basis basis; /* with a copy of its terms; shifts may differ */
    int n;
    const struct fit_point **point;
    double *time_s, *weight;
    double **column; /* nterm columns of n values, computed when first needed */
    int *fold_of;    /* of each point: 0..nfold-1 */
    int nfold;
    /* Folds that test extrapolation: the points with the longest times, and for each variable those with its largest
     * values. */
    bool *far[FIT_MAX_FAR];
    int nfar;
};

struct fit_choice {
    int n;
    int term[FIT_MAX_TERMS];        /* indices into the basis */
    double score, within;           /* within: the mean capped error of the fit to all points */
    float error[FIT_SELECT_POINTS]; /* error of each point when it is left out of the fit, capped */
};

/* Prepares a fit to n points. The points are not copied. */
struct fit_work *bsim_fit_work_make(const struct fit_basis *basis, const struct fit_point *const *point, int n);
void bsim_fit_work_free(struct fit_work *work);
/* The values of a candidate term, one for each point; owned by work. */
double *bsim_fit_work_column(struct fit_work *work, int term);
/* fit_subsets.c: products of the candidate terms' values, of which sets of them are fitted without the points. Of many
 * candidates only the simplest are tried. */
struct fit_products;
struct fit_products *bsim_fit_products(struct fit_work *work);
void bsim_fit_products_free(struct fit_products *products);
/* The best sets of two or three candidate terms by least squares, at most room of them, the best first; their number.
 * Their score is the part of the squares that they leave. */
int bsim_fit_subsets(const struct fit_products *products, int size, struct fit_choice *best, int room);

/* The terms that predict left-out points best; sets the shifts in work->basis. */
struct fit_choice bsim_fit_choose(struct fit_work *work);
/* The error of each point, as a logarithm, by a precise fit without the points of its fold. */
void bsim_fit_fold_errors(struct fit_work *work, const struct fit_choice *choice, double *error);
/* Whether n errors have really become lower: their mean by a factor and an absolute amount, and either the mean of
 * their differences by sigma standard errors, or their likelihood by as much. noise: of the samples, relative. */
bool bsim_fit_gains(const float *after, const float *before, int n, double factor, double amount, double sigma,
                    double noise);
/* Fits the final coefficients of a choice to n points. */
void bsim_fit_settle(struct fit_piece *piece, const struct fit_work *work, const struct fit_choice *choice,
                     const struct fit_point *const *point, int n);
/* fit_pieces.c: sets the pieces, the errors and the outliers of a model that has its basis. */
void bsim_fit_pieces_make(struct fit_model *model, const struct fit_point *const *point, int n);
/* The number of the piece that gives the time with parameters and counts x. */
int bsim_fit_piece_of(const struct fit_model *model, const double *x);
/* Whether a variable may be a size that decides alone whether data fit a cache: it has several values, and no names of
 * code. */
bool bsim_fit_single_size(const struct fit_model *model, const struct fit_block *block, int var);
/* The model with pieces between breaks by the variable, as far as they pay, without its errors. */
struct fit_model bsim_fit_pieces_by(const struct fit_model *model, int var, const struct fit_point *const *point,
                                    int n);
/* Sets the errors and the outliers of a model that has its pieces. */
void bsim_fit_pieces_validate(struct fit_model *model, const struct fit_point *const *point, int n);
/* The same by two with a formula for each of the truth values of a comparison, which chooses between code: the terms of
 * both together may be more than one formula has. point: those of the block. */
void bsim_fit_break_by_flag(struct fit_model *model, const struct fit_block *block,
                            const struct fit_point *const *point);
/* Replaces the pieces of a model that is still off by others with breaks by a single size, if these are much nearer: a
 * cache may hold a row of n numbers, over which m rounds go. point: those of the block. */
void bsim_fit_break_by_single(struct fit_model *model, const struct fit_block *block,
                              const struct fit_point *const *point);
/* fit_higher.c: replaces the break of two pieces by the higher one of both formulas, if that is as near. point: those
 * of the block. */
void bsim_fit_higher(struct fit_model *model, const struct fit_block *block, const struct fit_point *const *point);
/* fit_beyond.c: fits the coefficients of p to those of n points that piece number `piece` of the model gives. False:
 * they are too few for its terms. */
bool bsim_fit_piece_again(struct fit_piece *p, const struct fit_model *model, int piece,
                          const struct fit_point *const *point, int n);
/* fit_tail.c: gives a few samples with the largest values of a size, which take longer by one factor, a piece of their
 * own. point: those of the block. */
void bsim_fit_tail(struct fit_model *model, const struct fit_block *block, const struct fit_point *const *point);
/* The model with these variables of the kinds from FIT_IS on besides; its basis is new. */
struct fit_model bsim_fit_with_vars(const struct fit_model *model, const struct fit_block *block,
                                    const struct fit_point *const *point, const struct fit_var *var, int n);
/* fit_rough.c: replaces the pieces of a model whose times are far off, all together, if others come nearer to them. */
void bsim_fit_rough(struct fit_model *model, const struct fit_point *const *point, int n);
/* fit_tail.c: the mean distance of the first n points from the model, as logarithms; each counts a half at most. */
double bsim_fit_distance(const struct fit_model *model, const struct fit_point *const *point, int n);
/* The distances of modelled and measured times, over the measured ones, all together. */
double bsim_fit_error_of_sum(const struct fit_model *model, const struct fit_point *const *point, int n);
/* fit_fewer.c: replaces the formulas of a model whose left-out times are far off by others without one of the
 * parameters, if these are much nearer. point: those of the block. */
void bsim_fit_fewer(struct fit_model *model, const struct fit_block *block, const struct fit_point *const *point);
/* fit_exponential.c: replaces the formulas of a model whose left-out times are far off by others with an exponential of
 * a parameter, if these are much nearer. point: those of the block. */
void bsim_fit_exponential(struct fit_model *model, const struct fit_block *block, const struct fit_point *const *point);
/* fit_offsets.c: replaces the formula by one with a parameter less a number, or with a whole logarithm, if that is much
 * nearer. point: those of the block. */
void bsim_fit_offsets(struct fit_model *model, const struct fit_block *block, const struct fit_point *const *point);
/* fit_kinds.c: replaces the formulas of a model whose times are far off by others with kinds, if these are much nearer.
 * point: those of the block. */
void bsim_fit_kinds(struct fit_model *model, const struct fit_block *block, const struct fit_point *const *point);
/* The variables of the kind FIT_IS, and of remainders, that the terms of a model have; at most room. */
int bsim_fit_kinds_used(const struct fit_model *model, struct fit_var *var, int room);
/* fit_rest.c: replaces the formulas by others with remainders of a parameter, if the times clearly go with them and
 * these formulas are nearer. Writes a note if the times do. point: those of the block. */
void bsim_fit_rests(struct fit_model *model, const struct fit_block *block, const struct fit_point *const *point,
                    char *note, size_t size);
/* Replaces m by the model with n more variables if that is clearly nearer. */
bool bsim_fit_try_variables(struct fit_model *model, const struct fit_block *block,
                            const struct fit_point *const *point, const struct fit_var *more, int n);
/* fit_groups.c: sets model->away, after it has tried terms for such values. point: those of the block. */
void bsim_fit_groups(struct fit_model *model, const struct fit_block *block, const struct fit_point *const *point);
/* Whether all samples of a piece with this value of a parameter, and not most of all, are away from the formula.
 * values: different ones that the parameter has. */
bool bsim_fit_group_is_away(const struct fit_model *model, const struct fit_block *block, int param, double value,
                            int values);
/* fit_rivals.c: by parameter, how far a formula that follows the samples as well as the model's is away from it, as the
 * logarithm of a factor, for each factor of two beyond the samples. */
void bsim_fit_rivals(const struct fit_model *model, const struct fit_block *block, double *apart);
/* fit_aside.c: multiplies terms by each parameter that varies, but is 1 in all samples in which the term is not 0. A
 * block's time depends on all of its parameters, somehow: of formulas that the samples do not tell apart these are the
 * likelier ones. */
void bsim_fit_ones(struct fit_model *model, const struct fit_block *block);
/* fit_unseen.c: replaces formulas in which parameters that all ranks have do not occur, since one of two truth values
 * is true in each sample and what only these ranks do stands for it, by others that have them. */
void bsim_fit_whole(struct fit_model *model, const struct fit_block *block);
/* fit_shares.c: replaces formulas of a number and a share of it, of which the samples had two, by simpler ones. */
void bsim_fit_simpler_shares(struct fit_model *model, const struct fit_block *block);
/* At most FIT_SELECT_POINTS of the points, spread evenly over the sorted times; *n becomes their number. The caller
 * frees the array. */
const struct fit_point **bsim_fit_thin(const struct fit_point *const *point, int *n);

#endif
