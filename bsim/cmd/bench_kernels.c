/* bench_kernels.c - bsim bench --kernels: its options, the measuring (bsim/bench/kernels.h), and the pictures. */
#include <libgen.h>
#include <string.h>
#include <unistd.h>

#include "bsim/base/alloc.h"
#include "bsim/base/output.h"
#include "bsim/bench/kernels.h"
#include "bsim/bench/plan.h"
#include "bsim/cmd/bench.h"
#include "bsim/cmd/models.h"

/* The measuring program stands beside bsim (bsim-kernels). */
static bool find_program(char *path, size_t size, struct bsim_error *err) {
    char self[3000];
    ssize_t len = readlink("/proc/self/exe", self, sizeof self - 1);
    self[len > 0 ? len : 0] = '\0';
    snprintf(path, size, "%s/bsim-kernels", dirname(self));
    return access(path, X_OK) == 0 || bsim_error_set(err, path, 0, NULL, "the measuring program is missing");
}

/* Options that are of a program, and would have no effect. */
static bool check_options(const struct bench_options *o, struct bsim_error *err) {
    const struct {
        const char *name;
        bool given;
    } of_programs[] = {{"--instrumented", o->instrumented},
                       {"--skeleton", o->skeleton},
                       {"--predict", o->predict},
                       {"--ranks", o->ranks},
                       {"--platform", o->platform},
                       {"--set", o->set.count > 0},
                       {"--file", o->file.count > 0},
                       {"--oversubscribe", o->oversubscribe},
                       {"--copies", strcmp(o->copies, "1") != 0},
                       {"--mpiexec", strcmp(o->mpiexec, "mpiexec") != 0}};
    for (size_t i = 0; i < sizeof of_programs / sizeof of_programs[0]; i++)
        if (of_programs[i].given)
            return bsim_error_set(err, NULL, 0, NULL, "--kernels takes no %s: it measures no program",
                                  of_programs[i].name);
    return o->output || bsim_error_set(err, NULL, 0, NULL, "where to write the models is missing: -o FILE");
}

static bool read_plan(struct kernels_plan *plan, const struct bench_options *o, struct bsim_error *err) {
    static struct bench_plan for_error; /* large */
    for (int i = 0; i < o->range.count && !err->set; i++)
        bsim_bench_range(&plan->range, o->range.item[i], err);
    bool ok = !err->set && bsim_bench_error(&for_error, o->error, err) &&
              bsim_bench_read_budget(&plan->budget_s, o->budget, err) &&
              bsim_bench_read_seed(&plan->seed, o->seed, err) && bsim_output_probe(o->output, err);
    plan->error = for_error.error;
    return ok;
}

/* Pictures of all kernels: DIR/plots. The table has told their errors. */
static void draw(const struct kernels_plan *plan) {
    char samples[4200], held_out[4200], folder[4200];
    char *argv[] = {"plot", (char *)plan->output, samples, "--held-out", held_out, "-o", folder, "--quiet", NULL};
    snprintf(samples, sizeof samples, "%s/fit.tsv", plan->samples);
    snprintf(held_out, sizeof held_out, "%s/held-out.tsv", plan->samples);
    snprintf(folder, sizeof folder, "%s/plots", plan->samples);
    if (bsim_models_plot((int)(sizeof argv / sizeof argv[0]) - 1, argv) == BSIM_EXIT_OK)
        printf("  pictures: %s/index.html\n", folder);
}

int bsim_cmd_bench_kernels(const struct bench_options *o, char **name, struct bsim_error *err) {
    char program[4096];
    struct kernels_plan plan = {.program = program,
                                .output = o->output,
                                .name = name,
                                .quiet = o->quiet,
                                .made_by = "bsim bench " BSIM_VERSION,
                                .progress = bsim_progress};
    if (!check_options(o, err) || !find_program(program, sizeof program, err) || !read_plan(&plan, o, err))
        return BSIM_EXIT_USAGE;
    plan.samples = bsim_bench_samples_name(o);
    int code = bsim_bench_kernels(&plan, err);
    if ((code == BSIM_EXIT_OK || code == BENCH_EXIT_UNSURE) && !o->quiet)
        draw(&plan);
    bsim_free(plan.samples);
    return code;
}
