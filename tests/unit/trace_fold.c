/* trace_fold.c - folded sequences derive what was folded, and loops become short. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/trace/trace_fold.h"

enum { MOST = 200000 };
static int32_t sequence[MOST], derived[MOST];
static size_t nderived;

static void derive(const struct bsim_fold_grammar *g, int rule) {
    for (int32_t i = g->first[rule]; i < g->first[rule + 1]; i++)
        for (int64_t k = 0; k < g->node[i].count && nderived < MOST; k++)
            if (g->node[i].symbol >= 0)
                derived[nderived++] = g->node[i].symbol;
            else
                derive(g, ~g->node[i].symbol);
}

/* Folds n symbols, checks what the grammar derives, and returns its number of nodes. */
static int fold(size_t n, const char *what) {
    struct bsim_fold *f = bsim_fold_new();
    struct bsim_fold_grammar g;
    for (size_t i = 0; i < n; i++)
        bsim_fold_add(f, sequence[i]);
    bsim_fold_end(f, &g);
    bsim_fold_free(f);
    nderived = 0;
    derive(&g, 0);
    if (nderived != n || memcmp(derived, sequence, n * sizeof *sequence) != 0)
        fail_msg("%s: %zu symbols derive others", what, n);
    int nodes = g.first[g.nrule];
    bsim_fold_grammar_free(&g);
    return nodes;
}

/* 10,000 rounds of 8 calls, of which two are equal neighbours: the loop is one node, its body 7. */
static void test_loop(void **state) {
    (void)state;
    static const int32_t body[] = {1, 2, 3, 4, 1, 5, 5, 6};
    size_t n = 0;
    for (int i = 0; i < 10000; i++)
        for (size_t k = 0; k < sizeof body / sizeof *body; k++)
            sequence[n++] = body[k];
    assert_in_range(fold(n, "loop"), 8, 12);
}

/* 100 rounds of one call and 50 inner rounds of two: two loops, and what is around them. */
static void test_nested(void **state) {
    (void)state;
    size_t n = 0;
    for (int i = 0; i < 100; i++) {
        sequence[n++] = 9;
        for (int k = 0; k < 50; k++) {
            sequence[n++] = 1;
            sequence[n++] = 2;
        }
    }
    assert_in_range(fold(n, "nested loops"), 5, 10);
}

static void test_few(void **state) {
    (void)state;
    assert_int_equal(fold(0, "nothing"), 0);
    sequence[0] = sequence[1] = 3;
    assert_int_equal(fold(1, "one"), 1);
    assert_int_equal(fold(2, "twice one"), 1);
}

/* Random sequences, half of them with copies of earlier parts. */
static void test_random(void **state) {
    (void)state;
    for (unsigned seed = 1; seed <= 4000; seed++) {
        srand(seed);
        size_t n = (size_t)rand() % (seed % 50 ? 80 : 5000), i = 0;
        int letters = 1 + rand() % 5;
        while (i < n)
            if (seed % 2 && i > 10 && rand() % 3 == 0) {
                size_t length = 1 + (size_t)rand() % 10, from = (size_t)rand() % (i - length + 1);
                for (int times = 1 + rand() % 5; times > 0; times--)
                    for (size_t k = 0; k < length && i < n; k++)
                        sequence[i++] = sequence[from + k];
            } else {
                sequence[i++] = rand() % letters;
            }
        char what[40];
        snprintf(what, sizeof what, "seed %u", seed);
        fold(n, what);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_loop), cmocka_unit_test(test_nested),
                                       cmocka_unit_test(test_few), cmocka_unit_test(test_random)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
