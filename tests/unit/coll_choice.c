/* coll_choice.c - which algorithm a collective uses, from outside: --collective, "collectives" of a platform, tables of
 * measured times, sweeps over algorithms, and the time of a reduction's arithmetic. Times are derived by hand for the
 * simple model: a message of b bytes takes 10 us + b / (1 GB/s). */
#include "tests/unit/shell.h"

#include <jansson.h>
#include <math.h>

static const char program[] =
    "#include <lmpi/lmpi.h>\n"
    "#include <mpi.h>\n"
    "#include <stdlib.h>\n"
    "#include <string.h>\n"
    "#include <stdio.h>\n"
    "/* Writes the digits of two numbers one behind the other. */\n"
    "static void join(void *low, void *high, int *n, MPI_Datatype *type) {\n"
    "    for (int i = 0; type && i < *n; i++) {\n"
    "        int shift = 10, *to = (int *)high + i;\n"
    "        while (shift <= *to)\n"
    "            shift *= 10;\n"
    "        *to += shift * ((int *)low)[i];\n"
    "    }\n"
    "}\n"
    "int main(int argc, char **argv) {\n"
    "    int bytes = atoi(argv[2]), n;\n"
    "    MPI_Init(&argc, &argv);\n"
    "    MPI_Comm_size(MPI_COMM_WORLD, &n);\n"
    "    if (strcmp(argv[1], \"allreduce\") == 0)\n"
    "        LMPI_Allreduce(NULL, NULL, bytes, MPI_BYTE, MPI_BOR, MPI_COMM_WORLD);\n"
    "    if (strcmp(argv[1], \"in-place\") == 0)\n"
    "        LMPI_Allgather(MPI_IN_PLACE, bytes, MPI_BYTE, NULL, bytes, MPI_BYTE, MPI_COMM_WORLD);\n"
    "    if (strcmp(argv[1], \"started\") == 0) {\n"
    "        MPI_Request request;\n"
    "        LMPI_Iallgather(NULL, bytes, MPI_BYTE, NULL, bytes, MPI_BYTE, MPI_COMM_WORLD, &request);\n"
    "        MPI_Wait(&request, MPI_STATUS_IGNORE);\n"
    "    }\n"
    "    if (strcmp(argv[1], \"root\") == 0) {\n"
    "        LMPI_Gather(NULL, bytes, MPI_BYTE, NULL, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);\n"
    "        LMPI_Scatter(NULL, bytes, MPI_BYTE, NULL, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);\n"
    "        LMPI_Gather(MPI_IN_PLACE, 0, MPI_BYTE, NULL, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);\n"
    "        LMPI_Scatter(NULL, bytes, MPI_BYTE, MPI_IN_PLACE, 0, MPI_BYTE, 0, MPI_COMM_WORLD);\n"
    "    }\n"
    "    if (strcmp(argv[1], \"counts\") == 0) {\n"
    "        int zero = 0;\n"
    "        LMPI_Alltoallv(NULL, &bytes, &zero, MPI_BYTE, NULL, &bytes, &zero, MPI_BYTE, MPI_COMM_WORLD);\n"
    "        LMPI_Reduce_scatter(NULL, NULL, &bytes, MPI_BYTE, MPI_BOR, MPI_COMM_WORLD);\n"
    "    }\n"
    "    if (strcmp(argv[1], \"reduce\") == 0)\n"
    "        LMPI_Reduce(NULL, NULL, bytes, MPI_BYTE, MPI_BOR, 0, MPI_COMM_WORLD);\n"
    "    if (strcmp(argv[1], \"bcast\") == 0)\n"
    "        LMPI_Bcast(NULL, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);\n"
    "    if (strcmp(argv[1], \"allgather\") == 0)\n"
    "        LMPI_Allgather(NULL, bytes, MPI_BYTE, NULL, bytes, MPI_BYTE, MPI_COMM_WORLD);\n"
    "    if (strcmp(argv[1], \"alltoall\") == 0)\n"
    "        LMPI_Alltoall(NULL, bytes, MPI_BYTE, NULL, bytes, MPI_BYTE, MPI_COMM_WORLD);\n"
    "    if (strcmp(argv[1], \"ordered\") == 0) {\n"
    "        MPI_Op op;\n"
    "        int rank, own, all;\n"
    "        MPI_Op_create(join, 0, &op);\n"
    "        MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
    "        own = rank + 1;\n"
    "        MPI_Allreduce(&own, &all, 1, MPI_INT, op, MPI_COMM_WORLD);\n"
    "        if (rank == 0)\n"
    "            printf(\"joined %d\\n\", all);\n"
    "    }\n"
    "    if (strcmp(argv[1], \"vector\") == 0) {\n"
    "        MPI_Datatype type;\n"
    "        MPI_Type_vector(4, 1, 2, MPI_INT, &type);\n"
    "        MPI_Type_commit(&type);\n"
    "        LMPI_Bcast(NULL, bytes, type, 0, MPI_COMM_WORLD);\n"
    "    }\n"
    "    if (strcmp(argv[1], \"local\") == 0)\n"
    "        MPI_Reduce_local(malloc(bytes), calloc(1, bytes), bytes, MPI_BYTE, MPI_BOR);\n"
    "    MPI_Finalize();\n"
    "    return 0;\n"
    "}\n";

#define NETWORK                                                                                                        \
    "\"schema\": \"bsim-platform/1\", \"nodes\": 64, \"cores_per_node\": 1,\n"                                         \
    "\"network\": {\"model\": \"simple\", \"latency\": \"10us\", \"bandwidth\": \"1GB/s\"}"

static void platform(const char *name, const char *more) {
    char text[2048];
    snprintf(text, sizeof text, "{" NETWORK "%s%s}", *more ? ",\n" : "", more);
    write_file(name, text);
}

static int set_up(void **state) {
    (void)state;
    if (!make_folder())
        return 1;
    write_file("p.c", program);
    platform("p.json", "");
    return sh_or_tell("$BIN/bsimcc -O1 p.c -o p");
}

static double number(const char *key) {
    char path[256];
    snprintf(path, sizeof path, "%s/r.json", folder);
    json_t *root = json_load_file(path, 0, NULL);
    double value = json_number_value(json_object_get(root, key));
    json_decref(root);
    return value;
}

/* The predicted time, in microseconds, of `bsim run -np WHAT`. */
static void takes(const char *what, double us) {
    char command[1024];
    snprintf(command, sizeof command, "$BIN/bsim run --json r.json -q -np %s", what);
    expect(command, 0, NULL);
    double got = number("predicted_time_s") * 1e6;
    if (!(fabs(got - us) <= 1e-9 * us))
        fail_msg("%s takes %.12g us instead of %.12g us", what, got, us);
}

/* 4 ranks, 4000 bytes. Rabenseifner, as MPICH chooses: halves of 2000 and 1000 bytes, there and back. Recursive
 * doubling: 2 messages of 4000 bytes. Ring: 2 * 3 messages of 1000 bytes. Linear: rank 0 receives 3 and sends 3; sends
 * are free, and the receives of the broadcast go side by side. */
static void test_by_name(void **state) {
    (void)state;
    takes("4 --platform p.json ./p allreduce 4000", 2 * 12 + 2 * 11);
    takes("4 --platform p.json --collective allreduce=recursive_doubling ./p allreduce 4000", 2 * 14);
    takes("4 --platform p.json --collective allreduce=ring ./p allreduce 4000", 6 * 11);
    takes("4 --platform p.json --collective bcast=binomial --collective allreduce=linear ./p allreduce 4000", 4 * 14);
    takes("4 --platform p.json --collective allreduce=mpich ./p allreduce 4000", 46);
    expect("cat r.json", 0, "\"allreduce=mpich\"");
}

/* A pipeline of 4 ranks and 4 segments of 1000 bytes: a receiver posts the next receive while it waits, so each rank
 * gets a segment in 11 us after both sides are ready. The root sends all at time 0: rank 1 has posted the first two
 * receives at time 0, and has both at 11 us; then it posts the third, which it waits for until 22 us, and so on. It has
 * segment 1 at 11, 2 at 11, 3 at 22 (posted at 11), 4 at 22 (posted at 11). Rank 2 has posted 1 and 2 at 0; they are
 * sent at 11: 22, 22; it posts 3 at 22, which has been sent at 22: 33; 4, posted at 22: 33. Rank 3: 33, 33, 44, 44. */
static void test_pipeline(void **state) {
    (void)state;
    takes("4 --platform p.json --collective bcast=pipeline:segment=1000 ./p bcast 4000", 44);
    takes("4 --platform p.json --collective bcast=pipeline:segment=0 ./p bcast 4000", 3 * 14);
}

/* Rules by bytes and processes, in the file and in front of it. */
static void test_rules(void **state) {
    (void)state;
    platform("rules.json", "\"collectives\": {\"allreduce\": [{\"up_to\": \"1000B\", \"algorithm\": \"ring\"},\n"
                           "{\"up_to_processes\": 4, \"algorithm\": \"recursive_doubling\"}]}");
    takes("4 --platform rules.json ./p allreduce 1000", 6 * 10.25);
    takes("4 --platform rules.json ./p allreduce 4000", 2 * 14);
    takes("8 --platform rules.json ./p allreduce 8000", 14 + 12 + 11 + 11 + 12 + 14); /* MPICH's: Rabenseifner */
    takes("4 --platform rules.json --collective allreduce=ring:up_to=4kB ./p allreduce 4000", 6 * 11);
    takes("4 --platform rules.json --collective allreduce=ring:up_to=3kB ./p allreduce 4000", 2 * 14);
}

/* Open MPI with 4 ranks: 8 bytes by recursive doubling, since a ring needs as many elements as ranks; 8192 bytes by
 * Rabenseifner's algorithm. 3 ranks, 8 bytes broadcast: a pipeline without segments. */
static void test_open_mpi(void **state) {
    (void)state;
    takes("4 --platform p.json --collective openmpi ./p allreduce 16", 2 * 10.016);
    takes("4 --platform p.json --collective openmpi ./p allreduce 8192", 2 * (10 + 4.096) + 2 * (10 + 2.048));
    takes("3 --platform p.json --collective openmpi ./p bcast 8", 2 * 10.008);
    platform("openmpi.json", "\"collectives\": \"openmpi\"");
    takes("3 --platform openmpi.json ./p bcast 8", 2 * 10.008);
    takes("3 --platform openmpi.json --collective mpich ./p bcast 8", 10.008);
}

/* Some places of Open MPI's decisions, each on one side of a limit: what it chooses takes the time of the algorithm
 * that its source names there, without segments. Bytes are those of the vector or block. */
static void test_decisions(void **state) {
    (void)state;
    static const struct {
        int ranks;
        const char *call, *algorithm;
    } places[] = {
        {16, "allreduce 63", "ring"},
        {16, "allreduce 4095", "recursive_doubling"},
        {16, "allreduce 4096", "rabenseifner"},
        {64, "allreduce 262143", "recursive_doubling"},
        {64, "allreduce 262144", "rabenseifner"},
        {4, "bcast 63", "binary"},
        {4, "bcast 127", "binomial_near_first"},
        {4, "bcast 8192", "linear"},
        {4, "bcast 1048576", "chain:segment=0:fanout=1"},
        {16, "bcast 4095", "knomial"},
        {16, "bcast 4096", "binomial_near_first"},
        {16, "bcast 1048576", "scatter_allgather"},
        {64, "bcast 100000", "knomial"},
        {32, "allgather 1023", "recursive_doubling"},
        {32, "allgather 1024", "neighbor_exchange"},
        {32, "allgather 65536", "ring"},
        {16, "alltoall 3", "linear"},
        {16, "alltoall 511", "bruck"},
        {16, "alltoall 512", "linear"},
        {64, "alltoall 262144", "ring"},
        {2, "alltoall 4", "ring"},
    };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char command[256], name[32];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(places[i].call, " "), places[i].call);
        snprintf(command, sizeof command,
                 "$BIN/bsim run --json r.json -q -np %d --platform p.json --collective %s=%s ./p %s", places[i].ranks,
                 name, places[i].algorithm, places[i].call);
        expect(command, 0, NULL);
        double us = number("predicted_time_s") * 1e6;
        snprintf(command, sizeof command, "%d --platform p.json --collective openmpi ./p %s", places[i].ranks,
                 places[i].call);
        takes(command, us);
    }
}

/* Between points of a table the logarithm of the time is linear in those of bytes and processes: halfway, it is the
 * geometric mean. At 4 of 2 and 8 processes and 4000 of 1000 and 16000 bytes: the fourth root of all four times. Below
 * 1000 bytes the time stays; beyond 16000 bytes the last piece goes on, as told. */
static void test_table(void **state) {
    (void)state;
    platform("table.json",
             "\"collectives\": {\"allreduce\": {\"table\": {\"processes\": [2, 8],\n"
             "\"bytes\": [1000, \"16kB\"], \"seconds\": [[\"10us\", \"40us\"], [\"20us\", \"160us\"]]}}}");
    takes("2 --platform table.json ./p allreduce 1000", 10);
    takes("8 --platform table.json ./p allreduce 16000", 160);
    takes("4 --platform table.json ./p allreduce 4000", pow(10. * 40 * 20 * 160, 0.25));
    takes("4 --platform table.json ./p allreduce 8", sqrt(10. * 20));
    takes("8 --platform table.json ./p allreduce 64000", 160 * sqrt(8));
    expect("$BIN/bsim run -np 8 --platform table.json ./p allreduce 64000", 0,
           "allreduce of 64000 bytes on 8 ranks; the ends of the table are extended");
}

/* An operator that does not commute keeps the order of ranks; algorithms that cannot do that are passed over. Packing
 * is not modelled in collectives, as is told. */
static void test_calls(void **state) {
    (void)state;
    expect("$BIN/bsim run -np 5 --platform p.json --collective allreduce=reduce_bcast ./p ordered 0", 0,
           "joined 12345");
    expect("$BIN/bsim run -np 5 --platform p.json --collective allreduce=ring ./p ordered 0", 0,
           "allreduce: the algorithm ring needs an operator that commutes");
    assert_non_null(strstr(out, "joined 12345"));
    platform("pack.json", "\"packing\": {\"bandwidth\": \"1GB/s\", \"block_time\": \"1us\"}");
    expect("$BIN/bsim run -np 2 --platform pack.json ./p vector 1", 0, "MPI_Bcast has data that are not contiguous");
}

static void test_messages(void **state) {
    (void)state;
    expect("$BIN/bsim run -np 4 --platform p.json --collective allreduce=rings ./p allreduce 8", 2,
           "allreduce has no algorithm \"rings\"; it has: recursive_doubling, rabenseifner, ring,");
    expect("$BIN/bsim run -np 4 --platform p.json --collective alreduce=ring ./p allreduce 8", 2,
           "there is no collective \"alreduce\"; accepted: barrier, bcast, reduce, allreduce,");
    expect("$BIN/bsim run -np 4 --platform p.json --collective allreduce ./p allreduce 8", 2, "write allreduce=ALG");
    expect("$BIN/bsim run -np 4 --platform p.json --collective bcast=chain:fanout=0 ./p bcast 8", 2, "fanout is 0");
    /* What would have no effect. */
    expect("$BIN/bsim run -np 4 --platform p.json --collective bcast=binomial --collective bcast=linear ./p bcast 8", 2,
           "--collective bcast=linear has no effect: a rule before it takes all of its calls");
    expect("$BIN/bsim run -np 4 --platform p.json --collective bcast=binomial:up_to=1kB:up_to=2kB ./p bcast 8", 2,
           "up_to= is there twice");
    expect("$BIN/bsim run -np 4 --platform p.json --collective openmpi --collective mpich ./p bcast 8", 2,
           "--collective mpich: openmpi is given, too");
    expect("$BIN/bsim run -np 4 --platform p.json --noise-seed 3 ./p bcast 8", 2, "has no effect without --noise");
    expect("$BIN/bsim run -np 4 --platform p.json --collective bcast=chain:window=2 ./p bcast 8", 2, "has no window");
    expect("$BIN/bsim run -np 4 --platform p.json --collective bcast=chain:depth=2 ./p bcast 8", 2, "no key of a rule");
    expect("$BIN/bsim run -np 3 --platform p.json --collective allgather=recursive_doubling ./p allgather 8", 0,
           "allgather: the algorithm recursive_doubling needs a number of ranks that is a power of two");
}

/* Each algorithm is a run; latencies are scenarios of these. At 10 us the ring takes 66 us, recursive doubling 28; at
 * 0.1 us they take 6.6 and 8.2. */
static void test_sweep(void **state) {
    (void)state;
    expect("$BIN/bsim sweep -np 4 --platform p.json --vary network.latency=0.1us,10us "
           "--vary collective.allreduce=ring,recursive_doubling --csv s.csv --json s.json ./p allreduce 4000",
           0, "4 scenarios in 2 runs");
    assert_non_null(strstr(out,
                           "best             network.latency=100.0 ns, collective.allreduce=ring\n"
                           "  best             network.latency=10.00 us, collective.allreduce=recursive_doubling\n\n"));
    expect("cat s.csv", 0, "e-05,recursive_doubling,2.8");
    expect("cat s.json", 0, "\"collective.allreduce\": \"ring\"");
    /* MPICH takes recursive doubling for so few bytes. */
    expect("$BIN/bsim sweep -np 4 --platform p.json --vary collective.allreduce=ring,recursive_doubling,mpich ./p "
           "allreduce 8",
           0,
           "  best             collective.allreduce=recursive_doubling\n"
           "  equally good     collective.allreduce=mpich\n");
    expect("$BIN/bsim sweep -np 4 --platform p.json --vary collective.allreduce=rings ./p allreduce 4000", 2,
           "allreduce has no algorithm \"rings\"");
    expect("$BIN/bsim sweep -np 4 --platform p.json --vary collective.allreduces=ring ./p allreduce 4000", 2,
           "collective.allreduces: no such parameter");
}

/* Recursive doubling combines twice: 1 us + 4000 bytes / (2 GB/s) each. A sweep changes it. */
static void test_arithmetic(void **state) {
    (void)state;
    platform("sum.json", "\"reduction\": {\"bandwidth\": \"2GB/s\", \"latency\": \"1us\"}");
    takes("4 --platform sum.json --collective allreduce=recursive_doubling ./p allreduce 4000", 2 * (14 + 1 + 2));
    takes("4 --platform sum.json ./p bcast 4000", 2 * 14);
    takes("1 --platform sum.json ./p local 4000", 1 + 2);
    takes("1 --platform p.json ./p local 4000", 0);
    expect("$BIN/bsim sweep -np 4 --platform sum.json --collective allreduce=recursive_doubling "
           "--vary reduction.bandwidth=2GB/s,4GB/s ./p allreduce 4000",
           0, "32.00 us");
    expect("$BIN/bsim sweep -np 4 --platform p.json --vary reduction.latency=1us ./p allreduce 4000", 2,
           "has no \"reduction\"");
}

/* 1 ns for each element: 4000 bytes are as many, an int is one. */
static void test_arithmetic_by_elements(void **state) {
    (void)state;
    platform("each.json", "\"reduction\": {\"element_time\": \"1ns\"}");
    takes("4 --platform each.json --collective allreduce=recursive_doubling ./p allreduce 4000", 2 * (14 + 4));
    takes("1 --platform each.json ./p local 4000", 4);
    expect("$BIN/bsim sweep -np 4 --platform each.json --collective allreduce=recursive_doubling "
           "--vary reduction.element_time=0,1ns ./p allreduce 4000",
           0, "36.00 us");
}

/* What a member copies: its own part, or its operand; nothing in place, and nothing beside a measured table. 1 ns a
 * byte. */
static void test_copies(void **state) {
    (void)state;
    platform("copy.json", "\"copy\": {\"bandwidth\": \"1GB/s\", \"latency\": \"1us\"}");
    platform("measured.json", "\"copy\": {\"bandwidth\": \"1GB/s\"}, \"collectives\": {\"allreduce\": {\"table\": {"
                              "\"processes\": [4], \"bytes\": [4000], \"seconds\": [[\"50us\"]]}}}");
    takes("4 --platform copy.json --collective allreduce=recursive_doubling ./p allreduce 4000", 2 * 14 + 5);
    takes("1 --platform copy.json ./p allreduce 4000", 5);
    takes("4 --platform copy.json ./p bcast 4000", 2 * 14);
    takes("1 --platform copy.json ./p allgather 4000", 5);
    takes("1 --platform copy.json ./p alltoall 4000", 5);
    takes("1 --platform copy.json ./p reduce 4000", 5);
    takes("1 --platform copy.json ./p in-place 4000", 0);
    takes("1 --platform copy.json ./p started 4000", 5);
    takes("1 --platform copy.json ./p root 4000", 2 * 5);
    takes("1 --platform copy.json ./p counts 4000", 5 + 5);
    takes("4 --platform measured.json ./p allreduce 4000", 50);
    expect("$BIN/bsim sweep -np 1 --platform copy.json --vary copy.bandwidth=1GB/s,2GB/s ./p allreduce 4000", 0,
           "3.000 us");
    expect("$BIN/bsim sweep -np 1 --platform p.json --vary copy.latency=1us ./p allreduce 4000", 2, "has no \"copy\"");
}

/* Long vectors are told of: arithmetic that takes no time, and the memory that libraries take. */
static void test_what_is_free_is_told(void **state) {
    (void)state;
    platform("each.json", "\"reduction\": {\"element_time\": \"1ns\"}");
    expect("$BIN/bsim run -q -np 4 --platform p.json ./p allreduce 4096 2>&1", 0,
           "MPI_Allreduce combines vectors of 4096 elements and more, and the platform has no \"reduction\"");
    expect("$BIN/bsim run -q -np 4 --platform p.json ./p allreduce 4095 2>&1 | grep -c combines", 1, "0");
    expect("$BIN/bsim run -q -np 4 --platform each.json ./p allreduce 200000 2>&1 | grep -c combines", 1, "0");
    expect("$BIN/bsim run -q -np 4 --platform each.json ./p reduce 131072 2>&1", 0,
           "MPI_Reduce combines vectors of 128 KiB and more: a library takes new memory for them in each call");
    expect("$BIN/bsim run -q -np 4 --platform each.json ./p reduce 131071 2>&1 | grep -c combines", 1, "0");
    platform("copies.json", "\"copy\": {\"bandwidth\": \"1GB/s\"}");
    expect("$BIN/bsim run -q -np 4 --platform p.json ./p allgather 65536 2>&1", 0,
           "collectives copy 64 KiB and more from one buffer of a rank to another, and the platform has no \"copy\"");
    expect("$BIN/bsim run -q -np 1 --platform p.json ./p root 65536 2>&1", 0, "collectives copy 64 KiB");
    expect("$BIN/bsim run -q -np 4 --platform p.json ./p started 65536 2>&1", 0, "collectives copy 64 KiB");
    expect("$BIN/bsim run -q -np 4 --platform p.json ./p allgather 65535 2>&1 | grep -c collectives", 1, "0");
    expect("$BIN/bsim run -q -np 4 --platform p.json ./p in-place 65536 2>&1 | grep -c collectives", 1, "0");
    expect("$BIN/bsim run -q -np 4 --platform copies.json ./p allgather 65536 2>&1 | grep -c collectives", 1, "0");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_name),
        cmocka_unit_test(test_pipeline),
        cmocka_unit_test(test_rules),
        cmocka_unit_test(test_open_mpi),
        cmocka_unit_test(test_decisions),
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_calls),
        cmocka_unit_test(test_messages),
        cmocka_unit_test(test_sweep),
        cmocka_unit_test(test_arithmetic),
        cmocka_unit_test(test_copies),
        cmocka_unit_test(test_arithmetic_by_elements),
        cmocka_unit_test(test_what_is_free_is_told),
    };
    return cmocka_run_group_tests_name("coll_choice", tests, set_up, remove_folder);
}
