/* fit_select.h - inside of the fit: choosing terms for a set of points. */
#ifndef BSIM_FIT_SELECT_H
#define BSIM_FIT_SELECT_H

#include "bsim/fit/fit.h"

enum { FIT_SELECT_POINTS = 300, FIT_MAX_FAR = 7 };

/* Points of one fit, with the columns of all candidates. */
struct fit_work {
    struct fit_basis basis; /* with a copy of its terms; shifts may differ */
    int n;
    const struct fit_point **point;
    double *time_s, *weight;
    double **column; /* nterm columns of n values, computed when first needed */
    int *fold_of;    /* 0..nfold-1 */
    int nfold;
    /* Folds of extrapolation: the points with the longest times, and those with the largest value of each variable. */
    bool *far[FIT_MAX_FAR];
    int nfar;
};

struct fit_choice {
    int n;
    int term[FIT_MAX_TERMS]; /* indices into the basis */
    double score;
    float error[FIT_SELECT_POINTS]; /* of each point when left out, capped */
};

/* The work on n points; the points are not copied. */
struct fit_work *bsim_fit_work_make(const struct fit_basis *basis, const struct fit_point *const *point, int n);
void bsim_fit_work_free(struct fit_work *work);

/* The terms, and in work->basis the shifts, that predict left-out points best. */
struct fit_choice bsim_fit_choose(struct fit_work *work);
/* The score of a choice and the error of each point when left out (error may be NULL; it is not capped). */
double bsim_fit_score(struct fit_work *work, struct fit_choice *choice, double *error);
/* Whether the errors after are really lower than those before: by factor and absolute amount of the mean, and one by
 * one by so many standard errors of their differences. */
bool bsim_fit_gains(const float *after, const float *before, int n, double factor, double amount, double sigma);
/* The final coefficients of a choice over n points. */
void bsim_fit_settle(struct fit_piece *piece, const struct fit_work *work, const struct fit_choice *choice,
                     const struct fit_point *const *point, int n);
/* At most FIT_SELECT_POINTS of the points, evenly along their times; *n becomes their number. The caller frees. */
const struct fit_point **bsim_fit_thin(const struct fit_point *const *point, int *n);

#endif
