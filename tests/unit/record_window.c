/* record_window.c - bsim record --window from outside: which calls have times, on two ranks under the real MPICH, and
 * what bsim simulate predicts of the window of a trace that is made by hand. */
#include "tests/unit/replay_program.h"

#include "bsim/trace/trace.h"
#include "bsim/trace/trace_part.h"

#define WINDOW "$BIN/bsim record --window "

/* Latency 10 us; messages without data take nothing else. */
static const char platform[] =
    "{\"schema\": \"bsim-platform/1\", \"name\": \"test\", \"nodes\": 4, \"cores_per_node\": 1,\n"
    " \"network\": {\"model\": \"simple\", \"latency\": \"10us\", \"bandwidth\": \"1GB/s\"}}";

/* Twelve rounds of 4 ms of the processor, an MPI_Allreduce and an MPI_Barrier. In the third one MPI_Pcontrol opens, in
 * the fifth one it closes behind 3 ms more. */
static void build_rounds(void) {
    build("rounds",
          "    int all, i; struct timespec t; double end;\n"
          "#define NOW (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t), (double)t.tv_sec + 1e-9 * (double)t.tv_nsec)\n"
          "#define WORK(s) for (end = NOW + (s); NOW < end;)\n"
          "    for (i = 0; i < 12; i++) {\n"
          "        if (i == 2) { MPI_Pcontrol(0); MPI_Pcontrol(1); MPI_Pcontrol(2); MPI_Pcontrol(1); }\n"
          "        if (i == 4) { WORK(0.003); MPI_Pcontrol(0); MPI_Pcontrol(0); }\n"
          "        WORK(0.004);\n"
          "        MPI_Allreduce(&i, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);\n"
          "        MPI_Barrier(MPI_COMM_WORLD); }\n"
          "    if (n == 9) { MPI_Pcontrol(1); WORK(0.005); MPI_Pcontrol(0); }");
}

enum { CALLS = 25 };

/* The gaps of a rank of a trace, in ms, in gap[CALLS]. Calls outside of the window have none, but for the first one
 * behind it, and no time inside. */
static void open_window(struct bsim_trace *t, const char *name, int rank, double gap[CALLS]) {
    struct bsim_error err = {0};
    struct bsim_trace_cursor c;
    struct bsim_trace_event e;
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (!bsim_trace_open(t, path, &err))
        fail_msg("%s: %s", name, err.text);
    assert_int_equal(t->nevent[rank], CALLS);
    assert_non_null(t->window.what);
    const struct bsim_trace_window_rank *where = &t->window.rank[rank];
    bsim_trace_cursor_start(&c, t, rank);
    for (int i = 0; bsim_trace_next(&c, &e); i++) {
        bool is_in = where->first <= i && i < where->behind;
        gap[i] = 1e-6 * (double)e.gap_ns;
        if (!is_in && (e.inside_ns != 0 || (i != where->behind && e.gap_ns != 0)))
            fail_msg("%s: call %d is outside of the window, and has %g ms in front, %lld ns inside", name, i, gap[i],
                     (long long)e.inside_ns);
    }
    bsim_trace_cursor_end(&c);
}

static void expect_place(const char *name, int first, int behind, double calculation_ms) {
    for (int rank = 0; rank < 2; rank++) {
        struct bsim_trace t;
        double gap[CALLS], sum = 0;
        open_window(&t, name, rank, gap);
        if (t.window.rank[rank].first != first || t.window.rank[rank].behind != behind)
            fail_msg("%s: the window is at %lld to %lld", name, (long long)t.window.rank[rank].first,
                     (long long)t.window.rank[rank].behind);
        for (int i = 0; i < CALLS; i++)
            sum += gap[i];
        if (sum < 0.9 * calculation_ms || sum > calculation_ms + 3) /* a round more would be 4 ms */
            fail_msg("%s: rank %d calculates %g ms", name, rank, sum);
        bsim_trace_close(&t);
    }
}

/* Both calls that are named are in the window, the first one without what was calculated before it: 4 and 7 ms. */
static void test_calls(void **state) {
    (void)state;
    expect(WINDOW "MPI_Allreduce:3-5 -o calls.trace" MPIEXEC "./rounds", 0,
           "window MPI_Allreduce:3-5: 10 calls have times, the others neither calculation nor time\n"
           "    rank 0: calls 5 to 9\n");
    expect_place("calls.trace", 4, 9, 11);
    expect(WINDOW "MPI_Barrier:-2 -o head.trace" MPIEXEC "./rounds", 0, "calls 2 to 4");
    expect_place("head.trace", 1, 4, 4);
    expect(WINDOW "MPI_Allreduce:11- -o tail.trace" MPIEXEC "./rounds", 0, "calls 21 to 25");
    expect_place("tail.trace", 20, 25, 4);
    expect("$BIN/bsim trace info tail.trace && grep bsim-trace/3 tail.trace/trace.json", 0,
           "window MPI_Allreduce:11-: ");
}

/* What is calculated in front of MPI_Pcontrol(0) counts before the next call. */
static void test_pcontrol(void **state) {
    (void)state;
    struct bsim_trace t;
    double gap[CALLS];
    expect(WINDOW "pcontrol -o level.trace" MPIEXEC "./rounds", 0, "window pcontrol: 8 calls have times");
    expect_place("level.trace", 4, 8, 11);
    open_window(&t, "level.trace", 0, gap);
    assert_true(gap[8] >= 2.5 && gap[8] < 3.9);
    bsim_trace_close(&t);
    /* Opened once more in front of MPI_Finalize, where no call is: the whole from first to last. */
    expect(WINDOW "pcontrol -o twice.trace" MPIEXEC "./rounds 9", 0, "window pcontrol: 8 calls have times");
    expect_place("twice.trace", 4, 24, 16);
}

/* Behind each call it is later than 1 us: the window closes, or opens, behind the first one. */
static void test_time(void **state) {
    (void)state;
    expect(WINDOW "-1us -o first.trace" MPIEXEC "./rounds", 0, "calls 1 to 1\n");
    expect_place("first.trace", 0, 1, 4);
    expect(WINDOW "1us- -o rest.trace" MPIEXEC "./rounds", 0, "calls 2 to 25\n");
    expect_place("rest.trace", 1, 25, 47);
    /* Calls 2, 4, ... end behind 20 ms, 40 ms, ... or later: the window opens behind call 4 at the latest. */
    build("sleeps", "    for (int i = 0; i < 24; i++) { usleep(n * 1000); MPI_Barrier(MPI_COMM_WORLD); }");
    expect(WINDOW "70ms-370ms --clock wall -o part.trace" MPIEXEC "./sleeps 20", 0, "window 70ms-370ms: ");
    for (int rank = 0; rank < 2; rank++) {
        struct bsim_trace t;
        double gap[CALLS];
        open_window(&t, "part.trace", rank, gap);
        const struct bsim_trace_window_rank *where = &t.window.rank[rank];
        assert_in_range(where->first, 1, 4);
        assert_in_range(where->behind, where->first + 1, 19);
        for (int64_t i = where->first; i < where->behind; i++)
            assert_true(gap[i] >= 20);
        bsim_trace_close(&t);
    }
}

static void test_wrong(void **state) {
    (void)state;
    static const char *const wrong[][2] = {
        {"5", "is no window"},
        {"-", "is no window"},
        {"10-20", "is no window"},
        {"--5s", "is no window"},
        {"5s-5s", "its end is not behind its start"},
        {"3s-2000ms", "its end is not behind its start"},
        {"MPI_Send", "is no window of calls"},
        {"MPI_Send:-", "is no window of calls"},
        {"MPI_Send:0-2", "is no window of calls"},
        {"MPI_Send:1-2x", "is no window of calls"},
        {"MPI_Send:2-1", "its end is before its start"},
        {"MPI_Comm_rank:1-2", "MPI_Comm_rank is not among the functions whose calls are recorded"},
        {"MPI_Win_attach:1-2", "MPI_Win_attach is not among the functions whose calls are recorded"},
        {"MPI_Nothing:1-2", "MPI_Nothing is not among the functions whose calls are recorded"},
        {"MPI_Send_c:1-2", "MPI_Send_c is recorded as MPI_Send"},
        {"MPI_Startall:1-2", "MPI_Startall is recorded as MPI_Start"},
        {"1s-2s --partial", "--window and --partial do not go together"},
        {"1s-2s --clock none", "--window and --clock none do not go together"},
        {"1s-2s --times sites", "--window and --times sites do not go together"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char command[256];
        snprintf(command, sizeof command,
                 WINDOW "%s -o wrong.trace -- touch ran; test $? -eq 2 && ! ls ran wrong.trace*", wrong[i][0]);
        if (sh(command) != 0 || strstr(out, wrong[i][1]) == NULL || strstr(out, "cannot access 'ran'") == NULL)
            fail_msg("%s: no \"%s\" in:\n%s", command, wrong[i][1], out);
    }
    expect(WINDOW "1h-2h -o none.trace" MPIEXEC "./rounds", 2,
           "--window 1h-2h: no rank makes a call in it; the run had ");
    expect(WINDOW "MPI_Barrier:30- -o none.trace" MPIEXEC "./rounds", 2,
           "between MPI_Init and MPI_Finalize, and at most 12 such calls a rank");
    build("dies", "    MPI_Barrier(MPI_COMM_WORLD); _exit(3);");
    expect(WINDOW "MPI_Barrier:2- -o none.trace" MPIEXEC "./dies", 2,
           "no rank makes a call in it; the run was cut off, before MPI_Finalize");
    expect("ls | grep none", 1, NULL);
}

/* A replay has times where the recording has them, and ends where its content does. */
static void test_replay(void **state) {
    (void)state;
    if (getenv("BSIM_SANITIZE")) /* a library with a sanitizer cannot be loaded into a program that has none */
        skip();
    static const char check[] =
        "python3 -c 'import json, sys; v = json.load(open(\"v.json\")); g = v[\"calculation_ns\"];"
        "w = json.load(open(sys.argv[1] + \".trace/trace.json\"))[\"window\"][\"ranks\"][1];"
        "assert len(g) == 25 and v[\"replayed_calls\"] == int(sys.argv[2]), v;"
        "assert not any(g[:w[0]]) and not any(g[w[1] + 1:]), g;"
        "s = float(sys.argv[3]); assert 0.9 * s <= sum(g) * 1e-6 <= s + 3, sum(g)' ";
    static const char *const windows[][3] = {
        {"MPI_Allreduce:3-5", "9", "11"}, {"pcontrol", "25", "11"}, {"-1us", "1", "4"}, {"1us-", "25", "47"}};
    for (size_t i = 0; i < sizeof windows / sizeof *windows; i++) {
        char command[1200];
        snprintf(command, sizeof command, RECORD "kept.trace --window %s" MPIEXEC "./rounds", windows[i][0]);
        expect(command, 0, NULL);
        snprintf(command, sizeof command, "%s kept %s %s", check, windows[i][1], windows[i][2]);
        int left = 5, wrong;
        do { /* again, if something else has taken the processor */
            expect("$BIN/bsim replay --rank 1 -o v.json kept.trace -- ./rounds", 0, "rounds: rank 1 of 2 replayed: ");
            wrong = sh(command);
        } while (wrong && --left > 0);
        if (wrong)
            fail_msg("window %s: %s", windows[i][0], out);
        expect("$BIN/bsim simulate kept.trace --platform platform.json -q --replayed v.json --json r.json --cut 1000",
               0, "has times: calls before and behind it have no calculation");
        snprintf(command, sizeof command,
                 "python3 -c 'import json; r = json.load(open(\"r.json\")); w = r[\"window\"];"
                 "assert w[\"what\"] == \"%s\" and 0.9 * %se-3 <= w[\"time_s\"] <= r[\"predicted_time_s\"], w'",
                 windows[i][0], windows[i][2]);
        expect(command, 0, NULL);
    }
    expect("$BIN/bsim replay --group 0-1 kept.trace -- mpiexec -n 2 ./rounds", 2,
           "kept.trace: was recorded with --window, so that the logs of ranks end at different calls");
    expect("$BIN/bsim predict-by-replay --trace kept.trace --platform platform.json --measure -- ./rounds", 2,
           "kept.trace: has times of the window 1us- only");
    expect("$BIN/bsim predict-by-replay --trace kept.trace --platform platform.json -- ./rounds", 0,
           "warning: kept.trace: only the window 1us- has times");
    /* A window of times is at the calls of the recording, though the replay is ten times as fast. */
    expect(RECORD "slow.trace --window 70ms-370ms --clock wall" MPIEXEC "./sleeps 20", 0, NULL);
    expect("$BIN/bsim replay -q --rank 1 -o s.json slow.trace -- ./sleeps 2 && python3 -c 'import json;"
           "v = json.load(open(\"s.json\")); w = json.load(open(\"slow.trace/trace.json\"))[\"window\"][\"ranks\"][1];"
           "assert v[\"replayed_calls\"] == w[1], (v, w);"
           "assert [g > 0 for g in v[\"calculation_ns\"]] == [w[0] <= i < w[1] for i in range(25)], (v, w)'",
           0, NULL);
    /* Ranks whose windows are at other calls do not stand for each other. */
    expect("python3 -c 'import json; t = json.load(open(\"kept.trace/trace.json\")); t[\"window\"][\"ranks\"][0] = [0, "
           "25]; json.dump(t, open(\"kept.trace/trace.json\", \"w\"))' && $BIN/bsim simulate kept.trace --platform "
           "platform.json --cut 1000 --replayed v.json",
           2, "the window 1us- is at other calls of rank 0 than of rank 1, whose replay stands for it: replay rank 0");
}

/* ---- a trace that is made by hand ---- */

/* Rank 0 sends three messages without data, 0, 3 ms and 2 ms behind each other; rank 1 receives them, and calculates 1
 * ms before the second one. */
static bool make(void *data, int rank, const unsigned char **bytes, size_t *n, struct bsim_error *err) {
    static char *names[] = {"Send", "Recv", "Finalize"}, *roles[] = {"bntpgc", "rntpgcS", ""};
    static struct bsim_trace_part part;
    static const int64_t gap_ms[2][3] = {{0, 3, 2}, {0, 1, 0}};
    const struct bsim_trace_head head = {
        .nrank = 2, .program = "hand", .nfunction = 3, .function = names, .roles = roles};
    const int64_t args[] = {0, 0, 1 - 2 * rank, 7, 0};
    (void)data, (void)err;
    bsim_trace_part_start(&part, &head, rank);
    bsim_trace_part_type(&part, &(struct bsim_trace_type){0x4c00010d, 1, 1, true}); /* MPI_BYTE */
    for (int i = 0; i < 3; i++)
        bsim_trace_part_call(&part,
                             &(struct bsim_trace_event){
                                 .function = rank, .nargs = 5, .args = args, .gap_ns = 1000000 * gap_ms[rank][i]});
    bsim_trace_part_call(&part, &(struct bsim_trace_event){.function = 2});
    bsim_trace_part_complete(&part);
    *bytes = part.bytes.data;
    *n = part.bytes.n;
    return true;
}

static void write_hand(const char *name, int64_t first0, int64_t behind0, int64_t first1, int64_t behind1) {
    static char *const command[] = {"test", NULL};
    struct bsim_trace_window_rank rank[] = {{first0, behind0}, {first1, behind1}};
    const struct bsim_trace_window window = {.what = "by hand", .rank = rank};
    const struct bsim_trace_about about = {.argv = command, .clock = "cpu", .window = &window};
    struct bsim_error err = {0};
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (!bsim_trace_merge_source(&(struct bsim_trace_source){"parts", make, NULL}, path, &about, &err))
        fail_msg("%s", err.text);
}

/* The clock of rank 0 is 0, 3 and 5 ms in front of its sends. Rank 1 has the first message at 10 us, is ready for the
 * second one at 1.01 ms, has it at 3.01 ms, and the third one at 5.01 ms. */
static void test_by_hand(void **state) {
    (void)state;
    static const struct {
        int64_t first0, behind0, first1, behind1;
        const char *time_s;
    } cases[] = {
        {1, 3, 1, 3, "0.00501"}, /* rank 0 from 0 on, rank 1 until 5.01 ms */
        {-1, -1, 1, 2, "0.003"}, /* 10 us until 3.01 ms */
        {-1, -1, 1, 1, "0.001"}, /* no call, but the calculation before one: 10 us until 1.01 ms */
        {2, 4, 2, 2, "0.00200"}, /* rank 0 from 3 ms until 5 ms, its end; rank 1 at 3.01 ms */
        {2, 3, 1, 2, "0.00499"}, /* rank 1 from 10 us, rank 0 until 5 ms */
        {0, 4, 0, 4, "0.00501"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char command[700];
        write_hand("hand.trace", cases[i].first0, cases[i].behind0, cases[i].first1, cases[i].behind1);
        expect(
            "$BIN/bsim simulate hand.trace --platform platform.json --json r.json", 0,
            "warning: hand.trace: only the window by hand has times: calls before and behind it have no calculation");
        assert_non_null(strstr(out, "\n  of the window "));
        snprintf(command, sizeof command,
                 "python3 -c 'import json; r = json.load(open(\"r.json\"));"
                 "assert abs(r[\"window\"][\"time_s\"] - %s) < 1e-12, r[\"window\"];"
                 "assert abs(r[\"predicted_time_s\"] - 0.00501) < 1e-12, r'",
                 cases[i].time_s);
        expect(command, 0, NULL);
    }
    expect(
        "$BIN/bsim simulate hand.trace --platform platform.json -q --shards 2 --json s.json && python3 -c 'import json;"
        "a, b = (json.load(open(f))[\"window\"] for f in (\"r.json\", \"s.json\")); assert a == b, (a, b)'",
        0, NULL);
    /* Other readers tell it. */
    expect(
        "$BIN/bsim trace transform hand.trace --from platform.json --to platform.json -o new.trace 2>&1 && $BIN/bsim "
        "trace info new.trace",
        0, "warning: hand.trace: only the window by hand has times");
    assert_non_null(strstr(out, "\n  window by hand: 0 calls have times"));
    expect("$BIN/bsim trace export --to pftrace -o hand.pftrace hand.trace", 0, "only the window by hand has times");
    expect("$BIN/bsim sweep --platform platform.json --vary network.latency=1us,2us hand.trace", 0,
           "only the window by hand has times");
    /* The window goes with the times. */
    write_hand("hand.trace", -1, -1, 1, 2);
    write_hand("other.trace", 0, 1, 0, 1);
    expect(
        "$BIN/bsim simulate other.trace --times hand.trace --platform platform.json -q --json r.json && grep -A3 "
        "window "
        "r.json && python3 -c 'import json; assert abs(json.load(open(\"r.json\"))[\"window\"][\"time_s\"] - 0.003) < "
        "1e-12'",
        0, "warning: hand.trace: only the window by hand has times");
}

static void test_damaged(void **state) {
    (void)state;
    static const char *const damages[][2] = {
        {"t[\"schema\"] = \"bsim-trace/1\"", "bsim-trace/3"},
        {"t[\"schema\"] = \"bsim-trace/3\"; del t[\"window\"]", "bsim-trace/1"},
        {"t[\"window\"][\"ranks\"].pop()", "has 1 entries for 2 ranks"},
        {"t[\"window\"][\"ranks\"] = [None, None]", "tells of no rank where its window is"},
        {"t[\"window\"][\"ranks\"][1] = [2]", "must be null, or the first call in the window"},
        {"t[\"window\"][\"ranks\"][1] = [2, 1]", "window.ranks[1][1]"},
        {"t[\"window\"][\"ranks\"][1] = [-1, 1]", "window.ranks[1][0]"},
        {"t[\"window\"][\"ranks\"][1] = [1, 5]", "is damaged, or of another trace than trace.json"},
        {"t[\"window\"][\"calls\"] = 5", "window.calls"},
        {"t[\"window\"][\"more\"] = 5", "more"},
        {"t[\"window\"] = 5", "window"},
        {"del t[\"window\"][\"what\"]", "what"},
    };
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        char command[600];
        write_hand("bad.trace", 1, 3, 1, 3);
        snprintf(command, sizeof command,
                 "python3 -c 'import json; t = json.load(open(\"bad.trace/trace.json\")); %s;"
                 "json.dump(t, open(\"bad.trace/trace.json\", \"w\"))' && $BIN/bsim simulate bad.trace --platform "
                 "platform.json",
                 damages[i][0]);
        expect(command, 2, damages[i][1]);
    }
}

static int begin(void **state) {
    (void)state;
    if (make_folders() != 0)
        return -1;
    write_file("platform.json", platform);
    build_rounds();
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_calls),  cmocka_unit_test(test_pcontrol),
                                       cmocka_unit_test(test_time),   cmocka_unit_test(test_wrong),
                                       cmocka_unit_test(test_replay), cmocka_unit_test(test_by_hand),
                                       cmocka_unit_test(test_damaged)};
    return cmocka_run_group_tests(tests, begin, remove_folder);
}
