#ifndef LIST_H
#define LIST_H
#include <bsim/bsim.h>
struct item {
    double value;
    struct item *next;
};

/* In a header: a list whose length nobody tells. */
static inline double list_sum(const struct item *l)
{
    double sum = 0;
    { BSIM_Rounds(7); for (; l; l = l->next)
        { BSIM_Round(7);
        sum += l->value; } }
    return sum;
}
#endif
