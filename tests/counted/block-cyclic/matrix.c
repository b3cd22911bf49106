#include "lu.h"
#include <stdlib.h>
static int count_cols(const Matrix *m) {
    int blocks = m->n / m->nb, own = blocks / m->size * m->nb, left = blocks % m->size;
    if (m->rank < left)
        own += m->nb;
    else if (m->rank == left)
        own += m->n % m->nb;
    return own;
}
static double entry(int i, int j) {
    unsigned h = (unsigned)(i * 7919 + j * 104729);
    h ^= h >> 13;
    h *= 2654435761u;
    return (h % 1000) / 500.0 - 1 + (i == j ? 3 : 0);
}
void matrix_init(Matrix *m, int n, int nb, MPI_Comm c) {
    MPI_Comm_rank(c, &m->rank);
    MPI_Comm_size(c, &m->size);
    m->n = n;
    m->nb = nb;
    m->cols = count_cols(m);
    m->a = malloc((m->cols + 1) * sizeof *m->a);
    for (int i = 0; i < m->cols; i++) {
        m->a[i] = malloc(n * sizeof(double));
        for (int r = 0; r < n; r++)
            m->a[i][r] = entry(r, global_col(m, i));
    }
}
void matrix_free(Matrix *m) {
    for (int i = 0; i < m->cols; i++)
        free(m->a[i]);
    free(m->a);
}
