/* type_class.h - whether data of one datatype may be received as data of another. */
#ifndef LMPI_TYPE_CLASS_H
#define LMPI_TYPE_CLASS_H

#include <mpi.h>
#include <stdbool.h>

/* The basic type that a datatype consists of; 0 if it consists of several or is not known. */
MPI_Datatype lmpi_type_basic(MPI_Datatype datatype);

/* Whether a rank may send a and another one receive b. Types of equal size and kind of number agree, whatever their
 * names. MPI_BYTE and MPI_PACKED agree with all types, and signed integers with unsigned ones, unless the data are
 * computed with. Types that do not consist of one basic type always agree. */
bool lmpi_types_agree(MPI_Datatype a, MPI_Datatype b, bool computed);

/* For messages: "MPI_INT", "a datatype of MPI_INT", "a datatype". In one of two static buffers, used in turn. */
const char *lmpi_type_label(MPI_Datatype datatype);

#endif
