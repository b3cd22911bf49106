/* tool.c - MPI_T, the interface for tools: it is there, and has no variables, categories or events. */
#include "lmpi/core/rank_extension.h"

static int inits(int by) {
    struct lmpi_rank_extension *more = lmpi_extension(lmpi_self());
    return more->tool_inits += by;
}

int MPI_T_init_thread(int required, int *provided) {
    BSIM_ALONE;
    *provided = (int)lmpi_thread_level(required);
    inits(1);
    return MPI_SUCCESS;
}

int MPI_T_finalize(void) {
    BSIM_ALONE;
    if (!inits(0))
        return MPI_T_ERR_NOT_INITIALIZED;
    inits(-1);
    return MPI_SUCCESS;
}

static int none_of(int *number) {
    *number = 0;
    return inits(0) ? MPI_SUCCESS : MPI_T_ERR_NOT_INITIALIZED;
}

int MPI_T_cvar_get_num(int *num_cvar) {
    BSIM_ALONE;
    return none_of(num_cvar);
}

int MPI_T_pvar_get_num(int *num_pvar) {
    BSIM_ALONE;
    return none_of(num_pvar);
}

int MPI_T_category_get_num(int *num_cat) {
    BSIM_ALONE;
    return none_of(num_cat);
}

int MPI_T_category_changed(int *update_number) {
    BSIM_ALONE;
    return none_of(update_number);
}

int MPI_T_cvar_get_index(const char *name, int *cvar_index) {
    BSIM_ALONE;
    (void)name, (void)cvar_index;
    return inits(0) ? MPI_T_ERR_INVALID_NAME : MPI_T_ERR_NOT_INITIALIZED;
}

int MPI_T_pvar_get_index(const char *name, int var_class, int *pvar_index) {
    BSIM_ALONE;
    (void)name, (void)var_class, (void)pvar_index;
    return inits(0) ? MPI_T_ERR_INVALID_NAME : MPI_T_ERR_NOT_INITIALIZED;
}

/* A session has nothing in it; any address but null stands for one. */
int MPI_T_pvar_session_create(MPI_T_pvar_session *session) {
    BSIM_ALONE;
    if (!inits(0))
        return MPI_T_ERR_NOT_INITIALIZED;
    *session = (MPI_T_pvar_session)(void *)lmpi_self();
    return MPI_SUCCESS;
}

int MPI_T_pvar_session_free(MPI_T_pvar_session *session) {
    BSIM_ALONE;
    if (!inits(0))
        return MPI_T_ERR_NOT_INITIALIZED;
    if (*session == MPI_T_PVAR_SESSION_NULL)
        return MPI_T_ERR_INVALID_SESSION;
    *session = MPI_T_PVAR_SESSION_NULL;
    return MPI_SUCCESS;
}
