/* view.c - views of files: from positions in a view to offsets in the file (view.h). */
#include "lmpi/io/view.h"

#include <string.h>

#include "bsim/base/alloc.h"

static const char external32[] = "external32";

const char *lmpi_datarep(const char *name) {
    static const char *const names[] = {"native", "internal", external32};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return names[i];
    return NULL;
}

static void release(MPI_Datatype type) {
    if (type && !LMPI_TYPE_IS_BUILTIN(type))
        lmpi_type_release(type);
}

void lmpi_view_drop(lmpi_view *view) {
    release(view->etype);
    release(view->filetype);
    lmpi_runs_free(view->runs);
    *view = (lmpi_view){0};
}

void lmpi_view_set(lmpi_view *view, int64_t disp, MPI_Datatype etype, MPI_Datatype filetype, const char *datarep) {
    lmpi_view v = {.disp = disp, .etype = etype, .filetype = filetype, .etype_size = lmpi_type_size(etype)};
    v.datarep = datarep;
    v.external32 = datarep == external32;
    const lmpi_type *t = lmpi_type_of(filetype);
    v.size = t->size;
    v.extent = t->extent;
    v.flat = (uint8_t)lmpi_type_is_flat(filetype, 2, &v.first);
    if (!LMPI_TYPE_IS_BUILTIN(etype))
        lmpi_type_hold(etype);
    if (!LMPI_TYPE_IS_BUILTIN(filetype))
        lmpi_type_hold(filetype);
    lmpi_view_drop(view);
    *view = v;
}

static struct lmpi_runs *runs_of(lmpi_view *view) {
    if (!view->runs)
        view->runs = lmpi_runs_of(view->filetype);
    return view->runs;
}

int64_t lmpi_view_offset(lmpi_view *view, int64_t at, int64_t *length) {
    if (view->flat) {
        *length = INT64_MAX;
        return view->disp + view->first + at;
    }
    const struct lmpi_runs *runs = runs_of(view);
    int64_t tile = at / view->size, rest = at % view->size;
    int low = 0, high = runs->count - 1; /* the last run that begins at rest or before */
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (runs->at[middle].before <= rest)
            low = middle;
        else
            high = middle - 1;
    }
    const lmpi_run *run = &runs->at[low];
    *length = run->length - (rest - run->before);
    return view->disp + tile * view->extent + run->offset + (rest - run->before);
}

/* The bytes of one filetype's data before an offset from its beginning. */
static int64_t before_in_tile(const struct lmpi_runs *runs, int64_t offset) {
    int64_t bytes = 0;
    for (int i = 0; i < runs->count && runs->at[i].offset < offset; i++) {
        int64_t part = offset - runs->at[i].offset;
        bytes += part < runs->at[i].length ? part : runs->at[i].length;
    }
    return bytes;
}

int64_t lmpi_view_before(lmpi_view *view, int64_t offset) {
    int64_t from = offset - view->disp;
    if (view->flat)
        return from > view->first ? from - view->first : 0;
    if (from <= 0 || view->size == 0)
        return 0;
    const struct lmpi_runs *runs = runs_of(view);
    if (view->extent <= 0)
        return before_in_tile(runs, from);
    /* A tile may reach into the next ones, if its type was resized. */
    const lmpi_run *last = &runs->at[runs->count - 1];
    int64_t reach = last->offset + last->length, whole = from >= reach ? (from - reach) / view->extent + 1 : 0;
    int64_t bytes = whole * view->size;
    for (int64_t tile = whole; tile * view->extent + runs->at[0].offset < from; tile++)
        bytes += before_in_tile(runs, from - tile * view->extent);
    return bytes;
}

static bool in_order(MPI_Datatype type, bool writable) {
    int64_t unused;
    if (lmpi_type_is_flat(type, 2, &unused))
        return true;
    struct lmpi_runs *runs = lmpi_runs_of(type);
    bool legal = true;
    for (int i = 1; i < runs->count; i++) {
        const lmpi_run *last = &runs->at[i - 1];
        legal = legal && runs->at[i].offset >= last->offset + (writable ? last->length : 0);
    }
    lmpi_runs_free(runs);
    return legal;
}

bool lmpi_view_legal(MPI_Datatype etype, MPI_Datatype filetype, bool writable) {
    const lmpi_type *t = lmpi_type_of(filetype), *e = lmpi_type_of(etype);
    if (e->size <= 0 || t->size <= 0 || t->size % e->size || t->true_lb < 0 || e->true_lb < 0)
        return false;
    return in_order(etype, writable) && (etype == filetype || in_order(filetype, writable));
}
