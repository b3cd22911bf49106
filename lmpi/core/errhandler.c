/* errhandler.c - error handlers and error codes. An error code is its class; codes and classes that a program adds
 * follow. */
#include "lmpi/core/errhandler.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "lmpi/core/checker.h"
#include "lmpi/core/lmpi_internal.h"
#include "lmpi/core/props.h"

enum { HANDLER_USER = (int)0x94000000, HANDLER_INDEX = 0x03ffffff };

/* Handlers that the program has made. Ranks that make a handler of one function share its entry. */
typedef void handler_function(void *object, int *code, ...); /* object: points to the handle */
typedef struct handler {
    handler_function *function;
    int refs;
} handler;

static handler *handlers;
static int nhandlers;

static handler *handler_of(MPI_Errhandler handle) {
    int index = handle & HANDLER_INDEX;
    return (handle & ~HANDLER_INDEX) == HANDLER_USER && index < nhandlers ? &handlers[index] : NULL;
}

static bool is_predefined(MPI_Errhandler handle) {
    return handle == MPI_ERRORS_ARE_FATAL || handle == MPI_ERRORS_RETURN || handle == MPI_ERRORS_ABORT;
}

/* ---- error codes ---- */

static const char *const class_text[] = {
    [MPI_ERR_BUFFER] = "invalid buffer pointer",
    [MPI_ERR_COUNT] = "invalid count",
    [MPI_ERR_TYPE] = "invalid datatype",
    [MPI_ERR_TAG] = "invalid tag",
    [MPI_ERR_COMM] = "invalid communicator",
    [MPI_ERR_RANK] = "invalid rank",
    [MPI_ERR_ROOT] = "invalid root",
    [MPI_ERR_GROUP] = "invalid group",
    [MPI_ERR_OP] = "invalid operation",
    [MPI_ERR_TOPOLOGY] = "invalid topology",
    [MPI_ERR_DIMS] = "invalid dimensions",
    [MPI_ERR_ARG] = "invalid argument",
    [MPI_ERR_UNKNOWN] = "unknown error",
    [MPI_ERR_TRUNCATE] = "message truncated",
    [MPI_ERR_OTHER] = "error",
    [MPI_ERR_INTERN] = "internal error",
    [MPI_ERR_IN_STATUS] = "see the statuses",
    [MPI_ERR_PENDING] = "pending request",
    [MPI_ERR_REQUEST] = "invalid request",
    [MPI_ERR_INFO] = "invalid info object",
    [MPI_ERR_INFO_KEY] = "invalid info key",
    [MPI_ERR_INFO_VALUE] = "invalid info value",
    [MPI_ERR_INFO_NOKEY] = "no such info key",
    [MPI_ERR_NO_MEM] = "out of memory",
    [MPI_ERR_KEYVAL] = "invalid keyval",
    [MPI_ERR_FILE] = "invalid file handle",
    [MPI_ERR_ACCESS] = "permission denied",
    [MPI_ERR_AMODE] = "invalid access mode",
    [MPI_ERR_BAD_FILE] = "invalid file name",
    [MPI_ERR_FILE_EXISTS] = "the file exists",
    [MPI_ERR_FILE_IN_USE] = "the file is in use",
    [MPI_ERR_NO_SPACE] = "no space on the device",
    [MPI_ERR_NO_SUCH_FILE] = "no such file",
    [MPI_ERR_IO] = "input or output failed",
    [MPI_ERR_READ_ONLY] = "the file or file system is read-only",
    [MPI_ERR_QUOTA] = "the quota is exceeded",
    [MPI_ERR_NOT_SAME] = "the arguments of the ranks differ",
    [MPI_ERR_UNSUPPORTED_DATAREP] = "unsupported data representation",
    [MPI_ERR_WIN] = "invalid window",
    [MPI_ERR_SIZE] = "invalid size",
    [MPI_ERR_DISP] = "invalid displacement",
    [MPI_ERR_ASSERT] = "invalid assertion",
    [MPI_ERR_LOCKTYPE] = "invalid lock type",
    [MPI_ERR_RMA_CONFLICT] = "conflicting accesses to a window",
    [MPI_ERR_RMA_SYNC] = "wrong synchronization of one-sided calls",
    [MPI_ERR_RMA_RANGE] = "outside of the window",
    [MPI_ERR_RMA_ATTACH] = "memory cannot be attached",
    [MPI_ERR_RMA_SHARED] = "memory cannot be shared",
    [MPI_ERR_RMA_FLAVOR] = "wrong kind of window",
    [MPI_ERR_UNSUPPORTED_OPERATION] = "unsupported operation on this file",
};

const char *lmpi_error_class_text(int error_class) {
    size_t n = sizeof class_text / sizeof *class_text;
    return error_class > 0 && (size_t)error_class < n && class_text[error_class] ? class_text[error_class]
                                                                                 : "error of class";
}

/* Classes and codes that the program has added. Each rank numbers its own, as a process would. error_class 0: it was
 * removed, and its number is the next that the rank gets. */
typedef struct own_code {
    int rank, code, error_class;
    char *text;
} own_code;

static own_code *own_codes;
static int nown_codes;
enum { OWN_FIRST = 0x40000000 };

static own_code *own_code_of(int code) {
    for (int i = 0; i < nown_codes; i++)
        if (own_codes[i].rank == bsim_self->id && own_codes[i].code == code && own_codes[i].error_class)
            return &own_codes[i];
    return NULL;
}

static int add_code(int error_class) {
    int code = OWN_FIRST;
    for (int i = 0; i < nown_codes; i++) {
        own_code *own = &own_codes[i];
        if (own->rank != bsim_self->id)
            continue;
        if (!own->error_class) {
            own->error_class = error_class ? error_class : own->code;
            return own->code;
        }
        code++;
    }
    own_codes = bsim_realloc(own_codes, (size_t)(nown_codes + 1) * sizeof *own_codes);
    own_codes[nown_codes++] = (own_code){bsim_self->id, code, error_class ? error_class : code, NULL};
    return code;
}

int MPI_Add_error_class(int *errorclass) {
    BSIM_ALONE;
    *errorclass = add_code(0);
    return MPI_SUCCESS;
}

int MPI_Add_error_code(int errorclass, int *errorcode) {
    BSIM_ALONE;
    *errorcode = add_code(errorclass);
    return MPI_SUCCESS;
}

int MPI_Add_error_string(int errorcode, const char *string) {
    BSIM_ALONE;
    own_code *own = own_code_of(errorcode);
    if (!own)
        return LMPI_FAIL(MPI_COMM_WORLD, MPI_ERR_ARG, "error code %d was not made by this program", errorcode);
    bsim_free(own->text);
    own->text = bsim_strdup(string);
    return MPI_SUCCESS;
}

static int remove_text(const char *call, const void *site, int code) {
    own_code *own = own_code_of(code);
    if (!own || !own->text)
        return lmpi_error(MPI_COMM_WORLD, call, site, MPI_ERR_ARG, "the program has added no text to error code %d",
                          code);
    bsim_free(own->text);
    own->text = NULL;
    return MPI_SUCCESS;
}

static bool has_codes(int error_class) {
    for (int i = 0; i < nown_codes; i++)
        if (own_codes[i].rank == bsim_self->id && own_codes[i].error_class == error_class &&
            own_codes[i].code != error_class)
            return true;
    return false;
}

static int remove_code(const char *call, const void *site, int code, bool is_class) {
    own_code *own = own_code_of(code);
    if (!own || (own->error_class == code) != is_class)
        return lmpi_error(MPI_COMM_WORLD, call, site, MPI_ERR_ARG, "error %s %d was not made by this program",
                          is_class ? "class" : "code", code);
    if (is_class && has_codes(code))
        return lmpi_error(MPI_COMM_WORLD, call, site, MPI_ERR_ARG, "error class %d has codes that were not removed",
                          code);
    bsim_free(own->text);
    own->text = NULL;
    own->error_class = 0;
    return MPI_SUCCESS;
}

/* Functions of MPI-4.1, which the headers of MPICH 4.0 lack, and the same as MPICH 4.0 has them. */
int MPI_Remove_error_class(int errorclass);
int MPI_Remove_error_class(int errorclass) {
    BSIM_ALONE;
    return remove_code(__func__, __builtin_return_address(0), errorclass, true);
}

int MPI_Remove_error_code(int errorcode);
int MPI_Remove_error_code(int errorcode) {
    BSIM_ALONE;
    return remove_code(__func__, __builtin_return_address(0), errorcode, false);
}

int MPI_Remove_error_string(int errorcode);
int MPI_Remove_error_string(int errorcode) {
    BSIM_ALONE;
    return remove_text(__func__, __builtin_return_address(0), errorcode);
}

int MPIX_Delete_error_class(int errorclass) {
    BSIM_ALONE;
    return remove_code(__func__, __builtin_return_address(0), errorclass, true);
}

int MPIX_Delete_error_code(int errorcode) {
    BSIM_ALONE;
    return remove_code(__func__, __builtin_return_address(0), errorcode, false);
}

int MPIX_Delete_error_string(int errorcode) {
    BSIM_ALONE;
    return remove_text(__func__, __builtin_return_address(0), errorcode);
}

int MPI_Error_class(int errorcode, int *errorclass) {
    BSIM_ALONE;
    const own_code *own = errorcode >= OWN_FIRST ? own_code_of(errorcode) : NULL;
    *errorclass = own ? own->error_class : errorcode & 0x7f;
    return MPI_SUCCESS;
}

typedef struct string_call {
    int code, result;
    char *string;
    int *length;
} string_call;

static void run_error_string(void *argument) {
    string_call *c = argument;
    c->result = PMPI_Error_string(c->code, c->string, c->length);
}

int MPI_Error_string(int errorcode, char *string, int *resultlen) {
    BSIM_ALONE;
    const own_code *own = errorcode >= OWN_FIRST ? own_code_of(errorcode) : NULL;
    if (own || errorcode >= OWN_FIRST) {
        *resultlen = snprintf(string, MPI_MAX_ERROR_STRING, "%s", own && own->text ? own->text : "");
        return MPI_SUCCESS;
    }
    string_call c = {errorcode, MPI_SUCCESS, string, resultlen};
    lmpi_pmpi_init();
    bsim_on_host_stack(run_error_string, &c);
    return MPI_SUCCESS;
}

/* ---- reporting ---- */

static MPI_Errhandler handler_in_force(const lmpi_comm *comm) {
    const lmpi_props *p = bsim_self ? lmpi_props_find(LMPI_DOMAIN_COMM, comm->id, bsim_self->id) : NULL;
    return p && p->errhandler ? p->errhandler : MPI_ERRORS_ARE_FATAL;
}

int lmpi_error_report(MPI_Errhandler handle, void *object, const char *call, const void *site, int code,
                      const char *text) {
    if (LMPI_CHECKED)
        lmpi_checker->error(call, site, code, text);
    return lmpi_error_handle(handle, object, call, site, code, text);
}

int lmpi_error_handle(MPI_Errhandler handle, void *object, const char *call, const void *site, int code,
                      const char *text) {
    const handler *h = handler_of(handle);
    if (handle == MPI_ERRORS_RETURN)
        return code;
    if (h) {
        LMPI_IN_PROGRAM(false);
        h->function(object, &code, NULL);
        return code;
    }
    int error_class;
    MPI_Error_class(code, &error_class);
    bsim_fatal_at(BSIM_EXIT_MISUSE, site, "%s: %s%s%s", call + (*call == 'L'), lmpi_error_class_text(error_class),
                  *text ? ": " : "", text);
}

static int report(MPI_Comm comm, const char *call, const void *site, int code, const char *text) {
    const lmpi_comm *c = lmpi_comm_of(comm);
    MPI_Errhandler handle = handler_in_force(c ? c : lmpi_comms[LMPI_COMM_ID_WORLD]);
    return lmpi_error_report(handle, &comm, call, site, code, text);
}

int lmpi_error(MPI_Comm comm, const char *call, const void *site, int error_class, const char *format, ...) {
    BSIM_ALONE;
    char text[1024];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return report(comm, call, site, error_class, text);
}

int MPI_Comm_call_errhandler(MPI_Comm comm, int errorcode) {
    LMPI_ENTER;
    BSIM_ALONE;
    if (!lmpi_comm_of(comm))
        return LMPI_FAIL(MPI_COMM_WORLD, MPI_ERR_COMM, "communicator handle 0x%x is not valid", (unsigned)comm);
    char text[32];
    snprintf(text, sizeof text, "code %d, raised by the program", errorcode);
    report(comm, __func__, LMPI_SITE, errorcode, text);
    return MPI_SUCCESS;
}

/* ---- handlers ---- */

static int create(handler_function *function, MPI_Errhandler *errhandler) {
    int index = 0;
    while (index < nhandlers && (handlers[index].refs == 0 || handlers[index].function != function))
        index++;
    if (index == nhandlers) {
        handlers = bsim_realloc(handlers, (size_t)++nhandlers * sizeof *handlers);
        handlers[index] = (handler){function, 0};
    }
    handlers[index].refs++;
    *errhandler = HANDLER_USER | index;
    return MPI_SUCCESS;
}

/* Frees a handle. The entry stays after the last handle is freed, since communicators may still use it. */
static int release(const char *call, const void *site, MPI_Errhandler *errhandler) {
    handler *h = handler_of(*errhandler);
    if (!h && !is_predefined(*errhandler))
        return lmpi_error(MPI_COMM_WORLD, call, site, MPI_ERR_ARG, "error handler 0x%x is not valid",
                          (unsigned)*errhandler);
    if (h && h->refs > 0)
        h->refs--;
    *errhandler = MPI_ERRHANDLER_NULL;
    return MPI_SUCCESS;
}

bool lmpi_errhandler_is_fatal(MPI_Errhandler errhandler) {
    return errhandler != MPI_ERRORS_RETURN && !handler_of(errhandler);
}

bool lmpi_errhandler_valid(MPI_Errhandler errhandler) {
    return handler_of(errhandler) || is_predefined(errhandler);
}

void lmpi_errhandler_hold(MPI_Errhandler errhandler) {
    handler *h = handler_of(errhandler);
    if (h)
        h->refs++;
}

static int set(const char *call, const void *site, MPI_Comm comm, MPI_Errhandler errhandler) {
    const lmpi_comm *c = lmpi_comm_of(comm);
    if (!c)
        return lmpi_error(MPI_COMM_WORLD, call, site, MPI_ERR_COMM, "communicator handle 0x%x is not valid",
                          (unsigned)comm);
    if (!lmpi_errhandler_valid(errhandler))
        return lmpi_error(comm, call, site, MPI_ERR_ARG, "error handler 0x%x is not valid", (unsigned)errhandler);
    if (errhandler != handler_in_force(c))
        lmpi_props_get(LMPI_DOMAIN_COMM, c->id, bsim_self->id)->errhandler = errhandler;
    return MPI_SUCCESS;
}

static int get(const char *call, const void *site, MPI_Comm comm, MPI_Errhandler *errhandler) {
    const lmpi_comm *c = lmpi_comm_of(comm);
    if (!c)
        return lmpi_error(MPI_COMM_WORLD, call, site, MPI_ERR_COMM, "communicator handle 0x%x is not valid",
                          (unsigned)comm);
    *errhandler = handler_in_force(c);
    lmpi_errhandler_hold(*errhandler);
    return MPI_SUCCESS;
}

int MPI_Comm_create_errhandler(MPI_Comm_errhandler_function *comm_errhandler_fn, MPI_Errhandler *errhandler) {
    LMPI_ENTER;
    BSIM_ALONE;
    return create((handler_function *)comm_errhandler_fn, errhandler);
}
int MPI_File_create_errhandler(MPI_File_errhandler_function *file_errhandler_fn, MPI_Errhandler *errhandler) {
    LMPI_ENTER;
    BSIM_ALONE;
    return create((handler_function *)file_errhandler_fn, errhandler);
}
int MPI_Win_create_errhandler(MPI_Win_errhandler_function *win_errhandler_fn, MPI_Errhandler *errhandler) {
    LMPI_ENTER;
    BSIM_ALONE;
    return create((handler_function *)win_errhandler_fn, errhandler);
}
int MPI_Errhandler_create(MPI_Comm_errhandler_function *comm_errhandler_fn, MPI_Errhandler *errhandler) {
    LMPI_ENTER;
    BSIM_ALONE;
    return create((handler_function *)comm_errhandler_fn, errhandler);
}
int MPI_Errhandler_free(MPI_Errhandler *errhandler) {
    BSIM_ALONE;
    return release(__func__, LMPI_SITE, errhandler);
}
int MPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler errhandler) {
    LMPI_ENTER;
    BSIM_ALONE;
    return set(__func__, LMPI_SITE, comm, errhandler);
}
int MPI_Errhandler_set(MPI_Comm comm, MPI_Errhandler errhandler) {
    LMPI_ENTER;
    BSIM_ALONE;
    return set(__func__, LMPI_SITE, comm, errhandler);
}
int MPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler *errhandler) {
    LMPI_ENTER;
    BSIM_ALONE;
    return get(__func__, LMPI_SITE, comm, errhandler);
}
int MPI_Errhandler_get(MPI_Comm comm, MPI_Errhandler *errhandler) {
    LMPI_ENTER;
    BSIM_ALONE;
    return get(__func__, LMPI_SITE, comm, errhandler);
}
