/* instrument.h - the parts of libbsim-instrument, which times each block of a program that runs under a real MPI.
 *
 * The program calls BSIM_Block_begin and BSIM_Block_end (bsim/bsim.h). Each process writes one file of samples when it
 * ends; docs/reference/models.md describes it. Nothing here may depend on the engine. */
#ifndef BSIM_INSTRUMENT_H
#define BSIM_INSTRUMENT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* timer.c */
void bsim_timer_init(void);
int64_t bsim_timer_ns(void);
const char *bsim_timer_name(void);

/* processor.c: processor time and context switches of this thread, as the system counts them. */
struct bsim_processor {
    int64_t ns;        /* processor time */
    long taken, given; /* involuntary and voluntary context switches */
};
void bsim_timer_processor(struct bsim_processor *p);

/* files.c: bytes and system calls of this thread that read and write. 0: the system does not count them. */
struct bsim_file_counts {
    double bytes, calls;
};
int bsim_files_read(struct bsim_file_counts *counts);

struct bsim_count_info; /* bsim/bsim.h */

/* counts.c: the counters of a block. Returns their number and sets *first to the first one. */
int bsim_counts_of(int block, const struct bsim_count_info **first);
void bsim_counts_read(const struct bsim_count_info *first, int n, long *value);
/* Whether any block of the program has counters. */
int bsim_counts_any(void);

/* Samples, in seconds, of one block with one vector of parameters, and of alike counts (buckets.h). */
struct bsim_samples {
    int block, nparam, ncount;
    const double *param;   /* nparam values and ncount buckets, owned by the table */
    double *counted;       /* ncount sums over the executions, owned by the table */
    int hidden;            /* of all counts together, or thinned: not written */
    bool thinned;          /* the block has too many vectors, and this one is none of those that are kept */
    uint64_t hash, vector; /* of all that it is found by; of the block and its parameters */
    uint64_t count;
    double sum, min, max;
    struct bsim_file_counts io; /* sums over io_count executions */
    uint64_t io_count;
    float *reservoir; /* a random subset of all samples, each with equal chance */
    int kept, room;
    double *early; /* those of the block's first executions in this process that are of these; set by bsim_early_find */
    int nearly;
    double usual_s; /* the median, while bsim_early_find looks for them; below 0: not known yet */
};

/* table.c: finds or makes the entry. NULL if memory is short, or if the block has so many different vectors that a
 * random part of them is kept, and this is none of these. */
struct bsim_samples *bsim_table_find(int block, int nparam, const double *param, int ncount, const double *bucket);
void bsim_table_add(struct bsim_samples *s, double seconds);
/* The i-th entry in order of creation; NULL after the last. */
struct bsim_samples *bsim_table_entry(size_t i);
/* Whether the executions of any entry have read or written. */
int bsim_table_io(void);
/* Tells of an execution for which bsim_table_find has given NULL. */
void bsim_table_left(int block, double seconds);
/* The number of the block's executions that are in no entry, and their time. */
uint64_t bsim_table_left_of(int block, double *seconds);
struct bsim_summary {
    double median, typical, deviation; /* seconds */
};
/* Computes the median of the reservoir, and the mean (typical) and standard deviation without outliers. Outliers exceed
 * 1.5 times the upper quartile plus five times the distance between the quartiles, if they are few; else those of the
 * longest few that are ten times as long as all shorter ones. */
void bsim_table_summary(const struct bsim_samples *s, struct bsim_summary *out);
/* The same of all executions but the block's first ones. */
void bsim_table_summary_of_later(const struct bsim_samples *s, struct bsim_summary *out);

/* sequence.c: tells of an execution of a block that counts, in its order. alike: NULL if it is in no sample. */
void bsim_sequence_add(int block, const struct bsim_samples *alike, const struct bsim_samples *all);
/* Writes a line for each block whose executions differ by their counts: "# sequence: NAME<tab>PART PART ...", the time
 * of each of the first ones over the mean of all with its parameters. */
void bsim_sequence_write(FILE *f);

/* early.c: of each block the first executions are looked at. */
enum { BSIM_EARLY = 1024 };
/* Tells of an execution, which the samples have by now. */
void bsim_early_add(int block, struct bsim_samples *s, double seconds);
/* Decides for each block how many executions are its first ones: at least one. Again at each call. */
void bsim_early_find(void);
/* So many, as decided last. */
int bsim_early_of(int block);

/* together.c: tells of an execution of a block, in its order. s: NULL if it is in no sample. */
void bsim_together_add(int block, const struct bsim_samples *s, double seconds);
/* Writes a line for each block that was executed often enough, where there are several ranks: "# together: NAME<tab>
 * NUMBER:PART NUMBER:PART ...", for some executions their number, from 0, and their time over the typical one of those
 * with equal parameters. After bsim_early_find(); its first executions are left out. */
void bsim_together_write(FILE *f);

/* mpi.c: the rank in MPI_COMM_WORLD and its size. After MPI_Finalize the last known values; 0 and 1 without MPI. */
void bsim_mpi_world(int *rank, int *size);
/* How many cores of this node were busy with measurements: as many as there are processes of this program here, times
 * the environment variable BSIM_COPIES, which says how many runs of it were started together, but no more than the node
 * has. Known from MPI_Finalize on; 0 before. */
int bsim_mpi_busy_cores(void);

/* mpi.c: agrees with the other processes on when to leave a loop. A process says at the start of each round, numbered
 * from 0, whether it has seen enough; visit counts the loops that it has entered. Returns 1 if it has to leave now.
 * Once all processes have seen enough in the same loop and visit, all leave before the same later round. Nobody leaves
 * if the processes are not on one node. Never waits for another process's communication. */
int bsim_mpi_leaves(int loop, long visit, long round, int enough);
/* Seconds from the end of MPI_Init to the start of MPI_Finalize; below 0 before that. */
double bsim_mpi_ran_s(void);
/* Seconds of that in which this rank waited for a processor that others had; 0: not known. */
double bsim_mpi_waited_s(void);
/* Seconds of processor time that other threads of this process took meanwhile. */
double bsim_mpi_threads_s(void);

/* threads.c: processor time of the other threads of this process, in seconds. */
double bsim_threads_s(void);

/* receives.c: from now on looks at what this thread receives. */
void bsim_receives_watch(void);

/* operators.c: from now on times the operators that the program has made, where this thread runs them. */
void bsim_operators_watch(void);
/* Seconds that timing them has taken so far. */
double bsim_operators_s(void);
/* Writes a line for each operator, size of its elements, and number of elements that are alike (buckets.h):
 * "# operator: FILE:FUNCTION<tab>PLACE<tab>BYTES<tab>ELEMENTS<tab>CALLS<tab>SECONDS<tab>DEVIATION", with the place of
 * the first MPI_Op_create; and "# operator missing: NUMBER<tab>WHAT" for what is not measured. */
void bsim_operators_write(FILE *f);

/* settle.c: whether a mean has settled. After each value add() gets the mean of all so far. */
struct bsim_settle {
    long count, since; /* values; the first count from which on the mean has stayed within the share */
    double low, high;  /* of the means from there on */
};
/* Returns 1 if the mean has stayed within the share E of itself for as many values again as it took to get there. */
int bsim_settle_add(struct bsim_settle *s, double mean, double share);

/* threshold.c: whether loops end early (BSIM_THRESHOLD). */
int bsim_threshold_on(void);
/* Writes a comment for each loop that may end early and was entered: its rounds, and why it ended. */
void bsim_threshold_write(FILE *f);
/* instrument.c: seconds of one reading of the timer, within what it measures. */
double bsim_timer_cost_s(void);
/* instrument.c: seconds in blocks so far, without blocks in blocks. */
double bsim_blocks_s(void);

/* learn.c: writes the values recorded at learned hints as two more tables of the sample file. */
void bsim_learned_write(FILE *f);
/* instrument.c: writes a name as a field of the sample file, without tabs and line ends. */
void bsim_samples_name(FILE *f, const char *name);

/* instrument.c: prepares the timer. MPI_Init does it, so that this is no time of the program. */
void bsim_instrument_prepare(void);
/* Prepares the timer. From now on there are samples, which are written when the process ends. */
void bsim_instrument_start(void);
/* Whether it was called. */
int bsim_instrument_started(void);
/* Whether the program was compiled with its timers: without BSIM_UNTIMED. */
bool bsim_instrument_timed(void);

/* instrument.c: writes the samples of this process. Called before MPI_Finalize and MPI_Abort; the end of the process
 * writes them anew. */
void bsim_instrument_write(void);

#endif
