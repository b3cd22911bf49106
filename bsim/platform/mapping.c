/* mapping.c - see mapping.h. Owns the texts of mappings (docs/reference/platform.md). */
#include "bsim/platform/mapping.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/platform/platform.h"

static const char accepted[] =
    "\"block\", \"cyclic\", \"random:SEED\", \"morton\", \"hilbert\", \"coordinates:LETTERS\" "
    "or \"file:PATH\"";
/* Of "coordinates": the dimensions of a torus in the order of its sizes, and the core of the node. */
static const char letters[] = "xyzuvwab";
enum { CORE = 't' };

/* ---- reading ---- */

static const char *after(const char *text, const char *prefix) {
    size_t n = strlen(prefix);
    return strncmp(text, prefix, n) == 0 ? text + n : NULL;
}

static bool read_list(struct bsim_mapping *m, struct bsim_jval v, FILE *f) {
    char line[4096];
    int number = 0, room = 0;
    while (fgets(line, sizeof line, f)) {
        number++;
        line[strcspn(line, "#")] = '\0';
        char *save, *word = strtok_r(line, " \t\r\n,", &save);
        for (; word; word = strtok_r(NULL, " \t\r\n,", &save)) {
            char *end;
            errno = 0;
            long node = strtol(word, &end, 10);
            if (!isdigit((unsigned char)word[0]) || *end || errno || node > INT_MAX)
                return bsim_jval_error(v, "%s:%d: \"%s\" is not the number of a node", m->path, number, word);
            if (m->count == room) {
                room = room ? 2 * room : 1024;
                m->nodes = bsim_realloc(m->nodes, (size_t)room * sizeof *m->nodes);
                m->lines = bsim_realloc(m->lines, (size_t)room * sizeof *m->lines);
            }
            m->lines[m->count] = number;
            m->nodes[m->count++] = (int32_t)node;
        }
    }
    return true;
}

static void read_file(struct bsim_mapping *m, struct bsim_jval v, const char *name, const char *folder) {
    size_t size = strlen(name) + (folder ? strlen(folder) : 0) + 2;
    m->path = bsim_alloc(size);
    if (folder && name[0] != '/')
        snprintf(m->path, size, "%s/%s", folder, name);
    else
        snprintf(m->path, size, "%s", name);
    FILE *f = fopen(m->path, "r");
    if (f == NULL) {
        bsim_jval_error(v, "%s: cannot be read: %s; it is the list of the ranks' nodes", m->path, strerror(errno));
        return;
    }
    read_list(m, v, f);
    fclose(f);
}

static void read_letters(struct bsim_jval v, const char *text) {
    bool core = false;
    for (const char *c = text; *c; c++) {
        core = core || *c == CORE;
        if ((*c != CORE && strchr(letters, *c) == NULL) || strchr(c + 1, *c))
            bsim_jval_error(v,
                            "\"%s\": accepted are the letters of the torus' dimensions (x, y, z, u, ...) and t, each "
                            "once, the fastest first, such as \"coordinates:txyz\"",
                            text);
    }
    if (!core)
        bsim_jval_error(v, "\"%s\": the letter t is missing, which stands for the cores of a node", text);
}

void bsim_mapping_read(struct bsim_mapping *m, struct bsim_jval v, const char *folder) {
    const char *text = bsim_jval_string(v), *rest;
    char *end;
    bsim_mapping_free(m);
    m->text = bsim_strdup(text);
    if (strcmp(text, "block") == 0) {
        m->kind = BSIM_MAPPING_BLOCK;
    } else if (strcmp(text, "cyclic") == 0) {
        m->kind = BSIM_MAPPING_CYCLIC;
    } else if (strcmp(text, "morton") == 0) {
        m->kind = BSIM_MAPPING_MORTON;
    } else if (strcmp(text, "hilbert") == 0) {
        m->kind = BSIM_MAPPING_HILBERT;
    } else if ((rest = after(text, "random:")) != NULL) {
        m->kind = BSIM_MAPPING_RANDOM;
        errno = 0;
        m->seed = strtoull(rest, &end, 10);
        if (!isdigit((unsigned char)rest[0]) || *end || errno)
            bsim_jval_error(v, "\"%s\": the seed is a whole number, such as \"random:1\"", text);
    } else if ((rest = after(text, "coordinates:")) != NULL) {
        m->kind = BSIM_MAPPING_COORDINATES;
        read_letters(v, rest);
    } else if ((rest = after(text, "file:")) != NULL && *rest) {
        m->kind = BSIM_MAPPING_FILE;
        read_file(m, v, rest, folder);
    } else {
        bsim_jval_error(v, "\"%s\" is no mapping; accepted: %s", text, accepted);
    }
}

bool bsim_mapping_check(const char *text, struct bsim_error *err) {
    static const char *const names[] = {"block", "cyclic", "morton", "hilbert", NULL};
    for (int i = 0; names[i]; i++)
        if (strcmp(text, names[i]) == 0)
            return true;
    const char *near = bsim_nearest(text, names), *file = after(text, "file:");
    return after(text, "random:") || after(text, "coordinates:") || (file && *file) ||
           bsim_error_set(err, NULL, 0, NULL, "\"%s\" is no mapping%s%s%s; accepted: %s", text,
                          near ? ", did you mean \"" : "", near ? near : "", near ? "\"?" : "", accepted);
}

void bsim_mapping_free(struct bsim_mapping *m) {
    bsim_free(m->text);
    bsim_free(m->path);
    bsim_free(m->nodes);
    bsim_free(m->lines);
    *m = (struct bsim_mapping){0};
}

bool bsim_mapping_same(const struct bsim_mapping *a, const struct bsim_mapping *b) {
    const char *text_a = a->text ? a->text : "block", *text_b = b->text ? b->text : "block";
    return strcmp(text_a, text_b) == 0;
}

/* ---- random ---- */

/* SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). */
static uint64_t next_random(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Fisher and Yates' shuffle of the places. */
static void shuffle(uint64_t seed, int np, int32_t *node) {
    for (int i = np - 1; i > 0; i--) {
        int j = (int)((unsigned __int128)next_random(&seed) * ((uint64_t)i + 1) >> 64);
        int32_t other = node[i];
        node[i] = node[j];
        node[j] = other;
    }
}

/* ---- curves through the nodes of a torus ---- */

/* The coordinates of a node; the last one varies fastest with its number. */
static void coordinates(const struct bsim_topology *t, int32_t node, uint32_t *at) {
    for (int i = t->nsize - 1; i >= 0; i--) {
        at[i] = (uint32_t)node % (uint32_t)t->size[i];
        node /= t->size[i];
    }
}

/* Turns coordinates into the transposed index along Hilbert's curve, as J. Skilling does ("Programming the Hilbert
 * curve", AIP Conf. Proc. 707, 2004): undoes the exchanges and inversions of each level, then Gray-codes. */
static void hilbert(uint32_t *x, int bits, int n) {
    for (uint32_t q = UINT32_C(1) << (bits - 1); q > 1; q >>= 1)
        for (int i = 0; i < n; i++) {
            uint32_t low = q - 1, t = (x[0] ^ x[i]) & low;
            if (x[i] & q) {
                x[0] ^= low;
            } else {
                x[0] ^= t;
                x[i] ^= t;
            }
        }
    for (int i = 1; i < n; i++)
        x[i] ^= x[i - 1];
    uint32_t flip = 0;
    for (uint32_t q = UINT32_C(1) << (bits - 1); q > 1; q >>= 1)
        if (x[n - 1] & q)
            flip ^= q - 1;
    for (int i = 0; i < n; i++)
        x[i] ^= flip;
}

struct along {
    unsigned __int128 key;
    int32_t node;
};

static int by_key(const void *a, const void *b) {
    const struct along *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

/* The curve goes through the smallest cube of a power of two that holds the torus; places that are not in the torus are
 * passed over. */
static void place_along(const struct bsim_platform *p, int np, int32_t *node) {
    const struct bsim_topology *t = &p->topology;
    struct along *curve = bsim_alloc((size_t)p->nodes * sizeof *curve);
    int bits = 1;
    for (int i = 0; i < t->nsize; i++)
        while ((INT64_C(1) << bits) < t->size[i])
            bits++;
    for (int32_t v = 0; v < p->nodes; v++) {
        uint32_t x[BSIM_TOPOLOGY_MAX_SIZES];
        coordinates(t, v, x);
        if (p->mapping.kind == BSIM_MAPPING_HILBERT)
            hilbert(x, bits, t->nsize);
        unsigned __int128 key = 0;
        for (int b = bits - 1; b >= 0; b--)
            for (int i = 0; i < t->nsize; i++)
                key = key << 1 | (x[i] >> b & 1);
        curve[v] = (struct along){key, v};
    }
    qsort(curve, (size_t)p->nodes, sizeof *curve, by_key);
    for (int r = 0; r < np; r++)
        node[r] = curve[r / p->cores_per_node].node;
    bsim_free(curve);
}

/* ---- by coordinates ---- */

/* Whether the letters are those of the torus. */
static bool check_letters(const struct bsim_platform *p, struct bsim_error *err) {
    const struct bsim_topology *t = &p->topology;
    const char *order = strchr(p->mapping.text, ':') + 1;
    if ((int)strlen(order) != t->nsize + 1 || (int)strspn(order, "xyzuvwabt") < t->nsize + 1)
        return bsim_error_set(err, NULL, 0, NULL,
                              "mapping \"%s\": the torus has %d dimensions, so %d letters are needed", p->mapping.text,
                              t->nsize, t->nsize + 1);
    for (const char *c = order; *c; c++)
        if (*c != CORE && strchr(letters, *c) - letters >= t->nsize)
            return bsim_error_set(err, NULL, 0, NULL,
                                  "mapping \"%s\": the torus has no dimension \"%c\"; it has \"%.*s\"", p->mapping.text,
                                  *c, t->nsize, letters);
    return true;
}

static void place_by_coordinates(const struct bsim_platform *p, int np, int32_t *node) {
    const struct bsim_topology *t = &p->topology;
    const char *order = strchr(p->mapping.text, ':') + 1;
    int64_t step[BSIM_TOPOLOGY_MAX_SIZES];
    for (int i = t->nsize - 1; i >= 0; i--)
        step[i] = i == t->nsize - 1 ? 1 : step[i + 1] * t->size[i + 1];
    for (int r = 0; r < np; r++) {
        int64_t rest = r, at = 0;
        for (const char *c = order; *c; c++) {
            int which = *c == CORE ? -1 : (int)(strchr(letters, *c) - letters);
            int size = which < 0 ? p->cores_per_node : t->size[which];
            at += which < 0 ? 0 : rest % size * step[which];
            rest /= size;
        }
        node[r] = (int32_t)at;
    }
}

/* ---- a list ---- */

static bool place_by_list(const struct bsim_platform *p, int np, int32_t *node, struct bsim_error *err) {
    const struct bsim_mapping *m = &p->mapping;
    if (m->count < np)
        return bsim_error_set(err, m->path, 0, NULL, "lists the nodes of %d ranks; there are %d ranks", m->count, np);
    int *ranks = bsim_alloc((size_t)p->nodes * sizeof *ranks);
    bool ok = true;
    for (int r = 0; r < np && ok; r++) {
        node[r] = m->nodes[r];
        if (node[r] >= p->nodes)
            ok = bsim_error_set(err, m->path, m->lines[r], NULL,
                                "puts rank %d on node %d; the platform has %d nodes, from 0", r, node[r], p->nodes);
        else if (++ranks[node[r]] > p->cores_per_node)
            ok = bsim_error_set(err, m->path, m->lines[r], NULL,
                                "puts more than %d ranks on node %d, which has %d cores", p->cores_per_node, node[r],
                                p->cores_per_node);
    }
    bsim_free(ranks);
    return ok;
}

bool bsim_mapping_list_fits(const struct bsim_platform *p, struct bsim_error *err) {
    if (p->mapping.kind != BSIM_MAPPING_FILE)
        return true;
    int32_t *node = bsim_alloc(((size_t)p->mapping.count + 1) * sizeof *node);
    bool ok = place_by_list(p, p->mapping.count > 0 ? p->mapping.count : 1, node, err);
    bsim_free(node);
    return ok;
}

static bool needs_torus(enum bsim_mapping_kind kind) {
    return kind == BSIM_MAPPING_MORTON || kind == BSIM_MAPPING_HILBERT || kind == BSIM_MAPPING_COORDINATES;
}

bool bsim_mapping_suits(const struct bsim_platform *p, struct bsim_error *err) {
    if (needs_torus(p->mapping.kind) && p->topology.kind != BSIM_TOPOLOGY_TORUS)
        return bsim_error_set(err, NULL, 0, NULL,
                              "mapping \"%s\" needs a \"topology\" of the kind \"torus\" in the platform's \"network\"",
                              p->mapping.text);
    return p->mapping.kind != BSIM_MAPPING_COORDINATES || check_letters(p, err);
}

bool bsim_mapping_place(const struct bsim_platform *p, int np, int32_t *node, struct bsim_error *err) {
    enum bsim_mapping_kind kind = p->mapping.kind;
    if (!bsim_mapping_suits(p, err))
        return false;
    if (kind == BSIM_MAPPING_FILE)
        return place_by_list(p, np, node, err);
    if (needs_torus(kind)) {
        (kind == BSIM_MAPPING_COORDINATES ? place_by_coordinates : place_along)(p, np, node);
        return true;
    }
    for (int r = 0; r < np; r++)
        node[r] = kind == BSIM_MAPPING_CYCLIC ? r % p->nodes : r / p->cores_per_node;
    if (kind == BSIM_MAPPING_RANDOM)
        shuffle(p->mapping.seed, np, node);
    return true;
}
