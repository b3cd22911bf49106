/* file.c - open files: the table of handles, opening and closing, errors, and when ranks access files. */
#include "lmpi/capture/capture.h"
#include "lmpi/io/file.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/text.h"
#include "bsim/network/storage.h"
#include "lmpi/comm/comm.h"
#include "lmpi/core/checker.h"
#include "lmpi/core/props.h"
#include "lmpi/datatype/external32.h"
#include "lmpi/datatype/type_class.h"
#include "lmpi/match/match.h"
#include "lmpi/trace/trace.h"

/* Handles are FIRST + index: MPI_File is a pointer, which is never followed. */
enum { FIRST = 0x10000 };
static lmpi_file **files;
static int nfiles;

static MPI_File handle_at(int index) {
    return (MPI_File)(uintptr_t)(FIRST + (unsigned)index);
}

lmpi_file_member *lmpi_file_self(const lmpi_file *file) {
    return &file->member[lmpi_comm_rank(file->comm, bsim_self->id)];
}

lmpi_file *lmpi_file_of(MPI_File handle) {
    uintptr_t index = (uintptr_t)handle - FIRST;
    if (index >= (uintptr_t)nfiles || !files[index])
        return NULL;
    lmpi_file *file = files[index];
    if (file->comm->id == LMPI_COMM_ID_SELF ? file->world != bsim_self->id
                                            : lmpi_comm_rank(file->comm, bsim_self->id) < 0)
        return NULL;
    return lmpi_file_self(file)->open ? file : NULL;
}

/* ---- errors ---- */

static int number_of(const lmpi_file *file) {
    return file ? file->index + 1 : 0;
}

/* The handler of a file, or, if the program has set none, that of MPI_FILE_NULL. */
static MPI_Errhandler handler_of(const lmpi_file *file) {
    const lmpi_props *p = lmpi_props_find(LMPI_DOMAIN_FILE, number_of(file), bsim_self->id);
    if (p && p->errhandler)
        return p->errhandler;
    return file ? handler_of(NULL) : MPI_ERRORS_RETURN;
}

int lmpi_file_error(lmpi_file *file, const lmpi_call *call, int error_class, const char *format, ...) {
    char text[1024];
    MPI_File handle = file ? file->handle : MPI_FILE_NULL;
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return lmpi_error_report(handler_of(file), &handle, call->name, call->ret, error_class, text);
}

/* What the file system answers is no mistake, such as that a file to be deleted is not there. */
static bool is_answer(int error_class) {
    static const int answers[] = {MPI_ERR_NO_SUCH_FILE, MPI_ERR_FILE_EXISTS, MPI_ERR_ACCESS,   MPI_ERR_NO_SPACE,
                                  MPI_ERR_QUOTA,        MPI_ERR_READ_ONLY,   MPI_ERR_BAD_FILE, MPI_ERR_FILE_IN_USE};
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        if (answers[i] == error_class)
            return true;
    return false;
}

int lmpi_file_failed(lmpi_file *file, const lmpi_call *call, int error_class, const char *format, ...) {
    char text[1024];
    MPI_File handle = file ? file->handle : MPI_FILE_NULL;
    MPI_Errhandler handler = handler_of(file);
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    bool is_told = !is_answer(error_class) || lmpi_errhandler_is_fatal(handler);
    return (is_told ? lmpi_error_report : lmpi_error_handle)(handler, &handle, call->name, call->ret, error_class,
                                                             text);
}

int MPI_File_set_errhandler(MPI_File fh, MPI_Errhandler errhandler) {
    LMPI_ENTER;
    BSIM_ALONE;
    lmpi_call call = {"MPI_File_set_errhandler", LMPI_SITE};
    lmpi_file *file = lmpi_file_of(fh);
    if (!file && fh != MPI_FILE_NULL)
        return lmpi_file_error(NULL, &call, MPI_ERR_FILE, "the file handle is not valid or not open");
    if (!lmpi_errhandler_valid(errhandler))
        return lmpi_file_error(file, &call, MPI_ERR_ARG, "error handler 0x%x is not valid", (unsigned)errhandler);
    lmpi_props_get(LMPI_DOMAIN_FILE, number_of(file), bsim_self->id)->errhandler = errhandler;
    return MPI_SUCCESS;
}

int MPI_File_get_errhandler(MPI_File fh, MPI_Errhandler *errhandler) {
    LMPI_ENTER;
    BSIM_ALONE;
    lmpi_call call = {"MPI_File_get_errhandler", LMPI_SITE};
    lmpi_file *file = lmpi_file_of(fh);
    if (!file && fh != MPI_FILE_NULL)
        return lmpi_file_error(NULL, &call, MPI_ERR_FILE, "the file handle is not valid or not open");
    *errhandler = handler_of(file);
    lmpi_errhandler_hold(*errhandler);
    return MPI_SUCCESS;
}

int MPI_File_call_errhandler(MPI_File fh, int errorcode) {
    LMPI_ENTER;
    BSIM_ALONE;
    lmpi_call call = {"MPI_File_call_errhandler", LMPI_SITE};
    lmpi_file *file = lmpi_file_of(fh);
    if (!file && fh != MPI_FILE_NULL)
        return lmpi_file_error(NULL, &call, MPI_ERR_FILE, "the file handle is not valid or not open");
    lmpi_file_error(file, &call, errorcode, "code %d, raised by the program", errorcode);
    return MPI_SUCCESS;
}

void lmpi_file_converts(const lmpi_call *call, MPI_Datatype type) {
    MPI_Datatype lacks = lmpi_external32_lacks(type);
    if (lacks != MPI_DATATYPE_NULL)
        bsim_fatal_at(BSIM_EXIT_USAGE, call->ret,
                      "%s: %s in the data representation \"external32\", where its format is another, is not supported "
                      "(docs/reference/mpi.md)",
                      call->name, lmpi_type_label(lacks));
}

/* ---- decisive calls ---- */

void lmpi_file_refuse(const lmpi_call *call, const char *path, bool before) {
    bsim_fatal_at(BSIM_EXIT_USAGE, call->ret,
                  "%s: communication depends on whether %s is there, or how long it is, and %s; "
                  "skeletons do not change files: make the prediction with skeletonize --full",
                  call->name, path, before ? "calls of MPI have changed that before" : "this call changes that");
}

/* ---- time ---- */

void lmpi_file_turn(const lmpi_call *call) {
    double now_s = *bsim_self->clock;
    struct lmpi_parked parked = {.now_s = now_s, .time_s = now_s, .comm = -1};
    struct bsim_wait why = {
        .call = call->name, .site = call->ret, .peer = BSIM_PEER_NONE, .tag = BSIM_TAG_NONE, .comm = -1};
    if (bsim_context.np > 1)
        lmpi_park(&parked, &why);
}

void lmpi_file_take(const lmpi_call *call, int64_t bytes) {
    double *clock = bsim_self->clock, start_s = *clock;
    bsim_storage_access(bsim_context.node[bsim_self->id], bsim_self->id, (double)bytes, clock, call->ret);
    lmpi_charge(bsim_site_at(call->ret, call->name), start_s, 0);
}

void lmpi_file_take_later(const lmpi_call *call, lmpi_request *r) {
    double *ready = lmpi_request_ready(r);
    bsim_clock_copy(ready, lmpi_request_post(r));
    bsim_storage_access(bsim_context.node[r->owner], r->owner, (double)r->bytes, ready, call->ret);
    lmpi_deliver_collective(r);
}

void lmpi_file_touch(const lmpi_call *call) {
    double start_s = *bsim_self->clock;
    bsim_storage_touch(bsim_self->clock);
    lmpi_charge(bsim_site_at(call->ret, call->name), start_s, 0);
}

/* ---- opening ---- */

typedef struct opening {
    const char *path;
    int amode, code;
    bool fails, changed;
    lmpi_file *file;
} opening;

/* A path may begin with the kind of its file system, as in ROMIO: "ufs:/scratch/field". */
static const char *without_kind(const char *path) {
    static const char *const kinds[] = {"ufs:", "nfs:", "testfs:", "lustre:", "gpfs:", "pvfs2:"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (bsim_begins(path, kinds[i]))
            return path + strlen(kinds[i]);
    return path;
}

/* Owned by the caller. */
static char *name_of(const lmpi_disk *disk) {
    const char *path = lmpi_disk_path(disk), *slash = strrchr(path, '/'); /* none: of a trace, which has no paths */
    char name[120];
    snprintf(name, sizeof name, "%s%s", slash ? "the file " : "", slash ? slash + 1 : path);
    return bsim_strdup(name);
}

static lmpi_file *make(lmpi_coll_run *run, int amode, lmpi_disk *disk) {
    lmpi_file *f = bsim_alloc(sizeof *f);
    int index = 0;
    while (index < nfiles && files[index])
        index++;
    if (index == nfiles)
        files = bsim_realloc(files, (size_t)++nfiles * sizeof *files);
    files[index] = f;
    *f = (lmpi_file){.handle = handle_at(index), .world = run->call[0]->world, .index = index, .amode = amode};
    f->disk = disk;
    f->users = run->n;
    f->member = bsim_alloc((size_t)run->n * sizeof *f->member);
    if (run->n == 1) {
        f->comm = lmpi_comms[LMPI_COMM_ID_SELF];
    } else {
        lmpi_group *group = lmpi_comm_group(run->comm, f->world);
        f->comm = lmpi_comm_new(group);
        f->comm->of = name_of(disk);
        lmpi_group_unref(group);
    }
    for (int i = 0; i < run->n; i++) {
        f->member[i] = (lmpi_file_member){.info = MPI_INFO_NULL, .open = 1};
        lmpi_view_set(&f->member[i].view, 0, MPI_BYTE, MPI_BYTE, lmpi_datarep("native"));
    }
    if (amode & MPI_MODE_APPEND) {
        f->shared = lmpi_disk_size(disk);
        for (int i = 0; i < run->n; i++)
            f->member[i].position = f->shared;
    }
    return f;
}

/* For bsim check. */
static void tell_amodes(const lmpi_coll_run *run, int i, int first, int other) {
    char text[100];
    snprintf(text, sizeof text, "they give the access modes %d and %d", first, other);
    lmpi_checker->mismatch(run->comm, run->call[0], run->call[i], text);
}

static void open_for_all(lmpi_coll_run *run) {
    const opening *first = run->call[0]->arguments;
    lmpi_file *file = NULL;
    lmpi_disk *disk;
    int64_t before = lmpi_disk_changes();
    int code = MPI_SUCCESS;
    for (int i = 1; i < run->n; i++) {
        int amode = ((const opening *)run->call[i]->arguments)->amode;
        if (amode != first->amode && code == MPI_SUCCESS && LMPI_CHECKED)
            tell_amodes(run, i, first->amode, amode);
        if (amode != first->amode)
            code = MPI_ERR_NOT_SAME;
    }
    if (code == MPI_SUCCESS && first->fails)
        code = MPI_ERR_NO_SUCH_FILE;
    else if (code == MPI_SUCCESS && first->path == NULL)
        disk = lmpi_disk_imagine();
    else if (code == MPI_SUCCESS)
        code = lmpi_disk_open(without_kind(first->path), first->amode, &disk);
    if (code == MPI_SUCCESS)
        file = make(run, first->amode, disk);
    for (int i = 0; i < run->n; i++) {
        opening *o = (opening *)(uintptr_t)run->call[i]->arguments;
        o->code = code;
        o->file = file;
        o->changed = lmpi_disk_changes() != before;
    }
}

void lmpi_file_trace(const lmpi_file *file, const char *function, int64_t bytes) {
    if (!lmpi_trace_on)
        return;
    const lmpi_props *p = lmpi_props_find(LMPI_DOMAIN_FILE, number_of(file), bsim_self->id);
    lmpi_trace_file(function, bytes, p && p->trace_name ? p->trace_name : "?");
}

static int check_amode(const lmpi_call *call, int amode) {
    int kinds = ((amode & MPI_MODE_RDONLY) != 0) + ((amode & MPI_MODE_WRONLY) != 0) + ((amode & MPI_MODE_RDWR) != 0);
    if (kinds != 1)
        return lmpi_file_error(NULL, call, MPI_ERR_AMODE,
                               "the access mode needs one of MPI_MODE_RDONLY, MPI_MODE_WRONLY and MPI_MODE_RDWR");
    if ((amode & MPI_MODE_RDONLY) && (amode & (MPI_MODE_CREATE | MPI_MODE_EXCL)))
        return lmpi_file_error(NULL, call, MPI_ERR_AMODE, "MPI_MODE_RDONLY does not go with CREATE or EXCL");
    if ((amode & MPI_MODE_RDWR) && (amode & MPI_MODE_SEQUENTIAL))
        return lmpi_file_error(NULL, call, MPI_ERR_AMODE, "MPI_MODE_RDWR does not go with SEQUENTIAL");
    return MPI_SUCCESS;
}

/* filename: NULL of a file that is nowhere. */
static int open_file(const lmpi_call *call, bool decisive, MPI_Comm comm, const char *filename, int amode,
                     MPI_Info info, MPI_File *fh) {
    opening o = {.path = filename, .amode = amode, .fails = fh == NULL};
    lmpi_comm *c = lmpi_comm_of(comm);
    if (fh)
        *fh = MPI_FILE_NULL;
    if (!c)
        return lmpi_file_error(NULL, call, MPI_ERR_COMM, "communicator handle 0x%x is not valid", (unsigned)comm);
    int code = check_amode(call, amode);
    if (lmpi_trace_on)
        lmpi_trace_file(call->name, 0, lmpi_trace_name(comm));
    if (code == MPI_SUCCESS)
        code = lmpi_meet(c, call, open_for_all, &o, true);
    if (code != MPI_SUCCESS)
        return code;
    if (o.code == LMPI_DISK_UNKNOWN || (decisive && o.changed))
        lmpi_file_refuse(call, filename, o.code == LMPI_DISK_UNKNOWN);
    if (o.code != MPI_SUCCESS)
        return lmpi_file_failed(NULL, call, o.code, "%s", filename ? filename : "a file of the trace");
    lmpi_file_touch(call);
    *fh = o.file->handle;
    if (lmpi_trace_on)
        lmpi_props_get(LMPI_DOMAIN_FILE, number_of(o.file), bsim_self->id)->trace_name =
            bsim_strdup(lmpi_trace_name(comm));
    if (info != MPI_INFO_NULL)
        MPI_Info_dup(info, &lmpi_file_self(o.file)->info);
    return MPI_SUCCESS;
}

int MPI_File_open(MPI_Comm comm, const char *filename, int amode, MPI_Info info, MPI_File *fh) {
    LMPI_CAPTURE(MPI_File_open, (comm, filename, amode, info, fh));
    BSIM_ALONE;
    return open_file(LMPI_CALL(MPI_File_open), false, comm, filename, amode, info, fh);
}

int BSIM_Decisive_MPI_File_open(MPI_Comm comm, const char *filename, int amode, MPI_Info info, MPI_File *fh) {
    LMPI_ENTER;
    LMPI_CAPTURE_LACKS(MPI_File_open);
    BSIM_ALONE;
    return open_file(LMPI_CALL(MPI_File_open), true, comm, filename, amode, info, fh);
}

int lmpi_file_imagine(MPI_Comm comm, MPI_File *fh) {
    BSIM_ALONE;
    return open_file(LMPI_CALL(MPI_File_open), false, comm, NULL, MPI_MODE_RDWR, MPI_INFO_NULL, fh);
}

/* ---- closing ---- */

static void drop(lmpi_file *file) {
    files[file->index] = NULL;
    if (file->comm->id != LMPI_COMM_ID_SELF)
        lmpi_comm_delete(file->comm);
    bsim_free(file->member);
    bsim_free(file);
}

typedef struct closing {
    lmpi_file *file;
    int code;
    bool changed;
} closing;

static void close_for_all(lmpi_coll_run *run) {
    lmpi_file *file = ((const closing *)run->call[0]->arguments)->file;
    int64_t before = lmpi_disk_changes();
    int code = lmpi_disk_close(file->disk, file->amode & MPI_MODE_DELETE_ON_CLOSE);
    for (int i = 0; i < run->n; i++) {
        closing *c = (closing *)(uintptr_t)run->call[i]->arguments;
        c->code = code;
        c->changed = lmpi_disk_changes() != before;
    }
}

static int close_file(const lmpi_call *call, bool decisive, MPI_File *fh) {
    LMPI_FILE_OR_FAIL(file, *fh, call);
    lmpi_file_member *self = lmpi_file_self(file);
    closing c = {.file = file};
    if (self->split)
        return lmpi_file_error(file, call, MPI_ERR_IO, "%s was not ended", self->split);
    lmpi_file_trace(file, call->name, 0);
    int code = lmpi_meet(file->comm, call, close_for_all, &c, true);
    if (code != MPI_SUCCESS)
        return code;
    if (decisive && c.changed)
        lmpi_file_refuse(call, lmpi_disk_path(file->disk), false);
    lmpi_file_touch(call);
    self->open = 0;
    lmpi_view_drop(&self->view);
    if (self->info != MPI_INFO_NULL)
        MPI_Info_free(&self->info);
    lmpi_props_drop(LMPI_DOMAIN_FILE, number_of(file), bsim_self->id);
    *fh = MPI_FILE_NULL;
    if (--file->users == 0)
        drop(file);
    return c.code == MPI_SUCCESS ? MPI_SUCCESS : lmpi_file_failed(NULL, call, c.code, "deleting the file failed");
}

int MPI_File_close(MPI_File *fh) {
    LMPI_CAPTURE(MPI_File_close, (fh));
    BSIM_ALONE;
    return close_file(LMPI_CALL(MPI_File_close), false, fh);
}

int BSIM_Decisive_MPI_File_close(MPI_File *fh) {
    LMPI_ENTER;
    LMPI_CAPTURE_LACKS(MPI_File_close);
    BSIM_ALONE;
    return close_file(LMPI_CALL(MPI_File_close), true, fh);
}

static void take_time_to_delete(const lmpi_call *call) {
    bsim_site_at(call->ret, call->name)->calls++;
    lmpi_file_turn(call);
    lmpi_file_touch(call);
}

void lmpi_file_forget(void) {
    BSIM_ALONE;
    take_time_to_delete(LMPI_CALL(MPI_File_delete));
}

static int delete_file(const lmpi_call *call, bool decisive, const char *filename) {
    take_time_to_delete(call);
    int64_t before = lmpi_disk_changes();
    int code = lmpi_disk_delete(without_kind(filename));
    if (decisive && lmpi_disk_changes() != before)
        lmpi_file_refuse(call, filename, false);
    return code == MPI_SUCCESS ? code : lmpi_file_failed(NULL, call, code, "%s", filename);
}

int MPI_File_delete(const char *filename, MPI_Info info) {
    LMPI_CAPTURE(MPI_File_delete, (filename, info));
    BSIM_ALONE;
    return delete_file(LMPI_CALL(MPI_File_delete), false, filename);
}

int BSIM_Decisive_MPI_File_delete(const char *filename, MPI_Info info) {
    LMPI_ENTER;
    LMPI_CAPTURE_LACKS(MPI_File_delete);
    BSIM_ALONE;
    (void)info;
    return delete_file(LMPI_CALL(MPI_File_delete), true, filename);
}

MPI_Fint MPI_File_c2f(MPI_File file) {
    LMPI_ENTER;
    BSIM_ALONE;
    return (MPI_Fint)(uintptr_t)file;
}

MPI_File MPI_File_f2c(MPI_Fint file) {
    LMPI_ENTER;
    BSIM_ALONE;
    return (MPI_File)(uintptr_t)(unsigned)file;
}
