/* operator_time.c - times that a program adds in its operators: those of collectives count for no rank, since the rank
 * on which an operator runs depends on the host, and those of MPI_Reduce_local for the rank that calls it. */
#include "tests/unit/shell.h"

#include <jansson.h>

static const char program[] = "#include <bsim/bsim.h>\n"
                              "#include <mpi.h>\n"
                              "#include <stdlib.h>\n"
                              "#include <unistd.h>\n"
                              "static int blocks;\n"
                              "static void add(void *in, void *inout, int *n, MPI_Datatype *type) {\n"
                              "    for (int i = 0; i < *n; i++)\n"
                              "        ((int *)inout)[i] += ((int *)in)[i];\n"
                              "    BSIM_Add_time(5e-4);\n"
                              "    usleep(500);\n"
                              "    if (blocks)\n"
                              "        MPI_Barrier(MPI_COMM_WORLD);\n"
                              "}\n"
                              "int main(int argc, char **argv) {\n"
                              "    int rank, size, sum, prefix, two = 1;\n"
                              "    MPI_Op op;\n"
                              "    MPI_Init(&argc, &argv);\n"
                              "    blocks = atoi(argv[1]);\n"
                              "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
                              "    MPI_Comm_size(MPI_COMM_WORLD, &size);\n"
                              "    MPI_Op_create(add, 1, &op);\n"
                              "    for (int i = 0; i < 20; i++) {\n"
                              "        BSIM_Add_time(1e-6 * ((rank * 7 + i * 3) % 11));\n"
                              "        MPI_Allreduce(&rank, &sum, 1, MPI_INT, op, MPI_COMM_WORLD);\n"
                              "        MPI_Scan(&rank, &prefix, 1, MPI_INT, op, MPI_COMM_WORLD);\n"
                              "        if (sum != size * (size - 1) / 2)\n"
                              "            MPI_Abort(MPI_COMM_WORLD, 1);\n"
                              "    }\n"
                              "    if (atoi(argv[2]))\n"
                              "        MPI_Reduce_local(&rank, &two, 1, MPI_INT, op);\n"
                              "    MPI_Op_free(&op);\n"
                              "    MPI_Finalize();\n"
                              "    return 0;\n"
                              "}\n";

static int set_up(void **state) {
    (void)state;
    if (!make_folder())
        return 1;
    write_file("a.c", program);
    write_file("platform.json", "{\"schema\": \"bsim-platform/1\", \"nodes\": 16, \"cores_per_node\": 1, \"network\": "
                                "{\"model\": \"simple\", \"latency\": \"1us\", \"bandwidth\": \"1GB/s\"}}");
    return sh_or_tell("$BIN/bsimcc -O1 a.c -o a");
}

static const char told[] = "a.c:9: BSIM_Add_time in an operator of the program, inside of a collective: its time does "
                           "not count";

static double predicted(int shards, int local) {
    char command[200], path[256];
    snprintf(command, sizeof command,
             "$BIN/bsim run -np 13 --shards %d --platform platform.json --json r.json ./a 0 %d", shards, local);
    expect(command, 0, told);
    snprintf(path, sizeof path, "%s/r.json", folder);
    json_t *root = json_load_file(path, 0, NULL);
    double time_s = json_number_value(json_object_get(root, "predicted_time_s"));
    json_decref(root);
    return time_s;
}

static void test_no_rank(void **state) {
    (void)state;
    double one = predicted(1, 0), with_local = predicted(1, 1);
    assert_true(one > 20e-6 && one < 1e-3);
    assert_true(with_local > one + 0.9e-3 && with_local < one + 1.1e-3);
    for (int shards = 2; shards <= 4; shards++) {
        assert_true(predicted(shards, 0) == one);
        assert_true(predicted(shards, 1) == with_local);
    }
}

static void test_blocks(void **state) {
    (void)state;
    for (int shards = 1; shards <= 2; shards++) {
        char command[200];
        snprintf(command, sizeof command, "$BIN/bsim run -np 13 --shards %d --platform platform.json ./a 1 0", shards);
        expect(command, 4, "MPI_Barrier was called in an operator of the program");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_no_rank), cmocka_unit_test(test_blocks)};
    return cmocka_run_group_tests(tests, set_up, remove_folder);
}
