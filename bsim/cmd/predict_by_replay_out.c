/* predict_by_replay_out.c - the result of bsim predict-by-replay: the groups with their calculation, the times. */
#include <stdio.h>
#include <string.h>

#include "bsim/base/output.h"
#include "bsim/base/units.h"
#include "bsim/cmd/cmd.h"
#include "bsim/cmd/predict_by_replay.h"

static double predicted_s(const json_t *result) {
    return json_number_value(json_object_get(result, "predicted_time_s"));
}

static void print_group(const struct replay_group *g, bool is_timed) {
    char recorded[32] = "-", replayed[32];
    if (is_timed)
        bsim_format_time(recorded, sizeof recorded, g->recorded_s);
    bsim_format_time(replayed, sizeof replayed, g->replayed_s);
    printf("  %8d %10d %12s %12s\n", g->representative, g->members, recorded, replayed);
}

void bsim_prediction_print(const struct replay_prediction *p) {
    const struct bsim_trace *t = &p->opened;
    printf("%s: %d ranks in %d group%s; calculation of the rank that stands for each:\n\n", t->program, t->nrank,
           p->ngroup, p->ngroup == 1 ? "" : "s");
    printf("  %8s %10s %12s %12s\n", "rank", "stands for", "recorded", "replayed");
    for (int i = 0; i < p->ngroup; i++)
        print_group(&p->group[i], p->recorded != NULL);
    printf("\npredicted with the replayed calculation: %.6f s\n", predicted_s(p->result));
    if (p->recorded)
        printf("predicted with the recorded calculation: %.6f s\n", predicted_s(p->recorded));
    if (p->measures)
        printf("measured here, %d processes, without a recorder: %.6f s\n", t->nrank, p->measured_s);
}

static json_t *group_json(const struct replay_group *g, bool is_timed) {
    json_t *members = json_array();
    for (int i = 0; i < g->members; i++)
        json_array_append_new(members, json_integer(g->member[i]));
    return json_pack("{s:i, s:o, s:I, s:o, s:f}", "representative", g->representative, "members", members, "calls",
                     (json_int_t)g->calls, "recorded_s", is_timed ? json_real(g->recorded_s) : json_null(),
                     "replayed_s", g->replayed_s);
}

bool bsim_prediction_write(const struct replay_prediction *p, struct bsim_error *err) {
    const struct bsim_trace *t = &p->opened;
    if (p->json == NULL)
        return true;
    json_t *groups = json_array();
    for (int i = 0; i < p->ngroup; i++)
        json_array_append_new(groups, group_json(&p->group[i], p->recorded != NULL));
    json_t *replay =
        json_pack("{s:s, s:s, s:f, s:o, s:o, s:o}", "recording", t->recording, "clock", t->clock, "cut", p->cut,
                  "groups", groups, "recorded_time_s", p->recorded ? json_real(predicted_s(p->recorded)) : json_null(),
                  "measured_time_s", p->measures ? json_real(p->measured_s) : json_null());
    json_object_set_new(p->result, "replay", replay);
    return bsim_output_json(p->json, p->result, err);
}
