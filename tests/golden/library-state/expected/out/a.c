/* Numbers that go through hidden state of the library decide the lengths of messages. */
#define _GNU_SOURCE
#include <errno.h>
#include <fenv.h>
#include <getopt.h>
#include <math.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <lmpi/lmpi.h>

extern char **environ;
BSIM_PRIVATE static volatile sig_atomic_t seen, wanted;

static void on_signal(int s)
{
    BSIM_G(seen) += s == SIGUSR1 ? BSIM_G(wanted) : 0;
}
static const struct sigaction action = {.sa_handler = on_signal};

static void put(const char *name, int n)
{
    FILE *f = fopen(name, "w");
    if (f) {
        fprintf(f, "%d\n", n);
        fclose(f);
    }
}

static int get(const char *name)
{
    int n = 0;
    FILE *f = fopen(name, "r");
    if (f && fscanf(f, "%d", &n) != 1)
        n = 0;
    if (f)
        fclose(f);
    return n;
}

/* The rest of a text, and one that the program itself gives to a variable. */
static int names(int n)
{
    char cut[20] = "";
    memcpy(cut, "state.old", 5);
    put(cut, n);
    setenv("STATE", "given", 1);
    put(getenv("STATE"), n + 1);
    return get("state") + get(strchr("in=given", '=') + 1);
}

/* A folder must be there, and a file may have two names. */
static int folders(int n)
{
    mkdir("folder", 0777);
    put("folder/file", n);
    FILE *f = fopen("first", "w");
    rename("first", "last");
    fprintf(f, "%d\n", n + 1);
    fclose(f);
    return get("folder/file") + get("last");
}

/* Descriptors, standard streams and child processes. */
static int streams(int n)
{
    char name[] = "made-XXXXXX", buffer[4096] = "";
    dprintf(mkstemp(name), "%d\n", n);
    FILE *f = fopen("buffered", "w");
    setvbuf(f, buffer, _IOFBF, sizeof buffer);
    fprintf(f, "%d", n);
    BSIM_Add_time(BSIM_cost(0)); /* streams.1: a.c:76 */
    f = popen("cat >child", "w");
    fprintf(f, "%d\n", n);
    BSIM_Add_time(BSIM_cost(1)); /* streams.2: a.c:78 */
    pclose(f);
    if (!freopen("printed", "w", stdout))
        return 0;
    printf("%d\n", n);
    fflush(stdout);
    f = fopen("printed", "a");
    fseek(f, 0, SEEK_END);
    return get(name) + atoi(buffer) + get("child") + get("printed") + (int)ftell(f);
}

static int environment(int n)
{
    char zone[20], *words[] = {"program", "word", "-n", NULL};
    int found = 0;
    time_t hour = 3600;
    snprintf(zone, sizeof zone, "XYZ-%d", n);
    setenv("TZ", zone, 1);
    setenv("POSIXLY_CORRECT", "1", 1);
    optind = 0;
    BSIM_Add_time(BSIM_cost(2)); /* environment.1: a.c:97-98 */
    for (char **e = environ; *e; e++)
        found += strncmp(*e, "POSIXLY_", 8) == 0;
    return localtime(&hour)->tm_hour + (getopt(3, words, "n") == -1) + found;
}

static int signals(int n)
{
    BSIM_G(wanted) = n;
    sigaction(SIGUSR1, &action, NULL);
    raise(SIGUSR1);
    void (*old)(int) = signal(SIGUSR1, SIG_IGN);
    BSIM_G(wanted) = n + 1;
    old(SIGUSR1);
    return BSIM_G(seen);
}

static int numbers(int n)
{
    unsigned short x[3] = {1, 2, 3}, factors[7] = {1, 2, 3, (unsigned short)n, 5, 6, 7};
    char text[20];
    volatile double half = n - 0.6;
    lcong48(factors);
    fesetround(FE_DOWNWARD);
    snprintf(text, sizeof text, "%.0f", half);
    fesetround(FE_TONEAREST);
    half = lgamma(-half / n);
    errno = 0;
    unsetenv("");
    return (int)(nrand48(x) % 40) + atoi(text) + (signgam < 0) + (errno == EINVAL);
}

static int words(int n)
{
    BSIM_PRIVATE static char text[20], *rest;
    snprintf(BSIM_G(text), sizeof BSIM_G(text), "a %d b", n);
    strtok_r(BSIM_G(text), " ", &BSIM_G(rest));
    return atoi(strtok_r(NULL, " ", &BSIM_G(rest)));
}

int main(int argc, char **argv)
{
    int (*const channels[])(int) = {names, folders, streams, environment, signals, numbers, words};

    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 3;
    for (int k = 0; k < 7; k++)
        LMPI_Bcast(NULL, channels[k](n + k), MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
