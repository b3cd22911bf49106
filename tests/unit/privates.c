/* Static data of each rank: initial values, writes that others do not see, pointers within the image, big zero arrays
 * that cost nothing until they are touched. */
#include "ranks.h"

struct item {
    int value;
    struct item *next;
    int *number;
};

BSIM_PRIVATE static int counter = 7;
BSIM_PRIVATE static int numbers[4] = {10, 20, 30, 40};
extern struct item list[3];
/* Pointers to itself, into another object, one past its end, to nothing, to something shared. */
BSIM_PRIVATE struct item list[3] = {{1, &list[1], &numbers[1]}, {2, &list[2], numbers + 4}, {3, NULL, NULL}};
static const char shared_text[] = "shared";
BSIM_PRIVATE static const char *text = shared_text;
BSIM_PRIVATE static int *counter_at = &counter;
BSIM_PRIVATE static char big[16 << 20];
BSIM_PRIVATE static double after = 2.5;
BSIM_PRIVATE _Alignas(64) static double aligned = 3.5;

static struct bsim_platform platform;

static void values(int rank) {
    CHECK(BSIM_G(counter) == 7 && BSIM_G(after) == 2.5 && BSIM_G(text) == shared_text && BSIM_G(aligned) == 3.5);
    CHECK(((uintptr_t)&BSIM_G(aligned) & 63) == 0);
    BSIM_G(counter) += rank;
    BSIM_G(numbers)[1] = 100 + rank;
    BSIM_G(after) = rank;
    BSIM_G(big)[rank * 4096] = (char)(rank + 1);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(BSIM_G(counter) == 7 + rank && BSIM_G(after) == rank);
    CHECK(*BSIM_G(counter_at) == 7 + rank);
    const struct item *l = BSIM_G(list);
    CHECK(l[0].next == &BSIM_G(list)[1] && l[1].next == &BSIM_G(list)[2] && l[2].next == NULL);
    CHECK(*l[0].number == 100 + rank);
    CHECK(l[1].number == BSIM_G(numbers) + 4);
    for (int r = 0; r < bsim_context.np; r++)
        CHECK(BSIM_G(big)[r * 4096] == (r == rank ? rank + 1 : 0));
}

/* The image itself stays as it was. */
static void image_is_untouched(void) {
    check_(counter == 7 && list[0].next == &list[1] && numbers[1] == 20, "image", __FILE__, __LINE__);
    check_(bsim_private_offset != 0, "offset", __FILE__, __LINE__);
}

static void small_and_big(void **state) {
    (void)state;
    bsim_platform_blank(&platform, 1, "simple");
    struct outcome out = run_ranks(5, &platform, values, image_is_untouched);
    if (out.code)
        fail_msg("exit code %d: %s", out.code, out.err);
    bsim_platform_free(&platform);
}

static void nothing(int rank) {
    (void)rank;
}

static void memory_is_small(void) {
    unsigned long pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    check_(f && fscanf(f, "%*u %lu", &pages) == 1, "statm", __FILE__, __LINE__);
    check_(pages < 100000, "400 MB or more for 500 ranks of 16 MB each", __FILE__, __LINE__);
}

static void zeros_cost_nothing(void **state) {
    (void)state;
    bsim_platform_blank(&platform, 1, "simple");
    struct outcome out = run_ranks(500, &platform, nothing, memory_is_small);
    if (out.code)
        fail_msg("exit code %d: %s", out.code, out.err);
    bsim_platform_free(&platform);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(small_and_big), cmocka_unit_test(zeros_cost_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
