/* badjson.c - each bad file in tests/unit/badjson gives the one message that stands beside it.
 *
 * KIND-what.json (or .tsv) and KIND-what.expect, where KIND is platform, scenarios, models, eval (models that load, and
 * fail when the block's time is asked for), learned or samples. A new case needs these two files alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <glob.h>
#include <libgen.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bsim/fit/fit.h"
#include "bsim/cost/hint.h"
#include "bsim/cost/model.h"
#include "bsim/platform/platform.h"

static const char *const params[] = {"g->nx", "g->ny"};
static const bsim_block_info blocks[] = {{"heat.1", "grid.c", 40, 52, 2, params, NULL, NULL},
                                         {"heat.2", "grid.c", 60, 61, 0, NULL, NULL, NULL}};

const bsim_hint_info bsim_hints[] = {{"solve:loop", "solve.c", 4, 1, 0, NULL, NULL, BSIM_LEARNED_TRIPS, 2, params},
                                     {"solve:if", "solve.c", 5, 1, 0, NULL, NULL, BSIM_LEARNED_BRANCH, 0, NULL}};
const int bsim_nhints = 2;

int __real_main(int argc, char **argv); /* the engine would start it */
int __real_main(int argc, char **argv) {
    (void)argv;
    return argc;
}

static void load(const char *path, struct bsim_error *err) {
    struct bsim_platform platform;
    if (strncmp(path, "platform", 8) == 0) {
        if (bsim_platform_load(&platform, path, NULL, 1, err))
            bsim_platform_free(&platform);
    } else if (strncmp(path, "scenarios", 9) == 0) {
        if (bsim_platform_load(&platform, "good-platform.json", path, 1, err))
            bsim_platform_free(&platform);
    } else if (strncmp(path, "models", 6) == 0) {
        bsim_models_free(bsim_models_load(path, blocks, 2, err));
    } else if (strncmp(path, "learned", 7) == 0) {
        bsim_learned_init(path, err);
        bsim_learned_fini();
    } else if (strncmp(path, "eval", 4) == 0) {
        struct bsim_models *models = bsim_models_load(path, blocks, 2, err);
        assert_non_null(models);
        assert_true(isnan(bsim_models_time(models, 0, 2, (const double[]){4, 8}, err)));
        bsim_models_free(models);
    } else if (strncmp(path, "samples", 7) == 0) {
        struct fit_data data = {0};
        bsim_fit_data_read(&data, path, FIT_TYPICAL, err);
        bsim_fit_data_free(&data);
    } else {
        fail_msg("%s: no such kind of case", path);
    }
}

static void test_case(void **state) {
    const char *path = *state;
    char expect_path[512], expected[2048] = "", got[2048];
    struct bsim_error err = {0};
    snprintf(expect_path, sizeof expect_path, "%.*s.expect", (int)(strrchr(path, '.') - path), path);
    load(path, &err);
    assert_true(err.set);
    bsim_error_format(&err, got, sizeof got);
    if (getenv("UPDATE")) { /* writes what is to be read and judged by a person */
        FILE *out = fopen(expect_path, "w");
        assert_non_null(out);
        fprintf(out, "%s\n", got);
        fclose(out);
        return;
    }
    FILE *f = fopen(expect_path, "r");
    if (f == NULL)
        fail_msg("%s is missing; the message is: %s", expect_path, got);
    size_t len = fread(expected, 1, sizeof expected - 1, f);
    fclose(f);
    expected[len] = '\0';
    expected[strcspn(expected, "\n")] = '\0';
    assert_string_equal(got, expected);
}

int main(void) {
    char folder[] = __FILE__;
    glob_t found;
    if (chdir(dirname(folder)) != 0 || chdir("badjson") != 0 ||
        glob("{platform,scenarios,models,eval,learned,samples}-*.{json,tsv}", GLOB_BRACE, NULL, &found) != 0) {
        fprintf(stderr, "tests/unit/badjson is missing: run from the project's root\n");
        return 1;
    }
    struct CMUnitTest *tests = calloc(found.gl_pathc, sizeof *tests);
    for (size_t i = 0; i < found.gl_pathc; i++)
        tests[i] = (struct CMUnitTest){found.gl_pathv[i], test_case, NULL, NULL, found.gl_pathv[i]};
    int failed = _cmocka_run_group_tests("badjson", tests, found.gl_pathc, NULL, NULL);
    free(tests);
    globfree(&found);
    return failed;
}
