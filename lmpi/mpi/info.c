/* info.c - info objects: ordered lists of keys and values, which the runtime ignores. */
#include <stdio.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "lmpi/core/lmpi_internal.h"
#include "lmpi/core/props.h"

enum { INFO_KIND = (int)0x9c000000, INFO_INDEX = 0x03ffffff };

typedef struct pair {
    char *key, *value;
} pair;

typedef struct info {
    int n, used; /* used: the entry of the table is taken */
    pair *pairs;
} info;

static info *infos;
static int ninfos, first_free;

static info *info_of(MPI_Info handle) {
    int index = handle & INFO_INDEX;
    return (handle & ~INFO_INDEX) == INFO_KIND && index < ninfos && infos[index].used ? &infos[index] : NULL;
}

/* An info object that may be read. MPI_INFO_ENV is one without entries. */
static const info *readable(MPI_Info handle) {
    static const info nothing = {.used = 1};
    return handle == MPI_INFO_ENV ? &nothing : info_of(handle);
}

#define OR_FAIL(variable, handle)                                                                                      \
    if (!variable)                                                                                                     \
    return LMPI_FAIL(MPI_COMM_WORLD, MPI_ERR_INFO, "info handle 0x%x is not valid", (unsigned)(handle))
#define INFO_OR_FAIL(variable, handle)                                                                                 \
    info *variable = info_of(handle);                                                                                  \
    OR_FAIL(variable, handle)
#define READABLE_OR_FAIL(variable, handle)                                                                             \
    const info *variable = readable(handle);                                                                           \
    OR_FAIL(variable, handle)

static pair *find(const info *i, const char *key) {
    for (int n = 0; n < i->n; n++)
        if (!strcmp(i->pairs[n].key, key))
            return &i->pairs[n];
    return NULL;
}

static void add(info *i, const char *key, const char *value) {
    i->pairs = bsim_realloc(i->pairs, (size_t)(i->n + 1) * sizeof *i->pairs);
    i->pairs[i->n++] = (pair){bsim_strdup(key), bsim_strdup(value)};
}

int MPI_Info_create(MPI_Info *handle) {
    BSIM_ALONE;
    while (first_free < ninfos && infos[first_free].used)
        first_free++;
    if (first_free == ninfos)
        infos = bsim_realloc(infos, (size_t)++ninfos * sizeof *infos);
    infos[first_free] = (info){.used = 1};
    *handle = INFO_KIND | first_free;
    return MPI_SUCCESS;
}

int MPI_Info_free(MPI_Info *handle) {
    BSIM_ALONE;
    INFO_OR_FAIL(i, *handle);
    for (int n = 0; n < i->n; n++) {
        bsim_free(i->pairs[n].key);
        bsim_free(i->pairs[n].value);
    }
    bsim_free(i->pairs);
    *i = (info){.used = 0};
    if ((*handle & INFO_INDEX) < first_free)
        first_free = *handle & INFO_INDEX;
    *handle = MPI_INFO_NULL;
    return MPI_SUCCESS;
}

int MPI_Info_dup(MPI_Info handle, MPI_Info *newinfo) {
    BSIM_ALONE;
    READABLE_OR_FAIL(source, handle);
    (void)source;
    MPI_Info_create(newinfo);
    const info *from = readable(handle); /* after MPI_Info_create, which may move the table */
    for (int n = 0; n < from->n; n++)
        add(info_of(*newinfo), from->pairs[n].key, from->pairs[n].value);
    return MPI_SUCCESS;
}

int MPI_Info_set(MPI_Info handle, const char *key, const char *value) {
    BSIM_ALONE;
    INFO_OR_FAIL(i, handle);
    if (!*key || strlen(key) > MPI_MAX_INFO_KEY)
        return LMPI_FAIL(MPI_COMM_WORLD, MPI_ERR_INFO_KEY, "the key '%.40s' is empty or too long", key);
    if (!*value || strlen(value) > MPI_MAX_INFO_VAL)
        return LMPI_FAIL(MPI_COMM_WORLD, MPI_ERR_INFO_VALUE, "the value of '%s' is empty or too long", key);
    pair *p = find(i, key);
    if (!p) {
        add(i, key, value);
        return MPI_SUCCESS;
    }
    bsim_free(p->value);
    p->value = bsim_strdup(value);
    return MPI_SUCCESS;
}

int MPI_Info_delete(MPI_Info handle, const char *key) {
    BSIM_ALONE;
    INFO_OR_FAIL(i, handle);
    pair *p = find(i, key);
    if (!p)
        return LMPI_FAIL(MPI_COMM_WORLD, MPI_ERR_INFO_NOKEY, "there is no key '%s'", key);
    bsim_free(p->key);
    bsim_free(p->value);
    memmove(p, p + 1, (size_t)(i->pairs + i->n - (p + 1)) * sizeof *p);
    i->n--;
    return MPI_SUCCESS;
}

int MPI_Info_get(MPI_Info handle, const char *key, int valuelen, char *value, int *flag) {
    BSIM_ALONE;
    READABLE_OR_FAIL(i, handle);
    const pair *p = find(i, key);
    *flag = p != NULL;
    if (p)
        snprintf(value, (size_t)valuelen + 1, "%s", p->value);
    return MPI_SUCCESS;
}

int MPI_Info_get_valuelen(MPI_Info handle, const char *key, int *valuelen, int *flag) {
    BSIM_ALONE;
    READABLE_OR_FAIL(i, handle);
    const pair *p = find(i, key);
    *flag = p != NULL;
    if (p)
        *valuelen = (int)strlen(p->value);
    return MPI_SUCCESS;
}

int MPI_Info_get_nkeys(MPI_Info handle, int *nkeys) {
    BSIM_ALONE;
    READABLE_OR_FAIL(i, handle);
    *nkeys = i->n;
    return MPI_SUCCESS;
}

int MPI_Info_get_nthkey(MPI_Info handle, int n, char *key) {
    BSIM_ALONE;
    READABLE_OR_FAIL(i, handle);
    if (n < 0 || n >= i->n)
        return LMPI_FAIL(MPI_COMM_WORLD, MPI_ERR_ARG, "key number %d of %d", n, i->n);
    snprintf(key, MPI_MAX_INFO_KEY + 1, "%s", i->pairs[n].key);
    return MPI_SUCCESS;
}

/* buflen: in: room; out: the length of the value with its final zero. */
int MPI_Info_get_string(MPI_Info handle, const char *key, int *buflen, char *value, int *flag) {
    BSIM_ALONE;
    READABLE_OR_FAIL(i, handle);
    const pair *p = find(i, key);
    *flag = p != NULL;
    if (!p)
        return MPI_SUCCESS;
    if (*buflen > 0)
        snprintf(value, (size_t)*buflen, "%s", p->value);
    *buflen = (int)strlen(p->value) + 1;
    return MPI_SUCCESS;
}

/* MPI_INFO_ENV is without entries, and so is this. */
int MPI_Info_create_env(int argc, char *argv[], MPI_Info *handle) {
    BSIM_ALONE;
    (void)argc, (void)argv;
    return MPI_Info_create(handle);
}

/* ---- hints of communicators: kept and given back; none changes anything ---- */

/* MPICH ignores keys that it does not know, and so these are what programs get. */
static bool is_known(const char *key) {
    static const char *const known[] = {"mpi_assert_no_any_tag", "mpi_assert_no_any_source", "mpi_assert_exact_length",
                                        "mpi_assert_allow_overtaking"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(key, known[i]))
            return true;
    return false;
}

int MPI_Comm_set_info(MPI_Comm comm, MPI_Info handle) {
    LMPI_ENTER;
    BSIM_ALONE;
    const lmpi_comm *c = lmpi_comm_of(comm);
    if (!c)
        return LMPI_FAIL(MPI_COMM_WORLD, MPI_ERR_COMM, "communicator handle 0x%x is not valid", (unsigned)comm);
    READABLE_OR_FAIL(given, handle);
    lmpi_props *p = lmpi_props_get(LMPI_DOMAIN_COMM, c->id, bsim_self->id);
    if (!p->info)
        MPI_Info_create(&p->info);
    given = readable(handle); /* the table may have moved */
    for (int n = 0; n < given->n; n++)
        if (is_known(given->pairs[n].key))
            MPI_Info_set(p->info, given->pairs[n].key, given->pairs[n].value);
    return MPI_SUCCESS;
}

int MPI_Comm_get_info(MPI_Comm comm, MPI_Info *info_used) {
    LMPI_ENTER;
    BSIM_ALONE;
    const lmpi_comm *c = lmpi_comm_of(comm);
    if (!c)
        return LMPI_FAIL(MPI_COMM_WORLD, MPI_ERR_COMM, "communicator handle 0x%x is not valid", (unsigned)comm);
    const lmpi_props *p = lmpi_props_find(LMPI_DOMAIN_COMM, c->id, bsim_self->id);
    return p && p->info ? MPI_Info_dup(p->info, info_used) : MPI_Info_create(info_used);
}
