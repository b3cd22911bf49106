#ifndef LU_H
#define LU_H
#include <mpi.h>
typedef struct {
    int n, nb, rank, size, cols;
    double **a;
} Matrix; /* a[c]: local column c, n rows */
static inline int global_col(const Matrix *m, int i) {
    return (i / m->nb * m->size + m->rank) * m->nb + i % m->nb;
}
static inline int owner(const Matrix *m, int g) {
    return g / m->nb % m->size;
}
static inline int local_col(const Matrix *m, int g) {
    return g / m->nb / m->size * m->nb + g % m->nb;
}
void matrix_init(Matrix *m, int n, int nb, MPI_Comm c);
void matrix_free(Matrix *m);
void panel_factor(Matrix *m, int k, int w, int *piv);
void panel_pack(const Matrix *m, int k, int w, double *buf);
void rows_swap(Matrix *m, int k, int w, const int *piv);
void update(Matrix *m, int k, int w, const double *panel);
#endif
