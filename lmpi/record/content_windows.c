/* content_windows.c - the windows of a rank. Part of libbsim-record.so and of libbsim-replay.so, so that both know the
 * same. */
#include "lmpi/record/content_windows.h"

#include <string.h>

#include "lmpi/record/content_takes.h"

static struct content_window *windows; /* by number */
static size_t nwindows, windows_room;

struct content_window *content_window_at(int number) {
    while ((size_t)number >= nwindows) {
        windows = lmpi_record_grow(windows, nwindows, &windows_room, sizeof *windows);
        windows[nwindows++] = (struct content_window){0};
    }
    return &windows[number];
}

size_t content_windows(void) {
    return nwindows;
}

struct content_window *content_window_of(const struct record_call *call) {
    const struct record_object *object = content_object(call);
    return object ? content_window_at(object->number) : NULL;
}

/* ---- memory ---- */

void content_window_add(struct content_window *window, void *at, size_t n, bool is_clear) {
    unsigned char *known = NULL;
    if (n == 0)
        return;
    for (size_t room = 0; room < n;)
        known = lmpi_record_grow(known, room, &room, 1);
    if (is_clear)
        memset(known, 0, n);
    else
        memcpy(known, at, n);
    window->region = lmpi_record_grow(window->region, window->nregion, &window->region_room, sizeof *window->region);
    window->region[window->nregion++] = (struct content_region){at, n, known};
}

void content_window_remove(struct content_window *window, const void *at) {
    for (size_t i = 0; i < window->nregion; i++)
        if (window->region[i].at == at) {
            lmpi_record_free(window->region[i].known);
            window->nregion--;
            memmove(window->region + i, window->region + i + 1, (window->nregion - i) * sizeof *window->region);
            return;
        }
}

void content_window_empty(struct content_window *window) {
    for (size_t i = 0; i < window->nregion; i++)
        lmpi_record_free(window->region[i].known);
    for (size_t i = 0; i < window->nget; i++)
        content_blocks_empty(&window->get[i].blocks);
    lmpi_record_free(window->region);
    lmpi_record_free(window->get);
    *window = (struct content_window){0};
}

/* ---- gets ---- */

void content_gets_add(const struct record_call *call, int request) {
    struct content_window *window = content_window_of(call);
    struct content_get get = {.target = (int)call->arg[strchr(call->roles, 'p') - call->roles], .request = request};
    if (window == NULL)
        return;
    if (request < 0) {
        content_blocks_find(&get.blocks, call, NULL, 1);
        if (get.blocks.n == 0)
            return;
        content_blocks_keep(&get.blocks);
    }
    window->get = lmpi_record_grow(window->get, window->nget, &window->get_room, sizeof *window->get);
    window->get[window->nget++] = get;
}

int content_completed_target(const struct record_call *call) {
    switch (call->function) {
    case RECORD_Win_complete:
    case RECORD_Win_fence:
    case RECORD_Win_flush_all:
    case RECORD_Win_flush_local_all:
    case RECORD_Win_unlock_all:
        return CONTENT_ALL_TARGETS;
    case RECORD_Win_flush:
    case RECORD_Win_flush_local:
    case RECORD_Win_unlock:
        return (int)call->arg[0];
    default:
        return CONTENT_NO_TARGET;
    }
}

void content_gets_complete(struct content_window *window, int target, void (*each)(struct content_get *get)) {
    size_t left = 0;
    for (size_t i = 0; i < window->nget; i++) {
        struct content_get *get = &window->get[i];
        if (target == CONTENT_ALL_TARGETS || (target >= 0 && get->target == target)) {
            each(get);
            content_blocks_empty(&get->blocks);
        } else {
            window->get[left++] = *get;
        }
    }
    window->nget = left;
}

void content_gets_forget(int request) {
    for (size_t w = 0; w < nwindows; w++)
        for (size_t i = 0; i < windows[w].nget; i++)
            if (windows[w].get[i].request == request) {
                windows[w].nget--;
                memmove(windows[w].get + i, windows[w].get + i + 1, (windows[w].nget - i) * sizeof *windows[w].get);
                return;
            }
}
