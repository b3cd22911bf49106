/* tree.c - a reduction along a tree by point-to-point messages, in do-while loops whose counter another loop makes.
 * trace: ranks=1,2,3,4,8,13 args= */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

typedef void (*combine)(int n, const void *in, void *inout);

static void largest(int n, const void *in, void *inout) {
    const int *a = in;
    int *b = inout;
    for (int i = 0; i < n; i++)
        b[i] = a[i] > b[i] ? a[i] : b[i];
}

static int reduce(void *buffer, int count, combine op, int root, MPI_Comm comm) {
    MPI_Status status;
    void *other = NULL;
    int err = MPI_SUCCESS, d = 1, i, ip2 = 1, mask = 0, dist, partner, rank, size;

    if (count <= 0)
        return MPI_SUCCESS;
    err = MPI_Comm_size(comm, &size);
    if (size == 1)
        return MPI_SUCCESS;
    err = MPI_Comm_rank(comm, &rank);
    i = size - 1;
    while (i > 1) {
        i >>= 1;
        d++;
    }
    other = malloc(count * sizeof(int));
    dist = (rank - root + size) % size;
    if (dist == 0) {
        do {
            err = MPI_Recv(other, count, MPI_INT, (root + ip2) % size, 7, comm, &status);
            op(count, other, buffer);
            ip2 <<= 1;
            d--;
        } while (d);
    } else {
        do {
            if ((dist & mask) == 0) {
                partner = dist ^ ip2;
                if (dist & ip2)
                    err = MPI_Send(buffer, count, MPI_INT, (root + partner) % size, 7, comm);
                else if (partner < size) {
                    err = MPI_Recv(other, count, MPI_INT, (root + partner) % size, 7, comm, &status);
                    op(count, other, buffer);
                }
            }
            mask ^= ip2;
            ip2 <<= 1;
            d--;
        } while (d);
    }
    free(other);
    return err;
}

int main(int argc, char **argv) {
    int rank, value[3] = {1, 2, 3};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    value[0] += rank;
    reduce(value, 3, largest, 0, MPI_COMM_WORLD);
    /* The largest value decides a count on all ranks. */
    MPI_Bcast(value, 3, MPI_INT, 0, MPI_COMM_WORLD);
    int *room = calloc(value[0], sizeof(int));
    MPI_Allreduce(MPI_IN_PLACE, room, value[0], MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    free(room);
    MPI_Finalize();
    return 0;
}
