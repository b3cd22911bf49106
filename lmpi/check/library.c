/* library.c - functions of the C library that read and write memory of the program: a program that bsimcc --check links
 * calls these wrappers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lmpi/check/check.h"

size_t __real_strlen(const char *s);

/* Of a string, with its end; no more than most bytes. */
static void look_string(const char *s, size_t most, const void *site) {
    if (!s || !lmpi_check_is_looking())
        return;
    const char *end = memchr(s, 0, most);
    lmpi_check_look(s, end ? (size_t)(end - s) + 1 : most, false, site);
}

/* The string from goes to an address. */
static void look_copied(const char *to, const char *from, const void *site) {
    if (lmpi_check_is_looking())
        lmpi_check_look(to, __real_strlen(from) + 1, true, site);
}

#define SITE __builtin_return_address(0)
#define READS(address, size) lmpi_check_look(address, size, false, SITE)
#define WRITES(address, size) lmpi_check_look(address, size, true, SITE)
#define COPIES(to, from, size) lmpi_check_packed_copied(to, from, size, SITE)
#define READS_STRING(s) look_string(s, PTRDIFF_MAX, SITE)
#define READS_NUMBER(s) look_string(s, 64, SITE) /* of text that may be long */
#define COPIES_STRING(to, from) look_copied(to, from, SITE)
#define READS_STRING_TO(s, most) look_string(s, most, SITE)

/* OPENS(name): opens a file as fopen does. */
#define OPENS(name)                                                                                                    \
    FILE *__real_##name(const char *path, const char *mode);                                                           \
    FILE *__wrap_##name(const char *path, const char *mode);                                                           \
    FILE *__wrap_##name(const char *path, const char *mode) {                                                          \
        FILE *file = __real_##name(path, mode);                                                                        \
        if (file) {                                                                                                    \
            lmpi_check_opened(path, mode, "fopen", SITE);                                                              \
            lmpi_check_stream_opened(path, mode, file);                                                                \
        }                                                                                                              \
        return file;                                                                                                   \
    }

/* LIBRARY(type, name, (parameters), (arguments), what it reads and writes): the names are also read by the Makefile. */
#define LIBRARY(type, name, parameters, arguments, ...)                                                                \
    type __real_##name parameters;                                                                                     \
    type __wrap_##name parameters;                                                                                     \
    type __wrap_##name parameters {                                                                                    \
        __VA_ARGS__;                                                                                                   \
        return __real_##name arguments;                                                                                \
    }

/* clang-format off */
LIBRARY(void *, memcpy, (void *to, const void *from, size_t n), (to, from, n), READS(from, n), COPIES(to, from, n))
LIBRARY(void *, memmove, (void *to, const void *from, size_t n), (to, from, n), READS(from, n), COPIES(to, from, n))
LIBRARY(void *, memset, (void *to, int byte, size_t n), (to, byte, n), WRITES(to, n))
LIBRARY(int, memcmp, (const void *a, const void *b, size_t n), (a, b, n), READS(a, n), READS(b, n))
LIBRARY(size_t, strlen, (const char *s), (s), READS_STRING(s))
LIBRARY(size_t, strnlen, (const char *s, size_t n), (s, n), READS_STRING_TO(s, n))
LIBRARY(int, strcmp, (const char *a, const char *b), (a, b), READS_STRING(a), READS_STRING(b))
LIBRARY(int, strncmp, (const char *a, const char *b, size_t n), (a, b, n), READS_STRING_TO(a, n), READS_STRING_TO(b, n))
LIBRARY(int, strcasecmp, (const char *a, const char *b), (a, b), READS_STRING(a), READS_STRING(b))
LIBRARY(char *, strcpy, (char *to, const char *from), (to, from), READS_STRING(from), COPIES_STRING(to, from))
LIBRARY(char *, strncpy, (char *to, const char *from, size_t n), (to, from, n), READS_STRING_TO(from, n), WRITES(to, n))
LIBRARY(char *, strcat, (char *to, const char *from), (to, from),
        READS_STRING(to), READS_STRING(from), COPIES_STRING(to + __real_strlen(to), from))
LIBRARY(char *, strchr, (const char *s, int c), (s, c), READS_STRING(s))
LIBRARY(char *, strrchr, (const char *s, int c), (s, c), READS_STRING(s))
LIBRARY(char *, strstr, (const char *s, const char *part), (s, part), READS_STRING(s), READS_STRING(part))
LIBRARY(int, atoi, (const char *s), (s), READS_NUMBER(s))
LIBRARY(long, atol, (const char *s), (s), READS_NUMBER(s))
LIBRARY(double, atof, (const char *s), (s), READS_NUMBER(s))
LIBRARY(long, strtol, (const char *s, char **end, int base), (s, end, base), READS_NUMBER(s))
LIBRARY(double, strtod, (const char *s, char **end), (s, end), READS_NUMBER(s))
LIBRARY(void, qsort, (void *at, size_t n, size_t size, int (*compare)(const void *, const void *)), (at, n, size, compare),
        WRITES(at, n * size))
OPENS(fopen)
OPENS(fopen64)
