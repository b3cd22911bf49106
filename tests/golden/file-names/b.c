/* Names that the program makes. Each number is written and read again: which writes stay tells which names may be equal. */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct run {
    char base[40], log[40];
    int step;
};

static void put(FILE *f, int n)
{
    fprintf(f, "%d\n", n);
    fclose(f);
}

static int get(FILE *f)
{
    int n = 0;
    if (f && fscanf(f, "%d", &n) != 1)
        n = 0;
    if (f)
        fclose(f);
    return n;
}

int main(int argc, char **argv)
{
    struct run r = {"base", "", 3};
    char a[80], b[80], c[80], line[80], *made, digits[8] = "part0";
    double v[64];
    int n[9] = {0};

    MPI_Init(&argc, &argv);
    /* asprintf() and strcpy() with strcat() */
    if (asprintf(&made, "%s.one", r.base) > 0)
        put(fopen(made, "w"), 3);
    strcpy(a, r.base);
    strcat(a, ".one");
    n[0] = get(fopen(a, "r"));

    /* a byte is stored; a copy of the user's word; a line of a file */
    digits[4] = (char)('0' + r.step);
    put(fopen(digits, "w"), 4);
    n[1] = get(fopen("part3", "r"));

    char *copy = strdup(argv[1]);
    put(fopen(copy, "w"), 5);
    n[2] = get(fopen(argv[1], "r"));

    put(fopen("listed", "w"), 6);
    if (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        n[3] = get(fopen(line, "r"));
    }

    /* what a pointer into the text writes, what a byte ends */
    char *end = b + sprintf(b, "%s", r.base);
    strcpy(end, ".two");
    put(fopen(b, "w"), 8);
    n[6] = get(fopen("base.two", "r"));
    strcpy(c, "cut.tmp");
    *strrchr(c, '.') = '\0';
    put(fopen(c, "w"), 9);
    n[7] = get(fopen("cut", "r"));

    /* the environment */
    put(fopen(getenv("RESTART"), "w"), 7);
    n[4] = get(fopen(getenv("RESTART"), "r"));

    for (int k = 0; k < 8; k++)
        MPI_Bcast(v, n[k], MPI_DOUBLE, 0, MPI_COMM_WORLD);

    /* none of these is read */
    snprintf(r.log, sizeof r.log, "log-%s-%d", r.base, r.step);
    put(fopen(r.log, "w"), 1);
    snprintf(made, 40, "dir/%d.dat", r.step);
    put(fopen(made, "w"), 2);
    put(fopen(argv[2], "w"), 3);
    put(fopen(getenv("OUTPUT"), "w"), 4);
    n[8] = get(fopen("final.dat", "r")) + get(fopen("log.txt", "r"));
    MPI_Bcast(v, n[8], MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
