#include "memory.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

void *xmalloc(size_t bytes) {
    void *p = malloc(bytes ? bytes : 1);
    if (p == NULL) {
        fprintf(stderr, "cg: cannot allocate %zu bytes\n", bytes);
        MPI_Abort(MPI_COMM_WORLD, 3);
    }
    return p;
}
