/* signals.c - a rank's dispositions of signals are its own: handlers that ranks set while others run are the ones that
 * their own raise() finds, and what one rank resets stays set in the others. */
#include "diff.h"

#include <signal.h>
#include <unistd.h>

static void even(int number) {
    out("even: %d", number == SIGUSR1);
}

static void odd(int number) {
    out("odd: %d", number == SIGUSR1);
}

static void told(int number, siginfo_t *info, void *context) {
    sigset_t mask;
    sigprocmask(SIG_SETMASK, NULL, &mask);
    out("told: %d, from itself %d, context %d, usr1 blocked %d, usr2 blocked %d", number == SIGUSR2,
        info->si_pid == getpid(), context != NULL, sigismember(&mask, SIGUSR1), sigismember(&mask, SIGUSR2));
}

int main(int argc, char **argv) {
    int rank, size;
    struct sigaction action = {.sa_flags = SA_SIGINFO}, old;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    signal(SIGUSR1, rank % 2 ? odd : even);
    MPI_Barrier(MPI_COMM_WORLD);
    out("raise: %d", raise(SIGUSR1));
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) /* the others keep theirs */
        out("was even: %d", signal(SIGUSR1, SIG_IGN) == even);
    MPI_Barrier(MPI_COMM_WORLD);
    raise(SIGUSR1);
    out("kill: %d", kill(getpid(), SIGUSR1));

    /* Each sets, communicates, raises, and puts back what was there. */
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGUSR1);
    action.sa_sigaction = told;
    for (int i = 0; i < 3; i++) {
        int token = i;
        sigaction(SIGUSR2, &action, &old);
        MPI_Sendrecv_replace(&token, 1, MPI_INT, (rank + 1) % size, 0, (rank + size - 1) % size, 0, MPI_COMM_WORLD,
                             MPI_STATUS_IGNORE);
        raise(SIGUSR2);
        sigaction(SIGUSR2, &old, &action);
        out("back: %d, told: %d", old.sa_handler == SIG_DFL, action.sa_sigaction == told);
        if (rank > i) /* ranks are at different places */
            MPI_Sendrecv_replace(&token, 1, MPI_INT, rank, 1, rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }

    /* A handler for one time. */
    action = (struct sigaction){.sa_flags = (int)SA_RESETHAND};
    action.sa_handler = rank % 2 ? odd : even;
    sigaction(SIGUSR1, &action, NULL);
    raise(SIGUSR1);
    sigaction(SIGUSR1, NULL, &old);
    out("reset: %d, wrong number %d", old.sa_handler == SIG_DFL, sigaction(-1, &action, NULL));
    MPI_Finalize();
    return 0;
}
