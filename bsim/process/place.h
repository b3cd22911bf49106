/* place.h - the source line that a rank is at, found in a signal handler. */
#ifndef BSIM_PLACE_H
#define BSIM_PLACE_H

#include <stddef.h>

enum { BSIM_PLACE_BYTES = 1024 };

/* Flags of a result. FOUND: a frame of the program is known. IN_RUNTIME: the innermost frame is one of the runtime. */
enum { BSIM_PLACE_FOUND = 1, BSIM_PLACE_IN_RUNTIME = 2 };

/* Writes "file.c:12" of the innermost frame that belongs to the program itself, not to the runtime or a library. If
 * there is none, writes a place in the runtime, or "unknown place". context: the ucontext_t that a SA_SIGINFO handler
 * gets. Async-signal-safe: takes neither heap memory nor locks; starts addr2line. If two calls overlap, one of them
 * finds no place. Returns BSIM_PLACE_* flags. */
int bsim_place_of_signal(const void *context, char *text, size_t size);

/* For the handler of faults: does not return if the fault happened while one of these functions read the stack. That
 * function then goes on with what it knows. */
void bsim_place_escape(void);

/* As bsim_place_of_signal, for a return address. */
int bsim_place_of_site(const void *site, char *text, size_t size);
/* As bsim_place_of_signal, for the caller. */
int bsim_place_here(char *text, size_t size);

#endif
