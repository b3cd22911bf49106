#include "part.h"

int part_begin(int rank, int size, int n)
{
    int extra = n % size;
    return rank * (n / size) + (rank < extra ? rank : extra);
}

int part_size(int rank, int size, int n)
{
    return part_begin(rank + 1, size, n) - part_begin(rank, size, n);
}
