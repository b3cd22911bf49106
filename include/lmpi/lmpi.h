/* lmpi.h - LMPI_*: the timing-only twins of the MPI functions that have buffers.
 *
 * Each takes the arguments of its MPI twin and moves no data, so buffers may be null. An LMPI send matches LMPI
 * receives only, but a message of 0 bytes matches an MPI receive too. The prototypes come from mpi_calls.def. */
#ifndef LMPI_H
#define LMPI_H

#include <bsim/bsim.h>
#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Ends the run. Programs may have functions of their own that never return, and end in it. */
__attribute__((__noreturn__)) int MPI_Abort(MPI_Comm comm, int errorcode);

#define LMPI_DECLARE(ret, name, params, args, roles) ret LMPI_##name params;
#define MPI_CALL_P2P_SEND LMPI_DECLARE
#define MPI_CALL_P2P_RECV LMPI_DECLARE
#define MPI_CALL_P2P_SENDRECV LMPI_DECLARE
#define MPI_CALL_P2P_ISENDRECV LMPI_DECLARE
#define MPI_CALL_P2P_INIT LMPI_DECLARE
#define MPI_CALL_PART_INIT LMPI_DECLARE
#define MPI_CALL_MRECV LMPI_DECLARE
#define MPI_CALL_COLL LMPI_DECLARE
#define MPI_CALL_ICOLL LMPI_DECLARE
#define MPI_CALL_COLL_INIT LMPI_DECLARE
#define MPI_CALL_IO_DATA LMPI_DECLARE
#define MPI_CALL_RMA_DATA LMPI_DECLARE
#include "mpi_calls.def"
#undef LMPI_DECLARE
#define MPI_LARGE_TWIN(name, params) int LMPI_##name##_c params;
#include "mpi_large.def"

/* Twins of calls that are decisive: communication depends on whether a file is there, or how long it is, after them. A
 * skeleton does not change files, so a run ends with a message where such a call would. */
int BSIM_Decisive_MPI_File_open(MPI_Comm comm, const char *filename, int amode, MPI_Info info, MPI_File *fh);
int BSIM_Decisive_MPI_File_close(MPI_File *fh);
int BSIM_Decisive_MPI_File_delete(const char *filename, MPI_Info info);
int BSIM_Decisive_MPI_File_set_size(MPI_File fh, MPI_Offset size);
int BSIM_Decisive_MPI_File_preallocate(MPI_File fh, MPI_Offset size);

#ifdef __cplusplus
}
#endif
#endif
