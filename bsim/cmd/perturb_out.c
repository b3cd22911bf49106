/* perturb_out.c - the outcome of bsim stability --perturb as tables and JSON. Knows nothing of runs. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "bsim/base/output.h"
#include "bsim/base/units.h"
#include "bsim/cmd/perturb.h"

enum { MOST_CALLS = 10 };

static void print_design(const struct perturb *p, FILE *out) {
    const struct bsim_design *d = &p->design;
    char text[64];
    if (d->resolution == 0) {
        fprintf(out, "  full factorial: all combinations of %d delay%s\n", p->nplace, p->nplace == 1 ? "" : "s");
        return;
    }
    fprintf(out, "  fractional factorial 2^(%d-%d) of resolution %s: ", p->nplace, p->nplace - d->nbasic,
            bsim_design_roman(d->resolution));
    fprintf(out, d->resolution == 3   ? "an effect holds those of pairs of other places, too\n"
                 : d->resolution == 4 ? "effects of single places are apart from those of pairs\n"
                                      : "effects of single places and of pairs are apart\n");
    fprintf(out, "  generators:");
    for (int i = d->nbasic; i < p->nplace; i++)
        fprintf(out, " %d=%s", i + 1, bsim_design_generator(d, i, text, sizeof text));
    fprintf(out, "\n");
}

static void print_places(const struct perturb *p, FILE *out) {
    char delay[24], effect[24], share[24];
    int width = 5;
    bool any = false;
    for (int i = 0; i < p->nplace; i++) {
        int n = (int)strlen(p->place[i].place);
        width = n > width ? n : width;
        any = any || p->place[i].with != 0 || p->place[i].without != 0;
    }
    fprintf(out, "\n      %-*s  %12s  %10s  %12s  %8s", width, "place", "delay", "passed", "effect", "of time");
    fprintf(out, any ? "  %s\n" : "\n", "distance with, without");
    for (int i = 0; i < p->nplace; i++) {
        const struct perturb_place *q = &p->place[i];
        fprintf(out, "  %2d  %-*s  %12s  %10" PRId64 "  %12s  %8s", i + 1, width, q->place,
                bsim_format_time(delay, sizeof delay, q->delay_s), q->passed,
                isfinite(q->effect_s) ? bsim_format_time(effect, sizeof effect, q->effect_s) : "-",
                bsim_format_percent(share, sizeof share, q->effect_s / p->run[0].predicted_s));
        if (any && isfinite(q->with + q->without))
            fprintf(out, "  %10.4g, %.4g", q->with, q->without);
        fprintf(out, "\n");
    }
}

static void print_changes(const struct perturb_changes *c, const char *title, int most, int runs, FILE *out) {
    if (c->n > 0)
        fprintf(out, "\n  %s\n", title);
    for (int i = 0; i < c->n && i < most; i++)
        fprintf(out, "    %s%s%s  in %d of %d\n", c->of[i].place, c->of[i].function ? "  MPI_" : "",
                c->of[i].function ? c->of[i].function : "", c->of[i].runs, runs);
    if (c->n > most)
        fprintf(out, "    and %d other places (--json)\n", c->n - most);
}

/* The runs that failed, a line for each reason. */
static void print_failed(const struct perturb *p, FILE *out) {
    int runs = bsim_design_runs(&p->design);
    for (int r = 0; r < runs; r++) {
        int same = 0;
        for (int q = 0; q < runs && p->run[r].reason; q++)
            if (p->run[q].reason && strcmp(p->run[q].reason, p->run[r].reason) == 0 && (same++, q < r)) {
                same = 0;
                break;
            }
        if (same > 0)
            fprintf(out, "\n  failed in %d of %d: %s\n", same, runs, p->run[r].reason);
    }
}

void bsim_perturb_table(const struct perturb *p, FILE *out) {
    int runs = bsim_design_runs(&p->design), apart = 0, unlike = 0, failed = 0;
    const struct perturb_run *most = &p->run[0];
    char time[24];
    for (int r = 1; r < runs; r++) {
        apart += p->run[r].diverged;
        unlike += p->run[r].nrank > 0;
        failed += p->run[r].reason != NULL;
        most = p->run[r].apart > most->apart ? &p->run[r] : most;
    }
    fprintf(out, "%s on %d ranks of %s: %s without delays, %d perturbations of %d place%s in %d run%s%s%s\n",
            p->program ? p->program : p->exe, p->np, p->platform,
            bsim_format_time(time, sizeof time, p->run[0].predicted_s), runs, p->nplace, p->nplace == 1 ? "" : "s",
            p->host_runs, p->host_runs == 1 ? "" : "s", p->apart ? ", each apart, since " : "",
            p->apart ? p->apart : "");
    print_design(p, out);
    print_places(p, out);
    print_changes(&p->choices, "choices that changed first", p->choices.n, runs, out);
    print_changes(&p->calls, "places whose calls, or their order, differ", MOST_CALLS, runs, out);
    print_failed(p, out);
    if (bsim_perturb_is_stable(p))
        fprintf(out, "\nstable under these delays: the calls of all %d perturbations are equal, in the same order%s\n",
                runs, apart ? " (some were run apart, since a poll or a wait met another state)" : "");
    else if (unlike > 0)
        fprintf(
            out,
            "\nunstable: %d of %d perturbations make other calls than the run without delays, the farthest %s%" PRId64
            " of %" PRId64 " calls\n",
            unlike, runs, most->at_least ? "at least " : "", most->apart, most->calls);
    else
        fprintf(out, "\nunstable: %d of %d perturbations fail\n", failed, runs);
}

/* ---- JSON ---- */

static json_t *real(double value) {
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *design_json(const struct perturb *p) {
    const struct bsim_design *d = &p->design;
    json_t *generators = json_array();
    char text[64];
    for (int i = d->nbasic; i < p->nplace; i++)
        json_array_append_new(generators, json_pack("{s:i, s:s}", "place", i + 1, "product",
                                                    bsim_design_generator(d, i, text, sizeof text)));
    return json_pack("{s:i, s:b, s:o, s:o}", "perturbations", bsim_design_runs(d), "full", d->resolution == 0,
                     "resolution", d->resolution ? json_integer(d->resolution) : json_null(), "generators", generators);
}

static json_t *places_json(const struct perturb *p) {
    json_t *list = json_array();
    for (int i = 0; i < p->nplace; i++) {
        const struct perturb_place *q = &p->place[i];
        json_array_append_new(list, json_pack("{s:o, s:f, s:I, s:o, s:o, s:o}", "place", bsim_output_text(q->place),
                                              "delay_s", q->delay_s, "passed", (json_int_t)q->passed, "effect_s",
                                              real(q->effect_s), "distance_with", real(q->with), "distance_without",
                                              real(q->without)));
    }
    return list;
}

static json_t *runs_json(const struct perturb *p) {
    json_t *list = json_array();
    for (int r = 0; r < bsim_design_runs(&p->design); r++) {
        const struct perturb_run *run = &p->run[r];
        json_t *delayed = json_array();
        for (int i = 0; i < p->nplace; i++)
            if (bsim_design_has(&p->design, r, i))
                json_array_append_new(delayed, json_integer(i + 1));
        json_array_append_new(list,
                              json_pack("{s:o, s:o, s:b, s:o, s:o, s:b, s:i, s:o}", "delayed", delayed,
                                        "predicted_time_s", real(run->predicted_s), "rerun", run->diverged,
                                        "diverged_at", bsim_output_text(run->diverged_at), "distance",
                                        run->reason ? json_null() : json_integer(run->apart), "at_least", run->at_least,
                                        "differing_ranks", run->nrank, "reason", bsim_output_text(run->reason)));
    }
    return list;
}

static json_t *changes_json(const struct perturb_changes *c, bool with_call) {
    json_t *list = json_array();
    for (int i = 0; i < c->n; i++) {
        json_t *one = json_pack("{s:o, s:i}", "at", bsim_output_text(c->of[i].place), "perturbations", c->of[i].runs);
        char call[128];
        snprintf(call, sizeof call, "MPI_%s", c->of[i].function ? c->of[i].function : "");
        if (with_call)
            json_object_set_new(one, "call", bsim_output_text(call));
        json_array_append_new(list, one);
    }
    return list;
}

bool bsim_perturb_json(const struct perturb *p, const char *path, struct bsim_error *err) {
    json_t *root =
        json_pack("{s:s, s:o, s:o, s:i, s:o, s:b, s:o, s:o, s:o, s:o, s:o, s:{s:f, s:i}}", "schema", "bsim-stability/1",
                  "program", bsim_output_text(p->program), "exe", bsim_output_text(p->exe), "ranks", p->np, "platform",
                  bsim_output_text(p->platform), "stable", bsim_perturb_is_stable(p), "design", design_json(p),
                  "places", places_json(p), "perturbations", runs_json(p), "choices", changes_json(&p->choices, false),
                  "calls", changes_json(&p->calls, true), "host", "wall_s", p->host_wall_s, "runs", p->host_runs);
    bool ok = bsim_output_json(path, root, err);
    json_decref(root);
    return ok;
}
