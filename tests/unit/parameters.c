/* parameters.c - the file of bsim run --parameters: counts, ranges, a sample of vectors where there are too many, and
 * that it does not depend on which shard has executed what. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "bsim/cost/parameters.h"
#include "bsim/kernel/engine.h"

static const char *const names[] = {"n", "m"};
static const bsim_block_info blocks[] = {{"f.1", "a.c", 3, 4, 2, names, NULL, NULL},
                                         {"g.1", "a.c", 9, 9, 0, NULL, NULL, NULL}};

enum { VECTORS = 5000, ADDS = 3 * VECTORS };

/* The i-th execution: each of 5000 vectors three times. */
static void add(int i) {
    double v[2] = {i % VECTORS, (i * 7) % VECTORS % 100};
    bsim_parameters_add(0, 2, v);
    if (i % 5 == 0)
        bsim_parameters_add(1, 0, NULL);
}

static json_t *record(const char *path, int shards) {
    struct bsim_error err = {0};
    bsim_parameters_init(path, blocks, 2);
    for (int s = shards - 1; s >= 0; s--) { /* the first shard is the last to end */
        bsim_shard_number = s;
        bsim_parameters_shard_begin();
        for (int i = 0; i < ADDS; i++) {
            int k = shards == 1 ? i : ADDS - 1 - i; /* and another order */
            if (k % shards == s)
                add(k);
        }
        if (s > 0)
            bsim_parameters_shard_end();
    }
    assert_true(bsim_parameters_write(NULL, "exe", NULL, 4, &err));
    bsim_parameters_fini();
    return json_load_file(path, 0, NULL);
}

static void test_shards(void **state) {
    (void)state;
    char path[] = "/tmp/bsim-parameters-XXXXXX";
    close(mkstemp(path));
    json_t *one = record(path, 1), *three = record(path, 3), *seven = record(path, 7);
    unlink(path);
    assert_non_null(one);
    assert_true(json_equal(one, three) && json_equal(one, seven));
    const json_t *f = json_array_get(json_object_get(one, "blocks"), 0);
    const json_t *n = json_array_get(json_object_get(f, "parameters"), 0);
    assert_int_equal(json_integer_value(json_object_get(f, "calls")), ADDS);
    assert_int_equal(json_integer_value(json_object_get(n, "least")), 0);
    assert_int_equal(json_integer_value(json_object_get(n, "greatest")), VECTORS - 1);
    assert_true(json_is_false(json_object_get(f, "all_vectors")));
    const json_t *vectors = json_object_get(f, "vectors"), *v;
    size_t i, kept = json_array_size(vectors);
    assert_true(kept <= BSIM_PARAMETERS_KEPT && kept > BSIM_PARAMETERS_KEPT / 4);
    json_array_foreach(vectors, i, v) /* a vector that is kept has been counted from the start */
        assert_int_equal(json_integer_value(json_object_get(v, "calls")), 3);
    const json_t *g = json_array_get(json_object_get(one, "blocks"), 1);
    assert_int_equal(json_integer_value(json_object_get(g, "calls")), ADDS / 5);
    assert_true(json_is_true(json_object_get(g, "all_vectors")));
    assert_int_equal(json_array_size(json_object_get(g, "vectors")), 1);
    json_decref(one);
    json_decref(three);
    json_decref(seven);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_shards)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
