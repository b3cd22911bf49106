/* trace_window.h - the window of a trace (bsim record --window), in trace.json. Outside of it calls have neither
 * calculation nor time. */
#ifndef BSIM_TRACE_WINDOW_H
#define BSIM_TRACE_WINDOW_H

#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

#include "bsim/base/json_read.h"
#include "bsim/trace/trace.h"

/* A new reference; NULL without a window. */
json_t *bsim_trace_window_json(const struct bsim_trace_window *window, int nrank);
/* What is wrong is told of `value`. */
void bsim_trace_window_read(struct bsim_trace_window *window, int nrank, struct bsim_jval value);
/* Whether the places of the window are among the calls of the ranks. */
bool bsim_trace_window_fits(const struct bsim_trace_window *window, int nrank, const int64_t *nevent);
void bsim_trace_window_free(struct bsim_trace_window *window);

/* The window while a trace is made of parts. */
struct bsim_window_found {
    struct bsim_trace_window all;
    int64_t ran_ns, ncall; /* the longest run, and the most calls of the window's function, of all ranks */
    bool is_open, is_any;  /* of the present part; of all */
};
/* A part begins, of a rank of nrank. */
void bsim_window_found_start(struct bsim_window_found *found, int rank, int nrank);
/* The window opens or closes in front of the rank's call number `at`. */
void bsim_window_found_turn(struct bsim_window_found *found, int rank, bool opens, int64_t at);
void bsim_window_found_end(struct bsim_window_found *found, int rank, int64_t nevent);
/* Whether the window has anything in it; else *err says what the run had. */
bool bsim_window_found_check(const struct bsim_window_found *found, struct bsim_error *err);

#endif
