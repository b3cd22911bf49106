/* generalized.c - generalized requests: the program completes them, and their functions give counts, count, and send.
 * trace: ranks=2,3 args= */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

struct work {
    int count, weight;
};

static int ended, cancelled;

static void talk(int n) {
    static double room[512];
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DOUBLE, room, n, MPI_DOUBLE, MPI_COMM_WORLD);
}

static int tell(void *extra, MPI_Status *status) {
    const struct work *work = extra;
    MPI_Status_set_elements(status, MPI_INT, work ? work->count : 0);
    MPI_Status_set_cancelled(status, 0);
    status->MPI_SOURCE = status->MPI_TAG = MPI_UNDEFINED;
    return MPI_SUCCESS;
}

static int leave(void *extra) {
    (void)extra;
    return MPI_SUCCESS;
}

static int leave_and_count(void *extra) {
    struct work *work = extra;
    ended += work->weight;
    free(work);
    return MPI_SUCCESS;
}

static int leave_and_talk(void *extra) {
    talk(((struct work *)extra)->weight);
    return MPI_SUCCESS;
}

static int stop(void *extra, int complete) {
    (void)extra;
    cancelled += complete + 2;
    return MPI_SUCCESS;
}

static void finish(MPI_Request request) {
    MPI_Grequest_complete(request);
}

/* What the status tells is set after the request has begun. */
static void count_in_the_status(void) {
    struct work work = {0, 0};
    MPI_Request request;
    MPI_Status status;
    int n;
    MPI_Grequest_start(tell, leave, stop, &work, &request);
    work.count = 3;
    MPI_Grequest_complete(request);
    MPI_Wait(&request, &status);
    MPI_Get_count(&status, MPI_INT, &n);
    talk(n);
}

static void count_in_a_function(void) {
    MPI_Request request[3];
    struct work *work[3];
    for (int i = 0; i < 3; i++) {
        work[i] = calloc(1, sizeof *work[i]);
        MPI_Grequest_start(tell, leave_and_count, stop, work[i], &request[i]);
    }
    for (int i = 0; i < 3; i++)
        work[i]->weight = i + 2;
    for (int i = 0; i < 3; i++)
        MPI_Grequest_complete(request[i]);
    MPI_Waitall(3, request, MPI_STATUSES_IGNORE);
    talk(ended);
}

static void communicate_in_a_function(void) {
    struct work work = {0, 1};
    MPI_Request request;
    int flag = 0;
    MPI_Grequest_start(tell, leave_and_talk, stop, &work, &request);
    MPI_Cancel(&request);
    work.weight = 5;
    MPI_Grequest_complete(request);
    while (!flag)
        MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    talk(cancelled);
}

/* Nothing reads what the call gives, and yet the wait needs it. */
static double only_the_wait_needs_it(void) {
    double sum = 0;
    for (int i = 0; i < 10; i++) {
        MPI_Request request;
        MPI_Grequest_start(tell, leave, stop, NULL, &request);
        for (int k = 0; k < 1000; k++)
            sum += k * 0.5;
        finish(request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        talk(4);
    }
    return sum;
}

int main(int argc, char **argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    count_in_the_status();
    count_in_a_function();
    communicate_in_a_function();
    double sum = only_the_wait_needs_it();
    if (rank == 0)
        printf("%g\n", sum);
    MPI_Finalize();
    return 0;
}
