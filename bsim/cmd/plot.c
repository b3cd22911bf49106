/* plot.c - bsim plot: pictures of a sweep that was written before. */
#include "bsim/cmd/plot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/output.h"
#include "bsim/cmd/cmd.h"
#include "bsim/cmd/gnuplot.h"

enum { MOST_LABELS = 24 };

struct options {
    const char *output, *x, *y;
    struct bsim_option_list at;
};

struct heat {
    struct plot_table table;
    int x, y;        /* axes */
    double *cell;    /* by y, then x; NaN: no time */
    char below[512]; /* what the other axes are held at */
};

static const struct argp_option options[] = {
    BSIM_OPTION_SHOW("-o FILE", "the picture: FILE.svg or FILE.png", 1),
    BSIM_OPTION_NAME("output", BSIM_OPTION(struct options, output), "FILE"),
    BSIM_OPTION_ALIAS("o"),
    {"x-key", BSIM_OPTION(struct options, x), "KEY", 0, "the key to the right (the first)", 2},
    {"y-key", BSIM_OPTION(struct options, y), "KEY", 0, "the key upwards (the second)", 3},
    {"at", BSIM_OPTION(struct options, at), "KEY=VALUE", 0, "holds a further key at a value of the table", 4},
    BSIM_OPTION_END};
static const struct argp table = {
    .options = options,
    .parser = bsim_options_parse,
    .args_doc = "heat FILE -o PICTURE [OPTIONS]",
    .doc =
        "Draws the predicted time over two varied keys as colours, from what bsim sweep --json or --csv wrote. Needs "
        "gnuplot.\v"};

/* The value as people read it. */
static void format(const struct plot_axis *a, int i, char *buf, size_t size) {
    if (a->is_text)
        snprintf(buf, size, "%s", a->text[i]);
    else
        bsim_format_unit(buf, size, a->unit, a->value[i]);
}

static bool find_axis(const struct plot_table *t, const char *option, const char *key, int otherwise, int *axis,
                      struct bsim_error *err) {
    char keys[512] = "";
    *axis = key ? bsim_plot_axis(t, key) : otherwise;
    for (int a = 0; a < t->naxis; a++)
        snprintf(keys + strlen(keys), sizeof keys - strlen(keys), "%s%s", a ? ", " : "", t->axis[a].key);
    return *axis >= 0 ||
           bsim_error_set(err, NULL, 0, NULL, "%s %s: the table has no such key; it has %s", option, key, keys);
}

/* Reads --at into held: the number of the value of each axis; -1: it is not held. */
static bool read_held(const struct heat *h, const struct bsim_option_list *at, int *held, struct bsim_error *err) {
    const struct plot_table *t = &h->table;
    for (int a = 0; a < t->naxis; a++)
        held[a] = -1;
    for (int i = 0; i < at->count; i++) {
        const char *equals = strchr(at->item[i], '=');
        char *key = strndup(at->item[i], equals ? (size_t)(equals - at->item[i]) : 0);
        int a = key && equals ? bsim_plot_axis(t, key) : -1;
        free(key);
        for (int v = 0; a >= 0 && v < t->axis[a].n; v++) {
            double number;
            bool same = strcmp(t->axis[a].text[v], equals + 1) == 0 ||
                        (!t->axis[a].is_text && bsim_unit_parse(equals + 1, t->axis[a].unit, &number) &&
                         fabs(number - t->axis[a].value[v]) <= 1e-9 * fabs(number));
            if (same)
                held[a] = v;
        }
        if (a < 0 || held[a] < 0)
            return bsim_error_set(err, NULL, 0, NULL, "--at %s: the table has no such key and value (KEY=VALUE)",
                                  at->item[i]);
    }
    for (int a = 0; a < t->naxis; a++)
        if (a != h->x && a != h->y && held[a] < 0 && t->axis[a].n > 1)
            return bsim_error_set(err, NULL, 0, NULL,
                                  "the table varies %s too, with %d values: hold it at one of them by --at %s=VALUE",
                                  t->axis[a].key, t->axis[a].n, t->axis[a].key);
    return true;
}

static bool fill(struct heat *h, const int *held, struct bsim_error *err) {
    struct plot_table *t = &h->table;
    int nx = t->axis[h->x].n, ny = t->axis[h->y].n;
    h->cell = malloc((size_t)nx * (size_t)ny * sizeof *h->cell);
    if (h->cell == NULL)
        return bsim_error_set(err, NULL, 0, NULL, "out of memory");
    for (int i = 0; i < nx * ny; i++)
        h->cell[i] = NAN;
    for (int r = 0; r < t->nrow; r++) {
        const int *at = t->at + r * t->naxis;
        bool shown = true;
        for (int a = 0; a < t->naxis; a++)
            shown = shown && (a == h->x || a == h->y || held[a] < 0 || at[a] == held[a]);
        if (shown)
            h->cell[at[h->y] * nx + at[h->x]] = t->time[r];
    }
    for (int a = 0; a < t->naxis; a++)
        if (held[a] >= 0 && strlen(h->below) < sizeof h->below - 128) {
            char value[256];
            format(&t->axis[a], held[a], value, sizeof value);
            snprintf(h->below + strlen(h->below), sizeof h->below - strlen(h->below), ", %s %s", t->axis[a].key, value);
        }
    return true;
}

/* A label for each value, or for about MOST_LABELS of them. */
static void write_labels(FILE *f, char axis, const struct plot_axis *a) {
    int step = (a->n + MOST_LABELS - 1) / MOST_LABELS;
    fprintf(f, "set %ctics noenhanced%s (", axis, axis == 'x' ? " rotate by -40" : "");
    for (int i = 0; i < a->n; i += step) {
        char text[256];
        format(a, i, text, sizeof text);
        fprintf(f, "%s", i ? ", " : "");
        bsim_gnuplot_quote(f, text);
        fprintf(f, " %d", i);
    }
    fprintf(f, ")\nset %clabel ", axis);
    bsim_gnuplot_quote(f, a->key);
    fprintf(f, " noenhanced\nset %crange [-0.5:%g]\n", axis, a->n - 0.5);
}

/* The colours are those of matplotlib's viridis at nine places (Smith, van der Walt, 2015). */
static void write_script(const void *arg, FILE *f, bool svg) {
    const struct heat *h = arg;
    const struct plot_axis *x = &h->table.axis[h->x], *y = &h->table.axis[h->y];
    double low = HUGE_VAL, high = 0;
    char title[768], text[24];
    for (int i = 0; i < x->n * y->n; i++)
        if (!isnan(h->cell[i])) {
            low = fmin(low, h->cell[i]);
            high = fmax(high, h->cell[i]);
        }
    bool log = low > 0 && high > 10 * low;
    bsim_gnuplot_begin(f, svg, 900, 620);
    snprintf(title, sizeof title, "%s%s", h->table.title ? h->table.title : "predicted time", h->below);
    fprintf(f, "set title ");
    bsim_gnuplot_quote(f, title);
    fprintf(f, " noenhanced\nunset key\nset tics out nomirror\n"
               "set palette defined (0 '#440154', 1 '#472c7a', 2 '#3b518b', 3 '#2c718e', 4 '#21908d', 5 '#27ad81', "
               "6 '#5cc863', 7 '#aadc32', 8 '#fde725')\n");
    write_labels(f, 'x', x);
    write_labels(f, 'y', y);
    if (low <= high)
        fprintf(f, "%sset cbrange [%.17g:%.17g]\n", log ? "set logscale cb\n" : "", low,
                high > low ? high : low * 1.01 + 1e-9);
    fprintf(f, "set cblabel 'predicted time'\nset format cb '%%.%ds %%cs'\n", log ? 0 : 1);
    fprintf(f, "$d << EOD\n");
    for (int j = 0; j < y->n; j++)
        for (int i = 0; i < x->n; i++)
            if (!isnan(h->cell[j * x->n + i]))
                fprintf(f, "%d %d %.17g\n", i, j, h->cell[j * x->n + i]);
    fprintf(f, "EOD\n");
    if (low > high)
        fprintf(f, "plot NaN\n");
    else
        fprintf(
            f,
            "plot $d using 1:2:($1-0.5):($1+0.5):($2-0.5):($2+0.5):3 with boxxyerror fs solid 1 noborder fc palette z");
    for (int j = 0; low <= high && j < y->n && x->n * y->n <= 150; j++) /* few cells have their times in them */
        for (int i = 0; i < x->n; i++) {
            double time = h->cell[j * x->n + i];
            if (isnan(time))
                continue;
            double part = log ? logf(time / low) / logf(high / low) : (time - low) / (high > low ? high - low : 1);
            fprintf(f, ", '-' using 1:2:(\"%s\") with labels noenhanced font ',9' tc rgb '%s'",
                    bsim_format_time(text, sizeof text, time), part > 0.6 ? "black" : "white");
        }
    fputc('\n', f);
    for (int j = 0; low <= high && j < y->n && x->n * y->n <= 150; j++)
        for (int i = 0; i < x->n; i++)
            if (!isnan(h->cell[j * x->n + i]))
                fprintf(f, "%d %d\ne\n", i, j);
}

static bool draw(struct heat *h, const struct options *o, const char *path, struct bsim_error *err) {
    int held[64];
    if (o->output == NULL)
        return bsim_error_set(err, NULL, 0, NULL, "the picture is missing: -o FILE.svg (bsim plot --help)");
    if (!bsim_gnuplot_check(o->output, err) || !bsim_plot_read(&h->table, path, err))
        return false;
    if (h->table.naxis < 2 || h->table.naxis > 64 || h->table.nrow == 0)
        return bsim_error_set(err, path, 0, NULL, "has %d varied keys; a picture of colours needs two", h->table.naxis);
    if (!find_axis(&h->table, "--x-key", o->x, o->y && strcmp(o->y, h->table.axis[0].key) == 0 ? 1 : 0, &h->x, err) ||
        !find_axis(&h->table, "--y-key", o->y, h->x == 1 ? 0 : 1, &h->y, err))
        return false;
    if (h->x == h->y)
        return bsim_error_set(err, NULL, 0, NULL, "--x-key and --y-key are the same key");
    return read_held(h, &o->at, held, err) && fill(h, held, err) && bsim_gnuplot_draw(o->output, write_script, h, err);
}

int bsim_cmd_plot(int argc, char **argv) {
    struct options o = {0};
    struct heat h = {0};
    struct bsim_error err = {0};
    int first = bsim_options_read(argc, argv, BSIM_OPERANDS_MIXED, &table, &o, &err);
    if (first == -2)
        return BSIM_EXIT_OK;
    if (first >= 0) {
        char **operands = argv + first;
        if (operands[0] == NULL || strcmp(operands[0], "heat") != 0)
            bsim_error_set(&err, NULL, 0, NULL, "write bsim plot heat FILE -o PICTURE (bsim plot --help)");
        else if (operands[1] == NULL || operands[2])
            bsim_error_set(&err, NULL, 0, NULL, "one table of bsim sweep is needed (bsim plot --help)");
        else
            draw(&h, &o, operands[1], &err);
    }
    bsim_plot_free(&h.table);
    free(h.cell);
    if (err.set)
        bsim_error_print(&err, stderr);
    return err.set ? BSIM_EXIT_USAGE : BSIM_EXIT_OK;
}
