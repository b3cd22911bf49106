/* Reads files beside and above, writes where it has read, and elsewhere. */
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int product(int a, int b);

static int number_in(const char *name) {
    int n = 0;
    FILE *f = fopen(name, "r");
    if (f == NULL)
        return 0;
    if (fscanf(f, "%d", &n) != 1)
        n = 0;
    fclose(f);
    return n;
}

static void put(const char *name, int n, const char *mode) {
    FILE *f = fopen(name, mode);
    if (f == NULL)
        return;
    fprintf(f, "%d\n", n);
    fclose(f);
}

static void append(const char *name, int n) {
    int file = open(name, O_WRONLY | O_APPEND);
    if (write(file, &n, sizeof n) != (int)sizeof n)
        MPI_Abort(MPI_COMM_WORLD, 1);
    close(file);
    file = open("by-open", O_RDWR | O_CREAT, 0644);
    n = 0;
    if (read(file, &n, sizeof n) == (int)sizeof n)
        MPI_Barrier(MPI_COMM_SELF);
    n = 5;
    if (write(file, &n, sizeof n) != (int)sizeof n)
        MPI_Abort(MPI_COMM_WORLD, 1);
    close(file);
}

/* In folders that are too far down, hidden, or elsewhere. */
static int below(int rank) {
    static const char *const names[] = {"many/far/old", "many/far/new", "../data/deep/new", ".hidden/new"};
    int n = 0;
    for (int i = 0; i < 4; i++)
        n += number_in(names[i]);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        for (int i = 0; i < 4; i++)
            put(names[i], 9, "w");
        remove("many/far/old");
        mkdir("many/far/made", 0777);
        rename("many/far/moved", "many/far/elsewhere");
        put("many/../many/far/made/x", 1, "w");
    }
    return n;
}

int main(int argc, char **argv) {
    int rank, n;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    n = number_in("../data/in.txt") + number_in("state.dat") + number_in("out/log") + number_in("link.dat") +
        number_in("fresh.dat") + number_in("../fresh.dat") + product(0, 3) + below(rank);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < n; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        put("state.dat", n + 1, "w");
        put("out/log", n + 2, "w");
        put("out/more", n, "w");
        put("link.dat", 3, "w");
        put("fresh.dat", n, "w");
        put("../fresh.dat", n, "w");
        put("large.dat", n, "w");
        append("out/log", n);
    }
    MPI_Finalize();
    return 0;
}
