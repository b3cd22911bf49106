/* arguments.c - see arguments.h. */
#include "bsim/base/arguments.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"

/* MOST: changed arguments that are named. */
enum { MOST = 3 };

static bool is_whole(const char *text) {
    text += *text == '-' || *text == '+';
    size_t digits = strspn(text, "0123456789");
    return digits > 0 && text[digits] == '\0';
}

/* The length of what stands before the value of an option: "n=", "--size=", "-n"; 0: the word is a value alone. */
static size_t name_of(const char *word) {
    const char *equal = strchr(word, '=');
    size_t at = strspn(word, "-");
    if (equal)
        return (size_t)(equal - word) + 1;
    if (at == 0)
        return 0;
    size_t begin = at;
    while (isalpha((unsigned char)word[at]))
        at++;
    return at > begin ? at : 0;
}

/* Whether one word or both are whole numbers, of the same option. NULL: the word is not there. */
static bool is_number(const char *a, const char *b) {
    if (a == NULL || b == NULL)
        return is_whole(a ? a : b);
    size_t name = name_of(a);
    return name_of(b) == name && strncmp(a, b, name) == 0 && is_whole(a + name) && is_whole(b + name);
}

/* The path without the folders at its begin that say where others are from here: "../", "./". */
static const char *without_dots(const char *path) {
    while (strncmp(path, "./", 2) == 0 || strncmp(path, "../", 3) == 0)
        path += strspn(path, ".") + 1;
    return path;
}

/* Whether a path ends with another one: it may be the same file, named from another folder. */
static bool ends_with(const char *path, const char *end) {
    size_t n = strlen(path), of = strlen(end);
    return of > 0 && n > of && path[n - of - 1] == '/' && strcmp(path + n - of, end) == 0;
}

static bool is_same(const char *a, const char *b) {
    size_t name = name_of(a);
    if (strcmp(a, b) == 0)
        return true;
    if (name_of(b) != name || strncmp(a, b, name) != 0)
        return false;
    a = without_dots(a + name);
    b = without_dots(b + name);
    return strcmp(a, b) == 0 || ends_with(a, b) || ends_with(b, a);
}

static int number_of(char *const *argument) {
    int n = 0;
    while (argument && argument[n])
        n++;
    return n;
}

/* Adds what argument i is and was. Returns the new length. */
static size_t tell(char *buf, size_t size, size_t at, const char *where, int i, const char *is, const char *was) {
    return at + (size_t)snprintf(buf + at, size - at, "%sargument %d is %.60s %s and was %.60s", at > 0 ? ", " : "",
                                 i + 1, is ? is : "absent", where, was ? was : "absent");
}

/* The word is the value of the option, behind it or in one word with it. */
static bool is_value_of(const char *option, const char *word, const char *before) {
    size_t n = strlen(option), name = word ? name_of(word) : 0;
    if (n == 0 || (before && strcmp(before, option) == 0))
        return true;
    bool same = name >= n && strncmp(word, option, n) == 0;
    return same && (name == n || (name == n + 1 && word[n] == '='));
}

/* The skeleton reads argument i, as far as is known. */
static bool is_read(const int *read, const char *const *left, char *const *argument, int i) {
    for (int k = 0; read && read[k] >= 0; k++)
        if (read[k] == i + 1)
            return true;
    for (int k = 0; left && left[k]; k++)
        if (left[k][0] == '#' ? atoi(left[k] + 1) == i + 1
                              : is_value_of(left[k], argument[i], i > 0 ? argument[i - 1] : NULL))
            return false;
    return read == NULL;
}

char *bsim_arguments_changed(int n, char *const *known, char *const *argument, const int *read, const char *const *left,
                             const char *where, bool *chooses) {
    char text[800];
    int here = number_of(argument), most = here > n ? here : n, told = 0, more = 0;
    size_t at = 0;
    *chooses = false;
    for (int pass = 0; pass < 2 && told == 0; pass++)
        for (int i = 0; i < most; i++) {
            const char *is = i < here ? argument[i] : NULL, *was = i < n ? known[i] : NULL;
            bool differed = i < n && was == NULL && is != NULL;
            if (differed || (is && was && is_same(is, was)) || (is == NULL && was == NULL))
                continue;
            bool size = is_number(is, was) && is_read(read, left, i < here ? argument : known, i);
            if (size != (pass == 1))
                continue;
            *chooses = *chooses || !size;
            if (told < MOST)
                at = tell(text, sizeof text, at, where, i, is, was);
            more += told >= MOST;
            told++;
        }
    if (told == 0)
        return NULL;
    snprintf(text + at, sizeof text - at, "%s in all measured runs", more > 0 ? ", and more" : "");
    return bsim_strdup(text);
}
