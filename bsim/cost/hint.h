/* hint.h - values of hints: random draws and learned models. For the engine only. */
#ifndef BSIM_HINT_H
#define BSIM_HINT_H

#include <stdbool.h>
#include <stdint.h>

#include "bsim/base/error.h"

/* Separate streams of random bits: one for each key, one for each rank, one that all ranks share (learn.c), one for the
 * noise of each rank, of the run, and of each node (noise.c). */
enum { BSIM_DRAW_KEY, BSIM_DRAW_RANK, BSIM_DRAW_ALL, BSIM_DRAW_NOISE, BSIM_DRAW_NOISE_RUN, BSIM_DRAW_NOISE_NODE };
/* hint.c: 64 random bits, a hash of the arguments. kind: BSIM_DRAW_*; who: the key or the rank; count: draws of this
 * stream so far; turn: 0, 1, ... if one value needs several words of bits. */
uint64_t bsim_hint_bits(long seed, int kind, uint64_t who, uint64_t count, unsigned turn);
/* A uniform value from random bits, 0 <= value < 1, with 53 bits. */
double bsim_hint_unit(uint64_t bits);
/* A normal value from two words of random bits (Box and Muller 1958). */
double bsim_hint_normal(uint64_t first, uint64_t second, double mean, double deviation);
void bsim_hint_fini(void);

/* learn.c: reads the section "learned" of the models file for the learned hints of the program. Without models (NULL)
 * the run ends with an error when it reaches a learned hint. */
bool bsim_learned_init(const char *models, struct bsim_error *err);
void bsim_learned_fini(void);

#endif
