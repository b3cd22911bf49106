/* With _FILE_OFFSET_BITS=64, headers call fopen64, freopen64, lseek64, ftruncate64, stat64: the same functions. */
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
#include <bsim/bsim.h>

static void barriers(int n) {
    for (int i = 0; i < n; i++)
        MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
    char name[64], digit = 0;
    int me, n = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    snprintf(name, sizeof name, "large.%d.txt", me);

    FILE *f = fopen(name, "w");
    if (!f)
        MPI_Abort(MPI_COMM_WORLD, 1);
    fprintf(f, "%d\n", 3);
    f = freopen(name, "r", f);
    if (!f || fscanf(f, "%d", &n) != 1)
        MPI_Abort(MPI_COMM_WORLD, 1);
    fclose(f);
    barriers(n);

    int fd = open(name, O_RDWR);
    if (fd < 0 || write(fd, "2", 1) != 1 || lseek(fd, 0, SEEK_SET) || read(fd, &digit, 1) != 1)
        MPI_Abort(MPI_COMM_WORLD, 1);
    barriers(digit - '0');
    if (pwrite(fd, "7", 1, 0) != 1 || pread(fd, &digit, 1, 0) != 1 || ftruncate(fd, 1))
        MPI_Abort(MPI_COMM_WORLD, 1);
    barriers(digit - '0');
    struct stat s;
    if (fstat(fd, &s))
        MPI_Abort(MPI_COMM_WORLD, 1);
    barriers((int)s.st_size);
    close(fd);

    f = fopen(name, "r");
    if (!f || fseeko(f, 4, SEEK_SET))
        MPI_Abort(MPI_COMM_WORLD, 1);
    barriers((int)ftello(f));
    fclose(f);
    BSIM_Add_time(BSIM_cost(0)); /* main.1: large.c:50-51 */
    MPI_Finalize();
    return 0;
}
