/* findings.c - the findings of a run, and the file in which bsim check reads them. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <jansson.h>

#include "bsim/base/alloc.h"
#include "bsim/base/output.h"
#include "lmpi/check/check.h"

static const char *const category_names[CHECK_CATEGORIES] = {
    [CHECK_INVALID_PARAMETER] = "invalid-parameter",   [CHECK_RESOURCE_LEAK] = "resource-leak",
    [CHECK_REQUEST_LIFECYCLE] = "request-lifecycle",   [CHECK_LOCAL_CONCURRENCY] = "local-concurrency",
    [CHECK_PARAMETER_MATCHING] = "parameter-matching", [CHECK_MESSAGE_RACE] = "message-race",
    [CHECK_CALL_ORDERING] = "call-ordering",           [CHECK_EPOCH_LIFECYCLE] = "epoch-lifecycle",
    [CHECK_GLOBAL_CONCURRENCY] = "global-concurrency", [CHECK_CRASH] = "crash",
};

typedef struct finding {
    enum check_category category;
    const char *error;
    char text[1024];
    int nplaces;
    check_place places[CHECK_PLACES];
    uint64_t times;
} finding;

/* The first findings are written at once, too, since what they tell of may damage the memory of the runtime. For the
 * same reason they are not in the heap, and a guard is before them: what is written at the end would tell of damage. */
enum { MOST_FINDINGS = 1000, MOST_DECISIONS = 4096, WRITTEN_AT_ONCE = 32, GUARD = 64 << 10 };
static finding *findings;
static int nfindings;
static uint64_t left_out;
static const char *crash_place = "";
static int decisions[MOST_DECISIONS], ndecisions;

static bool is_same(const finding *f, const char *error, int n, const check_place *places) {
    if (strcmp(f->error, error) != 0 || f->nplaces != n)
        return false;
    for (int i = 0; i < n; i++)
        if (f->places[i].site != places[i].site || strcmp(f->places[i].call, places[i].call) != 0)
            return false;
    return true;
}

void lmpi_check_found(enum check_category category, const char *error, int nplaces, const check_place *places,
                      const char *format, ...) {
    va_list list;
    if (nplaces > CHECK_PLACES)
        nplaces = CHECK_PLACES;
    for (int i = 0; i < nfindings; i++)
        if (is_same(&findings[i], error, nplaces, places)) {
            findings[i].times++;
            return;
        }
    if (nfindings == MOST_FINDINGS) {
        left_out++;
        return;
    }
    if (!findings) {
        char *guard = bsim_reserve(GUARD + MOST_FINDINGS * sizeof *findings);
        mprotect(guard, GUARD, PROT_NONE);
        findings = (finding *)(guard + GUARD);
    }
    finding *f = &findings[nfindings++];
    *f = (finding){.category = category, .error = error, .nplaces = nplaces, .times = 1};
    va_start(list, format);
    vsnprintf(f->text, sizeof f->text, format, list);
    va_end(list);
    memcpy(f->places, places, (size_t)nplaces * sizeof *places);
    if (nfindings <= WRITTEN_AT_ONCE && category != CHECK_CRASH)
        lmpi_check_write();
}

static bool is_there(const check_place *a, const check_place *b) {
    return a->rank == b->rank && a->site == b->site && strcmp(a->call, b->call) == 0;
}

bool lmpi_check_has_told(const check_place places[2]) {
    for (int i = 0; i < nfindings; i++) {
        const check_place *p = findings[i].places;
        if (findings[i].nplaces == 2 && ((is_there(&p[0], &places[0]) && is_there(&p[1], &places[1])) ||
                                         (is_there(&p[0], &places[1]) && is_there(&p[1], &places[0]))))
            return true;
    }
    return false;
}

void lmpi_check_crashed_at(const char *place) {
    crash_place = place;
}

void lmpi_check_decided(int alternatives) {
    if (ndecisions < MOST_DECISIONS)
        decisions[ndecisions++] = alternatives;
}

/* other: where it is, if it has no site. */
static json_t *place_json(const check_place *place, const char *other) {
    json_t *json = json_pack("{s:i, s:s}", "rank", place->rank, "call", place->call);
    const char *name = place->site ? bsim_site_name(place->site) : other;
    const char *colon = strrchr(name, ':');
    if (!colon)
        return json;
    json_object_set_new(json, "file", json_stringn(name, (size_t)(colon - name)));
    json_object_set_new(json, "line", json_integer(atoi(colon + 1)));
    return json;
}

static json_t *finding_json(const finding *f) {
    json_t *places = json_array();
    for (int i = 0; i < f->nplaces; i++)
        json_array_append_new(places, place_json(&f->places[i], f->category == CHECK_CRASH ? crash_place : ""));
    return json_pack("{s:s, s:s, s:o, s:I, s:o}", "category", category_names[f->category], "error", f->error, "text",
                     bsim_output_text(f->text), "times", (json_int_t)f->times, "places", places);
}

static void write_all(void *unused) {
    (void)unused;
    const char *path = getenv("BSIM_CHECK");
    struct bsim_error err = {0};
    json_t *list = json_array(), *numbers = json_array();
    for (int i = 0; i < nfindings; i++)
        json_array_append_new(list, finding_json(&findings[i]));
    for (int i = 0; i < ndecisions; i++)
        json_array_append_new(numbers, json_integer(decisions[i]));
    json_t *all =
        json_pack("{s:o, s:I, s:o, s:b, s:b}", "findings", list, "left_out", (json_int_t)left_out, "decisions", numbers,
                  "asked_time", lmpi_check_asked_time, "in_any_order", lmpi_check_in_any_order);
    if (!bsim_output_json(path, all, &err))
        bsim_error_print(&err, stderr);
    json_decref(all);
}

void lmpi_check_write(void) {
    bsim_on_host_stack(write_all, NULL);
}
