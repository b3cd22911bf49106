/* implicit_calls.c - functions that no text calls where they run: constructors, exit handlers, handlers of signals that
 * the program raises. trace: ranks=1,2,3 args= */
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>

static int begun, caught, ended = 1, left;
static double x[20];

static void turns(int n, int length) {
    for (int i = 0; i < n; i++)
        MPI_Bcast(x, length, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

__attribute__((constructor(200))) static void second(void) {
    begun = begun * 2 + 1;
}

__attribute__((constructor(101))) static void first(void) {
    begun = 1;
}

static void on_signal(int number) {
    caught += number == SIGUSR1 ? 2 : 3;
}

/* Runs when all is over but MPI, and reads what was stored after it was registered. */
static void finish(void) {
    turns(ended, 4);
    MPI_Finalize();
}

static int original(int n) {
    left += n;
    return n;
}

int another(int n) __attribute__((alias("original")));

static int jumps(int n) {
    asm goto("" : : : : out);
    turns(n, 5);
    return 1;
out:
    turns(n, 6);
    return 2;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    atexit(finish);
    turns(begun, 1);
    signal(SIGUSR1, on_signal);
    raise(SIGUSR1);
    turns(caught, 2);
    struct sigaction action = {0};
    action.sa_handler = on_signal;
    sigaction(SIGUSR2, &action, NULL);
    raise(SIGUSR2);
    turns(caught, 3);
    another(2);
    turns(left, 7);
    turns(jumps(1), 8);
    ended = argc + 2;
    return 0;
}
