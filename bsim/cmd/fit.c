/* fit.c - bsim fit. */
#include "bsim/cmd/cmd.h"

int bsim_cmd_fit(int argc, char **argv) {
    (void)argc;
    fprintf(stderr, "bsim: error: bsim %s is not built yet\n", argv[0]);
    return 2;
}
