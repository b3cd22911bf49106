"""one_sided.py - one-sided communication: buffers of requests and results, kinds of atomic operations, assertions, attached memory."""
from errors_local import program
from windows import BARRIER, END, FENCE, MAKE, VARIABLES, at, exposed, lock_all, window_program

MORE = VARIABLES + "\nlong wide[4] = {0};\nMPI_Request request;\nMPI_Aint place = 0;\n(void)wide, (void)request, (void)place;"
WAIT = "MPI_Wait(&request, MPI_STATUS_IGNORE);\n"
# An operation with a request, what the program must not do with its buffers before the wait, and what it may do.
REQUESTS = {
    "Rput": ("MPI_Rput(out, 4, MPI_INT, 1, 0, 4, MPI_INT, win, &request);\n", ("out[1] = 7;",), ("in[0] = out[1];",)),
    "Raccumulate": ("MPI_Raccumulate(out, 4, MPI_INT, 1, 0, 4, MPI_INT, MPI_SUM, win, &request);\n", ("out[0] = 7;", "memset(out, 0, 8);"), ("in[0] = out[0];",)),
    "Rget": ("MPI_Rget(in, 4, MPI_INT, 1, 0, 4, MPI_INT, win, &request);\n", ("out[0] = in[1];", "in[3] = 7;", "memcpy(out, in, 4);"), ("in[4] = 7;",)),
    "Rget_accumulate": ("MPI_Rget_accumulate(out, 4, MPI_INT, in, 4, MPI_INT, 1, 0, 4, MPI_INT, MPI_SUM, win, &request);\n",
                        ("out[9] = in[1];", "in[0] = 5;", "out[3] = 7;"), ("in[9] = out[3];",)),
}
# Operations without one; `results`: uses of what they return.
RESULTS = {
    "Get_accumulate": ("MPI_Get_accumulate(out, 4, MPI_INT, in, 4, MPI_INT, 1, 0, 4, MPI_INT, MPI_SUM, win);\n", ("out[9] = in[2];", "in[0] = 7;", "out[0] = 7;")),
    "Get_atomic": ("MPI_Get_accumulate(NULL, 0, MPI_INT, in, 4, MPI_INT, 1, 0, 4, MPI_INT, MPI_NO_OP, win);\n", ("out[9] = in[2];",)),
    "Fetch_and_op": ("MPI_Fetch_and_op(out, in, MPI_INT, 1, 0, MPI_SUM, win);\n", ("out[9] = in[0];", "out[0] = 7;")),
    "Compare_and_swap": ("MPI_Compare_and_swap(out, &one, in, MPI_INT, 1, 0, win);\n", ("out[9] = in[0];", "one = 7;", "out[0] = 7;")),
}


def requests(found):
    rule = "MPI-4.0 12.3.5: the buffers are the operation's until its request is complete: "
    for name, (start, wrong, right) in REQUESTS.items():
        for use in wrong:
            found.append(program("local-concurrency", name, rule + "used before the wait", MAKE + lock_all(at(0, start + use + "\n" + WAIT)) + END, MORE))
            found.append(program("correct", name, "used behind the wait", MAKE + lock_all(at(0, start + WAIT + use)) + END, MORE))
        for end in ("flush(1, win)", "flush_local(1, win)", "flush_all(win)", "flush_local_all(win)"):
            found.append(program("correct", name, f"used behind MPI_Win_{end}, before the wait", MAKE + lock_all(at(0, start + f"MPI_Win_{end};\n{wrong[0]}\n" + WAIT)) + END, MORE))
        found.append(program("correct", name, "used behind the end of the epoch, before the wait", MAKE + lock_all(at(0, start)) + at(0, wrong[0] + "\n" + WAIT) + END, MORE))
        found.append(program("local-concurrency", name, rule + "another rank is flushed", MAKE + lock_all(at(0, start + f"MPI_Win_flush(0, win);\n{wrong[0]}\n" + WAIT)) + END, MORE))
        found.append(program("correct", name, "what is used before the wait is not the operation's", MAKE + lock_all(at(0, start + right[0] + "\n" + WAIT)) + END, MORE))
        found.append(program("request-lifecycle", name, "MPI-4.0 12.3.5: the request is completed by a wait or test", MAKE + lock_all(at(0, start)) + END, MORE))
        found.append(program("local-concurrency", name, rule + "used behind a test that has not completed it",
                             MAKE + lock_all(at(0, start + "MPI_Request *none = NULL;\n(void)none;\n" + wrong[0] + "\nMPI_Waitall(1, &request, MPI_STATUSES_IGNORE);")) + END, MORE))


def results(found):
    rule = "MPI-4.0 12.3: buffers are the operation's until it is complete at the origin: "
    for name, (start, uses) in RESULTS.items():
        for use in uses:
            for how, text in (("lock_all", lock_all(at(0, start + use))), ("fence", FENCE + at(0, start + use) + FENCE), ("start", exposed([0], 1, {0: start + use}))):
                found.append(window_program("local-concurrency", name, rule + f"used in the epoch of {how}", text))
            for flush in ("flush(1, win)", "flush_local(1, win)", "flush_all(win)", "flush_local_all(win)"):
                found.append(window_program("correct", name, f"used behind MPI_Win_{flush}", lock_all(at(0, f"{start}MPI_Win_{flush};\n{use}"))))
            found.append(window_program("local-concurrency", name, rule + "another rank is flushed", lock_all(at(0, f"{start}MPI_Win_flush(0, win);\n{use}"))))


PUT = "MPI_Put(out, 4, MPI_INT, 1, 0, 4, MPI_INT, win);\n"
GET = "MPI_Get(in, 4, MPI_INT, 1, 0, 4, MPI_INT, win);\n"


def flushes(found):
    rule = "MPI-4.0 12.5.4: a local flush says nothing of the target: "
    for name, flush, expect in (("flush", "flush(1, win)", "correct"), ("flush_local", "flush_local(1, win)", "global-concurrency"), ("flush_all", "flush_all(win)", "correct"),
                                ("flush_local_all", "flush_local_all(win)", "global-concurrency")):
        put = at(0, f"{PUT}MPI_Win_{flush};\nout[0] = 9;")
        found.append(window_program(expect, f"Win_{name}", rule + "another rank gets what was put", lock_all(put + BARRIER + at(2, GET + "MPI_Win_flush(1, win);")), 3))
        found.append(window_program(expect, f"Win_{name}", rule + "the same rank puts again", lock_all(at(0, f"{PUT}MPI_Win_{flush};\n{PUT.replace('out', 'out + 8')}"))))
        found.append(window_program("correct", f"Win_{name}", "the buffer is the program's behind it", lock_all(put)))
    for use, expect in (("out[0] = 9;", "local-concurrency"), ("in[9] = out[0];", "correct")):
        found.append(window_program(expect, "Put", "MPI-4.0 12.3: the buffer of a put that is not flushed", lock_all(at(0, PUT + use))))


ACCUMULATE = "MPI_Accumulate({from_}, {n}, {kind}, 1, {d}, {n}, {kind}, {op}, win);"
SWAP = "MPI_Compare_and_swap({from_}, {with_}, {to}, {kind}, 1, {d}, win);"


def kinds(found):
    rule = "MPI-4.0 12.7.1: atomic operations are on elements of one type: "
    long_swap = SWAP.format(from_="&wide[0]", with_="&wide[1]", to="&wide[2]", kind="MPI_LONG", d=0)
    int_swap = SWAP.format(from_="out", with_="&one", to="in", kind="MPI_INT", d="{d}")
    for d, expect in ((0, "global-concurrency"), (1, "global-concurrency"), (2, "correct")):
        add = ACCUMULATE.format(from_="out", n=1, kind="MPI_INT", d=d, op="MPI_SUM")
        for other, name in ((add, "Accumulate"), (int_swap.format(d=d), "Compare_and_swap")):
            body = lock_all(at(0, long_swap) + at(2, other))
            found.append(program(expect, "Compare_and_swap", rule + f"a swap of longs, and {name} of integers", MAKE + body + END, MORE, ranks=3))
    for kind, expect in (("MPI_INT", "correct"), ("MPI_UNSIGNED", "global-concurrency"), ("MPI_FLOAT", "global-concurrency")):
        body = lock_all(at(0, ACCUMULATE.format(from_="out", n=1, kind="MPI_INT", d=0, op="MPI_SUM")) + at(2, ACCUMULATE.format(from_="out", n=1, kind=kind, d=0, op="MPI_SUM")))
        found.append(window_program(expect, "Accumulate", rule + f"integers and {kind}", body, 3))
        body = lock_all(at(0, SWAP.format(from_="out", with_="&one", to="in", kind="MPI_INT", d=0)) +
                        at(2, f"MPI_Fetch_and_op(out, in, {kind}, 1, 0, MPI_SUM, win);"))
        found.append(window_program(expect, "Fetch_and_op", rule + f"a swap of integers, and a sum of {kind}", body, 3))


SAME = MAKE.replace("MPI_Win_allocate(", 'MPI_Info info;\nMPI_Info_create(&info);\nMPI_Info_set(info, "accumulate_ops", "VALUE");\nMPI_Win_allocate(').replace(
    "MPI_INFO_NULL", "info").replace("&win);", "&win);\nMPI_Info_free(&info);")


def same_op(found):
    rule = 'MPI-4.0 12.2.1: with accumulate_ops "same_op" concurrent operations have one operator: '
    for value, a, b, expect in (("same_op", "MPI_SUM", "MPI_SUM", "correct"), ("same_op", "MPI_SUM", "MPI_NO_OP", "global-concurrency"), ("same_op", "MPI_NO_OP", "MPI_NO_OP", "correct"),
                                ("same_op_no_op", "MPI_SUM", "MPI_NO_OP", "correct"), ("same_op_no_op", "MPI_SUM", "MPI_PROD", "global-concurrency"),
                                ("same_op", "MPI_REPLACE", "MPI_SUM", "global-concurrency"), ("same_op_no_op", "MPI_REPLACE", "MPI_NO_OP", "correct")):
        make = SAME.replace("VALUE", value)
        first, second = (f"MPI_Get_accumulate(out, 4, MPI_INT, in, 4, MPI_INT, 1, 0, 4, MPI_INT, {op}, win);" for op in (a, b))
        found.append(window_program(expect, "Get_accumulate", rule + f"{value}, {a} and {b}", lock_all(at(0, first) + at(2, second)), 3, make))
        fetch, last = (f"MPI_Fetch_and_op(out, in, MPI_INT, 1, 0, {op}, win);" for op in (a, b))
        found.append(window_program(expect, "Fetch_and_op", rule + f"{value}, {a} and {b}", FENCE + at(0, fetch) + at(2, last) + FENCE, 3, make))
        found.append(window_program("correct", "Fetch_and_op", f"{value}, {a} and {b} in two epochs", FENCE + at(0, fetch) + FENCE + at(2, last) + FENCE, 3, make))


def assertions(found):
    rule = "MPI-4.0 12.5.5: "
    store, load, other = "memory[1] = 5;\n", "out[0] = memory[1];\n", "out[0] = 3;\n"
    after = "MPI_Win_fence(MPI_MODE_NOSUCCEED, win);\n"
    for use, expect, what in ((store, "epoch-lifecycle", "stores"), (load, "correct", "loads"), (other, "correct", "stores elsewhere")):
        found.append(window_program(expect, "Win_fence", rule + f"MPI_MODE_NOSTORE, and {what} since the last synchronization",
                                    FENCE + use + "MPI_Win_fence(MPI_MODE_NOSTORE, win);\n" + after))
    post = exposed([0], 1, {0: PUT}).replace("MPI_Win_post(group, 0", "{}MPI_Win_post(group, MPI_MODE_NOSTORE")
    for use, expect in ((store, "epoch-lifecycle"), (load, "correct")):
        found.append(window_program(expect, "Win_post", rule + "MPI_MODE_NOSTORE of a post", FENCE + FENCE.replace("0", "MPI_MODE_NOSUCCEED") + post.replace("{}", use)))
    found.append(window_program("correct", "Win_fence", "stores, a fence, and then one with MPI_MODE_NOSTORE",
                                FENCE + store + FENCE + at(0, PUT) + "MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, win);\n"))
    found.append(window_program("epoch-lifecycle", "Win_fence", rule + "MPI_MODE_NOSTORE, and a message is received into the window",
                                FENCE + "if (rank == 0)\nMPI_Send(out, 4, MPI_INT, 1, 0, comm);\nelse\nMPI_Recv(memory + 8, 4, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);\n"
                                "MPI_Win_fence(MPI_MODE_NOSTORE, win);\n" + after))
    put, get = at(0, PUT), at(0, GET)
    for assertion, operation, expect in (("MPI_MODE_NOPUT", put, "epoch-lifecycle"), ("MPI_MODE_NOPUT", get, "correct"),
                                         ("MPI_MODE_NOPUT", at(0, "MPI_Accumulate(out, 4, MPI_INT, 1, 0, 4, MPI_INT, MPI_MAX, win);"), "epoch-lifecycle"),
                                         ("MPI_MODE_NOPUT", at(0, "MPI_Fetch_and_op(NULL, in, MPI_INT, 1, 0, MPI_NO_OP, win);"), "correct")):
        found.append(window_program(expect, "Win_fence", rule + f"{assertion} for the epoch that begins", f"MPI_Win_fence({assertion}, win);\n" + operation + FENCE.replace("0", "MPI_MODE_NOSUCCEED")))
    found.append(window_program("epoch-lifecycle", "Win_fence", rule + "MPI_MODE_NOSUCCEED, and operations follow", "MPI_Win_fence(MPI_MODE_NOSUCCEED, win);\n" + get + after))
    found.append(window_program("epoch-lifecycle", "Win_fence", rule + "MPI_MODE_NOPRECEDE, and operations precede", FENCE + get + "MPI_Win_fence(MPI_MODE_NOPRECEDE, win);\n" + after))
    nocheck = exposed([0], 1, {0: PUT}).replace("MPI_Win_post(group, 0", "MPI_Win_post(group, POSTS").replace("MPI_Win_start(group, 0", "BETWEEN MPI_Win_start(group, STARTS")
    for posts, starts, between, expect, what in (("0", "0", "", "correct", "neither says it"),
                                                 ("MPI_MODE_NOCHECK", "0", "", "parameter-matching", "MPI_MODE_NOCHECK of the post only"),
                                                 ("0", "MPI_MODE_NOCHECK", "MPI_Recv(NULL, 0, MPI_INT, 1, 9, comm, MPI_STATUS_IGNORE);\n", "parameter-matching", "MPI_MODE_NOCHECK of the start only"),
                                                 ("MPI_MODE_NOCHECK", "MPI_MODE_NOCHECK", "MPI_Recv(NULL, 0, MPI_INT, 1, 9, comm, MPI_STATUS_IGNORE);\n", "correct", "both say it, and a message orders them"),
                                                 ("MPI_MODE_NOCHECK", "MPI_MODE_NOCHECK", "", "epoch-lifecycle", "both say it, and nothing orders the start behind the post")):
        body = nocheck.replace("POSTS", posts).replace("STARTS", starts).replace("BETWEEN ", between)
        if between:
            body = body.replace(f"MPI_Win_post(group, {posts}, win);\n", f"MPI_Win_post(group, {posts}, win);\nMPI_Send(NULL, 0, MPI_INT, 0, 9, comm);\n")
        found.append(window_program(expect, "Win_start", rule + what, body))
    lock = "MPI_Win_lock(MPI_LOCK_{}, 1, {}, win);\n" + PUT + "MPI_Win_unlock(1, win);\n"
    held = lock.format("EXCLUSIVE", 0).replace("MPI_Win_unlock", BARRIER + BARRIER + "MPI_Win_unlock")
    found.append(window_program("epoch-lifecycle", "Win_lock", rule + "MPI_MODE_NOCHECK, and another rank holds the lock",
                                at(0, held) + at(1, BARRIER + BARRIER) + at(2, BARRIER + lock.format("SHARED", "MPI_MODE_NOCHECK").replace("1, 0, 4", "1, 8, 4") + BARRIER), 3))
    found.append(window_program("correct", "Win_lock", "MPI_MODE_NOCHECK, and no other rank holds the lock", at(0, lock.format("EXCLUSIVE", 0)) + BARRIER +
                                at(2, lock.format("EXCLUSIVE", "MPI_MODE_NOCHECK")), 3))


SHARED = MAKE.replace("MPI_Win_allocate(", "MPI_Win_allocate_shared(")
QUERY = "int *there, unit;\nMPI_Aint bytes;\nMPI_Win_shared_query(win, 1, &bytes, &unit, &there);\n"


def shared(found):
    rule = "MPI-4.0 12.7: memory of another rank, reached by MPI_Win_shared_query, and an operation on it: "
    for use, operation, expect in (("there[1] = 7;", PUT, "global-concurrency"), ("out[9] = there[1];", PUT, "global-concurrency"), ("there[1] = 7;", GET, "global-concurrency"),
                                   ("out[9] = there[1];", GET, "correct"), ("there[9] = 7;", PUT, "correct"),
                                   ("there[1] = 7;", "MPI_Accumulate(out, 4, MPI_INT, 1, 0, 4, MPI_INT, MPI_SUM, win);\n", "global-concurrency")):
        found.append(window_program(expect, "Win_shared_query", rule + "between two fences", QUERY + FENCE + at(0, operation) + at(2, use) + FENCE, 3, SHARED))
        found.append(window_program("correct", "Win_shared_query", "a fence is between them", QUERY + FENCE + at(0, operation) + FENCE + at(2, use) + FENCE, 3, SHARED))
        flushed = lock_all(at(0, operation + "MPI_Win_flush(1, win);\n") + "MPI_Win_sync(win);\n" + BARRIER + "MPI_Win_sync(win);\n" + at(2, use))
        found.append(window_program("correct", "Win_shared_query", "a flush and a barrier are between them", QUERY + flushed, 3, SHARED))
        unflushed = lock_all(at(0, operation) + BARRIER + at(2, use))
        if expect != "correct" and use.startswith("there"):
            found.append(window_program(expect, "Win_shared_query", rule + "a barrier without a flush is between them", QUERY + unflushed, 3, SHARED))


DYNAMIC = """MPI_Aint places[4] = {0};
memory = malloc(MOST * sizeof(int));
MPI_Win_create_dynamic(MPI_INFO_NULL, comm, &win);
MPI_Comm_group(comm, &all);
MPI_Group_excl(all, 1, (int[]){rank}, &other);
"""
ATTACH = "MPI_Win_attach(win, memory, 32 * sizeof(int));\n"
TELL = "MPI_Get_address(memory, &place);\nMPI_Allgather(&place, 1, MPI_AINT, places, 1, MPI_AINT, comm);\n"
DETACH = "MPI_Win_detach(win, memory);\n"
THERE = "MPI_{}({}, 4, MPI_INT, 1, places[1] + {}, 4, MPI_INT, win);\n"


def dynamic(found):
    rule = "MPI-4.0 12.2.4: "
    end = END + "\nfree(memory);"

    def add(expect, family, why, body):
        found.append(program(expect, family, why, DYNAMIC + body + end, MORE))

    for name, buffer in (("Put", "out"), ("Get", "in")):
        inside, outside, across = (THERE.format(name, buffer, d) for d in (0, 160, 120))
        add("correct", name, "attached memory", ATTACH + TELL + FENCE + at(0, inside) + FENCE + DETACH)
        add("invalid-parameter", name, rule + "memory that is not attached", TELL + FENCE + at(0, inside) + FENCE)
        add("invalid-parameter", name, rule + "memory behind what is attached", ATTACH + TELL + FENCE + at(0, outside) + FENCE + DETACH)
        add("invalid-parameter", name, rule + "memory that is attached in part", ATTACH + TELL + FENCE + at(0, across) + FENCE + DETACH)
        add("invalid-parameter", name, rule + "memory that was detached", ATTACH + TELL + DETACH + FENCE + at(0, inside) + FENCE)
        add("correct", name, "memory that was detached and attached again", ATTACH + TELL + DETACH + ATTACH + FENCE + at(0, inside) + FENCE + DETACH)
        add("correct", name, "two blocks that are attached beside each other", ATTACH + "MPI_Win_attach(win, memory + 32, 32 * sizeof(int));\n" + TELL + FENCE + at(0, across) + FENCE + DETACH +
            "MPI_Win_detach(win, memory + 32);\n")
    add("invalid-parameter", "Win_detach", rule + "memory that is not attached is detached", DETACH)
    add("invalid-parameter", "Win_detach", rule + "another address than that of the attach", ATTACH + "MPI_Win_detach(win, memory + 1);\n")
    add("invalid-parameter", "Win_detach", rule + "memory is detached twice", ATTACH + DETACH + DETACH)
    add("correct", "Win_attach", "memory that is still attached when the window is freed", ATTACH)
    add("correct", "Win_attach", "no memory", "MPI_Win_attach(win, NULL, 0);\n" + ATTACH + DETACH)
    add("invalid-parameter", "Win_attach", rule + "memory that overlaps what is attached", ATTACH + "MPI_Win_attach(win, memory + 16, 32 * sizeof(int));\n" + DETACH)
    found.append(window_program("invalid-parameter", "Win_attach", rule + "the window is not a dynamic one", "MPI_Win_attach(win, out, 16);\nMPI_Win_detach(win, out);"))


def one_sided():
    found = []
    for part in (requests, results, flushes, kinds, same_op, assertions, shared, dynamic):
        part(found)
    return found
