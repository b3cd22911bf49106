/* units.c - quantities as people write and read them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "bsim/base/units.h"

static void accepted(const char *text, enum bsim_unit unit, double expected) {
    double value = -1;
    if (!bsim_unit_parse(text, unit, &value))
        fail_msg("\"%s\" is not accepted", text);
    if (value != expected)
        fail_msg("\"%s\" is %.17g, not %.17g", text, value, expected);
}

static void rejected(const char *text, enum bsim_unit unit) {
    double value = -1;
    if (bsim_unit_parse(text, unit, &value))
        fail_msg("\"%s\" is accepted as %s: %g", text, bsim_unit_name(unit), value);
    assert_true(value == -1);
}

static void test_times(void **state) {
    (void)state;
    accepted("1.5us", BSIM_UNIT_TIME, 1.5e-6); /* equal to the literal, to the last bit */
    accepted("0.1 us", BSIM_UNIT_TIME, 0.1e-6);
    accepted("40µs", BSIM_UNIT_TIME, 40e-6);
    accepted("12ns", BSIM_UNIT_TIME, 12e-9);
    accepted("0", BSIM_UNIT_TIME, 0);
    accepted("0.0", BSIM_UNIT_RATE, 0);
    rejected("3", BSIM_UNIT_TIME);
    rejected("1e-6", BSIM_UNIT_TIME);
    rejected("1e10", BSIM_UNIT_RATE);
    accepted("2min", BSIM_UNIT_TIME, 120);
    rejected("3GB/s", BSIM_UNIT_TIME);
    rejected("3 KiB", BSIM_UNIT_TIME);
    rejected("us", BSIM_UNIT_TIME);
    rejected("", BSIM_UNIT_TIME);
    rejected("1.5us2", BSIM_UNIT_TIME);
    rejected("0x10", BSIM_UNIT_TIME);
    rejected("nan", BSIM_UNIT_TIME);
    rejected("inf s", BSIM_UNIT_TIME);
    rejected("1e999", BSIM_UNIT_TIME);
}

static void test_bytes_and_rates(void **state) {
    (void)state;
    accepted("64KiB", BSIM_UNIT_BYTES, 65536);
    accepted("64kB", BSIM_UNIT_BYTES, 64000);
    accepted("8", BSIM_UNIT_BYTES, 8);
    accepted("10GB/s", BSIM_UNIT_RATE, 10e9);
    accepted("10Gbit/s", BSIM_UNIT_RATE, 1.25e9);
    accepted("10 Gb/s", BSIM_UNIT_RATE, 1.25e9); /* b is bits, B is bytes */
    rejected("10GB", BSIM_UNIT_RATE);
    rejected("10GB/s", BSIM_UNIT_BYTES);
    rejected("64Kib", BSIM_UNIT_BYTES);
    rejected("2x", BSIM_UNIT_NONE);
    accepted("2", BSIM_UNIT_NONE, 2);
}

static void test_locale(void **state) {
    (void)state;
    if (setlocale(LC_ALL, "de_DE.UTF-8"))
        accepted("1.5us", BSIM_UNIT_TIME, 1.5e-6);
    setlocale(LC_ALL, "C");
    accepted("1.5us", BSIM_UNIT_TIME, 1.5e-6);
}

static void test_formats(void **state) {
    (void)state;
    char buf[24];
    assert_string_equal(bsim_format_time(buf, sizeof buf, 0), "0 s");
    assert_string_equal(bsim_format_time(buf, sizeof buf, -1e-17), "0 s"); /* rounding errors */
    assert_string_equal(bsim_format_time(buf, sizeof buf, 1.2344e-3), "1.234 ms");
    assert_string_equal(bsim_format_time(buf, sizeof buf, 12.344), "12.34 s");
    assert_string_equal(bsim_format_time(buf, sizeof buf, 999.96e-6), "1.000 ms"); /* rounds into the next prefix */
    assert_string_equal(bsim_format_time(buf, sizeof buf, 123.44e-9), "123.4 ns");
    assert_string_equal(bsim_format_time(buf, sizeof buf, -2e-6), "-2.000 us");
    assert_string_equal(bsim_format_time(buf, sizeof buf, 100000), "100000.0 s");
    assert_string_equal(bsim_format_bytes(buf, sizeof buf, 8), "8 B");
    assert_string_equal(bsim_format_bytes(buf, sizeof buf, 1500), "1.500 kB");
    assert_string_equal(bsim_format_rate(buf, sizeof buf, 1.25e9), "1.250 GB/s");
    assert_string_equal(bsim_format_count(buf, sizeof buf, 99999), "99999");
    assert_string_equal(bsim_format_count(buf, sizeof buf, 5.12e6), "5.120 M");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_times), cmocka_unit_test(test_bytes_and_rates),
                                       cmocka_unit_test(test_locale), cmocka_unit_test(test_formats)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
