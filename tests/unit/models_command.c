/* models_command.c - bsim models from outside: templates, checks, tables, comparisons, plots, and bad input of each. */
#include "tests/unit/shell.h"

static const char skeleton[] =
    "{\"schema\": \"bsim-skeleton/1\", \"program\": \"heat\", \"mode\": \"skeleton\", \"blocks\": [\n"
    " {\"id\": 0, \"name\": \"run.1\", \"label\": \"relax (p.c:8-9)\", \"function\": \"run\", \"file\": \"p.c\",\n"
    "  \"line\": 8, \"end_line\": 9, \"params\": [\"g->nx\", \"g->ny\"], \"kept\": false},\n"
    " {\"id\": 1, \"name\": \"run.2\", \"label\": \"run (p.c:12)\", \"function\": \"run\", \"file\": \"p.c\", "
    "\"line\": 12,\n"
    "  \"end_line\": 12, \"params\": [], \"kept\": true,\n"
    "  \"missing\": [{\"file\": \"p.c\", \"line\": 12, \"why\": \"the result of count()\"}]},\n"
    " {\"id\": 2, \"name\": \"dgemm\", \"label\": \"dgemm (p.c:20)\", \"function\": \"run\", \"file\": \"p.c\", "
    "\"line\": 20,\n"
    "  \"end_line\": 20, \"params\": [\"M\", \"N\"], \"kept\": false, \"kernel\": \"dgemm\", \"arguments\": [\"a\", "
    "\"b\"]},\n"
    " {\"id\": 3, \"name\": \"dgemm\", \"label\": \"dgemm (p.c:30)\", \"function\": \"run\", \"file\": \"p.c\", "
    "\"line\": 30,\n"
    "  \"end_line\": 30, \"params\": [\"M\", \"N\"], \"kept\": false, \"kernel\": \"dgemm\", \"arguments\": [\"c\", "
    "\"d\"]}],\n"
    " \"hints\": [{\"name\": \"run:loop\", \"file\": \"p.c\", \"line\": 5, \"learned\": [\"n\"], \"kind\": "
    "\"trips\"},\n"
    "  {\"name\": \"run:if\", \"file\": \"p.c\", \"line\": 6, \"learned\": [], \"kind\": \"branch\"},\n"
    "  {\"name\": \"run:m\", \"file\": \"p.c\", \"line\": 7}],\n"
    " \"calls\": [], \"lines\": {}, \"bytes\": {}, \"files\": [], \"unknown\": []}";

/* The program of this skeleton: blocks 0 and 1, or a learned value if it has an argument. */
static const char program[] =
    "#include <bsim/bsim.h>\n"
    "#include <mpi.h>\n"
    "static const char *const params[] = {\"g->nx\", \"g->ny\"}, *const n[] = {\"n\"};\n"
    "const char bsim_program[] = \"heat\";\n"
    "const bsim_block_info bsim_blocks[] = {{\"run.1\", \"p.c\", 8, 9, 2, params, 0, \"relax (p.c:8-9)\"},\n"
    "                                       {\"run.2\", \"p.c\", 12, 12, 0, 0, 0, 0}};\n"
    "const int bsim_nblocks = 2;\n"
    "const bsim_hint_info bsim_hints[] = {{\"run:loop\", \"p.c\", 5, 1, 0, 0, 0, 1, 1, n}};\n"
    "const int bsim_nhints = 1;\n"
    "int main(int argc, char **argv) {\n"
    "    MPI_Init(&argc, &argv);\n"
    "    if (argc > 1)\n"
    "        return (int)BSIM_learned_int(0, BSIM_NO_KEY, 4);\n"
    "    BSIM_Add_time(BSIM_cost(0, 10, 20));\n"
    "    BSIM_Add_time(BSIM_cost(1));\n"
    "    MPI_Finalize();\n"
    "    return 0;\n"
    "}\n";
static const char platform[] =
    "{\"schema\": \"bsim-platform/1\", \"nodes\": 8, \"cores_per_node\": 1,\n"
    " \"network\": {\"model\": \"simple\", \"latency\": \"10us\", \"bandwidth\": \"1GB/s\"}}";

static const char models[] =
    "{\"schema\": \"bsim-models/1\", \"blocks\": {\n"
    " \"run.1\": {\"label\": \"relax (p.c:8-9)\", \"params\": {\"nx\": \"g->nx\", \"ny\": \"g->ny\"},\n"
    "   \"pieces\": [{\"when\": \"nx <= 64\", \"time\": \"1e-9*nx*ny\"}, {\"time\": \"2e-9*nx*ny\"}],\n"
    "   \"fit\": {\"error_median\": 0.014, \"error_max\": 0.06, \"range\": {\"nx\": [16, 256], \"ny\": [8, 8]}}},\n"
    " \"run.2\": {\"place\": \"p.c:12\", \"time\": 3e-6, \"comment\": \"by hand\"},\n"
    " \"dgemm\": {\"params\": {\"m\": \"M\", \"k\": \"N\"}, \"time\": \"1e-9*m*k\"}},\n"
    " \"learned\": {\"run:loop\": {\"params\": {\"n\": \"n\"}, \"value\": \"2*n\"}, \"run:if\": {\"probability\": "
    "0.5}}}";

static int set_up(void **state) {
    (void)state;
    if (!make_folder() || sh("mkdir sk") != 0)
        return 1;
    write_file("sk/skeleton.json", skeleton);
    write_file("p.c", program);
    write_file("platform.json", platform);
    write_file("models.json", models);
    return sh_or_tell("$BIN/bsimcc -O1 p.c -o p");
}

static void test_usage(void **state) {
    (void)state;
    expect("$BIN/bsim models", 2, "usage: bsim models COMMAND");
    expect("$BIN/bsim models --help", 0, "template");
    expect("$BIN/bsim models shwo", 2, "no command \"models shwo\"");
    expect("$BIN/bsim models --all", 2, "has no option \"--all\"");
    static const char *const commands[] = {"template", "check", "show", "diff", "plot", NULL};
    expect_usages("bsim models", commands);
    for (const char *const *c = commands; *c; c++) {
        char command[64];
        snprintf(command, sizeof command, "$BIN/bsim models %s", *c);
        expect(command, 2, "wanted");
    }
}

static void test_template_names_all(void **state) {
    (void)state;
    expect("$BIN/bsim models template sk -o /dev/stdout > t.json && cat t.json", 0, "\"run.1\": {");
    expect("python3 -c 'import json; t = json.load(open(\"t.json\")); b = t[\"blocks\"]; l = t[\"learned\"]\n"
           "print(t[\"schema\"], t[\"provenance\"][\"program\"], list(b), [m[\"time\"] for m in b.values()])\n"
           "print(b[\"run.1\"][\"place\"], b[\"run.1\"][\"label\"], b[\"run.1\"][\"params\"])\n"
           "print(b[\"run.2\"][\"comment\"]); print(b[\"dgemm\"][\"comment\"]); print(l)'",
           0,
           "bsim-models/1 heat ['run.1', 'run.2', 'dgemm'] [None, None, None]\n"
           "p.c:8 relax (p.c:8-9) {'nx': 'g->nx', 'ny': 'g->ny'}\n"
           "no parameter stands for the result of count() (p.c:12), on which the time depends\n"
           "2 places in the program\n"
           "{'run:loop': {'place': 'p.c:5', 'params': {'n': 'n'}, 'value': None}, "
           "'run:if': {'place': 'p.c:6', 'params': {}, 'probability': None}}");
    expect("touch sk/skeleton; for s in sk/ sk/skeleton sk/skeleton.json; do $BIN/bsim models template $s -o "
           "/dev/stdout | cmp - t.json || exit 1; done; rm sk/skeleton",
           0, NULL);
}

/* Counts are to be filled in like times, or removed. */
static void test_counts_are_filled_in(void **state) {
    (void)state;
    expect(
        "mkdir counted; python3 -c 'import json; s = json.load(open(\"sk/skeleton.json\"))\n"
        "s[\"blocks\"][1][\"counts\"] = [{\"name\": n, \"file\": \"p.c\", \"line\": 12} for n in (\"rounds p.c:12\", "
        "\"taken p.c:13\")]\n"
        "json.dump(s, open(\"counted/skeleton.json\", \"w\"))'; $BIN/bsim models template counted -o counts.json; "
        "python3 -c 'import json; b = json.load(open(\"counts.json\"))[\"blocks\"]\n"
        "print(b[\"run.2\"][\"counts\"], [\"counts\" in m for m in b.values()])'",
        0,
        "{'count1': {'of': 'rounds p.c:12', 'value': None}, 'count2': {'of': 'taken p.c:13', 'value': None}} "
        "[False, True, False]");
    write_file("one.json", "{\"schema\": \"bsim-models/1\", \"other_blocks\": {\"time\": 0}, \"blocks\": {\n"
                           " \"run.2\": {\"counts\": {\"count1\": {\"of\": \"rounds p.c:12\",\n \"value\": null}}, "
                           "\"time\": \"1e-6\"}}}");
    expect("$BIN/bsim models check one.json sk", 2,
           "one.json:2: $.blocks[\"run.2\"].counts.count1: the count is not filled in");
    expect("$BIN/bsim run -np 1 --platform platform.json --models one.json ./p", 2, "a count of block run.2 (p.c:12)");
    expect(
        "sed 's/null/3/' one.json > filled.json; $BIN/bsim run -np 1 --platform platform.json --models filled.json ./p",
        0, NULL);
}

/* What was filled in must not be lost. */
static void test_template_replaces_nothing(void **state) {
    (void)state;
    write_file("mine.json", "{}");
    expect("$BIN/bsim models template sk -o mine.json", 2, "mine.json: exists already");
    expect("cat mine.json", 0, "{}");
    expect("$BIN/bsim models template sk", 2, "-o FILE");
}

static void test_template_of_bad_skeletons(void **state) {
    (void)state;
    expect("$BIN/bsim models template nowhere -o n.json", 2, "skeleton.json: cannot be read");
    expect("$BIN/bsim models template models.json -o n.json", 2, "models.json:1: $.schema");
    write_file("cut.json", "{\"schema\": \"bsim-skeleton/1\", \"program\": \"p\",\n \"blocks\": [{\"id\"");
    expect("$BIN/bsim models template cut.json -o n.json", 2, "cut.json:2");
    write_file("full.json",
               "{\"schema\": \"bsim-skeleton/1\", \"program\": \"p\",\n \"mode\": \"full\", \"blocks\": []}");
    expect("$BIN/bsim models template full.json -o n.json", 2, "full.json:2: $.mode: is \"full\"");
    expect("sed 's/\"label\"/\"lable\"/' sk/skeleton.json > old.json; $BIN/bsim models template old.json -o n.json", 2,
           "$.blocks[0]: the key \"label\" is missing");
    expect("ls n.json", 2, NULL);
}

/* A time that is not filled in is never 0. */
static void test_run_refuses_what_is_not_filled_in(void **state) {
    (void)state;
    write_file("empty.json", "{\"schema\": \"bsim-models/1\", \"blocks\": {\n"
                             " \"run.1\": {\"time\":\n null},\n \"run.2\": {\"time\": null}},\n"
                             " \"learned\": {\"run:loop\": {\"value\":\n null}}}");
    expect("$BIN/bsim run -np 1 --platform platform.json --models empty.json ./p", 2,
           "empty.json:3: $.blocks[\"run.1\"].time: the time of block run.1 (p.c:8), which the program reached, is not "
           "filled in");
    assert_non_null(strstr(out, "also not filled in: run.2"));
    expect("$BIN/bsim run -np 1 --platform platform.json --models empty.json ./p learned", 2,
           "empty.json:6: $.learned[\"run:loop\"].value: the value of the learned hint run:loop (p.c:5), which the "
           "program reached, is not filled in");
    /* A piece that does not apply may stay empty. */
    write_file("part.json", "{\"schema\": \"bsim-models/1\", \"blocks\": {\"run.1\": {\"params\": {\"nx\": \"g->nx\"},"
                            " \"pieces\": [{\"when\": \"nx > 10\", \"time\": null}, {\"time\": 2}]},"
                            " \"run.2\": {\"time\": 0}}}");
    expect("$BIN/bsim run -np 1 --platform platform.json --models part.json ./p", 0, "2.000 s");
}

static void test_check(void **state) {
    (void)state;
    expect("$BIN/bsim models check models.json sk", 0,
           "models.json has a model for each of the 3 blocks and 2 learned values of heat");
    expect("$BIN/bsim models check --quiet models.json sk", 0, NULL);
    assert_string_equal(out, "");
    expect("$BIN/bsim models template sk -o new.json && $BIN/bsim models check new.json sk", 2,
           "$.blocks[\"run.1\"].time: the time is not filled in");
    assert_non_null(strstr(out, "$.learned[\"run:loop\"]: the value is not filled in"));
    assert_non_null(strstr(out, "5 things are wrong with new.json for heat"));
}

/* Names of blocks are function and number, so that those of two programs, or of two versions of one, are easily the
 * same. Other lines of the same words are a change elsewhere, and a kernel is measured at one of its places. */
static void test_models_of_another_program(void **state) {
    (void)state;
    write_file("foreign.json", "{\"schema\": \"bsim-models/1\", \"blocks\": {\n"
                               " \"run.1\": {\"place\": \"src/p.c:4\", \"label\": \"smooth (p.c:4-9)\", \"time\": 1},\n"
                               " \"run.2\": {\"place\": \"q.c:12\", \"time\": 2},\n"
                               " \"dgemm\": {\"place\": \"q.c:7\", \"label\": \"dgemm (q.c:7)\", \"time\": 1}}}");
    expect(
        "$BIN/bsim models check foreign.json sk", 2,
        "foreign.json:2: block run.1, relax (p.c:8-9), was measured as smooth (p.c:4-9): another program, or another "
        "version of it\n");
    assert_non_null(strstr(out, "foreign.json:3: block run.2, run (p.c:12), was measured as q.c:12: another program"));
    assert_null(strstr(out, "block dgemm, "));
    expect("$BIN/bsim run -np 1 --platform platform.json --models foreign.json ./p", 0,
           "foreign.json: 1 block of another program, or of another version of this one, such as: run.1, relax "
           "(p.c:8-9), was "
           "measured as smooth (p.c:4-9)");
    expect("sed 's/smooth (p.c:4-9)/relax (p.c:40-49)/; s/q.c:12/elsewhere\\/p.c:99/' foreign.json > moved.json; "
           "$BIN/bsim run -np 1 --platform platform.json --models moved.json ./p",
           0, NULL);
    assert_null(strstr(out, "another program"));
}

/* The time of relax depends on what no parameter stands for. Samples that are 400 % off show that this matters, though
 * half of them are within 2 %. Without them the block is named, since it has all of the time, as one that is right
 * where nothing else has changed. */
static void test_what_is_missing_matters(void **state) {
    (void)state;
    write_file("far.json", "{\"schema\": \"bsim-models/1\", \"blocks\": {\n"
                           " \"run.1\": {\"params\": {\"nx\": \"g->nx\"}, \"time\": \"1e-6*nx\",\n"
                           "  \"fit\": {\"samples\": 9, \"error_median\": 0.02, \"error_max\": 4}},\n"
                           " \"run.2\": {\"time\": 1e-9}},\n"
                           " \"learned\": {\"run:loop\": {\"value\": 2}}}");
    expect("sed 's/2, params, 0, \"relax/2, params, \"the function that is called\", \"relax/' p.c > far.c && "
           "$BIN/bsimcc -O1 far.c -o far && $BIN/bsim run -np 1 --platform platform.json --models far.json ./far",
           0, "no parameter stands for the function that is called, on which its time depends");
    assert_non_null(strstr(out, "an error of 2.0 % (median) and 400 % (greatest)"));
    expect("sed 's/: 4}/: 0.5}/' far.json > near.json; $BIN/bsim run -np 1 --platform platform.json --models near.json "
           "./far",
           0, "no parameter stands for the function that is called: right only where that is as in the samples");
    assert_null(strstr(out, "on which its time depends"));
}

static void test_check_transition(void **state) {
    (void)state;
    write_file("apart.json",
               "{\"schema\": \"bsim-models/1\", \"blocks\": {\"run.1\": {\"params\": {\"nx\": \"g->nx\"},\n"
               " \"pieces\": [{\"when\": \"nx <= 10\", \"time\": 1,\n"
               " \"transition\": {\"of\": \"nx\", \"from\": 20, \"to\": 30}}, {\"time\": 2}]}},\n"
               " \"other_blocks\": {\"time\": 0}}");
    expect("$BIN/bsim models check apart.json sk", 2,
           "apart.json:2: $.blocks[\"run.1\"].pieces[0].time: the transition from 20 to 30 is away from the border of "
           "its pieces, nx <= 10\n");
    expect("sed 's/: 20,/: 5,/' apart.json > around.json; $BIN/bsim models check around.json sk | grep -c transition",
           1, "0");
}

static void test_check_tells_all(void **state) {
    (void)state;
    write_file("bad.json", "{\"schema\": \"bsim-models/1\", \"blocks\": {\n"
                           " \"run.1\": {\"params\": {\"nz\": \"g->nz\"}, \"time\": \"nz\"},\n"
                           " \"dgem\": {\"time\": 1},\n"
                           " \"run.2\": {\"pieces\": [{\"when\": \"1 > 2\", \"time\": 1}, {\"when\": \"2 > 1\",\n"
                           "  \"time\": 2}, {\"time\": 3}]}},\n"
                           " \"learned\": {\"run:lop\": {\"value\": 3},\n"
                           "  \"run:if\": {\"probability\": \"3*)\"}}}");
    expect("$BIN/bsim models check bad.json sk", 2,
           "bad.json:2: $.blocks[\"run.1\"].params.nz: block run.1 (p.c:8) has no parameter \"g->nz\"; it has: "
           "\"g->nx\", \"g->ny\"\n");
    assert_non_null(strstr(out, "bad.json:3: $.blocks.dgem: the program has no such block; did you mean \"dgemm\"?\n"));
    assert_non_null(strstr(out, "bad.json:1: $.blocks: no model of block dgemm, dgemm (p.c:20)\n"));
    assert_non_null(strstr(out, "bad.json:4: $.blocks[\"run.2\"].pieces[0].time: never applies: its condition is "
                                "always 0\n"));
    assert_non_null(strstr(out, "bad.json:5: $.blocks[\"run.2\"].pieces[2].time: never applies: piece 1 applies "
                                "always\n"));
    assert_non_null(strstr(out, "bad.json:6: $.learned[\"run:lop\"]: the program has no such learned hint; nearest "
                                "name: run:loop\n"));
    assert_non_null(
        strstr(out, "bad.json:7: $.learned[\"run:if\"].probability: hint run:if: \"3*)\" is no expression"));
    assert_non_null(strstr(out, "no model of the learned hint run:loop\n"));
    assert_non_null(strstr(out, "8 things are wrong with bad.json for heat\n"));
    assert_null(strstr(out, "not filled in"));
    expect("$BIN/bsim models check -q bad.json sk", 2, NULL);
    assert_string_equal(out, "");
    expect("sed 's/ \"dgem\":.*//; s/^ \"learned/\"other_blocks\": {\"time\": 0}, &/' bad.json > others.json; "
           "$BIN/bsim models check others.json sk",
           2, NULL);
    assert_null(strstr(out, "no model of block"));
    expect("$BIN/bsim models check platform.json sk", 2, "bsim: error: platform.json:1: $.schema");
    expect("$BIN/bsim models check nowhere.json sk", 2, "nowhere.json: cannot be read");
    expect("$BIN/bsim models check models.json models.json", 2, "$.schema");
}

static void test_show(void **state) {
    (void)state;
    expect("$BIN/bsim models show models.json", 0,
           "  block  what             error                  range               parameters              seconds\n"
           "  run.1  relax (p.c:8-9)  1.4 % (at most 6.0 %)  nx 16 to 256, ny 8  nx = g->nx, ny = g->ny  1e-9*nx*ny "
           "where nx <= 64, else 2e-9*nx*ny\n");
    assert_non_null(strstr(out, "p.c:12"));
    assert_non_null(strstr(out, "3e-06\n"));
    assert_non_null(strstr(out, "2*n\n"));
    expect("$BIN/bsim models show models.json run.2", 0, "run.2\n  what        p.c:12\n");
    assert_non_null(strstr(out, "  comment     by hand\n"));
    expect(
        "sed 's/\"comment\": \"by hand\"/\"cache\": {\"of\": \"2*rank\", \"size\": 3, \"slower\": 0.5}/' models.json "
        "> edge.json; $BIN/bsim models show edge.json run.2",
        0, "  cache       holds 3 of 2*rank; 50 % longer without it\n");
    expect("sed 's/\"slower\": 0.5/&, \"power\": 4/' edge.json > none.json; $BIN/bsim models show none.json run.2", 0,
           "  cache       holds half of 3 of 2*rank; 50 % longer without it\n");
    expect("$BIN/bsim models show models.json run:if", 0, "  value       0.5\n");
    expect("$BIN/bsim models show models.json rum.2", 2,
           "models.json:1: $.blocks: has no \"rum.2\", did you mean \"run.2\"?");
    expect("$BIN/bsim models show bad.json", 2, "is no expression");
    expect("$BIN/bsim models show sk/skeleton.json", 2, "$.schema");
}

/* In the other file run.1 takes twice the time up to nx = 64, and the same beyond. */
static void test_diff(void **state) {
    (void)state;
    expect("sed 's/\"1e-9\\*nx\\*ny\"/\"2e-9*nx*ny\"/; s/\"time\": 3e-6/\"time\": \"3e-6\"/; s/0.5/0.6/' models.json "
           "> other.json; $BIN/bsim models diff models.json other.json",
           0, NULL);
    assert_non_null(
        strstr(out, "  run.1            relax (p.c:8-9)         1         2         2  g->nx = 16, g->ny = 8\n"));
    assert_null(strstr(out, "run.2")); /* the same number */
    assert_non_null(strstr(out, "  run:if\n    A: 0.5\n    B: 0.6\n"));
    assert_non_null(strstr(out, "2 of 5 models differ\n"));
    expect("$BIN/bsim models diff models.json models.json", 0, "0 of 5 models differ\n");
    expect("sed 's/1e-9\\*m\\*k/2e-9*m*k/; s/\"run.2\"/\"run.3\"/' models.json > third.json; "
           "$BIN/bsim models diff models.json third.json",
           0, "no range of M is told");
    write_file("x.json",
               "{\"schema\": \"bsim-models/1\", \"blocks\": {\"b\": {\"params\": {\"n\": \"n\"}, \"time\": \"n\",\n"
               " \"fit\": {\"range\": {\"n\": [1, 9]}}}}}");
    assert_non_null(strstr(out, "only in A\n"));
    assert_non_null(strstr(out, "only in B\n"));
    expect("sed 's/\"time\": \"n\"/\"time\": \"3*n\"/; s/9/4/' x.json > y.json; $BIN/bsim models diff x.json y.json", 0,
           "        3         3         3  alike everywhere\n1 of 1 models differ\n");
    expect("$BIN/bsim models diff models.json nowhere.json", 2, "nowhere.json: cannot be read");
    expect("$BIN/bsim models diff models.json cut.json", 2, "cut.json:2");
}

static const char samples[] = "# bsim-samples/1; machine: m; rank 0 of 1;\n"
                              "block\tparams\tcount\ttypical_s\n"
                              "run.1\tg->nx=16,g->ny=8\t9\t1.3e-7\n"
                              "run.1\tg->nx=128,g->ny=8\t9\t2.1e-6\n"
                              "run.2\t\t9\t3.1e-6\n"
                              "run.7\t\t9\t3.1e-6\n";

static void test_plot(void **state) {
    (void)state;
    write_file("s.tsv", samples);
    expect("$BIN/bsim models plot models.json s.tsv -o plots", 0,
           "plots/index.html: 2 pictures\nrun.7 has samples and no model\n");
    expect("cd plots && ls && python3 -c 'import glob, xml.dom.minidom as x\n"
           "for f in sorted(glob.glob(\"*.svg\")): print(f, len(x.parse(f).getElementsByTagName(\"circle\")))'",
           0, "index.html\nrun.1.svg\nrun.2.svg\nrun.1.svg 4\nrun.2.svg 1\n");
    expect("cat plots/index.html", 0, "<img src=\"run.1.svg\"");
    assert_non_null(strstr(out, "1e-9*nx*ny where nx &lt;= 64, else 2e-9*nx*ny"));
    assert_non_null(strstr(out, "<p>Blocks that have samples and no model: run.7.</p>"));
    /* a pattern that the shell leaves alone, with the rank or without it */
    expect("mkdir many && cp s.tsv many/a.tsv.rank0 && { cat s.tsv; echo '#'; } > many/b.tsv.rank0 && "
           "$BIN/bsim models plot models.json 'many/*.tsv.rank*' -o plots && grep -o '<circle' plots/run.2.svg | wc -l",
           0, "2 pictures\nrun.7 has samples and no model\n");
    assert_non_null(strstr(out, "model\n2\n")); /* of both files */
    expect("$BIN/bsim models plot models.json 'many/*.tsv' -o plots && grep -o '<circle' plots/run.2.svg | wc -l", 0,
           "model\n2\n");
    expect("$BIN/bsim models plot models.json 'many/*.no' -o plots", 2, "many/*.no: there is no such file");
}

/* Held out at nx = 64: 1e-9 * 64 * 8 = 512 ns; measured 600 and, at 200, 4 us where the model says 3.2. */
static void test_plot_held_out(void **state) {
    (void)state;
    write_file("s.tsv", samples);
    write_file("held.tsv", "block\tparams\tcount\ttypical_s\nrun.1\tg->nx=64,g->ny=8\t9\t600e-9\n"
                           "run.1\tg->nx=200,g->ny=8\t9\t4e-6\nrun.1\tg->nx=16,g->ny=8\t9\t1.28e-7\n"
                           "run.9\t\t9\t1e-6\n");
    /* (600 - 512) / 650 = 13.5 %, (4000 - 3200) / 4050 = 19.8 %, 0 */
    expect(
        "$BIN/bsim models plot --held-out held.tsv models.json s.tsv -o held", 0,
        "run.1: 3 held-out points, off by 13.5 % (median), 19.8 % (greatest); 1 of them at parameters that the samples "
        "have too\n");
    assert_non_null(strstr(out, "run.9 has held-out samples, and no samples or no model: it is not drawn\n"));
    expect("grep -c 'class=\"ring\"' held/run.1.svg", 0, "4\n"); /* with that of the legend */
    expect("cat held/run.1.svg", 0, ">held out: off by 13.5 % (median), 19.8 % (greatest)<");
    assert_non_null(strstr(out, ">held out of the fit<"));
    expect("cat held/index.html", 0, "<th>held out, median</th>");
    assert_non_null(strstr(out, "<td>13.5 %</td><td>19.8 %</td></tr>"));
    expect("grep -c ring held/run.2.svg", 1, "0\n");
    expect("$BIN/bsim models plot --held-out nowhere models.json s.tsv -o held2", 2, "nowhere: there is no such file");
    write_file("version.tsv", "block\tparams\tcount\ttypical_s\nrun.1\tn=4\t9\t1.3e-7\n");
    expect("$BIN/bsim models plot --held-out version.tsv models.json s.tsv -o held2", 2,
           "the model of block run.1 has the parameter \"g->nx\", which the samples do not have");
    expect("ls held2", 2, NULL);
}

/* A curve for each of several ranks, nodes and kinds where the model gives other times. */
static void test_plot_of_ranks(void **state) {
    (void)state;
    write_file("s.tsv", samples);
    write_file("spots.json", "{\"schema\": \"bsim-models/1\", \"blocks\": {\n"
                             " \"run.1\": {\"params\": {\"nx\": \"g->nx\"}, \"time\": \"1e-8*nx\",\n"
                             "   \"by_kind\": {\"old\": {\"speed\": 0.5}}},\n"
                             " \"run.2\": {\"time\": \"1e-6*(1 + rank)\"}}}");
    expect("$BIN/bsim models plot spots.json s.tsv -o spots", 0, NULL);
    expect("grep -c 'class=\"curve\"' spots/run.1.svg", 0, "2\n");
    expect("cat spots/run.1.svg", 0, ">on kind old<");
    assert_non_null(strstr(out, ">rank 0, node 0<"));
    expect("grep -c 'class=\"curve\"' spots/run.2.svg", 0, "4\n");
    expect("cat spots/run.2.svg", 0, ">rank 64, node 64<");
    assert_null(strstr(out, "kind"));
    expect("cat spots/index.html", 0, "as on rank 0, alone on node 0");
    /* Where other parameters have colours, the further curves are dashed, and the picture says what they are. */
    expect("sed 's/1e-8\\*nx/1e-8*nx*ny*ranks_per_node/; s/\"nx\": /\"ny\": \"g->ny\", &/' spots.json > both.json; "
           "(cat s.tsv; printf 'run.1\\tg->nx=16,g->ny=9\\t9\\t1e-7\\n') > t.tsv; "
           "$BIN/bsim models plot both.json t.tsv -o both; cat both/run.1.svg",
           0, "solid: rank 0, alone on node 0; dashed: on kind old; 8 ranks on the node; 32 ranks on the node<");
    expect("grep 'class=\"curve\"' both/run.1.svg | grep -c dasharray", 0,
           "6\n"); /* two series; on 2 ranks it is as on old */
    /* A model that does not read it has one curve and no word. */
    expect("$BIN/bsim models plot models.json s.tsv -o plain; cat plain/*", 0, NULL);
    assert_null(strstr(out, "rank 0"));
}

static void test_plot_of_bad_samples(void **state) {
    (void)state;
    write_file("foreign.tsv", "block\tparams\tcount\ttypical_s\nother.1\tn=4\t9\t1.3e-7\n");
    expect("$BIN/bsim models plot models.json foreign.tsv -o none", 2,
           "models.json: $.blocks: has no model of any block of the samples (first: other.1); they are of another "
           "program");
    write_file("version.tsv", "block\tparams\tcount\ttypical_s\nrun.1\tn=4\t9\t1.3e-7\n");
    expect("$BIN/bsim models plot models.json version.tsv -o none", 2,
           "models.json:2: the model of block run.1 has the parameter \"g->nx\", which the samples do not have");
    expect("$BIN/bsim models plot models.json platform.json -o none", 2, "platform.json:1: is no file of samples");
    expect("$BIN/bsim models plot models.json nowhere -o none", 2, "nowhere: there is no such file");
    expect("$BIN/bsim models plot models.json s.tsv", 2, "-o DIR");
    expect("$BIN/bsim models plot models.json s.tsv -o s.tsv", 2, "s.tsv");
    expect("ls none", 2, NULL);
}

/* Samples and results name the program and what people know its blocks by. */
static void test_labels(void **state) {
    (void)state;
    expect("$BIN/bsim run -np 2 --platform platform.json --models models.json --json r.json ./p", 0,
           "heat on 2 ranks of ");
    assert_non_null(strstr(out, "run.1        relax (p.c:8-9)"));
    assert_non_null(strstr(out, "run.2        run.2 (p.c:12)")); /* a table without a label */
    expect("python3 -c 'import json; r = json.load(open(\"r.json\"))\n"
           "print(r[\"program\"], r[\"exe\"], [b[\"label\"] for b in r[\"blocks\"]])'",
           0, "heat ./p ['relax (p.c:8-9)', 'run.2 (p.c:12)']\n");
    /* Results of earlier versions have neither. */
    expect("python3 -c 'import json; r = json.load(open(\"r.json\")); del r[\"program\"]\n"
           "for b in r[\"blocks\"]: del b[\"label\"]\n"
           "json.dump(r, open(\"old.json\", \"w\"))' && $BIN/bsim report old.json",
           0, "p on 2 ranks of ");
    assert_non_null(strstr(out, "run.1        p.c:8 "));
    expect("$BIN/bsim sweep -np 2 --platform platform.json --vary network.latency=1us,2us ./p", 0,
           "heat on 2 ranks of ");
    expect("printf '# program: heat\\n# block: run.1\\tp.c:8\\trelax (p.c:8-9)\\n' > l.tsv; cat s.tsv l.tsv > n.tsv; "
           "$BIN/bsim fit n.tsv -o fitted.json && $BIN/bsim models show fitted.json",
           0, "run.1  relax (p.c:8-9)");
    expect("grep '\"place\"\\|\"program\"' fitted.json", 0, "\"program\": \"heat\"");
    assert_non_null(strstr(out, "\"place\": \"p.c:8\""));
}

/* Formulas that know rank and node, and noise that is more than a number. */
static void test_ranks_and_noise(void **state) {
    (void)state;
    write_file(
        "here.json",
        "{\"schema\": \"bsim-models/1\", \"blocks\": {\n"
        " \"run.1\": {\"params\": {\"nx\": \"g->nx\"}, \"time\": \"1e-9*nx\", \"noise\": {\n"
        "   \"execution\": {\"halfnormal\": 0.02}, \"run\": \"0.1/sqrt(nx)\",\n"
        "   \"node\": {\"two_speeds\": {\"probability\": 0.1, \"factor\": 1.5}}},\n"
        "   \"fit\": {\"range\": {\"nx\": [16, 64]}}},\n"
        " \"run.2\": {\"time\": \"1e-6*(1 + rank)\", \"noise\": {\"node\": {\"histogram\": [[1, 3], [2, 1]]}}},\n"
        " \"dgemm\": {\"time\": 1e-3, \"first\": {\"factor\": 2.5},\n"
        "   \"noise\": {\"execution\": {\"lognormal\": 0.3}}}},\n"
        " \"learned\": {\"run:loop\": {\"value\": \"10 + node\"}, \"run:if\": {\"probability\": 0.5}}}");
    expect("$BIN/bsim models check here.json sk", 0, "has a model for each");
    expect("$BIN/bsim models show here.json", 0, "1e-6*(1 + rank)\n");
    expect("$BIN/bsim models show here.json run.1", 0,
           "  noise       executions half-normal 2.0 %; runs 0.1/sqrt(nx); nodes factor 1.5 with probability 0.1\n");
    expect("$BIN/bsim models show here.json run.2", 0, "  noise       nodes drawn from 2 values\n");
    expect("$BIN/bsim models show here.json dgemm", 0, "  noise       executions 30.0 %\n");
    assert_non_null(strstr(out, "  first       2.5 times as long as later executions\n"));
    /* Equal on rank 0, and twice as long on the last of 256 ranks: 1 + 2 * 255 to 1 + 255. */
    expect(
        "sed 's/1 + rank/1 + 2*rank/; s/0.02/0.03/' here.json > there.json; $BIN/bsim models diff here.json there.json",
        0, "1     1.992     1.996  rank = 255, node = ");
    assert_non_null(strstr(out, "1 of 5 models differ\nthe noise differs of: run.1\n"));
    expect("sed 's/\"factor\": 2.5/\"time\": \"0.1*rank\"/' here.json > there.json;"
           "$BIN/bsim models diff here.json there.json",
           0, "0 of 5 models differ\nthe first execution differs of: dgemm\n");
    expect("sed 's/1 + rank/rank + 1/' here.json > there.json; $BIN/bsim models diff here.json there.json", 0,
           "0 of 5 models differ\n");
    assert_null(strstr(out, "noise"));
    expect("sed 's/halfnormal/half/; s/1 + rank/1 + ranks/; s/10 + node/10 + nodes/; s/\"lognormal\": 0.3/"
           "\"lognormal\": -0.3/' here.json > wrong.json; $BIN/bsim models check wrong.json sk",
           2, "4 things are wrong with wrong.json for heat\n");
    assert_non_null(strstr(out, "wrong.json:3: $.blocks[\"run.1\"].noise.execution.half: unknown key \"half\""));
    assert_non_null(strstr(out, "wrong.json:6: $.blocks[\"run.2\"].time: block run.2: \"1e-6*(1 + ranks)\" is no "
                                "expression"));
    assert_non_null(strstr(out, "wrong.json:8: $.blocks.dgemm.noise.execution.lognormal: is -0.3; accepted: a number "
                                "from 0 to 100"));
    assert_non_null(strstr(out, "wrong.json:9: $.learned[\"run:loop\"].value: hint run:loop: \"10 + nodes\""));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_usage),
                                       cmocka_unit_test(test_template_names_all),
                                       cmocka_unit_test(test_counts_are_filled_in),
                                       cmocka_unit_test(test_template_replaces_nothing),
                                       cmocka_unit_test(test_template_of_bad_skeletons),
                                       cmocka_unit_test(test_run_refuses_what_is_not_filled_in),
                                       cmocka_unit_test(test_check),
                                       cmocka_unit_test(test_models_of_another_program),
                                       cmocka_unit_test(test_what_is_missing_matters),
                                       cmocka_unit_test(test_check_transition),
                                       cmocka_unit_test(test_check_tells_all),
                                       cmocka_unit_test(test_show),
                                       cmocka_unit_test(test_diff),
                                       cmocka_unit_test(test_ranks_and_noise),
                                       cmocka_unit_test(test_plot),
                                       cmocka_unit_test(test_plot_held_out),
                                       cmocka_unit_test(test_plot_of_ranks),
                                       cmocka_unit_test(test_plot_of_bad_samples),
                                       cmocka_unit_test(test_labels)};
    return cmocka_run_group_tests(tests, set_up, remove_folder);
}
