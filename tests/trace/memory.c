/* memory.c - values that decide counts, behind unions, struct copies, integers made of pointers, lists and growing
 * arrays, among memory that decides nothing.
 * trace: ranks=1,2,3 args= */
#include <mpi.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ALIGN(p, n) ((void *)((((uintptr_t)(p) + (n) - 1) / (n)) * (n)))

typedef union {
    int i[2];
    struct {
        int low, high;
    } s;
    double d;
} word;

struct node {
    struct node *next;
    int count;
    double payload[10];
};

struct box {
    char name[16];
    int dims[3];
    struct {
        int used, room;
        int *at;
    } list;
    double *field;
};

struct wide {
    struct box in;
    int tail;
};

static void push(struct box *b, int v) {
    if (b->list.used == b->list.room) {
        b->list.room = b->list.room ? 2 * b->list.room : 1;
        b->list.at = realloc(b->list.at, b->list.room * sizeof(int));
    }
    b->list.at[b->list.used++] = v;
}

static struct box make(int n) {
    struct box b;
    memset(&b, 0, sizeof b);
    strcpy(b.name, "box");
    for (int i = 0; i < 3; i++)
        b.dims[i] = n + i;
    b.field = malloc(n * sizeof(double));
    for (int i = 0; i < n; i++)
        b.field[i] = i;
    return b;
}

static int volume(struct box b) {
    return b.dims[0] * b.dims[1] * b.dims[2];
}

static int *slot(struct wide *w, int which) {
    return which ? &w->tail : &w->in.dims[1];
}

static int depth(struct node *n, int *deepest) {
    int here = n->count;
    if (here > *deepest)
        *deepest = here;
    return n->next ? 1 + depth(n->next, deepest) : 1;
}

int main(int argc, char **argv) {
    int rank, size;
    double buffer[400] = {0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    /* A union read through another member. */
    word u;
    u.s.low = 3;
    u.i[1] = 4 + size;
    MPI_Bcast(buffer, u.i[0] + u.s.high, MPI_DOUBLE, 0, MPI_COMM_WORLD);

    /* A structure by value, copied, and a pointer into it. */
    struct box a = make(2);
    struct wide w = {a, 5}, *pw = &w;
    *slot(pw, 0) += 3;
    *slot(pw, 1) += size;
    struct wide copy = w;
    MPI_Bcast(buffer, volume(copy.in), MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(buffer, copy.tail, MPI_DOUBLE, 0, MPI_COMM_WORLD);

    /* An array that grows; the last element decides. */
    for (int i = 0; i < 9; i++)
        push(&copy.in, i * i % 7);
    MPI_Bcast(buffer, copy.in.list.at[copy.in.list.used - 1] + 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);

    /* From member to structure, and through aligned integers. */
    int *member = &copy.in.list.used;
    struct box *back = (struct box *)((char *)member - offsetof(struct box, list.used));
    char *raw = malloc(256);
    int *aligned = ALIGN(raw + 1, 64);
    aligned[0] = back->dims[2];
    double *floats = (double *)(aligned + 2);
    floats[0] = 3.5;
    MPI_Bcast(buffer, aligned[0] + (int)floats[0], MPI_DOUBLE, 0, MPI_COMM_WORLD);

    /* A list, walked by recursion with a pointer to a local. */
    struct node *head = NULL;
    for (int i = 0; i < 5; i++) {
        struct node *n = calloc(1, sizeof *n);
        n->next = head;
        n->count = (i * 5 + 2) % 7;
        for (int k = 0; k < 10; k++)
            n->payload[k] = k * i;
        head = n;
    }
    int deepest = 0, length = depth(head, &deepest);
    MPI_Bcast(buffer, length + deepest, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    while (head) {
        struct node *n = head->next;
        buffer[0] += head->payload[3];
        free(head);
        head = n;
    }

    /* A variable-length array, bytes of an integer, a pointer to a pointer. */
    int sizes[size];
    for (int p = 0; p < size; p++)
        sizes[p] = p + 1;
    unsigned char bytes[sizeof(int)];
    int value = 5;
    memcpy(bytes, &value, sizeof value);
    int again;
    memcpy(&again, bytes, sizeof again);
    int *p1 = &again, **p2 = &p1;
    *p2 = &sizes[rank];
    **p2 += again;
    MPI_Allgather(&value, 1, MPI_INT, sizes, 1, MPI_INT, MPI_COMM_WORLD);
    MPI_Bcast(buffer, sizes[size - 1] + again, MPI_DOUBLE, 0, MPI_COMM_WORLD);

    if (rank == 0)
        printf("%g %s\n", buffer[0], copy.in.name);
    free(raw);
    free(a.field);
    free(copy.in.list.at);
    MPI_Finalize();
    return 0;
}
