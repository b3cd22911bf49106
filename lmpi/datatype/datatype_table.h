/* datatype_table.h - the table of derived types and their keys. For the datatype files only. */
#ifndef LMPI_DATATYPE_TABLE_H
#define LMPI_DATATYPE_TABLE_H

#include "lmpi/core/datatype.h"

/* The key of a derived type: its constructor and arguments as words. It holds a reference to each derived base type. */
typedef struct lmpi_type_key {
    uint64_t hash;
    MPI_Datatype *bases;
    int nbases;
    int n;
    int64_t words[];
} lmpi_type_key;

/* Finds the type with this key and takes a reference to it; null if there is none. If the type had no references,
 * `committed` says whether it is committed now, as if it were new. */
lmpi_type *lmpi_type_again(const int64_t *words, int n, int committed);
/* Enters a new type with one reference, and takes references to its derived base types. */
lmpi_type *lmpi_type_add(const lmpi_type *description, const int64_t *words, int n, const MPI_Datatype *bases,
                         int nbases);
/* As MPI_Type_contiguous_c. The caller has the lock. */
int lmpi_type_repeat(int64_t count, MPI_Datatype old, MPI_Datatype *made);
/* A derived type of the table, or null. */
lmpi_type *lmpi_type_derived(MPI_Datatype datatype);

#endif
