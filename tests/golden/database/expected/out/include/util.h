#include <mpi.h>
void setup(int n);
