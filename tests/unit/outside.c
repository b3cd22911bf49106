/* outside.c - calls before MPI_Init and after MPI_Finalize end the run with the function's name, but for those that MPI
 * allows at any time. All functions of the tables are called, with zeros as arguments. */
#include "lmpi/lmpi.h"
#include "times.h"

/* MPI-4.0, 11.4.1, and what MPICH lets pass besides; the time and the arithmetic of addresses need nothing of MPI. */
static const char *const always[] = {"Init",
                                     "Init_thread",
                                     "Initialized",
                                     "Finalized",
                                     "Finalize",
                                     "Get_version",
                                     "Get_library_version",
                                     "Wtime",
                                     "Wtick",
                                     "Aint_add",
                                     "Aint_diff",
                                     "Pcontrol",
                                     "Abort",
                                     "Error_string",
                                     "Error_class",
                                     "Errhandler_free",
                                     "Add_error_class",
                                     "Add_error_code",
                                     "Add_error_string",
                                     "Remove_error_class",
                                     "Remove_error_code",
                                     "Remove_error_string",
                                     "Info_create",
                                     "Info_create_env",
                                     "Info_set",
                                     "Info_get",
                                     "Info_free",
                                     "Info_delete",
                                     "Info_dup",
                                     "Info_get_nkeys",
                                     "Info_get_nthkey",
                                     "Info_get_valuelen",
                                     "Info_get_string",
                                     "Session_init",
                                     "Status_c2f",
                                     "Status_f2c"};

/* Of MPI-4.1. */
int MPI_Remove_error_class(int errorclass);
int MPI_Remove_error_code(int errorcode);
int MPI_Remove_error_string(int errorcode);

struct function {
    const char *name;
    void (*call)(void);
};
/* clang-format off */
static const struct function functions[] = {
#define MPI_CALL(ret, name, params, args, family, roles) {"MPI_" #name, (void (*)(void))MPI_##name},
#define MPI_FACT(...)
#include "lmpi/mpi_calls.def"
#undef MPI_CALL
#undef MPI_FACT
#define MPI_CALL_P2P_SEND(ret, name, params, args, roles) {"LMPI_" #name, (void (*)(void))LMPI_##name},
#define MPI_CALL_P2P_RECV MPI_CALL_P2P_SEND
#define MPI_CALL_P2P_SENDRECV MPI_CALL_P2P_SEND
#define MPI_CALL_P2P_ISENDRECV MPI_CALL_P2P_SEND
#define MPI_CALL_P2P_INIT MPI_CALL_P2P_SEND
#define MPI_CALL_PART_INIT MPI_CALL_P2P_SEND
#define MPI_CALL_MRECV MPI_CALL_P2P_SEND
#define MPI_CALL_COLL MPI_CALL_P2P_SEND
#define MPI_CALL_ICOLL MPI_CALL_P2P_SEND
#define MPI_CALL_COLL_INIT MPI_CALL_P2P_SEND
#define MPI_CALL_IO_DATA MPI_CALL_P2P_SEND
#define MPI_CALL_RMA_DATA MPI_CALL_P2P_SEND
#include "lmpi/mpi_calls.def"
#define MPI_LARGE_TWIN(name, params) {"MPI_" #name, (void (*)(void))MPI_##name##_c}, {"LMPI_" #name, (void (*)(void))LMPI_##name##_c},
#define MPI_LARGE(name, params) {"MPI_" #name, (void (*)(void))MPI_##name##_c},
#define MPI_LARGE_OWN MPI_LARGE
#include "lmpi/mpi_large.def"
};
/* clang-format on */
enum { FUNCTIONS = sizeof functions / sizeof *functions };

static bool is_always(const char *name) {
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        if (strcmp(always[i], strchr(name, '_') + 1) == 0)
            return true;
    return strncmp(name, "MPI_T_", 6) == 0; /* the interface for tools has a start and an end of its own */
}

static const struct function *now;
static struct bsim_platform simple;

static int setup(void **state) {
    (void)state;
    bsim_context.nscen = 1;
    times_platform(&simple, 1, "simple");
    ranks_bare = 1;
    return 0;
}

static int teardown(void **state) {
    (void)state;
    bsim_platform_free(&simple);
    return 0;
}

static void call_now(void) {
    intptr_t (*f)(intptr_t, ...) = (intptr_t (*)(intptr_t, ...))now->call;
    f(0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
}

static void before(int rank) {
    if (rank == 1)
        call_now();
    calculate(1);
}

static void after(int rank) {
    MPI_Init(NULL, NULL);
    calculate(1);
    MPI_Finalize();
    if (rank == 1)
        call_now();
}

static void expect(void (*body)(int), const char *when) {
    struct outcome out = run_ranks(2, &simple, body, NULL);
    const char *name = now->name + (now->name[0] == 'L');
    char text[96];
    int length = (int)strlen(name);
    if (strcmp(name + length - 2, "_c") == 0)
        length -= 2;
    snprintf(text, sizeof text, "%.*s: called %s", length, name, when);
    char *large = strstr(out.err, "_c: called"); /* some are functions of their own */
    if (large)
        memmove(large, large + 2, strlen(large + 2) + 1);
    if (out.code != BSIM_EXIT_MISUSE || !strstr(out.err, text) || !strstr(out.err, "rank 1"))
        fail_msg("%s, code %d: %s", text, out.code, out.err);
}

static void test_all(void **state) {
    (void)state;
    int tested = 0;
    for (int i = 0; i < FUNCTIONS; i++) {
        now = &functions[i];
        if (is_always(now->name))
            continue;
        if (i % 2 || strcmp(now->name, "MPI_Send") == 0)
            expect(before, "before MPI_Init");
        else
            expect(after, "after MPI_Finalize");
        tested++;
    }
    assert_true(tested > 600);
}

/* ---- what may be called ---- */

static void always_calls(int rank) {
    int flag, major, minor, error_class;
    char text[MPI_MAX_LIBRARY_VERSION_STRING];
    MPI_Info info;
    for (int turn = 0; turn < 2; turn++) {
        MPI_Initialized(&flag);
        CHECK(flag == (turn == 1));
        MPI_Finalized(&flag);
        CHECK(flag == (turn == 1));
        MPI_Get_version(&major, &minor);
        MPI_Get_library_version(text, &minor);
        MPI_Info_create(&info);
        MPI_Info_set(info, "key", "value");
        MPI_Info_free(&info);
        MPI_Error_class(MPI_ERR_TAG, &error_class);
        CHECK(error_class == MPI_ERR_TAG && MPI_Wtime() == turn);
        if (turn)
            break;
        MPI_Init(NULL, NULL);
        MPI_Send(&rank, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
        calculate(1);
        MPI_Finalize();
    }
}

/* In a session all is allowed, before MPI_Init and after MPI_Finalize, and behind it nothing. */
static void in_session(int rank) {
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;
    int size, got;
    MPI_Init(NULL, NULL);
    MPI_Finalize();
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "tag", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Comm_size(comm, &size);
    CHECK(size == 2);
    MPI_Request request;
    MPI_Irecv(&got, 1, MPI_INT, 1 - rank, 0, comm, &request);
    MPI_Send(&rank, 1, MPI_INT, 1 - rank, 0, comm);
    MPI_Waitall(1, &request, MPI_STATUSES_IGNORE);
    CHECK(got == 1 - rank);
    MPI_Group_free(&group);
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
    if (rank == 1)
        MPI_Send(&rank, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    calculate(1);
}

static void test_allowed(void **state) {
    (void)state;
    assert_runs(2, &simple, always_calls);
    struct outcome out = run_ranks(2, &simple, in_session, NULL);
    if (out.code != BSIM_EXIT_MISUSE || !strstr(out.err, "MPI_Send: called after MPI_Finalize"))
        fail_msg("code %d: %s", out.code, out.err);
}

/* An error handler that returns changes nothing. */
static void handled(int rank) {
    MPI_Init(NULL, NULL);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Finalize();
    if (rank == 1)
        MPI_Barrier(MPI_COMM_WORLD);
    calculate(1);
}

static void test_handler(void **state) {
    (void)state;
    struct outcome out = run_ranks(2, &simple, handled, NULL);
    if (out.code != BSIM_EXIT_MISUSE || !strstr(out.err, "MPI_Barrier: called after MPI_Finalize"))
        fail_msg("code %d: %s", out.code, out.err);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all),
        cmocka_unit_test(test_allowed),
        cmocka_unit_test(test_handler),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
