/* Loops that end when communicated results say so, in every form; and two that
   do not. */
#include <math.h>
#include <mpi.h>
#include <stdlib.h>

#define N 64
static const double tol = 1e-6;
static double x[N], last;
static int rank, max = 500;

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

struct state {
    int it, done;
    double res;
};

static void step(struct state *s) {
    s->res = all(work());
    s->it++;
    if (s->res < tol)
        s->done = 1;
}

static void forms(void) {
    double res = 1, old;
    float part;
    int it, done;
    struct state s = {0, 0, 1};
    while (res > tol) /* while */
        res = all(work());
    res = 1;
    for (it = 0; it < max && res > tol; it++) /* for with a limit */
        res = all(work());
    it = 0, res = 1;
    while (it < max && res > tol) { /* while with a limit */
        res = all(work());
        it++;
    }
    do { /* do that ends in an if */
        res = all(work());
        if (rank == 0)
            last = res;
    } while (res > tol);
    it = 0;
    do { /* do with a break and a limit */
        res = all(work());
        if (res < tol)
            break;
    } while (++it < max);
    it = 0;
    do { /* do that counts in its condition */
        part = all(work());
        if (rank < 0)
            MPI_Reduce(&res, &last, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    } while (part > 0.1f && it++ < max);
    done = 0;
    while (!done) { /* a flag */
        res = all(work());
        done = res < tol;
    }
    done = 0;
    for (it = 0; it < max && !done; it++) { /* a flag that an if sets */
        res = all(work());
        if (res < tol)
            done = 1;
    }
    for (it = 0; it < max; it++) { /* the counter is set */
        res = all(work());
        if (res < tol)
            it = max;
    }
    done = 0;
    while (!done) { /* a flag that a switch sets */
        res = all(work());
        switch (res < tol) {
        case 1:
            done = 1;
            break;
        default:
            break;
        }
    }
    for (;;) { /* break */
        res = all(work());
        if (res < tol)
            break;
    }
    it = 0;
    while (1) { /* break in an else */
        res = all(work());
        if (res > tol)
            it++;
        else
            break;
    }
    it = 0;
    while (1) { /* break with a limit that counts */
        res = all(work());
        if (res < tol || ++it >= max)
            break;
    }
    while (1) { /* break behind a continue */
        res = all(work());
        if (res > tol)
            continue;
        break;
    }
    for (it = 0; it < max; it++) /* goto out of two */
        for (int k = 0; k < 3; k++) { /* the inner one of these */
            res = all(work());
            if (res < tol)
                goto out;
        }
out:
    it = 0;
    while (all(work()) > tol) /* a call in the condition */
        it++;
    it = 0;
    while ((res = all(work())) > tol && it++ < max) /* an assignment */
        ;
    while (!s.done && s.it < max) /* in a structure */
        step(&s);
    do { /* the change of the result */
        old = res;
        res = all(work());
    } while (fabs(res - old) > tol);
    for (it = 0; it < max; it++) { /* not one: all rounds run */
        res = all(work());
        if (res < tol)
            last = res;
    }
    it = 0;
    do { /* not one: a count from before */
        res = all(work());
        if (rank == 0)
            last += res;
    } while (++it < max);
}

int main(int argc, char **argv) {
    max = argc > 1 ? atoi(argv[1]) : 500;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Bcast(&max, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < N; i++)
        x[i] = i;
    forms();
    MPI_Finalize();
    return 0;
}
