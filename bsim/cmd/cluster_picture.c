/* cluster_picture.c - bsim cluster --dendrogram: the tree of complete linkage as SVG. Leaves are rows, distances go to
 * the right. Ranks with equal calculation are one leaf. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/output.h"
#include "bsim/base/units.h"
#include "bsim/cmd/cluster.h"

enum { ROW = 16, TOP = 70, LEFT = 330, WIDTH = 520, RIGHT = 120, BOTTOM = 46, GAP = 10, LABEL = 56 };

/* Nodes 0 to n - 1 are ranks, n + i is the i-th merge. */
struct drawing {
    const struct bsim_cluster_tree *tree;
    FILE *out;
    int *child[2];   /* of merges */
    bool *has_above; /* of each node */
    double *y;
    double next_y, highest_ns;
};

static double height_of(const struct drawing *d, int node) {
    return node < d->tree->n ? 0 : d->tree->merge[node - d->tree->n].height_ns;
}

static double x_of(const struct drawing *d, double ns) {
    return LEFT + (d->highest_ns > 0 ? ns / d->highest_ns * WIDTH : 0);
}

static void link_nodes(struct drawing *d) {
    const struct bsim_cluster_tree *t = d->tree;
    int *node_of = bsim_alloc((size_t)t->n * sizeof *node_of);
    for (int r = 0; r < t->n; r++)
        node_of[r] = r;
    for (int i = 0; i < t->nmerge; i++) {
        int ends[2] = {node_of[t->merge[i].a], node_of[t->merge[i].b]};
        for (int k = 0; k < 2; k++) {
            d->child[k][i] = ends[k];
            d->has_above[ends[k]] = true;
        }
        node_of[t->merge[i].a] = t->n + i;
        d->highest_ns = fmax(d->highest_ns, t->merge[i].height_ns);
    }
    d->highest_ns = fmax(d->highest_ns, t->cut_ns);
    bsim_free(node_of);
}

/* Marks the ranks below a node. */
static int mark_ranks(const struct drawing *d, int node, bool *is_below) {
    if (node < d->tree->n) {
        is_below[node] = true;
        return 1;
    }
    return mark_ranks(d, d->child[0][node - d->tree->n], is_below) +
           mark_ranks(d, d->child[1][node - d->tree->n], is_below);
}

/* "0-3 8 10-12", as much as there is room for. */
static void list_ranks(const bool *is_below, int n, char *text, size_t size) {
    size_t used = 0;
    text[0] = '\0';
    for (int r = 0, last; r < n; r = last + 1) {
        for (last = r; is_below[r] && last + 1 < n && is_below[last + 1]; last++)
            ;
        if (!is_below[r])
            continue;
        if (used + 28 > size) {
            snprintf(text + used, size - used, " …");
            return;
        }
        used += (size_t)snprintf(text + used, size - used, "%s%d", used ? " " : "", r);
        if (last > r)
            used += (size_t)snprintf(text + used, size - used, "-%d", last);
    }
}

static void draw_leaf(struct drawing *d, int node) {
    const struct bsim_cluster_tree *t = d->tree;
    bool *is_below = bsim_alloc((size_t)t->n * sizeof *is_below);
    char ranks[LABEL], stands[64] = "";
    int n = mark_ranks(d, node, is_below), size = 0;
    for (int r = 0; r < t->n; r++)
        if (is_below[r] && t->representative[t->group[r]] == r) {
            for (int k = 0; k < t->n; k++)
                size += t->group[k] == t->group[r];
            snprintf(stands, sizeof stands, "%d stands for %d rank%s", r, size, size == 1 ? "" : "s");
        }
    list_ranks(is_below, t->n, ranks, sizeof ranks);
    d->y[node] = d->next_y;
    d->next_y += ROW;
    fprintf(d->out, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s%s%s%s", LEFT - 8, d->y[node] + 4,
            stands[0] ? "<tspan font-weight=\"bold\" fill=\"#a02020\">" : "", stands, stands[0] ? "</tspan>  " : "",
            ranks);
    if (n > 1)
        fprintf(d->out, " (%d equal)", n);
    fputs("</text>\n", d->out);
    bsim_free(is_below);
}

static void line(const struct drawing *d, double x1, double y1, double x2, double y2, bool is_group) {
    fprintf(d->out, "<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"%s\" stroke-width=\"%s\"/>\n", x1, y1, x2, y2,
            is_group ? "#143278" : "#999", is_group ? "2" : "1");
}

/* Draws what is below a node, which lies in the middle of its children. */
static void draw_node(struct drawing *d, int node) {
    double height_ns = height_of(d, node);
    if (height_ns <= 0) {
        draw_leaf(d, node);
        return;
    }
    int merge = node - d->tree->n;
    bool is_group = height_ns <= d->tree->cut_ns;
    for (int k = 0; k < 2; k++)
        draw_node(d, d->child[k][merge]);
    for (int k = 0; k < 2; k++) {
        int below = d->child[k][merge];
        line(d, x_of(d, height_of(d, below)), d->y[below], x_of(d, height_ns), d->y[below], is_group);
    }
    line(d, x_of(d, height_ns), d->y[d->child[0][merge]], x_of(d, height_ns), d->y[d->child[1][merge]], is_group);
    d->y[node] = (d->y[d->child[0][merge]] + d->y[d->child[1][merge]]) / 2;
}

static int count_rows(const struct drawing *d, int *ntree) {
    int rows = d->tree->n, trees = 0;
    for (int i = 0; i < d->tree->nmerge; i++)
        rows -= d->tree->merge[i].height_ns <= 0;
    for (int node = 0; node < d->tree->n + d->tree->nmerge; node++)
        trees += !d->has_above[node];
    *ntree = trees;
    return rows;
}

static void draw_frame(const struct drawing *d, double height) {
    const struct bsim_cluster_tree *t = d->tree;
    char cut[32], highest[32];
    double bottom = height - BOTTOM + 6, x = x_of(d, t->cut_ns);
    int ngroup = 0;
    for (int r = 0; r < t->n; r++)
        ngroup += t->group[r] == r;
    bsim_format_time(cut, sizeof cut, 1e-9 * t->cut_ns);
    bsim_format_time(highest, sizeof highest, 1e-9 * d->highest_ns);
    json_t *program = bsim_output_text(t->program);
    fputs("<text x=\"20\" y=\"26\" font-size=\"15\">", d->out);
    for (const char *c = json_string_value(program); *c; c++)
        switch (*c) {
        case '<':
            fputs("&lt;", d->out);
            break;
        case '&':
            fputs("&amp;", d->out);
            break;
        default:
            fputc(*c, d->out);
        }
    json_decref(program);
    fprintf(d->out, ": %d ranks, %d group%s at %.3g %% of a rank's calculation in the mean (%s)</text>\n", t->n, ngroup,
            ngroup == 1 ? "" : "s", 100 * t->cut, cut);
    fprintf(d->out,
            "<path d=\"M%.1f %dL%.1f %.1f\" stroke=\"#a02020\" stroke-dasharray=\"5 4\"/>\n"
            "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" fill=\"#a02020\">cut</text>\n",
            x, TOP - 14, x, bottom, x, TOP - 18);
    fprintf(d->out,
            "<path d=\"M%d %.1fL%d %.1f\" stroke=\"#444\"/>\n<text x=\"%d\" y=\"%.1f\">0</text>\n"
            "<text x=\"%d\" y=\"%.1f\" text-anchor=\"middle\">%s apart</text>\n",
            LEFT, bottom, LEFT + WIDTH, bottom, LEFT, bottom + 18, LEFT + WIDTH, bottom + 18, highest);
}

static void draw(struct drawing *d) {
    int ntree, rows = count_rows(d, &ntree);
    double height = TOP + rows * ROW + (ntree - 1) * GAP + BOTTOM;
    fprintf(d->out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %.0f\" font-family=\"sans-serif\" "
            "font-size=\"12\" fill=\"none\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n"
            "<g fill=\"black\">\n",
            LEFT + WIDTH + RIGHT, height);
    draw_frame(d, height);
    d->next_y = TOP;
    for (int r = 0; r < d->tree->n; r++) { /* trees in the order of their smallest ranks */
        int node = r, last = -1;
        for (int i = 0; i < d->tree->nmerge; i++)
            if (d->tree->merge[i].a == r)
                last = d->tree->n + i;
            else if (d->tree->merge[i].b == r)
                last = -2;
        if (last == -2)
            continue;
        node = last >= 0 ? last : node;
        draw_node(d, node);
        d->next_y += GAP;
    }
    fputs("</g>\n</svg>\n", d->out);
}

bool bsim_cluster_draw(const struct bsim_cluster_tree *tree, const char *path, struct bsim_error *err) {
    struct bsim_output out;
    struct drawing d = {.tree = tree};
    size_t n = (size_t)(tree->n + tree->nmerge);
    if (!bsim_output_open_picture(&out, path, err))
        return false;
    d.out = out.file;
    d.has_above = bsim_alloc(n * sizeof *d.has_above);
    d.y = bsim_alloc(n * sizeof *d.y);
    for (int k = 0; k < 2; k++)
        d.child[k] = bsim_alloc(((size_t)tree->nmerge + 1) * sizeof *d.child[k]);
    link_nodes(&d);
    draw(&d);
    bsim_free(d.has_above);
    bsim_free(d.y);
    bsim_free(d.child[0]);
    bsim_free(d.child[1]);
    return bsim_output_commit(&out, err);
}
