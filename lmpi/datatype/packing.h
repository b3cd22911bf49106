/* packing.h - the time of packing and unpacking data that are not contiguous, by the platform's "packing". */
#ifndef LMPI_PACKING_H
#define LMPI_PACKING_H

#include <stdbool.h>

#include "lmpi/core/datatype.h"

/* How long it takes in scenario k to pack `bytes` bytes of a derived datatype, in seconds; 0 if they are contiguous or
 * the platform has no "packing". */
double lmpi_packing_s(MPI_Datatype type, int64_t bytes, int k);
/* Adds this to the times of a clock; its slopes stay: none is by these parameters. */
void lmpi_packing_add(MPI_Datatype type, int64_t bytes, double *clock);

/* As lmpi_packing_add for any datatype; predefined ones take no time. */
static inline void lmpi_packed(MPI_Datatype type, int64_t bytes, double *clock) {
    if (__builtin_expect(!LMPI_TYPE_IS_BUILTIN(type), 0))
        lmpi_packing_add(type, bytes, clock);
}

#endif
