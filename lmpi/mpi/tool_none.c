/* tool_none.c - what MPI_T has on variables, categories, events and sources: there are none, so each index, name and
 * handle is an invalid one. */
#include "lmpi/core/rank_extension.h"

/* The code of a call that names something which is not there. */
static int no(int code) {
    return lmpi_extension(lmpi_self())->tool_inits ? code : MPI_T_ERR_NOT_INITIALIZED;
}

static int none_of(int *number) {
    *number = 0;
    return no(MPI_SUCCESS);
}

int MPI_T_category_get_categories(int cat_index, int len, int indices[]) {
    BSIM_ALONE;
    (void)cat_index, (void)len, (void)indices;
    return no(MPI_T_ERR_INVALID_INDEX);
}

int MPI_T_category_get_cvars(int cat_index, int len, int indices[]) {
    BSIM_ALONE;
    (void)cat_index, (void)len, (void)indices;
    return no(MPI_T_ERR_INVALID_INDEX);
}

int MPI_T_category_get_events(int cat_index, int len, int indices[]) {
    BSIM_ALONE;
    (void)cat_index, (void)len, (void)indices;
    return no(MPI_T_ERR_INVALID_INDEX);
}

int MPI_T_category_get_index(const char *name, int *cat_index) {
    BSIM_ALONE;
    (void)name, (void)cat_index;
    return no(MPI_T_ERR_INVALID_NAME);
}

int MPI_T_category_get_info(int cat_index, char *name, int *name_len, char *desc, int *desc_len, int *num_cvars,
                            int *num_pvars, int *num_categories) {
    BSIM_ALONE;
    (void)cat_index, (void)name, (void)name_len, (void)desc, (void)desc_len, (void)num_cvars, (void)num_pvars,
        (void)num_categories;
    return no(MPI_T_ERR_INVALID_INDEX);
}

int MPI_T_category_get_num_events(int cat_index, int *num_events) {
    BSIM_ALONE;
    (void)cat_index, (void)num_events;
    return no(MPI_T_ERR_INVALID_INDEX);
}

int MPI_T_category_get_pvars(int cat_index, int len, int indices[]) {
    BSIM_ALONE;
    (void)cat_index, (void)len, (void)indices;
    return no(MPI_T_ERR_INVALID_INDEX);
}

int MPI_T_cvar_get_info(int cvar_index, char *name, int *name_len, int *verbosity, MPI_Datatype *datatype,
                        MPI_T_enum *enumtype, char *desc, int *desc_len, int *bind, int *scope) {
    BSIM_ALONE;
    (void)cvar_index, (void)name, (void)name_len, (void)verbosity, (void)datatype, (void)enumtype, (void)desc,
        (void)desc_len, (void)bind, (void)scope;
    return no(MPI_T_ERR_INVALID_INDEX);
}

int MPI_T_cvar_handle_alloc(int cvar_index, void *obj_handle, MPI_T_cvar_handle *handle, int *count) {
    BSIM_ALONE;
    (void)cvar_index, (void)obj_handle, (void)handle, (void)count;
    return no(MPI_T_ERR_INVALID_INDEX);
}

int MPI_T_cvar_handle_free(MPI_T_cvar_handle *handle) {
    BSIM_ALONE;
    (void)handle;
    return no(MPI_T_ERR_INVALID_HANDLE);
}

int MPI_T_cvar_read(MPI_T_cvar_handle handle, void *buf) {
    BSIM_ALONE;
    (void)handle, (void)buf;
    return no(MPI_T_ERR_INVALID_HANDLE);
}

int MPI_T_cvar_write(MPI_T_cvar_handle handle, const void *buf) {
    BSIM_ALONE;
    (void)handle, (void)buf;
    return no(MPI_T_ERR_INVALID_HANDLE);
}

int MPI_T_enum_get_info(MPI_T_enum enumtype, int *num, char *name, int *name_len) {
    BSIM_ALONE;
    (void)enumtype, (void)num, (void)name, (void)name_len;
    return no(MPI_T_ERR_INVALID_HANDLE);
}

int MPI_T_enum_get_item(MPI_T_enum enumtype, int indx, int *value, char *name, int *name_len) {
    BSIM_ALONE;
    (void)enumtype, (void)indx, (void)value, (void)name, (void)name_len;
    return no(MPI_T_ERR_INVALID_HANDLE);
}

int MPI_T_event_callback_get_info(MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety,
                                  MPI_Info *info_used) {
    BSIM_ALONE;
    (void)event_registration, (void)cb_safety, (void)info_used;
    return no(MPI_T_ERR_INVALID_HANDLE);
}

int MPI_T_event_callback_set_info(MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety,
                                  MPI_Info info) {
    BSIM_ALONE;
    (void)event_registration, (void)cb_safety, (void)info;
    return no(MPI_T_ERR_INVALID_HANDLE);
}

int MPI_T_event_copy(MPI_T_event_instance event_instance, void *buffer) {
    BSIM_ALONE;
    (void)event_instance, (void)buffer;
    return no(MPI_T_ERR_INVALID_HANDLE);
}

int MPI_T_event_get_index(const char *name, int *event_index) {
    BSIM_ALONE;
    (void)name, (void)event_index;
    return no(MPI_T_ERR_INVALID_NAME);
}

int MPI_T_event_get_info(int event_index, char *name, int *name_len, int *verbosity, MPI_Datatype array_of_datatypes[],
                         MPI_Aint array_of_displacements[], int *num_elements, MPI_T_enum *enumtype, MPI_Info *info,
                         char *desc, int *desc_len, int *bind) {
    BSIM_ALONE;
    (void)event_index, (void)name, (void)name_len, (void)verbosity, (void)array_of_datatypes,
        (void)array_of_displacements, (void)num_elements, (void)enumtype, (void)info, (void)desc, (void)desc_len,
        (void)bind;
    return no(MPI_T_ERR_INVALID_INDEX);
}

int MPI_T_event_get_num(int *num_events) {
    BSIM_ALONE;
    return none_of(num_events);
}

int MPI_T_event_get_source(MPI_T_event_instance event_instance, int *source_index) {
    BSIM_ALONE;
    (void)event_instance, (void)source_index;
    return no(MPI_T_ERR_INVALID_HANDLE);
}

int MPI_T_event_get_timestamp(MPI_T_event_instance event_instance, MPI_Count *event_timestamp) {
    BSIM_ALONE;
    (void)event_instance, (void)event_timestamp;
    return no(MPI_T_ERR_INVALID_HANDLE);
}

int MPI_T_event_handle_alloc(int event_index, void *obj_handle, MPI_Info info,
                             MPI_T_event_registration *event_registration) {
    BSIM_ALONE;
    (void)event_index, (void)obj_handle, (void)info, (void)event_registration;
    return no(MPI_T_ERR_INVALID_INDEX);
}

int MPI_T_event_handle_free(MPI_T_event_registration event_registration, void *user_data,
                            MPI_T_event_free_cb_function free_cb_function) {
    BSIM_ALONE;
    (void)event_registration, (void)user_data, (void)free_cb_function;
    return no(MPI_T_ERR_INVALID_HANDLE);
}

int MPI_T_event_handle_get_info(MPI_T_event_registration event_registration, MPI_Info *info_used) {
    BSIM_ALONE;
    (void)event_registration, (void)info_used;
    return no(MPI_T_ERR_INVALID_HANDLE);
}

int MPI_T_event_handle_set_info(MPI_T_event_registration event_registration, MPI_Info info) {
    BSIM_ALONE;
    (void)event_registration, (void)info;
    return no(MPI_T_ERR_INVALID_HANDLE);
}

int MPI_T_event_read(MPI_T_event_instance event_instance, int element_index, void *buffer) {
    BSIM_ALONE;
    (void)event_instance, (void)element_index, (void)buffer;
    return no(MPI_T_ERR_INVALID_HANDLE);
}

int MPI_T_event_register_callback(MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety, MPI_Info info,
                                  void *user_data, MPI_T_event_cb_function event_cb_function) {
    BSIM_ALONE;
    (void)event_registration, (void)cb_safety, (void)info, (void)user_data, (void)event_cb_function;
    return no(MPI_T_ERR_INVALID_HANDLE);
}

int MPI_T_event_set_dropped_handler(MPI_T_event_registration event_registration,
                                    MPI_T_event_dropped_cb_function dropped_cb_function) {
    BSIM_ALONE;
    (void)event_registration, (void)dropped_cb_function;
    return no(MPI_T_ERR_INVALID_HANDLE);
}

int MPI_T_pvar_get_info(int pvar_index, char *name, int *name_len, int *verbosity, int *var_class,
                        MPI_Datatype *datatype, MPI_T_enum *enumtype, char *desc, int *desc_len, int *bind,
                        int *readonly, int *continuous, int *atomic) {
    BSIM_ALONE;
    (void)pvar_index, (void)name, (void)name_len, (void)verbosity, (void)var_class, (void)datatype, (void)enumtype,
        (void)desc, (void)desc_len, (void)bind, (void)readonly, (void)continuous, (void)atomic;
    return no(MPI_T_ERR_INVALID_INDEX);
}

int MPI_T_pvar_handle_alloc(MPI_T_pvar_session session, int pvar_index, void *obj_handle, MPI_T_pvar_handle *handle,
                            int *count) {
    BSIM_ALONE;
    (void)session, (void)pvar_index, (void)obj_handle, (void)handle, (void)count;
    return no(MPI_T_ERR_INVALID_INDEX);
}

int MPI_T_pvar_handle_free(MPI_T_pvar_session session, MPI_T_pvar_handle *handle) {
    BSIM_ALONE;
    (void)session, (void)handle;
    return no(MPI_T_ERR_INVALID_HANDLE);
}

int MPI_T_pvar_read(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buf) {
    BSIM_ALONE;
    (void)session, (void)handle, (void)buf;
    return no(MPI_T_ERR_INVALID_HANDLE);
}

int MPI_T_pvar_readreset(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buf) {
    BSIM_ALONE;
    (void)session, (void)handle, (void)buf;
    return no(MPI_T_ERR_INVALID_HANDLE);
}

int MPI_T_pvar_reset(MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
    BSIM_ALONE;
    (void)session, (void)handle;
    return no(MPI_T_ERR_INVALID_HANDLE);
}

int MPI_T_pvar_start(MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
    BSIM_ALONE;
    (void)session, (void)handle;
    return no(MPI_T_ERR_INVALID_HANDLE);
}

int MPI_T_pvar_stop(MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
    BSIM_ALONE;
    (void)session, (void)handle;
    return no(MPI_T_ERR_INVALID_HANDLE);
}

int MPI_T_pvar_write(MPI_T_pvar_session session, MPI_T_pvar_handle handle, const void *buf) {
    BSIM_ALONE;
    (void)session, (void)handle, (void)buf;
    return no(MPI_T_ERR_INVALID_HANDLE);
}

int MPI_T_source_get_info(int source_index, char *name, int *name_len, char *desc, int *desc_len,
                          MPI_T_source_order *ordering, MPI_Count *ticks_per_second, MPI_Count *max_ticks,
                          MPI_Info *info) {
    BSIM_ALONE;
    (void)source_index, (void)name, (void)name_len, (void)desc, (void)desc_len, (void)ordering, (void)ticks_per_second,
        (void)max_ticks, (void)info;
    return no(MPI_T_ERR_INVALID_INDEX);
}

int MPI_T_source_get_num(int *num_sources) {
    BSIM_ALONE;
    return none_of(num_sources);
}

int MPI_T_source_get_timestamp(int source_index, MPI_Count *timestamp) {
    BSIM_ALONE;
    (void)source_index, (void)timestamp;
    return no(MPI_T_ERR_INVALID_INDEX);
}
