/* mapped_files.c - trace: ranks=1,2,3 args=
 *
 * Memory of files: what is written to it, and to its file by other ways, is read by either. Memory of no file is memory
 * like any other, also where a function hands it out or it is made again. */
#define _GNU_SOURCE
#include <err.h>
#include <fcntl.h>
#include <libgen.h>
#include <mpi.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BYTES = 4096, WORDS = BYTES / sizeof(int) };

static int buf[8000];

static void turns(int n) {
    MPI_Bcast(buf, n, MPI_INT, 0, MPI_COMM_WORLD);
}

static int *memory_of(int fd) {
    int *m = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, fd < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED, fd, 0);
    if (m == MAP_FAILED)
        err(1, "mmap");
    return m;
}

static void *pages(size_t bytes) {
    return mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static int make(const char *name) {
    int fd = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (fd < 0 || ftruncate(fd, BYTES))
        err(1, "%s", name);
    return fd;
}

static int stored_then_read(const char *name, int n) {
    int back = 0, fd = make(name), *m = memory_of(fd);
    for (int i = 0; i < WORDS; i++)
        m[i] = n + i;
    lseek(fd, 40, SEEK_SET);
    if (read(fd, &back, sizeof back) != sizeof back)
        back = 3;
    close(fd);
    munmap(m, BYTES);
    return back;
}

static int stored_then_at_place(const char *name, int n) {
    int back = 0, fd = make(name), *m = memory_of(fd);
    m[5] = n;
    if (pread(fd, &back, sizeof back, 5 * sizeof back) != sizeof back)
        back = 3;
    close(fd);
    return back;
}

static int written_then_loaded(const char *name, int n) {
    int fd = make(name), *m = memory_of(fd);
    if (pwrite(fd, &n, sizeof n, 8) != sizeof n)
        n = 3;
    close(fd);
    return m[2];
}

static int stored_then_opened(const char *name, int n) {
    int fd = make(name), *m = memory_of(fd), back = 1;
    sprintf((char *)m, "%d\n", n);
    close(fd);
    munmap(m, BYTES);
    FILE *f = fopen(name, "r");
    if (!f || fscanf(f, "%d", &back) != 1)
        back = 2;
    if (f)
        fclose(f);
    return back;
}

static int stored_then_mapped(const char *name, int n) {
    int fd = make(name), *m = memory_of(fd), *again = memory_of(fd);
    m[7] = n;
    return again[7];
}

static int printed_then_mapped(const char *name, int n) {
    FILE *f = fopen(name, "w+");
    fwrite(&n, sizeof n, 1, f);
    fflush(f);
    int *m = mmap(NULL, sizeof n, PROT_READ, MAP_PRIVATE, fileno(f), 0);
    fclose(f);
    return *m;
}

static int of_no_file(int n) {
    int *a = memory_of(-1), *b = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    a[3] = n;
    b[3] = 2 * n + a[4];
    b = mremap(b, BYTES, 2 * BYTES, MREMAP_MAYMOVE);
    a = mmap(a, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    char *c = pages(BYTES);
    mprotect(c, BYTES, PROT_READ | PROT_WRITE);
    c[0] = n;
    memset(c + 1, 1, 9);
    int sum = a[3] + b[3] + c[0] + c[9];
    c[9] = 7;
    madvise(c, BYTES, MADV_DONTNEED);
    sum += c[9];
    munmap(b, 2 * BYTES);
    return sum;
}

static int nothing_to_wait_for(int n) {
    int ends[2];
    if (pipe(ends))
        return 1;
    if (write(ends[1], &n, sizeof n) != sizeof n)
        return 2;
    struct pollfd p = {.fd = ends[0], .events = POLLIN};
    n += 10 * poll(&p, 1, 0);
    close(ends[0]);
    close(ends[1]);
    return n;
}

int main(int argc, char **argv) {
    char folder[] = "mapped-files-XXXXXX", path[] = "/some/where/name";
    MPI_Init(&argc, &argv);
    if (!mkdtemp(folder) || chdir(folder))
        MPI_Abort(MPI_COMM_WORLD, 1);
    turns(stored_then_read("a", argc + 1));
    turns(stored_then_at_place("b", argc + 2));
    turns(written_then_loaded("c", argc + 3));
    turns(stored_then_opened("d", argc + 4));
    turns(stored_then_mapped("e", argc + 5));
    turns(printed_then_mapped("f", argc + 6));
    turns(of_no_file(argc + 7));
    turns(nothing_to_wait_for(argc + 8));
    turns(strlen(basename(path)) + strlen(dirname(path)));
    MPI_Finalize();
    return 0;
}
