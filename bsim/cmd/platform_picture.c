/* platform_picture.c - bsim platform plot: a picture (SVG) of a platform's nodes, switches and links.
 *
 * Owns how a topology is drawn. What is small is drawn in full; of what is large, the first and last members of each
 * group stand for the rest, with a label that says how many there are. Speeds of links stand at each level or
 * dimension. Reads the platform only; must not know how messages are timed. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/output.h"
#include "bsim/base/units.h"
#include "bsim/cmd/cmd.h"
#include "bsim/cmd/platform.h"
#include "bsim/cmd/platform_graph.h"
#include "bsim/platform/platform.h"

enum { WIDE = 960, MARGIN = 40, MOST = 8, ROW = 110, GRID_MOST = 9, LEFT = MARGIN + 190 };

/* What of n members is drawn: all, or the first ones and the last one. */
struct folded {
    int n, shown;
};

static struct folded fold(int n, int most) {
    return (struct folded){n, n <= most ? n : most == MOST ? 4 : most};
}

/* The number of the i-th member that is drawn. */
static int member(struct folded f, int i) {
    return f.shown == f.n || f.shown == 1 || i < f.shown - 1 ? i : f.n - 1;
}

void bsim_draw_text(FILE *out, double x, double y, const char *class, const char *what) {
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\">", x, y, class);
    for (const char *c = what; *c; c++)
        if (*c == '<' || *c == '&')
            fputs(*c == '<' ? "&lt;" : "&amp;", out);
        else
            fputc(*c, out);
    fputs("</text>\n", out);
}

void bsim_draw_line(FILE *out, double x0, double y0, double x1, double y1, double width) {
    fprintf(out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke-width=\"%.1f\"/>\n", x0, y0, x1, y1,
            width);
}

void bsim_draw_node(FILE *out, double x, double y, int number) {
    char label[24];
    snprintf(label, sizeof label, "%d", number);
    fprintf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"30\" height=\"22\" class=\"node\"/>\n", x - 15, y - 11);
    bsim_draw_text(out, x, y + 4, "in", label);
}

void bsim_draw_switch(FILE *out, double x, double y, double half) {
    fprintf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"16\" rx=\"8\" class=\"switch\"/>\n", x - half,
            y - 8, 2 * half);
}

static const char *rate_text(const struct bsim_platform *p, int level, char *buf, size_t size) {
    double gap = p->inter.link_gap_s_per_byte[0] > 0 ? p->inter.link_gap_s_per_byte[0] : p->inter.gap_s_per_byte[0];
    char rate[24], down[24];
    bsim_format_rate(rate, sizeof rate, p->nlink_rate ? p->link_rate[level] : 1 / gap);
    bsim_format_rate(down, sizeof down, p->nlink_rate ? p->link_rate_down[level] : 1 / gap);
    if (strcmp(rate, down) != 0)
        snprintf(buf, size, "%s up, %s down", rate, down);
    else
        snprintf(buf, size, "%s%s", rate, p->contention ? "" : " for each message");
    return buf;
}

/* ---- star, fat tree ---- */

/* Draws the subtree of a switch at a level (0: a node) whose first node is `first`, between x0 and x1. Returns where
 * its top is. */
static double subtree(FILE *out, const struct bsim_platform *p, int level, long first, double x0, double x1,
                      double base) {
    const struct bsim_topology *t = &p->topology;
    double x = (x0 + x1) / 2, y = base - level * ROW;
    if (level == 0) {
        bsim_draw_node(out, x, y, (int)first);
        return x;
    }
    /* At most 16 nodes in all. */
    struct folded f = fold(t->size[level - 1], t->nsize == 1                        ? MOST
                                               : t->nsize == 2 || level == t->nsize ? 4
                                               : level > t->nsize - 3               ? 2
                                                                                    : 1);
    long below = 1;
    for (int i = 0; i < level - 1; i++)
        below *= t->size[i];
    int links = t->parents[level - 1] < 3 ? t->parents[level - 1] : 3;
    for (int i = 0; i < f.shown; i++) {
        double at0 = x0 + (x1 - x0) * i / f.shown, at1 = x0 + (x1 - x0) * (i + 1) / f.shown;
        for (int w = 0; w < links; w++)
            bsim_draw_line(out, x + 6 * (w - (links - 1) / 2.0), y, (at0 + at1) / 2 + 6 * (w - (links - 1) / 2.0),
                           y + ROW, 1 + 0.4 * level);
        double child = subtree(out, p, level - 1, first + member(f, i) * below, at0, at1, base);
        if (f.shown < f.n && i == f.shown - 2)
            bsim_draw_text(out, (child + at1 + (at1 - at0) / 2) / 2, y + ROW + 4, "dots", "...");
    }
    bsim_draw_switch(out, x, y, level == t->nsize ? 60 : 10 + 14 * level);
    return x;
}

static double tree(FILE *out, const struct bsim_platform *p) {
    const struct bsim_topology *t = &p->topology;
    double base = 70 + (t->nsize + 0.4) * ROW;
    char rate[64], label[128];
    subtree(out, p, t->nsize, 0, LEFT, WIDE - MARGIN, base);
    for (int level = 0; level < t->nsize; level++) {
        double y = base - (level + 0.5) * ROW;
        snprintf(label, sizeof label, "%d %s to a switch", t->size[level], level == 0 ? "nodes" : "switches");
        bsim_draw_text(out, MARGIN, y - 8, "side", label);
        bsim_draw_text(out, MARGIN, y + 8, "side", rate_text(p, level, rate, sizeof rate));
        if (t->parents[level] > 1) {
            snprintf(label, sizeof label, "%d parents", t->parents[level]);
            bsim_draw_text(out, MARGIN, y + 24, "side", label);
        }
    }
    return base + 40;
}

/* No topology: a fat tree of one level. */
static double star(FILE *out, const struct bsim_platform *p) {
    struct folded f = fold(p->nodes, MOST);
    double y = 120, x = (LEFT + WIDE - MARGIN) / 2.0;
    char rate[64], label[96];
    for (int i = 0; i < f.shown; i++) {
        double at = LEFT + (WIDE - MARGIN - LEFT) * (i + 0.5) / f.shown;
        bsim_draw_line(out, x, y, at, y + ROW, 1);
        bsim_draw_node(out, at, y + ROW, member(f, i));
        if (f.shown < f.n && i == f.shown - 2)
            bsim_draw_text(out, at + (WIDE - MARGIN - LEFT) * 0.5 / f.shown, y + ROW + 4, "dots", "...");
    }
    bsim_draw_switch(out, x, y, 60);
    double card = p->inter.card_gap_s_per_byte[0];
    bsim_format_rate(rate, sizeof rate, 1 / (card > 0 ? card : p->inter.gap_s_per_byte[0]));
    snprintf(label, sizeof label, "%s%s", rate, card > 0 ? " a card" : p->contention ? " a link" : " for each message");
    bsim_draw_text(out, MARGIN, y + ROW / 2.0, "side", label);
    return y + ROW + 40;
}

/* ---- torus, mesh ---- */

/* The last two dimensions as a grid; of the others the first plane, with a label. */
static double grid(FILE *out, const struct bsim_platform *p) {
    const struct bsim_topology *t = &p->topology;
    int columns = t->size[t->nsize - 1], rows = t->nsize > 1 ? t->size[t->nsize - 2] : 1;
    int nx = columns <= GRID_MOST ? columns : 5, ny = rows <= GRID_MOST ? rows : 5;
    double step = 62, left = MARGIN + 330, top = 110;
    bool wraps = t->kind == BSIM_TOPOLOGY_TORUS;
    for (int i = 0; i < nx; i++)
        bsim_draw_line(out, left + i * step, top - (wraps ? 24 : 0), left + i * step,
                       top + (ny - 1) * step + (wraps ? 24 : 0), 1);
    for (int j = 0; j < ny; j++)
        bsim_draw_line(out, left - (wraps ? 28 : 0), top + j * step, left + (nx - 1) * step + (wraps ? 28 : 0),
                       top + j * step, 1);
    for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++) {
            int column = i < nx - 1 ? i : columns - 1, row = j < ny - 1 ? j : rows - 1;
            bsim_draw_node(out, left + i * step, top + j * step, row * columns + column);
        }
    if (nx < columns)
        bsim_draw_text(out, left + (nx - 1.5) * step, top - 8, "dots", "...");
    if (ny < rows)
        bsim_draw_text(out, left - 24, top + (ny - 1.5) * step, "dots", "...");
    for (int d = 0; d < t->nsize; d++) {
        char rate[64], label[128];
        const char *how = d == t->nsize - 1 ? "across" : d == t->nsize - 2 ? "down" : "planes like this one";
        snprintf(label, sizeof label, "dimension %d: %d nodes, %s", d + 1, t->size[d], how);
        bsim_draw_text(out, MARGIN, top + 36 * d, "side", label);
        bsim_draw_text(out, MARGIN, top + 36 * d + 15, "side", rate_text(p, d, rate, sizeof rate));
    }
    if (wraps)
        bsim_draw_text(out, left, top + ny * step, "side", "Lines that leave the picture go round to the other side.");
    double bottom = top + ny * step, side = top + 36 * t->nsize;
    return (bottom > side ? bottom : side) + 30;
}

/* ---- dragonfly ---- */

static double dragonfly(FILE *out, const struct bsim_platform *p) {
    const struct bsim_topology *t = &p->topology;
    static const char *const names[] = {"of a node to its router", "between routers of a group", "between groups"};
    struct folded groups = fold(t->size[0], MOST), routers = fold(t->size[1], MOST);
    double x = WIDE / 2.0 + 90, y = 330, far = 190, near = 46;
    for (int a = 0; a < groups.shown; a++)
        for (int b = 0; b < a; b++)
            bsim_draw_line(out, x + far * sin(2 * M_PI * a / groups.shown), y - far * cos(2 * M_PI * a / groups.shown),
                           x + far * sin(2 * M_PI * b / groups.shown), y - far * cos(2 * M_PI * b / groups.shown), 1.6);
    for (int g = 0; g < groups.shown; g++) {
        double gx = x + far * sin(2 * M_PI * g / groups.shown), gy = y - far * cos(2 * M_PI * g / groups.shown);
        char label[48];
        fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" class=\"group\"/>\n", gx, gy, near + 16);
        for (int a = 0; a < routers.shown; a++)
            for (int b = 0; b < a; b++)
                bsim_draw_line(
                    out, gx + near * sin(2 * M_PI * a / routers.shown), gy - near * cos(2 * M_PI * a / routers.shown),
                    gx + near * sin(2 * M_PI * b / routers.shown), gy - near * cos(2 * M_PI * b / routers.shown), 0.6);
        for (int r = 0; r < routers.shown; r++)
            bsim_draw_switch(out, gx + near * sin(2 * M_PI * r / routers.shown),
                             gy - near * cos(2 * M_PI * r / routers.shown), 9);
        snprintf(label, sizeof label, "group %d", member(groups, g));
        bsim_draw_text(out, gx, gy + near + 32, "in", label);
    }
    for (int i = 0; i < 3; i++) {
        char rate[64], label[160];
        const int sizes[] = {t->size[2], t->size[1], t->size[0]};
        static const char *const of[] = {"nodes at a router", "routers in a group", "groups"};
        snprintf(label, sizeof label, "%d %s", sizes[i], of[i]);
        bsim_draw_text(out, MARGIN, 100 + 52 * i, "side", label);
        snprintf(label, sizeof label, "link %s:", names[i]);
        bsim_draw_text(out, MARGIN, 115 + 52 * i, "side", label);
        bsim_draw_text(out, MARGIN, 130 + 52 * i, "side", rate_text(p, i, rate, sizeof rate));
    }
    if (groups.shown < groups.n || routers.shown < routers.n)
        bsim_draw_text(out, MARGIN, 270, "side", "Four of each stand for all.");
    return y + far + near + 70;
}

/* ---- the picture ---- */

static double draw(FILE *out, const struct bsim_platform *p) {
    switch (p->topology.kind) {
    case BSIM_TOPOLOGY_TORUS:
    case BSIM_TOPOLOGY_MESH:
        return grid(out, p);
    case BSIM_TOPOLOGY_FAT_TREE:
        return tree(out, p);
    case BSIM_TOPOLOGY_DRAGONFLY:
        return dragonfly(out, p);
    case BSIM_TOPOLOGY_GRAPH:
        return bsim_graph_draw(out, p);
    case BSIM_TOPOLOGY_NONE:
        break;
    }
    return star(out, p);
}

static void picture(FILE *out, const struct bsim_platform *p) {
    char *body = NULL, topology[128], label[384], latency[24], rate[24];
    size_t size;
    FILE *inner = open_memstream(&body, &size);
    double high = inner ? draw(inner, p) : 0;
    if (inner)
        fclose(inner);
    fprintf(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%.0f\" viewBox=\"0 0 %d %.0f\">\n"
        "<style>text{font:13px sans-serif;fill:#222} .in{text-anchor:middle;font-size:11px} "
        ".dots{text-anchor:middle;font-size:18px} .title{font-size:17px;font-weight:bold} .side{font-size:12px} "
        ".node{fill:#dbe9f6;stroke:#39638f} .switch{fill:#f6d9a8;stroke:#a06a12} .group{fill:#f7f7f3;stroke:#b5b5ad} "
        "line{stroke:#7a8894}</style>\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
        WIDE, high, WIDE, high);
    bsim_topology_text(&p->topology, topology, sizeof topology);
    bsim_draw_text(out, MARGIN, 34, "title", p->name);
    snprintf(label, sizeof label, "%d nodes with %d cores each, %s; a message: latency %s%s, %s", p->nodes,
             p->cores_per_node, topology[0] ? topology : "one switch",
             bsim_format_time(latency, sizeof latency, p->inter.latency_s[0]), topology[0] ? " and hops" : "",
             bsim_format_rate(rate, sizeof rate, 1 / p->inter.gap_s_per_byte[0]));
    bsim_draw_text(out, MARGIN, 56, "side", label);
    if (body)
        fputs(body, out);
    fputs("</svg>\n", out);
    free(body);
}

int bsim_platform_plot(int argc, char **argv) {
    const char *path = NULL, *to = NULL, *name = NULL;
    struct bsim_platform p;
    struct bsim_error err = {0};
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "-o") == 0 || strcmp(argv[i], "--output") == 0)
            to = i + 1 < argc ? argv[++i] : NULL;
        else if (argv[i][0] != '-' && name == NULL)
            name = argv[i];
        else
            name = to = NULL, i = argc;
    if (name == NULL || to == NULL) {
        fprintf(stderr, "bsim: error: write bsim platform plot FILE-OR-NAME -o PICTURE.svg\n");
        return BSIM_EXIT_USAGE;
    }
    if (!bsim_platform_find(name, &path, &err) || !bsim_platform_load(&p, path, NULL, 1, &err)) {
        bsim_error_print(&err, stderr);
        return BSIM_EXIT_USAGE;
    }
    struct bsim_output out;
    bool too_large = p.topology.graph && p.topology.graph->vertices > BSIM_GRAPH_DRAWN;
    bool ok = too_large ? bsim_error_set(&err, path, 0, NULL,
                                         "its network has %d nodes and switches; a picture may have %d of them",
                                         p.topology.graph->vertices, BSIM_GRAPH_DRAWN)
                        : bsim_output_open_picture(&out, to, &err);
    if (ok) {
        picture(out.file, &p);
        ok = bsim_output_commit(&out, &err);
        bsim_output_abandon(&out);
    }
    bsim_platform_free(&p);
    if (!ok)
        bsim_error_print(&err, stderr);
    return ok ? BSIM_EXIT_OK : BSIM_EXIT_USAGE;
}
