/* platform_graph.c - see platform_graph.h. Links that are alike are one kind, told once. */
#include "bsim/cmd/platform_graph.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/units.h"

enum { KINDS_MOST = 12, HIGH = 640, CENTRE_X = 660, CENTRE_Y = 340, OUTER = 270 };

/* ---- kinds of links ---- */

struct kind {
    const struct bsim_graph_link *like; /* the first of them */
    int links;
};

static bool alike(const struct bsim_graph_link *a, const struct bsim_graph_link *b) {
    return (a->end[0] < 0) == (b->end[0] < 0) && a->cables == b->cables &&
           memcmp(a->latency_s, b->latency_s, sizeof a->latency_s) == 0 &&
           memcmp(a->bandwidth, b->bandwidth, sizeof a->bandwidth) == 0;
}

static int kind_of(const struct kind *kinds, int n, const struct bsim_graph_link *link) {
    int i = 0;
    while (i < n && !alike(kinds[i].like, link))
        i++;
    return i;
}

/* The first KINDS_MOST kinds. *others: links of further ones. */
static int find_kinds(const struct bsim_graph *g, struct kind *kinds, int *others) {
    int n = 0;
    *others = 0;
    for (int i = 0; i < g->nlink; i++) {
        int kind = kind_of(kinds, n, &g->link[i]);
        if (kind == KINDS_MOST) {
            ++*others;
            continue;
        }
        if (kind == n)
            kinds[n++] = (struct kind){&g->link[i], 0};
        kinds[kind].links++;
    }
    return n;
}

/* "NAME" of a value in both directions: the first end's, and the second's if it differs. */
static void add_values(FILE *out, const char *there, const char *back) {
    fprintf(out, strcmp(there, back) == 0 ? ", %s" : ", %s there and %s back", there, back);
}

/* "32 links, 1 MB/s there and 20 MB/s back, 10 ms". To be freed. */
static char *kind_text(const struct kind *kind) {
    const struct bsim_graph_link *like = kind->like;
    char *text = NULL, value[2][24];
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    fprintf(out, "%d link%s%s", kind->links, kind->links == 1 ? "" : "s", like->end[0] < 0 ? " without a place" : "");
    if (like->cables > 1)
        fprintf(out, " of %d cables", like->cables);
    for (int i = 0; like->bandwidth[0] > 0 && i < 2; i++)
        bsim_format_rate(value[i], sizeof value[i], like->bandwidth[i]);
    if (like->bandwidth[0] > 0)
        add_values(out, value[0], value[1]);
    for (int i = 0; like->latency_s[0] >= 0 && i < 2; i++)
        bsim_format_time(value[i], sizeof value[i], like->latency_s[i]);
    if (like->latency_s[0] >= 0)
        add_values(out, value[0], value[1]);
    fclose(out);
    return text;
}

/* ---- routes ---- */

/* How many pairs of nodes have another latency, or number of hops, or bandwidth back than there. *pairs: of all. */
static long uneven_pairs(const struct bsim_graph *g, long *pairs) {
    long uneven = 0;
    *pairs = (long)g->nodes * (g->nodes - 1) / 2;
    for (size_t a = 0; a < (size_t)g->nodes; a++)
        for (size_t b = 0; b < a; b++)
            uneven += g->class_of[a * (size_t)g->nodes + b] != g->class_of[b * (size_t)g->nodes + a];
    return uneven;
}

static const char *uneven_text(const struct bsim_graph *g, char *buf, size_t size) {
    long pairs, uneven = uneven_pairs(g, &pairs);
    const char *what = g->by_rate ? "latency or bandwidth" : "latency";
    if (uneven == 0)
        snprintf(buf, size, "routes: the same %s there and back", what);
    else
        snprintf(buf, size, "routes: %ld of %ld pairs of nodes have another %s back than there", uneven, pairs, what);
    return buf;
}

void bsim_graph_show(const struct bsim_platform *p) {
    const struct bsim_graph *g = p->topology.graph;
    struct kind kinds[KINDS_MOST];
    char text[160];
    int others;
    if (g == NULL)
        return;
    int n = find_kinds(g, kinds, &others);
    for (int i = 0; i < n; i++) {
        char *kind = kind_text(&kinds[i]);
        printf("  %-29s %s\n", i == 0 ? "network.topology" : "", kind ? kind : "");
        free(kind);
    }
    if (others > 0)
        printf("  %-29s %d links of other kinds\n", "", others);
    printf("  %-29s %s\n", "", uneven_text(g, text, sizeof text));
}

/* ---- the picture: switches on an inner circle, nodes on an outer one, near their switch ---- */

struct place {
    double x, y;
};

static struct place on_circle(double radius, double turn) {
    return (struct place){CENTRE_X + radius * sin(2 * M_PI * turn), CENTRE_Y - radius * cos(2 * M_PI * turn)};
}

/* The switch of a node's first link to one; INT32_MAX: it has none. */
static int32_t switch_of(const struct bsim_graph *g, int32_t node) {
    for (int i = 0; i < g->nlink; i++)
        for (int e = 0; e < 2; e++)
            if (g->link[i].end[e] == node && g->link[i].end[!e] >= g->nodes)
                return g->link[i].end[!e];
    return INT32_MAX;
}

/* Places all vertices. Nodes of one switch stand side by side; a switch stands before the middle of its nodes. */
static void find_places(const struct bsim_graph *g, struct place *place) {
    double sum_x[BSIM_GRAPH_DRAWN] = {0}, sum_y[BSIM_GRAPH_DRAWN] = {0};
    int at = 0, switches = g->vertices - g->nodes, count[BSIM_GRAPH_DRAWN] = {0}, free_ones = 0, next = 0;
    for (int32_t hub = g->nodes; hub <= g->vertices; hub++)
        for (int32_t v = 0; v < g->nodes; v++) {
            int32_t own = switch_of(g, v);
            if (own != (hub < g->vertices ? hub : INT32_MAX))
                continue;
            place[v] = on_circle(OUTER, (double)at++ / g->nodes);
            if (hub < g->vertices) {
                sum_x[hub] += place[v].x - CENTRE_X;
                sum_y[hub] += place[v].y - CENTRE_Y;
                count[hub]++;
            }
        }
    for (int s = g->nodes; s < g->vertices; s++)
        free_ones += count[s] == 0;
    for (int s = g->nodes; s < g->vertices; s++)
        if (count[s] > 0 && switches > 1)
            place[s] = (struct place){CENTRE_X + 0.6 * sum_x[s] / count[s], CENTRE_Y + 0.6 * sum_y[s] / count[s]};
        else
            place[s] = on_circle(free_ones > 1 ? 0.2 * OUTER : 0, (double)next++ / (free_ones > 1 ? free_ones : 1));
}

double bsim_graph_draw(FILE *out, const struct bsim_platform *p) {
    const struct bsim_graph *g = p->topology.graph;
    struct place place[BSIM_GRAPH_DRAWN];
    struct kind kinds[KINDS_MOST];
    char text[160];
    int others, n = find_kinds(g, kinds, &others);
    find_places(g, place);
    for (int i = 0; i < g->nlink; i++) {
        const int32_t *end = g->link[i].end;
        if (end[0] >= 0)
            bsim_draw_line(out, place[end[0]].x, place[end[0]].y, place[end[1]].x, place[end[1]].y,
                           fmin(1 + 0.5 * (g->link[i].cables - 1), 4));
    }
    for (int v = 0; v < g->vertices; v++)
        if (v < g->nodes) {
            bsim_draw_node(out, place[v].x, place[v].y, v);
        } else {
            bsim_draw_switch(out, place[v].x, place[v].y, 24);
            bsim_draw_text(out, place[v].x, place[v].y - 12, "in", g->switch_name[v - g->nodes]);
        }
    for (int i = 0; i < n; i++) {
        char *kind = kind_text(&kinds[i]);
        bsim_draw_text(out, 40, 100 + 18 * i, "side", kind ? kind : "");
        free(kind);
    }
    snprintf(text, sizeof text, "%d links of other kinds", others);
    if (others > 0)
        bsim_draw_text(out, 40, 100 + 18 * n, "side", text);
    bsim_draw_text(out, 40, HIGH - 20, "side", uneven_text(g, text, sizeof text));
    return HIGH;
}
