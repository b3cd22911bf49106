/* notes.c - see notes.h. */
#include "bsim/base/notes.h"

#include <stddef.h>
#include <string.h>

#include "bsim/base/alloc.h"

static void append(struct bsim_notes *notes, struct bsim_note note) {
    if (notes->count == notes->room) {
        notes->room = notes->room ? 2 * notes->room : 4;
        notes->note = bsim_realloc(notes->note, (size_t)notes->room * sizeof *notes->note);
    }
    notes->note[notes->count++] = note;
}

void bsim_notes_add(struct bsim_notes *notes, const char *text, const char *alike) {
    for (int i = 0; i < notes->count; i++)
        if (strcmp(notes->note[i].alike, alike) == 0) {
            notes->note[i].more += strcmp(notes->note[i].text, text) != 0;
            return;
        }
    append(notes, (struct bsim_note){bsim_strdup(text), bsim_strdup(alike), 0});
}

void bsim_notes_move(struct bsim_notes *to, struct bsim_notes *from) {
    for (int i = 0; i < from->count; i++)
        append(to, from->note[i]);
    bsim_free(from->note);
    *from = (struct bsim_notes){0};
}

void bsim_notes_free(struct bsim_notes *notes) {
    for (int i = 0; i < notes->count; i++) {
        bsim_free(notes->note[i].text);
        bsim_free(notes->note[i].alike);
    }
    bsim_free(notes->note);
    *notes = (struct bsim_notes){0};
}
