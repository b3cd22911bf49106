/* Structures that begin with an array, read and written as rows of numbers: each message has a count that is stored or read in this way. */
#include <mpi.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

struct header {
    int id[4];
    int n;
    double x[3];
    int last;
};

typedef struct {
    double x[3];
    int n, m;
} body;

struct middle {
    int n;
    int id[3];
    int m;
};

/* No pointer to it becomes another one: its array is told apart from n. */
struct particle {
    int n;
};

BSIM_PRIVATE static struct header global;

static void send(int n) {
    LMPI_Bcast(NULL, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

static void fill(int *p, int n) {
    for (int i = 0; i < n; i++)
        p[i] = 5 * i + 1;
}

static void count_down(int *p, int n) {
    while (n-- > 0)
        *p++ = 5 * n + 1;
}

static void copy(void *to, const void *from, size_t n) {
    long *a = to;
    const long *b = from;
    for (size_t i = 0; i < n / 8; i++)
        a[i] = b[i];
}

static unsigned hash(const void *from, size_t n) {
    const unsigned *word = from;
    unsigned h = 0;
    BSIM_Add_time(BSIM_cost(0, n)); /* hash.1: a.c:57-58 */
    for (size_t i = 0; i < n / 4; i++)
        h = h * 31 + word[i];
    return h;
}

static void typed(int argc) {
    struct header h = {{0}}, *a = calloc(2, sizeof *a);
    BSIM_Add_time(BSIM_cost(1)); /* typed.1: a.c:69 */
    fill((int *)&h, 5);
    send(h.n);
    BSIM_Add_time(BSIM_cost(2)); /* typed.2: a.c:71 */
    fill((int *)a, 5);
    send(a->n);
    int *p = (int *)&BSIM_G(global);
    p[4 * argc] = 9;
    p[12 * argc] = 4;
    send(BSIM_G(global).n + BSIM_G(global).last);
    struct middle m = {0}, *b = calloc(2, sizeof *b);
    BSIM_Add_time(BSIM_cost(3)); /* typed.3: a.c:78 */
    count_down(&m.n, 5);
    send(m.m);
    BSIM_Add_time(BSIM_cost(4)); /* typed.4: a.c:80 */
    count_down(&b->n, 5);
    send(b->m);
}

static void untyped(int argc) {
    body to = {{0}}, from = {{0}};
    from.n = 7 * argc;
    from.m = 3;
    BSIM_Add_time(BSIM_cost(5)); /* untyped.1: a.c:88 */
    copy(&to, &from, sizeof from);
    send(to.n + to.m);
    struct header *h = calloc(2, sizeof *h);
    h[1].n = argc;
    send((int)(hash(&h[1], sizeof *h) % 100));
}

static void told_apart(int argc) {
    struct particle p;
    p.n = 3 * argc;
    BSIM_Add_time(BSIM_cost(6)); /* told_apart.1: a.c:98 */
    send(p.n);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    typed(argc);
    untyped(argc);
    told_apart(argc);
    return MPI_Finalize();
}
