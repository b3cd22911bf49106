#include "part.h"

int part_begin(int rank, int size, int n)
{
    int extra = n % size;
    return rank * (n / size) + (rank < extra ? rank : extra);
}

