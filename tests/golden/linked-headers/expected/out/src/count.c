#include "count.h"

int count(const struct range *r)
{
    return r->last - r->first;
}
