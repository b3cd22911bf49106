/* statics.c - each rank has its own copy of the static data of the objects that bsimcc --check has compiled, which are
 * in the section bsim_static.
 *
 * The copies lie in one memory file. The running rank's is mapped over the section, so its code and its pointers are
 * those of a process. All copies are also mapped beside each other, at other addresses, under which other ranks reach
 * the data of a rank that does not run: MPI calls get these addresses. */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lmpi/check/check.h"

extern char image_start[] __asm__("__start_bsim_static") __attribute__((visibility("hidden")));
extern char image_end[] __asm__("__stop_bsim_static") __attribute__((visibility("hidden")));

/* The last of the section, since the library is linked last. It makes the section begin and end with whole pages. */
enum { PAGE = 4096 };
extern char lmpi_check_padding[PAGE];
__attribute__((section("bsim_static"), aligned(PAGE), used)) char lmpi_check_padding[PAGE] = {1};

static char *copies;       /* those of all ranks, one after the other */
static char *first;        /* the first whole page of the image */
static size_t image_bytes; /* whole pages */
static int file = -1, mapped = -1;

static void map(int rank) {
    if (rank < 0 || rank == mapped)
        return;
    void *at = mmap(first, image_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file,
                    (off_t)(image_bytes * (size_t)rank));
    bsim_check(at == (void *)first);
    mapped = rank;
}

static void (*also)(int from, int to); /* what else is done at a switch */

static void switched(int from, int to) {
    map(to);
    if (also)
        also(from, to);
}

void lmpi_check_statics_start(void) {
    first = image_start;
    image_bytes = (size_t)(image_end - image_start);
    if (image_bytes == PAGE)
        return;
    bsim_check((uintptr_t)first % PAGE == 0 && image_bytes % PAGE == 0);
    size_t all = image_bytes * (size_t)bsim_context.np;
    file = memfd_create("bsim-check", MFD_CLOEXEC);
    if (file < 0 || ftruncate(file, (off_t)all) != 0 ||
        (copies = mmap(NULL, all, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)) == MAP_FAILED)
        bsim_fatal(BSIM_EXIT_USAGE, "no memory for the static data of %d ranks, %zu bytes each", bsim_context.np,
                   image_bytes);
    for (int r = 0; r < bsim_context.np; r++)
        memcpy(copies + image_bytes * (size_t)r, first, image_bytes);
    also = bsim_context.at_switch;
    bsim_context.at_switch = switched;
}

intptr_t lmpi_check_shared_address_of(int rank, intptr_t address) {
    if (!copies || (uintptr_t)address < (uintptr_t)first || (uintptr_t)address >= (uintptr_t)first + image_bytes)
        return address;
    return address - (intptr_t)first + (intptr_t)copies + (intptr_t)(image_bytes * (size_t)rank);
}

intptr_t lmpi_check_shared_address(intptr_t address) {
    return bsim_self ? lmpi_check_shared_address_of(bsim_self->id, address) : address;
}

/* Whether an address that a call takes is one that other ranks use later: of a window, or absolute. */
static bool reaches_others(const check_call *call) {
    return check_function_of(call)->family == CHECK_FAMILY_RMA || call->id == CHECK_Get_address ||
           call->id == CHECK_Address;
}

intptr_t lmpi_check_alias(const check_call *call, intptr_t address) {
    const char *roles = check_function_of(call)->roles;
    if (!copies || !call->live)
        return address;
    for (int i = 0; roles[i]; i++)
        if (call->a[i] == address && (strchr("brxvdw", roles[i]) || (roles[i] == 'a' && reaches_others(call))))
            return lmpi_check_shared_address(address);
    return address;
}
