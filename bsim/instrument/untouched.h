/* untouched.h - memory that a call of MPI is the first to touch: how much, by the place of the call. The system then
 * has to find and clear each page, which takes longer than the message (docs/explanation/first-executions.md). */
#ifndef BSIM_INSTRUMENT_UNTOUCHED_H
#define BSIM_INSTRUMENT_UNTOUCHED_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A receive that is under way. */
struct bsim_receive {
    const void *site; /* the return address of the call that began it */
    const char *call; /* "MPI_Recv" */
    const char *buffer;
    size_t span;      /* bytes of memory from buffer on */
    size_t untouched; /* of these, in pages that were never touched before */
};

/* Begins a receive into span bytes from buffer on. */
void bsim_receive_begin(struct bsim_receive *r, const void *site, const char *call, const void *buffer, size_t span);
/* Ends it: bytes have come. */
void bsim_receive_end(const struct bsim_receive *r, double bytes);
/* Seconds that looking has taken so far. */
double bsim_receives_s(void);
/* Writes what the calls have touched: "# touched: PLACE<tab>CALL<tab>BYTES:TOUCHED,...", a pair for call 1, for calls 2
 * to 3, 4 to 7 and so on of the place; and "# touch: SECONDS s for BYTES", measured now. Nothing if no call has touched
 * new memory. */
void bsim_receives_write(FILE *f);

#endif
