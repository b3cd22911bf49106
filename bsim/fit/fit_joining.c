/* fit_joining.c - joins samples with equal parameters to one, and decides which of them count. Knows nothing of files
 * and formulas. */
#include <gsl/gsl_sort.h>
#include <math.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/fit/fit.h"

/* Whether point i of n sorted points is within a factor 3 of their median. */
bool bsim_fit_is_near(const struct fit_point *p, int n, int i) {
    double t = p[i].time_s + FIT_FLOOR_S, m = p[n / 2].time_s + FIT_FLOOR_S;
    return n < 3 || (t <= 3 * m && t >= m / 3);
}

/* ---- single executions ----
 *
 * A block that a process executes once or twice for its parameters has no other executions beside which a disturbance
 * shows; other processes have. On a node with other work most of them may be disturbed, and the least time is the best
 * known; else that is the lower median. Where times differ by more than a factor of two only now and then, and not on
 * certain ranks, the long ones do not count. What they took is told as left out (bsim_fit_left_out). */

/* FEW: executions of a process. VECTORS: of a rank, to say that it is slower. */
enum { FEW = 2, VECTORS = 3 };
static const double FAR = 2, NOW_AND_THEN = 0.3;
/* The others are within this of the lower median, half of them: else times vary, and nothing tells which are disturbed.
 */
static const double TIGHT = 1.2;

static bool is_single(const struct fit_point *p, int n) {
    for (int i = 0; i < n; i++)
        if (p[i].count > FEW)
            return false;
    return n > 1;
}

static double usual_of(const struct fit_point *p, int n) {
    for (int i = 0; i < n; i++)
        if (p[i].waited)
            return p[0].time_s;
    return p[(n - 1) / 2].time_s;
}

/* How many times as long or as short as usual. */
static double ratio_of(const struct fit_point *p, double usual_s) {
    double ratio = (p->time_s + FIT_FLOOR_S) / (usual_s + FIT_FLOOR_S);
    return fmax(ratio, 1 / ratio);
}

/* How often samples of each rank are far from the least. */
struct by_rank {
    int all, far;
};

/* Whether one rank of several does more than the others. */
static bool any_rank(const struct by_rank *of, int n) {
    for (int i = 0; i < n; i++)
        if (of[i].all >= VECTORS && 2 * of[i].far > of[i].all)
            return true;
    return false;
}

/* One more than the highest rank. */
static int ranks_of(const struct fit_block *b) {
    int ranks = 0;
    for (int i = 0; i < b->npoint; i++)
        ranks = b->point[i].rank >= ranks ? b->point[i].rank + 1 : ranks;
    return ranks;
}

struct fit_joining bsim_fit_joining_of(const struct fit_block *b) {
    int ranks = ranks_of(b), all = 0, far = 0;
    struct by_rank *of = bsim_alloc(((size_t)ranks + 1) * sizeof *of);
    double *near = bsim_alloc(((size_t)b->npoint + 1) * sizeof *near);
    int others = 0;
    for (int i = 0, n; i < b->npoint; i += n) {
        const struct fit_point *p = &b->point[i];
        for (n = 1; i + n < b->npoint && memcmp(p->x, p[n].x, sizeof p->x) == 0;)
            n++;
        double middle_s = p[(n - 1) / 2].time_s;
        for (int k = 0; k < n && is_single(p, n); k++) {
            double ratio = ratio_of(&p[k], middle_s);
            bool is = ratio_of(&p[k], p[0].time_s) > FAR;
            all++;
            if (ratio <= FAR && p[k].time_s != middle_s)
                near[others++] = ratio;
            far += is;
            if (p[k].ranks > 1) {
                of[p[k].rank].all++;
                of[p[k].rank].far += is;
            }
        }
    }
    gsl_sort(near, 1, (size_t)others);
    bool tight = others == 0 || near[others / 2] <= TIGHT;
    struct fit_joining how = {.strict = far > 0 && far < NOW_AND_THEN * all && tight && !any_rank(of, ranks)};
    bsim_free(near);
    bsim_free(of);
    return how;
}

/* ---- joining ---- */

/* Which samples count: those near the median, if that is most of the executions. If a quarter of them or more is far
 * from it, these are no outliers, and all count. */
static void choose(struct fit_joining how, const struct fit_point *p, int n, bool *use) {
    uint64_t near = 0, all = 0;
    bool strict = how.strict && is_single(p, n);
    double usual = usual_of(p, n);
    for (int i = 0; i < n; i++) {
        use[i] = strict ? ratio_of(&p[i], usual) <= FAR : bsim_fit_is_near(p, n, i);
        near += use[i] ? p[i].count : 0;
        all += p[i].count;
    }
    bool outliers = strict || (double)near > 0.75 * (double)all;
    for (int i = 0; i < n; i++)
        use[i] = use[i] || !outliers;
}

struct fit_point bsim_fit_join(struct fit_joining how, const struct fit_point *p, int n) {
    struct fit_point out = p[0];
    double sum = 0, count = 0, counted[FIT_MAX_COUNTS] = {0}, io[2] = {0};
    bool *use = bsim_alloc(((size_t)n + 1) * sizeof *use);
    choose(how, p, n, use);
    out.count = 0;
    for (int i = 0; i < n; i++) {
        out.count += p[i].count;
        for (int k = 0; k < 2; k++)
            io[k] += p[i].io[k] * (double)p[i].count;
        if (!use[i])
            continue;
        sum += p[i].time_s * (double)p[i].count;
        count += (double)p[i].count;
        for (int k = 0; k < FIT_MAX_COUNTS; k++)
            counted[k] += p[i].counted[k] * (double)p[i].count;
    }
    bsim_free(use);
    out.time_s = sum / count;
    for (int k = 0; k < FIT_MAX_COUNTS; k++)
        out.counted[k] = counted[k] / count;
    for (int k = 0; k < 2; k++)
        out.io[k] = io[k] / (double)out.count;
    out.weight = (double)out.count / ((double)out.count + 2);
    return out;
}
