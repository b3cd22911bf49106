/* gather.c - at the end of a run on several hosts, what each has counted goes to host 0, which then has what a single
 * process has: clocks of ranks, times by block and call site, totals, and an example of a message that nobody received.
 */
#include <stdio.h>

#include "lmpi/core/hosts.h"
#include "lmpi/hosts/letter.h"
#include "bsim/cost/rest.h"
#include "bsim/stat/traffic.h"

static char *example; /* of the lowest host that has one */
static size_t example_size;

static void put_ranks(lmpi_letter *l) {
    for (int r = bsim_context.own_first; r < bsim_context.own_end; r++) {
        lmpi_put_times(l, bsim_clock(r));
        LMPI_PUT(l, bsim_rank_of(r)->calc_s);
        LMPI_PUT(l, bsim_rank_of(r)->wait_s);
        if (bsim_rest_s)
            LMPI_PUT(l, bsim_rest_s[r]);
    }
}

static void take_ranks(lmpi_letter *l, int first, int end) {
    for (int r = first; r < end; r++) {
        lmpi_take_times(l, bsim_clock(r));
        LMPI_TAKE(l, bsim_rank_of(r)->calc_s);
        LMPI_TAKE(l, bsim_rank_of(r)->wait_s);
        if (bsim_rest_s)
            LMPI_TAKE(l, bsim_rest_s[r]);
    }
}

static void take_blocks(lmpi_letter *l) {
    for (int i = 0; i < bsim_run.nblocks; i++) {
        struct bsim_block_stat s;
        LMPI_TAKE(l, s);
        bsim_block_stat_join(&bsim_block_stats[i], &s);
    }
}

static void put_sites(lmpi_letter *l) {
    uint32_t n = 0;
    for (uintptr_t i = 0; i <= bsim_site_mask; i++)
        n += bsim_site_slots[i].address != NULL;
    LMPI_PUT(l, n);
    for (uintptr_t i = 0; i <= bsim_site_mask; i++) {
        const struct bsim_site *s = bsim_site_slots[i].site;
        if (!bsim_site_slots[i].address)
            continue;
        lmpi_put_site(l, s);
        lmpi_put(l, s, sizeof *s);
    }
}

static void take_sites(lmpi_letter *l) {
    uint32_t n;
    LMPI_TAKE(l, n);
    for (; n > 0; n--) {
        struct bsim_site from, *to = lmpi_take_site(l);
        LMPI_TAKE(l, from);
        to->calls += from.calls;
        to->messages += from.messages;
        to->bytes += from.bytes;
        to->open += from.open;
        bsim_time_join(&to->comm, from.comm);
        bsim_time_join(&to->wait, from.wait);
        bsim_time_join(&to->touch, from.touch);
        bsim_time_join(&to->first, from.first);
        bsim_time_join(&to->combine, from.combine);
    }
}

/* A rank's messages are counted where they are sent, whatever the host of their receiver. */
static void put_traffic(lmpi_letter *l) {
    if (bsim_traffic)
        lmpi_put(l, bsim_traffic, (size_t)bsim_context.np * sizeof *bsim_traffic);
}

static void take_traffic(lmpi_letter *l) {
    for (int r = 0; bsim_traffic && r < bsim_context.np; r++) {
        struct bsim_traffic t;
        LMPI_TAKE(l, t);
        for (int near = 0; near < 2; near++) {
            bsim_traffic[r].sent[near] += t.sent[near];
            bsim_traffic[r].received[near] += t.received[near];
        }
    }
}

static void put_totals(lmpi_letter *l) {
    LMPI_PUT(l, bsim_run.messages);
    LMPI_PUT(l, bsim_run.bytes);
    LMPI_PUT(l, bsim_run.collectives);
    LMPI_PUT(l, bsim_run.unreceived_messages);
    for (int k = 0; k < bsim_context.nscen; k++) {
        const struct bsim_site *site = bsim_run.diverged_site[k];
        LMPI_PUT(l, bsim_run.diverged[k]);
        lmpi_put_place(l, site ? site->address : NULL);
    }
}

static void take_totals(lmpi_letter *l) {
    uint64_t messages, bytes, collectives, unreceived;
    LMPI_TAKE(l, messages);
    LMPI_TAKE(l, bytes);
    LMPI_TAKE(l, collectives);
    LMPI_TAKE(l, unreceived);
    bsim_run.messages += messages;
    bsim_run.bytes += bytes;
    bsim_run.collectives += collectives;
    bsim_run.unreceived_messages += unreceived;
    for (int k = 0; k < bsim_context.nscen; k++) {
        int diverged;
        LMPI_TAKE(l, diverged);
        const void *site = lmpi_take_place(l);
        if (diverged)
            bsim_diverge(k, site);
    }
}

static void take(int host, const void *bytes, size_t n) {
    lmpi_letter l = {.bytes = (char *)(uintptr_t)bytes, .room = n};
    if (host == 0)
        return;
    take_ranks(&l, bsim_host_first(host), bsim_host_first(host + 1));
    take_blocks(&l);
    take_sites(&l);
    take_totals(&l);
    take_traffic(&l);
    const char *text = lmpi_take_bytes(&l, 0);
    if (!example[0])
        snprintf(example, example_size, "%.*s", (int)(n - l.n), text);
}

void lmpi_hosts_gather(char *unreceived, size_t size) {
    lmpi_letter l = {0};
    if (bsim_context.nhosts == 1)
        return;
    example = unreceived;
    example_size = size;
    put_ranks(&l);
    lmpi_put(&l, bsim_block_stats, (size_t)bsim_run.nblocks * sizeof *bsim_block_stats);
    put_sites(&l);
    put_totals(&l);
    put_traffic(&l);
    lmpi_put(&l, unreceived, strlen(unreceived));
    lmpi_wire.gather(l.bytes, l.n, take);
    bsim_free(l.bytes);
}
