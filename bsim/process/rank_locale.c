/* rank_locale.c - a rank's locale: setlocale() changes that of the calling rank alone, and uselocale() is not left to
 * the rank that runs next.
 *
 * The process stays in the locale in which the run began, so that the runtime reads and writes numbers as ever. A rank
 * that has another one gets it as its thread's locale whenever it runs. Threads that it makes have the run's. */
#include <locale.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/kernel/engine.h"
#include "bsim/process/rank_process.h"

/* The linker makes these the C library's where the functions are wrapped; elsewhere nothing calls them. */
char *__real_setlocale(int category, const char *name) __attribute__((weak));
locale_t __real_uselocale(locale_t locale) __attribute__((weak));

char *__wrap_setlocale(int category, const char *name);
locale_t __wrap_uselocale(locale_t locale);

/* A locale that a rank has set, once for all ranks; it stays until the end of the run. */
struct named {
    char *names; /* of all categories, as setlocale tells them */
    locale_t locale;
    struct named *next;
};
static struct named *known;

struct own {
    const struct named *global; /* NULL: that of the run */
    locale_t of_thread;         /* by uselocale; NULL: the global one */
    char *answer;               /* of setlocale; the next call may change it */
};

static _Thread_local locale_t in_force; /* NULL: that of the process */

static struct own *own(void) {
    void **part = bsim_libc_part(BSIM_LIBC_LOCALE);
    if (!*part)
        *part = bsim_alloc(sizeof(struct own));
    bsim_libc_watch_switches();
    return *part;
}

static void install(const struct own *next) {
    locale_t want = !next ? NULL : next->of_thread ? next->of_thread : next->global ? next->global->locale : NULL;
    if (want == in_force)
        return;
    in_force = want;
    __real_uselocale(want ? want : LC_GLOBAL_LOCALE);
}

/* NULL if the names are those of the run. */
static const struct named *find(const char *names, const char *of_run) {
    if (strcmp(names, of_run) == 0)
        return NULL;
    for (const struct named *n = known; n; n = n->next)
        if (strcmp(n->names, names) == 0)
            return n;
    struct named *n = bsim_alloc(sizeof *n);
    *n = (struct named){bsim_strdup(names), newlocale(LC_ALL_MASK, names, NULL), known};
    bsim_check(n->locale);
    return known = n;
}

/* The process takes the rank's locale, answers, and goes back. */
char *__wrap_setlocale(int category, const char *name) {
    if (!bsim_self)
        return __real_setlocale(category, name);
    struct own *o = own();
    char *of_run = bsim_strdup(__real_setlocale(LC_ALL, NULL));
    if (o->global)
        __real_setlocale(LC_ALL, o->global->names);
    const char *answer = __real_setlocale(category, name);
    bsim_free(o->answer);
    o->answer = answer ? bsim_strdup(answer) : NULL;
    if (answer && name)
        o->global = find(__real_setlocale(LC_ALL, NULL), of_run);
    __real_setlocale(LC_ALL, of_run);
    bsim_free(of_run);
    install(o);
    return o->answer;
}

locale_t __wrap_uselocale(locale_t locale) {
    if (!bsim_self)
        return __real_uselocale(locale);
    struct own *o = own();
    locale_t before = o->of_thread ? o->of_thread : LC_GLOBAL_LOCALE;
    if (locale) {
        o->of_thread = locale == LC_GLOBAL_LOCALE ? NULL : locale;
        install(o);
    }
    return before;
}

void bsim_locale_switch(int to) {
    install(bsim_libc_part_of(to, BSIM_LIBC_LOCALE));
}
