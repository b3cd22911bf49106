/* bench_process.c - runs of bsim bench leave no process behind: whether they end, take too long, or are interrupted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bsim/bench/host.h"
#include "bsim/bench/process.h"

static char folder[] = "/tmp/bsim-process-XXXXXX";

static struct bench_run_time run(const char *script, int copies, double limit_s, int *code) {
    struct bench_process p[4];
    struct bench_run_time time;
    struct bsim_error err = {0};
    char *argv[] = {"sh", "-c", (char *)script, NULL};
    static const char *const env[] = {"BSIM_TEST=7", NULL};
    for (int i = 0; i < copies; i++)
        p[i] = (struct bench_process){.argv = argv, .folder = folder, .env = env};
    if (!bsim_bench_processes_run(p, copies, limit_s, &time, &err))
        fail_msg("%s", err.text);
    *code = WIFEXITED(p[0].status) ? WEXITSTATUS(p[0].status) : 128 + WTERMSIG(p[0].status);
    errno = 0;
    assert_true(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD); /* no child, and no orphan that came to us */
    return time;
}

static void test_ends(void **state) {
    (void)state;
    int code;
    struct bench_run_time t = run("echo $BSIM_TEST > here; exit 5", 1, 10, &code);
    assert_true(code == 5 && !t.late);
    char path[200], text[16] = "";
    snprintf(path, sizeof path, "%s/here", folder);
    FILE *f = fopen(path, "r"); /* it ran in its folder, with the variable */
    assert_non_null(f);
    assert_string_equal(fgets(text, sizeof text, f), "7\n");
    fclose(f);
    unlink(path);
    run("kill -9 $$", 1, 10, &code);
    assert_int_equal(code, 128 + 9);
    t = run("i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done", 3, 60, &code); /* three copies at once */
    assert_true(code == 0 && t.cpu_s > 0.02);
}

/* Also processes in sessions of their own, whose parents have ended, and that ignore SIGTERM. */
static void test_late(void **state) {
    (void)state;
    int code;
    struct bench_run_time t = run(
        "trap '' TERM; setsid sh -c 'trap \"\" TERM; sleep 77 & sleep 77' & (sleep 77 &) ; sleep 77", 1, 0.3, &code);
    assert_true(t.late && t.wall_s >= 0.3 && t.wall_s < 5);
    t = run("(setsid sleep 77 &); exit 0", 1, 60, &code); /* what a run leaves is ended too */
    assert_true(code == 0 && !t.late);
}

static void test_signal(void **state) {
    (void)state;
    int code;
    assert_int_equal(bsim_bench_signal(), 0);
    struct bench_run_time t = run("kill -INT $PPID; setsid sleep 77 & sleep 77", 1, 60, &code);
    assert_true(bsim_bench_signal() == SIGINT && !t.late && t.wall_s < 30);
}

static void test_missing(void **state) {
    (void)state;
    char *argv[] = {"/nowhere/program", NULL};
    struct bench_process p = {.argv = argv, .folder = folder};
    struct bench_run_time time;
    struct bsim_error err = {0};
    assert_false(bsim_bench_processes_run(&p, 1, 1, &time, &err));
    assert_non_null(strstr(err.text, "/nowhere/program cannot be run"));
}

/* Processor time that is not the run's own is another process's. */
static void test_host(void **state) {
    (void)state;
    struct bench_watch w;
    struct bench_disturbance d;
    char text[200];
    bsim_bench_watch_begin(&w, 1);
    double until = bsim_bench_now() + 0.3;
    while (bsim_bench_now() < until)
        ;
    bsim_bench_watch_end(&w, 0, &d); /* this process itself stands for the other one */
    assert_true(d.any && d.other > 0.5);
    assert_non_null(strstr(bsim_bench_disturbance_text(&d, text, sizeof text), "other processes used"));
    bsim_bench_watch_begin(&w, 1);
    bsim_bench_watch_end(&w, 1e9, &d);
    assert_true(d.other == 0);
}

/* A run on two cores is compared with the best time of two cores, not with that of one. */
static void test_host_cores(void **state) {
    (void)state;
    static const int cores[] = {2, 1, 100, 2};
    for (int i = 0; i < 4; i++) {
        struct bench_watch w;
        struct bench_disturbance d;
        bsim_bench_watch_begin(&w, cores[i]);
        assert_int_equal(w.cores, cores[i]);
        assert_true(w.loop_s > 0);
        double was = w.loop_s;
        bsim_bench_watch_end(&w, 0, &d);
        assert_true(d.slower >= 0 && d.slower < 20);
        w.loop_s = 1e-9; /* better than ever before: the later loop counts, which is now no slower than the best */
        bsim_bench_watch_end(&w, 0, &d);
        assert_true(d.slower < 0 && was > w.loop_s);
    }
}

static int begin(void **state) {
    (void)state;
    bsim_bench_signals_begin();
    return mkdtemp(folder) == NULL;
}

static int end(void **state) {
    (void)state;
    char path[200];
    snprintf(path, sizeof path, "%s/stdout", folder);
    unlink(path);
    snprintf(path, sizeof path, "%s/stderr", folder);
    unlink(path);
    bsim_bench_signals_end();
    return rmdir(folder);
}

int main(void) {
    signal(SIGINT, SIG_DFL); /* scripts start what runs in the background with SIGINT ignored */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ends),       cmocka_unit_test(test_late),
        cmocka_unit_test(test_missing),    cmocka_unit_test(test_host),
        cmocka_unit_test(test_host_cores), cmocka_unit_test(test_signal)}; /* the last: the signal is remembered */
    return cmocka_run_group_tests(tests, begin, end);
}
