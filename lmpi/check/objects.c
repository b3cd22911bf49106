/* objects.c - communicators, datatypes, operators, groups and the like that a rank has made and not freed, and what it
 * has freed lately.
 *
 * A table says which argument of which call makes one, or frees one. Handles of equal objects may be equal; each
 * making is one object, and a free takes one of them. Ranks share handles, too: each has objects of its own. */
#include <string.h>

#include "bsim/base/alloc.h"
#include "lmpi/check/objects.h"

static const struct {
    const char *name, *error;
} kinds[CHECK_OBJECT_KINDS] = {
    [CHECK_COMM] = {"communicator", "communicator-not-freed"},
    [CHECK_TYPE] = {"datatype", "datatype-not-freed"},
    [CHECK_OP] = {"operator", "operator-not-freed"},
    [CHECK_GROUP] = {"group", "group-not-freed"},
    [CHECK_ERRHANDLER] = {"error handler", "errhandler-not-freed"},
    [CHECK_KEYVAL] = {"keyval", "keyval-not-freed"},
    [CHECK_INFO] = {"info object", "info-not-freed"},
    [CHECK_FILE] = {"file", "file-not-closed"},
    [CHECK_WINDOW] = {"window", "window-not-freed"},
    [CHECK_SESSION] = {"session", "session-not-finalized"},
    [CHECK_MEMORY] = {"memory", "memory-not-freed"},
};

/* The argument whose handle a call makes (makes) or frees. */
static const struct rule {
    enum check_id id;
    enum check_object_kind kind;
    bool makes;
    int argument;
} rules[] = {
    {CHECK_Comm_dup, CHECK_COMM, true, 1},
    {CHECK_Comm_dup_with_info, CHECK_COMM, true, 2},
    {CHECK_Comm_split, CHECK_COMM, true, 3},
    {CHECK_Comm_split_type, CHECK_COMM, true, 4},
    {CHECK_Comm_create, CHECK_COMM, true, 2},
    {CHECK_Comm_create_group, CHECK_COMM, true, 3},
    {CHECK_Cart_create, CHECK_COMM, true, 5},
    {CHECK_Cart_sub, CHECK_COMM, true, 2},
    {CHECK_Graph_create, CHECK_COMM, true, 5},
    {CHECK_Dist_graph_create, CHECK_COMM, true, 8},
    {CHECK_Dist_graph_create_adjacent, CHECK_COMM, true, 9},
    {CHECK_Intercomm_create, CHECK_COMM, true, 5},
    {CHECK_Intercomm_merge, CHECK_COMM, true, 2},
    {CHECK_Comm_idup, CHECK_COMM, true, 1},
    {CHECK_Comm_idup_with_info, CHECK_COMM, true, 2},
    {CHECK_Comm_create_from_group, CHECK_COMM, true, 4},
    {CHECK_Intercomm_create_from_groups, CHECK_COMM, true, 7},
    {CHECK_Comm_free, CHECK_COMM, false, 0},
    {CHECK_Comm_disconnect, CHECK_COMM, false, 0},
    {CHECK_Type_contiguous, CHECK_TYPE, true, 2},
    {CHECK_Type_vector, CHECK_TYPE, true, 4},
    {CHECK_Type_hvector, CHECK_TYPE, true, 4},
    {CHECK_Type_create_hvector, CHECK_TYPE, true, 4},
    {CHECK_Type_indexed, CHECK_TYPE, true, 4},
    {CHECK_Type_hindexed, CHECK_TYPE, true, 4},
    {CHECK_Type_create_hindexed, CHECK_TYPE, true, 4},
    {CHECK_Type_create_hindexed_block, CHECK_TYPE, true, 4},
    {CHECK_Type_create_indexed_block, CHECK_TYPE, true, 4},
    {CHECK_Type_create_struct, CHECK_TYPE, true, 4},
    {CHECK_Type_struct, CHECK_TYPE, true, 4},
    {CHECK_Type_create_subarray, CHECK_TYPE, true, 6},
    {CHECK_Type_create_darray, CHECK_TYPE, true, 9},
    {CHECK_Type_create_resized, CHECK_TYPE, true, 3},
    {CHECK_Type_dup, CHECK_TYPE, true, 1},
    {CHECK_Type_free, CHECK_TYPE, false, 0},
    {CHECK_Op_create, CHECK_OP, true, 2},
    {CHECK_Op_free, CHECK_OP, false, 0},
    {CHECK_Comm_group, CHECK_GROUP, true, 1},
    {CHECK_File_get_group, CHECK_GROUP, true, 1},
    {CHECK_Group_incl, CHECK_GROUP, true, 3},
    {CHECK_Group_excl, CHECK_GROUP, true, 3},
    {CHECK_Group_range_incl, CHECK_GROUP, true, 3},
    {CHECK_Group_range_excl, CHECK_GROUP, true, 3},
    {CHECK_Group_union, CHECK_GROUP, true, 2},
    {CHECK_Group_intersection, CHECK_GROUP, true, 2},
    {CHECK_Group_difference, CHECK_GROUP, true, 2},
    {CHECK_Comm_remote_group, CHECK_GROUP, true, 1},
    {CHECK_Win_get_group, CHECK_GROUP, true, 1},
    {CHECK_Group_from_session_pset, CHECK_GROUP, true, 2},
    {CHECK_Group_free, CHECK_GROUP, false, 0},
    {CHECK_Comm_create_errhandler, CHECK_ERRHANDLER, true, 1},
    {CHECK_File_create_errhandler, CHECK_ERRHANDLER, true, 1},
    {CHECK_Errhandler_create, CHECK_ERRHANDLER, true, 1},
    {CHECK_Win_create_errhandler, CHECK_ERRHANDLER, true, 1},
    {CHECK_Comm_get_errhandler, CHECK_ERRHANDLER, true, 1},
    {CHECK_File_get_errhandler, CHECK_ERRHANDLER, true, 1},
    {CHECK_Win_get_errhandler, CHECK_ERRHANDLER, true, 1},
    {CHECK_Errhandler_get, CHECK_ERRHANDLER, true, 1},
    {CHECK_Errhandler_free, CHECK_ERRHANDLER, false, 0},
    {CHECK_Comm_create_keyval, CHECK_KEYVAL, true, 2},
    {CHECK_Type_create_keyval, CHECK_KEYVAL, true, 2},
    {CHECK_Keyval_create, CHECK_KEYVAL, true, 2},
    {CHECK_Win_create_keyval, CHECK_KEYVAL, true, 2},
    {CHECK_Win_free_keyval, CHECK_KEYVAL, false, 0},
    {CHECK_Comm_free_keyval, CHECK_KEYVAL, false, 0},
    {CHECK_Type_free_keyval, CHECK_KEYVAL, false, 0},
    {CHECK_Keyval_free, CHECK_KEYVAL, false, 0},
    {CHECK_Info_create, CHECK_INFO, true, 0},
    {CHECK_Info_dup, CHECK_INFO, true, 1},
    {CHECK_Info_create_env, CHECK_INFO, true, 2},
    {CHECK_Comm_get_info, CHECK_INFO, true, 1},
    {CHECK_File_get_info, CHECK_INFO, true, 1},
    {CHECK_Win_get_info, CHECK_INFO, true, 1},
    {CHECK_Session_get_info, CHECK_INFO, true, 1},
    {CHECK_Session_get_pset_info, CHECK_INFO, true, 2},
    {CHECK_Info_free, CHECK_INFO, false, 0},
    {CHECK_Win_create, CHECK_WINDOW, true, 5},
    {CHECK_Win_allocate, CHECK_WINDOW, true, 5},
    {CHECK_Win_allocate_shared, CHECK_WINDOW, true, 5},
    {CHECK_Win_create_dynamic, CHECK_WINDOW, true, 2},
    {CHECK_Win_free, CHECK_WINDOW, false, 0},
    {CHECK_Session_init, CHECK_SESSION, true, 2},
    {CHECK_Session_finalize, CHECK_SESSION, false, 0},
    {CHECK_File_open, CHECK_FILE, true, 4},
    {CHECK_File_close, CHECK_FILE, false, 0},
    {CHECK_Alloc_mem, CHECK_MEMORY, true, 2},
    {CHECK_Free_mem, CHECK_MEMORY, false, 0},
};

static const struct rule *rule_of(const check_call *call) {
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (rules[i].id == call->id)
            return &rules[i];
    return NULL;
}

static intptr_t handle_at(const struct rule *rule, intptr_t address) {
    intptr_t wide;
    int handle;
    if (rule->id == CHECK_Free_mem)
        return address;
    if (rule->kind == CHECK_FILE || rule->kind == CHECK_MEMORY) {
        memcpy(&wide, (const void *)address, sizeof wide);
        return wide;
    }
    memcpy(&handle, (const void *)address, sizeof handle);
    return handle;
}

static bool is_predefined(intptr_t errhandler) {
    return errhandler == MPI_ERRORS_ARE_FATAL || errhandler == MPI_ERRORS_RETURN || errhandler == MPI_ERRORS_ABORT ||
           errhandler == MPI_ERRHANDLER_NULL;
}

static bool is_null(enum check_object_kind kind, intptr_t handle) {
    return (kind == CHECK_COMM && handle == MPI_COMM_NULL) || (kind == CHECK_GROUP && handle == MPI_GROUP_EMPTY) ||
           (kind == CHECK_GROUP && handle == MPI_GROUP_NULL) || (kind == CHECK_INFO && handle == MPI_INFO_NULL) ||
           (kind == CHECK_ERRHANDLER && is_predefined(handle));
}

void lmpi_check_objects_enter(check_call *call) {
    const struct rule *rule = rule_of(call);
    if (rule && !rule->makes && call->a[rule->argument])
        call->freed = handle_at(rule, call->a[rule->argument]);
}

/* ---- the objects of a rank ---- */

enum { FREED = 1024 };

bool lmpi_check_frees(const check_call *call, enum check_object_kind *kind) {
    const struct rule *rule = rule_of(call);
    if (!rule || rule->makes)
        return false;
    *kind = rule->kind;
    return true;
}

static struct check_object **find(enum check_object_kind kind, intptr_t handle) {
    struct check_object **at = &lmpi_check_ranks[bsim_self->id].objects;
    while (*at && ((*at)->kind != kind || (*at)->handle != handle))
        at = &(*at)->next;
    return at;
}

const struct check_object *lmpi_check_object_of(enum check_object_kind kind, intptr_t handle) {
    return *find(kind, handle);
}

/* Where a rank remembers that it has freed an object; a later one may take the place of an earlier one. */
static struct check_object *freed_slot(enum check_object_kind kind, intptr_t handle) {
    struct check_object **freed = &lmpi_check_ranks[bsim_self->id].freed;
    if (!*freed)
        *freed = bsim_alloc(FREED * sizeof **freed);
    return &(*freed)[((uint64_t)handle + kind) * 0x9e3779b97f4a7c15u >> 54];
}

const struct check_object *lmpi_check_object_freed(enum check_object_kind kind, intptr_t handle) {
    if (!lmpi_check_ranks[bsim_self->id].freed)
        return NULL;
    const struct check_object *o = freed_slot(kind, handle);
    return o->call && o->kind == kind && o->handle == handle ? o : NULL;
}

void lmpi_check_object_is_gone(const check_call *call, enum check_object_kind kind, intptr_t handle) {
    struct check_object **at = find(kind, handle), *o = *at;
    if (!o)
        return;
    *at = o->next;
    bsim_free(o);
    if (!*find(kind, handle))
        *freed_slot(kind, handle) = (struct check_object){
            .kind = kind, .handle = handle, .call = check_function_of(call)->name, .site = call->site};
}

static void enter(const check_call *call, enum check_object_kind kind, intptr_t handle) {
    struct check_object *o = bsim_alloc(sizeof *o);
    struct check_object **first = &lmpi_check_ranks[bsim_self->id].objects;
    *o = (struct check_object){*first, kind, handle, check_function_of(call)->name, call->site, 0};
    if (call->id == CHECK_Comm_idup || call->id == CHECK_Comm_idup_with_info)
        o->request = *(const MPI_Request *)call->a[lmpi_check_place(call, 'R', 0)];
    *first = o;
    if (lmpi_check_object_freed(kind, handle))
        *freed_slot(kind, handle) = (struct check_object){0};
}

static void enter_types(const check_call *call, const MPI_Datatype *types, MPI_Count n) {
    for (MPI_Count i = 0; i < n; i++) {
        const lmpi_type *type = lmpi_type_of(types[i]);
        if (type && type->key && !type->permanent)
            enter(call, CHECK_TYPE, types[i]);
    }
}

struct envelope {
    MPI_Datatype type;
    MPI_Count ntypes;
};

static void run_envelope(void *argument) {
    struct envelope *e = argument;
    MPI_Count unused;
    int combiner;
    PMPI_Type_get_envelope_c(e->type, &unused, &unused, &unused, &e->ntypes, &combiner);
}

/* Calls that give the program several types at once, each to be freed. */
static void enter_given_types(const check_call *call) {
    struct envelope e = {.type = (MPI_Datatype)call->a[0]};
    switch (call->id) {
    case CHECK_File_get_view:
        enter_types(call, (const MPI_Datatype *)call->a[2], 1);
        enter_types(call, (const MPI_Datatype *)call->a[3], 1);
        break;
    case CHECK_Type_get_contents:
    case CHECK_Type_get_contents_c:
        bsim_on_host_stack(run_envelope, &e);
        enter_types(call, (const MPI_Datatype *)call->a[call->id == CHECK_Type_get_contents ? 6 : 8], e.ntypes);
        break;
    default:
        break;
    }
}

void lmpi_check_objects_leave(const check_call *call) {
    const struct rule *rule = rule_of(call);
    enter_given_types(call);
    if (!rule || !call->a[rule->argument])
        return;
    if (!rule->makes) {
        lmpi_check_object_is_gone(call, rule->kind, call->freed);
        return;
    }
    intptr_t handle = handle_at(rule, call->a[rule->argument]);
    if (!is_null(rule->kind, handle))
        enter(call, rule->kind, handle);
}

const char *lmpi_check_object_name(enum check_object_kind kind) {
    return kinds[kind].name;
}

void lmpi_check_objects_at_finalize(void) {
    for (const struct check_object *o = lmpi_check_ranks[bsim_self->id].objects; o; o = o->next)
        lmpi_check_found(CHECK_RESOURCE_LEAK, kinds[o->kind].error, 1,
                         (check_place[]){{bsim_self->id, o->call, o->site}}, "the %s was never %s", kinds[o->kind].name,
                         o->kind == CHECK_FILE      ? "closed by MPI_File_close"
                         : o->kind == CHECK_SESSION ? "finalized"
                         : o->kind == CHECK_MEMORY  ? "freed by MPI_Free_mem"
                                                    : "freed");
}
