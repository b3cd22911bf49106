/* hint.h - values of hints: random draws (bsim/base/random.h) and learned models. For the engine only. */
#ifndef BSIM_HINT_H
#define BSIM_HINT_H

#include <stdbool.h>

#include "bsim/base/error.h"

void bsim_hint_fini(void);

/* learn.c: reads the section "learned" of the models file for the learned hints of the program. Without models (NULL)
 * the run ends with an error when it reaches a learned hint. */
bool bsim_learned_init(const char *models, struct bsim_error *err);
void bsim_learned_fini(void);
/* Whether a loop's rounds are learned, so that they may be off. */
bool bsim_learned_has_errors(void);
/* The first host gets to know what the others have asked for. */
void bsim_learned_gather_hosts(void);
/* Sets bsim_run.learned. */
void bsim_learned_gather(void);

#endif
