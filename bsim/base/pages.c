/* pages.c - see pages.h. libbsim-instrument and libbsim-record have this file, too, so it needs nothing else. */
#define _DEFAULT_SOURCE /* mincore */
#include "bsim/base/pages.h"

#include <stdint.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { PAGES_AT_ONCE = 1024, PROBES = 3 };

size_t bsim_untouched_bytes(const void *memory, size_t bytes) {
    unsigned char in_memory[PAGES_AT_ONCE];
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), begin = (uintptr_t)memory & ~(page - 1);
    uintptr_t end = (uintptr_t)memory + bytes;
    size_t found = 0;
    while (begin < end) {
        size_t pages = (end - begin + page - 1) / page;
        pages = pages < PAGES_AT_ONCE ? pages : PAGES_AT_ONCE;
        if (mincore((void *)begin, pages * page, in_memory) != 0)
            return 0;
        for (size_t i = 0; i < pages; i++)
            found += in_memory[i] & 1 ? 0 : page;
        begin += pages * page;
    }
    return found < bytes ? found : bytes;
}

static double processor_s(void) {
    struct timespec t = {0};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double bsim_touch_s(void) {
    static double least;
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    for (int n = 0; n < PROBES && (least == 0 || n > 0); n++) {
        char *memory = mmap(NULL, BSIM_TOUCH_PROBE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED)
            return 0;
        double start = processor_s();
        for (size_t i = 0; i < BSIM_TOUCH_PROBE; i += page)
            ((volatile char *)memory)[i] = 1;
        double seconds = processor_s() - start;
        munmap(memory, BSIM_TOUCH_PROBE);
        least = n == 0 || seconds < least ? seconds : least;
    }
    return least;
}
