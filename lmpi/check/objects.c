/* objects.c - communicators, datatypes, operators, groups and the like that a rank has made and not freed.
 *
 * A table says which argument of which call makes one, or frees one. Handles of equal objects may be equal; each
 * making is one object, and a free takes one of them. */
#include <string.h>

#include "bsim/base/alloc.h"
#include "lmpi/check/check.h"

enum kind { COMM, TYPE, OP, GROUP, ERRHANDLER, KEYVAL, INFO, FILE_HANDLE, WINDOW, SESSION, KINDS };

static const struct {
    const char *name, *error;
} kinds[KINDS] = {
    [COMM] = {"communicator", "communicator-not-freed"},
    [TYPE] = {"datatype", "datatype-not-freed"},
    [OP] = {"operator", "operator-not-freed"},
    [GROUP] = {"group", "group-not-freed"},
    [ERRHANDLER] = {"error handler", "errhandler-not-freed"},
    [KEYVAL] = {"keyval", "keyval-not-freed"},
    [INFO] = {"info object", "info-not-freed"},
    [FILE_HANDLE] = {"file", "file-not-closed"},
    [WINDOW] = {"window", "window-not-freed"},
    [SESSION] = {"session", "session-not-finalized"},
};

struct check_object {
    struct check_object *next;
    enum kind kind;
    intptr_t handle;
    const char *call;
    const void *site;
};

/* The argument whose handle a call makes (makes) or frees. */
static const struct rule {
    enum check_id id;
    enum kind kind;
    bool makes;
    int argument;
} rules[] = {
    {CHECK_Comm_dup, COMM, true, 1},
    {CHECK_Comm_dup_with_info, COMM, true, 2},
    {CHECK_Comm_split, COMM, true, 3},
    {CHECK_Comm_split_type, COMM, true, 4},
    {CHECK_Comm_create, COMM, true, 2},
    {CHECK_Comm_create_group, COMM, true, 3},
    {CHECK_Cart_create, COMM, true, 5},
    {CHECK_Cart_sub, COMM, true, 2},
    {CHECK_Graph_create, COMM, true, 5},
    {CHECK_Dist_graph_create, COMM, true, 8},
    {CHECK_Dist_graph_create_adjacent, COMM, true, 9},
    {CHECK_Intercomm_create, COMM, true, 5},
    {CHECK_Intercomm_merge, COMM, true, 2},
    {CHECK_Comm_idup, COMM, true, 1},
    {CHECK_Comm_idup_with_info, COMM, true, 2},
    {CHECK_Comm_create_from_group, COMM, true, 4},
    {CHECK_Intercomm_create_from_groups, COMM, true, 7},
    {CHECK_Comm_free, COMM, false, 0},
    {CHECK_Comm_disconnect, COMM, false, 0},
    {CHECK_Type_contiguous, TYPE, true, 2},
    {CHECK_Type_vector, TYPE, true, 4},
    {CHECK_Type_hvector, TYPE, true, 4},
    {CHECK_Type_create_hvector, TYPE, true, 4},
    {CHECK_Type_indexed, TYPE, true, 4},
    {CHECK_Type_hindexed, TYPE, true, 4},
    {CHECK_Type_create_hindexed, TYPE, true, 4},
    {CHECK_Type_create_hindexed_block, TYPE, true, 4},
    {CHECK_Type_create_indexed_block, TYPE, true, 4},
    {CHECK_Type_create_struct, TYPE, true, 4},
    {CHECK_Type_struct, TYPE, true, 4},
    {CHECK_Type_create_subarray, TYPE, true, 6},
    {CHECK_Type_create_darray, TYPE, true, 9},
    {CHECK_Type_create_resized, TYPE, true, 3},
    {CHECK_Type_dup, TYPE, true, 1},
    {CHECK_Type_free, TYPE, false, 0},
    {CHECK_Op_create, OP, true, 2},
    {CHECK_Op_free, OP, false, 0},
    {CHECK_Comm_group, GROUP, true, 1},
    {CHECK_File_get_group, GROUP, true, 1},
    {CHECK_Group_incl, GROUP, true, 3},
    {CHECK_Group_excl, GROUP, true, 3},
    {CHECK_Group_range_incl, GROUP, true, 3},
    {CHECK_Group_range_excl, GROUP, true, 3},
    {CHECK_Group_union, GROUP, true, 2},
    {CHECK_Group_intersection, GROUP, true, 2},
    {CHECK_Group_difference, GROUP, true, 2},
    {CHECK_Comm_remote_group, GROUP, true, 1},
    {CHECK_Win_get_group, GROUP, true, 1},
    {CHECK_Group_from_session_pset, GROUP, true, 2},
    {CHECK_Group_free, GROUP, false, 0},
    {CHECK_Comm_create_errhandler, ERRHANDLER, true, 1},
    {CHECK_File_create_errhandler, ERRHANDLER, true, 1},
    {CHECK_Errhandler_create, ERRHANDLER, true, 1},
    {CHECK_Win_create_errhandler, ERRHANDLER, true, 1},
    {CHECK_Comm_get_errhandler, ERRHANDLER, true, 1},
    {CHECK_File_get_errhandler, ERRHANDLER, true, 1},
    {CHECK_Win_get_errhandler, ERRHANDLER, true, 1},
    {CHECK_Errhandler_get, ERRHANDLER, true, 1},
    {CHECK_Errhandler_free, ERRHANDLER, false, 0},
    {CHECK_Comm_create_keyval, KEYVAL, true, 2},
    {CHECK_Type_create_keyval, KEYVAL, true, 2},
    {CHECK_Keyval_create, KEYVAL, true, 2},
    {CHECK_Win_create_keyval, KEYVAL, true, 2},
    {CHECK_Win_free_keyval, KEYVAL, false, 0},
    {CHECK_Comm_free_keyval, KEYVAL, false, 0},
    {CHECK_Type_free_keyval, KEYVAL, false, 0},
    {CHECK_Keyval_free, KEYVAL, false, 0},
    {CHECK_Info_create, INFO, true, 0},
    {CHECK_Info_dup, INFO, true, 1},
    {CHECK_Info_create_env, INFO, true, 2},
    {CHECK_Comm_get_info, INFO, true, 1},
    {CHECK_File_get_info, INFO, true, 1},
    {CHECK_Win_get_info, INFO, true, 1},
    {CHECK_Session_get_info, INFO, true, 1},
    {CHECK_Session_get_pset_info, INFO, true, 2},
    {CHECK_Info_free, INFO, false, 0},
    {CHECK_Win_create, WINDOW, true, 5},
    {CHECK_Win_allocate, WINDOW, true, 5},
    {CHECK_Win_allocate_shared, WINDOW, true, 5},
    {CHECK_Win_create_dynamic, WINDOW, true, 2},
    {CHECK_Win_free, WINDOW, false, 0},
    {CHECK_Session_init, SESSION, true, 2},
    {CHECK_Session_finalize, SESSION, false, 0},
    {CHECK_File_open, FILE_HANDLE, true, 4},
    {CHECK_File_close, FILE_HANDLE, false, 0},
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
    if (rule->kind == FILE_HANDLE) {
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

static bool is_null(enum kind kind, intptr_t handle) {
    return (kind == COMM && handle == MPI_COMM_NULL) || (kind == GROUP && handle == MPI_GROUP_EMPTY) ||
           (kind == GROUP && handle == MPI_GROUP_NULL) || (kind == INFO && handle == MPI_INFO_NULL) ||
           (kind == ERRHANDLER && is_predefined(handle));
}

void lmpi_check_objects_enter(check_call *call) {
    const struct rule *rule = rule_of(call);
    if (rule && !rule->makes && call->a[rule->argument])
        call->freed = handle_at(rule, call->a[rule->argument]);
}

static void forget(enum kind kind, intptr_t handle) {
    struct check_object **at = &lmpi_check_ranks[bsim_self->id].objects;
    while (*at && ((*at)->kind != kind || (*at)->handle != handle))
        at = &(*at)->next;
    struct check_object *o = *at;
    if (!o)
        return;
    *at = o->next;
    bsim_free(o);
}

void lmpi_check_objects_leave(const check_call *call) {
    const struct rule *rule = rule_of(call);
    if (!rule || !call->a[rule->argument])
        return;
    if (!rule->makes) {
        forget(rule->kind, call->freed);
        return;
    }
    intptr_t handle = handle_at(rule, call->a[rule->argument]);
    if (is_null(rule->kind, handle))
        return;
    struct check_object *o = bsim_alloc(sizeof *o);
    struct check_object **first = &lmpi_check_ranks[bsim_self->id].objects;
    *o = (struct check_object){*first, rule->kind, handle, check_function_of(call)->name, call->site};
    *first = o;
}

void lmpi_check_objects_at_finalize(void) {
    for (const struct check_object *o = lmpi_check_ranks[bsim_self->id].objects; o; o = o->next)
        lmpi_check_found(CHECK_RESOURCE_LEAK, kinds[o->kind].error, 1,
                         (check_place[]){{bsim_self->id, o->call, o->site}}, "the %s was never %s", kinds[o->kind].name,
                         o->kind == FILE_HANDLE ? "closed by MPI_File_close"
                         : o->kind == SESSION   ? "finalized"
                                                : "freed");
}
