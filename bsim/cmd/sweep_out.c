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

static int key_width(const struct vary_axis *a) {
    int len = (int)strlen(a->key);
    for (int i = 0; a->word && i < a->n; i++)
        len = (int)strlen(a->word[i]) > len ? (int)strlen(a->word[i]) : len;
    return len > 12 ? len : 12;
}

/* Where collectives vary, the point with the shortest time. */
static void tell_best(const struct sweep *sweep, FILE *out) {
    bool words = false;
    int best = 0;
    char label[512];
    for (int a = 0; a < sweep->vary.naxis; a++)
        words |= sweep->vary.axis[a].word != NULL;
    for (int p = 1; p < sweep->vary.npoint; p++)
        if (sweep->point[p].predicted_s < sweep->point[best].predicted_s)
            best = p;
    if (words)
        fprintf(out, "\n  best             %s\n", bsim_vary_label(&sweep->vary, best, label, sizeof label));
}

void bsim_sweep_table(const struct sweep *sweep, FILE *out) {
    const struct vary *v = &sweep->vary;
    char text[24], value[256];
    fprintf(out, "%s on %d ranks of %s, %d scenario%s in %d run%s\n\n", sweep->program ? sweep->program : sweep->exe,
            sweep->np, sweep->platform, v->npoint, v->npoint == 1 ? "" : "s", sweep->runs, sweep->runs == 1 ? "" : "s");
    for (int a = 0; a < v->naxis; a++)
        fprintf(out, "  %*s", key_width(&v->axis[a]), v->axis[a].key);
    fprintf(out, "  %14s  %9s\n", "predicted time", "of first");
    int reruns = 0;
    for (int p = 0; p < v->npoint; p++) {
        const struct sweep_point *point = &sweep->point[p];
        for (int a = 0; a < v->naxis; a++)
            fprintf(out, "  %*s", key_width(&v->axis[a]), bsim_vary_text(v, p, a, value, sizeof value));
        fprintf(out, "  %14s", bsim_format_time(text, sizeof text, point->predicted_s));
        if (sweep->point[0].predicted_s > 0)
            fprintf(out, "  %9.4g", point->predicted_s / sweep->point[0].predicted_s);
        else
            fprintf(out, "  %9s", "-");
        fputs(point->rerun ? " *\n" : "\n", out);
        reruns += point->rerun;
    }
    if (reruns > 0)
        fprintf(out, "\n  * run apart: there a wildcard, probe or test of the program matches otherwise\n");
    for (int p = 0; p < v->npoint; p++) {
        const char *at = sweep->point[p].rerun_at;
        bool told = at == NULL;
        for (int q = 0; q < p && !told; q++)
            told = sweep->point[q].rerun_at && strcmp(sweep->point[q].rerun_at, at) == 0;
        if (!told)
            fprintf(out, "    first at %s\n", at);
    }
    tell_best(sweep, out);
    fprintf(out, "\n  this host        %s\n", bsim_format_time(text, sizeof text, sweep->host_wall_s));
}

bool bsim_sweep_csv(const struct sweep *sweep, const char *path, struct bsim_error *err) {
    struct bsim_output out;
    const struct vary *v = &sweep->vary;
    if (!bsim_output_open(&out, path, err))
        return false;
    for (int a = 0; a < v->naxis; a++)
        fprintf(out.file, "%s%s,", v->axis[a].key, unit_suffix(v->axis[a].unit));
    fprintf(out.file, "predicted_time_s,rerun\n");
    for (int p = 0; p < v->npoint; p++) {
        for (int a = 0; a < v->naxis; a++)
            if (v->axis[a].word)
                fprintf(out.file, "%s,", v->axis[a].word[(int)bsim_vary_value(v, p, a)]);
            else
                fprintf(out.file, "%.17g,", bsim_vary_value(v, p, a));
        fprintf(out.file, "%.17g,%d\n", sweep->point[p].predicted_s, sweep->point[p].rerun);
    }
    return bsim_output_commit(&out, err);
}

bool bsim_sweep_json(const struct sweep *sweep, const char *path, struct bsim_error *err) {
    const struct vary *v = &sweep->vary;
    json_t *axes = json_array(), *points = json_array();
    for (int a = 0; a < v->naxis; a++) {
        json_t *values = json_array();
        for (int i = 0; i < v->axis[a].n; i++)
            json_array_append_new(values,
                                  v->axis[a].word ? json_string(v->axis[a].word[i]) : json_real(v->axis[a].value[i]));
        json_array_append_new(axes, json_pack("{s:s, s:o}", "key", v->axis[a].key, "values", values));
    }
    for (int p = 0; p < v->npoint; p++) {
        const struct sweep_point *point = &sweep->point[p];
        json_t *set = json_object();
        for (int a = 0; a < v->naxis; a++)
            json_object_set_new(set, v->axis[a].key, bsim_vary_json(v, p, a));
        json_array_append_new(points,
                              json_pack("{s:o, s:f, s:b, s:o}", "set", set, "predicted_time_s", point->predicted_s,
                                        "rerun", point->rerun, "diverged_at", bsim_output_text(point->rerun_at)));
    }
    json_t *root = json_pack("{s:s, s:o, s:o, s:i, s:o, s:O?, s:o, s:o, s:{s:f, s:i}}", "schema", "bsim-sweep/1",
                             "program", bsim_output_text(sweep->program), "exe", bsim_output_text(sweep->exe), "ranks",
                             sweep->np, "platform", bsim_output_text(sweep->platform), "noise", sweep->noise, "axes",
                             axes, "scenarios", points, "host", "wall_s", sweep->host_wall_s, "runs", sweep->runs);
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
        bsim_vary_text(v, point, a, value, sizeof value);
        at += (size_t)snprintf(buf + at, size - at, "%s%s%s%s", a > 1 ? ", " : "", v->naxis > 2 ? v->axis[a].key : "",
                               v->naxis > 2 ? " " : "", value);
    }
}

/* As gnuplot takes it literally: what could mean something to it is written as a number. */
static void quote(FILE *f, const char *text) {
    fputc('"', f);
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (iscntrl(c))
            fputc('?', f);
        else if (c < 0x80 && !isalnum(c) && c != ' ')
            fprintf(f, "\\%03o", c);
        else
            fputc(c, f);
    }
    fputc('"', f);
}

/* One curve for each combination of the axes behind the first. */
static void write_script(const struct sweep *sweep, FILE *f, bool svg) {
    const struct vary *v = &sweep->vary;
    const struct vary_axis *x = &v->axis[0];
    int curves = v->npoint / x->n;
    char title[512];
    double low = HUGE_VAL, high = 0, left = HUGE_VAL, right = 0;
    for (int p = 0; p < v->npoint; p++) {
        low = fmin(low, sweep->point[p].predicted_s);
        high = fmax(high, sweep->point[p].predicted_s);
    }
    for (int i = 0; i < x->n; i++) {
        left = fmin(left, x->value[i]);
        right = fmax(right, x->value[i]);
    }
    bool log_x = x->log || (left > 0 && right >= 100 * left), log_y = low > 0 && high > 20 * low;
    fprintf(f, "set terminal %s size 900,560 %s\n", svg ? "svg" : "pngcairo",
            svg ? "dynamic font 'sans,14'" : "font 'sans,11'");
    snprintf(title, sizeof title, "%s, %d ranks", sweep->program ? sweep->program : sweep->exe, sweep->np);
    fprintf(f, "set title ");
    quote(f, title);
    fprintf(f, " noenhanced\n");
    fprintf(f, "set xlabel '%s' noenhanced\nset ylabel 'predicted time'\n", x->key);
    fprintf(f, "set grid lt 1 lw 0.5 lc rgb '#d0d0d0'\nset border 3\nset tics nomirror\nset rmargin 7\n");
    if (curves == 1)
        fprintf(f, "set key off\n");
    else
        fprintf(f, "set key %s noenhanced title '%s' noenhanced\n", curves > 6 ? "outside right" : "left top",
                v->naxis == 2 ? v->axis[1].key : "");
    fprintf(f, "%sset xrange [%g:%g]\n", log_x ? "set logscale x\n" : "", left, right > left ? right : left + 1);
    if (log_y)
        fprintf(f, "set logscale y\n");
    else
        fprintf(f, "set yrange [0:%g]\n", 1.08 * high);
    axis_format(f, 'x', x->unit, log_x);
    for (int i = 0; x->word && i < x->n; i++) {
        fprintf(f, "%s", i ? ", " : "set xtics (");
        quote(f, x->word[i]);
        fprintf(f, " %d%s", i, i + 1 < x->n ? "" : ") noenhanced\n");
    }
    axis_format(f, 'y', BSIM_UNIT_TIME, log_y);
    for (int c = 0; c < curves; c++) {
        curve_title(v, c, title, sizeof title);
        fprintf(f, "$d%d << EOD\n", c);
        for (int i = 0; i < x->n; i++)
            fprintf(f, "%.17g %.17g\n", x->value[i], sweep->point[i * curves + c].predicted_s);
        fprintf(f, "EOD\nt%d = ", c);
        quote(f, title);
        fputc('\n', f);
    }
    fprintf(f, "plot ");
    for (int c = 0; c < curves; c++)
        fprintf(f, "%s$d%d with linespoints lw 2 pt 7 ps 0.6 title t%d", c ? ", \\\n     " : "", c, c);
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
