/* instrument_time.c - a block from which the processor is taken counts its own time; one that waits, the wall's. The
 * first execution of a block stands beside the others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* libbsim-instrument but for its MPI and PAPI */
#include "bsim/instrument/counts.c"
#include "bsim/instrument/early.c"
#include "bsim/instrument/files.c"
#include "bsim/instrument/instrument.c"
#include "bsim/instrument/learn.c"
#include "bsim/instrument/processor.c"
#include "bsim/instrument/sequence.c"
#include "bsim/instrument/together.c"
#include "bsim/instrument/table.c"
#include "bsim/instrument/untouched.c"

static int64_t clock_ns(clockid_t id) {
    struct timespec t;
    clock_gettime(id, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

void bsim_timer_init(void) {}
static int64_t set_ns;   /* the time, while a test sets it */
static int64_t steps_ns; /* the clock goes in steps, and a reading takes 2.4 of them */
int64_t bsim_timer_ns(void) {
    if (steps_ns) {
        set_ns += steps_ns * 12 / 5;
        return set_ns / steps_ns * steps_ns;
    }
    return set_ns ? set_ns : clock_ns(CLOCK_MONOTONIC);
}
const char *bsim_timer_name(void) {
    return "CLOCK_MONOTONIC";
}
void bsim_mpi_world(int *rank, int *size) {
    *rank = 0;
    *size = 1;
}

double bsim_operators_s(void) {
    return 0;
}

void bsim_operators_write(FILE *f) {
    (void)f;
}

double bsim_mpi_ran_s(void) {
    return -1;
}

void bsim_threshold_write(FILE *f) {
    (void)f;
}

int bsim_mpi_busy_cores(void) {
    return 1;
}

/* Another process wants the same processor; the block computes for 0.1 s of processor time. */
static void test_taken(void **state) {
    (void)state;
    cpu_set_t all, one;
    double p[] = {1};
    assert_int_equal(sched_getaffinity(0, sizeof all, &all), 0);
    int cpu = 0;
    while (!CPU_ISSET(cpu, &all))
        cpu++;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    pid_t other = fork();
    if (other == 0) {
        alarm(20);
        for (volatile int i = 0;; i++)
            continue;
    }
    int64_t wall = clock_ns(CLOCK_MONOTONIC);
    bsim_block_begin(1, 1, p);
    int64_t end = clock_ns(CLOCK_THREAD_CPUTIME_ID) + 100000000;
    while (clock_ns(CLOCK_THREAD_CPUTIME_ID) < end)
        continue;
    BSIM_Block_end(1);
    wall = clock_ns(CLOCK_MONOTONIC) - wall;
    kill(other, SIGKILL);
    waitpid(other, NULL, 0);
    sched_setaffinity(0, sizeof all, &all);
    double seconds = bsim_table_find(1, 1, p, 0, NULL)->sum;
    print_message("wall %.3f s, block %.3f s\n", 1e-9 * (double)wall, seconds);
    assert_true(wall > 130000000); /* it was taken */
    assert_float_equal(seconds, 0.1, 0.02);
}

static void test_waits(void **state) {
    (void)state;
    double p[] = {2};
    bsim_block_begin(1, 1, p);
    struct timespec t = {0, 50000000};
    nanosleep(&t, NULL);
    BSIM_Block_end(1);
    assert_true(bsim_table_find(1, 1, p, 0, NULL)->sum >= 0.05);
}

/* Many short executions: not watched, still counted. */
static void test_short(void **state) {
    (void)state;
    double p[] = {3};
    for (int i = 0; i < 1000; i++) {
        bsim_block_begin(2, 1, p);
        BSIM_Block_end(2);
    }
    struct bsim_samples *s = bsim_table_find(2, 1, p, 0, NULL);
    assert_int_equal(s->count, 1000);
    assert_true(s->sum < 0.05);
}

static void run_block(int block, double param, long ns) {
    struct timespec t = {0, 1};
    set_ns = set_ns ? set_ns : clock_ns(CLOCK_MONOTONIC);
    bsim_block_begin(block, 1, &param);
    nanosleep(&t, NULL); /* it waits, so that the timer's time counts */
    set_ns += ns;
    BSIM_Block_end(block);
}

/* The block's first executions in the process have columns of its own, beside those of the later ones; the first one
 * with other parameters has none. */
static void test_first(void **state) {
    (void)state;
    static const char *const row[] = {"block70\tp1=1\t5\t", "block70\tp1=2\t2\t", "block71\tp1=1\t1\t"};
    char line[600];
    run_block(70, 1, 200000000);
    for (int i = 0; i < 4; i++)
        run_block(70, 1, 1000000);
    run_block(70, 2, 50000000);
    run_block(70, 2, 1000000);
    run_block(71, 1, 5000000);
    set_ns = 0;
    FILE *f = tmpfile();
    write_file(f, 0, 1);
    rewind(f);
    int found = 0;
    while (fgets(line, sizeof line, f)) {
        double mean, median, min, max, typical, deviation, first = -1, of = -1, later = -1, later_deviation = -1;
        for (int i = 0; i < 3; i++) {
            if (strncmp(line, row[i], strlen(row[i])) != 0)
                continue;
            int n = sscanf(line + strlen(row[i]), "%lf %lf %lf %lf %lf %lf %lf %lf %lf %lf", &mean, &median, &min, &max,
                           &typical, &deviation, &first, &of, &later, &later_deviation);
            found |= 1 << i;
            assert_int_equal(n, i == 0 ? 10 : i == 1 ? 6 : 8);
            if (i == 0) {
                assert_true(of == 1 && first == max && first > 0.19);
                assert_true(later > 0.0009 && later <= 0.001);
                assert_true(later <= 1.0001 * (5 * mean - first) / 4); /* without outliers */
            } else if (i == 2) {
                assert_true(first == mean && strstr(line, "\t\t\n"));
            }
        }
    }
    fclose(f);
    assert_int_equal(found, 7);
}

static unsigned long executions(int block, double param) {
    return (unsigned long)bsim_table_find(block, 1, &param, 0, NULL)->count;
}

/* A binary recursion, whose body is the block 80 and calls a function with the block 81. */
static int recurse(int n) {
    double p = n;
    bsim_block_begin(80, 1, &p);
    set_ns += 1000;
    if (n > 0)
        recurse(n - 1);
    run_block(81, n, 500);
    if (n > 0)
        recurse(n - 1);
    BSIM_Block_end(80);
    return bsim_block_again();
}

/* The outermost execution has the time of all: 1 + 2 + 4 + 8 + 16 functions of 1.5 us. The others, and other blocks
 * within it, are none of the skeleton's, and no samples. Behind it all are again. */
static void test_recursion(void **state) {
    (void)state;
    double p = 4;
    set_ns = clock_ns(CLOCK_MONOTONIC);
    assert_int_equal(recurse(4), 0);
    assert_int_equal(executions(80, 4), 1);
    assert_float_equal(bsim_table_find(80, 1, &p, 0, NULL)->sum, 31 * 1.5e-6, 1e-6);
    for (int n = 0; n < 4; n++)
        assert_int_equal(executions(80, n), 0);
    for (int n = 0; n <= 4; n++)
        assert_int_equal(executions(81, n), 0);
    run_block(81, 3, 500);
    recurse(2);
    set_ns = 0;
    assert_int_equal(executions(81, 3), 1);
    assert_int_equal(executions(80, 2), 1);
}

static jmp_buf out_of_block;

static __attribute__((noinline)) void leave_block(void) {
    double p = 1;
    bsim_block_begin(82, 1, &p);
    longjmp(out_of_block, 1);
}

static __attribute__((noinline)) void leave_deep(void) {
    char volatile space[4096] = {0};
    (void)space[0];
    leave_block();
}

/* A block that a jump has left has no end. What begins higher up in the stack is not within it. */
static void test_left_by_a_jump(void **state) {
    (void)state;
    if (setjmp(out_of_block) == 0)
        leave_deep();
    for (int i = 0; i < 3; i++)
        run_block(83, 7, 1000);
    set_ns = 0;
    assert_int_equal(executions(82, 1), 0);
    assert_int_equal(executions(83, 7), 3);
}

/* What a reading takes is known better than the steps of the clock. */
static void test_steps(void **state) {
    (void)state;
    steps_ns = 10;
    double cost_s = usual_cost(CALIBRATION, 0);
    steps_ns = set_ns = 0;
    assert_float_equal(cost_s, 24e-9, 2e-9);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_taken),     cmocka_unit_test(test_waits),
                                       cmocka_unit_test(test_short),     cmocka_unit_test(test_first),
                                       cmocka_unit_test(test_recursion), cmocka_unit_test(test_left_by_a_jump),
                                       cmocka_unit_test(test_steps)};
    int bad = cmocka_run_group_tests(tests, NULL, NULL);
    unsetenv("BSIM_SAMPLES");
    started = 0; /* nothing to write at the end */
    return bad;
}
