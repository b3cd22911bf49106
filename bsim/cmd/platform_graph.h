/* platform_graph.h - a network that a file describes (bsim/platform/graph.h), for bsim platform show and plot; and what
 * pictures of platforms are drawn with. */
#ifndef BSIM_CMD_PLATFORM_GRAPH_H
#define BSIM_CMD_PLATFORM_GRAPH_H

#include <stdio.h>

#include "bsim/platform/graph.h"
#include "bsim/platform/platform.h"

enum { BSIM_GRAPH_DRAWN = 64 }; /* the most nodes and switches of a picture */

/* Prints the kinds of links, and between how many nodes the way back takes longer than that there; nothing if the
 * platform has no graph. */
void bsim_graph_show(const struct bsim_platform *platform);
/* Draws it; returns how high the picture is. */
double bsim_graph_draw(FILE *out, const struct bsim_platform *platform);

/* ---- shapes in SVG; platform_picture.c ---- */

void bsim_draw_text(FILE *out, double x, double y, const char *class, const char *what);
void bsim_draw_line(FILE *out, double x0, double y0, double x1, double y1, double width);
void bsim_draw_node(FILE *out, double x, double y, int number);
/* half: of its width. */
void bsim_draw_switch(FILE *out, double x, double y, double half);

#endif
