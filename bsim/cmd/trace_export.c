/* trace_export.c - bsim trace export: traces for other tools; the viewers' format is written here. */
#include "bsim/cmd/trace_export.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/output.h"
#include "bsim/cmd/cmd.h"
#include "bsim/cmd/trace.h"
#include "bsim/trace/trace.h"

/* ---- Perfetto ---- */

static void put_json_text(FILE *out, const char *text) {
    json_t *value = bsim_output_text(text);
    char *quoted = json_dumps(value, JSON_ENCODE_ANY);
    fputs(quoted ? quoted : "\"\"", out);
    free(quoted);
    json_decref(value);
}

/* Microseconds with three digits: nanoseconds, exactly. */
static void put_us(FILE *out, int64_t ns) {
    fprintf(out, "%" PRId64 ".%03d", ns / 1000, (int)(ns % 1000));
}

bool bsim_export_perfetto(const struct bsim_trace *t, const char *output, struct bsim_error *err) {
    struct bsim_output out;
    if (strcmp(t->clock, "none") == 0)
        return bsim_error_set(err, t->folder, 0, NULL, "has no times, so there is nothing to draw");
    if (!bsim_output_open(&out, output, err))
        return false;
    fputs("{\"displayTimeUnit\": \"ns\", \"traceEvents\": [\n{\"ph\": \"M\", \"pid\": 0, \"name\": \"process_name\", "
          "\"args\": {\"name\": ",
          out.file);
    put_json_text(out.file, t->program);
    fputs("}}", out.file);
    for (int r = 0; r < t->nrank; r++) {
        struct bsim_trace_cursor c;
        struct bsim_trace_event e;
        int64_t now_ns = 0;
        fprintf(out.file,
                ",\n{\"ph\": \"M\", \"pid\": 0, \"tid\": %d, \"name\": \"thread_name\", \"args\": {\"name\": \"rank "
                "%d\"}}",
                r, r);
        bsim_trace_cursor_start(&c, t, r);
        while (bsim_trace_next(&c, &e)) {
            now_ns += e.gap_ns;
            fprintf(out.file, ",\n{\"ph\": \"X\", \"pid\": 0, \"tid\": %d, \"ts\": ", r);
            put_us(out.file, now_ns);
            fputs(", \"dur\": ", out.file);
            put_us(out.file, e.inside_ns);
            fprintf(out.file, ", \"name\": \"MPI_%s\", \"args\": {\"site\": ", t->function[e.function]);
            put_json_text(out.file, t->site[e.site]);
            fputs("}}", out.file);
            now_ns += e.inside_ns;
        }
        bsim_trace_cursor_end(&c);
    }
    fputs("\n]}\n", out.file);
    return bsim_output_commit(&out, err);
}

/* ---- the command ---- */

struct export {
    const char *format, *output, *flops;
};
static const struct argp_option options[] = {
    {"to", BSIM_OPTION(struct export, format), "FORMAT", 0,
     "goal: schedules for LogGOPSim; otf2: the Open Trace Format 2, for Vampir and Scalasca; paraver: for Paraver; "
     "perfetto: trace events as JSON, for ui.perfetto.dev; pftrace: the same in Perfetto's binary format; ti: "
     "SimGrid's "
     "time-independent traces",
     1},
    BSIM_OPTION_SHOW("-o OUT",
                     "the file; of otf2 and ti the folder, which must not exist; of paraver OUT.prv, beside "
                     "which OUT.pcf and OUT.row are written",
                     2),
    BSIM_OPTION_NAME("o", BSIM_OPTION(struct export, output), "OUT"),
    BSIM_OPTION_ALIAS("output"),
    {"flops", BSIM_OPTION(struct export, flops), "N", 0,
     "ti: floating point operations in a second of calculation: the speed of SimGrid's hosts that calculate as fast "
     "as the trace's (1e9)",
     3},
    BSIM_OPTION_END};
static const struct argp table = {
    .options = options,
    .parser = bsim_options_parse,
    .args_doc = "TRACE --to FORMAT -o OUT",
    .doc =
        "Writes a trace in a format of other tools. What the format has no word for is an error that names the call."};

static bool write_format(const struct export *x, const struct bsim_trace *t, struct bsim_error *err) {
    static const struct {
        const char *name;
        bool (*write)(const struct bsim_trace *, const char *, struct bsim_error *);
    } formats[] = {{"goal", bsim_export_goal},
                   {"otf2", bsim_export_otf2},
                   {"paraver", bsim_export_paraver},
                   {"perfetto", bsim_export_perfetto},
                   {"pftrace", bsim_export_pftrace}};
    char *end = NULL;
    double flops = x->flops ? strtod(x->flops, &end) : 1e9;
    if (end && (*end || !(flops > 0 && flops < 1e30)))
        return bsim_error_set(err, NULL, 0, NULL, "--flops %s: must be a number above 0", x->flops);
    if (strcmp(x->format, "ti") == 0)
        return bsim_export_ti(t, x->output, flops, err);
    if (x->flops)
        return bsim_error_set(err, NULL, 0, NULL, "--flops is for --to ti");
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(x->format, formats[i].name) == 0)
            return formats[i].write(t, x->output, err);
    return bsim_error_set(err, NULL, 0, NULL, "--to %s: accepted are goal, otf2, paraver, perfetto, pftrace and ti",
                          x->format);
}

int bsim_trace_export_command(int argc, char **argv) {
    struct export x = {0};
    struct bsim_error err = {0};
    struct bsim_trace trace;
    char partial[256];
    int first = bsim_options_read(argc, argv, BSIM_OPERANDS_MIXED, &table, &x, &err);
    if (first == -2)
        return BSIM_EXIT_OK;
    if (first >= 0 && (argv[first] == NULL || argv[first + 1]))
        bsim_error_set(&err, NULL, 0, NULL, "bsim trace export takes one trace");
    else if (first >= 0 && (!x.format || !x.output))
        bsim_error_set(&err, NULL, 0, NULL, "bsim trace export needs --to FORMAT and -o OUT");
    if (!err.set && bsim_trace_open(&trace, argv[first], &err)) {
        for (int i = 0; i < trace.nnote; i++)
            fprintf(stderr, "bsim: warning: %s lacks what the program did: %s\n", argv[first], trace.note[i]);
        if (bsim_trace_tells_times(&trace, partial, sizeof partial))
            fprintf(stderr, "bsim: warning: %s: %s\n", argv[first], partial);
        write_format(&x, &trace, &err);
        bsim_trace_close(&trace);
    }
    if (err.set)
        bsim_error_print(&err, stderr);
    return err.set ? BSIM_EXIT_USAGE : BSIM_EXIT_OK;
}
