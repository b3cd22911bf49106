"""orders.py - mistakes that show in one order of the ranks only: loads that are no polls, what a lock orders by chance, flags of plain
variables, and requests that are not complete yet.

Each mistake is made with the rank that must come first as the first one and as the last one, so that one of the two runs hides it.
"""
from errors_local import program
from windows import BARRIER, END, MAKE, VARIABLES, at, lock_all, window_program

LOCK = "MPI_Win_lock(MPI_LOCK_{kind}, {target}, 0, win);\n{text}\nMPI_Win_unlock({target}, win);\n"
CHANGES = {
    "Put": "MPI_Put(out, {n}, MPI_INT, {t}, 0, {n}, MPI_INT, win);",
    "Accumulate": "MPI_Accumulate(out, {n}, MPI_INT, {t}, 0, {n}, MPI_INT, MPI_SUM, win);",
    "Get_accumulate": "MPI_Get_accumulate(out, {n}, MPI_INT, in, {n}, MPI_INT, {t}, 0, {n}, MPI_INT, MPI_REPLACE, win);",
}
LOAD = "size += memory[0];"
RULE = "MPI-4.0 12.7: "


def locked(kind, target, text):
    return LOCK.format(kind=kind, target=target, text=text)


def loads(found):
    """A rank loads memory of its window that another one changes in a passive epoch."""
    for origin, target in ((0, 1), (1, 0)):
        for name, change in CHANGES.items():
            for n in (1, 8):
                for kind in ("SHARED", "EXCLUSIVE"):
                    changes = at(origin, locked(kind, target, change.format(n=n, t=target)))
                    found.append(window_program("global-concurrency", name, RULE + "the target loads once what is changed, and nothing orders this", changes + at(target, LOAD)))
                    found.append(window_program("correct", name, "a barrier between the change and the load", changes + BARRIER + at(target, LOAD)))
                    found.append(window_program("correct", name, "a barrier between the load and the change", at(target, LOAD) + BARRIER + changes))
        for wait in ("MPI_Win_sync(win);", "MPI_Iprobe(MPI_ANY_SOURCE, 9, comm, &size, MPI_STATUS_IGNORE);", "MPI_Win_flush(rank, win);", "usleep(10);"):
            set_flag = f"MPI_Put(&one, 1, MPI_INT, {target}, 0, 1, MPI_INT, win);\nMPI_Win_flush({target}, win);"
            poll = f"while (memory[0] == 0) {{\n{wait}\n}}"
            data = f"MPI_Put(out, 8, MPI_INT, {target}, 8, 8, MPI_INT, win);\nMPI_Win_flush({target}, win);\n"
            for before, expect, why in ((data, "correct", "a rank polls a flag, and then reads what was put before"),
                                        ("", "correct", "a rank polls a flag of its window"), (data, "global-concurrency", "a rank reads what is put before it polls the flag")):
                use = "\nsize += memory[8];" if before else ""
                text = use.strip() + "\n" + poll if expect != "correct" else poll + use
                found.append(program(expect, "polling", RULE + why, MAKE + lock_all(at(origin, before + set_flag) + at(target, text)) + END, VARIABLES, before="#include <unistd.h>\n"))


def locks(found):
    """A lock orders two ranks by chance: what stands outside of it needs more."""
    for origin, target in ((0, 1), (1, 0), (0, 2), (2, 1)):
        put = "MPI_Put(out, 4, MPI_INT, {t}, 0, 4, MPI_INT, win);".format(t=target)
        get = put.replace("Put(out", "Get(in")
        for outside, name in (("memory[3] = 9;", "store"), ("one = memory[3];", "load")):
            inside = locked("EXCLUSIVE", target, outside)
            empty = locked("EXCLUSIVE", target, "size += memory[40];")
            change = at(origin, locked("EXCLUSIVE", target, put))
            for order, text in (("behind", empty + outside), ("before", outside + "\n" + empty)):
                found.append(window_program("global-concurrency", name, RULE + f"an access {order} the epoch of its lock", change + at(target, text), 3))
            found.append(window_program("correct", name, "the access is in the epoch of an exclusive lock", change + at(target, inside), 3))
            found.append(window_program("correct", name, "an access of another place behind the epoch of its lock",
                                        change + at(target, empty + outside.replace("[3]", "[30]")), 3))
        shared = locked("SHARED", target, put)
        found.append(window_program("global-concurrency", "Put", RULE + "a shared lock does not exclude the other one, whoever comes first", at(origin, shared) + at(target, shared), 3))
        found.append(window_program("global-concurrency", "Get", RULE + "a shared lock does not exclude the other one, whoever comes first",
                                    at(origin, locked("SHARED", target, get)) + at(target, shared), 3))
        found.append(window_program("correct", "Put", "exclusive locks of the two ranks", at(origin, locked("EXCLUSIVE", target, put)) + at(target, locked("EXCLUSIVE", target, put)), 3))


SHARED = MAKE.replace("MPI_Win_allocate(", "MPI_Win_allocate_shared(")
THERE = "int *there, unit;\nMPI_Aint bytes;\nMPI_Win_shared_query(win, {}, &bytes, &unit, &there);\n"


def plain_flags(found):
    """Ranks share memory and call MPI_Win_sync, which orders nothing between them."""
    sync = "MPI_Win_sync(win);\n"
    for writer, reader in ((0, 1), (1, 0)):
        store, load = at(writer, "there[5] = 7;\n" + sync), at(reader, sync + "size += there[5];")
        for between, expect, why in ((BARRIER, "correct", "a barrier between two calls of MPI_Win_sync"), ("", "global-concurrency", RULE + "MPI_Win_sync is no barrier")):
            found.append(window_program(expect, "Win_sync", why, THERE.format(writer) + lock_all(store + between + load), make=SHARED))
            found.append(window_program(expect, "Win_sync", why + ", before the store", THERE.format(writer) + lock_all(load + between + store), make=SHARED))
        flag = at(writer, "there[5] = 7;\n" + sync + "there[20] = 1;\n" + sync)
        poll = "while (there[20] == 0)\n" + sync
        found.append(window_program("correct", "Win_sync", "a flag of a plain variable", THERE.format(writer) + lock_all(flag + at(reader, poll + "size += there[5];")), make=SHARED))
        found.append(window_program("global-concurrency", "Win_sync", RULE + "read before the flag was seen",
                                    THERE.format(writer) + lock_all(flag + at(reader, "size += there[5];\n" + poll)), make=SHARED))
        found.append(window_program("global-concurrency", "Win_sync", RULE + "a flag that is read once",
                                    THERE.format(writer) + lock_all(flag + at(reader, sync + "if (there[20])\nsize += there[5];")), make=SHARED))


def rounds(found):
    """A loop whose rounds need an order on both sides: what is read in one is written in the next."""
    query = THERE.format("(rank + 1) % size")
    for synced in (True, False):
        between = "MPI_Win_sync(win);\nMPI_Barrier(comm);\nMPI_Win_sync(win);\n" if synced else BARRIER
        alone = "MPI_Win_sync(win);\n" if synced else ""
        for n in (1, 60):
            store = f"for (int i = 0; i < {n}; i++)\nmemory[i] = i + k;\n"
            load = f"for (int i = 0; i < {n}; i++)\nout[0] += there[i];\n"
            for behind, before, expect, why in ((between, between, "correct", "a barrier on both sides of the loads"),
                                                (between, alone, "global-concurrency", RULE + "no barrier between the loads and the next stores"),
                                                (alone, between, "global-concurrency", RULE + "no barrier between the stores and the loads")):
                body = query + lock_all(alone + BARRIER + "for (int k = 0; k < 3; k++) {\n" + store + behind + load + before + "}\n")
                found.append(window_program(expect, "rounds", f"{why}, {n} elements", body, 3, SHARED))
    many = "for (int k = 0; k < 3; k++)\nfor (int i = 0; i < 20000; i++)\nsize += memory[i];\n"
    put = "for (int i = 0; i < 20000; i++)\nMPI_Put(&one, 1, MPI_INT, 1, i, 1, MPI_INT, win);\n"
    for between, expect, why in ((BARRIER, "correct", "many loads, a barrier, and many puts"), ("", "global-concurrency", RULE + "many loads and many puts that nothing orders")):
        found.append(window_program(expect, "many", why, lock_all(at(1, many) + between + at(0, put)), 2, MAKE.replace("MOST *", "20000 *").replace("i < MOST", "i < 20000")))


def requests(found):
    """What comes with a request is known when it is complete."""
    put = locked("SHARED", 1, "MPI_Put(out, 8, MPI_INT, 1, 0, 8, MPI_INT, win);")
    empty = locked("SHARED", 0, "")
    wait = "MPI_Wait(&request, MPI_STATUS_IGNORE);\n"
    variables = VARIABLES + "\nMPI_Request request = MPI_REQUEST_NULL;"
    use = "size += memory[3];\n"
    ways = {"Irecv": (put + "MPI_Send(&one, 1, MPI_INT, 1, 3, comm);", "MPI_Irecv(&one, 1, MPI_INT, 0, 3, comm, &request);\n"),
            "Ibarrier": (put + "MPI_Ibarrier(comm, &request);\n" + wait, "MPI_Ibarrier(comm, &request);\n"),
            "Iallreduce": (put + "MPI_Iallreduce(out, in, 1, MPI_INT, MPI_SUM, comm, &request);\n" + wait, "MPI_Iallreduce(out, in, 1, MPI_INT, MPI_SUM, comm, &request);\n"),
            "Recv_init": (put + "MPI_Send(&one, 1, MPI_INT, 1, 3, comm);", "MPI_Recv_init(&one, 1, MPI_INT, 0, 3, comm, &request);\nMPI_Start(&request);\n")}
    for name, (first, start) in ways.items():
        free = "MPI_Request_free(&request);\n" if name == "Recv_init" else ""
        for before, behind, expect, why in ((empty, wait, "global-concurrency", RULE + "the rank has not waited for the request that tells it of the put"),
                                            (wait + empty, "", "correct", "the rank has waited for the request that tells it of the put")):
            found.append(program(expect, name, why, MAKE + at(0, first) + at(1, start + before + use + behind + free) + END, variables))
        test = "int done = 0;\n{}MPI_Test(&request, &done, MPI_STATUS_IGNORE);\n"
        found.append(program("correct", name, "tests until the request is complete", MAKE + at(0, first) + at(1, start + test.format("while (!done)\n") + use + free) + END, variables))
        found.append(program("global-concurrency", name, RULE + "a test that may have found nothing", MAKE + at(0, first) + at(1, start + test.format("") + use + wait + free) + END, variables))


def looks(found):
    """What a program does if a message is not there yet, or there already."""
    found.append(program("local-concurrency", "Test", "MPI-4.0 3.7.2: the buffer is read though the test may have found nothing",
                         at(0, "MPI_Send(out, 4, MPI_INT, 1, 3, comm);") +
                         at(1, "MPI_Irecv(in, 4, MPI_INT, 0, 3, comm, &request);\nMPI_Test(&request, &done, MPI_STATUS_IGNORE);\nout[0] = in[2];\nMPI_Wait(&request, MPI_STATUS_IGNORE);"),
                         LOOK))
    for sender, receiver in ((0, 1), (1, 0)):
        send = f"MPI_Send(out, 4, MPI_INT, {receiver}, 3, comm);"
        probe = f"MPI_Iprobe({sender}, 3, comm, &done, MPI_STATUS_IGNORE);\n"
        receive = f"MPI_Recv(in, 4, MPI_INT, {sender}, 3, comm, MPI_STATUS_IGNORE);"
        found.append(program("call-ordering", "Iprobe", "MPI-4.0 3.8.1: the message is received only if it was there at once", at(sender, send) + at(receiver, probe + "if (done)\n" + receive), LOOK))
        found.append(program("correct", "Iprobe", "the message is received, whether it is there at once or later", at(sender, send) + at(receiver, probe + receive), LOOK))
        found.append(program("call-ordering", "Iprobe", "MPI-4.0 3.8.1: a second message is waited for if the first one was there at once",
                             at(sender, send) + at(receiver, probe + receive + "\nif (done)\n" + receive), LOOK))


LOOK = """int out[MOST], in[MOST], done = 0;
MPI_Request request = MPI_REQUEST_NULL;
memset(out, 0, sizeof out);
memset(in, 0, sizeof in);
(void)size, (void)request, (void)done;"""


def orders():
    found = []
    for part in (loads, locks, plain_flags, rounds, requests, looks):
        part(found)
    return found
