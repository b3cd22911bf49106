/* tools.c - MPI_T: what each function answers to an index, name or handle of nothing. diff: ranks=1 record=no trace=no
 */
#include "diff.h"

#define TELL(call) out(#call ": %d", call)

static void variables(void) {
    int n, len = 1, v = 0;
    char text[8];
    MPI_Datatype type;
    MPI_T_enum kind = MPI_T_ENUM_NULL;
    MPI_T_cvar_handle control = MPI_T_CVAR_HANDLE_NULL;
    MPI_T_pvar_handle performance = MPI_T_PVAR_HANDLE_NULL; /* unused under MPICH */
    MPI_T_pvar_session session;
    TELL(MPI_T_cvar_get_info(-1, text, &len, &v, &type, &kind, text, &len, &v, &v));
    TELL(MPI_T_cvar_handle_alloc(-1, NULL, &control, &n));
    TELL(MPI_T_cvar_handle_free(&control));
    TELL(MPI_T_cvar_read(control, &v));
    TELL(MPI_T_cvar_write(control, &v));
    TELL(MPI_T_enum_get_info(kind, &n, text, &len));
    TELL(MPI_T_enum_get_item(kind, 0, &v, text, &len));
    MPI_T_pvar_session_create(&session);
    TELL(MPI_T_pvar_get_info(-1, text, &len, &v, &v, &type, &kind, text, &len, &v, &v, &v, &v));
#if __has_include(<lmpi/lmpi.h>) /* MPICH does not look at these */
    int expected = MPI_T_ERR_INVALID_HANDLE;
    if (MPI_T_pvar_handle_alloc(session, -1, NULL, &performance, &n) != MPI_T_ERR_INVALID_INDEX ||
        MPI_T_pvar_handle_free(session, &performance) != expected ||
        MPI_T_pvar_read(session, performance, &v) != expected ||
        MPI_T_pvar_readreset(session, performance, &v) != expected ||
        MPI_T_pvar_reset(session, performance) != expected || MPI_T_pvar_start(session, performance) != expected ||
        MPI_T_pvar_stop(session, performance) != expected || MPI_T_pvar_write(session, performance, &v) != expected)
        out("a performance variable was found");
#endif
    MPI_T_pvar_session_free(&session);
}

static void categories(void) {
    int n, len = 1, list[1];
    char text[8];
    TELL(MPI_T_category_get_index("no such category", &n));
    TELL(MPI_T_category_get_info(-1, text, &len, text, &len, &n, &n, &n));
    TELL(MPI_T_category_get_cvars(-1, 1, list));
    TELL(MPI_T_category_get_pvars(-1, 1, list));
    TELL(MPI_T_category_get_events(-1, 1, list));
    TELL(MPI_T_category_get_categories(-1, 1, list));
    TELL(MPI_T_category_get_num_events(-1, &n));
}

static void events(void) {
    int n = -1, len = 1, v;
    char text[8];
    MPI_Datatype types[1];
    MPI_Aint places[1];
    MPI_T_enum kind;
    MPI_Info info;
    MPI_Count time;
    MPI_T_source_order order;
    TELL(MPI_T_event_get_num(&n));
    out("events: %d", n);
    TELL(MPI_T_event_get_index("no such event", &n));
    TELL(MPI_T_event_get_info(-1, text, &len, &v, types, places, &n, &kind, &info, text, &len, &v));
    TELL(MPI_T_source_get_info(100, text, &len, text, &len, &order, &time, &time, &info));
    TELL(MPI_T_source_get_timestamp(100, &time));
#if __has_include(<lmpi/lmpi.h>) /* MPICH does not look at these */
    MPI_T_event_registration registration = NULL;
    MPI_T_event_instance instance = NULL;
    MPI_T_source_get_num(&n);
    int expected = MPI_T_ERR_INVALID_HANDLE;
    if (n != 0 || MPI_T_event_handle_alloc(-1, NULL, MPI_INFO_NULL, &registration) != MPI_T_ERR_INVALID_INDEX ||
        MPI_T_event_handle_free(registration, NULL, NULL) != expected ||
        MPI_T_event_handle_get_info(registration, &info) != expected ||
        MPI_T_event_handle_set_info(registration, MPI_INFO_NULL) != expected ||
        MPI_T_event_callback_get_info(registration, MPI_T_CB_REQUIRE_NONE, &info) != expected ||
        MPI_T_event_callback_set_info(registration, MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL) != expected ||
        MPI_T_event_register_callback(registration, MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL, NULL, NULL) != expected ||
        MPI_T_event_set_dropped_handler(registration, NULL) != expected ||
        MPI_T_event_read(instance, 0, &v) != expected || MPI_T_event_copy(instance, &v) != expected ||
        MPI_T_event_get_timestamp(instance, &time) != expected || MPI_T_event_get_source(instance, &v) != expected)
        out("an event was found");
#endif
}

int main(int argc, char **argv) {
    int provided;
    MPI_Init(&argc, &argv);
    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    variables();
    categories();
    events();
    MPI_T_finalize();
    MPI_Finalize();
    return 0;
}
