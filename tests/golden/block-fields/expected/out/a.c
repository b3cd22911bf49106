#include <mpi.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

struct mode {
    unsigned deep : 1, width : 6;
    int shift : 5;
    unsigned rest : 20;
};
struct wide {
    unsigned low : 20, high : 12;
    int other;
    unsigned full : 32;
};
union number {
    double real;
    long whole;
    struct {
        int low, high;
    } half;
};
struct item {
    int kind;
    union {
        double weight;
        int count;
        struct item *next;
        int pair[2];
    } u;
};

/* The fields are set in front of the block, or in it; others beside them do not matter. */
static void sets(struct mode *m, int n) {
    m->width = (unsigned)n;
    BSIM_Add_time(BSIM_cost(0, m->width, m->shift)); /* sets.1: a.c:66-67 */
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 37;
    struct mode m = {0};
    struct wide w = {0};
    union number u, h = {0};
    struct item t = {.kind = 0}, *q = malloc(sizeof *q);
    m.deep = argc > 2;
    m.width = (unsigned)n & 63;
    m.shift = -(n & 7) + 8;
    m.rest = 99;
    w.low = (unsigned)n;
    w.high = (unsigned)argc;
    w.full = 2 * (unsigned)n;
    u.whole = 3 * n;
    h.half.high = 4 * n;
    q->kind = 2;
    q->u.next = &t;
    unsigned flags = argc > 1 ? 4 : 16;
    BSIM_Add_time(BSIM_cost(1, m.deep != 0, n, m.width)); /* main.1: a.c:130 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(2, (long)1 << m.shift)); /* main.2: a.c:132 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(3, w.high, w.low, w.full)); /* main.3: a.c:134 */
    MPI_Barrier(MPI_COMM_WORLD);
    sets(&m, n);
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(4, m.width, m.shift)); /* main.4: a.c:138 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(5, u.whole)); /* main.5: a.c:140 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(6, h.half.high)); /* main.6: a.c:142 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(7, t.kind == 0, t.kind == 1)); /* main.7: a.c:144 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(8, q->kind == 0, q->kind == 1)); /* main.8: a.c:146 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(9, (flags & 4) != 0, (flags >> 3) & 7, n)); /* main.9: a.c:148 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(10, n)); /* main.10: a.c:150-153 */
    LMPI_Allreduce(MPI_IN_PLACE, NULL, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
