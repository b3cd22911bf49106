/* win_info.c - what a program attaches to windows and asks of them: groups, names, hints, attributes. */
#include <stdio.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "lmpi/comm/comm.h"
#include "lmpi/core/props.h"
#include "lmpi/rma/win.h"

int MPI_Win_get_group(MPI_Win win, MPI_Group *group) {
    LMPI_ENTER;
    BSIM_ALONE;
    lmpi_call call = {"MPI_Win_get_group", LMPI_SITE};
    LMPI_WIN_OR_FAIL(w, win, &call);
    *group = lmpi_comm_group(w->comm, bsim_self->id)->handle;
    return MPI_SUCCESS;
}

int MPI_Win_set_name(MPI_Win win, const char *win_name) {
    LMPI_ENTER;
    BSIM_ALONE;
    lmpi_call call = {"MPI_Win_set_name", LMPI_SITE};
    LMPI_WIN_OR_FAIL(w, win, &call);
    lmpi_props *p = lmpi_props_get(LMPI_DOMAIN_WIN, w->handle, bsim_self->id);
    bsim_free(p->name);
    p->name = bsim_alloc(MPI_MAX_OBJECT_NAME);
    snprintf(p->name, MPI_MAX_OBJECT_NAME, "%s", win_name);
    return MPI_SUCCESS;
}

int MPI_Win_get_name(MPI_Win win, char *win_name, int *resultlen) {
    LMPI_ENTER;
    BSIM_ALONE;
    lmpi_call call = {"MPI_Win_get_name", LMPI_SITE};
    LMPI_WIN_OR_FAIL(w, win, &call);
    const lmpi_props *p = lmpi_props_find(LMPI_DOMAIN_WIN, w->handle, bsim_self->id);
    *resultlen = snprintf(win_name, MPI_MAX_OBJECT_NAME, "%s", p && p->name ? p->name : "");
    return MPI_SUCCESS;
}

/* ---- hints ---- */

/* Those of MPI and of MPICH. Others are ignored. */
static const char *const known[] = {"no_locks",       "accumulate_ordering",    "accumulate_ops",
                                    "same_size",      "same_disp_unit",         "alloc_shared_noncontig",
                                    "alloc_shm",      "which_accumulate_ops",   "accumulate_noncontig_dtype",
                                    "coll_attach",    "disable_shm_accumulate", "accumulate_max_bytes",
                                    "perf_preference"};

static int copy_hints(MPI_Info from, MPI_Info to) {
    int n = 0;
    MPI_Info_get_nkeys(from, &n);
    for (int i = 0; i < n; i++) {
        char key[MPI_MAX_INFO_KEY + 1], value[MPI_MAX_INFO_VAL + 1];
        int flag;
        MPI_Info_get_nthkey(from, i, key);
        MPI_Info_get(from, key, MPI_MAX_INFO_VAL, value, &flag);
        for (size_t k = 0; k < sizeof known / sizeof *known; k++)
            if (strcmp(key, known[k]) == 0)
                MPI_Info_set(to, key, value);
    }
    return MPI_SUCCESS;
}

int MPI_Win_set_info(MPI_Win win, MPI_Info info) {
    LMPI_ENTER;
    BSIM_ALONE;
    lmpi_call call = {"MPI_Win_set_info", LMPI_SITE};
    LMPI_WIN_OR_FAIL(w, win, &call);
    lmpi_win_member *self = lmpi_win_self(w);
    if (info == MPI_INFO_NULL)
        return lmpi_win_error(w, &call, MPI_ERR_INFO, "the info object is MPI_INFO_NULL");
    if (self->info == MPI_INFO_NULL)
        return MPI_Info_dup(info, &self->info);
    return copy_hints(info, self->info);
}

/* The hints of MPI-4.0, section 12.2.1, with what holds without a hint, and those that the program gave. */
int MPI_Win_get_info(MPI_Win win, MPI_Info *info_used) {
    LMPI_ENTER;
    BSIM_ALONE;
    lmpi_call call = {"MPI_Win_get_info", LMPI_SITE};
    LMPI_WIN_OR_FAIL(w, win, &call);
    const lmpi_win_member *self = lmpi_win_self(w);
    MPI_Info_create(info_used);
    MPI_Info_set(*info_used, "no_locks", "false");
    MPI_Info_set(*info_used, "accumulate_ordering", "rar,raw,war,waw");
    MPI_Info_set(*info_used, "accumulate_ops", "same_op_no_op");
    MPI_Info_set(*info_used, "same_size", "false");
    MPI_Info_set(*info_used, "same_disp_unit", "false");
    if (w->is_shared)
        MPI_Info_set(*info_used, "alloc_shared_noncontig", "false");
    return self->info == MPI_INFO_NULL ? MPI_SUCCESS : copy_hints(self->info, *info_used);
}

/* ---- attributes ---- */

static int bad_keyval(lmpi_win *win, const lmpi_call *call, int key) {
    return lmpi_win_error(win, call, MPI_ERR_KEYVAL, "keyval 0x%x is not valid", (unsigned)key);
}

int MPI_Win_create_keyval(MPI_Win_copy_attr_function *win_copy_attr_fn,
                          MPI_Win_delete_attr_function *win_delete_attr_fn, int *win_keyval, void *extra_state) {
    LMPI_ENTER;
    BSIM_ALONE;
    return lmpi_keyval_create(LMPI_DOMAIN_WIN, (void *)win_copy_attr_fn, (void *)win_delete_attr_fn, win_keyval,
                              extra_state);
}

int MPI_Win_free_keyval(int *win_keyval) {
    LMPI_ENTER;
    BSIM_ALONE;
    lmpi_call call = {"MPI_Win_free_keyval", LMPI_SITE};
    int code = lmpi_keyval_free(LMPI_DOMAIN_WIN, win_keyval);
    return code == MPI_SUCCESS ? code : bad_keyval(NULL, &call, *win_keyval);
}

int MPI_Win_set_attr(MPI_Win win, int win_keyval, void *attribute_val) {
    LMPI_ENTER;
    BSIM_ALONE;
    lmpi_call call = {"MPI_Win_set_attr", LMPI_SITE};
    LMPI_WIN_OR_FAIL(w, win, &call);
    if (!lmpi_keyval_valid(LMPI_DOMAIN_WIN, win_keyval))
        return bad_keyval(w, &call, win_keyval);
    int code = lmpi_attr_set(LMPI_DOMAIN_WIN, w->handle, w->handle, win_keyval, attribute_val);
    return code == MPI_SUCCESS ? code : lmpi_win_error(w, &call, code, "the delete callback failed");
}

/* The value of a predefined attribute, null for other keys. */
static void *predefined(lmpi_win *win, int key) {
    static int model = MPI_WIN_UNIFIED;
    lmpi_win_member *self = lmpi_win_self(win);
    switch (key) {
    case MPI_WIN_SIZE:
        return &self->size;
    case MPI_WIN_DISP_UNIT:
        return &self->disp_unit;
    case MPI_WIN_CREATE_FLAVOR:
        return &win->flavor;
    case MPI_WIN_MODEL:
        return &model;
    default:
        return NULL;
    }
}

int MPI_Win_get_attr(MPI_Win win, int win_keyval, void *attribute_val, int *flag) {
    LMPI_ENTER;
    BSIM_ALONE;
    lmpi_call call = {"MPI_Win_get_attr", LMPI_SITE};
    LMPI_WIN_OR_FAIL(w, win, &call);
    void *known = win_keyval == MPI_WIN_BASE ? lmpi_win_self(w)->base : predefined(w, win_keyval);
    *flag = 1;
    if (known || win_keyval == MPI_WIN_BASE) {
        *(void **)attribute_val = known;
        return MPI_SUCCESS;
    }
    if (!lmpi_keyval_valid(LMPI_DOMAIN_WIN, win_keyval))
        return bad_keyval(w, &call, win_keyval);
    lmpi_attr_get(LMPI_DOMAIN_WIN, w->handle, win_keyval, attribute_val, flag);
    return MPI_SUCCESS;
}

int MPI_Win_delete_attr(MPI_Win win, int win_keyval) {
    LMPI_ENTER;
    BSIM_ALONE;
    lmpi_call call = {"MPI_Win_delete_attr", LMPI_SITE};
    LMPI_WIN_OR_FAIL(w, win, &call);
    if (!lmpi_keyval_valid(LMPI_DOMAIN_WIN, win_keyval))
        return bad_keyval(w, &call, win_keyval);
    int code = lmpi_attr_delete(LMPI_DOMAIN_WIN, w->handle, w->handle, win_keyval);
    return code == MPI_SUCCESS ? code : lmpi_win_error(w, &call, code, "the delete callback failed");
}

int lmpi_win_delete_attributes(const lmpi_win *win) {
    return lmpi_attr_delete_all(LMPI_DOMAIN_WIN, win->handle, win->handle);
}
