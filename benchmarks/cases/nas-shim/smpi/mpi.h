/* smpi/mpi.h - stands in for SimGrid's header of this name, so that its NAS benchmarks build with any MPI.
 *
 * The macros do what SMPI's do when nothing is simulated: memory is not shared, and a sampled loop runs fully. */
#ifndef NAS_SHIM_SMPI_MPI_H
#define NAS_SHIM_SMPI_MPI_H

#include <mpi.h>
#include <stdlib.h>

#define SMPI_SHARED_MALLOC(size) malloc(size)
#define SMPI_SHARED_FREE(data) free(data)
#define SMPI_SAMPLE_GLOBAL(init, condition, step, iterations, threshold) for (init; condition; step)

#endif
