/* units.c - see units.h. Owns the table of units; knows nothing of JSON. */
#include "bsim/base/units.h"

#include <ctype.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct suffix {
    const char *text;
    double factor;
};

static const struct suffix time_suffixes[] = {{"s", 1},     {"ms", 1e-3},  {"us", 1e-6}, {"µs", 1e-6}, {"μs", 1e-6},
                                              {"ns", 1e-9}, {"ps", 1e-12}, {"min", 60},  {"h", 3600},  {NULL, 0}};
static const struct suffix byte_suffixes[] = {
    {"B", 1},     {"kB", 1e3},     {"KB", 1e3},        {"MB", 1e6},           {"GB", 1e9},
    {"TB", 1e12}, {"KiB", 1024.0}, {"MiB", 1048576.0}, {"GiB", 1073741824.0}, {"TiB", 1099511627776.0},
    {NULL, 0}};
static const struct suffix bit_suffixes[] = {{"bit", 0.125},  {"kbit", 125}, {"Mbit", 125e3}, {"Gbit", 125e6},
                                             {"Tbit", 125e9}, {"b", 0.125},  {"kb", 125},     {"Kb", 125},
                                             {"Mb", 125e3},   {"Gb", 125e6}, {"Tb", 125e9},   {NULL, 0}};

static bool find_suffix(const struct suffix *table, const char *text, size_t len, double *factor) {
    for (; table->text != NULL; table++)
        if (strlen(table->text) == len && strncmp(table->text, text, len) == 0) {
            *factor = table->factor;
            return true;
        }
    return false;
}

static double to_double(const char *text, char **end) {
    static locale_t c_locale;
    if (c_locale == (locale_t)0)
        c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    return strtod_l(text, end, c_locale);
}

/* strtod in the C locale; hexadecimal, "inf" and "nan" are not numbers here. */
static bool parse_number(const char *text, double *value, const char **end) {
    const char *digit = text + (*text == '-' || *text == '+');
    if (!isdigit((unsigned char)digit[0]) && !(digit[0] == '.' && isdigit((unsigned char)digit[1])))
        return false;
    if (digit[0] == '0' && (digit[1] == 'x' || digit[1] == 'X'))
        return false;
    char *stop;
    *value = to_double(text, &stop);
    *end = stop;
    return stop != text && isfinite(*value);
}

/* number * factor. "0.1us" must be the double 0.1e-6, which differs from 0.1 * 1e-6; so a negative power of ten is
 * appended to the text of the number, which is parsed again. */
static double scale(const char *text, size_t len, double number, double factor) {
    static const double tenths[] = {1e-3, 1e-6, 1e-9, 1e-12};
    char exact[64];
    for (int i = 0; i < 4; i++)
        if (factor == tenths[i] && len < 48 && !memchr(text, 'e', len) && !memchr(text, 'E', len)) {
            snprintf(exact, sizeof exact, "%.*se-%d", (int)len, text, 3 * (i + 1));
            return to_double(exact, NULL);
        }
    return number * factor;
}

bool bsim_unit_parse(const char *text, enum bsim_unit unit, double *value) {
    while (isspace((unsigned char)*text))
        text++;
    double number, factor = 1;
    const char *rest;
    if (!parse_number(text, &number, &rest))
        return false;
    const char *digits_end = rest;
    while (*rest == ' ')
        rest++;
    size_t len = strlen(rest);
    while (len > 0 && isspace((unsigned char)rest[len - 1]))
        len--;
    if (len == 0 && number != 0 && (unit == BSIM_UNIT_TIME || unit == BSIM_UNIT_RATE))
        return false; /* "0.2" may be meant in us as well as in s */
    if (len > 0) {
        bool ok = false;
        switch (unit) {
        case BSIM_UNIT_NONE:
            break;
        case BSIM_UNIT_TIME:
            ok = find_suffix(time_suffixes, rest, len, &factor);
            break;
        case BSIM_UNIT_BYTES:
            ok = find_suffix(byte_suffixes, rest, len, &factor);
            break;
        case BSIM_UNIT_RATE:
            ok = len > 2 && strncmp(rest + len - 2, "/s", 2) == 0 &&
                 (find_suffix(byte_suffixes, rest, len - 2, &factor) ||
                  find_suffix(bit_suffixes, rest, len - 2, &factor));
            break;
        }
        if (!ok)
            return false;
    }
    number = scale(text, (size_t)(digits_end - text), number, factor);
    if (!isfinite(number))
        return false;
    *value = number;
    return true;
}

const char *bsim_unit_name(enum bsim_unit unit) {
    static const char *const names[] = {"a plain number", "a time", "a size in bytes", "a rate"};
    return names[unit];
}

const char *bsim_unit_accepted(enum bsim_unit unit) {
    switch (unit) {
    case BSIM_UNIT_TIME:
        return "a number with a unit: ps, ns, us, ms, s, min, h (\"1.5us\")";
    case BSIM_UNIT_BYTES:
        return "a number of bytes, or a string with a unit: B, kB, MB, GB, KiB, MiB, GiB (\"64KiB\")";
    case BSIM_UNIT_RATE:
        return "a number with a unit: B/s, kB/s, MB/s, GB/s, GiB/s, Mbit/s, Gbit/s "
               "(\"10GB/s\")";
    case BSIM_UNIT_NONE:
        break;
    }
    return "a plain number";
}

const char *bsim_unit_wrong(const char *text, enum bsim_unit unit) {
    static const char *const others[] = {"a plain number, and not ", "a time, and not ", "a size in bytes, and not ",
                                         "a rate, and not "};
    static const enum bsim_unit order[] = {BSIM_UNIT_TIME, BSIM_UNIT_BYTES, BSIM_UNIT_RATE};
    double value;
    if (unit != BSIM_UNIT_NONE && bsim_unit_parse(text, BSIM_UNIT_NONE, &value))
        return "a number without a unit, and not ";
    for (int i = 0; i < 3; i++)
        if (order[i] != unit && bsim_unit_parse(text, order[i], &value))
            return others[order[i]];
    return "not ";
}

/* value = mantissa * 10^(3 * step), 1 <= mantissa < 1000 after rounding to 4 significant digits. */
static char *format_scaled(char *buf, size_t size, double value, const char *unit, int min_step, int max_step) {
    static const char *const prefixes[] = {"p", "n", "u", "m", "", "k", "M", "G", "T", "P"};
    static const double least_digit = 0.0005; /* what is less would be "0.000" with the smallest prefix */
    if (min_step < 0 && fabs(value) < least_digit * pow(1000, min_step))
        value = 0;
    if (!isfinite(value) || value == 0) {
        snprintf(buf, size, "%g %s", value == 0 ? 0.0 : value, unit);
    } else {
        int step = 0;
        double m = fabs(value);
        while (m >= 999.95 && step < max_step)
            m /= 1000, step++;
        while (m < 0.99995 && step > min_step)
            m *= 1000, step--;
        if (step <= 0 && min_step == 0 && m == floor(m) && m < 1000)
            snprintf(buf, size, "%.0f %s", value, unit);
        else
            snprintf(buf, size, "%s%.*f %s%s", value < 0 ? "-" : "",
                     m >= 99.995   ? 1
                     : m >= 9.9995 ? 2
                                   : 3,
                     m, prefixes[step + 4], unit);
    }
    size_t len = strlen(buf);
    if (len > 0 && buf[len - 1] == ' ')
        buf[len - 1] = '\0';
    return buf;
}

char *bsim_format_time(char *buf, size_t size, double seconds) {
    return format_scaled(buf, size, seconds, "s", -4, 0);
}

char *bsim_format_bytes(char *buf, size_t size, double bytes) {
    return format_scaled(buf, size, bytes, "B", 0, 5);
}

const char *bsim_format_up_to(char *buf, size_t size, double bytes) {
    return isfinite(bytes) ? bsim_format_bytes(buf, size, bytes) : "any size";
}

char *bsim_format_rate(char *buf, size_t size, double bytes_per_s) {
    return format_scaled(buf, size, bytes_per_s, "B/s", 0, 5);
}

char *bsim_format_percent(char *buf, size_t size, double share) {
    if (isfinite(share))
        snprintf(buf, size, "%.1f %%", 100 * share);
    else
        snprintf(buf, size, "-");
    return buf;
}

char *bsim_format_count(char *buf, size_t size, double count) {
    if (count == floor(count) && fabs(count) < 99999.5) {
        snprintf(buf, size, "%.0f", count);
        return buf;
    }
    return format_scaled(buf, size, count, "", 0, 5);
}

char *bsim_format_unit(char *buf, size_t size, enum bsim_unit unit, double value) {
    switch (unit) {
    case BSIM_UNIT_TIME:
        return bsim_format_time(buf, size, value);
    case BSIM_UNIT_BYTES:
        return bsim_format_bytes(buf, size, value);
    case BSIM_UNIT_RATE:
        return bsim_format_rate(buf, size, value);
    case BSIM_UNIT_NONE:
        break;
    }
    snprintf(buf, size, "%g", value);
    return buf;
}
