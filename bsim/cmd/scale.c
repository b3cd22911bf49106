/* scale.c - bsim scale: one program on several numbers of ranks. */
#include "bsim/cmd/scale.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/json_read.h"
#include "bsim/base/output.h"
#include "bsim/cmd/arguments.h"
#include "bsim/cmd/cmd.h"
#include "bsim/cmd/gnuplot.h"
#include "bsim/cmd/jobs.h"
#include "bsim/cmd/told.h"
#include "bsim/cmd/vary.h"

struct options {
    struct bsim_launch launch; /* stands first, since bsim_launch_more_options is a child of the table */
    const char *ranks, *csv, *json, *plot;
    bool weak, strong;
    int jobs, top;
};

static const struct argp_option options[] = {
    BSIM_OPTION_SHOW("-np A,B,...,Z",
                     "numbers of ranks: a list, in which \"...\" goes on by the factor before it (2), or "
                     "LOW:HIGH:log:N",
                     1),
    BSIM_OPTION_NAME("np", BSIM_OPTION(struct options, ranks), "A,B,...,Z"),
    BSIM_OPTION_ALIAS("n"),
    {"weak", BSIM_OPTION(struct options, weak), NULL, 0,
     "the work grows with the ranks (as is assumed if ARGS have a formula of np that grows with it)", 3},
    {"strong", BSIM_OPTION(struct options, strong), NULL, 0, "the work stays (as is assumed otherwise)", 4},
    BSIM_OPTION_NAME("noise-runs", BSIM_OPTION(struct options, launch.noise_runs), "N"), /* refused, with the reason */
    {"csv", BSIM_OPTION(struct options, csv), "FILE", 0, "writes the table", 10},
    {"json", BSIM_OPTION(struct options, json), "FILE", 0, "writes all of it (docs/reference/bsim-scale.md)", 11},
    {"plot", BSIM_OPTION(struct options, plot), "FILE", 0,
     "draws times and where efficiency is lost, FILE.svg or FILE.png (needs gnuplot)", 12},
    {"jobs", BSIM_OPTION(struct options, jobs), "N", 0,
     "runs at most N programs at a time (as many as there are cores for their threads)", 21},
    {"shards", BSIM_OPTION(struct options, launch.shards), "N", 0, "runs the ranks of each program in N threads (1)",
     22},
    {"top", BSIM_OPTION(struct options, top), "N", 0, "lines of the source in the table (10)", 42},
    BSIM_OPTION_END};
static const struct argp_child shared[] = {{&bsim_launch_more_options, 0, NULL, 0}, {NULL, 0, NULL, 0}};
static const struct argp table = {
    .options = options,
    .parser = bsim_options_parse,
    .args_doc = "-np A,B,...,Z --platform FILE [OPTIONS] EXE [ARGS...]",
    .doc = "Predicts a program on several numbers of ranks: time, speed-up, efficiency, and where it is lost.\v"
           "{np} and formulas such as {1000*np} in ARGS stand for their values; {{ and }} are braces.",
    .children = shared};

/* ---- numbers of ranks ---- */

/* Writes the list without "...": numbers that grow by the factor of the two before it, up to the one behind it. */
static char *expand(const char *text, struct bsim_error *err) {
    char *list = NULL, *copy = strdup(text), *rest = copy;
    size_t size;
    FILE *out = open_memstream(&list, &size);
    double last = 0, before = 0;
    bool more = false;
    int n = 0;
    for (char *item; out && copy && (item = strsep(&rest, ",")) != NULL && n <= SCALE_MAX_ROWS;) {
        char *end;
        double value = strtod(item, &end);
        if (strcmp(item, "...") == 0 && last > 0 && !more) {
            more = true;
            continue;
        }
        double factor = before > 0 ? last / before : 2;
        if (more && (end == item || *end || factor <= 1 || value <= last)) {
            bsim_error_set(err, NULL, 0, NULL, "-np %s: behind \"...\" stands a number that is reached by growing",
                           text);
            break;
        }
        for (double v = last * factor; more && v < value * (1 - 1e-9) && n <= SCALE_MAX_ROWS; v *= factor)
            fprintf(out, "%s%.0f", n++ ? "," : "", rint(v));
        more = false;
        fprintf(out, "%s%s", n++ ? "," : "", item);
        before = last;
        last = value;
    }
    if (out)
        fclose(out);
    free(copy);
    if (more)
        bsim_error_set(err, NULL, 0, NULL, "-np %s: behind \"...\" stands the last number", text);
    return list;
}

static bool read_ranks(struct scale *scale, const char *text, struct bsim_error *err) {
    struct vary vary = {0};
    char *list = strstr(text, "...") ? expand(text, err) : strdup(text), *option = NULL;
    if (list == NULL || asprintf(&option, "-np %s", text) < 0) {
        option = NULL;
        bsim_error_set(err, NULL, 0, NULL, "out of memory");
    }
    if (!err->set)
        bsim_vary_add_axis(&vary, "np", list, option, err);
    if (!err->set && vary.npoint > SCALE_MAX_ROWS)
        bsim_error_set(err, NULL, 0, NULL, "-np %s: more than %d numbers of ranks", text, SCALE_MAX_ROWS);
    for (int i = 0; i < vary.npoint && !err->set; i++) {
        double ranks = bsim_vary_value(&vary, i, 0);
        if (ranks > INT_MAX / 64) {
            bsim_error_set(err, NULL, 0, NULL, "-np %s: %.0f ranks are too many", text, ranks);
            break;
        }
        bool given = false;
        for (int r = 0; r < scale->nrow; r++)
            given = given || scale->row[r].ranks == (int)ranks;
        if (!given)
            scale->row[scale->nrow++] = (struct scale_row){.ranks = (int)ranks};
    }
    bsim_vary_free(&vary);
    free(list);
    free(option);
    return !err->set;
}

/* ---- results ---- */

static double number(struct bsim_jval v, const char *key) {
    return bsim_jval_number(bsim_jval_need(v, key), -HUGE_VAL, HUGE_VAL);
}

static const char *string(struct bsim_jval v, const char *key) {
    struct bsim_jval member = bsim_jval_get(v, key);
    return json_is_string(member.json) ? bsim_jval_string(member) : "";
}

/* The line of a block or call; makes it if it is new. */
static struct scale_line *line_of(struct scale *scale, bool is_block, const char *name, const char *place) {
    for (int i = 0; i < scale->nline; i++) {
        struct scale_line *l = &scale->line[i];
        if (l->is_block == is_block && strcmp(l->name, name) == 0 && strcmp(l->place, place) == 0)
            return l;
    }
    struct scale_line *more = realloc(scale->line, ((size_t)scale->nline + 1) * sizeof *more);
    if (more == NULL)
        return NULL;
    scale->line = more;
    more = &scale->line[scale->nline++];
    *more = (struct scale_line){.is_block = is_block, .name = strdup(name), .place = strdup(place)};
    return more;
}

static void read_lines(struct scale *scale, int row, struct bsim_jval list, bool is_block) {
    for (size_t i = 0; i < bsim_jval_size(list); i++) {
        struct bsim_jval v = bsim_jval_at(list, i);
        char place[4400] = "";
        const char *file = string(v, "file"), *name = string(v, is_block ? "label" : "call");
        if (file[0])
            snprintf(place, sizeof place, "%s:%.0f", file, number(v, "line"));
        struct scale_line *line = line_of(scale, is_block, name[0] ? name : string(v, "name"), place);
        double seconds = is_block ? number(v, "calc_s") : number(v, "comm_s") + number(v, "wait_s");
        if (line)
            line->mean_s[row] += seconds / scale->row[row].ranks;
    }
}

static bool read_result(struct scale *scale, int row, const char *path, struct bsim_told *told, bool has_told,
                        struct bsim_error *err) {
    struct bsim_json *doc = bsim_json_load(path, err);
    if (doc == NULL)
        return false;
    struct scale_row *r = &scale->row[row];
    struct bsim_jval root = bsim_json_root(doc), times = bsim_jval_need(root, "times");
    r->predicted_s = number(root, "predicted_time_s");
    r->part_s[SCALE_CALC] = number(bsim_jval_need(times, "calc_s"), "mean");
    r->part_s[SCALE_COMM] = number(bsim_jval_need(times, "comm_s"), "mean");
    r->part_s[SCALE_WAIT] = number(bsim_jval_need(times, "wait_s"), "mean");
    r->part_s[SCALE_EARLY] =
        fmax(0, r->predicted_s - r->part_s[SCALE_CALC] - r->part_s[SCALE_COMM] - r->part_s[SCALE_WAIT]);
    r->most_calc_s = number(bsim_jval_need(times, "calc_s"), "max");
    read_lines(scale, row, bsim_jval_need(root, "blocks"), true);
    read_lines(scale, row, bsim_jval_need(root, "sites"), false);
    if (scale->program == NULL)
        scale->program = strdup(string(root, "program"));
    scale->host_wall_s += number(bsim_jval_need(root, "host"), "wall_s");
    bsim_told_add(told, row, has_told, root);
    bsim_json_free(doc);
    if (!err->set && !(r->predicted_s > 0)) /* as where a program ends at once with some numbers of ranks */
        r->reason = strdup("the prediction is 0 s, so that nothing can be compared with it");
    return !err->set;
}

int bsim_scale_first(const struct scale *scale) {
    for (int i = 0; i < scale->nrow; i++)
        if (!scale->row[i].reason)
            return i;
    return -1;
}

static double weight(const struct scale *scale, int row) {
    return scale->weak ? 1 : scale->row[row].ranks;
}

double bsim_scale_lost(const struct scale *scale, int row, double seconds, double first_seconds) {
    int first = bsim_scale_first(scale);
    return (weight(scale, row) * seconds - weight(scale, first) * first_seconds) /
           (weight(scale, row) * scale->row[row].predicted_s);
}

double bsim_scale_efficiency(const struct scale *scale, int row) {
    int first = bsim_scale_first(scale);
    return weight(scale, first) * scale->row[first].predicted_s / (weight(scale, row) * scale->row[row].predicted_s);
}

double bsim_scale_speed_up(const struct scale *scale, int row) {
    return bsim_scale_efficiency(scale, row) * scale->row[row].ranks / scale->row[bsim_scale_first(scale)].ranks;
}

static int by_loss(const void *a, const void *b, void *arg) {
    const struct scale *scale = arg;
    const struct scale_line *x = a, *y = b;
    int first = bsim_scale_first(scale), last = scale->nrow - 1;
    while (last > first && scale->row[last].reason)
        last--;
    double of_x = bsim_scale_lost(scale, last, x->mean_s[last], x->mean_s[first]),
           of_y = bsim_scale_lost(scale, last, y->mean_s[last], y->mean_s[first]);
    if (of_x != of_y)
        return of_x < of_y ? 1 : -1;
    int order = strcmp(x->name, y->name);
    return order ? order : strcmp(x->place, y->place);
}

void bsim_scale_sort(struct scale *scale) {
    if (bsim_scale_first(scale) >= 0 && scale->nline > 1)
        qsort_r(scale->line, (size_t)scale->nline, sizeof *scale->line, by_loss, scale);
}

/* ---- runs ---- */

struct runs {
    struct scale *scale;
    struct bsim_job job[SCALE_MAX_ROWS];
    int row[SCALE_MAX_ROWS]; /* by job */
    char **argv[SCALE_MAX_ROWS];
    int njob, done;
    struct bsim_told told;
    struct bsim_error err;
};

static bool take_result(void *arg, struct bsim_job *job, const char *result) {
    struct runs *runs = arg;
    int row = runs->row[job - runs->job];
    bsim_progress("run %d of %d done", ++runs->done, runs->njob);
    if (result)
        return read_result(runs->scale, row, result, &runs->told, !job->launch.no_warnings, &runs->err);
    runs->scale->row[row].reason = strdup(job->reason);
    return true;
}

/* Adds the run of a row, or gives the row its reason. */
static void plan(struct runs *runs, const struct bsim_launch *base, int row) {
    struct scale_row *r = &runs->scale->row[row];
    struct bsim_job *job = &runs->job[runs->njob];
    struct bsim_error err = {0};
    char text[1900], ranks[24];
    snprintf(ranks, sizeof ranks, "%d", r->ranks);
    const struct bsim_argument_value np = {"np", ranks, r->ranks};
    *job = (struct bsim_job){.launch = *base, .scenarios = 1};
    job->launch.np = r->ranks;
    if (job->launch.shards > r->ranks)
        job->launch.shards = r->ranks;
    char **argv = job->launch.argv = bsim_arguments_make(base->argv, 1, &np, &err);
    if (argv == NULL || !bsim_launch_check(&job->launch, &err)) {
        r->reason = strdup(bsim_error_format(&err, text, sizeof text));
        bsim_arguments_free(argv);
        return;
    }
    job->launch.no_warnings = runs->njob > 0;
    runs->argv[runs->njob] = argv;
    runs->row[runs->njob++] = row;
}

static char *name_of(void *arg, int place, char *buf, size_t size) {
    snprintf(buf, size, "%d ranks", ((const struct scale *)arg)->row[place].ranks);
    return buf;
}

static int run_all(struct scale *scale, const struct bsim_launch *base, int most, struct bsim_error *err) {
    struct runs *runs = calloc(1, sizeof *runs);
    int code = BSIM_EXIT_USAGE;
    if (runs == NULL) {
        bsim_error_set(err, NULL, 0, NULL, "out of memory");
        return code;
    }
    runs->scale = scale;
    for (int i = 0; i < scale->nrow; i++)
        plan(runs, base, i);
    if (runs->njob > 0)
        code = bsim_jobs_run(runs->job, runs->njob, most, take_result, runs, &runs->err);
    else
        bsim_error_set(err, NULL, 0, NULL, "%s", scale->row[0].reason);
    bsim_progress(NULL);
    for (int i = 0; i < runs->njob; i++)
        bsim_arguments_free(runs->argv[i]);
    if (runs->err.set)
        *err = runs->err;
    bsim_told_print(&runs->told, name_of, scale);
    scale->warnings = bsim_told_json(&runs->told, "row");
    bsim_told_free(&runs->told);
    free(runs);
    return code;
}

/* NULL: they cannot be made, which is told of the row. */
static char **arguments_for(char *const *argv, int ranks) {
    char text[24];
    struct bsim_error err = {0};
    snprintf(text, sizeof text, "%d", ranks);
    const struct bsim_argument_value np = {"np", text, ranks};
    return bsim_arguments_make(argv, 1, &np, &err);
}

/* Whether the arguments have formulas of np other than those that fall as it grows: {1000/np} is a rank's part of work
 * that stays. */
static bool grows(const struct scale *scale, char *const *argv) {
    int least = scale->row[0].ranks, most = least, falls = 0, others = 0;
    for (int i = 0; i < scale->nrow; i++) {
        least = scale->row[i].ranks < least ? scale->row[i].ranks : least;
        most = scale->row[i].ranks > most ? scale->row[i].ranks : most;
    }
    if (!bsim_arguments_use(argv, "np") || least == most)
        return bsim_arguments_use(argv, "np");
    char **few = arguments_for(argv, least), **many = few ? arguments_for(argv, most) : NULL;
    for (int i = 0; many && few[i]; i++)
        if (strcmp(few[i], many[i]) != 0)
            ++*(strtod(many[i], NULL) < strtod(few[i], NULL) ? &falls : &others);
    if (few)
        bsim_arguments_free(few);
    if (many)
        bsim_arguments_free(many);
    return others > 0 || falls == 0;
}

static bool prepare(struct scale *scale, struct options *o, struct bsim_error *err) {
    if (o->ranks == NULL)
        return bsim_error_set(err, NULL, 0, NULL, "the numbers of ranks are missing: -np A,B,...,Z");
    if (o->weak && o->strong)
        return bsim_error_set(err, NULL, 0, NULL, "--weak and --strong: give one of them");
    if (o->launch.noise_runs)
        return bsim_error_set(err, NULL, 0, NULL, "--noise-runs %s: bsim scale runs one seed for each number of ranks",
                              o->launch.noise_runs);
    scale->platform = o->launch.platform; /* as it is given, not the path of a platform of the library */
    if (!read_ranks(scale, o->ranks, err) || (o->plot && !bsim_gnuplot_check(o->plot, err)) ||
        !bsim_launch_inputs(&o->launch, err))
        return false;
    struct bsim_launch least = o->launch; /* whether all ranks fit is told for each number */
    least.np = 1;
    if (!bsim_launch_check(&least, err))
        return false;
    scale->exe = o->launch.argv[0];
    scale->weak = o->weak || (!o->strong && grows(scale, o->launch.argv + 1));
    return bsim_output_probe(o->csv, err) && bsim_output_probe(o->json, err) && bsim_output_probe(o->plot, err);
}

static void free_scale(struct scale *scale) {
    for (int i = 0; i < scale->nrow; i++)
        free(scale->row[i].reason);
    for (int i = 0; i < scale->nline; i++) {
        free(scale->line[i].name);
        free(scale->line[i].place);
    }
    free(scale->line);
    free(scale->program);
    json_decref(scale->warnings);
}

int bsim_cmd_scale(int argc, char **argv) {
    struct options o = {.launch = {.quiet = true, .shards = 1}, .top = 10};
    struct scale scale = {0};
    struct bsim_error err = {0};
    int code = BSIM_EXIT_USAGE;
    int first = bsim_options_read(argc, argv, BSIM_OPERANDS_LAST, &table, &o, &err);
    if (first == -2)
        return BSIM_EXIT_OK;
    if (first < 0)
        goto out;
    o.launch.argv = argv + first;
    if (!prepare(&scale, &o, &err))
        goto out;
    code = run_all(&scale, &o.launch, o.jobs, &err);
    if (code == BSIM_EXIT_OK) {
        bsim_scale_sort(&scale);
        bsim_scale_table(&scale, o.top, stdout);
        bool ok = (o.csv == NULL || bsim_scale_csv(&scale, o.csv, &err)) &&
                  (o.json == NULL || bsim_scale_json(&scale, o.json, &err)) &&
                  (o.plot == NULL || bsim_scale_plot(&scale, o.plot, &err));
        code = ok ? BSIM_EXIT_OK : BSIM_EXIT_USAGE;
    }
out:
    if (err.set)
        bsim_error_print(&err, stderr);
    free_scale(&scale);
    return code;
}
