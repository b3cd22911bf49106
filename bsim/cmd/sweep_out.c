/* sweep_out.c - the outcome of a sweep as a table, CSV, JSON and plot. Knows nothing of runs. */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/cmd/cmd.h"
#include "bsim/cmd/sweep.h"
#include "bsim/base/output.h"
#include "bsim/base/spawn.h"

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
    fprintf(out, " of %s, %d scenario%s in %d run%s\n\n", sweep->platform, v->npoint, v->npoint == 1 ? "" : "s",
            sweep->runs, sweep->runs == 1 ? "" : "s");
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
        fprintf(out, "\n  * run apart: there a wildcard, probe or test of the program matches otherwise\n");
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
    json_t *root = json_pack("{s:s, s:o, s:o, s:o, s:o, s:O?, s:o, s:o, s:{s:f, s:i}}", "schema", "bsim-sweep/1",
                             "program", bsim_output_text(sweep->program), "exe", bsim_output_text(sweep->exe), "ranks",
                             sweep->np ? json_integer(sweep->np) : json_null(), "platform",
                             bsim_output_text(sweep->platform), "noise", sweep->noise, "axes", axes, "scenarios",
                             points, "host", "wall_s", sweep->host_wall_s, "runs", sweep->runs);
    bool ok = bsim_output_json(path, root, err);
    json_decref(root);
    return ok;
}

static bool ends_with(const char *text, const char *suffix) {
    size_t n = strlen(text), m = strlen(suffix);
    return n > m && strcmp(text + n - m, suffix) == 0;
}

bool bsim_sweep_plot_check(const char *path, struct bsim_error *err) {
    if (!ends_with(path, ".svg") && !ends_with(path, ".png"))
        return bsim_error_set(err, path, 0, NULL,
                              "is no plot that can be drawn; accepted: a name that ends in .svg or "
                              ".png");
    if (!bsim_spawn_found("gnuplot"))
        return bsim_error_set(err, path, 0, NULL, "cannot be drawn: gnuplot is not installed (Debian: gnuplot-nox)");
    return true;
}

/* Engineering notation: 10 us, 2.5 GB/s. */
static void axis_format(FILE *f, char axis, enum bsim_unit unit, bool log) {
    static const char *const base[] = {"", "s", "B", "B/s"};
    if (unit == BSIM_UNIT_NONE)
        fprintf(f, "set format %c '%%g'\n", axis);
    else
        fprintf(f, "set format %c '%%.%ds %%c%s'\n", axis, log ? 0 : 1, base[unit]);
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

/* As gnuplot takes it literally: what could mean something to it is written as a number. Gnuplot takes digits behind
 * that into the number, so what means nothing is written as it is. */
static void quote(FILE *f, const char *text) {
    fputc('"', f);
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (iscntrl(c))
            fputc('?', f);
        else if (c < 0x80 && !isalnum(c) && strchr(" .,:;=/()+-_*<>[]", c) == NULL)
            fprintf(f, "\\%03o", c);
        else
            fputc(c, f);
    }
    fputc('"', f);
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
    quote(f, title);
    fprintf(f, " noenhanced\nset xlabel ");
    quote(f, sweep->vary.axis[0].key);
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
            quote(f, x->text[i]);
            fprintf(f, " %d%s", i, i + 1 < x->n ? ", " : ")\n");
        }
        fprintf(f, "set xrange [-0.3:%g]\n", x->n - 0.7);
    } else {
        fprintf(f, "%sset xrange [%g:%g]\n", log_x ? "set logscale x\n" : "", b.left,
                b.right > b.left ? b.right : b.left + 1);
        axis_format(f, 'x', x->unit, log_x);
    }
    if (log_y)
        fprintf(f, "set logscale y\n");
    else
        fprintf(f, "set yrange [0:%g]\n", b.high > 0 ? 1.08 * b.high : 1);
    axis_format(f, 'y', BSIM_UNIT_TIME, log_y);
}

/* Sixteen curves that can be told apart: eight colours (Wong, Nature Methods 8, 2011, without yellow and with grey and
 * brown), each with a filled mark and a solid line, then with an open mark and a dashed line. */
static void write_styles(FILE *f) {
    static const char *const colour[] = {"0072b2", "d55e00", "009e73", "cc79a7",
                                         "56b4e9", "e69f00", "000000", "8c564b"};
    static const int filled[] = {7, 5, 9, 13, 11, 15, 7, 5}, open[] = {6, 4, 8, 12, 10, 14, 6, 4};
    for (int i = 0; i < 16; i++)
        fprintf(f, "set style line %d lc rgb '#%s' lw 2 dt %d pt %d ps 0.7\n", i + 1, colour[i % 8], i < 8 ? 1 : 2,
                i < 8 ? filled[i] : open[i - 8]);
}

/* One curve for each combination of the axes behind the first. */
static void write_script(const struct sweep *sweep, FILE *f, bool svg) {
    const struct vary *v = &sweep->vary;
    const struct vary_axis *x = &v->axis[0];
    int curves = v->npoint / x->n;
    char title[512];
    fprintf(f, "set terminal %s size 900,%d %s\n", svg ? "svg" : "pngcairo",
            curves > 24 ? 560 + 18 * (curves - 24) : 560, svg ? "dynamic font 'sans,14'" : "font 'sans,11'");
    write_title(sweep, f);
    fprintf(f, "set grid lt 1 lw 0.5 lc rgb '#d0d0d0'\nset border 3\nset tics nomirror\n");
    if (curves == 1) {
        fprintf(f, "set rmargin 7\nset key off\n");
    } else {
        fprintf(f, "set key outside right noenhanced title ");
        quote(f, v->naxis == 2 ? v->axis[1].key : "");
        fprintf(f, " noenhanced\n");
    }
    write_axes(sweep, f);
    write_styles(f);
    for (int c = 0; c < curves; c++) {
        curve_title(v, c, title, sizeof title);
        fprintf(f, "$d%d << EOD\n", c);
        for (int i = 0; i < x->n; i++)
            if (!sweep->point[i * curves + c].reason)
                fprintf(f, "%.17g %.17g\n", x->value[i], sweep->point[i * curves + c].predicted_s);
        fprintf(f, "NaN NaN\nEOD\nt%d = ", c); /* a curve without points is drawn as nothing */
        quote(f, title);
        fputc('\n', f);
    }
    fprintf(f, "plot ");
    for (int c = 0; c < curves; c++)
        fprintf(f, "%s$d%d with linespoints ls %d title t%d", c ? ", \\\n     " : "", c, c % 16 + 1, c);
    fprintf(f, "\n");
}

/* Gnuplot reads the script from its standard input and writes the picture to its standard output: it is told no name of
 * a file, in which it would look for commands. */
bool bsim_sweep_plot(const struct sweep *sweep, const char *path, struct bsim_error *err) {
    char *const argv[] = {"gnuplot", NULL};
    struct bsim_output out;
    struct bsim_spawn child;
    FILE *script = bsim_spawn_input();
    int input = -1;
    if (script) {
        write_script(sweep, script, ends_with(path, ".svg"));
        input = bsim_spawn_input_ready(script);
    }
    bool ok = input >= 0 && bsim_spawn_start(&child, argv, input, false);
    if (!ok)
        bsim_error_set(err, path, 0, NULL, "gnuplot could not be started: %s", strerror(errno));
    if (script)
        fclose(script);
    if (!ok)
        return false;
    bool opened = bsim_output_open(&out, path, err), drawn = false;
    if (opened && !(ok = bsim_output_stream(&out, child.out, &drawn)))
        bsim_error_set(err, path, 0, NULL, "cannot be written: %s", strerror(errno));
    int code = bsim_spawn_end(&child);
    if (opened && ok && (code != 0 || !drawn))
        ok = bsim_error_set(err, path, 0, NULL, "gnuplot could not draw it (exit code %d)", code);
    if (opened && ok)
        return bsim_output_commit(&out, err);
    if (opened)
        bsim_output_abandon(&out);
    return false;
}
