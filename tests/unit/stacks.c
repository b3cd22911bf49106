/* Stack overflow names the rank whose stack it is: also where there are more ranks than the system has mappings for
 * guards, in functions with arrays that are larger than a guard, overflows that do no harm at once. */
#include <sys/mman.h>

#include "bsim/base/alloc.h"
#include "ranks.h"

enum { MANY = 31000, WHO = 20001 };
static struct bsim_platform platform;

static int setup(void **state) {
    (void)state;
    bsim_context.nscen = 1;
    bsim_platform_blank(&platform, 1, "simple");
    return 0;
}

static int teardown(void **state) {
    (void)state;
    bsim_platform_free(&platform);
    return 0;
}

static int deep(volatile char *above, int n) {
    volatile char here[1000];
    here[0] = above[0];
    return n > 0 ? deep(here, n - 1) + here[0] : 0;
}

static void endless(int rank) {
    volatile char c = 0;
    calculate(2.5);
    if (rank == WHO)
        CHECK(deep(&c, 1 << 30) == 0);
}

/* Somewhat over the end, and back; then the others go on. */
static void and_back(int rank) {
    volatile char c = 0;
    calculate(2.5);
    if (rank == WHO)
        CHECK(deep(&c, (int)(bsim_fiber_stack_size() / 1000 + 10)) == 0);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void with_array(int rank) {
    volatile char array[(1 << 20) + (rank != WHO ? -(1 << 20) + 16 : 0)];
    array[0] = 1;
    calculate(2.5);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(array[0] == 1);
}

static void ends(int np, void (*body)(int), const char *text) {
    struct outcome out = run_ranks(np, &platform, body, bsim_crash_check_stacks);
    if (out.code != BSIM_EXIT_CRASH || !strstr(out.err, text) || !strstr(out.err, "stack overflow") ||
        !strstr(out.err, "--stack-size"))
        fail_msg("exit code %d: %s", out.code, out.err);
}

static void guarded(void **state) {
    (void)state;
    ends(WHO + 1, endless, "rank 20001 at 2.5 s (stacks.c:");
    ends(WHO + 1, and_back, "rank 20001 at 2.5 s (stacks.c:");
    ends(WHO + 1, with_array, "rank 20001 at 2.5 s (stacks.c:");
}

static bool has_marks(void) {
    enum { PAGE = 4096, GUARD_INSTALL = 102 };
    void *page = bsim_reserve(PAGE);
    bool has = madvise(page, PAGE, GUARD_INSTALL) == 0;
    bsim_unreserve(page, PAGE);
    return has;
}

/* The system marks guards in the page table: however many stacks there are, each has one. */
static void many_guarded(void **state) {
    (void)state;
#ifdef __SANITIZE_ADDRESS__
    skip(); /* its runtime has frames of its own, larger than these guards */
#endif
    if (!has_marks())
        skip();
    ends(MANY, endless, "rank 20001 at 2.5 s (stacks.c:");
    ends(MANY, and_back, "rank 20001 at 2.5 s (stacks.c:");
    ends(MANY, with_array, "rank 20001 at 2.5 s (stacks.c:");
}

static void guarded_by_mappings(void **state) {
    bsim_fiber_splits_mappings = true;
    guarded(state);
    bsim_fiber_splits_mappings = false;
}

static void not_guarded(void **state) {
    (void)state;
#ifdef __SANITIZE_ADDRESS__
    skip(); /* its runtime has frames of its own on the stack that has overflowed */
#endif
    bsim_fiber_splits_mappings = true;
    ends(MANY, endless, "rank 20001 at 2.5 s (stacks.c:");
    ends(MANY, and_back, "rank 20001 has");
    ends(MANY, with_array, "rank 20001 at 2.5 s (stacks.c:");
    bsim_fiber_splits_mappings = false;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(guarded), cmocka_unit_test(many_guarded),
                                       cmocka_unit_test(guarded_by_mappings), cmocka_unit_test(not_guarded)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
