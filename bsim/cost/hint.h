/* hint.h - values of hints: draws and learned models; inside of the engine. */
#ifndef BSIM_HINT_H
#define BSIM_HINT_H

#include <stdbool.h>
#include <stdint.h>

#include "bsim/base/error.h"

/* What draws: a key, a rank for itself, all ranks alike (learn.c), a rank's noise (noise.c). */
enum { BSIM_DRAW_KEY, BSIM_DRAW_RANK, BSIM_DRAW_ALL, BSIM_DRAW_NOISE };
/* hint.c: 64 random bits, a hash of the hint's seed, of what draws (KIND, and WHO of it) and of how often it has drawn.
 * TURN tells several draws for one value apart. */
uint64_t bsim_hint_bits(long seed, int kind, uint64_t who, uint64_t count, unsigned turn);
/* 0 <= value < 1, 53 bits */
double bsim_hint_unit(uint64_t bits);
/* A normal value, of two turns' bits (Box and Muller 1958). */
double bsim_hint_normal(uint64_t first, uint64_t second, double mean, double deviation);
void bsim_hint_fini(void);

/* learn.c: reads the section "learned" of the models for the learned hints of the program. models may be NULL: then a
 * run that reaches a learned hint ends. */
bool bsim_learned_init(const char *models, struct bsim_error *err);
void bsim_learned_fini(void);

#endif
