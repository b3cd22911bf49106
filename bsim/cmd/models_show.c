/* models_show.c - bsim models show: the models of a file as a table, or one of them in full. */
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/cmd/cmd.h"
#include "bsim/cmd/models.h"
#include "bsim/stat/whole_scale.h"

static const struct argp_option options[] = {BSIM_OPTION_END};
static const struct argp table = {
    .options = options,
    .parser = bsim_options_parse,
    .args_doc = "MODELS.json [BLOCK]",
    .doc = "Prints a line for each model of a file: the block, what people know it by, the error of samples that were "
           "left out of the fit (median and greatest), the range of the parameters that was measured, the parameters, "
           "and the formula. With BLOCK: this model in full."};

enum { COLUMNS = 6, WIDEST = 60 };

/* The texts of a line; the last column is not padded. */
struct row {
    char *cell[COLUMNS];
};

static struct row row_of(const char *name, struct bsim_jval model) {
    return (struct row){{strdup(name), strdup(bsim_models_label(model)), bsim_models_error_text(model),
                         bsim_models_range_text(model), bsim_models_params_text(model),
                         bsim_models_formula_text(model)}};
}

/* In characters: a text may hold more bytes. */
static int length(const char *text) {
    int n = 0;
    for (; *text; text++)
        n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}

static void print_rows(const struct row *row, size_t n) {
    int width[COLUMNS] = {0};
    for (size_t i = 0; i < n; i++)
        for (int c = 0; c < COLUMNS; c++) {
            int len = length(row[i].cell[c]);
            width[c] = len > width[c] && len <= WIDEST ? len : width[c];
        }
    for (size_t i = 0; i < n; i++) {
        printf("  ");
        for (int c = 0; c < COLUMNS; c++) {
            int room = c + 1 < COLUMNS ? width[c] - length(row[i].cell[c]) : 0;
            printf("%s%*s%s", row[i].cell[c], room > 0 ? room : 0, "", c + 1 < COLUMNS ? "  " : "\n");
        }
    }
}

/* The members of a section of the file, below the names of the columns. */
static void print_section(struct bsim_jval section, const char *what, const char *value) {
    size_t n = bsim_jval_size(section);
    struct row *row = bsim_alloc((n + 1) * sizeof *row);
    const char *const head[COLUMNS] = {what, "what", "error", "range", "parameters", value};
    for (int c = 0; c < COLUMNS; c++)
        row[0].cell[c] = strdup(head[c]);
    for (size_t i = 0; i < n; i++) {
        const char *name;
        struct bsim_jval model = bsim_jval_member(section, i, &name);
        row[i + 1] = row_of(name, model);
    }
    print_rows(row, n + 1);
    for (size_t i = 0; i <= n; i++)
        for (int c = 0; c < COLUMNS; c++)
            free(row[i].cell[c]);
    bsim_free(row);
}

/* What calls touch of new memory. */
static void print_receives(struct bsim_jval receives) {
    char rate[24];
    struct bsim_jval places = bsim_jval_get(receives, "places");
    if (bsim_jval_size(places) == 0)
        return;
    printf("\n  receives touch new memory at %s\n",
           bsim_format_rate(rate, sizeof rate,
                            bsim_jval_quantity(bsim_jval_get(receives, "touch_bandwidth"), BSIM_UNIT_RATE, true)));
    for (size_t i = 0; i < bsim_jval_size(places); i++) {
        const char *name;
        struct bsim_jval place = bsim_jval_member(places, i, &name), call = bsim_jval_get(place, "call");
        double first = json_number_value(bsim_jval_get(place, "first_share").json);
        double calls = json_number_value(bsim_jval_get(place, "first_calls").json);
        printf("  %s %s: %.1f %% of the bytes", json_is_string(call.json) ? json_string_value(call.json) : "call", name,
               100 * json_number_value(bsim_jval_get(place, "share").json));
        if (calls == 1)
            printf(", of the first call %.1f %%", 100 * first);
        else if (calls > 0)
            printf(", of the first %.0f calls %.1f %%", calls, 100 * first);
        putchar('\n');
    }
}

static const char *time_text(struct bsim_jval of, const char *key, char *buf) {
    struct bsim_jval v = bsim_jval_get(of, key);
    return bsim_format_time(buf, 24, bsim_jval_present(v) ? bsim_jval_quantity(v, BSIM_UNIT_TIME, false) : 0);
}

/* What functions of the program take to combine data. */
static void print_operators(struct bsim_jval operators) {
    for (size_t i = 0; i < bsim_jval_size(operators); i++) {
        const char *name;
        char call[24], element[24], byte[24], median[24], max[24];
        struct bsim_jval of = bsim_jval_member(operators, i, &name), fit = bsim_jval_get(of, "fit");
        printf("%s  operator %s: %s + %s an element", i ? "" : "\n", name, time_text(of, "call_s", call),
               time_text(of, "element_s", element));
        if (bsim_jval_present(bsim_jval_get(of, "byte_s")))
            printf(" + %s a byte", time_text(of, "byte_s", byte));
        const json_t *errors[] = {bsim_jval_get(fit, "error_median").json, bsim_jval_get(fit, "error_max").json};
        if (json_is_number(errors[0]) && json_is_number(errors[1]))
            printf("; error %s (median), %s (max)", bsim_format_percent(median, 24, json_number_value(errors[0])),
                   bsim_format_percent(max, 24, json_number_value(errors[1])));
        const char *note = json_string_value(bsim_jval_get(fit, "note").json);
        printf("%s%s\n", note ? "; note: " : "", note ? note : "");
    }
}

/* "each rank takes 1 ms and 0.25 times the longest execution of fill.1 besides (error 3.0 %)" */
static void print_rest(struct bsim_jval rest) {
    struct bsim_jval longest = bsim_jval_get(rest, "longest"), fit = bsim_jval_get(rest, "fit");
    char constant[24], error[24];
    if (!bsim_jval_present(rest))
        return;
    printf("\n  each rank takes %s", time_text(rest, "constant_s", constant));
    if (bsim_jval_present(longest))
        printf(" and %.3g times the longest execution of %s", json_number_value(longest.json),
               json_string_value(bsim_jval_get(rest, "block").json));
    printf(" besides");
    if (json_is_number(bsim_jval_get(fit, "error").json))
        printf(" (error %s)",
               bsim_format_percent(error, sizeof error, json_number_value(bsim_jval_get(fit, "error").json)));
    putchar('\n');
}

static void print_table(struct bsim_jval root) {
    struct bsim_jval others = bsim_jval_get(root, "other_blocks"), learned = bsim_jval_get(root, "learned");
    print_section(bsim_jval_get(root, "blocks"), "block", "seconds");
    if (bsim_jval_present(others)) {
        char *text = bsim_models_formula_text(others);
        printf("  all others: %s\n", text);
        free(text);
    }
    struct bsim_jval scale = bsim_jval_get(root, "scale");
    struct bsim_scale of;
    char low[24], high[24];
    if (json_is_number(scale.json))
        printf("\n  all times are multiplied by %.4g\n", json_number_value(scale.json));
    else if (bsim_scale_read(&of, scale) && !bsim_scale_is_none(&of))
        printf("\n  times are multiplied by %.4g at %s an execution, and by %.4g at %s\n", of.factor[0],
               bsim_format_time(low, sizeof low, of.time_s[0]), of.factor[1],
               bsim_format_time(high, sizeof high, of.time_s[1]));
    print_rest(bsim_jval_get(root, "rest"));
    struct bsim_jval processors = bsim_jval_get(root, "processors");
    if (json_is_number(processors.json))
        printf("\n  measured ranks used %.3g processors\n", json_number_value(processors.json));
    if (bsim_jval_size(learned)) {
        putchar('\n');
        print_section(learned, "learned", "value");
    }
    print_receives(bsim_jval_get(root, "receives"));
    print_operators(bsim_jval_get(root, "operators"));
}

/* "count1 = 3.8*n, rounds a.c:10; varies by 19 %" */
static void print_counts(struct bsim_jval counts) {
    for (size_t i = 0; i < bsim_jval_size(counts); i++) {
        const char *name;
        struct bsim_jval count = bsim_jval_member(counts, i, &name), of = bsim_jval_get(count, "of");
        double spread = json_number_value(bsim_jval_get(count, "spread").json);
        char *text = bsim_models_formula_text(count);
        printf("  %-12s%s = %s", i ? "" : "counts", name, text);
        if (json_is_string(of.json))
            printf(", %s", json_string_value(of.json));
        if (spread > 0)
            printf("; varies by %.1f %% at equal parameters", 100 * spread);
        putchar('\n');
        free(text);
    }
}

static void print_kinds(struct bsim_jval kinds) {
    for (size_t i = 0; i < bsim_jval_size(kinds); i++) {
        const char *name;
        struct bsim_jval kind = bsim_jval_member(kinds, i, &name), speed = bsim_jval_get(kind, "speed");
        char *text = bsim_models_formula_text(kind);
        printf("  %-12s%s: ", i ? "" : "by kind", name);
        if (bsim_jval_present(speed))
            printf("%.10g times the speed\n",
                   json_is_string(speed.json) ? atof(json_string_value(speed.json)) : json_number_value(speed.json));
        else
            printf("%s\n", text);
        free(text);
    }
}

/* "8*n^2 bytes in 1 calls; 40 % of the time" */
static void print_io(struct bsim_jval io) {
    static const char *const keys[] = {"bytes", "calls"};
    struct bsim_jval share = bsim_jval_get(io, "share");
    for (int i = 0; i < 2; i++) {
        struct bsim_jval v = bsim_jval_get(io, keys[i]);
        printf(i ? " in " : "  %-12s", "files");
        if (json_is_string(v.json))
            printf("%s %s", json_string_value(v.json), keys[i]);
        else
            printf("%.10g %s", json_number_value(v.json), keys[i]);
    }
    if (bsim_jval_present(share))
        printf("; %.1f %% of the time\n", 100 * json_number_value(share.json));
    else
        printf("; their part of the time is not told\n");
}

/* "2.5 times as long as later executions", "7e-05 s longer than later executions", or the formula. */
static void print_first(struct bsim_jval first) {
    if (!bsim_jval_present(first))
        return;
    char *text = bsim_models_formula_text(first);
    printf("  %-12s%s%s", "first", text,
           bsim_jval_present(bsim_jval_get(first, "factor"))  ? " times as long as later executions"
           : bsim_jval_present(bsim_jval_get(first, "extra")) ? " s longer than later executions"
                                                              : "");
    if (json_integer_value(bsim_jval_get(first, "executions").json) > 1)
        printf(", for %lld executions", (long long)json_integer_value(bsim_jval_get(first, "executions").json));
    if (json_number_value(bsim_jval_get(first, "from_s").json) > 0)
        printf(", where later ones take %.3g s or more", json_number_value(bsim_jval_get(first, "from_s").json));
    if (json_integer_value(bsim_jval_get(first, "from_ranks").json) > 1)
        printf(", from %lld ranks on", (long long)json_integer_value(bsim_jval_get(first, "from_ranks").json));
    putchar('\n');
    free(text);
}

/* "height - first only says where the work is, in waves of 148" */
static void print_where(struct bsim_jval where, struct bsim_jval params) {
    for (size_t i = 0; i < bsim_jval_size(where); i++) {
        const char *alias;
        double period = json_number_value(bsim_jval_member(where, i, &alias).json);
        const char *param = json_string_value(bsim_jval_get(params, alias).json);
        printf("  %-12s%s only says where the work is, ", i ? "" : "where", param ? param : alias);
        if (period > 0)
            printf("in waves of %.6g\n", period);
        else
            printf("and each value draws its own part of \"uneven\"\n");
    }
}

static void print_one(const char *name, struct bsim_jval model, const char *value) {
    static const char *const heads[COLUMNS] = {NULL, "what", "error", "range", "parameters", NULL};
    struct row row = row_of(name, model);
    struct bsim_jval fit = bsim_jval_get(model, "fit"), noise = bsim_jval_get(model, "noise");
    struct bsim_jval uneven = bsim_jval_get(model, "uneven");
    struct bsim_jval note = bsim_jval_get(fit, "note"), comment = bsim_jval_get(model, "comment");
    struct bsim_jval samples = bsim_jval_get(fit, "samples"), pieces = bsim_jval_get(model, "pieces");
    printf("%s\n", row.cell[0]);
    for (int c = 1; c < COLUMNS - 1; c++)
        printf("  %-12s%s\n", heads[c], row.cell[c]);
    size_t n = bsim_jval_present(pieces) ? bsim_jval_size(pieces) : 1;
    for (size_t i = 0; i < n; i++) {
        struct bsim_jval p = bsim_jval_present(pieces) ? bsim_jval_at(pieces, i) : model;
        char *text = bsim_models_formula_text(p);
        printf("  %-12s%s\n", i ? "" : value, text);
        free(text);
    }
    struct bsim_jval cache = bsim_jval_get(model, "cache");
    if (bsim_jval_present(cache)) {
        const char *of = json_string_value(bsim_jval_get(cache, "of").json);
        bool edge = !bsim_jval_present(bsim_jval_get(cache, "power"));
        printf("  %-12sholds %s%.6g of %s; %.3g %% longer without it\n", "cache", edge ? "" : "half of ",
               json_number_value(bsim_jval_get(cache, "size").json), of ? of : "a number",
               100 * json_number_value(bsim_jval_get(cache, "slower").json));
    }
    print_kinds(bsim_jval_get(model, "by_kind"));
    if (bsim_jval_present(bsim_jval_get(model, "io")))
        print_io(bsim_jval_get(model, "io"));
    print_first(bsim_jval_get(model, "first"));
    print_counts(bsim_jval_get(model, "counts"));
    if (json_is_integer(samples.json))
        printf("  %-12s%lld\n", "samples", (long long)json_integer_value(samples.json));
    if (bsim_jval_present(uneven)) {
        char *text = bsim_models_distribution_text(uneven);
        printf("  %-12s%s\n", "uneven", text);
        free(text);
    }
    if (bsim_jval_present(bsim_jval_get(model, "where")))
        print_where(bsim_jval_get(model, "where"), bsim_jval_get(model, "params"));
    if (bsim_jval_present(noise)) {
        char *text = bsim_models_noise_text(noise);
        printf("  %-12s%s\n", "noise", text);
        free(text);
    }
    if (json_is_string(note.json))
        printf("  %-12s%s\n", "note", json_string_value(note.json));
    if (json_is_string(comment.json))
        printf("  %-12s%s\n", "comment", json_string_value(comment.json));
    for (int c = 0; c < COLUMNS; c++)
        free(row.cell[c]);
}

/* Prints the model that is called name; an error if there is none. */
static void print_named(struct bsim_jval root, const struct bsim_program *p, const char *name) {
    struct bsim_jval blocks = bsim_jval_get(root, "blocks"), learned = bsim_jval_get(root, "learned");
    if (bsim_jval_present(bsim_jval_get(blocks, name))) {
        print_one(name, bsim_jval_get(blocks, name), "seconds");
    } else if (bsim_jval_present(learned) && bsim_jval_present(bsim_jval_get(learned, name))) {
        print_one(name, bsim_jval_get(learned, name), "value");
    } else {
        const char **names = bsim_alloc(((size_t)p->nblock + (size_t)p->nhint + 1) * sizeof *names);
        for (int i = 0; i < p->nblock; i++)
            names[i] = p->block[i].name;
        for (int i = 0; i < p->nhint; i++)
            names[p->nblock + i] = p->hint[i].name;
        const char *near = bsim_nearest(name, names);
        bsim_jval_error(blocks, "has no \"%s\"%s%s%s", name, near ? ", did you mean \"" : "", near ? near : "",
                        near ? "\"?" : "");
        bsim_free(names);
    }
}

int bsim_models_show(int argc, char **argv) {
    struct bsim_error err = {0};
    struct bsim_program program = {0};
    struct bsim_models_file file = {0};
    char unused;
    int first = bsim_options_read(argc, argv, BSIM_OPERANDS_MIXED, &table, &unused, &err);
    if (first == -2)
        return BSIM_EXIT_OK;
    char **operand = argv + first;
    if (!err.set && (operand[0] == NULL || (operand[1] && operand[2])))
        bsim_error_set(&err, NULL, 0, NULL,
                       "a file of models, and at most one block, are wanted (bsim models show --help)");
    if (!err.set && bsim_models_file_open(&file, operand[0], &err) && bsim_program_add_models(&program, file.root) &&
        bsim_models_file_read(&file, operand[0], &program, &err)) {
        if (operand[1])
            print_named(file.root, &program, operand[1]);
        else
            print_table(file.root);
    }
    bsim_models_file_close(&file);
    bsim_program_free(&program);
    if (err.set)
        bsim_error_print(&err, stderr);
    return err.set ? BSIM_EXIT_USAGE : BSIM_EXIT_OK;
}
