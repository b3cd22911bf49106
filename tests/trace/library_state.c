/* library_state.c - trace: ranks=1,2,3 args=
 *
 * State that functions of libraries keep out of sight: the working directory, the environment, descriptors behind
 * streams, masks of signals, the direction of rounding, errno, names and info objects of MPI. A call that changes it
 * stays where one that stays depends on it. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <math.h>
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int buf[4000];

/* Ranks of a simulation are in one process: they take turns only where they communicate. */
static void broadcast(int n, const int *counts) {
    for (int i = 0; i < n; i++)
        MPI_Bcast(buf, counts[i], MPI_INT, 0, MPI_COMM_WORLD);
}

static int counted, counts[8];

static void turns(int n) {
    counts[counted++] = n;
}

static void directory(int argc) {
    char before[300], after[300];
    if (!getcwd(before, sizeof before) || chdir("/"))
        return;
    char *now = getcwd(after, sizeof after);
    int n = now ? (int)strlen(now) : 50;
    FILE *f = fopen("tmp/../tmp", "r"); /* there is one below the root only */
    n += f ? 2 : 4;
    if (f)
        fclose(f);
    if (chdir(before))
        n = 0;
    turns(n + argc);
}

static void environment(int argc) {
    static char text[] = "LIBRARY_STATE=3";
    putenv(text);
    text[14] = (char)('3' + argc);
    turns(atoi(getenv("LIBRARY_STATE")));
    setenv("LIBRARY_STATE", argc > 0 ? "6" : "7", 1);
    const char *set = getenv("LIBRARY_STATE");
    turns(atoi(set));
}

static int temporary(void) {
    char name[] = "/tmp/library-stateXXXXXX";
    int fd = mkstemp(name);
    unlink(name);
    return fd;
}

static int contents(int fd) {
    char b[20] = {0};
    lseek(fd, 0, SEEK_SET);
    return read(fd, b, 10) > 0 ? atoi(b) : 1;
}

static void descriptors(int argc) {
    int fd = temporary();
    dprintf(fd, "%d\n", argc + 4);
    turns(contents(fd));
    close(fd);

    fd = temporary();
    FILE *f = fdopen(fd, "w+");
    fprintf(f, "%d\n", argc + 5);
    fflush(f);
    turns(contents(fd));
    fclose(f);

    f = tmpfile();
    fd = fileno(f);
    if (write(fd, "17\n", 3) == 3)
        rewind(f);
    char b[20];
    turns(fgets(b, sizeof b, f) ? atoi(b) : 3);
    fclose(f);

    f = fopen("/dev/null", "w");
    fd = temporary();
    dup2(fd, fileno(f));
    fprintf(f, "%d\n", argc + 6);
    fclose(f);
    turns(contents(fd));
    close(fd);

    int ends[2];
    if (pipe(ends))
        return;
    FILE *in = fdopen(ends[0], "r"), *out = fdopen(ends[1], "w");
    fputs("19\n", out);
    fclose(out);
    turns(fgets(b, sizeof b, in) ? atoi(b) : 3);
    fclose(in);
}

static void memory_streams(int argc) {
    char b[64] = "";
    FILE *f = fmemopen(b, sizeof b, "w");
    fprintf(f, "%d", argc + 7);
    fclose(f);
    turns(atoi(b));
    char *text;
    size_t length;
    f = open_memstream(&text, &length);
    fprintf(f, "%*d", argc + 8, argc + 1);
    fclose(f);
    turns((int)length);
    turns(atoi(text));
    free(text);
}

static void last_error(int argc) {
    int x = 0;
    char b[40];
    errno = 0;
    sprintf(b, "9999999999999999999%d", argc);
    sscanf(b, "%d", &x);
    turns(errno == ERANGE ? 5 : 2);
    errno = 0;
    char *small = getcwd(b, 1);
    turns(!small && errno == ERANGE ? 6 : 3);
    errno = 0;
    FILE *f = fopen("/dev/null", "r");
    fputc('x', f);
    turns(errno == EBADF ? 7 : 4);
    fclose(f);
}

static void rounding(int argc) {
    fesetround(FE_UPWARD);
    turns((int)rint(argc + 0.2));
    turns((int)((argc + 1e-30) * 1e3) > argc * 1000 ? 8 : 9);
    fesetround(FE_TONEAREST);
    turns((int)lrint(argc + 0.2));
}

static volatile sig_atomic_t caught;

static void on_signal(int s) {
    (void)s;
    caught = 5;
}

static void signals(int argc) {
    sigset_t set, old;
    caught = 1;
    signal(SIGUSR1, on_signal);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, &old);
    raise(SIGUSR1);
    turns(caught + argc);
    sigprocmask(SIG_SETMASK, &old, NULL);
    turns(caught + argc);
    signal(SIGUSR1, SIG_IGN);
    caught = 2;
    raise(SIGUSR1);
    turns(caught);
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared, went;

static void *thread(void *p) {
    pthread_mutex_lock(&lock);
    shared = *(int *)p;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *pass_on(void *p) {
    went = ((int *)p)[1];
    return NULL;
}

static void threads(int argc) {
    pthread_t t, u;
    int k = argc + 3, two[2] = {argc, argc + 4};
    pthread_create(&t, NULL, thread, &k);
    pthread_create(&u, NULL, pass_on, two);
    pthread_join(t, NULL);
    turns(shared);
    pthread_join(u, NULL);
    turns(went);
}

static int reductions, factor;

static void count(void *in, void *inout, int *n, MPI_Datatype *type) {
    (void)type;
    reductions = factor;
    for (int i = 0; i < *n; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

/* What an operator's function is told besides the elements, and elements that lie in the midst of a structure. */
static int lengths;

static void weigh(void *in, void *inout, int *n, MPI_Datatype *type) {
    int size;
    MPI_Type_size(*type, &size);
    lengths = *n * size;
    for (int i = 0; i < *n; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

static void cross(void *in, void *inout, int *n, MPI_Datatype *type) {
    int(*a)[2] = in, (*b)[2] = inout;
    (void)type;
    for (int i = 0; i < *n; i++)
        for (int k = 0; k < 2; k++)
            b[i][k] += a[i][k];
}

static void operands(int argc, int size) {
    struct {
        int before, values[3], after;
    } s = {argc, {argc, 2, 3}, 5};
    int sum[3], two[2][2] = {{argc, 2}, {3, argc}};
    MPI_Datatype pair;
    MPI_Op w, c;
    MPI_Op_create(weigh, 1, &w);
    MPI_Op_create(cross, 0, &c);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Allreduce(s.values, sum, 3, MPI_INT, w, MPI_COMM_WORLD);
    MPI_Reduce_local(two[0], two[1], 1, pair, c);
    MPI_Allreduce(MPI_IN_PLACE, two, 2, pair, c, MPI_COMM_WORLD);
    MPI_Type_free(&pair);
    MPI_Op_free(&c);
    MPI_Op_free(&w);
    MPI_Allreduce(MPI_IN_PLACE, &lengths, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    turns(size > 1 ? lengths : 1);
    turns(two[1][1] + (size > 1 ? sum[2] : 1));
    turns(s.after);
}

static void operators(int argc, int size) {
    int a = 1, b = 2;
    MPI_Op op;
    factor = 1;
    MPI_Op_create(count, 1, &op);
    factor = argc + 8;
    MPI_Reduce_local(&a, &b, 1, MPI_INT, op);
    turns(reductions);
    factor = argc + 9;
    MPI_Allreduce(&a, &b, 1, MPI_INT, op, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, &reductions, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD); /* not every rank reduces */
    turns(size > 1 ? reductions : 2);
    MPI_Op_free(&op);
}

static int handled, next;

static void handler(MPI_Comm *comm, int *error, ...) {
    (void)comm;
    (void)error;
    handled = next;
}

static void handlers(int argc) {
    MPI_Errhandler h;
    MPI_Comm dup;
    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    next = 0;
    MPI_Comm_create_errhandler(handler, &h);
    MPI_Comm_set_errhandler(dup, h);
    next = argc + 10;
    MPI_Comm_call_errhandler(dup, MPI_ERR_OTHER);
    turns(handled);
    MPI_Errhandler_free(&h);
    MPI_Comm_free(&dup);
}

static int freed;

static int on_delete(MPI_Comm comm, int key, void *value, void *extra) {
    (void)comm;
    (void)key;
    freed += *(int *)value + *(int *)extra;
    return MPI_SUCCESS;
}

static void attributes(int argc) {
    int key, value = argc + 4, extra = argc + 1;
    MPI_Comm dup;
    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_delete, &key, &extra);
    MPI_Comm_set_attr(dup, key, &value);
    freed = 1;
    MPI_Comm_free(&dup);
    turns(freed);
    MPI_Comm_free_keyval(&key);
}

static void names(int argc) {
    char b[MPI_MAX_OBJECT_NAME];
    int n, flag, class;
    sprintf(b, "%*d", argc + 4, 1);
    MPI_Comm_set_name(MPI_COMM_WORLD, b);
    MPI_Comm_get_name(MPI_COMM_WORLD, b, &n);
    turns(n);
    MPI_Datatype type;
    MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Type_set_name(type, "a pair of them");
    MPI_Type_get_name(type, b, &n);
    turns(n);
    MPI_Type_free(&type);
    MPI_Info info;
    MPI_Info_create(&info);
    sprintf(b, "%*d", argc + 5, 1);
    MPI_Info_set(info, "key", b);
    MPI_Info_get_valuelen(info, "key", &n, &flag);
    turns(flag ? n : 1);
    MPI_Info_delete(info, "key");
    MPI_Info_get_nkeys(info, &n);
    turns(n + 1);
    MPI_Info_free(&info);
    MPI_Add_error_class(&class);
    MPI_Add_error_string(class, "seventeen letters");
    MPI_Error_string(class, b, &n);
    turns(n);
}

int main(int argc, char **argv) {
    int size;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    directory(argc);
    broadcast(counted, counts);
    counted = 0;
    environment(argc);
    broadcast(counted, counts);
    counted = 0;
    descriptors(argc);
    broadcast(counted, counts);
    counted = 0;
    memory_streams(argc);
    broadcast(counted, counts);
    counted = 0;
    last_error(argc);
    broadcast(counted, counts);
    counted = 0;
    rounding(argc);
    broadcast(counted, counts);
    counted = 0;
    signals(argc);
    broadcast(counted, counts);
    counted = 0;
    threads(argc);
    broadcast(counted, counts);
    counted = 0;
    operators(argc, size);
    operands(argc, size);
    broadcast(counted, counts);
    counted = 0;
    handlers(argc);
    broadcast(counted, counts);
    counted = 0;
    attributes(argc);
    broadcast(counted, counts);
    counted = 0;
    names(argc);
    broadcast(counted, counts);
    counted = 0;
    MPI_Finalize();
    return 0;
}
