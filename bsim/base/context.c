/* context.c - see context.h. Owns the object; sched.c, shard.c and engine.c set its members. */
#include "bsim/base/context.h"

struct bsim_context bsim_context = {.nscen = 1, .nshards = 1};
