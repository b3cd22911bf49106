/* attr.c - keyvals and attributes of communicators, datatypes and windows, with their callbacks. */
#include <string.h>

#include "bsim/base/alloc.h"
#include "lmpi/core/checker.h"
#include "lmpi/core/lmpi_internal.h"
#include "lmpi/core/props.h"

enum { KEYVAL_COMM = 0x64000000, KEYVAL_TYPE = 0x68000000, KEYVAL_WIN = 0x6c000000, KEYVAL_INDEX = 0x003fffff };

static int kind_of(enum lmpi_domain domain) {
    return domain == LMPI_DOMAIN_COMM ? KEYVAL_COMM : domain == LMPI_DOMAIN_TYPE ? KEYVAL_TYPE : KEYVAL_WIN;
}

/* Callbacks of all interfaces (MPI-1, communicator, datatype, window) have one type in MPICH, where handles are ints.
 */
typedef int copy_function(int, int, void *, void *, void *, int *);
typedef int delete_function(int, int, void *, void *);

/* Numbers of keyvals are not reused, so a keyval that is freed while attributes use it needs no reference count. */
typedef struct keyval {
    copy_function *copy;
    delete_function *remove;
    void *extra;
    enum lmpi_domain domain;
    int uses;  /* attributes that have it */
    int freed; /* times that the program has freed it */
} keyval;

static keyval *keyvals;
static int nkeyvals, keyvals_room;

static int create(enum lmpi_domain domain, copy_function *copy, delete_function *remove, int *handle, void *extra) {
    if (nkeyvals == keyvals_room) {
        keyvals_room = keyvals_room ? 2 * keyvals_room : 16;
        keyvals = bsim_realloc(keyvals, (size_t)keyvals_room * sizeof *keyvals);
    }
    keyvals[nkeyvals] = (keyval){copy, remove, extra, domain, 0, 0};
    *handle = kind_of(domain) | nkeyvals++;
    return MPI_SUCCESS;
}

static keyval *keyval_of(enum lmpi_domain domain, int handle) {
    int index = handle & KEYVAL_INDEX;
    return (handle & ~KEYVAL_INDEX) == kind_of(domain) && index < nkeyvals ? &keyvals[index] : NULL;
}

/* Calls a copy callback. In MPICH the predefined null functions are null pointers; MPI_COMM_DUP_FN is recognised here.
 */
static int call_copy(const keyval *k, int handle, int key, void *value, void **copied, int *flag) {
    *flag = 0;
    if (!k->copy)
        return MPI_SUCCESS;
    if (k->copy == (copy_function *)MPI_COMM_DUP_FN) {
        *copied = value;
        *flag = 1;
        return MPI_SUCCESS;
    }
    LMPI_IN_PROGRAM(false);
    return k->copy(handle, key, k->extra, value, copied, flag);
}

static int call_delete(const keyval *k, int handle, const lmpi_attr *attr) {
    if (!k->remove)
        return MPI_SUCCESS;
    LMPI_IN_PROGRAM(false);
    return k->remove(handle, attr->keyval, attr->value, k->extra);
}

/* Sets an attribute. handle: argument of callbacks; object: key of the properties. */
static int set(enum lmpi_domain domain, int handle, int object, int key, void *value) {
    keyval *k = keyval_of(domain, key);
    lmpi_props *p = lmpi_props_get(domain, object, bsim_self->id);
    for (lmpi_attr *a = p->attrs; a; a = a->next)
        if (a->keyval == key) {
            int code = call_delete(k, handle, a);
            if (code == MPI_SUCCESS)
                a->value = value;
            return code;
        }
    lmpi_attr *a = bsim_alloc(sizeof *a);
    *a = (lmpi_attr){key, value, p->attrs};
    p->attrs = a;
    keyval_of(domain, key)->uses++;
    return MPI_SUCCESS;
}

static void get(enum lmpi_domain domain, int object, int key, void *value, int *flag) {
    const lmpi_props *p = lmpi_props_find(domain, object, bsim_self->id);
    *flag = 0;
    for (const lmpi_attr *a = p ? p->attrs : NULL; a; a = a->next)
        if (a->keyval == key) {
            *(void **)value = a->value;
            *flag = 1;
        }
}

static int remove_one(enum lmpi_domain domain, int handle, int object, int key) {
    lmpi_props *p = lmpi_props_find(domain, object, bsim_self->id);
    for (lmpi_attr **at = p ? &p->attrs : NULL; at && *at; at = &(*at)->next) {
        lmpi_attr *a = *at;
        if (a->keyval != key)
            continue;
        int code = call_delete(keyval_of(domain, key), handle, a);
        if (code == MPI_SUCCESS) {
            *at = a->next;
            bsim_free(a);
            keyval_of(domain, key)->uses--;
        }
        return code;
    }
    return MPI_SUCCESS;
}

int lmpi_attr_delete_all(enum lmpi_domain domain, int handle, int object) {
    const lmpi_props *p = lmpi_props_find(domain, object, bsim_self->id);
    if (!p || !p->attrs)
        return MPI_SUCCESS;
    BSIM_ALONE; /* for a caller that only has the short lock */
    while (p && p->attrs) {
        int code = remove_one(domain, handle, object, p->attrs->keyval);
        if (code != MPI_SUCCESS)
            return code;
    }
    return MPI_SUCCESS;
}

/* Callbacks are called in MPICH's order, newest first. The copies keep the order of the originals. */
int lmpi_attr_copy_all(enum lmpi_domain domain, int from, int from_object, int to_object) {
    const lmpi_props *p = lmpi_props_find(domain, from_object, bsim_self->id);
    if (!p || !p->attrs)
        return MPI_SUCCESS;
    lmpi_attr **end = &lmpi_props_get(domain, to_object, bsim_self->id)->attrs;
    while (*end) /* ranks share handles of equal types, and this one may have been made before */
        end = &(*end)->next;
    for (const lmpi_attr *a = p->attrs; a; a = a->next) {
        void *copied;
        int flag, code = call_copy(keyval_of(domain, a->keyval), from, a->keyval, a->value, &copied, &flag);
        if (code != MPI_SUCCESS)
            return code;
        if (!flag)
            continue;
        *end = bsim_alloc(sizeof **end);
        **end = (lmpi_attr){a->keyval, copied, NULL};
        keyval_of(domain, a->keyval)->uses++;
        end = &(*end)->next;
    }
    return MPI_SUCCESS;
}

/* ---- predefined attributes of communicators ---- */

static int tag_ub = 0x0fffffff, host = MPI_PROC_NULL, io = MPI_ANY_SOURCE, wtime_is_global = 1, appnum = 0,
           lastusedcode = MPI_ERR_LASTCODE;

/* The value of a predefined attribute, null for other keys. The program gets the address and must not write there. */
static int *predefined(int key) {
    switch (key) {
    case MPI_TAG_UB:
        return &tag_ub;
    case MPI_HOST:
        return &host;
    case MPI_IO:
        return &io;
    case MPI_WTIME_IS_GLOBAL:
        return &wtime_is_global;
    case MPI_UNIVERSE_SIZE:
        return &bsim_context.np;
    case MPI_APPNUM:
        return &appnum;
    case MPI_LASTUSEDCODE:
        return &lastusedcode;
    default:
        return NULL;
    }
}

/* ---- communicators ---- */

#define COMM_OR_FAIL(variable, handle)                                                                                 \
    lmpi_comm *variable = lmpi_comm_of(handle);                                                                        \
    if (!variable)                                                                                                     \
    return lmpi_error(MPI_COMM_WORLD, call, site, MPI_ERR_COMM, "communicator handle 0x%x is not valid",               \
                      (unsigned)(handle))

static int bad_keyval(const char *call, const void *site, MPI_Comm comm, int key) {
    return lmpi_error(comm, call, site, MPI_ERR_KEYVAL, "keyval 0x%x is not valid", (unsigned)key);
}

static int comm_set_attr(const char *call, const void *site, MPI_Comm comm, int key, void *value) {
    COMM_OR_FAIL(c, comm);
    const keyval *k = keyval_of(LMPI_DOMAIN_COMM, key);
    if (!k || k->freed)
        return bad_keyval(call, site, comm, key);
    int code = set(LMPI_DOMAIN_COMM, comm, c->id, key, value);
    return code == MPI_SUCCESS ? code : lmpi_error(comm, call, site, code, "the delete callback failed");
}

static int comm_get_attr(const char *call, const void *site, MPI_Comm comm, int key, void *value, int *flag) {
    COMM_OR_FAIL(c, comm);
    int *known = predefined(key);
    if (known) {
        *(int **)value = known;
        *flag = 1;
        return MPI_SUCCESS;
    }
    if (!keyval_of(LMPI_DOMAIN_COMM, key))
        return bad_keyval(call, site, comm, key);
    get(LMPI_DOMAIN_COMM, c->id, key, value, flag);
    return MPI_SUCCESS;
}

static int comm_delete_attr(const char *call, const void *site, MPI_Comm comm, int key) {
    COMM_OR_FAIL(c, comm);
    if (!keyval_of(LMPI_DOMAIN_COMM, key))
        return bad_keyval(call, site, comm, key);
    int code = remove_one(LMPI_DOMAIN_COMM, comm, c->id, key);
    return code == MPI_SUCCESS ? code : lmpi_error(comm, call, site, code, "the delete callback failed");
}

static int free_keyval(const char *call, const void *site, enum lmpi_domain domain, int *key) {
    int code = lmpi_keyval_free(domain, key);
    return code == MPI_SUCCESS ? code : bad_keyval(call, site, MPI_COMM_WORLD, *key);
}

int MPI_Comm_create_keyval(MPI_Comm_copy_attr_function *comm_copy_attr_fn,
                           MPI_Comm_delete_attr_function *comm_delete_attr_fn, int *comm_keyval, void *extra_state) {
    LMPI_ENTER;
    BSIM_ALONE;
    return create(LMPI_DOMAIN_COMM, comm_copy_attr_fn, comm_delete_attr_fn, comm_keyval, extra_state);
}
int MPI_Comm_free_keyval(int *comm_keyval) {
    LMPI_ENTER;
    BSIM_ALONE;
    return free_keyval(__func__, LMPI_SITE, LMPI_DOMAIN_COMM, comm_keyval);
}
int MPI_Comm_set_attr(MPI_Comm comm, int comm_keyval, void *attribute_val) {
    LMPI_ENTER;
    BSIM_ALONE;
    return comm_set_attr(__func__, LMPI_SITE, comm, comm_keyval, attribute_val);
}
int MPI_Comm_get_attr(MPI_Comm comm, int comm_keyval, void *attribute_val, int *flag) {
    LMPI_ENTER;
    BSIM_ALONE;
    return comm_get_attr(__func__, LMPI_SITE, comm, comm_keyval, attribute_val, flag);
}
int MPI_Comm_delete_attr(MPI_Comm comm, int comm_keyval) {
    LMPI_ENTER;
    BSIM_ALONE;
    return comm_delete_attr(__func__, LMPI_SITE, comm, comm_keyval);
}

int MPI_Keyval_create(MPI_Copy_function *copy_fn, MPI_Delete_function *delete_fn, int *keyval_out, void *extra_state) {
    LMPI_ENTER;
    BSIM_ALONE;
    return create(LMPI_DOMAIN_COMM, copy_fn, delete_fn, keyval_out, extra_state);
}
int MPI_Keyval_free(int *key) {
    LMPI_ENTER;
    BSIM_ALONE;
    return free_keyval(__func__, LMPI_SITE, LMPI_DOMAIN_COMM, key);
}
int MPI_Attr_put(MPI_Comm comm, int key, void *attribute_val) {
    LMPI_ENTER;
    BSIM_ALONE;
    return comm_set_attr(__func__, LMPI_SITE, comm, key, attribute_val);
}
int MPI_Attr_get(MPI_Comm comm, int key, void *attribute_val, int *flag) {
    LMPI_ENTER;
    BSIM_ALONE;
    return comm_get_attr(__func__, LMPI_SITE, comm, key, attribute_val, flag);
}
int MPI_Attr_delete(MPI_Comm comm, int key) {
    LMPI_ENTER;
    BSIM_ALONE;
    return comm_delete_attr(__func__, LMPI_SITE, comm, key);
}

/* ---- datatypes: ranks share handles, so an attribute belongs to a rank and a handle ---- */

static int type_check(const char *call, const void *site, MPI_Datatype datatype, int key) {
    if (!lmpi_type_of(datatype))
        return lmpi_error(MPI_COMM_WORLD, call, site, MPI_ERR_TYPE, "datatype handle 0x%x is not valid",
                          (unsigned)datatype);
    return keyval_of(LMPI_DOMAIN_TYPE, key) ? MPI_SUCCESS : bad_keyval(call, site, MPI_COMM_WORLD, key);
}

int MPI_Type_create_keyval(MPI_Type_copy_attr_function *type_copy_attr_fn,
                           MPI_Type_delete_attr_function *type_delete_attr_fn, int *type_keyval, void *extra_state) {
    LMPI_ENTER;
    BSIM_ALONE;
    return create(LMPI_DOMAIN_TYPE, type_copy_attr_fn, type_delete_attr_fn, type_keyval, extra_state);
}
int MPI_Type_free_keyval(int *type_keyval) {
    LMPI_ENTER;
    BSIM_ALONE;
    return free_keyval(__func__, LMPI_SITE, LMPI_DOMAIN_TYPE, type_keyval);
}
int MPI_Type_set_attr(MPI_Datatype datatype, int type_keyval, void *attribute_val) {
    LMPI_ENTER;
    BSIM_ALONE;
    int code = type_check(__func__, LMPI_SITE, datatype, type_keyval);
    return code == MPI_SUCCESS ? set(LMPI_DOMAIN_TYPE, datatype, datatype, type_keyval, attribute_val) : code;
}
int MPI_Type_get_attr(MPI_Datatype datatype, int type_keyval, void *attribute_val, int *flag) {
    LMPI_ENTER;
    BSIM_ALONE;
    int code = type_check(__func__, LMPI_SITE, datatype, type_keyval);
    if (code == MPI_SUCCESS)
        get(LMPI_DOMAIN_TYPE, datatype, type_keyval, attribute_val, flag);
    return code;
}
int MPI_Type_delete_attr(MPI_Datatype datatype, int type_keyval) {
    LMPI_ENTER;
    BSIM_ALONE;
    int code = type_check(__func__, LMPI_SITE, datatype, type_keyval);
    return code == MPI_SUCCESS ? remove_one(LMPI_DOMAIN_TYPE, datatype, datatype, type_keyval) : code;
}

/* ---- for other domains ---- */

int lmpi_keyval_create(enum lmpi_domain domain, void *copy, void *remove, int *key, void *extra) {
    return create(domain, (copy_function *)copy, (delete_function *)remove, key, extra);
}

bool lmpi_keyval_valid(enum lmpi_domain domain, int key) {
    return keyval_of(domain, key) != NULL;
}

bool lmpi_keyval_is_used(int key) {
    int index = key & KEYVAL_INDEX;
    return index < nkeyvals && keyvals[index].uses > 0;
}

int lmpi_keyval_free(enum lmpi_domain domain, int *key) {
    keyval *k = keyval_of(domain, *key);
    if (!k ||
        (k->freed && !k->uses)) /* a copy of the handle can be freed again while attributes have it, as in MPICH */
        return MPI_ERR_KEYVAL;
    k->freed++;
    *key = MPI_KEYVAL_INVALID;
    return MPI_SUCCESS;
}

int lmpi_attr_set(enum lmpi_domain domain, int handle, int object, int key, void *value) {
    return set(domain, handle, object, key, value);
}

void lmpi_attr_get(enum lmpi_domain domain, int object, int key, void *value, int *flag) {
    get(domain, object, key, value, flag);
}

int lmpi_attr_delete(enum lmpi_domain domain, int handle, int object, int key) {
    return remove_one(domain, handle, object, key);
}
