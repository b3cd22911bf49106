/* Pointers of a program whose sets are beyond the budget: what they point to is no longer told apart, and stays. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

struct list {
    struct list *next;
    int *sizes;
    double *values;
};

static struct list *push(struct list *head, int n) {
    struct list *l = malloc(sizeof *l);
    l->next = head;
    l->sizes = malloc(n * sizeof *l->sizes);
    l->values = malloc(n * sizeof *l->values);
    for (int i = 0; i < n; i++) {
        l->sizes[i] = i + 1;
        l->values[i] = 1.0 / n;
    }
    return l;
}

int main(int argc, char **argv) {
    struct list *head = NULL;
    double local = 0, sum;
    MPI_Init(&argc, &argv);
    for (int n = 1; n < 6; n++)
        head = push(head, n);
    for (struct list *l = head; l; l = l->next)
        MPI_Bcast(l->values, l->sizes[0], MPI_DOUBLE, 0, MPI_COMM_WORLD);
    for (int i = 0; i < 1000; i++)
        local += i * 0.5;
    MPI_Allreduce(&local, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    printf("%g\n", sum);
    MPI_Finalize();
    return 0;
}
