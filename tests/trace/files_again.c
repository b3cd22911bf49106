/* files_again.c - trace: ranks=1,2,3 args=
 *
 * Files that the program writes, moves and takes away, and looks at again under their names. */
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int buf[4000], rank;

static void turns(int n) {
    MPI_Bcast(buf, n, MPI_INT, 0, MPI_COMM_WORLD);
}

static void save(const char *name, int n) {
    FILE *f = fopen(name, "w");
    fprintf(f, "%d\n", n);
    fclose(f);
}

static int load(const char *name) {
    int n = 1;
    FILE *f = fopen(name, "r");
    if (!f)
        return 2;
    if (fscanf(f, "%d", &n) != 1)
        n = 3;
    fclose(f);
    return n;
}

int main(int argc, char **argv) {
    char folder[] = "files-again-XXXXXX", name[100], to[100];
    struct stat s;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (!mkdtemp(folder) || chdir(folder))
        MPI_Abort(MPI_COMM_WORLD, 1);
    int n[20] = {0}, at = 0;

    FILE *f = fopen("constant.dat", "w");
    fprintf(f, "%d\n", argc + 3);
    fclose(f);
    FILE *log = fopen("other.log", "w");
    fprintf(log, "of no matter\n");
    fclose(log);
    f = fopen("./constant.dat", "r");
    n[at++] = f && fscanf(f, "%d", &n[at]) == 1 ? 4 : 5;
    if (f)
        fclose(f);

    sprintf(name, "data.%d", rank);
    save(name, argc + 5);
    n[at++] = load(name);
    sprintf(to, "moved.%d", rank);
    rename(name, to);
    n[at++] = load(name) + load(to);
    n[at++] = access(to, F_OK) == 0 ? 6 : 7;
    remove(to);
    n[at++] = access(to, F_OK) == 0 ? 6 : 7;

    int fd = open("bytes", O_CREAT | O_WRONLY, 0600);
    if (write(fd, "12 34", 5) != 5)
        at = 0;
    close(fd);
    n[at++] = load("bytes");
    n[at++] = stat("bytes", &s) ? 2 : (int)s.st_size;
    if (truncate("bytes", 1))
        at = 0;
    n[at++] = load("bytes");
    mkdir("below", 0700);
    n[at++] = stat("below", &s) ? 2 : 9;
    rmdir("below");
    n[at++] = stat("below", &s) ? 2 : 9;

    /* A stream that is opened before the file is written gives what is in it then. */
    f = fopen("early", "w");
    fclose(f);
    FILE *early = fopen("early", "r");
    f = fopen("early", argc > 9 ? "r+" : "a");
    fprintf(f, "%d", argc + 1);
    fclose(f);
    n[at++] = early && fscanf(early, "%d", &n[at]) == 1 ? n[at] + 1 : 7;
    early = freopen("other.log", "r", early);
    n[at++] = early && fgetc(early) == 'o' ? 2 : 5;
    if (early)
        fclose(early);
    f = fopen("early", "a+");
    fprintf(f, "%d", 7);
    rewind(f);
    n[at++] = fscanf(f, "%d", &n[at]) == 1 ? n[at] / 9 + 1 : 7;
    fclose(f);
    unlink("early");

    unlink("constant.dat");
    unlink("other.log");
    unlink("bytes");
    if (chdir("..") || rmdir(folder))
        n[0] = 1;
    for (int i = 0; i < at; i++)
        turns(n[i]);
    MPI_Finalize();
    return 0;
}
