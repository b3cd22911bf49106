/* bench_kernels.c - tests of bsim bench --kernels without its measuring program: the list of kernels, sizes, times. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bsim/bench/kernels.h"

#define LIST                                                                                                           \
    "dgemm_\tcblas_dgemm dgemm\tm=64:1500,n=64:1500,k=64:1500\tany\tC = A B\tok\t/lib/libblas.so.3\n"                  \
    "fft\t\tn=64:1000000\tsmooth\ta transform\tok\t/lib/libfft.so\n"                                                   \
    "sort\t\tn=64:100\tany\tsorts\tmissing\tlibsort.so is not installed (package libsort1)\n"

static FILE *file_of(const char *text) {
    FILE *f = tmpfile();
    fputs(text, f);
    rewind(f);
    return f;
}

static bool list(struct bench_kernels *b, struct kernels_plan *plan, char **name, const char *text,
                 struct bsim_error *err) {
    FILE *f = file_of(text);
    *b = (struct bench_kernels){.plan = plan};
    *err = (struct bsim_error){0};
    plan->name = name;
    plan->program = "bsim-kernels";
    bool ok = bsim_kernels_list(b, f, err);
    fclose(f);
    return ok;
}

static void test_list(void **state) {
    (void)state;
    struct bench_kernels b;
    struct kernels_plan plan = {0};
    struct bsim_error err;
    char *none[] = {NULL}, *also[] = {"dgemm", NULL}, *gone[] = {"sort", NULL}, *wrong[] = {"dgem", NULL};
    assert_true(list(&b, &plan, none, LIST, &err));
    assert_int_equal(b.n, 2);
    assert_int_equal(b.nmissing, 1);
    assert_int_equal(b.kernel[0].space.naxis, 3);
    assert_string_equal(b.kernel[0].space.axis[2].name, "k");
    assert_true(b.kernel[1].smooth && !b.kernel[0].smooth);
    bsim_kernels_free(&b);
    assert_true(list(&b, &plan, also, LIST, &err)); /* another name of the same kernel */
    assert_int_equal(b.n, 1);
    assert_string_equal(b.kernel[0].name, "dgemm_");
    bsim_kernels_free(&b);
    assert_false(list(&b, &plan, gone, LIST, &err));
    assert_non_null(strstr(err.text, "package libsort1"));
    bsim_kernels_free(&b);
    assert_false(list(&b, &plan, wrong, LIST, &err));
    assert_non_null(strstr(err.text, "there are: dgemm_ fft sort"));
    bsim_kernels_free(&b);
    assert_false(list(&b, &plan, none, "", &err));
    bsim_kernels_free(&b);
    assert_false(list(&b, &plan, none, "dgemm_\tok\n", &err));
    bsim_kernels_free(&b);
    assert_true(bsim_bench_range(&plan.range, "n=100:200", &err) || !err.set);
    assert_true(list(&b, &plan, none, LIST, &err));
    assert_true(b.kernel[0].space.axis[1].low == 100 && b.kernel[0].space.axis[0].low == 64);
    bsim_kernels_free(&b);
}

static bool is_smooth(double x) {
    for (int f = 2; f <= 5; f++)
        while (fmod(x, f) == 0)
            x /= f;
    return x == 1;
}

static void test_sizes(void **state) {
    (void)state;
    struct bench_kernels b;
    struct kernels_plan plan = {0};
    struct bsim_error err;
    char *none[] = {NULL};
    assert_true(list(&b, &plan, none, LIST, &err));
    for (int i = 0; i < b.n; i++) {
        struct bench_kernel *k = &b.kernel[i];
        int held = 0;
        bsim_kernel_sizes(k, 1);
        for (int s = 0; s < k->nsize; s++) {
            held += k->size[s].held_out;
            for (int a = 0; a < k->space.naxis; a++) {
                const struct bench_axis *axis = &k->space.axis[a];
                assert_true(k->size[s].x[a] >= axis->low && k->size[s].x[a] <= axis->high);
                assert_true(!k->smooth || is_smooth(k->size[s].x[a]));
            }
            for (int t = 0; t < s; t++) /* no size tests a fit that has seen it */
                assert_int_not_equal(memcmp(k->size[s].x, k->size[t].x, sizeof k->size[s].x), 0);
        }
        /* Both kinds fill the first range evenly, and are denser in its upper part. */
        for (int kind = 0; kind < 2; kind++) {
            int part[5] = {0};
            for (int s = 0; s < k->nsize; s++)
                if (k->size[s].held_out == kind)
                    part[(int)(5 * fmin(bsim_bench_axis_place(&k->space.axis[0], k->size[s].x[0]), 0.999))]++;
            for (int p = 0; p < 5; p++)
                assert_in_range(part[p], kind ? 1 : 5, kind ? 12 : 40);
            assert_true(part[4] > part[1]);
        }
        assert_int_equal(held, i == 0 ? 24 : 14);
        assert_in_range(k->nsize - held, 40, 80);
    }
    bsim_kernels_free(&b);
}

/* Times of rounds that were disturbed count only if there are no others; a line that was cut counts for nothing. */
static void test_times(void **state) {
    (void)state;
    struct bench_kernels b;
    struct kernels_plan plan = {0};
    struct bsim_error err;
    char *fft[] = {"fft", NULL}, text[200];
    assert_true(list(&b, &plan, fft, LIST, &err));
    struct bench_kernel *k = &b.kernel[0];
    bsim_kernel_sizes(k, 1);
    struct kernel_size *first = &k->size[0], *second = &k->size[1];
    snprintf(text, sizeof text, "%.0f\t9e-6\t8e-6\n%.0f\t5e-6\n7\t1\n%.0f\t1e", first->x[0], second->x[0], first->x[0]);
    FILE *f = file_of(text);
    assert_int_equal(bsim_kernel_read(k, f, true), 2);
    fclose(f);
    assert_int_equal(first->n, 2);
    assert_true(bsim_kernel_summary(second).typical_s == 5e-6);
    snprintf(text, sizeof text, "%.0f\t1e-6\t2e-6\t3e-6\t4e-6\t5e-6\t6e-6\t7e-6\t1e-3\n", first->x[0]);
    f = file_of(text);
    assert_int_equal(bsim_kernel_read(k, f, false), 1);
    fclose(f);
    struct kernel_summary s = bsim_kernel_summary(first);
    assert_int_equal(s.n, 8);
    assert_true(fabs(s.typical_s - 4.5e-6) < 1e-12); /* of 3 to 6 us */
    assert_true(fabs(s.median_s - 4.5e-6) < 1e-12 && s.min_s == 1e-6 && s.max_s == 1e-3);
    assert_true(fabs(s.deviation_s - 3e-6 / 1.35) < 1e-12);
    assert_int_equal(bsim_kernel_summary(&k->size[2]).n, 0);
    bsim_kernels_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_list), cmocka_unit_test(test_sizes),
                                       cmocka_unit_test(test_times)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
