/* The text that a pointer may lead to is no variable: only the other array changes. */
#include <mpi.h>
#include <stdio.h>

static int marked(const char *text, int n)
{
    int marks = 0;
    for (int k = 0; k < n; k++)
        marks += text[k] == '1';
    return marks;
}

int main(int argc, char **argv)
{
    char own[8] = "1101101";
    char *text = argc > 1 ? own : "1010101";
    double v[4] = {1, 2, 3, 4};
    MPI_Init(&argc, &argv);
    for (int i = 0; i < 1000; i++) {
        for (int k = 0; k < marked(text, 7); k++)
            v[0] += v[k % 4] * 0.5;
        if (argc > 1)
            text[i % 7] = '0';
    }
    printf("%g\n", v[0]);
    MPI_Allreduce(MPI_IN_PLACE, v, 4, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
