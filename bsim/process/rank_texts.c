/* rank_texts.c - what the C library keeps in memory of its own for a process (times and errors as texts, the hash table
 * of hsearch), what identifies a process (its number, its host), and a warning of what is loaded at run time.
 *
 * A rank's host is its node of the platform, as for MPI_Get_processor_name. Its process number is no other process's:
 * programs make names of files of it. */
#include "bsim/process/rank_process.h"

#include <arpa/inet.h>
#include <errno.h>
#include <search.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "bsim/base/alloc.h"
#include "bsim/base/warn.h"
#include "bsim/kernel/engine.h"
#include "bsim/process/libc_wrap.h"

/* The linker makes these the C library's where the functions are wrapped; elsewhere nothing calls them. */
int __real_gethostname(char *name, size_t size) __attribute__((weak));
int __real_uname(struct utsname *name) __attribute__((weak));
void *__real_dlopen(const char *name, int how) __attribute__((weak));
char *__real_strsignal(int sig) __attribute__((weak));

struct tm *__wrap_gmtime(const time_t *t);
struct tm *__wrap_localtime(const time_t *t);
char *__wrap_asctime(const struct tm *t);
char *__wrap_ctime(const time_t *t);
char *__wrap_strerror(int code);
char *__wrap_strsignal(int sig);
char *__wrap_inet_ntoa(struct in_addr in);
int __wrap_hcreate(size_t size);
ENTRY *__wrap_hsearch(ENTRY entry, ACTION action);
void __wrap_hdestroy(void);
pid_t __wrap_getpid(void);
pid_t __wrap_getppid(void);
int __wrap_gethostname(char *name, size_t size);
int __wrap_uname(struct utsname *name);
void *__wrap_dlopen(const char *name, int how);

struct texts {
    struct tm tm;  /* of gmtime and localtime, which have one in glibc, too */
    char text[64]; /* of asctime and ctime */
    char error[64], signal[64], address[INET_ADDRSTRLEN];
    struct hsearch_data table;
};

static struct texts *own(void) {
    void **part = bsim_libc_part(BSIM_LIBC_TEXTS);
    if (!*part)
        *part = bsim_alloc(sizeof(struct texts));
    return *part;
}

struct tm *__wrap_gmtime(const time_t *t) {
    return gmtime_r(t, &own()->tm);
}

struct tm *__wrap_localtime(const time_t *t) {
    tzset();
    return localtime_r(t, &own()->tm);
}

/* glibc's form, also for years of more than four digits. */
char *__wrap_asctime(const struct tm *t) {
    return asctime_r(t, own()->text);
}

char *__wrap_ctime(const time_t *t) {
    const struct tm *local = __wrap_localtime(t);
    return local ? __wrap_asctime(local) : NULL;
}

/* Known codes have constant texts. */
char *__wrap_strerror(int code) {
    char unknown[sizeof own()->error];
    char *text = strerror_r(code, unknown, sizeof unknown);
    return text == unknown ? strcpy(own()->error, unknown) : text;
}

char *__wrap_strsignal(int sig) {
    char *text = __real_strsignal(sig);
    if (sigdescr_np(sig))
        return text;
    snprintf(own()->signal, sizeof own()->signal, "%s", text);
    return own()->signal;
}

char *__wrap_inet_ntoa(struct in_addr in) {
    return (char *)inet_ntop(AF_INET, &in, own()->address, sizeof own()->address);
}

int __wrap_hcreate(size_t size) {
    return hcreate_r(size, &own()->table);
}

ENTRY *__wrap_hsearch(ENTRY entry, ACTION action) {
    ENTRY *found;
    return hsearch_r(entry, action, &found, &own()->table) ? found : NULL;
}

void __wrap_hdestroy(void) {
    hdestroy_r(&own()->table);
}

/* ---- numbers and names ---- */

/* The kernel gives processes numbers below 2^22. */
enum { FIRST_PID = 1 << 22 };

pid_t bsim_pid_of(int rank) {
    return FIRST_PID + rank;
}

pid_t __wrap_getpid(void) {
    int rank = bsim_libc_rank();
    return rank < 0 || bsim_context.child_of >= 0 ? (pid_t)syscall(SYS_getpid) : bsim_pid_of(rank);
}

/* The parent of a child process is its rank, as long as the run goes on. */
pid_t __wrap_getppid(void) {
    pid_t parent = (pid_t)syscall(SYS_getppid);
    return bsim_context.child_of >= 0 && parent == bsim_context.pid ? bsim_pid_of(bsim_context.child_of) : parent;
}

static bool node_name(char *name, size_t size) {
    int rank = bsim_libc_rank();
    if (rank >= 0)
        snprintf(name, size, "node%d", (int)bsim_context.node[rank]);
    return rank >= 0;
}

int __wrap_gethostname(char *name, size_t size) {
    char full[32];
    if (!node_name(full, sizeof full))
        return __real_gethostname(name, size);
    size_t bytes = strlen(full) + 1;
    memcpy(name, full, bytes < size ? bytes : size);
    if (bytes <= size)
        return 0;
    errno = ENAMETOOLONG;
    return -1;
}

int __wrap_uname(struct utsname *name) {
    int code = __real_uname(name);
    if (code == 0)
        node_name(name->nodename, sizeof name->nodename);
    return code;
}

void *__wrap_dlopen(const char *name, int how) {
    void *library = __real_dlopen(name, how);
    if (library && name && bsim_self)
        bsim_warn("the program loads %s while it runs: all ranks share the static data of this library", name);
    return library;
}
