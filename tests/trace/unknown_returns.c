/* unknown_returns.c - trace: ranks=1,2 args=
 *
 * What functions of unknown libraries give: a pointer to another member than the one that they were given, and what a
 * function of the program, which they have called, has returned. */
#define _GNU_SOURCE
#include <mpi.h>
#include <pthread.h>
#include <string.h>

static int buf[300], returned;
static struct {
    char head[4];
    char mark, value;
} text = {"abc", 'x', 1};

static void *thread(void *arg) {
    (void)arg;
    return &returned;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    char *found = memmem(&text, sizeof text, "x", 1);
    found[1] = (char)(argc + 20);
    MPI_Bcast(buf, text.value, MPI_INT, 0, MPI_COMM_WORLD);

    pthread_t t;
    void *result;
    returned = 5 * argc;
    pthread_create(&t, 0, thread, 0);
    pthread_join(t, &result);
    int *count = result;
    MPI_Bcast(buf, *count, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
