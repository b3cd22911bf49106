/* trace_transform.c - bsim trace transform: what a trace becomes on another machine, without simulation. */
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/json_read.h"
#include "bsim/base/units.h"
#include "bsim/cmd/cmd.h"
#include "bsim/cmd/trace.h"
#include "bsim/cmd/trace_transform.h"
#include "bsim/trace/trace_part.h"

struct options_of_transform {
    const char *from, *to, *ratios, *output;
};
static const struct argp_option options[] = {
    {"from", BSIM_OPTION(struct options_of_transform, from), "P1", 0,
     "the platform of the machine that the trace is of (docs/reference/platform.md), or its name", 1},
    {"to", BSIM_OPTION(struct options_of_transform, to), "P2", 0, "the platform of the other machine", 2},
    {"ratios", BSIM_OPTION(struct options_of_transform, ratios), "FILE", 0,
     "how much longer calculation takes there, as a whole and for calls at some places (the ratio of the speeds)", 3},
    BSIM_OPTION_SHOW("-o TRACE2", "the transformed trace, a folder", 4),
    BSIM_OPTION_NAME("o", BSIM_OPTION(struct options_of_transform, output), "TRACE2"),
    BSIM_OPTION_ALIAS("output"),
    BSIM_OPTION_END};
static const struct argp table = {
    .options = options,
    .parser = bsim_options_parse,
    .args_doc = "TRACE --from P1 --to P2 [OPTIONS]",
    .doc =
        "Gives the calls of a trace the times that they have on another machine, and prints when the last rank ends. "
        "For programs that send messages and have no collectives (Mendes, 1993)."};

/* ---- the file of ratios ---- */

static int site_of(const struct bsim_trace *t, const char *name) {
    for (int i = 1; i < t->nsite; i++)
        if (strcmp(t->site[i], name) == 0)
            return i;
    return -1;
}

static bool read_ratios(struct bsim_transform *x, double *of_site, const char *path, struct bsim_error *err) {
    static const char *const keys[] = {"schema", "ratio", "sites", NULL};
    struct bsim_json *doc = bsim_json_load(path, err);
    if (doc == NULL)
        return false;
    struct bsim_jval root = bsim_json_root(doc), ratio = bsim_jval_get(root, "ratio"),
                     sites = bsim_jval_get(root, "sites");
    bsim_jval_schema(root, "bsim-ratios/1");
    bsim_jval_keys(root, keys);
    if (bsim_jval_present(ratio))
        x->ratio = bsim_jval_number(ratio, 0, 1e9);
    if (bsim_jval_present(sites) && bsim_jval_object(sites))
        for (size_t i = 0; i < bsim_jval_size(sites) && !err->set; i++) {
            const char *name;
            struct bsim_jval value = bsim_jval_member(sites, i, &name);
            int site = site_of(x->trace, name);
            if (site < 0)
                bsim_jval_error(value, "the trace has no calls at %s (bsim trace info)", name);
            else
                of_site[site] = bsim_jval_number(value, 0, 1e9);
        }
    bsim_json_free(doc);
    return !err->set;
}

/* ---- the new trace ---- */

struct writer {
    const struct bsim_transform *transform;
    struct bsim_trace_head head;
    struct bsim_trace_part part;
};

/* bsim_trace_source.part */
static bool make_part(void *data, int rank, const unsigned char **bytes, size_t *n, struct bsim_error *err) {
    struct writer *w = data;
    const struct bsim_trace *t = w->transform->trace;
    struct bsim_trace_cursor c;
    struct bsim_trace_event e;
    char partial[256];
    (void)err;
    bsim_trace_part_start(&w->part, &w->head, rank);
    for (int i = 0; i < t->ntype; i++)
        bsim_trace_part_type(&w->part, &t->type[i]);
    for (int i = 1; i < t->nsite; i++)
        bsim_trace_part_site(&w->part, t->site[i]);
    for (int i = 0; rank == 0 && i < t->nnote; i++)
        bsim_trace_part_note(&w->part, t->note[i]);
    if (rank == 0 && t->window.what == NULL && bsim_trace_tells_times(t, partial, sizeof partial))
        bsim_trace_part_note(&w->part, partial);
    bsim_trace_cursor_start(&c, t, rank);
    for (size_t i = 0; bsim_trace_next(&c, &e); i++) {
        e.gap_ns = w->transform->rank[rank].call[i].gap_ns;
        e.inside_ns = w->transform->rank[rank].call[i].inside_ns;
        bsim_trace_part_call(&w->part, &e);
    }
    bsim_trace_cursor_end(&c);
    bsim_trace_part_complete(&w->part);
    *bytes = w->part.bytes.data;
    *n = w->part.bytes.n;
    return true;
}

static bool write_trace(const struct bsim_transform *x, const struct options_of_transform *o, struct bsim_error *err) {
    const struct bsim_trace *t = x->trace;
    struct writer w = {.transform = x,
                       .head = {.nrank = t->nrank,
                                .program = t->program,
                                .nfunction = t->nfunction,
                                .function = t->function,
                                .roles = t->roles}};
    char *argv[] = {"bsim", "trace", "transform", t->folder, "--from", (char *)o->from, "--to", (char *)o->to, NULL};
    const struct bsim_trace_about about = {
        .argv = argv, .clock = t->clock, .window = t->window.what ? &t->window : NULL};
    bool ok = bsim_trace_merge_source(&(struct bsim_trace_source){t->folder, make_part, &w}, o->output, &about, err);
    bsim_trace_part_end(&w.part);
    return ok;
}

/* ---- the command ---- */

static int64_t end_of(const struct bsim_trace *t) {
    int64_t last_ns = 0;
    for (int r = 0; r < t->nrank; r++) {
        struct bsim_trace_cursor c;
        struct bsim_trace_event e;
        int64_t now_ns = 0;
        bsim_trace_cursor_start(&c, t, r);
        while (bsim_trace_next(&c, &e))
            now_ns += e.gap_ns + e.inside_ns;
        bsim_trace_cursor_end(&c);
        last_ns = now_ns > last_ns ? now_ns : last_ns;
    }
    return last_ns;
}

static void print(const struct bsim_transform *x) {
    char before[32], after[32];
    double end_ns = 0;
    for (int r = 0; r < x->trace->nrank; r++)
        end_ns = x->rank[r].now_ns > end_ns ? x->rank[r].now_ns : end_ns;
    bsim_format_time(before, sizeof before, 1e-9 * (double)end_of(x->trace));
    bsim_format_time(after, sizeof after, 1e-9 * end_ns);
    printf("%s: %d ranks, %s; transformed %s\n", x->trace->program, x->trace->nrank, before, after);
}

static bool transform(const struct bsim_trace *t, const struct options_of_transform *o, struct bsim_error *err) {
    struct bsim_trace_contexts contexts;
    struct bsim_trace_pairs pairs;
    struct bsim_transform_costs from = {0}, to = {0};
    double *of_site = bsim_alloc(((size_t)t->nsite + 1) * sizeof *of_site);
    struct bsim_transform x = {
        .trace = t, .pairs = &pairs, .from = &from, .to = &to, .site_ratio = of_site, .ratio = -1};
    for (int i = 0; i < t->nsite; i++)
        of_site[i] = -1;
    bsim_trace_contexts_start(&contexts, t);
    bool ok = (o->ratios == NULL || read_ratios(&x, of_site, o->ratios, err)) &&
              bsim_trace_pairs_find(&pairs, t, &contexts, err);
    if (ok) {
        ok = bsim_transform_costs_find(&from, o->from, t, &pairs, err) &&
             bsim_transform_costs_find(&to, o->to, t, &pairs, err) && bsim_transform_replay(&x, &contexts, err) &&
             (o->output == NULL || write_trace(&x, o, err));
        if (ok)
            print(&x);
        bsim_trace_pairs_end(&pairs);
    }
    bsim_transform_end(&x);
    bsim_transform_costs_end(&from);
    bsim_transform_costs_end(&to);
    bsim_trace_contexts_end(&contexts);
    bsim_free(of_site);
    return ok;
}

int bsim_trace_transform_command(int argc, char **argv) {
    struct options_of_transform o = {0};
    struct bsim_error err = {0};
    struct bsim_trace t;
    int first = bsim_options_read(argc, argv, BSIM_OPERANDS_MIXED, &table, &o, &err);
    if (first == -2)
        return BSIM_EXIT_OK;
    if (first >= 0 && (argv[first] == NULL || argv[first + 1]))
        bsim_error_set(&err, NULL, 0, NULL, "bsim trace transform takes one trace");
    else if (first >= 0 && (!o.from || !o.to))
        bsim_error_set(&err, NULL, 0, NULL, "bsim trace transform needs --from P1 and --to P2");
    if (!err.set && (!o.output || bsim_record_may_write(o.output, &err)) && bsim_trace_open(&t, argv[first], &err)) {
        char text[256];
        if (t.window.what && bsim_trace_tells_times(&t, text, sizeof text))
            fprintf(stderr, "bsim: warning: %s: %s\n", t.folder, text);
        if (t.ncut > 0)
            bsim_error_set(&err, t.folder, 0, NULL, "is not whole: rank %d was cut off", t.cut[0]);
        else if (strcmp(t.clock, "none") == 0)
            bsim_error_set(&err, t.folder, 0, NULL, "has no times");
        else
            transform(&t, &o, &err);
        bsim_trace_close(&t);
    }
    if (err.set)
        bsim_error_print(&err, stderr);
    return err.set ? BSIM_EXIT_USAGE : BSIM_EXIT_OK;
}
