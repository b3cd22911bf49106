/* varargs.c - functions of variable arguments: print wrappers that go, sums and messages whose arguments decide.
 * trace: ranks=1,2,3 args= */
#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int verbose = 1, lines;

static void say(const char *format, ...) {
    va_list ap;
    if (!verbose)
        return;
    lines++;
    va_start(ap, format);
    vprintf(format, ap);
    va_end(ap);
}

/* Ends all ranks; never called. */
static void die(int code, const char *format, ...) {
    char text[100];
    va_list ap;
    va_start(ap, format);
    vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    fprintf(stderr, "%s\n", text);
    MPI_Abort(MPI_COMM_WORLD, code);
}

static int sum_list(int n, va_list ap) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += va_arg(ap, int);
    return sum;
}

static int sum(int n, ...) {
    va_list ap, again;
    va_start(ap, n);
    va_copy(again, ap);
    int total = sum_list(n, ap) + sum_list(n, again);
    va_end(again);
    va_end(ap);
    return total;
}

/* Pairs of a count and a buffer, behind the number of them. */
static void share(int pairs, ...) {
    va_list ap;
    va_start(ap, pairs);
    while (pairs-- > 0) {
        int count = va_arg(ap, int);
        double *buffer = va_arg(ap, double *);
        MPI_Bcast(buffer, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    }
    va_end(ap);
}

/* Results through pointers, chosen by letters. */
static void parse(const char *what, const char *text, ...) {
    va_list ap;
    va_start(ap, text);
    for (; *what; what++) {
        char *end;
        if (*what == 'i')
            *va_arg(ap, int *) = (int)strtol(text, &end, 10);
        else
            *va_arg(ap, double *) = strtod(text, &end);
        text = *end ? end + 1 : end;
    }
    va_end(ap);
}

static char *print(const char *format, ...) {
    static char text[100];
    va_list ap;
    va_start(ap, format);
    vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    return text;
}

int main(int argc, char **argv) {
    int rank, size, n = 0, m = 0;
    double a[200] = {0}, b[200] = {0}, weight = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 200; i++)
        a[i] = b[i] = i * 0.25;
    say("rank %d of %d\n", rank, size);
    if (size < 1)
        die(3, "%d ranks", size);
    parse("idi", "12,2.5,7", &n, &weight, &m);
    share(2, n, a, m, b);
    share(1, sum(3, n, m, 4), a);
    for (int i = 0; i < 200; i++)
        b[i] += weight * a[i];
    say("%g %s\n", b[3], "done");
    MPI_Bcast(a, (int)strlen(print("%d and %05d", n, m)), MPI_DOUBLE, size - 1, MPI_COMM_WORLD);
    MPI_Bcast(b, lines, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
