/* many_types.c - more derived datatypes at once than MPICH can pack with: their data must arrive whole, through sends,
 * MPI_Pack and MPI_Unpack. */
#include <stdlib.h>
#include <string.h>

#include "ranks.h"

enum { TYPES = 1500, MOST = 64 };

/* Blocks of ints: all types differ. MPICH fails for those of one block, which the layer copies by itself if their
 * stride is positive. */
static MPI_Datatype make(int i, int *blocks, int *length, int *stride) {
    MPI_Datatype type;
    *blocks = 1 + i % 3;
    *length = 1 + i % 2;
    *stride = 3 + i;
    MPI_Type_vector(*blocks, *length, *blocks == 1 ? -*stride : *stride, MPI_INT, &type);
    MPI_Type_commit(&type);
    return type;
}

static void arrive_whole(int rank) {
    MPI_Datatype *type = malloc(TYPES * sizeof *type);
    int *data = malloc((3 + TYPES) * 3 * sizeof *data), packed[MOST];
    for (int i = 0; i < TYPES; i++) {
        int blocks, length, stride, position = 0, got[MOST] = {0}, n = 0;
        type[i] = make(i, &blocks, &length, &stride);
        for (int k = 0; k < blocks * stride; k++)
            data[k] = 0x01020304 + k;
        if (rank == 0) {
            MPI_Send(data, 1, type[i], 1, 0, MPI_COMM_WORLD);
            continue;
        }
        MPI_Recv(got, MOST, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Pack(data, 1, type[i], packed, (int)sizeof packed, &position, MPI_COMM_WORLD);
        CHECK(position == blocks * length * (int)sizeof(int));
        for (int b = 0; b < blocks; b++)
            for (int k = 0; k < length; k++, n++)
                CHECK(got[n] == data[b * stride + k] && packed[n] == data[b * stride + k]);
        memset(data, 0, (size_t)(blocks * stride) * sizeof *data);
        position = 0;
        MPI_Unpack(packed, (int)sizeof packed, &position, data, 1, type[i], MPI_COMM_WORLD);
        for (int k = 0; k < blocks * stride; k++)
            CHECK(data[k] == (k % stride < length ? 0x01020304 + k : 0));
    }
    for (int i = 0; i < TYPES; i++)
        MPI_Type_free(&type[i]);
    free(data);
    free(type);
}

static void test_types(void **state) {
    (void)state;
    struct bsim_platform p;
    bsim_platform_blank(&p, 2, "loggpo");
    assert_runs(2, &p, arrive_whole);
    bsim_platform_free(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_types)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
