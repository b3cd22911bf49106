/* arguments.c - see arguments.h. Knows nothing of sweeps or runs. */
#include "bsim/cmd/arguments.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/expr.h"

enum { MOST_VALUES = 16, MOST_FORMULA = 512 };

static bool number_text(double value, char *buf, size_t size) {
    double whole = rint(value);
    if (!isfinite(value))
        return false;
    if (fabs(value - whole) <= 1e-9 * fmax(1, fabs(whole)) && fabs(whole) < 1e15)
        snprintf(buf, size, "%.0f", whole == 0 ? 0 : whole);
    else
        snprintf(buf, size, "%.15g", value);
    return true;
}

/* Writes what the text between two braces stands for. */
static bool evaluate(const char *argument, const char *text, int n, const struct bsim_argument_value *values, FILE *out,
                     struct bsim_error *err) {
    const char *names[MOST_VALUES];
    double numbers[MOST_VALUES];
    char why[512], number[64];
    int known = 0;
    for (int i = 0; i < n; i++) {
        if (strcmp(values[i].name, text) == 0) {
            fputs(values[i].text, out);
            return true;
        }
        if (!isnan(values[i].number) && known < MOST_VALUES) {
            names[known] = values[i].name;
            numbers[known++] = values[i].number;
        }
    }
    struct bsim_expr *formula = bsim_expr_compile(text, known, names, numbers, why, sizeof why);
    if (formula == NULL)
        return bsim_error_set(err, NULL, 0, NULL, "argument \"%s\": {%s}: %s (write {{ and }} for braces)", argument,
                              text, why);
    bool ok = number_text(bsim_expr_eval(formula), number, sizeof number);
    bsim_expr_free(formula);
    if (!ok)
        return bsim_error_set(err, NULL, 0, NULL, "argument \"%s\": {%s} is no finite number", argument, text);
    fputs(number, out);
    return true;
}

static bool fill(const char *argument, int n, const struct bsim_argument_value *values, FILE *out,
                 struct bsim_error *err) {
    for (const char *c = argument; *c; c++) {
        char text[MOST_FORMULA];
        if ((c[0] == '{' && c[1] == '{') || (c[0] == '}' && c[1] == '}')) {
            fputc(*c++, out);
            continue;
        }
        if (*c == '}')
            return bsim_error_set(err, NULL, 0, NULL, "argument \"%s\": a } without its { (write }} for a brace)",
                                  argument);
        if (*c != '{') {
            fputc(*c, out);
            continue;
        }
        const char *end = strchr(c, '}');
        if (end == NULL || (size_t)(end - c) >= sizeof text)
            return bsim_error_set(err, NULL, 0, NULL, "argument \"%s\": a { without its } (write {{ for a brace)",
                                  argument);
        snprintf(text, sizeof text, "%.*s", (int)(end - c - 1), c + 1);
        if (!evaluate(argument, text, n, values, out, err))
            return false;
        c = end;
    }
    return true;
}

char **bsim_arguments_make(char *const *argv, int n, const struct bsim_argument_value *values, struct bsim_error *err) {
    int count = 0;
    while (argv[count])
        count++;
    char **made = calloc((size_t)count + 1, sizeof *made);
    for (int i = 0; made && i < count; i++) {
        size_t size;
        FILE *out = open_memstream(&made[i], &size);
        bool ok = out && fill(argv[i], n, values, out, err);
        if ((out && fclose(out) != 0) || (!ok && !err->set))
            ok = bsim_error_set(err, NULL, 0, NULL, "out of memory");
        if (!ok) {
            bsim_arguments_free(made);
            return NULL;
        }
    }
    return made;
}

void bsim_arguments_free(char **argv) {
    for (int i = 0; argv && argv[i]; i++)
        free(argv[i]);
    free(argv);
}

/* Whether a text has the name as a word. */
static bool has_word(const char *text, size_t len, const char *name) {
    size_t n = strlen(name);
    for (size_t i = 0; i + n <= len; i++) {
        bool begins = i == 0 || (!isalnum((unsigned char)text[i - 1]) && text[i - 1] != '_');
        bool ends = i + n == len || (!isalnum((unsigned char)text[i + n]) && text[i + n] != '_');
        if (begins && ends && strncmp(text + i, name, n) == 0)
            return true;
    }
    return false;
}

bool bsim_arguments_use(char *const *argv, const char *name) {
    for (; *argv; argv++)
        for (const char *c = *argv; *c; c++) {
            if (c[0] == '{' && c[1] == '{') {
                c++;
                continue;
            }
            const char *end = *c == '{' ? strchr(c, '}') : NULL;
            if (end && has_word(c + 1, (size_t)(end - c - 1), name))
                return true;
        }
    return false;
}
