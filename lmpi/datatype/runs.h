/* runs.h - the bytes that a datatype covers, as runs of consecutive bytes in the order of its type map. */
#ifndef LMPI_RUNS_H
#define LMPI_RUNS_H

#include <stdbool.h>
#include <stdint.h>

#include "lmpi/core/datatype.h"

typedef struct lmpi_run {
    int64_t offset, length; /* bytes */
    int64_t before;         /* bytes of all runs before this one */
} lmpi_run;

struct lmpi_runs {
    lmpi_run *at;
    int count, room;
    int64_t extent; /* of the type */
};

/* The runs of one element; the caller frees them. Runs that touch are one. */
struct lmpi_runs *lmpi_runs_of(MPI_Datatype datatype);
void lmpi_runs_free(struct lmpi_runs *runs);

#endif
