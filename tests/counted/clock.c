/* clock.c - the same time for the whole program on simulated ranks: the rank's virtual clock advances by 10 ns for each
 * basic block that it runs. */
#include <bsim/bsim.h>

void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void) {
    BSIM_Add_time(1e-8);
}
