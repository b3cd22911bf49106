/* large.h - functions with large counts: what the functions MPI_X_c and LMPI_X_c that scripts/large_counts.py makes do
 * with arguments that the int of MPI_X may not hold.
 *
 * A count above INT_MAX of elements of a datatype becomes one element of a datatype that has as many. Lists of counts
 * and displacements are copied; the copy stays until the end of the run, since non-blocking and persistent calls read
 * it later, and equal lists are one. */
#ifndef LMPI_LARGE_H
#define LMPI_LARGE_H

#include <limits.h>
#include <mpi.h>
#include <stdbool.h>

/* Reports a number that is too large for this function of the runtime. */
int lmpi_large_refuse(const char *call, const void *site, MPI_Comm comm, const char *what, MPI_Count value);

/* A count as an int; all negative ones are errors alike. */
static inline int lmpi_large_count(MPI_Count count) {
    return count < 0 ? -1 : (int)count;
}

/* A list of ints of the same values; NULL for NULL. lmpi_large_unfit: the first value that no int holds is at
 * lmpi_large_misfit(n, values). */
extern const int lmpi_large_unfit;
const int *lmpi_large_list(int n, const MPI_Count *values);
MPI_Count lmpi_large_misfit(int n, const MPI_Count *values);

/* The numbers of elements of lists of counts: of the members, or remote ones, of a communicator; of the ranks of its
 * local group; of neighbours. 0 if the communicator has none. */
int lmpi_large_members(MPI_Comm comm);
int lmpi_large_group(MPI_Comm comm);
int lmpi_large_sources(MPI_Comm comm);
int lmpi_large_destinations(MPI_Comm comm);
/* Whether the running rank is the root, to which alone lists may be significant. */
bool lmpi_large_is_root(MPI_Comm comm, int root);

#endif
