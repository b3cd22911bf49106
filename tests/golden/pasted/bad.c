#include <mpi.h>
#define PASTE(a, b) a##b
#define ADD(name, n) (PASTE(lib_, name) += (n))
static int lib_calls;

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    ADD(calls, 2);
    MPI_Finalize();
    return 0;
}
