/* objects.c - files and windows of a trace. A file is one that is nowhere; a window has no memory, but room for
 * whatever comes, and each operation is at its first byte. */
#include "lmpi/player/objects.h"

#include <stdlib.h>
#include <string.h>

#include "bsim/base/warn.h"
#include "bsim/trace/trace_calls.h"
#include "bsim/trace/trace_stream.h"
#include "lmpi/core/datatype.h"
#include "lmpi/io/file.h"
#include "lmpi/rma/rma.h"

enum { MOST_NUMBER = 1 << 24 };
static const int64_t most_bytes = INT64_C(1) << 50; /* of a call: the sums of many of them fit */

static const char too_few[] = "is damaged: a call has too few arguments";
static const char bad_bytes[] = "is damaged: a call has an impossible number of bytes";
static const char bad_target[] = "is damaged: a call has an impossible target";

void play_objects_end(struct play_objects *o) {
    free(o->file);
    free(o->window);
}

/* A datatype of so many bytes, and the count that goes with it. */
static MPI_Datatype type_of(int64_t bytes, int *count) {
    *count = bytes > INT32_MAX ? 1 : (int)bytes;
    return bytes > INT32_MAX ? lmpi_type_large(bytes, MPI_BYTE) : MPI_BYTE;
}

/* ---- files ---- */

static const char *new_file(struct play_objects *o, MPI_Comm comm, int64_t number) {
    if (number == TRACE_NONE) {
        lmpi_file_imagine(comm, NULL);
        return NULL;
    }
    if (number < 0 || number > MOST_NUMBER)
        return "is damaged: a file has an impossible number";
    if (number >= o->nfile) {
        MPI_File *more = realloc(o->file, ((size_t)number + 1) * sizeof *more);
        if (more == NULL)
            return "out of memory";
        o->file = more;
        for (; o->nfile <= number; o->nfile++)
            o->file[o->nfile] = MPI_FILE_NULL;
    }
    lmpi_file_imagine(comm, &o->file[number]);
    return NULL;
}

/* The arguments of an access, by the roles of its function. */
static void access_file(const struct play_function *f, MPI_File file, int64_t bytes, MPI_Request *request) {
    intptr_t arg[PLAY_MOST_ARGS] = {(intptr_t)file};
    int count;
    MPI_Datatype type = type_of(bytes, &count);
    for (int i = 1; f->roles[i]; i++)
        switch (f->roles[i]) {
        case 'n':
            arg[i] = count;
            break;
        case 't':
            arg[i] = type;
            break;
        case 'S':
            arg[i] = (intptr_t)MPI_STATUS_IGNORE;
            break;
        case 'R':
            arg[i] = (intptr_t)request;
            break;
        default: /* offset and buffer */
            break;
        }
    f->call(arg);
}

static void end_access(const char *name, MPI_File file) {
    static const struct {
        const char *name;
        int (*end)(MPI_File, void *, MPI_Status *);
    } reads[] = {{"File_read_all_end", MPI_File_read_all_end},
                 {"File_read_at_all_end", MPI_File_read_at_all_end},
                 {"File_read_ordered_end", MPI_File_read_ordered_end}};
    static const struct {
        const char *name;
        int (*end)(MPI_File, const void *, MPI_Status *);
    } writes[] = {{"File_write_all_end", MPI_File_write_all_end},
                  {"File_write_at_all_end", MPI_File_write_at_all_end},
                  {"File_write_ordered_end", MPI_File_write_ordered_end}};
    for (int i = 0; i < 3; i++) {
        if (strcmp(name, reads[i].name) == 0)
            reads[i].end(file, NULL, MPI_STATUS_IGNORE);
        if (strcmp(name, writes[i].name) == 0)
            writes[i].end(file, NULL, MPI_STATUS_IGNORE);
    }
}

static const char *play_file(struct play_objects *o, const struct play_function *f, const int64_t *args, int nargs,
                             MPI_Request *request) {
    if (strcmp(f->name, "File_delete") == 0) {
        lmpi_file_forget();
        return NULL;
    }
    if (nargs < 1)
        return too_few;
    if (args[0] < 0 || args[0] >= o->nfile || o->file[args[0]] == MPI_FILE_NULL)
        return "a call has a file that no call before it opened (bsim trace info)";
    MPI_File *file = &o->file[args[0]];
    if (f->call) {
        if (nargs < 2)
            return too_few;
        if (args[1] < 0 || args[1] > most_bytes)
            return bad_bytes;
        access_file(f, *file, args[1], request);
    } else if (strcmp(f->name, "File_close") == 0) {
        MPI_File_close(file);
    } else if (strcmp(f->name, "File_sync") == 0) {
        MPI_File_sync(*file);
    } else if (strcmp(f->name, "File_set_size") == 0) {
        MPI_File_set_size(*file, 0);
    } else if (strcmp(f->name, "File_preallocate") == 0) {
        MPI_File_preallocate(*file, 0);
    } else if (strcmp(f->name, "File_set_view") == 0) {
        MPI_File_set_view(*file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
    } else if (strcmp(f->name, "File_set_info") == 0) {
        MPI_File_set_info(*file, MPI_INFO_NULL);
    } else if (strcmp(f->name, "File_set_atomicity") == 0) {
        MPI_File_set_atomicity(*file, 0);
    } else if (strcmp(f->name, "File_seek_shared") == 0) {
        MPI_File_seek_shared(*file, 0, MPI_SEEK_SET);
    } else {
        end_access(f->name, *file);
    }
    return NULL;
}

/* ---- windows ---- */

static const char *new_window(struct play_objects *o, MPI_Comm comm, int64_t number) {
    if (number < 0 || number > MOST_NUMBER)
        return "is damaged: a window has an impossible number";
    if (number >= o->nwindow) {
        struct play_window *more = realloc(o->window, ((size_t)number + 1) * sizeof *more);
        if (more == NULL)
            return "out of memory";
        o->window = more;
        for (; o->nwindow <= number; o->nwindow++)
            o->window[o->nwindow] = (struct play_window){.handle = MPI_WIN_NULL};
    }
    struct play_window *w = &o->window[number];
    lmpi_rma_ignores_polls = true;
    MPI_Win_create(NULL, INT64_MAX / 2, 1, MPI_INFO_NULL, comm, &w->handle);
    MPI_Comm_rank(comm, &w->rank);
    MPI_Comm_size(comm, &w->size);
    return NULL;
}

/* False: there is no such rank. */
static bool find_target(const struct play_window *w, int64_t value, int *target) {
    *target = MPI_PROC_NULL;
    if (value == TRACE_PROC_NULL)
        return true;
    if (value < -w->rank || value >= w->size - w->rank)
        return false;
    *target = w->rank + (int)value;
    return true;
}

/* One element of so many bytes: a predefined datatype, if there is such a one. */
static MPI_Datatype element_of(int64_t bytes) {
    switch (bytes) {
    case 1:
        return MPI_INT8_T;
    case 2:
        return MPI_INT16_T;
    case 4:
        return MPI_INT32_T;
    case 8:
        return MPI_INT64_T;
    case 6:
        return MPI_SHORT_INT;
    case 12:
        return MPI_DOUBLE_INT;
    case 16:
        return MPI_C_DOUBLE_COMPLEX;
    case 20:
        return MPI_LONG_DOUBLE_INT;
    case 32:
        return MPI_C_LONG_DOUBLE_COMPLEX;
    default:
        return lmpi_type_large(bytes, MPI_BYTE);
    }
}

/* What an operation with an operator has at its target: bytes, in elements of `each` bytes, whose arithmetic takes
 * time. each: 0 if the trace does not tell. */
static MPI_Datatype elements_of(int64_t bytes, int64_t each, int *count) {
    if (each <= 0 || bytes % each != 0) {
        if (bytes > 0 && bsim_context.work->reduces && bsim_context.work->reduction_s_per_element[0] > 0)
            bsim_warn("one-sided operations of the trace do not tell their datatype, such as those of an older "
                      "recording: the platform's \"element_time\" counts once for each byte of MPI_Accumulate and "
                      "MPI_Get_accumulate");
        return type_of(bytes, count);
    }
    *count = bytes / each > INT32_MAX ? 1 : (int)(bytes / each);
    return bytes / each > INT32_MAX ? lmpi_type_large(bytes / each, element_of(each)) : element_of(each);
}

/* window, target, bytes; operator and bytes of an element if there is an operator; request if there is one. All
 * operators take the same time, except MPI_NO_OP, which sends nothing. */
static const char *operate(const struct play_window *w, const struct play_function *f, const int64_t *args, int nargs,
                           MPI_Request *request) {
    intptr_t arg[PLAY_MOST_ARGS] = {0};
    bool has_op = strchr(f->roles, 'o') != NULL;
    int target, count, last = (int)(strrchr(f->roles, 'i') - f->roles);
    if (nargs < 3 + has_op)
        return too_few;
    if (!find_target(w, args[1], &target))
        return bad_target;
    if (args[2] < 0 || args[2] > most_bytes)
        return bad_bytes;
    bool tells_each = nargs > 4 + (strchr(f->roles, 'R') != NULL);
    MPI_Datatype type = has_op ? elements_of(args[2], tells_each ? args[4] : 0, &count) : type_of(args[2], &count);
    if (strchr(f->roles, 'n') == NULL)
        type = element_of(args[2]);
    for (int i = 0; f->roles[i]; i++)
        switch (f->roles[i]) {
        case 'n':
            arg[i] = count;
            break;
        case 't':
            arg[i] = type;
            break;
        case 'p':
            arg[i] = target;
            break;
        case 'o':
            arg[i] = args[3] == MPI_NO_OP ? MPI_NO_OP : MPI_REPLACE;
            break;
        case 'i':
            arg[i] = i == last ? w->handle : 0;
            break;
        case 'R':
            arg[i] = (intptr_t)request;
            break;
        default: /* buffers */
            break;
        }
    f->call(arg);
    return NULL;
}

/* MPI_Win_post and MPI_Win_start. */
static const char *expose(const struct play_window *w, const char *name, const int64_t *args, int nargs) {
    MPI_Group all, some;
    int n = nargs - 2, *rank;
    if (nargs < 2)
        return too_few;
    if (args[1] != n || (rank = malloc(((size_t)n + 1) * sizeof *rank)) == NULL)
        return "is damaged: a call has an impossible number of ranks";
    for (int i = 0; i < n; i++)
        if (!find_target(w, args[2 + i], &rank[i]) || rank[i] == MPI_PROC_NULL) {
            free(rank);
            return bad_target;
        }
    MPI_Win_get_group(w->handle, &all);
    MPI_Group_incl(all, n, rank, &some);
    if (strcmp(name, "Win_post") == 0)
        MPI_Win_post(some, 0, w->handle);
    else
        MPI_Win_start(some, 0, w->handle);
    MPI_Group_free(&all);
    if (some != MPI_GROUP_EMPTY)
        MPI_Group_free(&some);
    free(rank);
    return NULL;
}

/* Those with further arguments. */
static const char *synchronize_with(const struct play_window *w, const char *name, const int64_t *args, int nargs) {
    int target;
    if (nargs < 2)
        return too_few;
    if (strcmp(name, "Win_fence") == 0) {
        MPI_Win_fence((int)args[1], w->handle);
        return NULL;
    }
    if (strcmp(name, "Win_test") == 0) {
        if (args[1])
            MPI_Win_wait(w->handle);
        return NULL;
    }
    if (!find_target(w, args[1], &target))
        return bad_target;
    if (strcmp(name, "Win_lock") == 0) {
        if (nargs < 4)
            return too_few;
        MPI_Win_lock((int)args[2], target, (int)args[3], w->handle);
    } else if (strcmp(name, "Win_unlock") == 0) {
        MPI_Win_unlock(target, w->handle);
    } else if (strcmp(name, "Win_flush") == 0) {
        MPI_Win_flush(target, w->handle);
    } else {
        MPI_Win_flush_local(target, w->handle);
    }
    return NULL;
}

static const char *play_window(struct play_objects *o, const struct play_function *f, const int64_t *args, int nargs,
                               MPI_Request *request) {
    static const struct {
        const char *name;
        int (*call)(MPI_Win);
    } plain[] = {{"Win_complete", MPI_Win_complete},
                 {"Win_wait", MPI_Win_wait},
                 {"Win_sync", MPI_Win_sync},
                 {"Win_flush_all", MPI_Win_flush_all},
                 {"Win_flush_local_all", MPI_Win_flush_local_all},
                 {"Win_unlock_all", MPI_Win_unlock_all}};
    if (nargs < 1)
        return too_few;
    if (args[0] < 0 || args[0] >= o->nwindow || o->window[args[0]].handle == MPI_WIN_NULL)
        return "a call has a window that no call before it made (bsim trace info)";
    struct play_window *w = &o->window[args[0]];
    if (f->call)
        return operate(w, f, args, nargs, request);
    if (strcmp(f->name, "Win_free") == 0) {
        MPI_Win_free(&w->handle);
        return NULL;
    }
    if (strcmp(f->name, "Win_lock_all") == 0) {
        MPI_Win_lock_all(0, w->handle);
        return NULL;
    }
    if (strcmp(f->name, "Win_post") == 0 || strcmp(f->name, "Win_start") == 0)
        return expose(w, f->name, args, nargs);
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (strcmp(f->name, plain[i].name) == 0) {
            plain[i].call(w->handle);
            return NULL;
        }
    return synchronize_with(w, f->name, args, nargs);
}

const char *play_object(struct play_objects *o, const struct play_function *f, const int64_t *args, int nargs,
                        MPI_Request *request) {
    return (strncmp(f->name, "File_", 5) == 0 ? play_file : play_window)(o, f, args, nargs, request);
}

const char *play_object_new(struct play_objects *o, const struct play_function *f, MPI_Comm comm, int64_t number) {
    return (strncmp(f->name, "File_", 5) == 0 ? new_file : new_window)(o, comm, number);
}
