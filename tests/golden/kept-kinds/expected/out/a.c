/* Each kind of work that stays is a block with a time, or is told to have none. */
#include <ctype.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <lmpi/lmpi.h>

#define FOR(i, n) for (int i = 0; i < (n); i++)
#define FIND(v, n, what) FOR(i_, n) if ((v)[i_] == (what)) return i_

typedef struct node {
    struct node *next;
    char word[12];
} node;

/* text: strlen, isalpha, strcmp, sscanf, snprintf */
static int words(const char *text)
{
    int n = 0;
    BSIM_Add_time(BSIM_cost(0, (long)strlen(text))); /* words.1: a.c:20-21 */
    for (size_t i = 0; i < strlen(text); i++)
        n += isalpha((unsigned char)text[i]) && !isalpha((unsigned char)text[i + 1]);
    return n;
}

static node *make(int n, node *list)
{
    for (int i = 0; i < n; i++) {
        node *p = malloc(sizeof *p);
        snprintf(p->word, sizeof p->word, "%d", i % 7);
        p->next = list;
        list = p;
    }
    return list;
}

static int total(const node *list)
{
    int sum = 0, value;
    BSIM_Add_time(BSIM_cost(1, BSIM_LENGTH(list, ->next))); /* total.1: a.c:39-41 */
    for (; list; list = list->next)
        if (strcmp(list->word, "3") && sscanf(list->word, "%d", &value) == 1)
            sum += value;
    return sum;
}

/* steps through memory alone */
static const node *last(const node *list)
{
    BSIM_Add_time(BSIM_cost(2)); /* last.1: a.c:48-49 */
    while (list->next)
        list = list->next;
    return list;
}

/* integers alone */
static int longest(unsigned n)
{
    int most = 0;
    BSIM_Add_time(BSIM_cost(3, n)); /* longest.1: a.c:57-63 */
    for (unsigned i = 1; i < n; i++) {
        int steps = 0;
        for (unsigned v = i; v != 1; v = v & 1 ? 3 * v + 1 : v / 2)
            steps++;
        if (steps > most)
            most = steps;
    }
    return most;
}

/* a return ends the block */
static int prime(unsigned n)
{
    BSIM_Add_time(BSIM_cost(4, n)); /* prime.1: a.c:70-72 */
    for (unsigned d = 2; d * d <= n; d++)
        if (n % d == 0)
            return 0;
    return 1;
}

/* the macro's return cannot end it: told */
static int find(const char *v, int n, int what)
{
    FIND(v, n, what);
    return n;
}

/* the block of longest() is in the loop */
static int near(const char *v, int n)
{
    for (int i = 0; i < n; i++)
        if (v[i] == 'x')
            return longest(i + 2);
    return 0;
}

/* an operator has no cost model: told */
static void largest(void *in, void *inout, int *n, MPI_Datatype *type)
{
}

int main(int argc, char **argv)
{
    int rank, n = 40, m = 0, c;
    MPI_Op op;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 1; i + 1 < argc; i++) /* options are no work */
        if (strcmp(argv[i], "-n") == 0)
            n = atoi(argv[i + 1]);
    FILE *f = fopen("numbers.txt", "r");
    while (f && fscanf(f, "%d", &c) == 1) /* input: told */
        m += c;
    char *text = malloc(n + 1);
    BSIM_Add_time(BSIM_cost(5, n)); /* main.1: a.c:116-117 */
    FOR(i, n)
        text[i] = (i + rank) % 5 ? 'a' : ' ';
    text[n] = 0;
    BSIM_Add_time(BSIM_cost(6, n)); /* main.2: a.c:119 */
    node *list = make(n, NULL);
    LMPI_Send(NULL, words(text), MPI_CHAR, 0, total(list), MPI_COMM_SELF);
    LMPI_Send(NULL, longest(n) + prime(n) + m, MPI_CHAR, 0, last(list)->word[0], MPI_COMM_SELF);
    LMPI_Send(NULL, find(text, n, ' ') + near(text, n), MPI_CHAR, 0, 1, MPI_COMM_SELF);
    MPI_Op_create(largest, 1, &op);
    LMPI_Allreduce(MPI_IN_PLACE, NULL, 1, MPI_INT, op, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
