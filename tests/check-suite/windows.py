"""windows.py - programs with one-sided communication: accesses in one epoch that conflict or do not, lives of epochs.

Each pair of accesses is made under each kind of synchronization: in one epoch, and in two epochs with an order between them. MPI-4.0
12.7 says which pairs need the order.
"""
import programs as P
from errors_local import program

VARIABLES = """int out[MOST], in[MOST], one = 1, *memory;
MPI_Win win;
MPI_Group all, other;
for (int i = 0; i < MOST; i++)
out[i] = in[i] = i;
(void)one, (void)other, (void)size;"""
MAKE = """MPI_Win_allocate(MOST * sizeof(int), sizeof(int), MPI_INFO_NULL, comm, &memory, &win);
for (int i = 0; i < MOST; i++)
memory[i] = 0;
MPI_Comm_group(comm, &all);
MPI_Group_excl(all, 1, (int[]){rank}, &other);
MPI_Barrier(comm);
"""
END = "\nMPI_Win_free(&win);\nMPI_Group_free(&other);\nMPI_Group_free(&all);"

# Operations of an origin on elements 0 to 3 of rank TARGET's memory; each uses a part of the origin's buffers of its own.
OPERATIONS = {
    "Put": "MPI_Put(out + {o}, 4, MPI_INT, {t}, {d}, 4, MPI_INT, win);",
    "Get": "MPI_Get(in + {o}, 4, MPI_INT, {t}, {d}, 4, MPI_INT, win);",
    "Accumulate": "MPI_Accumulate(out + {o}, 4, MPI_INT, {t}, {d}, 4, MPI_INT, MPI_SUM, win);",
    "Accumulate_prod": "MPI_Accumulate(out + {o}, 4, MPI_INT, {t}, {d}, 4, MPI_INT, MPI_PROD, win);",
    "Get_accumulate": "MPI_Get_accumulate(out + {o}, 4, MPI_INT, in + {o}, 4, MPI_INT, {t}, {d}, 4, MPI_INT, MPI_SUM, win);",
    "Get_atomic": "MPI_Get_accumulate(out + {o}, 4, MPI_INT, in + {o}, 4, MPI_INT, {t}, {d}, 4, MPI_INT, MPI_NO_OP, win);",
    "Fetch_and_op": "MPI_Fetch_and_op(out + {o}, in + {o}, MPI_INT, {t}, {d}, MPI_SUM, win);",
    "Compare_and_swap": "MPI_Compare_and_swap(out + {o}, &one, in + {o}, MPI_INT, {t}, {d}, win);",
    "Accumulate_float": "MPI_Accumulate(out + {o}, 4, MPI_FLOAT, {t}, {d}, 4, MPI_FLOAT, MPI_SUM, win);",
}
ATOMIC = {n for n in OPERATIONS if n not in ("Put", "Get")}
ONLY_READ = {"Get", "Get_atomic", "load"}
LOCAL = {"load": "if (memory[0] == 77)\nMPI_Abort(comm, 4);", "store": "memory[0] = 7;"}
PAIRS = (("Put", "Put"), ("Put", "Get"), ("Get", "Get"), ("Get", "Accumulate"), ("Put", "Accumulate"), ("Accumulate", "Accumulate"),
         ("Accumulate", "Accumulate_prod"), ("Get_accumulate", "Accumulate"), ("Get_accumulate", "Get"), ("Get_atomic", "Get"),
         ("Get_atomic", "Put"), ("Get_atomic", "Accumulate_prod"), ("Fetch_and_op", "Fetch_and_op"), ("Fetch_and_op", "Put"),
         ("Compare_and_swap", "Fetch_and_op"), ("Compare_and_swap", "Put"), ("Compare_and_swap", "Get"), ("Accumulate_float", "Accumulate"))
LOCAL_PAIRS = (("Put", "load"), ("Put", "store"), ("Get", "load"), ("Get", "store"), ("Accumulate", "load"), ("Accumulate", "store"),
               ("Fetch_and_op", "store"))


def operation(name, target, origin, displacement=0):
    return OPERATIONS[name].format(o=origin, t=target, d=displacement)


def conflicts(a, b, one_rank):
    """Whether two accesses of one place need an order (MPI-4.0 12.7.1 and the hint accumulate_ops)."""
    if a in ONLY_READ and b in ONLY_READ:
        return False
    if a in ATOMIC and b in ATOMIC:
        if "Accumulate_float" in (a, b):
            return a != b
        products = (a == "Accumulate_prod") != (b == "Accumulate_prod")
        free = "Get_atomic" in (a, b) or "Compare_and_swap" in (a, b)
        return products and not free and not one_rank
    return True


def window_program(expect, family, why, body, ranks=2, make=MAKE):
    return program(expect, family, why, make + body + END, VARIABLES, ranks=ranks)


def at(rank, text):
    return f"if (rank == {rank}) {{\n{text}\n}}\n"


FENCE = "MPI_Win_fence(0, win);\n"
BARRIER = "MPI_Barrier(comm);\n"


def exposed(origins, target, texts):
    """An epoch of each origin in turn, or all in one, on the memory of a rank: start and complete, post and wait."""
    group = f"{{\nMPI_Group group;\nMPI_Group_incl(all, {len(origins)}, (int[]){{{', '.join(map(str, origins))}}}, &group);\n"
    text = at(target, group + "MPI_Win_post(group, 0, win);\n" + texts.get(target, "") + "\nMPI_Win_wait(win);\nMPI_Group_free(&group);\n}")
    for origin in origins:
        text += at(origin, f"{{\nMPI_Group group;\nMPI_Group_incl(all, 1, (int[]){{{target}}}, &group);\nMPI_Win_start(group, 0, win);\n{texts[origin]}\n"
                   "MPI_Win_complete(win);\nMPI_Group_free(&group);\n}")
    return text


def locked(kind, target, text):
    return f"MPI_Win_lock({kind}, {target}, 0, win);\n{text}\nMPI_Win_unlock({target}, win);"


def lock_all(text):
    return f"MPI_Win_lock_all(0, win);\n{text}\nMPI_Win_unlock_all(win);\n"


def pairs_of_one_rank(found):
    for a, b in PAIRS:
        expect = "global-concurrency" if conflicts(a, b, True) else "correct"
        rule = f"MPI-4.0 12.7: {a} and {b} of one rank on one place "
        first, second = operation(a, 1, 0), operation(b, 1, 8)
        together = f"{first}\n{second}"
        family = f"{a}-{b}"
        found.append(window_program(expect, family, rule + "between two fences", FENCE + at(0, together) + FENCE))
        found.append(window_program(expect, family, rule + "in an epoch of a lock", at(0, locked("MPI_LOCK_EXCLUSIVE", 1, together))))
        found.append(window_program(expect, family, rule + "between start and complete", exposed([0], 1, {0: together})))
        found.append(window_program(expect, family, rule + "with a local flush between them, which completes what returns data",
                                    lock_all(at(0, f"{first}\nMPI_Win_flush_local(1, win);\n{second}")))
                     if a in ("Put", "Accumulate", "Accumulate_float") else
                     window_program("correct", family, rule + "with a local flush behind what returns data",
                                    lock_all(at(0, f"{first}\nMPI_Win_flush_local(1, win);\n{second}"))))
        found.append(window_program("correct", family, rule + "with a fence between them", FENCE + at(0, first) + FENCE + at(0, second) + FENCE))
        found.append(window_program("correct", family, rule + "with a flush between them", lock_all(at(0, f"{first}\nMPI_Win_flush(1, win);\n{second}"))))
        found.append(window_program("correct", family, f"{a} and {b} on neighbouring places",
                                    FENCE + at(0, first + "\n" + operation(b, 1, 8, 4)) + FENCE))


def pairs_of_two_ranks(found):
    for a, b in PAIRS:
        expect = "global-concurrency" if conflicts(a, b, False) else "correct"
        rule = f"MPI-4.0 12.7: {a} and {b} of two ranks on one place "
        first, second = operation(a, 1, 0), operation(b, 1, 8)
        family = f"{a}-{b}"
        found.append(window_program(expect, family, rule + "between two fences", FENCE + at(0, first) + at(2, second) + FENCE, 3))
        found.append(window_program(expect, family, rule + "of one exposure", exposed([0, 2], 1, {0: first, 2: second}), 3))
        found.append(window_program(expect, family, rule + "with shared locks",
                                    at(0, locked("MPI_LOCK_SHARED", 1, first)) + at(2, locked("MPI_LOCK_SHARED", 1, second)), 3))
        found.append(window_program(expect, family, rule + "with a barrier, but without a flush",
                                    lock_all(at(0, first) + BARRIER + at(2, second)), 3))
        found.append(window_program("correct", family, rule + "with exclusive locks",
                                    at(0, locked("MPI_LOCK_EXCLUSIVE", 1, first)) + at(2, locked("MPI_LOCK_EXCLUSIVE", 1, second)), 3))
        found.append(window_program("correct", family, rule + "of two exposures",
                                    exposed([0], 1, {0: first}) + exposed([2], 1, {2: second}), 3))
        found.append(window_program("correct", family, rule + "with a flush and a message between them",
                                    lock_all(at(0, first + "\nMPI_Win_flush(1, win);\nMPI_Send(NULL, 0, MPI_INT, 2, 5, comm);") +
                                             at(2, "MPI_Recv(NULL, 0, MPI_INT, 0, 5, comm, MPI_STATUS_IGNORE);\n" + second)), 3))


def pairs_with_the_program(found):
    for a, b in LOCAL_PAIRS:
        expect = "global-concurrency" if conflicts(a, b, False) else "correct"
        rule = f"MPI-4.0 12.7: {a} of another rank, and a {b} of the program, on one place "
        first, second = operation(a, 1, 0), LOCAL[b]
        family = f"{a}-{b}"
        found.append(window_program(expect, family, rule + "between two fences", FENCE + at(0, first) + at(1, second) + FENCE))
        found.append(window_program(expect, family, rule + "in its exposure epoch", exposed([0], 1, {0: first, 1: second})))
        if b == "store":
            found.append(window_program(expect, family, rule + "without a lock of its own",
                                        at(0, locked("MPI_LOCK_SHARED", 1, first)) + at(1, second)))
        found.append(window_program("correct", family, rule + "behind the fence", FENCE + at(0, first) + FENCE + at(1, second)))
        found.append(window_program("correct", family, rule + "behind the exposure", exposed([0], 1, {0: first}) + at(1, second)))
        found.append(window_program("correct", family, rule + "with exclusive locks",
                                    at(0, locked("MPI_LOCK_EXCLUSIVE", 1, first)) + at(1, locked("MPI_LOCK_EXCLUSIVE", 1, second))))
        found.append(window_program("correct", family, rule + "behind a barrier",
                                    at(0, locked("MPI_LOCK_SHARED", 1, first)) + BARRIER + at(1, second)))
        found.append(window_program("correct", family, f"{a}, and a {b} on another place",
                                    FENCE + at(0, first) + at(1, second.replace("[0]", "[20]")) + FENCE))


STATIC = """static int room[MOST];
MPI_Win_create(room, sizeof room, sizeof(int), MPI_INFO_NULL, comm, &win);
memory = room;
MPI_Comm_group(comm, &all);
MPI_Group_excl(all, 1, (int[]){rank}, &other);
"""


def other_windows(found):
    put, get = operation("Put", 1, 0), operation("Get", 1, 8)
    check = "\nif (rank == 1 && memory[3] != 3)\nMPI_Abort(comm, 3);"
    found.append(window_program("correct", "static-window", "the memory of the window is static", FENCE + at(0, put) + FENCE + check, make=STATIC))
    found.append(window_program("global-concurrency", "static-window", "MPI-4.0 12.7: a store between the fences, in static memory",
                                FENCE + at(0, put) + at(1, "memory[2] = 1;") + FENCE, make=STATIC))
    dynamic = STATIC.replace("MPI_Win_create(room, sizeof room, sizeof(int), MPI_INFO_NULL, comm, &win);",
                             "MPI_Aint base;\nMPI_Win_create_dynamic(MPI_INFO_NULL, comm, &win);\nMPI_Win_attach(win, room, sizeof room);\n"
                             "MPI_Get_address(room, &base);\nMPI_Bcast(&base, 1, MPI_AINT, 1, comm);")
    there = put.replace(" 1, 0,", " 1, base,"), get.replace(" 1, 0,", " 1, base,")
    detach = "MPI_Barrier(comm);\nMPI_Win_detach(win, room);"
    found.append(window_program("correct", "dynamic-window", "the memory of the window is attached", FENCE + at(0, there[0]) + FENCE + detach, make=dynamic))
    found.append(window_program("global-concurrency", "dynamic-window", "MPI-4.0 12.7: a put and a get in one epoch of attached memory",
                                FENCE + at(0, "\n".join(there)) + FENCE + detach, make=dynamic))
    found.append(window_program("correct", "polling", "MPI-4.0 12.7: a rank may poll its memory if the model is unified",
                                lock_all(at(0, "MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win);") +
                                         at(1, "while (*(volatile int *)memory == 0)\nMPI_Win_sync(win);"))))
    found.append(window_program("correct", "vector", "two puts interleave without a common place",
                                "MPI_Datatype t;\nMPI_Type_vector(4, 1, 2, MPI_INT, &t);\nMPI_Type_commit(&t);\n" + FENCE +
                                at(0, "MPI_Put(out, 4, MPI_INT, 1, 0, 1, t, win);") + at(2, "MPI_Put(out, 4, MPI_INT, 1, 1, 1, t, win);") + FENCE +
                                "MPI_Type_free(&t);", 3))
    found.append(window_program("global-concurrency", "vector", "MPI-4.0 12.7: a put meets one place of another one's",
                                "MPI_Datatype t;\nMPI_Type_vector(4, 1, 2, MPI_INT, &t);\nMPI_Type_commit(&t);\n" + FENCE +
                                at(0, "MPI_Put(out, 4, MPI_INT, 1, 0, 1, t, win);") + at(2, "MPI_Put(out, 2, MPI_INT, 1, 6, 2, MPI_INT, win);") + FENCE +
                                "MPI_Type_free(&t);", 3))
    found.append(window_program("correct", "ring", "each rank writes to its neighbour, and reads what it got behind the fence",
                                "for (int i = 0; i < 5; i++) {\n" + FENCE + "MPI_Put(&one, 1, MPI_INT, (rank + 1) % size, i, 1, MPI_INT, win);\n" + FENCE +
                                "one += memory[i];\n}", 4))
    found.append(window_program("correct", "counter", "all ranks count in the memory of one",
                                lock_all("for (int i = 0; i < 4; i++) {\nMPI_Fetch_and_op(&one, in, MPI_INT, 0, 0, MPI_SUM, win);\nMPI_Win_flush(0, win);\n"
                                         "size += in[0];\n}"), 4))
    found.append(window_program("correct", "critical-section", "each rank changes the memory under an exclusive lock",
                                "for (int i = 0; i < 3; i++) {\nMPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);\n" + operation("Get", 0, 0) +
                                "\nMPI_Win_flush(0, win);\nout[0] = in[0] + 1;\n" + operation("Put", 0, 0) + "\nMPI_Win_unlock(0, win);\n}", 3))
    mine = ("int nobody = 0, me = rank + 1, old = 1;\nwhile (old != 0) {\nMPI_Compare_and_swap(&me, &nobody, &old, MPI_INT, 0, 9, win);\n"
            "MPI_Win_flush(0, win);\n}\n" + operation("Get", 0, 0) + "\nMPI_Win_flush_local(0, win);\nout[0] = in[0] + 1;\n" +
            operation("Put", 0, 0) + "\nMPI_Win_flush(0, win);\n%sMPI_Accumulate(&nobody, 1, MPI_INT, 0, 9, 1, MPI_INT, MPI_REPLACE, win);\n"
            "MPI_Win_flush(0, win);")
    found.append(window_program("correct", "own-lock", "a lock of the program's own, by compare-and-swap", lock_all(mine % ""), 3))
    found.append(window_program("global-concurrency", "own-lock", "MPI-4.0 12.7: what is put is complete behind the program's own lock only",
                                lock_all((mine % "").replace("MPI_Win_flush(0, win);\nMPI_Accumulate", "MPI_Accumulate")), 3))
    found.append(window_program("correct", "own-flag", "a flag says that what was put before is complete",
                                lock_all(at(0, operation("Put", 1, 0) + "\nMPI_Win_flush(1, win);\n"
                                            "MPI_Accumulate(&one, 1, MPI_INT, 1, 9, 1, MPI_INT, MPI_REPLACE, win);") +
                                         at(1, "while (((volatile int *)memory)[9] == 0)\nMPI_Win_sync(win);\nmemory[0] = 7;"))))
    found.append(window_program("correct", "handed-on", "a lock hands on what was flushed to another rank's memory",
                                at(0, "MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, win);\n" + operation("Put", 2, 0) + "\nMPI_Win_unlock(2, win);\n" +
                                   locked("MPI_LOCK_EXCLUSIVE", 1, "MPI_Put(&one, 1, MPI_INT, 1, 9, 1, MPI_INT, win);")) +
                                at(3, "in[0] = 0;\nwhile (in[0] == 0) {\n" + locked("MPI_LOCK_EXCLUSIVE", 1, "MPI_Get(in, 1, MPI_INT, 1, 9, 1, MPI_INT, win);") +
                                   "\n}\n" + locked("MPI_LOCK_SHARED", 2, operation("Get", 2, 8))), 4))


def origin_buffers(found):
    rule = "MPI-4.0 12.3: the buffer of the origin "
    cases = (("Put", "out[1] = 9;", "is written before the operation is complete"), ("Get", "in[1] = 9;", "is written before the operation is complete"),
             ("Get", "size += in[1];", "is read before the data are there"), ("Accumulate", "out[1] = 9;", "is written before the operation is complete"),
             ("Get_accumulate", "in[1] = 9;", "is written before the operation is complete"),
             ("Fetch_and_op", "size += in[0];", "is read before the data are there"), ("Compare_and_swap", "out[0] = 9;", "is written too early"),
             ("Get", operation("Get", 1, 2, 8), "is that of another operation"), ("Get", operation("Put", 1, 0, 8).replace("out", "in"), "is that of another operation"))
    for name, use, how in cases:
        call = operation(name, 1, 0)
        for begin, end in ((FENCE, FENCE), ("MPI_Win_lock_all(0, win);\n", "MPI_Win_unlock_all(win);\n")):
            found.append(window_program("local-concurrency", name, rule + how, begin + at(0, f"{call}\n{use}") + end))
            found.append(window_program("correct", name, "the buffer of the origin is used behind the epoch", begin + at(0, call) + end +
                                        (begin if use.startswith("MPI_") else "") + at(0, use) + (end if use.startswith("MPI_") else "")))
        if not use.startswith("MPI_"):
            found.append(window_program("correct", name, "the buffer of the origin is used behind a local flush",
                                        lock_all(at(0, f"{call}\nMPI_Win_flush_local_all(win);\n{use}"))))
    for name in ("Put", "Get"):
        call = operation(name, 1, 0).replace("MPI_", "MPI_R").replace("MPI_RINT", "MPI_INT").replace(f"MPI_R{name}", f"MPI_R{name.lower()}").replace("win)", "win, &request)")
        use = "out[1] = 9;" if name == "Put" else "size += in[1];"
        wait = "MPI_Wait(&request, MPI_STATUS_IGNORE);"
        found.append(window_program("correct", f"R{name.lower()}", "the buffer is used behind the wait",
                                    lock_all(at(0, f"MPI_Request request;\n{call}\n{wait}\n{use}"))))
        found.append(window_program("local-concurrency", f"R{name.lower()}", rule + "is used before the wait",
                                    lock_all(at(0, f"MPI_Request request;\n{call}\n{use}\n{wait}"))))
        found.append(window_program("global-concurrency" if name == "Put" else "correct", f"R{name.lower()}",
                                    "MPI-4.0 12.3.5: the wait completes a put at the origin only, but a get at both",
                                    lock_all(at(0, f"MPI_Request request;\n{call}\n{wait}\n{operation('Put', 1, 8)}"))))
        found.append(window_program("epoch-lifecycle", f"R{name.lower()}", "MPI-4.0 12.3.5: operations with requests are for passive epochs",
                                    FENCE + at(0, f"MPI_Request request;\n{call}\n{wait}") + FENCE))


def epochs(found):
    put = operation("Put", 1, 0)
    lock, unlock = "MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);", "MPI_Win_unlock(1, win);"
    wrong = (("Put", "an operation without an epoch", at(0, put)), ("Put", "an operation behind the last fence", FENCE + "MPI_Win_fence(MPI_MODE_NOSUCCEED, win);\n" + at(0, put)),
             ("Win_lock", "a rank is locked twice", at(0, f"{lock}\n{lock}\n{unlock}\n{unlock}")),
             ("Win_unlock", "a rank is unlocked that is not locked", at(0, unlock)),
             ("Win_unlock", "another rank is unlocked", at(0, f"{lock}\nMPI_Win_unlock(0, win);\n{unlock}")),
             ("Win_lock_all", "all are locked twice", "MPI_Win_lock_all(0, win);\nMPI_Win_lock_all(0, win);\nMPI_Win_unlock_all(win);\nMPI_Win_unlock_all(win);"),
             ("Win_unlock_all", "nothing is locked", "MPI_Win_unlock_all(win);"), ("Win_unlock_all", "one rank is locked", at(0, f"{lock}\nMPI_Win_unlock_all(win);")),
             ("Win_complete", "no epoch was started", at(0, "MPI_Win_complete(win);")), ("Win_wait", "no epoch was posted", at(1, "MPI_Win_wait(win);")),
             ("Win_test", "no epoch was posted", at(1, "int flag;\nMPI_Win_test(win, &flag);")),
             ("Win_post", "memory is exposed twice", at(1, "MPI_Win_post(MPI_GROUP_EMPTY, 0, win);\nMPI_Win_post(MPI_GROUP_EMPTY, 0, win);\nMPI_Win_wait(win);")),
             ("Win_start", "an epoch is started twice", at(0, "MPI_Win_start(MPI_GROUP_EMPTY, 0, win);\nMPI_Win_start(MPI_GROUP_EMPTY, 0, win);\nMPI_Win_complete(win);")),
             ("Win_flush", "nothing is locked", at(0, "MPI_Win_flush(1, win);")), ("Win_flush", "the epoch is one of a fence", FENCE + at(0, put + "\nMPI_Win_flush(1, win);") + FENCE),
             ("Win_flush_local", "another rank is locked", at(0, f"{lock}\nMPI_Win_flush_local(0, win);\n{unlock}")),
             ("Win_fence", "a fence in an epoch of a lock", at(0, lock) + FENCE + at(0, unlock)),
             ("Win_fence", "a fence in an epoch of start", at(0, "MPI_Win_start(MPI_GROUP_EMPTY, 0, win);") + FENCE),
             ("Win_lock", "a lock in the epoch of a fence", FENCE + at(0, f"{put}\n{lock}\n{unlock}") + FENCE),
             ("Win_start", "a start in the epoch of a fence", FENCE + at(0, put + "\nMPI_Win_start(MPI_GROUP_EMPTY, 0, win);\nMPI_Win_complete(win);") + FENCE),
             ("Win_post", "an exposure in the epoch of a fence", FENCE + at(0, put + "\nMPI_Win_post(MPI_GROUP_EMPTY, 0, win);\nMPI_Win_wait(win);") + FENCE),
             ("Win_start", "a start in an epoch of a lock", at(0, f"{lock}\nMPI_Win_start(MPI_GROUP_EMPTY, 0, win);\nMPI_Win_complete(win);\n{unlock}")),
             ("Win_lock", "a rank that is exposed is locked", at(1, "MPI_Win_post(MPI_GROUP_EMPTY, 0, win);") + BARRIER + at(0, f"{lock}\n{unlock}") + BARRIER + at(1, "MPI_Win_wait(win);")),
             ("Win_fence", "an epoch of a lock in the epoch of two fences", FENCE + at(0, f"{lock}\n{put}\n{unlock}") + FENCE),
             ("Win_fence", "an epoch of all locks in the epoch of two fences", FENCE + at(0, f"MPI_Win_lock_all(0, win);\n{put}\nMPI_Win_unlock_all(win);") + FENCE),
             ("Win_fence", "start and post in the epoch of two fences", FENCE + exposed([0], 1, {0: put}) + FENCE),
             ("Win_free", "the window is freed in an epoch of a lock", at(0, f"{lock}\n{put}")),
             ("Win_free", "the window is freed while all are locked", "MPI_Win_lock_all(0, win);"),
             ("Win_free", "the window is freed in the epoch of a fence", FENCE + at(0, put)),
             ("Win_free", "the window is freed while it is exposed", at(1, "MPI_Win_post(MPI_GROUP_EMPTY, 0, win);")),
             ("Win_fence", "operations precede a fence that says there are none", FENCE + at(0, put) + "MPI_Win_fence(MPI_MODE_NOPRECEDE, win);\n"))
    for family, how, body in wrong:
        found.append(window_program("epoch-lifecycle", family, "MPI-4.0 12.5: " + how, body))
    for family, how, body in (("Win_lock", "a lock is not given up", at(0, f"{lock}\n{put}")), ("Win_start", "an epoch is not completed", at(0, "MPI_Win_start(MPI_GROUP_EMPTY, 0, win);")),
                              ("Win_post", "an exposure does not end", at(1, "MPI_Win_post(MPI_GROUP_EMPTY, 0, win);"))):
        found.append(program("epoch-lifecycle", family, "MPI-4.0 12.5: " + how + ", nor is the window freed",
                             MAKE + body + "\nMPI_Group_free(&other);\nMPI_Group_free(&all);", VARIABLES))
    right = (("Win_fence", "fences with all their assertions", "MPI_Win_fence(MPI_MODE_NOPRECEDE, win);\n" + at(0, put) + "MPI_Win_fence(MPI_MODE_NOSUCCEED, win);\n"),
             ("Win_lock", "locks of two ranks at a time", at(0, f"{lock}\nMPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);\n{put}\nMPI_Win_unlock(0, win);\n{unlock}")),
             ("Win_lock", "a lock of nobody", at(0, "MPI_Win_lock(MPI_LOCK_SHARED, MPI_PROC_NULL, 0, win);\nMPI_Win_unlock(MPI_PROC_NULL, win);")),
             ("Win_fence", "a fence, then a lock", FENCE + at(0, f"{lock}\n{put}\n{unlock}")),
             ("Win_fence", "a fence without an epoch, then start and post", "MPI_Win_fence(MPI_MODE_NOSUCCEED, win);\n" + exposed([0], 1, {0: put}) + FENCE),
             ("Win_fence", "a lock, then a fence that ends no epoch", FENCE + at(0, f"{lock}\n{put}\n{unlock}") + "MPI_Win_fence(MPI_MODE_NOPRECEDE, win);\n"),
             ("Win_fence", "a lock without an operation between fences", FENCE + at(0, f"{lock}\n{unlock}") + FENCE),
             ("Win_test", "an exposure ends with a test", "int flag = 0;\n" + at(1, "MPI_Win_post(other, 0, win);\nwhile (!flag)\nMPI_Win_test(win, &flag);") +
              at(0, f"MPI_Win_start(other, 0, win);\n{put}\nMPI_Win_complete(win);")),
             ("Win_lock_all", "all are locked, and flushed", lock_all(at(0, put + "\nMPI_Win_flush_all(win);"))),
             ("Put", "an operation for nobody needs no epoch", FENCE + operation("Put", "MPI_PROC_NULL", 0) + "\n" + FENCE),
             ("Win_lock", "a lock behind the end of an exposure", exposed([0], 1, {0: put}) + BARRIER + at(0, f"{lock}\n{put}\n{unlock}")))
    for family, how, body in right:
        found.append(window_program("correct", family, how, body))
    for op in ("Put", "Get", "Accumulate"):
        text = operation(op, 1, 0).replace("4, MPI_INT, win", "4, MPI_FLOAT, win").replace("4, MPI_INT, MPI_SUM", "4, MPI_FLOAT, MPI_SUM")
        found.append(window_program("parameter-matching", op, "MPI-4.0 12.3: the signatures of origin and target differ", FENCE + at(0, text) + FENCE))


LEFT = (
    ("Win_create", "static int room[4];\nMPI_Win made;", "MPI_Win_create(room, sizeof room, 4, MPI_INFO_NULL, comm, &made);", "MPI_Win_free(&made);"),
    ("Win_allocate", "MPI_Win made;\nint *base;", "MPI_Win_allocate(16, 4, MPI_INFO_NULL, comm, &base, &made);", "MPI_Win_free(&made);"),
    ("Win_allocate_shared", "MPI_Win made;\nint *base;", "MPI_Win_allocate_shared(16, 4, MPI_INFO_NULL, comm, &base, &made);", "MPI_Win_free(&made);"),
    ("Win_create_dynamic", "MPI_Win made;", "MPI_Win_create_dynamic(MPI_INFO_NULL, comm, &made);", "MPI_Win_free(&made);"),
    ("Comm_get_info", "MPI_Info made;", "MPI_Comm_get_info(comm, &made);", "MPI_Info_free(&made);"),
    ("Info_dup", "MPI_Info made, one;", "MPI_Info_create(&one);\nMPI_Info_dup(one, &made);\nMPI_Info_free(&one);", "MPI_Info_free(&made);"),
    ("Type_create_keyval", "int made;", "MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &made, NULL);", "MPI_Type_free_keyval(&made);"),
    ("Win_create_keyval", "int made;", "MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, MPI_WIN_NULL_DELETE_FN, &made, NULL);", "MPI_Win_free_keyval(&made);"),
    ("File_open", "MPI_File made;", "MPI_File_open(comm, \"left.tmp\", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &made);",
     "MPI_File_close(&made);"),
    ("Session_init", "MPI_Session made;", "MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &made);", "MPI_Session_finalize(&made);"),
    ("Comm_get_errhandler", "MPI_Errhandler made;", "MPI_Comm_get_errhandler(MPI_COMM_SELF, &made);", "if (made != MPI_ERRORS_RETURN)\nMPI_Errhandler_free(&made);"),
)


def assertions(found):
    rule = "MPI-4.0 12.5.5: "
    put = at(0, operation("Put", 1, 0))
    lock = "MPI_Win_lock(MPI_LOCK_SHARED, 0, {0}, win);\nMPI_Win_unlock(0, win);\n"
    for text in (lock, "MPI_Win_lock_all({0}, win);\nMPI_Win_unlock_all(win);\n"):
        family = text.split("(", 1)[0][4:]
        found.append(window_program("invalid-parameter", family, rule + "this assertion is not for locks", text.format("MPI_MODE_NOPRECEDE")))
        found.append(window_program("correct", family, "no other lock is there", text.format("MPI_MODE_NOCHECK")))
    for name in ("NOPRECEDE", "NOSUCCEED"):
        found.append(window_program("parameter-matching", "Win_fence", rule + "all ranks give it, or none",
                                    FENCE + f"MPI_Win_fence(rank ? MPI_MODE_{name} : 0, win);\n" +
                                    ("" if name == "NOSUCCEED" else "MPI_Win_fence(MPI_MODE_NOSUCCEED, win);\n")))
    found.append(window_program("invalid-parameter", "Win_fence", rule + "this assertion is not for fences", "MPI_Win_fence(MPI_MODE_NOCHECK, win);"))
    found.append(window_program("epoch-lifecycle", "Win_fence", rule + "no put comes to a rank that gives MPI_MODE_NOPUT",
                                "MPI_Win_fence(rank == 1 ? MPI_MODE_NOPUT : 0, win);\n" + put + FENCE))
    found.append(window_program("correct", "Win_fence", "the rank that gives MPI_MODE_NOPUT changes another one's memory, and is changed behind the next fence",
                                "MPI_Win_fence(rank == 0 ? MPI_MODE_NOPUT : 0, win);\n" + put + "MPI_Win_fence(rank == 1 ? MPI_MODE_NOPUT : 0, win);\n" +
                                at(1, operation("Put", 0, 0)) + "MPI_Win_fence(MPI_MODE_NOSUCCEED | MPI_MODE_NOSTORE, win);\n"))
    for assertion, expect in (("MPI_MODE_NOPUT", "epoch-lifecycle"), ("MPI_MODE_NOSTORE", "correct"), ("MPI_MODE_NOSUCCEED", "invalid-parameter")):
        body = exposed([0], 1, {0: operation("Put", 1, 0)}).replace("MPI_Win_post(group, 0", f"MPI_Win_post(group, {assertion}")
        found.append(window_program(expect, "Win_post", rule + "a put comes to a rank that gives " + assertion, body))


def freed_memory(found):
    for make in (MAKE, MAKE.replace("MPI_Win_allocate(", "MPI_Win_allocate_shared(")):
        for use in ("out[0] = memory[1];", "memory[2] = 3;", "MPI_Bcast(memory, 1, MPI_INT, 0, comm);"):
            found.append(program("invalid-parameter", "Win_free", "MPI-4.0 12.2.5: the memory that MPI has made ends with the window",
                                 make + END + "\n" + use, VARIABLES))
    found.append(program("correct", "Win_free", "the memory is the program's own, and windows come and go",
                         "memory = malloc(64);\nfor (int i = 0; i < 3; i++) {\nMPI_Win_create(memory, 64, 4, MPI_INFO_NULL, comm, &win);\nMPI_Win_free(&win);\n"
                         "memory[i] = 1;\nint *made;\nMPI_Win_allocate(40 << 20, 1, MPI_INFO_NULL, comm, &made, &win);\nmade[3] = i;\nMPI_Win_free(&win);\n}\n"
                         "free(memory);", VARIABLES))


def left_objects(found):
    own = ("MPI_Errhandler own;\nMPI_Comm_create_errhandler(handle, &own);\nMPI_Comm_set_errhandler(MPI_COMM_SELF, own);\nMPI_Errhandler_free(&own);\n")
    before = "static void handle(MPI_Comm *comm, int *code, ...) {\n    (void)comm, (void)code;\n}\n\n"
    for name, declare, make, free in LEFT:
        first, text = (own, before) if name == "Comm_get_errhandler" else ("", "")
        for expect, why, body in (("resource-leak", "MPI-4.0 2.5.1 and 11.2.2: an object that was made is freed", make),
                                  ("correct", "each object that is made is freed", f"{make}\n{free}")):
            found.append(program(expect, name, why, "(void)rank, (void)size;\n" + first + body, declare, before=text))
    session = """int main(void) {
    int one = 1, sum;
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "all", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
%s    MPI_Session_finalize(&session);
    return 0;
}
"""
    for expect, why, free in (("correct", "a session without MPI_Init", "    MPI_Group_free(&group);\n    MPI_Comm_free(&comm);\n"),
                              ("resource-leak", "MPI-4.0 2.5.1: the group of a session is freed", "    MPI_Comm_free(&comm);\n")):
        found.append({"expect": expect, "family": "Session_init", "why": why, "whole": session % free})
    found.append(program("correct", "Comm_get_errhandler", "a predefined error handler need not be freed",
                         "(void)rank, (void)size;\nMPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);\nMPI_Comm_get_errhandler(comm, &made);", "MPI_Errhandler made;"))


def many_operations(found):
    rule = "an epoch may have any number of operations: "
    variables = VARIABLES.replace("*memory;", "*memory, *source;").replace("(void)one", "source = malloc(100000 * sizeof(int));\n(void)one")
    make = MAKE.replace("MOST", "100000")
    fill = "for (int i = 0; i < 100000; i++)\nsource[i] = i;\n"
    loop = "for (int i = 0; i < 100000; i++)\n"
    accesses = {"Put": "MPI_Put(source + i, 1, MPI_INT, 1, i, 1, MPI_INT, win);\n",
                "Get": "MPI_Get(source + i, 1, MPI_INT, 1, i, 1, MPI_INT, win);\n",
                "Accumulate": "MPI_Accumulate(source + i % 7, 1, MPI_INT, 1, i % 50000, 1, MPI_INT, MPI_SUM, win);\n",
                "Rput": "{\nMPI_Request request;\nMPI_Rput(source + i, 1, MPI_INT, 1, i, 1, MPI_INT, win, &request);\nMPI_Wait(&request, MPI_STATUS_IGNORE);\n}\n"}
    for name, access in accesses.items():
        for expect, last, why in (("correct", "", "on places of their own"),
                                  ("global-concurrency", "MPI_Put(&one, 1, MPI_INT, 1, 40000, 1, MPI_INT, win);\n", "of which one has the place of another one")):
            body = fill + at(0, locked("MPI_LOCK_SHARED", 1, loop + access + last))
            found.append(program(expect, name, rule + why, make + body + END + "\nfree(source);", variables))
        if name != "Rput":
            found.append(program("correct", name, rule + "between two fences", make + fill + FENCE + at(0, loop + access) + FENCE + END + "\nfree(source);",
                                 variables))
    found.append(program("local-concurrency", "Put", "a variable is the buffer of many operations, and is changed between them",
                         make + fill + FENCE + at(0, loop + "{\none = i;\nMPI_Put(&one, 1, MPI_INT, 1, i, 1, MPI_INT, win);\n}") + FENCE + END +
                         "\nfree(source);", variables))


def windows():
    found = []
    for part in (pairs_of_one_rank, pairs_of_two_ranks, pairs_with_the_program, other_windows, origin_buffers, epochs, assertions, freed_memory,
                 left_objects, many_operations):
        part(found)
    return found
