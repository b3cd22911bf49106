/* Kept work that is in no block for other reasons: a goto loops, a kernel stands in a condition, longjmp() leaves. exit() does not count. */
#include <mpi.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

static int halvings(int n)
{
    int k = 0;
again:
    n = n / 2;
    k++;
    if (n > 1)
        goto again;
    return k;
}

static int firstAbove(const double *a, int n, double least)
{
    int at = 0;
    for (int i = 0; i < n; i++) {
        at += a[i] > least / 2;
        if (a[i] > least)
            exit(0);
    }
    return at;
}

static jmp_buf out;

static double scan(const double *a, int n, double key)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        s += a[i];
        if (a[i] > key)
            longjmp(out, i + 1);
    }
    return s;
}

static int search(const double *a, int n, double key)
{
    int at = setjmp(out);
    if (at)
        return at - 1;
    scan(a, n, key);
    return -1;
}

int main(int argc, char **argv)
{
    int n = 100, k = 0;
    double *a, *b;

    MPI_Init(&argc, &argv);
    a = malloc(n * sizeof *a);
    b = malloc(n * sizeof *b);
    for (int i = 0; i < n; i++)
        a[i] = b[i] = i % 7;
    if (memcmp(a, b, n * sizeof *a) == 0)
        k = 1;
    if (firstAbove(a, n, 9) > halvings(n))
        k++;
    if (search(a, n, 5) >= 0)
        k++;
    for (int i = 0; i < k; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    free(a);
    free(b);
    MPI_Finalize();
    return 0;
}
