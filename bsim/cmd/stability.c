/* stability.c - bsim stability: whether runs of a program under different conditions communicate alike. */
#include <inttypes.h>
#include <string.h>

#include "bsim/cmd/cmd.h"
#include "bsim/cmd/perturb.h"
#include "bsim/cmd/trace_distance.h"

static const struct argp table = {
    .options = (const struct argp_option[]){BSIM_OPTION_END},
    .parser = bsim_options_parse,
    .args_doc = "TRACE OTHER...",
    .doc = "Tells how far the calls of runs of a program differ: traces of runs on different machines, with delays, or "
           "with noise. Only the times of a program whose runs make equal calls can be told from one trace. bsim "
           "stability --perturb makes such runs itself (bsim stability --perturb --help).\v"
           "The exit code is 0 if all runs make equal calls, 1 if they differ."};

static bool compare_all(char **names, bool *differ, struct bsim_error *err) {
    struct bsim_trace first, other;
    int runs = 1, unlike = 0;
    if (!bsim_trace_open(&first, names[0], err))
        return false;
    for (char **name = names + 1; *name && !err->set; name++, runs++) {
        if (!bsim_trace_open(&other, *name, err))
            break;
        if (other.nrank != first.nrank) {
            bsim_error_set(err, *name, 0, NULL, "has %d ranks, %s has %d", other.nrank, names[0], first.nrank);
        } else {
            struct bsim_trace_distance d;
            bsim_trace_distance(&first, &other, &d);
            for (int i = 0; i < d.nrank && i < BSIM_DISTANCE_SHOWN; i++)
                printf("    rank %d: %s%" PRId64 " of %" PRId64 " calls\n", d.shown[i].rank,
                       d.shown[i].at_least ? "at least " : "", d.shown[i].apart, d.shown[i].calls);
            printf("  %s: distance %s%" PRId64 " of %" PRId64 " calls (%.3g %%), in %d of %d ranks\n", *name,
                   d.at_least ? "at least " : "", d.apart, d.calls,
                   d.calls ? 100 * (double)d.apart / (double)d.calls : 0, d.nrank, first.nrank);
            unlike += d.nrank > 0;
            bsim_trace_distance_free(&d);
        }
        bsim_trace_close(&other);
    }
    bsim_trace_close(&first);
    if (err->set)
        return false;
    if (unlike == 0)
        printf("stable in these %d runs: all make the calls of %s\n", runs, names[0]);
    else
        printf("unstable: %d of %d other runs make other calls than %s (bsim trace diff)\n", unlike, runs - 1,
               names[0]);
    *differ = unlike > 0;
    return true;
}

int bsim_cmd_stability(int argc, char **argv) {
    struct bsim_error err = {0};
    bool differ = false;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--perturb") == 0) {
            memmove(argv + i, argv + i + 1, (size_t)(argc - i) * sizeof *argv);
            return bsim_perturb_command(argc - 1, argv);
        }
    int none, first = bsim_options_read(argc, argv, BSIM_OPERANDS_MIXED, &table, &none, &err);
    if (first == -2)
        return BSIM_EXIT_OK;
    if (first >= 0 && (argv[first] == NULL || argv[first + 1] == NULL))
        bsim_error_set(&err, NULL, 0, NULL, "bsim stability takes at least two traces");
    if (!err.set)
        compare_all(argv + first, &differ, &err);
    if (err.set)
        bsim_error_print(&err, stderr);
    return err.set ? BSIM_EXIT_USAGE : differ ? 1 : BSIM_EXIT_OK;
}
