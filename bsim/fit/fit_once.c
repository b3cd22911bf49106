/* fit_once.c - counts of work that each process does once, in its first execution of a block: a table that is built,
 * memory that is allocated. Such a count is no matter of the parameters, and none of how often the block is executed:
 * as a mean of executions it would be a part that falls with their number. The execution becomes a first one
 * (fit_first.c). */
#include <string.h>

#include "bsim/fit/fit.h"

/* Processes that must tell it. */
enum { LEAST_FILES = 3 };

/* The first of the block's samples, in the order in which the file's process came to them. -1: it has none. */
static int first_of_file(const struct fit_block *b, int file) {
    for (int i = 0; i < b->npoint; i++)
        if (b->point[i].file == file)
            return i;
    return -1;
}

/* Whether the count is above 0 in a single execution of each process, the first one. */
static bool is_once(const struct fit_block *b, int count) {
    int nfile = 0, files = 0;
    for (int i = 0; i < b->npoint; i++)
        nfile = b->point[i].file >= nfile ? b->point[i].file + 1 : nfile;
    for (int file = 0; file < nfile; file++) {
        int first = first_of_file(b, file);
        uint64_t later = 0;
        if (first < 0)
            continue;
        if (b->point[first].count != 1 || !(b->point[first].counted[count] > 0))
            return false;
        for (int i = first + 1; i < b->npoint; i++) {
            if (b->point[i].file != file)
                continue;
            if (b->point[i].counted[count] > 0)
                return false;
            later += b->point[i].count;
        }
        if (later == 0)
            return false;
        files++;
    }
    return files >= LEAST_FILES;
}

/* The process's other executions with these parameters, which lack the work; NULL: there are none. */
static const struct fit_point *later_of(const struct fit_block *b, const struct fit_point *first) {
    for (int i = 0; i < b->npoint; i++) {
        const struct fit_point *p = &b->point[i];
        if (p != first && p->file == first->file && memcmp(p->x, first->x, (size_t)b->nparam * sizeof *p->x) == 0)
            return p;
    }
    return NULL;
}

void bsim_fit_once(struct fit_block *b) {
    bool once[FIT_MAX_COUNTS], any = false;
    for (int k = 0; k < b->ncount; k++)
        any |= once[k] = is_once(b, k);
    if (!any)
        return;
    for (int i = 0; i < b->npoint; i++) {
        struct fit_point *p = &b->point[i];
        bool is_first = first_of_file(b, p->file) == i;
        const struct fit_point *later = is_first ? later_of(b, p) : NULL;
        p->told = (struct fit_told){0}; /* what is told of others were lesser effects beside this one */
        if (is_first) {
            p->told.first_s = p->time_s;
            p->told.first_count = 1;
        }
        if (later) {
            p->told.later_s = later->time_s;
            p->told.later_noise = later->noise;
        }
        for (int k = 0; k < b->ncount && is_first; k++)
            if (once[k])
                p->counted[k] = 0;
    }
}
