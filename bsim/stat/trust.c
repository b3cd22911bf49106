/* trust.c - see trust.h. Reads the sums of a run when it is over. */
#include "bsim/stat/trust.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bsim/base/alloc.h"
#include "bsim/base/output.h"
#include "bsim/base/related.h"
#include "bsim/bsim.h"
#include "bsim/stat/stat.h"
#include "bsim/stat/stat_internal.h"

#pragma weak bsim_blocks
#pragma weak bsim_nuntimed

/* MOST: blocks that are named. */
enum { MOST = 5 };
/* Blocks whose doubtful part is less of the time, and models with a smaller error, are not named. */
static const double LEAST_WEIGHT = 0.002, SMALL_ERROR = 0.1;
/* First executions are named if they are more of the time than this: other nodes may touch pages faster or slower. */
static const double MUCH_FIRST = 0.05;
/* Something that no parameter stands for, and sizes that are no multiples as all in the samples, are named if the block
 * has so much of the time, however small its error is. */
static const double MUCH_MISSING = 0.1;

/* What no parameter stands for, such as the depth of a recursion, may go with a size. Beyond the samples the time may
 * then grow with another power of the size that is farthest out, by so much. */
static const double MISSING_BEYOND = 0.5;

bool bsim_trust_is_greatest(const struct bsim_trust *t) {
    static const double far = 1; /* no noise explains that */
    return t->missing && t->error_max >= far;
}

double bsim_trust_error(const struct bsim_trust *t) {
    if (!t->fitted)
        return 0;
    double error = bsim_trust_within(t->error_median, t->error_max); /* fmax ignores one NAN */
    error = isnan(t->error_median) ? NAN : fmax(error, bsim_trust_within(t->spread_median, t->spread_max));
    return bsim_trust_is_greatest(t) ? fmax(error, t->error_max) : error;
}

/* Whether an argument is another one than in all measured runs that may decide what no parameter of the block stands
 * for. */
static bool is_changed(const struct bsim_run *run, int i) {
    return run->trust[i].fitted && bsim_blocks[i].missing && run->changed && run->chooses;
}

/* How many factors of two the parameter that is used farthest out is beyond its range. */
static double doublings(const struct bsim_trust *t) {
    return t->nfar > 0 ? bsim_far_doublings(&t->far[0]) : 0;
}

/* The doubt that extrapolation adds, by the error of the times in the range. Doubts of each factor of two multiply, and
 * those of several parameters are independent. */
static double beyond_by(const struct bsim_far *far, int n, double error) {
    double squares = 0;
    for (int k = 0; k < n; k++) {
        double each = fmax(error, fmax(BSIM_ERROR_BEYOND, far[k].beyond)); /* fmax ignores a NAN */
        squares += pow(log1p(each) * bsim_far_doublings(&far[k]), 2);
    }
    return fmin(expm1(sqrt(squares)), BSIM_RELATED_MOST);
}

/* How far other formulas are away is of the values that are used, and does not count again for each factor of two. */
static double beyond(const struct bsim_trust *t) {
    double by = beyond_by(t->far, t->nfar, t->apart || t->transition ? fmin(t->error, t->of_all) : t->error);
    if (!t->missing || !t->fitted)
        return by;
    double missing = fmax(MISSING_BEYOND * doublings(t) * log(2), t->hidden.doubt);
    return fmin(expm1(sqrt(pow(log1p(by), 2) + missing * missing)), BSIM_RELATED_MOST);
}

/* The doubt of learned rounds. */
static double learned_doubt(const struct bsim_learned_doubt *d) {
    double error = bsim_trust_within(d->error_median, d->error_max);
    return (isnan(error) ? 0 : error) + beyond_by(d->far, d->nfar, error);
}

/* Whether no sample is near the values that it is used with, so that it is right only where its formula goes on as it
 * is. */
static bool is_extrapolated(const struct bsim_trust *t) {
    static const double far = 0.25; /* factors of two */
    return t->fitted && doublings(t) >= far && !(t->related && t->far[0].low == t->far[0].high);
}

/* The doubt that comes from parameters which the samples did not vary apart. Which of them the time depends on is not
 * known, so it may be off by the factor by which they are away from their relation. What a changed argument does is not
 * known at all. */
static double unrelated(const struct bsim_run *run, int i) {
    const struct bsim_trust *t = &run->trust[i];
    double changed = is_changed(run, i) ? BSIM_RELATED_NONE - 1 : 0;
    return t->related ? fmax(t->related_factor - 1, changed) : changed;
}

/* Whether a block whose time depends on what no parameter stands for has sizes that no formula follows: some are off
 * by 100 %, and half of them by more than noise explains. Times of the same parameters are then others with another
 * input, by how much no sample tells. */
static bool is_followed_by_none(const struct bsim_trust *t) {
    return t->samples > 1 && bsim_trust_is_greatest(t) && t->error_median >= SMALL_ERROR;
}

/* Whether its times go with a size that is none of its parameters, and that the samples did not have. */
static bool is_hidden(const struct bsim_trust *t) {
    static const double much = 0.25; /* as a logarithm */
    return t->missing && t->fitted && t->hidden.clear && t->hidden.doubt >= much;
}

/* Whether its times are guesses, whatever they are related to: no sample tells anything of them. */
static bool is_guess(const struct bsim_run *run, int i) {
    const struct bsim_trust *t = &run->trust[i];
    return t->zero || t->steady || t->up_to_ranks > 0 || is_changed(run, i) || is_followed_by_none(t);
}

/* Whether the error of its times is not known. */
static bool is_unknown(const struct bsim_run *run, int i) {
    const struct bsim_trust *t = &run->trust[i];
    return is_guess(run, i) || t->related || is_hidden(t) || isnan(t->error);
}

/* How many times the predicted time of a block that is not known may be the real one. Where nothing bounds that, it is
 * HUGE_VAL: the sizes are not those of the samples, or what decides the time is no parameter. */
static double longer_of_unknown(const struct bsim_run *run, int i) {
    const struct bsim_trust *t = &run->trust[i];
    bool guess = is_guess(run, i) || (t->related && !t->related_bounded);
    bool elsewhere = isnan(t->error) && (t->nfar > 0 || t->missing);
    double factor = t->related ? t->related_factor : is_hidden(t) ? exp(t->hidden.doubt) : 1;
    if (guess || elsewhere || factor >= BSIM_RELATED_MOST)
        return HUGE_VAL;
    return isnan(t->error) ? fmax(factor, BSIM_RELATED_NONE) : factor;
}

/* Of the predicted time, the mean over ranks. */
static double share_of(const struct bsim_run *run, int block) {
    double all = run->predicted_s[0] * run->np;
    return all > 0 ? run->blocks[block].calc_s / all : 0;
}

/* The same of the rank that has most of the block: others may wait for it. */
static double most_of(const struct bsim_run *run, int block) {
    double most = run->predicted_s[0] > 0 ? run->blocks[block].most_s / run->predicted_s[0] : 0;
    return fmax(share_of(run, block), fmin(most, 1));
}

/* How many times as long as the longest measured executions of a block that is not known others may be: they are as far
 * from all samples as its parameters are. */
static double longer_than_measured(const struct bsim_trust *t) {
    return fmin(fmax(1 + beyond(t), t->related ? t->related_factor : 1), BSIM_RELATED_MOST);
}

/* Of the predicted time, the part of a block that is not known, on the rank that has most of it. Where nothing bounds
 * its time, a formula that gives next to none says nothing: the longest measured executions do. */
static double part_of_unknown(const struct bsim_run *run, int i) {
    double most = most_of(run, i), all_s = run->predicted_s[0];
    if (!is_unknown(run, i) || !isinf(longer_of_unknown(run, i)) || !(all_s > 0))
        return most;
    double each_s = run->trust[i].longest_s * longer_than_measured(&run->trust[i]) / run->platform->speed[0];
    double maybe_s = each_s * (double)run->blocks[i].calls / run->np, own_s = most * all_s;
    return maybe_s > own_s ? maybe_s / (all_s - own_s + maybe_s) : most;
}

/* Parts of the predicted time whose errors are not known. */
struct unknown {
    double share, longer; /* longer: what they may be instead, of the predicted time */
};

static void add_unknown(struct unknown *u, double share, double factor) {
    u->share += share;
    u->longer += isinf(factor) ? HUGE_VAL : share * factor;
}

/* Code in no block, which is not in the predicted time: what runs took longer than predicted bounds it. */
static void add_untimed(struct unknown *u, const struct bsim_whole_runs *runs) {
    if (&bsim_nuntimed && bsim_nuntimed > 0)
        u->longer += runs->n > 0 ? expm1(runs->more) : HUGE_VAL;
}

/* Of the real time, the part that they may have. */
static double most_of_unknown(const struct unknown *u) {
    return isinf(u->longer) ? 1 : u->longer / (fmax(1 - u->share, 0) + u->longer);
}

/* Of the predicted time, the part in the first execution of each rank, where the model tells that apart. */
static double first_share(const struct bsim_run *run, int block) {
    double all = run->predicted_s[0] * run->np;
    return all > 0 ? run->blocks[block].first_s / all : 0;
}

/* The doubt of that part, of the predicted time. */
static double first_doubt(const struct bsim_run *run, int block) {
    const struct bsim_trust *t = &run->trust[block];
    double error = t->first_error + expm1(log1p(fmax(t->first_error, BSIM_ERROR_BEYOND)) * doublings(t));
    return first_share(run, block) * (isnan(error) ? 1 : fmin(error, 1));
}

/* How much longer the block takes, relative to its time, if what the model leaves out was no disturbance. */
static double left_out(const struct bsim_trust *t) {
    return t->left_out < 1 ? t->left_out / (1 - t->left_out) : 1;
}

/* The part of the block's time that is input and output and that nothing tells for this platform: it has no file
 * system, or the measured part is not known, so that both times are in the prediction. */
static double io_doubt(const struct bsim_trust *t) {
    bool known = !t->io || (t->files_known && !isnan(t->io_share));
    return known ? 0 : t->io_part;
}

/* How much longer the block may take, relative to its time, since ranks wait for the one whose executions are the
 * longest, of so many normal ones at most sqrt(2 ln n) deviations: those of a rank between two calls of MPI make up for
 * each other. */
static double uneven(const struct bsim_run *run, int i) {
    const struct bsim_trust *t = &run->trust[i];
    double calls = 0, executions = (double)run->blocks[i].calls;
    for (int k = 0; k < run->nsites; k++)
        calls += (double)run->sites[k].calls;
    if (run->np < 2 || !t->count || t->uneven_known || t->count_effect < SMALL_ERROR || calls == 0)
        return 0;
    return t->count_effect * sqrt(2 * log(run->np)) / sqrt(fmax(executions / calls, 1));
}

/* Of the predicted time, what the readings of the clock around the executions took in the measurement, on the rank that
 * has most of the block. It was subtracted. But the processor goes on with what is before and behind while it reads the
 * clock, so no execution is known better than this. */
static double timer_doubt(const struct bsim_run *run, int i) {
    const struct bsim_block_stat *b = &run->blocks[i];
    double each = b->calc_s > 0 ? most_of(run, i) / b->calc_s : 1 / (run->predicted_s[0] * run->np);
    return run->predicted_s[0] > 0 ? run->trust[i].timer_s * (double)b->calls * each / run->platform->speed[0] : 0;
}

/* By which factors the run is longer if all blocks are, and shorter if all are, as logarithms. Ranks wait for each
 * other, so the two differ. NAN: not known. */
static void all_together(const struct bsim_run *run, double *longer, double *shorter) {
    int k = run->interval;
    bool no_longer = k == 0 || run->diverged[k], no_shorter = k == 0 || run->diverged[k + 1];
    *longer = no_longer ? NAN : log(run->predicted_s[k] / run->predicted_s[0]);
    *shorter = no_shorter ? NAN : log(run->predicted_s[0] / run->predicted_s[k + 1]);
    *longer = no_longer ? *shorter : *longer;
    *shorter = no_shorter ? *longer : *shorter;
}

/* What measured runs as a whole tell; null if the models have none. */
static json_t *whole_runs(const struct bsim_whole_runs *runs) {
    if (runs->n == 0)
        return json_null();
    return json_pack("{s:i, s:f, s:f}", "count", runs->n, "error", runs->error, "longer", expm1(runs->mean));
}

/* Operators of the program are doubted by the errors of their models, as blocks are. False: no model was measured. */
static bool add_operators(const struct bsim_run *run, double *sum, double *squares, struct unknown *unknown) {
    bool any = false;
    for (int i = 0; i < run->noperators; i++) {
        const struct bsim_operator_stat *o = &run->operators[i];
        double share = o->time_s / (run->predicted_s[0] * run->np);
        if (!o->fitted)
            continue;
        any = true;
        if (isnan(o->error)) {
            add_unknown(unknown, share, HUGE_VAL);
            continue;
        }
        *sum += share * o->error;
        *squares += share * share * o->error * o->error;
    }
    return any;
}

/* Time in no block is doubted as a block is. */
static double rest_doubt(const struct bsim_run *run) {
    const struct bsim_rest_stat *r = &run->rest;
    double share = r->time_s / (run->predicted_s[0] * run->np), error = fmax(r->error, BSIM_ERROR_BEYOND);
    if (!r->fitted || r->time_s == 0)
        return 0;
    return share * hypot(r->error, fmin(expm1(log1p(error) * r->doublings), BSIM_RELATED_MOST));
}

/* What these parts of all blocks are more than the predicted time: blocks have most of it on different ranks, and not
 * all of these are waited for. At least 1. */
static double crowded(const struct bsim_run *run) {
    double sum = 0;
    for (int i = 0; i < run->nblocks; i++)
        sum += most_of(run, i);
    return fmax(sum, 1);
}

json_t *bsim_trust_interval(const struct bsim_run *run) {
    double sum = 0, squares = 0, far = 0, slower = 0, faster = 0, extrapolated = 0, time_s = run->predicted_s[0];
    double all = crowded(run);
    struct unknown unknown = {0};
    bool any = false, zero = false;
    for (int i = 0; run->trust && i < run->nblocks; i++) {
        const struct bsim_trust *t = &run->trust[i];
        double share = most_of(run, i) / all, more = share * (beyond(t) + unrelated(run, i));
        if (run->blocks[i].calls == 0 || !t->fitted)
            continue;
        /* Another run draws others. */
        far += more * more + first_doubt(run, i) * first_doubt(run, i) + pow(share * BSIM_WITHIN_NINETY * t->drawn, 2);
        *(t->memory_change > 0 ? &slower : &faster) += share * fabs(t->memory_change); /* all blocks in one direction */
        slower += share * (left_out(t) + uneven(run, i)) + timer_doubt(run, i) / all;
        faster += fmin(timer_doubt(run, i) / all, share);
        any = true;
        extrapolated += is_extrapolated(t) ? share : 0;
        zero = zero || t->zero; /* the share of such a block is not known either: it may be all of the time */
        if (is_unknown(run, i)) /* the doubt above is a guess, too */
            add_unknown(&unknown, fmax(share, part_of_unknown(run, i) / all), longer_of_unknown(run, i));
        if (t->files_known)
            faster += share * io_doubt(t);
        if (isnan(t->error))
            continue;
        if (!t->files_known && io_doubt(t) > 0)
            add_unknown(&unknown, share * io_doubt(t), HUGE_VAL);
        sum += share * t->error;
        squares += share * share * t->error * t->error;
    }
    any = add_operators(run, &sum, &squares, &unknown) || any;
    far += pow(rest_doubt(run), 2);
    for (int i = 0; i < run->nlearned; i++)
        far += pow(learned_doubt(&run->learned[i]), 2);
    any = any || run->nlearned > 0;
    if (!any || !isfinite(time_s) || time_s <= 0)
        return json_null();
    if (run->interval == 0)
        return json_null();
    double longer, shorter, part = sum > 0 ? sqrt(squares) / sum : 1;
    all_together(run, &longer, &shorter);
    if (isnan(longer)) { /* both scenarios diverged: as if all blocks were on the critical path */
        longer = shorter = log1p(sqrt(squares));
        part = 1;
    }
    /* Errors of a factor are as probable upwards as downwards, so logarithms of independent ones add up. */
    const struct bsim_whole_runs *whole = &run->whole;
    add_untimed(&unknown, whole);
    double further = log1p(sqrt(far)), more = BSIM_WITHIN_NINETY * whole->more;
    /* On the side from which the runs are away, only their spread around the mean counts. */
    double around = BSIM_WITHIN_NINETY * sqrt(fmax(whole->more * whole->more - whole->mean * whole->mean, 0));
    double low = expm1(hypot(hypot(shorter * part, further), whole->mean > 0 ? around : more));
    double high = expm1(hypot(hypot(longer * part, further), whole->mean > 0 ? more : around));
    return json_pack("{s:f, s:f, s:f, s:f, s:f, s:f, s:o}", "low_s", time_s / (1 + low) * fmax(1 - faster, 0), "high_s",
                     time_s * (1 + high + slower), "confidence", 0.9, "unknown_share",
                     zero ? 1 : fmin(unknown.share, 1), "unknown_most", most_of_unknown(&unknown), "extrapolated_share",
                     fmin(extrapolated, 1), "runs", whole_runs(whole));
}

struct doubt {
    int block;
    double share, weight;
};

static int by_weight(const void *a, const void *b) {
    const struct doubt *x = a, *y = b;
    if (x->weight != y->weight)
        return x->weight < y->weight ? 1 : -1;
    return x->block - y->block;
}

/* Nothing if the model of the block gives no reason to doubt the time of executions. */
static double model_weight(const struct bsim_run *run, int i) {
    const struct bsim_trust *t = &run->trust[i];
    double more = beyond(t) + unrelated(run, i);
    bool known = t->fitted && t->error < SMALL_ERROR; /* false for NAN */
    bool missing = bsim_blocks[i].missing && !known, shared = fabs(t->memory_change) >= SMALL_ERROR;
    bool partial = t->left_out >= SMALL_ERROR, files = io_doubt(t) >= SMALL_ERROR;
    bool undecided = t->steady || is_changed(run, i);
    double waits = uneven(run, i);
    if (run->blocks[i].calls == 0 || (!missing && !shared && !partial && !files && more == 0 && !undecided &&
                                      waits < SMALL_ERROR && (known || !t->fitted)))
        return 0;
    double error = isnan(t->error) || undecided || (missing && !t->fitted)
                       ? 1
                       : t->error + more + waits + fabs(t->memory_change) + io_doubt(t);
    return part_of_unknown(run, i) * (error + (partial ? left_out(t) : 0));
}

/* Whether executions are so short that the reading of the clock is a doubt. */
static bool is_short(const struct bsim_run *run, int i) {
    return run->blocks[i].calls > 0 && timer_doubt(run, i) >= SMALL_ERROR * most_of(run, i);
}

static double weight_of(const struct bsim_run *run, int i) {
    double weight = model_weight(run, i), first = first_share(run, i);
    bool unseen = run->trust[i].stepped || (bsim_blocks[i].missing && run->trust[i].fitted);
    if (unseen && run->blocks[i].calls > 0 && most_of(run, i) >= MUCH_MISSING)
        weight = fmax(weight, LEAST_WEIGHT);
    if (run->blocks[i].calls > 0 && run->trust[i].zero) /* its share is not known either */
        weight = fmax(weight, 1);
    if (is_short(run, i))
        weight += timer_doubt(run, i);
    return first > MUCH_FIRST ? fmax(weight + first_doubt(run, i), LEAST_WEIGHT) : weight;
}

/* "0.4 %", "18 %" */
static const char *percent(char *buf, double value) {
    snprintf(buf, 24, value < 0.1 ? "%.1f %%" : "%.0f %%", 100 * value);
    return buf;
}

static void add(json_t *list, const char *text) {
    json_array_append_new(list, bsim_output_text(text));
}

/* "not known from n and m: ", or nothing for a block without parameters. */
static const char *not_from(const bsim_block_info *b, char *buf, size_t size) {
    size_t at = (size_t)snprintf(buf, size, b->nparam > 3 ? "not known from its parameters" : "");
    for (int i = 0; i < b->nparam && b->nparam <= 3 && at < size; i++)
        at += (size_t)snprintf(buf + at, size - at, "%s%.60s",
                               i == 0              ? "not known from "
                               : i + 1 < b->nparam ? ", "
                                                   : " and ",
                               b->params[i]);
    if (b->nparam > 0 && at < size)
        snprintf(buf + at, size - at, ": ");
    return buf;
}

static void add_io_reason(json_t *why, const struct bsim_trust *t) {
    if (io_doubt(t) < SMALL_ERROR)
        return;
    if (!t->files_known)
        add(why,
            "reads and writes files: measured on this host's file system, and the platform has no \"file_system\"");
    else
        add(why, "reads and writes files, which takes the platform's file system the time that it has here besides its "
                 "measured time: the model does not tell the \"share\" of its \"io\" in that");
}

static void add_memory_reason(json_t *why, const struct bsim_run *run, const struct bsim_trust *t) {
    char busy[40] = "", text[512];
    if (fabs(t->memory_change) < SMALL_ERROR)
        return;
    if (t->busy > 0)
        snprintf(busy, sizeof busy, " with %d busy core%s", t->busy, t->busy == 1 ? "" : "s");
    snprintf(text, sizeof text,
             "measured%s; with %d rank%s on a node it takes between 1 and %.2g times that, by how much of it goes with "
             "the memory",
             busy, run->ranks_of_node, run->ranks_of_node == 1 ? "" : "s", 1 + t->memory_change);
    add(why, text);
}

static void add_missing_reason(json_t *why, const struct bsim_run *run, int i) {
    const struct bsim_trust *t = &run->trust[i];
    const char *missing = bsim_blocks[i].missing;
    char text[600], seen[60];
    if (t->up_to_ranks > 0) {
        snprintf(
            text, sizeof text,
            "with equal parameters it took less time the more ranks there were, and no parameter tells it: measured "
            "with up to %d rank%s, used with %d",
            t->up_to_ranks, t->up_to_ranks == 1 ? "" : "s", run->np);
        add(why, text);
    }
    if (!missing)
        return;
    if (t->fitted && t->hidden.doubt >= SMALL_ERROR) {
        snprintf(text, sizeof text,
                 "%s with %.200s of %.100s, which is none of its parameters: used at %.6g, measured from %.6g to %.6g",
                 t->hidden.clear ? "its time goes" : "its time may go", t->hidden.parameter, t->hidden.block,
                 t->hidden.far.used, t->hidden.far.low, t->hidden.far.high);
        add(why, text);
    }
    if (t->steady) {
        snprintf(seen, sizeof seen, t->steady_low < t->steady_high ? "%.6g to %.6g" : "%.6g", t->steady_low,
                 t->steady_high);
        snprintf(text, sizeof text,
                 "%.200s: %s in all samples, and no parameter stands for %.200s, which decides them: right only where "
                 "that is as it was",
                 t->steady, seen, missing);
        add(why, text);
    } else if (!(t->fitted && t->error < SMALL_ERROR)) {
        snprintf(text, sizeof text, "no parameter stands for %.200s, on which its time depends", missing);
        add(why, text);
    } else {
        snprintf(text, sizeof text, "no parameter stands for %.200s: right only where that is as in the samples",
                 missing);
        add(why, text);
    }
    if (t->fitted && run->changed)
        add(why, run->changed);
}

static void add_first_reason(json_t *why, const struct bsim_run *run, int i) {
    const struct bsim_trust *t = &run->trust[i];
    char text[200], share[24];
    if (first_share(run, i) <= MUCH_FIRST)
        return;
    double later_s = run->blocks[i].calc_s - run->blocks[i].first_s;
    char number[24] = "execution";
    if (t->first_executions > 1)
        snprintf(number, sizeof number, "%d executions", t->first_executions);
    snprintf(text, sizeof text, "%s of the predicted time is in the first %s on each rank%s",
             percent(share, first_share(run, i)), number,
             later_s <= 0              ? "; there are no later ones"
             : t->first_executions > 1 ? ", which take another time than later ones"
                                       : ", which takes another time than later ones");
    add(why, text);
}

static void add_range_reason(json_t *why, const struct bsim_trust *t) {
    char text[512], off[24];
    if (t->stepped) {
        snprintf(text, sizeof text,
                 "used at %.200s = %.6g, and all samples had multiples of %.6g: what other sizes take is in none",
                 t->stepped, t->odd, t->step);
        add(why, text);
    }
    for (int k = 0; k < t->nfar; k++) {
        const struct bsim_far *f = &t->far[k];
        if (!(t->related && f->low == f->high)) {
            snprintf(text, sizeof text, "used at %s = %.6g, fitted from %.6g to %.6g", t->parameter[k], f->used, f->low,
                     f->high);
            add(why, text);
        }
        if (f->beyond >= SMALL_ERROR) {
            snprintf(text, sizeof text,
                     "of a larger %.200s its samples allow times that are %s apart for each factor of two",
                     t->parameter[k], percent(off, f->beyond));
            add(why, text);
        }
    }
}

static json_t *reasons(const struct bsim_run *run, int i) {
    const struct bsim_trust *t = &run->trust[i];
    json_t *why = json_array();
    char text[512], median[24], greatest[24], params[240];
    if (t->fitted && isnan(t->error_median)) {
        snprintf(text, sizeof text, "fitted from %d size%s, too few to know its error", t->samples,
                 t->samples == 1 ? "" : "s");
        add(why, text);
    } else if (t->fitted) {
        snprintf(text, sizeof text, "fitted from %d size%s with an error of %s (median) and %s (greatest)", t->samples,
                 t->samples == 1 ? "" : "s", percent(median, t->error_median), percent(greatest, t->error_max));
        add(why, text);
    }
    if (t->error >= SMALL_ERROR && t->error > 1.5 * t->of_all) {
        snprintf(text, sizeof text, "an error of %s near the times that it takes here", percent(median, t->error));
        add(why, text);
    }
    if (t->transition) {
        snprintf(text, sizeof text,
                 "used with %.200s, where nothing was measured and the time passes from one formula to the next",
                 t->transition);
        add(why, text);
    }
    if (t->apart)
        add(why, t->apart);
    if (t->spread_median >= SMALL_ERROR) {
        snprintf(text, sizeof text, "samples with equal parameters differ by %s (median)",
                 percent(median, t->spread_median));
        add(why, text);
    }
    if (t->left_out >= SMALL_ERROR) {
        snprintf(text, sizeof text, "%s of the measured time was in a few long executions, which the model leaves out",
                 percent(median, t->left_out));
        add(why, text);
    }
    if (t->timer_s > 0 && is_short(run, i)) {
        snprintf(
            text, sizeof text,
            "an execution takes %.3g ns here, and a reading of the clock took %.3g ns in the measurement: its time is "
            "not known better than that",
            1e9 * run->blocks[i].calc_s / (double)run->blocks[i].calls, 1e9 * t->timer_s);
        add(why, text);
    }
    add_first_reason(why, run, i);
    bool counted = t->count && t->count_effect >= SMALL_ERROR;
    if (counted) {
        snprintf(text, sizeof text, "%s: %svaries by %s between executions with equal parameters", t->count,
                 not_from(&bsim_blocks[i], params, sizeof params), percent(median, t->count_spread));
        add(why, text);
    }
    if (counted && uneven(run, i) >= SMALL_ERROR)
        add(why, "ranks wait for the longest of them, and the prediction takes the mean");
    if (t->place) {
        snprintf(text, sizeof text, "%s only says where the work is: the mean over it, and%s", t->place,
                 run->np > 1 && t->uneven > 0 ? " each place draws its own part of it" : " no more, counts");
        add(why, text);
    }
    if (counted && t->uneven_known && !t->place && run->np > 1)
        add(why, t->uneven > 0 ? "each execution draws its own, as those of measured ranks were beside each other"
                               : "measured ranks had the same ones at the same time");
    add_range_reason(why, t);
    if (t->related) {
        add(why, t->related);
    }
    if (t->zero) {
        snprintf(text, sizeof text, "gives 0 s at %s", t->zero);
        add(why, text);
    }
    add_memory_reason(why, run, t);
    add_io_reason(why, t);
    add_missing_reason(why, run, i);
    return why;
}

/* Accesses to files whose time nothing tells stand beside the blocks. */
static void add_files(json_t *list, const struct bsim_run *run) {
    const struct bsim_site *most = bsim_most_accesses(run);
    char text[200];
    if (!run->io.untimed || !most)
        return;
    snprintf(text, sizeof text, "%llu accesses with %llu bytes take no time: the platform has no \"file_system\"",
             (unsigned long long)run->io.calls, (unsigned long long)(run->io.read_bytes + run->io.written_bytes));
    json_t *why = json_array();
    add(why, text);
    json_array_append_new(list, json_pack("{s:o, s:s, s:o, s:i, s:f, s:f, s:o, s:o}", "block",
                                          bsim_output_text(most->call), "label", "accesses to files by MPI", "file",
                                          bsim_output_text(most->file ? most->file : "?"), "line", most->line, "share",
                                          0.0, "most", 1.0, "error", json_null(), "why", why));
}

/* Learned rounds of loops stand beside the blocks. */
static void add_learned(json_t *list, const struct bsim_run *run) {
    for (int i = 0; i < run->nlearned; i++) {
        const struct bsim_learned_doubt *d = &run->learned[i];
        double error = learned_doubt(d);
        char text[512], median[24], greatest[24];
        json_t *why = json_array();
        if (error < SMALL_ERROR) {
            json_decref(why);
            continue;
        }
        if (!isnan(d->error_median)) {
            snprintf(text, sizeof text,
                     "its rounds are learned from %d size%s with an error of %s (median) and %s (greatest)", d->samples,
                     d->samples == 1 ? "" : "s", percent(median, d->error_median), percent(greatest, d->error_max));
            add(why, text);
        }
        for (int k = 0; k < d->nfar; k++) {
            snprintf(text, sizeof text, "used at %s = %.6g, learned from %.6g to %.6g", d->parameter[k], d->far[k].used,
                     d->far[k].low, d->far[k].high);
            add(why, text);
        }
        json_array_append_new(
            list, json_pack("{s:o, s:o, s:o, s:i, s:f, s:o, s:f, s:o}", "block", bsim_output_text(d->name), "label",
                            bsim_output_text("a loop that may have all of it"), "file", bsim_output_text(d->file),
                            "line", d->line, "share", 1.0, "most", json_null(), "error", error, "why", why));
    }
}

json_t *bsim_trust_list(const struct bsim_run *run) {
    json_t *list = json_array();
    add_files(list, run);
    add_learned(list, run);
    if (run->trust == NULL)
        return list;
    struct doubt *doubts = bsim_alloc(((size_t)run->nblocks + 1) * sizeof *doubts);
    int n = 0;
    for (int i = 0; i < run->nblocks; i++) {
        double weight = weight_of(run, i);
        if (weight >= LEAST_WEIGHT)
            doubts[n++] = (struct doubt){i, most_of(run, i), weight};
    }
    qsort(doubts, (size_t)n, sizeof *doubts, by_weight);
    for (int k = 0; k < n && k < MOST; k++) {
        const bsim_block_info *b = &bsim_blocks[doubts[k].block];
        const struct bsim_trust *t = &run->trust[doubts[k].block];
        bool unknown = is_unknown(run, doubts[k].block);
        struct unknown of = {0};
        add_unknown(&of, doubts[k].share, longer_of_unknown(run, doubts[k].block));
        json_array_append_new(
            list, json_pack("{s:o, s:o, s:o, s:i, s:f, s:o, s:o, s:o}", "block", bsim_output_text(b->name), "label",
                            bsim_result_label(b), "file", bsim_output_text(b->file), "line", b->line, "share",
                            doubts[k].share, "most", unknown ? json_real(most_of_unknown(&of)) : json_null(), "error",
                            unknown ? json_null() : json_real(t->error), "why", reasons(run, doubts[k].block)));
    }
    bsim_free(doubts);
    return list;
}
