/* times.h - for unit tests of times that are derived by hand: their platform, and a run in several orders and shards.
 */
#ifndef TESTS_UNIT_TIMES_H
#define TESTS_UNIT_TIMES_H

#include "ranks.h"

/* L = 100 s in scenario 0, 200 s in scenario 1, ...; o_s = 7 s, o_r = 5 s, o' = 3 s, G = 2 s a byte; at most 10 bytes
 * are eager, with the model "simple" all. */
static inline void times_platform(struct bsim_platform *p, int nscen, const char *model) {
    bsim_platform_blank(p, nscen, model);
    struct bsim_link *links[] = {&p->inter, &p->intra};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < nscen; k++) {
            links[i]->latency_s[k] = 100 * (k + 1);
            links[i]->send_overhead_s[k] = 7;
            links[i]->recv_overhead_s[k] = 5;
            links[i]->control_overhead_s[k] = 3;
            links[i]->gap_s_per_byte[k] = 2;
            links[i]->eager_limit_bytes[k] = strcmp(model, "simple") == 0 ? HUGE_VAL : 10;
        }
}

/* The time at which each rank is now. */
#define CHECK_TIMES(rank, ...) CHECK_TIME(((const double[]){__VA_ARGS__})[rank])

/* A test that runs the function in several orders of the ranks, and in several threads. */
#define TEST_IN_ORDERS(name, np, platform)                                                                             \
    static void test_##name(void **state) {                                                                            \
        (void)state;                                                                                                   \
        for (unsigned order = 0; order < 6; order++) {                                                                 \
            ranks_disorder = order / 3 * 12345u;                                                                       \
            ranks_shards = (int)(order % 3) + 1;                                                                       \
            assert_runs(np, &platform, name);                                                                          \
        }                                                                                                              \
        ranks_disorder = 0;                                                                                            \
        ranks_shards = 1;                                                                                              \
    }

/* A function on 3 ranks that must end the run with this exit code and a message with all of these texts. */
struct refused {
    void (*body)(int rank);
    int code;
    const char *texts[3];
};

static inline void assert_refused(const struct refused *cases, size_t n, const struct bsim_platform *platform) {
    for (size_t i = 0; i < n; i++) {
        struct outcome out = run_ranks(3, platform, cases[i].body, NULL);
        for (int t = 0; t < 3; t++)
            if (out.code != cases[i].code || !strstr(out.err, cases[i].texts[t]))
                fail_msg("case %zu: exit code %d, no \"%s\": %s", i, out.code, cases[i].texts[t], out.err);
    }
}

#endif
