#include <mpi.h>
#include <stdio.h>
#include <string.h>

static int count = 3;
static struct {
    int n;
} grid = {4};

#define SHOW(v) printf("%s=%d\n", #v, v)
#define CHECK(call) \
    do { \
        if ((call) != MPI_SUCCESS) \
            puts(#call); \
    } while (0)
#define SHARE(n) CHECK(MPI_Bcast(data, (n), MPI_BYTE, 0, MPI_COMM_WORLD))

int main(int argc, char **argv)
{
    char data[100] = "";
    int local = 5;

    MPI_Init(&argc, &argv);
    count += argc;
    SHOW(count);
    SHOW(grid.n);
    SHOW(local);
    SHARE(count);
    MPI_Finalize();
    return 0;
}
