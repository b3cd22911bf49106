/* objects.h - the files and windows of a rank whose calls are played, and the calls that use them. */
#ifndef LMPI_OBJECTS_H
#define LMPI_OBJECTS_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "lmpi/player/play.h"

/* All zero: none. */
struct play_objects {
    MPI_File *file; /* owned, by number; MPI_FILE_NULL: it is not open */
    int nfile;
    struct play_window {
        MPI_Win handle;
        int rank, size; /* of this process; of the window */
    } *window;          /* owned, by number */
    int nwindow;
};
void play_objects_end(struct play_objects *o);

/* Makes a call of a file or of a window; not the constructors. args: bsim/trace/trace_calls.h. request: of a call that
 * gives one. Returns NULL, or what is wrong with the call. */
const char *play_object(struct play_objects *o, const struct play_function *f, const int64_t *args, int nargs,
                        MPI_Request *request);
/* Opens a file, or makes a window, on a communicator. */
const char *play_object_new(struct play_objects *o, const struct play_function *f, MPI_Comm comm, int64_t number);

#endif
