/* check_print.c - the findings of bsim check as text. */
#include <string.h>

#include "bsim/cmd/check.h"

static void print_finding(const json_t *finding, FILE *out) {
    json_int_t times = json_integer_value(json_object_get(finding, "times"));
    const char *when = json_string_value(json_object_get(finding, "when"));
    fprintf(out, "%s: %s: %s", json_boolean_value(json_object_get(finding, "note")) ? "note" : "error",
            json_string_value(json_object_get(finding, "category")),
            json_string_value(json_object_get(finding, "text")));
    if (times > 1)
        fprintf(out, " (%lld times)", (long long)times);
    if (when && *when)
        fprintf(out, " [%s]", when);
    fputc('\n', out);
    size_t i;
    json_t *place;
    json_array_foreach(json_object_get(finding, "places"), i, place) {
        fprintf(out, "    rank %lld: %s", (long long)json_integer_value(json_object_get(place, "rank")),
                json_string_value(json_object_get(place, "call")));
        const char *file = json_string_value(json_object_get(place, "file"));
        if (file)
            fprintf(out, ", %s:%lld", file, (long long)json_integer_value(json_object_get(place, "line")));
        fputc('\n', out);
    }
}

void bsim_check_print(const json_t *report, FILE *out) {
    const json_t *findings = json_object_get(report, "findings"), *counts = json_object_get(report, "by_category");
    size_t i;
    json_t *finding, *n;
    const char *name;
    json_array_foreach(findings, i, finding) print_finding(finding, out);
    json_int_t errors = json_integer_value(json_object_get(report, "errors"));
    fprintf(out, "bsim check: %lld error%s", (long long)errors, errors == 1 ? "" : "s");
    const char *between = ": ";
    json_object_foreach((json_t *)counts, name, n) {
        fprintf(out, "%s%lld %s", between, (long long)json_integer_value(n), name);
        between = ", ";
    }
    json_int_t runs = json_integer_value(json_object_get(report, "runs"));
    fprintf(out, "; %lld run%s of %lld ranks%s\n", (long long)runs, runs == 1 ? "" : "s",
            (long long)json_integer_value(json_object_get(report, "ranks")),
            json_boolean_value(json_object_get(report, "complete")) ? "" : "; not all matches of wildcards were tried");
}
