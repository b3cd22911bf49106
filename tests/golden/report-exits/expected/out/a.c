/* More ways to end a loop when communicated results say so: backward gotos,
   switches, returns, conditions with a store in them. */
#include <math.h>
#include <mpi.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

#define N 64
BSIM_PRIVATE static double tol;
BSIM_PRIVATE static int rank, nranks, max = 500, steps;

static double all(void) {
    LMPI_Allreduce(NULL, NULL, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return 0;
}

/* Says how many steps were made: communication depends on it. */
static void tell(int it) {
    for (int i = 0; i < it; i++)
        MPI_Barrier(MPI_COMM_WORLD);
}

static int returns(void) {
    int it = 0;
    { long bsim_trips0 = (3);
    for (;;) { /* return out of a loop without end */
        BSIM_Add_time(BSIM_cost(0)); /* returns.1: a.c:33 */
        all();
        if (--bsim_trips0 <= 0)
            return it;
        if (++it > BSIM_G(max))
            return -1;
    }
    }
}

static int converged(double *res) {
    BSIM_Add_time(BSIM_cost(1)); /* converged.1: a.c:42 */
    all();
    *res = (0) / N;
    return *res < BSIM_G(tol);
}

static double norm(void) {
    BSIM_Add_time(BSIM_cost(2)); /* norm.1: a.c:47 */
    all();
    return 0;
}

static void stores(void) {
    int it = 0;
    { long bsim_trips26 = (3);
    for (;bsim_trips26-- > 0;) { /* break where the limit counts, and is read */
        BSIM_Add_time(BSIM_cost(3)); /* stores.1: a.c:61 */
        all();
        ++it;
    }
    }
    tell(it);
    { long bsim_trips27 = (3);
    for (it = 0;bsim_trips27-- > 0;) { /* break where the limit counts first */
        BSIM_Add_time(BSIM_cost(4)); /* stores.2: a.c:67 */
        all();
        ++it;
    }
    }
    tell(it);
    { long bsim_trips28 = (3);
    for (it = 0;bsim_trips28-- > 0;) { /* break behind an and */
        BSIM_Add_time(BSIM_cost(5)); /* stores.3: a.c:73 */
        all();
        it++;
    }
    }
    tell(it);
    { long bsim_trips29 = (3);
    for (it = 0;bsim_trips29-- > 0;) { /* break where it does not go on */
        BSIM_Add_time(BSIM_cost(6)); /* stores.4: a.c:80 */
        all();
        ++it;
    }
    }
    tell(it);
    { long bsim_trips30 = (3);
    for (it = 0;bsim_trips30-- > 0; it++) { /* break where a call communicates */
        BSIM_Add_time(BSIM_cost(7)); /* stores.5: a.c:86 */
        all();
    }
    }
    { long bsim_trips31 = (3);
    while (bsim_trips31-- > 0) { /* break where the value is assigned */
        BSIM_Add_time(BSIM_cost(8)); /* stores.6: a.c:90 */
        all();
        BSIM_G(steps)++;
    }
    }
    tell(BSIM_G(steps));
}

static void gotos(void) {
    double res;
    int it = 0;
{ long bsim_trips22 = (3);
again: { /* goto back, with a limit that counts */
    BSIM_Add_time(BSIM_cost(9)); /* gotos.1: a.c:100 */
    all();
}
    if (--bsim_trips22 > 0 && (++it, 1))
        goto again;
}
    tell(it);
    it = 0;
{ long bsim_trips23 = (3);
more: /* goto back out of braces */
    it++;
    BSIM_Add_time(BSIM_cost(10)); /* gotos.2: a.c:107 */
    all();
    if (it < BSIM_G(max)) {
        if (--bsim_trips23 > 0)
            goto more;
    }
}
    tell(it);
{ long bsim_trips24 = (3);
next: { /* goto back in an else */
    BSIM_Add_time(BSIM_cost(11)); /* gotos.3: a.c:117 */
    all();
}
    if (--bsim_trips24 <= 0) { }
    else
        goto next;
}
    it = 0;
{ long bsim_trips32 = (3);
round: { /* goto back always, and one out */
    BSIM_Add_time(BSIM_cost(12)); /* gotos.4: a.c:124 */
    all();
}
    it++;
    if (--bsim_trips32 > 0) goto round;
}
    tell(it);
    for (it = 0; it < 2; it++) {
    { long bsim_trips25 = (3);
    inner: { /* goto back in a loop */
        BSIM_Add_time(BSIM_cost(13)); /* gotos.5: a.c:133-134 */
        if ((all(), --bsim_trips25 > 0))
            goto inner;
    }
    }
    }
    it = 0;
twice: /* goto back at two places */
    it++;
    BSIM_Add_time(BSIM_cost(14)); /* gotos.6: a.c:139 */
    all();
    res = (0);
    if (it % 2 && res > BSIM_G(tol))
        goto twice;
    if (res > BSIM_G(tol))
        goto twice;
}

/* No hint gives these rounds: a goto leads into the loop. */
static void entered(void) {
    if (BSIM_G(rank) < BSIM_G(nranks))
        goto enter;
    BSIM_Add_time(BSIM_cost(15)); /* entered.1: a.c:152 */
    all();
enter:
    ;
}

static void results(void) {
    double res = 1;
    int it, got = 0;
    { long bsim_trips33 = (3);
    while (bsim_trips33-- > 0) { /* a result that is divided */
        BSIM_Add_time(BSIM_cost(16)); /* results.1: a.c:162 */
        all();
    }
    }
    { long bsim_trips12 = (3);
    do { /* a root of a quotient */
        norm();
    } while (--bsim_trips12 > 0);
    }
    while (!converged(&res)) { }
    for (it = 0; it < BSIM_G(max); it++) { /* break by the result of a function */
        if (converged(&res))
            break;
    }
    { long bsim_trips13 = (3);
    while (bsim_trips13-- > 0) { /* a global flag that a function sets */
        BSIM_Add_time(BSIM_cost(17)); /* results.2: a.c:177 */
        all();
    }
    }
    { long bsim_trips14 = (3);
    while (bsim_trips14-- > 0) { /* a flag in an array, set in a nested if */
        BSIM_Add_time(BSIM_cost(18)); /* results.3: a.c:179 */
        all();
    }
    }
    for (;;) { /* break out of a switch, by a goto */
        BSIM_Add_time(BSIM_cost(19)); /* results.4: a.c:186 */
        all();
        res = (0);
        switch (res < BSIM_G(tol) ? 1 : 0) {
        case 1:
            goto end;
        default:
            break;
        }
    }
end:
    while (got < 3) { /* switch on a state */
        switch (got) {
        case 0: {
            BSIM_Add_time(BSIM_cost(20)); /* results.5: a.c:198 */
            got = ((void)(all()), (0)) < BSIM_G(tol) ? 1 : 0;
        }
            break;
        default:
            got++;
        }
    }
    { long bsim_trips17 = (3);
    do { /* the outer one of two */
        { long bsim_trips18 = (3);
        do { /* the inner one of two */
            BSIM_Add_time(BSIM_cost(21)); /* results.6: a.c:206 */
            all();
        } while (--bsim_trips18 > 0);
        }
        BSIM_Add_time(BSIM_cost(22)); /* results.7: a.c:208 */
        all();
    } while (--bsim_trips17 > 0);
    }
    { long bsim_trips19 = (3);
    for (it = BSIM_G(max);bsim_trips19-- > 0; it--) { /* a limit that is lowered */
        BSIM_Add_time(BSIM_cost(23)); /* results.8: a.c:211 */
        all();
    }
    }
    { long bsim_trips20 = (3);
    for (res = 1;bsim_trips20-- > 0; res = all()) { }
    }
    { long bsim_trips21 = (3);
    while (bsim_trips21-- > 0) { /* one rank decides */
        BSIM_Add_time(BSIM_cost(24)); /* results.9: a.c:219 */
        LMPI_Bcast(NULL, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    }
}

int main(int argc, char **argv) {
    BSIM_G(max) = argc > 1 ? atoi(argv[1]) : 500;
    BSIM_G(tol) = argc > 2 ? atof(argv[2]) : 1e-6;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &BSIM_G(rank));
    MPI_Comm_size(MPI_COMM_WORLD, &BSIM_G(nranks));
    BSIM_Add_time(BSIM_cost(25)); /* main.1: a.c:231-232 */
    tell(returns());
    stores();
    gotos();
    entered();
    results();
    MPI_Finalize();
    return 0;
}
