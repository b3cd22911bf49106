/* text.h - how texts begin and end. */
#ifndef BSIM_TEXT_H
#define BSIM_TEXT_H

#include <stdbool.h>
#include <string.h>

static inline bool bsim_begins(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

/* The text has more in front of that. */
static inline bool bsim_ends(const char *text, const char *with) {
    size_t n = strlen(text), m = strlen(with);
    return n > m && strcmp(text + n - m, with) == 0;
}

#endif
