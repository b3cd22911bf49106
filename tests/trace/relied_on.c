/* relied_on.c - local calls on which others rely, though nothing reads what they give: a datatype that is committed by
 * a copy of its handle, the hints of an info object, the interface for tools. trace: ranks=2,3 args= */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static double room[512];

static void talk(int n) {
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DOUBLE, room, n, MPI_DOUBLE, MPI_COMM_WORLD);
}

static void commit(MPI_Datatype type) {
    MPI_Type_commit(&type);
}

static void committed_by_a_copy(void) {
    MPI_Datatype pair, two, copy;
    MPI_Type_vector(2, 1, 2, MPI_DOUBLE, &pair);
    commit(pair);
    MPI_Type_contiguous(2, pair, &two);
    copy = two;
    MPI_Type_commit(&copy);
    MPI_Bcast(room, 2, pair, 0, MPI_COMM_WORLD);
    MPI_Bcast(room, 2, two, 0, MPI_COMM_WORLD);
    MPI_Type_free(&pair);
    MPI_Type_free(&copy);
}

static int hint_is_true(MPI_Info info, const char *key) {
    char value[MPI_MAX_INFO_VAL];
    int there = 0;
    MPI_Info_get(info, key, sizeof value - 1, value, &there);
    return there && strcmp(value, "true") == 0;
}

/* A window tells the hints with which it was made. */
static void hints_that_come_back(void) {
    static int memory[4];
    MPI_Info given, told;
    MPI_Win window;
    MPI_Info_create(&given);
    MPI_Info_set(given, "no_locks", "true");
    MPI_Win_create(memory, sizeof memory, 1, given, MPI_COMM_WORLD, &window);
    MPI_Info_free(&given);
    MPI_Win_get_info(window, &told);
    talk(hint_is_true(told, "no_locks") ? 7 : 3);
    MPI_Info_free(&told);
    MPI_Win_free(&window);
}

/* There is nothing to ask before it begins and after it ends. */
static void interface_for_tools(void) {
    int level, n = 0;
    MPI_T_pvar_session session;
    MPI_T_init_thread(MPI_THREAD_SINGLE, &level);
    if (MPI_T_category_get_num(&n) != MPI_SUCCESS)
        talk(4);
    if (MPI_T_pvar_session_create(&session) == MPI_SUCCESS)
        talk(5);
    MPI_T_finalize();
    if (MPI_T_pvar_get_num(&n) != MPI_SUCCESS)
        talk(6);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    committed_by_a_copy();
    hints_that_come_back();
    interface_for_tools();
    MPI_Finalize();
    return 0;
}
