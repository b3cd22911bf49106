/* place.h - the source line that a rank is at, told from a signal handler. */
#ifndef BSIM_PLACE_H
#define BSIM_PLACE_H

#include <stddef.h>

enum { BSIM_PLACE_BYTES = 1024 };

/* What is known of a place: a frame of the program; the innermost frame is the runtime's. */
enum { BSIM_PLACE_FOUND = 1, BSIM_PLACE_IN_RUNTIME = 2 };

/* Writes "file.c:12" of the innermost frame that is the program's own, not the runtime's or a library's. If none is
 * known, the text is some place in the runtime, or "unknown place". CONTEXT: a ucontext_t, as a handler of
 * SA_SIGINFO gets it. Takes no memory and no lock, so that it may be called wherever the signal came; starts addr2line.
 * Of two calls at once one knows no place. */
int bsim_place_of_signal(const void *context, char *text, size_t size);

/* The same of a return address. */
int bsim_place_of_site(const void *site, char *text, size_t size);
/* The same of the caller. */
int bsim_place_here(char *text, size_t size);

#endif
