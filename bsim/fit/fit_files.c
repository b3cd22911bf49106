/* fit_files.c - the files of samples that were read: none counts twice, and what is missing of them is told. */
#include <stdio.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/fit/fit.h"

/* Files that a warning names. */
enum { NAMED = 3 };

bool bsim_fit_file_add(struct fit_data *data, const struct fit_file *file, struct bsim_error *err) {
    for (int i = 0; i < data->nread; i++) {
        const struct fit_file *other = &data->read[i];
        if (other->hash != file->hash || other->bytes != file->bytes)
            continue;
        if (strcmp(other->path, file->path) == 0)
            return bsim_error_set(err, file->path, 0, NULL, "is given twice: its samples would count twice");
        return bsim_error_set(err, file->path, 0, NULL, "holds the same as %s: its samples would count twice",
                              other->path);
    }
    if (data->nread == data->read_room) {
        data->read_room = data->read_room ? 2 * data->read_room : 16;
        data->read = bsim_realloc(data->read, (size_t)data->read_room * sizeof *data->read);
    }
    data->read[data->nread] = *file;
    data->read[data->nread++].path = bsim_strdup(file->path);
    return true;
}

void bsim_fit_files_free(struct fit_data *data) {
    for (int i = 0; i < data->nread; i++)
        bsim_free(data->read[i].path);
    bsim_free(data->read);
}

/* ---- what is missing ---- */

/* Names of files for a warning: "a, b, c and 2 more". */
struct list {
    char text[2000];
    int n;
};

static void list_add(struct list *list, const char *name, int rank) {
    size_t at = strlen(list->text);
    if (list->n++ >= NAMED)
        return;
    at += (size_t)snprintf(list->text + at, sizeof list->text - at, "%s%.500s", at ? ", " : "", name);
    if (rank >= 0 && at < sizeof list->text)
        snprintf(list->text + at, sizeof list->text - at, ".rank%d", rank);
}

static void list_end(struct list *list) {
    size_t at = strlen(list->text);
    if (list->n > NAMED)
        snprintf(list->text + at, sizeof list->text - at, " and %d more", list->n - NAMED);
}

static void tell_cut(const struct fit_data *data, FILE *out) {
    struct list cut = {0};
    for (int i = 0; i < data->nread; i++)
        if (data->read[i].cut)
            list_add(&cut, data->read[i].path, -1);
    list_end(&cut);
    if (cut.n > 0)
        fprintf(out, "bsim: warning: %s: cut off, without the line \"# end\"; the samples behind are lost\n", cut.text);
}

/* The ranks of runs of which other ranks were read. */
static void tell_ranks(const struct fit_data *data, FILE *out) {
    struct list missing = {0};
    int runs = 0;
    for (int i = 0; i < data->nrun; i++) {
        const struct fit_run *run = &data->run[i];
        bool some = false;
        for (int rank = 0; run->seen && rank < run->size; rank++)
            if (!run->seen[rank]) {
                list_add(&missing, run->name, rank);
                some = true;
            }
        runs += some;
    }
    list_end(&missing);
    if (missing.n > 0)
        fprintf(out,
                "bsim: warning: %s: missing beside the other ranks of %s; a rank that is not among the samples may be "
                "the slowest one\n",
                missing.text, runs == 1 ? "the run" : "their runs");
}

void bsim_fit_tell_files(const struct fit_data *data, FILE *out) {
    tell_cut(data, out);
    tell_ranks(data, out);
}
