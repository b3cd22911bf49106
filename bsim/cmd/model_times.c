/* model_times.c - bsim simulate --models: the ranks of a trace calculate as those of its skeleton do, whose blocks take
 * the times of the models. Runs the skeleton once and records it; the recording goes when the process ends. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "bsim/base/alloc.h"
#include "bsim/base/output.h"
#include "bsim/cmd/cmd.h"
#include "bsim/cmd/trace.h"
#include "bsim/trace/trace.h"

static bool check(const struct bsim_launch *l, char *const *skeleton, struct bsim_error *err) {
    if (l->models == NULL)
        return bsim_error_set(err, NULL, 0, NULL, "a skeleton behind -- belongs to --models");
    if (skeleton == NULL || *skeleton == NULL)
        return bsim_error_set(err, l->argv[0], 0, NULL,
                              "is a trace, which has no blocks whose time %s could tell; its skeleton has: bsim "
                              "simulate %s --models %s ... -- SKELETON ARGS",
                              l->models, l->argv[0], l->models);
    if (l->times)
        return bsim_error_set(err, NULL, 0, NULL,
                              "--times and --models both give the calculation: leave one of them out");
    if (bsim_launch_is_trace(*skeleton))
        return bsim_error_set(err, *skeleton, 0, NULL, "is a trace, which has no blocks: a skeleton stands behind --");
    if (l->hosts > 1)
        return bsim_error_set(err, NULL, 0, NULL, "--models of a trace is for a run in one process");
    if (l->platform && bsim_output_is_stream(l->platform))
        return bsim_error_set(err, l->platform, 0, NULL, "is no file: it is read twice");
    return true;
}

/* What the result tells of the skeleton's run: what it was made from, its time and its warnings. */
static char *tell(const struct bsim_launch *run) {
    json_t *result = json_load_file(run->result, 0, NULL);
    json_t *told = json_incref(json_object_get(result, "provenance"));
    if (told == NULL)
        told = json_object();
    json_object_set(told, "predicted_time_s", json_object_get(result, "predicted_time_s"));
    json_object_set(told, "warnings", json_object_get(result, "warnings"));
    char *text = json_dumps(told, JSON_COMPACT);
    json_decref(told);
    json_decref(result);
    return text;
}

bool bsim_model_times(struct bsim_launch *l, char **skeleton, struct bsim_error *err) {
    static char path[PATH_MAX + 8];
    struct bsim_trace trace;
    struct bsim_launch run = {.platform = l->platform,
                              .models = l->models,
                              .stack_bytes = l->stack_bytes,
                              .shards = l->shards,
                              .quiet_limit = l->quiet_limit,
                              .quiet = true,
                              .argv = skeleton};
    if (!check(l, skeleton, err) || !bsim_trace_open_head(&trace, l->argv[0], err))
        return false;
    run.np = trace.nrank;
    bsim_trace_close(&trace);
    const char *made;
    if (!bsim_launch_inputs(&run, err) || !bsim_launch_check(&run, err) ||
        (made = bsim_launch_tempfolder("bsim-models", err)) == NULL ||
        (run.result = bsim_launch_tempfile("bsim-result", err)) == NULL)
        return false;
    snprintf(path, sizeof path, "%s/trace", made);
    if (!bsim_record_begin(path, &run.record, err))
        return false;
    int code = bsim_launch_run(&run, err);
    bool ok = bsim_record_end(path, run.record, skeleton, code == BSIM_EXIT_OK, err);
    if (code != BSIM_EXIT_OK && !err->set)
        ok = bsim_error_set(err, *skeleton, 0, NULL, "failed, and gives the trace no times");
    if (!ok || err->set)
        return false;
    l->times = path;
    l->times_of = *skeleton;
    l->calculation = tell(&run);
    l->models = NULL;
    l->stack_bytes = 0;
    return true;
}
