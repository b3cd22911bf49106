/* scale_out.c - the outcome of bsim scale as a table, CSV, JSON and plot. Knows nothing of runs. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "bsim/base/output.h"
#include "bsim/base/units.h"
#include "bsim/cmd/gnuplot.h"
#include "bsim/cmd/scale.h"

static const char *const part_names[SCALE_PARTS] = {"calculation", "communication", "waiting", "ended"};
static const char *const part_keys[SCALE_PARTS] = {"calc", "comm", "wait", "early"};
enum { MOST_COLUMNS = 6 };

static double lost_part(const struct scale *scale, int row, int part) {
    return bsim_scale_lost(scale, row, scale->row[row].part_s[part], scale->row[bsim_scale_first(scale)].part_s[part]);
}

/* How much longer the rank with most calculation takes for it than the mean; 0 without calculation. */
static double imbalance(const struct scale_row *r) {
    return r->part_s[SCALE_CALC] > 0 ? r->most_calc_s / r->part_s[SCALE_CALC] - 1 : 0;
}

static const char *percent(char *buf, size_t size, double share) {
    snprintf(buf, size, "%.1f %%", 100 * share + 0.0);
    if (strcmp(buf, "-0.0 %") == 0)
        snprintf(buf, size, "0.0 %%");
    return buf;
}

static void print_rows(const struct scale *scale, FILE *out) {
    char text[24];
    int told = 0;
    fprintf(out, "  %8s %14s %9s %10s   lost to: %11s %13s %9s %9s   %9s\n", "ranks", "time", "speed-up", "efficiency",
            part_names[SCALE_CALC], part_names[SCALE_COMM], part_names[SCALE_WAIT], part_names[SCALE_EARLY],
            "imbalance");
    for (int i = 0; i < scale->nrow; i++) {
        const struct scale_row *r = &scale->row[i];
        if (r->reason) {
            fprintf(out, "  %8d %14s  [%d]\n", r->ranks, "-", ++told);
            continue;
        }
        fprintf(out, "  %8d %14s %9.4g", r->ranks, bsim_format_time(text, sizeof text, r->predicted_s),
                bsim_scale_speed_up(scale, i));
        fprintf(out, " %10s            ", percent(text, sizeof text, bsim_scale_efficiency(scale, i)));
        for (int p = 0; p < SCALE_PARTS; p++)
            fprintf(out, " %*s",
                    p == SCALE_CALC   ? 11
                    : p == SCALE_COMM ? 13
                                      : 9,
                    percent(text, sizeof text, lost_part(scale, i, p)));
        fprintf(out, "   %9s\n", percent(text, sizeof text, imbalance(r)));
    }
    told = 0;
    for (int i = 0; i < scale->nrow; i++)
        if (scale->row[i].reason)
            fprintf(out, "%s  [%d] not possible: %s\n", told ? "" : "\n", told + 1, scale->row[i].reason), told++;
}

/* The last rows with a time, at most MOST_COLUMNS. */
static int columns(const struct scale *scale, int *row) {
    int n = 0;
    for (int i = scale->nrow - 1; i > bsim_scale_first(scale) && n < MOST_COLUMNS; i--)
        if (!scale->row[i].reason)
            row[n++] = i;
    for (int i = 0; i < n / 2; i++) {
        int other = row[i];
        row[i] = row[n - 1 - i];
        row[n - 1 - i] = other;
    }
    return n;
}

static void print_lines(const struct scale *scale, int top, FILE *out) {
    int row[MOST_COLUMNS], n = columns(scale, row), first = bsim_scale_first(scale);
    char text[24], what[4600];
    if (n == 0 || scale->nline == 0)
        return;
    fprintf(out, "\n  %-48s  lost at:", "the lines that lose most");
    for (int c = 0; c < n; c++)
        fprintf(out, " %9d", scale->row[row[c]].ranks);
    fputc('\n', out);
    for (int i = 0; i < scale->nline && i < top; i++) {
        const struct scale_line *l = &scale->line[i];
        if (l->is_block)
            snprintf(what, sizeof what, "%s", l->name);
        else
            snprintf(what, sizeof what, "%s %s", l->place[0] ? l->place : "(unknown)", l->name);
        size_t len = strlen(what);
        fprintf(out, "  %s%-*s          ", len > 48 ? "..." : "", len > 48 ? 45 : 48,
                len > 48 ? what + len - 45 : what);
        for (int c = 0; c < n; c++)
            fprintf(out, " %9s",
                    percent(text, sizeof text, bsim_scale_lost(scale, row[c], l->mean_s[row[c]], l->mean_s[first])));
        fputc('\n', out);
    }
    if (scale->nline > top)
        fprintf(out, "  ... and %d more\n", scale->nline - top);
}

void bsim_scale_table(const struct scale *scale, int top, FILE *out) {
    char text[24];
    fprintf(out, "%s on %s, %s\n\n", scale->program ? scale->program : scale->exe, scale->platform,
            scale->weak ? "weak scaling: the work grows with the ranks" : "strong scaling: the work stays");
    print_rows(scale, out);
    print_lines(scale, top, out);
    fprintf(out, "\n  this host        %s\n", bsim_format_time(text, sizeof text, scale->host_wall_s));
}

bool bsim_scale_csv(const struct scale *scale, const char *path, struct bsim_error *err) {
    struct bsim_output out;
    if (!bsim_output_open(&out, path, err))
        return false;
    fprintf(out.file,
            "ranks,predicted_time_s,speed_up,efficiency,lost_calc,lost_comm,lost_wait,lost_early,imbalance\n");
    for (int i = 0; i < scale->nrow; i++) {
        fprintf(out.file, "%d", scale->row[i].ranks);
        if (scale->row[i].reason) {
            fprintf(out.file, ",,,,,,,,\n");
            continue;
        }
        fprintf(out.file, ",%.17g,%.17g,%.17g", scale->row[i].predicted_s, bsim_scale_speed_up(scale, i),
                bsim_scale_efficiency(scale, i));
        for (int p = 0; p < SCALE_PARTS; p++)
            fprintf(out.file, ",%.17g", lost_part(scale, i, p));
        fprintf(out.file, ",%.17g\n", imbalance(&scale->row[i]));
    }
    return bsim_output_commit(&out, err);
}

static json_t *row_json(const struct scale *scale, int i) {
    const struct scale_row *r = &scale->row[i];
    json_t *row = json_pack("{s:i, s:o}", "ranks", r->ranks, "reason", bsim_output_text(r->reason));
    if (r->reason) {
        json_object_set_new(row, "predicted_time_s", json_null());
        return row;
    }
    json_t *times = json_object(), *lost = json_object();
    for (int p = 0; p < SCALE_PARTS; p++) {
        char key[16];
        snprintf(key, sizeof key, "%s_s", part_keys[p]);
        json_object_set_new(times, key, json_real(r->part_s[p]));
        json_object_set_new(lost, part_keys[p], json_real(lost_part(scale, i, p)));
    }
    json_object_set_new(row, "predicted_time_s", json_real(r->predicted_s));
    json_object_set_new(row, "speed_up", json_real(bsim_scale_speed_up(scale, i)));
    json_object_set_new(row, "efficiency", json_real(bsim_scale_efficiency(scale, i)));
    json_object_set_new(row, "mean", times);
    json_object_set_new(row, "most_calc_s", json_real(r->most_calc_s));
    json_object_set_new(row, "lost", lost);
    return row;
}

static json_t *line_json(const struct scale *scale, const struct scale_line *l) {
    json_t *seconds = json_array(), *lost = json_array();
    int first = bsim_scale_first(scale);
    for (int i = 0; i < scale->nrow; i++) {
        bool has = !scale->row[i].reason;
        json_array_append_new(seconds, has ? json_real(l->mean_s[i]) : json_null());
        json_array_append_new(lost,
                              has ? json_real(bsim_scale_lost(scale, i, l->mean_s[i], l->mean_s[first])) : json_null());
    }
    return json_pack("{s:s, s:o, s:o, s:o, s:o}", "kind", l->is_block ? "block" : "call", "name",
                     bsim_output_text(l->name), "place", bsim_output_text(l->place[0] ? l->place : NULL), "mean_s",
                     seconds, "lost", lost);
}

bool bsim_scale_json(const struct scale *scale, const char *path, struct bsim_error *err) {
    json_t *rows = json_array(), *lines = json_array();
    for (int i = 0; i < scale->nrow; i++)
        json_array_append_new(rows, row_json(scale, i));
    for (int i = 0; i < scale->nline; i++)
        json_array_append_new(lines, line_json(scale, &scale->line[i]));
    json_t *root = json_pack("{s:s, s:o, s:o, s:o, s:s, s:o, s:o, s:O, s:{s:f}}", "schema", "bsim-scale/1", "program",
                             bsim_output_text(scale->program), "exe", bsim_output_text(scale->exe), "platform",
                             bsim_output_text(scale->platform), "scaling", scale->weak ? "weak" : "strong", "rows",
                             rows, "lines", lines, "warnings", scale->warnings, "host", "wall_s", scale->host_wall_s);
    bool ok = bsim_output_json(path, root, err);
    json_decref(root);
    return ok;
}

/* On the left times beside the ideal ones, on the right the efficiency and what it lacks. */
static void write_script(const void *arg, FILE *f, bool svg) {
    static const char *const colour[SCALE_PARTS] = {"e69f00", "0072b2", "56b4e9", "bbbbbb"};
    const struct scale *scale = arg;
    bsim_gnuplot_begin(f, svg, 1100, 480);
    bsim_gnuplot_styles(f);
    fprintf(f, "$d << EOD\n");
    for (int i = 0; i < scale->nrow; i++) {
        const struct scale_row *r = &scale->row[i];
        if (r->reason)
            continue;
        fprintf(f, "%d %.17g %.17g %.17g", r->ranks, r->predicted_s, r->predicted_s * bsim_scale_efficiency(scale, i),
                bsim_scale_efficiency(scale, i));
        for (int p = 0; p < SCALE_PARTS; p++)
            fprintf(f, " %.17g", fmax(0, lost_part(scale, i, p)));
        fputc('\n', f);
    }
    fprintf(f, "EOD\nset multiplot layout 1,2 title ");
    bsim_gnuplot_quote(f, scale->program ? scale->program : scale->exe);
    fprintf(f,
            " noenhanced\nset grid lt 1 lw 0.5 lc rgb '#d0d0d0'\nset border 3\nset tics nomirror\n"
            "set xlabel 'ranks'\nset ylabel 'predicted time'\nset logscale x 2\nset logscale y\nset key bottom left\n");
    bsim_gnuplot_format(f, 'y', BSIM_UNIT_TIME, true);
    fprintf(f,
            "plot $d using 1:2 with linespoints ls 1 title 'predicted', $d using 1:3 with lines lc rgb '#888888' dt 2 "
            "title 'ideal, from the first'\n"
            "unset logscale\nset format y '%%.0f %%%%'\nset ylabel 'efficiency, and what is lost'\nset yrange [0:*]\n"
            "set style data histograms\nset style histogram rowstacked\nset style fill solid 0.9 noborder\n"
            "set boxwidth 0.7\nset key outside right invert\nset xtics rotate by -45\n"
            "plot $d using (100*$4):xtic(1) lc rgb '#009e73' title 'efficiency'");
    for (int p = 0; p < SCALE_PARTS; p++)
        fprintf(f, ", $d using (100*$%d) lc rgb '#%s' title '%s'", 5 + p, colour[p], part_names[p]);
    fprintf(f, "\nunset multiplot\n");
}

bool bsim_scale_plot(const struct scale *scale, const char *path, struct bsim_error *err) {
    return bsim_gnuplot_draw(path, write_script, scale, err);
}
