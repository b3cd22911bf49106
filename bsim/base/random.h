/* random.h - random numbers that depend on their arguments only: there is no state that a schedule could change. */
#ifndef BSIM_RANDOM_H
#define BSIM_RANDOM_H

#include <stdint.h>

/* Separate streams of random bits: one for each key, one for each rank, one that all ranks share (learn.c), one for the
 * noise of each rank, of the run, and of each node, one for the noise of each rank's messages, one for the times of a
 * trace, one for the executions of each rank that are uneven, and one for the noise of each node's executions. */
enum {
    BSIM_DRAW_KEY,
    BSIM_DRAW_RANK,
    BSIM_DRAW_ALL,
    BSIM_DRAW_NOISE,
    BSIM_DRAW_NOISE_RUN,
    BSIM_DRAW_NOISE_NODE,
    BSIM_DRAW_NOISE_MESSAGE,
    BSIM_DRAW_TRACE,
    BSIM_DRAW_UNEVEN,
    BSIM_DRAW_NOISE_TOGETHER
};
/* 64 random bits, a hash of the arguments. stream: BSIM_DRAW_*; who: the key or the rank; count: draws of this stream
 * so far; turn: 0, 1, ... if one value needs several words of bits. */
uint64_t bsim_random_bits(long seed, int stream, uint64_t who, uint64_t count, unsigned turn);
/* A uniform value from random bits, 0 <= value < 1, with 53 bits. */
double bsim_random_unit(uint64_t bits);
/* A normal value from two words of random bits (Box and Muller 1958). */
double bsim_random_normal(uint64_t first, uint64_t second, double mean, double deviation);

#endif
