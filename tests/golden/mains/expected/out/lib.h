#include <mpi.h>
void hello(void);
void goodbye(void);
