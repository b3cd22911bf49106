/* replay_groups.c - groups of ranks of the recorded run, as lists of ranks of MPI_COMM_WORLD. MPICH has none of them,
 * since its world is this process alone. */
#include <stdlib.h>
#include <string.h>

#include "lmpi/record/record_handles.h"
#include "lmpi/replay/replay.h"

enum { FIRST_GROUP = 0x7b000000 }; /* no handle of MPICH */

static struct group {
    int n, *world; /* owned */
    bool is_used;
} *groups;
static size_t ngroups, room;
static struct group empty;

static struct group *find(MPI_Group group) {
    size_t i = (size_t)((unsigned)group - FIRST_GROUP);
    if (group == MPI_GROUP_EMPTY)
        return &empty;
    if (i < ngroups && groups[i].is_used)
        return &groups[i];
    return NULL;
}

static int misuse(int class) {
    PMPI_Comm_call_errhandler(MPI_COMM_WORLD, class);
    return class;
}

static int *ranks(int n) {
    int *list = malloc(((size_t)n + 1) * sizeof *list);
    if (list == NULL)
        replay_stop("out of memory");
    return list;
}

/* Takes the list. */
static int make(int n, int *world, MPI_Group *made) {
    size_t i = 0;
    *made = MPI_GROUP_EMPTY;
    if (n == 0) {
        free(world);
        return MPI_SUCCESS;
    }
    while (i < ngroups && groups[i].is_used)
        i++;
    if (i == ngroups) {
        groups = lmpi_record_grow(groups, ngroups, &room, sizeof *groups);
        ngroups++;
    }
    groups[i] = (struct group){n, world, true};
    *made = (MPI_Group)(FIRST_GROUP + i);
    return MPI_SUCCESS;
}

static int place_of(const struct group *g, int world) {
    for (int i = 0; i < g->n; i++)
        if (g->world[i] == world)
            return i;
    return MPI_UNDEFINED;
}

/* MPI_IDENT, MPI_SIMILAR or MPI_UNEQUAL */
static int relation(const struct group *a, const struct group *b) {
    if (a->n != b->n)
        return MPI_UNEQUAL;
    if (a->n == 0 || memcmp(a->world, b->world, (size_t)a->n * sizeof *a->world) == 0)
        return MPI_IDENT;
    for (int i = 0; i < a->n; i++)
        if (place_of(b, a->world[i]) == MPI_UNDEFINED)
            return MPI_UNEQUAL;
    return MPI_SIMILAR;
}

int MPI_Comm_group(MPI_Comm comm, MPI_Group *group) {
    const struct replay_comm *c = replay_comm_find(comm);
    if (c == NULL)
        return PMPI_Comm_group(comm, group);
    int *world = ranks(c->size);
    memcpy(world, c->world, (size_t)c->size * sizeof *world);
    return make(c->size, world, group);
}

int MPI_Comm_remote_group(MPI_Comm comm, MPI_Group *group) {
    const struct replay_comm *c = replay_comm_find(comm);
    if (c == NULL || c->remote == 0)
        return PMPI_Comm_remote_group(comm, group);
    int *world = ranks(c->remote);
    memcpy(world, c->other, (size_t)c->remote * sizeof *world);
    return make(c->remote, world, group);
}

int MPI_Comm_compare(MPI_Comm comm1, MPI_Comm comm2, int *result) {
    const struct replay_comm *a = replay_comm_find(comm1), *b = replay_comm_find(comm2);
    if (a == NULL || b == NULL)
        return PMPI_Comm_compare(comm1, comm2, result);
    *result = relation(&(struct group){a->size, a->world, true}, &(struct group){b->size, b->world, true});
    if ((a->remote > 0) != (b->remote > 0))
        *result = MPI_UNEQUAL;
    if (a->remote > 0 && *result != MPI_UNEQUAL) {
        int of_other = relation(&(struct group){a->remote, a->other, true}, &(struct group){b->remote, b->other, true});
        *result = of_other == MPI_IDENT ? *result : of_other;
    }
    if (*result == MPI_IDENT && comm1 != comm2)
        *result = MPI_CONGRUENT;
    return MPI_SUCCESS;
}

int MPI_Group_size(MPI_Group group, int *size) {
    const struct group *g = find(group);
    if (g == NULL)
        return misuse(MPI_ERR_GROUP);
    *size = g->n;
    return MPI_SUCCESS;
}

int MPI_Group_rank(MPI_Group group, int *rank) {
    const struct group *g = find(group);
    if (g == NULL)
        return misuse(MPI_ERR_GROUP);
    *rank = place_of(g, replay_head.rank);
    return MPI_SUCCESS;
}

int MPI_Group_compare(MPI_Group group1, MPI_Group group2, int *result) {
    const struct group *a = find(group1), *b = find(group2);
    if (a == NULL || b == NULL)
        return misuse(MPI_ERR_GROUP);
    *result = relation(a, b);
    return MPI_SUCCESS;
}

int MPI_Group_translate_ranks(MPI_Group group1, int n, const int ranks1[], MPI_Group group2, int ranks2[]) {
    const struct group *a = find(group1), *b = find(group2);
    if (a == NULL || b == NULL)
        return misuse(MPI_ERR_GROUP);
    for (int i = 0; i < n; i++) {
        if (ranks1[i] != MPI_PROC_NULL && (ranks1[i] < 0 || ranks1[i] >= a->n))
            return misuse(MPI_ERR_RANK);
        ranks2[i] = ranks1[i] == MPI_PROC_NULL ? MPI_PROC_NULL : place_of(b, a->world[ranks1[i]]);
    }
    return MPI_SUCCESS;
}

int MPI_Group_free(MPI_Group *group) {
    struct group *g = find(*group);
    if (g == NULL)
        return misuse(MPI_ERR_GROUP);
    if (g != &empty) {
        free(g->world);
        *g = (struct group){0};
    }
    *group = MPI_GROUP_NULL;
    return MPI_SUCCESS;
}

/* ---- groups from groups ---- */

int MPI_Group_incl(MPI_Group group, int n, const int list[], MPI_Group *newgroup) {
    const struct group *g = find(group);
    if (g == NULL)
        return misuse(MPI_ERR_GROUP);
    int *world = ranks(n);
    for (int i = 0; i < n; i++) {
        if (list[i] < 0 || list[i] >= g->n) {
            free(world);
            return misuse(MPI_ERR_RANK);
        }
        world[i] = g->world[list[i]];
    }
    return make(n, world, newgroup);
}

/* The members whose mark is as wanted. Takes the marks. */
static int marked(const struct group *g, char *mark, bool wanted, MPI_Group *newgroup) {
    int *world = ranks(g->n), n = 0;
    for (int i = 0; i < g->n; i++)
        if ((mark[i] != 0) == wanted)
            world[n++] = g->world[i];
    free(mark);
    return make(n, world, newgroup);
}

static char *marks(const struct group *g) {
    char *mark = calloc((size_t)g->n + 1, 1);
    if (mark == NULL)
        replay_stop("out of memory");
    return mark;
}

int MPI_Group_excl(MPI_Group group, int n, const int list[], MPI_Group *newgroup) {
    const struct group *g = find(group);
    if (g == NULL)
        return misuse(MPI_ERR_GROUP);
    char *mark = marks(g);
    for (int i = 0; i < n; i++) {
        if (list[i] < 0 || list[i] >= g->n) {
            free(mark);
            return misuse(MPI_ERR_RANK);
        }
        mark[list[i]] = 1;
    }
    return marked(g, mark, false, newgroup);
}

/* The ranks of n ranges, to be freed; NULL if they are not in the group. */
static int *ranges_of(const struct group *g, int n, int ranges[][3], int *found) {
    int *list = ranks(g->n);
    *found = 0;
    for (int i = 0; i < n; i++) {
        int64_t first = ranges[i][0], last = ranges[i][1], stride = ranges[i][2];
        for (int64_t r = first; stride != 0 && (stride > 0 ? r <= last : r >= last); r += stride) {
            if (r < 0 || r >= g->n || *found == g->n) {
                free(list);
                return NULL;
            }
            list[(*found)++] = (int)r;
        }
    }
    return list;
}

static int by_ranges(MPI_Group group, int n, int ranges[][3], bool includes, MPI_Group *newgroup) {
    const struct group *g = find(group);
    int found;
    if (g == NULL)
        return misuse(MPI_ERR_GROUP);
    int *list = ranges_of(g, n, ranges, &found);
    if (list == NULL)
        return misuse(MPI_ERR_RANK);
    int code = includes ? MPI_Group_incl(group, found, list, newgroup) : MPI_Group_excl(group, found, list, newgroup);
    free(list);
    return code;
}

int MPI_Group_range_incl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup) {
    return by_ranges(group, n, ranges, true, newgroup);
}

int MPI_Group_range_excl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup) {
    return by_ranges(group, n, ranges, false, newgroup);
}

static int by_members(MPI_Group group1, MPI_Group group2, bool wanted, MPI_Group *newgroup) {
    const struct group *a = find(group1), *b = find(group2);
    if (a == NULL || b == NULL)
        return misuse(MPI_ERR_GROUP);
    char *mark = marks(a);
    for (int i = 0; i < a->n; i++)
        mark[i] = place_of(b, a->world[i]) != MPI_UNDEFINED;
    return marked(a, mark, wanted, newgroup);
}

int MPI_Group_intersection(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup) {
    return by_members(group1, group2, true, newgroup);
}

int MPI_Group_difference(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup) {
    return by_members(group1, group2, false, newgroup);
}

int MPI_Group_union(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup) {
    const struct group *a = find(group1), *b = find(group2);
    if (a == NULL || b == NULL)
        return misuse(MPI_ERR_GROUP);
    int *world = ranks(a->n + b->n), n = a->n;
    if (n > 0)
        memcpy(world, a->world, (size_t)n * sizeof *world);
    for (int i = 0; i < b->n; i++)
        if (place_of(a, b->world[i]) == MPI_UNDEFINED)
            world[n++] = b->world[i];
    return make(n, world, newgroup);
}
