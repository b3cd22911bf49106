/* name.c - what results call a program whose calls are played. A skeleton's name is a constant, which bsim.h declares;
 * this one is read from the trace, so this file must not include bsim.h. */
#include <stdio.h>

#include "lmpi/player/play.h"

char bsim_program[256];

void play_name(const char *name) {
    snprintf(bsim_program, sizeof bsim_program, "%s", name);
}
