/* The queue of runnable ranks beside a plain list: random operations, with and without places, and two queues that
 * share their places. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "bsim/kernel/runnable.h"

enum { NP = 24, QUEUES = 2, TURNS = 200000 };

/* The last rank first. */
struct list {
    int32_t rank[NP];
    int n;
};

static void put(struct list *l, int at, int32_t rank) {
    memmove(l->rank + at + 1, l->rank + at, (size_t)(l->n++ - at) * sizeof *l->rank);
    l->rank[at] = rank;
}

static void drop(struct list *l, int at) {
    memmove(l->rank + at, l->rank + at + 1, (size_t)(--l->n - at) * sizeof *l->rank);
}

static uint32_t seed;
static int random_below(int n) {
    seed = seed * 1664525u + 1013904223u;
    return (int)((seed >> 8) % (uint32_t)n);
}

static void compare(const struct bsim_runnable *q, const struct list *l) {
    int n = 0;
    for (uint32_t i = q->head; i != q->tail; i++) {
        int32_t rank = q->ring[i & q->mask];
        if (rank != BSIM_RUNNABLE_HOLE)
            assert_int_equal(rank, l->rank[n++]);
    }
    assert_int_equal(n, l->n);
    assert_int_equal(bsim_runnable_count(q), l->n);
    assert_int_equal(bsim_runnable_any(q), l->n > 0);
    if (n > 0)
        assert_int_equal(bsim_runnable_next(q), l->rank[l->n - 1]);
}

/* A rank that is in no queue comes into this one, unless there is none. */
static void come(struct bsim_runnable *q, struct list *l, int *in) {
    int32_t rank = random_below(NP);
    if (in[rank])
        return;
    in[rank] = 1;
    bool last = random_below(3) == 0;
    put(l, last ? 0 : l->n, rank);
    if (last)
        bsim_runnable_add_last(q, rank);
    else
        bsim_runnable_add(q, rank);
}

static void run(uint32_t *places, uint32_t from) {
    struct bsim_runnable q[QUEUES];
    struct list l[QUEUES] = {0};
    int in[NP] = {0}, removed = 0, came_from_middle = 0;
    for (int i = 0; i < QUEUES; i++) {
        bsim_runnable_init(&q[i], NP, places);
        q[i].head = q[i].tail = from; /* indices run over */
    }
    for (int turn = 0; turn < TURNS; turn++) {
        int i = random_below(QUEUES), what = random_below(5);
        if (what < 2) {
            come(&q[i], &l[i], in);
        } else if (what == 2 && l[i].n > 0) {
            int32_t rank = bsim_runnable_take(&q[i]);
            assert_int_equal(rank, l[i].rank[l[i].n - 1]);
            drop(&l[i], l[i].n - 1);
            in[rank] = 0;
        } else if (places && l[i].n > 0) {
            int at = random_below(l[i].n);
            int32_t rank = l[i].rank[at];
            bsim_runnable_remove(&q[i], rank);
            removed++;
            came_from_middle += at > 0 && at < l[i].n - 1;
            drop(&l[i], at);
            in[rank] = 0;
        }
        compare(&q[i], &l[i]);
    }
    assert_true(!places || (removed > TURNS / 10 && came_from_middle > TURNS / 100));
    for (int i = 0; i < QUEUES; i++)
        bsim_runnable_fini(&q[i]);
}

static void without_places(void **state) {
    (void)state;
    run(NULL, 0);
    run(NULL, UINT32_MAX - 100);
}

static void with_places(void **state) {
    (void)state;
    uint32_t places[NP];
    run(places, 0);
    run(places, UINT32_MAX - 100);
}

/* A queue from whose middle ranks leave again and again, though it is never empty. */
static void holes_do_not_fill_it(void **state) {
    (void)state;
    struct bsim_runnable q;
    uint32_t places[NP];
    bsim_runnable_init(&q, NP, places);
    bsim_runnable_add(&q, 0);
    bsim_runnable_add(&q, 1);
    for (int turn = 0; turn < 100000; turn++) {
        int32_t rank = 2 + turn % 2;
        bsim_runnable_add(&q, rank);
        bsim_runnable_add(&q, 4 + turn % 2);
        bsim_runnable_remove(&q, rank);
        if (turn > 0)
            bsim_runnable_remove(&q, 5 - turn % 2);
        assert_int_equal(bsim_runnable_count(&q), 3);
        assert_int_equal(bsim_runnable_next(&q), 4 + turn % 2);
    }
    bsim_runnable_fini(&q);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(without_places), cmocka_unit_test(with_places),
                                       cmocka_unit_test(holes_do_not_fill_it)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
