/* datatype_table.h - inside of the datatype files: the table of derived types and their keys. */
#ifndef LMPI_DATATYPE_TABLE_H
#define LMPI_DATATYPE_TABLE_H

#include "lmpi/core/datatype.h"

/* How a derived type was made: constructor and arguments as words. It holds a reference to each derived base type. */
typedef struct lmpi_type_key {
    uint64_t hash;
    MPI_Datatype *bases;
    int nbases;
    int n;
    int64_t words[];
} lmpi_type_key;

/* The type made by the same constructor from the same arguments, with a reference more; null if there is none. One that
 * nobody used is COMMITTED or not as if it were new. */
lmpi_type *lmpi_type_again(const int64_t *words, int n, int committed);
/* Enters a type with one reference, and takes references to its derived bases. */
lmpi_type *lmpi_type_add(const lmpi_type *description, const int64_t *words, int n, const MPI_Datatype *bases,
                         int nbases);
/* A derived type of the table, or null. */
lmpi_type *lmpi_type_derived(MPI_Datatype datatype);

#endif
