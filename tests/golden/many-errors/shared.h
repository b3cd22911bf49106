#include <mpi.h>

void work(int n);
static struct missing nothing;
