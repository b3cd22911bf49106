/* asserts.c - the assertions of fences and posts (MPI-4.0, 12.5.5): those that all members must give, and operations
 * that a rank has said will not come. */
#include "bsim/base/alloc.h"
#include "lmpi/check/windows.h"
#include "lmpi/rma/rma.h"

/* What a member has said. An origin may be in the epoch before the target's latest fence. */
struct said {
    int assert;
    check_place place;
};
struct member {
    uint64_t fences;
    struct said fence[2], post; /* fence: of odd and even ones */
};
static struct asserts {
    struct asserts *next;
    MPI_Win win;
    struct member *member; /* owned */
} *all;

static struct member *members_of(const lmpi_win *win) {
    struct asserts *a = all;
    while (a && a->win != win->handle)
        a = a->next;
    if (a)
        return a->member;
    a = bsim_alloc(sizeof *a);
    *a = (struct asserts){all, win->handle, bsim_alloc((size_t)win->comm->size * sizeof *a->member)};
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

void lmpi_check_asserts(const check_call *call, const lmpi_win *win) {
    switch (call->id) {
    case CHECK_Win_fence:
        check_fence(call, win);
        break;
    case CHECK_Win_post:
        members_of(win)[lmpi_win_rank(win)].post = (struct said){(int)call->a[1], lmpi_check_here(call)};
        break;
    default:
        if (check_function_of(call)->family == CHECK_FAMILY_RMA_DATA)
            check_operation(call, win);
        break;
    }
}
