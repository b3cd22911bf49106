/* parallel.h - all that the program asks of MPI. No other file calls it. */
#ifndef MD_PARALLEL_H
#define MD_PARALLEL_H

#include <stddef.h>

/* A value and the rank that has it. */
typedef struct ranked {
    double value;
    int rank;
} ranked;

void parallel_init(int *argc, char ***argv);
void parallel_end(void);

int parallel_rank(void);
int parallel_size(void);
int parallel_is_root(void);
double parallel_time(void);
void parallel_barrier(void);

/* Factors the number of ranks; entries of dims that are not 0 are kept. */
void parallel_grid(int dims[3]);

/* Prints a message with the rank and ends all ranks. */
void parallel_die(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

/* Sends to one rank while it receives from another. Gives the number of bytes that came. */
size_t parallel_sendrecv(const void *send, size_t send_bytes, int to, void *receive, size_t most_bytes, int from,
                         int tag);

/* Sums, least and greatest values over all ranks, of `count` elements each; every rank has the result. */
void parallel_add_int(const int *mine, int *all, int count);
void parallel_add_double(const double *mine, double *all, int count);
void parallel_max_int(const int *mine, int *all, int count);
void parallel_min_ranked(const ranked *mine, ranked *all, int count);
void parallel_max_ranked(const ranked *mine, ranked *all, int count);

/* Gives the root's bytes to all ranks. */
void parallel_bcast(void *data, size_t bytes);

#endif
