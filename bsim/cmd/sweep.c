/* sweep.c - bsim sweep. */
#include "bsim/cmd/cmd.h"

int bsim_cmd_sweep(int argc, char **argv) {
    (void)argc;
    fprintf(stderr, "bsim: error: bsim %s is not built yet\n", argv[0]);
    return 2;
}
