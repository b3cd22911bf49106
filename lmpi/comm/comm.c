/* comm.c - making and freeing communicators. Members share the objects (lmpi_internal.h); props.c has what a single
 * rank attaches. */
#include "lmpi/capture/capture.h"
#include "lmpi/comm/comm.h"
#include "lmpi/comm/comm_freed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bsim/base/alloc.h"
#include "bsim/base/warn.h"
#include "lmpi/coll/coll_time.h"
#include "lmpi/comm/context.h"
#include "lmpi/comm/inter.h"
#include "lmpi/core/checker.h"
#include "lmpi/core/props.h"
#include "lmpi/core/hosts.h"
#include "lmpi/trace/trace.h"

lmpi_comm **lmpi_comms;
int lmpi_ncomms;
static int comms_room;

lmpi_comm *lmpi_comm_new(lmpi_group *group) {
    if (lmpi_ncomms == comms_room) {
        comms_room = comms_room ? 2 * comms_room : 16;
        lmpi_comms = bsim_realloc(lmpi_comms, (size_t)comms_room * sizeof(lmpi_comm *));
    }
    lmpi_comm *comm = bsim_alloc(sizeof *comm);
    comm->id = lmpi_ncomms;
    comm->handle = (MPI_Comm)(LMPI_COMM_KIND | (unsigned)comm->id);
    comm->size = group->size;
    comm->first = group->first;
    comm->stride = group->stride;
    comm->ranks = group->ranks;
    comm->group = group;
    comm->peers = comm;
    lmpi_group_ref(group);
    lmpi_comms[lmpi_ncomms++] = comm;
    return comm;
}

void lmpi_comm_delete(lmpi_comm *comm) {
    lmpi_coll_drop(comm);
    if (comm->topology)
        lmpi_topology_drop(comm->topology);
    lmpi_comms[comm->id] = NULL;
    lmpi_group_unref(comm->group);
    bsim_free(comm->of);
    bsim_free(comm);
}

lmpi_group *lmpi_comm_group(const lmpi_comm *comm, int world) {
    if (comm->id == LMPI_COMM_ID_SELF)
        return lmpi_group_range(1, world, 1);
    lmpi_group_ref(comm->group);
    return comm->group;
}

/* ---- making ---- */

static int by_color_key(const void *a, const void *b, void *wish) {
    int x = *(const int *)a, y = *(const int *)b;
    const lmpi_split *wx = (const lmpi_split *)wish + x, *wy = (const lmpi_split *)wish + y;
    if (wx->color != wy->color)
        return wx->color < wy->color ? -1 : 1;
    if (wx->key != wy->key)
        return wx->key < wy->key ? -1 : 1;
    return (x > y) - (x < y);
}

void lmpi_comm_make_parts(lmpi_coll_run *run, const lmpi_split *wish) {
    int *order = lmpi_coll_scratch((size_t)run->n * sizeof *order), n = 0;
    int *world = lmpi_coll_scratch((size_t)run->n * sizeof *world);
    for (int i = 0; i < run->n; i++)
        if (wish[i].color != MPI_UNDEFINED)
            order[n++] = i;
    qsort_r(order, (size_t)n, sizeof *order, by_color_key, (void *)wish);
    for (int first = 0, end; first < n; first = end) {
        int size = 0;
        for (end = first; end < n && wish[order[end]].color == wish[order[first]].color; end++)
            world[size++] = run->call[order[end]]->world;
        lmpi_group *group = lmpi_group_list(size, world);
        lmpi_comm *comm = lmpi_comm_new(group);
        lmpi_group_unref(group);
        comm->users = size;
        for (int i = first; i < end; i++)
            run->call[order[i]]->made = comm;
        lmpi_hosts_made(run->comm, comm);
    }
    lmpi_hosts_counted(run->comm);
}

/* Sets the running rank's properties of a new communicator. A non-blocking constructor gives it at once. */
static void adopt(const lmpi_comm *parent, lmpi_comm *made) {
    lmpi_props *p = lmpi_props_find(LMPI_DOMAIN_COMM, parent->id, bsim_self->id);
    if (p && p->errhandler)
        lmpi_props_get(LMPI_DOMAIN_COMM, made->id, bsim_self->id)->errhandler = p->errhandler;
    if (!lmpi_trace_on)
        return;
    p = lmpi_props_get(LMPI_DOMAIN_COMM, parent->id, bsim_self->id);
    const char *from = parent->id == LMPI_COMM_ID_WORLD  ? "world"
                       : parent->id == LMPI_COMM_ID_SELF ? "self"
                                                         : p->trace_name;
    size_t size = strlen(from) + 16;
    char *name = bsim_alloc(size);
    snprintf(name, size, "%s.%d", from, p->children++);
    lmpi_props_get(LMPI_DOMAIN_COMM, made->id, bsim_self->id)->trace_name = name;
}

/* Joins a part of a constructor, in *c. */
static int join(const lmpi_coll_kind *kind, const char *call, const void *site, MPI_Comm comm, const void *arguments,
                lmpi_coll_call *c, lmpi_comm **object) {
    const lmpi_coll_place place = {.name = call, .address = site, .real = true};
    *c = (lmpi_coll_call){.arguments = arguments};
    int code = lmpi_coll_prepare(c, &place, kind, comm, object);
    return code == MPI_SUCCESS ? lmpi_coll_join(*object, c) : code;
}

int lmpi_comm_agree(const lmpi_coll_kind *kind, const char *call, const void *site, MPI_Comm comm,
                    const void *arguments, lmpi_coll_call *c, MPI_Comm *made) {
    BSIM_ALONE;
    lmpi_comm *parent;
    *made = MPI_COMM_NULL;
    int code = join(kind, call, site, comm, arguments, c, &parent);
    if (code != MPI_SUCCESS || !c->made)
        return code;
    adopt(parent, c->made);
    *made = c->made->handle;
    return MPI_SUCCESS;
}

int lmpi_comm_construct(const lmpi_coll_kind *kind, const char *call, const void *site, MPI_Comm comm,
                        const void *arguments, MPI_Comm *made) {
    BSIM_ALONE;
    lmpi_coll_call c;
    MPI_Comm handle;
    *made = MPI_COMM_NULL;
    int code = lmpi_comm_agree(kind, call, site, comm, arguments, &c, &handle);
    if (code == MPI_SUCCESS && c.made && !c.made->all)
        code = lmpi_context_tell(c.made, &c);
    if (code == MPI_SUCCESS)
        *made = handle;
    return code;
}

static lmpi_comm *duplicate_of(lmpi_comm *comm, int world) {
    lmpi_group *group = lmpi_comm_group(comm, world);
    lmpi_comm *made = lmpi_comm_new(group);
    lmpi_group_unref(group);
    made->users = comm->size;
    made->topology = comm->topology ? lmpi_topology_share(comm->topology) : NULL;
    return made;
}

static void dup_data(lmpi_coll_run *run) {
    lmpi_comm *made = duplicate_of(run->comm, run->call[0]->world);
    for (int i = 0; i < run->n; i++)
        run->call[i]->made = made;
    lmpi_hosts_made(run->comm, made);
    lmpi_hosts_counted(run->comm);
}

static lmpi_comm *dup_early(lmpi_comm *comm) {
    if (comm->left)
        return lmpi_inter_duplicate(comm);
    return duplicate_of(comm, bsim_self->id);
}

static void split_data(lmpi_coll_run *run) {
    lmpi_split *wish = lmpi_coll_scratch((size_t)run->n * sizeof *wish);
    for (int i = 0; i < run->n; i++)
        wish[i] = *(const lmpi_split *)run->call[i]->arguments;
    lmpi_comm_make_parts(run, wish);
}

static void idup_time(lmpi_coll_run *run) {
    if (run->comm->left)
        lmpi_inter_idup_time(run);
    else
        lmpi_context_dup_time(run);
}

static const lmpi_coll_kind dup = {
    .name = "MPI_Comm_dup", .constructs = true, .by_one = true, .time = lmpi_context_time, .data = dup_data};
static const lmpi_coll_kind idup = {
    .name = "MPI_Comm_idup", .constructs = true, .by_one = true, .time = idup_time, .make = dup_early};
static const lmpi_coll_kind split = {
    .name = "MPI_Comm_split", .constructs = true, .by_one = true, .time = lmpi_context_split_time, .data = split_data};

static int release(const char *call, const void *site, MPI_Comm *comm);

static int duplicate(const char *call, const void *site, MPI_Comm comm, MPI_Comm *newcomm) {
    int code = lmpi_comm_construct(lmpi_comm_is_inter(comm) ? &lmpi_inter_dup : &dup, call, site, comm, NULL, newcomm);
    if (code != MPI_SUCCESS)
        return code;
    code = lmpi_attr_copy_all(LMPI_DOMAIN_COMM, comm, lmpi_comm_of(comm)->id, lmpi_comm_of(*newcomm)->id);
    if (code == MPI_SUCCESS)
        return code;
    release(call, site, newcomm);
    return lmpi_error(comm, call, site, code, "the copy callback of an attribute failed");
}

/* The attributes are copied, and the handle is there, when the call returns, as in MPICH. */
static int duplicate_later(const char *call, const void *site, MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request) {
    lmpi_comm *parent, *made = NULL;
    lmpi_coll_call c = {.made_at = &made};
    const lmpi_coll_place place = {.name = call, .address = site, .real = true, .starts = true, .request = request};
    *newcomm = MPI_COMM_NULL;
    int code = lmpi_coll_prepare(&c, &place, &idup, comm, &parent);
    if (code == MPI_SUCCESS)
        code = lmpi_coll_join(parent, &c);
    if (code != MPI_SUCCESS)
        return code;
    if (made->all && lmpi_comm_rank(made, bsim_self->id) < 0)
        made = made->peers;
    adopt(parent, made);
    *newcomm = made->handle;
    code = lmpi_attr_copy_all(LMPI_DOMAIN_COMM, comm, parent->id, made->id);
    return code == MPI_SUCCESS ? code : lmpi_error(comm, call, site, code, "the copy callback of an attribute failed");
}

int MPI_Comm_idup(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request) {
    LMPI_CAPTURE(MPI_Comm_idup, (comm, newcomm, request));
    BSIM_ALONE;
    return duplicate_later(__func__, LMPI_SITE, comm, newcomm, request);
}

int MPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm, MPI_Request *request) {
    LMPI_CAPTURE(MPI_Comm_idup_with_info, (comm, info, newcomm, request));
    BSIM_ALONE;
    (void)info;
    return duplicate_later(__func__, LMPI_SITE, comm, newcomm, request);
}

int MPI_Comm_dup(MPI_Comm comm, MPI_Comm *newcomm) {
    LMPI_CAPTURE(MPI_Comm_dup, (comm, newcomm));
    BSIM_ALONE;
    return duplicate(__func__, LMPI_SITE, comm, newcomm);
}

int MPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm) {
    LMPI_CAPTURE(MPI_Comm_dup_with_info, (comm, info, newcomm));
    BSIM_ALONE;
    (void)info;
    return duplicate(__func__, LMPI_SITE, comm, newcomm);
}

/* MPI asks for colors that are not negative; MPICH takes any. */
int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *newcomm) {
    LMPI_CAPTURE(MPI_Comm_split, (comm, color, key, newcomm));
    BSIM_ALONE;
    lmpi_split wish = {color, key};
    return lmpi_comm_construct(lmpi_comm_is_inter(comm) ? &lmpi_inter_split : &split, __func__, LMPI_SITE, comm, &wish,
                               newcomm);
}

/* MPI_Comm_split_type has three parts: a split into those that give a type and the others, one of the former by their
 * color, and messages in each part. */
#define SPLIT_TYPE                                                                                                     \
    .name = "MPI_Comm_split_type", .constructs = true, .by_one = true, .time = lmpi_context_split_time,                \
    .data = split_data
static const lmpi_coll_kind split_type = {SPLIT_TYPE}, split_color = {SPLIT_TYPE, .continues = true};

int lmpi_comm_split_type(const char *call, const void *site, MPI_Comm comm, const lmpi_split *wish, MPI_Comm *made) {
    BSIM_ALONE;
    lmpi_comm *parent, *typed;
    lmpi_coll_call c;
    const lmpi_split first = {wish->color == MPI_UNDEFINED ? MPI_UNDEFINED : 0, 0};
    *made = MPI_COMM_NULL;
    int code = join(&split_type, call, site, comm, &first, &c, &parent);
    if (code != MPI_SUCCESS || !c.made)
        return code;
    typed = c.made;
    code = lmpi_context_tell(typed, &c);
    if (code == MPI_SUCCESS)
        code = join(&split_color, call, site, typed->handle, wish, &c, &typed);
    if (code == MPI_SUCCESS)
        code = lmpi_context_tell(c.made, &c);
    if (code == MPI_SUCCESS)
        code = lmpi_context_tell_type(c.made, &c);
    MPI_Comm done = typed->handle;
    release(call, site, &done);
    if (code != MPI_SUCCESS)
        return code;
    adopt(parent, c.made);
    *made = c.made->handle;
    return MPI_SUCCESS;
}

static const lmpi_coll_kind alone = {.name = "MPI_Comm_split", .constructs = true, .by_one = true, .data = split_data};

int lmpi_comm_make_alone(const char *call, const void *site, MPI_Comm comm, bool is_member, MPI_Comm *made) {
    lmpi_coll_call c;
    const lmpi_split wish = {is_member ? bsim_self->id : MPI_UNDEFINED, 0};
    return lmpi_comm_agree(&alone, call, site, comm, &wish, &c, made);
}

/* What a communicator is split by for a hint that names a kind of resource. */
enum resource { NO_RESOURCE, A_NODE, A_SOCKET };
static const char shared_hint[] = "shmem_topo"; /* MPICH's, of MPI_COMM_TYPE_SHARED */

/* The value of the hint; NO_RESOURCE and found: a kind that the platform does not tell, of which the run warns. */
static enum resource resource_of(MPI_Info info, const char *key, int *found) {
    static const struct {
        const char *name;
        enum resource is;
    } kinds[] = {{"node", A_NODE},
                 {"machine", A_NODE},
                 {"mpi_shared_memory", A_NODE},
                 {"socket", A_SOCKET},
                 {"package", A_SOCKET}};
    char kind[64] = "";
    *found = 0;
    if (info != MPI_INFO_NULL)
        MPI_Info_get(info, key, sizeof kind - 1, kind, found);
    for (size_t i = 0; *found && i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kind, kinds[i].name) == 0 && (kinds[i].is == A_NODE || bsim_context.socket))
            return kinds[i].is;
    if (*found)
        bsim_warn("MPI_Comm_split_type: the hint %s asks for \"%s\", of which the platform tells nothing (it may have "
                  "\"node\" and, with between_sockets, \"socket\" and \"package\"): %s",
                  key, kind,
                  strcmp(key, shared_hint) ? "the result is MPI_COMM_NULL" : "ranks of a node stay together");
    return NO_RESOURCE;
}

static int color_of(enum resource resource) {
    return (resource == A_SOCKET ? bsim_context.socket : bsim_context.node)[bsim_self->id];
}

/* MPI_COMM_TYPE_SHARED groups the ranks of each node of the platform, or as MPICH of each socket if a hint says so. So
 * does MPI_COMM_TYPE_HW_GUIDED for these kinds of resource; the platform has no other ones, and the result is
 * MPI_COMM_NULL. MPI_COMM_TYPE_HW_UNGUIDED groups by nodes where this parts the communicator. MPICH's
 * MPIX_COMM_TYPE_NEIGHBORHOOD: all ranks share the folders of the host, so those that name one are together; other
 * hints give MPI_COMM_NULL. */
int MPI_Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm *newcomm) {
    LMPI_CAPTURE(MPI_Comm_split_type, (comm, type, key, info, newcomm));
    BSIM_ALONE;
    LMPI_INTRA_OR_FAIL(parent, comm);
    char folder[MPI_MAX_INFO_VAL + 1] = "";
    struct stat at;
    int found = 0;
    bool parts = false;
    enum resource resource = A_NODE;
    if (type != MPI_UNDEFINED && (type < MPI_COMM_TYPE_SHARED || type > MPIX_COMM_TYPE_NEIGHBORHOOD))
        return LMPI_FAIL(comm, MPI_ERR_ARG, "there is no split type %d", type);
    if (type == MPI_COMM_TYPE_HW_GUIDED)
        resource = resource_of(info, "mpi_hw_resource_type", &found);
    else if (type == MPI_COMM_TYPE_SHARED)
        resource = resource_of(info, shared_hint, &found);
    if (type == MPI_COMM_TYPE_HW_GUIDED && resource == NO_RESOURCE)
        type = MPI_UNDEFINED;
    for (int i = 1; type == MPI_COMM_TYPE_HW_UNGUIDED && i < parent->size; i++)
        parts |= bsim_context.node[lmpi_comm_world(parent, i)] != bsim_context.node[lmpi_comm_world(parent, 0)];
    if (type == MPI_COMM_TYPE_HW_UNGUIDED && !parts)
        type = MPI_UNDEFINED;
    if (type == MPIX_COMM_TYPE_NEIGHBORHOOD && info != MPI_INFO_NULL)
        MPI_Info_get(info, "nbhd_common_dirname", sizeof folder - 1, folder, &found);
    if (type == MPIX_COMM_TYPE_NEIGHBORHOOD && (stat(folder, &at) || !S_ISDIR(at.st_mode)))
        type = MPI_UNDEFINED;
    lmpi_split wish = {type == MPI_UNDEFINED                 ? MPI_UNDEFINED
                       : type == MPIX_COMM_TYPE_NEIGHBORHOOD ? 0
                                                             : color_of(resource),
                       key};
    int code = lmpi_comm_split_type(__func__, LMPI_SITE, comm, &wish, newcomm);
    if (code == MPI_SUCCESS && type == MPI_COMM_TYPE_HW_UNGUIDED && info != MPI_INFO_NULL)
        MPI_Info_set(info, "mpi_hw_resource_type", "node");
    return code;
}

/* ---- from groups ---- */

/* For bsim check: all members of a group give this group (MPI-4.0, 7.4.2). MPICH makes what it can of others. */
static void compare_groups(const lmpi_coll_run *run) {
    for (int i = 0; i < run->n; i++) {
        const lmpi_group *group = run->call[i]->arguments;
        for (int k = 0; k < group->size; k++) {
            int world = lmpi_group_world(group, k), member = lmpi_comm_rank(run->comm, world);
            if (run->call[member]->arguments != group)
                lmpi_coll_mismatch(run->comm, run->call[i], run->call[member],
                                   "the one gives a group with rank %d, which gives another group", world);
        }
    }
}

/* For bsim check: the world rank of a member of a group that is not in a communicator; -1: there is none. */
static int find_outsider(const lmpi_comm *comm, const lmpi_group *group) {
    for (int i = 0; comm && i < group->size; i++) {
        int world = lmpi_group_world(group, i);
        if (comm->id == LMPI_COMM_ID_SELF ? world != bsim_self->id : lmpi_comm_rank(comm, world) < 0)
            return world;
    }
    return -1;
}

static int outsider_error(const char *call, const void *site, MPI_Comm comm, int world) {
    return lmpi_error(comm, call, site, MPI_ERR_GROUP, "rank %d is in the group and not in the communicator", world);
}

/* MPI_Comm_create as a split. Members may give different groups if these are disjoint. Equal groups are one object, so
 * a group's handle can be the color. */
static void create_data(lmpi_coll_run *run) {
    if (LMPI_CHECKED)
        compare_groups(run);
    lmpi_split *wish = lmpi_coll_scratch((size_t)run->n * sizeof *wish);
    for (int i = 0; i < run->n; i++) {
        lmpi_group *group = (lmpi_group *)(uintptr_t)run->call[i]->arguments;
        int place = lmpi_group_find(group, run->call[i]->world);
        wish[i] = (lmpi_split){place == MPI_UNDEFINED ? MPI_UNDEFINED : group->handle & LMPI_HANDLE_INDEX, place};
    }
    lmpi_comm_make_parts(run, wish);
}

static const lmpi_coll_kind create = {
    .name = "MPI_Comm_create", .constructs = true, .by_one = true, .time = lmpi_context_time, .data = create_data};

int MPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm) {
    LMPI_CAPTURE(MPI_Comm_create, (comm, group, newcomm));
    BSIM_ALONE;
    lmpi_group *g = lmpi_group_of(group);
    if (!g)
        return LMPI_FAIL(comm, MPI_ERR_GROUP, "group handle 0x%x is not valid", (unsigned)group);
    int outsider = LMPI_CHECKED && !lmpi_comm_is_inter(comm) ? find_outsider(lmpi_comm_of(comm), g) : -1;
    if (outsider >= 0)
        return outsider_error(__func__, LMPI_SITE, comm, outsider);
    lmpi_group_ref(g); /* until all have arrived, since another rank may free the group */
    int code = lmpi_comm_construct(lmpi_comm_is_inter(comm) ? &lmpi_inter_create : &create, __func__, LMPI_SITE, comm,
                                   g, newcomm);
    lmpi_group_unref(g);
    return code;
}

/* MPI_Comm_create_group is collective over the group only. The first member makes the communicator, and all members
 * join a collective on it. */
typedef struct pending_group {
    struct pending_group *next;
    int parent, tag;
    lmpi_group *group;
    lmpi_comm *made;
} pending_group;
static pending_group *pending_groups;

static void create_group_data(lmpi_coll_run *run) {
    for (pending_group **at = &pending_groups; *at; at = &(*at)->next)
        if ((*at)->made == run->comm) {
            pending_group *done = *at;
            *at = done->next;
            bsim_free(done);
            break;
        }
    run->comm->users = run->n;
}

static const lmpi_coll_kind create_group = {.name = "MPI_Comm_create_group",
                                            .constructs = true,
                                            .by_one = true,
                                            .time = lmpi_context_group_time,
                                            .data = create_group_data};

int lmpi_comm_create_group(const char *call, const void *site, MPI_Comm comm, MPI_Group group, int tag,
                           MPI_Comm *newcomm) {
    BSIM_ALONE;
    lmpi_comm *parent = lmpi_comm_of(comm);
    if (!parent || parent->all)
        return lmpi_error(comm, call, site, MPI_ERR_COMM, "%s",
                          parent ? "it is not for inter-communicators" : "the communicator is not valid");
    lmpi_group *g = lmpi_group_of(group);
    if (!g)
        return lmpi_error(comm, call, site, MPI_ERR_GROUP, "group handle 0x%x is not valid", (unsigned)group);
    int outsider = LMPI_CHECKED ? find_outsider(parent, g) : -1;
    if (outsider >= 0)
        return outsider_error(call, site, comm, outsider);
    *newcomm = MPI_COMM_NULL;
    if (lmpi_group_find(g, bsim_self->id) == MPI_UNDEFINED)
        return MPI_SUCCESS;
    pending_group *p = pending_groups;
    while (p && (p->parent != parent->id || p->tag != tag || p->group != g))
        p = p->next;
    if (!p) {
        p = bsim_alloc(sizeof *p);
        *p = (pending_group){pending_groups, parent->id, tag, g, lmpi_comm_new(g)};
        pending_groups = p;
    }
    lmpi_comm *made = p->made;
    MPI_Comm unused;
    int code = lmpi_comm_construct(&create_group, call, site, made->handle, NULL, &unused);
    if (code != MPI_SUCCESS)
        return code;
    adopt(parent, made);
    *newcomm = made->handle;
    return MPI_SUCCESS;
}

int MPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *newcomm) {
    LMPI_CAPTURE(MPI_Comm_create_group, (comm, group, tag, newcomm));
    BSIM_ALONE;
    return lmpi_comm_create_group(__func__, LMPI_SITE, comm, group, tag, newcomm);
}

/* ---- freeing ---- */

static int release(const char *call, const void *site, MPI_Comm *comm) {
    lmpi_comm *c = lmpi_comm_of(*comm);
    if (!c || c->id <= LMPI_COMM_ID_SELF)
        return lmpi_error(MPI_COMM_WORLD, call, site, MPI_ERR_COMM, "communicator handle 0x%x cannot be freed",
                          (unsigned)*comm);
    int code = lmpi_attr_delete_all(LMPI_DOMAIN_COMM, *comm, c->id);
    if (code != MPI_SUCCESS)
        return lmpi_error(*comm, call, site, code, "the delete callback of an attribute failed");
    const lmpi_props *p = lmpi_props_find(LMPI_DOMAIN_COMM, c->id, bsim_self->id);
    if (p && p->info) {
        MPI_Info hints = p->info;
        MPI_Info_free(&hints);
    }
    lmpi_props_drop(LMPI_DOMAIN_COMM, c->id, bsim_self->id);
    *comm = MPI_COMM_NULL;
    if (bsim_context.nhosts > 1)
        lmpi_hosts_freed(c);
    if (--c->users == 0) {
        lmpi_comm_end(c);
        lmpi_comm_sweep();
    }
    return MPI_SUCCESS;
}

int MPI_Comm_free(MPI_Comm *comm) {
    LMPI_CAPTURE(MPI_Comm_free, (comm));
    BSIM_ALONE;
    return release(__func__, LMPI_SITE, comm);
}

int MPI_Comm_disconnect(MPI_Comm *comm) {
    LMPI_CAPTURE(MPI_Comm_disconnect, (comm));
    BSIM_ALONE;
    return release(__func__, LMPI_SITE, comm);
}
