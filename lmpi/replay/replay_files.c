/* replay_files.c - calls of files are answered from the log. What the program writes goes nowhere.
 *
 * MPICH knows each file as an empty one of this process, with its error handler and the datatypes of its view. */
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "lmpi/record/content_takes.h"
#include "lmpi/replay/replay.h"
#include "lmpi/replay/replay_answer.h"

/* By the number of the file. */
static struct file {
    MPI_Group group;             /* owned */
    struct content_blocks split; /* where the split access that is under way reads */
} *files;
static size_t nfiles, files_room;
static struct content_blocks present;

static struct file *file_at(int64_t number) {
    if (number > 1 << 20)
        replay_damaged();
    while ((size_t)number >= nfiles) {
        files = lmpi_record_grow(files, nfiles, &files_room, sizeof *files);
        files[nfiles++] = (struct file){.group = MPI_GROUP_NULL};
    }
    return &files[number];
}

/* NULL: the program has opened no such file. */
static struct file *file_of(const struct record_call *call) {
    const struct record_object *object = content_object(call);
    return object ? file_at(object->number) : NULL;
}

static void open_file(const struct record_call *call) {
    MPI_File *made = record_argument(call, 4);
    char path[PATH_MAX];
    int amode = (int)call->arg[2] & (MPI_MODE_RDONLY | MPI_MODE_WRONLY | MPI_MODE_RDWR);
    int64_t number = replay_log_get(0, INT_MAX);
    snprintf(path, sizeof path, "%s/open-%d-%lld", replay_parts, replay_head.rank, (long long)number);
    int empty = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (empty < 0 || close(empty) || PMPI_File_open(MPI_COMM_SELF, path, amode, MPI_INFO_NULL, made) != MPI_SUCCESS)
        replay_stop("%s cannot be made, which stands for the file", path);
    unlink(path);
    struct file *file = file_at(number);
    MPI_Comm_group((MPI_Comm)call->arg[0], &file->group);
    if (lmpi_record_object_add(&replay_state.handles.files, (uint64_t)(uintptr_t)*made, 0)->number != number)
        replay_damaged();
}

static void close_file(const struct record_call *call) {
    MPI_File *handle = record_argument(call, 0);
    struct file *file = file_of(call);
    if (file == NULL)
        replay_damaged();
    content_blocks_empty(&file->split);
    MPI_Group_free(&file->group);
    lmpi_record_object_remove(&replay_state.handles.files, (uint64_t)(uintptr_t)*handle);
    PMPI_File_close(handle);
}

/* The group of the file, as a new one. */
static void get_group(const struct record_call *call) {
    const struct file *file = file_of(call);
    if (file == NULL)
        replay_damaged();
    MPI_Group_union(file->group, MPI_GROUP_EMPTY, record_argument(call, 1));
}

static void set_view(const struct record_call *call) {
    if (PMPI_File_set_view((MPI_File)(uintptr_t)call->arg[0], 0, (MPI_Datatype)call->arg[2], (MPI_Datatype)call->arg[3],
                           "native", MPI_INFO_NULL) != MPI_SUCCESS)
        replay_stop("MPICH does not take the view, which it took when the program was recorded");
}

static void get_view(const struct record_call *call) {
    char unused[MPI_MAX_DATAREP_STRING + 1];
    MPI_Offset *disp = record_argument(call, 1);
    PMPI_File_get_view((MPI_File)(uintptr_t)call->arg[0], disp, record_argument(call, 2), record_argument(call, 3),
                       unused);
    *disp = replay_log_get(INT64_MIN, INT64_MAX);
    replay_get_text(record_argument(call, 4), MPI_MAX_DATAREP_STRING);
}

/* A call that begins or ends a split access, or that is complete. */
static void get_access(const struct record_call *call) {
    int last = (int)strlen(call->roles) - 1;
    bool reads = strchr(call->roles, 'r') != NULL, ends = call->roles[1] == 'a';
    struct file *file = file_of(call);
    if (file == NULL && call->function != RECORD_File_delete)
        replay_damaged();
    if (call->roles[last] == 't') {
        content_blocks_find(&file->split, call, NULL, 1);
        content_blocks_keep(&file->split);
    } else if (call->roles[last] == 'S') {
        replay_get_status(record_argument(call, last));
        if (reads)
            content_blocks_find(&present, call, NULL, 1);
        if (reads || ends)
            replay_get_payload(ends ? &file->split : &present);
        if (ends)
            content_blocks_empty(&file->split);
    }
}

void replay_file(const struct record_call *call) {
    switch (call->function) {
    case RECORD_File_open:
        open_file(call);
        break;
    case RECORD_File_close:
        close_file(call);
        break;
    case RECORD_File_get_group:
        get_group(call);
        break;
    case RECORD_File_get_amode:
    case RECORD_File_get_atomicity:
        *(int *)record_argument(call, 1) = (int)replay_log_get(INT_MIN, INT_MAX);
        break;
    case RECORD_File_get_position:
    case RECORD_File_get_position_shared:
    case RECORD_File_get_size:
        *(MPI_Offset *)record_argument(call, 1) = replay_log_get(INT64_MIN, INT64_MAX);
        break;
    case RECORD_File_get_byte_offset:
        *(MPI_Offset *)record_argument(call, 2) = replay_log_get(INT64_MIN, INT64_MAX);
        break;
    case RECORD_File_get_type_extent: /* MPI_Aint is as long as MPI_Count */
        *(MPI_Count *)record_argument(call, 2) = replay_log_get(INT64_MIN, INT64_MAX);
        break;
    case RECORD_File_set_view:
        set_view(call);
        break;
    case RECORD_File_get_view:
        get_view(call);
        break;
    case RECORD_File_get_info:
        replay_get_info(record_argument(call, 1));
        break;
    default:
        get_access(call);
        break;
    }
}

void replay_file_error(const struct record_call *call, int class) {
    const char *takes = content_takes(call->name, call->roles), *at = strchr(takes, 'F');
    MPI_File file = MPI_FILE_NULL;
    if (call->function == RECORD_File_open)
        *(MPI_File *)record_argument(call, 4) = MPI_FILE_NULL;
    else if (call->function == RECORD_File_close)
        file = *(MPI_File *)record_argument(call, 0);
    else if (at)
        file = (MPI_File)(uintptr_t)call->arg[at - takes];
    PMPI_File_call_errhandler(file, class);
}
