/* gnuplot.c - see gnuplot.h. Knows nothing of what is drawn. */
#include "bsim/cmd/gnuplot.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "bsim/base/output.h"
#include "bsim/base/spawn.h"
#include "bsim/base/text.h"

bool bsim_gnuplot_check(const char *path, struct bsim_error *err) {
    if (!bsim_ends(path, ".svg") && !bsim_ends(path, ".png"))
        return bsim_error_set(err, path, 0, NULL,
                              "is no plot that can be drawn; accepted: a name that ends in .svg or "
                              ".png");
    if (!bsim_spawn_found("gnuplot"))
        return bsim_error_set(err, path, 0, NULL, "cannot be drawn: gnuplot is not installed (Debian: gnuplot-nox)");
    return true;
}

void bsim_gnuplot_begin(FILE *f, bool svg, int width, int height) {
    fprintf(f, "set terminal %s size %d,%d %s\n", svg ? "svg" : "pngcairo", width, height,
            svg ? "dynamic font 'sans,14'" : "font 'sans,11'");
}

void bsim_gnuplot_format(FILE *f, char axis, enum bsim_unit unit, bool log) {
    static const char *const base[] = {"", "s", "B", "B/s"};
    if (unit == BSIM_UNIT_NONE)
        fprintf(f, "set format %c '%%g'\n", axis);
    else
        fprintf(f, "set format %c '%%.%ds %%c%s'\n", axis, log ? 0 : 1, base[unit]);
}

void bsim_gnuplot_quote(FILE *f, const char *text) {
    fputc('"', f);
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (iscntrl(c))
            fputc('?', f);
        else if (c < 0x80 && !isalnum(c) && strchr(" .,:;=/()+-_*<>[]", c) == NULL)
            fprintf(f, "\\%03o", c);
        else
            fputc(c, f);
    }
    fputc('"', f);
}

void bsim_gnuplot_styles(FILE *f) {
    static const char *const colour[] = {"0072b2", "d55e00", "009e73", "cc79a7",
                                         "56b4e9", "e69f00", "000000", "8c564b"};
    static const int filled[] = {7, 5, 9, 13, 11, 15, 7, 5}, open[] = {6, 4, 8, 12, 10, 14, 6, 4};
    for (int i = 0; i < 16; i++)
        fprintf(f, "set style line %d lc rgb '#%s' lw 2 dt %d pt %d ps 0.7\n", i + 1, colour[i % 8], i < 8 ? 1 : 2,
                i < 8 ? filled[i] : open[i - 8]);
}

/* Gnuplot reads the script from its standard input and writes the picture to its standard output: it is told no name of
 * a file, in which it would look for commands. */
bool bsim_gnuplot_draw(const char *path, void (*write)(const void *arg, FILE *f, bool svg), const void *arg,
                       struct bsim_error *err) {
    char *const argv[] = {"gnuplot", NULL};
    struct bsim_output out;
    struct bsim_spawn child;
    FILE *script = bsim_spawn_input();
    int input = -1;
    if (script) {
        write(arg, script, bsim_ends(path, ".svg"));
        input = bsim_spawn_input_ready(script);
    }
    bool ok = input >= 0 && bsim_spawn_start(&child, argv, input, false);
    if (!ok)
        bsim_error_set(err, path, 0, NULL, "gnuplot could not be started: %s", strerror(errno));
    if (script)
        fclose(script);
    if (!ok)
        return false;
    bool opened = bsim_output_open(&out, path, err), drawn = false;
    if (opened && !(ok = bsim_output_stream(&out, child.out, &drawn)))
        bsim_error_set(err, path, 0, NULL, "cannot be written: %s", strerror(errno));
    int code = bsim_spawn_end(&child);
    if (opened && ok && (code != 0 || !drawn))
        ok = bsim_error_set(err, path, 0, NULL, "gnuplot could not draw it (exit code %d)", code);
    if (opened && ok)
        return bsim_output_commit(&out, err);
    if (opened)
        bsim_output_abandon(&out);
    return false;
}
