/* warn.h - warnings of a run: each is printed once on stderr and kept for the result file. */
#ifndef BSIM_WARN_H
#define BSIM_WARN_H

#include <stdbool.h>

/* Prints "bsim: warning: ..." and keeps the text. Repeated texts, and all after the first 100 different ones, are
 * ignored. */
void bsim_warn(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* From now on bsim_warn() keeps the warnings of a rank for bsim_warn_tell(), which prints them in the order of virtual
 * time and rank, and ends this: ranks warn in an order that depends on the host. of_rank: whether a rank runs, which,
 * and its time. */
void bsim_warn_hold(bool (*of_rank)(double *time_s, int *rank));
void bsim_warn_tell(void);

/* While it is on, warnings are dropped. */
void bsim_warn_mute(bool on);

/* The i-th of the warnings that are kept so, with its time and rank; NULL: there are no more. The other one keeps one.
 */
const char *bsim_warn_held(int i, double *time_s, int *rank);
void bsim_warn_hold_text(double time_s, int rank, const char *text);

int bsim_warn_count(void);
const char *bsim_warn_text(int i);
void bsim_warn_reset(void);

#endif
