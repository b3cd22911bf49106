/* perturb.c - delays at places of a program (bsim run --delay), and what bsim stability --perturb tells of them: of a
 * stencil, whose calls never depend on times, and of a farm, whose master takes the results as they come. */
#include "tests/unit/shell.h"

/* Each rank exchanges with its neighbours, calculates, and takes part in a reduction. */
static const char stencil[] =
    "#include <bsim/bsim.h>\n#include <mpi.h>\n"
    "const bsim_block_info bsim_blocks[] = {{\"main.1\", \"stencil.c\", 20, 20, 0, 0}, {\"main.2\", \"stencil.c\", 21, "
    "21, 0, 0}};\n"
    "const int bsim_nblocks = 2;\n"
    "int main(int argc, char **argv) {\n"
    "    int rank, size;\n"
    "    double x[2] = {0, 0}, mine = 1, most;\n"
    "    MPI_Init(&argc, &argv);\n"
    "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
    "    MPI_Comm_size(MPI_COMM_WORLD, &size);\n"
    "    int left = (rank + size - 1) % size, right = (rank + 1) % size;\n"
    "    for (int i = 0; i < 10; i++) {\n"
    "        MPI_Request r[4];\n"
    "        MPI_Irecv(&x[0], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &r[0]);\n"
    "        MPI_Irecv(&x[1], 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &r[1]);\n"
    "        MPI_Isend(&mine, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &r[2]);\n"
    "        MPI_Isend(&mine, 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &r[3]);\n"
    "        MPI_Waitall(4, r, MPI_STATUSES_IGNORE);\n"
    "        BSIM_Add_time(BSIM_cost(0) + 1e-6 * (10 + rank / 3.));\n"
    "        BSIM_Add_time(BSIM_cost(1) + 1e-7 / 3);\n"
    "        MPI_Allreduce(&x[0], &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);\n"
    "    }\n"
    "    MPI_Finalize();\n"
    "    return 0;\n"
    "}\n";

/* Rank 0 gives out tasks of unequal length, a new one to each rank that has sent a result. With an argument it reads
 * how many there are. */
static const char farm[] =
    "#include <bsim/bsim.h>\n#include <mpi.h>\n#include <stdio.h>\n"
    "int main(int argc, char **argv) {\n"
    "    int rank, size, tasks = 20, task;\n"
    "    MPI_Status s;\n"
    "    MPI_Init(&argc, &argv);\n"
    "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
    "    MPI_Comm_size(MPI_COMM_WORLD, &size);\n"
    "    if (argc > 1 && rank == 0 && scanf(\"%d\", &tasks) != 1) MPI_Abort(MPI_COMM_WORLD, 3);\n"
    "    for (int w = 1; rank == 0 && w < size; w++, tasks--)\n"
    "        MPI_Send(&tasks, 1, MPI_INT, w, 0, MPI_COMM_WORLD);\n"
    "    for (int running = size - 1; rank == 0 && running > 0;) {\n"
    "        MPI_Recv(&task, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &s);\n"
    "        task = tasks > 0 ? tasks-- : 0;\n"
    "        running -= task == 0;\n"
    "        MPI_Send(&task, 1, MPI_INT, s.MPI_SOURCE, 0, MPI_COMM_WORLD);\n"
    "    }\n"
    "    while (rank > 0) {\n"
    "        MPI_Recv(&task, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
    "        if (task == 0)\n"
    "            break;\n"
    "        BSIM_Add_time(1e-6 * (10 + task * 7 % 5));\n"
    "        MPI_Send(&task, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);\n"
    "    }\n"
    "    MPI_Finalize();\n"
    "    return 0;\n"
    "}\n";

/* In a session, without MPI_Init: a reduction, and calls that communicate with nobody. */
static const char session[] = "#include <mpi.h>\n"
                              "int main(void) {\n"
                              "    MPI_Session s;\n"
                              "    MPI_Group g;\n"
                              "    MPI_Comm comm;\n"
                              "    int one = 1, sum;\n"
                              "    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &s);\n"
                              "    MPI_Group_from_session_pset(s, \"mpi://WORLD\", &g);\n"
                              "    MPI_Comm_create_from_group(g, \"t\", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);\n"
                              "    MPI_Group_free(&g);\n"
                              "    for (int i = 0; i < 10; i++)\n"
                              "        MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);\n"
                              "    MPI_Comm_free(&comm);\n"
                              "    MPI_Session_finalize(&s);\n"
                              "    return 0;\n"
                              "}\n";

#define PERTURB "$BIN/bsim stability --perturb -np 4 --platform p.json "
#define RUN "$BIN/bsim run -q -np 4 --platform p.json "

static void expect_python(const char *script) {
    write_file("check.py", script);
    expect("python3 check.py", 0, NULL);
}

static void test_stable(void **state) {
    (void)state;
    expect(PERTURB "--json s.json ./stencil", 0, "stable under these delays: the calls of all 64 perturbations");
    expect(PERTURB "./stencil", 0, "full factorial: all combinations of 6 delays");
    expect_python(
        "import json\n"
        "r = json.load(open('s.json'))\n"
        "assert r['schema'] == 'bsim-stability/1' and r['stable'] and r['host']['runs'] == 2, r\n"
        "assert [p['place'] for p in r['places']] == ['block.main.1', 'block.main.2', 'call.stencil.c:21', 'rank.0', "
        "'rank.1', 'rank.2'], r['places']\n"
        "assert r['places'][0]['passed'] == 40\n"
        "assert len(r['perturbations']) == 64 and not any(p['rerun'] for p in r['perturbations'])\n");
}

/* Every perturbation has the bits of a run of its own with its delays; so has the trace of such a run, and a run on
 * two shards. */
static void test_bits(void **state) {
    (void)state;
    expect(PERTURB "--json b.json --place block.main.1=1.7us --place block.main.2@3=333ns --place "
                   "call.stencil.c:17=1.1us --place rank.2=77ns ./stencil",
           0, "stable");
    expect_python(
        "import json, os, subprocess\n"
        "r = json.load(open('b.json'))\n"
        "delays = ['block.main.1=1.7us', 'block.main.2@3=333ns', 'call.stencil.c:17=1.1us', 'rank.2=77ns']\n"
        "bsim = os.environ['BIN'] + '/bsim'\n"
        "def time(*command):\n"
        "    subprocess.run([bsim, *command, '-q', '--platform', 'p.json', '--json', 'one.json'], check=True) if "
        "command[:1] == ('simulate',) else subprocess.run([bsim, 'run', '-q', '-np', '4', '--platform', 'p.json', "
        "'--json', 'one.json', *command, './stencil'], check=True)\n"
        "    return json.load(open('one.json'))['predicted_time_s']\n"
        "times = set()\n"
        "for p in r['perturbations']:\n"
        "    given = [a for d in p['delayed'] for a in ('--delay', delays[d - 1])]\n"
        "    alone = time(*given)\n"
        "    assert alone == p['predicted_time_s'], (p, alone)\n"
        "    times.add(alone)\n"
        "assert len(times) > 8, times\n"
        "assert time('--shards', '2', *given) == alone\n"
        "assert time('--record', 'all.trace', *given) == alone\n"
        "assert time('simulate', 'all.trace') == alone\n");
    expect("$BIN/bsim sweep -np 4 --platform p.json --vary delay.rank.2=0,77ns --csv v.csv ./stencil && " RUN
           "--delay rank.2=77ns --json one.json ./stencil && python3 -c 'import json, csv\n"
           "t = json.load(open(\"one.json\"))[\"predicted_time_s\"]\n"
           "assert float(list(csv.reader(open(\"v.csv\")))[-1][1]) == t'",
           0, NULL);
}

/* The place of the receive from any source is told, and the distances are those of traces. */
static void test_unstable(void **state) {
    (void)state;
    expect(PERTURB "--json f.json --place rank.1=9us --place rank.3=5us ./farm", 1, "unstable: ");
    expect_python("import json\n"
                  "r = json.load(open('f.json'))\n"
                  "assert not r['stable'] and [c['at'] for c in r['choices']] == ['farm.c:14'], r['choices']\n"
                  "assert {c['at'] for c in r['calls']} >= {'farm.c:14', 'farm.c:17'}\n"
                  "assert r['perturbations'][0]['distance'] == 0\n"
                  "open('distance', 'w').write(str(r['perturbations'][3]['distance']))\n"
                  "assert r['perturbations'][3]['rerun'] and r['perturbations'][3]['distance'] > 0\n");
    expect(RUN "--record 0.trace ./farm && " RUN "--delay rank.1=9us --delay rank.3=5us --record 3.trace ./farm", 0,
           NULL);
    expect("$BIN/bsim stability 0.trace 3.trace | grep -q \"distance $(cat distance) of\"", 0, NULL);
    expect(PERTURB "--place rank.1=1ns --runs 2 ./farm", 0, "stable under these delays: the calls of all 2");
    /* Every run reads the whole input. */
    expect("echo 9 >in; " PERTURB "--place rank.1=9us --place rank.3=5us ./farm read <in", 1, "unstable: ");
}

/* Columns of a fraction are balanced, and its resolution is that which trying all products gives. */
static void test_fractions(void **state) {
    (void)state;
    expect("for r in 8 64; do for n in 4 7; do " PERTURB
           "--delay 1us --runs $r --json $r-$n.json $(for i in $(seq $n); do echo --place rank.$((i % 4))=${i}us | sed "
           "\"s/rank/block.main.$((i / 4 + 1))@/; s/@\\./@/\"; done) ./stencil >/dev/null || exit 1; done; done",
           0, NULL);
    expect_python(
        "import json, itertools, math\n"
        "known = {(8, 4): 4, (8, 7): 3, (64, 4): None, (64, 7): 7}\n"
        "for (r, n), wanted in known.items():\n"
        "    d = json.load(open(f'{r}-{n}.json'))\n"
        "    column = [[1 if i in p['delayed'] else -1 for p in d['perturbations']] for i in range(1, n + 1)]\n"
        "    product = lambda of: abs(sum(math.prod(column[i][k] for i in of) for k in range(len(column[0]))))\n"
        "    words = [size for size in range(1, n + 1) for of in itertools.combinations(range(n), size)\n"
        "             if product(of) == len(column[0])]\n"
        "    assert d['design']['resolution'] == wanted == (min(words) if words else None), (r, n, d['design'])\n"
        "    for g in d['design']['generators']:\n"
        "        sign, of = (-1 if g['product'][0] == '-' else 1), [int(f) - 1 for f in "
        "g['product'].lstrip('-').split('*')]\n"
        "        for k in range(len(column[0])):\n"
        "            assert column[g['place'] - 1][k] == sign * math.prod(column[i][k] for i in of)\n");
    expect(PERTURB "--runs 4 --delay 1us --place rank.0 --place rank.1 --place rank.2 --place rank.3 ./stencil", 2,
           "--runs 4: the effects of 4 places need");
}

/* Ten calls of a line are each delayed, and all ranks wait for the delayed one. */
static void test_sessions(void **state) {
    (void)state;
    expect("t() { " RUN "--json s.json $* ./session && python3 -c 'import json; d = json.load(open(\"s.json\"));"
           "print(d[\"predicted_time_s\"], d[\"warnings\"])'; }; "
           "plain=$(t) && line=$(t --delay call.session.c:12=1ms) && rank=$(t --delay rank.1=1ms) && "
           "echo \"$plain $line $rank\" >times",
           0, NULL);
    expect_python("import re\n"
                  "t = [float(x) for x in re.findall(r'[0-9.e-]+(?= \\[)', open('times').read())]\n"
                  "w = open('times').read().count('[]')\n"
                  "assert abs(t[1] - t[0] - 10e-3) < 1e-9 and t[2] - t[0] >= 10e-3 - 1e-9 and w == 3, (t, w)\n");
}

static void test_refused(void **state) {
    (void)state;
    expect(PERTURB "--place rank ./stencil", 2, "--place rank: \"rank\" is no place for a delay");
    expect(PERTURB "--place call.stencil.c ./stencil", 2, "write call.FILE:LINE");
    expect(PERTURB "--place rank.1=5 ./stencil", 2, "--place rank.1=5: \"5\" is a number without a unit");
    expect(PERTURB "--place rank.4 ./stencil", 2, "delay rank.4: there are 4 ranks, the last one is 3");
    expect(PERTURB "--place block.main.3 ./stencil", 2, "delay block.main.3: the program has no block of this name");
    expect(PERTURB "--place call.stencil.c:4 ./stencil", 2, "no rank passes call.stencil.c:4");
    expect(RUN "--delay call.stencil.c:4=1us ./stencil", 0, "delay call.stencil.c:4: no rank has passed this place");
    expect(RUN "--delay rank.1 ./stencil", 2, "--delay rank.1: write PLACE=TIME");
    expect(RUN "--record t.trace ./stencil; " PERTURB "t.trace", 2, "t.trace: is a trace");
}

static int set_up(void **state) {
    (void)state;
    if (!make_folder())
        return -1;
    write_file("p.json", "{\"schema\": \"bsim-platform/1\", \"name\": \"p\", \"nodes\": 4, \"cores_per_node\": 1,\n"
                         " \"network\": {\"model\": \"loggpo\", \"latency\": \"1us\", \"bandwidth\": \"1GB/s\"}}");
    write_file("stencil.c", stencil);
    write_file("farm.c", farm);
    write_file("session.c", session);
    return sh_or_tell("for p in stencil farm session; do $BIN/bsimcc -w -g -O1 $p.c -o $p || exit 1; done");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_stable),   cmocka_unit_test(test_bits),
                                       cmocka_unit_test(test_unstable), cmocka_unit_test(test_fractions),
                                       cmocka_unit_test(test_sessions), cmocka_unit_test(test_refused)};
    return cmocka_run_group_tests(tests, set_up, remove_folder);
}
