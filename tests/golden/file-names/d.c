/* A structure with names is handed over by value. The pictures are not the file that is read. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct job {
    int frames;
    char path[80], picture[80];
};

static void animate(struct job j, double *v)
{
    char name[80];
    int n = 0;
    FILE *path = fopen(j.path, "r");
    for (int k = 0; k < j.frames && path && fscanf(path, "%d", &n) == 1; k++) {
        MPI_Bcast(v, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        for (int i = 0; i < 64; i++)
            v[i] += n * 0.5;
        sprintf(name, j.picture, k);
        FILE *out = fopen(name, "wb");
        fwrite(v, sizeof *v, 64, out);
        fclose(out);
    }
}

int main(int argc, char **argv)
{
    struct job j = {3, "", "frame%d"};
    double v[64] = {0};

    MPI_Init(&argc, &argv);
    if (argc > 2) {
        sscanf(argv[1], "%s", j.path);
        strcpy(j.picture, argv[2]);
    }
    animate(j, v);
    MPI_Finalize();
    return 0;
}
