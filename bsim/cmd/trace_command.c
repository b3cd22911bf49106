/* trace_command.c - bsim trace: picks the subcommand. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "bsim/cmd/cmd.h"
#include "bsim/cmd/subcommand.h"
#include "bsim/cmd/trace.h"
#include "bsim/trace/trace.h"

static const struct argp info = {.parser = bsim_options_parse,
                                 .options = (const struct argp_option[]){BSIM_OPTION_END},
                                 .args_doc = "TRACE",
                                 .doc = "Prints what a trace holds: calls and bytes by function, calculation, and what "
                                        "the trace lacks."};

static int info_command(int argc, char **argv) {
    struct bsim_error err = {0};
    struct bsim_trace trace;
    int none, first = bsim_options_read(argc, argv, BSIM_OPERANDS_MIXED, &info, &none, &err);
    if (first == -2)
        return BSIM_EXIT_OK;
    if (first >= 0 && (argv[first] == NULL || argv[first + 1]))
        bsim_error_set(&err, NULL, 0, NULL, "bsim trace info takes one trace");
    if (!err.set && bsim_trace_open(&trace, argv[first], &err)) {
        bsim_trace_print(&trace, stdout);
        bsim_trace_close(&trace);
    }
    if (err.set)
        bsim_error_print(&err, stderr);
    return err.set ? BSIM_EXIT_USAGE : BSIM_EXIT_OK;
}

struct plot {
    const char *out;
};
static const struct argp plot = {
    .parser = bsim_options_parse,
    .options =
        (const struct argp_option[]){BSIM_OPTION_SHOW("-o DIR", "the folder; made if it is not there", 1),
                                     BSIM_OPTION_NAME("o", BSIM_OPTION(struct plot, out), "DIR"), BSIM_OPTION_END},
    .args_doc = "TRACE",
    .doc = "Draws a trace: DIR/timeline.svg, when ranks are in MPI calls, and DIR/matrix.svg, who sends how much to "
           "whom. Prints what bsim trace matrix does."};

/* The timeline first: of a trace without times there is none. */
static int draw_all(const char *folder, char *trace) {
    static const struct {
        const char *name;
        int (*draw)(int argc, char **argv);
    } pictures[] = {{"timeline", bsim_trace_timeline_command}, {"matrix", bsim_trace_matrix_command}};
    int code = BSIM_EXIT_OK;
    for (size_t i = 0; i < sizeof pictures / sizeof pictures[0] && code == BSIM_EXIT_OK; i++) {
        char path[PATH_MAX + 16], *argv[] = {(char[]){"picture"}, trace, (char[]){"-o"}, path, NULL};
        snprintf(path, sizeof path, "%s/%s.svg", folder, pictures[i].name);
        code = pictures[i].draw(4, argv);
    }
    return code;
}

static int plot_command(int argc, char **argv) {
    struct bsim_error err = {0};
    struct plot o = {0};
    int first = bsim_options_read(argc, argv, BSIM_OPERANDS_MIXED, &plot, &o, &err);
    if (first == -2)
        return BSIM_EXIT_OK;
    if (first >= 0 && (argv[first] == NULL || argv[first + 1]))
        bsim_error_set(&err, NULL, 0, NULL, "bsim trace plot takes one trace");
    else if (first >= 0 && o.out == NULL)
        bsim_error_set(&err, NULL, 0, NULL, "no -o DIR: the folder of the pictures");
    else if (first >= 0 && bsim_launch_is_trace(argv[first]) && mkdir(o.out, 0777) != 0 && errno != EEXIST)
        bsim_error_set(&err, o.out, 0, NULL, "cannot be made: %s", strerror(errno));
    if (err.set)
        bsim_error_print(&err, stderr);
    return err.set ? BSIM_EXIT_USAGE : draw_all(o.out, argv[first]);
}

static const struct bsim_subcommand commands[] = {
    {"info", "prints what a trace holds", info_command},
    {"diff", "where the calls of two traces differ first, and how many they are", bsim_trace_diff_command},
    {"export", "writes a trace in a format of other tools", bsim_trace_export_command},
    {"import", "makes a trace of another tool's files", bsim_trace_import_command},
    {"matrix", "who sends how much to whom: table, picture, CSV; sizes of messages", bsim_trace_matrix_command},
    {"plot", "draws the timeline and the matrix of a trace", plot_command},
    {"timeline", "a picture of when ranks are in MPI calls", bsim_trace_timeline_command},
    {"transform", "what a trace becomes on another machine, by Mendes' formulas", bsim_trace_transform_command},
};

int bsim_cmd_trace(int argc, char **argv) {
    return bsim_subcommand_run("trace", commands, sizeof commands / sizeof commands[0], argc, argv);
}
