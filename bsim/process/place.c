/* place.c - the source line that a rank is at, found in a signal handler. Uses no heap memory, streams or locks, which
 * may be in any state there. */
#include "bsim/process/place.h"

#include <elf.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include "bsim/bsim.h"
#include "bsim/kernel/engine.h"
#include "bsim/base/places.h"

extern const ElfW(Ehdr) __ehdr_start __attribute__((weak, visibility("hidden")));
extern const char __executable_start[], etext[];

enum { MOST_FRAMES = 64, MOST_TEXT = 1 << 15, CHILD_STACK = 1 << 16 };

/* ---- addr2line ---- */

struct command {
    char exe[PATH_MAX];
    char addresses[MOST_FRAMES + 1][2 + 16 + 1];
    char *argv[4 + MOST_FRAMES + 1];
    int out;
};

int __real_execvp(const char *file, char *const argv[]) __attribute__((weak)); /* null where bsimcc does not link */

/* Runs in a child that shares our memory until it executes the command. It never returns from this frame, so the
 * address sanitizer must not poison it. */
#if defined(__SANITIZE_ADDRESS__)
__attribute__((no_sanitize_address))
#endif
static int
run_command(void *argument) {
    struct command *c = argument;
    int null = open("/dev/null", O_RDWR);
    syscall(SYS_dup3, null, 0, 0); /* dup2 is wrapped, and this memory is the run's */
    syscall(SYS_dup3, c->out, 1, 0);
    syscall(SYS_dup3, null, 2, 0);
    (__real_execvp ? __real_execvp : execvp)(c->argv[0], c->argv); /* execvp is wrapped, and this counts as a rank */
    syscall(SYS_exit_group, 127);
    return 0;
}

/* Writes the output of addr2line, a line for each address. Returns its length, 0 on failure. */
static size_t addr2line(char *text, size_t size, const uintptr_t *addresses, int n) {
    static struct command c;
    static _Alignas(16) char stack[CHILD_STACK];
    uintptr_t base = &__ehdr_start && __ehdr_start.e_type == ET_DYN ? (uintptr_t)&__ehdr_start : 0;
    ssize_t got = readlink("/proc/self/exe", c.exe, sizeof c.exe - 1);
    int pipes[2];
    if (got <= 0 || pipe(pipes))
        return 0;
    c.exe[got] = 0;
    c.out = pipes[1];
    c.argv[0] = "addr2line";
    c.argv[1] = "-e";
    c.argv[2] = c.exe;
    for (int i = 0; i < n; i++) {
        snprintf(c.addresses[i], sizeof c.addresses[i], "0x%lx", (unsigned long)(addresses[i] - base));
        c.argv[3 + i] = c.addresses[i];
    }
    c.argv[3 + n] = NULL;
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before); /* our signal handlers must not run in the child */
    pid_t pid = clone(run_command, stack + sizeof stack, CLONE_VM | CLONE_VFORK | SIGCHLD, &c);
    sigprocmask(SIG_SETMASK, &before, NULL);
    close(pipes[1]);
    size_t length = 0;
    while (pid > 0 && length < size - 1) {
        got = read(pipes[0], text + length, size - 1 - length);
        if (got == 0 || (got < 0 && errno != EINTR))
            break;
        length += got > 0 ? (size_t)got : 0;
    }
    text[length] = 0;
    close(pipes[0]);
    while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        ;
    return length;
}

/* ---- the choice of the frame ---- */

static bool is_in_executable(uintptr_t address) {
    return address >= (uintptr_t)__executable_start && address < (uintptr_t)etext;
}

static BSIM_OF_SHARD sigjmp_buf *escape; /* while unwind() runs */

void bsim_place_escape(void) {
    if (escape)
        siglongjmp(*escape, 1);
}

/* backtrace(); 0 where the stack cannot be read: the program has overwritten it, or a switch between two stacks is on
 * its way. */
static int unwind(void **stack, int size) {
    sigjmp_buf here, *before = escape;
    sigset_t faults, mask;
    volatile int n = 0;
    if (!sigsetjmp(here, 1)) {
        escape = &here;
        sigemptyset(&faults);
        sigaddset(&faults, SIGSEGV);
        sigaddset(&faults, SIGBUS);
        pthread_sigmask(SIG_UNBLOCK, &faults, &mask);
        n = backtrace(stack, size);
        pthread_sigmask(SIG_SETMASK, &mask, NULL); /* no jump: the address sanitizer allocates memory at each */
    }
    escape = before;
    return n;
}

/* The addresses of the interrupted instruction (u NULL: of the caller) and of the calls that led to it, innermost
 * first. Returns their number. */
static int frames_of(const ucontext_t *u, uintptr_t *frames) {
    void *stack[MOST_FRAMES];
    int n = 0;
    uintptr_t at = 0;
    const uintptr_t *sp = NULL;
#if defined(__x86_64__)
    if (u) {
        at = (uintptr_t)u->uc_mcontext.gregs[REG_RIP];
        sp = (const uintptr_t *)(uintptr_t)u->uc_mcontext.gregs[REG_RSP];
    }
#elif defined(__aarch64__)
    if (u)
        at = (uintptr_t)u->uc_mcontext.pc;
#endif
    if (u)
        frames[n++] = at;
    if (at < 4096 && sp) /* a call through a null pointer: its return address is on top of the stack */
        frames[n++] = *sp - 1;
    int all = unwind(stack, MOST_FRAMES), i = 0;
    while (u && i < all && (uintptr_t)stack[i] != at) /* skips the frames of the handler */
        i++;
    for (i++; i < all && n < MOST_FRAMES; i++)
        frames[n++] = (uintptr_t)stack[i] - 1;
    return n;
}

/* The length of the path of the runtime's source tree, from a line that names this file. SIZE_MAX: not known. */
static size_t root_of(const char *line) {
    const char *name = strstr(line, "bsim/process/place.c");
    return name ? (size_t)(name - line) : SIZE_MAX;
}

static bool is_runtime(const char *line, const char *root, size_t length) {
    if (length == SIZE_MAX || strncmp(line, root, length) != 0)
        return false;
    line += length;
    if (strncmp(line, "./", 2) == 0) /* a header */
        line += 2;
    return strncmp(line, "bsim/", 5) == 0 || strncmp(line, "lmpi/", 5) == 0 || strncmp(line, "include/", 8) == 0;
}

/* Writes the place as text: the original line if bsim_sites has the skeleton's line, else the line of the skeleton with
 * its path, and the last call before it. */
static void tell(char *place, char *text, size_t size) {
    char *colon = strrchr(place, ':');
    *colon = 0;
    int line = atoi(colon + 1);
    const bsim_site_info *near = bsim_site_original(place, line);
    bool exact = near && near->skel_line == line;
    const char *file = exact ? near->file : place;
    const char *slash = bsim_site_original(file, INT_MAX) ? NULL : strrchr(file, '/');
    int used = snprintf(text, size, "%s:%d", slash ? slash + 1 : file, exact ? near->line : line);
    if (near && !exact && used > 0 && (size_t)used < size)
        snprintf(text + used, size - (size_t)used, ", after the call at %s:%d", near->file, near->line);
}

/* Finds the place from the frames 1 to n - 1. frames[0] is overwritten with an address in this file, whose line shows
 * where the runtime's sources are. */
static int find(uintptr_t *frames, int n, char *text, size_t size) {
    static char said[MOST_TEXT];
    frames[0] = (uintptr_t)bsim_place_of_signal;
    for (int i = n - 1; i > 0; i--) { /* removes frames in shared libraries */
        if (is_in_executable(frames[i]))
            continue;
        memmove(&frames[i], &frames[i + 1], (size_t)(--n - i) * sizeof *frames);
    }
    addr2line(said, sizeof said, frames, n < MOST_FRAMES ? n : MOST_FRAMES);
    char *first = NULL, *rest = NULL;
    const char *root = strtok_r(said, "\n", &rest);
    size_t length = root ? root_of(root) : 0;
    for (char *line = root ? strtok_r(NULL, "\n", &rest) : NULL; line; line = strtok_r(NULL, "\n", &rest)) {
        line[strcspn(line, " ")] = 0; /* drops " (discriminator 3)" */
        if (line[0] == '?' || !strrchr(line, ':'))
            continue;
        if (!first)
            first = line;
        if (is_runtime(line, root, length))
            continue;
        tell(line, text, size);
        return BSIM_PLACE_FOUND | (first != line ? BSIM_PLACE_IN_RUNTIME : 0);
    }
    if (first)
        tell(first, text, size);
    return first ? BSIM_PLACE_IN_RUNTIME : 0;
}

static int find_once(uintptr_t *frames, int n, char *text, size_t size) {
    static atomic_flag busy = ATOMIC_FLAG_INIT;
    snprintf(text, size, "unknown place");
    if (atomic_flag_test_and_set(&busy))
        return 0;
    int found = find(frames, n, text, size);
    atomic_flag_clear(&busy);
    return found;
}

int bsim_place_of_signal(const void *context, char *text, size_t size) {
    uintptr_t frames[1 + MOST_FRAMES];
    int n = 1 + frames_of(context, frames + 1);
    return find_once(frames, n, text, size);
}

int bsim_place_here(char *text, size_t size) {
    return bsim_place_of_signal(NULL, text, size);
}

int bsim_place_of_site(const void *site, char *text, size_t size) {
    uintptr_t frames[2] = {0, (uintptr_t)site - 1};
    return find_once(frames, 2, text, size);
}
