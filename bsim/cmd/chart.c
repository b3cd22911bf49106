/* chart.c - see chart.h. */
#include "bsim/cmd/chart.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* Of the picture and of the rectangle in which data are drawn, in pixels. */
enum { WIDTH = 720, HEIGHT = 420, LEFT = 86, TOP = 66, BOTTOM = 364, RIGHT = 700, RIGHT_OF_LEGEND = 540 };
enum { LEGEND_TOP = TOP + 8, LEGEND_STEP = 20, MOST_TEXT = 104, MOST_LEGEND = 22 };

static const char *const colours[CHART_COLOURS] = {"#0060a8", "#d55e00", "#00806a", "#b0529a", "#b07d00", "#4c4c4c"};

void bsim_chart_escape(FILE *f, const char *text) {
    for (; *text; text++)
        if (*text == '<')
            fputs("&lt;", f);
        else if (*text == '>')
            fputs("&gt;", f);
        else if (*text == '&')
            fputs("&amp;", f);
        else if (*text == '"')
            fputs("&quot;", f);
        else
            fputc(iscntrl((unsigned char)*text) ? '?' : *text, f);
}

static int right_edge(const struct chart *c) {
    return c->nlegend >= 0 ? RIGHT_OF_LEGEND : RIGHT;
}

/* Where a value is on its axis, from 0 to 1 within the bounds. */
static double along(const struct chart_axis *a, double value) {
    return a->log ? log(value / a->low) / log(a->high / a->low) : (value - a->low) / (a->high - a->low);
}

static double x_of(const struct chart *c, double value) {
    return LEFT + along(&c->x, value) * (right_edge(c) - LEFT);
}

static double y_of(const struct chart *c, double value) {
    return BOTTOM - along(&c->y, value) * (BOTTOM - TOP);
}

/* factor: from which span on the axis is logarithmic. */
static void make_room(struct chart_axis *a, double factor) {
    double low = a->low, high = a->high;
    if (!(high >= low) || !isfinite(low) || !isfinite(high)) {
        low = 0;
        high = 1;
    }
    a->log = !a->linear && low > 0 && high > factor * low;
    if (a->log) {
        double room = pow(high / low, 0.05);
        a->low = low / room;
        a->high = high * room;
        return;
    }
    if (a->from_zero && low > 0)
        low = 0;
    if (high == low)
        high = low + (low ? 0.5 * fabs(low) : 1);
    a->low = a->from_zero && low == 0 ? 0 : low - 0.05 * (high - low);
    a->high = high + 0.07 * (high - low);
}

/* "2 ms", "200 k" */
static void tick_text(const struct chart_axis *a, double value, char *buf, size_t size) {
    static const char *const prefix[] = {"p", "n", "µ", "m", "", "k", "M", "G", "T"};
    double size_of = fabs(value);
    bool time = a->unit == BSIM_UNIT_TIME;
    int p = 4;
    if (size_of > 0 && (time || size_of >= 1e4)) {
        p += (int)floor(log10(size_of * 1.000001) / 3);
        p = p < 0 ? 0 : p > 8 ? 8 : p;
    }
    if (time && p > 4)
        p = 4;
    double shown = value / pow(1000, p - 4);
    snprintf(buf, size, "%.4g%s%s%s", shown, time || p != 4 ? " " : "", value == 0 ? "" : prefix[p], time ? "s" : "");
}

/* The ticks of an axis; returns how many. */
static int ticks(const struct chart_axis *a, double *tick, int most) {
    int n = 0;
    if (a->log) {
        static const double in_decade[] = {1, 2, 5};
        int every = log10(a->high / a->low) > 3.2 ? 3 : 1;
        for (int e = (int)floor(log10(a->low)); e <= (int)ceil(log10(a->high)); e++)
            for (int k = 0; k < 3; k += every) {
                double value = in_decade[k] * pow(10, e);
                if (value >= a->low && value <= a->high && n < most)
                    tick[n++] = value;
            }
        return n;
    }
    double rough = (a->high - a->low) / 5, step = pow(10, floor(log10(rough)));
    step *= rough / step > 5 ? 10 : rough / step > 2 ? 5 : rough / step > 1 ? 2 : 1;
    for (double value = ceil(a->low / step) * step; value <= a->high && n < most; value += step)
        tick[n++] = fabs(value) < step * 1e-6 ? 0 : value;
    return n;
}

static void print_text(struct chart *c, double x, double y, const char *how, const char *text) {
    fprintf(c->file, "<text x=\"%.1f\" y=\"%.1f\" %s>", x, y, how);
    bsim_chart_escape(c->file, text);
    fprintf(c->file, "</text>\n");
}

static void print_axes(struct chart *c) {
    double tick[40];
    char text[40];
    int right = right_edge(c), n = ticks(&c->x, tick, 40);
    for (int i = 0; i < n; i++) {
        double x = x_of(c, tick[i]);
        fprintf(c->file, "<path class=\"grid\" d=\"M%.1f %dV%d\"/>\n", x, TOP, BOTTOM);
        tick_text(&c->x, tick[i], text, sizeof text);
        print_text(c, x, BOTTOM + 20, "text-anchor=\"middle\"", text);
    }
    n = ticks(&c->y, tick, 40);
    for (int i = 0; i < n; i++) {
        double y = y_of(c, tick[i]);
        fprintf(c->file, "<path class=\"grid\" d=\"M%d %.1fH%d\"/>\n", LEFT, y, right);
        tick_text(&c->y, tick[i], text, sizeof text);
        print_text(c, LEFT - 8, y + 4, "text-anchor=\"end\"", text);
    }
    fprintf(c->file, "<path class=\"axis\" d=\"M%d %dV%dH%d\"/>\n", LEFT, TOP, BOTTOM, right);
    print_text(c, (LEFT + right) / 2.0, BOTTOM + 44, "text-anchor=\"middle\"", c->x.label);
    fprintf(c->file, "<g transform=\"translate(20 %d) rotate(-90)\">", (TOP + BOTTOM) / 2);
    print_text(c, 0, 0, "text-anchor=\"middle\"", c->y.label);
    fprintf(c->file, "</g>\n");
}

void bsim_chart_begin(struct chart *c, const char *title, const char *text, bool legend) {
    char small[MOST_TEXT + 8];
    c->nlegend = legend ? 0 : -1;
    make_room(&c->y, 20);
    make_room(&c->x, c->y.log ? 4 : 20);
    snprintf(small, sizeof small, "%.*s%s", MOST_TEXT, text, strlen(text) > MOST_TEXT ? " ..." : "");
    fprintf(c->file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
            "font-family=\"sans-serif\" font-size=\"13\">\n"
            "<style>.grid{stroke:#e2e2e2;fill:none}.axis{stroke:#404040;fill:none}"
            ".curve{fill:none;stroke-width:2}</style>\n"
            "<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n",
            WIDTH, HEIGHT, WIDTH, HEIGHT, WIDTH, HEIGHT);
    print_text(c, LEFT, 24, "font-size=\"16\" font-weight=\"bold\"", title);
    bool wide = strlen(small) > 92;
    print_text(c, LEFT, 42, wide ? "fill=\"#505050\" font-size=\"11\"" : "fill=\"#505050\" font-size=\"12\"", small);
    if (c->note)
        print_text(c, LEFT, 58, "fill=\"#505050\" font-size=\"11\"", c->note);
    print_axes(c);
}

void bsim_chart_range(struct chart *c, double low, double high) {
    double from = fmax(x_of(c, fmax(low, c->x.low)), LEFT), to = fmin(x_of(c, fmin(high, c->x.high)), right_edge(c));
    if (to > from)
        fprintf(c->file, "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"#0060a8\" opacity=\"0.06\"/>\n",
                from, TOP, to - from, BOTTOM - TOP);
}

static bool inside(const struct chart *c, double x, double y) {
    double at = isfinite(x) && (x > 0 || !c->x.log) ? along(&c->x, x) : -1;
    double up = isfinite(y) && (y > 0 || !c->y.log) ? along(&c->y, y) : -1;
    return at >= -1e-6 && at <= 1 + 1e-6 && up >= -1e-6 && up <= 1 + 1e-6;
}

static const char *colour_of(int colour) {
    return colour < 0 ? "#808080" : colours[colour % CHART_COLOURS];
}

void bsim_chart_curve(struct chart *c, int n, const double *x, const double *y, int colour, bool dashed) {
    bool pen = false;
    fprintf(c->file, "<path class=\"curve\" stroke=\"%s\"%s d=\"", colour_of(colour),
            colour < 0 || dashed ? " stroke-dasharray=\"5 4\"" : "");
    for (int i = 0; i < n; i++) {
        if (inside(c, x[i], y[i]))
            fprintf(c->file, "%s%.1f %.1f", pen ? "L" : "M", x_of(c, x[i]), y_of(c, y[i]));
        pen = inside(c, x[i], y[i]);
    }
    fprintf(c->file, "\"/>\n");
}

void bsim_chart_dot(struct chart *c, double x, double y, int colour, bool small) {
    if (inside(c, x, y))
        fprintf(c->file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%s\" fill=\"%s\"%s/>\n", x_of(c, x), y_of(c, y),
                small ? "1.8" : "4", colour_of(colour),
                small ? " opacity=\"0.45\"" : " stroke=\"#ffffff\" stroke-width=\"0.8\"");
}

static void print_ring(struct chart *c, double x, double y, int colour) {
    fprintf(c->file,
            "<circle class=\"ring\" cx=\"%.1f\" cy=\"%.1f\" r=\"5\" fill=\"#ffffff\" stroke=\"%s\" "
            "stroke-width=\"1.8\"/>\n",
            x, y, colour_of(colour));
}

void bsim_chart_ring(struct chart *c, double x, double y, int colour) {
    if (inside(c, x, y))
        print_ring(c, x_of(c, x), y_of(c, y), colour);
}

void bsim_chart_legend(struct chart *c, const char *text, int colour, bool ring) {
    int y = LEGEND_TOP + LEGEND_STEP * c->nlegend++;
    char short_text[MOST_LEGEND + 4];
    size_t len = strlen(text); /* the end has the value */
    snprintf(short_text, sizeof short_text, "%s%s", len > MOST_LEGEND ? "..." : "",
             text + (len > MOST_LEGEND ? len - MOST_LEGEND + 3 : 0));
    if (ring)
        print_ring(c, RIGHT_OF_LEGEND + 20, y, colour);
    else
        fprintf(c->file, "<circle cx=\"%d\" cy=\"%d\" r=\"5\" fill=\"%s\"/>\n", RIGHT_OF_LEGEND + 20, y,
                colour_of(colour));
    print_text(c, RIGHT_OF_LEGEND + 32, y + 4, "font-size=\"12\"", short_text);
}

void bsim_chart_end(struct chart *c) {
    fputs("</svg>\n", c->file);
}
