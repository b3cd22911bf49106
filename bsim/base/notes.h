/* notes.h - texts that are found while a file is read, and told later.
 *
 * Of texts that are alike only the first one is kept, with the number of others. All zero: there are none. */
#ifndef BSIM_NOTES_H
#define BSIM_NOTES_H

struct bsim_notes {
    struct bsim_note {
        char *text, *alike; /* owned */
        int more;           /* other texts that are alike */
    } *note;
    int count, room;
};

/* alike: what texts that are alike have in common. Both are copied. */
void bsim_notes_add(struct bsim_notes *notes, const char *text, const char *alike);
/* Moves all to the end of others, which are of other files. */
void bsim_notes_move(struct bsim_notes *to, struct bsim_notes *from);
void bsim_notes_free(struct bsim_notes *notes);

#endif
