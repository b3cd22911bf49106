"""exact.py - small programs, and what bsim check tells of them to the word: each finding, its text, and its lines.

A line of a finding ends in //!. What is expected is the list of (error, part of the text), in any order.
"""
import json
import os
import subprocess
import tempfile

PROGRAM = """#include <mpi.h>
#include <stdlib.h>
%s
int main(int argc, char **argv) {
    int rank, n = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    n += rank;
%s
    MPI_Finalize();
    return n < 0;
}
"""

# What a library hangs on a communicator is freed by the delete function of the attribute.
DELETE = """
static MPI_Comm inner;
static MPI_Datatype pair;
static int release(MPI_Comm comm, int key, void *value, void *extra) {
    (void)comm, (void)key, (void)value, (void)extra;
    MPI_Comm_free(&inner);
    return MPI_Type_free(&pair);
}"""
HANG = """
    int key;
    MPI_Comm_dup(MPI_COMM_WORLD, &inner);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, release, &key, NULL);
    MPI_Comm_set_attr(%s, key, NULL);
    MPI_Comm_free_keyval(&key);
"""
COPY = """
static MPI_Datatype copied;
static int copy(MPI_Comm comm, int key, void *extra, void *value, void *out, int *flag) {
    (void)comm, (void)key, (void)extra, (void)value;
    MPI_Type_contiguous(2, MPI_INT, &copied); //!
    *(void **)out = NULL;
    *flag = 1;
    return MPI_SUCCESS;
}"""
JUMP = """
#include <setjmp.h>
static jmp_buf back;
static void leave(MPI_Comm *comm, int *code, ...) {
    (void)comm, (void)code;
    longjmp(back, 1);
}"""
# The operator writes to a buffer of a collective that is under way, and asks MPI for a size.
OPERATOR = """
static void add(void *in, void *inout, int *n, MPI_Datatype *type) {
    int size;
    MPI_Type_size(*type, &size);
    for (int i = 0; i < *n * size / 4; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}"""

CASES = [
    ("the delete function of an attribute frees", 2, DELETE, """
    MPI_Comm user;
    MPI_Comm_dup(MPI_COMM_WORLD, &user);
""" + HANG % "user" + "    MPI_Comm_free(&user);", []),
    ("attributes of MPI_COMM_SELF are deleted first", 2, DELETE, HANG % "MPI_COMM_SELF", []),
    ("the copy function of an attribute leaks", 1, COPY, """
    int key;
    MPI_Comm a, b;
    MPI_Comm_create_keyval(copy, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    MPI_Comm_dup(MPI_COMM_WORLD, &a);
    MPI_Comm_set_attr(a, key, NULL);
    MPI_Comm_dup(a, &b);
    MPI_Comm_free(&a);
    MPI_Comm_free(&b);
    MPI_Comm_free_keyval(&key);
""", [("datatype-not-freed", "the datatype was never freed")]),
    ("an error handler leaves by longjmp", 1, JUMP, """
    MPI_Comm copy;
    MPI_Errhandler handler;
    MPI_Comm_create_errhandler(leave, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    MPI_Errhandler_free(&handler);
    if (!setjmp(back))
        MPI_Send(&n, 1, MPI_INT, 77, 0, MPI_COMM_WORLD); //!
    MPI_Comm_dup(MPI_COMM_WORLD, &copy); //!
""", [("mpi-error", "destination is 77"), ("communicator-not-freed", "the communicator was never freed")]),
    ("an operator works on a collective's buffers", 2, OPERATOR, """
    int sum = 0;
    MPI_Op op;
    MPI_Request request;
    MPI_Op_create(add, 1, &op);
    MPI_Iallreduce(&n, &sum, 1, MPI_INT, op, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Op_free(&op);
""", []),
    ("a send is freed, and its buffer written", 2, "", """
    static int data[2];
    MPI_Request request;
    if (rank == 0) {
        MPI_Isend(data, 2, MPI_INT, 1, 0, MPI_COMM_WORLD, &request); //!
        MPI_Request_free(&request);
        data[1] += 1; //!
    } else {
        MPI_Recv(data, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
""", [("send-buffer-written", "has written to the buffer of an operation that sends")]),
    ("a send is freed, and its buffer written after an answer", 2, "", """
    static int data[2];
    MPI_Request request;
    for (int i = 0; i < 3; i++) {
        if (rank == 0) {
            MPI_Isend(data, 2, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
            MPI_Request_free(&request);
            MPI_Recv(&n, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(data, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(&n, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
        }
        data[1] = i;
    }
""", []),
    ("a receive is freed, and its buffer read", 2, "", """
    int data = 0;
    MPI_Request request;
    if (rank == 0) {
        MPI_Irecv(&data, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request); //!
        MPI_Request_free(&request); //!
        n += data; //!
        MPI_Barrier(MPI_COMM_WORLD);
    } else {
        MPI_Send(&data, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
    }
""", [("receive-freed", "nothing tells when its buffer may be used"), ("receive-buffer-read", "has read the buffer of an operation that receives")]),
    ("tags of MPI_Sendrecv differ", 2, "", """
    int other;
    MPI_Sendrecv(&n, 1, MPI_INT, 1 - rank, rank, &other, 1, MPI_INT, 1 - rank, rank, MPI_COMM_WORLD, MPI_STATUS_IGNORE); //!
""", [("tags-differ", "the message has tag 1, its receiver waits for tag 0")]),
    ("the tag of MPI_Mprobe differs", 2, "", """
    MPI_Message message;
    if (rank == 0)
        MPI_Ssend(&n, 1, MPI_INT, 1, 3, MPI_COMM_WORLD); //!
    else
        MPI_Mprobe(0, 4, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE); //!
""", [("tags-differ", "the message has tag 3, its receiver waits for tag 4")]),
    ("the tags of MPI_Intercomm_create differ", 2, "", """
    MPI_Comm inter;
    MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 1 - rank, 8 + rank, &inter); //!
""", [("tags-differ", "the message has tag 9, its receiver waits for tag 8")]),
    ("tags that are right in a loop of MPI_Test", 2, "", """
    int flag = 0;
    MPI_Request request;
    if (rank == 0) {
        MPI_Isend(&n, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        while (!flag)
            MPI_Test(&request, &flag, MPI_STATUS_IGNORE); //!
        MPI_Send(&n, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&n, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE); //!
        MPI_Recv(&n, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
""", [("deadlock", "rank 0 waits in MPI_Test for MPI_Isend to rank 1, tag 0 (exact.c")]),
    ("a partitioned send and an ordinary receive", 2, "", """
    double data[2] = {0};
    MPI_Request request;
    if (rank == 0) {
        MPI_Psend_init(data, 2, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        MPI_Pready_range(0, 1, request); //!
        MPI_Wait(&request, MPI_STATUS_IGNORE); //!
        MPI_Request_free(&request);
    } else {
        MPI_Recv(data, 2, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); //!
    }
""", [("partitioned-differs", "the message is of MPI_Psend_init, and matches no ordinary receive"), ("deadlock", "")]),
    ("a message that MPI_Mprobe has taken is not received", 2, "", """
    MPI_Message message;
    if (rank == 0)
        MPI_Send(&n, 1, MPI_INT, 1, 0, MPI_COMM_WORLD); //!
    else
        MPI_Mprobe(0, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
""", [("message-not-received", "found by MPI_Mprobe or MPI_Improbe, but never received")]),
    ("a loop of MPI_Iprobe for what nobody sends", 2, "", """
    int flag = 0;
    while (rank == 0 && !flag)
        MPI_Iprobe(1, 5, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE); //!
""", [("deadlock", "rank 0 waits in MPI_Iprobe for rank 1, tag 5")]),
    ("a collective that one rank does not call", 2, "", """
    if (rank == 0)
        MPI_Barrier(MPI_COMM_WORLD); //!
""", [("deadlock", "rank 0 waits in MPI_Barrier on MPI_COMM_WORLD with 1 of its 2 ranks there; rank 1 is not")]),
    ("a receive waits for another tag than that of a message before", 2, "", """
    if (rank == 0) {
        MPI_Send(&n, 1, MPI_INT, 1, 0, MPI_COMM_WORLD); //!
        MPI_Recv(&n, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE); //!
        MPI_Send(&n, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&n, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE); //!
        MPI_Recv(&n, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&n, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
    }
""", [("tags-differ", ""), ("deadlock", "rank 0 waits in MPI_Recv for rank 1, tag 2; rank 1 waits in MPI_Recv for rank 0, tag 1")]),
    ("partitions of different sizes", 2, "", """
    double data[8] = {0};
    MPI_Request request;
    if (rank == 0) {
        MPI_Psend_init(data, 4, 2, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        MPI_Pready_range(0, 3, request); //!
    } else {
        MPI_Precv_init(data, 3, 2, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request); //!
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
""", [("partitions-differ", "the partitions of the send have 64 bytes, those of the receive 48")]),
    ("counts of MPI_Allgatherv differ", 2, "", """
    int counts[2] = {1, 1}, starts[2] = {0, 1}, all[2] = {0};
    int two[2] = {0};
    MPI_Allgatherv(two, 1 + rank, MPI_INT, all, counts, starts, MPI_INT, MPI_COMM_WORLD); //!
""", [("collective-datatypes-differ", "one gives 2 MPI_INT, the other is for 1 MPI_INT")]),
    ("a collective reads the buffer of a receive", 2, "", """
    int data = 0, sum;
    MPI_Request request;
    MPI_Irecv(&data, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request); //!
    MPI_Allreduce(&data, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); //!
    MPI_Send(&sum, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
""", [("buffers-overlap", "the buffer of an operation that receives is read by another one before it was complete")]),
    ("a request that is none", 1, "", """
    MPI_Request request, copy;
    MPI_Irecv(&n, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request);
    copy = request;
    MPI_Cancel(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Wait(&copy, MPI_STATUS_IGNORE); //!
""", [("mpi-error", "invalid request: request 0 (")]),
    ("a crash", 2, "", """
    volatile int *nowhere = (volatile int *)8;
    n = nowhere[rank]; //!
""", [("crash", "the program crashed")]),
    ("no MPI_Finalize", 1, "", """
    exit(n < 0);
""", [("finalize-missing", "the program ends without MPI_Finalize")]),
    ("a request is never completed, and main returns", 2, "", """
    int data = 0;
    MPI_Request request;
    if (rank == 0)
        MPI_Irecv(&data, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request); //!
    else
        MPI_Send(&n, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
""", [("request-not-completed", "the request was never completed by a wait or a test")]),
    ("what the file system answers is no mistake", 2, "", """
    MPI_File file;
    if (rank == 0)
        MPI_File_delete("there-is-none", MPI_INFO_NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    if (MPI_File_open(MPI_COMM_SELF, "no/such/folder", MPI_MODE_RDONLY, MPI_INFO_NULL, &file) == MPI_SUCCESS)
        MPI_File_close(&file);
    if (MPI_File_open(MPI_COMM_WORLD, "/dev/null", MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_EXCL, MPI_INFO_NULL, &file) == MPI_SUCCESS)
        MPI_File_close(&file);
""", []),
    ("what the file system answers ends the run", 1, "", """
    MPI_File file;
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL);
    MPI_File_open(MPI_COMM_SELF, "no/such/folder", MPI_MODE_RDONLY, MPI_INFO_NULL, &file); //!
""", [("mpi-error", "no such file: no/such/folder")]),
    ("a file that is not there is read", 1, "", """
    MPI_File file;
    MPI_File_open(MPI_COMM_SELF, "no/such/folder", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    MPI_File_read(file, &n, 1, MPI_INT, MPI_STATUS_IGNORE); //!
""", [("mpi-error", "the file handle is not valid or not open")]),
    ("a file that is opened for reading is written", 1, "", """
    MPI_File file;
    MPI_File_open(MPI_COMM_SELF, "/dev/null", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    MPI_File_write(file, &n, 1, MPI_INT, MPI_STATUS_IGNORE); //!
    MPI_File_close(&file);
""", [("mpi-error", "the file was opened for reading only")]),
    ("ranks call other functions of a file", 2, "", """
    MPI_File file;
    MPI_File_open(MPI_COMM_WORLD, "told.dat", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    if (rank == 0)
        MPI_File_sync(file); //!
    else
        MPI_File_set_size(file, 8); //!
    MPI_File_close(&file);
""", [("collectives-differ", "the calls of a collective on the file told.dat (2 ranks) do not match")]),
    ("ranks wait in a file and in a window", 2, "", """
    MPI_File file;
    MPI_Win win;
    MPI_File_open(MPI_COMM_WORLD, "told.dat", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_Win_create(NULL, 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    if (rank == 0)
        MPI_File_sync(file); //!
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win); //!
    if (rank == 1)
        MPI_File_sync(file);
    MPI_Win_free(&win);
    MPI_File_close(&file);
""", [("deadlock", "rank 0 waits in MPI_File_sync on the file told.dat (2 ranks)")]),
    ("a file is written by the C library, and read by MPI", 2, "#include <stdio.h>", """
    MPI_File file;
    MPI_File_open(MPI_COMM_WORLD, "told.dat", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    FILE *stream = fopen("told.dat", "r+");
    if (rank == 0)
        fprintf(stream, "%08d", n); //!
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        MPI_File_read_at(file, 4, &n, 1, MPI_INT, MPI_STATUS_IGNORE); //!
    fclose(stream);
    MPI_File_close(&file);
""", [("file-conflict", "from 4 on, are written by a rank and then read by another one; the first access is in the buffer of its stream")]),
    ("a file is written by POSIX, and read by the C library, behind an order of the ranks' own in the one half", 2,
     "#include <fcntl.h>\n#include <stdio.h>\n#include <sys/uio.h>\n#include <unistd.h>", """
    FILE *stream = rank ? NULL : fopen("told.dat", "w");
    if (rank == 0) {
        fprintf(stream, "%016d", n);
        fclose(stream);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        int fd = open("told.dat", O_RDWR);
        n += (int)pwrite(fd, "abcd", 4, 0);
        fclose(fopen("told.done", "w"));
        struct iovec parts[] = {{"ab", 2}, {"cd", 2}};
        n += (int)pwritev(fd, parts, 2, 8); //!
        close(fd);
    } else {
        char text[4];
        stream = fopen("told.dat", "r");
        fseek(stream, 8, SEEK_SET);
        n += (int)fread(text, 1, 4, stream); //!
        while (access("told.done", R_OK) != 0)
            usleep(10);
        rewind(stream);
        n += (int)fread(text, 1, 4, stream);
        fclose(stream);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    unlink("told.done");
    unlink("told.dat");
""", [("file-conflict", "from 8 on, are read by a rank and then written by another one, and nothing orders this")]),
    ("a lock orders a store by chance, and a load that is no poll stands beside one that is", 2, "", """
    int *memory, old[4] = {n};
    MPI_Win win;
    MPI_Win_allocate(40, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    for (int i = 0; i < 10; i++)
        memory[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    if (rank == 0)
        MPI_Put(old, 4, MPI_INT, 1, 0, 4, MPI_INT, win); //!
    MPI_Win_unlock(1, win);
    if (rank == 1)
        memory[2] = 5; //!
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    n = 3;
    if (rank == 0)
        MPI_Put(&n, 1, MPI_INT, 1, 9, 1, MPI_INT, win); //!
    else if (memory[9] == 0) //!
        while (memory[8] == 0)
            MPI_Win_sync(win);
    if (rank == 0)
        MPI_Put(&n, 1, MPI_INT, 1, 8, 1, MPI_INT, win);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
""", [("window-conflict", "rank 1 is written, and written by another access that nothing orders (from byte 8 on)"),
      ("window-conflict", "rank 1 is read, and written by another access that nothing orders (from byte 36 on)")]),
]


def is_right(bsim, folder, case):
    name, ranks, before, body, expected = case
    text = PROGRAM % (before, body)
    with open(os.path.join(folder, "exact.c"), "w") as f:
        f.write(text)
    done = subprocess.run([bsim, "check", "-np", str(ranks), "-o", "report.json", "exact.c"], capture_output=True, text=True, check=False,
                          cwd=folder)
    with open(os.path.join(folder, "report.json")) as f:
        findings = [x for x in json.load(f)["findings"] if not x["note"]]
    marked = {i + 1 for i, line in enumerate(text.split("\n")) if line.endswith("//!")}
    lines = {p["line"] for x in findings for p in x["places"] if "line" in p}
    told = sorted((x["error"], x["text"]) for x in findings)
    right = (done.returncode == (8 if expected else 0) and lines == marked and len(told) == len(expected) and
             all(error == e and part in text for (error, part), (e, text) in zip(sorted(expected), told)))
    if not right:
        print(f"{name}: expected {sorted(expected)} at lines {sorted(marked)}\n{done.stdout}{done.stderr}")
    return right


def test(build):
    """(name, whether it is right) of each test."""
    for case in CASES:
        with tempfile.TemporaryDirectory() as folder:
            yield "exact: " + case[0], is_right(os.path.abspath(f"{build}/bin/bsim"), folder, case)
