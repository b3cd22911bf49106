/* macros.c - jumps, loops and calls that come out of macros and statement expressions.
 * trace: ranks=1,2,3 args= */
#include <assert.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        int code_ = (call);                                                                                            \
        if (code_ != MPI_SUCCESS) {                                                                                    \
            fprintf(stderr, "%s:%d: error %d\n", __FILE__, __LINE__, code_);                                           \
            MPI_Abort(MPI_COMM_WORLD, code_);                                                                          \
        }                                                                                                              \
    } while (0)
#define RETURN_IF(condition, value)                                                                                    \
    if (condition)                                                                                                     \
    return (value)
#define SKIP_IF(condition)                                                                                             \
    if (condition)                                                                                                     \
    continue
#define STOP_IF(condition)                                                                                             \
    if (condition)                                                                                                     \
    break
#define EACH(i, n) for (int i = 0; i < (n); i++)
#define EACH_RANK(p) EACH(p, size)
#define MAX(a, b)                                                                                                      \
    ({                                                                                                                 \
        __typeof__(a) a_ = (a);                                                                                        \
        __typeof__(b) b_ = (b);                                                                                        \
        a_ > b_ ? a_ : b_;                                                                                             \
    })
#define SEND_TO(p, n) CHECK(MPI_Send(field, n, MPI_DOUBLE, p, 3, MPI_COMM_WORLD))
#define RECV_FROM(p, n) CHECK(MPI_Recv(field, n, MPI_DOUBLE, p, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE))
#define AT(m, i, j) ((m)->at[(i) * (m)->columns + (j)])

typedef struct matrix {
    int rows, columns;
    double *at;
} matrix;

static double field[100];

static void fill(matrix *m) {
    EACH(i, m->rows)
    EACH(j, m->columns) {
        SKIP_IF(i == j);
        AT(m, i, j) = i + 0.5 * j;
    }
}

static int first_even(const int *v, int n) {
    EACH(i, n)
    RETURN_IF(v[i] % 2 == 0, v[i]);
    return 1;
}

static int until(int limit) {
    int sum = 0;
    EACH(i, 100) {
        SKIP_IF(i % 3 == 0);
        STOP_IF(sum > limit);
        sum += i;
        field[i] += sum;
    }
    return sum;
}

int main(int argc, char **argv) {
    int rank, size, numbers[] = {3, 5, 8, 9};

    CHECK(MPI_Init(&argc, &argv));
    CHECK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    CHECK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    assert(size < 1000 && "too many");

    matrix m = {4, 6, malloc(24 * sizeof(double))};
    fill(&m);
    int n = first_even(numbers, 4) + until(10), k = MAX(n, size + 3);
    CHECK(MPI_Bcast(field, n, MPI_DOUBLE, 0, MPI_COMM_WORLD));
    EACH_RANK(p) {
        SKIP_IF(p == rank);
        if (rank < p)
            SEND_TO(p, k);
        else
            RECV_FROM(p, k);
    }
    int more = ({
        int s = 0;
        for (int i = 0; i < 20; i++) {
            field[i] *= 2;
            if (i > size)
                break;
            s += i;
        }
        s;
    });
    CHECK(MPI_Bcast(m.at, MAX(1, more % 20), MPI_DOUBLE, 0, MPI_COMM_WORLD));
    if (rank == 0)
        printf("%g %g\n", field[1], AT(&m, 1, 2));
    free(m.at);
    CHECK(MPI_Finalize());
    return 0;
}
