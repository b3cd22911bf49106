#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <lmpi/lmpi.h>

BSIM_PRIVATE static int used[4];

/* Calls a function of the loop's own for each cell. */
static double flux(double a, double b, const char *scheme)
{
    double c = sqrt(a * a + b * b + 1);
    if (!strcmp(scheme, "roe"))
        return 0.5 * (a + b) - c * (b - a);
    return 0.5 * (a + b);
}

/* Loops over options: of a number of them, of a pointer to them, of one's characters. */
static long option(int count, char **texts, const char *name, long otherwise)
{
    for (int i = 1; i + 1 < count; i++)
        if (!strcmp(texts[i], name))
            return atol(texts[i + 1]);
    return otherwise;
}

static int listed(char **texts)
{
    int n = 0;
    while (*++texts)
        n += !strcmp(*texts, "-v") * 2;
    return n;
}

static int commas(const char *text)
{
    int n = 1;
    for (const char *at = text; *at; at++)
        n += !strncmp(at, ", ", 2);
    return n;
}

static int last(int left, char **texts)
{
    int n = 0;
    while (left-- > 1)
        n += atoi(texts[left]);
    return n;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    long n = option(argc, argv, "-n", 1000), parts = option(argc, argv, "-p", 4);
    const char *kind = argc > 2 ? argv[2] : "plain", *mode = getenv("MODE");
    int verbose = listed(argv) + commas(kind) + last(argc, argv), letter;
    while ((letter = getopt(argc, argv, "n:p:")) != -1)
        if (letter == 'p')
            parts = strtol(optarg, NULL, 10) + strlen(optarg);
    for (;;) {
        letter = getopt(argc, argv, "v:");
        if (letter == -1)
            break;
        verbose += atoi(optarg);
    }
    long size[3];
    for (int k = 0; k < 3; k++)
        size[k] = argc > k + 1 ? strtol(argv[k + 1], NULL, 10) : 8;
    verbose += size[0] + size[1] < size[2];
    double *a = malloc((n + 1) * sizeof *a);
    BSIM_Add_time(BSIM_cost(0, n)); /* main.1: a.c:72-77 */
    for (long i = 0; i < n; i++) {
        double s = sin(i * 1e-3) + exp(-i * 1e-3);
        if (strcmp(kind, "cube") == 0)
            s = s * s * s;
        a[i] = s;
    }
    BSIM_Add_time(BSIM_cost(1, n)); /* main.2: a.c:78-79 */
    for (long i = 0; i < n; i++)
        BSIM_G(used)[0] += strlen(kind) > 3 && sqrt(a[i] + 1) > 1.2;
    BSIM_Add_time(BSIM_cost(2, n)); /* main.3: a.c:80-85 */
    for (long i = 0; i < n; i++) {
        double s = pow(a[i], 0.3);
        if (mode && !strncmp(mode, "xyz", 3))
            s *= 2;
        BSIM_G(used)[1] += s > 2;
    }
    BSIM_Add_time(BSIM_cost(3, mode != 0, n, parts)); /* main.4: a.c:86-93 */
    for (long i = 0; i < n; i++) {
        double u = a[i];
        if (mode && !strcmp(mode, "cube"))
            u = u * u * u;
        for (long s = 1; s < parts; s++)
            u *= a[s];
        BSIM_G(used)[2] += u > 0.1;
    }
    BSIM_Add_time(BSIM_cost(4, n)); /* main.5: a.c:94-95 */
    for (long i = 1; i < n; i++)
        BSIM_G(used)[3] += flux(a[i - 1], a[i], kind) > 1;
    /* An option ends this loop, but its number of rounds is not theirs. */
    BSIM_Add_time(BSIM_cost(5, argc > 5, n)); /* main.6: a.c:97-101 */
    for (long i = 0; i < n; i++) {
        if (argc > 5 && !strcmp(argv[5], "stop"))
            break;
        BSIM_G(used)[3] += sin(a[i]) > 0.5;
    }
    for (int k = 0; k < 4; k++)
        LMPI_Bcast(NULL, BSIM_G(used)[k] > n ? (int)n : BSIM_G(used)[k], MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (verbose)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
