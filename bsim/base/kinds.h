/* kinds.h - names of kinds of nodes. A platform says which nodes are of which kind, and models name kinds; the names
 * have numbers here, so that formulas compare numbers. */
#ifndef BSIM_KINDS_H
#define BSIM_KINDS_H

#include <stdbool.h>

#include "bsim/base/error.h"
#include "bsim/base/json_read.h"

enum { BSIM_MAX_KINDS = 64 };

/* The number of a name, from 1 on; a new name gets the next one. 0: the process knows BSIM_MAX_KINDS other names. */
int bsim_kind_number(const char *name);
const char *bsim_kind_name(int number);
/* How many names there are. */
int bsim_kind_count(void);
/* Whether the name is a letter, then letters, digits and _. */
bool bsim_kind_name_ok(const char *name);

/* The number of a kind that the model at v names. Keeps the place, for bsim_kind_uses. 0 after an error. */
int bsim_kind_use(struct bsim_jval v, const char *name);
/* The places where models have named kinds, each once, since the last bsim_kind_uses_clear. The error's text is not
 * set. */
struct bsim_kind_use {
    int kind;
    struct bsim_error place;
};
const struct bsim_kind_use *bsim_kind_uses(int *n);
void bsim_kind_uses_clear(void);

#endif
