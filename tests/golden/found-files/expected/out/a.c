#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <lmpi/lmpi.h>

static void turns(int n) {
    for (int i = 0; i < n; i++)
        MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
    char text[64] = "";
    MPI_Init(&argc, &argv);
    unlink("a");
    turns(access("a", F_OK) != 0);
    FILE *f = fopen("b", "w");
    turns(f != NULL);
    if (f) {
        fputs("something new", f);
        fclose(f);
    }
    turns(rename("c", "d") == 0);
    turns(access("c", F_OK) != 0);
    turns(truncate("e", 3) == 0);
    f = fopen("e", "r");
    if (f && fgets(text, sizeof text, f))
        turns((int)strlen(text));
    if (f)
        fclose(f);
    unlink("dir/x");
    turns(rmdir("dir") == 0);
    struct stat st;
    turns(stat("dir", &st) != 0);
    turns(remove("g") == 0);
    int fd = open("h", O_WRONLY | O_TRUNC);
    turns(fd >= 0);
    if (argc > 1 && strcmp(argv[1], "fail") == 0)
        LMPI_Send(NULL, 0, MPI_INT, 99, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
