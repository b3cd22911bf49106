/* fit_once.c - counts of work that each process does once, in its first execution of a block: a table that is built,
 * memory that is allocated. Such a count is no matter of the parameters, and none of how often the block is executed:
 * as a mean of executions it would be a part that falls with their number. The execution becomes a first one
 * (fit_first.c). */
#include <string.h>

#include "bsim/fit/fit.h"

/* Processes that must tell it. */
enum { LEAST_FILES = 3 };

/* Whether the sample is the first one of its process. Samples are in the order of the files, and of a file in that in
 * which its process came to them. */
static bool is_first(const struct fit_block *b, int i) {
    return i == 0 || b->point[i - 1].file != b->point[i].file;
}

/* Whether the count is above 0 in a single execution of each process, the first one, and each has others. */
static bool is_once(const struct fit_block *b, int count) {
    int files = 0;
    for (int i = 0; i < b->npoint; i++) {
        const struct fit_point *p = &b->point[i];
        bool first = is_first(b, i), alone = i + 1 == b->npoint || is_first(b, i + 1);
        if ((p->counted[count] > 0) != first || (first && (p->count != 1 || alone)))
            return false;
        files += first;
    }
    return files >= LEAST_FILES;
}

/* The process's other executions with the parameters of its first one, which lack the work; NULL: there are none. */
static const struct fit_point *later_of(const struct fit_block *b, int first) {
    const struct fit_point *p = &b->point[first];
    for (int i = first + 1; i < b->npoint && !is_first(b, i); i++)
        if (memcmp(b->point[i].x, p->x, (size_t)b->nparam * sizeof *p->x) == 0)
            return &b->point[i];
    return NULL;
}

void bsim_fit_once(struct fit_block *b) {
    bool once[FIT_MAX_COUNTS], any = false;
    for (int k = 0; k < b->ncount; k++)
        any |= once[k] = is_once(b, k);
    for (int i = 0; i < b->npoint && any; i++) {
        struct fit_point *p = &b->point[i];
        p->told = (struct fit_told){0}; /* what is told of others were lesser effects beside this one */
        if (!is_first(b, i))
            continue;
        const struct fit_point *later = later_of(b, i);
        p->told.first_s = p->time_s;
        p->told.first_count = 1;
        if (later) {
            p->told.later_s = later->time_s;
            p->told.later_noise = later->noise;
        }
        for (int k = 0; k < b->ncount; k++)
            if (once[k])
                p->counted[k] = 0;
    }
}
