/* capture_rank.h - inside of the recording of simulated ranks: a recorded rank, and what its calls are written to. */
#ifndef LMPI_CAPTURE_RANK_H
#define LMPI_CAPTURE_RANK_H

#include <stdbool.h>
#include <stdint.h>

#include "lmpi/record/record.h"

/* The calculation between two calls is a list of amounts, in seconds as BSIM_Add_time was given them, so that the
 * simulation of the trace adds the same numbers to the same clock. */
enum { CAPTURE_MOST_AMOUNTS = 64 };
struct capture_amount {
    double seconds;
    int64_t count; /* how often in a row */
};

struct capture {
    struct record_state state;
    int rank;
    bool finalized, too_many;      /* too_many: there are more amounts than there is room for */
    const void *site;              /* of the present call; at the end that of MPI_Finalize */
    double exit_s, reached_s;      /* clock at the end of the last call, and where the amounts lead from there */
    struct capture_amount *amount; /* owned */
    int namount, amount_room;
    /* The first amounts, and nanoseconds: the calculation before calls that are not in the trace, such as those that
     * fail. It counts before the next one that is. */
    int kept;
    int64_t kept_ns;
    bool is_written;       /* the present call is in the trace */
    unsigned char *buffer; /* owned: calls that are not in the file yet */
    uint32_t used;
};

/* Behind a call: forgets the calculation before it, or keeps it if the call is not in the trace. */
void lmpi_capture_forget(struct capture *c, int64_t gap_ns);
/* Writes a call (struct record_queue.write). */
void lmpi_capture_event(void *capture, const struct record_event *event);
/* The number of a datatype of these values. */
int64_t lmpi_capture_type(int64_t builtin, int64_t size, int64_t extent, bool contiguous);
/* Tells what the trace lacks, once for each text. */
void lmpi_capture_note(const char *text);

/* The files: $BSIM_RECORD/events and tables (bsim/trace/trace_capture.h). is_exact: calls have amounts. */
void lmpi_capture_open(const char *folder, bool is_exact);
/* Writes what is left of a rank. */
void lmpi_capture_flush(struct capture *c);
void lmpi_capture_close(const struct capture *ranks, int n);

/* The recorded rank that runs. */
struct capture *lmpi_capture_self(void);
/* Sets the amounts of the running rank's calculation before its call, if its clock did not advance by them only. */
void lmpi_capture_settle(struct capture *c, double clock_s);

#endif
