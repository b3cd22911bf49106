/* trace_bytes.c - the bytes and the communicators of the calls of a trace: bsim trace info, diff and matrix. */
#include "tests/unit/shell.h"

#include "bsim/trace/trace.h"
#include "bsim/trace/trace_part.h"

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

/* A rank that sends more bytes than there are numbers for, twice in one call, and in the sum of two calls; and a call
 * of windows of which the trace does not tell a single argument. */
static bool make_huge(void *data, int rank, const unsigned char **bytes, size_t *n, struct bsim_error *err) {
    static char *names[] = {"Send", "Bsend", "Finalize", "Win_flush"}, *roles[] = {"bntpgc", "bntpgc", "", ""};
    static struct bsim_trace_part part;
    const struct bsim_trace_head head = {
        .nrank = 1, .program = "huge", .nfunction = 4, .function = names, .roles = roles};
    const int64_t send[] = {(int64_t)1 << 62, 0, 0, 7, 0}, half[] = {(int64_t)1 << 61, 0, 0, 7, 0};
    (void)data, (void)err;
    bsim_trace_part_start(&part, &head, rank);
    bsim_trace_part_type(&part, &(struct bsim_trace_type){0x4c00080b, 3, 3, true});
    for (int i = 0; i < 2; i++) {
        bsim_trace_part_call(&part, &(struct bsim_trace_event){.function = 0, .nargs = 5, .args = send});
        bsim_trace_part_call(&part, &(struct bsim_trace_event){.function = 1, .nargs = 5, .args = half});
    }
    bsim_trace_part_call(&part, &(struct bsim_trace_event){.function = 3});
    bsim_trace_part_call(&part, &(struct bsim_trace_event){.function = 2});
    bsim_trace_part_complete(&part);
    *bytes = part.bytes.data;
    *n = part.bytes.n;
    return true;
}

static void test_huge(void **state) {
    static char *const command[] = {"test", NULL};
    const struct bsim_trace_about about = {.argv = command, .clock = "cpu"};
    struct bsim_error err = {0};
    char path[512];
    (void)state;
    snprintf(path, sizeof path, "%s/huge.trace", folder);
    if (!bsim_trace_merge_source(&(struct bsim_trace_source){"parts", make_huge, NULL}, path, &about, &err))
        fail_msg("%s", err.text);
    expect("$BIN/bsim trace info huge.trace | grep 'MPI_Send  *2  *9223372036854775807 '", 0, NULL);
    expect("$BIN/bsim trace info huge.trace | grep 'MPI_Bsend  *2  *9223372036854775807 '", 0, NULL);
    expect("$BIN/bsim trace diff huge.trace huge.trace", 0, NULL);
    expect("$BIN/bsim trace matrix huge.trace --csv huge.csv", 0, NULL);
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_as_lines), cmocka_unit_test(test_inter),
                                       cmocka_unit_test(test_huge)};
    return cmocka_run_group_tests(tests, set_up, remove_folder);
}
