#include <mpi.h>
#define LIST(...) (int[]){__VA_ARGS__}

static int *made = LIST(1, 2);
static int x;
static int *const *constant = (int *const[]){&x};

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    made[0]++;
    **constant = 1;
    MPI_Finalize();
    return 0;
}
