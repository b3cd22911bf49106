/* content_takes.c - what the log of contents has of the arguments of calls of files, windows and partitions. Part of
 * libbsim-record.so and of libbsim-replay.so. */
#include "lmpi/record/content_takes.h"

#include <string.h>

#include "bsim/trace/trace_calls.h"
#include "bsim/trace/trace_stream.h"
#include "lmpi/record/content.h"
#include "lmpi/record/content_args.h"

/* Of accesses and of one-sided operations the roles tell it. */
static const struct {
    const char *name, *takes;
} others[] = {
    {"File_open", "c.i.."},
    {"File_close", "f"},
    {"File_delete", ".."},
    {"File_get_amode", "F."},
    {"File_get_atomicity", "F."},
    {"File_get_byte_offset", "F@."},
    {"File_get_group", "F."},
    {"File_get_info", "F."},
    {"File_get_position", "F."},
    {"File_get_position_shared", "F."},
    {"File_get_size", "F."},
    {"File_get_type_extent", "Ft."},
    {"File_get_view", "F...."},
    {"File_preallocate", "Fz"},
    {"File_read_all_end", "F.."},
    {"File_read_at_all_end", "F.."},
    {"File_read_ordered_end", "F.."},
    {"File_seek", "F@i"},
    {"File_seek_shared", "F@i"},
    {"File_set_atomicity", "Fi"},
    {"File_set_info", "F."},
    {"File_set_size", "Fz"},
    {"File_set_view", "F@tt.."},
    {"File_sync", "F"},
    {"File_write_all_end", "F.."},
    {"File_write_at_all_end", "F.."},
    {"File_write_ordered_end", "F.."},
    {"Parrived", "qi."},
    {"Pready", "iq"},
    {"Pready_list", "nlq"},
    {"Pready_range", "iiq"},
    {"Precv_init", ".Pntpkc.."},
    {"Psend_init", ".Pntpkc.."},
    {"Win_allocate", "zi.c.."},
    {"Win_attach", "W.z"},
    {"Win_complete", "W"},
    {"Win_create", ".zi.c."},
    {"Win_create_dynamic", ".c."},
    {"Win_detach", "W."},
    {"Win_fence", "iW"},
    {"Win_flush", "rW"},
    {"Win_flush_all", "W"},
    {"Win_flush_local", "rW"},
    {"Win_flush_local_all", "W"},
    {"Win_free", "w"},
    {"Win_get_group", "W."},
    {"Win_get_info", "W."},
    {"Win_lock", "iriW"},
    {"Win_lock_all", "iW"},
    {"Win_post", "giW"},
    {"Win_start", "giW"},
    {"Win_sync", "W"},
    {"Win_test", "W."},
    {"Win_unlock", "rW"},
    {"Win_unlock_all", "W"},
    {"Win_wait", "W"},
};

/* A place in a window is none of the arguments that are compared: it may be an address. */
static void from_roles(const char *name, const char *roles, char *takes) {
    bool is_of_file = strncmp(name, "File_", 5) == 0;
    const char *last = strrchr(roles, 'i');
    size_t i;
    for (i = 0; roles[i]; i++) {
        takes[i] = '.';
        if (strchr("nto", roles[i]))
            takes[i] = roles[i];
        else if (roles[i] == 'p')
            takes[i] = 'r';
        else if (roles[i] == 'i' && is_of_file)
            takes[i] = i == 0 ? 'F' : '@';
        else if (&roles[i] == last)
            takes[i] = 'W';
    }
    takes[i] = '\0';
}

const char *content_takes(const char *name, const char *roles) {
    static char takes[RECORD_MOST_ARGS + 1];
    if (!trace_is_of_object(name) && !trace_is_partitioned(name))
        return NULL;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(others[i].name, name) == 0)
            return others[i].takes;
    from_roles(name, roles, takes);
    return takes;
}

struct record_object *content_object(const struct record_call *call) {
    const char *takes = content_takes(call->name, call->roles), *at = takes ? strpbrk(takes, "FWfw") : NULL;
    if (at == NULL)
        return NULL;
    int64_t value = call->arg[at - takes];
    struct record_handles *handles = &call->in->handles;
    if (*at == 'f')
        value = (int64_t)(intptr_t)*(const MPI_File *)(uintptr_t)value;
    if (*at == 'w')
        value = *(const MPI_Win *)(uintptr_t)value;
    if (*at == 'F' || *at == 'f')
        return lmpi_record_object_find(&handles->files, (uint64_t)value);
    return lmpi_record_object_find(&handles->windows, (uint64_t)(unsigned)value);
}

static void put(struct record_state *in, int64_t value) {
    in->numbers = lmpi_record_grow(in->numbers, in->nnumbers, &in->numbers_room, sizeof *in->numbers);
    in->numbers[in->nnumbers++] = value;
}

static int64_t number_of(const struct record_call *call, char letter, int64_t value) {
    const struct record_object *object = content_object(call);
    const struct record_comm *comm;
    const struct record_request *request;
    MPI_Count size = 0;
    int n = 0;
    switch (letter) {
    case 'F':
    case 'W':
    case 'f':
    case 'w':
        return object ? object->number : TRACE_NONE;
    case 'c':
        comm = lmpi_record_comm_find(&call->in->handles, (MPI_Comm)value);
        return comm ? comm->number : TRACE_NONE;
    case 'q':
        request = lmpi_record_request_find(&call->in->handles, (MPI_Request)value);
        return request ? request->number : TRACE_NONE;
    case 'g':
        if ((MPI_Group)value != MPI_GROUP_NULL)
            content_Group_size((MPI_Group)value, &n);
        return n;
    case 'r':
        return value == MPI_PROC_NULL ? TRACE_PROC_NULL : value - (object ? object->rank : 0);
    case 'o':
        return ((unsigned)value >> 24) == 0x58u ? value : TRACE_USER_OP; /* predefined */
    case 't':
        if ((MPI_Datatype)value == MPI_DATATYPE_NULL)
            return TRACE_NONE;
        PMPI_Type_size_x((MPI_Datatype)value, &size);
        return size;
    default:
        return value;
    }
}

void content_takes_encode(const struct record_call *call, const char *takes) {
    struct record_state *in = call->in;
    int64_t count = 0;
    in->nnumbers = 0;
    for (int i = 0; takes[i]; i++) {
        if (takes[i] == 'l') {
            const int *list = (const int *)(uintptr_t)call->arg[i];
            for (int64_t k = 0; k < count; k++)
                put(in, list[k]);
        } else if (takes[i] != '.') {
            put(in, number_of(call, takes[i], call->arg[i]));
        }
        if (takes[i] == 'n')
            count = call->arg[i];
    }
}

const char *content_takes_word(char letter, bool *is_behind) {
    *is_behind = letter == 't' || letter == 'z';
    switch (letter) {
    case 'F':
    case 'f':
        return "file ";
    case 'W':
    case 'w':
        return "window ";
    case 'c':
        return "communicator ";
    case 'q':
        return "request ";
    case 'g':
        return "members ";
    case 'P':
        return "partitions ";
    case 'p':
        return "peer ";
    case 'k':
        return "tag ";
    case 'r':
        return "target ";
    case 'o':
        return "operator ";
    case 'n':
        return "count ";
    case 't':
        return " bytes each";
    case '@':
        return "offset ";
    case 'z':
        return " bytes";
    default:
        return "";
    }
}
