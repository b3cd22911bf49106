/* content_memory.c - logs what calls of windows gave this rank, and how the memory of its windows changes: part of
 * libbsim-record.so. */
#include <string.h>

#include "lmpi/record/content_out.h"
#include "lmpi/record/content_put.h"
#include "lmpi/record/content_takes.h"
#include "lmpi/record/content_windows.h"

static int leaving = -1; /* the number of the window that MPI_Win_free frees */

/* ---- changes of memory ---- */

/* Others may write into the memory meanwhile: what is logged is what is known from now on. */
static void put_changes_of(const struct content_region *r) {
    enum { PAGE = 4096 };
    size_t last = 0;
    for (size_t i = 0; i < r->n;) {
        size_t some = r->n - i < PAGE ? r->n - i : PAGE, end = i + some;
        if (memcmp(r->at + i, r->known + i, some) == 0) {
            i = end;
            continue;
        }
        while (i < end && r->at[i] == r->known[i])
            i++;
        size_t first = i;
        for (; i < end && r->at[i] != r->known[i]; i++)
            r->known[i] = r->at[i];
        if (i == first)
            continue;
        content_out_number((int64_t)(first - last));
        content_out_number((int64_t)(i - first));
        content_out_bytes(r->known + first, i - first);
        last = i;
    }
    content_out_number(-1);
}

void content_memory_put(void) {
    for (size_t w = 0; w < content_windows(); w++) {
        const struct content_window *window = content_window_at((int)w);
        for (size_t i = 0; i < window->nregion && !window->is_leaving; i++)
            put_changes_of(&window->region[i]);
    }
}

/* ---- calls of windows ---- */

void content_window_begin(const struct record_call *call) {
    const struct record_object *object = content_object(call);
    leaving = -1;
    if (call->function != RECORD_Win_free || object == NULL)
        return;
    leaving = object->number;
    struct content_window *window = content_window_at(leaving);
    window->is_leaving = window->is_allocated;
}

static void made(const struct record_call *call) {
    int last = (int)strlen(call->roles) - 1;
    const struct record_comm *comm =
        lmpi_record_comm_find(&content_state.handles, (MPI_Comm)call->arg[strchr(call->roles, 'c') - call->roles]);
    MPI_Win handle = *(const MPI_Win *)record_argument(call, last);
    int number =
        lmpi_record_object_add(&content_state.handles.windows, (uint64_t)(unsigned)handle, comm ? comm->rank : 0)
            ->number;
    struct content_window *window = content_window_at(number);
    *window = (struct content_window){.is_used = true, .is_allocated = call->function == RECORD_Win_allocate};
    if (call->function == RECORD_Win_create)
        content_window_add(window, record_argument(call, 0), (size_t)call->arg[1], false);
    else if (call->function == RECORD_Win_allocate)
        content_window_add(window, *(void **)record_argument(call, 4), (size_t)call->arg[0], true);
    content_out_number(number);
}

static void put_get(struct content_get *get) {
    struct content_blocks *blocks = get->request < 0 ? &get->blocks : content_pending_blocks(get->request);
    content_put_payload(blocks, INT64_MAX);
    content_blocks_empty(blocks);
}

void content_window_put(const struct record_call *call, int request) {
    struct content_window *window = content_window_of(call);
    switch (call->function) {
    case RECORD_Win_create:
    case RECORD_Win_allocate:
    case RECORD_Win_create_dynamic:
        made(call);
        break;
    case RECORD_Win_attach:
        if (window)
            content_window_add(window, record_argument(call, 1), (size_t)call->arg[2], false);
        break;
    case RECORD_Win_test:
        content_out_number(*(const int *)record_argument(call, 1));
        break;
    case RECORD_Win_get_info:
        content_put_info(*(const MPI_Info *)record_argument(call, 1));
        break;
    default:
        if (strchr(call->roles, 'p') && strchr(call->roles, 'r'))
            content_gets_add(call, request);
        else if (window)
            content_gets_complete(window, content_completed_target(call), put_get);
        break;
    }
}

void content_window_end(const struct record_call *call, bool is_done) {
    struct content_window *window = leaving >= 0 ? content_window_at(leaving) : content_window_of(call);
    if (window == NULL)
        return;
    if (leaving >= 0)
        window->is_leaving = false;
    if (is_done && call->function == RECORD_Win_detach)
        content_window_remove(window, record_argument(call, 1));
    if (!is_done || leaving < 0)
        return;
    struct record_objects *objects = &content_state.handles.windows;
    content_window_empty(window);
    for (size_t i = 0; i < objects->n; i++)
        if (objects->list[i].number == leaving) {
            lmpi_record_object_remove(objects, objects->list[i].handle);
            break;
        }
    leaving = -1;
}
