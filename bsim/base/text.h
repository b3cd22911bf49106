/* text.h - how texts begin. */
#ifndef BSIM_TEXT_H
#define BSIM_TEXT_H

#include <stdbool.h>
#include <string.h>

static inline bool bsim_begins(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

#endif
