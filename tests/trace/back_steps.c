/* back_steps.c - trace: ranks=1,2,3 args=5
 *
 * A pointer goes by a constant number of elements from one behind a member back to it, where the next member is an
 * array; and from an end of an array to what is beside it, also in the variable that it is in. */
#include <mpi.h>
#include <stddef.h>
#include <stdlib.h>

typedef int *ptr;

struct numbers {
    int first;
    int list[3];
    int last;
    double weight;
};

struct pointers {
    ptr first;
    ptr list[2][3];
    double weight;
};

static struct pointers all[4];

static void barriers(int n) {
    for (int i = 0; i < n; i++)
        MPI_Barrier(MPI_COMM_WORLD);
}

static void from_behind(int n) {
    struct numbers s = {0}, *p = &s;
    int *end = (int *)((char *)p + sizeof p->first);
    *--end = n;
    barriers(s.first);
}

static void by_index(int n) {
    struct numbers s = {0}, *p = &s;
    int *list = (int *)((char *)p + offsetof(struct numbers, list));
    list[-1] = n;
    barriers(p->first);
}

static void pointer_from_behind(int n, int at) {
    int number = 0;
    struct pointers *p = all + at;
    number = n;
    ptr *end = (ptr *)((char *)p + offsetof(struct pointers, first) + sizeof p->first);
    *--end = &number;
    barriers(*p->first);
}

static void in_front_of_list(int n) {
    struct numbers s = {0};
    int *p = &s.list[0];
    *--p = n;
    barriers(s.first);
}

static void behind_list(int n) {
    struct numbers s = {0};
    int *p = &s.list[2];
    ++p;
    *p = n;
    barriers(s.last);
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 3;
    MPI_Init(&argc, &argv);
    from_behind(n);
    by_index(n + 1);
    pointer_from_behind(n + 2, n % 4);
    in_front_of_list(n + 3);
    behind_list(n + 4);
    MPI_Finalize();
    return 0;
}
