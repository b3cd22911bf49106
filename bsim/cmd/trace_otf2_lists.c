/* trace_otf2_lists.c - finds the counts for each rank of collectives of OTF2, from the sums of all ranks. */
#include "bsim/cmd/trace_otf2_lists.h"

#include <otf2/OTF2_Events.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/cmd/trace_otf2.h"

int bsim_otf2_own(const struct bsim_otf2_comm *c, int rank) {
    for (uint32_t k = 0; k < c->n; k++)
        if (c->member[k] == (uint64_t)rank)
            return (int)k;
    return -1;
}

static bool has_list(const struct bsim_otf2 *otf2, const struct bsim_otf2_event *e) {
    const struct bsim_otf2_collective *c =
        e->kind == BSIM_OTF2_COLLECTIVE ? bsim_otf2_collective_of(e->operation) : NULL;
    return c && c->is_list && e->comm < otf2->ncomm && otf2->comm[e->comm].is_known && otf2->comm[e->comm].n > 0;
}

/* Room for a collective more. */
static void add(struct bsim_otf2_list *list, size_t members) {
    size_t each = 2 * members;
    list->bytes = bsim_realloc(list->bytes, (list->n + 1) * each * sizeof *list->bytes);
    for (size_t i = 0; i < each; i++)
        list->bytes[list->n * each + i] = UINT64_MAX;
    list->n++;
}

void bsim_otf2_lists_find(struct bsim_otf2_lists *lists, const struct bsim_otf2 *otf2) {
    size_t *made = bsim_alloc(((size_t)otf2->ncomm + 1) * sizeof *made); /* of the rank */
    lists->ncomm = otf2->ncomm;
    lists->of_comm = bsim_alloc(((size_t)otf2->ncomm + 1) * sizeof *lists->of_comm);
    for (int r = 0; r < otf2->nrank; r++) {
        memset(made, 0, (size_t)otf2->ncomm * sizeof *made);
        for (size_t i = 0; i < otf2->rank[r].n; i++) {
            const struct bsim_otf2_event *e = &otf2->rank[r].event[i];
            if (!has_list(otf2, e))
                continue;
            size_t members = otf2->comm[e->comm].n, at = made[e->comm]++;
            int own = bsim_otf2_own(&otf2->comm[e->comm], r);
            if (at == lists->of_comm[e->comm].n)
                add(&lists->of_comm[e->comm], members);
            for (int side = 0; side < 2 && own >= 0; side++)
                lists->of_comm[e->comm].bytes[(at * members + (size_t)own) * 2 + (size_t)side] = e->bytes[side];
        }
    }
    bsim_free(made);
}

void bsim_otf2_lists_end(struct bsim_otf2_lists *lists) {
    for (uint32_t i = 0; i < lists->ncomm; i++)
        bsim_free(lists->of_comm[i].bytes);
    bsim_free(lists->of_comm);
}

bool bsim_otf2_lists_counts(const struct bsim_otf2_lists *lists, const struct bsim_otf2 *otf2,
                            const struct bsim_otf2_event *e, size_t at, int64_t *count) {
    static const struct {
        int operation, side;
        bool counts_each; /* the sum is of all members' equal parts */
    } known[] = {{OTF2_COLLECTIVE_OP_GATHERV, 0, false},
                 {OTF2_COLLECTIVE_OP_SCATTERV, 1, false},
                 {OTF2_COLLECTIVE_OP_ALLGATHERV, 0, true},
                 {OTF2_COLLECTIVE_OP_REDUCE_SCATTER, 1, true}};
    size_t members = otf2->comm[e->comm].n, i = 0, n = sizeof known / sizeof *known;
    while (i < n && known[i].operation != e->operation)
        i++;
    if (i == n || e->comm >= lists->ncomm || at >= lists->of_comm[e->comm].n)
        return false;
    uint64_t parts = known[i].counts_each ? members : 1;
    for (size_t k = 0; k < members; k++) {
        uint64_t bytes = lists->of_comm[e->comm].bytes[(at * members + k) * 2 + (size_t)known[i].side];
        if (bytes == UINT64_MAX || bytes % parts != 0 || bytes / parts > INT32_MAX)
            return false;
        count[k] = (int64_t)(bytes / parts);
    }
    return true;
}
