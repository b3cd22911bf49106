/* given_memory.c - trace: ranks=1,2,3 args=
 *
 * Memory that libraries give: what they allocate behind an argument, what it holds at first, what the next call
 * overwrites; a variable with a section of its own. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int buf[4000];

static void turns(int n) {
    MPI_Bcast(buf, n, MPI_INT, 0, MPI_COMM_WORLD);
}

static int line_buffer(int argc) {
    FILE *f = tmpfile();
    fprintf(f, "%d\n", 15);
    rewind(f);
    char *l = 0;
    size_t z = 0;
    if (getline(&l, &z, f) < 0)
        return 3;
    l[1] = '0' + argc;
    int n = atoi(l);
    free(l);
    fclose(f);
    return n;
}

static int scanned_word(int argc) {
    char *l = 0;
    if (sscanf("15", "%ms", &l) != 1)
        return 3;
    l[1] = '0' + argc;
    int n = atoi(l);
    free(l);
    return n;
}

static int folder_name(int argc) {
    char *l = getcwd(NULL, 0);
    l[0] = '1';
    l[1] = '0' + argc;
    l[2] = 0;
    int n = atoi(l);
    free(l);
    return n;
}

static int tag_text(int rank, int size, int argc) {
    int n = 1;
    char *t = strdup("abc");
    t[1] = 7;
    if (rank == 0) {
        int v = size + argc + 2;
        for (int i = 1; i < size; i++)
            MPI_Send(&v, 1, MPI_INT, i, t[0], MPI_COMM_WORLD);
        n = v;
    } else {
        MPI_Recv(&n, 1, MPI_INT, 0, 'a', MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    free(t);
    return n;
}

static int tag_printed(int rank, int size, int argc) {
    int n = 1;
    char *t;
    if (asprintf(&t, "%s", "bc") < 0)
        return 3;
    t[1] = 7;
    if (rank == 0) {
        int v = size + argc + 2;
        for (int i = 1; i < size; i++)
            MPI_Send(&v, 1, MPI_INT, i, t[0], MPI_COMM_WORLD);
        n = v;
    } else {
        MPI_Recv(&n, 1, MPI_INT, 0, 'b', MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    free(t);
    return n;
}

static char room[512];
static size_t used;
static void *piece(size_t n) {
    char *p = room + used;
    used += n;
    return p;
}

static int tag_piece(int rank, int size, int argc) {
    int n = 1;
    int *t = piece(16);
    t[1] = 7;
    if (rank == 0) {
        int v = size + argc + 2;
        for (int i = 1; i < size; i++)
            MPI_Send(&v, 1, MPI_INT, i, t[argc - 1], MPI_COMM_WORLD);
        n = v;
    } else {
        MPI_Recv(&n, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    return n;
}

static int time_again(int argc) {
    time_t t = 86400L * (argc + 3), u = 0;
    struct tm *p = gmtime(&u);
    gmtime(&t);
    return p->tm_mday;
}

static int time_other(int argc) {
    time_t t = 86400L * (argc + 3), u = 0;
    struct tm *p = localtime(&u);
    gmtime(&t);
    return p->tm_mday;
}

static int time_text(int argc) {
    struct tm t = {0};
    t.tm_mday = 2;
    char *l = asctime(&t);
    time_t u = 86400L * (argc + 7) + 43200;
    ctime(&u);
    return atoi(l + 8);
}

static int error_text(int argc) {
    char *l = strerror(12345);
    strerror(1000 + argc);
    return atoi(l + 14) % 100 + 2;
}

static int address_text(int argc) {
    struct in_addr a = {0x01020304}, b = {(unsigned)argc + 4};
    char *l = inet_ntoa(a);
    inet_ntoa(b);
    return atoi(l);
}

static int seeds(int argc) {
    unsigned short a[3] = {1, 2, 3}, b[3] = {(unsigned short)(argc + 4), 5, 6};
    unsigned short *l = seed48(a);
    seed48(b);
    seed48(a);
    return l[0] % 50;
}

static int in_section __attribute__((section("foo"))) = 0;
static int outside_section;

static int own_section(int argc) {
    int *p = argc ? &in_section : &outside_section;
    (*p)++;
    return in_section ? 5 : 2;
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    turns(line_buffer(argc));
    turns(scanned_word(argc));
    turns(folder_name(argc));
    turns(tag_text(rank, size, argc));
    turns(tag_printed(rank, size, argc));
    turns(tag_piece(rank, size, argc));
    turns(time_again(argc));
    turns(time_other(argc));
    turns(time_text(argc));
    turns(error_text(argc));
    turns(address_text(argc));
    turns(seeds(argc));
    turns(own_section(argc));
    MPI_Finalize();
    return 0;
}
