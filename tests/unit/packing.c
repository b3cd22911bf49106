/* Packing and unpacking take the platform's time: bytes / bandwidth and a time for each block, on the side whose
 * datatype is not contiguous. Here 1 ns for each byte and 1 us for each block; a message of the simple model takes 10
 * us. */
#include "ranks.h"

#include "lmpi/lmpi.h"

static struct bsim_platform platform;
#define WORLD MPI_COMM_WORLD
#define NO MPI_STATUS_IGNORE

static MPI_Datatype committed(MPI_Datatype type) {
    MPI_Type_commit(&type);
    return type;
}

/* count blocks of length doubles, 10 apart. */
static MPI_Datatype vector_of(int count, int length) {
    MPI_Datatype type;
    MPI_Type_vector(count, length, 10, MPI_DOUBLE, &type);
    return committed(type);
}

/* The time of both sides when rank 0 sends one element of a type to rank 1, which receives one of another. */
static void send_one(int rank, MPI_Datatype from, MPI_Datatype to, double sent_us, double received_us) {
    double *clock = bsim_clock(rank);
    MPI_Barrier(WORLD);
    *clock = 1;
    if (rank == 0)
        LMPI_Send(NULL, 1, from, 1, 0, WORLD);
    else
        LMPI_Recv(NULL, 1, to, 0, 0, WORLD, NO);
    CHECK(fabs(*clock - 1 - (rank ? received_us : sent_us) * 1e-6) < 1e-12);
}

/* Sendrecv and both forms of Sendrecv_replace take the same time, from an eager exchange of both ranks on. */
static void exchange(int rank, MPI_Datatype type, double us) {
    double a[100] = {0}, b[100], *clock = bsim_clock(rank);
    for (int form = 0; form < 3; form++) {
        MPI_Barrier(WORLD);
        *clock = 1;
        if (form == 0)
            MPI_Sendrecv(a, 1, type, 1 - rank, 0, b, 1, type, 1 - rank, 0, WORLD, NO);
        else if (form == 1)
            MPI_Sendrecv_replace(a, 1, type, 1 - rank, 0, 1 - rank, 0, WORLD, NO);
        else
            LMPI_Sendrecv_replace(NULL, 1, type, 1 - rank, 0, 1 - rank, 0, WORLD, NO);
        CHECK(fabs(*clock - 1 - us * 1e-6) < 1e-12);
    }
}

/* MPI_Pack and MPI_Unpack take as long as a send packs. */
static void pack(int rank, MPI_Datatype type, double us) {
    double a[100] = {0}, packed[100], *clock = bsim_clock(rank), calc_s = bsim_self->calc_s;
    int position = 0;
    *clock = 1;
    MPI_Pack(a, 1, type, packed, sizeof packed, &position, WORLD);
    CHECK(fabs(*clock - 1 - us * 1e-6) < 1e-12);
    position = 0;
    MPI_Unpack(packed, sizeof packed, &position, a, 1, type, WORLD);
    CHECK(fabs(*clock - 1 - 2 * us * 1e-6) < 1e-12);
    CHECK(fabs(bsim_self->calc_s - calc_s - 2 * us * 1e-6) < 1e-12);
}

static void body(int rank) {
    MPI_Datatype vector = vector_of(5, 2), touching = vector_of(5, 10), block, part, line, pair, twice;
    MPI_Type_contiguous(10, MPI_DOUBLE, &block);
    block = committed(block);
    send_one(rank, block, block, 0, 10);
    /* 5 blocks and 80 bytes: 5.08 us before the send; again after the receive */
    send_one(rank, vector, block, 5.08, 15.08);
    send_one(rank, block, vector, 0, 15.08);
    send_one(rank, vector, vector, 5.08, 20.16);
    send_one(rank, touching, touching, 0, 10); /* it has no holes */
    exchange(rank, block, 10);
    exchange(rank, vector, 5.08 + 10 + 5.08);
    pack(rank, block, 0);
    pack(rank, vector, 5.08);
    /* 3 of 4 rows, 2 of 6 numbers of each: 3 blocks of 16 bytes. All of 6: one block. */
    MPI_Type_create_subarray(2, (const int[]){4, 6}, (const int[]){3, 2}, (const int[]){1, 1}, MPI_ORDER_C, MPI_DOUBLE,
                             &part);
    send_one(rank, committed(part), committed(part), 3.048, 10 + 2 * 3.048);
    MPI_Type_create_subarray(2, (const int[]){4, 6}, (const int[]){3, 6}, (const int[]){1, 0}, MPI_ORDER_C, MPI_DOUBLE,
                             &line);
    send_one(rank, committed(line), committed(line), 0, 10);
    /* Two vectors: 10 blocks. A number and a vector far from it: 6. */
    MPI_Type_contiguous(2, vector, &twice);
    send_one(rank, committed(twice), committed(twice), 10.16, 10 + 2 * 10.16);
    MPI_Type_create_struct(2, (const int[]){1, 1}, (const MPI_Aint[]){0, 1000},
                           (const MPI_Datatype[]){MPI_DOUBLE, vector}, &pair);
    send_one(rank, committed(pair), committed(pair), 6.088, 10 + 2 * 6.088);
    /* Non-blocking: the receiver's time is in the wait, also when the type is freed before, and in two scenarios. */
    MPI_Request r;
    MPI_Datatype freed = vector_of(4, 1);
    MPI_Barrier(WORLD);
    double *clock = bsim_clock(rank);
    for (int k = 0; k < bsim_context.nscen; k++)
        clock[k] = 1;
    if (rank == 0)
        LMPI_Isend(NULL, 1, freed, 1, 0, WORLD, &r);
    else
        LMPI_Irecv(NULL, 1, freed, 0, 0, WORLD, &r);
    MPI_Type_free(&freed);
    vector_of(7, 3); /* takes its place, if it is gone */
    MPI_Wait(&r, NO);
    for (int k = 0; k < bsim_context.nscen; k++)
        CHECK(fabs(clock[k] - 1 - (k + 1) * (rank ? 10e-6 + 2 * 4.032e-6 : 4.032e-6)) < 1e-12);
}

static void runs(int nscen) {
    bsim_context.nscen = nscen;
    bsim_platform_blank(&platform, nscen, "simple");
    for (int k = 0; k < nscen; k++) {
        platform.inter.latency_s[k] = 10e-6 * (k + 1);
        platform.work.packing_s_per_byte[k] = 1e-9 * (k + 1);
        platform.work.packing_block_s[k] = 1e-6 * (k + 1);
    }
    platform.work.packs = true;
    assert_runs(2, &platform, body);
    bsim_platform_free(&platform);
    bsim_context.nscen = 1;
}

static void test_eager(void **state) {
    (void)state;
    runs(1);
    runs(2);
}

/* A sender of the simple model waits for its receiver: what it packs comes before that. */
static void rendezvous_body(int rank) {
    MPI_Datatype vector = vector_of(5, 2);
    send_one(rank, vector, vector, 15.08, 20.16);
    exchange(rank, vector, 20.16); /* the receives stand ready, so the messages leave when they are packed */
}

static void test_rendezvous(void **state) {
    (void)state;
    bsim_platform_blank(&platform, 1, "simple");
    platform.inter.latency_s[0] = 10e-6;
    platform.inter.eager_limit_bytes[0] = 64;
    platform.work.packing_s_per_byte[0] = 1e-9;
    platform.work.packing_block_s[0] = 1e-6;
    platform.work.packs = true;
    assert_runs(2, &platform, rendezvous_body);
    bsim_platform_free(&platform);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_eager), cmocka_unit_test(test_rendezvous)};
    return cmocka_run_group_tests_name("packing", tests, NULL, NULL);
}
