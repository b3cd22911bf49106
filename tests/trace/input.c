/* input.c - parameters from a file that is written first, from arguments, strings and tables.
 * trace: ranks=1,2,4 args=-n 5 -m twelve --scale=3 */
#include <ctype.h>
#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct setting {
    const char *name;
    int value;
    void (*check)(struct setting *);
};

static void positive(struct setting *s) {
    if (s->value <= 0)
        s->value = 1;
}

static void even(struct setting *s) {
    s->value += s->value & 1;
}

static struct setting table[] = {{"n", 4, positive}, {"m", 6, even}, {"scale", 1, NULL}, {"unused", 9, positive}};
static const char *const words[] = {"zero", "one", "two", "three", "six", "twelve"};
static const int numbers[] = {0, 1, 2, 3, 6, 12};

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct setting *)a)->name, ((const struct setting *)b)->name);
}

static int number(const char *text) {
    if (isdigit((unsigned char)text[0]))
        return (int)strtol(text, NULL, 10);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(text, words[i]) == 0)
            return numbers[i];
    return -1;
}

static struct setting *lookup(const char *name) {
    struct setting key = {name, 0, NULL};
    return bsearch(&key, table, sizeof table / sizeof table[0], sizeof table[0], by_name);
}

static void set(const char *name, int value) {
    struct setting *s = lookup(name);
    if (s != NULL) {
        s->value = value;
        if (s->check)
            s->check(s);
    }
}

/* A sum of integers, as a function of a variable number of arguments. */
static int sum(int count, ...) {
    va_list ap;
    int s = 0;
    va_start(ap, count);
    for (int i = 0; i < count; i++)
        s += va_arg(ap, int);
    va_end(ap);
    return s;
}

static void say(const char *format, ...) {
    char line[200];
    va_list ap;
    va_start(ap, format);
    vsnprintf(line, sizeof line, format, ap);
    va_end(ap);
    fputs(line, stderr);
}

int main(int argc, char **argv) {
    int rank, size, repeat = 1;
    char path[64], line[100];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    qsort(table, sizeof table / sizeof table[0], sizeof table[0], by_name);
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] == '-' && argv[i][1] == '-') {
            char *copy = strdup(argv[i] + 2), *value = strchr(copy, '=');
            if (value) {
                *value++ = '\0';
                set(copy, number(value));
            }
            free(copy);
        } else if (argv[i][0] == '-' && i + 1 < argc) {
            set(argv[i] + 1, number(argv[i + 1]));
            i++;
        }
    }
    /* The skeleton writes this file too: it reads it again. */
    snprintf(path, sizeof path, "input-%d-of-%d.tmp", rank, size);
    FILE *f = fopen(path, "w+");
    if (!f)
        MPI_Abort(MPI_COMM_WORLD, 1);
    fprintf(f, "# a comment\nrepeat = %d\nother = 7\n", 2 + size % 3);
    rewind(f);
    while (fgets(line, sizeof line, f)) {
        char name[32];
        int value;
        if (line[0] == '#')
            continue;
        if (sscanf(line, "%31s = %d", name, &value) == 2 && strcmp(name, "repeat") == 0)
            repeat = value;
    }
    fclose(f);
    remove(path);
    say("rank %d repeats %d times\n", rank, repeat);

    double *v = calloc(1000, sizeof *v), w = 0;
    int count = sum(3, lookup("n")->value, lookup("m")->value, lookup("scale")->value);
    for (int k = 0; k < repeat; k++) {
        for (int i = 0; i < 1000; i++)
            v[i] += i * 0.1;
        MPI_Allreduce(MPI_IN_PLACE, v, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        w += v[k];
    }
    MPI_Bcast(v, sum(2, count, repeat), MPI_DOUBLE, size - 1, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%g\n", w);
    free(v);
    MPI_Finalize();
    return 0;
}
