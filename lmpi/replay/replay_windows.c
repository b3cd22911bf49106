/* replay_windows.c - calls of windows are answered from the log, which also has what others did to the memory of the
 * windows. No operation is done.
 *
 * MPICH knows each window as one of this process alone, with its memory, attributes, name and error handler. */
#include <limits.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lmpi/record/content_takes.h"
#include "lmpi/record/content_windows.h"
#include "lmpi/replay/replay.h"
#include "lmpi/replay/replay_answer.h"

static MPI_Group *groups; /* owned: by the number of the window */
static size_t ngroups, groups_room;

static struct content_window *window_of(const struct record_call *call) {
    struct content_window *window = content_window_of(call);
    if (window == NULL)
        replay_damaged();
    return window;
}

/* ---- changes of memory ---- */

/* Whether the program has written an address of its own where a word begins. Some of its bytes may be what stood there
 * before by chance; those of the recorded run, which had other addresses, must not come there. */
static bool is_own_address(const struct content_region *r, const unsigned char *word) {
    uintptr_t value, page = (uintptr_t)sysconf(_SC_PAGESIZE);
    unsigned char resident;
    if (word < r->at || word + sizeof value > r->at + r->n ||
        memcmp(word, r->known + (word - r->at), sizeof value) == 0)
        return false;
    memcpy(&value, word, sizeof value);
    return value >= page && mincore((void *)(value & ~(page - 1)), 1, &resident) == 0;
}

/* The next changes of a region. Between two calls a byte that the program has changed itself was changed by no other
 * rank: no correct program does both. There its own byte stays. */
static void get_changes_of(struct content_region *r, bool is_between_calls) {
    static unsigned char bytes[4096];
    const unsigned char *word = NULL; /* the last one that was looked at */
    bool stays = false;
    int64_t at = 0;
    for (int64_t gap; (gap = replay_log_get(-1, (int64_t)r->n - at)) >= 0;) {
        at += gap;
        int64_t n = replay_log_get(0, (int64_t)r->n - at);
        for (int64_t some; n > 0; n -= some, at += some) {
            some = n < (int64_t)sizeof bytes ? n : (int64_t)sizeof bytes;
            replay_log_bytes(bytes, (size_t)some);
            for (int64_t i = 0; i < some; i++) {
                unsigned char *byte = r->at + at + i;
                const unsigned char *of = byte - (uintptr_t)byte % sizeof(uintptr_t);
                if (is_between_calls && of != word) {
                    word = of;
                    stays = is_own_address(r, word);
                }
                if (!is_between_calls || (!stays && *byte == r->known[at + i]))
                    *byte = bytes[i];
            }
        }
    }
    if (memcmp(r->known, r->at, r->n) != 0)
        memcpy(r->known, r->at, r->n);
}

void replay_memory(bool is_between_calls) {
    for (size_t w = 0; w < content_windows(); w++) {
        struct content_window *window = content_window_at((int)w);
        for (size_t i = 0; i < window->nregion && !window->is_leaving; i++)
            get_changes_of(&window->region[i], is_between_calls);
    }
}

/* ---- calls of windows ---- */

static void make(const struct record_call *call) {
    int last = (int)strlen(call->roles) - 1;
    MPI_Comm comm = (MPI_Comm)call->arg[strchr(call->roles, 'c') - call->roles];
    MPI_Win *made = record_argument(call, last);
    int64_t number = replay_log_get(0, 1 << 20);
    const struct record_comm *of = lmpi_record_comm_find(&replay_state.handles, comm);
    struct content_window *window = content_window_at((int)number);
    *window = (struct content_window){.is_used = true};
    if (call->function == RECORD_Win_create) {
        PMPI_Win_create_c(record_argument(call, 0), call->arg[1], call->arg[2], (MPI_Info)call->arg[3], MPI_COMM_SELF,
                          made);
        content_window_add(window, record_argument(call, 0), (size_t)call->arg[1], false);
    } else if (call->function == RECORD_Win_allocate) {
        PMPI_Win_allocate_c(call->arg[0], call->arg[1], (MPI_Info)call->arg[2], MPI_COMM_SELF, record_argument(call, 4),
                            made);
        if (call->arg[0] > 0)
            memset(*(void **)record_argument(call, 4), 0, (size_t)call->arg[0]);
        content_window_add(window, *(void **)record_argument(call, 4), (size_t)call->arg[0], true);
        window->is_allocated = true;
    } else {
        PMPI_Win_create_dynamic((MPI_Info)call->arg[0], MPI_COMM_SELF, made);
    }
    while ((size_t)number >= ngroups) {
        groups = lmpi_record_grow(groups, ngroups, &groups_room, sizeof *groups);
        groups[ngroups++] = MPI_GROUP_NULL;
    }
    MPI_Comm_group(comm, &groups[number]);
    if (lmpi_record_object_add(&replay_state.handles.windows, (uint64_t)(unsigned)*made, of ? of->rank : 0)->number !=
        number)
        replay_damaged();
}

static void attach(const struct record_call *call) {
    PMPI_Win_attach((MPI_Win)call->arg[0], record_argument(call, 1), call->arg[2]);
    content_window_add(window_of(call), record_argument(call, 1), (size_t)call->arg[2], false);
}

static void get(struct content_get *get) {
    struct content_blocks *blocks = get->request < 0 ? &get->blocks : replay_request_blocks(get->request);
    replay_get_payload(blocks);
    content_blocks_empty(blocks);
}

void replay_window(const struct record_call *call, int request) {
    switch (call->function) {
    case RECORD_Win_create:
    case RECORD_Win_allocate:
    case RECORD_Win_create_dynamic:
        make(call);
        break;
    case RECORD_Win_attach:
        attach(call);
        break;
    case RECORD_Win_test:
        *(int *)record_argument(call, 1) = (int)replay_log_get(INT_MIN, INT_MAX);
        break;
    case RECORD_Win_get_info:
        replay_get_info(record_argument(call, 1));
        break;
    case RECORD_Win_get_group:
        window_of(call);
        MPI_Group_union(groups[content_object(call)->number], MPI_GROUP_EMPTY, record_argument(call, 1));
        break;
    case RECORD_Win_free:
        break;
    default:
        if (strchr(call->roles, 'p') && strchr(call->roles, 'r'))
            content_gets_add(call, request);
        else
            content_gets_complete(window_of(call), content_completed_target(call), get);
        break;
    }
}

void replay_window_begin(const struct record_call *call) {
    struct content_window *window = content_window_of(call);
    if (call->function == RECORD_Win_free && window)
        window->is_leaving = window->is_allocated;
}

void replay_window_end(const struct record_call *call) {
    if (call->function == RECORD_Win_detach) {
        content_window_remove(window_of(call), record_argument(call, 1));
        PMPI_Win_detach((MPI_Win)call->arg[0], record_argument(call, 1));
    } else if (call->function == RECORD_Win_free) {
        MPI_Win *handle = record_argument(call, 0);
        MPI_Group_free(&groups[content_object(call)->number]);
        content_window_empty(window_of(call));
        lmpi_record_object_remove(&replay_state.handles.windows, (uint64_t)(unsigned)*handle);
        PMPI_Win_free(handle);
    }
}

void replay_window_error(const struct record_call *call, int class) {
    struct content_window *of = content_window_of(call);
    if (of)
        of->is_leaving = false;
    const char *takes = content_takes(call->name, call->roles), *at = strchr(takes, 'W');
    MPI_Win window = at                                  ? (MPI_Win)call->arg[at - takes]
                     : call->function == RECORD_Win_free ? *(MPI_Win *)record_argument(call, 0)
                                                         : MPI_WIN_NULL;
    if (window == MPI_WIN_NULL)
        PMPI_Comm_call_errhandler(MPI_COMM_WORLD, class);
    else
        PMPI_Win_call_errhandler(window, class);
}
