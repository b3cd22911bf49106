/* fit_runs.c - the measured runs as a whole: which files of samples belong to one, and what they tell of it. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/output.h"
#include "bsim/fit/fit.h"

/* The length of a path without the ending .rankR. */
static size_t without_rank(const char *path) {
    const char *end = NULL;
    for (const char *next = strstr(path, ".rank"); next; next = strstr(next + 1, ".rank"))
        end = next;
    return end ? (size_t)(end - path) : strlen(path);
}

struct fit_run *bsim_fit_data_run(struct fit_data *data, const char *path) {
    size_t len = without_rank(path);
    for (int i = data->nrun - 1; i >= 0; i--) /* files of a run follow each other */
        if (strncmp(data->run[i].name, path, len) == 0 && data->run[i].name[len] == '\0')
            return &data->run[i];
    if (data->nrun == data->run_room) {
        data->run_room = data->run_room ? 2 * data->run_room : 16;
        data->run = bsim_realloc(data->run, (size_t)data->run_room * sizeof *data->run);
    }
    struct fit_run *run = &data->run[data->nrun++];
    *run = (struct fit_run){.name = bsim_alloc(len + 1)};
    memcpy(run->name, path, len);
    return run;
}

void bsim_fit_data_rank(struct fit_data *data, const char *path, int rank, int size) {
    char end[24];
    snprintf(end, sizeof end, ".rank%d", rank);
    if (strcmp(path + without_rank(path), end) != 0) /* nothing tells how the files of the other ranks are named */
        return;
    struct fit_run *run = bsim_fit_data_run(data, path);
    if (run->seen == NULL) {
        run->size = size;
        run->seen = bsim_alloc((size_t)size * sizeof *run->seen);
    }
    if (rank < run->size)
        run->seen[rank] = true;
}

json_t *bsim_fit_processors_json(const struct fit_data *data) {
    double most = 1;
    for (int i = 0; i < data->nrun; i++)
        if (data->run[i].ran_s > 0 && data->run[i].threads_s >= FIT_THREADS_S)
            most = fmax(most, 1 + data->run[i].threads_s / data->run[i].ran_s);
    return most < FIT_THREADS ? NULL : json_real(rint(100 * most) / 100);
}

void bsim_fit_arguments_free(char **argument, int n) {
    for (int i = 0; argument && i < n; i++)
        bsim_free(argument[i]);
    bsim_free(argument);
}

/* Keeps the words that the run has, too. False: they are others in number, or not told. */
static bool keep_common(char ***argument, int *n, const char *call) {
    json_t *root = call ? json_loads(call, 0, NULL) : NULL, *args = json_object_get(root, "args"), *word;
    size_t i;
    bool ok = json_is_array(args) && (*argument == NULL || json_array_size(args) == (size_t)*n), first = !*argument;
    if (ok && first) {
        *n = (int)json_array_size(args);
        *argument = bsim_alloc(((size_t)*n + 1) * sizeof **argument);
    }
    json_array_foreach(ok ? args : NULL, i, word) {
        const char *text = json_is_string(word) ? json_string_value(word) : NULL;
        char **of = &(*argument)[i];
        if (first)
            *of = text ? bsim_strdup(text) : NULL;
        else if (*of && (text == NULL || strcmp(*of, text) != 0)) {
            bsim_free(*of);
            *of = NULL;
        }
    }
    json_decref(root);
    return ok;
}

char **bsim_fit_arguments(const struct fit_data *data, int *n) {
    char **argument = NULL;
    *n = 0;
    for (int i = 0; i < data->nrun; i++)
        if (!data->run[i].untimed && !keep_common(&argument, n, data->run[i].call)) {
            bsim_fit_arguments_free(argument, *n);
            return NULL;
        }
    return argument;
}

json_t *bsim_fit_arguments_json(const struct fit_data *data) {
    int n;
    char **argument = bsim_fit_arguments(data, &n);
    json_t *list = argument ? json_array() : NULL;
    for (int i = 0; argument && i < n; i++)
        json_array_append_new(list, argument[i] ? bsim_output_text(argument[i]) : json_null());
    bsim_fit_arguments_free(argument, n);
    return list;
}

void bsim_fit_runs_free(struct fit_data *data) {
    for (int i = 0; i < data->nrun; i++) {
        bsim_free(data->run[i].name);
        bsim_free(data->run[i].call);
        bsim_free(data->run[i].seen);
    }
    bsim_free(data->run);
}
