/* access.c - accesses to files: their arguments, the data that they move, and the time that they take.
 *
 * Ranks access files in the order of virtual time (lmpi_file_turn): so the shared file pointer and data that several
 * ranks write are the same however ranks are run. In a skeleton accesses take time only, except reads whose data it
 * keeps. */
#include "lmpi/io/access.h"

#include "bsim/base/alloc.h"
#include "bsim/base/warn.h"
#include "bsim/network/storage.h"
#include "lmpi/coll/coll_time.h"
#include "lmpi/core/checker.h"
#include "lmpi/datatype/external32.h"

/* ---- arguments ---- */

static int check_split(const lmpi_access *a) {
    const lmpi_file_member *member = lmpi_file_self(a->file);
    if (!a->begins || !member->split)
        return MPI_SUCCESS;
    return lmpi_file_error(a->file, &a->call, MPI_ERR_IO, "%s has begun and was not ended", member->split);
}

static int check_type(const lmpi_access *a) {
    int64_t etype_size = lmpi_file_self(a->file)->view.etype_size;
    const lmpi_type *type = lmpi_type_of(a->type);
    if (!type)
        return lmpi_file_error(a->file, &a->call, MPI_ERR_TYPE, "datatype handle 0x%x is not valid", (unsigned)a->type);
    if (!type->committed && !LMPI_TYPE_IS_BUILTIN(a->type))
        return lmpi_file_error(a->file, &a->call, MPI_ERR_TYPE, "the datatype is not committed");
    if (lmpi_file_self(a->file)->view.external32)
        lmpi_file_converts(&a->call, a->type);
    if (a->count * type->size % etype_size != 0)
        return lmpi_file_error(a->file, &a->call, MPI_ERR_IO, "%lld bytes are no multiple of the view's etype of %lld",
                               (long long)(a->count * type->size), (long long)etype_size);
    if (a->real && a->buffer == MPI_IN_PLACE && a->count * type->size > 0)
        return lmpi_file_error(a->file, &a->call, MPI_ERR_BUFFER, "the buffer cannot be MPI_IN_PLACE");
    if (a->real && !lmpi_is_skeleton() && a->count * type->size > 0 && !lmpi_type_has_memory(a->buffer, a->type))
        return lmpi_file_error(a->file, &a->call, MPI_ERR_BUFFER, "the buffer is null");
    return MPI_SUCCESS;
}

static int check(lmpi_access *a) {
    if (!(a->file = lmpi_file_of(a->fh)))
        return lmpi_file_error(NULL, &a->call, MPI_ERR_FILE, "the file handle is not valid or not open");
    int amode = a->file->amode;
    if (a->count < 0)
        return lmpi_file_error(a->file, &a->call, MPI_ERR_ARG, "count is %d", a->count);
    if (a->where == LMPI_AT && a->offset < 0)
        return lmpi_file_error(a->file, &a->call, MPI_ERR_ARG, "offset is %lld", (long long)a->offset);
    if (a->writes && (amode & MPI_MODE_RDONLY))
        return lmpi_file_error(a->file, &a->call, MPI_ERR_READ_ONLY, "the file was opened for reading only");
    if (!a->writes && (amode & MPI_MODE_WRONLY))
        return lmpi_file_error(a->file, &a->call, MPI_ERR_ACCESS, "the file was opened for writing only");
    if ((amode & MPI_MODE_SEQUENTIAL) && a->where != LMPI_SHARED)
        return lmpi_file_error(a->file, &a->call, MPI_ERR_UNSUPPORTED_OPERATION,
                               "the file was opened with MPI_MODE_SEQUENTIAL");
    int code = check_split(a);
    if (code == MPI_SUCCESS)
        code = check_type(a);
    a->bytes = code == MPI_SUCCESS ? a->count * lmpi_type_size(a->type) : 0;
    return code;
}

/* ---- where ---- */

/* Takes the bytes from the shared file pointer on, which moves by all of them, also if the file ends before. */
static void take_shared(lmpi_access *a, const lmpi_file_member *member) {
    a->at = a->file->shared * member->view.etype_size;
    a->file->shared += a->bytes / member->view.etype_size;
}

static void find_place(lmpi_access *a) {
    const lmpi_file_member *member = lmpi_file_self(a->file);
    if (a->where == LMPI_AT)
        a->at = a->offset * member->view.etype_size;
    else if (a->where == LMPI_OWN)
        a->at = member->position * member->view.etype_size;
    else if (a->how == LMPI_SINGLE)
        take_shared(a, member);
}

/* Cuts a read at the end of the file, and moves the individual file pointer. */
static void limit(lmpi_access *a) {
    lmpi_file_member *member = lmpi_file_self(a->file);
    if (LMPI_CHECKED)
        lmpi_checker->file_access(a);
    if (!a->writes && a->bytes > 0) {
        int64_t there = lmpi_view_before(&member->view, lmpi_disk_size(a->file->disk)) - a->at;
        if (there < a->bytes)
            a->bytes = there > 0 ? there : 0;
    }
    if (a->where == LMPI_OWN)
        member->position += a->bytes / member->view.etype_size;
}

/* ---- data ---- */

/* The packed data between memory and the parts of the file. */
static int transfer(const lmpi_access *a, char *packed) {
    lmpi_view *view = &lmpi_file_self(a->file)->view;
    int code = MPI_SUCCESS;
    for (int64_t done = 0, part; done < a->bytes && code == MPI_SUCCESS; done += part) {
        int64_t offset = lmpi_view_offset(view, a->at + done, &part);
        if (part > a->bytes - done)
            part = a->bytes - done;
        code = a->writes ? lmpi_disk_write(a->file->disk, offset, packed + done, part)
                         : lmpi_disk_read(a->file->disk, offset, packed + done, part);
    }
    return code;
}

static int move(const lmpi_access *a) {
    int64_t gap;
    bool converts = lmpi_file_self(a->file)->view.external32;
    if (!converts && lmpi_type_is_flat(a->type, a->count, &gap))
        return transfer(a, (char *)a->buffer + gap);
    char *packed = bsim_alloc((size_t)a->bytes);
    if (a->writes)
        lmpi_type_pack(a->buffer, a->count, a->type, packed);
    if (a->writes && converts)
        lmpi_external32_convert(packed, a->bytes, a->type);
    int code = transfer(a, packed);
    if (!a->writes && converts && code == MPI_SUCCESS)
        lmpi_external32_convert(packed, a->bytes, a->type);
    if (!a->writes && code == MPI_SUCCESS)
        lmpi_type_unpack(packed, a->bytes, a->buffer, a->count, a->type);
    bsim_free(packed);
    return code;
}

/* What an access of a skeleton does: a write is noted, and a read of data that the program wrote cannot be. */
static int move_in_skeleton(const lmpi_access *a) {
    if (a->writes && a->real)
        bsim_fatal_at(
            BSIM_EXIT_USAGE, a->call.ret,
            "%s: communication depends on what the program reads of %s after this call has written it; skeletons "
            "do not write files: make the prediction with skeletonize --full",
            a->call.name, lmpi_disk_path(a->file->disk));
    if (a->writes) {
        int64_t length, last = lmpi_view_offset(&lmpi_file_self(a->file)->view, a->at + a->bytes - 1, &length);
        lmpi_disk_note(a->file->disk, last + 1);
        return MPI_SUCCESS;
    }
    if (!a->real || !lmpi_type_has_memory(a->buffer, a->type))
        return MPI_SUCCESS;
    if (lmpi_disk_noted(a->file->disk))
        bsim_fatal_at(
            BSIM_EXIT_USAGE, a->call.ret,
            "%s: communication depends on data of %s that the program has written itself; skeletons do not write "
            "files: make the prediction with skeletonize --full",
            a->call.name, lmpi_disk_path(a->file->disk));
    return move(a);
}

static int move_data(const lmpi_access *a) {
    if (a->bytes == 0)
        return MPI_SUCCESS;
    int code = lmpi_is_skeleton() ? move_in_skeleton(a) : move(a);
    if (code == MPI_SUCCESS)
        return code;
    return lmpi_file_failed(a->file, &a->call, code, "%s of %lld bytes %s %s failed", a->writes ? "writing" : "reading",
                            (long long)a->bytes, a->writes ? "to" : "from", lmpi_disk_path(a->file->disk));
}

/* ---- together ---- */

/* Shares the bytes of a collective access among aggregators, as equal parts: on each node the first ranks of the file,
 * as many as the platform says. */
static void share_out(lmpi_coll_run *run) {
    int64_t all = 0, per_node = bsim_storage_known() ? bsim_storage_aggregators() : 1, n = 0;
    int *taken = lmpi_coll_scratch((size_t)bsim_context.nodes * sizeof *taken);
    bool *is_one = lmpi_coll_scratch((size_t)run->n * sizeof *is_one), one_node = true;
    const int32_t *node = bsim_context.node;
    for (int i = 0; i < bsim_context.nodes; i++)
        taken[i] = 0;
    for (int i = 0; i < run->n; i++) {
        int32_t at = node[run->call[i]->world];
        all += ((const lmpi_access *)run->call[i]->arguments)->bytes;
        is_one[i] = taken[at]++ < per_node;
        n += is_one[i];
        one_node = one_node && at == node[run->call[0]->world];
    }
    int64_t number = 0;
    for (int i = 0; i < run->n; i++) {
        lmpi_access *a = (lmpi_access *)(uintptr_t)run->call[i]->arguments;
        a->one_node = one_node;
        a->share = is_one[i] ? all / n + (number < all % n) : 0;
        number += is_one[i];
    }
}

/* Gives the ranks their places behind the shared file pointer, in the order of ranks. */
static void put_in_order(lmpi_coll_run *run) {
    for (int i = 0; i < run->n; i++) {
        lmpi_access *a = (lmpi_access *)(uintptr_t)run->call[i]->arguments;
        take_shared(a, &a->file->member[i]);
    }
}

/* The aggregators bring the data together and access the file; then all go on. */
static int access_together(lmpi_access *a) {
    lmpi_file_turn(&a->call);
    limit(a);
    int code = lmpi_meet(a->file->comm, &a->call, share_out, a, true);
    if (code != MPI_SUCCESS)
        return code;
    lmpi_file_turn(&a->call);
    int moved = move_data(a);
    if (a->share > 0) {
        double start_s = *bsim_self->clock;
        bsim_storage_exchange((double)(a->share > a->bytes ? a->share - a->bytes : 0), a->one_node, bsim_self->clock);
        lmpi_charge(bsim_site_at(a->call.ret, a->call.name), start_s, 0);
        lmpi_file_turn(&a->call);
        lmpi_file_take(&a->call, a->share);
    }
    code = lmpi_meet(a->file->comm, &a->call, NULL, a, false);
    return moved != MPI_SUCCESS ? moved : code;
}

/* ---- one access ---- */

static void tell(const lmpi_access *a) {
    lmpi_file_member *member = lmpi_file_self(a->file);
    if (a->begins) {
        member->split = a->call.name;
        member->split_bytes = a->bytes;
    } else if (!a->request && a->status != MPI_STATUS_IGNORE) {
        lmpi_status_set(a->status, a->status->MPI_SOURCE, a->status->MPI_TAG, a->bytes);
    }
}

/* A request that is ready when the access is: K times. */
static void start_request(const lmpi_access *a) {
    lmpi_request *r = lmpi_request_new();
    struct bsim_site *site = bsim_site_at(a->call.ret, a->call.name);
    uint32_t index = r->index;
    size_t k = (size_t)bsim_context.nscen;
    for (size_t i = 0; i < k; i++)
        lmpi_request_post(r)[i] = bsim_self->clock[i];
    *r = (lmpi_request){.peer = MPI_PROC_NULL,
                        .comm = a->file->comm->id,
                        .owner = bsim_self->id,
                        .kind = LMPI_REQ_FILE,
                        .state = LMPI_REQ_MOVING,
                        .protocol = BSIM_EAGER,
                        .type = MPI_BYTE,
                        .bytes = a->bytes,
                        .index = index,
                        .site = site};
    r->other_s = *bsim_self->clock;
    lmpi_file_take_later(&a->call, r);
    *a->request = lmpi_request_handle(r);
}

static int access_alone(lmpi_access *a) {
    lmpi_file_turn(&a->call);
    find_place(a);
    limit(a);
    int code = move_data(a);
    if (a->request && code == MPI_SUCCESS)
        start_request(a);
    else if (code == MPI_SUCCESS)
        lmpi_file_take(&a->call, a->bytes);
    return code;
}

static int access_in_order(lmpi_access *a) {
    int code = lmpi_meet(a->file->comm, &a->call, put_in_order, a, true);
    return code == MPI_SUCCESS ? access_alone(a) : code;
}

static void count(const lmpi_access *a, double start_s) {
    struct bsim_file_accesses *io = &bsim_run.io;
    io->calls++;
    *(a->writes ? &io->written_bytes : &io->read_bytes) += (uint64_t)a->bytes;
    if (*bsim_self->clock > start_s)
        bsim_time_add(&io->time, *bsim_self->clock - start_s);
    io->untimed = !bsim_storage_known();
    bsim_site_at(a->call.ret, a->call.name)->accesses++;
}

int lmpi_file_access(lmpi_access *a) {
    double start_s = *bsim_self->clock;
    a->call.name += *a->call.name == 'L';
    if (a->request)
        *a->request = MPI_REQUEST_NULL;
    int code = check(a);
    if (a->file && a->count >= 0 && lmpi_type_of(a->type)) /* also one that fails */
        lmpi_file_trace(a->file, a->call.name, (int64_t)a->count * lmpi_type_size(a->type));
    if (code != MPI_SUCCESS)
        return code;
    if (a->how == LMPI_SINGLE)
        bsim_site_at(a->call.ret, a->call.name)->calls++;
    if (a->how != LMPI_ORDERED && a->how != LMPI_SINGLE)
        find_place(a);
    code = a->how == LMPI_SINGLE ? access_alone(a) : a->how == LMPI_ORDERED ? access_in_order(a) : access_together(a);
    if (code != MPI_SUCCESS)
        return code;
    count(a, start_s);
    tell(a);
    return code;
}
