/* file_system.h - reads "file_system" of a platform file. */
#ifndef BSIM_FILE_SYSTEM_H
#define BSIM_FILE_SYSTEM_H

#include <stdbool.h>

#include "bsim/base/json_read.h"
#include "bsim/platform/platform.h"

/* v may be absent. Errors go to v's document. */
void bsim_file_system_read(struct bsim_platform *platform, struct bsim_jval v);
/* Whether a full name is that of a value that a scenario may set; *unit: of this value. */
bool bsim_file_system_key(const char *full_name, enum bsim_unit *unit);
/* Sets such a value of scenario k. */
void bsim_file_system_set(struct bsim_platform *platform, int k, const char *full_name, struct bsim_jval v);

#endif
