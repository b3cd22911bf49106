/* group_api.c - the MPI_Group_* functions over the objects of group.c. */
#include <stdlib.h>
#include <string.h>

#include "bsim/kernel/engine.h"
#include "bsim/base/alloc.h"
#include "lmpi/core/errhandler.h"
#include "lmpi/core/group.h"
#include "lmpi/core/lmpi_internal.h"

#define GROUP_OR_FAIL(variable, handle)                                                                                \
    lmpi_group *variable = lmpi_group_of(handle);                                                                      \
    if (!variable)                                                                                                     \
    return LMPI_FAIL(MPI_COMM_WORLD, MPI_ERR_GROUP, "group handle 0x%x is not valid", (unsigned)(handle))

#define ARGUMENT_OR_FAIL(condition, ...)                                                                               \
    if (!(condition))                                                                                                  \
    return LMPI_FAIL(MPI_COMM_WORLD, MPI_ERR_ARG, __VA_ARGS__)

int MPI_Group_size(MPI_Group group, int *size) {
    LMPI_ENTER;
    BSIM_ALONE;
    GROUP_OR_FAIL(g, group);
    *size = g->size;
    return MPI_SUCCESS;
}

int MPI_Group_rank(MPI_Group group, int *rank) {
    LMPI_ENTER;
    BSIM_ALONE;
    GROUP_OR_FAIL(g, group);
    *rank = lmpi_group_find(g, bsim_self->id);
    return MPI_SUCCESS;
}

int MPI_Group_free(MPI_Group *group) {
    LMPI_ENTER;
    BSIM_ALONE;
    GROUP_OR_FAIL(g, *group);
    lmpi_group_unref(g);
    *group = MPI_GROUP_NULL;
    return MPI_SUCCESS;
}

int MPI_Group_translate_ranks(MPI_Group group1, int n, const int ranks1[], MPI_Group group2, int ranks2[]) {
    LMPI_ENTER;
    BSIM_ALONE;
    GROUP_OR_FAIL(g1, group1);
    GROUP_OR_FAIL(g2, group2);
    ARGUMENT_OR_FAIL(n >= 0, "%d ranks to translate", n);
    for (int i = 0; i < n; i++) {
        if (ranks1[i] == MPI_PROC_NULL) {
            ranks2[i] = MPI_PROC_NULL;
            continue;
        }
        if (ranks1[i] < 0 || ranks1[i] >= g1->size)
            return LMPI_FAIL(MPI_COMM_WORLD, MPI_ERR_RANK, "rank %d is not in the group of %d", ranks1[i], g1->size);
        ranks2[i] = lmpi_group_find(g2, lmpi_group_world(g1, ranks1[i]));
    }
    return MPI_SUCCESS;
}

int MPI_Group_compare(MPI_Group group1, MPI_Group group2, int *result) {
    LMPI_ENTER;
    BSIM_ALONE;
    GROUP_OR_FAIL(g1, group1);
    GROUP_OR_FAIL(g2, group2);
    *result = MPI_UNEQUAL;
    if (g1 == g2) {
        *result = MPI_IDENT;
    } else if (g1->size == g2->size) {
        for (int i = 0; i < g1->size; i++)
            if (lmpi_group_find(g2, lmpi_group_world(g1, i)) == MPI_UNDEFINED)
                return MPI_SUCCESS;
        *result = MPI_SIMILAR;
    }
    return MPI_SUCCESS;
}

/* Makes the group of a list and frees the list. */
static void finish(int n, int *list, MPI_Group *newgroup) {
    *newgroup = lmpi_group_list(n, list)->handle;
    bsim_free(list);
}

static int *new_list(int64_t n) {
    return bsim_alloc((size_t)(n ? n : 1) * sizeof(int));
}

int MPI_Group_union(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup) {
    LMPI_ENTER;
    BSIM_ALONE;
    GROUP_OR_FAIL(g1, group1);
    GROUP_OR_FAIL(g2, group2);
    int *list = new_list((int64_t)g1->size + g2->size), n = 0;
    for (int i = 0; i < g1->size; i++)
        list[n++] = lmpi_group_world(g1, i);
    for (int i = 0; i < g2->size; i++)
        if (lmpi_group_find(g1, lmpi_group_world(g2, i)) == MPI_UNDEFINED)
            list[n++] = lmpi_group_world(g2, i);
    finish(n, list, newgroup);
    return MPI_SUCCESS;
}

int MPI_Group_intersection(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup) {
    LMPI_ENTER;
    BSIM_ALONE;
    GROUP_OR_FAIL(g1, group1);
    GROUP_OR_FAIL(g2, group2);
    int *list = new_list(g1->size), n = 0;
    for (int i = 0; i < g1->size; i++)
        if (lmpi_group_find(g2, lmpi_group_world(g1, i)) != MPI_UNDEFINED)
            list[n++] = lmpi_group_world(g1, i);
    finish(n, list, newgroup);
    return MPI_SUCCESS;
}

int MPI_Group_difference(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup) {
    LMPI_ENTER;
    BSIM_ALONE;
    GROUP_OR_FAIL(g1, group1);
    GROUP_OR_FAIL(g2, group2);
    int *list = new_list(g1->size), n = 0;
    for (int i = 0; i < g1->size; i++)
        if (lmpi_group_find(g2, lmpi_group_world(g1, i)) == MPI_UNDEFINED)
            list[n++] = lmpi_group_world(g1, i);
    finish(n, list, newgroup);
    return MPI_SUCCESS;
}

/* Checks a list of local ranks: 0, or 1 + the index of a rank that is out of range or occurs twice. */
static int first_bad(const lmpi_group *g, int n, const int ranks[], char *chosen) {
    memset(chosen, 0, (size_t)g->size);
    for (int i = 0; i < n; i++) {
        if (ranks[i] < 0 || ranks[i] >= g->size || chosen[ranks[i]])
            return i + 1;
        chosen[ranks[i]] = 1;
    }
    return 0;
}

int MPI_Group_incl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup) {
    LMPI_ENTER;
    BSIM_ALONE;
    GROUP_OR_FAIL(g, group);
    ARGUMENT_OR_FAIL(n >= 0, "%d ranks to include", n);
    char *chosen = bsim_alloc((size_t)g->size + 1);
    int bad = first_bad(g, n, ranks, chosen);
    bsim_free(chosen);
    if (bad)
        return LMPI_FAIL(MPI_COMM_WORLD, MPI_ERR_RANK, "ranks[%d] = %d is not in the group of %d, or given twice",
                         bad - 1, ranks[bad - 1], g->size);
    int *list = new_list(n);
    for (int i = 0; i < n; i++)
        list[i] = lmpi_group_world(g, ranks[i]);
    finish(n, list, newgroup);
    return MPI_SUCCESS;
}

int MPI_Group_excl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup) {
    LMPI_ENTER;
    BSIM_ALONE;
    GROUP_OR_FAIL(g, group);
    ARGUMENT_OR_FAIL(n >= 0, "%d ranks to exclude", n);
    char *chosen = bsim_alloc((size_t)g->size + 1);
    int bad = first_bad(g, n, ranks, chosen);
    if (bad) {
        bsim_free(chosen);
        return LMPI_FAIL(MPI_COMM_WORLD, MPI_ERR_RANK, "ranks[%d] = %d is not in the group of %d, or given twice",
                         bad - 1, ranks[bad - 1], g->size);
    }
    int *list = new_list(g->size), kept = 0;
    for (int i = 0; i < g->size; i++)
        if (!chosen[i])
            list[kept++] = lmpi_group_world(g, i);
    bsim_free(chosen);
    finish(kept, list, newgroup);
    return MPI_SUCCESS;
}

/* The local ranks of (first, last, stride) triplets; null if one is not valid. The caller owns the list. */
static int *expand(const lmpi_group *g, int n, int ranges[][3], int *count) {
    int *local = new_list(g->size), used = 0;
    for (int i = 0; i < n; i++) {
        int first = ranges[i][0], last = ranges[i][1], stride = ranges[i][2];
        if (stride == 0)
            goto bad;
        for (int64_t r = first; stride > 0 ? r <= last : r >= last; r += stride) {
            if (r < 0 || r >= g->size || used == g->size)
                goto bad;
            local[used++] = (int)r;
        }
    }
    *count = used;
    return local;
bad:
    bsim_free(local);
    return NULL;
}

/* A single range of a sequence, which is a sequence again and takes no memory for its members. NULL in other cases. */
static lmpi_group *range_of_range(const lmpi_group *g, int n, int ranges[][3]) {
    if (n != 1 || g->ranks)
        return NULL;
    int64_t first = ranges[0][0], last = ranges[0][1], stride = ranges[0][2];
    if (stride == 0 || (stride > 0 ? first > last : first < last))
        return NULL;
    int64_t size = (last - first) / stride + 1;
    last = first + (size - 1) * stride;
    if (first < 0 || first >= g->size || last < 0 || last >= g->size)
        return NULL;
    return lmpi_group_range((int)size, g->first + (int)first * g->stride, (int)stride * g->stride);
}

int MPI_Group_range_incl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup) {
    LMPI_ENTER;
    BSIM_ALONE;
    GROUP_OR_FAIL(g, group);
    lmpi_group *simple = n > 0 ? range_of_range(g, n, ranges) : NULL;
    if (simple) {
        *newgroup = simple->handle;
        return MPI_SUCCESS;
    }
    int count;
    int *local = expand(g, n, ranges, &count);
    if (!local)
        return LMPI_FAIL(MPI_COMM_WORLD, MPI_ERR_ARG, "a range goes beyond the group of %d or has stride 0", g->size);
    int code = MPI_Group_incl(group, count, local, newgroup);
    bsim_free(local);
    return code;
}

int MPI_Group_range_excl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup) {
    LMPI_ENTER;
    BSIM_ALONE;
    GROUP_OR_FAIL(g, group);
    int count;
    int *local = expand(g, n, ranges, &count);
    if (!local)
        return LMPI_FAIL(MPI_COMM_WORLD, MPI_ERR_ARG, "a range goes beyond the group of %d or has stride 0", g->size);
    int code = MPI_Group_excl(group, count, local, newgroup);
    bsim_free(local);
    return code;
}
