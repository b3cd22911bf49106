/* handles.c - the handles that a call is given. The layer knows whether an object is there; whether it is this rank's
 * still, and has been committed or completed, only the rank's own books tell (objects.c). */
#include <string.h>

#include "bsim/base/text.h"
#include "lmpi/check/objects.h"
#include "lmpi/core/props.h"

enum { MOST_USES = 6 };

/* The parameters of a function that are handles. */
struct uses {
    bool known;
    int n;
    struct {
        int place;
        enum check_object_kind kind;
        bool is_list;
    } at[MOST_USES];
};

static const struct {
    const char *type;
    enum check_object_kind kind;
} types[] = {
    {"MPI_Comm ", CHECK_COMM},
    {"MPI_Datatype ", CHECK_TYPE},
    {"MPI_Op ", CHECK_OP},
    {"MPI_Group ", CHECK_GROUP},
    {"MPI_Errhandler ", CHECK_ERRHANDLER},
    {"MPI_Info ", CHECK_INFO},
    {"MPI_File ", CHECK_FILE},
    {"MPI_Win ", CHECK_WINDOW},
    {"MPI_Session ", CHECK_SESSION},
};

/* The kind of the handle that a parameter declares, such as "MPI_Comm comm" or "int comm_keyval"; -1: it is none. */
static int kind_of(const char *parameter, size_t length) {
    const char *keyval = strstr(parameter, "keyval");
    if (memchr(parameter, '*', length))
        return -1;
    if (!strncmp(parameter, "int ", 4))
        return keyval && keyval + strlen("keyval") == parameter + length ? CHECK_KEYVAL : -1;
    if (!strncmp(parameter, "const ", 6))
        parameter += 6;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (bsim_begins(parameter, types[i].type))
            return (int)types[i].kind;
    return -1;
}

static const struct uses *uses_of(enum check_id id) {
    static struct uses all[CHECK_CALLS];
    struct uses *uses = &all[id];
    const char *parameter = lmpi_check_functions[id].parameters + 1, *roles = lmpi_check_functions[id].roles;
    for (int i = 0; !uses->known && roles[i]; i++) {
        size_t length = strcspn(parameter, ",)");
        int kind = kind_of(parameter, length);
        if (kind >= 0 && uses->n < MOST_USES) {
            uses->at[uses->n].place = i;
            uses->at[uses->n].kind = (enum check_object_kind)kind;
            uses->at[uses->n++].is_list = memchr(parameter, '[', length);
        }
        parameter += length + strspn(parameter + length, ", ");
    }
    uses->known = true;
    return uses;
}

/* Arguments that mean nothing at this rank, or may outlive what they name. */
static bool is_ignored(const check_call *call, int place, enum check_object_kind kind) {
    const char *roles = check_function_of(call)->roles;
    if (kind == CHECK_TYPE && strchr(roles, 't') != strrchr(roles, 't')) {
        bool in_place = place >= 2 && (const void *)call->a[place - 2] == MPI_IN_PLACE;
        return in_place || lmpi_check_is_other_than_root(call, bsim_self->id);
    }
    return call->id == CHECK_Intercomm_create && place == 2; /* the leaders' communicator */
}

static void check_freed(const check_call *call, enum check_object_kind kind, intptr_t handle) {
    const struct check_object *o = lmpi_check_object_freed(kind, handle);
    if (!o || (kind == CHECK_KEYVAL && lmpi_keyval_is_used((int)handle))) /* attributes keep their keyval alive */
        return;
    check_place places[] = {lmpi_check_here(call), {bsim_self->id, o->call, o->site}};
    lmpi_check_found(CHECK_INVALID_PARAMETER, "freed-handle", 2, places,
                     "the %s is used after this rank has freed it, by a copy of its handle",
                     lmpi_check_object_name(kind));
    lmpi_check_stop(call, "a handle was freed before");
}

/* A communicator of MPI_Comm_idup is there when the request is complete. */
static void check_idup(const check_call *call, MPI_Comm comm) {
    const struct check_object *o = lmpi_check_object_of(CHECK_COMM, comm);
    const check_request *r = o && o->request ? lmpi_check_request_of(bsim_self->id, o->request) : NULL;
    if (!r || !r->active || r->call.site != o->site)
        return;
    check_place places[] = {lmpi_check_here(call), {bsim_self->id, check_function_of(&r->call)->name, r->call.site}};
    lmpi_check_found(CHECK_CALL_ORDERING, "communicator-not-complete", 2, places,
                     "the communicator is used before the request of the call that makes it is complete");
}

void lmpi_check_handles(const check_call *call) {
    const struct uses *uses = uses_of(call->id);
    enum check_object_kind freed;
    if (lmpi_check_frees(call, &freed))
        check_freed(call, freed, call->freed);
    if (call->id == CHECK_Type_commit && call->a[0])
        check_freed(call, CHECK_TYPE, *(const MPI_Datatype *)call->a[0]);
    for (int i = 0; i < uses->n; i++) {
        int place = uses->at[i].place;
        enum check_object_kind kind = uses->at[i].kind;
        if (is_ignored(call, place, kind))
            continue;
        if (uses->at[i].is_list) { /* of a structure; others have lengths that are not in the call */
            const MPI_Datatype *list = (const MPI_Datatype *)call->a[place];
            bool has_length = call->id == CHECK_Type_create_struct || call->id == CHECK_Type_struct;
            for (intptr_t k = 0; has_length && list && k < call->a[0]; k++)
                check_freed(call, kind, list[k]);
            continue;
        }
        check_freed(call, kind, kind == CHECK_FILE ? call->a[place] : (int)call->a[place]);
        if (kind == CHECK_COMM)
            check_idup(call, (MPI_Comm)call->a[place]);
    }
}

bool lmpi_check_uncommitted(const check_call *call, check_place *made) {
    const struct uses *uses = uses_of(call->id);
    for (int i = 0; i < uses->n; i++) {
        if (uses->at[i].kind != CHECK_TYPE || uses->at[i].is_list)
            continue;
        MPI_Datatype handle = (MPI_Datatype)call->a[uses->at[i].place];
        const lmpi_type *type = lmpi_type_of(handle);
        const struct check_object *o = lmpi_check_object_of(CHECK_TYPE, handle);
        if (!o || !type || type->committed)
            continue;
        *made = (check_place){bsim_self->id, o->call, o->site};
        return true;
    }
    return false;
}
