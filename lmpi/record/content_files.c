/* content_files.c - logs what calls of files gave this rank: part of libbsim-record.so. What it wrote is not logged. */
#include <string.h>

#include "lmpi/record/content_out.h"
#include "lmpi/record/content_put.h"
#include "lmpi/record/content_takes.h"

/* By the number of the file: where the split access that is under way reads. */
static struct content_blocks *split;
static size_t nsplit, split_room;
static struct content_blocks present;
static int closing; /* the number of a file; -1: not known */

static struct content_blocks *split_of(int number) {
    while ((size_t)number >= nsplit) {
        split = lmpi_record_grow(split, nsplit, &split_room, sizeof *split);
        split[nsplit++] = (struct content_blocks){0};
    }
    return &split[number];
}

void content_file_begin(const struct record_call *call) {
    const struct record_object *file = content_object(call);
    if (call->function == RECORD_File_close)
        closing = file ? file->number : -1;
}

static void closed(void) {
    struct record_objects *files = &content_state.handles.files;
    for (size_t i = 0; closing >= 0 && i < files->n; i++)
        if (files->list[i].number == closing) {
            lmpi_record_object_remove(files, files->list[i].handle);
            content_blocks_empty(split_of(closing));
            break;
        }
}

static void put_view(const struct record_call *call) {
    content_out_number(*(const MPI_Offset *)record_argument(call, 1));
    content_out_text(record_argument(call, 4));
}

/* A call that begins or ends a split access, or that is complete. */
static void put_access(const struct record_call *call) {
    const struct record_object *file = content_object(call);
    int last = (int)strlen(call->roles) - 1;
    bool reads = strchr(call->roles, 'r') != NULL, ends = call->roles[1] == 'a';
    if (call->roles[last] == 't' && file) {
        struct content_blocks *blocks = split_of(file->number);
        content_blocks_find(blocks, call, NULL, 1);
        content_blocks_keep(blocks);
    } else if (call->roles[last] == 'S') {
        MPI_Count bytes = 0; /* accesses leave the bit of statuses that says whether they were cancelled as it was */
        content_put_status(record_argument(call, last), false);
        PMPI_Get_elements_x(record_argument(call, last), MPI_BYTE, &bytes);
        if (reads)
            content_blocks_find(&present, call, NULL, 1);
        struct content_blocks *blocks = reads ? &present : split_of(file ? file->number : 0);
        if (reads || ends)
            content_put_payload(blocks, bytes);
        if (ends)
            content_blocks_empty(blocks);
    }
}

void content_file_put(const struct record_call *call) {
    switch (call->function) {
    case RECORD_File_open:
        content_out_number(lmpi_record_object_add(&content_state.handles.files,
                                                  (uint64_t)(uintptr_t)*(const MPI_File *)record_argument(call, 4), 0)
                               ->number);
        break;
    case RECORD_File_close:
        closed();
        break;
    case RECORD_File_get_amode:
    case RECORD_File_get_atomicity:
        content_out_number(*(const int *)record_argument(call, 1));
        break;
    case RECORD_File_get_position:
    case RECORD_File_get_position_shared:
    case RECORD_File_get_size:
        content_out_number(*(const MPI_Offset *)record_argument(call, 1));
        break;
    case RECORD_File_get_byte_offset:
        content_out_number(*(const MPI_Offset *)record_argument(call, 2));
        break;
    case RECORD_File_get_type_extent:
        content_out_number(call->is_large ? *(const MPI_Count *)record_argument(call, 2)
                                          : *(const MPI_Aint *)record_argument(call, 2));
        break;
    case RECORD_File_get_view:
        put_view(call);
        break;
    case RECORD_File_get_info:
        content_put_info(*(const MPI_Info *)record_argument(call, 1));
        break;
    default:
        put_access(call);
        break;
    }
}
