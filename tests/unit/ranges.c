/* ranges.c - the index of spans of bsim check against a list: random owners that come and go, and who meets a span. */
#include "lmpi/check/ranges.c" /* of libbsim-check, which only checked programs link */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { OWNERS = 300, MOST_SPANS = 200, STEPS = 20000, ADDRESSES = 5000 };

struct owner {
    check_span at[MOST_SPANS];
    check_spans spans;
    uint64_t number;
    bool is_in, met;
};
static struct owner owners[OWNERS];
static check_ranges ranges;

static unsigned next(unsigned below) {
    static uint64_t state = 1;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((state >> 33) % below);
}

static void fill(struct owner *o) {
    int n = next(8) ? 1 + (int)next(3) : 1 + (int)next(MOST_SPANS);
    uintptr_t begin = 1 + next(ADDRESSES);
    for (int i = 0; i < n; i++) {
        uintptr_t length = 1 + next(next(4) ? 4 : 100);
        o->at[i] = (check_span){begin, begin + length};
        begin += length + next(10);
    }
    o->spans = (check_spans){.at = o->at, .count = n};
}

static bool meets(const struct owner *o, check_span span) {
    for (int i = 0; i < o->spans.count; i++)
        if (o->at[i].begin < span.end && o->at[i].end > span.begin)
            return true;
    return false;
}

static bool meet(void *owner, void *left) {
    ((struct owner *)owner)->met = true;
    return --*(int *)left > 0;
}

/* All that meet a span are met, and nobody that has no memory between its first piece and its last one there. */
static void compare_with_list(check_span span) {
    int left = 1 << 30;
    for (int i = 0; i < OWNERS; i++)
        owners[i].met = false;
    lmpi_check_ranges_visit(&ranges, &(check_spans){.at = &span, .count = 1}, meet, &left);
    for (int i = 0; i < OWNERS; i++) {
        const struct owner *o = &owners[i];
        bool is_near = o->is_in && o->at[0].begin < span.end && o->at[o->spans.count - 1].end > span.begin;
        assert_true(o->met || !o->is_in || !meets(o, span));
        assert_true(!o->met || (o->spans.count <= PIECES ? o->is_in && meets(o, span) : is_near));
    }
}

static void test_against_list(void **unused) {
    (void)unused;
    uint64_t numbers = 0;
    for (int step = 0; step < STEPS; step++) {
        struct owner *o = &owners[next(OWNERS)];
        if (o->is_in) {
            lmpi_check_ranges_remove(&ranges, &o->spans, o->number);
        } else {
            if (o > owners && next(3) == 0) { /* often the same memory as another one */
                memcpy(o->at, o[-1].at, sizeof o->at);
                o->spans = (check_spans){.at = o->at, .count = o[-1].spans.count};
            } else {
                fill(o);
            }
            o->number = ++numbers;
            lmpi_check_ranges_add(&ranges, &o->spans, o->number, o);
        }
        o->is_in = !o->is_in && o->spans.count > 0;
        uintptr_t begin = 1 + next(ADDRESSES + 1000);
        compare_with_list((check_span){begin, begin + 1 + next(50)});
    }
    for (int i = 0; i < OWNERS; i++)
        if (owners[i].is_in)
            lmpi_check_ranges_remove(&ranges, &owners[i].spans, owners[i].number);
    assert_null(ranges.root);
}

/* Of owners with the same memory the newest is met first, and a visit ends when it wants to. */
static void test_newest_first(void **unused) {
    (void)unused;
    check_span span = {100, 104};
    const check_spans spans = {.at = &span, .count = 1};
    for (uint64_t i = 0; i < OWNERS; i++) {
        owners[i].met = false;
        lmpi_check_ranges_add(&ranges, &spans, i + 1, &owners[i]);
    }
    int left = 10;
    lmpi_check_ranges_visit(&ranges, &spans, meet, &left);
    for (int i = 0; i < OWNERS; i++)
        assert_int_equal(owners[i].met, i >= OWNERS - 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_against_list), cmocka_unit_test(test_newest_first)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
