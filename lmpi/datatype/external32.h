/* external32.h - data in the representation "external32" of MPI-4.0, 14.5.2: big-endian, whatever the machine. */
#ifndef LMPI_EXTERNAL32_H
#define LMPI_EXTERNAL32_H

#include <mpi.h>
#include <stdint.h>

/* The first basic type of a datatype that is not converted: its size or format in external32 is another than in memory,
 * as MPI_LONG has 4 bytes there. MPI_DATATYPE_NULL: all are converted. */
MPI_Datatype lmpi_external32_lacks(MPI_Datatype type);
/* Converts packed elements of a type, in place: from memory's representation, or back to it. Where the data end within
 * a number, its bytes stay as they are. */
void lmpi_external32_convert(char *data, int64_t bytes, MPI_Datatype type);

#endif
