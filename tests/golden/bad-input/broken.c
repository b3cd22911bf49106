#include <mpi.h>
int main(void)
{
    return undeclared;
}
