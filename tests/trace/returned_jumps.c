/* returned_jumps.c - calls that jump out stand in returns whose values nobody reads.
 * trace: ranks=1,2,3 args= */
#include <math.h>
#include <mpi.h>
#include <setjmp.h>

enum { N = 100 };
static jmp_buf out;
static double a[N];

static double leaf(int at, double key) {
    double s = 0;
    for (int i = 0; i < at; i++)
        s += sqrt(a[i]);
    if (a[at] == key)
        longjmp(out, at + 1);
    return s;
}

static double one(int at, double key) {
    return leaf(at, key) + 1;
}

static double either(int at, double key) {
    return at % 2 ? leaf(at, key) : one(at, key) * 2;
}

static int halves(int low, int high, double key) {
    if (high - low == 1) {
        if (a[low] == key)
            longjmp(out, low + 1);
        return 0;
    }
    int middle = (low + high) / 2;
    return halves(low, middle, key) + halves(middle, high, key);
}

static double down(int at, double key) {
    if (at < 0)
        return 0;
    leaf(at, key);
    return down(at - 1, key);
}

static double odd(int at, double key);

static double even(int at, double key) {
    if (at < 0)
        return 0;
    leaf(at, key);
    return odd(at - 1, key);
}

static double odd(int at, double key) {
    return even(at - 1, key) + 1;
}

static int search(int way, double key) {
    int found = setjmp(out);
    if (found)
        return found;
    switch (way) {
    case 0:
        for (int i = 0; i < N; i++)
            one(i, key);
        break;
    case 1:
        for (int i = 0; i < N; i++)
            either(i, key);
        break;
    case 2:
        halves(0, N, key);
        break;
    case 3:
        down(N - 1, key);
        break;
    default:
        even(N - 2, key);
    }
    return 1;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    for (int i = 0; i < N; i++)
        a[i] = i;
    for (int way = 0; way < 5; way++)
        MPI_Bcast(a, search(way, 20 + 8 * way), MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
