/* calibrate.c - bsim calibrate. */
#include "bsim/cmd/cmd.h"

int bsim_cmd_calibrate(int argc, char **argv) {
    (void)argc;
    fprintf(stderr, "bsim: error: bsim %s is not built yet\n", argv[0]);
    return 2;
}
