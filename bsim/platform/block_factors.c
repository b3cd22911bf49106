/* block_factors.c - see block_factors.h. Knows nothing of the blocks that a program has. */
#include "bsim/platform/block_factors.h"

#include <math.h>
#include <string.h>

#include "bsim/base/alloc.h"

const char *bsim_block_factor_name(const char *full_name) {
    return strncmp(full_name, "block.", 6) == 0 && full_name[6] ? full_name + 6 : NULL;
}

void bsim_block_factor_set(struct bsim_platform *p, int k, const char *full_name, struct bsim_jval v) {
    const char *name = bsim_block_factor_name(full_name);
    double factor = bsim_jval_number(v, 0, HUGE_VAL);
    int i = 0;
    while (i < p->nblock_factor && strcmp(p->block_factor[i].name, name) != 0)
        i++;
    if (i == p->nblock_factor) {
        p->block_factor = bsim_realloc(p->block_factor, ((size_t)i + 1) * sizeof *p->block_factor);
        p->block_factor[i].name = bsim_strdup(name);
        p->block_factor[i].factor = bsim_alloc((size_t)p->nscen * sizeof(double));
        for (int s = 0; s < p->nscen; s++)
            p->block_factor[i].factor[s] = 1;
        p->nblock_factor++;
    }
    p->block_factor[i].factor[k] = factor;
}

void bsim_block_factors_free(struct bsim_platform *p) {
    for (int i = 0; i < p->nblock_factor; i++) {
        bsim_free(p->block_factor[i].name);
        bsim_free(p->block_factor[i].factor);
    }
    bsim_free(p->block_factor);
    p->block_factor = NULL;
    p->nblock_factor = 0;
}

/* Whether text is as the pattern, in which * stands for any characters. */
static bool is_like(const char *pattern, const char *text) {
    const char *star = NULL, *from = NULL;
    while (*text) {
        if (*pattern == '*') {
            star = pattern++;
            from = text;
        } else if (*pattern == *text) {
            pattern++;
            text++;
        } else if (star) {
            pattern = star + 1;
            text = ++from;
        } else {
            return false;
        }
    }
    return pattern[strspn(pattern, "*")] == '\0';
}

bool bsim_block_factor_is_for(const char *name, const char *block, const char *label) {
    return (block && is_like(name, block)) || (label && is_like(name, label));
}
