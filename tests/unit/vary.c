/* vary.c - the axes of bsim sweep, and files written aside. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bsim/cmd/vary.c" /* of the command, not in a library */
#include "bsim/base/output.h"

static struct vary make(const char *a, const char *b) {
    struct vary v = {0};
    struct bsim_error err = {0};
    if (!bsim_vary_add(&v, a, &err) || (b && !bsim_vary_add(&v, b, &err)))
        fail_msg("%s", err.text);
    return v;
}

static void test_range(void **state) {
    (void)state;
    struct vary v = make("network.latency=1us:100us:log:3", "speed=0.5,2");
    assert_int_equal(v.npoint, 6);
    assert_true(bsim_vary_value(&v, 0, 0) == 1e-6); /* the ends are exact */
    assert_true(bsim_vary_value(&v, 5, 0) == 100e-6);
    assert_float_equal(bsim_vary_value(&v, 2, 0), 10e-6, 1e-15);
    assert_true(bsim_vary_value(&v, 2, 1) == 0.5 && bsim_vary_value(&v, 3, 1) == 2); /* the last axis runs fastest */
    char label[200];
    assert_string_equal(bsim_vary_label(&v, 3, label, sizeof label), "network.latency=10.00 us, speed=2");
    bsim_vary_free(&v);
    v = make("network.bandwidth=1GB/s:3GB/s:lin:3", NULL);
    assert_float_equal(bsim_vary_value(&v, 1, 0), 2e9, 1);
    bsim_vary_free(&v);
}

static void refused(const char *text, const char *why) {
    struct vary v = {0};
    struct bsim_error err = {0};
    if (bsim_vary_add(&v, text, &err))
        fail_msg("--vary %s is accepted", text);
    if (strstr(err.text, why) == NULL)
        fail_msg("--vary %s: \"%s\" does not say \"%s\"", text, err.text, why);
    bsim_vary_free(&v);
}

static void test_bad(void **state) {
    (void)state;
    refused("network.latency", "KEY=a,b,c");
    refused("network.latency=", "KEY=a,b,c");
    refused("network.latncy=1us", "did you mean \"network.latency\"");
    refused("network.latency=1us,3GB/s", "is a rate, and not a time");
    refused("network.latency=1us:2us:log", "LOW:HIGH:log:N");
    refused("network.latency=1us:2us:exp:4", "LOW:HIGH:log:N");
    refused("network.latency=0:2us:log:4", "above 0");
    refused("network.latency=1us:2us:log:1", "N from 2");
    refused("nodes=2.5", "whole number");
    refused("speed=-1", "at least 0");
    refused("intra_node.sender_busy=0:2:lin:3", "at most 1");
}

static void test_output_keeps_the_old_file(void **state) {
    (void)state;
    char path[] = "/tmp/bsim-output-test.XXXXXX", text[16] = "";
    struct bsim_output out;
    struct bsim_error err = {0};
    close(mkstemp(path));
    assert_true(bsim_output_open(&out, path, &err));
    fputs("new", out.file);
    bsim_output_abandon(&out);
    assert_int_equal(access(path, F_OK), 0);
    FILE *f = fopen(path, "r");
    assert_int_equal(fread(text, 1, sizeof text, f), 0); /* as it was: empty */
    fclose(f);
    assert_true(bsim_output_open(&out, path, &err));
    fputs("new", out.file);
    assert_true(bsim_output_commit(&out, &err));
    f = fopen(path, "r");
    assert_int_equal(fread(text, 1, sizeof text, f), 3);
    fclose(f);
    unlink(path);
    assert_false(bsim_output_open(&out, "/nowhere/at/all", &err));
    assert_string_equal(err.path, "/nowhere/at/all");
}

static void test_doubles_read_back(void **state) {
    (void)state;
    char path[] = "/tmp/bsim-output-test.XXXXXX";
    struct bsim_error err = {0};
    double value = 0.1 + 0.2;
    close(mkstemp(path));
    json_t *json = json_real(value);
    assert_true(bsim_output_json(path, json, &err));
    json_decref(json);
    json = json_load_file(path, JSON_DECODE_ANY, NULL);
    assert_true(json_real_value(json) == value);
    json_decref(json);
    unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_range), cmocka_unit_test(test_bad),
                                       cmocka_unit_test(test_output_keeps_the_old_file),
                                       cmocka_unit_test(test_doubles_read_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
