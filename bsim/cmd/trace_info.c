/* trace_info.c - bsim trace info: what a trace holds: calls by function, bytes, calculation, what it lacks. */
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bsim/base/alloc.h"
#include "bsim/base/units.h"
#include "bsim/cmd/trace.h"
#include "bsim/cmd/trace_comms.h"
#include "bsim/trace/trace.h"
#include "bsim/trace/trace_calls.h"
#include "bsim/trace/trace_content.h"
#include "bsim/trace/trace_stream.h"

struct row {
    const char *name;
    int64_t calls, bytes;
    double inside_s;
};

static int by_calls(const void *a, const void *b) {
    const struct row *x = a, *y = b;
    return x->calls != y->calls ? (x->calls < y->calls ? 1 : -1) : strcmp(x->name, y->name);
}

static void print_rows(const struct bsim_trace *t, struct row *rows, FILE *out) {
    qsort(rows, (size_t)t->nfunction, sizeof *rows, by_calls);
    fprintf(out, "\n  %-24s %14s %14s %12s\n", "function", "calls", "bytes", "inside");
    for (int i = 0; i < t->nfunction && rows[i].calls > 0; i++)
        fprintf(out, "  MPI_%-20s %14" PRId64 " %14" PRId64 " %10.4g s\n", rows[i].name, rows[i].calls, rows[i].bytes,
                rows[i].inside_s);
}

/* Of the files. */
static double content_bytes(const struct bsim_trace *t) {
    double sum = 0;
    for (int r = 0; r < t->nrank; r++) {
        char path[PATH_MAX];
        struct stat info;
        int n = snprintf(path, sizeof path, "%s/", t->folder);
        snprintf(path + n, sizeof path - (size_t)n, TRACE_CONTENT_FILE, r);
        sum += stat(path, &info) == 0 ? (double)info.st_size : 0;
    }
    return sum;
}

static void print_partial(const struct bsim_trace_partial *p, FILE *out) {
    char share[2][24], bytes[2][24], time[2][24];
    if (p->enough <= 0)
        return;
    fprintf(out, "  partial (enough: %g): %" PRId64 " of %" PRId64 " calls were timed\n", p->enough,
            p->calls - p->untimed_calls, p->calls);
    if (p->untimed_calls > 0)
        fprintf(out,
                "    in loops %" PRId64 " of %" PRId64 " iterations; samples before and behind the others differ by up "
                "to %s; %s of the calls have no sample behind them\n",
                p->timed_iterations, p->iterations, bsim_format_percent(share[0], sizeof share[0], p->apart),
                bsim_format_percent(share[1], sizeof share[1], (double)p->open_calls / (double)p->calls));
    fprintf(out, "    recording took %s and %s; with all times it would have taken about %s and %s\n",
            bsim_format_time(time[0], sizeof time[0], p->recording_s),
            bsim_format_bytes(bytes[0], sizeof bytes[0], (double)p->written_bytes),
            bsim_format_time(time[1], sizeof time[1], p->full_recording_s),
            bsim_format_bytes(bytes[1], sizeof bytes[1], (double)p->full_bytes));
}

static void print_window(const struct bsim_trace *t, FILE *out) {
    const struct bsim_trace_window_rank *rank = t->window.rank;
    int never = 0, some = 0;
    for (int r = 0; r < t->nrank; r++)
        never += rank[r].first < 0;
    while (rank[some].first < 0)
        some++;
    fprintf(out, "  window %s: %" PRId64 " calls have times, the others neither calculation nor time\n", t->window.what,
            t->window.calls);
    if (rank[some].first < rank[some].behind)
        fprintf(out, "    rank %d: calls %" PRId64 " to %" PRId64, some, rank[some].first + 1, rank[some].behind);
    else
        fprintf(out, "    rank %d: no call, but calculation in front of call %" PRId64, some, rank[some].first + 1);
    if (never > 0)
        fprintf(out, "; on %d of %d ranks it never opens", never, t->nrank);
    fprintf(out, "\n");
}

void bsim_trace_print(const struct bsim_trace *t, FILE *out) {
    struct row *rows = bsim_alloc(((size_t)t->nfunction + 1) * sizeof *rows);
    int64_t events = 0, unknown = 0;
    double calculation_s = 0, most_s = 0, least_s = 0;
    struct bsim_trace_remotes remotes;
    bsim_trace_remotes_start(&remotes, t);
    for (int i = 0; i < t->nfunction; i++)
        rows[i].name = t->function[i];
    for (int r = 0; r < t->nrank; r++) {
        struct bsim_trace_cursor c;
        struct bsim_trace_event e;
        struct bsim_trace_comms comms;
        double sum_s = 0;
        bsim_trace_comms_start(&comms, t, r, &remotes);
        bsim_trace_cursor_start(&c, t, r);
        while (bsim_trace_next(&c, &e)) {
            int64_t bytes = bsim_trace_bytes(t, &e, &comms);
            bsim_trace_comms_visit(&comms, t, &e);
            rows[e.function].calls++;
            rows[e.function].bytes = bsim_trace_sum(rows[e.function].bytes, bytes > 0 ? bytes : 0);
            unknown += bytes < 0;
            rows[e.function].inside_s += 1e-9 * (double)e.inside_ns;
            sum_s += 1e-9 * (double)e.gap_ns;
            events++;
        }
        bsim_trace_cursor_end(&c);
        bsim_trace_comms_end(&comms);
        calculation_s += sum_s;
        most_s = r == 0 || sum_s > most_s ? sum_s : most_s;
        least_s = r == 0 || sum_s < least_s ? sum_s : least_s;
    }
    fprintf(out, "%s: %d rank%s, %" PRId64 " calls, %d structure%s, %.4g kB", t->program, t->nrank,
            t->nrank == 1 ? "" : "s", events, t->nstructure, t->nstructure == 1 ? "" : "s", 1e-3 * (double)t->bytes);
    if (events > 0)
        fprintf(out, " (%.3g bytes a call)", (double)t->bytes / (double)events);
    fprintf(out, "\n  calculation (%s clock): %.4g s a rank in the mean, %.4g s to %.4g s\n", t->clock,
            calculation_s / t->nrank, least_s, most_s);
    if (t->polled_s > 0)
        fprintf(out, "  of it directly behind polls that found nothing: %.4g s a rank in the mean\n",
                t->polled_s / t->nrank);
    if (t->is_by_site)
        fprintf(out, "  times: sums of each rank, and distributions of calculation, by the place of the call\n");
    bsim_trace_remotes_end(&remotes);
    print_partial(&t->partial, out);
    if (t->window.what)
        print_window(t, out);
    if (t->recording)
        fprintf(out, "  content: what the ranks received, %.4g kB (bsim replay)\n", 1e-3 * content_bytes(t));
    print_rows(t, rows, out);
    if (unknown > 0)
        fprintf(out,
                "\n  without their bytes: %" PRId64
                " calls of collectives, whose number of ranks the trace does not tell\n",
                unknown);
    for (int i = 0; i < t->nnote; i++)
        fprintf(out, "%s  lacks: %s\n", i == 0 ? "\n" : "", t->note[i]);
    for (int i = 0; i < t->ncut; i++)
        fprintf(out, "%s  rank %d: cut off after %" PRId64 " calls, before MPI_Finalize\n", i == 0 ? "\n" : "",
                t->cut[i], t->nevent[t->cut[i]]);
    bsim_free(rows);
}
