/* record_window.h - inside of libbsim-record.so: which calls of this process have times, if those of a part of the run
 * are wanted only (bsim record --window). */
#ifndef LMPI_RECORD_WINDOW_H
#define LMPI_RECORD_WINDOW_H

#include <stdbool.h>
#include <stdint.h>

/* Reads what bsim record and bsim replay say in BSIM_RECORD_WINDOW (NULL or empty: all calls have times):
 *
 * - time:FROM:TO, nanoseconds since MPI_Init returned, which is now_ns. The window opens and closes behind the call
 *   during or before which that time comes.
 * - calls:NAME:FROM:TO, from the FROM-th call of MPI_NAME, counted from 1, to the TO-th, both included.
 * - events:FROM:TO, from the call that the trace has at place FROM, counted from 0, to that in front of place TO.
 * - pcontrol, between MPI_Pcontrol(1) and MPI_Pcontrol(0).
 *
 * functions: names and roles by number. Ends the program with a message if it is something else. */
void record_window_start(const char *text, const char *const (*functions)[2], int n, int64_t now_ns);
bool record_window_exists(void);
/* Always true without a window. */
bool record_window_is_open(void);
/* It will not open again. */
bool record_window_is_past(void);

/* A call of a function begins, and may open the window. */
void record_window_enter(int function);
/* A call has ended, which may open the window or close it. is_written: it is in the trace. nevent: calls of the trace
 * so far. */
void record_window_leave(int function, bool is_written, int64_t nevent, int64_t now_ns);
/* MPI_Pcontrol. */
void record_window_set_level(int level);

/* What the run has had: nanoseconds since MPI_Init returned, and calls of the function NAME. */
void record_window_tell(int64_t now_ns, int64_t *ran_ns, int64_t *ncall);

#endif
