/* objects.c - communicators, groups, datatypes by address, packed messages, attributes and a user's operator decide.
 * trace: ranks=2,4,6 args= */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct message {
    int count;
    double weight;
    int pad[3];
};

static void most(void *in, void *inout, int *n, MPI_Datatype *type) {
    int *a = in, *b = inout;
    (void)type;
    for (int i = 0; i < *n; i++)
        if (a[i] > b[i])
            b[i] = a[i];
}

/* A structure by absolute addresses, from MPI_BOTTOM. */
static MPI_Datatype describe(struct message *m) {
    int lengths[2] = {1, 1};
    MPI_Aint at[2];
    MPI_Datatype types[2] = {MPI_INT, MPI_DOUBLE}, result;
    MPI_Get_address(&m->count, &at[0]);
    MPI_Get_address(&m->weight, &at[1]);
    MPI_Type_create_struct(2, lengths, at, types, &result);
    MPI_Type_commit(&result);
    return result;
}

int main(int argc, char **argv) {
    int rank, size, half, rows[2], key, flag, *kept = NULL;
    double field[200] = {0};
    char packed[200];
    MPI_Comm part, pair;
    MPI_Group all, few;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &part);
    MPI_Comm_size(part, &half);
    MPI_Comm_rank(part, &rows[0]);

    struct message m = {0, 0, {0}};
    MPI_Datatype whole = describe(&m);
    if (rows[0] == 0) {
        m.count = 3 + rank;
        m.weight = 0.5;
    }
    MPI_Bcast(MPI_BOTTOM, 1, whole, 0, part);
    MPI_Bcast(field, m.count, MPI_DOUBLE, 0, part);
    MPI_Type_free(&whole);

    /* Packed: a count and numbers that nobody reads. */
    int position = 0, count = 4 + half;
    if (rank == 0) {
        MPI_Pack(&count, 1, MPI_INT, packed, sizeof packed, &position, MPI_COMM_WORLD);
        MPI_Pack(field, 10, MPI_DOUBLE, packed, sizeof packed, &position, MPI_COMM_WORLD);
    }
    MPI_Bcast(&position, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(packed, position, MPI_PACKED, 0, MPI_COMM_WORLD);
    if (rank != 0) {
        position = 0;
        MPI_Unpack(packed, sizeof packed, &position, &count, 1, MPI_INT, MPI_COMM_WORLD);
    }
    MPI_Bcast(field, count, MPI_DOUBLE, size - 1, MPI_COMM_WORLD);

    /* The largest of all, by an operator of ours. */
    MPI_Op op;
    int mine[2] = {rank * 3 % 5, 7}, largest[2];
    MPI_Op_create(most, 1, &op);
    MPI_Allreduce(mine, largest, 2, MPI_INT, op, MPI_COMM_WORLD);
    MPI_Op_free(&op);
    MPI_Bcast(field, largest[0] + 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);

    /* The first two ranks of the world, through groups. */
    int first[2] = {1, 0}, inside;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 2, first, &few);
    MPI_Comm_create(MPI_COMM_WORLD, few, &pair);
    MPI_Group_rank(few, &inside);
    if (pair != MPI_COMM_NULL) {
        MPI_Bcast(field, 5 + inside * 0, MPI_DOUBLE, 1, pair);
        MPI_Comm_free(&pair);
    }
    MPI_Group_free(&few);
    MPI_Group_free(&all);

    /* A number that travels as an attribute. */
    int number = 6;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    MPI_Comm_set_attr(part, key, &number);
    number = 8;
    MPI_Comm_get_attr(part, key, &kept, &flag);
    if (flag)
        MPI_Bcast(field, *kept, MPI_DOUBLE, 0, part);

    /* Vector counts and displacements. */
    int counts[size], displacements[size], total = 0;
    for (int p = 0; p < size; p++) {
        counts[p] = p % 3 + 1;
        displacements[p] = total;
        total += counts[p];
    }
    MPI_Datatype column;
    MPI_Type_vector(3, 1, 4, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    double *gathered = calloc(total, sizeof *gathered);
    MPI_Allgatherv(field, counts[rank], MPI_DOUBLE, gathered, counts, displacements, MPI_DOUBLE, MPI_COMM_WORLD);
    MPI_Sendrecv(field, 1, column, (rank + 1) % size, 1, field + 100, 3, MPI_DOUBLE, (rank + size - 1) % size, 1,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Type_free(&column);
    if (rank == 0)
        printf("%g %d\n", gathered[0] + m.weight, total);
    free(gathered);
    MPI_Comm_free(&part);
    MPI_Finalize();
    return 0;
}
