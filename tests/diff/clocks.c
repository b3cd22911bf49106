/* clocks.c - all clocks and pauses of the C library show and take the time of the rank, and all functions that count
 * processors agree. Under real MPI the times are longer than asked for, so that only bounds can be printed.
 * diff: ranks=1,3 record=no replay=no links=no trace=no */
#include "diff.h"

#include <poll.h>
#include <sched.h>
#include <stdbool.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sysinfo.h>
#include <sys/times.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static double seconds(struct timespec t) {
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double by_clock(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return seconds(t);
}

static double by_timespec_get(void) {
    struct timespec t;
    return timespec_get(&t, TIME_UTC) == TIME_UTC ? seconds(t) : -1;
}

static double by_times(void) {
    struct tms t;
    return (double)times(&t) / (double)sysconf(_SC_CLK_TCK);
}

static double by_usage(void) {
    struct rusage r;
    getrusage(RUSAGE_SELF, &r);
    return (double)(r.ru_utime.tv_sec + r.ru_stime.tv_sec) + 1e-6 * (double)(r.ru_utime.tv_usec + r.ru_stime.tv_usec);
}

static void pause_by(int how) {
    struct timespec t = {0, 20000000};
    if (how == 0)
        clock_nanosleep(CLOCK_MONOTONIC, 0, &t, NULL);
    if (how == 1) {
        t = (struct timespec){0};
        clock_gettime(CLOCK_REALTIME, &t);
        t.tv_nsec += 20000000;
        t.tv_sec += t.tv_nsec / 1000000000;
        t.tv_nsec %= 1000000000;
        clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &t, NULL);
    }
    if (how == 2)
        thrd_sleep(&t, NULL);
    if (how == 3)
        select(0, NULL, NULL, NULL, &(struct timeval){0, 20000});
    if (how == 4)
        poll(NULL, 0, 20);
}

static void pauses(void) {
    for (int how = 0; how < 5; how++) {
        double wall = MPI_Wtime(), mono = by_clock(CLOCK_MONOTONIC), utc = by_timespec_get(), ticks = by_times();
        pause_by(how);
        out("pause %d: %d %d %d %d", how, MPI_Wtime() - wall > 0.019, by_clock(CLOCK_MONOTONIC) - mono > 0.019,
            by_timespec_get() - utc > 0.019, by_times() - ticks > 0.009);
    }
}

/* A loop that ends by a clock takes the time of the rank. */
static void loops(void) {
    double wall = MPI_Wtime(), from = by_usage();
    while (by_usage() - from < 0.02)
        ;
    out("processor time %d", MPI_Wtime() - wall > 0.019);
    wall = MPI_Wtime();
    from = by_timespec_get();
    while (by_timespec_get() - from < 0.02)
        ;
    out("time of day %d", MPI_Wtime() - wall > 0.019);
}

/* Ranks of a simulated node have the platform's processors: enough for all. */
static void processors(int size) {
    char name[64];
    cpu_set_t set;
    gethostname(name, sizeof name);
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    sched_getaffinity(0, sizeof set, &set);
    bool simulated = strncmp(name, "node", 4) == 0;
    out("processors %d %d %d", online == get_nprocs(), sysconf(_SC_NPROCESSORS_CONF) == get_nprocs_conf(),
        !simulated || (online == CPU_COUNT(&set) && online % 8 == 0 && online >= size));
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    pauses();
    loops();
    processors(size);
    MPI_Finalize();
    return 0;
}
