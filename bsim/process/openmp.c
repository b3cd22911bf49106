/* openmp.c - an OpenMP library with one thread for each rank: parallel regions run once, and locks are always free.
 *
 * Linked only if the program calls these functions and no OpenMP library is linked before. Each rank has its own
 * maximum number of threads, set by OMP_NUM_THREADS or omp_set_num_threads. Prototypes: OpenMP 4.5, section 3.2. */
#include <stdlib.h>

#include "bsim/bsim.h"
#include "bsim/base/clock.h"
#include "bsim/kernel/engine.h"
#include "bsim/process/libc_wrap.h"

int omp_get_thread_num(void);
int omp_get_num_threads(void);
int omp_get_max_threads(void);
void omp_set_num_threads(int n);
int omp_get_num_procs(void);
int omp_get_thread_limit(void);
int omp_in_parallel(void);
int omp_get_level(void);
int omp_get_dynamic(void);
void omp_set_dynamic(int on);
int omp_get_nested(void);
void omp_set_nested(int on);
void omp_set_max_active_levels(int levels);
void omp_set_schedule(int kind, int chunk);
double omp_get_wtime(void);
double omp_get_wtick(void);
void omp_init_lock(void *lock);
void omp_destroy_lock(void *lock);
void omp_set_lock(void *lock);
void omp_unset_lock(void *lock);
int omp_test_lock(void *lock);
void omp_unset_nest_lock(void *lock);
void omp_set_nest_lock(void *lock);
void omp_destroy_nest_lock(void *lock);
void omp_init_nest_lock(void *lock);

int omp_get_thread_num(void) {
    return 0;
}

int omp_get_num_threads(void) {
    return 1;
}

int omp_get_max_threads(void) {
    int *threads = bsim_libc_threads();
    if (*threads == 0) {
        const char *wanted = getenv("OMP_NUM_THREADS");
        int n = wanted ? atoi(wanted) : 0;
        *threads = n > 0 ? n : 1;
    }
    return *threads;
}

int bsim_threads(void) {
    return omp_get_max_threads();
}

void omp_set_num_threads(int n) {
    if (n > 0)
        *bsim_libc_threads() = n;
}

int omp_get_num_procs(void) {
    return omp_get_max_threads();
}

int omp_get_thread_limit(void) {
    return omp_get_max_threads();
}

int omp_in_parallel(void) {
    return 0;
}

int omp_get_level(void) {
    return 0;
}

int omp_get_dynamic(void) {
    return 0;
}

void omp_set_dynamic(int on) {
    (void)on;
}

int omp_get_nested(void) {
    return 0;
}

void omp_set_nested(int on) {
    (void)on;
}

void omp_set_max_active_levels(int levels) {
    (void)levels;
}

void omp_set_schedule(int kind, int chunk) {
    (void)kind;
    (void)chunk;
}

/* Virtual time. */
double omp_get_wtime(void) {
    if (!bsim_self)
        return 0;
    bsim_clock_asked();
    return bsim_self->clock[0];
}

double omp_get_wtick(void) {
    return 1e-9;
}

void omp_init_lock(void *lock) {
    (void)lock;
}

void omp_destroy_lock(void *lock) {
    (void)lock;
}

void omp_set_lock(void *lock) {
    (void)lock;
}

void omp_unset_lock(void *lock) {
    (void)lock;
}

int omp_test_lock(void *lock) {
    (void)lock;
    return 1;
}

void omp_init_nest_lock(void *lock) {
    (void)lock;
}

void omp_destroy_nest_lock(void *lock) {
    (void)lock;
}

void omp_set_nest_lock(void *lock) {
    (void)lock;
}

void omp_unset_nest_lock(void *lock) {
    (void)lock;
}
