/* io_times.c - the time of accesses to files by MPI, derived by hand; their order; descriptors that ranks share. */
#include "ranks.h"

#include <sys/resource.h>

enum { MB = 1000000 };
static struct bsim_platform platform;
static char path[64];
static char data[4 * MB];

/* A rank gets 1 MB/s after 1 s. Messages take no time. Two ranks are on each node. */
static void machine(int nscen) {
    bsim_platform_blank(&platform, nscen, "simple");
    platform.collectives.preset = BSIM_PRESET_MPICH_FLAT;
    platform.cores_per_node = 2;
    bsim_context.nscen = nscen;
    set_all(platform.files.latency_s, 1);
    set_all(platform.files.bandwidth, MB);
}

static MPI_File open_file(MPI_Comm comm) {
    MPI_File fh;
    CHECK(MPI_File_open(comm, path, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &fh) == MPI_SUCCESS);
    return fh;
}

static void write_at(MPI_File fh, int rank, int bytes) {
    CHECK(MPI_File_write_at(fh, (MPI_Offset)rank * MB, data, bytes, MPI_BYTE, MPI_STATUS_IGNORE) == MPI_SUCCESS);
}

/* Opening takes 1 s. Then 1 MB takes 1 + 1 s, no bytes take no time, and 2 MB take 1 + 2 s. */
static void alone(int rank) {
    MPI_File fh = open_file(MPI_COMM_WORLD);
    CHECK_TIME(1);
    write_at(fh, rank, MB);
    CHECK_TIME(3);
    write_at(fh, rank, 0);
    CHECK_TIME(3);
    write_at(fh, rank, 2 * MB);
    CHECK_TIME(6);
    CHECK(MPI_File_read_at(fh, 0, data, MB, MPI_BYTE, MPI_STATUS_IGNORE) == MPI_SUCCESS);
    CHECK_TIME(8);
    MPI_File_close(&fh);
    CHECK_TIME(9);
}

static void count_alone(void) {
    struct bsim_file_accesses *io = &bsim_run.io;
    CHECK(io->calls == 16 && io->written_bytes == 12 * MB && io->read_bytes == 4 * MB && !io->untimed);
    CHECK(bsim_time_total(io->time) == 4 * 7); /* each rank: 2 + 0 + 3 + 2 s */
}

static void accesses_take_latency_and_bandwidth(void **unused) {
    (void)unused;
    machine(1);
    struct outcome out = run_ranks(4, &platform, alone, count_alone);
    if (out.code != 0)
        fail_msg("exit code %d: %s", out.code, out.err);
}

/* All begin at 1 s and could be served from 2 s on, at the rank's own 1 MB/s. The file system has 2 MB/s: ranks 0 and 1
 * have it first. Then rank 2 has all of it, until it is at the end of what it would have had alone, and then rank 3. */
static double of_two(int rank) {
    return rank < 2 ? 3 : 3 + 0.5 * (rank - 1);
}

static void share_all(int rank) {
    MPI_File fh = open_file(MPI_COMM_WORLD);
    write_at(fh, rank, MB);
    CHECK_TIME(of_two(rank));
    MPI_File_close(&fh);
}

/* In the second scenario it has what all ranks can take, 4 MB/s, which delays nothing. */
static void share_in_scenarios(int rank) {
    MPI_File fh = open_file(MPI_COMM_WORLD);
    write_at(fh, rank, MB);
    CHECK_TIME(of_two(rank));
    CHECK(bsim_clock(rank)[1] == 3);
    MPI_File_close(&fh);
}

/* The second rank of a node waits for the first one, 1 s; the nodes do not wait for each other. */
static void share_node(int rank) {
    MPI_File fh = open_file(MPI_COMM_WORLD);
    write_at(fh, rank, MB);
    CHECK_TIME(3 + rank % 2);
    MPI_File_close(&fh);
}

/* 1 MB keeps its node for 2 s: those of a node end at 4 s and 6 s. All four nodes together take 2 MB/s. */
static void share_enough(int rank) {
    MPI_File fh = open_file(MPI_COMM_WORLD);
    write_at(fh, rank, MB);
    CHECK_TIME(4 + rank % 2 * 2);
    MPI_File_close(&fh);
}

/* The file system has 1 MB/s, and serves two nodes at a time, in the order of ranks, which come together at 2 s: ranks
 * 0 and 2 of two nodes until 4 s, ranks 1 and 3 of these nodes until 6 s, and those of the other nodes until 8 s and
 * until 10 s. */
static double turn_of(int rank) {
    return 4 + rank / 4 * 4 + rank % 2 * 2;
}

/* A node has what its ranks can take together, 2 MB/s, which delays nothing. */
static void share_node_enough(int rank) {
    MPI_File fh = open_file(MPI_COMM_WORLD);
    write_at(fh, rank, MB);
    CHECK_TIME(3);
    MPI_File_close(&fh);
}

/* A node has 1.5 MB/s: the first rank ends as if it was alone. The second one has 0.5 MB/s meanwhile, then 1.5 MB/s:
 * together they have 1.5 MB/s until the end. */
static void share_node_partly(int rank) {
    MPI_File fh = open_file(MPI_COMM_WORLD);
    write_at(fh, rank, MB);
    double end_s = rank % 2 ? 2 + 2 / 1.5 : 3;
    CHECK(fabs(bsim_self->clock[0] - end_s) < 1e-12);
    MPI_File_close(&fh);
}

static void share_both(int rank) {
    MPI_File fh = open_file(MPI_COMM_WORLD);
    write_at(fh, rank, MB);
    CHECK_TIME(turn_of(rank));
    MPI_File_close(&fh);
}

static void share_both_later(int rank) {
    MPI_Request request;
    MPI_File fh = open_file(MPI_COMM_WORLD);
    MPI_File_iwrite_at(fh, (MPI_Offset)rank * MB, data, MB, MPI_BYTE, &request);
    CHECK_TIME(1);
    if (rank % 4 == 1) {
        MPI_Request_free(&request);
        calculate(turn_of(rank) - 1);
    } else {
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    CHECK_TIME(turn_of(rank));
    MPI_File_close(&fh);
}

static void nodes_share_what_limits_them(void **unused) {
    (void)unused;
    for (ranks_shards = 1; ranks_shards <= 3; ranks_shards++) {
        machine(1);
        set_all(platform.files.node_bandwidth, 0.5 * MB);
        set_all(platform.files.total_bandwidth, 1000.0 * MB);
        assert_runs(8, &platform, share_enough);
        set_all(platform.files.total_bandwidth, 2 * MB);
        assert_runs(8, &platform, share_enough);
        set_all(platform.files.total_bandwidth, MB);
        for (ranks_disorder = 0; ranks_disorder < 3; ranks_disorder++) {
            assert_runs(8, &platform, share_both);
            assert_runs(8, &platform, share_both_later);
        }
        ranks_disorder = 0;
    }
    ranks_shards = 1;
}

static void ranks_share_bandwidth(void **unused) {
    (void)unused;
    for (ranks_shards = 1; ranks_shards <= 3; ranks_shards++) {
        machine(1);
        set_all(platform.files.total_bandwidth, 2 * MB);
        assert_runs(4, &platform, share_all);
        machine(2);
        platform.files.total_bandwidth[0] = 2 * MB;
        platform.files.total_bandwidth[1] = 4 * MB;
        assert_runs(4, &platform, share_in_scenarios);
        machine(1);
        set_all(platform.files.node_bandwidth, MB);
        assert_runs(4, &platform, share_node);
        set_all(platform.files.node_bandwidth, 2 * MB);
        assert_runs(4, &platform, share_node_enough);
        set_all(platform.files.total_bandwidth, 4 * MB);
        assert_runs(4, &platform, share_node_enough);
        set_all(platform.files.total_bandwidth, 0);
        set_all(platform.files.node_bandwidth, 1.5 * MB);
        assert_runs(4, &platform, share_node_partly);
    }
    ranks_shards = 1;
}

/* Messages take 0.25 s. Opening: a barrier of two rounds and the latency, until 1.5 s. The access: a barrier, until 2
 * s. Ranks 0 and 2 are aggregators, for 2 MB each: 1 MB from another rank takes 0.25 + 1 s, until 3.25 s, and the
 * access 1 + 2 s, until 6.25 s. The last barrier's two rounds end at 6.75 s. A read takes as long, 5.25 s. Accesses in
 * the order of ranks are a barrier, 0.5 s, and 1 + 1 s of each rank. */
static void together(int rank) {
    MPI_File fh = open_file(MPI_COMM_WORLD);
    CHECK_TIME(1.5);
    CHECK(MPI_File_write_at_all(fh, (MPI_Offset)rank * MB, data, MB, MPI_BYTE, MPI_STATUS_IGNORE) == MPI_SUCCESS);
    CHECK_TIME(6.75);
    CHECK(MPI_File_read_at_all(fh, (MPI_Offset)rank * MB, data, MB, MPI_BYTE, MPI_STATUS_IGNORE) == MPI_SUCCESS);
    CHECK_TIME(12);
    MPI_File_seek(fh, (MPI_Offset)rank * MB, MPI_SEEK_SET);
    CHECK(MPI_File_write_all(fh, data, MB, MPI_BYTE, MPI_STATUS_IGNORE) == MPI_SUCCESS);
    CHECK_TIME(17.25);
    CHECK(MPI_File_write_ordered(fh, data, MB, MPI_BYTE, MPI_STATUS_IGNORE) == MPI_SUCCESS);
    CHECK_TIME(19.75);
    MPI_File_close(&fh);
}

/* All ranks are aggregators, for what they have themselves: the access takes 1 + 1 s between the barriers. */
static void together_all(int rank) {
    MPI_File fh = open_file(MPI_COMM_WORLD);
    CHECK(MPI_File_write_at_all(fh, (MPI_Offset)rank * MB, data, MB, MPI_BYTE, MPI_STATUS_IGNORE) == MPI_SUCCESS);
    CHECK_TIME(1.5 + 0.5 + 2 + 0.5);
    MPI_File_close(&fh);
}

static void aggregators_access_for_all(void **unused) {
    (void)unused;
    for (ranks_shards = 1; ranks_shards <= 3; ranks_shards++) {
        machine(1);
        set_all(platform.inter.latency_s, 0.25);
        set_all(platform.intra.latency_s, 0.25);
        set_all(platform.inter.gap_s_per_byte, 1e-6);
        assert_runs(4, &platform, together);
        platform.files.aggregators = 2;
        assert_runs(4, &platform, together_all);
    }
    ranks_shards = 1;
}

/* The request of 1 MB is complete 2 s after it began, at 3 s, whatever the rank does meanwhile. */
static void overlap(int rank) {
    MPI_Request request;
    MPI_Status status;
    int flag = 1, count;
    MPI_File fh = open_file(MPI_COMM_WORLD);
    MPI_File_iwrite_at(fh, (MPI_Offset)rank * MB, data, MB, MPI_BYTE, &request);
    CHECK_TIME(1);
    MPI_Test(&request, &flag, &status);
    CHECK(!flag);
    calculate(0.5);
    MPI_Wait(&request, &status);
    CHECK_TIME(3);
    MPI_Get_count(&status, MPI_BYTE, &count);
    CHECK(count == MB);
    MPI_File_iread_at(fh, 0, data, MB, MPI_BYTE, &request);
    calculate(5);
    flag = count = 0;
    MPI_Request_get_status(request, &flag, &status);
    MPI_Get_count(&status, MPI_BYTE, &count);
    CHECK(flag && count == MB);
    MPI_Wait(&request, &status);
    CHECK_TIME(8);
    MPI_File_close(&fh);
}

static void requests_overlap_with_calculation(void **unused) {
    (void)unused;
    machine(1);
    assert_runs(3, &platform, overlap);
}

/* Ranks come to the shared pointer in descending order of their numbers. */
static void in_order(int rank) {
    int mine = rank, all[7];
    MPI_File fh = open_file(MPI_COMM_WORLD);
    calculate(0.1 * (7 - rank));
    MPI_File_write_shared(fh, &mine, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_read_at(fh, 0, all, 7, MPI_INT, MPI_STATUS_IGNORE);
    for (int i = 0; i < 7; i++)
        CHECK(all[i] == 6 - i);
    MPI_File_close(&fh);
}

static void the_order_is_that_of_virtual_time(void **unused) {
    (void)unused;
    machine(1);
    for (ranks_shards = 1; ranks_shards <= 3; ranks_shards++)
        for (ranks_disorder = 0; ranks_disorder < 3; ranks_disorder++)
            assert_runs(7, &platform, in_order);
    ranks_shards = 1;
    ranks_disorder = 0;
}

enum { MANY = 1000 };
static void open_many(int rank) {
    struct rlimit few = {40, 40};
    int mine = rank, back;
    if (rank == 0)
        setrlimit(RLIMIT_NOFILE, &few);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File together = open_file(MPI_COMM_WORLD), own = open_file(MPI_COMM_SELF);
    CHECK(together != own);
    MPI_File_write_at(own, 4 * rank, &mine, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_read_at(together, 4 * (MANY - 1 - rank), &back, 1, MPI_INT, MPI_STATUS_IGNORE);
    CHECK(back == MANY - 1 - rank);
    MPI_File_close(&own);
    MPI_File_close(&together);
}

static void ranks_share_a_descriptor(void **unused) {
    (void)unused;
    machine(1);
    assert_runs(MANY, &platform, open_many);
}

static void without_files(int rank) {
    MPI_File fh = open_file(MPI_COMM_WORLD);
    write_at(fh, rank, MB);
    CHECK_TIME(0);
    MPI_File_close(&fh);
}

static void check_untimed(void) {
    CHECK(bsim_run.io.untimed && bsim_run.io.calls == 2);
}

static void without_a_file_system_it_is_told(void **unused) {
    (void)unused;
    machine(1);
    set_all(platform.files.bandwidth, 0);
    struct outcome out = run_ranks(2, &platform, without_files, check_untimed);
    if (out.code != 0)
        fail_msg("exit code %d: %s", out.code, out.err);
}

static void no_long_in_external32(int rank) {
    (void)rank;
    MPI_File fh = open_file(MPI_COMM_WORLD);
    MPI_File_set_view(fh, 0, MPI_INT, MPI_INT, "external32", MPI_INFO_NULL);
    MPI_File_set_view(fh, 0, MPI_LONG, MPI_LONG, "external32", MPI_INFO_NULL);
}

static void twice(int rank) {
    (void)rank;
    MPI_File fh = open_file(MPI_COMM_WORLD), copy = fh;
    int class, code = MPI_File_close(&fh);
    CHECK(code == MPI_SUCCESS);
    MPI_Error_class(MPI_File_close(&copy), &class);
    CHECK(class == MPI_ERR_FILE);
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL);
    MPI_File_close(&copy);
}

static void misuse_is_told(void **unused) {
    (void)unused;
    machine(1);
    struct outcome out = run_ranks(2, &platform, no_long_in_external32, NULL);
    assert_int_equal(out.code, BSIM_EXIT_USAGE);
    assert_non_null(strstr(out.err, "MPI_LONG in the data representation \"external32\""));
    out = run_ranks(2, &platform, twice, NULL);
    assert_int_equal(out.code, BSIM_EXIT_MISUSE);
    assert_non_null(strstr(out.err, "MPI_File_close: invalid file handle"));
}

static int remove_file(void **unused) {
    (void)unused;
    unlink(path);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(accesses_take_latency_and_bandwidth, remove_file),
        cmocka_unit_test_teardown(ranks_share_bandwidth, remove_file),
        cmocka_unit_test_teardown(nodes_share_what_limits_them, remove_file),
        cmocka_unit_test_teardown(aggregators_access_for_all, remove_file),
        cmocka_unit_test_teardown(requests_overlap_with_calculation, remove_file),
        cmocka_unit_test_teardown(the_order_is_that_of_virtual_time, remove_file),
        cmocka_unit_test_teardown(ranks_share_a_descriptor, remove_file),
        cmocka_unit_test_teardown(without_a_file_system_it_is_told, remove_file),
        cmocka_unit_test_teardown(misuse_is_told, remove_file),
    };
    snprintf(path, sizeof path, "/tmp/bsim-io-times.%d", (int)getpid());
    return cmocka_run_group_tests(tests, NULL, NULL);
}
