/* private.c - copies of the image of the program's static data, one for each rank.
 *
 * The image is the section bsim_private of the executable. All copies lie in one reserved range. Pages of the image
 * that are all zero are not copied, so they cost nothing until the program writes them. A pointer from the image into
 * the image must point into the copy. The relocations of the position independent executable list all such pointers:
 * they are those whose place and target lie in the image. */
#include "bsim/kernel/private.h"

#include <elf.h>
#include <link.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/kernel/engine.h"

extern char image_start[] __asm__("__start_bsim_private") __attribute__((weak, visibility("hidden")));
extern char image_end[] __asm__("__stop_bsim_private") __attribute__((weak, visibility("hidden")));
extern const ElfW(Ehdr) __ehdr_start __attribute__((weak, visibility("hidden")));
extern ElfW(Dyn) _DYNAMIC[] __attribute__((weak, visibility("hidden")));

__thread ptrdiff_t bsim_private_offset;
__thread int bsim_private_rank = -1;

enum { PAGE = 4096 };

/* A part of the image that is copied: consecutive pages that are not all zero. */
struct run {
    size_t begin, end;
};

static char *copies;
static size_t copies_bytes, image_size;
static struct run *runs;
static int nruns;
static size_t *pointers; /* offsets in the image of pointers into the image */
static size_t npointers;

static void add_pointer(uintptr_t place) {
    uintptr_t value;
    if (place < (uintptr_t)image_start || place + sizeof value > (uintptr_t)image_end)
        return;
    memcpy(&value, (const void *)place, sizeof value);
    if (value < (uintptr_t)image_start || value > (uintptr_t)image_end)
        return;
    if ((npointers & (npointers - 1)) == 0)
        pointers = bsim_realloc(pointers, (npointers ? 2 * npointers : 1) * sizeof *pointers);
    pointers[npointers++] = place - (uintptr_t)image_start;
}

static void find_pointers(uintptr_t base) {
    const ElfW(Rela) *rela = NULL;
    const ElfW(Relr) *relr = NULL;
    size_t rela_bytes = 0, relr_bytes = 0;
    for (const ElfW(Dyn) *d = _DYNAMIC; d->d_tag != DT_NULL; d++) {
        /* glibc relocates these addresses in place. An address below the base is not relocated yet. */
        uintptr_t address = d->d_un.d_ptr < base ? base + d->d_un.d_ptr : d->d_un.d_ptr;
        if (d->d_tag == DT_RELA)
            rela = (const ElfW(Rela) *)address;
        else if (d->d_tag == DT_RELASZ)
            rela_bytes = d->d_un.d_val;
        else if (d->d_tag == DT_RELR)
            relr = (const ElfW(Relr) *)address;
        else if (d->d_tag == DT_RELRSZ)
            relr_bytes = d->d_un.d_val;
    }
    for (size_t i = 0; rela && i < rela_bytes / sizeof *rela; i++) {
        unsigned type = (unsigned)ELF64_R_TYPE(rela[i].r_info);
        if (type == R_X86_64_RELATIVE || type == R_X86_64_64)
            add_pointer(base + rela[i].r_offset);
    }
    uintptr_t next = 0;
    for (size_t i = 0; relr && i < relr_bytes / sizeof *relr; i++) {
        if (!(relr[i] & 1)) {
            next = base + relr[i];
            add_pointer(next);
            next += sizeof(ElfW(Addr));
            continue;
        }
        for (int bit = 1; bit < 64; bit++)
            if (relr[i] >> bit & 1)
                add_pointer(next + (size_t)(bit - 1) * sizeof(ElfW(Addr)));
        next += 63 * sizeof(ElfW(Addr));
    }
}

static void find_runs(void) {
    static const char zeros[PAGE];
    for (size_t at = 0; at < image_size; at += PAGE) {
        size_t n = image_size - at < PAGE ? image_size - at : PAGE;
        if (memcmp(image_start + at, zeros, n) == 0)
            continue;
        if (nruns && runs[nruns - 1].end == at) {
            runs[nruns - 1].end = at + n;
            continue;
        }
        runs = bsim_realloc(runs, ((size_t)nruns + 1) * sizeof *runs);
        runs[nruns++] = (struct run){at, at + n};
    }
}

bool bsim_private_init(int np, struct bsim_error *err) {
    image_size = (size_t)(image_end - image_start);
    if (!image_start || !image_size)
        return true;
    if (!&__ehdr_start || __ehdr_start.e_type != ET_DYN || !_DYNAMIC)
        return bsim_error_set(err, NULL, 0, NULL,
                              "the executable is not position independent, so pointers in its static data cannot be "
                              "told from numbers: link without -no-pie and -static");
    find_pointers((uintptr_t)&__ehdr_start);
    find_runs();
    /* Copies of a large image are a multiple of pages apart, so that each has its own untouched pages. Copies of a
     * small one are packed at cache lines. All keep the image's offset within a cache line, and so its alignment. */
    size_t in_page = (uintptr_t)image_start % PAGE;
    size_t stride = image_size < PAGE / 2 ? (image_size + 63) / 64 * 64 : (image_size + PAGE - 1) / PAGE * PAGE;
    copies_bytes = stride * (size_t)np + 2 * PAGE;
    copies = bsim_reserve(copies_bytes);
    bsim_context.private_stride = (ptrdiff_t)stride;
    bsim_context.private_origin = copies + in_page % 64 - image_start;
    return true;
}

void bsim_private_start(int rank) {
    if (!bsim_context.private_stride)
        return;
    ptrdiff_t offset = bsim_context.private_origin + (ptrdiff_t)rank * bsim_context.private_stride;
    char *copy = image_start + offset;
    for (int i = 0; i < nruns; i++)
        memcpy(copy + runs[i].begin, image_start + runs[i].begin, runs[i].end - runs[i].begin);
    for (size_t i = 0; i < npointers; i++) {
        uintptr_t value;
        memcpy(&value, copy + pointers[i], sizeof value);
        value += (uintptr_t)offset;
        memcpy(copy + pointers[i], &value, sizeof value);
    }
}

bool bsim_private_holds(const void *address) {
    return (const char *)address >= copies && (const char *)address < copies + copies_bytes;
}

/* ---- threads that a rank creates: they use the rank's copy ---- */

struct thread {
    void *(*start)(void *);
    void *arg;
    ptrdiff_t offset;
    int rank;
};

int __real_pthread_create(pthread_t *id, const pthread_attr_t *attr, void *(*start)(void *), void *arg)
    __attribute__((weak));
int __wrap_pthread_create(pthread_t *id, const pthread_attr_t *attr, void *(*start)(void *), void *arg);

static void *begin(void *arg) {
    struct thread now = *(struct thread *)arg;
    bsim_free(arg);
    bsim_private_offset = now.offset;
    bsim_private_rank = now.rank;
    return now.start(now.arg);
}

int __wrap_pthread_create(pthread_t *id, const pthread_attr_t *attr, void *(*start)(void *), void *arg) {
    struct thread *t = bsim_alloc(sizeof *t);
    *t = (struct thread){start, arg, bsim_private_offset, bsim_self ? bsim_self->id : bsim_private_rank};
    int status = __real_pthread_create(id, attr, begin, t);
    if (status)
        bsim_free(t);
    return status;
}
