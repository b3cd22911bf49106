/* instrument_together.c - which executions an instrumented program keeps: those of the same numbers on all ranks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "bsim/instrument/together.c"

const bsim_block_info bsim_blocks[] = {{"solve", "a.c", 1, 1, 0, 0, 0, 0}};
const int bsim_nblocks = 1;

static int early = 3;
static double typical = 1e-3;

int bsim_early_of(int block) {
    (void)block;
    return early;
}

void bsim_table_summary_of_later(const struct bsim_samples *s, struct bsim_summary *out) {
    (void)s;
    *out = (struct bsim_summary){typical, typical, 0};
}

void bsim_samples_name(FILE *f, const char *name) {
    fputs(name, f);
}

/* The line of a rank with n executions, the k-th of which takes (1000 + k) us. */
static char *line_of(int n) {
    static struct bsim_samples s;
    char *text = NULL;
    size_t size;
    s.count = (uint64_t)n;
    for (int k = 0; k < n; k++)
        bsim_together_add(0, &s, 1e-3 + 1e-6 * k);
    FILE *f = open_memstream(&text, &size);
    bsim_together_write(f);
    fclose(f);
    if (blocks)
        free(blocks->of);
    free(blocks);
    blocks = NULL;
    return text;
}

/* Sets the numbers; checks the parts. Returns how many there are. */
static int numbers(const char *line, int *number) {
    static const char begin[] = "# together: solve\t";
    int n = 0, used;
    double part;
    assert_memory_equal(line, begin, sizeof begin - 1);
    for (line += sizeof begin - 1; sscanf(line, "%d:%lf%n", &number[n], &part, &used) == 2; line += used) {
        assert_true(number[n] >= early && (n == 0 || number[n] > number[n - 1]));
        assert_float_equal(part, 1 + 1e-3 * number[n], 1e-3 * (1 + number[n] / 1000.0));
        n++;
    }
    assert_string_equal(line, "\n");
    return n;
}

static void test_ranks_keep_the_same(void **state) {
    (void)state;
    int few[ROOM], many[ROOM];
    char *a = line_of(200), *b = line_of(5000);
    assert_int_equal(numbers(a, few), 197); /* all but the first ones */
    int n = numbers(b, many), both = 0;
    assert_in_range(n, ROOM / 4, ROOM);
    for (int i = 0; i < n; i++)
        both += many[i] < 200;
    for (int i = 0; i < n && many[i] < 200; i++) {
        int k = 0;
        while (few[k] != many[i])
            k++;
        assert_in_range(k, 0, 196);
    }
    assert_in_range(both, 1, 40);
    free(a);
    free(b);
}

static void test_what_tells_nothing(void **state) {
    (void)state;
    char *text = line_of(12); /* too few */
    assert_string_equal(text ? text : "", "");
    free(text);
    typical = 1e-6; /* too short */
    text = line_of(100);
    assert_string_equal(text, "");
    free(text);
    typical = 1e-3;
}

/* Whatever the number of ranks: they also tell how times change as the program goes on. */
static void test_one_rank(void **state) {
    (void)state;
    char *text = line_of(100);
    assert_int_equal(strncmp(text, "# together: solve\t", 18), 0);
    free(text);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ranks_keep_the_same),
        cmocka_unit_test(test_what_tells_nothing),
        cmocka_unit_test(test_one_rank),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
