/* arguments.c - arguments of single calls that MPI forbids, and that the layer takes as MPICH does. */
#include <string.h>

#include "lmpi/check/objects.h"

static int64_t element(const check_call *call, int place, int i) {
    return call->is_large ? ((const MPI_Count *)call->a[place])[i] : ((const int *)call->a[place])[i];
}

/* MPI-4.0, 5.1.3 */
static void check_subarray(const check_call *call) {
    int n = (int)call->a[0];
    for (int i = 0; i < n && call->a[1] && call->a[2] && call->a[3]; i++) {
        int64_t size = element(call, 1, i), part = element(call, 2, i), start = element(call, 3, i);
        if (part < 1 || start < 0 || part > size || start > size - part) {
            CHECK_FOUND(call, CHECK_INVALID_PARAMETER, "subarray-outside",
                        "%lld elements from %lld on are not in the %lld of dimension %d", (long long)part,
                        (long long)start, (long long)size, i);
            return;
        }
    }
}

/* MPI-4.0, 6.9.7 */
static void check_reduce_local(const check_call *call) {
    check_spans in = {0}, inout = {0};
    if ((int)call->a[2] <= 0 || lmpi_type_size((MPI_Datatype)call->a[3]) < 0)
        return;
    lmpi_check_spans_of_data(&in, call->a[0], (int)call->a[2], (MPI_Datatype)call->a[3]);
    lmpi_check_spans_of_data(&inout, call->a[1], (int)call->a[2], (MPI_Datatype)call->a[3]);
    if (lmpi_check_spans_meet(&in, &inout))
        CHECK_FOUND(call, CHECK_INVALID_PARAMETER, "buffers-alias", "the two buffers overlap");
    lmpi_check_spans_free(&in);
    lmpi_check_spans_free(&inout);
}

/* MPI-4.0, 9.2: what MPI_Free_mem frees is of MPI_Alloc_mem. */
static void check_free_mem(const check_call *call) {
    if (!call->a[0] || lmpi_check_object_of(CHECK_MEMORY, call->a[0]))
        return;
    CHECK_FOUND(call, CHECK_INVALID_PARAMETER, "memory-of-others", "the memory is not of MPI_Alloc_mem");
    lmpi_check_stop(call, "the memory is not of MPI_Alloc_mem");
}

/* "windows": whose handlers a function makes or sets: MPI_Win_create_errhandler. */
static const char *owners_of(const char *function) {
    return strncmp(function, "MPI_Win", 7) == 0    ? "windows"
           : strncmp(function, "MPI_File", 8) == 0 ? "files"
                                                   : "communicators";
}

/* MPI-4.0, 9.3: an error handler is for the objects whose function has made it. The functions have different
 * parameters. */
static void check_errhandler(const check_call *call, int place) {
    const struct check_object *made = lmpi_check_object_of(CHECK_ERRHANDLER, (MPI_Errhandler)call->a[place]);
    const char *wanted = owners_of(check_function_of(call)->name);
    if (!made || strcmp(owners_of(made->call), wanted) == 0)
        return;
    check_place places[] = {lmpi_check_here(call), {bsim_self->id, made->call, made->site}};
    lmpi_check_found(CHECK_INVALID_PARAMETER, "errhandler-of-others", 2, places,
                     "the error handler is for %s, and is set for %s", owners_of(made->call), wanted);
}

void lmpi_check_arguments(const check_call *call) {
    switch (call->id) {
    case CHECK_Type_create_subarray:
        check_subarray(call);
        break;
    case CHECK_Reduce_local:
        check_reduce_local(call);
        break;
    case CHECK_Free_mem:
        check_free_mem(call);
        break;
    case CHECK_Comm_set_errhandler:
    case CHECK_Errhandler_set:
    case CHECK_Win_set_errhandler:
    case CHECK_File_set_errhandler:
        check_errhandler(call, 1);
        break;
    case CHECK_Comm_create_from_group:
        check_errhandler(call, 3);
        break;
    default:
        break;
    }
}
