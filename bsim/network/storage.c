/* storage.c - the file system as a resource that accesses share (storage.h). */
#include "bsim/network/storage.h"

#include "bsim/base/alloc.h"
#include "bsim/base/clock.h"
#include "bsim/base/slopes.h"
#include "bsim/kernel/users.h"
#include "bsim/network/capacity.h"

static const struct bsim_platform *machine;
static int node_count;
static struct bsim_user *node_user, all_user;    /* by node, and of the file system */
static struct bsim_capacity *node_share, *total; /* by node and scenario; by scenario. NULL: they share nothing */

static struct bsim_capacity *shares(int n, const double *bandwidth) {
    int nscen = bsim_times();
    if (bandwidth[0] <= 0)
        return NULL;
    struct bsim_capacity *c = bsim_alloc((size_t)n * (size_t)nscen * sizeof *c);
    for (int i = 0; i < n * nscen; i++)
        bsim_capacity_init(&c[i], bandwidth[i % nscen], bsim_context.nscen - nscen);
    return c;
}

static struct bsim_capacity *free_shares(struct bsim_capacity *c, int n) {
    for (int i = 0; c && i < n * bsim_times(); i++)
        bsim_capacity_free(&c[i]);
    bsim_free(c);
    return NULL;
}

void bsim_storage_init(const struct bsim_platform *platform, int nodes) {
    machine = platform;
    node_count = nodes;
    node_share = shares(nodes, platform->files.node_bandwidth);
    node_user = node_share ? bsim_alloc((size_t)nodes * sizeof *node_user) : NULL;
    total = shares(1, platform->files.total_bandwidth);
}

void bsim_storage_fini(void) {
    for (int i = 0; node_user && i < node_count; i++)
        bsim_free(node_user[i].key);
    bsim_free(node_user);
    node_user = NULL;
    bsim_free(all_user.key);
    all_user = (struct bsim_user){0};
    node_share = free_shares(node_share, node_count);
    total = free_shares(total, 1);
    machine = NULL;
}

bool bsim_storage_known(void) {
    return machine && machine->files.bandwidth[0] > 0;
}

int bsim_storage_aggregators(void) {
    return machine->files.aggregators;
}

static double least(double a, double b) {
    return b > 0 && b < a ? b : a;
}

void bsim_storage_touch(double *clock) {
    for (int k = 0; bsim_storage_known() && k < bsim_times(); k++)
        clock[k] += machine->files.latency_s[k];
}

/* In scenario k, from `clock` on. */
static void take(int32_t node, double bytes, int k, double *clock) {
    const struct bsim_file_system *files = &machine->files;
    double rate = least(least(files->bandwidth[k], files->node_bandwidth[k]), files->total_bandwidth[k]);
    struct bsim_capacity *of[BSIM_CAPACITIES_MOST];
    int n = 0;
    if (node_share)
        of[n++] = &node_share[(size_t)node * (size_t)bsim_times() + (size_t)k];
    if (total)
        of[n++] = &total[k];
    if (n == 0)
        clock[0] += bytes / rate;
    else
        bsim_capacity_take(of, n, bytes, rate, clock);
}

void bsim_storage_access(int32_t node, int rank, double bytes, double *clock, const void *site) {
    if (!bsim_storage_known() || bytes == 0)
        return;
    if (node_share)
        bsim_user_comes(&node_user[node], clock, (uint32_t)rank, site);
    if (total)
        bsim_user_comes(&all_user, clock, (uint32_t)rank, site);
    bsim_storage_touch(clock);
    for (int k = 0; k < bsim_times(); k++)
        take(node, bytes, k, clock + k);
}

/* The latency and the bytes of an exchange are on the clock: they count as those of a message do (net_slopes.c). */
static void add_slopes(double *clock, double bytes, bool one_node) {
    if (!one_node || machine->intra_follows) {
        bsim_slope_add(clock, BSIM_SLOPE_LATENCY, 1);
        bsim_slope_add(clock, BSIM_SLOPE_GAP, bytes);
    }
    if (one_node) {
        bsim_slope_add(clock, BSIM_SLOPES_OF_LINK + BSIM_SLOPE_LATENCY, 1);
        bsim_slope_add(clock, BSIM_SLOPES_OF_LINK + BSIM_SLOPE_GAP, bytes);
    }
}

void bsim_storage_exchange(double bytes, bool one_node, double *clock) {
    if (!bsim_storage_known() || bytes == 0)
        return;
    const struct bsim_link *link = one_node ? &machine->intra : &machine->inter;
    for (int k = 0; k < bsim_times(); k++)
        clock[k] += link->latency_s[k] + bytes * link->gap_s_per_byte[k];
    if (bsim_context.slopes)
        add_slopes(clock, bytes, one_node);
}
