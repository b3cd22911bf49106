/* trace_timeline.c - bsim trace timeline: a picture of when ranks calculate and when they are in MPI calls. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/output.h"
#include "bsim/base/units.h"
#include "bsim/cmd/cmd.h"
#include "bsim/cmd/trace.h"
#include "bsim/trace/trace.h"

enum { MOST_ROWS = 64, COLUMNS = 800, LEFT = 90, TOP = 60, ROW_LEAST = 8, HEIGHT = 400 };

/* Nanoseconds inside of calls, of all ranks of a row, in each column. */
struct timeline {
    int nrank, nrow;
    int64_t end_ns;
    double *inside_ns; /* nrow * COLUMNS */
};

static int row_of(const struct timeline *l, int rank) {
    return (int)((int64_t)rank * l->nrow / l->nrank);
}

static int ranks_in(const struct timeline *l, int row) {
    int first = (int)(((int64_t)row * l->nrank + l->nrow - 1) / l->nrow),
        next = (int)(((int64_t)(row + 1) * l->nrank + l->nrow - 1) / l->nrow);
    return next - first;
}

/* Shares the time from `from` to `to` among the columns that it touches. */
static void add(struct timeline *l, int row, int64_t from_ns, int64_t to_ns) {
    double width_ns = (double)l->end_ns / COLUMNS;
    int first = (int)((double)from_ns / width_ns), last = (int)((double)to_ns / width_ns);
    for (int c = first; c <= last && c < COLUMNS; c++) {
        double low = fmax((double)from_ns, c * width_ns), high = fmin((double)to_ns, (c + 1) * width_ns);
        l->inside_ns[row * COLUMNS + c] += fmax(high - low, 0);
    }
}

/* Goes over a rank's calls. Returns its end; adds the calls if `adds`. */
static int64_t visit(struct timeline *l, const struct bsim_trace *t, int rank, bool adds) {
    struct bsim_trace_cursor c;
    struct bsim_trace_event e;
    int64_t now_ns = 0;
    bsim_trace_cursor_start(&c, t, rank);
    while (bsim_trace_next(&c, &e)) {
        now_ns += e.gap_ns;
        if (adds && e.inside_ns > 0)
            add(l, row_of(l, rank), now_ns, now_ns + e.inside_ns);
        now_ns += e.inside_ns;
    }
    bsim_trace_cursor_end(&c);
    return now_ns;
}

static void draw(const struct timeline *l, const struct bsim_trace *t, FILE *out) {
    int side = HEIGHT / l->nrow > ROW_LEAST ? HEIGHT / l->nrow : ROW_LEAST, height = side * l->nrow;
    double total_ns = 0;
    char end[32];
    for (int i = 0; i < l->nrow * COLUMNS; i++)
        total_ns += l->inside_ns[i];
    bsim_format_time(end, sizeof end, 1e-9 * (double)l->end_ns);
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" "
            "font-size=\"13\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n"
            "<text x=\"%d\" y=\"24\">%s: %d ranks, %.3g %% of their time in MPI calls (dark)</text>\n"
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#f5e6b8\" stroke=\"#888\"/>\n",
            COLUMNS + LEFT + 40, height + TOP + 50, LEFT, t->program, l->nrank,
            100 * total_ns / ((double)l->end_ns * l->nrank), LEFT, TOP, COLUMNS, height);
    for (int row = 0; row < l->nrow; row++)
        for (int c = 0, next; c < COLUMNS; c = next) { /* columns of equal shade are one rectangle */
            double all_ns = (double)l->end_ns / COLUMNS * ranks_in(l, row);
            int shade = (int)lround(20 * fmin(l->inside_ns[row * COLUMNS + c] / all_ns, 1));
            for (next = c + 1; next < COLUMNS; next++)
                if ((int)lround(20 * fmin(l->inside_ns[row * COLUMNS + next] / all_ns, 1)) != shade)
                    break;
            if (shade > 0)
                fprintf(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#143278\" opacity=\"%.2f\"/>\n",
                        LEFT + c, TOP + row * side, next - c, side - (side > 10), shade / 20.0);
        }
    for (int i = 0; i < 2; i++)
        fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">rank %d</text>\n", LEFT - 8,
                i == 0 ? TOP + 12 : TOP + height - 2, i == 0 ? 0 : l->nrank - 1);
    fprintf(out, "<text x=\"%d\" y=\"%d\">0</text>\n<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n</svg>\n",
            LEFT, TOP + height + 20, LEFT + COLUMNS, TOP + height + 20, end);
}

struct timeline_options {
    const char *output;
};
static const struct argp_option options[] = {
    BSIM_OPTION_SHOW("-o FILE.svg", "the picture", 1),
    BSIM_OPTION_NAME("o", BSIM_OPTION(struct timeline_options, output), "FILE.svg"), BSIM_OPTION_ALIAS("output"),
    BSIM_OPTION_END};
static const struct argp table = {.options = options,
                                  .parser = bsim_options_parse,
                                  .args_doc = "TRACE -o FILE.svg",
                                  .doc = "Draws when the ranks of a trace are in MPI calls: a row for each rank, or "
                                         "for each group of ranks if there are "
                                         "more than 64; the darker, the more of the time."};

int bsim_trace_timeline_command(int argc, char **argv) {
    struct timeline_options o = {0};
    struct bsim_error err = {0};
    struct bsim_trace t;
    int first = bsim_options_read(argc, argv, BSIM_OPERANDS_MIXED, &table, &o, &err);
    if (first == -2)
        return BSIM_EXIT_OK;
    if (first >= 0 && (argv[first] == NULL || argv[first + 1] || !o.output))
        bsim_error_set(&err, NULL, 0, NULL, "bsim trace timeline takes one trace, and -o FILE.svg");
    if (!err.set && bsim_trace_open(&t, argv[first], &err)) {
        struct timeline l = {.nrank = t.nrank, .nrow = t.nrank < MOST_ROWS ? t.nrank : MOST_ROWS};
        for (int r = 0; r < t.nrank; r++) {
            int64_t end_ns = visit(&l, &t, r, false);
            l.end_ns = end_ns > l.end_ns ? end_ns : l.end_ns;
        }
        struct bsim_output out;
        if (l.end_ns == 0) {
            bsim_error_set(&err, t.folder, 0, NULL, "has no times, so there is nothing to draw");
        } else if (bsim_output_open_picture(&out, o.output, &err)) {
            l.inside_ns = bsim_alloc((size_t)l.nrow * COLUMNS * sizeof *l.inside_ns);
            for (int r = 0; r < t.nrank; r++)
                visit(&l, &t, r, true);
            draw(&l, &t, out.file);
            bsim_output_commit(&out, &err);
            bsim_free(l.inside_ns);
        }
        bsim_trace_close(&t);
    }
    if (err.set)
        bsim_error_print(&err, stderr);
    return err.set ? BSIM_EXIT_USAGE : BSIM_EXIT_OK;
}
