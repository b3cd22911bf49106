/* units.h - quantities as people write them ("1.5us", "10GB/s", "64KiB") and as people read them.
 *
 * Inside bsim everything is SI: seconds, bytes, bytes per second. */
#ifndef BSIM_UNITS_H
#define BSIM_UNITS_H

#include <stdbool.h>
#include <stddef.h>

enum bsim_unit {
    BSIM_UNIT_NONE,  /* a plain number: counts, ratios */
    BSIM_UNIT_TIME,  /* seconds: s ms us (µs) ns ps min h */
    BSIM_UNIT_BYTES, /* bytes: B, kB MB GB TB (powers of 1000), KiB MiB GiB TiB (powers of 1024) */
    BSIM_UNIT_RATE   /* bytes per second: a unit of bytes with /s; bit/s, kbit/s, Mbit/s, Gbit/s, Tbit/s (also Gb/s) */
};

/* Parses the whole of text. Times and rates other than 0 need a unit; a size without one is in bytes. Returns false,
 * and *value untouched, if text is not a quantity of that dimension. Does not depend on the locale. */
bool bsim_unit_parse(const char *text, enum bsim_unit unit, double *value);

/* For messages: the name of a dimension ("a time"), and the values that it accepts ("a number in seconds, or a string
 * with a unit: ps, ns, ..."). */
const char *bsim_unit_name(enum bsim_unit unit);
const char *bsim_unit_accepted(enum bsim_unit unit);

/* For messages: what text, which is no quantity of this dimension, is instead, such that the dimension's name follows:
 * "a rate, and not ", "not ". */
const char *bsim_unit_wrong(const char *text, enum bsim_unit unit);

/* Formats with 4 significant digits and an SI prefix: "1.234 ms", "12.50 GB", "1.250 GB/s", "5.120 M". Zero is "0 s".
 * They return buf; 24 bytes always suffice. */
char *bsim_format_time(char *buf, size_t size, double seconds);
char *bsim_format_bytes(char *buf, size_t size, double bytes);
/* An upper limit of sizes: "8.255 kB", or "any size" without one (HUGE_VAL). */
const char *bsim_format_up_to(char *buf, size_t size, double bytes);
char *bsim_format_rate(char *buf, size_t size, double bytes_per_s);
char *bsim_format_count(char *buf, size_t size, double count);
/* "1.4 %" for 0.014; "-" if the share is not finite. */
char *bsim_format_percent(char *buf, size_t size, double share);
/* Formats by unit; NONE as %g. */
char *bsim_format_unit(char *buf, size_t size, enum bsim_unit unit, double value);

#endif
