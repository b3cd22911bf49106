/* silence.c - ends a run on several hosts when one of them does not answer any more: its machine has stopped, or its
 * network is gone, and nothing tells MPICH, which would wait for ever.
 *
 * It is the other machine's kernel that is asked, over the TCP connections that MPICH has: a host that calculates, and
 * receives nothing meanwhile, is not silent. Connections of other kinds are not looked at. */
#include <arpa/inet.h>
#include <dirent.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "bsim/base/alloc.h"
#include "bsim/process/crash.h"
#include "lmpi/core/hosts.h"

enum { MOST_ADDRESSES = 8, LIMIT_S = 60, UNANSWERED = 3 };

/* What each host tells of itself. */
typedef struct card {
    char name[64];
    struct in6_addr address[MOST_ADDRESSES]; /* those of IPv4 as mapped ones */
    int addresses;
} card;

static card *cards;
static int nhosts, own;
static unsigned limit_ms = 1000 * LIMIT_S;

static bool ip_of(const struct sockaddr *from, struct in6_addr *ip) {
    *ip = (struct in6_addr){0};
    if (from && from->sa_family == AF_INET6) {
        *ip = ((const struct sockaddr_in6 *)(const void *)from)->sin6_addr;
        return true;
    }
    if (!from || from->sa_family != AF_INET)
        return false;
    ip->s6_addr[10] = ip->s6_addr[11] = 0xff;
    memcpy(&ip->s6_addr[12], &((const struct sockaddr_in *)(const void *)from)->sin_addr, 4);
    return true;
}

static bool has(const card *c, const struct in6_addr *ip) {
    for (int i = 0; i < c->addresses; i++)
        if (memcmp(&c->address[i], ip, sizeof *ip) == 0)
            return true;
    return false;
}

static void fill(card *mine) {
    struct ifaddrs *list = NULL;
    gethostname(mine->name, sizeof mine->name - 1);
    if (getifaddrs(&list) != 0)
        return;
    for (struct ifaddrs *i = list; i && mine->addresses < MOST_ADDRESSES; i = i->ifa_next)
        if (ip_of(i->ifa_addr, &mine->address[mine->addresses]))
            mine->addresses++;
    freeifaddrs(list);
}

/* The host at the other end of a connection; -1: it is none, or one on this machine. */
static int peer_of(int fd) {
    struct sockaddr_storage to;
    socklen_t size = sizeof to;
    struct in6_addr ip;
    if (getpeername(fd, (struct sockaddr *)&to, &size) != 0 || !ip_of((struct sockaddr *)&to, &ip) ||
        has(&cards[own], &ip))
        return -1;
    for (int host = 0; host < nhosts; host++)
        if (has(&cards[host], &ip))
            return host;
    return -1;
}

/* Has the kernel ask the other one while nothing is sent. It is not to give up before this file does. */
static void ask(int fd) {
    int on = 1, idle_s = (int)(limit_ms / 4000) + 1, each_s = (int)(limit_ms / 12000) + 1, most = 127;
    setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle_s, sizeof idle_s);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &each_s, sizeof each_s);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &most, sizeof most);
}

/* The time of the last answer does not suffice: a kernel whose buffers are full is asked at long intervals. */
static bool is_silent(int fd) {
    struct tcp_info info = {0};
    socklen_t size = sizeof info;
    return getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &size) == 0 && info.tcpi_state == TCP_ESTABLISHED &&
           info.tcpi_last_ack_recv > limit_ms &&
           (info.tcpi_retransmits >= UNANSWERED || info.tcpi_probes >= UNANSWERED);
}

/* MPICH makes connections when it needs them. Returns a host that is silent; -1: none. */
static int look(void) {
    DIR *all = opendir("/proc/self/fd");
    int silent = -1;
    for (struct dirent *e; all && silent < 0 && (e = readdir(all));) {
        int fd = atoi(e->d_name), host = peer_of(fd);
        if (host < 0)
            continue;
        ask(fd);
        if (is_silent(fd))
            silent = host;
    }
    if (all)
        closedir(all);
    return silent;
}

static void *watch(void *unused) {
    (void)unused;
    const struct timespec rest = {.tv_sec = limit_ms / 12000 + 1};
    int silent = -1;
    while ((silent = look()) < 0)
        syscall(SYS_nanosleep, &rest, NULL);
    fprintf(
        stderr,
        "bsim: error: host %d (%s) of the run has not answered for %u s: its machine has stopped, or its network is "
        "gone\n",
        silent, cards[silent].name, limit_ms / 1000);
    syscall(SYS_nanosleep, &(struct timespec){.tv_nsec = 200000000},
            NULL); /* the launcher drops what it has not read */
    bsim_leave(BSIM_EXIT_CRASH);
}

int lmpi_hosts_watch_silence(int hosts, int here) {
    const char *limit = getenv("BSIM_HOST_LIMIT");
    sigset_t none, before;
    pthread_t thread;
    card mine = {.addresses = 0};
    if (limit && atoi(limit) > 0 && atoi(limit) <= 100000)
        limit_ms = 1000 * (unsigned)atoi(limit);
    fill(&mine);
    nhosts = hosts;
    own = here;
    cards = bsim_alloc((size_t)hosts * sizeof *cards);
    int code = PMPI_Allgather(&mine, sizeof mine, MPI_BYTE, cards, sizeof mine, MPI_BYTE, MPI_COMM_WORLD);
    if (code != MPI_SUCCESS)
        return code;
    sigfillset(&none);
    pthread_sigmask(SIG_BLOCK, &none, &before);
    if (pthread_create(&thread, NULL, watch, NULL) == 0)
        pthread_detach(thread);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return MPI_SUCCESS;
}
