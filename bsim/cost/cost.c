/* cost.c - bsim_cost and BSIM_Add_time: advances the running rank's clock by a calculation time and charges it to the
 * block of the last bsim_cost. Formulas belong to model.c. */
#include "bsim/cost/cost.h"

#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/kinds.h"
#include "bsim/base/rounds.h"
#include "bsim/bsim.h"
#include "bsim/kernel/engine.h"
#include "bsim/cost/block_noise.h"
#include "bsim/cost/delay.h"
#include "bsim/cost/draws.h"
#include "bsim/cost/evaluated.h"
#include "bsim/cost/first.h"
#include "bsim/cost/memory.h"
#include "bsim/cost/model.h"
#include "bsim/cost/operators.h"
#include "bsim/cost/parameters.h"
#include "bsim/cost/receives.h"
#include "bsim/cost/rest.h"
#include "bsim/cost/shared_memory.h"
#include "bsim/cost/spot.h"
#include "bsim/cost/uneven.h"
#include "bsim/network/links.h"
#include "bsim/platform/block_factors.h"
#include "bsim/platform/node_kinds.h"
#include "bsim/stat/stat.h"
#include "bsim/stat/trust.h"
#include "bsim/base/warn.h"

#pragma weak bsim_blocks
#pragma weak bsim_nblocks
#pragma weak bsim_block_rounds
#pragma weak bsim_pauses

/* A cache of computed times, by block and parameters: models are pure functions. Blocks that must be evaluated at each
 * execution (evaluated_each) are never in it. */
enum { MEMO_BITS = 12, MEMO_SIZE = 1 << MEMO_BITS, MEMO_PARAMS = 8 };
struct memo {
    int block, nparam; /* block + 1, of a first execution nblocks + block + 1; 0: empty */
    double param[MEMO_PARAMS];
    double time_s;
    double error; /* that nine tenths of such times stay within */
    bool differs; /* of a first execution: from later ones */
};

static struct bsim_models *models;
static bool has_models; /* a file gave them */
/* Blocks whose times bsim_cost may take from its caches: all, or none while parameters are recorded. */
static int known_blocks;
static BSIM_OF_SHARD struct memo *memo;
/* By block: the time if it is known to be equal for all parameters, else -1. */
static BSIM_OF_SHARD double *constant_s;
static pthread_mutex_t models_lock = PTHREAD_MUTEX_INITIALIZER;
static const double *speed;
static bool same_speed; /* in all scenarios */
/* By block: its time reads the rank or node, or its noise has formulas. */
static bool *evaluated_each;
static int noise_runs = 1; /* the first scenarios, each with its own noise */
/* By block, for the two scenarios of an interval; NULL: the run has none. */
static struct doubt {
    double error;
    bool by_execution; /* it is that of each execution, last_error */
} *doubt;
/* The error of the last bsim_cost in the shard: the next BSIM_Add_time is charged to it. */
static BSIM_OF_SHARD double last_error;
static struct bsim_trust *trust; /* by block; NULL: there are no models */
static struct bsim_busy_nodes nodes;
static bool
    by_bandwidth; /* the memory's part of a block goes with the bandwidth of the memory and not with the speed */
static bool memory_in_time; /* ranks of a node share its memory as they use it (shared_memory.h) */
static bool shares_node;    /* nodes.factor matters: it changes the processor's part, or a block has a memory's part */
static double *scaled;      /* by block and scenario: the factor of "block.NAME" (block_factors.h); NULL: all are 1 */
static double *own_factors; /* by block and class of nodes: the block's own; NULL: all are 1 */
/* By block and class of nodes: the model gives the time on this kind of node. NULL: nodes have no kinds. */
static bool *kind_known;
static const struct bsim_platform *of_kinds; /* the platform, if its nodes have kinds */
/* What the next execution of each rank reads and writes, and the file system that this goes to; NULL: no block does, or
 * the platform does not tell its file system. */
static struct bsim_io *io_of_rank;
static const struct bsim_file_system *files;
/* Some times differ between ranks, executions or scenarios: there is noise or doubt, cores share a node, or first
 * executions differ. */
static bool varied;
/* In bsim_rank.block, beside the number of the block: the rank executes it for the first time. */
enum { FIRST = 1 << 30 };

struct request {
    int block, nparam, rank;
    bool first; /* in the end: and takes another time than later ones */
    const double *param;
    double time_s, error;
    struct bsim_error err;
};

void bsim_cost_shard_begin(void) {
    int n = &bsim_nblocks ? bsim_nblocks : 0;
    memo = bsim_alloc(MEMO_SIZE * sizeof *memo);
    constant_s = bsim_alloc(((size_t)n + 1) * sizeof *constant_s);
    for (int i = 0; i < n; i++)
        constant_s[i] = -1;
    bsim_parameters_shard_begin();
}

void bsim_cost_shard_end(void) {
    bsim_free(memo);
    bsim_free(constant_s);
    memo = NULL;
    constant_s = NULL;
    bsim_parameters_shard_end();
}

static void trust_init(int nblock, int np) {
    trust = bsim_alloc(((size_t)nblock + 1) * sizeof *trust);
    for (int i = 0; i < nblock; i++) {
        struct bsim_model_errors e;
        bsim_models_errors(models, i, &e);
        trust[i] = (struct bsim_trust){.fitted = e.fitted,
                                       .samples = e.samples,
                                       .error_median = e.error_median,
                                       .error_max = e.error_max,
                                       .spread_median = e.spread_median,
                                       .spread_max = e.spread_max,
                                       .longest_s = e.longest_s,
                                       .timer_s = e.timer_s,
                                       .left_out = fmin(fmax(e.left_out, 0), 1),
                                       .first_error = e.first_error,
                                       .first_executions = bsim_models_first_executions(models, i, np),
                                       .memory_known = e.memory_known,
                                       .busy = e.busy,
                                       .missing = bsim_blocks[i].missing != NULL};
        trust[i].error = trust[i].of_all = bsim_trust_error(&trust[i]);
    }
}

bool bsim_cost_has_errors(void) {
    for (int i = 0; trust && i < bsim_nblocks; i++)
        if (trust[i].error > 0)
            return true;
    return bsim_operators_have_errors();
}

bool bsim_cost_has_noise(void) {
    return bsim_block_noise_any();
}

void bsim_cost_begin(const struct bsim_platform *platform, int runs, bool interval) {
    speed = platform->speed;
    same_speed = true;
    for (int k = 1; k < platform->nscen; k++)
        same_speed = same_speed && speed[k] == speed[0];
    noise_runs = runs;
    varied = bsim_noisy || bsim_uneven || interval || bsim_firsts.of || bsim_context.slopes;
    bsim_run.interval = interval ? runs : 0;
    if (!interval)
        return;
    bsim_uneven_count();
    doubt = bsim_alloc(((size_t)bsim_nblocks + 1) * sizeof *doubt);
    for (int i = 0; i < bsim_nblocks; i++) {
        doubt[i].error = trust[i].error > 0 ? trust[i].error : 0;
        doubt[i].by_execution = trust[i].fitted && !isnan(trust[i].error) && !bsim_trust_is_greatest(&trust[i]) &&
                                bsim_models_has_errors_near(models, i);
    }
}

/* The most cores of a node that were busy in the measurement of any block; 0: not told. */
static int measured_busy(void) {
    int most = 0;
    for (int i = 0; trust && i < bsim_nblocks; i++)
        most = trust[i].fitted && trust[i].busy > most ? trust[i].busy : most;
    return most;
}

/* For how many busy cores the measured node's memory and clock are known: for those of the measurement. A node of
 * models that do not tell them, as people write it, is known for all of its cores. */
static int known_busy(const struct bsim_platform *platform) {
    const struct bsim_node_sharing *m = bsim_models_node(models);
    int measured = measured_busy();
    if (measured > 0 || (m->core_bandwidth == 0 && m->busy_speed == 0))
        return measured > 0 ? measured : 1;
    return m->cores > 0 ? m->cores : platform->cores_per_node;
}

static bool near(double a, double b) {
    return fabs(a - b) <= 1e-6 * fabs(b);
}

/* Whether a class of nodes shares its memory and its clock as the node on which blocks were measured. */
static bool is_measured_node(const struct bsim_platform *platform, int node_class) {
    const struct bsim_node_sharing *m = bsim_models_node(models);
    bool equal = m->core_bandwidth > 0 && platform->sockets == 1;
    for (int k = 0; equal && k < platform->nscen; k++) {
        struct bsim_node_sharing s = bsim_platform_sharing(platform, nodes.kind[node_class], k);
        equal = near(s.core_bandwidth, m->core_bandwidth) && near(s.bandwidth, m->bandwidth) &&
                near(s.busy_speed, m->busy_speed) && (s.busy_speed == 0 || s.busy_speed == 1 || s.cores == m->cores);
    }
    return equal;
}

/* The number of busy cores whose measurement of a block is nearest to so many. */
static int nearest_measured(const struct bsim_model_errors *e, int busy) {
    int most = e->slower > 0 ? e->busy : e->base_busy;
    return busy < e->base_busy ? e->base_busy : busy < most ? busy : most;
}

/* What the memory would do to a block whose share is not known, if all of its time went with it: beside one core, or
 * beside what was measured on such a node. */
static void set_unknown_memory(const struct bsim_platform *platform) {
    const struct bsim_node_sharing *m = bsim_models_node(models);
    for (int i = 0; trust && i < bsim_nblocks; i++) {
        struct bsim_model_errors e;
        bsim_models_errors(models, i, &e);
        for (int c = 0; c < nodes.nclass && trust[i].fitted && !trust[i].memory_known; c++) {
            const struct bsim_busy_factors *f = &nodes.factor[c * nodes.nscen];
            double change = f->crowded / f->processor;
            if (e.base_busy > 0 && is_measured_node(platform, c)) {
                int busy = nearest_measured(&e, nodes.busy[c]);
                change *= bsim_processor_stretch(m, busy) / bsim_memory_stretch(m, busy);
            }
            if (fabs(change - 1) > fabs(trust[i].memory_change))
                trust[i].memory_change = change - 1;
        }
    }
}

/* How much longer a block takes with so many busy cores than with one, by its own measurement. */
static double own_factor(const struct bsim_model_errors *e, int busy) {
    if (!(e->slower > 0) || busy <= e->base_busy || e->busy <= e->base_busy)
        return 1;
    double part = busy >= e->busy ? 1 : (double)(busy - e->base_busy) / (e->busy - e->base_busy);
    return 1 + part * (e->slower - 1);
}

static int kind_number(int node_class) {
    return nodes.kind[node_class] >= 0 ? of_kinds->kind[nodes.kind[node_class]].number : 0;
}

static void tell_unknown_kind(void *unused, const struct bsim_error *problem) {
    char text[1900];
    (void)unused;
    bsim_warn("%s", bsim_error_format(problem, text, sizeof text));
}

/* Finds the blocks whose models give times on kinds of nodes. Warns of kinds that the platform does not have. */
static void set_kinds(const struct bsim_platform *platform) {
    bsim_node_kinds_unknown(platform, tell_unknown_kind, NULL);
    if (platform->nkind == 0)
        return;
    int n = &bsim_nblocks ? bsim_nblocks : 0;
    of_kinds = platform;
    varied = shares_node = true;
    kind_known = bsim_alloc(((size_t)n + 1) * (size_t)nodes.nclass * sizeof *kind_known);
    for (int i = 0; i < n; i++)
        for (int c = 0; c < nodes.nclass; c++)
            kind_known[i * nodes.nclass + c] = bsim_models_has_kind(models, i, kind_number(c));
}

/* Blocks that read or write files take the time of the platform's file system for it. */
static void set_files(const struct bsim_platform *platform, int np) {
    bool any = false;
    for (int i = 0; i < bsim_nblocks; i++) {
        trust[i].files_known = platform->files.bandwidth[0] > 0;
        if (!trust[i].files_known || !bsim_models_has_io(models, i))
            continue;
        any = evaluated_each[i] = true;
    }
    if (!any)
        return;
    files = &platform->files;
    io_of_rank = bsim_alloc((size_t)np * sizeof *io_of_rank);
    varied = true;
}

/* What was measured of each block tells how busy cores slow it down, on nodes as the measured one, and where nothing
 * tells that in general. */
static void set_own_factors(const struct bsim_platform *platform) {
    const struct bsim_node_sharing *m = bsim_models_node(models);
    bool told = platform->busy_speed[0] > 0 || m->busy_speed > 0, any = false;
    own_factors = bsim_alloc((size_t)bsim_nblocks * (size_t)nodes.nclass * sizeof *own_factors);
    for (int i = 0; i < bsim_nblocks; i++) {
        struct bsim_model_errors e;
        bsim_models_errors(models, i, &e);
        for (int c = 0; c < nodes.nclass; c++) {
            double *own = &own_factors[i * nodes.nclass + c];
            *own = 1;
            if (is_measured_node(platform, c) && e.slower > 0) /* in place of the general factor */
                *own = own_factor(&e, nodes.busy[c]) * bsim_processor_stretch(m, e.base_busy) /
                       bsim_processor_stretch(m, nearest_measured(&e, nodes.busy[c]));
            else if (!told && !e.memory_known)
                *own = own_factor(&e, nodes.busy[c]);
            any = any || *own != 1;
        }
    }
    if (any)
        return;
    bsim_free(own_factors);
    own_factors = NULL;
}

/* Threads of ranks that share a node share its cores, too. */
static void tell_threads(int most, int cores) {
    double processors = bsim_models_processors(models);
    if (processors > 1 && processors * most > cores + 0.5)
        bsim_warn(
            "a rank used %.3g processors in the measured runs, since it has threads, and a node of %d core%s has %d "
            "rank%s here: that these wait for each other's processors is not predicted",
            processors, cores, cores == 1 ? "" : "s", most, most == 1 ? "" : "s");
}

/* The processor of a machine, "(AMD EPYC 7402)", or its whole name. */
static const char *processor_of(const char *machine) {
    const char *in = strchr(machine, '(');
    return in ? in : machine;
}

/* Blocks take the time that they took on another machine, divided by the platform's speed, which is 1 if nobody has
 * thought of it: the result tells it. */
static void tell_machine(const struct bsim_platform *platform) {
    const char *of = bsim_models_machine(models), *here = platform->machine;
    bsim_run.measured_on = of;
    bsim_run.measured_elsewhere = of && (here == NULL || strcmp(processor_of(of), processor_of(here)) != 0);
}

/* A pause takes the same time on each machine; in a block it counts as calculation. */
static void tell_pauses(const struct bsim_platform *platform) {
    if (!&bsim_pauses || !has_models)
        return;
    bool scaled = platform->nkind > 0;
    for (int k = 0; k < platform->nscen; k++)
        scaled = scaled || !near(platform->speed[k], 1);
    size_t n = 0;
    while (bsim_pauses[n])
        n++;
    if (scaled)
        bsim_warn("%s%s%.0d%s: blocks have pauses, whose time goes with the platform's \"speed\" as if it were "
                  "calculation",
                  bsim_pauses[0], n > 1 ? " and " : "", (int)n - 1, n > 1 ? " more" : "");
}

/* Tells what is not known of so many busy cores of a node. */
static void tell_busy(const struct bsim_platform *platform, int most) {
    bool told = platform->memory.bandwidth[0] > 0;
    int measured = measured_busy(), known = known_busy(platform);
    if ((measured > 0 || known > 1) && most > known && (!told || platform->busy_speed[0] == 0))
        bsim_warn("%s %d %score%s of a node, and a node has %d ranks here: how these %s not modelled (%s in the "
                  "platform file)",
                  measured > 0 ? "blocks were measured with" : "the models tell of", known, measured > 0 ? "busy " : "",
                  known == 1 ? "" : "s", most, told ? "slow each other down is" : "share its memory is",
                  told                          ? "\"busy_speed\""
                  : platform->busy_speed[0] > 0 ? "\"memory\""
                                                : "\"memory\" and \"busy_speed\"");
    if (platform->busy_speed[0] > 0 && bsim_models_node(models)->busy_speed == 0 && measured > 1)
        bsim_warn("the platform has a busy_speed, and the models do not tell that of the node on which blocks were "
                  "measured with %d busy cores (\"node\" in the models; bsim fit --platform): it is taken for 1",
                  measured);
}

/* The platform's memory changes nothing without a share. Of blocks that were fitted the result tells how far they may
 * be off; and kinds of nodes may have shares of their own. */
static void tell_no_share(const struct bsim_platform *platform, bool any_share) {
    bool matters = false;
    for (int i = 0; nodes.factor && i < nodes.nclass * nodes.nscen; i++)
        matters = matters || !near(nodes.factor[i].crowded, nodes.factor[i].processor);
    for (int i = 0; i < bsim_nblocks; i++)
        matters = matters && !trust[i].fitted;
    if (matters && has_models && !any_share && platform->memory.bandwidth[0] > 0 && platform->nkind == 0)
        bsim_warn("the models tell no memory_share, so the platform's memory.bandwidth has no effect on the time of "
                  "blocks");
}

void bsim_cost_place(const struct bsim_platform *platform, const int32_t *node_of, int np) {
    bool timed = &bsim_nblocks != NULL && bsim_nblocks > 0 && trust;
    if (!timed && platform->nkind == 0) {
        set_kinds(platform);
        return;
    }
    nodes = bsim_busy_nodes_make(platform, node_of, np, bsim_models_node(models), timed ? known_busy(platform) : 1);
    set_kinds(platform);
    if (!timed)
        return;
    bsim_block_noise_place(node_of, np);
    int most = bsim_busy_most(&nodes);
    tell_threads(most, platform->cores_per_node);
    tell_machine(platform);
    tell_pauses(platform);
    bool told = platform->memory.bandwidth[0] > 0;
    by_bandwidth = told;
    memory_in_time = bsim_links_calculate_too();
    bsim_shared_memory_begin(platform);
    bool any_share = false;
    for (int i = 0; nodes.factor && i < bsim_nblocks; i++)
        any_share = any_share || trust[i].memory_known;
    shares_node = shares_node || any_share;
    if (any_share && told && bsim_models_node(models)->core_bandwidth == 0)
        bsim_warn("models have a memory_share, and do not tell the memory of the node on which they were measured "
                  "(\"node\"; bsim fit --platform): it is taken for that of the platform file");
    for (int i = 0; nodes.factor && i < nodes.nclass * nodes.nscen; i++)
        shares_node = shares_node || nodes.factor[i].processor != 1 / speed[i % nodes.nscen];
    varied = varied || shares_node;
    if (told)
        set_unknown_memory(platform);
    set_own_factors(platform);
    set_files(platform, np);
    varied = varied || own_factors;
    tell_busy(platform, most);
    tell_no_share(platform, any_share);
    bsim_run.ranks_of_node = most;
}

/* Tells that no block has this name. */
static bool no_such_block(const char *name, struct bsim_error *err) {
    const char **names = bsim_alloc(((size_t)bsim_run.nblocks + 1) * sizeof *names);
    for (int i = 0; i < bsim_run.nblocks; i++)
        names[i] = bsim_blocks[i].name;
    const char *near = bsim_nearest(name, names);
    bsim_error_set(err, NULL, 0, NULL, "block.%s: the program has no block of this name%s%s%s", name,
                   near ? "; did you mean \"" : "", near ? near : "", near ? "\"?" : "");
    bsim_free(names);
    return false;
}

bool bsim_cost_scale(const struct bsim_platform *platform, struct bsim_error *err) {
    int n = bsim_run.nblocks, nscen = platform->nscen;
    if (platform->nblock_factor == 0)
        return true;
    scaled = bsim_alloc(((size_t)n + 1) * (size_t)nscen * sizeof *scaled);
    varied = true;
    for (int i = 0; i < n * nscen; i++)
        scaled[i] = 1;
    for (int f = 0; f < platform->nblock_factor; f++) {
        const struct bsim_block_factor *of = &platform->block_factor[f];
        bool any = bsim_operators_scale(of, nscen);
        for (int i = 0; i < n; i++) {
            if (!bsim_block_factor_is_for(of->name, bsim_blocks[i].name, bsim_blocks[i].label))
                continue;
            any = true;
            for (int k = 0; k < nscen; k++)
                scaled[i * nscen + k] *= of->factor[k];
        }
        if (!any)
            return no_such_block(of->name, err);
    }
    return true;
}

/* Of the block on the rank that has most of its time, or, if that is not known, the mean over ranks. */
static double executions_of(int block) {
    const struct bsim_block_stat *b = &bsim_block_stats[block];
    double all_s = bsim_time_total(b->calc), mean = (double)b->calls / bsim_run.np;
    return all_s > 0 ? fmax(mean, rint(b->most_s / all_s * (double)b->calls)) : mean;
}

void bsim_cost_gather(void) {
    bsim_shared_memory_end();
    for (int i = 0; trust && i < bsim_nblocks; i++) {
        struct bsim_model_errors e;
        bsim_models_executed(models, i, executions_of(i));
        bsim_models_errors(models, i, &e);
        memcpy(trust[i].far, e.far, sizeof e.far);
        memcpy(trust[i].parameter, e.parameter, sizeof e.parameter);
        trust[i].nfar = e.nfar;
        trust[i].hidden = bsim_models_hidden(models, i);
        trust[i].stepped = e.stepped;
        trust[i].step = e.step;
        trust[i].odd = e.odd;
        trust[i].count = e.count;
        trust[i].count_spread = e.count_spread;
        trust[i].count_effect = e.count_effect;
        trust[i].uneven_known = e.uneven_known;
        trust[i].place = e.place;
        trust[i].uneven = bsim_uneven && bsim_uneven[i] ? e.uneven : 0;
        trust[i].drawn = bsim_draws_deviation(i, trust[i].uneven);
        trust[i].steady = bsim_blocks[i].missing ? e.steady : NULL;
        trust[i].up_to_ranks = e.up_to_ranks < bsim_run.np ? e.up_to_ranks : 0;
        trust[i].steady_low = e.steady_low;
        trust[i].steady_high = e.steady_high;
        trust[i].zero = e.zero;
        trust[i].transition = e.transition;
        trust[i].apart = e.apart;
        if (doubt && doubt[i].by_execution && bsim_block_stats[i].calc_s > 0)
            trust[i].error = bsim_block_stats[i].doubted_s / bsim_block_stats[i].calc_s;
        trust[i].related = e.related;
        trust[i].related_factor = e.related_factor;
        trust[i].related_bounded = e.related_bounded;
        trust[i].io = e.io;
        trust[i].io_share = e.io_share;
        trust[i].io_part = e.io_part;
    }
    bsim_operators_gather();
    bsim_rest_gather();
    bsim_run.trust = trust;
    bsim_run.whole = *bsim_models_runs(models);
    bsim_run.changed = bsim_models_changed(models, bsim_run.arguments, &bsim_run.chooses);
}

/* Blocks of a process that a rank has forked take no time: see rare_cost. */
static void in_child(void) {
    known_blocks = 0;
}

bool bsim_cost_init(const struct bsim_config *config, struct bsim_error *err) {
    int n = &bsim_nblocks ? bsim_nblocks : 0;
    const bsim_block_info *blocks = n ? bsim_blocks : NULL;
    bsim_parameters_init(config->parameters, blocks, n);
    bsim_kind_uses_clear();
    bsim_cost_shard_begin();
    models = config->models ? bsim_models_load(config->models, blocks, n, err) : bsim_models_none(blocks, n);
    has_models = config->models != NULL;
    known_blocks = bsim_context.records_parameters ? 0 : n;
    pthread_atfork(NULL, NULL, in_child);
    if (!models || !bsim_block_noise_init(config, models, n, err) || !bsim_uneven_init(models, n, config->np, err))
        return false;
    evaluated_each = bsim_alloc(((size_t)n + 1) * sizeof *evaluated_each);
    for (int i = 0; i < n; i++)
        evaluated_each[i] = bsim_models_reads_spot(models, i) || bsim_block_noise_by_formula(i) || bsim_uneven_each(i);
    if (config->models && n)
        trust_init(n, config->np);
    bsim_firsts_init(models, n, config->np);
    bsim_receives_init(bsim_models_receives(models), config->np);
    bsim_operators_init(bsim_models_operators(models), has_models);
    bsim_rest_init(bsim_models_rest(models), blocks, n, config->np);
    return true;
}

bool bsim_cost_write(struct bsim_error *err) {
    return !bsim_context.records_parameters ||
           bsim_parameters_write(has_models ? models : NULL, bsim_run.exe, bsim_run.arguments, bsim_run.np, err);
}

/* Another host has evaluated a model. */
static const struct bsim_evaluated *again;

static void evaluate_again(const struct bsim_evaluated *e) {
    struct bsim_error err = {0};
    bool first = e->first;
    struct bsim_spot spot = bsim_spot_of(e->rank);
    again = e;
    if (e->first)
        bsim_models_first_at(models, e->block, &spot, e->nparam, e->param, &first, &err);
    else
        bsim_models_time_at(models, e->block, &spot, e->nparam, e->param, &err);
    again = NULL;
}

void bsim_cost_gather_hosts(void) {
    bsim_evaluated_gather(evaluate_again);
}

bool bsim_cost_again(double *time_s, int *rank) {
    if (!again)
        return false;
    *time_s = again->time_s;
    *rank = again->rank;
    return true;
}

/* A host other than the first one: what models remark is remarked by the first one. */
static void note_for_first(const struct request *r) {
    bsim_evaluated_add(&(struct bsim_evaluated){bsim_self->clock[0], r->rank, r->block, r->nparam, r->first, r->param});
}

static void evaluate(void *arg) {
    struct request *r = arg;
    if (__builtin_expect(bsim_context.host > 0, 0)) {
        note_for_first(r);
        bsim_warn_mute(true);
    }
    struct bsim_spot spot = bsim_spot_of(r->rank);
    pthread_mutex_lock(&models_lock); /* shards share the formulas' variables */
    r->time_s = r->first ? bsim_models_first_at(models, r->block, &spot, r->nparam, r->param, &r->first, &r->err)
                         : bsim_models_time_at(models, r->block, &spot, r->nparam, r->param, &r->err);
    if (!r->err.set && doubt && doubt[r->block].by_execution) {
        double error = bsim_models_error_near(models, r->block, trust[r->block].of_all);
        r->error = error > 0 ? error : 0; /* NAN: not known */
    }
    if (!r->err.set && bsim_block_noise_by_formula(r->block))
        bsim_block_noise_set(models, r->block, r->rank, r->param, &spot, &r->err);
    if (!r->err.set && bsim_uneven_each(r->block))
        bsim_uneven_set(models, r->block, r->rank, r->param, &spot, &r->err);
    if (!r->err.set && io_of_rank && bsim_models_has_io(models, r->block))
        bsim_models_io(models, r->block, &io_of_rank[r->rank], &r->err);
    pthread_mutex_unlock(&models_lock);
    if (__builtin_expect(bsim_context.host > 0, 0))
        bsim_warn_mute(false);
}

/* The parameters, without numbers of rounds below 0. They are valid until the shard's next call. */
static const double *with_rounds(int block, int nparam, const double *param) {
    static double of_shards[BSIM_MAX_SHARDS][BSIM_MOST_PARAMS];
    unsigned rounds = &bsim_block_rounds != NULL ? bsim_block_rounds[block] : 0;
    return bsim_rounds_from_zero(rounds, nparam, param, of_shards[bsim_shard_number]);
}

static double __attribute__((noinline)) model_time(int block, int nparam, const double *param, bool first,
                                                   const void *site) {
    /* Formulas and errors would touch more than the first page of a rank's stack, so they run on the host stack. */
    static struct request of_shards[BSIM_MAX_SHARDS]; /* err stays unset: an error ends the run */
    struct request *r = &of_shards[bsim_shard_number];
    r->block = block;
    r->nparam = nparam;
    r->rank = bsim_self->id;
    r->param = with_rounds(block, nparam, param);
    r->first = first;
    bsim_on_host_stack(evaluate, r);
    if (r->err.set) {
        char text[1900];
        bsim_fatal_at(BSIM_EXIT_USAGE, site, "%s", bsim_error_format(&r->err, text, sizeof text));
    }
    last_error = r->error;
    if (first && !r->first)
        bsim_self->block = block;
    if (!first && bsim_models_constant(models, block) && !evaluated_each[block])
        constant_s[block] = r->time_s;
    return r->time_s;
}

/* Loads each parameter by itself. Were the compiler to load two with one vector instruction, the load would wait until
 * both stores have left the store buffer. */
static inline uint64_t bits_of(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    __asm__("" : "+r"(bits));
    return bits;
}

/* Without branches on the values, which could not be predicted. */
static inline bool is_for(const struct memo *m, int key, int nparam, const double *param) {
    uint64_t differ = (uint64_t)(m->block ^ (key + 1)) | (uint64_t)(m->nparam ^ nparam);
    for (int i = 0; i < nparam; i++)
        differ |= bits_of(m->param[i]) ^ bits_of(param[i]);
    return differ == 0;
}

/* Blocks that constructors run before there are ranks. In the real program each process would run them, so each rank
 * is charged for them at its start. */
static struct early {
    int block, nparam;
    double *param;
} *early;
static int nearly;

static double keep_early(int block, int nparam, const double *param) {
    early = bsim_realloc(early, ((size_t)nearly + 1) * sizeof *early);
    struct early *e = &early[nearly++];
    *e = (struct early){block, nparam, bsim_alloc(((size_t)nparam + 1) * sizeof *param)};
    if (nparam)
        memcpy(e->param, param, (size_t)nparam * sizeof *param);
    return 0;
}

void bsim_cost_rank_begin(void) {
    for (int i = 0; i < nearly; i++)
        BSIM_Add_time(bsim_cost(early[i].block, early[i].nparam, early[i].param));
}

static void record(void *arg) {
    const struct request *r = arg;
    bsim_parameters_add(r->block, r->nparam, r->param);
}

/* A block that the program's table does not have, one that a constructor runs, and all blocks of a run that records
 * parameters. */
static double __attribute__((noinline)) rare_cost(int block, int nparam, const double *param, const void *site) {
    static struct request of_shards[BSIM_MAX_SHARDS];
    if (bsim_context.child_of >= 0)
        return 0;
    if (!models)
        return keep_early(block, nparam, param);
    if ((unsigned)block >= (unsigned)bsim_run.nblocks)
        bsim_fatal_at(BSIM_EXIT_USAGE, site, "BSIM_cost of block %d: the program's table has %d blocks", block,
                      bsim_run.nblocks);
    if (bsim_context.records_parameters) {
        struct request *r = &of_shards[bsim_shard_number];
        r->block = block;
        r->nparam = nparam;
        r->param = with_rounds(block, nparam, param);
        bsim_on_host_stack(record, r);
    }
    bool first = bsim_firsts.of && bsim_firsts_take(block, bsim_self->id);
    bsim_self->block = first ? block | FIRST : block;
    double seconds = model_time(block, nparam, param, first, site);
    if (bsim_context.records_parameters)
        bsim_parameters_longest(block, seconds);
    return seconds;
}

/* key: the block, or nblocks more for a first execution. */
static double __attribute__((noinline)) remembered_time(struct memo *m, int key, int nparam, const double *param,
                                                        const void *site) {
    bool first = key >= bsim_run.nblocks;
    int block = first ? key - bsim_run.nblocks : key;
    double time_s = model_time(block, nparam, param, first, site);
    if (evaluated_each[block])
        return time_s;
    m->block = key + 1;
    m->nparam = nparam;
    memcpy(m->param, param, (size_t)nparam * sizeof *param);
    m->time_s = time_s;
    m->error = last_error;
    m->differs = bsim_self->block & FIRST;
    return time_s;
}

static inline struct memo *memo_of(int key, int nparam, const double *param) {
    static const uint64_t factor[MEMO_PARAMS] = {0x9e3779b97f4a7c15u, 0xc2b2ae3d27d4eb4fu, 0x165667b19e3779f9u,
                                                 0xd6e8feb86659fd93u, 0xff51afd7ed558ccdu, 0xa24baed4963ee407u,
                                                 0x9fb21c651e98df25u, 0xe7037ed1a0b428dbu};
    uint64_t hash = (uint64_t)key * 0xbf58476d1ce4e5b9u;
    for (int i = 0; i < nparam; i++) /* as doubles, small integers differ in the upper bits only */
        hash += (bits_of(param[i]) >> 17) * factor[i];
    return &memo[hash >> (64 - MEMO_BITS)];
}

static double __attribute__((noinline)) first_cost(int block, int nparam, const double *param, const void *site) {
    bsim_self->block = block | FIRST;
    if (nparam > MEMO_PARAMS)
        return model_time(block, nparam, param, true, site);
    int key = bsim_run.nblocks + block;
    struct memo *m = memo_of(key, nparam, param);
    if (!is_for(m, key, nparam, param))
        return remembered_time(m, key, nparam, param, site);
    if (!m->differs)
        bsim_self->block = block;
    last_error = m->error;
    return m->time_s;
}

/* Rare cases are in functions of their own, so that this one needs no stack. */
double bsim_cost(int block, int nparam, const double *param) {
    if (__builtin_expect((unsigned)block >= (unsigned)known_blocks, 0))
        return rare_cost(block, nparam, param, __builtin_return_address(0));
    if (__builtin_expect(bsim_firsts.of != NULL, 0) && bsim_firsts_take(block, bsim_self->id))
        return first_cost(block, nparam, param, __builtin_return_address(0));
    bsim_self->block = block;
    if (constant_s[block] >= 0)
        return constant_s[block];
    if (nparam > MEMO_PARAMS)
        return model_time(block, nparam, param, false, __builtin_return_address(0));
    struct memo *m = memo_of(block, nparam, param);
    if (__builtin_expect(is_for(m, block, nparam, param), 1)) {
        last_error = m->error;
        return m->time_s;
    }
    return remembered_time(m, block, nparam, param, __builtin_return_address(0));
}

void (*bsim_calculated)(bsim_rank *rank, double seconds, double spent);

double bsim_speed_of(const bsim_rank *rank) {
    return of_kinds ? bsim_platform_speed(of_kinds, nodes.kind[bsim_busy_class(&nodes, rank->id)], 0) : speed[0];
}

/* seconds: as bsim_calculated takes them. */
static void charge(bsim_rank *self, double seconds, double spent) {
    if (__builtin_expect(bsim_calculated != NULL, 0))
        bsim_calculated(self, seconds, spent);
    self->calc_s += spent;
    if (self->block >= 0) {
        if (__builtin_expect(bsim_delays_blocks, 0))
            spent += bsim_delay_block(self, self->block);
        bsim_block_stats[self->block].calls++;
        bsim_time_add(&bsim_block_stats[self->block].calc, spent);
        if (bsim_rank_blocks)
            bsim_rank_blocks[(size_t)self->block * (size_t)bsim_run.np + (size_t)self->id] += spent;
        self->block = -1;
    }
}

double bsim_cost_speed(int rank, int scenario) {
    return of_kinds ? bsim_platform_speed(of_kinds, nodes.kind[bsim_busy_class(&nodes, rank)], scenario)
                    : speed[scenario];
}

double bsim_cost_advance(bsim_rank *self, double seconds) {
    double spent = seconds / bsim_cost_speed(self->id, 0);
    for (int k = 0; k < bsim_times(); k++)
        self->clock[k] += seconds / bsim_cost_speed(self->id, k);
    if (bsim_context.slopes)
        bsim_slope_add(self->clock, BSIM_SLOPE_CALC, spent);
    return spent;
}

/* Whether the model gives the block's time on the rank's kind of node. */
static bool is_of_kind(const bsim_rank *self) {
    return kind_known && kind_known[self->block * nodes.nclass + bsim_busy_class(&nodes, self->id)];
}

/* The factors for the block's time on the rank's node. *share: the part of it that goes with the memory. */
static const struct bsim_busy_factors *factors_of(const bsim_rank *self, double seconds, double *share) {
    int c = kind_known ? bsim_busy_class(&nodes, self->id) : 0;
    *share = bsim_models_memory_share(models, self->block, kind_known ? kind_number(c) : 0, seconds);
    if (is_of_kind(self))
        return bsim_busy_factors_of_kind(&nodes, self->id);
    return bsim_busy_factors_of(&nodes, self->id);
}

/* A time with noise, one that goes with the node's memory or kind, one that differs between the scenarios of an
 * interval, or one that may be that of a first execution. */
static void __attribute__((noinline)) add_varied(bsim_rank *self, double seconds, const void *site) {
    bool first_execution = self->block & FIRST;
    self->block &= ~FIRST;
    double share = 0, first = 0, first_factor = 1;
    const struct bsim_busy_factors *busy = NULL;
    const struct bsim_noise_law *laws = NULL;
    uint64_t count = 0;
    if (shares_node)
        busy = factors_of(self, seconds, &share);
    if (bsim_noisy && bsim_noisy[self->block]) {
        laws = bsim_block_noise_begin(self->block, self->id, &count);
        first_factor = bsim_block_noise_of(laws, self->block, self->id, count, 0);
    }
    const struct bsim_io *io = io_of_rank && bsim_models_has_io(models, self->block) ? &io_of_rank[self->id] : NULL;
    double own = own_factors ? own_factors[self->block * nodes.nclass + bsim_busy_class(&nodes, self->id)] : 1;
    if (bsim_uneven && bsim_uneven[self->block])
        own *= bsim_uneven_factor(self->block, self->id, own * seconds);
    double memory_s = busy ? own * first_factor * seconds * share * busy[0].memory : 0;
    double other_s = by_bandwidth ? memory_s : 0, begin_s = self->clock[0];
    bool by_execution = doubt && doubt[self->block].by_execution;
    double error = by_execution ? last_error : doubt ? doubt[self->block].error : 0;
    for (int k = 0; k < bsim_times(); k++) {
        double factor =
            laws && k > 0 && k < noise_runs ? bsim_block_noise_of(laws, self->block, self->id, count, k) : first_factor;
        double spent = factor * own * seconds;
        if (busy)
            spent *= busy[k].processor + share * (busy[k].memory - busy[k].processor);
        else
            spent /= speed[k];
        if (io) {
            double rest = spent * (1 - io->share);
            spent = rest + io->bytes / files->bandwidth[k] + io->calls * files->latency_s[k];
            other_s = other_s * (1 - io->share) + (spent - rest);
        }
        double scale = scaled ? scaled[self->block * bsim_times() + k] : 1;
        spent *= scale;
        other_s *= scale;
        if (k == 0)
            memory_s *= scale * (io ? 1 - io->share : 1);
        first = k == 0 ? spent : first;
        if (doubt && k >= noise_runs)
            spent *= k == noise_runs ? 1 + error : 1 / (1 + error);
        self->clock[k] += spent;
    }
    int ranks = memory_in_time && memory_s > 0 ? nodes.busy[bsim_busy_class(&nodes, self->id)] : 1;
    if (ranks > 1) {
        double waited_s = bsim_shared_memory_wait(ranks, begin_s, first, memory_s, site);
        for (int k = 0; k < bsim_times(); k++)
            self->clock[k] += waited_s;
        first += waited_s;
        other_s += waited_s;
    }
    if (bsim_context.slopes) {
        bsim_slope_add(self->clock, BSIM_SLOPE_CALC, first - other_s);
        bsim_slope_add(self->clock, bsim_slope_of_block(self->block), first);
    }
    if (first_execution)
        bsim_time_add(&bsim_block_stats[self->block].first, first);
    if (by_execution)
        bsim_time_add(&bsim_block_stats[self->block].doubted, first * error);
    charge(self, -1, first);
}

void BSIM_Add_time(double seconds) {
    bsim_rank *self = bsim_self;
    if (!(seconds >= 0 && seconds < HUGE_VAL))
        bsim_fatal_at(BSIM_EXIT_USAGE, __builtin_return_address(0), "BSIM_Add_time(%g): a time must be finite and >= 0",
                      seconds);
    if (__builtin_expect(!self, 0))
        return; /* a constructor runs: bsim_cost_rank_begin charges each rank */
    if (__builtin_expect(bsim_in_operator, 0)) {
        self->block = -1;
        bsim_operator_time("BSIM_Add_time", __builtin_return_address(0));
        return;
    }
    if (__builtin_expect(bsim_rest_follows != NULL, 0) && self->block >= 0 && bsim_rest_follows[self->block & ~FIRST])
        bsim_rest_follow(self, seconds);
    if (__builtin_expect(varied && (self->block >= 0 || of_kinds), 0)) {
        if (self->block >= 0)
            add_varied(self, seconds, __builtin_return_address(0));
        else
            charge(self, seconds, bsim_cost_advance(self, seconds));
        return;
    }
    double *clock = self->clock, spent = speed[0] == 1 ? seconds : seconds / speed[0]; /* divisions are slow */
    clock[0] += spent;
    for (int k = 1; same_speed && k < bsim_times(); k++)
        clock[k] += spent;
    for (int k = 1; !same_speed && k < bsim_times(); k++)
        clock[k] += seconds / speed[k];
    if (__builtin_expect(bsim_context.slopes, 0))
        bsim_slope_add(clock, BSIM_SLOPE_CALC, spent);
    charge(self, seconds, spent);
}
