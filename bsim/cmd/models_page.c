/* models_page.c - the HTML page of bsim models plot. */
#include <math.h>
#include <stdlib.h>

#include "bsim/base/units.h"
#include "bsim/cmd/chart.h"
#include "bsim/cmd/models_plot.h"

static void cell(FILE *f, const char *text) {
    fputs("<td>", f);
    bsim_chart_escape(f, text);
    fputs("</td>", f);
}

static void owned_cell(FILE *f, char *text) {
    cell(f, text);
    free(text);
}

static bool any_held(const struct plot_block *block, int n) {
    for (int i = 0; i < n; i++)
        if (block[i].nheld > 0)
            return true;
    return false;
}

static void print_row(FILE *f, const struct plot_block *b, int number, bool held) {
    char median[24], most[24];
    fprintf(f, "<tr><td><a href=\"#b%d\">", number);
    bsim_chart_escape(f, b->info->name);
    fputs("</a></td>", f);
    cell(f, bsim_models_label(b->model));
    owned_cell(f, bsim_models_formula_text(b->model));
    owned_cell(f, bsim_models_params_text(b->model));
    owned_cell(f, bsim_models_range_text(b->model));
    owned_cell(f, bsim_models_error_text(b->model));
    cell(f, bsim_format_percent(median, sizeof median, b->off_median));
    cell(f, bsim_format_percent(most, sizeof most, b->off_max));
    if (held) {
        cell(f, b->nheld ? bsim_format_percent(median, sizeof median, b->held_median) : "-");
        cell(f, b->nheld ? bsim_format_percent(most, sizeof most, b->held_max) : "-");
    }
    fputs("</tr>\n", f);
}

void bsim_plot_page(FILE *f, const char *models_file, struct bsim_jval root, const struct plot_block *block, int n,
                    const char *const *without) {
    bool held = any_held(block, n);
    struct bsim_jval provenance = bsim_jval_get(root, "provenance"), name = {0};
    if (json_is_object(provenance.json))
        name = bsim_jval_get(provenance, "program");
    const char *title = json_is_string(name.json) ? json_string_value(name.json) : models_file;
    fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>", f);
    bsim_chart_escape(f, title);
    fputs(": models and samples</title>\n<style>body{font-family:sans-serif;max-width:75rem;margin:2rem auto;padding:0 "
          "1rem;"
          "color:#202020;background:#fff}table{border-collapse:collapse;font-size:.85rem}td,th{border-bottom:1px solid "
          "#ddd;padding:.3rem .6rem;text-align:left;vertical-align:top}h2{font-size:1.05rem;margin-top:2rem}"
          "img{max-width:100%;border:1px solid #ddd}</style></head><body>\n<h1>",
          f);
    bsim_chart_escape(f, title);
    fputs(": models and samples</h1>\n<p>Models from ", f);
    bsim_chart_escape(f, models_file);
    fputs(
        ". Large dots are the means of samples with equal parameters, small dots are samples. The pale band is the "
        "range "
        "that the model was fitted to. <i>Off</i> is how far the means of these samples are from the model: the median "
        "and the greatest. If they were used for the fit, this is less than the model's error, which is of samples "
        "that "
        "were left out.",
        f);
    if (held)
        fputs(" Rings are samples that the fit has not seen.", f);
    fputs("</p>\n<table><tr><th>block</th><th>what</th><th>seconds</th><th>parameters</th><th>range</th>"
          "<th>error</th><th>off, median</th><th>greatest</th>",
          f);
    fputs(held ? "<th>held out, median</th><th>greatest</th></tr>\n" : "</tr>\n", f);
    for (int i = 0; i < n; i++)
        print_row(f, &block[i], i, held);
    fputs("</table>\n", f);
    if (without[0]) {
        fputs("<p>Blocks that have samples and no model: ", f);
        for (int i = 0; without[i]; i++) {
            fputs(i ? ", " : "", f);
            bsim_chart_escape(f, without[i]);
        }
        fputs(".</p>\n", f);
    }
    for (int i = 0; i < n; i++) {
        fprintf(f, "<h2 id=\"b%d\">", i);
        bsim_chart_escape(f, block[i].info->name);
        fprintf(f, "</h2>\n<img src=\"%s\" alt=\"samples and model\">\n", block[i].picture);
    }
    fputs("</body></html>\n", f);
}
