/* gnuplot.h - inside of the bsim command: pictures that gnuplot draws. */
#ifndef BSIM_CMD_GNUPLOT_H
#define BSIM_CMD_GNUPLOT_H

#include <stdbool.h>
#include <stdio.h>

#include "bsim/base/error.h"
#include "bsim/base/units.h"

/* Whether the suffix of path is .svg or .png, and gnuplot is installed. */
bool bsim_gnuplot_check(const char *path, struct bsim_error *err);
/* Draws the script that write makes; the suffix of path says what. */
bool bsim_gnuplot_draw(const char *path, void (*write)(const void *arg, FILE *f, bool svg), const void *arg,
                       struct bsim_error *err);

/* ---- parts of a script ---- */

/* The terminal, for a picture of a size in pixels. */
void bsim_gnuplot_begin(FILE *f, bool svg, int width, int height);
/* Engineering notation on an axis: 10 us, 2.5 GB/s. */
void bsim_gnuplot_format(FILE *f, char axis, enum bsim_unit unit, bool log);
/* As gnuplot takes it literally: what could mean something to it is written as a number. Gnuplot takes digits behind
 * that into the number, so what means nothing is written as it is. */
void bsim_gnuplot_quote(FILE *f, const char *text);
/* Sixteen line styles that can be told apart: eight colours (Wong, Nature Methods 8, 2011, without yellow and with
 * brown), each with a filled mark and a solid line, then with an open mark and a dashed line. */
void bsim_gnuplot_styles(FILE *f);

#endif
