#include "lu.h"
#include <math.h>
#include <string.h>
static int pivot_of(const double *col, int k, int n) {
    int p = k;
    for (int i = k + 1; i < n; i++)
        if (fabs(col[i]) > fabs(col[p]))
            p = i;
    return p;
}
void panel_factor(Matrix *m, int k, int w, int *piv) {
    int first = local_col(m, k);
    for (int j = 0; j < w; j++) {
        double *col = m->a[first + j];
        int d = k + j, p = pivot_of(col, d, m->n);
        piv[j] = p;
        for (int c = 0; c < w; c++) {
            double t = m->a[first + c][d];
            m->a[first + c][d] = m->a[first + c][p];
            m->a[first + c][p] = t;
        }
        double r = 1 / col[d];
        for (int i = d + 1; i < m->n; i++)
            col[i] *= r;
        for (int c = j + 1; c < w; c++) {
            double f = m->a[first + c][d];
            for (int i = d + 1; i < m->n; i++)
                m->a[first + c][i] -= f * col[i];
        }
    }
}
void panel_pack(const Matrix *m, int k, int w, double *buf) {
    int rows = m->n - k, first = local_col(m, k);
    for (int c = 0; c < w; c++)
        memcpy(buf + (size_t)c * rows, m->a[first + c] + k, rows * sizeof(double));
}
void rows_swap(Matrix *m, int k, int w, const int *piv) {
    for (int c = 0; c < m->cols; c++) {
        int g = global_col(m, c);
        if (g >= k && g < k + w)
            continue;
        for (int j = 0; j < w; j++) {
            double t = m->a[c][k + j];
            m->a[c][k + j] = m->a[c][piv[j]];
            m->a[c][piv[j]] = t;
        }
    }
}
static void column_update(double *col, int rows, int w, const double *panel) {
    for (int j = 0; j < w; j++) {
        double f = col[j];
        for (int i = j + 1; i < rows; i++)
            col[i] -= f * panel[j * rows + i];
    }
}
void update(Matrix *m, int k, int w, const double *panel) {
    for (int c = 0; c < m->cols; c++)
        if (global_col(m, c) >= k + w)
            column_update(m->a[c] + k, m->n - k, w, panel);
}
