/* asserts.c - the assertions of fences and posts (MPI-4.0, 12.5.5): those that all members must give, and operations
 * that a rank has said will not come. */
#include "bsim/base/alloc.h"
#include "lmpi/check/windows.h"
#include "lmpi/core/group.h"
#include "lmpi/rma/rma.h"

/* What a member has said. An origin may be in the epoch before the target's latest fence. */
struct said {
    int assert;
    check_place place;
};
/* The exposures of a target to an origin, and the epochs of the origin with it. */
struct meetings {
    struct meetings *next;
    int origin;
    unsigned posts, starts;
    struct said post[2], start[2]; /* of odd and even ones */
    uint32_t time;                 /* of the target at the latest post (clocks.c) */
};
struct member {
    uint64_t fences;
    struct said fence[2], post; /* fence: of odd and even ones */
    bool synchronized;          /* it has called a fence, post or another function that synchronizes */
    struct meetings *meetings;  /* owned; as the target */
};
static struct asserts {
    struct asserts *next;
    MPI_Win win;
    int n;
    struct member *member; /* n; owned */
} *all;

static struct member *members_of(const lmpi_win *win) {
    struct asserts *a = all;
    while (a && a->win != win->handle)
        a = a->next;
    if (a)
        return a->member;
    a = bsim_alloc(sizeof *a);
    *a = (struct asserts){all, win->handle, win->comm->size, bsim_alloc((size_t)win->comm->size * sizeof *a->member)};
    all = a;
    return a->member;
}

void lmpi_check_asserts_forget(MPI_Win win) {
    struct asserts **at = &all, *a;
    while (*at && (*at)->win != win)
        at = &(*at)->next;
    if (!(a = *at))
        return;
    *at = a->next;
    for (int i = 0; i < a->n; i++)
        for (struct meetings *m = a->member[i].meetings, *next; m; m = next) {
            next = m->next;
            bsim_free(m);
        }
    bsim_free(a->member);
    bsim_free(a);
}

static void check_fence(const check_call *call, const lmpi_win *win) {
    struct member *member = members_of(win), *own = &member[lmpi_win_rank(win)];
    uint64_t number = ++own->fences;
    struct said *said = &own->fence[number & 1];
    *said = (struct said){(int)call->a[0], lmpi_check_here(call)};
    for (int i = 0; i < win->comm->size; i++) {
        const struct said *other = &member[i].fence[number & 1];
        int differ = said->assert ^ other->assert;
        if (member[i].fences != number || !(differ & (MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED)))
            continue;
        lmpi_check_found(CHECK_PARAMETER_MATCHING, "fences-differ", 2, (check_place[]){other->place, said->place},
                         "one fence says %s, and that of another rank does not",
                         differ & MPI_MODE_NOPRECEDE ? "MPI_MODE_NOPRECEDE" : "MPI_MODE_NOSUCCEED");
        return;
    }
}

static void check_operation(const check_call *call, const lmpi_win *win) {
    int target = (int)call->a[lmpi_check_place(call, 'p', 0)], epoch = lmpi_win_self(win)->epoch;
    int op = lmpi_check_place(call, 'o', 0);
    if (target < 0 || target >= win->comm->size || call->id == CHECK_Get || call->id == CHECK_Rget ||
        (op >= 0 && (MPI_Op)call->a[op] == MPI_NO_OP))
        return;
    const struct member *member = members_of(win);
    uint64_t number = member[lmpi_win_rank(win)].fences;
    const struct said *said = epoch == LMPI_EPOCH_START ? &member[target].post : &member[target].fence[number & 1];
    bool is_active = epoch == LMPI_EPOCH_START || epoch == LMPI_EPOCH_READY || epoch == LMPI_EPOCH_FENCE;
    if (is_active && said->place.call && said->assert &MPI_MODE_NOPUT)
        lmpi_check_found(CHECK_EPOCH_LIFECYCLE, "put-denied", 2, (check_place[]){lmpi_check_here(call), said->place},
                         "an operation changes the memory of rank %d, which has said MPI_MODE_NOPUT",
                         lmpi_comm_world(win->comm, target));
}

/* ---- MPI_MODE_NOCHECK of posts and starts ---- */

static struct meetings *meetings_of(const lmpi_win *win, int origin, int target) {
    struct member *member = &members_of(win)[target];
    struct meetings *m = member->meetings;
    while (m && m->origin != origin)
        m = m->next;
    if (m)
        return m;
    m = bsim_alloc(sizeof *m);
    *m = (struct meetings){.next = member->meetings, .origin = origin};
    return member->meetings = m;
}

/* The n-th post and the n-th start of two ranks. */
static void compare(const struct meetings *m, unsigned n) {
    const struct said *post = &m->post[n & 1], *start = &m->start[n & 1];
    if ((post->assert ^ start->assert) & MPI_MODE_NOCHECK)
        lmpi_check_found(CHECK_PARAMETER_MATCHING, "nocheck-differs", 2, (check_place[]){post->place, start->place},
                         "%s says MPI_MODE_NOCHECK, and %s does not",
                         post->assert &MPI_MODE_NOCHECK ? "the post" : "the start",
                         post->assert &MPI_MODE_NOCHECK ? "the start" : "the post");
}

static void check_post(const lmpi_win *win, int origin, const struct said *said) {
    struct meetings *m = meetings_of(win, origin, lmpi_win_rank(win));
    unsigned n = ++m->posts;
    m->post[n & 1] = *said;
    m->time = lmpi_check_now(bsim_self->id);
    if (m->starts >= n)
        compare(m, n);
}

/* Behind a start that asks for no check the post must be over before, and the origin know that. */
static void check_start(const lmpi_win *win, int target, const struct said *said) {
    struct meetings *m = meetings_of(win, lmpi_win_rank(win), target);
    unsigned n = ++m->starts;
    int world = lmpi_comm_world(win->comm, target);
    m->start[n & 1] = *said;
    if (m->posts >= n)
        compare(m, n);
    if (said->assert & MPI_MODE_NOCHECK &&
        (m->posts < n || (m->posts == n && !lmpi_check_has_seen(bsim_self->id, world, m->time))))
        lmpi_check_found(CHECK_EPOCH_LIFECYCLE, "start-before-post", m->posts < n ? 1 : 2,
                         (check_place[]){said->place, m->post[n & 1].place},
                         "the start says MPI_MODE_NOCHECK, and nothing orders it behind the post of rank %d", world);
}

static void each_of_group(const check_call *call, const lmpi_win *win,
                          void (*check)(const lmpi_win *win, int other, const struct said *said)) {
    const lmpi_group *group = lmpi_group_of((MPI_Group)call->a[0]);
    const struct said said = {(int)call->a[1], lmpi_check_here(call)};
    for (int i = 0; group && i < group->size; i++) {
        int other = lmpi_comm_rank(win->comm, lmpi_group_world(group, i));
        if (other >= 0)
            check(win, other, &said);
    }
}

/* ---- MPI_MODE_NOSTORE ---- */

static bool synchronizes(enum check_id id) {
    switch (id) {
    case CHECK_Win_fence:
    case CHECK_Win_post:
    case CHECK_Win_start:
    case CHECK_Win_complete:
    case CHECK_Win_wait:
    case CHECK_Win_test:
    case CHECK_Win_lock:
    case CHECK_Win_lock_all:
    case CHECK_Win_unlock:
    case CHECK_Win_unlock_all:
    case CHECK_Win_flush:
    case CHECK_Win_flush_all:
    case CHECK_Win_flush_local:
    case CHECK_Win_flush_local_all:
    case CHECK_Win_sync:
        return true;
    default:
        return false;
    }
}

/* What a rank has stored before it has synchronized the window for the first time is left out. */
static void check_stores(const check_call *call, const lmpi_win *win) {
    bool has_assert = call->id == CHECK_Win_fence || call->id == CHECK_Win_post;
    int assert = has_assert ? (int)call->a[call->id == CHECK_Win_post] : 0;
    struct member *own = &members_of(win)[lmpi_win_rank(win)];
    const check_place stored = lmpi_check_region_synchronized(win->handle);
    if (assert & MPI_MODE_NOSTORE && own->synchronized && stored.call)
        lmpi_check_found(CHECK_EPOCH_LIFECYCLE, "store-denied", 2, (check_place[]){stored, lmpi_check_here(call)},
                         "the rank has changed the memory of its window since it synchronized it last, and says "
                         "MPI_MODE_NOSTORE");
    own->synchronized = true;
}

void lmpi_check_asserts(const check_call *call, const lmpi_win *win) {
    if (synchronizes(call->id))
        check_stores(call, win);
    switch (call->id) {
    case CHECK_Win_fence:
        check_fence(call, win);
        break;
    case CHECK_Win_post:
        members_of(win)[lmpi_win_rank(win)].post = (struct said){(int)call->a[1], lmpi_check_here(call)};
        each_of_group(call, win, check_post);
        break;
    case CHECK_Win_start:
        each_of_group(call, win, check_start);
        break;
    default:
        if (check_function_of(call)->family == CHECK_FAMILY_RMA_DATA)
            check_operation(call, win);
        break;
    }
}
