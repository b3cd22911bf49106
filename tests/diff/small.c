/* small.c - small functions: generalized requests, hints of communicators, strings of info objects, Fortran's statuses,
 * types of splits, sessions, the interface for tools. diff: record=no replay=no trace=no
 * diff: links=no, since it asks which ranks are on its node. */
#include "diff.h"

static int query(void *extra, MPI_Status *status) {
    MPI_Status_set_elements_x(status, MPI_INT, *(int *)extra);
    MPI_Status_set_cancelled(status, 0);
    status->MPI_SOURCE = 3;
    status->MPI_TAG = 4;
    return MPI_SUCCESS;
}

static int release(void *extra) {
    *(int *)extra += 100;
    return MPI_SUCCESS;
}

static int cancel(void *extra, int complete) {
    *(int *)extra += complete ? 20 : 10;
    return MPI_SUCCESS;
}

static void general_requests(void) {
    int value[2] = {5, 6}, flag, count;
    MPI_Request r[2];
    MPI_Status status[2];
    for (int i = 0; i < 2; i++)
        MPI_Grequest_start(query, release, cancel, &value[i], &r[i]);
    MPI_Test(&r[0], &flag, &status[0]);
    out("complete %d", flag);
    MPI_Cancel(&r[0]);
    out("cancelled %d", value[0]);
    MPI_Grequest_complete(r[0]);
    MPI_Request_get_status(r[0], &flag, &status[0]);
    MPI_Get_count(&status[0], MPI_INT, &count);
    out("complete %d, %d of %d", flag, count, status[0].MPI_SOURCE);
    MPI_Grequest_complete(r[1]);
    MPI_Waitall(2, r, status);
    for (int i = 0; i < 2; i++) {
        MPI_Get_count(&status[i], MPI_INT, &count);
        out("%d elements, source %d, tag %d, value %d, null %d", count, status[i].MPI_SOURCE, status[i].MPI_TAG,
            value[i], r[i] == MPI_REQUEST_NULL);
    }
}

static void hints(void) {
    MPI_Comm comm;
    MPI_Info info, used;
    char value[32] = "";
    int flag, room = 3;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Info_create(&info);
    MPI_Info_set(info, "unknown", "true");
    MPI_Info_set(info, "mpi_assert_no_any_tag", "true");
    MPI_Comm_set_info(comm, info);
    MPI_Comm_get_info(comm, &used);
    MPI_Info_get(used, "unknown", 30, value, &flag);
    out("unknown %d", flag);
    MPI_Info_get(used, "mpi_assert_no_any_tag", 30, value, &flag);
    out("known %d %s", flag, value);
    MPI_Info_get_string(info, "unknown", &room, value, &flag);
    out("string %d %d %s", flag, room, value);
    MPI_Info_get_string(info, "missing", &room, value, &flag);
    out("string %d", flag);
    MPI_Info_free(&used);
    MPI_Info_free(&info);
    MPI_Info_create_env(0, NULL, &info);
    MPI_Info_free(&info);
    MPI_Comm_free(&comm);
}

static void statuses(int rank) {
    MPI_Status status, back;
    MPI_Fint fortran[sizeof status / sizeof(MPI_Fint)];
    int count;
    MPI_Sendrecv(&rank, 1, MPI_INT, rank, 7, &count, 1, MPI_INT, rank, 7, MPI_COMM_WORLD, &status);
    MPI_Status_c2f(&status, fortran);
    memset(&back, 0, sizeof back);
    MPI_Status_f2c(fortran, &back);
    MPI_Get_count(&back, MPI_INT, &count);
    out("status %d %d", back.MPI_TAG, count);
}

static void splits(int size) {
    MPI_Comm made;
    MPI_Info info;
    int n;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &made);
    MPI_Comm_size(made, &n);
    out("shared %d", n == size);
    MPI_Comm_free(&made);
    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_hw_resource_type", "no such thing");
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, info, &made);
    out("guided %d", made == MPI_COMM_NULL);
    MPI_Info_free(&info);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, MPI_INFO_NULL, &made);
    out("guided by nothing %d", made == MPI_COMM_NULL);
}

static void sessions(int rank, int size) {
    MPI_Session session;
    MPI_Group group, own;
    MPI_Comm comm, inter;
    MPI_Info info;
    char name[64], value[32];
    int n, flag, sum, room = sizeof name;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
    MPI_Session_get_num_psets(session, MPI_INFO_NULL, &n);
    MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 0, &room, name);
    out("sets %d, first %s", n >= 2, name); /* MPICH 4.0.2 leaves the length as it was */
    MPI_Session_get_pset_info(session, "mpi://WORLD", &info);
    MPI_Info_get(info, "mpi_size", 30, value, &flag);
    out("size %d %s", flag, value);
    MPI_Info_free(&info);
    MPI_Session_get_info(session, &info);
    MPI_Info_get(info, "thread_level", 30, value, &flag);
    out("level %d %s, null %d", flag, value, session == MPI_SESSION_NULL);
    MPI_Info_free(&info);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "all", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
    out("sum %d", sum);
    MPI_Comm_free(&comm);
    if (size > 1) {
        int first[1][3] = {{0, 0, 1}}, rest[1][3] = {{1, size - 1, 1}};
        MPI_Group other;
        MPI_Group_range_incl(group, 1, rank ? rest : first, &own);
        MPI_Group_range_incl(group, 1, rank ? first : rest, &other);
        MPI_Intercomm_create_from_groups(own, 0, other, 0, "two", MPI_INFO_NULL, MPI_ERRORS_RETURN, &inter);
        MPI_Comm_remote_size(inter, &n);
        out("remote %d", n);
        MPI_Comm_free(&inter);
        MPI_Group_free(&own);
        MPI_Group_free(&other);
    }
    MPI_Group_free(&group);
    MPI_Session_finalize(&session);
    out("null %d", session == MPI_SESSION_NULL);
    static const char *const level[] = {"MPI_THREAD_SINGLE", "MPI_THREAD_FUNNELED", "MPI_THREAD_SERIALIZED",
                                        "MPI_THREAD_MULTIPLE"};
    for (int i = 0; i < 4; i++) {
        MPI_Info_create(&info);
        MPI_Info_set(info, "thread_level", level[i]);
        MPI_Session_init(info, MPI_ERRORS_RETURN, &session);
        MPI_Info_free(&info);
        MPI_Session_get_info(session, &info);
        MPI_Info_get(info, "thread_level", 30, value, &flag);
        out("asked for %s: %d %s", level[i], flag, value);
        MPI_Info_free(&info);
        MPI_Session_finalize(&session);
    }
}

static void tools(void) {
    int provided, n, code;
    MPI_T_pvar_session session;
    out("not yet %d", MPI_T_cvar_get_num(&n) == MPI_T_ERR_NOT_INITIALIZED);
    out("init %d", MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    out("counts %d %d %d %d", MPI_T_cvar_get_num(&n), MPI_T_pvar_get_num(&n), MPI_T_category_get_num(&n),
        MPI_T_category_changed(&n));
    code = MPI_T_cvar_get_index("no such variable", &n);
    out("index %d", code == MPI_T_ERR_INVALID_NAME);
    code = MPI_T_pvar_get_index("no such variable", MPI_T_PVAR_CLASS_COUNTER, &n);
    out("index %d", code == MPI_T_ERR_INVALID_NAME);
    out("session %d", MPI_T_pvar_session_create(&session));
    out("session %d %d", MPI_T_pvar_session_free(&session), session == MPI_T_PVAR_SESSION_NULL);
    out("end %d", MPI_T_finalize());
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    general_requests();
    hints();
    statuses(rank);
    splits(size);
    sessions(rank, size);
    tools();
    MPI_Finalize();
    return 0;
}
