"""watched.py - memory that is watched: buffers of neighbourhood, persistent and inter-communicator collectives and of partitions, memory
that ranks share, reads by functions of the C library; and what frees it. Each mistake stands beside what is allowed.
"""
from errors_local import program

RULE = "MPI-4.0 3.7.2, 6.12: a pending buffer is the operation's; "
VARIABLES = """int out[64], in[64], counts[8], places[8];
MPI_Aint offsets[8];
MPI_Datatype types[8];
MPI_Comm near, half, between;
MPI_Request request;
for (int i = 0; i < 64; i++)
out[i] = in[i] = i;
for (int i = 0; i < 8; i++)
counts[i] = 2, places[i] = 4 * i, offsets[i] = 16 * i, types[i] = MPI_INT;
(void)size, (void)near, (void)half, (void)between, (void)counts, (void)places, (void)offsets, (void)types;"""
WAIT = "\nMPI_Wait(&request, MPI_STATUS_IGNORE);"

# Of two blocks in each direction: the call with its buffers; what is not used is counted from element 6 of blocks of 2 elements in
# places of 4, and from element 4 of blocks that follow each other.
NEIGHBOURS = {
    "allgather": ("out, 2, MPI_INT, in, 2, MPI_INT", 2, 4),
    "allgatherv": ("out, 2, MPI_INT, in, counts, places, MPI_INT", 2, 6),
    "alltoall": ("out, 2, MPI_INT, in, 2, MPI_INT", 4, 4),
    "alltoallv": ("out, counts, places, MPI_INT, in, counts, places, MPI_INT", 6, 6),
    "alltoallw": ("out, counts, offsets, types, in, counts, offsets, types", 6, 6),
}
LINE = "MPI_Cart_create(comm, 1, &size, (int[]){{{}}}, 0, &near);\n"
# Members of two groups, of even and odd ranks.
GROUPS = ("MPI_Comm_split(comm, rank % 2, rank, &half);\nMPI_Intercomm_create(half, 0, comm, 1 - rank % 2, 3, &between);\n"
          "int root = rank == 0 ? MPI_ROOT : rank % 2 ? 0 : MPI_PROC_NULL;\n(void)root;\n")
NO_GROUPS = "\nMPI_Comm_free(&between);\nMPI_Comm_free(&half);"


def pending(found, family, ranks, start, end, writes_wrong, writes_right):
    """A pending operation, and what the program writes meanwhile."""
    for what, wrong in writes_wrong:
        found.append(program("local-concurrency", family, RULE + what, start + wrong + WAIT + end, VARIABLES, ranks=ranks))
    for what, right in writes_right:
        found.append(program("correct", family, what, start + right + WAIT + end, VARIABLES, ranks=ranks))


def neighbours(found):
    for name, (arguments, sent, received) in NEIGHBOURS.items():
        for form in ("I", "_init"):
            call = (f"MPI_Ineighbor_{name}({arguments}, near, &request);\n" if form == "I" else
                    f"MPI_Neighbor_{name}_init({arguments}, near, MPI_INFO_NULL, &request);\ncounts[0] = 50;\nMPI_Start(&request);\n"
                    .replace("counts[0] = 50;\n", "" if "counts" in arguments else "out[0] = 9;\n"))
            end = ("" if form == "I" else "\nMPI_Request_free(&request);") + "\nMPI_Comm_free(&near);"
            pending(found, f"Neighbor_{name}{form if form != 'I' else ''}", 3, LINE.format(1) + call, end,
                    (("what is sent", "out[1] = 5;"), ("what is received", "in[1] = 5;")),
                    (("memory behind the blocks", f"out[{sent}] = in[{received}] = 5;"),))
    # The first rank of a line that is no ring has no neighbour in front: the first block is not used.
    pending(found, "Ineighbor_alltoall", 3, LINE.format(0) + "MPI_Ineighbor_alltoall(out, 2, MPI_INT, in, 2, MPI_INT, near, &request);\n",
            "\nMPI_Comm_free(&near);", (("the block of a neighbour", "if (rank == 0)\nin[2] = 5;"),),
            (("the block of a neighbour that is none", "if (rank == 0)\nin[0] = out[1] = 5;"),))


def persistent(found):
    for name, arguments, wrong, right in (
            ("Bcast", "in, 4, MPI_INT, 0", "in[3] = 5;", "in[4] = 5;"),
            ("Allgather", "out, 2, MPI_INT, in, 2, MPI_INT", "in[5] = 5;", "in[6] = out[2] = 5;"),
            ("Gather", "out, 2, MPI_INT, in, 2, MPI_INT, 0", "if (rank == 0)\nin[5] = 5;", "if (rank != 0)\nin[0] = 5;"),
            ("Scatter", "out, 2, MPI_INT, in, 2, MPI_INT, 0", "if (rank == 0)\nout[5] = 5;", "if (rank != 0)\nout[0] = 5;"),
            ("Alltoallv", "out, counts, places, MPI_INT, in, counts, places, MPI_INT", "in[8] = 5;", "in[2] = out[10] = 5;"),
            ("Reduce_scatter_block", "out, in, 2, MPI_INT, MPI_SUM", "out[5] = 5;", "out[6] = in[2] = 5;")):
        init = f"MPI_{name}_init({arguments}, comm, MPI_INFO_NULL, &request);\n"
        pending(found, name + "_init", 3, init + "out[1] = in[1] = 3;\nMPI_Start(&request);\n", "\nMPI_Request_free(&request);",
                (("a buffer of a persistent collective", wrong),), (("other memory", right),))


def between_groups(found):
    for call, wrong, right in (
            ("Ibcast(out, 2, MPI_INT, root", "if (rank % 2 || !rank)\nout[1] = 5;", "if (rank == 2)\nout[1] = 5;"),
            ("Iallgather(out, 2, MPI_INT, in, 2, MPI_INT", "in[3] = 5;", "in[4] = 5;"),
            ("Ialltoall(out, 2, MPI_INT, in, 2, MPI_INT", "out[3] = 5;", "out[4] = 5;"),
            ("Igather(out, 2, MPI_INT, in, 2, MPI_INT, root", "if (!rank)\nin[3] = 5;", "if (!rank)\nin[4] = out[0] = 5;"),
            ("Iscatter(out, 2, MPI_INT, in, 2, MPI_INT, root", "if (rank % 2)\nin[1] = 5;", "if (rank % 2)\nout[0] = 5;"),
            ("Iallreduce(out, in, 2, MPI_INT, MPI_SUM", "in[1] = 5;", "in[2] = 5;")):
        pending(found, call.split("(", 1)[0] + "-between", 4, f"{GROUPS}MPI_{call}, between, &request);\n", NO_GROUPS,
                (("a buffer between groups", wrong),), (("memory that is not used", right),))


def partitions(found):
    send = "if (rank == 0) {\nMPI_Psend_init(out, 4, 2, MPI_INT, 1, 0, comm, MPI_INFO_NULL, &request);\nMPI_Start(&request);\n"
    receive = ("MPI_Wait(&request, MPI_STATUS_IGNORE);\n} else {\nMPI_Precv_init(in, 4, 2, MPI_INT, 0, 0, comm, MPI_INFO_NULL, &request);\n"
               "MPI_Start(&request);\n")
    end = WAIT + "\n}\nMPI_Request_free(&request);"
    ready = "for (int i = 0; i < 4; i++)\nMPI_Pready(i, request);\n"
    parts = (
        ("local-concurrency", "a partition that is ready is the operation's", "MPI_Pready(1, request);\nout[3] = 5;\n"
         "MPI_Pready(0, request);\nMPI_Pready_range(2, 3, request);\n", ""),
        ("local-concurrency", "partitions of a range", "MPI_Pready_range(0, 2, request);\nout[5] = 5;\nMPI_Pready(3, request);\n", ""),
        ("local-concurrency", "partitions of a list", "MPI_Pready_list(2, (int[]){3, 0}, request);\nout[6] = 5;\n"
         "MPI_Pready_range(1, 2, request);\n", ""),
        ("correct", "a partition that is not ready is the program's", "MPI_Pready_list(2, (int[]){3, 0}, request);\nout[5] = 5;\n"
         "MPI_Pready_range(1, 2, request);\n", ""),
        ("local-concurrency", "a partition that has not arrived is the operation's", ready, "in[2]++;"),
        ("local-concurrency", "a partition arrives for itself", ready, "int there = 0;\nwhile (!there)\nMPI_Parrived(request, 1, &there);\nin[1]++;"),
        ("correct", "a partition that has arrived is the program's", ready, "int there = 0;\nwhile (!there)\nMPI_Parrived(request, 1, &there);\n"
         "in[3] = in[2] + 1;"),
    )
    for expect, why, sends, receives in parts:
        found.append(program(expect, "Psend_init", "MPI-4.0 4.2.2: " + why, send + sends + receive + receives + end, VARIABLES))
    found.append(program("invalid-parameter", "Precv_init", "MPI-4.0 4.2.2: the buffer has all partitions",
                         "int *few = malloc(20);\n" + send + ready + receive.replace("Precv_init(in", "Precv_init(few") + end + "\nfree(few);", VARIABLES))


SHARED = """int *own, *memory, unit, sum = 0;
MPI_Aint bytes;
MPI_Win win;
(void)size;"""
SHARE = ("MPI_Win_allocate_shared(rank ? 0 : 400, 4, MPI_INFO_NULL, comm, &own, &win);\n"
         "MPI_Win_shared_query(win, 0, &bytes, &unit, &memory);\n")
ALL = ("MPI_Win_lock_all(MPI_MODE_NOCHECK, win);\n", "\nMPI_Win_unlock_all(win);")
FENCES = ("MPI_Win_fence(0, win);\n", "\nMPI_Win_fence(0, win);")
NOTHING = ("", "")
# What one rank does, what orders it, and what the other one does then.
SET = "if (rank == 0)\nmemory[5] = 7;\n"
USE = "if (rank == 1)\nsum = memory[5];"


def shared_memory(found):
    rule = "MPI-4.0 12.4, 12.7: accesses of shared memory by two ranks need an order; "
    free = "\nif (sum > 100)\nMPI_Abort(comm, 3);\nMPI_Win_free(&win);"
    parts = (
        (ALL, SET + USE, "a store and a load", True),
        (NOTHING, SET + USE, "a store and a load without an epoch", True),
        (FENCES, SET + USE, "a store and a load between two fences", True),
        (FENCES, "memory[5] = rank;", "two stores of one line", True),
        (ALL, SET + "if (rank == 1)\nmemcpy(&sum, &memory[5], 4);", "a load by a function of the C library", True),
        (ALL, SET + "if (rank)\nMPI_Send(&rank, 1, MPI_INT, 0, 4, comm);\nelse\nMPI_Recv(&sum, 1, MPI_INT, 1, 4, comm, MPI_STATUS_IGNORE);\n" + USE,
         "a message that goes the other way", True),
        (ALL, SET + "MPI_Barrier(comm);\n" + USE, "a barrier between them", False),
        (ALL, SET + "MPI_Win_sync(win);\nMPI_Barrier(comm);\nMPI_Win_sync(win);\n" + USE, "a barrier between two calls of MPI_Win_sync", False),
        (FENCES, SET + "MPI_Win_fence(0, win);\n" + USE, "a fence between them", False),
        (ALL, SET + "if (!rank)\nMPI_Send(&rank, 1, MPI_INT, 1, 4, comm);\nelse\nMPI_Recv(&sum, 1, MPI_INT, 0, 4, comm, MPI_STATUS_IGNORE);\n" + USE,
         "a message between them", False),
        (ALL, "memory[5 + rank] = 7;\nsum = memory[5 + rank];", "each rank has its own element", False),
        (ALL, "sum = memory[5];", "two loads", False),
        (NOTHING, "MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);\nmemory[5]++;\nMPI_Win_unlock(0, win);", "an exclusive lock", False),
        (NOTHING, "MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);\nmemory[5]++;\nMPI_Win_unlock(0, win);", "a shared lock", True),
        (ALL, "volatile int *flag = &memory[60];\nint there;\nif (!rank)\nmemory[5] = 7, *flag = 1;\nelse {\nwhile (!*flag)\n"
         "MPI_Iprobe(MPI_ANY_SOURCE, 9, comm, &there, MPI_STATUS_IGNORE);\nsum = memory[5];\n}", "a volatile flag orders them", False),
        (ALL, "int there;\nif (!rank)\nmemory[5] = 7, __atomic_store_n(&memory[60], 1, __ATOMIC_RELEASE);\nelse {\n"
         "while (!__atomic_load_n(&memory[60], __ATOMIC_ACQUIRE))\nMPI_Iprobe(MPI_ANY_SOURCE, 9, comm, &there, MPI_STATUS_IGNORE);\n"
         "sum = memory[5];\n}", "an atomic flag orders them", False),
        (ALL, "int there;\nif (!rank) {\nmemory[5] = 7;\nMPI_Win_sync(win);\nmemory[60] = 1;\nMPI_Win_sync(win);\n} else {\ndo {\nMPI_Win_sync(win);\n"
         "MPI_Iprobe(MPI_ANY_SOURCE, 9, comm, &there, MPI_STATUS_IGNORE);\n} while (!memory[60]);\nsum = memory[5];\n}",
         "a flag, with MPI_Win_sync", False),
        (ALL, "if (!rank)\nmemory[5] = 7, __atomic_fetch_add(&memory[60], 1, __ATOMIC_SEQ_CST);\n" + USE, "an atomic operation that the other one does not ask",
         True),
    )
    for (begin, end), body, why, wrong in parts:
        found.append(program("global-concurrency" if wrong else "correct", "Win_allocate_shared", (rule if wrong else "") + why,
                             SHARE + begin + body + end + free, SHARED))


def flags(found):
    """A rank that has seen by an atomic operation what another one wrote may write there, though the other one has not flushed yet."""
    variables = "int *memory, one = 1, seen = 0;\nMPI_Win win;\n(void)size, (void)seen;"
    start = ("MPI_Win_allocate(64, 4, MPI_INFO_NULL, comm, &memory, &win);\nmemory[0] = 0;\nMPI_Barrier(comm);\nMPI_Win_lock_all(0, win);\n"
             "if (rank == 1)\nMPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, win);\nif (rank == 0) {\n")
    end = "memory[0] = 0;\n}\nMPI_Win_unlock_all(win);\nMPI_Win_free(&win);"
    poll = "while (!seen) {\nMPI_Fetch_and_op(&one, &seen, MPI_INT, 0, 0, MPI_NO_OP, win);\nMPI_Win_flush(0, win);\n}\n"
    found.append(program("correct", "Accumulate", "the rank has seen the value", start + poll + end, variables))
    found.append(program("global-concurrency", "Accumulate", "MPI-4.0 12.7: a store and an accumulate need an order", start + end, variables))


def library(found):
    variables = 'char text[64] = "some", other[64] = "more";\nint sum = 0;\nMPI_Request request;\n(void)size;'
    receive = "MPI_Irecv(text, 64, MPI_CHAR, 1 - rank, 0, comm, &request);\n"
    end = "\nMPI_Send(other, 64, MPI_CHAR, 1 - rank, 0, comm);" + WAIT + "\nif (sum > 999)\nMPI_Abort(comm, 3);"
    for use in ("sum = (int)strlen({0});", "sum = strcmp({0}, other);", "sum = strncmp(other, {0}, 3);", "sum = atoi({0});", "sum = memcmp({0}, other, 4);",
                "sum = strchr({0}, 'e') != NULL;", "strcpy(other, {0});", "strcpy({0}, other);", "strcat({0}, other);", "strncpy({0}, other, 9);",
                "sum = (int)strtol({0}, NULL, 10);"):
        name = use.split("(")[1].split(")")[-1] if use.startswith("sum = (int)") else use.replace("sum = ", "").split("(")[0]
        found.append(program("local-concurrency", "Irecv-" + name, RULE + "a function of the C library uses it", receive + use.format("text") + end, variables))
    found.append(program("correct", "Irecv-library", "functions of the C library use other memory", 'char third[64] = "third";\n' + receive +
                         "sum = (int)strlen(third) + atoi(third) + strcmp(third, other);\nstrcat(third, other);" + end, variables))


def ends(found):
    rule = "MPI-4.0 3.7.3: an active receive request should never be freed"
    send = "if (rank == 0) {\nMPI_Send(out, 2, MPI_INT, 1, 5, comm);\n} else {\n"
    for make in ("MPI_Irecv(in, 2, MPI_INT, 0, 5, comm, &request);\n", "MPI_Recv_init(in, 2, MPI_INT, 0, 5, comm, &request);\nMPI_Start(&request);\n"):
        family = make[4:].split("(")[0]
        found.append(program("request-lifecycle", family, rule, send + make + "MPI_Request_free(&request);\n}", VARIABLES))
        found.append(program("correct", family, "the receive is complete", send + make + "MPI_Wait(&request, MPI_STATUS_IGNORE);\n"
                             "if (request != MPI_REQUEST_NULL)\nMPI_Request_free(&request);\n}", VARIABLES))
    memory = "void *memory;\nMPI_Alloc_mem(100, MPI_INFO_NULL, &memory);\nmemset(memory, 0, 100);"
    found.append(program("resource-leak", "Alloc_mem", "MPI-4.0 9.2: MPI_Free_mem frees what MPI_Alloc_mem gave", memory, VARIABLES))
    found.append(program("correct", "Alloc_mem", "it is freed", memory + "\nMPI_Free_mem(memory);", VARIABLES))


def shared_pointers(found):
    variables = "MPI_File file;\nint value = rank;\n(void)size;"
    rule = "MPI-4.0 14.4.4: with the shared pointer all ranks have the same view"
    for call in ("write_shared(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE)", "write_ordered(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE)"):
        for disp, expect in (("64 + 4 * rank", "parameter-matching"), ("64", "correct")):
            found.append(program(expect, "File_" + call.split("(")[0], rule,
                                 'MPI_File_open(comm, "check.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);\n'
                                 f'MPI_File_{call};\nMPI_File_set_view(file, {disp}, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);\nMPI_File_{call};\n'
                                 "MPI_File_close(&file);", variables))


def watched():
    found = []
    for part in (neighbours, persistent, between_groups, partitions, shared_memory, flags, library, ends, shared_pointers):
        part(found)
    return found
