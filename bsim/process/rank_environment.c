/* rank_environment.c - the environment of each rank: getenv, setenv, putenv, unsetenv, clearenv, environ.
 *
 * A rank gets a list of its own when it first changes a variable. With one shard, "environ" is that of the running
 * rank, so that functions of the C library read it too (system, popen, exec, the time zone); with several shards it
 * stays what it was when the run began. */
#include "bsim/process/rank_process.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bsim/base/alloc.h"
#include "bsim/kernel/engine.h"

char *__wrap_getenv(const char *name);
char *__wrap_secure_getenv(const char *name);
int __wrap_setenv(const char *name, const char *value, int replaces);
int __wrap_putenv(char *text);
int __wrap_unsetenv(const char *name);
int __wrap_clearenv(void);

struct environment {
    char **list; /* "NAME=VALUE", NULL at the end. Texts that a rank has replaced stay: it may still hold them */
    size_t n, room;
};

static char **first; /* the process's, before any rank had its own */

/* The list that the running rank reads. */
static char **list_here(void) {
    const struct environment *mine = bsim_libc_part_here(BSIM_LIBC_ENVIRONMENT);
    return mine && bsim_context.nshards > 1 ? mine->list : environ; /* a program may assign environ */
}

static size_t length(char *const *list) {
    size_t n = 0;
    while (list && list[n])
        n++;
    return n;
}

static void use(const struct environment *mine) {
    if (bsim_context.nshards == 1)
        environ = mine->list;
}

/* The running rank's own environment, made of the one that it reads, with room for one variable more. */
static struct environment *own(void) {
    void **part = bsim_libc_part(BSIM_LIBC_ENVIRONMENT);
    struct environment *mine = *part;
    if (!mine) {
        if (bsim_self)
            bsim_libc_watch_switches();
        if (!first)
            first = environ;
        *part = mine = bsim_alloc(sizeof *mine);
    }
    char **now = mine->list ? list_here() : environ;
    if (now != mine->list || mine->n + 2 > mine->room) {
        mine->n = length(now);
        mine->room = 2 * mine->n + 16;
        char **list = bsim_alloc(mine->room * sizeof *list);
        for (size_t i = 0; i < mine->n; i++)
            list[i] = now[i];
        mine->list = list; /* the program may still hold the old one */
    }
    use(mine);
    return mine;
}

static bool is_name(const char *name) {
    if (name && *name && !strchr(name, '='))
        return true;
    errno = EINVAL;
    return false;
}

/* Index of a variable in a list, -1: none. */
static long find(char *const *list, const char *name, size_t bytes) {
    for (long i = 0; list && list[i]; i++)
        if (strncmp(list[i], name, bytes) == 0 && list[i][bytes] == '=')
            return i;
    return -1;
}

static void put(char *text, size_t name_bytes) {
    struct environment *mine = own();
    long at = find(mine->list, text, name_bytes);
    if (at < 0)
        at = (long)mine->n++;
    mine->list[at] = text;
}

char *__wrap_getenv(const char *name) {
    char **list = list_here();
    size_t bytes = strlen(name);
    long at = find(list, name, bytes);
    return at < 0 ? NULL : list[at] + bytes + 1;
}

char *__wrap_secure_getenv(const char *name) {
    return __wrap_getenv(name);
}

int __wrap_setenv(const char *name, const char *value, int replaces) {
    if (!is_name(name))
        return -1;
    size_t n = strlen(name), m = strlen(value);
    if (!replaces && find(list_here(), name, n) >= 0)
        return 0;
    char *text = bsim_alloc(n + m + 2);
    memcpy(text, name, n);
    text[n] = '=';
    memcpy(text + n + 1, value, m + 1);
    put(text, n);
    return 0;
}

/* The text itself becomes part of the environment. A name alone is removed, as glibc does. */
int __wrap_putenv(char *text) {
    const char *end = strchr(text, '=');
    if (!end)
        return __wrap_unsetenv(text);
    put(text, (size_t)(end - text));
    return 0;
}

int __wrap_unsetenv(const char *name) {
    if (!is_name(name))
        return -1;
    size_t bytes = strlen(name);
    if (find(list_here(), name, bytes) < 0)
        return 0;
    struct environment *mine = own();
    size_t kept = 0;
    for (size_t i = 0; i < mine->n; i++)
        if (strncmp(mine->list[i], name, bytes) != 0 || mine->list[i][bytes] != '=')
            mine->list[kept++] = mine->list[i];
    mine->n = kept;
    mine->list[kept] = NULL;
    return 0;
}

int __wrap_clearenv(void) {
    struct environment *mine = own();
    mine->n = 0;
    mine->list[0] = NULL;
    return 0;
}

void bsim_environment_switch(int from, int to) {
    if (!first || bsim_context.nshards > 1)
        return;
    struct environment *left = bsim_libc_part_of(from, BSIM_LIBC_ENVIRONMENT);
    if (left && environ != left->list) /* the rank has assigned environ */
        *left = (struct environment){.list = environ, .n = length(environ)};
    const struct environment *next = bsim_libc_part_of(to, BSIM_LIBC_ENVIRONMENT);
    environ = next ? next->list : first;
}

void bsim_environment_in_child(void) {
    const struct environment *mine = bsim_libc_part_here(BSIM_LIBC_ENVIRONMENT);
    if (mine)
        environ = mine->list;
}
