/* import_dimemas.c - reads configurations of Dimemas: records whose fields a descriptor in the file names, so that
 * older and newer forms are read alike. Times are in seconds, bandwidths in MB/s with 0 for no limit. */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/cmd/import.h"

enum { MOST_FIELDS = 32, MOST_RECORDS = 16 };

/* A descriptor: the name of a record and those of its fields. */
typedef struct descriptor {
    char *name, *field[MOST_FIELDS];
    int n;
} descriptor;

/* A record: its values as texts, without quotes. Lists stay as they are. */
typedef struct record {
    const descriptor *is;
    char *value[MOST_FIELDS];
    int n, line;
} record;

typedef struct reader {
    struct import *m;
    struct bsim_error *err;
    const char *at;
    int line;
    descriptor of[MOST_RECORDS];
    int n;
    bool has_environment;
    double bandwidth_mb;
    int nodes_said, environment_line;
    int same_node_line; /* of the node record whose values count */
    double startup_s, local_startup_s, local_mb;
    bool one_link;                    /* into a node, and one out of it */
    const char *missing[MOST_FIELDS]; /* fields that are told to be missing */
    int nmissing;
} reader;

static void skip_space(reader *r) {
    for (; *r->at; r->at++) {
        if (r->at[0] == '/' && r->at[1] == '/')
            r->at += strcspn(r->at, "\n");
        if (*r->at == '\n')
            r->line++;
        else if (!isspace((unsigned char)*r->at))
            return;
    }
}

/* "text" at the present place. NULL: there is none. */
static char *quoted(reader *r) {
    skip_space(r);
    if (*r->at != '"')
        return NULL;
    size_t n = strcspn(r->at + 1, "\"\n");
    if (r->at[n + 1] != '"')
        return NULL;
    char *text = strndup(r->at + 1, n);
    r->at += n + 2;
    return text;
}

static bool bad(reader *r, const char *what) {
    return bsim_error_set(r->err, r->m->path, r->line, NULL, "%s; accepted: a configuration of Dimemas", what);
}

/* #N: "name" { type "field"; ... };; */
static bool read_descriptor(reader *r) {
    r->at += strcspn(r->at, ":\n");
    if (*r->at != ':' || r->n == MOST_RECORDS)
        return bad(r, "a descriptor without a number, or too many of them");
    r->at++;
    descriptor *d = &r->of[r->n++];
    d->name = quoted(r);
    skip_space(r);
    if (d->name == NULL || *r->at++ != '{')
        return bad(r, "a descriptor without a name");
    for (skip_space(r); *r->at && *r->at != '}'; skip_space(r)) {
        char *field = d->n < MOST_FIELDS ? quoted(r) : NULL;
        if (field)
            d->field[d->n++] = field;
        else if (*r->at == '"')
            return bad(r, "a text without an end, or too many fields");
        else
            r->at++;
    }
    r->at += strspn(r->at, "};");
    return true;
}

/* One value: a text, a number, or a list in braces with its length in front. */
static char *read_value(reader *r) {
    skip_space(r);
    if (*r->at == '"')
        return quoted(r);
    const char *from = r->at;
    for (int depth = 0; *r->at && (depth > 0 || (*r->at != ',' && *r->at != '}')); r->at++) {
        depth += (*r->at == '{') - (*r->at == '}');
        r->line += *r->at == '\n';
    }
    return strndup(from, (size_t)(r->at - from));
}

static const char *value_of(const record *rec, const char *field) {
    for (int i = 0; i < rec->is->n && i < rec->n; i++)
        if (strcmp(rec->is->field[i], field) == 0)
            return rec->value[i];
    return NULL;
}

/* A field of a record: its name, that in another form of the format or NULL, and what counts where both are missing,
 * with words for it. */
typedef struct field {
    const char *name, *other;
    double standard;
    const char *meaning;
} field;

static const field nodes_field = {"number_of_nodes", NULL, 0, "0"},
                   network_field = {"network_bandwidth", NULL, 0, "no limit"},
                   buses_field = {"number_of_buses_on_network", NULL, 0, "any number"},
                   speed_field = {"speed_ratio_instrumented_vs_simulated", NULL, 1, "1"},
                   cores_field = {"number_of_processors", NULL, 1, "1"},
                   startup_field = {"inter_node_startup", "startup_on_remote_communication", 0, "0 s"},
                   local_startup_field = {"intra_node_startup", "startup_on_local_communication", 0, "0 s"},
                   local_field = {"intra_node_bandwidth", "memory_bandwidth", 0, "no limit"},
                   in_field = {"inter_node_input_links", "number_of_input_links", 0, "any number"},
                   out_field = {"inter_node_output_links", "number_of_output_links", 0, "any number"};

/* Once for each field, as the record's descriptor may lack it for all nodes. */
static void tell_missing(reader *r, const record *rec, const field *f) {
    for (int i = 0; i < r->nmissing; i++)
        if (r->missing[i] == f->name)
            return;
    r->missing[r->nmissing++] = f->name;
    bsim_import_tell(r->m, rec->line, "%s is missing; here it is %s", f->name, f->meaning);
}

/* No value is below 0. */
static double number_of(reader *r, const record *rec, const field *f) {
    const char *name = f->name, *text = value_of(rec, name);
    if (text == NULL && f->other)
        text = value_of(rec, name = f->other);
    if (text == NULL) {
        tell_missing(r, rec, f);
        return f->standard;
    }
    char *end;
    double value = strtod(text, &end);
    if (end != text && end[strspn(end, " \t\r\n")] == '\0' && value >= 0 && isfinite(value))
        return value;
    bsim_error_set(r->err, r->m->path, rec->line, NULL, "%s is \"%.40s\"; accepted: a number of at least 0", name,
                   text);
    return f->standard;
}

static int count_of(reader *r, const record *rec, const field *f) {
    double value = number_of(r, rec, f);
    if (value <= INT_MAX && value == rint(value))
        return (int)value;
    bsim_error_set(r->err, r->m->path, rec->line, NULL, "%s is %g; accepted: an integer", f->name, value);
    return (int)f->standard;
}

static void take_environment(reader *r, const record *rec) {
    if (r->has_environment) {
        bsim_import_tell(r->m, rec->line, "a further machine is left out, and what lies between machines");
        return;
    }
    r->has_environment = true;
    r->environment_line = rec->line;
    r->nodes_said = count_of(r, rec, &nodes_field);
    r->bandwidth_mb = number_of(r, rec, &network_field);
    double buses = number_of(r, rec, &buses_field);
    const char *name = value_of(rec, "machine_name");
    if (name && *name && r->m->name == NULL)
        r->m->name = strdup(name);
    if (buses > 0)
        bsim_import_tell(r->m, rec->line, "at most %g messages are under way at a time (buses); here any number is",
                         buses);
}

static bool take_node(reader *r, const record *rec) {
    double speed = number_of(r, rec, &speed_field);
    int cores = count_of(r, rec, &cores_field);
    double startup_s = number_of(r, rec, &startup_field);
    double local_s = number_of(r, rec, &local_startup_field);
    double local_mb = number_of(r, rec, &local_field);
    double in = number_of(r, rec, &in_field);
    double out = number_of(r, rec, &out_field);
    if (r->err->set)
        return false;
    if (cores < 1 || !(speed > 0))
        return bsim_error_set(r->err, r->m->path, rec->line, NULL,
                              "a node with %d processors and the speed ratio %g; both must be above 0", cores, speed);
    if (r->same_node_line == 0) {
        r->same_node_line = rec->line;
        r->m->cores = cores;
        r->startup_s = startup_s;
        r->local_startup_s = local_s;
        r->local_mb = local_mb;
        r->one_link = in == 1 && out == 1;
        if (!r->one_link && (in > 0 || out > 0))
            bsim_import_tell(r->m, rec->line,
                             "%g messages may enter a node and %g leave it at a time (links); here any number may", in,
                             out);
    } else if (cores != r->m->cores || startup_s != r->startup_s || local_s != r->local_startup_s ||
               local_mb != r->local_mb) {
        bsim_import_tell(r->m, rec->line,
                         "this node's processors, startups or bandwidth differ from those on line %d, "
                         "which here all nodes have",
                         r->same_node_line);
    }
    return bsim_import_add(r->m, rec->line, 1, speed, r->err);
}

static bool take(reader *r, const record *rec) {
    const char *name = rec->is->name;
    if (strcmp(name, "environment information") == 0)
        take_environment(r, rec);
    else if (strcmp(name, "node information") == 0)
        return take_node(r, rec);
    else
        bsim_import_tell(r->m, rec->line, "the record \"%s\" is left out", name);
    return !r->err->set;
}

/* "name" { value, value, ... };; */
static bool read_record(reader *r) {
    record rec = {.line = r->line};
    char *name = quoted(r);
    for (int i = 0; i < r->n && name; i++)
        if (strcmp(r->of[i].name, name) == 0)
            rec.is = &r->of[i];
    free(name);
    skip_space(r);
    if (rec.is == NULL || *r->at++ != '{')
        return bad(r, "a record that no descriptor names");
    bool ok = true;
    for (skip_space(r); ok && *r->at && *r->at != '}'; skip_space(r)) {
        char *value = rec.n < MOST_FIELDS ? read_value(r) : NULL;
        if (value)
            rec.value[rec.n++] = value;
        else
            ok = bad(r, "a text without an end, or too many values");
        skip_space(r);
        r->at += *r->at == ',';
    }
    r->at += strspn(r->at, "};");
    ok = ok && take(r, &rec);
    for (int i = 0; i < rec.n; i++)
        free(rec.value[i]);
    return ok;
}

static bool read_all(reader *r) {
    for (skip_space(r); *r->at; skip_space(r)) {
        bool ok = true;
        if (r->at[0] == '/' && r->at[1] == '*') {
            const char *end = strstr(r->at, "*/");
            for (; end && r->at < end + 2; r->at++)
                r->line += *r->at == '\n';
            ok = end != NULL || bad(r, "a comment without an end");
        } else if (*r->at == ';') {
            r->at++;
        } else {
            ok = *r->at == '#' ? read_descriptor(r) : read_record(r);
        }
        if (!ok)
            return false;
    }
    return true;
}

static bool finish(reader *r) {
    struct import *m = r->m;
    if (!r->has_environment || m->nodes == 0)
        return bsim_error_set(r->err, m->path, 0, NULL,
                              "has no records \"environment information\" and \"node information\"; accepted: a "
                              "configuration of Dimemas");
    if (r->nodes_said != m->nodes)
        bsim_import_tell(m, r->environment_line, "says that there are %d nodes, but has records of %d", r->nodes_said,
                         m->nodes);
    m->send_overhead_s = r->startup_s; /* the startup is time of the sender's processor */
    m->intra_send_overhead_s = r->local_startup_s;
    m->bandwidth = r->bandwidth_mb * 1e6;
    m->card_bandwidth = r->one_link ? m->bandwidth : 0;
    m->intra_latency_s = 0;
    m->intra_bandwidth = r->local_mb * 1e6;
    m->measured_speed = 1;
    return true;
}

/* The text of a file, to be freed; NULL if it is empty, or after an error. */
static char *read_file(const char *path, struct bsim_error *err) {
    FILE *f = fopen(path, "r");
    char *text = NULL;
    size_t size = 0;
    ssize_t n = f ? getdelim(&text, &size, '\0', f) : -1;
    if (f == NULL || ferror(f))
        bsim_error_set(err, path, 0, NULL, "cannot be read: %s", strerror(errno));
    else if (!feof(f))
        bsim_error_set(err, path, 0, NULL, "holds a byte of value 0; accepted: a configuration of Dimemas");
    if (f)
        fclose(f);
    if (n >= 0 && !err->set)
        return text;
    free(text);
    return NULL;
}

bool bsim_import_dimemas(struct import *m, struct bsim_error *err) {
    char *text = read_file(m->path, err);
    reader r = {.m = m, .err = err, .at = text ? text : "", .line = 1};
    bool ok = !err->set && read_all(&r) && finish(&r);
    for (int i = 0; i < r.n; i++) {
        free(r.of[i].name);
        for (int j = 0; j < r.of[i].n; j++)
            free(r.of[i].field[j]);
    }
    free(text);
    return ok;
}
