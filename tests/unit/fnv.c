/* fnv.c - bsim/base/fnv.h gives the hashes that its authors publish for FNV-1a of 64 bits. */
#include "bsim/base/fnv.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void published(void **state) {
    static const struct {
        const char *text;
        uint64_t hash;
    } known[] = {{"", UINT64_C(0xcbf29ce484222325)},
                 {"a", UINT64_C(0xaf63dc4c8601ec8c)},
                 {"foobar", UINT64_C(0x85944171f73967e8)},
                 {"\377", UINT64_C(0xaf64724c8602eb6e)}};
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_true(bsim_fnv_bytes(BSIM_FNV_START, known[i].text, strlen(known[i].text)) == known[i].hash);
}

/* Bytes that come in pieces, as of a file, have the hash of the whole. */
static void pieces(void **state) {
    (void)state;
    uint64_t hash = bsim_fnv_bytes(BSIM_FNV_START, "foo", 3);
    assert_true(bsim_fnv_bytes(hash, "bar", 3) == bsim_fnv_bytes(BSIM_FNV_START, "foobar", 6));
    assert_true(bsim_fnv_word(hash, 'b') == bsim_fnv_bytes(hash, "b", 1));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(published), cmocka_unit_test(pieces)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
