/* node_kinds.c - see node_kinds.h. Owns the format of "node_kinds" (docs/reference/platform.md); knows nothing of the
 * rest of the file. */
#include "bsim/platform/node_kinds.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/kinds.h"
#include "bsim/base/text.h"
#include "bsim/platform/platform_keys.h"

static const char prefix[] = "node_kinds.";

static double *filled(int n, double value) {
    double *array = bsim_alloc((size_t)n * sizeof *array);
    for (int k = 0; k < n; k++)
        array[k] = value;
    return array;
}

void bsim_node_kinds_free(struct bsim_platform *p) {
    for (int i = 0; i < p->nkind; i++) {
        bsim_free(p->kind[i].name);
        bsim_free(p->kind[i].speed);
        bsim_free(p->kind[i].busy_speed);
        bsim_free(p->kind[i].range);
    }
    bsim_free(p->kind);
    p->kind = NULL;
    p->nkind = 0;
}

int bsim_platform_kind(const struct bsim_platform *p, int node) {
    for (int i = 0; i < p->nkind; i++)
        for (int r = 0; r < p->kind[i].nrange; r++)
            if (node >= p->kind[i].range[r].first && node <= p->kind[i].range[r].last)
                return i;
    return -1;
}

/* ---- the nodes of a kind ---- */

static bool read_node(const char **text, int *node) {
    char *end;
    if (**text < '0' || **text > '9')
        return false;
    long value = strtol(*text, &end, 10);
    *text = end;
    *node = value > INT_MAX ? INT_MAX : (int)value;
    return true;
}

static void skip_blanks(const char **text) {
    while (**text == ' ')
        ++*text;
}

/* Adds nodes to a kind that is the last one so far. */
static bool add_range(struct bsim_platform *p, struct bsim_node_kind *kind, struct bsim_jval v, int first, int last) {
    if (last < first)
        return bsim_jval_error(v, "%d-%d: the first node of a range is its smallest", first, last);
    if (last >= p->nodes)
        return bsim_jval_error(v, "node %d: the platform has %d nodes, with numbers from 0", last, p->nodes);
    for (int i = 0; i < p->nkind; i++)
        for (int r = 0; r < p->kind[i].nrange; r++) {
            const struct bsim_node_range *other = &p->kind[i].range[r];
            if (first <= other->last && last >= other->first)
                return bsim_jval_error(v, "node %d: it is of the kind \"%s\" already",
                                       first > other->first ? first : other->first, p->kind[i].name);
        }
    kind->range = bsim_realloc(kind->range, ((size_t)kind->nrange + 1) * sizeof *kind->range);
    kind->range[kind->nrange++] = (struct bsim_node_range){first, last};
    return true;
}

/* A number, or a text such as "0-47, 60". */
static bool read_nodes(struct bsim_platform *p, struct bsim_node_kind *kind, struct bsim_jval v) {
    if (json_is_integer(v.json)) {
        int node = (int)bsim_jval_int(v, 0, INT_MAX);
        return json_integer_value(v.json) == node && add_range(p, kind, v, node, node);
    }
    const char *text = json_is_string(v.json) ? json_string_value(v.json) : "?";
    for (bool more = true; more;) {
        int first, last;
        skip_blanks(&text);
        bool good = read_node(&text, &first);
        last = first;
        if (good && *text == '-') {
            text++;
            good = read_node(&text, &last);
        }
        skip_blanks(&text);
        more = *text == ',';
        if (!good || (!more && *text))
            return bsim_jval_error(v, "accepted: numbers and ranges of nodes, such as \"0-47, 60\"");
        text += more;
        if (!add_range(p, kind, v, first, last))
            return false;
    }
    return true;
}

/* ---- kinds ---- */

static bool read_name(const struct bsim_platform *p, struct bsim_node_kind *kind, struct bsim_jval v) {
    const char *name = bsim_jval_string(v);
    if (!bsim_kind_name_ok(name))
        return bsim_jval_error(v, "\"%s\" cannot be the name of a kind of node: a letter, then letters, digits and _",
                               name);
    for (int i = 0; i < p->nkind; i++)
        if (&p->kind[i] != kind && strcmp(p->kind[i].name, name) == 0)
            return bsim_jval_error(v, "another kind has the name \"%s\"", name);
    if ((kind->number = bsim_kind_number(name)) == 0)
        return bsim_jval_error(v, "is one of more than %d kinds of nodes", BSIM_MAX_KINDS);
    kind->name = bsim_strdup(name);
    return true;
}

static void read_kind(struct bsim_platform *p, struct bsim_jval v) {
    static const char *const keys[] = {"name", "nodes", "speed", "busy_speed", "comment", NULL};
    struct bsim_node_kind *kind = &p->kind[p->nkind];
    struct bsim_jval speed = bsim_jval_get(v, "speed"), busy = bsim_jval_get(v, "busy_speed");
    if (!bsim_jval_keys(v, keys))
        return;
    if (!read_name(p, kind, bsim_jval_need(v, "name")))
        return;
    p->nkind++; /* from here on it is freed with the platform */
    kind->speed = filled(p->nscen, bsim_jval_present(speed) ? bsim_jval_quantity(speed, BSIM_UNIT_NONE, true) : 1);
    kind->speed_in_file = kind->speed[0];
    kind->busy_speed = filled(p->nscen, bsim_jval_present(busy) ? bsim_busy_speed_read(busy) : 0);
    if (bsim_jval_present(busy) && p->busy_speed[0] == 0)
        bsim_jval_error(busy, "the platform has no \"busy_speed\", which is that of its other nodes");
    struct bsim_jval nodes = bsim_jval_need(v, "nodes");
    if (bsim_jval_present(nodes))
        read_nodes(p, kind, nodes);
}

void bsim_node_kinds_read(struct bsim_platform *p, struct bsim_jval v) {
    size_t n = bsim_jval_size(v);
    if (!bsim_jval_present(v) || !bsim_jval_list(v))
        return;
    if (n > BSIM_MAX_KINDS) {
        bsim_jval_error(v, "has %zu kinds; accepted: at most %d", n, BSIM_MAX_KINDS);
        return;
    }
    p->kind = bsim_alloc((n + 1) * sizeof *p->kind);
    for (size_t i = 0; i < n; i++)
        if (bsim_jval_object(bsim_jval_at(v, i)))
            read_kind(p, bsim_jval_at(v, i));
}

/* ---- scenarios ---- */

/* The part behind the kind's name; NULL: it is no such key. */
static const char *member_of(const char *full_name) {
    const char *dot;
    if (!bsim_begins(full_name, prefix) || (dot = strrchr(full_name + strlen(prefix), '.')) == NULL)
        return NULL;
    return strcmp(dot, ".speed") == 0 || strcmp(dot, ".busy_speed") == 0 ? dot + 1 : NULL;
}

bool bsim_node_kinds_key(const char *full_name) {
    return member_of(full_name) != NULL;
}

void bsim_node_kinds_set(struct bsim_platform *p, int k, const char *full_name, struct bsim_jval v) {
    const char *member = member_of(full_name), *name = full_name + strlen(prefix);
    size_t len = (size_t)(member - 1 - name);
    for (int i = 0; i < p->nkind; i++) {
        struct bsim_node_kind *kind = &p->kind[i];
        if (strlen(kind->name) != len || strncmp(kind->name, name, len) != 0)
            continue;
        if (member[0] == 's')
            kind->speed[k] = bsim_jval_quantity(v, BSIM_UNIT_NONE, true);
        else if (kind->busy_speed[0] == 0)
            bsim_jval_error(v, "the kind \"%s\" has no \"busy_speed\", which this scenario changes", kind->name);
        else
            kind->busy_speed[k] = bsim_busy_speed_read(v);
        return;
    }
    bsim_jval_error(v, "the platform file has no kind of node \"%.*s\", which this scenario changes", (int)len, name);
}

void bsim_node_kinds_fit(const struct bsim_platform *p, struct bsim_jval v) {
    for (int i = 0; i < p->nkind; i++)
        for (int r = 0; r < p->kind[i].nrange; r++)
            if (p->kind[i].range[r].last >= p->nodes)
                bsim_jval_error(v, "the platform file says of which kind node %d is; \"nodes\" must be more than that",
                                p->kind[i].range[r].last);
}

void bsim_node_kinds_unknown(const struct bsim_platform *p, void (*tell)(void *arg, const struct bsim_error *problem),
                             void *arg) {
    int n;
    const struct bsim_kind_use *use = bsim_kind_uses(&n);
    const char **names = bsim_alloc(((size_t)p->nkind + 1) * sizeof *names);
    for (int i = 0; i < p->nkind; i++)
        names[i] = p->kind[i].name;
    for (int u = 0; u < n; u++) {
        const char *name = bsim_kind_name(use[u].kind), *near = bsim_nearest(name, names);
        struct bsim_error problem = {0};
        bool known = false;
        for (int i = 0; i < p->nkind; i++)
            known = known || p->kind[i].number == use[u].kind;
        if (known)
            continue;
        bsim_error_set(&problem, use[u].place.path, use[u].place.line, use[u].place.where,
                       "the platform %s has no kind of node \"%s\"%s%s%s", p->name, name,
                       near ? "; did you mean \"" : "", near ? near : "", near ? "\"?" : "");
        tell(arg, &problem);
    }
    bsim_free(names);
}
