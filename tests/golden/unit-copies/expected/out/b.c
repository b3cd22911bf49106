#include <emmintrin.h>

int other(int n)
{
    double pair[2];
    _mm_storeu_pd(pair, _mm_set1_pd(n + 3.0));
    return (int)pair[0];
}
