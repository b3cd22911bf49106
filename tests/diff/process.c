/* process.c - a rank has a process's state for itself: environment, current directory, mask, locale, errno, random
 * numbers, times and errors as texts, hash table. Each rank changes them, others run, and it finds what it has left.
 * diff: ranks=1,2,5 diff: replay=no, because it prints the number of its process */
#include "diff.h"

#include <arpa/inet.h>
#include <errno.h>
#include <locale.h>
#include <pthread.h>
#include <search.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static void environment(int rank) {
    char value[32], put[32], *here;
    snprintf(value, sizeof value, "rank %d", rank);
    snprintf(put, sizeof put, "PUT=%d", rank);
    setenv("WHO", value, 1);
    setenv("WHO", "nobody", 0);
    putenv(put);
    if (rank % 2)
        setenv("ODD", "yes", 1);
    MPI_Barrier(MPI_COMM_WORLD);
    out("who %s, put %s, odd %s", getenv("WHO"), getenv("PUT"), getenv("ODD") ? getenv("ODD") : "no");
    put[4] = 'x'; /* the text is the variable */
    unsetenv("ODD");
    MPI_Barrier(MPI_COMM_WORLD);
    here = getenv("PUT");
    out("put %s, odd %s, wrong %d %d", here, getenv("ODD") ? "yes" : "no", setenv("A=B", "", 1), errno == EINVAL);
    putenv("PUT");
    out("removed %d", getenv("PUT") == NULL);
}

static void folder(int rank) {
    char name[4096], text[64], here[4096];
    snprintf(name, sizeof name, "%s/folder-%d", getenv("DIFF_OUT"), rank);
    mkdir(name, 0777);
    out("chdir %d, wrong %d", chdir(name), chdir("/no/such/folder"));
    umask(rank % 2 ? 077 : 027);
    MPI_Barrier(MPI_COMM_WORLD);
    FILE *f = fopen("own", "w");
    fprintf(f, "of rank %d\n", rank);
    fclose(f);
    MPI_Barrier(MPI_COMM_WORLD);
    f = fopen("own", "r");
    out("own: %s", fgets(text, sizeof text, f));
    fclose(f);
    struct stat told;
    stat("own", &told);
    out("mode %o, folder %d", told.st_mode & 0777, strcmp(getcwd(here, sizeof here), name));
    MPI_Barrier(MPI_COMM_WORLD);
    out("mask %o", umask(022));
}

static void locales(int rank) {
    out("first %s, longest %d", setlocale(LC_ALL, NULL), (int)MB_CUR_MAX);
    if (rank % 2)
        out("set %s, wrong %d", setlocale(LC_CTYPE, "C.utf8"), setlocale(LC_ALL, "no locale") != NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    out("all %s, longest %d", setlocale(LC_ALL, NULL), (int)MB_CUR_MAX);
    MPI_Barrier(MPI_COMM_WORLD);
    locale_t mine = newlocale(LC_ALL_MASK, rank % 2 ? "C" : "C.utf8", NULL), before = uselocale(mine);
    MPI_Barrier(MPI_COMM_WORLD);
    out("global before %d, own %d, longest %d", before == LC_GLOBAL_LOCALE, uselocale(NULL) == mine, (int)MB_CUR_MAX);
    MPI_Barrier(MPI_COMM_WORLD);
    uselocale(LC_GLOBAL_LOCALE);
    MPI_Barrier(MPI_COMM_WORLD);
    freelocale(mine);
    out("global %s, longest %d", setlocale(LC_CTYPE, NULL), (int)MB_CUR_MAX);
    setlocale(LC_ALL, "C");
    MPI_Barrier(MPI_COMM_WORLD);
    out("last %s, longest %d", setlocale(LC_ALL, NULL), (int)MB_CUR_MAX);
}

static void errors_as_texts(int rank) {
    struct in_addr own = {htonl(0x7f000001u + (unsigned)rank)};
    char *unknown = strerror(5000 + rank), *known = strerror(ENOENT), *sig = strsignal(100 + rank),
         *address = inet_ntoa(own);
    MPI_Barrier(MPI_COMM_WORLD);
    out("%s, %s, %s, %s", unknown, known, sig, address);
}

static void numbers(int rank) {
    static const unsigned short parameters[7] = {1, 2, 3, 4, 5, 6, 7};
    unsigned short own[7], x[3] = {7, (unsigned short)rank, 9};
    char memory[64], other[128];
    memcpy(own, parameters, sizeof own);
    own[0] = (unsigned short)rank;
    char *old = initstate(5 + (unsigned)rank, memory, sizeof memory);
    MPI_Barrier(MPI_COMM_WORLD);
    long a = random(), b = random();
    MPI_Barrier(MPI_COMM_WORLD);
    out("random %ld %ld %ld %d", a, b, random(), rand());
    initstate(3, other, sizeof other);
    long c = random();
    out("other %ld, back %d", c, setstate(memory) == other);
    out("random %ld", random());
    setstate(old);
    out("first %ld", random());
    lcong48(own);
    MPI_Barrier(MPI_COMM_WORLD);
    out("48: %ld %.17g", lrand48(), drand48());
    MPI_Barrier(MPI_COMM_WORLD);
    out("48: %ld %ld %.17g", jrand48(x), nrand48(x), erand48(x));
}

static void texts(int rank) {
    time_t t = 86400 * (400 + rank);
    struct tm *utc = gmtime(&t);
    char *text = asctime(utc), key[16];
    ENTRY entry = {"rank", (void *)(intptr_t)(rank + 1)}, *found;
    hcreate(10);
    hsearch(entry, ENTER);
    MPI_Barrier(MPI_COMM_WORLD);
    out("day %d of month %d, %s", utc->tm_mday, utc->tm_mon, text);
    found = hsearch(entry, FIND);
    snprintf(key, sizeof key, "none");
    entry.key = key;
    out("found %d, none %d", found ? (int)(intptr_t)found->data : 0, hsearch(entry, FIND) == NULL);
    hdestroy();
    setenv("TZ", "UTC0", 1);
    out("text %s", ctime(&t));
}

/* In functions of their own: a compiler keeps the address of errno within a function, and with several shards a rank
 * may go on in another thread. */
static __attribute__((noinline)) int errno_is(int number) {
    return errno == number;
}

static __attribute__((noinline)) void set_errno(int number) {
    errno = number;
}

static void errors(int rank) {
    set_errno(rank % 2 ? EBADF : 0);
    MPI_Barrier(MPI_COMM_WORLD);
    out("bad file %d, none %d", errno_is(EBADF), errno_is(0));
    if (rank == 0)
        set_errno(ERANGE);
    int token = 0;
    MPI_Bcast(&token, 1, MPI_INT, 0, MPI_COMM_WORLD);
    out("range %d, bad file %d", errno_is(ERANGE), errno_is(EBADF));
}

/* Processes have numbers of their own, and so have their children. */
static void ids(int rank, int size) {
    int mine = getpid(), *all = malloc((size_t)size * sizeof *all), equal = 0, status;
    MPI_Allgather(&mine, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < size; i++)
        equal += all[i] == mine;
    out("with this number %d, still %d, exists %d", equal, getpid() == all[rank], kill(mine, 0));
    free(all);
    setenv("WHO", "child", 1);
    pid_t child = fork();
    if (child == 0)
        _exit(getppid() == mine && getpid() != mine && system("test \"$WHO\" = child") == 0 ? 7 : 8);
    waitpid(child, &status, 0);
    out("child %d", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
}

static void *draw(void *to) {
    *(long *)to = random();
    return NULL;
}

/* A thread is its rank's. */
static void threads(int rank) {
    pthread_t thread;
    long value;
    srandom(100 + (unsigned)rank);
    pthread_create(&thread, NULL, draw, &value);
    pthread_join(thread, NULL);
    out("in a thread %ld, then %ld", value, random());
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    environment(rank);
    folder(rank);
    locales(rank);
    errors_as_texts(rank);
    numbers(rank);
    texts(rank);
    errors(rank);
    ids(rank, size);
    threads(rank);
    MPI_Finalize();
    return 0;
}
