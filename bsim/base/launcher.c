/* launcher.c - see launcher.h. Must not know what a run is. */
#include "bsim/base/launcher.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { LONGEST_LINE = 1024, ANSWER_S = 10 };

static int launcher = -1;

/* Another version of the protocol, which MPICH has only if it is told so, has other lines. */
static bool is_version_1(const char *variable) {
    const char *version = getenv(variable);
    return !version || strcmp(version, "1") == 0;
}

bool bsim_launcher_find(void) {
    const char *number = getenv("PMI_FD");
    char *end = NULL;
    struct stat status;
    long fd = number ? strtol(number, &end, 10) : -1;
    if (fd < 0 || *end != '\0' || !is_version_1("PMI_VERSION") || fstat((int)fd, &status) != 0 ||
        !S_ISSOCK(status.st_mode))
        return false;
    launcher = (int)fd;
    return true;
}

static bool say(const char *line) {
    for (size_t n = strlen(line); n > 0;) {
        ssize_t sent = send(launcher, line, n, MSG_NOSIGNAL);
        if (sent < 0 && errno != EINTR)
            return false;
        line += sent < 0 ? 0 : sent;
        n -= sent < 0 ? 0 : (size_t)sent;
    }
    return true;
}

/* Waits for an answer, which nothing follows. False: it is another one than `wanted`, or has not come within about
 * limit_s seconds (0: there is no limit). A launcher that is gone answers everything: it has ended the other processes.
 */
static bool hears(const char *wanted, void (*meanwhile)(void), int limit_s) {
    enum { SHORT_NS = 50000, LONG_NS = 1000000, SHORT_ONES = 200, LONG_ONES_A_S = 1000 };
    char line[LONGEST_LINE];
    size_t n = 0;
    for (long turns = 0; limit_s == 0 || turns < (long)limit_s * LONG_ONES_A_S; turns++) {
        ssize_t more = recv(launcher, line + n, sizeof line - n, MSG_DONTWAIT);
        if (more == 0 || (more < 0 && errno != EINTR && errno != EAGAIN))
            return true;
        n += more > 0 ? (size_t)more : 0;
        if (n == sizeof line || (n > 0 && line[n - 1] == '\n'))
            return n > strlen(wanted) && memcmp(line, wanted, strlen(wanted)) == 0;
        if (meanwhile)
            meanwhile();
        /* A program's nanosleep is that of the running rank. */
        syscall(SYS_nanosleep, &(struct timespec){.tv_nsec = turns < SHORT_ONES ? SHORT_NS : LONG_NS}, NULL);
    }
    return false;
}

void bsim_launcher_greet(void) {
    if (say("cmd=get_maxes\n"))
        hears("cmd=maxes", NULL, ANSWER_S);
}

bool bsim_launcher_meet(void (*meanwhile)(void), int limit_s) {
    return !say("cmd=barrier_in\n") || hears("cmd=barrier_out", meanwhile, limit_s);
}

void bsim_launcher_end(void) {
    if (say("cmd=finalize\n"))
        hears("cmd=finalize_ack", NULL, ANSWER_S);
}
