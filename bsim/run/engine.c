/* engine.c - a run from start to end: set-up, the program's main in the fiber of each rank, and the result.
 *
 * With the linker's --wrap=main the C library calls __wrap_main. The environment (config.h) holds the settings. Must
 * not know MPI. */
#include "bsim/kernel/engine.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/kernel/cursor.h"
#include "bsim/bsim.h"
#include "bsim/process/child.h"
#include "bsim/base/config.h"
#include "bsim/base/fnv.h"
#include "bsim/cost/cost.h"
#include "bsim/cost/first_messages.h"
#include "bsim/cost/delay.h"
#include "bsim/cost/operators.h"
#include "bsim/platform/delays.h"
#include "bsim/cost/spot.h"
#include "bsim/process/crash.h"
#include "bsim/run/deadlock.h"
#include "bsim/kernel/fiber.h"
#include "bsim/kernel/hosts.h"
#include "bsim/cost/hint.h"
#include "bsim/process/libc_wrap.h"
#include "bsim/network/message_noise.h"
#include "bsim/network/network.h"
#include "bsim/kernel/private.h"
#include "bsim/process/program_heap.h"
#include "bsim/process/shared_data.h"
#include "bsim/process/rank_process.h"
#include "bsim/kernel/sched.h"
#include "bsim/kernel/shard.h"
#include "bsim/stat/stat_internal.h"
#include "bsim/base/warn.h"
#include "bsim/process/watch.h"

int __real_main(int argc, char **argv, char **envp);
static void shard_begin(void) {
    bsim_stat_shard_begin();
    bsim_cost_shard_begin();
    bsim_crash_shard_begin();
    bsim_watch_shard_begin();
    bsim_files_shard_begin();
}

static void shard_end(void) {
    bsim_watch_shard_end();
    bsim_stat_shard_end();
    bsim_cost_shard_end();
    bsim_crash_shard_end();
}

static const struct bsim_shard_hooks hooks = {shard_begin, shard_end};

int __wrap_main(int argc, char **argv, char **envp);

static int program_argc;
static char **program_argv, **program_envp;
static size_t argv_bytes; /* size of the strings and the array of pointers */
static struct bsim_platform platform;
#pragma weak bsim_nblocks

static struct bsim_config config;

/* Copies argv and its strings to `to`, which has room for argv_bytes. Each rank has a copy, since programs change both.
 */
static char **copy_argv(char *to) {
    char **argv = (char **)to;
    char *text = (char *)(argv + program_argc + 1);
    for (int i = 0; i < program_argc; i++) {
        size_t n = strlen(program_argv[i]) + 1;
        argv[i] = memcpy(text, program_argv[i], n);
        text += n;
    }
    argv[program_argc] = NULL;
    return argv;
}

_Noreturn static void rank_main(void) {
    enum { ON_STACK = 512 };
    int code;
    bsim_cost_rank_begin();
    if (argv_bytes <= ON_STACK) {
        _Alignas(16) char room[argv_bytes];
        code = __real_main(program_argc, copy_argv(room), program_envp);
    } else {
        char *room = bsim_alloc(argv_bytes);
        code = __real_main(program_argc, copy_argv(room), program_envp);
        bsim_free(room);
    }
    bsim_libc_exit(code, "main", NULL);
}

/* Goes on with a rank that has paused (cursor.h). */
_Noreturn static void cursor_main(void) {
    bsim_cursors_run();
    bsim_libc_exit(bsim_cursors->end(), "main", NULL);
}

/* The lowest rank that ended with an exit code other than 0, and this code; -1: none. */
static int failed_rank = -1, failed_code;

static void keep_failure(int rank, int code) {
    BSIM_LOCKED;
    if (failed_rank >= 0 && failed_rank < rank)
        return;
    failed_rank = rank;
    failed_code = code;
}

_Noreturn void bsim_rank_ends(int code, const char *call, const void *site) {
    const char *why = bsim_layer.unfinished(bsim_self);
    code &= 0xff; /* what a process leaves of it */
    if (why && code != 0)
        bsim_fatal_at(BSIM_EXIT_USER, site, "%s ended it with exit code %d %s", call, code, why);
    if (why)
        bsim_warn("rank %d ended by %s %s", bsim_self->id, call, why);
    if (code != 0)
        keep_failure(bsim_self->id, code);
    bsim_sched_finish();
}

/* The C library has called exit() itself (in err() or error()), which is not wrapped: the run must end. */
static bool loop_runs;
static void left_behind(int code, void *unused) {
    (void)unused;
    if (loop_runs && bsim_self)
        bsim_fatal_now(BSIM_EXIT_USER, NULL, "the C library ended the program with exit code %d", code);
}

int __real_on_exit(void (*fn)(int, void *), void *arg) __attribute__((weak));

static _Noreturn void leave_usage(const struct bsim_error *err) {
    bsim_hosts_let_first_tell();
    bsim_error_print(err, stderr);
    bsim_leave(BSIM_EXIT_USAGE);
}

static uint64_t digest_text(uint64_t hash, const char *text) {
    return bsim_fnv_bytes(hash, text ? text : "", text ? strlen(text) + 1 : 1);
}

/* 0 of none. */
static uint64_t digest_file(const char *path) {
    enum { BYTES = 1 << 16 };
    uint64_t hash = BSIM_FNV_START;
    FILE *f = path ? fopen(path, "r") : NULL;
    if (!f)
        return 0;
    char *bytes = bsim_alloc(BYTES);
    for (size_t n; (n = fread(bytes, 1, BYTES, f)) > 0;)
        hash = bsim_fnv_bytes(hash, bytes, n);
    fclose(f);
    bsim_free(bytes);
    return hash;
}

/* What a run on several hosts does not have is refused by name. All hosts have the same options, program and inputs. */
static void start_hosts(int argc, char **argv) {
    bsim_hosts_start(config.np);
    if (bsim_context.nhosts == 1)
        return;
    bsim_hosts_refuse(config.shards > 1 ? "--shards" : NULL);
    bsim_hosts_refuse(config.parameters ? "--parameters" : NULL);
    bsim_hosts_refuse(config.delays ? "--delay" : NULL);
    bsim_hosts_refuse(config.noise_runs > 1 ? "--noise-runs" : NULL);
    bsim_hosts_refuse(config.sensitivities ? "--sensitivities" : NULL);
    bsim_hosts_refuse(config.collective_messages ? "--collective-messages" : NULL);
    bsim_hosts_refuse(bsim_cursors ? "traces" : NULL);
    uint64_t hash = (uint64_t)config.np;
    const char *const texts[] = {config.collectives, getenv("BSIM_NOISE"), getenv("BSIM_NOISE_SEED"),
                                 getenv("BSIM_INTERVAL")};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        hash = digest_text(hash, texts[i]);
    for (int i = 1; i < argc; i++)
        hash = digest_text(hash, argv[i]);
    bsim_hosts_compare("options and arguments", hash);
    bsim_hosts_compare("program", digest_file("/proc/self/exe"));
    bsim_hosts_compare("platform file", digest_file(config.platform));
    bsim_hosts_compare("models (--models)", digest_file(config.models));
    bsim_hosts_compare("scenarios", digest_file(config.scenarios));
}

static void set_up(int argc, char **argv, char **envp) {
    struct bsim_error err = {0};
    program_argc = argc;
    program_argv = argv;
    program_envp = envp;
    argv_bytes = sizeof *argv;
    for (int i = 0; i < argc; i++)
        argv_bytes += sizeof *argv + strlen(argv[i]) + 1;
    argv_bytes = (argv_bytes + 15) / 16 * 16;
    if (!bsim_config_read(&config, argv[0], &err))
        leave_usage(&err);
    start_hosts(argc, argv);
    if (!bsim_cost_init(&config, &err) || !bsim_learned_init(config.models, &err))
        leave_usage(&err);
    bool interval = config.interval && (bsim_cost_has_errors() || bsim_learned_has_errors());
    int scenarios = config.noise_runs + (interval ? 2 : 0);
    if (!bsim_platform_load(&platform, config.platform, config.scenarios, scenarios, &err) ||
        (config.without_cards && !bsim_platform_drop_cards(&platform, &err)) ||
        !bsim_collectives_apply(&platform.collectives, config.collectives, &err) ||
        !bsim_delays_apply(&platform, config.delays, &err))
        leave_usage(&err);
    if (config.sensitivities && platform.nscen > 1) {
        bsim_error_set(&err, config.scenarios, 0, NULL, "has %d scenarios; with BSIM_SENSITIVITIES one is possible",
                       platform.nscen);
        leave_usage(&err);
    }
    bsim_context.slopes = config.sensitivities ? bsim_slopes_count(&bsim_nblocks ? bsim_nblocks : 0) : 0;
    bsim_platform_warn(&platform);
    bsim_cost_begin(&platform, config.noise_runs, interval);
    bsim_context.nscen = platform.nscen + bsim_context.slopes;
    bsim_run.platform = &platform;
    bsim_run.exe = argv[0];
    bsim_run.arguments = argv + (argc > 0);
    bsim_run.noise = config.noise;
    bsim_run.noise_seed = config.noise_seed;
    bsim_run.noise_runs = config.noise_runs;
    bsim_stat_init(config.np, config.models != NULL);
    if (!bsim_message_noise_init(&platform, bsim_config_name(config.platform), config.noise, config.noise_seed,
                                 config.noise_runs, &err))
        leave_usage(&err);
    if (config.noise > 0 && !bsim_cost_has_noise() && !bsim_message_noise_any())
        bsim_warn("--noise: no block of the program has \"noise\" in %s, and the platform has none of messages",
                  config.models ? config.models : "a file of models (--models)");
    if (!bsim_network_init(&platform, config.np, &err) || !bsim_private_init(config.np, &err))
        leave_usage(&err);
    if (config.models) {
        bsim_spots_init(bsim_context.node, config.np);
        bsim_spots_kinds(&platform);
    }
    bsim_cost_place(&platform, bsim_context.node, config.np);
    bsim_first_messages_init(&platform, config.np);
    if (!bsim_cost_scale(&platform, &err) || !bsim_delays_init(&platform, config.np, &err))
        leave_usage(&err);
    bsim_hosts_refuse(bsim_operators_have_models() ? "times of the program's operators" : NULL);
    bsim_hosts_refuse(bsim_context.cards ? "network cards and links that messages share (card_bandwidth, contention; "
                                           "--without-cards leaves cards out)"
                                         : NULL);
    bsim_alloc_large_fresh();
    bsim_program_heap_init(config.np);
    bsim_context.collective_messages = config.collective_messages;
    bsim_context.whole_collectives = config.whole_collectives;
    bsim_shards_divide(config.np, config.shards, config.columns);
    bsim_sched_init(config.np, rank_main);
    size_t stack_size = config.stack_size ? config.stack_size : bsim_fiber_default_size(config.np);
    (bsim_cursors ? bsim_fiber_reserve : bsim_fiber_init)(bsim_sched_stacks(config.np), stack_size);
    bsim_crash_init();
    bsim_watch_init(config.quiet_limit_s);
    bsim_child_init();
    bsim_libc_init(config.np);
    bsim_shared_data_init(config.np);
    if (bsim_cursors)
        bsim_sched_cursors(cursor_main);
}

static bool running_rank(double *time_s, int *rank) {
    if (!bsim_self)
        return bsim_cost_again(time_s, rank);
    *time_s = bsim_self->clock[0];
    *rank = bsim_self->id;
    return true;
}

static int exit_code(void) {
    return failed_rank >= 0 ? BSIM_EXIT_USER : BSIM_EXIT_OK;
}

/* Returns the exit code. */
static int write_results(void) {
    struct bsim_error err = {0};
    static char failure[80];
    bsim_stat_finish();
    bsim_cost_gather();
    bsim_learned_gather();
    bsim_run.exit_code = exit_code();
    snprintf(failure, sizeof failure, "rank %d ended with exit code %d", failed_rank, failed_code);
    bsim_run.failure = failed_rank >= 0 ? failure : NULL;
    bool written = !config.result || bsim_result_write(config.result, &bsim_run, &err);
    if (!written || !bsim_cost_write(&err)) {
        bsim_error_print(&err, stderr);
        return BSIM_EXIT_USAGE;
    }
    if (failed_rank >= 0)
        fprintf(stderr, "bsim: %s\n", failure);
    return exit_code();
}

int __wrap_main(int argc, char **argv, char **envp) {
    set_up(argc, argv, envp);
    bsim_layer.start();
    /* Wrapped, the functions of atexit and on_exit belong to a rank. */
    (__real_on_exit ? __real_on_exit : on_exit)(left_behind, NULL);
    bsim_stat_loop_begins();
    loop_runs = true;
    bsim_warn_hold(running_rank);
    if (!bsim_sched_run(&hooks))
        bsim_deadlock_report();
    loop_runs = false;
    bsim_cost_gather_hosts();
    bsim_learned_gather_hosts();
    bsim_hosts_gather_held();
    bsim_warn_tell();
    bsim_watch_shard_end();
    bsim_crash_check_stacks();
    bsim_stat_gather();
    bsim_layer.finish();
    bsim_shared_data_tell();
    bsim_delays_tell();
    fflush(NULL);
    bsim_hosts_gather_warnings();
    bsim_hosts_share_failure(&failed_rank, &failed_code);
    bsim_hosts_all_end();
    int code = bsim_context.host > 0 ? exit_code() : write_results();
    if (bsim_context.nhosts > 1)
        bsim_leave(code);
    return code;
}
