/* block_label.h - whether two blocks of one name are the same block, by what people know them by: place and label. */
#ifndef BSIM_BLOCK_LABEL_H
#define BSIM_BLOCK_LABEL_H

#include <stdbool.h>

/* place: "src/a.c:9"; label: "sweep (a.c:9-12)", or NULL. Lines move with changes elsewhere, and folders with the place
 * of a build; a block is another one if its file is, or what it does. Of a name without a number at its end, a
 * kernel's, which has several places, nothing is known: false. */
bool bsim_is_other_block(const char *name, const char *place, const char *label, const char *other_place,
                         const char *other_label);

#endif
