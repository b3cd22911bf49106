/* recording.c - parts of libbsim-record: which memory is looked at, and which clocks are read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <mpi.h>
#include <stdbool.h>
#include <string.h>
#include <time.h>

/* ---- memory, of which a part has been touched ---- */

static size_t touched_bytes;
static int looks;

static size_t counted_untouched(const void *begin, size_t bytes) {
    (void)begin;
    looks++;
    return bytes - touched_bytes;
}

static int size_of_byte(MPI_Datatype type, int *size) {
    (void)type;
    *size = 1;
    return MPI_SUCCESS;
}

#define bsim_untouched_bytes counted_untouched
#undef PMPI_Type_size
#define PMPI_Type_size size_of_byte
#include "lmpi/record/record_touch.c"
#undef bsim_untouched_bytes

enum { ROOM = 1 << 20 };
static char room[ROOM];

/* One receive into begin, as the wrappers tell it; then what it touches. */
static void receive(int function, const char *name, const char *roles, char *begin, size_t touches) {
    struct record_call call = {.function = function, .name = name, .roles = roles};
    call.arg[0] = (int64_t)(uintptr_t)begin;
    call.arg[1] = ROOM;
    call.arg[2] = MPI_BYTE;
    record_touch_begin(&call);
    touched_bytes += touches;
    record_touch_end();
}

#define RECV RECORD_Recv, "Recv", "rntpgcS"
#define IRECV RECORD_Irecv, "Irecv", "rntpgcR"

/* A buffer with more room than ever comes is looked at now and then, not at each receive. */
static void test_room(void **state) {
    (void)state;
    record_touch_start();
    receive(RECV, room, 20480);
    assert_true(record_touch_take() > 0);
    looks = 0;
    for (int i = 0; i < 1000; i++)
        receive(RECV, room, 0);
    assert_int_equal(record_touch_take(), 0);
    assert_in_range(looks, 10, 100);
    /* New memory is noticed again, and each time from then on. */
    for (int i = 0; i < 64; i++)
        receive(RECV, room, 4096);
    assert_true(record_touch_take() > 0);
    for (int i = 0; i < 8; i++) {
        receive(RECV, room, 4096);
        assert_true(record_touch_take() > 0);
    }
}

/* What a receive without blocking brings comes in later calls. The same buffer is one, however often it is given. */
static void test_begun(void **state) {
    (void)state;
    static char other[ROOM];
    struct record_call wait = {.function = RECORD_Wait, .name = "Wait", .roles = "RS"};
    touched_bytes = 0;
    for (int i = 0; i < 8; i++)
        receive(IRECV, other, 0);
    looks = 0;
    record_touch_begin(&wait);
    touched_bytes += 65536;
    record_touch_end();
    assert_true(record_touch_take() > 0);
    assert_int_equal(looks, 2);
    for (int i = 0; i < 300; i++) { /* then it is forgotten */
        record_touch_begin(&wait);
        record_touch_end();
    }
    looks = 0;
    record_touch_begin(&wait);
    record_touch_end();
    assert_int_equal(looks, 0);
}

/* ---- clocks ---- */

static int64_t day_ns = 1000000000, cpu_time_ns = 5000000, cpu_readings;

static void passes(int64_t of_day_ns, int64_t of_cpu_ns) {
    day_ns += of_day_ns;
    cpu_time_ns += of_cpu_ns;
}

static int told_time(clockid_t clock, struct timespec *t) {
    int64_t ns = clock == CLOCK_MONOTONIC ? day_ns : cpu_time_ns;
    cpu_readings += clock != CLOCK_MONOTONIC;
    *t = (struct timespec){ns / 1000000000, ns % 1000000000};
    return 0;
}

#define clock_gettime told_time
#include "lmpi/record/record_clock.c"
#undef clock_gettime

static int64_t gap(void) {
    int64_t entry_ns, ns = record_clock_gap(&entry_ns);
    assert_int_equal(entry_ns, day_ns);
    return ns;
}

/* With a core for each process the processor's clock is read for long gaps, and seldom else. */
static void test_cheap(void **state) {
    (void)state;
    record_clock_start(RECORD_CPU, true);
    record_clock_exit();
    cpu_readings = 0;
    for (int i = 0; i < 10000; i++) { /* gaps of 7 us, calls of 3 us */
        passes(7000, 7000);
        assert_int_equal(gap(), 7000);
        passes(3000, 3000);
        record_clock_exit();
    }
    assert_in_range(cpu_readings, 300, 340);
    passes(7000, 7000); /* then a gap of 5 ms, in which the process sleeps for 4 ms */
    passes(5000000, 1000000);
    assert_in_range(gap(), 1000000, 1010000);
    passes(2000000, 0); /* a call that waits without the processor does not lengthen the next gap */
    record_clock_exit();
    passes(400000, 400000);
    assert_int_equal(gap(), 400000);
}

/* With more processes than cores each gap is by the processor's clock; with `wall` none is. */
static void test_exact(void **state) {
    (void)state;
    record_clock_start(RECORD_CPU, false);
    record_clock_exit();
    passes(7000, 2000);
    assert_int_equal(gap(), 2000);
    record_clock_start(RECORD_WALL, true);
    record_clock_exit();
    passes(7000000, 2000);
    assert_int_equal(gap(), 7000000);
    record_clock_start(RECORD_NONE, true);
    int64_t entry_ns;
    assert_int_equal(record_clock_gap(&entry_ns), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_room),
        cmocka_unit_test(test_begun),
        cmocka_unit_test(test_cheap),
        cmocka_unit_test(test_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
