/* trace_bytes.c - the bytes and the communicators of the calls of a trace: bsim trace info, diff and matrix. */
#include "tests/unit/shell.h"

static const char compare[] =
    "import collections, glob, re, sys\n"
    "want, calls, compared = collections.Counter(), collections.Counter(), 0\n"
    "for name in glob.glob('lines/*.tsv'):\n"
    "    for line in open(name):\n"
    "        function, _, _, n, _ = line.split('\\t')\n"
    "        want[function] += int(n)\n"
    "        calls[function] += 1\n"
    "for f, n, got in re.findall(r'^  (MPI_\\w+) +(\\d+) +(\\d+) ', open('info').read(), re.M):\n"
    "    if calls[f] == int(n) > 0:  # a persistent request has a line for each start\n"
    "        assert want[f] == int(got), (f, want[f], got)\n"
    "        compared += 1\n"
    "assert compared >= int(sys.argv[1]), compared\n";

/* Each function has the bytes of its lines in the communication trace, in programs that call all of them. */
static void test_as_lines(void **state) {
    (void)state;
    const struct {
        const char *name;
        int functions;
    } programs[] = {{"coll", 17}, {"icoll", 21}, {"inter", 33}, {"neighbours", 5}, {"p2p", 8}};
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        char command[1024];
        snprintf(command, sizeof command,
                 "rm -rf lines all.trace && $BIN/bsimcc -O1 -w -std=c11 -D_GNU_SOURCE $ROOT/tests/diff/%s.c -o all.sim "
                 "-lm &&"
                 "DIFF_OUT=. $BIN/bsim run -q -np 4 --platform $ROOT/tests/diff/platform.json --record all.trace"
                 " --comm-trace lines ./all.sim && $BIN/bsim trace info all.trace >info && python3 compare.py %d",
                 programs[i].name, programs[i].functions);
        expect(command, 0, NULL);
    }
}

/* Ranks 0 and 2, and 1 and 3; then all of them, 0 2 1 3; then the groups 0 and 2 1 3 again, from the merged one. */
static void test_inter(void **state) {
    (void)state;
    write_file(
        "inter.c",
        "#include <mpi.h>\n#define S MPI_STATUS_IGNORE\nint main(int argc, char **argv) {\n"
        "    int me, r, odd; char x[9]; MPI_Comm half, inter, twin, all, part, other;\n    MPI_Init(&argc, &argv);\n"
        "    MPI_Comm_rank(MPI_COMM_WORLD, &me); odd = me & 1;\n"
        "    MPI_Comm_split(MPI_COMM_WORLD, odd, me, &half);\n"
        "    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - odd, 5, &inter); MPI_Comm_dup(inter, &twin);\n"
        "    if (odd) MPI_Recv(x, 4, MPI_CHAR, me / 2, 0, twin, S);\n"
        "    else MPI_Send(x, 4, MPI_CHAR, me / 2, 0, twin);\n"
        "    MPI_Alltoall(x, 1, MPI_CHAR, x + 4, 1, MPI_CHAR, inter);\n"
        "    MPI_Intercomm_merge(inter, odd, &all); MPI_Comm_rank(all, &r);\n"
        "    if (r == 0) MPI_Send(x, 5, MPI_CHAR, 3, 0, all);\n    if (r == 3) MPI_Recv(x, 5, MPI_CHAR, 0, 0, all, "
        "S);\n"
        "    MPI_Comm_split(all, r > 0, r, &part);\n"
        "    MPI_Intercomm_create(part, 0, all, r > 0 ? 0 : 1, 6, &other);\n"
        "    if (r == 0) MPI_Send(x, 6, MPI_CHAR, 1, 0, other);\n    if (r == 2) MPI_Recv(x, 6, MPI_CHAR, 0, 0, other, "
        "S);\n"
        "    MPI_Finalize();\n    return 0;\n}\n");
    expect("mpicc -w -g inter.c -o inter && $BIN/bsim record -q -o inter.trace -- mpiexec -n 4 ./inter &&"
           "$BIN/bsim trace matrix inter.trace --csv m.csv && cat m.csv",
           0, "from,to,messages,bytes\n0,1,2,10\n0,3,1,5\n2,3,1,4\n");
    assert_null(strstr(out, "left out"));
    expect("$BIN/bsim trace info inter.trace | grep 'MPI_Alltoall  *4  *8 '", 0, NULL);
}

static int set_up(void **state) {
    char here[2048];
    (void)state;
    if (!make_folder() || getcwd(here, sizeof here) == NULL)
        return -1;
    setenv("ROOT", here, 1);
    write_file("compare.py", compare);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_as_lines), cmocka_unit_test(test_inter)};
    return cmocka_run_group_tests(tests, set_up, remove_folder);
}
