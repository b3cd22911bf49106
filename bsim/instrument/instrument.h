/* instrument.h - inside of libbsim-instrument: times each block of a program that runs under a real MPI.
 *
 * The program calls BSIM_Block_begin and BSIM_Block_end (bsim/bsim.h). Each process writes one file of samples when it
 * ends; docs/reference/models.md describes it. Nothing here may depend on the engine. */
#ifndef BSIM_INSTRUMENT_H
#define BSIM_INSTRUMENT_H

#include <stdint.h>
#include <stdio.h>

/* timer.c */
void bsim_timer_init(void);
int64_t bsim_timer_ns(void);
const char *bsim_timer_name(void);

/* processor.c: what the system knows of this thread. */
struct bsim_processor {
    int64_t ns;        /* time on a processor */
    long taken, given; /* how often it lost the processor: to others, and by waiting for something */
};
void bsim_timer_processor(struct bsim_processor *p);

/* Seconds of one block and one vector of parameters. */
struct bsim_samples {
    int block, nparam;
    const double *param; /* nparam values, owned by the table */
    uint64_t hash;
    uint64_t count;
    double sum, min, max;
    float *reservoir; /* a random subset of all samples, each with equal chance */
    int kept, room;
};

/* table.c: finds or makes the entry; NULL if memory is short or the block has too many different vectors. */
struct bsim_samples *bsim_table_find(int block, int nparam, const double *param);
void bsim_table_add(struct bsim_samples *s, double seconds);
/* The i-th entry in order of creation, NULL behind the last. */
struct bsim_samples *bsim_table_entry(size_t i);
uint64_t bsim_table_dropped(void);
struct bsim_summary {
    double median, typical, deviation; /* seconds */
};
/* From the reservoir, which it sorts: median, and mean and standard deviation without outliers (samples above the upper
 * quartile plus five times the distance between the quartiles, and plus 50 %). */
void bsim_table_summary(struct bsim_samples *s, struct bsim_summary *out);

/* mpi.c: rank in MPI_COMM_WORLD and its size, as far as MPI can tell at this moment; 0 and 1 without MPI. */
void bsim_mpi_world(int *rank, int *size);

/* learn.c: what was seen at the places of learned hints, as two more tables of the file of samples. */
void bsim_learned_write(FILE *f);
/* A name as a field of the samples: without tabs and line ends. instrument.c */
void bsim_samples_name(FILE *f, const char *name);

/* instrument.c: lets the samples be written when the process ends. */
void bsim_instrument_start(void);

/* instrument.c: writes the samples of this process; also called before MPI_Finalize. */
void bsim_instrument_write(void);

#endif
