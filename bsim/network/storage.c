/* storage.c - the file system as a resource that accesses share (storage.h). */
#include "bsim/network/storage.h"

#include "bsim/base/alloc.h"
#include "bsim/base/clock.h"
#include "bsim/base/slopes.h"
#include "bsim/kernel/users.h"
#include "bsim/network/capacity.h"

static const struct bsim_platform *machine;
static int node_count;
static struct bsim_user *node_user, all_user; /* by node, and of the file system */
static double *node_free;                     /* by node: from when on it is free, a clock each, without the latency */
static struct bsim_capacity *total;           /* by scenario: what is taken of the bandwidth of all */
static double *all_last;                      /* a clock: the latest end of an access so far; for slopes */

void bsim_storage_init(const struct bsim_platform *platform, int nodes) {
    size_t k = (size_t)bsim_context.nscen;
    machine = platform;
    if (platform->files.node_bandwidth[0] > 0)
        node_free = bsim_alloc((size_t)nodes * k * sizeof *node_free);
    node_user = node_free ? bsim_alloc((size_t)nodes * sizeof *node_user) : NULL;
    node_count = nodes;
    if (platform->files.total_bandwidth[0] > 0)
        total = bsim_alloc(k * sizeof *total);
    if (total && bsim_context.slopes)
        all_last = bsim_alloc(k * sizeof *all_last);
}

void bsim_storage_fini(void) {
    for (int i = 0; node_user && i < node_count; i++)
        bsim_free(node_user[i].key);
    bsim_free(node_user);
    node_user = NULL;
    bsim_free(all_user.key);
    all_user = (struct bsim_user){0};
    bsim_free(node_free);
    for (int k = 0; total && k < bsim_context.nscen; k++)
        bsim_capacity_free(&total[k]);
    bsim_free(total);
    bsim_free(all_last);
    node_free = all_last = NULL;
    total = NULL;
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

void bsim_storage_wait(int32_t node, int rank, double bytes, double *clock, const void *site) {
    if (!bsim_storage_known() || bytes == 0 || !node_free)
        return;
    double *until = node_free + (size_t)node * (size_t)bsim_context.nscen;
    bsim_user_comes(&node_user[node], clock, (uint32_t)rank, site);
    bsim_clock_raise(clock, until);
    bsim_clock_copy(until, clock);
    for (int k = 0; k < bsim_times(); k++)
        until[k] += bytes / machine->files.node_bandwidth[k];
}

/* The end of an access that others have delayed goes with theirs. */
static void follow_last(double *clock, bool is_delayed) {
    double end_s = clock[0];
    if (is_delayed) {
        bsim_clock_copy(clock, all_last);
        clock[0] = end_s;
    }
    if (end_s >= all_last[0])
        bsim_clock_copy(all_last, clock);
}

void bsim_storage_access(int rank, double bytes, double *clock, const void *site) {
    if (!bsim_storage_known() || bytes == 0)
        return;
    const struct bsim_file_system *files = &machine->files;
    if (total)
        bsim_user_comes(&all_user, clock, (uint32_t)rank, site);
    bsim_storage_touch(clock);
    double alone_s = 0; /* when it would end, in scenario 0 */
    for (int k = 0; k < bsim_times(); k++) {
        double rate = least(least(files->bandwidth[k], files->node_bandwidth[k]), files->total_bandwidth[k]);
        alone_s = k == 0 ? clock[k] + bytes / rate : alone_s;
        clock[k] = total ? bsim_capacity_take(&total[k], clock[k], bytes, rate, files->total_bandwidth[k])
                         : clock[k] + bytes / rate;
    }
    if (all_last)
        follow_last(clock, clock[0] > alone_s);
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
