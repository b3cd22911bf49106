/* operators.h - the time of the functions that a program gives to MPI_Op_create: each combination of two vectors in a
 * reduction takes it. From the member "operators" of models.json (docs/reference/models.md#operators). */
#ifndef BSIM_OPERATORS_H
#define BSIM_OPERATORS_H

#include <stdbool.h>
#include <stdint.h>

#include "bsim/base/json_read.h"
#include "bsim/platform/platform.h"
#include "bsim/stat/stat.h"

/* The member "operators", which may be absent. */
struct bsim_operator_models {
    int n;
    struct bsim_operator_model {
        char *name;                         /* "main.c:largest" */
        double call_s, element_s, byte_s;   /* of a combination, and for each element and byte of it */
        bool fitted;                        /* the file says where the numbers come from ("fit") */
        double error;                       /* relative; 0: a person gave the numbers; NAN: not known */
        double least_bytes, greatest_bytes; /* of the measured elements; 0, 0: not told */
    } *of;
};

/* False with the document's error if it is bad. */
bool bsim_operator_models_read(struct bsim_operator_models *models, struct bsim_jval v);
void bsim_operator_models_free(struct bsim_operator_models *models);

/* Before any rank runs. models must outlive the run. has_models: a file gave them. */
void bsim_operators_init(const struct bsim_operator_models *models, bool has_models);
/* Applies a factor on the time of blocks (block_factors.h) to the operators of its name. False: there is none. */
bool bsim_operators_scale(const struct bsim_block_factor *factor, int nscen);
/* Whether the models tell times of operators. */
bool bsim_operators_have_models(void);
/* Whether the models tell errors of operators. */
bool bsim_operators_have_errors(void);

/* There are models, and the program has made an operator. */
extern bool bsim_operators_on;

/* An operator of the program. Lives until the end of the run. NULL: the run has no models, and operators no time. */
struct bsim_operator;
/* That of a function of the program: finds its name. The caller is alone, or has a lock. */
struct bsim_operator *bsim_operator_of(const void *function);
/* Whether the models tell its time. Warns once if not. */
bool bsim_operator_is_known(struct bsim_operator *operator);
/* A rank combines two vectors of so many elements and bytes by an operator whose time is known: advances a clock.
 * Returns the seconds in scenario 0. */
double bsim_operator_add(struct bsim_operator *operator, int rank, double elements, double bytes, double *clock);
/* A collective that the operator works in is as long as a measured table says: warns once that this has another
 * operator's time. */
void bsim_operator_in_table(struct bsim_operator *operator, const char * collective);

/* After the run: sets what bsim_run tells of operators. */
void bsim_operators_gather(void);

#endif
