/* fit_each.c - independent pieces of work on all processors that this process may use (fit.h). */
#include <gsl/gsl_errno.h>
#include <pthread.h>
#include <stdatomic.h>

#include "bsim/base/processors.h"
#include "bsim/fit/fit.h"

enum { MOST_THREADS = 64, STACK_BYTES = 16 << 20 };

struct crew {
    atomic_int next;
    int n;
    void (*work)(void *arg, int i);
    void *arg;
};

static void *take_part(void *of) {
    struct crew *crew = of;
    for (int i; (i = atomic_fetch_add(&crew->next, 1)) < crew->n;)
        crew->work(crew->arg, i);
    return NULL;
}

void bsim_fit_each(int n, void (*work)(void *arg, int i), void *arg) {
    struct crew crew = {.n = n, .work = work, .arg = arg};
    pthread_t thread[MOST_THREADS];
    pthread_attr_t attr;
    int others = bsim_processors() - 1, made = 0;
    others = others < n - 1 ? others : n - 1;
    others = others < MOST_THREADS ? others : MOST_THREADS;
    /* The handler is one for all threads: were each to set it and to set it back, it might come back too early. */
    gsl_error_handler_t *handler = gsl_set_error_handler_off();
    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, STACK_BYTES);
    while (made < others && pthread_create(&thread[made], &attr, take_part, &crew) == 0)
        made++;
    pthread_attr_destroy(&attr);
    take_part(&crew);
    for (int i = 0; i < made; i++)
        pthread_join(thread[i], NULL);
    gsl_set_error_handler(handler);
}
