/* coll_choose.c - which algorithm performs a collective: the platform's rules, then what its MPI library chooses; and
 * measured times in an algorithm's place. Must not know algorithms. */
#include "lmpi/coll/coll_levels.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "bsim/base/warn.h"
#include "bsim/kernel/engine.h"
#include "lmpi/coll/coll_steps.h"
#include "lmpi/datatype/op.h"

static lmpi_algorithm *const functions[] = {
#define COLLECTIVE_ALGORITHM(collective, name, function, keys, needs) lmpi_##function,
#include "bsim/platform/collective_algorithms.def"
};

static lmpi_algorithm *const presets[][BSIM_COLLECTIVES] = {{
#define COLLECTIVE(name) lmpi_mpich_##name,
#include "bsim/platform/collective_algorithms.def"
                                                            },
                                                            {
#define COLLECTIVE(name) lmpi_openmpi_##name,
#include "bsim/platform/collective_algorithms.def"
                                                            }};

static bool equal_blocks(const lmpi_coll_run *run, const lmpi_task *task) {
    for (int i = 1; task->start && i < run->n; i++)
        if (task->start[i + 1] - task->start[i] != task->start[1] - task->start[0])
            return false;
    return true;
}

/* Why the algorithm cannot perform the task; NULL: it can. */
static const char *unfit(const lmpi_coll_run *run, const lmpi_task *task, const struct bsim_algorithm *algorithm) {
    if ((algorithm->needs & BSIM_NEEDS_POF2) && !lmpi_is_pof2(run->n))
        return "a number of ranks that is a power of two";
    if ((algorithm->needs & BSIM_NEEDS_EVEN) && run->n % 2)
        return "an even number of ranks";
    if ((algorithm->needs & BSIM_NEEDS_COMMUTES) && !task->commutes)
        return "an operator that commutes";
    if ((algorithm->needs & BSIM_NEEDS_EQUAL) && !equal_blocks(run, task))
        return "equal blocks";
    return NULL;
}

/* An algorithm for two levels is not used for the parts of one, which have one level, and of constructors. */
static bool is_two_level(const struct bsim_algorithm *algorithm) {
    return strcmp(algorithm->name, "two_level") == 0;
}

/* Measured times: all members leave at the time at which the last one has entered, plus the table's. */
static void by_table(lmpi_coll_run *run, const lmpi_task *task, enum bsim_collective collective,
                     const struct bsim_collective_table *table) {
    bool outside;
    if (run->call[0]->op)
        lmpi_op_in_table(run->call[0]->op, bsim_collective_names[collective]);
    double spent_s = bsim_collective_time(table, run->n, (double)task->bytes, &outside);
    if (outside)
        bsim_warn("a collective lies outside of its table: %s of %lld bytes on %d ranks; the ends of the table are "
                  "extended",
                  bsim_collective_names[collective], (long long)task->bytes, run->n);
    if (run->steps) {
        lmpi_coll_note_meeting(run, spent_s);
        return;
    }
    size_t entries = (size_t)bsim_context.nscen;
    double last_s[BSIM_MAX_SCENARIOS];
    bsim_clock_copy(last_s, run->t);
    for (size_t i = 1; i < (size_t)run->n; i++)
        bsim_clock_raise(last_s, run->t + i * entries);
    for (size_t i = 0; i < (size_t)run->n; i++) {
        double *t = run->t + i * entries;
        run->wait_s[i] += last_s[0] - t[0];
        bsim_clock_copy(t, last_s);
        for (int k = 0; k < bsim_times(); k++)
            t[k] += spent_s;
    }
}

static bool within(const struct bsim_collective_rule *rule, int n, const lmpi_task *task) {
    return (double)task->bytes <= rule->up_to_bytes && n <= rule->up_to_processes;
}

bool lmpi_coll_ignores_bytes(enum bsim_collective collective) {
    const struct bsim_collective_rules *rules = &bsim_context.collectives->of[collective];
    for (int i = 0; i < rules->n; i++)
        if (rules->rule[i].table || rules->rule[i].up_to_bytes < HUGE_VAL)
            return false;
    return true;
}

bool lmpi_coll_has_table(enum bsim_collective collective) {
    const struct bsim_collective_rules *rules = &bsim_context.collectives->of[collective];
    for (int i = 0; i < rules->n; i++)
        if (rules->rule[i].table)
            return true;
    return false;
}

bool lmpi_coll_has_tables(void) {
    for (int c = 0; c < BSIM_COLLECTIVES; c++)
        if (lmpi_coll_has_table((enum bsim_collective)c))
            return true;
    return false;
}

/* Warns of what a long reduction takes in reality, and no algorithm here does. */
static void tell_what_is_free(const lmpi_coll_run *run, const lmpi_task *task, enum bsim_collective collective) {
    enum { LONG_COUNT = 4096, NEW_MEMORY_BYTES = 128 << 10 }; /* the latter: from where on glibc maps new memory */
    const char *name = run->call[0]->kind->name;
    if (collective == BSIM_COLLECTIVE_bcast) /* the end of a reduction in parts */
        return;
    if (task->count >= LONG_COUNT && !lmpi_op_takes_time(run->call[0]->op))
        bsim_warn("%s combines vectors of %d elements and more, and the platform has no \"reduction\": the arithmetic "
                  "takes no time",
                  name, LONG_COUNT);
    if (task->count > 0 && task->bytes >= NEW_MEMORY_BYTES && collective != BSIM_COLLECTIVE_allreduce)
        bsim_warn("%s combines vectors of 128 KiB and more: a library takes new memory for them in each call, and what "
                  "its pages cost is not predicted; a measured table of \"collectives\" has it",
                  name);
}

void lmpi_coll_choose(lmpi_coll_run *run, enum bsim_collective collective, const lmpi_task *task) {
    const struct bsim_collectives *c = bsim_context.collectives;
    const struct bsim_collective_rules *rules = &c->of[collective];
    enum bsim_preset preset = c->preset;
    lmpi_task as = *task;
    as.segment = -1;
    as.radix = as.fanout = as.window = 0;
    if (run->n < 2)
        return;
    for (int i = 0; i < rules->n; i++) {
        const struct bsim_collective_rule *rule = &rules->rule[i];
        if (!within(rule, run->n, task))
            continue;
        if (rule->table) {
            by_table(run, task, collective, rule->table);
            return;
        }
        if (rule->algorithm < 0) {
            preset = rule->preset;
            break;
        }
        const struct bsim_algorithm *algorithm = &bsim_algorithms[rule->algorithm];
        if ((run->is_part || task->purpose != LMPI_FOR_PROGRAM) && is_two_level(algorithm))
            continue;
        const char *why = unfit(run, task, algorithm);
        if (why) {
            bsim_warn("%s: the algorithm %s needs %s, which some calls do not have; they use the next rule, or what %s "
                      "chooses",
                      bsim_collective_names[collective], algorithm->name, why,
                      c->preset == BSIM_PRESET_OPENMPI || c->preset == BSIM_PRESET_OPENMPI_FLAT ? "Open MPI" : "MPICH");
            continue;
        }
        tell_what_is_free(run, task, collective);
        as.segment = rule->segment;
        as.radix = rule->radix;
        as.fanout = rule->fanout;
        as.window = rule->window;
        functions[rule->algorithm](run, &as);
        return;
    }
    tell_what_is_free(run, task, collective);
    bool open_mpi = preset == BSIM_PRESET_OPENMPI || preset == BSIM_PRESET_OPENMPI_FLAT;
    bool composed = preset == BSIM_PRESET_MPICH     ? lmpi_coll_compose(run, collective, &as)
                    : preset == BSIM_PRESET_OPENMPI ? lmpi_coll_compose_han(run, collective, &as)
                                                    : false;
    if (!composed)
        presets[open_mpi][collective](run, &as);
}
