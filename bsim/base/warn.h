/* warn.h - warnings of a run: each is printed once on stderr and kept for the result file. */
#ifndef BSIM_WARN_H
#define BSIM_WARN_H

/* Prints "bsim: warning: ..." and keeps the text. Repeated texts, and all after the first 100 different ones, are
 * ignored. */
void bsim_warn(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

int bsim_warn_count(void);
const char *bsim_warn_text(int i);
void bsim_warn_reset(void);

#endif
