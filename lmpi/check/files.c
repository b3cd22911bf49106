/* files.c - files: split accesses and requests that are under way, and views (MPI-4.0, chapter 14). */
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/text.h"
#include "lmpi/check/objects.h"
#include "lmpi/io/file.h"

static bool is_file_call(const check_call *call) {
    enum check_family family = check_function_of(call)->family;
    return family == CHECK_FAMILY_IO || family == CHECK_FAMILY_IO_DATA;
}

static bool ends_with(const check_call *call, const char *end) {
    return bsim_ends(check_function_of(call)->name, end);
}

/* The books of requests name a split access, which has none, by a number in the place of a window's handle. */
static MPI_Win number_of(const lmpi_file *file) {
    return -1 - file->index;
}

static const check_request *split_of(const lmpi_file *file) {
    const check_rank *rank = &lmpi_check_ranks[bsim_self->id];
    const check_request *r = rank->nunnamed ? rank->requests : NULL;
    while (r && (r->handle || r->win != number_of(file)))
        r = r->next;
    return r;
}

static void tell(const check_call *call, enum check_category category, const char *error, const check_request *r,
                 const char *text) {
    check_place places[] = {lmpi_check_here(call), {bsim_self->id, check_function_of(&r->call)->name, r->started}};
    lmpi_check_found(category, error, 2, places, "%s", text);
}

/* The layer refuses to close a file in a split access; the program has tried to, so it is no leak. */
static void check_close(check_call *call, const lmpi_file *file) {
    const check_request *split = split_of(file);
    if (split) {
        tell(call, CHECK_REQUEST_LIFECYCLE, "split-access-not-ended", split,
             "the file is closed, and this split access was not ended");
        lmpi_check_object_is_gone(call, CHECK_FILE, (intptr_t)file->handle);
        lmpi_check_requests_of_window_end(number_of(file), -1);
        call->told = true;
    }
    for (check_request *r = lmpi_check_ranks[bsim_self->id].requests; r; r = r->next) {
        if (!r->handle || !r->active || check_function_of(&r->call)->family != CHECK_FAMILY_IO_DATA ||
            (MPI_File)r->call.a[0] != file->handle)
            continue;
        tell(call, CHECK_REQUEST_LIFECYCLE, "file-closed-with-request", r,
             "the file is closed before this access was completed by a wait or a test");
        r->told_open = true;
    }
}

static void end_split(const check_call *call, const lmpi_file *file, const check_request *split) {
    int buffer = (int)strcspn(check_function_of(&split->call)->roles, "br");
    if (split->call.a[buffer] != call->a[1])
        tell(call, CHECK_INVALID_PARAMETER, "split-access-buffer", split,
             "the end of a split access has another buffer than its begin");
    lmpi_check_requests_of_window_end(number_of(file), -1);
}

/* A filetype is made of etypes. Bytes go with all, as in many programs. */
static void check_view(const check_call *call) {
    MPI_Datatype etype = (MPI_Datatype)call->a[2], filetype = (MPI_Datatype)call->a[3];
    int64_t size = lmpi_type_size(etype), whole = lmpi_type_size(filetype);
    check_signature one = {0}, all = {0};
    char a[256], b[256];
    if (size <= 0 || whole <= 0 || whole % size)
        return;
    lmpi_check_signature(&one, whole / size, etype);
    lmpi_check_signature(&all, 1, filetype);
    if (!(one.count == 1 && one.at[0].type == MPI_BYTE) && !lmpi_check_fits(&one, &all, false))
        CHECK_FOUND(call, CHECK_INVALID_PARAMETER, "filetype-of-others",
                    "the filetype is not made of etypes: %s of them are %s, and it has %s",
                    whole == size ? "one" : "as many", lmpi_check_signature_text(&one, a, sizeof a),
                    lmpi_check_signature_text(&all, b, sizeof b));
    lmpi_check_signature_free(&one);
    lmpi_check_signature_free(&all);
}

/* ---- views and the shared pointer (MPI-4.0, 14.4.4: all processes have the same view then) ---- */

/* The latest access by the shared pointer, and how often each member has set its view. */
static struct shared {
    struct shared *next;
    MPI_File file;
    int *views;     /* by member; owned */
    int then;       /* the number of views of the member that made the access */
    lmpi_view view; /* what it had then; its types are not owned, and not used */
    check_place place;
} *shared_files;

static struct shared *shared_of(const lmpi_file *file) {
    struct shared *s = shared_files;
    while (s && s->file != file->handle)
        s = s->next;
    if (s)
        return s;
    s = bsim_alloc(sizeof *s);
    *s = (struct shared){.next = shared_files, .file = file->handle, .then = -1};
    s->views = bsim_alloc((size_t)file->comm->size * sizeof *s->views);
    return shared_files = s;
}

static void forget_shared(MPI_File file) {
    struct shared **at = &shared_files, *s;
    while (*at && (*at)->file != file)
        at = &(*at)->next;
    if (!(s = *at))
        return;
    *at = s->next;
    bsim_free(s->views);
    bsim_free(s);
}

static int member_of(const lmpi_file *file) {
    return lmpi_comm_rank(file->comm, bsim_self->id);
}

static void check_shared(const check_call *call, const lmpi_file *file) {
    const char *name = check_function_of(call)->name;
    const lmpi_view *view = &lmpi_file_self(file)->view;
    if (!strstr(name, "_shared") && !strstr(name, "_ordered"))
        return;
    struct shared *s = shared_of(file);
    const check_place here = lmpi_check_here(call);
    if (s->then == s->views[member_of(file)] && (s->view.disp != view->disp || s->view.etype_size != view->etype_size ||
                                                 s->view.size != view->size || s->view.extent != view->extent))
        lmpi_check_found(CHECK_PARAMETER_MATCHING, "shared-views-differ", 2, (check_place[]){s->place, here},
                         "both ranks use the shared pointer of the file, and their views differ");
    s->then = s->views[member_of(file)];
    s->view = *view;
    s->place = here;
}

void lmpi_check_files_enter(check_call *call) {
    bool closes = call->id == CHECK_File_close;
    if (call->id == CHECK_File_open)
        lmpi_check_clocks_start();
    if (!is_file_call(call) || call->id == CHECK_File_open || call->id == CHECK_File_delete)
        return;
    const lmpi_file *file = lmpi_file_of(closes ? *(const MPI_File *)call->a[0] : (MPI_File)call->a[0]);
    const check_request *split = file ? split_of(file) : NULL;
    if (!file)
        return;
    check_shared(call, file);
    if (closes || call->id == CHECK_File_sync)
        lmpi_check_file_synced(file, closes);
    if (closes)
        check_close(call, file);
    else if (call->id == CHECK_File_set_view)
        check_view(call);
    else if (split && ends_with(call, "_end"))
        end_split(call, file, split);
    else if (split && (ends_with(call, "_all") || ends_with(call, "_ordered") || ends_with(call, "_begin"))) {
        tell(call, CHECK_CALL_ORDERING, "collective-in-split-access", split,
             "a collective access of the file comes before this split access was ended");
        call->told = true;
    }
}

void lmpi_check_files_leave(const check_call *call) {
    if (call->id == CHECK_File_close)
        forget_shared((MPI_File)call->freed); /* it is collective: the others have made their last access, too */
    if (call->id == CHECK_File_open)
        lmpi_check_file_opened(lmpi_file_of(*(const MPI_File *)call->a[lmpi_check_place(call, 'O', 0)]));
    if (call->id == CHECK_File_set_view) {
        const lmpi_file *file = lmpi_file_of((MPI_File)call->a[0]);
        shared_of(file)->views[member_of(file)]++;
    }
    if (is_file_call(call) && ends_with(call, "_begin"))
        lmpi_check_request_of_window(call, number_of(lmpi_file_of((MPI_File)call->a[0])), 0);
}
