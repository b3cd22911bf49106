/* bench_case.c - bsim bench CASE: has the case built, and takes from it the options that were not given. */
#include <stdlib.h>
#include <string.h>
#include <jansson.h>

#include "bsim/base/alloc.h"
#include "bsim/cmd/bench.h"
#include "bsim/cmd/case.h"

/* models.json -> models.build */
static char *work_folder(const struct bench_options *o) {
    size_t len = strlen(o->output);
    char *path = bsim_alloc(len + 16);
    if (len > 5 && strcmp(o->output + len - 5, ".json") == 0)
        len -= 5;
    sprintf(path, "%.*s.build", (int)len, o->output);
    return path;
}

/* Whether the list has an item "NAME=...". */
static bool given(const struct bsim_option_list *list, const char *name) {
    size_t len = strlen(name);
    for (int i = 0; i < list->count; i++)
        if (strncmp(list->item[i], name, len) == 0 && list->item[i][len] == '=')
            return true;
    return false;
}

static bool add(struct bsim_option_list *list, const char *name, const char *value, struct bsim_error *err) {
    size_t size = strlen(name) + strlen(value) + 2;
    char *text = bsim_alloc(size);
    snprintf(text, size, "%s=%s", name, value);
    if (list->count == BSIM_LIST_MAX)
        return bsim_error_set(err, NULL, 0, NULL, "the case has more than %d sizes, values or files", BSIM_LIST_MAX);
    list->item[list->count++] = text;
    return true;
}

/* Adds the ranges or values of the case, except those for whose name the command line has either. */
static void add_values(struct bench_options *o, const json_t *from, struct bsim_option_list *to,
                       struct bsim_error *err) {
    const struct bsim_option_list range = o->range, set = o->set;
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)from, name, value) {
        if (!given(&range, name) && !given(&set, name))
            add(to, name, json_string_value(value), err);
    }
}

/* "nx=8192,np=1024" */
static const char *predict_text(const json_t *values) {
    size_t size = 1;
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)values, name, value) size += strlen(name) + json_string_length(value) + 2;
    char *text = bsim_alloc(size);
    size_t at = 0;
    json_object_foreach((json_t *)values, name, value) at +=
        (size_t)snprintf(text + at, size - at, "%s%s=%s", at ? "," : "", name, json_string_value(value));
    return text;
}

static void add_files(struct bench_options *o, const json_t *files, struct bsim_error *err) {
    size_t i;
    json_t *file;
    json_array_foreach(files, i, file) {
        const char *name = json_string_value(json_array_get(file, 0));
        if (!given(&o->file, name))
            add(&o->file, name, json_string_value(json_array_get(file, 1)), err);
    }
}

/* Uses the plan, whose texts stay in the options. */
static void use(struct bench_options *o, json_t *plan, char ***argument, int *exit_code, struct bsim_error *err) {
    const json_t *predict = json_object_get(plan, "predict"), *words = json_object_get(plan, "arguments");
    const char *name;
    size_t i;
    json_t *value;
    const struct bsim_option_list range = o->range;
    struct bsim_option_list set = o->set;
    o->instrumented = json_string_value(json_object_get(plan, "instrumented"));
    if (predict || o->predict)
        o->skeleton = json_string_value(json_object_get(plan, "skeleton"));
    if (o->predict == NULL && predict)
        o->predict = predict_text(predict);
    add_values(o, json_object_get(plan, "set"), &set, err);
    add_values(o, json_object_get(plan, "range"), &o->range, err);
    o->set = set;
    if (o->range.count == 0 && range.count == 0)
        bsim_error_set(err, NULL, 0, NULL,
                       "the case gives no sizes to choose from: its \"benchmark\" runs are alike. Give it several, or "
                       "\"bench\" with \"range\"");
    if (o->ranks == NULL)
        o->ranks = json_string_value(json_object_get(plan, "ranks"));
    add_files(o, json_object_get(plan, "files"), err);
    *argument = bsim_alloc((json_array_size(words) + 1) * sizeof **argument);
    json_array_foreach(words, i, value)(*argument)[i] = (char *)json_string_value(value);
    *exit_code = (int)json_integer_value(json_object_get(plan, "exit_code"));
    json_object_foreach(json_object_get(plan, "env"), name, value) setenv(name, json_string_value(value), 1);
}

int bsim_bench_case(struct bench_options *o, const char *name, char ***argument, int *exit_code,
                    struct bsim_error *err) {
    char *work = work_folder(o);
    json_t *plan = NULL;
    int code = bsim_case_build(name, work, (const char *const[]){NULL}, &plan, err);
    if (plan)
        use(o, plan, argument, exit_code, err);
    bsim_free(work);
    return err->set ? BSIM_EXIT_USAGE : code;
}
