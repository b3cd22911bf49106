/* split_types.c - MPI_Comm_split_type by kinds of resources, which hints name: the ranks of a node, those of a socket
 * where the platform tells of sockets, and what the run says of other kinds. */
#include "tests/unit/shell.h"

/* Prints the size of the communicator that rank 3 gets for a type and a hint; 0: it gets none. */
static const char program[] =
    "#include <mpi.h>\n"
    "#include <stdio.h>\n"
    "#include <string.h>\n"
    "int main(int argc, char **argv) {\n"
    "    int rank, n = 0, guided = argc > 1 && strcmp(argv[1], \"guided\") == 0;\n"
    "    MPI_Comm made;\n"
    "    MPI_Info info;\n"
    "    MPI_Init(&argc, &argv);\n"
    "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
    "    MPI_Info_create(&info);\n"
    "    if (argc > 2)\n"
    "        MPI_Info_set(info, guided ? \"mpi_hw_resource_type\" : \"shmem_topo\", argv[2]);\n"
    "    MPI_Comm_split_type(MPI_COMM_WORLD, guided ? MPI_COMM_TYPE_HW_GUIDED : MPI_COMM_TYPE_SHARED, 0, info, "
    "&made);\n"
    "    if (made != MPI_COMM_NULL)\n"
    "        MPI_Comm_size(made, &n);\n"
    "    if (rank == 3)\n"
    "        printf(\"size %d\\n\", n);\n"
    "    MPI_Finalize();\n"
    "    return 0;\n"
    "}\n";

static void platform(const char *name, const char *more) {
    char text[1024];
    snprintf(text, sizeof text,
             "{\"schema\": \"bsim-platform/1\", \"nodes\": 2, \"cores_per_node\": 6, %s\n"
             "\"network\": {\"model\": \"simple\", \"latency\": \"10us\", \"bandwidth\": \"1GB/s\"}}",
             more);
    write_file(name, text);
}

static int set_up(void **state) {
    (void)state;
    if (!make_folder())
        return 1;
    write_file("p.c", program);
    platform("nodes.json", "");
    platform("sockets.json", "\"sockets_per_node\": 3, \"between_sockets\": {\"latency\": \"1us\"},");
    return sh_or_tell("$BIN/bsimcc -O1 p.c -o p");
}

static void makes(const char *name, const char *what, int size) {
    char command[256], text[32];
    snprintf(command, sizeof command, "$BIN/bsim run -q -np 12 --platform %s.json ./p %s 2>&1", name, what);
    snprintf(text, sizeof text, "size %d\n", size);
    expect(command, 0, text);
}

static void is_told(const char *name, const char *what, bool told) {
    char command[256];
    snprintf(command, sizeof command,
             "$BIN/bsim run -q -np 12 --platform %s.json ./p %s 2>&1 | grep -c 'of which the platform tells nothing'",
             name, what);
    expect(command, told ? 0 : 1, told ? "1" : "0");
}

static void test_nodes_and_sockets(void **state) {
    (void)state;
    makes("nodes", "shared", 6);
    makes("sockets", "shared", 6);
    makes("sockets", "guided node", 6);
    makes("sockets", "guided socket", 2);
    makes("sockets", "guided package", 2);
    makes("sockets", "shared socket", 2);
    is_told("sockets", "guided socket", false);
    is_told("nodes", "shared", false);
    is_told("nodes", "guided", false); /* without a hint the result is none, as MPI says */
}

static void test_other_kinds_are_told(void **state) {
    (void)state;
    makes("nodes", "guided socket", 0);
    makes("nodes", "shared numa", 6);
    makes("sockets", "guided numa", 0);
    is_told("nodes", "guided socket", true);
    is_told("nodes", "shared numa", true);
    is_told("sockets", "guided numa", true);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nodes_and_sockets),
        cmocka_unit_test(test_other_kinds_are_told),
    };
    return cmocka_run_group_tests_name("split_types", tests, set_up, remove_folder);
}
