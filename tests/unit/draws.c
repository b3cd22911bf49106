/* draws.c - executions that draw how long they take: the interval takes what the draws change on the rank that has most
 * of the block, where draws at one place are one, and ranks that take the next work when they are ready end together.
 */
#include "tests/unit/shell.h"

#include <jansson.h>
#include <math.h>

/* Works at places: of the workers' own, several times; at the same ones on all ranks; or as a master gives them out. */
static const char program[] = "#include <bsim/bsim.h>\n"
                              "#include <mpi.h>\n"
                              "#include <stdlib.h>\n"
                              "#include <string.h>\n"
                              "static const char *const params[] = {\"place\"};\n"
                              "const bsim_block_info bsim_blocks[] = {{\"work\", \"k.c\", 8, 9, 1, params, 0, 0}};\n"
                              "const int bsim_nblocks = 1;\n"
                              "static void work(int place) { BSIM_Add_time(BSIM_cost(0, place)); }\n"
                              "static void give(int places, int workers) {\n"
                              "    for (int sent = 0, got = 0; got < places + workers; got++) {\n"
                              "        MPI_Status s;\n"
                              "        MPI_Recv(0, 0, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &s);\n"
                              "        int next = sent < places ? sent++ : -1;\n"
                              "        MPI_Send(&next, 1, MPI_INT, s.MPI_SOURCE, 0, MPI_COMM_WORLD);\n"
                              "    }\n"
                              "}\n"
                              "static void take(void) {\n"
                              "    for (int next = 0; next >= 0;) {\n"
                              "        MPI_Send(0, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);\n"
                              "        MPI_Recv(&next, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
                              "        if (next >= 0) work(next);\n"
                              "    }\n"
                              "}\n"
                              "int main(int argc, char **argv) {\n"
                              "    int rank, np, places = atoi(argv[2]);\n"
                              "    MPI_Init(&argc, &argv);\n"
                              "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
                              "    MPI_Comm_size(MPI_COMM_WORLD, &np);\n"
                              "    if (!strcmp(argv[1], \"farm\"))\n"
                              "        rank ? take() : give(places, np - 1);\n"
                              "    for (int i = 0; strcmp(argv[1], \"farm\") && i < atoi(argv[3]) * places; i++)\n"
                              "        if (!strcmp(argv[1], \"same\")) work(i % places);\n"
                              "        else if (rank > 0) work(rank * places + i % places);\n"
                              "    MPI_Finalize();\n"
                              "    return 0;\n"
                              "}\n";

/* where: of the model. */
static void write_models(const char *name, const char *where) {
    char text[600];
    snprintf(text, sizeof text,
             "{\"schema\": \"bsim-models/1\", \"blocks\": {\"work\": {\"params\": {\"place\": \"place\"}, \"time\": "
             "\"1e-3\", \"uneven\": {\"histogram\": [[0.5, 1], [1.5, 1]]}%s, \"fit\": {\"samples\": 9, "
             "\"error_median\": 0.001, \"error_max\": 0.001, \"uneven\": 0.5, \"range\": {\"place\": [0, 1e9]}}}}}",
             where);
    write_file(name, text);
}

static int set_up(void **state) {
    (void)state;
    if (!make_folder())
        return 1;
    write_file("k.c", program);
    write_file("platform.json", "{\"schema\": \"bsim-platform/1\", \"nodes\": 64, \"cores_per_node\": 1, \"network\": "
                                "{\"model\": \"simple\", \"latency\": \"1us\", \"bandwidth\": \"1GB/s\"}}");
    write_models("places.json", ", \"where\": {\"place\": 0}");
    write_models("each.json", "");
    return sh_or_tell("$BIN/bsimcc -O1 k.c -o k");
}

/* The ends of the interval. */
static void ends_of(const char *models, int ranks, const char *arguments, double *low_s, double *high_s) {
    char command[300], path[256];
    snprintf(command, sizeof command,
             "$BIN/bsim run -np %d --platform platform.json --models %s --json r.json -q ./k %s", ranks, models,
             arguments);
    expect(command, 0, NULL);
    snprintf(path, sizeof path, "%s/r.json", folder);
    json_t *root = json_load_file(path, 0, NULL), *interval = json_object_get(root, "interval");
    *high_s = json_number_value(json_object_get(interval, "high_s"));
    *low_s = json_number_value(json_object_get(interval, "low_s"));
    json_decref(root);
}

/* How far they are from the time, relative. */
static double half_width(const char *models, int ranks, const char *arguments) {
    double low_s, high_s;
    ends_of(models, ranks, arguments, &low_s, &high_s);
    return sqrt(high_s / low_s) - 1;
}

/* The expected width is 1.645 times half the root of: one over the draws of all ranks, and what ranks are apart. */
static void test_width(void **state) {
    static const struct {
        const char *models, *arguments;
        int ranks;
        double least, most; /* of that root */
    } cases[] = {
        {"places.json", "own 64 1", 2, 0.125, 0.125},   /* one worker, beside a master without draws */
        {"places.json", "own 4 100", 2, 0.5, 0.5},      /* comes back to its four places */
        {"places.json", "own 4 100", 9, 0.3, 0.54},     /* eight workers, each with its own four */
        {"places.json", "own 64 1", 33, 0.1, 0.13},     /* 32 that are apart as their draws make them */
        {"places.json", "same 64 1", 33, 0.125, 0.138}, /* the same draws on all ranks, which are 8 % short */
        {"places.json", "farm 512 1", 9, 0.0625, 0.07}, /* eight that end together: as 512 draws, and a bit of chance */
        {"each.json", "own 4 16", 2, 0.125, 0.125},     /* each execution has its own */
        {"each.json", "same 4 16", 33, 0.1, 0.13},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double width = half_width(cases[i].models, cases[i].ranks, cases[i].arguments) / 1.645 / 0.5;
        if (width < cases[i].least - 0.005 || width > cases[i].most + 0.005)
            fail_msg("%s, %s, %d ranks: %g, not %g to %g", cases[i].models, cases[i].arguments, cases[i].ranks, width,
                     cases[i].least, cases[i].most);
    }
}

/* Few draws of which most are next to nothing may all be so: the mean is in the interval nevertheless. */
static void test_few_small_draws(void **state) {
    double low_s, high_s;
    char arguments[40];
    (void)state;
    write_file("rare.json",
               "{\"schema\": \"bsim-models/1\", \"blocks\": {\"work\": {\"params\": {\"place\": \"place\"}, "
               "\"time\": \"1e-3\", \"uneven\": {\"histogram\": [[0.01, 3], [3.97, 1]]}, \"where\": {\"place\": 0}, "
               "\"fit\": {\"samples\": 9, \"error_median\": 0.001, \"error_max\": 0.001, \"uneven\": 1.7, "
               "\"range\": {\"place\": [0, 1e9]}}}}}");
    for (int places = 1; places <= 6; places++) {
        snprintf(arguments, sizeof arguments, "own %d 1", places);
        ends_of("rare.json", 2, arguments, &low_s, &high_s);
        if (high_s < 1e-3 * places)
            fail_msg("%d places of 1 ms: from %g to %g s", places, low_s, high_s);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_width), cmocka_unit_test(test_few_small_draws)};
    return cmocka_run_group_tests(tests, set_up, remove_folder);
}
