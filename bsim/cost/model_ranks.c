/* model_ranks.c - ranks that take more or less time than others with equal parameters: "by_rank" of a block; and
 * times that go with the number of ranks. */
#include <math.h>

#include "bsim/base/alloc.h"
#include "bsim/cost/model_private.h"

enum { MOST_RANKS = 65536 };

bool bsim_model_ranks_read(struct model *m, struct bsim_jval v) {
    struct bsim_jval list = bsim_jval_get(v, "by_rank"), most = bsim_jval_get(v, "up_to_ranks");
    if (bsim_jval_present(most))
        m->up_to_ranks = (int)bsim_jval_number(most, 1, MOST_RANKS);
    if (!bsim_jval_present(list))
        return true;
    if (!bsim_jval_list(list))
        return false;
    size_t n = bsim_jval_size(list);
    if (n == 0 || n > MOST_RANKS)
        return bsim_jval_error(list, "needs 1 to %d numbers, the parts of the time that the ranks of a run take",
                               MOST_RANKS);
    m->rank_part = bsim_alloc(n * sizeof *m->rank_part);
    m->nrank = (int)n;
    for (size_t i = 0; i < n; i++) {
        m->rank_part[i] = bsim_jval_number(bsim_jval_at(list, i), 0, 1e6);
        m->most_of_rank = fmax(m->most_of_rank, m->rank_part[i]);
    }
    if (!(m->most_of_rank > 0))
        return bsim_jval_error(list, "needs a number above 0");
    return true;
}

void bsim_model_ranks_free(struct model *m) {
    bsim_free(m->rank_part);
}

double bsim_model_rank_part(const struct model *m, const struct bsim_spot *spot) {
    if (m->nrank == 0 || spot == NULL || !(spot->ranks > 0))
        return 1;
    /* Ranks stand for equal shares of the whole: the mean of what this one's share covers. */
    double from = spot->rank * m->nrank / spot->ranks, to = (spot->rank + 1) * m->nrank / spot->ranks;
    if (fmod(spot->ranks, m->nrank) == 0)
        return m->rank_part[(int)(0.5 * (from + to))]; /* all of it is of one part */
    double sum = 0;
    for (int i = (int)from; i < m->nrank && i < to; i++)
        sum += m->rank_part[i] * (fmin(i + 1, to) - fmax(i, from));
    return sum / (to - from);
}
