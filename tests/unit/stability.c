/* stability.c - bsim stability: distances of runs of a program that receives from anybody. */
#include "tests/unit/shell.h"

/* Rank 0 receives six messages from anybody. Rank 1 sends at 0, 20 and 40 us, rank 2 at 10, 30 and 50 us, or as much
 * later as the argument says. */
static const char program[] =
    "#include <bsim/bsim.h>\n#include <lmpi/lmpi.h>\n#include <mpi.h>\n#include <stdlib.h>\n"
    "int main(int argc, char **argv) {\n"
    "    int rank, size, x = 0; MPI_Init(&argc, &argv); MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
    "    if (rank == 2) BSIM_Add_time(1e-6 * (10 + atoi(argv[1])));\n"
    "    for (int i = 0; i < (rank ? 3 : 6); i++) {\n"
    "        if (rank == 0) MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
    "        else { MPI_Send(&x, 1, MPI_INT, 0, 1, MPI_COMM_WORLD); BSIM_Add_time(20e-6); }\n"
    "    }\n    if (argc > 2 && rank == 1) MPI_Barrier(MPI_COMM_SELF);\n    MPI_Finalize();\n    return 0;\n}\n";

/* Sources: 1 2 1 2 1 2; 5 us later the same; 25 us later 1 1 2 1 2 2, with 1 1 2 2 2 or 1 2 1 2 2 in common: 5 of 6;
 * 100 us later 1 1 1 2 2 2, with 1 1 2 2 or the like: 4 of 6. */
static void test_distances(void **state) {
    (void)state;
    expect("for a in 0 5 25 100; do $BIN/bsim run -np 3 --platform p.json -q --record $a.trace ./p $a || exit 1; done",
           0, NULL);
    expect("$BIN/bsim stability 0.trace 5.trace", 0,
           "  5.trace: distance 0 of 15 calls (0 %), in 0 of 3 ranks\nstable in these 2 runs");
    expect("$BIN/bsim stability 0.trace 5.trace 25.trace 100.trace", 1,
           "    rank 0: 1 of 7 calls\n  25.trace: distance 1 of 15 calls (6.67 %), in 1 of 3 ranks\n"
           "    rank 0: 2 of 7 calls\n  100.trace: distance 2 of 15 calls (13.3 %), in 1 of 3 ranks\n"
           "unstable: 2 of 3 other runs make other calls than 0.trace");
    expect(
        "$BIN/bsim run -np 3 --platform p.json -q --record more.trace ./p 0 x; $BIN/bsim stability 0.trace more.trace",
        1, "    rank 1: 1 of 5 calls\n  more.trace: distance 1 of 16 calls");
    expect("$BIN/bsim stability 0.trace", 2, "takes at least two traces");
    expect("$BIN/bsim stability 0.trace no.trace", 2, "no.trace");
}

/* Mendes' examples: a stencil, whose neighbours are known, is stable; a master who takes the result of whichever worker
 * is ready first is not; and he is if he deals his tasks out in turn. */
static void test_stencil_and_master(void **state) {
    (void)state;
    expect("$BIN/bsimcc -O2 -g $APPS/farm/*.c -o farm && $BIN/bsimcc -O2 -g $APPS/heat2d/*.c -o heat -lm", 0, NULL);
    expect("$BIN/bsim stability --perturb -np 4 --platform p.json --place rank.1=3us --place rank.2=7us "
           "./heat -nx 64 -ny 64 -steps 20",
           0, "stable under these delays: the calls of all 4 perturbations are equal");
    expect("$BIN/bsim stability --perturb -np 4 --platform p.json --place rank.1=9us --place "
           "rank.3=25us ./farm -height 200",
           1, "unstable: ");
    assert_non_null(strstr(out, "farm.c:82"));
    expect("$BIN/bsim stability --perturb -np 4 --platform p.json --place rank.1=9us --place "
           "rank.3=25us ./farm -height 200 -deal 1",
           0, "stable under these delays: the calls of all 4 perturbations are equal");
}

static int set_up(void **state) {
    (void)state;
    char apps[4096];
    if (!getcwd(apps, sizeof apps - 32) || setenv("APPS", strcat(apps, "/benchmarks/apps"), 1) || !make_folder())
        return -1;
    write_file("p.json", "{\"schema\": \"bsim-platform/1\", \"name\": \"p\", \"nodes\": 4, \"cores_per_node\": 1,\n"
                         " \"network\": {\"model\": \"loggpo\", \"latency\": \"10us\", \"bandwidth\": \"1GB/s\"}}");
    write_file("p.c", program);
    return sh_or_tell("$BIN/bsimcc -w -g -O1 p.c -o p");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_distances), cmocka_unit_test(test_stencil_and_master)};
    return cmocka_run_group_tests(tests, set_up, remove_folder);
}
