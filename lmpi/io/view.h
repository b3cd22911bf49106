/* view.h - views of files: from positions in a view to offsets in the file.
 *
 * A view shows the bytes that its filetype covers, tile after tile from a displacement on. Offsets and sizes are in
 * bytes unless said otherwise. */
#ifndef LMPI_VIEW_H
#define LMPI_VIEW_H

#include "lmpi/io/runs.h"

typedef struct lmpi_view {
    int64_t disp;
    MPI_Datatype etype, filetype; /* held, if they are derived */
    int64_t etype_size;
    int64_t size, extent;   /* of the filetype */
    struct lmpi_runs *runs; /* of one filetype, made when needed; NULL: its bytes are in order without holes */
    int64_t first;          /* where the filetype's data begin, if runs is NULL */
    uint8_t flat;           /* runs is not needed */
} lmpi_view;

/* Sets a view and takes references to its types, which must be valid; gives up those of the view before. */
void lmpi_view_set(lmpi_view *view, int64_t disp, MPI_Datatype etype, MPI_Datatype filetype);
void lmpi_view_drop(lmpi_view *view);

/* The offset in the file of byte `at` of the view's data. *length: how many bytes follow each other from there on. */
int64_t lmpi_view_offset(lmpi_view *view, int64_t at, int64_t *length);
/* How many bytes of the view's data lie before an offset of the file. */
int64_t lmpi_view_before(lmpi_view *view, int64_t offset);
/* Whether the types are legal: no negative displacements, in ascending order, without overlaps if the file may be
 * written; the filetype has whole etypes. */
bool lmpi_view_legal(MPI_Datatype etype, MPI_Datatype filetype, bool writable);

#endif
