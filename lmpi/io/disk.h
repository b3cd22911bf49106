/* disk.h - files of the host as MPI-IO uses them. Must not know MPI's handles and views.
 *
 * Ranks that open one file in one mode share a descriptor. In a skeleton nothing on the host changes: files are opened
 * for reading only, and what the program creates, deletes, resizes and writes is noted beside them, so that sizes and
 * errors are the program's. Data that a skeleton has noted as written cannot be read. */
#ifndef LMPI_DISK_H
#define LMPI_DISK_H

#include <stdbool.h>
#include <stdint.h>

typedef struct lmpi_disk lmpi_disk;

/* Opens a file with the bits of MPI_MODE_*. Returns MPI_SUCCESS, an error class of MPI, or LMPI_DISK_UNKNOWN: a
 * skeleton does not know whether the file would be there. */
enum { LMPI_DISK_UNKNOWN = -1 };
int lmpi_disk_open(const char *path, int amode, lmpi_disk **disk);
/* A file that is nowhere: reads find as many bytes as they want, and leave the memory as it is; writes leave nothing.
 */
lmpi_disk *lmpi_disk_imagine(void);
/* Gives up one opening; also deletes the file if `deletes`. */
int lmpi_disk_close(lmpi_disk *disk, bool deletes);
int lmpi_disk_delete(const char *path);
/* Sizes are in bytes. The others return MPI_SUCCESS or an error class. */
int64_t lmpi_disk_size(const lmpi_disk *disk);
int lmpi_disk_resize(lmpi_disk *disk, int64_t size, bool only_longer);
int lmpi_disk_sync(lmpi_disk *disk);
int lmpi_disk_read(lmpi_disk *disk, int64_t offset, void *to, int64_t bytes);
int lmpi_disk_write(lmpi_disk *disk, int64_t offset, const void *from, int64_t bytes);
/* In a skeleton: notes that the bytes before `end` have been written. */
void lmpi_disk_note(lmpi_disk *disk, int64_t end);
/* In a skeleton: this run has noted data as written to the file. */
bool lmpi_disk_noted(const lmpi_disk *disk);
/* In a skeleton: how often a file was made, deleted or resized so far, had the skeleton done so. */
int64_t lmpi_disk_changes(void);
const char *lmpi_disk_path(const lmpi_disk *disk);
/* The error class of errno. */
int lmpi_disk_error(int number);

#endif
