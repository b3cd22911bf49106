/* file_data.c - accesses of files by several ranks: two of the same bytes, of which one writes, must be ordered, and
 * synchronized with the file (MPI-4.0, 14.6.1).
 *
 * What a rank has written is in the file when it calls MPI_File_sync or closes the file. Another rank finds it there if
 * it knows of that call (clocks.c) when it calls MPI_File_sync, or opens the file, itself. In atomic mode nothing of
 * this is needed. A read is over when its call returns, so a later write must only be ordered behind it. Collective
 * calls count as if they made their ranks wait for each other, as they do here.
 *
 * A file may also be accessed without MPI (streams.c). What is written so is in the file when the stream is flushed,
 * and what is read so is found if MPI has it in the file before. Two such accesses are compared unless their ranks may
 * have an order of their own by the file system: locks, a rank that sleeps until another one has done something, or a
 * file that is there when it has. */
#include "lmpi/check/file_data.h"
#include "lmpi/check/packed.h"

#include <string.h>
#include <sys/stat.h>

#include "bsim/base/alloc.h"
#include "lmpi/io/access.h"

/* Spans are offsets in the file from FIRST on, so that none is null. MOST_PIECES: of an access. MOST_TOLD: of the
 * accesses that one access conflicts with. RECENT: reads, by call site. */
enum { NEVER = 0xffffffffu, FIRST = 1, MOST_PIECES = 1 << 16, MOST_TOLD = 256, RECENT = 16 };

/* Accesses by one rank from one place, of which others may not know. */
struct access {
    struct access *next;          /* of the same data */
    struct access *next_unsynced; /* of the same opening: writes */
    int rank;
    bool writes, atomic;
    bool is_outside; /* made without MPI */
    uint64_t at;     /* of these: its number, the latest if they are several */
    uint32_t done;   /* time of the rank */
    uint32_t synced; /* time of the rank when it synchronized it with the file, or NEVER */
    check_place place;
    check_spans spans; /* owned */
    check_span hull;   /* in the index: all of the spans */
    uint64_t number, looked;
};

/* The data of a file, by its path. */
static struct data {
    struct data *next;
    char *path;       /* owned */
    bool keeps;       /* what is written there: it is no device */
    int maker;        /* the rank that has opened it last so that it may have made it; -1: none */
    uint64_t made_at; /* accesses of all ranks then */
    bool is_told;     /* that ranks race for opening it without MPI */
    struct access *first;
    check_ranges index[2];          /* accesses that read, and those that write */
    int count, kept;                /* kept: count after the last look for what can be forgotten */
    check_packed packed;            /* what MPI has written there as packed, by its spans */
    struct check_opening *openings; /* by ranks that have it open */
} *files;

/* A file that a rank has open. */
typedef struct check_opening opening;
struct check_opening {
    opening *next;
    struct data *data;
    int rank;
    MPI_File handle; /* MPI_FILE_NULL: without MPI */
    uint32_t *seen;  /* owned; the rank's clock at its last synchronization with the file; null: without MPI */
    struct access *unsynced;
    struct access *recent[RECENT]; /* reads, and writes that are in the file at once */
};

static struct data *data_at(const char *path) {
    struct data *d = files;
    while (d && strcmp(d->path, path) != 0)
        d = d->next;
    if (d)
        return d;
    struct stat st;
    d = bsim_alloc(sizeof *d);
    *d = (struct data){.next = files, .path = bsim_strdup(path), .maker = -1};
    d->keeps = stat(path, &st) == 0 && S_ISREG(st.st_mode);
    return files = d;
}

static struct data *data_of(const lmpi_file *file) {
    return data_at(lmpi_disk_path(file->disk));
}

static opening **opening_of(struct data *d, const lmpi_file *file) {
    opening **at = &d->openings;
    while (*at && ((*at)->rank != bsim_self->id || (*at)->handle != file->handle))
        at = &(*at)->next;
    return at;
}

static void look_at_file(opening *o) {
    memcpy(o->seen, lmpi_check_ranks[o->rank].clock, (size_t)bsim_context.np * sizeof *o->seen);
}

/* ---- the index ---- */

static check_spans indexed(struct access *a) {
    return (check_spans){.at = &a->hull, .count = 1};
}

static void index_add(struct data *d, struct access *a) {
    const check_spans spans = indexed(a);
    lmpi_check_ranges_add(&d->index[a->writes], &spans, a->number, a);
}

static void index_remove(struct data *d, struct access *a) {
    const check_spans spans = indexed(a);
    lmpi_check_ranges_remove(&d->index[a->writes], &spans, a->number);
}

/* ---- conflicts ---- */

/* A write of which all ranks that may use the file know that it is there; a read of which all know that it is over. */
static bool is_forgettable(const struct data *d, const struct access *a) {
    uint32_t time = a->writes ? a->synced : a->done;
    if (time == NEVER)
        return false;
    for (int r = 0; r < bsim_context.np; r++)
        if (r != a->rank && !lmpi_rank_at(r)->finalized && !lmpi_check_has_seen(r, a->rank, time))
            return false;
    for (const opening *o = d->openings; a->writes && o; o = o->next)
        if (o->rank != a->rank && o->seen && o->seen[a->rank] < time)
            return false;
    return true;
}

static void forget(struct data *d) {
    for (opening *o = d->openings; o; o = o->next)
        memset(o->recent, 0, sizeof o->recent);
    for (struct access **at = &d->first; *at;) {
        struct access *a = *at;
        if (!is_forgettable(d, a)) {
            at = &a->next;
            continue;
        }
        *at = a->next;
        d->count--;
        index_remove(d, a);
        lmpi_check_spans_free(&a->spans);
        bsim_free(a);
    }
    d->kept = d->count;
}

/* ---- an order by the file system ---- */

static bool any_locks;
static uint64_t outside_accesses;
static uint64_t **learned; /* by rank, by rank: how many accesses it knows of by files that the other one has made */
static uint64_t *slept_at; /* by rank: the number of accesses at the end of its last pause */

void lmpi_check_outside_locked(void) {
    any_locks = true;
}

void lmpi_check_outside_slept(void) {
    if (!slept_at)
        slept_at = bsim_alloc((size_t)bsim_context.np * sizeof *slept_at);
    slept_at[bsim_self->id] = outside_accesses;
}

/* A file that is there may say that its maker has done what it did before. */
void lmpi_check_outside_looked(const char *path, bool makes) {
    int self = bsim_self->id;
    struct data *d = data_at(path);
    if (d->maker >= 0 && d->maker != self) {
        if (!learned)
            learned = bsim_alloc((size_t)bsim_context.np * sizeof *learned);
        if (!learned[self])
            learned[self] = bsim_alloc((size_t)bsim_context.np * sizeof **learned);
        learned[self][d->maker] = bsim_max(learned[self][d->maker], d->made_at);
    }
    if (makes) {
        d->maker = self;
        d->made_at = outside_accesses;
    }
}

void lmpi_check_outside_told(const char *path) {
    data_at(path)->is_told = true;
}

/* Two accesses without MPI. */
static bool may_be_ordered(const struct data *d, const struct access *a, const struct access *b) {
    return any_locks || d->is_told || (slept_at && a->at <= slept_at[b->rank]) ||
           (learned && learned[b->rank] && a->at <= learned[b->rank][a->rank]);
}

/* Whether nothing orders an earlier access before a later one, of which the opening is given. */
static bool conflict(const struct access *a, const struct access *b, const opening *o) {
    if (a->rank == b->rank || a->atomic || b->atomic ||
        (a->is_outside && b->is_outside && may_be_ordered(o->data, a, b)) ||
        !lmpi_check_spans_meet(&a->spans, &b->spans))
        return false;
    if (!a->writes)
        return !lmpi_check_has_seen(b->rank, a->rank, a->done);
    if (a->is_outside || b->is_outside)
        return a->synced == NEVER || !lmpi_check_has_seen(b->rank, a->rank, a->synced);
    return a->synced == NEVER || o->seen[a->rank] < a->synced;
}

static void tell(const struct data *d, const struct access *a, const struct access *b) {
    const char *slash = strrchr(d->path, '/');
    bool is_ordered = lmpi_check_has_seen(b->rank, a->rank, a->done);
    const char *lacks = a->is_outside   ? "; the first access is in the buffer of its stream, and neither flushed nor "
                                          "closed"
                        : b->is_outside ? "; what orders this has no MPI_File_sync behind the first access, nor a close"
                                        : "; what orders this has no MPI_File_sync behind the first access and then "
                                          "another one before the second, nor a close and an open";
    lmpi_check_found(CHECK_GLOBAL_CONCURRENCY, "file-conflict", 2, (check_place[]){a->place, b->place},
                     "bytes of the file %s, from %lld on, are %s%s", slash ? slash + 1 : d->path,
                     (long long)(lmpi_check_spans_common(&a->spans, &b->spans) - FIRST),
                     !a->writes  ? "read by a rank and then written by another one"
                     : b->writes ? "written by two ranks"
                                 : "written by a rank and then read by another one",
                     is_ordered ? lacks : ", and nothing orders this");
}

struct comparison {
    const struct data *data;
    const struct access *access;
    const opening *opening;
    uint64_t number;
    int told;
};

static bool compare(void *owner, void *context) {
    struct access *a = owner;
    struct comparison *c = context;
    const struct access *b = c->access;
    if (a->looked == c->number)
        return true;
    a->looked = c->number;
    if (!conflict(a, b, c->opening))
        return true;
    tell(c->data, a, b);
    return ++c->told < MOST_TOLD;
}

static void compare_all(const struct data *d, const struct access *access, const opening *o) {
    static uint64_t comparisons;
    struct comparison c = {d, access, o, ++comparisons, 0};
    lmpi_check_ranges_visit(&d->index[true], &access->spans, compare, &c);
    if (access->writes && c.told < MOST_TOLD)
        lmpi_check_ranges_visit(&d->index[false], &access->spans, compare, &c);
}

/* ---- accesses ---- */

/* The bytes of a file that an access is for. */
static void spans_of(const lmpi_access *a, check_spans *spans) {
    lmpi_view *view = &lmpi_file_self(a->file)->view;
    for (int64_t done = 0, part; done < a->bytes && !spans->unknown; done += part) {
        int64_t offset = lmpi_view_offset(view, a->at + done, &part);
        if (part > a->bytes - done)
            part = a->bytes - done;
        uintptr_t begin = (uintptr_t)offset + FIRST;
        spans->unknown = spans->count == MOST_PIECES;
        lmpi_check_spans_cover(spans, begin, begin + (uintptr_t)part, MOST_PIECES);
    }
}

static struct access **recent_access(opening *o, const struct access *a) {
    return &o->recent[((uintptr_t)a->place.site >> 1) % RECENT];
}

/* The writes from the same place that are not in the file yet, or accesses that are over, at the same time. */
static struct access *find_same(opening *o, const struct access *like) {
    bool waits = like->writes && like->synced == NEVER;
    struct access *a = waits ? o->unsynced : *recent_access(o, like);
    while (waits && a && (a->place.site != like->place.site || a->atomic != like->atomic))
        a = a->next_unsynced;
    bool is_same = a && a->place.site == like->place.site && a->atomic == like->atomic && a->writes == like->writes;
    return is_same && (waits || (a->done == like->done && a->synced == like->synced)) ? a : NULL;
}

static struct access *add(struct data *d, opening *o, const struct access *like) {
    static uint64_t numbers;
    if (d->count > 2 * d->kept + 64)
        forget(d);
    struct access *a = bsim_alloc(sizeof *a);
    *a = *like;
    a->number = ++numbers;
    a->next = d->first;
    d->first = a;
    d->count++;
    if (a->writes && a->synced == NEVER) {
        a->next_unsynced = o->unsynced;
        o->unsynced = a;
    } else {
        *recent_access(o, a) = a;
    }
    a->hull = (check_span){a->spans.at[0].begin, a->spans.at[a->spans.count - 1].end};
    index_add(d, a);
    return a;
}

/* Adds the bytes of an access to those of one from the same place. */
static void extend(struct data *d, struct access *a, const check_spans *spans) {
    for (int i = 0; i < spans->count; i++)
        lmpi_check_spans_cover(&a->spans, spans->at[i].begin, spans->at[i].end, MOST_PIECES);
    check_span hull = {a->spans.at[0].begin, a->spans.at[a->spans.count - 1].end};
    if (hull.begin == a->hull.begin && hull.end == a->hull.end)
        return;
    index_remove(d, a);
    a->hull = hull;
    index_add(d, a);
}

/* spans of the access: become the list's. */
static void note(opening *o, struct access *one) {
    struct data *d = o->data;
    compare_all(d, one, o);
    struct access *a = find_same(o, one);
    if (!a) {
        add(d, o, one);
        return;
    }
    a->done = one->done;
    a->at = one->at;
    extend(d, a, &one->spans);
    lmpi_check_spans_free(&one->spans);
}

/* What is packed goes with an access that is in one piece; of the bytes of another one nothing is known then. Who reads
 * compares the bytes, which may have been written meanwhile. */
static void move_packed(struct data *d, const lmpi_access *access, const check_spans *spans) {
    bool is_whole = spans->count == 1 && !spans->unknown && access->real;
    if (!access->writes && is_whole)
        lmpi_check_packed_from_file(&d->packed, spans->at[0].begin, access->buffer, access->bytes, access->type);
    for (int i = 0; access->writes && i < spans->count; i++)
        lmpi_check_packed_to_file(&d->packed, spans->at[i].begin, access->buffer,
                                  (int64_t)(spans->at[i].end - spans->at[i].begin),
                                  is_whole ? access->type : MPI_DATATYPE_NULL);
}

void lmpi_check_file_access(const lmpi_access *access) {
    const check_call *call = bsim_self ? lmpi_check_ranks[bsim_self->id].current : NULL;
    struct data *d = data_of(access->file);
    opening *o = *opening_of(d, access->file);
    if (!call || !o || !d->keeps || access->bytes <= 0)
        return;
    struct access one = {.rank = bsim_self->id,
                         .writes = access->writes,
                         .atomic = lmpi_file_self(access->file)->atomic,
                         .done = lmpi_check_now(bsim_self->id),
                         .synced = NEVER,
                         .place = lmpi_check_here(call)};
    spans_of(access, &one.spans);
    move_packed(d, access, &one.spans);
    if (one.spans.count > 0)
        note(o, &one);
}

/* ---- synchronization with the file ---- */

static void synchronize(opening *o) {
    for (struct access *a = o->unsynced, *next; a; a = next) {
        next = a->next_unsynced;
        a->next_unsynced = NULL;
        a->synced = lmpi_check_now(o->rank);
    }
    o->unsynced = NULL;
    if (o->seen)
        look_at_file(o);
}

static opening *open_data(struct data *d, MPI_File handle) {
    opening *o = bsim_alloc(sizeof *o);
    *o = (opening){.next = d->openings, .data = d, .rank = bsim_self->id, .handle = handle};
    return d->openings = o;
}

void lmpi_check_file_opened(const lmpi_file *file) {
    opening *o = open_data(data_of(file), file->handle);
    o->seen = lmpi_check_clock_new();
    look_at_file(o);
}

static void drop(opening **at) {
    opening *o = *at;
    *at = o->next;
    bsim_free(o->seen);
    bsim_free(o);
}

void lmpi_check_file_synced(const lmpi_file *file, bool closes) {
    opening **at = opening_of(data_of(file), file);
    if (!*at)
        return;
    synchronize(*at);
    if (closes)
        drop(at);
}

/* ---- without MPI ---- */

check_opening *lmpi_check_outside_opened(const char *path) {
    lmpi_check_clocks_start();
    return open_data(data_at(path), MPI_FILE_NULL);
}

void lmpi_check_outside_access(check_opening *o, int64_t begin, int64_t end, bool writes, bool waits,
                               const check_place *place) {
    uint32_t now = lmpi_check_now(o->rank);
    struct access one = {.rank = o->rank, .writes = writes, .is_outside = true, .done = now, .place = *place};
    one.at = ++outside_accesses;
    one.synced = waits || !writes ? NEVER : now;
    lmpi_check_spans_cover(&one.spans, (uintptr_t)begin + FIRST, (uintptr_t)end + FIRST, MOST_PIECES);
    if (writes)
        lmpi_check_packed_put(&o->data->packed, (uintptr_t)begin + FIRST, end - begin, &(check_packed){0});
    note(o, &one);
}

int lmpi_check_outside_rank(const check_opening *o) {
    return o->rank;
}

void lmpi_check_outside_flushed(check_opening *o) {
    synchronize(o);
}

void lmpi_check_outside_closed(check_opening *o) {
    opening **at = &o->data->openings;
    synchronize(o);
    while (*at != o)
        at = &(*at)->next;
    drop(at);
}
