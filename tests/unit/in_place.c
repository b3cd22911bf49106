/* in_place.c - MPI_IN_PLACE where it is not allowed: the class of the error, also where MPICH ends with a signal, and
 * what a run tells. */
#include "ranks.h"

enum { NP = 3, ROOT = 1 };
#define ALL MPI_COMM_WORLD
#define REFUSED(call)                                                                                                  \
    do {                                                                                                               \
        int class_;                                                                                                    \
        MPI_Error_class(call, &class_);                                                                                \
        CHECK(class_ == MPI_ERR_BUFFER);                                                                               \
    } while (0)

static void *const here = MPI_IN_PLACE;
static int in[16], got[16];
static const int counts[NP] = {1, 1, 1}, places[NP] = {0, 1, 2};

static void elsewhere(int rank) {
    MPI_Request r;
    MPI_Comm_set_errhandler(ALL, MPI_ERRORS_RETURN);
    if (rank == ROOT)
        return;
    REFUSED(MPI_Reduce(here, got, 1, MPI_INT, MPI_SUM, ROOT, ALL));
    REFUSED(MPI_Gather(here, 1, MPI_INT, got, 1, MPI_INT, ROOT, ALL));
    REFUSED(MPI_Gatherv(here, 1, MPI_INT, got, counts, places, MPI_INT, ROOT, ALL));
    REFUSED(MPI_Scatter(in, 1, MPI_INT, here, 1, MPI_INT, ROOT, ALL));
    REFUSED(MPI_Scatterv(in, counts, places, MPI_INT, here, 1, MPI_INT, ROOT, ALL));
    REFUSED(MPI_Ireduce(here, got, 1, MPI_INT, MPI_SUM, ROOT, ALL, &r));
    REFUSED(MPI_Igather(here, 1, MPI_INT, got, 1, MPI_INT, ROOT, ALL, &r));
    REFUSED(MPI_Igatherv(here, 1, MPI_INT, got, counts, places, MPI_INT, ROOT, ALL, &r));
    REFUSED(MPI_Iscatter(in, 1, MPI_INT, here, 1, MPI_INT, ROOT, ALL, &r));
    REFUSED(MPI_Iscatterv(in, counts, places, MPI_INT, here, 1, MPI_INT, ROOT, ALL, &r));
    REFUSED(MPI_Reduce_init(here, got, 1, MPI_INT, MPI_SUM, ROOT, ALL, MPI_INFO_NULL, &r));
    REFUSED(MPI_Gather_init(here, 1, MPI_INT, got, 1, MPI_INT, ROOT, ALL, MPI_INFO_NULL, &r));
    REFUSED(MPI_Scatter_init(in, 1, MPI_INT, here, 1, MPI_INT, ROOT, ALL, MPI_INFO_NULL, &r));
}

static void everywhere(int rank) {
    MPI_Request r;
    MPI_Comm_set_errhandler(ALL, MPI_ERRORS_RETURN);
    if (rank == ROOT) {
        REFUSED(MPI_Reduce(in, here, 1, MPI_INT, MPI_SUM, ROOT, ALL));
        REFUSED(MPI_Gather(here, 1, MPI_INT, here, 1, MPI_INT, ROOT, ALL));
        REFUSED(MPI_Scatter(here, 1, MPI_INT, got, 1, MPI_INT, ROOT, ALL));
    }
    REFUSED(MPI_Bcast(here, 1, MPI_INT, ROOT, ALL));
    REFUSED(MPI_Ibcast(here, 1, MPI_INT, ROOT, ALL, &r));
    REFUSED(MPI_Bcast_init(here, 1, MPI_INT, ROOT, ALL, MPI_INFO_NULL, &r));
    if (rank > 0)
        REFUSED(MPI_Exscan(in, here, 1, MPI_INT, MPI_SUM, ALL));
}

static void messages(int rank) {
    MPI_Request r;
    MPI_Status s;
    MPI_Comm_set_errhandler(ALL, MPI_ERRORS_RETURN);
    REFUSED(MPI_Send(here, 1, MPI_INT, rank, 0, ALL));
    REFUSED(MPI_Ssend(here, 1, MPI_INT, rank, 0, ALL));
    REFUSED(MPI_Bsend(here, 1, MPI_INT, rank, 0, ALL));
    REFUSED(MPI_Isend(here, 1, MPI_INT, rank, 0, ALL, &r));
    REFUSED(MPI_Recv(here, 1, MPI_INT, rank, 0, ALL, &s));
    REFUSED(MPI_Irecv(here, 1, MPI_INT, rank, 0, ALL, &r));
    REFUSED(MPI_Send_init(here, 1, MPI_INT, rank, 0, ALL, &r));
    REFUSED(MPI_Recv_init(here, 1, MPI_INT, rank, 0, ALL, &r));
    REFUSED(MPI_Sendrecv(here, 1, MPI_INT, rank, 0, got, 1, MPI_INT, rank, 0, ALL, &s));
    REFUSED(MPI_Sendrecv(in, 1, MPI_INT, rank, 0, here, 1, MPI_INT, rank, 0, ALL, &s));
    REFUSED(MPI_Sendrecv_replace(here, 1, MPI_INT, rank, 0, rank, 0, ALL, &s));
    REFUSED(MPI_Psend_init(here, 1, 1, MPI_INT, rank, 0, ALL, MPI_INFO_NULL, &r));
    CHECK(MPI_Sendrecv(here, 0, MPI_INT, rank, 0, here, 0, MPI_INT, rank, 0, ALL, &s) == MPI_SUCCESS);
}

static void others(int rank) {
    MPI_Comm ring, inter, half;
    MPI_Win win;
    int size = NP, periodic = 1;
    MPI_Cart_create(ALL, 1, &size, &periodic, 0, &ring);
    MPI_Comm_set_errhandler(ring, MPI_ERRORS_RETURN);
    REFUSED(MPI_Neighbor_allgather(here, 1, MPI_INT, got, 1, MPI_INT, ring));
    REFUSED(MPI_Neighbor_alltoall(in, 1, MPI_INT, here, 1, MPI_INT, ring));
    MPI_Comm_split(ALL, rank == 0, 0, &half);
    MPI_Intercomm_create(half, 0, ALL, rank == 0 ? 1 : 0, 0, &inter);
    MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
    REFUSED(MPI_Bcast(here, 1, MPI_INT, rank == 0 ? MPI_ROOT : 0, inter));
    REFUSED(MPI_Allreduce(here, got, 1, MPI_INT, MPI_SUM, inter));
    REFUSED(MPI_Allgather(here, 1, MPI_INT, got, 1, MPI_INT, inter));
    REFUSED(MPI_Alltoall(in, 1, MPI_INT, here, 1, MPI_INT, inter));
    REFUSED(MPI_Reduce(here, here, 1, MPI_INT, MPI_SUM, rank == 0 ? MPI_ROOT : 0, inter));
    REFUSED(MPI_Gather(here, 1, MPI_INT, here, 1, MPI_INT, rank == 0 ? MPI_ROOT : 0, inter));
    MPI_Win_create(got, sizeof got, sizeof(int), MPI_INFO_NULL, ALL, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_fence(0, win);
    REFUSED(MPI_Put(here, 1, MPI_INT, rank, 0, 1, MPI_INT, win));
    REFUSED(MPI_Get(here, 1, MPI_INT, rank, 0, 1, MPI_INT, win));
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_File fh;
    MPI_File_open(MPI_COMM_SELF, "/dev/null", MPI_MODE_RDWR, MPI_INFO_NULL, &fh);
    REFUSED(MPI_File_write(fh, here, 1, MPI_INT, MPI_STATUS_IGNORE));
    MPI_File_close(&fh);
}

static void classes(void **state) {
    (void)state;
    struct bsim_platform p;
    bsim_platform_blank(&p, 1, "loggpo");
    for (ranks_shards = 1; ranks_shards <= 2; ranks_shards++) {
        assert_runs(NP, &p, elsewhere);
        assert_runs(NP, &p, everywhere);
        assert_runs(NP, &p, messages);
        assert_runs(NP, &p, others);
    }
    ranks_shards = 1;
    bsim_platform_free(&p);
}

static void reduce(int rank) {
    (void)rank;
    MPI_Reduce(here, got, 1, MPI_INT, MPI_SUM, 0, ALL);
}

static void a_run_tells_the_line(void **state) {
    (void)state;
    struct bsim_platform p;
    bsim_platform_blank(&p, 1, "loggpo");
    struct outcome out = run_ranks(NP, &p, reduce, NULL);
    assert_int_equal(out.code, BSIM_EXIT_MISUSE);
    assert_non_null(strstr(out.err, "in_place.c:"));
    assert_non_null(strstr(out.err, "MPI_Reduce: invalid buffer pointer: sendbuf cannot be MPI_IN_PLACE"));
    bsim_platform_free(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(classes), cmocka_unit_test(a_run_tells_the_line)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
