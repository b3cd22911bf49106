/* MPI is in the program only with -DPARALLEL. */
#include <stdio.h>
int main(int argc, char **argv) {
    return 0;
}
