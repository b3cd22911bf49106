"""file_uses.py - files: access modes, views, the order of collective calls, and files that are used without MPI, too."""
from errors_local import program
from files import BARRIER, CLOSE, MESSAGE, SYNC, on

VARIABLES = """int data[MOST] = {0}, other[MOST] = {0};
MPI_File file = MPI_FILE_NULL, second = MPI_FILE_NULL;
MPI_Request request;
MPI_Datatype t;
MPI_Offset offset = 0;
(void)data, (void)other, (void)request, (void)t, (void)second, (void)offset, (void)size;"""
MODE = 'MPI_File_open(comm, "use.dat", {}, MPI_INFO_NULL, &file);\n'
MADE = MODE.format("MPI_MODE_CREATE | MPI_MODE_RDWR") + "MPI_File_close(&file);\n"
WRITES = {"File_write_at": "MPI_File_write_at(file, 16 * rank, data, 4, MPI_INT, MPI_STATUS_IGNORE);",
          "File_write": "MPI_File_seek(file, 16 * rank, MPI_SEEK_SET);\nMPI_File_write(file, data, 4, MPI_INT, MPI_STATUS_IGNORE);",
          "File_write_all": "MPI_File_seek(file, 16 * rank, MPI_SEEK_SET);\nMPI_File_write_all(file, data, 4, MPI_INT, MPI_STATUS_IGNORE);",
          "File_iwrite_at": "MPI_File_iwrite_at(file, 16 * rank, data, 4, MPI_INT, &request);\nMPI_Wait(&request, MPI_STATUS_IGNORE);",
          "File_write_shared": "MPI_File_write_shared(file, data, 4, MPI_INT, MPI_STATUS_IGNORE);",
          "File_write_ordered": "MPI_File_write_ordered(file, data, 4, MPI_INT, MPI_STATUS_IGNORE);",
          "File_write_at_all_begin": "MPI_File_write_at_all_begin(file, 16 * rank, data, 4, MPI_INT);\nMPI_File_write_at_all_end(file, data, MPI_STATUS_IGNORE);"}
READS = {name.replace("write", "read"): text.replace("write", "read") for name, text in WRITES.items()}


def modes(found):
    rule = "MPI-4.0 14.2.1: the file is not open for this"
    for mode, good, bad in (("MPI_MODE_RDONLY", READS, WRITES), ("MPI_MODE_CREATE | MPI_MODE_WRONLY", WRITES, READS)):
        for name, text in bad.items():
            found.append(program("invalid-parameter", name, rule, MADE + MODE.format(mode) + text + CLOSE, VARIABLES))
        for name, text in good.items():
            found.append(program("correct", name, "the mode is for this", MADE + MODE.format(mode) + text + CLOSE, VARIABLES))
    sequential = MODE.format("MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL")
    for name in ("File_write_at", "File_write"):
        found.append(program("invalid-parameter", name, "MPI-4.0 14.2.1: with MPI_MODE_SEQUENTIAL there is the shared pointer only", sequential + WRITES[name] + CLOSE, VARIABLES))
    found.append(program("correct", "File_write_shared", "the shared pointer of a sequential file", sequential + WRITES["File_write_shared"] + CLOSE, VARIABLES))
    for mode in ("MPI_MODE_RDONLY | MPI_MODE_WRONLY", "MPI_MODE_CREATE", "MPI_MODE_RDONLY | MPI_MODE_CREATE", "MPI_MODE_RDWR | MPI_MODE_SEQUENTIAL",
                 "MPI_MODE_RDONLY | MPI_MODE_EXCL"):
        found.append(program("invalid-parameter", "File_open", "MPI-4.0 14.2.1: access modes that do not go together",
                             MADE + "if (!" + MODE.format(mode).rstrip(";\n") + ")\nMPI_File_close(&file);", VARIABLES))
    for call in ("MPI_File_set_size(file, 100);", "MPI_File_preallocate(file, 100);"):
        found.append(program("invalid-parameter", call[4:call.index("(")], rule, MADE + MODE.format("MPI_MODE_RDONLY") + call + CLOSE, VARIABLES))


OVERLAPPING = "MPI_Type_create_indexed_block(2, 2, (int[]){0, 1}, MPI_INT, &t);\nMPI_Type_commit(&t);\n"
BACKWARDS = "MPI_Type_create_indexed_block(2, 2, (int[]){4, 0}, MPI_INT, &t);\nMPI_Type_commit(&t);\n"
VIEW = 'MPI_File_set_view(file, {}, MPI_INT, t, "native", MPI_INFO_NULL);\n'


def views(found):
    rule = "MPI-4.0 14.3: "
    for access in ("MPI_MODE_RDWR", "MPI_MODE_WRONLY"):
        found.append(program("invalid-parameter", "File_set_view", rule + "parts of the filetype overlap, and the file is open for writing",
                             MODE.format("MPI_MODE_CREATE | " + access) + OVERLAPPING + VIEW.format("256 * rank") + "MPI_Type_free(&t);" + CLOSE, VARIABLES))
    found.append(program("correct", "File_set_view", "parts of the filetype overlap, and the file is only read",
                         MADE + MODE.format("MPI_MODE_RDONLY") + OVERLAPPING + VIEW.format("0") + "MPI_Type_free(&t);" + CLOSE, VARIABLES))
    for access in ("MPI_MODE_CREATE | MPI_MODE_RDWR", "MPI_MODE_RDONLY"):
        found.append(program("invalid-parameter", "File_set_view", rule + "displacements of a filetype do not decrease",
                             MADE + MODE.format(access) + BACKWARDS + VIEW.format("0") + "MPI_Type_free(&t);" + CLOSE, VARIABLES))
    found.append(program("correct", "File_set_view", "the filetype takes turns with those of other ranks", MODE.format("MPI_MODE_CREATE | MPI_MODE_RDWR") +
                         "MPI_Type_create_resized(MPI_INT, 0, 8, &t);\nMPI_Type_commit(&t);\n" + VIEW.format("4 * rank") +
                         "MPI_File_write_all(file, data, 4, MPI_INT, MPI_STATUS_IGNORE);\nMPI_Type_free(&t);" + CLOSE, VARIABLES))
    found.append(program("correct", "File_set_view", "a subarray of a matrix", MODE.format("MPI_MODE_CREATE | MPI_MODE_RDWR") +
                         "MPI_Type_create_subarray(2, (int[]){4, 2 * size}, (int[]){4, 2}, (int[]){0, 2 * rank}, MPI_ORDER_C, MPI_INT, &t);\nMPI_Type_commit(&t);\n" +
                         VIEW.format("0") + "MPI_File_write_all(file, data, 8, MPI_INT, MPI_STATUS_IGNORE);\nMPI_Type_free(&t);" + CLOSE, VARIABLES))


COLLECTIVE_CALLS = {"File_write_at_all": "MPI_File_write_at_all(file, 16 * rank, data, 4, MPI_INT, MPI_STATUS_IGNORE);", "File_sync": "MPI_File_sync(file);",
                    "File_set_size": "MPI_File_set_size(file, 512);", "File_set_view": 'MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);',
                    "File_read_all": "MPI_File_read_all(file, other, 0, MPI_INT, MPI_STATUS_IGNORE);", "File_set_atomicity": "MPI_File_set_atomicity(file, 0);",
                    "File_write_ordered": "MPI_File_write_ordered(file, data, 4, MPI_INT, MPI_STATUS_IGNORE);"}


def orders(found):
    rule = "MPI-4.0 14.2: ranks of a file call its collective functions in one order"
    rdwr = MODE.format("MPI_MODE_CREATE | MPI_MODE_RDWR")
    names = list(COLLECTIVE_CALLS)
    for one, two in zip(names, names[1:] + names[:1]):
        a, b = COLLECTIVE_CALLS[one], COLLECTIVE_CALLS[two]
        found.append(program("call-ordering", one, rule, rdwr + f"if (rank == 0) {{\n{a}\n{b}\n}} else {{\n{b}\n{a}\n}}" + CLOSE, VARIABLES))
        found.append(program("correct", one, "collective calls in one order", rdwr + f"{a}\n{b}" + CLOSE, VARIABLES))
        found.append(program("call-ordering", one, "MPI-4.0 14.2: all ranks of a file call its collective functions", rdwr + on(0, a) + CLOSE, VARIABLES))
    found.append(program("call-ordering", "File_sync", rule + ", with a barrier between", rdwr + f"if (rank == 0) {{\n{SYNC}{BARRIER}}} else {{\n{BARRIER}{SYNC}}}" + CLOSE, VARIABLES))
    both = rdwr + rdwr.replace("use.dat", "more.dat").replace("&file", "&second")
    swapped = "MPI_File_sync(rank ? second : file);\nMPI_File_sync(rank ? file : second);" + CLOSE + "\nMPI_File_close(&second);"
    found.append(program("call-ordering", "File_sync", rule + ", of two files", both + swapped, VARIABLES))
    found.append(program("call-ordering", "File_close", "MPI-4.0 14.2.2: all ranks of a file close it", both + "if (rank)\nMPI_File_close(&second);" + CLOSE +
                         "\nif (!rank) {\nMPI_Barrier(comm);\nMPI_File_close(&second);\n} else {\nMPI_Barrier(comm);\n}", VARIABLES))


# Without MPI: how rank 0 writes eight bytes at 8, and rank 1 reads them; the file is there.
PLAIN = "FILE *plain = NULL;\nint fd = -1;\n(void)plain, (void)fd;\n"
OUTSIDE_WRITES = {"fwrite": 'plain = fopen("use.dat", "r+");\nfseek(plain, 8, SEEK_SET);\nfwrite(data, 4, 2, plain);\n{flush}',
                  "fprintf": 'plain = fopen("use.dat", "r+");\nfseek(plain, 8, SEEK_SET);\nfprintf(plain, "%08d", 5);\n{flush}',
                  "pwrite": 'fd = open("use.dat", O_RDWR);\nif (pwrite(fd, data, 8, 8) != 8)\nabort();\n',
                  "write": 'fd = open("use.dat", O_WRONLY);\nlseek(fd, 8, SEEK_SET);\nif (write(fd, data, 8) != 8)\nabort();\n',
                  "writev": 'fd = open("use.dat", O_WRONLY);\nlseek(fd, 8, SEEK_SET);\nif (writev(fd, (struct iovec[]){{data, 4}, {other, 4}}, 2) != 8)\nabort();\n',
                  "pwritev": 'fd = open("use.dat", O_WRONLY);\nif (pwritev(fd, (struct iovec[]){{data, 4}, {other, 4}}, 2, 8) != 8)\nabort();\n'}
OUTSIDE_READS = {"fread": 'plain = fopen("use.dat", "r");\nfseek(plain, 8, SEEK_SET);\nif (fread(other, 4, 2, plain) > 2)\nabort();\n',
                 "fgets": 'plain = fopen("use.dat", "r");\nfseek(plain, 8, SEEK_SET);\nif (!fgets((char *)other, 8, plain))\nother[0] = 0;\n',
                 "pread": 'fd = open("use.dat", O_RDONLY);\nif (pread(fd, other, 8, 8) < 0)\nabort();\n',
                 "read": 'fd = open("use.dat", O_RDONLY);\nlseek(fd, 8, SEEK_SET);\nif (read(fd, other, 8) < 0)\nabort();\n',
                 "readv": 'fd = open("use.dat", O_RDONLY);\nlseek(fd, 8, SEEK_SET);\nif (readv(fd, (struct iovec[]){{data, 4}, {other, 4}}, 2) < 0)\nabort();\n',
                 "preadv": 'fd = open("use.dat", O_RDONLY);\nif (preadv(fd, (struct iovec[]){{data, 4}, {other, 4}}, 2, 8) < 0)\nabort();\n'}
INSIDE_WRITE, INSIDE_READ = "MPI_File_write_at(file, 8, data, 2, MPI_INT, MPI_STATUS_IGNORE);\n", "MPI_File_read_at(file, 8, other, 2, MPI_INT, MPI_STATUS_IGNORE);\n"
END_PLAIN = "if (plain)\nfclose(plain);\nif (fd >= 0)\nclose(fd);\n"
BEFORE = "#include <fcntl.h>\n#include <sys/file.h>\n#include <sys/stat.h>\n#include <sys/uio.h>\n#include <unistd.h>\n\n"


def flushed(text):
    return text.replace("{flush}", "fflush(plain);\n")


def outside(found):
    rule = "MPI-4.0 14.6.1 and 14.2.2: a file that MPI has open is accessed without it, too"
    made = MADE.replace("MPI_File_close", "MPI_File_set_size(file, 4096);\nMPI_File_close")
    rdwr = made + MODE.format("MPI_MODE_RDWR")

    def add(expect, family, why, body):
        found.append(program(expect, family, why, PLAIN + rdwr + body + END_PLAIN + CLOSE, VARIABLES, before=BEFORE))

    for name, text in OUTSIDE_WRITES.items():
        write = flushed(text)
        for access, what in ((INSIDE_READ, "reads"), (INSIDE_WRITE, "writes")):
            add("global-concurrency", name, f"{rule}: one rank writes, another one {what}, and nothing orders them", on(0, write) + on(1, access))
            add("correct", name, f"a message comes between a write and what {what}", on(0, write) + MESSAGE + on(1, access))
        add("global-concurrency", name, rule + ": two ranks write, one of them in MPI", on(1, INSIDE_WRITE) + on(0, write))
        add("correct", name, "neighbouring places", on(0, write) + on(1, INSIDE_READ.replace("(file, 8", "(file, 16")))
        if "{flush}" in text:
            add("global-concurrency", name, rule + ": what a rank has written is in the buffer of the C library still",
                on(0, text.replace("{flush}", "")) + MESSAGE + on(1, INSIDE_READ))
    for name, read in OUTSIDE_READS.items():
        add("global-concurrency", name, rule + ": one rank writes, another one reads, and nothing orders them", on(0, INSIDE_WRITE) + on(1, read))
        add("global-concurrency", name, rule + ": a barrier, but no MPI_File_sync", on(0, INSIDE_WRITE) + BARRIER + on(1, read))
        add("correct", name, "MPI_File_sync and a barrier", on(0, INSIDE_WRITE) + SYNC + BARRIER + on(1, read))
        add("correct", name, "the file is closed, and a barrier", INSIDE_WRITE.replace("(file, 8", "(file, 8 + 64 * rank") + CLOSE + "\n" + BARRIER + read + MODE.format("MPI_MODE_RDONLY"))
        add("correct", name, "both read", on(0, INSIDE_READ) + on(1, read))
        add("correct", name, "a read, a message and a write", on(0, read) + MESSAGE + on(1, INSIDE_WRITE))
    two = on(0, flushed(OUTSIDE_WRITES["fwrite"]))
    add("correct", "fwrite", "each rank has its part", "plain = fopen(\"use.dat\", \"r+\");\nfseek(plain, 64 * rank, SEEK_SET);\nfwrite(data, 4, 16, plain);\n")
    add("correct", "fopen", "ranks add lines to a file", "plain = fopen(\"use.log\", \"a\");\nfprintf(plain, \"%d\\n\", rank);\n")
    add("correct", "fwrite", "a rank writes a header, the file is closed, and all write behind it", CLOSE + "\n" + BARRIER + two + END_PLAIN + "plain = NULL;\n" + BARRIER +
        MODE.format("MPI_MODE_RDWR") + INSIDE_WRITE.replace("(file, 8", "(file, 64 + 8 * rank") + INSIDE_READ)


OWN_ORDERS = {
    "fcntl": 'struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};\nfd = open("use.dat", O_RDWR);\nfcntl(fd, F_SETLKW, &lock);\n'
             'if (pwrite(fd, data, 8, 8) != 8)\nabort();\nlock.l_type = F_UNLCK;\nfcntl(fd, F_SETLK, &lock);\n',
    "flock": 'fd = open("use.dat", O_RDWR);\nwhile (flock(fd, LOCK_EX | LOCK_NB) != 0)\nusleep(10);\nif (pwrite(fd, data, 8, 8) != 8)\nabort();\nflock(fd, LOCK_UN);\n',
    "lockf": 'fd = open("use.dat", O_RDWR);\nif (lockf(fd, F_LOCK, 0) != 0)\nabort();\nif (pwrite(fd, data, 8, 8) != 8)\nabort();\nif (lockf(fd, F_ULOCK, 0) != 0)\nabort();\n',
    "open": 'int lock;\nwhile ((lock = open("use.lock", O_CREAT | O_EXCL | O_RDWR, 0600)) < 0)\nusleep(10);\nfd = open("use.dat", O_RDWR);\n'
            'if (pwrite(fd, data, 8, 8) != 8)\nabort();\nclose(lock);\nunlink("use.lock");\n',
    "stat": 'struct stat there;\nif (rank == 0) {{\n{write}plain = fopen("use.done", "w");\n}}\nif (rank == 1) {{\nwhile (stat("use.done", &there) != 0)\nusleep(10);\n{read}}}\n',
    "access": 'if (rank == 0) {{\n{write}plain = fopen("use.done", "w");\n}}\nif (rank == 1) {{\nwhile (access("use.done", R_OK) != 0)\nusleep(10);\n{read}}}\n'}


def both_outside(found):
    """Neither of two accesses is one of MPI."""
    rule = "two ranks access a file at one time, and no call of MPI orders them"
    made = "if (rank == 0) {\nplain = fopen(\"use.dat\", \"w\");\nfwrite(data, 4, MOST, plain);\nfclose(plain);\nplain = NULL;\nunlink(\"use.done\");\n}\n" + BARRIER

    def add(expect, family, why, body):
        found.append(program(expect, family, why, PLAIN + made + body + END_PLAIN, VARIABLES, before=BEFORE))

    names = list(OUTSIDE_WRITES)
    for i, (name, text) in enumerate(OUTSIDE_WRITES.items()):
        write, other = flushed(text), flushed(OUTSIDE_WRITES[names[i - 1]])
        add("global-concurrency", name, rule + ": both write", on(0, write) + on(1, other))
        add("correct", name, "a message orders two writes", on(0, write) + MESSAGE + on(1, other))
        for reader, read in OUTSIDE_READS.items():
            add("global-concurrency", name, rule + ": one writes, the other one reads", on(0, write) + on(1, read))
            add("global-concurrency", reader, rule + ": one reads, the other one writes", on(1, write) + on(0, read))
            add("correct", name, "a message comes between a write and a read", on(0, write) + MESSAGE + on(1, read))
            add("correct", reader, "a message comes between a read and a write", on(0, read) + MESSAGE + on(1, write))
            if "{flush}" in text:
                add("global-concurrency", name, "what a rank has written is in the buffer of the C library still", on(0, text.replace("{flush}", "")) + MESSAGE + on(1, read))
    write, read = OUTSIDE_WRITES["pwrite"], OUTSIDE_READS["pread"]
    for name, text in OWN_ORDERS.items():
        add("correct", name, "the ranks have an order of their own", text.format(write=write, read=read) if "{write}" in text else text)
    for flags in ("O_RDWR | O_TRUNC", "O_RDWR | O_CREAT | O_TRUNC, 0600"):
        add("global-concurrency", "open", "two ranks empty a file", f'fd = open("use.dat", {flags});\nif (write(fd, data, 8) != 8)\nabort();\n')
    add("correct", "open", "one rank empties a file, a barrier, and all read", on(0, 'fd = open("use.dat", O_RDWR | O_TRUNC);\nif (write(fd, data, 16) != 16)\nabort();\nclose(fd);\n') + BARRIER + read)
    add("correct", "write", "each rank adds a line at the end", 'fd = open("use.dat", O_WRONLY | O_APPEND);\nif (write(fd, data, 8) != 8)\nabort();\n')
    add("correct", "open", "each rank has a folder of its own", 'char folder[20];\nsnprintf(folder, sizeof folder, "own%d", rank);\nmkdir(folder, 0700);\nif (chdir(folder) != 0)\nabort();\n'
        'fd = open("use.dat", O_CREAT | O_TRUNC | O_RDWR, 0600);\nif (write(fd, data, 8) != 8)\nabort();\n')


def file_uses():
    found = []
    for part in (modes, views, orders, outside, both_outside):
        part(found)
    return found
