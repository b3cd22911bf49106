/* kernel_list.c - the kernels that the measuring program has, and those of them that are to be measured. */
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/bench/kernels.h"

enum { FIELDS = 7 };

/* Splits a line at its tabs; the number of fields. */
static int split(char *line, char **field) {
    int n = 0;
    line[strcspn(line, "\r\n")] = '\0';
    for (char *p = line; p && n < FIELDS; n++) {
        field[n] = p;
        if ((p = strchr(p, '\t')) != NULL)
            *p++ = '\0';
    }
    return n;
}

/* "m=64:1500,n=64:1500" */
static bool read_ranges(struct bench_space *space, char *text, struct bsim_error *err) {
    char *rest;
    for (char *one = strtok_r(text, ",", &rest); one; one = strtok_r(NULL, ",", &rest))
        if (!bsim_bench_range(space, one, err))
            return false;
    space->nranks = 1;
    space->ranks[0] = 1;
    return space->naxis > 0;
}

static bool wanted(const struct kernels_plan *p, const char *name) {
    bool all = p->name == NULL || p->name[0] == NULL, found = false;
    for (char **n = p->name; n && *n; n++)
        found = found || strcmp(*n, name) == 0;
    return all || found;
}

/* A name that also stands for another block is as good. */
static bool wanted_also(const struct kernels_plan *p, const char *also) {
    char *copy = bsim_strdup(also), *rest;
    bool found = false;
    for (char *one = strtok_r(copy, " ", &rest); one && p->name && p->name[0]; one = strtok_r(NULL, " ", &rest))
        found = found || wanted(p, one);
    bsim_free(copy);
    return found;
}

static void take_ranges(struct bench_space *space, const struct bench_space *given) {
    for (int i = 0; i < space->naxis; i++)
        for (int j = 0; j < given->naxis; j++)
            if (strcmp(space->axis[i].name, given->axis[j].name) == 0)
                space->axis[i] = given->axis[j];
}

static void add(struct bench_kernel **list, int *n, const struct bench_kernel *one) {
    *list = bsim_realloc(*list, ((size_t)*n + 1) * sizeof **list);
    (*list)[(*n)++] = *one;
}

static bool any_has_axis(const struct bench_kernels *b, const char *name) {
    for (int i = 0; i < b->n + b->nmissing; i++) {
        const struct bench_space *s = i < b->n ? &b->kernel[i].space : &b->missing[i - b->n].space;
        for (int k = 0; k < s->naxis; k++)
            if (strcmp(s->axis[k].name, name) == 0)
                return true;
    }
    return false;
}

static bool names_kernel(const struct bench_kernel *k, const char *name) {
    char *copy = bsim_strdup(k->also), *rest;
    bool found = strcmp(k->name, name) == 0;
    for (char *one = strtok_r(copy, " ", &rest); one; one = strtok_r(NULL, " ", &rest))
        found = found || strcmp(one, name) == 0;
    bsim_free(copy);
    return found;
}

/* Each name and range that was given must have an effect. known: the names of all kernels. */
static bool check(const struct bench_kernels *b, const char *known, struct bsim_error *err) {
    const struct kernels_plan *p = b->plan;
    for (char **name = p->name; name && *name; name++) {
        bool found = false;
        for (int i = 0; i < b->n; i++)
            found = found || names_kernel(&b->kernel[i], *name);
        for (int i = 0; i < b->nmissing; i++)
            if (names_kernel(&b->missing[i], *name))
                return bsim_error_set(err, NULL, 0, NULL, "%s cannot be measured: %s", *name, b->missing[i].missing);
        if (!found)
            return bsim_error_set(err, NULL, 0, NULL, "there is no kernel \"%s\"; there are:%s", *name, known);
    }
    for (int i = 0; i < p->range.naxis; i++) {
        const struct bench_axis *a = &p->range.axis[i];
        if (!any_has_axis(b, a->name))
            return bsim_error_set(err, NULL, 0, NULL, "--range: no kernel that is measured has a parameter \"%s\"",
                                  a->name);
        if (!a->integer || a->low < 1 || a->high > 1e9)
            return bsim_error_set(err, NULL, 0, NULL, "--range: %s: sizes of kernels are whole numbers from 1 to 1e9",
                                  a->name);
    }
    return true;
}

static void free_one(struct bench_kernel *k) {
    bsim_free(k->name);
    bsim_free(k->also);
    bsim_free(k->label);
    bsim_free(k->library);
    bsim_free(k->missing);
    bsim_free(k->size);
    if (k->block)
        bsim_fit_model_free(&k->model);
}

bool bsim_kernels_list(struct bench_kernels *b, FILE *list, struct bsim_error *err) {
    char line[2048], known[4096] = "";
    while (fgets(line, sizeof line, list)) {
        char *f[FIELDS];
        struct bench_kernel k = {0};
        if (split(line, f) != FIELDS || !read_ranges(&k.space, f[2], err))
            return bsim_error_set(err, b->plan->program, 0, NULL,
                                  "gives no list of kernels; is it of another version?");
        size_t at = strlen(known);
        snprintf(known + at, sizeof known - at, " %s", f[0]);
        if (!wanted(b->plan, f[0]) && !wanted_also(b->plan, f[1]))
            continue;
        k.name = bsim_strdup(f[0]);
        k.also = bsim_strdup(f[1]);
        k.smooth = strcmp(f[3], "smooth") == 0;
        k.label = bsim_strdup(f[4]);
        take_ranges(&k.space, &b->plan->range);
        bool ok = strcmp(f[5], "ok") == 0;
        *(ok ? &k.library : &k.missing) = bsim_strdup(f[6]);
        if (ok)
            add(&b->kernel, &b->n, &k);
        else
            add(&b->missing, &b->nmissing, &k);
    }
    if (b->n == 0 && b->nmissing == 0 && known[0] == '\0')
        return bsim_error_set(err, b->plan->program, 0, NULL, "gives no list of kernels; is it of another version?");
    return check(b, known, err);
}

void bsim_kernels_free(struct bench_kernels *b) {
    for (int i = 0; i < b->n; i++)
        free_one(&b->kernel[i]);
    for (int i = 0; i < b->nmissing; i++)
        free_one(&b->missing[i]);
    bsim_free(b->kernel);
    bsim_free(b->missing);
    bsim_fit_data_free(&b->fit);
}
