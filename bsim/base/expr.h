/* expr.h - formulas over named variables (muParser), compiled once and evaluated fast.
 *
 * On top of muParser's own functions (ln, log2, log10, exp, sqrt, abs, min, max, rint, ...): floor, ceil and mod(a, b).
 * log is the natural logarithm. A formula may be evaluated on a rank's small stack. */
#ifndef BSIM_EXPR_H
#define BSIM_EXPR_H

#include <stdbool.h>
#include <stddef.h>

struct bsim_expr;

/* Compiles text. The variable names[i] has the value values[i], which is read at each evaluation; values must outlive
 * the formula. On failure NULL, and why says what is wrong, where in the text, and which names exist. */
struct bsim_expr *bsim_expr_compile(const char *text, int nvar, const char *const *names, double *values, char *why,
                                    size_t why_size);
double bsim_expr_eval(struct bsim_expr *expr);
/* Whether the formula reads no variable. */
bool bsim_expr_is_constant(struct bsim_expr *expr);
/* Whether the formula reads the variable whose value stands there. */
bool bsim_expr_reads(struct bsim_expr *expr, const double *value);
void bsim_expr_free(struct bsim_expr *expr);

/* Whether name can be a variable: an identifier that is no function or constant. */
bool bsim_expr_name_ok(const char *name);

#endif
