/* readers.c - reads files as bsim does, for json_random.py: on each line of the standard input a kind and a path. Each
 * file is read by a process of its own, within limits. Prints what the reader says, and then "== STATUS PATH": ok,
 * refused, a signal's number, or "silent": refused without a message. */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bsim/bsim.h"
#include "bsim/cmd/cmd.h"
#include "bsim/kernel/engine.h"
#include "bsim/fit/fit.h"
#include "bsim/fit/fit_learned.h"
#include "bsim/cost/hint.h"
#include "bsim/cost/model.h"
#include "bsim/network/network.h"
#include "bsim/platform/platform.h"

static const char *const params[] = {"g->nx", "g->ny"};
static const bsim_block_info blocks[] = {{"heat.1", "grid.c", 40, 52, 2, params, NULL, NULL},
                                         {"heat.2", "grid.c", 60, 61, 0, NULL, NULL, NULL}};

const bsim_hint_info bsim_hints[] = {{"solve:loop", "solve.c", 4, 1, 0, NULL, NULL, BSIM_LEARNED_TRIPS, 2, params},
                                     {"solve:if", "solve.c", 5, 1, 0, NULL, NULL, BSIM_LEARNED_BRANCH, 0, NULL},
                                     {"solve:x", "solve.c", 6, 1, 0, NULL, NULL, BSIM_LEARNED_NUMBER, 1, params}};
const int bsim_nhints = 3;

int __real_main(int argc, char **argv);
int __real_main(int argc, char **argv) { /* the engine would start it */
    (void)argv;
    return argc;
}

static const double values[][2] = {{4, 8}, {0, 0}, {-1, 1e300}, {1e-300, 3.5}};

/* These are false when the file is refused. */

static bool read_platform(const char *path, const char *scenarios, struct bsim_error *err) {
    struct bsim_platform p;
    if (!bsim_platform_load(&p, path, scenarios, 1, err))
        return false;
    bool ok = bsim_network_init(&p, p.nodes < 64 ? p.nodes : 64, err);
    if (ok)
        bsim_network_fini();
    bsim_platform_free(&p);
    return ok;
}

/* Values that make a formula fail are told with the file too. */
static bool read_models(const char *path, struct bsim_error *err) {
    bool ok = true;
    for (size_t i = 0; i < sizeof values / sizeof values[0] && ok; i++) {
        struct bsim_models *m = bsim_models_load(path, blocks, 2, err);
        if (m == NULL)
            return false;
        struct bsim_noise_law laws[BSIM_NOISE_LEVELS];
        ok = !isnan(bsim_models_time(m, 0, 2, values[i], err)) && !isnan(bsim_models_time(m, 1, 0, values[i], err)) &&
             bsim_models_noise(m, 0, values[i], NULL, 1, laws, err) &&
             bsim_models_noise(m, 1, values[i], NULL, 1, laws, err);
        bsim_models_free(m);
    }
    return ok;
}

static bool read_samples(const char *path, struct bsim_error *err) {
    struct fit_data data = {0};
    bool ok = bsim_fit_data_read(&data, path, FIT_TYPICAL, err);
    if (ok) {
        bsim_fit_data_join(&data);
        for (int i = 0; i < data.nblock; i++) {
            struct fit_model model;
            bsim_fit_aliases(&data.block[i]);
            bsim_fit_model_make(&model, &data.block[i]);
            json_t *json = bsim_fit_model_json(&model, &data.block[i]);
            if (json == NULL)
                bsim_error_set(err, NULL, 0, NULL, "no model could be written");
            json_decref(json);
            bsim_fit_model_free(&model);
        }
        if (data.hints)
            json_decref(bsim_fit_hints_json(data.hints, NULL));
    }
    bsim_fit_data_free(&data);
    return ok;
}

static bool read_result(const char *path, struct bsim_error *err) {
    FILE *null = fopen("/dev/null", "w");
    bool ok = bsim_summary_print(path, null, 10, err);
    fclose(null);
    return ok;
}

/* The exit code of a file's reader; the good platform goes with scenarios. */
static int read_file(const char *kind, const char *path, const char *platform) {
    char text[4096];
    struct bsim_error err = {0};
    bool ok = false;
    if (strcmp(kind, "platform") == 0)
        ok = read_platform(path, NULL, &err);
    else if (strcmp(kind, "scenarios") == 0)
        ok = read_platform(platform, path, &err);
    else if (strcmp(kind, "models") == 0)
        ok = read_models(path, &err);
    else if (strcmp(kind, "learned") == 0)
        ok = bsim_learned_init(path, &err);
    else if (strcmp(kind, "samples") == 0)
        ok = read_samples(path, &err);
    else if (strcmp(kind, "result") == 0)
        ok = read_result(path, &err);
    else
        abort();
    if (err.set)
        printf("%s\n", bsim_error_format(&err, text, sizeof text));
    return err.set ? 2 : ok ? 0 : 3;
}

int main(int argc, char **argv) {
    enum { MOST_SECONDS = 20 };
    struct rlimit memory = {(rlim_t)2 << 30, (rlim_t)2 << 30};
    char line[4096], kind[32], path[4000];
    if (argc != 3) /* PLATFORM LIMIT|FREE: a sanitizer takes all addresses */
        return 2;
    dup2(1, 2);
    while (fgets(line, sizeof line, stdin)) {
        int status;
        if (sscanf(line, "%31s %3999s", kind, path) != 2)
            return 2;
        fflush(stdout);
        pid_t pid = fork();
        if (pid < 0)
            return 2;
        if (pid == 0) {
            if (strcmp(argv[2], "LIMIT") == 0)
                setrlimit(RLIMIT_AS, &memory);
            alarm(MOST_SECONDS);
            exit(read_file(kind, path, argv[1]));
        }
        while (waitpid(pid, &status, 0) < 0)
            ;
        if (WIFSIGNALED(status))
            printf("\n== signal-%d %s\n", WTERMSIG(status), path);
        else
            printf("\n== %s %s\n",
                   WEXITSTATUS(status) == 0   ? "ok"
                   : WEXITSTATUS(status) == 2 ? "refused"
                   : WEXITSTATUS(status) == 3 ? "silent"
                                              : "died",
                   path);
    }
    return 0;
}
