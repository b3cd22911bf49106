/* manage.c - functions on open files that move no data: sizes, file pointers, views, hints, and ends of split accesses.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "lmpi/capture/capture.h"
#include "lmpi/core/checker.h"
#include "lmpi/io/file.h"

/* For bsim check: two members do not agree. */
static void tell(const lmpi_coll_run *run, int i, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void tell(const lmpi_coll_run *run, int i, const char *format, ...) {
    char text[200];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    lmpi_checker->mismatch(run->comm, run->call[0], run->call[i], text);
}

/* Takes what each member gives for an argument on which all must agree. */
typedef struct agreement {
    lmpi_file *file;
    int64_t value;
    int more;                                                 /* a further one */
    const char *what;                                         /* "size": the name of the value */
    int64_t (*act)(lmpi_file *file, int64_t value, int more); /* done once; returns an error class */
    int code;
    bool changed;
} agreement;

static void agree(lmpi_coll_run *run) {
    const agreement *first = run->call[0]->arguments;
    int64_t before = lmpi_disk_changes();
    int code = MPI_SUCCESS;
    for (int i = 1; i < run->n; i++) {
        const agreement *other = run->call[i]->arguments;
        if (other->value == first->value && other->more == first->more)
            continue;
        if (LMPI_CHECKED && code == MPI_SUCCESS)
            tell(run, i, "they give %lld and %lld as %s", (long long)first->value, (long long)other->value,
                 first->what);
        code = MPI_ERR_NOT_SAME;
    }
    if (code == MPI_SUCCESS && first->act)
        code = (int)first->act(first->file, first->value, first->more);
    for (int i = 0; i < run->n; i++) {
        agreement *a = (agreement *)(uintptr_t)run->call[i]->arguments;
        a->code = code;
        a->changed = lmpi_disk_changes() != before;
    }
}

/* A collective that all members call with equal arguments. */
static int together(const lmpi_call *call, agreement *a, bool touches) {
    if (touches)
        lmpi_file_turn(call);
    int code = lmpi_meet(a->file->comm, call, agree, a, true);
    if (code != MPI_SUCCESS)
        return code;
    if (touches)
        lmpi_file_touch(call);
    if (a->code == MPI_SUCCESS)
        return MPI_SUCCESS;
    return lmpi_file_failed(a->file, call, a->code, "%s", lmpi_disk_path(a->file->disk));
}

static void count(const lmpi_call *call) {
    bsim_site_at(call->ret, call->name)->calls++;
}

/* ---- sizes ---- */

static int64_t resize(lmpi_file *file, int64_t size, int only_longer) {
    return lmpi_disk_resize(file->disk, size, only_longer);
}

static int set_size(const lmpi_call *call, bool decisive, MPI_File fh, MPI_Offset size, int only_longer) {
    LMPI_FILE_OR_FAIL(file, fh, call);
    agreement a = {.file = file, .value = size, .more = only_longer, .what = "size", .act = resize};
    if (size < 0)
        return lmpi_file_error(file, call, MPI_ERR_ARG, "the size is %lld", (long long)size);
    if (file->amode & MPI_MODE_RDONLY)
        return lmpi_file_error(file, call, MPI_ERR_READ_ONLY, "the file was opened for reading only");
    if (file->amode & MPI_MODE_SEQUENTIAL)
        return lmpi_file_error(file, call, MPI_ERR_UNSUPPORTED_OPERATION, "the file is sequential");
    lmpi_file_trace(file, call->name, size);
    int code = together(call, &a, true);
    if (decisive && a.changed)
        lmpi_file_refuse(call, lmpi_disk_path(file->disk), false);
    return code;
}

int MPI_File_set_size(MPI_File fh, MPI_Offset size) {
    LMPI_CAPTURE(MPI_File_set_size, (fh, size));
    BSIM_ALONE;
    return set_size(LMPI_CALL(MPI_File_set_size), false, fh, size, false);
}

int BSIM_Decisive_MPI_File_set_size(MPI_File fh, MPI_Offset size) {
    LMPI_ENTER;
    LMPI_CAPTURE_LACKS(MPI_File_set_size);
    BSIM_ALONE;
    return set_size(LMPI_CALL(MPI_File_set_size), true, fh, size, false);
}

int MPI_File_preallocate(MPI_File fh, MPI_Offset size) {
    LMPI_CAPTURE(MPI_File_preallocate, (fh, size));
    BSIM_ALONE;
    return set_size(LMPI_CALL(MPI_File_preallocate), false, fh, size, true);
}

int BSIM_Decisive_MPI_File_preallocate(MPI_File fh, MPI_Offset size) {
    LMPI_ENTER;
    LMPI_CAPTURE_LACKS(MPI_File_preallocate);
    BSIM_ALONE;
    return set_size(LMPI_CALL(MPI_File_preallocate), true, fh, size, true);
}

int MPI_File_get_size(MPI_File fh, MPI_Offset *size) {
    LMPI_ENTER;
    BSIM_ALONE;
    lmpi_call call = {"MPI_File_get_size", LMPI_SITE};
    LMPI_FILE_OR_FAIL(file, fh, &call);
    count(&call);
    lmpi_file_turn(&call);
    *size = lmpi_disk_size(file->disk);
    return MPI_SUCCESS;
}

static int64_t sync_disk(lmpi_file *file, int64_t unused, int unused_too) {
    (void)unused, (void)unused_too;
    return lmpi_disk_sync(file->disk);
}

int MPI_File_sync(MPI_File fh) {
    LMPI_CAPTURE(MPI_File_sync, (fh));
    BSIM_ALONE;
    lmpi_call call = {"MPI_File_sync", LMPI_SITE};
    LMPI_FILE_OR_FAIL(file, fh, &call);
    agreement a = {.file = file, .act = sync_disk};
    if (file->amode & MPI_MODE_RDONLY)
        a.act = NULL;
    lmpi_file_trace(file, call.name, 0);
    return together(&call, &a, true);
}

/* ---- file pointers ---- */

/* The number of etypes of the view up to the end of the file, the last one perhaps in part. */
static int64_t end_of(lmpi_file *file, lmpi_view *view) {
    return (lmpi_view_before(view, lmpi_disk_size(file->disk)) + view->etype_size - 1) / view->etype_size;
}

/* Where a seek leads; negative if it is not possible. */
static int64_t target(lmpi_file *file, int64_t now, int64_t offset, int whence) {
    int64_t from = whence == MPI_SEEK_SET   ? 0
                   : whence == MPI_SEEK_CUR ? now
                   : whence == MPI_SEEK_END ? end_of(file, &lmpi_file_self(file)->view)
                                            : INT64_MIN / 2;
    return from + offset;
}

int MPI_File_seek(MPI_File fh, MPI_Offset offset, int whence) {
    LMPI_ENTER;
    BSIM_ALONE;
    lmpi_call call = {"MPI_File_seek", LMPI_SITE};
    LMPI_FILE_OR_FAIL(file, fh, &call);
    count(&call);
    if (file->amode & MPI_MODE_SEQUENTIAL)
        return lmpi_file_error(file, &call, MPI_ERR_UNSUPPORTED_OPERATION, "the file is sequential");
    if (whence == MPI_SEEK_END)
        lmpi_file_turn(&call);
    int64_t to = target(file, lmpi_file_self(file)->position, offset, whence);
    if (to < 0)
        return lmpi_file_error(file, &call, MPI_ERR_ARG, "there is no such place (offset %lld, whence %d)",
                               (long long)offset, whence);
    lmpi_file_self(file)->position = to;
    return MPI_SUCCESS;
}

static int64_t seek_for_all(lmpi_file *file, int64_t offset, int whence) {
    int64_t to = target(file, file->shared, offset, whence);
    if (to < 0)
        return MPI_ERR_ARG;
    file->shared = to;
    return MPI_SUCCESS;
}

/* The end of the file depends on the view, which is the same for all ranks that use the shared pointer. */
static int64_t end_known(lmpi_file *file, int64_t to, int unused) {
    (void)unused;
    file->shared = to;
    return to < 0 ? MPI_ERR_ARG : MPI_SUCCESS;
}

int MPI_File_seek_shared(MPI_File fh, MPI_Offset offset, int whence) {
    LMPI_CAPTURE(MPI_File_seek_shared, (fh, offset, whence));
    BSIM_ALONE;
    lmpi_call call = {"MPI_File_seek_shared", LMPI_SITE};
    LMPI_FILE_OR_FAIL(file, fh, &call);
    agreement a = {.file = file, .value = offset, .more = whence, .what = "offset", .act = seek_for_all};
    if (file->amode & MPI_MODE_SEQUENTIAL)
        return lmpi_file_error(file, &call, MPI_ERR_UNSUPPORTED_OPERATION, "the file is sequential");
    lmpi_file_turn(&call);
    if (whence != MPI_SEEK_CUR) {
        a.value = target(file, 0, offset, whence);
        a.act = end_known;
    }
    return together(&call, &a, false);
}

int MPI_File_get_position(MPI_File fh, MPI_Offset *offset) {
    LMPI_ENTER;
    BSIM_ALONE;
    lmpi_call call = {"MPI_File_get_position", LMPI_SITE};
    LMPI_FILE_OR_FAIL(file, fh, &call);
    count(&call);
    if (file->amode & MPI_MODE_SEQUENTIAL)
        return lmpi_file_error(file, &call, MPI_ERR_UNSUPPORTED_OPERATION, "the file is sequential");
    *offset = lmpi_file_self(file)->position;
    return MPI_SUCCESS;
}

int MPI_File_get_position_shared(MPI_File fh, MPI_Offset *offset) {
    LMPI_ENTER;
    BSIM_ALONE;
    lmpi_call call = {"MPI_File_get_position_shared", LMPI_SITE};
    LMPI_FILE_OR_FAIL(file, fh, &call);
    count(&call);
    lmpi_file_turn(&call);
    *offset = file->shared;
    return MPI_SUCCESS;
}

int MPI_File_get_byte_offset(MPI_File fh, MPI_Offset offset, MPI_Offset *disp) {
    LMPI_ENTER;
    BSIM_ALONE;
    lmpi_call call = {"MPI_File_get_byte_offset", LMPI_SITE};
    LMPI_FILE_OR_FAIL(file, fh, &call);
    lmpi_view *view = &lmpi_file_self(file)->view;
    int64_t unused;
    count(&call);
    if (offset < 0)
        return lmpi_file_error(file, &call, MPI_ERR_ARG, "offset is %lld", (long long)offset);
    *disp = lmpi_view_offset(view, offset * view->etype_size, &unused);
    return MPI_SUCCESS;
}

/* ---- views ---- */

static int check_view(const lmpi_call *call, lmpi_file *file, MPI_Offset disp, MPI_Datatype etype,
                      MPI_Datatype filetype, const char *datarep) {
    if (!lmpi_type_of(etype) || lmpi_type_size(etype) <= 0)
        return lmpi_file_error(file, call, MPI_ERR_TYPE, "the etype 0x%x is not valid", (unsigned)etype);
    if (!lmpi_type_of(filetype) || lmpi_type_size(filetype) < 0)
        return lmpi_file_error(file, call, MPI_ERR_TYPE, "the filetype 0x%x is not valid", (unsigned)filetype);
    if (lmpi_type_size_committed(etype) < 0 || lmpi_type_size_committed(filetype) < 0)
        return lmpi_file_error(file, call, MPI_ERR_TYPE, "a datatype of the view is not committed");
    if (disp < 0)
        return lmpi_file_error(file, call, MPI_ERR_ARG, "the displacement is %lld", (long long)disp);
    const char *known = lmpi_datarep(datarep);
    if (!known)
        return lmpi_file_error(file, call, MPI_ERR_UNSUPPORTED_DATAREP, "\"%.60s\" is no data representation", datarep);
    if (strcmp(known, "external32") == 0)
        lmpi_file_converts(call, filetype);
    if (!lmpi_view_legal(etype, filetype, !(file->amode & MPI_MODE_RDONLY)))
        return lmpi_file_error(file, call, MPI_ERR_IO,
                               "the filetype is not made of etypes in ascending order from offset 0 on");
    return MPI_SUCCESS;
}

/* A view, as all members see it. */
typedef struct viewing {
    lmpi_file *file;
    int64_t extent; /* of the etype */
    const char *datarep;
} viewing;

static void reset_shared(lmpi_coll_run *run) {
    const viewing *first = run->call[0]->arguments;
    first->file->shared = 0;
    for (int i = 1; LMPI_CHECKED && i < run->n; i++) { /* MPICH takes what it gets */
        const viewing *other = run->call[i]->arguments;
        if (other->extent != first->extent)
            tell(run, i, "their etypes have extents of %lld and %lld bytes", (long long)first->extent,
                 (long long)other->extent);
        else if (other->datarep != first->datarep)
            tell(run, i, "they give the data representations \"%s\" and \"%s\"", first->datarep, other->datarep);
        else
            continue;
        return;
    }
}

int MPI_File_set_view(MPI_File fh, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype, const char *datarep,
                      MPI_Info info) {
    LMPI_CAPTURE(MPI_File_set_view, (fh, disp, etype, filetype, datarep, info));
    BSIM_ALONE;
    lmpi_call call = {"MPI_File_set_view", LMPI_SITE};
    LMPI_FILE_OR_FAIL(file, fh, &call);
    viewing a = {.file = file};
    if (disp == MPI_DISPLACEMENT_CURRENT) {
        lmpi_view *view = &lmpi_file_self(file)->view;
        int64_t unused;
        if (!(file->amode & MPI_MODE_SEQUENTIAL))
            return lmpi_file_error(file, &call, MPI_ERR_ARG, "MPI_DISPLACEMENT_CURRENT needs MPI_MODE_SEQUENTIAL");
        disp = lmpi_view_offset(view, file->shared * view->etype_size, &unused);
    }
    lmpi_file_trace(file, call.name, 0);
    int code = check_view(&call, file, disp, etype, filetype, datarep);
    if (code == MPI_SUCCESS) {
        a.extent = lmpi_type_of(etype)->extent;
        a.datarep = lmpi_datarep(datarep);
        code = lmpi_meet(file->comm, &call, reset_shared, &a, true);
    }
    if (code != MPI_SUCCESS)
        return code;
    lmpi_file_member *self = lmpi_file_self(file);
    lmpi_view_set(&self->view, disp, etype, filetype, lmpi_datarep(datarep));
    self->position = 0;
    if (info != MPI_INFO_NULL) {
        if (self->info != MPI_INFO_NULL)
            MPI_Info_free(&self->info);
        MPI_Info_dup(info, &self->info);
    }
    return MPI_SUCCESS;
}

int MPI_File_get_view(MPI_File fh, MPI_Offset *disp, MPI_Datatype *etype, MPI_Datatype *filetype, char *datarep) {
    LMPI_ENTER;
    BSIM_ALONE;
    lmpi_call call = {"MPI_File_get_view", LMPI_SITE};
    LMPI_FILE_OR_FAIL(file, fh, &call);
    const lmpi_view *view = &lmpi_file_self(file)->view;
    count(&call);
    *disp = view->disp;
    *etype = view->etype;
    *filetype = view->filetype;
    lmpi_type_hold(view->etype); /* the program frees what it is given, unless it is predefined */
    lmpi_type_hold(view->filetype);
    strcpy(datarep, view->datarep);
    return MPI_SUCCESS;
}

static int type_extent(const lmpi_call *call, MPI_File fh, MPI_Datatype datatype, MPI_Count *extent) {
    LMPI_FILE_OR_FAIL(file, fh, call);
    const lmpi_type *type = lmpi_type_of(datatype);
    count(call);
    if (!type)
        return lmpi_file_error(file, call, MPI_ERR_TYPE, "datatype handle 0x%x is not valid", (unsigned)datatype);
    *extent = type->extent;
    return MPI_SUCCESS;
}

int MPI_File_get_type_extent(MPI_File fh, MPI_Datatype datatype, MPI_Aint *extent) {
    LMPI_ENTER;
    BSIM_ALONE;
    MPI_Count found = 0;
    int code = type_extent(&(lmpi_call){"MPI_File_get_type_extent", LMPI_SITE}, fh, datatype, &found);
    if (code == MPI_SUCCESS)
        *extent = (MPI_Aint)found;
    return code;
}

int MPI_File_get_type_extent_c(MPI_File fh, MPI_Datatype datatype, MPI_Count *extent) {
    LMPI_ENTER;
    BSIM_ALONE;
    return type_extent(&(lmpi_call){"MPI_File_get_type_extent_c", LMPI_SITE}, fh, datatype, extent);
}

/* ---- what a file was opened with ---- */

int MPI_File_get_amode(MPI_File fh, int *amode) {
    LMPI_ENTER;
    BSIM_ALONE;
    lmpi_call call = {"MPI_File_get_amode", LMPI_SITE};
    LMPI_FILE_OR_FAIL(file, fh, &call);
    *amode = file->amode;
    return MPI_SUCCESS;
}

int MPI_File_get_group(MPI_File fh, MPI_Group *group) {
    LMPI_ENTER;
    BSIM_ALONE;
    lmpi_call call = {"MPI_File_get_group", LMPI_SITE};
    LMPI_FILE_OR_FAIL(file, fh, &call);
    return MPI_Comm_group(file->comm->handle, group);
}

int MPI_File_set_info(MPI_File fh, MPI_Info info) {
    LMPI_CAPTURE(MPI_File_set_info, (fh, info));
    BSIM_ALONE;
    lmpi_call call = {"MPI_File_set_info", LMPI_SITE};
    LMPI_FILE_OR_FAIL(file, fh, &call);
    int code = lmpi_meet(file->comm, &call, NULL, NULL, true);
    lmpi_file_member *self = lmpi_file_self(file);
    if (code != MPI_SUCCESS || info == MPI_INFO_NULL)
        return code;
    if (self->info != MPI_INFO_NULL)
        MPI_Info_free(&self->info);
    return MPI_Info_dup(info, &self->info);
}

int MPI_File_get_info(MPI_File fh, MPI_Info *info_used) {
    LMPI_ENTER;
    BSIM_ALONE;
    lmpi_call call = {"MPI_File_get_info", LMPI_SITE};
    LMPI_FILE_OR_FAIL(file, fh, &call);
    const lmpi_file_member *self = lmpi_file_self(file);
    return self->info == MPI_INFO_NULL ? MPI_Info_create(info_used) : MPI_Info_dup(self->info, info_used);
}

int MPI_File_set_atomicity(MPI_File fh, int flag) {
    LMPI_CAPTURE(MPI_File_set_atomicity, (fh, flag));
    BSIM_ALONE;
    lmpi_call call = {"MPI_File_set_atomicity", LMPI_SITE};
    LMPI_FILE_OR_FAIL(file, fh, &call);
    agreement a = {.file = file, .value = flag != 0, .what = "flag"};
    int code = together(&call, &a, false);
    if (code == MPI_SUCCESS)
        lmpi_file_self(file)->atomic = flag != 0;
    return code;
}

int MPI_File_get_atomicity(MPI_File fh, int *flag) {
    LMPI_ENTER;
    BSIM_ALONE;
    lmpi_call call = {"MPI_File_get_atomicity", LMPI_SITE};
    LMPI_FILE_OR_FAIL(file, fh, &call);
    *flag = lmpi_file_self(file)->atomic;
    return MPI_SUCCESS;
}

/* ---- ends of split accesses ---- */

/* The name of the function that begins the access is that of the end up to the last word. */
static int end(const lmpi_call *call, MPI_File fh, MPI_Status *status) {
    LMPI_FILE_OR_FAIL(file, fh, call);
    lmpi_file_member *self = lmpi_file_self(file);
    size_t length = strlen(call->name) - strlen("end");
    count(call);
    if (!self->split || strncmp(self->split, call->name, length) != 0)
        return lmpi_file_error(file, call, MPI_ERR_IO, "no such access has begun");
    if (status != MPI_STATUS_IGNORE)
        lmpi_status_set(status, status->MPI_SOURCE, status->MPI_TAG, self->split_bytes);
    self->split = NULL;
    return MPI_SUCCESS;
}

int MPI_File_read_all_end(MPI_File fh, void *buf, MPI_Status *status) {
    LMPI_CAPTURE(MPI_File_read_all_end, (fh, buf, status));
    BSIM_ALONE;
    (void)buf;
    return end(LMPI_CALL(MPI_File_read_all_end), fh, status);
}

int MPI_File_read_at_all_end(MPI_File fh, void *buf, MPI_Status *status) {
    LMPI_CAPTURE(MPI_File_read_at_all_end, (fh, buf, status));
    BSIM_ALONE;
    (void)buf;
    return end(LMPI_CALL(MPI_File_read_at_all_end), fh, status);
}

int MPI_File_read_ordered_end(MPI_File fh, void *buf, MPI_Status *status) {
    LMPI_CAPTURE(MPI_File_read_ordered_end, (fh, buf, status));
    BSIM_ALONE;
    (void)buf;
    return end(LMPI_CALL(MPI_File_read_ordered_end), fh, status);
}

int MPI_File_write_all_end(MPI_File fh, const void *buf, MPI_Status *status) {
    LMPI_CAPTURE(MPI_File_write_all_end, (fh, buf, status));
    BSIM_ALONE;
    (void)buf;
    return end(LMPI_CALL(MPI_File_write_all_end), fh, status);
}

int MPI_File_write_at_all_end(MPI_File fh, const void *buf, MPI_Status *status) {
    LMPI_CAPTURE(MPI_File_write_at_all_end, (fh, buf, status));
    BSIM_ALONE;
    (void)buf;
    return end(LMPI_CALL(MPI_File_write_at_all_end), fh, status);
}

int MPI_File_write_ordered_end(MPI_File fh, const void *buf, MPI_Status *status) {
    LMPI_CAPTURE(MPI_File_write_ordered_end, (fh, buf, status));
    BSIM_ALONE;
    (void)buf;
    return end(LMPI_CALL(MPI_File_write_ordered_end), fh, status);
}
