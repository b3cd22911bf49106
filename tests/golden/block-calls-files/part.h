#ifndef PART_H
#define PART_H

/* Where a part begins. */
int part_begin(int rank, int size, int n);
int part_size(int rank, int size, int n);

static inline int at_least(int n, int least)
{
    if (n < least)
        return least;
    return n;
}

#endif
