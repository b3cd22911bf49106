#include <mpi.h>
static int level;
#define SET(v) (level = (v))
#define ADDRESS (&other)
static int other;
static int *const place = ADDRESS;
static int both(void)
{
    int level = 0;
    SET(2);
    return level;
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    SET(1);
    *ADDRESS = *place + both();
    MPI_Finalize();
    return level;
}
