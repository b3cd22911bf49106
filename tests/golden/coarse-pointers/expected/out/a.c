/* Pointers of a program whose sets are beyond the budget: what they point to is no longer told apart, and stays. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

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
    MPI_Init(&argc, &argv);
    BSIM_Add_time(BSIM_cost(0)); /* main.1: a.c:28-29 */
    for (int n = 1; n < 6; n++)
        head = push(head, n);
    for (struct list *l = head; l; l = l->next)
        MPI_Bcast(l->values, l->sizes[0], MPI_DOUBLE, 0, MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(1)); /* main.2: a.c:32-33 */
    LMPI_Allreduce(NULL, NULL, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
