/* groups.c - the calls of MPI_Comm_create_group and its like, which are collective over a group: a deadlock of members
 * that give different groups, or different tags (MPI-4.0, 7.4.2). */
#include <stdio.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "lmpi/check/check.h"
#include "lmpi/core/group.h"

/* What members of a group give in common: the function, its communicator and tag, or a string. */
struct key {
    enum check_id id;
    MPI_Comm comm;
    int tag;
    const char *string; /* null: there is a tag */
};

/* The latest call of a rank with a key. */
struct check_group_call {
    struct check_group_call *next;
    struct key key;    /* its string is owned */
    int times;         /* so many calls with it */
    lmpi_group *group; /* a reference */
    check_place place;
};

static bool is_like(const struct key *a, const struct key *b) {
    return a->id == b->id && a->comm == b->comm;
}

static bool has_same_tag(const struct key *a, const struct key *b) {
    return a->tag == b->tag && (!a->string || strcmp(a->string, b->string) == 0);
}

static struct check_group_call *call_of(int rank, const struct key *key) {
    struct check_group_call *g = lmpi_check_ranks[rank].groups;
    while (g && !(is_like(&g->key, key) && has_same_tag(&g->key, key)))
        g = g->next;
    return g;
}

/* Returns the group that a call is for; null: it is no such call. */
static lmpi_group *read_call(const check_call *call, struct key *key) {
    const char *string = NULL;
    if (call->id == CHECK_Comm_create_group) {
        *key = (struct key){call->id, (MPI_Comm)call->a[0], (int)call->a[2], NULL};
        return lmpi_group_of((MPI_Group)call->a[1]);
    }
    if (call->id == CHECK_Comm_create_from_group)
        string = (const char *)call->a[1];
    else if (call->id == CHECK_Intercomm_create_from_groups)
        string = (const char *)call->a[4];
    *key = (struct key){call->id, MPI_COMM_NULL, 0, string};
    return string ? lmpi_group_of((MPI_Group)call->a[0]) : NULL;
}

void lmpi_check_groups_enter(const check_call *call) {
    check_rank *rank = &lmpi_check_ranks[bsim_self->id];
    struct key key;
    lmpi_group *group = read_call(call, &key);
    if (!group || lmpi_group_find(group, bsim_self->id) == MPI_UNDEFINED)
        return;
    struct check_group_call *g = call_of(bsim_self->id, &key);
    if (!g) {
        g = bsim_alloc(sizeof *g);
        *g = (struct check_group_call){.next = rank->groups, .key = key};
        g->key.string = key.string ? bsim_strdup(key.string) : NULL;
        rank->groups = g;
    }
    lmpi_group_ref(group);
    if (g->group)
        lmpi_group_unref(g->group);
    g->group = group;
    g->times++;
    g->place = lmpi_check_here(call);
}

/* ---- a deadlock ---- */

/* The call in which a rank waits; null: it waits in no such call. */
static struct check_group_call *waiting(int r) {
    const check_call *call = lmpi_check_ranks[r].current;
    struct key key;
    if (bsim_rank_of(r)->state != BSIM_BLOCKED || !call || !read_call(call, &key))
        return NULL;
    return call_of(r, &key);
}

/* "0, 1, 2". */
static const char *text_of(const lmpi_group *group, char *text, size_t size) {
    size_t used = 0;
    *text = '\0';
    for (int i = 0; i < group->size && used < size; i++) {
        if (i == 16) {
            snprintf(text + used, size - used, ", ...");
            break;
        }
        used += (size_t)snprintf(text + used, size - used, "%s%d", i ? ", " : "", lmpi_group_world(group, i));
    }
    return text;
}

static bool tell(const struct check_group_call *a, const struct check_group_call *b) {
    char one[128], other[128];
    const struct key *k = &a->key, *l = &b->key;
    const check_place places[] = {a->place, b->place};
    if (a->group == b->group && k->string)
        lmpi_check_found(CHECK_PARAMETER_MATCHING, "group-strings-differ", 2, places,
                         "two members of a group call %s, one with the string \"%.60s\", the other with \"%.60s\"",
                         a->place.call, k->string, l->string);
    else if (a->group == b->group)
        lmpi_check_found(CHECK_PARAMETER_MATCHING, "group-tags-differ", 2, places,
                         "two members of a group call MPI_Comm_create_group, one with tag %d, the other with tag %d",
                         k->tag, l->tag);
    else
        lmpi_check_found(CHECK_PARAMETER_MATCHING, "groups-differ", 2, places,
                         "rank %d gives the group of ranks %s; rank %d, which is one of them, gives that of ranks %s",
                         a->place.rank, text_of(a->group, one, sizeof one), b->place.rank,
                         text_of(b->group, other, sizeof other));
    return true;
}

/* Whether rank r waits for rank q, which gives another group, or another tag: they wait for each other, or q's call is
 * over, and is the one that would have to be r's. */
static bool differ(int r, int q) {
    const struct check_group_call *a = waiting(r), *b = waiting(q);
    if (b && is_like(&a->key, &b->key) && has_same_tag(&a->key, &b->key) == (a->group != b->group) &&
        lmpi_group_find(b->group, r) != MPI_UNDEFINED)
        return tell(a, b);
    const struct check_group_call *over = b ? NULL : call_of(q, &a->key);
    return over && over->group != a->group && over->times == a->times && tell(a, over);
}

bool lmpi_check_groups_differ(void) {
    for (int r = 0; r < bsim_context.np; r++) {
        const struct check_group_call *a = waiting(r);
        for (int i = 0; a && i < a->group->size; i++) {
            int q = lmpi_group_world(a->group, i);
            if (q != r && differ(r, q))
                return true;
        }
    }
    return false;
}
