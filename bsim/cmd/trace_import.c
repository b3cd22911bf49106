/* trace_import.c - bsim trace import: traces of other tools' files. */
#include "bsim/cmd/trace_import.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/cmd/cmd.h"
#include "bsim/cmd/trace.h"

/* ---- functions ---- */

#define ENTRY(ret, name, params, args, roles) {#name, roles},
#define MPI_CALL_ENV ENTRY
#define MPI_CALL_P2P_SEND ENTRY
#define MPI_CALL_P2P_RECV ENTRY
#define MPI_CALL_P2P_SENDRECV ENTRY
#define MPI_CALL_P2P_INIT ENTRY
#define MPI_CALL_P2P_START ENTRY
#define MPI_CALL_PROBE ENTRY
#define MPI_CALL_COMPLETE ENTRY
#define MPI_CALL_COLL ENTRY
#define MPI_CALL_ICOLL ENTRY
#define MPI_CALL_COMM ENTRY
static const char *const functions[][2] = {
#include "lmpi/mpi_calls.def"
    {"Comm_free", "X"}};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

void bsim_import_functions(struct bsim_trace_head *head) {
    static char *name[FUNCTIONS], *roles[FUNCTIONS];
    for (int i = 0; i < FUNCTIONS; i++) {
        name[i] = (char *)functions[i][0];
        roles[i] = (char *)functions[i][1];
    }
    head->nfunction = FUNCTIONS;
    head->function = name;
    head->roles = roles;
}

int bsim_import_function(const struct bsim_trace_head *head, const char *name) {
    for (int i = 0; i < head->nfunction; i++)
        if (strcmp(head->function[i], name) == 0)
            return i;
    return -1;
}

/* ---- requests ---- */

void bsim_import_arg(struct bsim_import_args *a, int64_t value) {
    if (a->n == a->room) {
        a->room = a->room ? 2 * a->room : 16;
        a->value = bsim_realloc(a->value, (size_t)a->room * sizeof *a->value);
    }
    a->value[a->n++] = value;
}

void bsim_import_args(struct bsim_import_args *a, int n, const int64_t *values) {
    a->n = 0;
    for (int i = 0; i < n; i++)
        bsim_import_arg(a, values[i]);
}

int bsim_import_begin(struct bsim_import_requests *r, const int64_t key[3]) {
    int number = 0;
    while (r->nactive < r->n && r->request[number].is_active)
        number++;
    if (r->nactive == r->n) {
        number = r->n++;
        r->request = bsim_realloc(r->request, (size_t)r->n * sizeof *r->request);
    }
    r->request[number] = (struct bsim_import_request){true, {key[0], key[1], key[2]}, r->begun++};
    r->nactive++;
    return number;
}

int bsim_import_end(struct bsim_import_requests *r, const int64_t key[3]) {
    int first = -1;
    for (int i = 0; i < r->n; i++)
        if (r->request[i].is_active && memcmp(r->request[i].key, key, 3 * sizeof *key) == 0 &&
            (first < 0 || r->request[i].order < r->request[first].order))
            first = i;
    if (first >= 0) {
        r->request[first].is_active = false;
        r->nactive--;
    }
    return first;
}

/* ---- the command ---- */

struct import {
    const char *format, *output, *flops;
};
static const struct argp_option options[] = {
    {"from", BSIM_OPTION(struct import, format), "FORMAT", 0,
     "otf2: an anchor file of the Open Trace Format 2; ti: SimGrid's time-independent traces, a folder or a list of "
     "files",
     1},
    BSIM_OPTION_SHOW("-o TRACE", "the trace, a folder", 2),
    BSIM_OPTION_NAME("o", BSIM_OPTION(struct import, output), "TRACE"),
    BSIM_OPTION_ALIAS("output"),
    {"flops-per-second", BSIM_OPTION(struct import, flops), "N", 0,
     "ti: floating point operations in a second of calculation", 3},
    BSIM_OPTION_END};
static const struct argp table = {
    .options = options,
    .parser = bsim_options_parse,
    .args_doc = "INPUT --from FORMAT -o TRACE",
    .doc = "Makes a trace of another tool's files. What a trace has no word for is an error that names the place."};

static void read_format(const struct import *x, const char *input, char *const *argv, struct bsim_error *err) {
    char *end = NULL;
    double flops = x->flops ? strtod(x->flops, &end) : 0;
    bool is_ti = strcmp(x->format, "ti") == 0;
    if (end && (*end || !(flops > 0 && flops < 1e30)))
        bsim_error_set(err, NULL, 0, NULL, "--flops-per-second %s: must be a number above 0", x->flops);
    else if (x->flops && !is_ti)
        bsim_error_set(err, NULL, 0, NULL, "--flops-per-second is for --from ti: %s has times", x->format);
    else if (!bsim_record_may_write(x->output, err))
        return;
    else if (is_ti)
        bsim_import_ti(input, x->output, flops, argv, err);
    else if (strcmp(x->format, "otf2") == 0)
        bsim_import_otf2(input, x->output, argv, err);
    else
        bsim_error_set(err, NULL, 0, NULL, "--from %s: accepted are otf2 and ti", x->format);
}

int bsim_trace_import_command(int argc, char **argv) {
    struct import x = {0};
    struct bsim_error err = {0};
    int first = bsim_options_read(argc, argv, BSIM_OPERANDS_MIXED, &table, &x, &err);
    if (first == -2)
        return BSIM_EXIT_OK;
    if (first >= 0 && (argv[first] == NULL || argv[first + 1]))
        bsim_error_set(&err, NULL, 0, NULL, "bsim trace import takes one file or folder");
    else if (first >= 0 && (!x.format || !x.output))
        bsim_error_set(&err, NULL, 0, NULL, "bsim trace import needs --from FORMAT and -o TRACE");
    if (!err.set)
        read_format(&x, argv[first],
                    (char *const[]){"bsim", "trace", "import", "--from", (char *)x.format, argv[first], NULL}, &err);
    if (err.set)
        bsim_error_print(&err, stderr);
    return err.set ? BSIM_EXIT_USAGE : BSIM_EXIT_OK;
}
