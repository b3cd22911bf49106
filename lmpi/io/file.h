/* file.h - open files of MPI-IO: the objects behind MPI_File, their members, and errors.
 *
 * A collective open makes one object with one handle for all members of its communicator. Functions of lmpi/io run
 * alone (engine.h), so nothing here needs locks. */
#ifndef LMPI_FILE_H
#define LMPI_FILE_H

#include "lmpi/coll/coll_meet.h"
#include "lmpi/io/disk.h"
#include "lmpi/io/view.h"
#include "lmpi/p2p/p2p.h"

/* What one rank has of an open file. */
typedef struct lmpi_file_member {
    lmpi_view view;
    int64_t position;    /* of the individual file pointer, in etypes of the view */
    MPI_Info info;       /* a copy; MPI_INFO_NULL: none was given */
    int64_t split_bytes; /* of a split access that has begun: what its end tells */
    const char *split;   /* the function that began it; NULL: none has begun */
    uint8_t open, atomic;
} lmpi_file_member;

typedef struct lmpi_file {
    MPI_File handle;
    lmpi_comm *comm; /* its own; MPI_COMM_SELF if one rank has opened it */
    int world;       /* world rank of member 0 */
    int index;       /* in the table of open files */
    int amode;
    lmpi_disk *disk;
    int64_t shared;           /* the shared file pointer, in etypes */
    int users;                /* members that have not closed it */
    lmpi_file_member *member; /* by rank of the communicator */
} lmpi_file;

/* The call of the entry function in which it is used, as the first member of a struct. */
#define LMPI_IO_CALL(function) .call = {#function, LMPI_SITE}

/* As MPI_File_open, of a file that is nowhere (lmpi_disk_imagine): a call of a trace, which has no files. fh: NULL of a
 * call that fails. */
int lmpi_file_imagine(MPI_Comm comm, MPI_File *fh);
/* As MPI_File_delete, of a file that is nowhere. */
void lmpi_file_forget(void);

/* The line of the communication trace, if there is one, of a call on an open file. function: "MPI_File_write". */
void lmpi_file_trace(const lmpi_file *file, const char *function, int64_t bytes);

/* NULL if the handle is no file that the running rank has open. */
lmpi_file *lmpi_file_of(MPI_File handle);
/* The running rank's part of a file. */
lmpi_file_member *lmpi_file_self(const lmpi_file *file);

/* Reports an error to the error handler of a file: of MPI_FILE_NULL if file is NULL. Returns the code. The default
 * handler is MPI_ERRORS_RETURN. */
int lmpi_file_error(lmpi_file *file, const lmpi_call *call, int error_class, const char *format, ...)
    __attribute__((format(printf, 4, 5), cold));

/* As lmpi_file_error for a code that comes from the file system. bsim check tells it if it ends the run, or if it is no
 * answer that a program may ask for. */
int lmpi_file_failed(lmpi_file *file, const lmpi_call *call, int error_class, const char *format, ...)
    __attribute__((format(printf, 4, 5), cold));

/* Suspends the running rank until nothing earlier can happen, so that files are accessed in the order of virtual time.
 */
void lmpi_file_turn(const lmpi_call *call);
/* Advances the running rank's clock by the time of an access of so many bytes to the file system
 * (bsim/network/storage.h) and charges it to the call. */
void lmpi_file_take(const lmpi_call *call, int64_t bytes);
/* The same for a request of a non-blocking access, whose post is set: it is ready when the access is over. */
void lmpi_file_take_later(const lmpi_call *call, lmpi_request *r);
/* The same for what concerns the file and not its data: the latency of the file system. */
void lmpi_file_touch(const lmpi_call *call);

/* Ends the run, by the name of a basic type of which the data representation "external32" is not converted, if the type
 * has one. */
void lmpi_file_converts(const lmpi_call *call, MPI_Datatype type);

/* Defines `variable`, or reports that the handle is not valid and returns. call: an lmpi_call. */
/* Ends the run: a decisive call (lmpi.h) has changed a file, or needs to know how calls before have left it. */
_Noreturn void lmpi_file_refuse(const lmpi_call *call, const char *path, bool before);

#define LMPI_FILE_OR_FAIL(variable, handle, the_call)                                                                  \
    lmpi_file *variable = lmpi_file_of(handle);                                                                        \
    if (!variable)                                                                                                     \
    return lmpi_file_error(NULL, the_call, MPI_ERR_FILE, "the file handle is not valid or not open")

#endif
