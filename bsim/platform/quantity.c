/* quantity.c - see quantity.h. */
#include "bsim/platform/quantity.h"

#include <string.h>

/* Slower than a line to another continent. */
static const double MOST_SECONDS = 0.1, LEAST_RATE = 1e5;

/* Keys whose times are of another size: those of a byte or an element, and those of a whole collective or of a message
 * that is lost. */
static const struct {
    const char *ending;
    double most_s;
} others[] = {{"_per_byte", 1e-5}, {"element_time", 1e-5}, {"timeout", 10}, {"seconds", 10}};

/* The place of a value without the indices of lists, which those of its list have in common: "$.links[].latency". */
static void without_indices(char *where) {
    char *to = where;
    for (const char *p = where; *p; p++)
        if (*p < '0' || *p > '9' || to == where || to[-1] != '[')
            *to++ = *p;
    *to = '\0';
}

/* What the last key of such a place allows. */
static double most_seconds(const char *where) {
    size_t length = strlen(where);
    while (length >= 2 && where[length - 1] == ']' && where[length - 2] == '[')
        length -= 2;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        size_t n = strlen(others[i].ending);
        if (length >= n && memcmp(where + length - n, others[i].ending, n) == 0)
            return others[i].most_s;
    }
    return MOST_SECONDS;
}

double bsim_platform_quantity(struct bsim_jval v, enum bsim_unit unit, bool positive) {
    double value = bsim_jval_quantity(v, unit, positive);
    bool is_slow = (unit == BSIM_UNIT_TIME && value > others[0].most_s) ||
                   (unit == BSIM_UNIT_RATE && value > 0 && value < LEAST_RATE);
    if (!is_slow)
        return value;
    char where[256], text[24];
    without_indices(bsim_jval_where(v, where, sizeof where));
    if (unit == BSIM_UNIT_RATE || value > most_seconds(where))
        bsim_jval_note(v, where, "is %s; is its unit right?", bsim_format_unit(text, sizeof text, unit, value));
    return value;
}
