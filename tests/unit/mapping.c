/* mapping.c - on which node each rank is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/platform/platform.h"

/* A torus; each node has one core unless cores says more. */
static struct bsim_platform torus(int n, const int *size, int cores, const char *mapping) {
    struct bsim_platform p;
    struct bsim_error err = {0};
    char text[256];
    bsim_platform_blank(&p, 1, "simple");
    assert_true(bsim_topology_make(&p.topology, BSIM_TOPOLOGY_TORUS, n, size));
    p.nodes = (int)p.topology.nodes;
    p.cores_per_node = cores;
    int len = snprintf(text, sizeof text, "{\"mapping\": \"%s\"}", mapping);
    struct bsim_json *doc = bsim_json_parse("p.json", text, (size_t)len, &err);
    bsim_mapping_read(&p.mapping, bsim_jval_get(bsim_json_root(doc), "mapping"), NULL);
    if (err.set)
        fail_msg("%s", err.text);
    bsim_json_free(doc);
    return p;
}

static int32_t *place(const struct bsim_platform *p, int np) {
    struct bsim_error err = {0};
    int32_t *node = calloc((size_t)np, sizeof *node);
    if (!bsim_mapping_place(p, np, node, &err))
        fail_msg("%s", err.text);
    return node;
}

static void expect(int n, const int *size, int cores, const char *mapping, int np, const int32_t *want) {
    struct bsim_platform p = torus(n, size, cores, mapping);
    int32_t *node = place(&p, np);
    for (int r = 0; r < np; r++)
        if (node[r] != want[r])
            fail_msg("%s: rank %d is on node %d, not %d", mapping, r, node[r], want[r]);
    free(node);
    bsim_platform_free(&p);
}

/* A torus of 2x3, nodes y + 3 x. */
static void test_coordinates(void **state) {
    (void)state;
    const int size[] = {2, 3};
    expect(2, size, 2, "block", 12, (const int32_t[]){0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5});
    expect(2, size, 2, "coordinates:tyx", 12, (const int32_t[]){0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5});
    expect(2, size, 2, "cyclic", 12, (const int32_t[]){0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5});
    expect(2, size, 2, "coordinates:yxt", 12, (const int32_t[]){0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5});
    expect(2, size, 2, "coordinates:xty", 12, (const int32_t[]){0, 3, 0, 3, 1, 4, 1, 4, 2, 5, 2, 5});
}

/* Along both curves by hand, on 4x4 nodes of number y + 4 x. Morton: the bits x1 y1 x0 y0. Hilbert's curve of two
 * levels begins in (0,0) and ends in (3,0) or (0,3); each quadrant is a curve of one level. */
static void test_curves(void **state) {
    (void)state;
    const int size[] = {4, 4};
    expect(2, size, 1, "morton", 16, (const int32_t[]){0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15});
    expect(2, size, 2, "morton", 6, (const int32_t[]){0, 0, 1, 1, 4, 4});
    struct bsim_platform p = torus(2, size, 1, "hilbert");
    int32_t *node = place(&p, 16);
    assert_int_equal(node[0], 0);
    assert_true(node[15] == 3 || node[15] == 12);
    for (int quadrant = 0; quadrant < 4; quadrant++) /* four ranks of one quadrant follow each other */
        for (int i = 1; i < 4; i++) {
            int32_t a = node[4 * quadrant], b = node[4 * quadrant + i];
            assert_true(a / 8 == b / 8 && a % 4 / 2 == b % 4 / 2);
        }
    free(node);
    bsim_platform_free(&p);
}

/* Where all dimensions are one power of two, Hilbert's curve goes from neighbour to neighbour. On any torus each node
 * comes once. */
static void test_hilbert_goes_to_neighbours(void **state) {
    (void)state;
    static const int shapes[][5] = {{1, 16}, {2, 8, 8}, {3, 8, 8, 8}, {4, 4, 4, 4, 4}, {2, 3, 7}, {3, 5, 2, 9}};
    for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; s++) {
        int n = shapes[s][0];
        struct bsim_platform p = torus(n, shapes[s] + 1, 1, "hilbert");
        int32_t *node = place(&p, p.nodes), *seen = calloc((size_t)p.nodes, sizeof *seen);
        for (int r = 0; r < p.nodes; r++) {
            assert_int_equal(seen[node[r]]++, 0);
            if (r > 0 && s < 4)
                assert_int_equal(bsim_topology_hops(&p.topology, (uint32_t)node[r - 1], (uint32_t)node[r]), 1);
        }
        free(node);
        free(seen);
        bsim_platform_free(&p);
    }
}

static void test_random(void **state) {
    (void)state;
    const int size[] = {1000};
    struct bsim_platform a = torus(1, size, 4, "random:1"), b = torus(1, size, 4, "random:2");
    int32_t *x = place(&a, 400), *y = place(&b, 400), *z = place(&a, 400);
    int ranks[100] = {0}, moved = 0;
    for (int r = 0; r < 400; r++) {
        assert_in_range(x[r], 0, 99); /* the nodes that block uses */
        ranks[x[r]]++;
        moved += x[r] != r / 4;
        assert_int_equal(x[r], z[r]);
    }
    for (int i = 0; i < 100; i++)
        assert_int_equal(ranks[i], 4);
    assert_true(moved > 380); /* in the mean one in a hundred stays */
    assert_true(memcmp(x, y, 400 * sizeof *x) != 0);
    free(x);
    free(y);
    free(z);
    bsim_platform_free(&a);
    bsim_platform_free(&b);
}

static void refuse(const char *mapping, int np, const char *why) {
    const int size[] = {2, 3};
    struct bsim_platform p = torus(2, size, 2, mapping);
    struct bsim_error err = {0};
    int32_t node[64];
    if (bsim_mapping_place(&p, np, node, &err) || strstr(err.text, why) == NULL)
        fail_msg("%s: \"%s\" does not say \"%s\"", mapping, err.text, why);
    bsim_platform_free(&p);
}

/* The line of the list that bsim platform check refuses. */
static void expect_line(const char *mapping, int line) {
    const int size[] = {2, 3};
    struct bsim_platform p = torus(2, size, 2, mapping);
    struct bsim_error err = {0};
    assert_false(bsim_mapping_list_fits(&p, &err));
    assert_int_equal(err.line, line);
    bsim_platform_free(&p);
}

static void test_what_does_not_suit(void **state) {
    (void)state;
    const char *tmp = getenv("TMPDIR");
    char path[256], mapping[300];
    refuse("coordinates:tx", 4, "3 letters are needed");
    refuse("coordinates:txz", 4, "no dimension \"z\"");
    snprintf(path, sizeof path, "%s/bsim-mapping.XXXXXX", tmp ? tmp : "/tmp");
    int fd = mkstemp(path);
    FILE *f = fdopen(fd, "w");
    fputs("5,5 # two\n5 6\n", f);
    fclose(f);
    snprintf(mapping, sizeof mapping, "file:%s", path);
    refuse(mapping, 3, "more than 2 ranks on node 5");
    expect_line(mapping, 2);
    refuse(mapping, 5, "lists the nodes of 4 ranks; there are 5 ranks");
    remove(path);
    struct bsim_platform p;
    struct bsim_error err = {0};
    int32_t node[4];
    bsim_platform_blank(&p, 1, "simple");
    p.mapping.kind = BSIM_MAPPING_HILBERT;
    p.mapping.text = strdup("hilbert");
    assert_false(bsim_mapping_place(&p, 4, node, &err));
    assert_non_null(strstr(err.text, "needs a \"topology\""));
    bsim_platform_free(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_coordinates), cmocka_unit_test(test_curves),
                                       cmocka_unit_test(test_hilbert_goes_to_neighbours), cmocka_unit_test(test_random),
                                       cmocka_unit_test(test_what_does_not_suit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
