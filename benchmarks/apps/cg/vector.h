/* vector.h - distributed vectors: local rows with a halo line at either end. */
#ifndef CG_VECTOR_H
#define CG_VECTOR_H

#include "matrix.h"

typedef struct vector {
    double *storage; /* lines + 2 lines */
    double *at;      /* the first local row */
    int rows;
} vector;

void vector_create(vector *v, const layout *l);
void vector_destroy(vector *v);
void vector_fill(vector *v, double value);

/* Gets the lines of the neighbours into the halo. */
void vector_exchange(vector *v, const layout *l);

double vector_dot(const vector *x, const vector *y, MPI_Comm comm);
/* y += a x;  y = x + a y */
void vector_axpy(vector *y, double a, const vector *x);
void vector_xpay(vector *y, const vector *x, double a);

#endif
