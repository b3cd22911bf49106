/* record_sequences.h - sequences of numbers, each of which is kept once: the different calls of a recording. */
#ifndef LMPI_RECORD_SEQUENCES_H
#define LMPI_RECORD_SEQUENCES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct record_sequence {
    uint64_t hash;
    size_t at; /* of its first number */
    int n;
};

/* Empty if zero. */
struct record_sequences {
    int64_t *number; /* of all sequences, one behind the other */
    size_t n, room;
    struct record_sequence *sequence;
    size_t nsequence, sequence_room;
    uint32_t *slot; /* 1 + sequence; 0: free */
    size_t nslot;   /* a power of two, or 0 */
};

void lmpi_record_number_add(struct record_sequences *sequences, int64_t value);

/* Makes a sequence of the numbers from `at` on, the last ones, and returns its place in the list. If there is an equal
 * one already it returns that one's, and removes these numbers. */
int64_t lmpi_record_sequence_end(struct record_sequences *sequences, size_t at, bool *is_new);

#endif
