/* chart.h - a chart as an SVG picture: axes, ranges, curves, dots, a legend. Knows nothing of models. */
#ifndef BSIM_CMD_CHART_H
#define BSIM_CMD_CHART_H

#include <stdbool.h>
#include <stdio.h>

#include "bsim/base/units.h"

enum { CHART_COLOURS = 6 };

struct chart_axis {
    const char *label;
    enum bsim_unit unit; /* BSIM_UNIT_TIME or BSIM_UNIT_NONE */
    double low, high;    /* of the data; bsim_chart_begin makes room around them */
    bool log;       /* set by bsim_chart_begin: the data span more than a factor of 20, or of 4 beside such an axis */
    bool from_zero; /* begins at 0 unless it is logarithmic */
    bool linear;    /* is never logarithmic */
};

struct chart {
    FILE *file;
    struct chart_axis x, y;
    int nlegend;
};

/* Writes the head of the picture, the title, a line of small text below it, and the axes. The axes' labels, units and
 * bounds are set; a legend leaves room on the right. */
void bsim_chart_begin(struct chart *chart, const char *title, const char *text, bool legend);
/* A band over the values from low to high of the x axis. */
void bsim_chart_range(struct chart *chart, double low, double high);
/* A line through n points, in colour number colour (modulo CHART_COLOURS; -1: grey, dashed). Points that are not finite
 * interrupt it. */
void bsim_chart_curve(struct chart *chart, int n, const double *x, const double *y, int colour);
/* A dot; a small one is pale. */
void bsim_chart_dot(struct chart *chart, double x, double y, int colour, bool small);
/* A circle that is not filled. */
void bsim_chart_ring(struct chart *chart, double x, double y, int colour);
/* The next line of the legend. */
void bsim_chart_legend(struct chart *chart, const char *text, int colour);
void bsim_chart_end(struct chart *chart);

/* Writes text as the content of an XML or HTML element. */
void bsim_chart_escape(FILE *f, const char *text);

#endif
