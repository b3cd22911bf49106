/* context.c - see context.h. Owns the object; the parts of the engine set its members. */
#include "bsim/base/context.h"

struct bsim_context bsim_context = {
    .nscen = 1, .nshards = 1, .nhosts = 1, .child_of = -1, .failed_s = __builtin_huge_val()};
