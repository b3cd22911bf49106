/* idup.c - MPI_Comm_idup and MPI_Comm_idup_with_info. */
#include "diff.h"

static int copies(MPI_Comm comm, int key, void *extra, void *value, void *copy, int *flag) {
    *(void **)copy = (char *)value + 1;
    *flag = 1;
    return MPI_SUCCESS;
}

/* Duplicates without waiting, two at once; attributes go with them. */
static void duplicates(int rank) {
    MPI_Comm half, made[2];
    MPI_Request r[2];
    int key, result, flag, sum;
    char *value;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
    MPI_Comm_create_keyval(copies, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    MPI_Comm_set_attr(half, key, (char *)NULL + 5);
    MPI_Comm_idup(half, &made[0], &r[0]);
    MPI_Comm_idup_with_info(MPI_COMM_WORLD, MPI_INFO_NULL, &made[1], &r[1]);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, half);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    MPI_Comm_rank(made[0], &result);
    MPI_Comm_get_attr(made[0], key, &value, &flag);
    out("rank %d, attribute %d %d, sum %d", result, flag, (int)(value - (char *)NULL), sum);
    for (int i = 0; i < 2; i++) {
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, made[i]);
        out("sum %d", sum);
        MPI_Comm_free(&made[i]);
    }
    MPI_Comm_free(&half);
    MPI_Comm_free_keyval(&key);
}

int main(int argc, char **argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    duplicates(rank);
    MPI_Finalize();
    return 0;
}
