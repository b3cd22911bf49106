/* timer.c - the clock of an instrumented program whose time is its own work: 10 ns for each basic block of the program
 * that has run. Linked in front of the measuring library, it takes the place of that library's clock (timer.c and
 * processor.c in bsim/instrument). */
#include "bsim/instrument/instrument.h"

static _Thread_local int64_t blocks;

void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void) {
    blocks++;
}

void bsim_timer_init(void) {}

int64_t bsim_timer_ns(void) {
    return 10 * blocks;
}

const char *bsim_timer_name(void) {
    return "basic blocks";
}

void bsim_timer_processor(struct bsim_processor *p) {
    *p = (struct bsim_processor){.ns = 10 * blocks};
}
