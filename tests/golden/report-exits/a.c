/* More ways to end a loop when communicated results say so: backward gotos,
   switches, returns, conditions with a store in them. */
#include <math.h>
#include <mpi.h>
#include <stdlib.h>

#define N 64
static double x[N], tol, last;
static int rank, nranks, max = 500, steps, done;

static double work(void) {
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += x[i] *= 0.5;
    return sum;
}

static double all(double mine) {
    double sum;
    MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return sum;
}

/* Says how many steps were made: communication depends on it. */
static void tell(int it) {
    for (int i = 0; i < it; i++)
        MPI_Barrier(MPI_COMM_WORLD);
}

static int returns(void) {
    int it = 0;
    for (;;) { /* return out of a loop without end */
        double res = all(work());
        if (res < tol)
            return it;
        if (++it > max)
            return -1;
    }
}

static int converged(double *res) {
    *res = all(work()) / N;
    return *res < tol;
}

static double norm(void) {
    return sqrt(all(work()) / (N * nranks));
}

static void check(double res) {
    if (res < tol) {
        if (rank >= 0)
            done = 1;
    }
}

static void stores(void) {
    double res;
    int it = 0, near = 0;
    for (;;) { /* break where the limit counts, and is read */
        res = all(work());
        if (res < tol || ++it >= max)
            break;
    }
    tell(it);
    for (it = 0;;) { /* break where the limit counts first */
        res = all(work());
        if (++it >= max || res < tol)
            break;
    }
    tell(it);
    for (it = 0;;) { /* break behind an and */
        res = all(work());
        if (res < tol && ++near > 2)
            break;
        it++;
    }
    tell(it);
    for (it = 0;;) { /* break where it does not go on */
        res = all(work());
        if (!(res > tol && ++it < max))
            break;
    }
    tell(it);
    for (it = 0; it < max; it++) { /* break where a call communicates */
        if (it % 2 || all(work()) < tol)
            break;
    }
    while (1) { /* break where the value is assigned */
        if ((res = all(work())) < tol || steps++ > max)
            break;
    }
    tell(steps);
}

static void gotos(void) {
    double res;
    int it = 0;
again: /* goto back, with a limit that counts */
    res = all(work());
    if (res > tol && ++it < max)
        goto again;
    tell(it);
    it = 0;
more: /* goto back out of braces */
    it++;
    res = all(work());
    if (it < max) {
        if (res > tol) {
            last = res;
            goto more;
        }
    }
    tell(it);
    it = 0;
next: /* goto back in an else */
    res = all(work());
    if (res < tol)
        last = res;
    else
        goto next;
    it = 0;
round: /* goto back always, and one out */
    res = all(work());
    if (res < tol)
        goto out;
    it++;
    goto round;
out:
    tell(it);
    for (it = 0; it < 2; it++) {
    inner: /* goto back in a loop */
        if (all(work()) / N > tol)
            goto inner;
    }
    it = 0;
twice: /* goto back at two places */
    it++;
    res = all(work());
    if (it % 2 && res > tol)
        goto twice;
    if (res > tol)
        goto twice;
}

/* No hint gives these rounds: a goto leads into the loop. */
static void entered(void) {
    double res = 1;
    if (rank < nranks)
        goto enter;
retry: /* goto back into the middle */
    res = all(work());
enter:
    if (res > tol)
        goto retry;
}

static void results(void) {
    double res = 1, part;
    int it, busy, fresh = 1, ok[2] = {0, 0}, got = 0;
    while (1) { /* a result that is divided */
        part = all(work()) / N;
        if (part < tol)
            break;
    }
    do { /* a root of a quotient */
        res = norm() / N;
    } while (res > tol);
    while (!converged(&res)) /* the result of a function */
        ;
    for (it = 0; it < max; it++) { /* break by the result of a function */
        if (converged(&res))
            break;
    }
    done = 0;
    while (!done) /* a global flag that a function sets */
        check(all(work()));
    while (!ok[1]) { /* a flag in an array, set in a nested if */
        res = all(work());
        if (fresh) {
            if (res < tol)
                ok[1] = 1;
        }
    }
    for (;;) { /* break out of a switch, by a goto */
        res = all(work());
        switch (res < tol ? 1 : 0) {
        case 1:
            goto end;
        default:
            break;
        }
    }
end:
    while (got < 3) { /* switch on a state */
        switch (got) {
        case 0:
            got = all(work()) < tol ? 1 : 0;
            break;
        default:
            got++;
        }
    }
    do { /* the outer one of two */
        do { /* the inner one of two */
            res = all(work());
        } while (res > 2 * tol);
        part = all(work());
    } while (part > tol);
    for (it = max; it; it--) { /* a limit that is lowered */
        res = all(work());
        if (res < tol)
            it = 1;
    }
    for (res = 1; res > tol; res = all(work())) /* in the step of a for */
        ;
    busy = 1;
    while (busy) { /* one rank decides */
        res = work();
        busy = res > tol;
        MPI_Bcast(&busy, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv) {
    max = argc > 1 ? atoi(argv[1]) : 500;
    tol = argc > 2 ? atof(argv[2]) : 1e-6;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &nranks);
    for (int i = 0; i < N; i++)
        x[i] = i;
    tell(returns());
    stores();
    gotos();
    entered();
    results();
    MPI_Finalize();
    return 0;
}
