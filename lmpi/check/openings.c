/* openings.c - files that ranks open by fopen: one that empties a file races with each other opening of it by another
 * rank that nothing orders before or behind it. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bsim/base/alloc.h"
#include "lmpi/check/file_data.h"

/* Openings of a file by a rank from one place; time: of the rank at the last one. */
struct opening {
    struct opening *next;
    bool empties;
    uint32_t time;
    check_place place;
};

static struct file {
    struct file *next;
    char *path; /* owned; absolute */
    struct opening *openings;
} *files;

static struct file *file_of(const char *path) {
    struct file *f = files;
    while (f && strcmp(f->path, path) != 0)
        f = f->next;
    if (f)
        return f;
    f = bsim_alloc(sizeof *f);
    *f = (struct file){files, bsim_strdup(path), NULL};
    return files = f;
}

static bool is_regular(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

static void compare(const char *path, const struct opening *a, const struct opening *b) {
    if (a->place.rank == b->place.rank || !(a->empties || b->empties) ||
        lmpi_check_has_seen(b->place.rank, a->place.rank, a->time))
        return;
    const char *name = strrchr(path, '/');
    lmpi_check_outside_told(path);
    lmpi_check_found(CHECK_GLOBAL_CONCURRENCY, "file-emptied", 2, (check_place[]){a->place, b->place},
                     "two ranks open the file %s, %s, and nothing orders this", name ? name + 1 : path,
                     a->empties && b->empties ? "which both of them empty" : "which one of them empties");
}

void lmpi_check_opened(const char *path, const char *mode, const char *call, const void *site) {
    char absolute[PATH_MAX];
    if (!lmpi_check_in_program() || !realpath(path, absolute) || !is_regular(absolute))
        return;
    lmpi_check_clocks_start();
    struct file *f = file_of(absolute);
    const struct opening now = {NULL, mode[0] == 'w', lmpi_check_now(bsim_self->id), {bsim_self->id, call, site}};
    struct opening *same = NULL;
    for (struct opening *o = f->openings; o; o = o->next) {
        compare(absolute, o, &now);
        if (o->place.rank == now.place.rank && o->place.site == site && o->empties == now.empties)
            same = o;
    }
    if (!same) {
        same = bsim_alloc(sizeof *same);
        *same = now;
        same->next = f->openings;
        f->openings = same;
    }
    same->time = now.time;
}
