/* fit_field.h - a formula of a model and others that may follow its samples as well. For fit_rivals.c, fit_aside.c,
 * fit_below.c, fit_shares.c and fit_unseen.c. */
#ifndef BSIM_FIT_FIELD_H
#define BSIM_FIT_FIELD_H

#include "bsim/fit/fit_select.h"

/* A formula that follows the samples as well as the model's own does. */
struct fit_other {
    int n, term[FIT_MAX_TERMS]; /* indices into the terms of the field */
    struct fit_linear fit;
    double error; /* as that of the field */
};

struct fit_others {
    int n, room;
    struct fit_other *at; /* owned */
};

/* The formula of a piece, the samples of that piece, and terms. */
struct fit_field {
    struct fit_basis basis; /* its terms are owned */
    const struct fit_point **point;
    int n;
    double *time_s, *weight;
    double **column; /* of each term; NULL: not computed yet */
    int own[FIT_MAX_TERMS], nown;
    double error; /* of the formula: the mean of relative errors, each 1 at most */
};

/* False: the samples are too few to tell anything. The field is to be freed in any case. */
bool bsim_fit_field_make(struct fit_field *field, const struct fit_model *model, int piece,
                         const struct fit_block *block);
void bsim_fit_field_free(struct fit_field *field);
/* The index of a term, which is added if it is new. */
int bsim_fit_field_term(struct fit_field *field, const struct fit_term *term);
/* The term with variable `to` in the place of variable `from`. */
struct fit_term bsim_fit_term_moved(struct fit_term term, int from, int to);
/* Fits the formula with term t in place of its term j, whose indices are then in term[nown]. True: it follows the
 * samples as well as the formula itself. */
bool bsim_fit_field_rival(struct fit_field *field, int j, int t, int *term, struct fit_linear *fit);
/* Fits n terms, and adds them to the others if they follow the samples as well as the formula itself. */
void bsim_fit_field_try(struct fit_field *field, const int *term, int n, struct fit_others *others);
/* The same, if their mean error is at most so large. */
void bsim_fit_field_try_within(struct fit_field *field, const int *term, int n, double error,
                               struct fit_others *others);
/* The piece with this formula. */
struct fit_piece bsim_fit_field_formula(const struct fit_field *field, const struct fit_other *other,
                                        const struct fit_piece *piece);
/* fit_below.c: adds formulas whose parameters are less or more a small number, and those with one term more that grows
 * more slowly. They differ from the model's own below the samples. */
void bsim_fit_below(struct fit_field *field, const struct fit_model *model, struct fit_others *others);
/* fit_unseen.c: adds formulas that differ from the model's own, whose coefficients are given, where two truth values
 * are both false, or two counts both 0, which they are in no sample. */
void bsim_fit_unseen(struct fit_field *field, const struct fit_linear *fit, const struct fit_block *block,
                     struct fit_others *others);
/* Adds formulas with a number that was 0 or 1 in the samples up to 1 in the place of all of it. */
void bsim_fit_up_to_one(struct fit_field *field, const struct fit_block *block, struct fit_others *others);
/* fit_shares.c: adds formulas with other products of a number and a share of it, of which the samples had two. */
void bsim_fit_shares(struct fit_field *field, const struct fit_block *block, struct fit_others *others);
/* Fits the formula itself. */
void bsim_fit_field_own(struct fit_field *field, struct fit_linear *fit);
/* The time of n terms with parameters and counts x. */
double bsim_fit_field_value(const struct fit_field *field, const int *term, int n, const struct fit_linear *fit,
                            const double *x);

#endif
