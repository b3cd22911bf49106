/* models_check.c - bsim models check: what is wrong with a file of models for a skeleton. */
#include <string.h>

#include "bsim/cmd/cmd.h"
#include "bsim/cmd/models.h"
#include "bsim/cost/learned_model.h"
#include "bsim/cost/model.h"
#include "bsim/platform/node_kinds.h"

struct options {
    const char *platform;
    bool quiet;
};

static const struct argp_option options[] = {
    {"platform", BSIM_OPTION(struct options, platform), "FILE", 0,
     "also tells kinds of nodes that the models name and this platform does not have", 1},
    {"quiet", BSIM_OPTION(struct options, quiet), NULL, 0, "says nothing; the exit code tells", 2},
    BSIM_OPTION_ALIAS("q"),
    BSIM_OPTION_END};
static const struct argp table = {
    .options = options,
    .parser = bsim_options_parse,
    .args_doc = "MODELS.json SKELETON",
    .doc = "Tells all that is wrong with a file of models for a skeleton: names that nothing uses, blocks and learned "
           "values without a model, times that are not filled in, parameters that a block does not have, formulas that "
           "make no sense, pieces that never apply. The exit code is 0 if there is nothing, else 2."};

struct findings {
    int count;
    bool quiet;
};

static void tell(void *arg, const struct bsim_error *problem) {
    struct findings *f = arg;
    char text[1900];
    f->count++;
    if (!f->quiet)
        printf("%s\n", bsim_error_format(problem, text, sizeof text));
}

static int count_names(const struct bsim_program *p) {
    int n = 0;
    for (int i = 0; i < p->nblock; i++)
        n += bsim_program_block(p, p->block[i].name) == i;
    return n;
}

/* Places of receives where the program has no call. */
static void check_receives(const char *path, const struct bsim_program *program, struct findings *found,
                           struct bsim_error *err) {
    struct bsim_json *doc = bsim_json_load(path, err);
    struct bsim_jval places = {0};
    if (doc)
        places = bsim_jval_get(bsim_jval_get(bsim_json_root(doc), "receives"), "places");
    for (size_t i = 0; doc && i < bsim_jval_size(places); i++) {
        const char *name;
        struct bsim_jval place = bsim_jval_member(places, i, &name);
        int k = 0;
        while (program->call && program->call[k] && strcmp(program->call[k], name) != 0)
            k++;
        if (program->call && program->call[k])
            continue;
        struct bsim_error problem = {0};
        bsim_error_set(&problem, path, bsim_jval_line(place), NULL,
                       "$.receives.places: the program has no call of MPI at %s", name);
        tell(found, &problem);
    }
    bsim_json_free(doc);
}

static void check_kinds(const char *path, struct findings *found, struct bsim_error *err) {
    struct bsim_platform platform;
    if (!bsim_platform_load(&platform, path, NULL, 1, err))
        return;
    bsim_node_kinds_unknown(&platform, tell, found);
    bsim_platform_free(&platform);
}

int bsim_models_check_file(int argc, char **argv) {
    struct options o = {0};
    struct bsim_error err = {0};
    struct bsim_program program = {0};
    struct findings found = {0};
    int first = bsim_options_read(argc, argv, BSIM_OPERANDS_MIXED, &table, &o, &err);
    if (first == -2)
        return BSIM_EXIT_OK;
    char **operand = argv + first;
    if (!err.set && (operand[0] == NULL || operand[1] == NULL || operand[2] != NULL))
        bsim_error_set(&err, NULL, 0, NULL, "a file of models and a skeleton are wanted (bsim models check --help)");
    found.quiet = o.quiet;
    if (!err.set && bsim_program_read(&program, operand[1], &err) &&
        bsim_models_check(operand[0], program.block, program.nblock, tell, &found, &err))
        bsim_learned_check(operand[0], program.hint, program.nhint, tell, &found, &err);
    if (!err.set && program.name)
        check_receives(operand[0], &program, &found, &err);
    if (!err.set && o.platform)
        check_kinds(o.platform, &found, &err);
    if (!err.set && !o.quiet && found.count)
        printf("%d thing%s wrong with %s for %s\n", found.count, found.count == 1 ? " is" : "s are", operand[0],
               program.name);
    else if (!err.set && !o.quiet)
        printf("%s has a model for each of the %d blocks and %d learned values of %s\n", operand[0],
               count_names(&program), program.nhint, program.name);
    bsim_program_free(&program);
    if (err.set)
        bsim_error_print(&err, stderr);
    return err.set || found.count ? BSIM_EXIT_USAGE : BSIM_EXIT_OK;
}
