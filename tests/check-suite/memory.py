"""memory.py - memory that is not there: blocks that are too short, variables of functions that have returned; values that nobody uses."""
import programs as P
from errors_local import program
from windows import FENCE, at, lock_all, operation, window_program

VARIABLES = P.COLL_VARIABLES + "\nint *block = calloc(N, sizeof *block);\nint *large = calloc(MOST, sizeof *large);"
FREE = "\nfree(block);\nfree(large);"


def windows_without_memory(found):
    rule = "MPI-4.0 12.2.1: the memory of a window is the program's, from its base on, until it is freed"
    for what, base, bytes_, expect in (("null", "NULL", 16, "invalid-parameter"), ("empty", "NULL", 0, "correct"),
                                       ("short", "block", "(N + 1) * sizeof(int)", "invalid-parameter"),
                                       ("whole", "block", "N * sizeof(int)", "correct"), ("part", "block + 2", "2 * sizeof(int)", "correct")):
        found.append(program(expect, "Win_create", f"{rule}: {what}",
                             f"MPI_Win win;\nMPI_Win_create({base}, {bytes_}, 4, MPI_INFO_NULL, comm, &win);\nMPI_Win_free(&win);" + FREE, VARIABLES))
        if bytes_:
            found.append(program(expect, "Win_attach", f"{rule}: {what}",
                                 f"MPI_Win win;\nMPI_Win_create_dynamic(MPI_INFO_NULL, comm, &win);\nMPI_Win_attach(win, {base}, {bytes_});\n"
                                 f"MPI_Win_detach(win, {base});\nMPI_Win_free(&win);" + FREE, VARIABLES))
    own = "static void make(MPI_Comm comm, MPI_Win *win) {\n    int room[N] = {0};\n    %s;\n}\n\n"
    create = "MPI_Win_create(room, sizeof room, 4, MPI_INFO_NULL, comm, win)"
    found.append(program("invalid-parameter", "Win_create", rule + ": the function has returned", "MPI_Win win;\nmake(comm, &win);\nMPI_Win_free(&win);",
                         P.COLL_VARIABLES, before=own % create))
    found.append(program("correct", "Win_create", rule + ": it is freed before", "MPI_Win win;\nmake(comm, &win);",
                         P.COLL_VARIABLES, before=own % (create + ";\n    MPI_Win_free(win)")))
    given = "static void make(MPI_Comm comm, int *room, MPI_Win *win) {\n    MPI_Win_create(room, 16, 4, MPI_INFO_NULL, comm, win);\n}\n\n"
    found.append(program("correct", "Win_create", rule + ": it is one of the caller", "MPI_Win win;\nmake(comm, in, &win);\nMPI_Win_free(&win);",
                         P.COLL_VARIABLES, before=given))


STARTS = {
    "Isend": "MPI_Isend(piece, N, MPI_INT, 1 - rank, 5, comm, request);",
    "Irecv": "MPI_Irecv(piece, N, MPI_INT, 1 - rank, 6, comm, request);",
    "Recv_init": "MPI_Recv_init(piece, N, MPI_INT, 1 - rank, 6, comm, request);\n    MPI_Start(request);",
    "Ibcast": "MPI_Ibcast(piece, N, MPI_INT, 0, comm, request);",
    "Iallreduce": "MPI_Iallreduce(MPI_IN_PLACE, piece, N, MPI_INT, MPI_SUM, comm, request);",
}


def returned_functions(found):
    rule = "MPI-4.0 3.7.2 and 6.12: the buffer is the operation's until it is complete; "
    wait = "MPI_Wait(&request, MPI_STATUS_IGNORE);"
    for name, start in STARTS.items():
        after = {"Isend": "MPI_Recv(in, N, MPI_INT, 1 - rank, 5, comm, MPI_STATUS_IGNORE);\n",
                 "Irecv": "MPI_Send(out, N, MPI_INT, 1 - rank, 6, comm);\n", "Recv_init": "MPI_Send(out, N, MPI_INT, 1 - rank, 6, comm);\n"}.get(name, "")
        end = wait + ("\nMPI_Request_free(&request);" if name == "Recv_init" else "")
        own = f"static void begin(MPI_Comm comm, int rank, MPI_Request *request) {{\n    int piece[N] = {{0}};\n    (void)rank;\n    {start}\n}}\n\n"
        given = f"static void begin(MPI_Comm comm, int rank, int *piece, MPI_Request *request) {{\n    (void)rank;\n    {start}\n}}\n\n"
        found.append(program("local-concurrency", name, rule + "its function returns before", f"begin(comm, rank, &request);\n{after}{end}",
                             P.COLL_VARIABLES, before=own))
        found.append(program("correct", name, rule + "it is one of the caller", f"int mine[N] = {{0}};\nbegin(comm, rank, mine, &request);\n{after}{end}",
                             P.COLL_VARIABLES, before=given))
        deeper = given + ("static void middle(MPI_Comm comm, int rank, MPI_Request *request) {\n    int mine[N] = {0};\n    begin(comm, rank, mine, request);\n}\n\n")
        found.append(program("local-concurrency", name, rule + "the function that has it returns, behind the one that starts it",
                             f"middle(comm, rank, &request);\n{after}{end}", P.COLL_VARIABLES, before=deeper))
    put = "static void give(int rank, MPI_Win win) {\n    int piece[4] = {0};\n    if (rank == 0)\n        MPI_Put(piece, 4, MPI_INT, 1, 0, 4, MPI_INT, win);%s\n}\n\n"
    found.append({**window_program("local-concurrency", "Put", "MPI-4.0 12.3: the buffer is used until the epoch ends", lock_all("give(rank, win);")),
                  "before": put % ""})
    found.append({**window_program("correct", "Put", "MPI-4.0 12.3: the operation is complete at its origin", lock_all("give(rank, win);")),
                  "before": put % "\n    MPI_Win_flush_local_all(win);"})


def freed_blocks(found):
    """The program frees or resizes a block that MPI uses, or does it later."""
    rule = "MPI-4.0 3.7.2 and 6.12: the buffer is the operation's until it is complete; "
    wait = "MPI_Wait(&request, MPI_STATUS_IGNORE);"
    for name, start in STARTS.items():
        after = {"Isend": "MPI_Recv(in, N, MPI_INT, 1 - rank, 5, comm, MPI_STATUS_IGNORE);\n",
                 "Irecv": "MPI_Send(out, N, MPI_INT, 1 - rank, 6, comm);\n", "Recv_init": "MPI_Send(out, N, MPI_INT, 1 - rank, 6, comm);\n"}.get(name, "")
        begin = "int *piece = calloc(N, sizeof *piece);\n" + start.replace(", request)", ", &request)").replace("(request)", "(&request)") + "\n" + after
        end = "\nMPI_Request_free(&request);" if name == "Recv_init" else ""
        for free in ("free(piece);", "piece = realloc(piece, 100 * N * sizeof *piece);"):
            more = "" if free.startswith("free") else "\nfree(piece);"
            found.append(program("local-concurrency", name, rule + free, begin + free + "\n" + wait + end + more, P.COLL_VARIABLES))
            found.append(program("correct", name, rule + free, begin + wait + "\n" + free + end + more, P.COLL_VARIABLES))
    create = "MPI_Win win;\nint *piece = calloc(N, sizeof *piece);\nMPI_Win_create(piece, N * sizeof *piece, 4, MPI_INFO_NULL, comm, &win);\n"
    rule = "MPI-4.0 12.2.1: the memory of a window is there until the window is freed"
    found.append(program("invalid-parameter", "Win_free", rule, create + "free(piece);\nMPI_Win_free(&win);", P.COLL_VARIABLES))
    found.append(program("correct", "Win_free", rule, create + "MPI_Win_free(&win);\nfree(piece);", P.COLL_VARIABLES))


def short_blocks(found):
    rule = "MPI-4.0 3.2.2 and 3.2.4: a buffer has storage for all elements"
    for side, calls in (("s", P.SENDS), ("r", P.RECEIVES)):
        for call in calls:
            for block, count, expect in (("block", "N + 1", "invalid-parameter"), ("block", "N", "correct"), ("block + 2", "N - 2", "correct")):
                change = {side + "buf": block, side + "count": count}
                more = {} if side == "r" else {"rcount": "MOST"}
                if side == "r" and expect == "correct":
                    more = {"scount": "1"}
                body = P.p2p(call, "Irecv", **change, **more) if side == "s" else P.p2p("Send", call, **change, **more)
                found.append(program(expect, call, rule, body + FREE, P.P2P_VARIABLES + VARIABLES[len(P.COLL_VARIABLES):]))
    for name in P.COLLECTIVES:
        if not P.uses(name, "send"):
            continue
        for nonblocking in (False, True):
            family = "I" + name.lower() if nonblocking else name
            short = "calloc(1, sizeof(int))"
            for what in ("send", "recv"):
                if P.uses(name, what):
                    found.append(program("invalid-parameter", family, rule + f": the {what} buffer",
                                         f"int *room = {short};\n" + P.collective(name, nonblocking, **{what: "room"}) + "\nfree(room);", P.COLL_VARIABLES))
            found.append(program("correct", family, rule, P.collective(name, nonblocking, send="block", **({"recv": "large"} if P.uses(name, "recv") else {})) + FREE,
                                 VARIABLES))


def unused_values(found):
    """A load is one whether or not the program does something with the value."""
    load = "int unused = {0}[2];\n(void)unused;"
    for call in ("Irecv", "Recv_init"):
        found.append(program("local-concurrency", call, "MPI-4.0 3.7.2: the buffer of a receive is not accessed before it is complete",
                             P.p2p("Ssend", call, after_irecv=load.format("in")), P.P2P_VARIABLES))
    get, put = operation("Get", 1, 0), operation("Put", 1, 0)
    found.append(window_program("local-concurrency", "Get", "MPI-4.0 12.3: the buffer of the origin is read before the data are there",
                                FENCE + at(0, get + "\n" + load.format("in")) + FENCE))
    found.append(window_program("global-concurrency", "Put", "MPI-4.0 12.7: memory that a put changes is not read in the epoch",
                                FENCE + at(0, put) + at(1, load.format("memory")) + FENCE))
    found.append(window_program("correct", "Put", "MPI-4.0 12.7: memory that nothing changes may be read", FENCE + at(0, put) + at(0, load.format("memory")) + FENCE))


def buffers_in_windows(found):
    """A rank may poll its window, but what a call of MPI reads in it is no poll."""
    rule = "MPI-4.0 12.7: what a put changes is not read by "
    put = operation("Put", 1, 0)
    sent = "MPI_Send(memory, 4, MPI_INT, 0, 5, comm);"
    taken = "MPI_Recv(in, 4, MPI_INT, 1, 5, comm, MPI_STATUS_IGNORE);"
    other = "MPI_Put(memory + 2, 4, MPI_INT, 0, 8, 4, MPI_INT, win);"
    flush = "\nMPI_Win_flush(1, win);\n"
    found.append(window_program("global-concurrency", "Send", rule + "a send", lock_all(at(0, put + flush + taken) + at(1, sent))))
    found.append(window_program("correct", "Send", rule + "a send, but behind a message it is there", lock_all(
        at(0, put + flush + "MPI_Send(out, 0, MPI_INT, 1, 6, comm);\n" + taken) + at(1, "MPI_Recv(in, 0, MPI_INT, 0, 6, comm, MPI_STATUS_IGNORE);\n" + sent))))
    found.append(window_program("global-concurrency", "Put", rule + "another put, as the buffer of its origin", lock_all(at(0, put) + at(1, other))))
    found.append(window_program("correct", "Put", rule + "another put, if the places differ", lock_all(at(0, put) + at(1, other.replace("memory + 2", "memory + 12")))))


def memory():
    found = []
    for part in (windows_without_memory, returned_functions, freed_blocks, short_blocks, unused_values, buffers_in_windows):
        part(found)
    return found
