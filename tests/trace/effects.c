/* effects.c - what an initialiser, a bound or an argument does stays where its value is read by nobody, however the
 * function is called. trace: ranks=1,2 args= */
#include <mpi.h>
#include <stdlib.h>

static int g, fails;
static double x[20];

static int bump(int t) {
    g += t;
    return t + 1;
}

static double sink(int v) {
    return v * 2.0;
}

struct pair {
    int a, b;
};

static void use(struct pair *p) {
    p->a++;
}

struct ops {
    int (*go)(int);
};
struct outer {
    int number;
    struct ops in;
};

static int (*pick(int k))(int) {
    return k ? bump : abs;
}

static int step_old(n, h)
int n;
double h;
{
    g += n;
    return h > 0;
}

static void turns(int length) {
    for (int i = 0; i < g; i++)
        MPI_Bcast(x, length, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

#define CALL(t) bump(t)
#define MAX(a, b) ((a) > (b) ? (a) : (b))

static void pointers(int t) {
    struct ops so = {bump}, *op = &so;
    struct outer out = {1, {bump}}, *far = &out;
    int (*table[2])(int) = {abs, bump};
    int (*plain)(int) = bump;
    int d = op->go(t);
    const double e = (*op->go)(t) * 2;
    int a = 1, f = so.go(t), b = 2;
    turns(1);
    int both[2] = {far->in.go(t), 3};
    struct pair p = {table[1](t), 2};
    int last = (t ? bump : abs)(t), first = (*plain)(t);
    turns(2);
    (void)op->go(1);
    pick(t)(1);
    turns(3);
    int rc = op->go(t);
    if (rc > 100)
        exit(1);
    turns(4);
}

static void expressions(int t) {
    int n = 0;
    double d = n = t + 4;
    for (int i = 0; i < n; i++)
        MPI_Bcast(x, 5, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    sink(t > 0 && bump(t));
    sink((bump(1), 3));
    sink(bump(1) ? g : fails);
    turns(6);
    char v[g++ + 1];
    char w[bump(3)];
    typedef char row[bump(2)];
    turns(7);
    use(&(struct pair){bump(2), 3});
    int unused = (int)sizeof(char[bump(1)]), not_evaluated = (int)sizeof(bump(1000));
    turns(8);
    use((struct pair[]){{(0, bump)(2), 3}});
    turns(12);
    const double c = CALL(1);
    int arr[2] = {CALL(1), 2}, more[] = {bump(1), bump(2)};
    struct pair p = {CALL(1), 2};
    turns(9);
    int kept = (int)sizeof more;
    MPI_Bcast(x, kept, MPI_BYTE, 0, MPI_COMM_WORLD);
label:
    (*bump)(t);
    step_old(2, 0.5);
    turns(10);
    int size0 = t * 2, size1 = t + 3;
    int m = MAX(size0, size1);
    m = MAX(size1, t);
    for (int i = 0; i < m; i++)
        MPI_Bcast(x, 11, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    pointers(argc);
    expressions(argc);
    MPI_Finalize();
    return 0;
}
