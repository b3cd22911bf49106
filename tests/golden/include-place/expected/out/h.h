#ifndef H_H
#define H_H
#include <mpi.h>
void work_more(double *x, int n);
#endif
