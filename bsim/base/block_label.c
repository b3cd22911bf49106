/* block_label.c - see block_label.h. */
#include "bsim/base/block_label.h"

#include <ctype.h>
#include <string.h>

/* The file's name of "src/a.c:9", without folders and line. */
static const char *file_of(const char *place, size_t *len) {
    const char *slash = strrchr(place, '/'), *name = slash ? slash + 1 : place, *colon = strrchr(name, ':');
    *len = colon ? (size_t)(colon - name) : strlen(name);
    return name;
}

/* The length of "sweep " in "sweep (a.c:9)". */
static size_t words_of(const char *label) {
    const char *place = strrchr(label, '(');
    return place ? (size_t)(place - label) : strlen(label);
}

bool bsim_is_other_block(const char *name, const char *place, const char *label, const char *other_place,
                         const char *other_label) {
    const char *dot = strrchr(name, '.');
    size_t n, other_n;
    if (!dot || !isdigit((unsigned char)dot[1]))
        return false;
    const char *file = file_of(place, &n), *other_file = file_of(other_place, &other_n);
    if (n != other_n || strncmp(file, other_file, n) != 0)
        return true;
    return label && other_label &&
           (words_of(label) != words_of(other_label) || strncmp(label, other_label, words_of(label)) != 0);
}
