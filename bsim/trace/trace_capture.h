/* trace_capture.h - what the runtime writes of a recorded run on simulated ranks (lmpi/capture/): two files in a
 * folder, of numbers as in trace_stream.h.
 *
 * events: chunks, each with the rank, its number of bytes, and then for each call of the rank three numbers: the number
 * of the call among those of all ranks, nanoseconds of calculation before it, and inside it. Chunks of a rank are in
 * order.
 *
 * tables: TRACE_CAPTURE_MAGIC, the number of ranks, the program's name, 1 if calls have amounts, the functions (number,
 * then name and roles of each), datatypes (number; builtin, size, extent, contiguous), places (number; text), calls
 * (number; for each the number of its numbers: function, place, number of arguments, arguments, number of amounts,
 * amounts), notes (number; text), and for each rank 1 if it has called MPI_Finalize. */
#ifndef BSIM_TRACE_CAPTURE_H
#define BSIM_TRACE_CAPTURE_H

#define TRACE_CAPTURE_EVENTS "events"
#define TRACE_CAPTURE_TABLES "tables"
#define TRACE_CAPTURE_MAGIC "bsim capture 1\n"

#endif
