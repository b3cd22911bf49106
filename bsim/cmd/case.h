/* case.h - inside of the bsim command: programs of cases (docs/reference/case.md), which scripts/benchcase.py builds.
 */
#ifndef BSIM_CMD_CASE_H
#define BSIM_CMD_CASE_H

#include <jansson.h>

#include "bsim/base/error.h"

enum { BSIM_CASE_OPTIONS = 4 }; /* at most */

/* Builds a case in the folder `work`. option: those of the script, which say what is built, NULL at the end; none: what
 * bsim bench needs. *plan is what the script tells, to be released. Returns the exit code: 0, or that of a build that
 * failed, which has told why unless *err is set. */
int bsim_case_build(const char *name, const char *work, const char *const *option, json_t **plan,
                    struct bsim_error *err);

#endif
