/* plan.c - see plan.h. */
#include "bsim/bench/plan.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bsim/base/alloc.h"
#include "bsim/base/spawn.h"
#include "bsim/bench/process.h"

/* Names that every template may use. */
static const char *const own_names[] = {"ranks", "np", "here", NULL};

char *bsim_bench_executable(const char *option, const char *path, struct bsim_error *err) {
    char exe[4096], full[4096];
    struct stat st;
    bool folder = stat(path, &st) == 0 && S_ISDIR(st.st_mode);
    snprintf(exe, sizeof exe, folder ? "%s/skeleton" : "%s", path);
    if (folder && access(exe, F_OK) != 0) {
        bsim_error_set(err, NULL, 0, NULL, "%s: %s holds no executable \"skeleton\"; build it first: make -C %s",
                       option, path, path);
        return NULL;
    }
    if (realpath(exe, full) == NULL || access(full, X_OK) != 0) {
        bsim_error_set(err, NULL, 0, NULL, "%s: %s is no executable: %s", option, path, strerror(errno));
        return NULL;
    }
    return bsim_strdup(full);
}

void bsim_bench_beside(const char *exe, const char *name, char *path, size_t size) {
    snprintf(path, size, "%.*s/%s", (int)(strrchr(exe, '/') - exe), exe, name);
}

char *bsim_bench_untimed(const char *instrumented) {
    char exe[4096];
    bsim_bench_beside(instrumented, "untimed", exe, sizeof exe);
    return access(exe, X_OK) == 0 ? bsim_strdup(exe) : NULL;
}

static int axis_of(const struct bench_plan *p, const char *name) {
    for (int i = 0; i < p->space.naxis; i++)
        if (strcmp(p->space.axis[i].name, name) == 0)
            return i;
    return -1;
}

static int value_of(const struct bench_values *v, const char *name) {
    for (int i = 0; i < v->n; i++)
        if (strcmp(v->of[i].name, name) == 0)
            return i;
    return -1;
}

static bool is_own(const char *name) {
    for (int i = 0; own_names[i]; i++)
        if (strcmp(own_names[i], name) == 0)
            return true;
    return false;
}

/* Splits "NAME=TEXT"; the name is new memory that lives as long as the process needs it. NULL: it is none. */
static char *split(const char *text, const char **value) {
    const char *equals = strchr(text, '=');
    if (equals == NULL || !bsim_bench_name_ok(text, (int)(equals - text)))
        return NULL;
    char *name = bsim_strdup(text);
    name[equals - text] = '\0';
    *value = equals + 1;
    return name;
}

bool bsim_bench_set(struct bench_plan *p, const char *text, struct bsim_error *err) {
    const char *value;
    char *name = split(text, &value);
    if (name == NULL)
        return bsim_error_set(err, NULL, 0, NULL, "--set: \"%s\" is not NAME=VALUE", text);
    if (is_own(name))
        bsim_error_set(err, NULL, 0, NULL, "--set: \"%s\" is set for each run", name);
    else if (axis_of(p, name) >= 0 || value_of(&p->set, name) >= 0)
        bsim_error_set(err, NULL, 0, NULL, "--set: %s has a value or a range already", name);
    if (err->set) {
        bsim_free(name);
        return false;
    }
    bsim_bench_value_set(&p->set, name, "%s", value); /* the plan owns the name */
    return true;
}

static bool predict_one(struct bench_plan *p, const char *text, struct bsim_error *err) {
    const char *value;
    char *name = split(text, &value), *end;
    if (name == NULL)
        return bsim_error_set(err, NULL, 0, NULL, "--predict: \"%s\" is not NAME=VALUE", text);
    int axis = axis_of(p, name), set = value_of(&p->set, name);
    if (strcmp(name, "np") == 0 || strcmp(name, "ranks") == 0) {
        long np = strtol(value, &end, 10);
        if (*value == '\0' || *end || np < 1 || np > 1 << 24)
            bsim_error_set(err, NULL, 0, NULL, "--predict: %s=%s is no number of ranks", name, value);
        p->np = (int)np;
    } else if (axis >= 0) {
        bsim_bench_value_set(&p->predicted, p->space.axis[axis].name, "%s", value);
    } else if (set >= 0) {
        if (strcmp(value, p->set.of[set].text) != 0)
            fprintf(stderr,
                    "bsim: note: the prediction has %s = %s, and all runs have %s (--set): what a block does otherwise "
                    "then is known only if a parameter of it tells; --range would measure it\n",
                    name, value, p->set.of[set].text);
        bsim_bench_value_set(&p->predicted, p->set.of[set].name, "%s", value);
    } else {
        bsim_error_set(err, NULL, 0, NULL, "--predict: \"%s\" has neither a --range nor a --set", name);
    }
    bsim_free(name);
    return !err->set;
}

bool bsim_bench_predict(struct bench_plan *p, const char *text, struct bsim_error *err) {
    char *copy = bsim_strdup(text);
    p->predicts = true;
    p->predicted = p->set;
    for (char *item = strtok(copy, ","); item && !err->set; item = strtok(NULL, ","))
        predict_one(p, item, err);
    bsim_free(copy);
    if (!err->set && p->np == 0)
        bsim_error_set(err, NULL, 0, NULL, "--predict: the number of ranks is missing: np=N");
    for (int i = 0; i < p->space.naxis && !err->set; i++)
        if (value_of(&p->predicted, p->space.axis[i].name) < 0)
            bsim_error_set(err, NULL, 0, NULL, "--predict: %s has no value", p->space.axis[i].name);
    return !err->set;
}

static int compare_ints(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

bool bsim_bench_ranks(struct bench_plan *p, const char *text, int cores, struct bsim_error *err) {
    struct bench_space *s = &p->space;
    for (const char *t = text; !err->set; t++) {
        char *end;
        long n = strtol(t, &end, 10);
        if (end == t || (*end != ',' && *end != '\0') || n < 1 || n > 1 << 20)
            return bsim_error_set(err, NULL, 0, NULL, "--ranks: \"%s\" is no list of numbers, as 1,2", text);
        if (n > cores && !p->oversubscribe)
            return bsim_error_set(err, NULL, 0, NULL,
                                  "--ranks: %ld ranks do not have a core each: this host has %d; ranks that wait for a "
                                  "core are not measured well (--oversubscribe allows it)",
                                  n, cores);
        if (s->nranks == BENCH_MAX_RANKS)
            return bsim_error_set(err, NULL, 0, NULL, "--ranks: at most %d numbers", BENCH_MAX_RANKS);
        bool twice = false;
        for (int i = 0; i < s->nranks; i++)
            twice = twice || s->ranks[i] == n;
        if (!twice)
            s->ranks[s->nranks++] = (int)n;
        t = end;
        if (*t == '\0')
            break;
    }
    qsort(s->ranks, (size_t)s->nranks, sizeof *s->ranks, compare_ints);
    return !err->set;
}

bool bsim_bench_copies(struct bench_plan *p, const char *text, int cores, struct bsim_error *err) {
    char *end;
    long n = strtol(text, &end, 10);
    if (end == text || *end != '\0' || n < 1 || n > 1 << 20)
        return bsim_error_set(err, NULL, 0, NULL, "--copies: \"%s\" is no number of copies, as 2", text);
    if (n * p->space.ranks[0] > cores && !p->oversubscribe)
        return bsim_error_set(err, NULL, 0, NULL,
                              "--copies: %ld copies of %d rank%s do not have a core each: this host has %d; give fewer "
                              "copies or --ranks 1",
                              n, p->space.ranks[0], p->space.ranks[0] == 1 ? "" : "s", cores);
    p->space.copies = (int)n;
    return true;
}

/* A file of each run. name: owned by this, also if it fails. */
static bool add_file(struct bench_plan *p, char *name, const char *path, struct bsim_error *err) {
    if (p->nfile == BENCH_MAX_FILES)
        bsim_error_set(err, NULL, 0, NULL, "--file may be given %d times", BENCH_MAX_FILES);
    char *content = err->set ? NULL : bsim_bench_read(path, err);
    if (content == NULL) {
        bsim_free(name);
        return false;
    }
    p->file[p->nfile++] = (struct bench_template){name, path, content};
    return true;
}

bool bsim_bench_stdin(struct bench_plan *p, const char *path, struct bsim_error *err) {
    return add_file(p, bsim_strdup(BENCH_STDIN), path, err);
}

bool bsim_bench_file(struct bench_plan *p, const char *text, struct bsim_error *err) {
    const char *equals = strchr(text, '=');
    if (equals == NULL || equals == text || equals[1] == '\0')
        return bsim_error_set(err, NULL, 0, NULL, "--file: \"%s\" is not NAME=TEMPLATE", text);
    char *name = bsim_strdup(text);
    name[equals - text] = '\0';
    if (strchr(name, '/') || strcmp(name, "stdout") == 0 || strcmp(name, "stderr") == 0)
        bsim_error_set(err, NULL, 0, NULL, "--file: \"%s\" is no name of a file in a run's folder", name);
    else if (strcmp(name, BENCH_STDIN) == 0)
        bsim_error_set(err, NULL, 0, NULL, "--file: what a program reads from its standard input is given by --stdin");
    return add_file(p, name, equals + 1, err);
}

bool bsim_bench_mpiexec(struct bench_plan *p, const char *text, struct bsim_error *err) {
    char *copy = bsim_strdup(text);
    int n = 0;
    for (char *w = strtok(copy, " \t"); w && n < BENCH_MAX_WORDS; w = strtok(NULL, " \t"))
        p->mpiexec[n++] = bsim_strdup(w);
    bsim_free(copy);
    char full[4096];
    if (n > 0 && strchr(p->mpiexec[0], '/') && realpath(p->mpiexec[0], full)) { /* runs have folders of their own */
        bsim_free(p->mpiexec[0]);
        p->mpiexec[0] = bsim_strdup(full);
    }
    if (n == 0 || !bsim_spawn_found(p->mpiexec[0]))
        return bsim_error_set(err, NULL, 0, NULL,
                              "\"%s\" is no program in PATH: install MPICH, or say how MPI programs are started with "
                              "--mpiexec",
                              n > 0 ? p->mpiexec[0] : text);
    return true;
}

bool bsim_bench_error(struct bench_plan *p, const char *text, struct bsim_error *err) {
    char *end;
    p->error = strtod(text, &end);
    if (*end == '%' && end[1] == '\0') {
        p->error /= 100;
        end++;
    }
    if (end == text || *end || !(p->error > 0 && p->error <= 1))
        return bsim_error_set(err, NULL, 0, NULL, "--error: \"%s\" is no error; accepted: as 3%% or 0.03", text);
    return true;
}

struct bench_values *bsim_bench_values_of(const struct bench_plan *p, const struct bench_input *in) {
    static struct bench_values v;
    char here[4000];
    v = p->set;
    for (int i = 0; i < p->space.naxis; i++)
        bsim_bench_value_set(&v, p->space.axis[i].name, "%.12g", in->x[i]);
    bsim_bench_value_set(&v, "ranks", "%d", in->ranks);
    bsim_bench_value_set(&v, "np", "%d", in->ranks);
    bsim_bench_value_set(&v, "here", "%s", getcwd(here, sizeof here) ? here : ".");
    return &v;
}

struct bench_values *bsim_bench_values_predicted(const struct bench_plan *p) {
    struct bench_input none = {.ranks = p->np, .copies = 1};
    struct bench_values *v = bsim_bench_values_of(p, &none);
    for (int i = 0; i < p->predicted.n; i++)
        bsim_bench_value_set(v, p->predicted.of[i].name, "%s", p->predicted.of[i].text);
    return v;
}

static bool uses(const char *text, const char *name) {
    size_t len = strlen(name);
    for (const char *p = strchr(text, '{'); p; p = strchr(p + 1, '{'))
        if (strncmp(p + 1, name, len) == 0 && p[1 + len] == '}')
            return true;
    return false;
}

static bool is_used(const struct bench_plan *p, const char *name) {
    for (char **a = p->argument; *a; a++)
        if (uses(*a, name))
            return true;
    for (int i = 0; i < p->nfile; i++)
        if (uses(p->file[i].text, name))
            return true;
    return false;
}

bool bsim_bench_plan_check(const struct bench_plan *p, struct bsim_error *err) {
    struct bench_input any = {.ranks = 1, .copies = 1};
    struct bench_values *v = bsim_bench_values_of(p, &any);
    for (int i = 0; i < p->space.naxis; i++)
        if (is_own(p->space.axis[i].name))
            return bsim_error_set(err, NULL, 0, NULL, "--range: \"%s\" is set for each run", p->space.axis[i].name);
    for (char **a = p->argument; *a && !err->set; a++)
        bsim_free(bsim_bench_expand(*a, v, NULL, err));
    for (int i = 0; i < p->nfile && !err->set; i++)
        bsim_free(bsim_bench_expand(p->file[i].text, v, p->file[i].path, err));
    for (int i = 0; i < p->space.naxis && !err->set; i++)
        if (!is_used(p, p->space.axis[i].name))
            bsim_error_set(err, NULL, 0, NULL,
                           "--range: {%s} stands in no argument and no --file: the runs would not differ",
                           p->space.axis[i].name);
    return !err->set;
}

void bsim_bench_plan_free(struct bench_plan *p) {
    for (int i = 0; i < p->set.n; i++)
        bsim_free((char *)p->set.of[i].name);
    for (int i = 0; i < p->nfile; i++) {
        bsim_free((char *)p->file[i].name);
        bsim_free(p->file[i].text);
    }
    for (int i = 0; p->mpiexec[i]; i++)
        bsim_free(p->mpiexec[i]);
    bsim_free(p->instrumented);
    bsim_free(p->untimed);
    bsim_free(p->skeleton);
    bsim_free(p->samples);
}
