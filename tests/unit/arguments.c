/* arguments.c - the program's arguments in measured runs and in a prediction: where the time of a block depends on what
 * no parameter stands for, another tolerance or another mode is not known, however good the fit is. */
#include "tests/unit/shell.h"

#include <jansson.h>

#include "bsim/base/alloc.h"
#include "bsim/base/arguments.h"

/* A block that depends on something that is no parameter, and one that does not; each takes half of the time. */
static const char program[] =
    "#include <bsim/bsim.h>\n"
    "#include <mpi.h>\n"
    "#include <stdlib.h>\n"
    "static const char *const params[] = {\"n\"};\n"
    "const bsim_block_info bsim_blocks[] = {{\"cell\", \"k.c\", 8, 9, 1, params, \"a tolerance (k.c:3)\", 0}, "
    "{\"sum\", \"k.c\", 12, 13, 1, params, 0, 0}};\n"
    "const int bsim_nblocks = 2;\n"
    "int main(int argc, char **argv) {\n"
    "    MPI_Init(&argc, &argv);\n"
    "    BSIM_Add_time(BSIM_cost(0, atoi(argv[1])));\n"
    "    BSIM_Add_time(BSIM_cost(1, atoi(argv[1])));\n"
    "    MPI_Finalize();\n"
    "    return 0;\n"
    "}\n";

/* The samples of a run: cell and sum take 10 us * n each. args: in JSON; NULL: the file does not tell them. */
static void write_samples(const char *name, int n, const char *args) {
    char text[1000];
    size_t at = (size_t)snprintf(text, sizeof text,
                                 "# bsim-samples/1; machine: m; rank 0 of 1;\nblock\tparams\tcount\tmedian_s\n"
                                 "cell\tn=%d\t10\t%g\nsum\tn=%d\t10\t%g\n",
                                 n, 1e-5 * n, n, 1e-5 * n);
    if (args)
        snprintf(text + at, sizeof text - at, "# run: {\"args\": %s, \"folder\": \"/\"}\n", args);
    write_file(name, text);
}

static int set_up(void **state) {
    (void)state;
    if (!make_folder())
        return 1;
    for (int i = 1; i <= 9; i++) {
        char name[40], args[100];
        snprintf(name, sizeof name, "s%d.tsv.rank0", i);
        snprintf(args, sizeof args, "[\"%d\", \"10\", \"1e-2\", \"fast\"]", 100 * i);
        write_samples(name, 100 * i, args);
    }
    write_file("k.c", program);
    write_file("platform.json", "{\"schema\": \"bsim-platform/1\", \"nodes\": 1, \"cores_per_node\": 1, \"network\": "
                                "{\"model\": \"simple\", \"latency\": \"1us\", \"bandwidth\": \"1GB/s\"}}");
    return sh_or_tell("$BIN/bsimcc -O1 k.c -o k && $BIN/bsim fit -o m.json s*.tsv.rank0");
}

/* What all runs had, and null. Nothing is told if one has more arguments, or does not tell them. */
static void test_fit(void **state) {
    (void)state;
    expect("python3 -c 'import json; print(json.load(open(\"m.json\"))[\"arguments\"])'", 0,
           "[None, '10', '1e-2', 'fast']");
    write_samples("more.tsv.rank0", 950, "[\"950\", \"10\", \"1e-2\", \"fast\", \"-v\"]");
    expect("$BIN/bsim fit -o n.json s*.tsv.rank0 more.tsv.rank0; grep -c '\"arguments\"' n.json", 1, "\n0");
    write_samples("more.tsv.rank0", 950, NULL);
    expect("$BIN/bsim fit -o n.json s*.tsv.rank0 more.tsv.rank0; grep -c '\"arguments\"' n.json", 1, "\n0");
}

/* Runs with these arguments. Returns why the block is doubted, to be freed; *error is -1 if it is null. */
static char *doubt(const char *arguments, const char *block, double *error, double *unknown) {
    char command[300], path[256];
    snprintf(command, sizeof command,
             "$BIN/bsim run -np 1 --platform platform.json --models m.json --json r.json -q ./k %s", arguments);
    expect(command, 0, NULL);
    snprintf(path, sizeof path, "%s/r.json", folder);
    json_t *root = json_load_file(path, 0, NULL), *entry;
    size_t i;
    char *why = NULL;
    assert_non_null(root);
    *unknown = json_number_value(json_object_get(json_object_get(root, "interval"), "unknown_share"));
    json_array_foreach(json_object_get(root, "trust"), i, entry) {
        const json_t *e = json_object_get(entry, "error");
        if (strcmp(json_string_value(json_object_get(entry, "block")), block) != 0)
            continue;
        *error = json_is_null(e) ? -1 : json_number_value(e);
        why = json_dumps(json_object_get(entry, "why"), JSON_COMPACT);
    }
    json_decref(root);
    return why ? why : strdup("");
}

/* How wide the interval of the last run is: its end over its begin. */
static double width(void) {
    char path[256];
    snprintf(path, sizeof path, "%s/r.json", folder);
    json_t *root = json_load_file(path, 0, NULL), *interval = json_object_get(root, "interval");
    double low = json_number_value(json_object_get(interval, "low_s"));
    double ratio = json_number_value(json_object_get(interval, "high_s")) / low;
    json_decref(root);
    return ratio;
}

/* The block is named whatever its error is, since it has more than a tenth of the time; the other one is not. */
static void test_named(void **state) {
    double error = -1, unknown;
    (void)state;
    char *why = doubt("400 10 1e-2 fast", "cell", &error, &unknown);
    assert_non_null(strstr(why, "no parameter stands for a tolerance (k.c:3): right only where that is as in the "
                                "samples"));
    assert_null(strstr(why, "argument"));
    assert_true(error >= 0 && error < 0.1 && unknown < 1e-9);
    free(why);
    why = doubt("400 10 1e-14 fast", "sum", &error, &unknown);
    assert_string_equal(why, "");
    free(why);
}

/* What no parameter stands for may go with a size, so beyond the samples the time may grow with another power of it. */
static void test_beyond(void **state) {
    double error, unknown;
    (void)state;
    free(doubt("450 10 1e-2 fast", "cell", &error, &unknown));
    assert_true(width() < 1.1);
    free(doubt("3600 10 1e-2 fast", "cell", &error, &unknown));
    assert_true(width() > 1.8);
}

/* Another tolerance, mode, or number of arguments: not known. Another whole number is told. */
static void test_changed(void **state) {
    static const struct {
        const char *arguments, *text;
        bool known;
    } cases[] = {
        {"450 10 1e-14 fast", "argument 3 is 1e-14 here and was 1e-2 in all measured runs", false},
        {"450 10 1e-2 slow", "argument 4 is slow here and was fast in all", false},
        {"450 20 1 slow", "argument 3 is 1 here and was 1e-2, argument 4 is slow here and was fast in all", false},
        {"450 10 1e-2 fast -x", "argument 5 is -x here and was absent in all", false},
        {"450 10 1e-2", "argument 4 is absent here and was fast in all", false},
        {"450 20 1e-2 fast", "argument 2 is 20 here and was 10 in all", true}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double error, unknown;
        char *why = doubt(cases[i].arguments, "cell", &error, &unknown);
        bool known = error >= 0 && unknown < 1e-9;
        if (!strstr(why, cases[i].text) || known != cases[i].known || (!known && !(error < 0 && unknown > 0.4)))
            fail_msg("%s: error %g, unknown %g, %s", cases[i].arguments, error, unknown, why);
        free(why);
    }
}

/* A whole number that the skeleton does not read is no size and no number of steps of it: it may choose the data. */
static void test_unread_number(void **state) {
    double error, unknown;
    (void)state;
    write_file("u.c", program);
    expect("echo 'const int bsim_read_arguments[] = {1, -1};' >> u.c && $BIN/bsimcc -O1 u.c -o u && cp k k.before && "
           "mv u k",
           0, NULL);
    char *why = doubt("450 20 1e-2 fast", "cell", &error, &unknown);
    assert_non_null(strstr(why, "argument 2 is 20 here and was 10 in all"));
    assert_true(error < 0 && unknown > 0.4);
    assert_true(width() > 4); /* half of the time may be four times as long */
    free(why);
    free(doubt("1000 10 1e-2 fast", "cell", &error, &unknown));
    assert_true(unknown < 1e-9 && width() < 1.5);
    expect("mv k.before k", 0, NULL);
}

/* A block whose fit gives 0 s may have all of the time: no share of the time tells how much is not known. */
static void test_zero(void **state) {
    double error, unknown;
    (void)state;
    expect("cp m.json m.before && sed -i '/\"sum\"/,/\"time\"/s/\"time\": .*/\"time\": \"1e-5*max(n-400,0)\"/' m.json",
           0, NULL);
    char *why = doubt("350 10 1e-2 fast", "sum", &error, &unknown);
    assert_non_null(strstr(why, "gives 0 s at n = 350"));
    assert_true(error < 0 && unknown == 1);
    free(why);
    free(doubt("450 10 1e-2 fast", "sum", &error, &unknown));
    assert_true(unknown < 1e-9);
    expect("mv m.before m.json", 0, NULL);
}

static void test_words(void **state) {
    static const struct {
        const char *was, *is;
        bool told, chooses;
    } cases[] = {{"10", "20", true, false},
                 {"10", "-20", true, false},
                 {"n=10", "n=20", true, false},
                 {"n=10", "m=10", true, true},
                 {"-n10", "-n20", true, false},
                 {"--size=1", "--size=2", true, false},
                 {"t=0.1", "t=0.2", true, true},
                 {"1e-2", "1e-3", true, true},
                 {"10", "10.5", true, true},
                 {"a.dat", "b.dat", true, true},
                 {"mesh1.dat", "mesh2.dat", true, true},
                 {"-e", "-f", true, true},
                 {"/home/u/mesh.dat", "mesh.dat", false, false},
                 {"../data/mesh.dat", "/u/data/mesh.dat", false, false},
                 {"f=a/b.dat", "f=b.dat", false, false},
                 {"f=a/b.dat", "g=b.dat", true, true},
                 {"a/b.dat", "c/b.dat", true, true},
                 {"10", "10", false, false},
                 {NULL, "x", false, false},
                 {"", "x", true, true}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char was[40] = "", is[40], *known[] = {cases[i].was ? strcpy(was, cases[i].was) : NULL}, *here[] = {is, NULL};
        bool chooses;
        strcpy(is, cases[i].is);
        char *text = bsim_arguments_changed(1, known, here, NULL, NULL, "here", &chooses);
        if ((text != NULL) != cases[i].told || chooses != cases[i].chooses)
            fail_msg("%s and %s: %s, %d", was, is, text ? text : "equal", chooses);
        bsim_free(text);
    }
    char words[5][2] = {"a", "b", "c", "d", "e"}, *here[] = {words[0], words[1], words[2], words[3], words[4], NULL};
    bool chooses;
    char *text = bsim_arguments_changed(0, NULL, here, NULL, NULL, "here", &chooses);
    assert_string_equal(text, "argument 1 is a here and was absent, argument 2 is b here and was absent, argument 3 is "
                              "c here and was absent, and more in all measured runs");
    bsim_free(text);
    assert_null(bsim_arguments_changed(0, NULL, NULL, NULL, NULL, "here", &chooses));
}

/* A whole number that the skeleton does not read is no size of its and no number of its steps. */
static void test_unread(void **state) {
    char was[2][4] = {"10", "20"}, is[2][4] = {"11", "21"};
    char *known[] = {was[0], was[1]}, *here[] = {is[0], is[1], NULL};
    static const int first[] = {1, -1}, both[] = {1, 2, -1}, none[] = {-1};
    bool chooses;
    (void)state;
    char *text = bsim_arguments_changed(2, known, here, first, NULL, "here", &chooses);
    assert_string_equal(text, "argument 2 is 21 here and was 20 in all measured runs");
    assert_true(chooses);
    bsim_free(text);
    text = bsim_arguments_changed(2, known, here, both, NULL, "here", &chooses);
    assert_non_null(text);
    assert_false(chooses);
    bsim_free(text);
    bsim_free(bsim_arguments_changed(2, known, here, none, NULL, "here", &chooses));
    assert_true(chooses);
}

/* So is the value of an option that the skeleton does not read, behind it or in one word with it; and any number if
 * some of these options are not known. */
static void test_left_options(void **state) {
    static const struct {
        const char *left, *before, *was, *is;
        bool chooses;
    } cases[] = {{"-k", "-k", "3", "4", true},
                 {"-k", "-n", "3", "4", false},
                 {"-k", "x", "-k3", "-k4", true},
                 {"-k", "x", "-n3", "-n4", false},
                 {"-k", "x", "-kn=3", "-kn=4", false},
                 {"--kind", "x", "--kind=3", "--kind=4", true},
                 {"kind=", "x", "kind=3", "kind=4", true},
                 {"kind=", "x", "kinds=3", "kinds=4", false},
                 {"", "x", "3", "4", true},
                 {"#2", "x", "3", "4", true},
                 {"#1", "x", "3", "4", false},
                 {"-k", "-k", "3", "3", false}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char before[8], was[16], is[16];
        const char *left[] = {cases[i].left, NULL};
        strcpy(before, cases[i].before);
        char *known[] = {before, strcpy(was, cases[i].was)}, *here[] = {before, strcpy(is, cases[i].is), NULL};
        bool chooses;
        bsim_free(bsim_arguments_changed(2, known, here, NULL, left, "here", &chooses));
        if (chooses != cases[i].chooses)
            fail_msg("%s: %s %s for %s", cases[i].left, before, is, was);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fit),           cmocka_unit_test(test_named), cmocka_unit_test(test_changed),
        cmocka_unit_test(test_left_options),  cmocka_unit_test(test_words), cmocka_unit_test(test_unread),
        cmocka_unit_test(test_unread_number), cmocka_unit_test(test_zero),  cmocka_unit_test(test_beyond)};
    return cmocka_run_group_tests(tests, set_up, remove_folder);
}
