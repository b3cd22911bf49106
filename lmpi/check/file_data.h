/* file_data.h - accesses of files without MPI, as those of MPI are compared with them (file_data.c). */
#ifndef LMPI_CHECK_FILE_DATA_H
#define LMPI_CHECK_FILE_DATA_H

#include "lmpi/check/check.h"
#include "lmpi/io/access.h"

/* A file that a rank has open. */
typedef struct check_opening check_opening;

/* The running rank opens a regular file, whose path is absolute. */
check_opening *lmpi_check_outside_opened(const char *path);
/* It has accessed the bytes from begin to end. waits: what it has written is in the buffer of a stream still. */
void lmpi_check_outside_access(check_opening *o, int64_t begin, int64_t end, bool writes, bool waits,
                               const check_place *place);
int lmpi_check_outside_rank(const check_opening *o);
/* What it has written is in the file now; and it is closed, and o no longer there. */
void lmpi_check_outside_flushed(check_opening *o);
void lmpi_check_outside_closed(check_opening *o);

/* Ranks may order what they do without MPI by locks from now on; or the running one has slept, perhaps until another
 * has done something. */
void lmpi_check_outside_locked(void);
void lmpi_check_outside_slept(void);
/* The running rank finds a file there, or has opened it so that this makes it if it is not there. path: absolute. */
void lmpi_check_outside_looked(const char *path, bool makes);
/* A finding tells that ranks open the file, and nothing orders this. path: absolute. */
void lmpi_check_outside_told(const char *path);

#endif
