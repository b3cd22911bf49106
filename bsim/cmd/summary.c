/* summary.c - prints a result file for people. Reads schema bsim-result/1 alone, never the engine. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/cmd/cmd.h"
#include "bsim/base/json_read.h"
#include "bsim/base/units.h"

/* Measured runs that took so much more or less than predicted, on average, are told. */
static const double MUCH_LONGER = 0.05;
/* Such a part of the time, extrapolated, is told with the interval. */
static const double MUCH_BEYOND = 0.05;

enum { NAME_WIDTH = 24, LABEL_WIDTH = 40, PLACE_WIDTH = 26 };

static double number(struct bsim_jval v, const char *key) {
    struct bsim_jval member = bsim_jval_need(v, key);
    if (json_is_null(member.json))
        return NAN;
    return bsim_jval_number(member, -HUGE_VAL, HUGE_VAL);
}

static const char *string(struct bsim_jval v, const char *key, const char *otherwise) {
    struct bsim_jval member = bsim_jval_get(v, key);
    return json_is_string(member.json) ? bsim_jval_string(member) : otherwise;
}

/* The end of a text that is too long says more than its start: paths. */
static const char *fit_width(char *buf, size_t size, const char *text, int width) {
    int len = (int)strlen(text);
    if (len <= width)
        snprintf(buf, size, "%s", text);
    else
        snprintf(buf, size, "...%s", text + len - width + 3);
    return buf;
}

static const char *percent(char *buf, size_t size, double part, double whole) {
    if (whole > 0 && isfinite(part))
        snprintf(buf, size, "%.1f %%", 100 * part / whole);
    else
        snprintf(buf, size, "-");
    return buf;
}

static void print_spread(FILE *out, const char *name, struct bsim_jval v, double predicted) {
    char mean[24], min[24], max[24], share[24];
    fprintf(out, "  %-16s %12s %12s %12s %9s   rank %.0f\n", name, bsim_format_time(mean, 24, number(v, "mean")),
            bsim_format_time(min, 24, number(v, "min")), bsim_format_time(max, 24, number(v, "max")),
            percent(share, 24, number(v, "mean"), predicted), number(v, "max_rank"));
}

/* A part of the row above it: the mean of the ranks. */
static void print_of_that(FILE *out, double mean_s, double predicted, const char *what) {
    char mean[24], share[24];
    fprintf(out, "  %-16s %12s %12s %12s %9s   %s\n", "  of that", bsim_format_time(mean, 24, mean_s), "", "",
            percent(share, 24, mean_s, predicted), what);
}

/* Of the time of communication, a part that calls have under a key of their own. */
static void print_part(FILE *out, struct bsim_jval root, double predicted, const char *key, const char *what) {
    struct bsim_jval sites = bsim_jval_get(root, "sites");
    double part_s = 0;
    for (size_t i = 0; i < bsim_jval_size(sites); i++) {
        struct bsim_jval of = bsim_jval_get(bsim_jval_at(sites, i), key);
        part_s += bsim_jval_present(of) ? bsim_jval_number(of, 0, HUGE_VAL) : 0;
    }
    if (part_s > 0)
        print_of_that(out, part_s / number(root, "ranks"), predicted, what);
}

/* The same for functions of the program that combine data. */
static void print_combined(FILE *out, struct bsim_jval root, double predicted) {
    struct bsim_jval operators = bsim_jval_get(root, "operators");
    for (size_t i = 0; i < bsim_jval_size(operators); i++) {
        struct bsim_jval of = bsim_jval_at(operators, i);
        char what[400];
        snprintf(what, sizeof what, "operator %s, %.0f combinations", string(of, "name", "?"),
                 number(of, "combinations"));
        print_of_that(out, number(of, "time_s") / number(root, "ranks"), predicted, what);
    }
}

/* The part of the calculation that is in no block. */
static void print_rest(FILE *out, struct bsim_jval root, double predicted) {
    struct bsim_jval rest = bsim_jval_get(root, "rest");
    if (bsim_jval_present(rest))
        print_of_that(out, number(rest, "time_s") / number(root, "ranks"), predicted,
                      "in no block, as in the measured runs");
}

static void print_times(FILE *out, struct bsim_jval root, double predicted) {
    struct bsim_jval times = bsim_jval_need(root, "times");
    fprintf(out, "\n  %-16s %12s %12s %12s %9s   %s\n", "over ranks", "mean", "min", "max", "share", "max on");
    print_spread(out, "calculation", bsim_jval_need(times, "calc_s"), predicted);
    print_rest(out, root, predicted);
    print_spread(out, "communication", bsim_jval_need(times, "comm_s"), predicted);
    print_part(out, root, predicted, "touch_s", "messages into untouched memory");
    print_part(out, root, predicted, "first_s", "first messages, which take longer");
    print_combined(out, root, predicted);
    print_spread(out, "waiting", bsim_jval_need(times, "wait_s"), predicted);
}

/* Sorts indices of a list by descending weight; the caller frees them. */
struct item {
    double weight;
    size_t index;
};

static int heavier(const void *a, const void *b) {
    const struct item *x = a, *y = b;
    if (x->weight != y->weight)
        return x->weight < y->weight ? 1 : -1;
    return (x->index > y->index) - (x->index < y->index);
}

static struct item *sorted(struct bsim_jval list, size_t n, double (*weight)(struct bsim_jval v)) {
    struct item *items = calloc(n + 1, sizeof *items);
    for (size_t i = 0; items && i < n; i++)
        items[i] = (struct item){weight(bsim_jval_at(list, i)), i};
    if (items)
        qsort(items, n, sizeof *items, heavier);
    return items;
}

static double block_weight(struct bsim_jval v) {
    return number(v, "calc_s");
}

static double site_weight(struct bsim_jval v) {
    return number(v, "comm_s") + number(v, "wait_s");
}

/* Length of the folder that all files of a list share; it is not shown. */
static size_t shared_folder(struct bsim_jval list) {
    const char *first = NULL;
    size_t len = 0;
    for (size_t i = 0; i < bsim_jval_size(list); i++) {
        const char *file = string(bsim_jval_at(list, i), "file", NULL);
        if (file == NULL)
            continue;
        if (first == NULL) {
            const char *slash = strrchr(file, '/');
            first = file;
            len = slash ? (size_t)(slash - file) + 1 : 0;
        }
        while (len > 0 && strncmp(first, file, len) != 0)
            for (len--; len > 0 && first[len - 1] != '/';)
                len--;
    }
    return len;
}

static void place_of(struct bsim_jval v, size_t skip, char *buf, size_t size) {
    char place[512];
    const char *file = string(v, "file", NULL);
    if (file)
        snprintf(place, sizeof place, "%s:%.0f", file + skip, number(v, "line"));
    else
        snprintf(place, sizeof place, "(unknown)");
    fit_width(buf, size, place, PLACE_WIDTH);
}

/* Results of earlier versions have no labels. */
static const char *label_of(struct bsim_jval v, char *buf, size_t size) {
    if (string(v, "label", NULL) == NULL)
        snprintf(buf, size, "%s:%.0f", string(v, "file", "?"), number(v, "line"));
    return string(v, "label", buf);
}

/* Of the first lines of the table: the length of the longest name and label, within bounds. */
static void block_widths(struct bsim_jval list, const struct item *items, size_t n, int *name, int *label) {
    char text[512];
    size_t longest = 12, longest_label = 20;
    for (size_t i = 0; i < n; i++) {
        struct bsim_jval b = bsim_jval_at(list, items[i].index);
        size_t len = strlen(string(b, "name", "?")), label_len = strlen(label_of(b, text, sizeof text));
        longest = len > longest ? len : longest;
        longest_label = label_len > longest_label ? label_len : longest_label;
    }
    *name = longest < NAME_WIDTH ? (int)longest : NAME_WIDTH;
    *label = longest_label < LABEL_WIDTH ? (int)longest_label : LABEL_WIDTH;
}

static void print_blocks(FILE *out, struct bsim_jval list, double ranks, double predicted, int top) {
    char name[64], label[64], text[512], calls[24], each[24], mean[24], share[24];
    size_t n = bsim_jval_size(list), shown = n < (size_t)top ? n : (size_t)top;
    struct item *items = sorted(list, n, block_weight);
    if (n == 0 || items == NULL) {
        free(items);
        return;
    }
    int names, labels;
    block_widths(list, items, shown, &names, &labels);
    fprintf(out, "\n  %-*s %-*s %10s %12s %12s %9s\n", names, "blocks", labels, "what", "calls", "per call", "per rank",
            "share");
    for (size_t i = 0; i < shown; i++) {
        struct bsim_jval b = bsim_jval_at(list, items[i].index);
        double total = number(b, "calc_s"), count = number(b, "calls");
        fprintf(out, "  %-*s %-*s %10s %12s %12s %9s\n", names,
                fit_width(name, sizeof name, string(b, "name", "?"), names), labels,
                fit_width(label, sizeof label, label_of(b, text, sizeof text), labels),
                bsim_format_count(calls, 24, count), bsim_format_time(each, 24, count > 0 ? total / count : 0),
                bsim_format_time(mean, 24, total / ranks), percent(share, 24, total / ranks, predicted));
    }
    if (n > (size_t)top)
        fprintf(out, "  ... and %zu more\n", n - (size_t)top);
    free(items);
}

static void print_sites(FILE *out, struct bsim_jval list, double ranks, double predicted, int top) {
    char place[64], calls[24], messages[24], bytes[24], comm[24], wait[24], share[24];
    size_t n = bsim_jval_size(list), skip = shared_folder(list);
    struct item *items = sorted(list, n, site_weight);
    if (n == 0 || items == NULL) {
        free(items);
        return;
    }
    int width = 18; /* the longest name of those that are shown */
    for (size_t i = 0; i < n && i < (size_t)top; i++) {
        int length = (int)strlen(string(bsim_jval_at(list, items[i].index), "call", "?"));
        width = length > width ? length : width;
    }
    fprintf(out, "\n  %-*s %-*s %9s %9s %9s %11s %11s %8s\n", width, "calls", PLACE_WIDTH, "place", "calls", "messages",
            "bytes", "comm/rank", "wait/rank", "share");
    for (size_t i = 0; i < n && i < (size_t)top; i++) {
        struct bsim_jval s = bsim_jval_at(list, items[i].index);
        double c = number(s, "comm_s") / ranks, w = number(s, "wait_s") / ranks;
        place_of(s, skip, place, sizeof place);
        fprintf(out, "  %-*s %-*s %9s %9s %9s %11s %11s %8s\n", width, string(s, "call", "?"), PLACE_WIDTH, place,
                bsim_format_count(calls, 24, number(s, "calls")),
                bsim_format_count(messages, 24, number(s, "messages")),
                bsim_format_bytes(bytes, 24, number(s, "bytes")), bsim_format_time(comm, 24, c),
                bsim_format_time(wait, 24, w), percent(share, 24, c + w, predicted));
    }
    if (n > (size_t)top)
        fprintf(out, "  ... and %zu more\n", n - (size_t)top);
    free(items);
}

/* The part of the real time that what is not known may have; 0: not told. */
static double most_of(struct bsim_jval v, const char *key) {
    return bsim_jval_present(bsim_jval_get(v, key)) ? number(v, key) : 0;
}

/* "any part", "up to 29.1 %" */
static const char *most_text(char *buf, size_t size, double most) {
    char share[24];
    snprintf(buf, size, most >= 0.999 ? "any part" : "up to %s", percent(share, 24, most, 1));
    return buf;
}

/* untimed: there is code in no block. */
static void print_unknown(FILE *out, struct bsim_jval interval, bool untimed) {
    char share[24], part[32];
    double unknown = number(interval, "unknown_share"), most = most_of(interval, "unknown_most");
    bool any = unknown >= 0.001, more = most > unknown + 0.01;
    if (any)
        fprintf(out, "; those of %s of the time are not known", percent(share, 24, unknown, 1));
    if (more && any)
        fprintf(out, ", and these %s%s may be %s of the real time", share,
                untimed ? " with what is not in this time" : "", most_text(part, sizeof part, most));
    else if (more && untimed)
        fprintf(out, "; what is not in this time may be %s of the real time", most_text(part, sizeof part, most));
}

static void print_interval(FILE *out, struct bsim_jval interval, bool untimed) {
    char low[24], high[24], share[24];
    if (!json_is_object(interval.json))
        return;
    fprintf(out, "\n  %.0f %% of cases      %s to %s, by the errors of the models",
            100 * number(interval, "confidence"), bsim_format_time(low, 24, number(interval, "low_s")),
            bsim_format_time(high, 24, number(interval, "high_s")));
    struct bsim_jval runs = bsim_jval_get(interval, "runs");
    bool known = json_is_object(runs.json);
    if (known)
        fprintf(out, " and of %.0f measured runs", number(runs, "count"));
    print_unknown(out, interval, untimed);
    double beyond = most_of(interval, "extrapolated_share");
    if (beyond >= MUCH_BEYOND)
        fprintf(out, "; %s of the time is extrapolated, and right only if its formulas hold beyond the samples",
                percent(share, 24, beyond, 1));
    double longer = known ? number(runs, "longer") : 0;
    if (fabs(longer) >= MUCH_LONGER)
        fprintf(out, "\n  measured runs      took %.0f %% %s than predicted, on average: %s", 100 * fabs(longer),
                longer > 0 ? "longer" : "shorter",
                longer > 0 ? "time in no block and no message, or a disturbed measurement"
                           : "the models or the platform give too long times");
}

/* The blocks on whose doubtful models most of the time rests. */
static void print_trust(FILE *out, struct bsim_jval list) {
    char share[24], part[32], text[512];
    for (size_t i = 0; i < bsim_jval_size(list); i++) {
        struct bsim_jval b = bsim_jval_at(list, i), why = bsim_jval_need(b, "why");
        double most = most_of(b, "most");
        fprintf(out, "%s  %s of this time", i ? "" : "\n", percent(share, 24, number(b, "share"), 1));
        if (most > number(b, "share") + 0.01)
            fprintf(out, ", and perhaps %s of the real time,", most_text(part, sizeof part, most));
        fprintf(out, " rests on %s, %s:", string(b, "block", "?"), label_of(b, text, sizeof text));
        for (size_t k = 0; k < bsim_jval_size(why); k++)
            fprintf(out, "%s %s", k ? ";" : "", bsim_jval_string(bsim_jval_at(why, k)));
        fputc('\n', out);
    }
}

/* Calculation is not that of the platform's processors by itself. */
static void print_machine(FILE *out, struct bsim_jval on, struct bsim_jval platform) {
    if (bsim_jval_present(on) && json_is_true(json_object_get(on.json, "elsewhere")))
        fprintf(out, "  calculation is as on %s, where the blocks were measured: %s has speed %.4g\n",
                string(on, "machine", "?"), string(platform, "name", "the platform"), number(on, "speed"));
}

/* Code of the program that is in no block. */
static void print_untimed(FILE *out, struct bsim_jval list) {
    enum { MOST = 3 };
    size_t n = bsim_jval_present(list) ? bsim_jval_size(list) : 0;
    for (size_t i = 0; i < n && i < MOST; i++) {
        struct bsim_jval u = bsim_jval_at(list, i);
        fprintf(out, "%s%s at %s:%.0f", i ? ", " : "  not in this time: ", string(u, "what", "?"),
                string(u, "file", "?"), number(u, "line"));
    }
    if (n > MOST)
        fprintf(out, " and %zu more", n - MOST);
    if (n > 0)
        fputc('\n', out);
}

/* shares_links: the seeds are run apart since messages meet on links otherwise. */
static void print_noise(FILE *out, struct bsim_jval noise, bool shares_links) {
    char mean[24], deviation[24], least[24], most[24];
    if (!json_is_object(noise.json))
        return;
    fprintf(out, "   one draw of noise %g, seed %lld", number(noise, "factor"),
            (long long)json_integer_value(json_object_get(noise.json, "seed")));
    struct bsim_jval runs = bsim_jval_get(noise, "runs");
    if (!json_is_object(runs.json))
        return;
    double left_out = number(runs, "left_out"), rerun = number(runs, "rerun"), seeds = number(runs, "seeds") - left_out;
    if (seeds > 1)
        fprintf(out, "\n  over %.0f seeds%*s%12s   in the mean; deviation %s, from %s to %s", seeds, seeds < 10 ? 5 : 4,
                "", bsim_format_time(mean, 24, number(runs, "mean_s")),
                bsim_format_time(deviation, 24, number(runs, "deviation_s")),
                bsim_format_time(least, 24, number(runs, "min_s")), bsim_format_time(most, 24, number(runs, "max_s")));
    if (left_out + rerun > 0)
        fprintf(out, "\n  %.0f seed%s, %s", left_out + rerun,
                left_out > 0 ? left_out == 1 ? " is left out" : "s are left out"
                : rerun == 1 ? " was run apart"
                             : "s were run apart",
                shares_links
                    ? "since messages share links"
                    : "in which messages may come in another order to a wildcard, probe, test or network card");
}

/* "+1 us": what a parameter is changed by in the table, near its value in size. */
static double step_of(double value) {
    return value > 0 ? pow(10, floor(log10(value))) : 1e-6;
}

/* is_part: its values are also in those of the network. */
static void print_parameter(FILE *out, struct bsim_jval v, double predicted, bool is_part) {
    char step_text[32], value_text[24], change[24], share[24], relative[24];
    const char *key = string(v, "key", "?");
    double value = number(v, "value"), derivative = number(v, "derivative"), count = number(v, "count");
    bool rate = strstr(key, "bandwidth") != NULL, ratio = strcmp(key, "speed") == 0;
    enum bsim_unit unit = rate ? BSIM_UNIT_RATE : ratio ? BSIM_UNIT_NONE : BSIM_UNIT_TIME;
    double step = step_of(value), seconds = derivative * step;
    if (rate || ratio) { /* the time goes with the inverse */
        snprintf(step_text, sizeof step_text, "10 %% less");
        seconds = number(v, "seconds") * (1 / 0.9 - 1);
    } else {
        snprintf(step_text, sizeof step_text, "%s more", bsim_format_time(value_text, 24, step));
    }
    fprintf(out, "  %-28s %12s %14s  +%-10s %9s %9s", key, bsim_format_unit(value_text, 24, unit, value), step_text,
            bsim_format_time(change, 24, seconds), percent(relative, 24, seconds, predicted),
            percent(share, 24, number(v, "seconds"), predicted));
    if (ratio)
        fprintf(out, "   %s of calculation", bsim_format_time(change, 24, count));
    else if (rate)
        fprintf(out, "   %s", bsim_format_bytes(change, 24, count));
    else
        fprintf(out, "   %s times", bsim_format_count(change, 24, count));
    fprintf(out, "%s\n", is_part ? ", part of network's" : "");
}

static double path_weight(struct bsim_jval v) {
    return number(v, "seconds");
}

static void print_sensitivities(FILE *out, struct bsim_jval s, double predicted, int top) {
    char seconds[24], share[24], label[64], text[512];
    if (!json_is_object(s.json))
        return;
    struct bsim_jval parameters = bsim_jval_need(s, "parameters"), blocks = bsim_jval_need(s, "blocks");
    fprintf(out, "\n  %-28s %12s %14s  %-11s %9s %9s   on the critical path\n", "sensitivities", "value", "if it is",
            "time", "", "share");
    bool follows = bsim_jval_bool(bsim_jval_need(s, "intra_follows"));
    for (size_t i = 0; i < bsim_jval_size(parameters); i++) {
        struct bsim_jval v = bsim_jval_at(parameters, i);
        print_parameter(out, v, predicted, follows && strncmp(string(v, "key", ""), "intra_node.", 11) == 0);
    }
    if (number(s, "other_s") > 0)
        fprintf(out,
                "  %-28s %12s %14s  %-11s %9s %9s   no parameter stands for it: pauses, files, memory, "
                "packing, reduction\n",
                "other", "", "", "", "", percent(share, 24, number(s, "other_s"), predicted));
    size_t n = bsim_jval_size(blocks);
    struct item *items = sorted(blocks, n, path_weight);
    if (n > 0 && items)
        fprintf(out, "\n  %-*s %12s %9s\n", LABEL_WIDTH, "blocks on the critical path", "time", "share");
    for (size_t i = 0; items && i < n && i < (size_t)top; i++) {
        struct bsim_jval b = bsim_jval_at(blocks, items[i].index);
        fprintf(out, "  %-*s %12s %9s\n", LABEL_WIDTH,
                fit_width(label, sizeof label, label_of(b, text, sizeof text), LABEL_WIDTH),
                bsim_format_time(seconds, 24, number(b, "seconds")),
                percent(share, 24, number(b, "seconds"), predicted));
    }
    if (n > (size_t)top)
        fprintf(out, "  ... and %zu more\n", n - (size_t)top);
    free(items);
}

static void print_totals(FILE *out, struct bsim_jval root) {
    char a[24], b[24], c[24], d[24], e[24];
    struct bsim_jval host = bsim_jval_need(root, "host");
    fprintf(out, "\n  messages         %s, %s; point-to-point %s, %s; collective operations %s\n",
            bsim_format_count(a, 24, number(root, "messages")), bsim_format_bytes(b, 24, number(root, "bytes")),
            bsim_format_count(c, 24, number(root, "p2p_messages")), bsim_format_bytes(d, 24, number(root, "p2p_bytes")),
            bsim_format_count(e, 24, number(root, "collectives")));
    struct bsim_jval io = bsim_jval_get(root, "io");
    if (json_is_object(io.json))
        fprintf(out, "  files by MPI     %s accesses, %s read, %s written; %s a rank in them%s\n",
                bsim_format_count(a, 24, number(io, "calls")), bsim_format_bytes(b, 24, number(io, "read_bytes")),
                bsim_format_bytes(c, 24, number(io, "written_bytes")),
                bsim_format_time(d, 24, number(io, "time_s") / number(root, "ranks")),
                json_is_true(json_object_get(io.json, "timed")) ? "" : ", without the time of the files");
    fprintf(out, "  this host        %s, %s peak (%s a rank), %s simulated messages/s\n",
            bsim_format_time(a, 24, number(host, "wall_s")), bsim_format_bytes(b, 24, number(host, "peak_rss_bytes")),
            bsim_format_bytes(c, 24, number(host, "bytes_per_rank")),
            bsim_format_count(d, 24, number(host, "messages_per_s")));
}

static void print_header(FILE *out, struct bsim_jval root) {
    struct bsim_jval p = bsim_jval_need(root, "platform");
    const char *exe = string(root, "exe", "?"), *slash = strrchr(exe, '/');
    double ranks = number(root, "ranks");
    const char *topology = string(p, "topology", "");
    fprintf(out, "%s on %.0f rank%s of %s (%.0f nodes, %.0f cores each, network model %s%s%s%s)\n",
            string(root, "program", slash ? slash + 1 : exe), ranks, ranks == 1 ? "" : "s",
            string(p, "name", "a platform without a name"), number(p, "nodes"), number(p, "cores_per_node"),
            string(p, "network_model", "?"), topology[0] ? ", " : "", topology,
            strcmp(string(p, "contention", ""), "queues") == 0 ? ", queues at links"
            : string(p, "contention", "")[0]                   ? ", shared links"
                                                               : "");
}

static void print_warnings(FILE *out, struct bsim_jval root) {
    struct bsim_jval list = bsim_jval_get(root, "warnings");
    size_t n = bsim_jval_size(list);
    for (size_t i = 0; i < n; i++)
        fprintf(out, "%s  warning: %s\n", i == 0 ? "\n" : "", bsim_jval_string(bsim_jval_at(list, i)));
}

static void print_window(FILE *out, struct bsim_jval v) {
    char time[24];
    if (bsim_jval_present(v))
        fprintf(out, "  of the window    %12s   %s, %.0f calls; nothing before and behind it is calculated\n",
                bsim_format_time(time, 24, number(v, "time_s")), string(v, "what", "?"), number(v, "calls"));
}

bool bsim_summary_print(const char *result_path, FILE *out, int top, struct bsim_error *err) {
    struct bsim_json *doc = bsim_json_load(result_path, err);
    if (doc == NULL)
        return false;
    struct bsim_jval root = bsim_json_root(doc);
    char time[24];
    if (bsim_jval_object(root) && bsim_jval_schema(root, "bsim-result/1")) {
        double predicted = number(root, "predicted_time_s"), ranks = number(root, "ranks");
        print_header(out, root);
        fprintf(out, "\n  predicted time   %12s", bsim_format_time(time, 24, predicted));
        print_noise(out, bsim_jval_get(root, "noise"),
                    string(bsim_jval_get(root, "platform"), "contention", "")[0] != '\0');
        struct bsim_jval untimed = bsim_jval_get(root, "untimed");
        print_interval(out, bsim_jval_get(root, "interval"), bsim_jval_present(untimed) && bsim_jval_size(untimed) > 0);
        fputc('\n', out);
        print_window(out, bsim_jval_get(root, "window"));
        print_trust(out, bsim_jval_get(root, "trust"));
        print_untimed(out, untimed);
        print_machine(out, bsim_jval_get(root, "measured_on"), bsim_jval_get(root, "platform"));
        if (string(root, "failure", NULL))
            fprintf(out, "  the run failed: %s\n", string(root, "failure", ""));
        print_times(out, root, predicted);
        print_blocks(out, bsim_jval_need(root, "blocks"), ranks, predicted, top);
        print_sites(out, bsim_jval_need(root, "sites"), ranks, predicted, top);
        print_sensitivities(out, bsim_jval_get(root, "sensitivities"), predicted, top);
        print_totals(out, root);
        print_warnings(out, root);
    }
    bsim_json_free(doc);
    return !err->set;
}
