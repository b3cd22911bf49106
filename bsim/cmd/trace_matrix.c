/* trace_matrix.c - bsim trace matrix: who sends how much to whom, as a table, CSV and a picture; and the sizes of
 * messages. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/output.h"
#include "bsim/cmd/cmd.h"
#include "bsim/cmd/trace.h"
#include "bsim/cmd/trace_messages.h"
#include "bsim/trace/trace.h"
#include "bsim/trace/trace_calls.h"

enum { MOST_CELLS = 128, SIZES = 64, PIXELS = 640, MARGIN = 60 };

/* Ranks are folded to at most MOST_CELLS rows and columns. */
struct matrix {
    int nrank, ncell;
    int64_t *count, *bytes;                       /* ncell * ncell, row: sender */
    int64_t of_size[SIZES], bytes_of_size[SIZES]; /* sizes from 2^(i-1) on below 2^i; 0 bytes: i = 0 */
    int64_t messages, all_bytes;
};

static int cell_of(const struct matrix *m, int rank) {
    return (int)((int64_t)rank * m->ncell / m->nrank);
}

static void sent(void *data, int from, int to, int64_t bytes) {
    struct matrix *m = data;
    size_t at = (size_t)cell_of(m, from) * (size_t)m->ncell + (size_t)cell_of(m, to);
    int size = bytes > 0 ? 64 - __builtin_clzll((uint64_t)bytes) : 0;
    m->count[at]++;
    m->bytes[at] += bytes;
    m->of_size[size]++;
    m->bytes_of_size[size] += bytes;
    m->messages++;
    m->all_bytes += bytes;
}

static void print(const struct matrix *m, FILE *out) {
    int64_t pairs = 0, near = 0;
    for (int i = 0; i < m->ncell; i++)
        for (int k = 0; k < m->ncell; k++) {
            int64_t count = m->count[(size_t)i * (size_t)m->ncell + (size_t)k];
            pairs += count > 0;
            near += abs(i - k) <= 1 ? count : 0;
        }
    fprintf(out, "%" PRId64 " messages, %" PRId64 " bytes", m->messages, m->all_bytes);
    if (m->messages == 0) {
        fprintf(out, "\n");
        return;
    }
    fprintf(out, "; %" PRId64 " pairs of %s, %.3g %% between neighbours in the order of ranks\n\n", pairs,
            m->ncell == m->nrank ? "ranks" : "groups of ranks", 100 * (double)near / (double)m->messages);
    fprintf(out, "  %-22s %14s %18s\n", "message size", "messages", "bytes");
    for (int i = 0; i < SIZES; i++)
        if (m->of_size[i] > 0 && i <= 1)
            fprintf(out, "  %-22d %14" PRId64 " %18" PRId64 "\n", i, m->of_size[i], m->bytes_of_size[i]);
        else if (m->of_size[i] > 0)
            fprintf(out, "  %10lld to %-9lld %14" PRId64 " %18" PRId64 "\n", 1ll << (i - 1), (1ll << i) - 1,
                    m->of_size[i], m->bytes_of_size[i]);
}

static bool write_csv(const struct matrix *m, const char *path, struct bsim_error *err) {
    struct bsim_output out;
    if (!bsim_output_open(&out, path, err))
        return false;
    fputs(m->ncell == m->nrank ? "from,to,messages,bytes\n" : "from_first,to_first,messages,bytes\n", out.file);
    for (int i = 0; i < m->ncell; i++)
        for (int k = 0; k < m->ncell; k++) {
            size_t at = (size_t)i * (size_t)m->ncell + (size_t)k;
            int from = (int)(((int64_t)i * m->nrank + m->ncell - 1) / m->ncell),
                to = (int)(((int64_t)k * m->nrank + m->ncell - 1) / m->ncell);
            if (m->count[at] > 0)
                fprintf(out.file, "%d,%d,%" PRId64 ",%" PRId64 "\n", from, to, m->count[at], m->bytes[at]);
        }
    return bsim_output_commit(&out, err);
}

/* From light yellow to dark blue. */
static void color(double share, char *text, size_t size) {
    int r = (int)(255 - 235 * share), g = (int)(245 - 195 * share), b = (int)(200 - 80 * share);
    snprintf(text, size, "#%02x%02x%02x", r, g, b);
}

static bool write_picture(const struct matrix *m, const char *program, const char *path, struct bsim_error *err) {
    struct bsim_output out;
    double side = (double)PIXELS / m->ncell, least = INFINITY, most = 0;
    size_t n = (size_t)m->ncell * (size_t)m->ncell;
    for (size_t i = 0; i < n; i++)
        if (m->count[i] > 0) {
            least = fmin(least, (double)m->bytes[i]);
            most = fmax(most, (double)m->bytes[i]);
        }
    if (!bsim_output_open_picture(&out, path, err))
        return false;
    fprintf(
        out.file,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"13\">\n"
        "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n"
        "<text x=\"%d\" y=\"24\">%s: bytes sent, %d ranks; darkest: %.4g bytes, logarithmic</text>\n"
        "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#888\"/>\n"
        "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">receiver, 0 to %d</text>\n"
        "<text transform=\"translate(%d %d) rotate(-90)\" text-anchor=\"middle\">sender, 0 at the top</text>\n",
        PIXELS + 2 * MARGIN, PIXELS + 2 * MARGIN, MARGIN, program, m->nrank, most, MARGIN, MARGIN, PIXELS, PIXELS,
        MARGIN + PIXELS / 2, PIXELS + MARGIN + 24, m->nrank - 1, MARGIN - 16, MARGIN + PIXELS / 2);
    for (size_t i = 0; i < n; i++) {
        char fill[16];
        if (m->count[i] == 0)
            continue;
        double share = most > least ? log((1 + (double)m->bytes[i]) / (1 + least)) / log((1 + most) / (1 + least)) : 1;
        color(0.15 + 0.85 * share, fill, sizeof fill);
        fprintf(out.file, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"%s\"/>\n",
                MARGIN + side * (double)(i % (size_t)m->ncell), MARGIN + side * (double)(i / (size_t)m->ncell), side,
                side, fill);
    }
    fputs("</svg>\n", out.file);
    return bsim_output_commit(&out, err);
}

struct matrix_options {
    const char *output, *csv;
};
static const struct argp_option options[] = {
    BSIM_OPTION_SHOW("-o FILE.svg", "a picture: a square for each pair, the darker the more bytes", 1),
    BSIM_OPTION_NAME("o", BSIM_OPTION(struct matrix_options, output), "FILE.svg"),
    BSIM_OPTION_ALIAS("output"),
    {"csv", BSIM_OPTION(struct matrix_options, csv), "FILE", 0, "messages and bytes of each pair", 2},
    BSIM_OPTION_END};
static const struct argp table = {
    .options = options,
    .parser = bsim_options_parse,
    .args_doc = "TRACE [OPTIONS]",
    .doc =
        "Prints how many messages the ranks of a trace send to each other, and how long they are. Collectives are not "
        "among them. More than 128 ranks are put together in 128 groups."};

/* Tells what communicates, too, and is not in the matrix. */
static void tell_others(const struct bsim_trace *t, FILE *out) {
    int64_t collectives = 0, one_sided = 0;
    for (int r = 0; r < t->nrank; r++) {
        struct bsim_trace_cursor c;
        struct bsim_trace_event e;
        bsim_trace_cursor_start(&c, t, r);
        while (bsim_trace_next(&c, &e)) {
            const char *name = t->function[e.function];
            bool is_file = strncmp(name, "File_", 5) == 0;
            if (!trace_has_own_arguments(name))
                collectives += trace_is_collective(t->roles[e.function]);
            else if (trace_is_of_object(name))
                one_sided += !is_file && strncmp(name, "Win_", 4) != 0;
        }
        bsim_trace_cursor_end(&c);
    }
    if (collectives > 0)
        fprintf(out, "\nnot among them: %" PRId64 " calls of collectives, whose messages depend on the library\n",
                collectives);
    if (one_sided > 0)
        fprintf(out, "\nnot among them: %" PRId64 " one-sided operations\n", one_sided);
}

int bsim_trace_matrix_command(int argc, char **argv) {
    struct matrix_options o = {0};
    struct bsim_error err = {0};
    struct bsim_trace trace;
    int first = bsim_options_read(argc, argv, BSIM_OPERANDS_MIXED, &table, &o, &err);
    if (first == -2)
        return BSIM_EXIT_OK;
    if (first >= 0 && (argv[first] == NULL || argv[first + 1]))
        bsim_error_set(&err, NULL, 0, NULL, "bsim trace matrix takes one trace");
    if (!err.set && bsim_trace_open(&trace, argv[first], &err)) {
        struct matrix m = {.nrank = trace.nrank, .ncell = trace.nrank < MOST_CELLS ? trace.nrank : MOST_CELLS};
        size_t n = (size_t)m.ncell * (size_t)m.ncell;
        m.count = bsim_alloc(n * sizeof *m.count);
        m.bytes = bsim_alloc(n * sizeof *m.bytes);
        int64_t unknown = bsim_trace_messages(&trace, sent, &m);
        print(&m, stdout);
        tell_others(&trace, stdout);
        if (unknown > 0)
            fprintf(
                stderr,
                "bsim: warning: %s: %" PRId64 " messages are left out, whose destination is not known: the trace "
                "lacks what made their communicator (bsim trace info), or that is a part of an inter-communicator\n",
                argv[first], unknown);
        bool ok = !o.csv || write_csv(&m, o.csv, &err);
        if (ok && o.output)
            write_picture(&m, trace.program, o.output, &err);
        bsim_free(m.count);
        bsim_free(m.bytes);
        bsim_trace_close(&trace);
    }
    if (err.set)
        bsim_error_print(&err, stderr);
    return err.set ? BSIM_EXIT_USAGE : BSIM_EXIT_OK;
}
