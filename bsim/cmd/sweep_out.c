/* sweep_out.c - the outcome of a sweep as a table, CSV, JSON and plot. Knows nothing of runs. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/cmd/cmd.h"
#include "bsim/cmd/gnuplot.h"
#include "bsim/cmd/sweep.h"
#include "bsim/base/output.h"
#include "bsim/platform/collectives.h"

static const char *unit_suffix(enum bsim_unit unit) {
    static const char *const suffix[] = {"", "_s", "_bytes", "_bytes_per_s"};
    return suffix[unit];
}

/* Of the column of an axis: its key, or a longer text. */
static int key_width(const struct vary_axis *a) {
    int width = (int)strlen(a->key) > 12 ? (int)strlen(a->key) : 12;
    for (int i = 0; i < a->n; i++)
        if (a->is_text && (int)strlen(a->text[i]) > width)
            width = (int)strlen(a->text[i]);
    return width;
}

static void print_head(const struct sweep *sweep, FILE *out) {
    const struct vary *v = &sweep->vary;
    fprintf(out, "%s on ", sweep->program ? sweep->program : sweep->exe);
    if (sweep->np)
        fprintf(out, "%d ranks", sweep->np);
    else
        fprintf(out, "np ranks");
    fprintf(out, " of %s, %d scenario%s in %d run%s%s%s\n\n", sweep->platform, v->npoint, v->npoint == 1 ? "" : "s",
            sweep->runs, sweep->runs == 1 ? "" : "s", sweep->apart && v->npoint > 1 ? ", each apart, since " : "",
            sweep->apart && v->npoint > 1 ? sweep->apart : "");
    for (int a = 0; a < v->naxis; a++)
        fprintf(out, "  %*s", key_width(&v->axis[a]), v->axis[a].key);
    fprintf(out, "  %14s  %9s\n", "predicted time", "of first");
}

/* The number of a reason among the reasons, from 1; in order of the first point that has it. */
static int reason_number(const struct sweep *sweep, int point) {
    int number = 0;
    for (int p = 0; p <= point; p++) {
        bool known = sweep->point[p].reason == NULL;
        for (int q = 0; q < p && !known; q++)
            known = sweep->point[q].reason && strcmp(sweep->point[q].reason, sweep->point[p].reason) == 0;
        number += !known;
        if (sweep->point[p].reason && strcmp(sweep->point[p].reason, sweep->point[point].reason) == 0)
            return number;
    }
    return number;
}

static void print_notes(const struct sweep *sweep, FILE *out) {
    int n = sweep->vary.npoint, reruns = 0, told = 0;
    for (int p = 0; p < n; p++)
        reruns += sweep->point[p].rerun;
    if (reruns > 0)
        fprintf(
            out,
            "\n  * run apart: there messages may come in another order to a wildcard, probe, test or network card\n");
    for (int p = 0; p < n; p++) {
        const char *at = sweep->point[p].rerun_at;
        bool known = at == NULL;
        for (int q = 0; q < p && !known; q++)
            known = sweep->point[q].rerun_at && strcmp(sweep->point[q].rerun_at, at) == 0;
        if (!known)
            fprintf(out, "    first at %s\n", at);
    }
    for (int p = 0; p < n; p++)
        if (sweep->point[p].reason && reason_number(sweep, p) > told)
            fprintf(out, "%s  [%d] not possible: %s\n", told == 0 ? "\n" : "", told + 1, sweep->point[p].reason),
                told++;
}

/* Whether the time is the same, to the last bit, for all values of an axis that were run. Points that differ in it only
 * are a fixed number apart, since the last axis changes fastest. */
static bool makes_no_difference(const struct sweep *sweep, int axis) {
    const struct sweep_point *point = sweep->point;
    bool compared = false;
    int apart = 1;
    for (int a = axis + 1; a < sweep->vary.naxis; a++)
        apart *= sweep->vary.axis[a].n;
    for (int p = 0; p < sweep->vary.npoint; p++)
        for (int i = 1; i <= bsim_vary_index(&sweep->vary, p, axis) && !point[p].reason; i++) {
            const struct sweep_point *other = &point[p - i * apart];
            if (!other->reason && point[p].predicted_s != other->predicted_s)
                return false;
            compared |= !other->reason;
        }
    return compared;
}

/* Axes without an effect: the user may mean another key. */
static void tell_idle(const struct sweep *sweep, FILE *out) {
    bool told = false;
    for (int a = 0; a < sweep->vary.naxis; a++) {
        const struct vary_axis *axis = &sweep->vary.axis[a];
        if (axis->kind != VARY_PLATFORM || !makes_no_difference(sweep, a))
            continue;
        fprintf(out, "%s  %s makes no difference here.%s\n", told ? "" : "\n", axis->key, bsim_vary_idle(axis->key));
        told = true;
    }
}

static bool is_collective(const struct vary_axis *axis) {
    return bsim_collective_key(axis->key) >= 0;
}

/* Whether two points differ in nothing but algorithms of collectives. */
static bool are_rivals(const struct vary *v, int p, int q) {
    for (int a = 0; a < v->naxis; a++)
        if (!is_collective(&v->axis[a]) && bsim_vary_index(v, p, a) != bsim_vary_index(v, q, a))
            return false;
    return true;
}

/* Whether a point has a time, and no rival of it a shorter one. *equal: a rival before it has the same time. */
static bool is_best(const struct sweep *sweep, int p, bool *equal) {
    const struct sweep_point *point = sweep->point;
    *equal = false;
    for (int q = 0; q < sweep->vary.npoint && !point[p].reason; q++) {
        if (point[q].reason || !are_rivals(&sweep->vary, p, q))
            continue;
        if (point[q].predicted_s < point[p].predicted_s)
            return false;
        *equal |= q < p && point[q].predicted_s == point[p].predicted_s;
    }
    return !point[p].reason;
}

/* Where collectives vary, the points with the shortest time for each combination of the other values. */
static void tell_best(const struct sweep *sweep, FILE *out) {
    const struct vary *v = &sweep->vary;
    bool collectives = false, equal, told = false;
    char label[512];
    for (int a = 0; a < v->naxis; a++)
        collectives |= is_collective(&v->axis[a]);
    for (int first = 0; first < v->npoint && collectives; first++) {
        bool is_first = true; /* of its rivals, which are told together */
        for (int q = 0; q < first && is_first; q++)
            is_first = !are_rivals(v, first, q);
        for (int p = first; p < v->npoint && is_first; p++) {
            if (!are_rivals(v, first, p) || !is_best(sweep, p, &equal))
                continue;
            fprintf(out, "%s  %-16s %s\n", told ? "" : "\n", equal ? "equally good" : "best",
                    bsim_vary_label(v, p, label, sizeof label));
            told = true;
        }
    }
}

void bsim_sweep_table(const struct sweep *sweep, FILE *out) {
    const struct vary *v = &sweep->vary;
    char text[512];
    int possible = 0;
    print_head(sweep, out);
    while (possible + 1 < v->npoint && sweep->point[possible].reason)
        possible++;
    double first = sweep->point[possible].predicted_s;
    for (int p = 0; p < v->npoint; p++) {
        const struct sweep_point *point = &sweep->point[p];
        for (int a = 0; a < v->naxis; a++)
            fprintf(out, "  %*s", key_width(&v->axis[a]), bsim_vary_format(v, p, a, text, sizeof text));
        fprintf(out, "  %14s", point->reason ? "-" : bsim_format_time(text, sizeof text, point->predicted_s));
        if (first > 0 && !point->reason)
            fprintf(out, "  %9.4g", point->predicted_s / first);
        else
            fprintf(out, "  %9s", "-");
        if (point->reason)
            fprintf(out, " [%d]", reason_number(sweep, p));
        fputs(point->rerun ? " *\n" : "\n", out);
    }
    print_notes(sweep, out);
    tell_idle(sweep, out);
    tell_best(sweep, out);
    fprintf(out, "\n  this host        %s\n", bsim_format_time(text, sizeof text, sweep->host_wall_s));
}

/* A field of CSV (RFC 4180). */
static void csv_text(FILE *f, const char *text) {
    if (text[strcspn(text, ",\"\n")] == '\0') {
        fputs(text, f);
        return;
    }
    fputc('"', f);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', f);
        fputc(*text, f);
    }
    fputc('"', f);
}

bool bsim_sweep_csv(const struct sweep *sweep, const char *path, struct bsim_error *err) {
    struct bsim_output out;
    const struct vary *v = &sweep->vary;
    char text[512];
    if (!bsim_output_open(&out, path, err))
        return false;
    for (int a = 0; a < v->naxis; a++) {
        snprintf(text, sizeof text, "%s%s", v->axis[a].key, unit_suffix(v->axis[a].unit));
        csv_text(out.file, text);
        fputc(',', out.file);
    }
    fprintf(out.file, "predicted_time_s,rerun,reason\n");
    for (int p = 0; p < v->npoint; p++) {
        const struct sweep_point *point = &sweep->point[p];
        for (int a = 0; a < v->naxis; a++) {
            if (v->axis[a].is_text)
                csv_text(out.file, bsim_vary_format(v, p, a, text, sizeof text));
            else
                fprintf(out.file, "%.17g", bsim_vary_value(v, p, a));
            fputc(',', out.file);
        }
        if (!point->reason)
            fprintf(out.file, "%.17g", point->predicted_s);
        fprintf(out.file, ",%d,", point->rerun);
        csv_text(out.file, point->reason ? point->reason : "");
        fputc('\n', out.file);
    }
    return bsim_output_commit(&out, err);
}

static json_t *value_json(const struct vary_axis *axis, int i) {
    return axis->is_text ? bsim_output_text(axis->text[i]) : json_real(axis->value[i]);
}

static json_t *point_json(const struct sweep *sweep, int p) {
    const struct vary *v = &sweep->vary;
    const struct sweep_point *point = &sweep->point[p];
    json_t *set = json_object();
    for (int a = 0; a < v->naxis; a++)
        json_object_set_new(set, v->axis[a].key, value_json(&v->axis[a], bsim_vary_index(v, p, a)));
    return json_pack("{s:o, s:o, s:b, s:o, s:o}", "set", set, "predicted_time_s",
                     point->reason ? json_null() : json_real(point->predicted_s), "rerun", point->rerun, "diverged_at",
                     bsim_output_text(point->rerun_at), "reason", bsim_output_text(point->reason));
}

bool bsim_sweep_json(const struct sweep *sweep, const char *path, struct bsim_error *err) {
    const struct vary *v = &sweep->vary;
    json_t *axes = json_array(), *points = json_array();
    for (int a = 0; a < v->naxis; a++) {
        json_t *values = json_array();
        for (int i = 0; i < v->axis[a].n; i++)
            json_array_append_new(values, value_json(&v->axis[a], i));
        json_array_append_new(axes, json_pack("{s:o, s:o}", "key", bsim_output_text(v->axis[a].key), "values", values));
    }
    for (int p = 0; p < v->npoint; p++)
        json_array_append_new(points, point_json(sweep, p));
    json_t *root =
        json_pack("{s:s, s:o, s:o, s:o, s:o, s:O?, s:o, s:o, s:O, s:{s:f, s:i}}", "schema", "bsim-sweep/1", "program",
                  bsim_output_text(sweep->program), "exe", bsim_output_text(sweep->exe), "ranks",
                  sweep->np ? json_integer(sweep->np) : json_null(), "platform", bsim_output_text(sweep->platform),
                  "noise", sweep->noise, "axes", axes, "scenarios", points, "warnings", sweep->warnings, "host",
                  "wall_s", sweep->host_wall_s, "runs", sweep->runs);
    bool ok = bsim_output_json(path, root, err);
    json_decref(root);
    return ok;
}

/* What stands for one curve: the values of the axes behind the first, with their names if there are several. */
static void curve_title(const struct vary *v, int point, char *buf, size_t size) {
    char value[256];
    size_t at = 0;
    buf[0] = '\0';
    for (int a = 1; a < v->naxis && at < size; a++) {
        bsim_vary_format(v, point, a, value, sizeof value);
        at += (size_t)snprintf(buf + at, size - at, "%s%s%s%s", a > 1 ? ", " : "", v->naxis > 2 ? v->axis[a].key : "",
                               v->naxis > 2 ? " " : "", value);
    }
}

/* The least and the greatest value of both axes of the plot; points without a time do not count. */
struct bounds {
    double left, right, low, high;
};

static struct bounds bounds_of(const struct sweep *sweep) {
    const struct vary_axis *x = &sweep->vary.axis[0];
    struct bounds b = {HUGE_VAL, 0, HUGE_VAL, 0};
    for (int p = 0; p < sweep->vary.npoint; p++)
        if (!sweep->point[p].reason) {
            b.low = fmin(b.low, sweep->point[p].predicted_s);
            b.high = fmax(b.high, sweep->point[p].predicted_s);
        }
    for (int i = 0; i < x->n; i++) {
        b.left = fmin(b.left, x->value[i]);
        b.right = fmax(b.right, x->value[i]);
    }
    return b;
}

static void write_title(const struct sweep *sweep, FILE *f) {
    char title[512];
    const char *name = sweep->program ? sweep->program : sweep->exe;
    if (sweep->np)
        snprintf(title, sizeof title, "%s, %d ranks", name, sweep->np);
    else
        snprintf(title, sizeof title, "%s", name);
    fprintf(f, "set title ");
    bsim_gnuplot_quote(f, title);
    fprintf(f, " noenhanced\nset xlabel ");
    bsim_gnuplot_quote(f, sweep->vary.axis[0].key);
    fprintf(f, " noenhanced\nset ylabel 'predicted time'\n");
}

static void write_axes(const struct sweep *sweep, FILE *f) {
    const struct vary_axis *x = &sweep->vary.axis[0];
    struct bounds b = bounds_of(sweep);
    bool log_x = x->log || (!x->is_text && b.left > 0 && b.right >= 100 * b.left),
         log_y = b.low > 0 && b.high > 20 * b.low;
    if (x->is_text) {
        fprintf(f, "set xtics noenhanced (");
        for (int i = 0; i < x->n; i++) {
            bsim_gnuplot_quote(f, x->text[i]);
            fprintf(f, " %d%s", i, i + 1 < x->n ? ", " : ")\n");
        }
        fprintf(f, "set xrange [-0.3:%g]\n", x->n - 0.7);
    } else {
        fprintf(f, "%sset xrange [%g:%g]\n", log_x ? "set logscale x\n" : "", b.left,
                b.right > b.left ? b.right : b.left + 1);
        bsim_gnuplot_format(f, 'x', x->unit, log_x);
    }
    if (log_y)
        fprintf(f, "set logscale y\n");
    else
        fprintf(f, "set yrange [0:%g]\n", b.high > 0 ? 1.08 * b.high : 1);
    bsim_gnuplot_format(f, 'y', BSIM_UNIT_TIME, log_y);
}

/* One curve for each combination of the axes behind the first. */
static void write_script(const void *arg, FILE *f, bool svg) {
    const struct sweep *sweep = arg;
    const struct vary *v = &sweep->vary;
    const struct vary_axis *x = &v->axis[0];
    int curves = v->npoint / x->n;
    char title[512];
    bsim_gnuplot_begin(f, svg, 900, curves > 24 ? 560 + 18 * (curves - 24) : 560);
    write_title(sweep, f);
    fprintf(f, "set grid lt 1 lw 0.5 lc rgb '#d0d0d0'\nset border 3\nset tics nomirror\n");
    if (curves == 1) {
        fprintf(f, "set rmargin 7\nset key off\n");
    } else {
        fprintf(f, "set key outside right noenhanced title ");
        bsim_gnuplot_quote(f, v->naxis == 2 ? v->axis[1].key : "");
        fprintf(f, " noenhanced\n");
    }
    write_axes(sweep, f);
    bsim_gnuplot_styles(f);
    for (int c = 0; c < curves; c++) {
        curve_title(v, c, title, sizeof title);
        fprintf(f, "$d%d << EOD\n", c);
        for (int i = 0; i < x->n; i++)
            if (!sweep->point[i * curves + c].reason)
                fprintf(f, "%.17g %.17g\n", x->value[i], sweep->point[i * curves + c].predicted_s);
        fprintf(f, "NaN NaN\nEOD\nt%d = ", c); /* a curve without points is drawn as nothing */
        bsim_gnuplot_quote(f, title);
        fputc('\n', f);
    }
    fprintf(f, "plot ");
    for (int c = 0; c < curves; c++)
        fprintf(f, "%s$d%d with linespoints ls %d title t%d", c ? ", \\\n     " : "", c, c % 16 + 1, c);
    fprintf(f, "\n");
}

bool bsim_sweep_plot(const struct sweep *sweep, const char *path, struct bsim_error *err) {
    return bsim_gnuplot_draw(path, write_script, sweep, err);
}
