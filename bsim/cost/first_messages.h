/* first_messages.h - the first messages of a rank take its processor longer than later ones: the first use of the
 * library's code and buffers. From "first_messages" of the platform's connections
 * (docs/reference/platform.md#first-messages).
 *
 * Off unless a connection has it: bsim_first_messages_on. */
#ifndef BSIM_FIRST_MESSAGES_H
#define BSIM_FIRST_MESSAGES_H

#include <stdbool.h>

#include "bsim/platform/platform.h"
#include "bsim/stat/stat.h"

extern bool bsim_first_messages_on;

/* Before any rank runs; np ranks. platform must outlive the run. */
void bsim_first_messages_init(const struct bsim_platform *platform, int np);

/* The running rank sends a message, or has received one. near: of a rank on its node. Advances its clock. */
void bsim_first_message(struct bsim_site *site, bool received, bool near, double bytes);

#endif
