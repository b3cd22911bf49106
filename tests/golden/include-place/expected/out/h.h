#ifndef H_H
#define H_H
#include <mpi.h>
void work_more(int n);
#endif
