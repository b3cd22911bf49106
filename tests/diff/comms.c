/* comms.c - communicators: making, comparing, naming, freeing; messages stay inside; names in the trace.
 * diff: links=no, since it tells which ranks are on its node. */
#include "diff.h"

static void show(const char *what, MPI_Comm comm) {
    if (comm == MPI_COMM_NULL) {
        out("%s: none", what);
        return;
    }
    int size, rank, sum, inter, world;
    MPI_Comm_size(comm, &size);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_rank(MPI_COMM_WORLD, &world);
    MPI_Comm_test_inter(comm, &inter);
    int weighted = (rank + 1) * (world + 1);
    MPI_Allreduce(&weighted, &sum, 1, MPI_INT, MPI_SUM, comm);
    out("%s: rank %d of %d, sum %d, inter %d", what, rank, size, sum, inter);
}

static const char *word(int result) {
    return result == MPI_IDENT       ? "ident"
           : result == MPI_CONGRUENT ? "congruent"
           : result == MPI_SIMILAR   ? "similar"
                                     : "unequal";
}

int main(int argc, char **argv) {
    int provided, flag;
    MPI_Initialized(&flag);
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    int n, rank, result, length;
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    out("before %d, provided %d", flag, provided >= MPI_THREAD_FUNNELED);
    MPI_Comm dup, half, self, some, node, third, with_info, again, parent;
    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    show("dup", dup);
    MPI_Comm_compare(MPI_COMM_WORLD, dup, &result);
    out("world and dup: %s", word(result));
    MPI_Comm_compare(dup, dup, &result);
    out("dup and dup: %s", word(result));
    MPI_Comm_split(dup, rank % 2, -rank, &half);
    show("half", half);
    MPI_Comm_compare(dup, half, &result);
    out("dup and half: %s", word(result));
    MPI_Comm_split(dup, rank % 2 ? -5 : -1, rank, &again); /* MPICH takes negative colors */
    MPI_Comm_size(again, &length);
    out("negative %d", length);
    MPI_Comm_free(&again);
    MPI_Comm_split(dup, 0, n - rank, &again);
    MPI_Comm_compare(dup, again, &result);
    out("reversed: %s", word(result));
    show("reversed", again);
    MPI_Comm_split(half, rank < 2 ? MPI_UNDEFINED : 7, 0, &third);
    show("third", third);
    MPI_Comm_split(MPI_COMM_SELF, 3, 0, &self);
    show("self", self);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node);
    show("node", node);
    MPI_Comm_dup_with_info(half, MPI_INFO_NULL, &with_info);
    show("with info", with_info);
    MPI_Group world, group;
    int evens[][3] = {{0, n - 1, 2}};
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_range_incl(world, 1, evens, &group);
    MPI_Comm_create(MPI_COMM_WORLD, group, &some);
    show("create", some);
    MPI_Comm by_group = MPI_COMM_NULL;
    if (rank % 2 == 0)
        MPI_Comm_create_group(MPI_COMM_WORLD, group, 5, &by_group);
    show("create_group", by_group);
    /* The same number on a different communicator: a message must not cross. */
    int token = rank, got = -1, got2 = -1;
    MPI_Request r[2];
    int left = (rank + n - 1) % n, right = (rank + 1) % n;
    MPI_Irecv(&got, 1, MPI_INT, left, 1, dup, &r[0]);
    MPI_Irecv(&got2, 1, MPI_INT, left, 1, MPI_COMM_WORLD, &r[1]);
    MPI_Send(&token, 1, MPI_INT, right, 1, MPI_COMM_WORLD);
    token += 100;
    MPI_Send(&token, 1, MPI_INT, right, 1, dup);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    out("messages %d %d", got, got2);
    char name[MPI_MAX_OBJECT_NAME];
    MPI_Comm_get_name(MPI_COMM_WORLD, name, &length);
    out("name '%s' %d", name, length);
    MPI_Comm_get_name(half, name, &length);
    out("name '%s' %d", name, length);
    MPI_Comm_set_name(half, "my half");
    MPI_Comm_get_name(half, name, &length);
    out("name '%s' %d", name, length);
    MPI_Comm_get_parent(&parent);
    out("parent %d", parent == MPI_COMM_NULL);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_remote_size(MPI_COMM_WORLD, &length); /* an error that MPICH 4.0.2 does not see */
    MPI_Comm_free(&half);
    out("freed %d", half == MPI_COMM_NULL);
    MPI_Comm_disconnect(&dup);
    /* A communicator made after others were freed has a new name in the trace. */
    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    show("new dup", dup);
    if (some != MPI_COMM_NULL)
        MPI_Comm_free(&some);
    MPI_Comm_free(&self);
    MPI_Query_thread(&provided);
    MPI_Is_thread_main(&flag);
    MPI_Finalized(&result);
    out("thread %d %d finalized %d", provided, flag, result);
    MPI_Finalize();
    return 0;
}
