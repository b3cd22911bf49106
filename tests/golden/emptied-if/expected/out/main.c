#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct config {
    int steps;
};

static int config_read(const char *path, struct config *c)
{
    if (!strcmp(path, "short"))
        c->steps = 3;
    else if (!strcmp(path, "long"))
        c->steps = 30;
    else
        return -1;
    return 0;
}

static int more(struct config *c)
{
    c->steps += 2;
    return c->steps > 30;
}

int main(int argc, char **argv)
{
    struct config c = {10};

    MPI_Init(&argc, &argv);
    /* The call is wanted, what follows a failure is not. */
    if (config_read(argc > 1 ? argv[1] : "short", &c) < 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    if (argc > 2 && config_read(argv[2], &c) != 0)
        MPI_Abort(MPI_COMM_WORLD, 2);
    if (argc > 3) {
        int code;

        if ((code = more(&c)) != 0)
            exit(code);
    }
    for (int i = 0; i < c.steps; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
