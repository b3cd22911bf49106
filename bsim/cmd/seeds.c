/* seeds.c - runs seeds of bsim run --noise-runs apart that decide a wildcard, probe or test otherwise than the first,
 * and puts their times into the result. */
#include <stdlib.h>
#include <unistd.h>

#include <jansson.h>

#include "bsim/base/output.h"
#include "bsim/cmd/cmd.h"
#include "bsim/platform/platform.h"
#include "bsim/stat/seeds.h"

static json_t *load(const char *path, struct bsim_error *err) {
    json_error_t why;
    json_t *root = json_load_file(path, 0, &why);
    if (root == NULL)
        bsim_error_set(err, path, why.line, NULL, "%s", why.text);
    return root;
}

/* Runs one seed alone and takes its time into the scenario. Returns the exit code. */
static int run_apart(const struct bsim_launch *launch, long long seed, const char *path, json_t *scenario,
                     struct bsim_error *err) {
    char text[32];
    struct bsim_launch alone = *launch;
    snprintf(text, sizeof text, "%lld", seed);
    alone.noise_seed = text;
    alone.noise_runs = alone.parameters = alone.comm_trace = NULL;
    alone.result = path;
    alone.interval = alone.sensitivities = false;
    alone.quiet = alone.no_warnings = true;
    bsim_progress("seed %lld apart", seed);
    int code = bsim_launch_run(&alone, err);
    bsim_progress(NULL);
    json_t *root = code == BSIM_EXIT_OK ? load(path, err) : NULL;
    if (root) {
        json_object_set(scenario, "predicted_time_s", json_object_get(root, "predicted_time_s"));
        json_object_set_new(scenario, "diverged", json_false());
        json_object_set_new(scenario, "rerun", json_true());
    }
    json_decref(root);
    return code == BSIM_EXIT_OK && err->set ? BSIM_EXIT_BUG : code;
}

/* Lets the program read its input again. A terminal asks anew. */
static bool rewind_input(off_t input_at) {
    return isatty(STDIN_FILENO) || (input_at >= 0 && lseek(STDIN_FILENO, input_at, SEEK_SET) == input_at);
}

/* Runs each seed apart that diverged. */
static int run_diverged(const struct bsim_launch *launch, json_t *root, off_t input_at, int *rerun,
                        struct bsim_error *err) {
    json_t *scenario, *scenarios = json_object_get(root, "scenarios");
    json_int_t first = json_integer_value(json_object_get(json_object_get(root, "noise"), "seed"));
    const char *path = NULL;
    size_t i;
    json_array_foreach(scenarios, i, scenario) {
        if (!json_is_true(json_object_get(scenario, "diverged")) || !rewind_input(input_at))
            continue;
        if (path == NULL && (path = bsim_launch_tempfile("bsim-seed", err)) == NULL)
            return BSIM_EXIT_USAGE;
        long long seed = (long long)((unsigned long long)first + i);
        int code = run_apart(launch, seed, path, scenario, err);
        if (code != BSIM_EXIT_OK)
            return code;
        ++*rerun;
    }
    return BSIM_EXIT_OK;
}

int bsim_seeds_finish(const struct bsim_launch *launch, off_t input_at, struct bsim_error *err) {
    if (launch->noise_runs == NULL)
        return BSIM_EXIT_OK;
    json_t *root = load(launch->result, err), *scenario, *scenarios = json_object_get(root, "scenarios");
    struct bsim_seeds seeds = {.seeds = (int)json_array_size(scenarios)};
    double time_s[BSIM_MAX_SCENARIOS];
    int code = root ? run_diverged(launch, root, input_at, &seeds.rerun, err) : BSIM_EXIT_BUG, n = 0;
    size_t i;
    json_array_foreach(scenarios, i, scenario) {
        if (json_is_true(json_object_get(scenario, "diverged")))
            seeds.left_out++;
        else if (n < BSIM_MAX_SCENARIOS)
            time_s[n++] = json_number_value(json_object_get(scenario, "predicted_time_s"));
    }
    if (code == BSIM_EXIT_OK && seeds.rerun > 0) {
        json_object_set_new(json_object_get(root, "noise"), "runs", bsim_seeds_json(&seeds, time_s));
        if (!bsim_output_json(launch->result, root, err))
            code = BSIM_EXIT_USAGE;
    }
    json_decref(root);
    return code;
}
