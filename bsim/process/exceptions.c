/* exceptions.c - the exceptions of C++ that a rank has thrown or caught. The library of C++ keeps them for each thread,
 * and ranks share threads. So each switch puts those of one rank aside and brings those of the other. */
#include "bsim/process/rank_process.h"

#include <stddef.h>

#include "bsim/base/alloc.h"

/* As the ABI of C++ lays it out: the caught exceptions, and the number of those that are thrown and not yet caught. */
struct exceptions {
    void *caught;
    unsigned uncaught;
};

/* Of the thread; null if the program has no library of C++. */
struct exceptions *__cxa_get_globals(void) __attribute__((weak));

static struct exceptions *of_rank; /* of each rank that does not run */

void bsim_exceptions_init(int np) {
    if (__cxa_get_globals)
        of_rank = bsim_reserve((size_t)np * sizeof *of_rank);
}

void bsim_exceptions_switch(int from, int to) {
    if (__builtin_expect(of_rank == NULL, 1))
        return;
    struct exceptions *now = __cxa_get_globals();
    if (from >= 0)
        of_rank[from] = *now;
    *now = to >= 0 ? of_rank[to] : (struct exceptions){0};
}
