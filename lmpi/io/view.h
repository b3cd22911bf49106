/* view.h - views of files: from positions in a view to offsets in the file.
 *
 * A view shows the bytes that its filetype covers, tile after tile from a displacement on. Offsets and sizes are in
 * bytes unless said otherwise. */
#ifndef LMPI_VIEW_H
#define LMPI_VIEW_H

#include "lmpi/datatype/runs.h"

typedef struct lmpi_view {
    int64_t disp;
    MPI_Datatype etype, filetype; /* held, if they are derived */
    int64_t etype_size;
    int64_t size, extent;   /* of the filetype */
    struct lmpi_runs *runs; /* of one filetype, made when needed; NULL: its bytes are in order without holes */
    int64_t first;          /* where the filetype's data begin, if runs is NULL */
    uint8_t flat;           /* runs is not needed */
    uint8_t external32;     /* numbers of the file are in this representation (lmpi/datatype/external32.h) */
    const char *datarep;    /* static */
} lmpi_view;

/* The name of a data representation as a static string; NULL if there is none of this name. */
const char *lmpi_datarep(const char *name);

/* Sets a view and takes references to its types, which must be valid; gives up those of the view before. datarep: of
 * lmpi_datarep. */
void lmpi_view_set(lmpi_view *view, int64_t disp, MPI_Datatype etype, MPI_Datatype filetype, const char *datarep);
void lmpi_view_drop(lmpi_view *view);

/* The offset in the file of byte `at` of the view's data. *length: how many bytes follow each other from there on. */
int64_t lmpi_view_offset(lmpi_view *view, int64_t at, int64_t *length);
/* How many bytes of the view's data lie before an offset of the file. */
int64_t lmpi_view_before(lmpi_view *view, int64_t offset);
/* Whether the types are legal: no negative displacements, in ascending order, without overlaps if the file may be
 * written; the filetype has whole etypes. */
bool lmpi_view_legal(MPI_Datatype etype, MPI_Datatype filetype, bool writable);

#endif
