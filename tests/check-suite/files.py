"""files.py - files: split accesses, requests, views, and arguments on which all ranks agree."""
from errors_local import program

VARIABLES = """int data[MOST] = {0}, other[MOST] = {0};
MPI_File file;
MPI_Request request;
MPI_Datatype t;
(void)data, (void)other, (void)request, (void)t;"""
OPEN = 'MPI_File_open(comm, "check.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);\n'
OWN_PLACE = "MPI_File_seek(file, 64 * rank, MPI_SEEK_SET);\n" # the pointer of each rank where no other one writes
CLOSE = "\nMPI_File_close(&file);"
VECTOR = "MPI_Type_vector(2, 1, 2, {}, &t);\nMPI_Type_commit(&t);\n"
SPLITS = {"write_all": "", "write_at_all": "16 * rank, ", "write_ordered": "", "read_all": "", "read_at_all": "16 * rank, ", "read_ordered": ""}


def file_program(expect, family, why, body, close=CLOSE):
    return program(expect, family, why, OPEN + OWN_PLACE + body + close, VARIABLES)


def split_accesses(found):
    for name, at in SPLITS.items():
        begin, end = f"MPI_File_{name}_begin(file, {at}data, 4, MPI_INT);\n", f"\nMPI_File_{name}_end(file, data, MPI_STATUS_IGNORE);"
        family, rule = f"File_{name}_begin", "MPI-4.0 14.4.5: "
        found.append(file_program("local-concurrency", family, rule + "the buffer is the access's until its end", begin + "data[1] = 5;" + end))
        found.append(file_program("correct", family, "the buffer is the program's before and behind the access",
                                  "data[1] = 5;\n" + begin + "data[7] = 5;" + end + "\ndata[1] = 6;\n" + begin + end))
        found.append(file_program("call-ordering", family, rule + "no collective access of the file in a split one",
                                  begin + "MPI_File_write_at_all(file, 512 + 4 * rank, other, 1, MPI_INT, MPI_STATUS_IGNORE);" + end))
        found.append(file_program("invalid-parameter", family, rule + "the end has the buffer of the begin", begin + end.replace("data", "other")))
        found.append(file_program("correct", family, "an access of one rank in a split one",
                                  begin + "MPI_File_write_at(file, 512 + 4 * rank, other, 1, MPI_INT, MPI_STATUS_IGNORE);" + end))
    for name, at in (("write_all", ""), ("read_at_all", "0, ")):
        found.append(file_program("request-lifecycle", f"File_{name}_begin", "MPI-4.0 14.4.5: a split access is ended",
                                  f"MPI_File_{name}_begin(file, {at}data, 4, MPI_INT);"))
    for name, at in (("iwrite_at", "64 * rank, "), ("iread", ""), ("iwrite_all", "")):
        access, wait = f"MPI_File_{name}(file, {at}data, 4, MPI_INT, &request);\n", "MPI_Wait(&request, MPI_STATUS_IGNORE);\n"
        found.append(file_program("request-lifecycle", f"File_{name}", "MPI-4.0 14.2.2: requests are complete before the file is closed",
                                  access, CLOSE + "\n" + wait))
        found.append(file_program("correct", f"File_{name}", "the request is complete before the file is closed", access + wait))


def agreements(found):
    rule = "MPI-4.0 14.2: all ranks give the same "
    view = 'MPI_File_set_view(file, 0, {}, {}, {}, MPI_INFO_NULL);'
    for call, what in (("MPI_File_set_size(file, 100 + rank);", "size"), ("MPI_File_preallocate(file, 100 + rank);", "size"),
                       ("MPI_File_set_atomicity(file, rank);", "flag"), ("MPI_File_seek_shared(file, 4 * rank, MPI_SEEK_SET);", "offset"),
                       (view.format("rank ? MPI_INT : MPI_DOUBLE", "rank ? MPI_INT : MPI_DOUBLE", '"native"'), "extent of the etype"),
                       (view.format("MPI_INT", "MPI_INT", 'rank ? "native" : "internal"'), "data representation")):
        found.append(file_program("parameter-matching", call.split("(", 1)[0][4:], rule + what, call))
    found.append(program("parameter-matching", "File_open", rule + "access mode",
                         'if (!MPI_File_open(comm, "check.dat", MPI_MODE_CREATE | (rank ? MPI_MODE_WRONLY : MPI_MODE_RDWR), MPI_INFO_NULL, &file))\n'
                         "MPI_File_close(&file);", VARIABLES))
    found.append(file_program("correct", "File_set_view", "filetypes and displacements of ranks differ", VECTOR.format("MPI_INT") +
                              'MPI_File_set_view(file, 4 * rank, MPI_INT, rank ? t : MPI_INT, "native", MPI_INFO_NULL);\nMPI_Type_free(&t);'))
    found.append(file_program("correct", "File_set_view", "a filetype on bytes", VECTOR.format("MPI_INT") +
                              'MPI_File_set_view(file, 0, MPI_BYTE, t, "native", MPI_INFO_NULL);\nMPI_Type_free(&t);'))
    found.append(file_program("invalid-parameter", "File_set_view", "MPI-4.0 14.1.1: a filetype is made of etypes", VECTOR.format("MPI_FLOAT") +
                              'MPI_File_set_view(file, 0, MPI_INT, t, "native", MPI_INFO_NULL);\nMPI_Type_free(&t);'))


# ---- accesses of one place by two ranks ----

SYNC, BARRIER = "MPI_File_sync(file);\n", "MPI_Barrier(comm);\n"
REOPEN = "MPI_File_close(&file);\n{}" + OPEN
MESSAGE = "if (rank == 0)\nMPI_Send(NULL, 0, MPI_INT, 1, 5, comm);\nelse\nMPI_Recv(NULL, 0, MPI_INT, 0, 5, comm, MPI_STATUS_IGNORE);\n"
ATOMIC = "MPI_File_set_atomicity(file, 1);\n"
# What comes between a write of rank 0 and an access of rank 1, and whether that orders them.
BETWEEN = (("", False, "with nothing between them"), (BARRIER, False, "with a barrier only"), (SYNC, False, "with one MPI_File_sync"),
           (SYNC + BARRIER, False, "with MPI_File_sync before a barrier only"), (BARRIER + SYNC, False, "with MPI_File_sync behind a barrier only"),
           (MESSAGE, False, "with a message only"), (SYNC + BARRIER + SYNC, True, "with MPI_File_sync, a barrier and MPI_File_sync"),
           (SYNC + MESSAGE + SYNC, True, "with MPI_File_sync, a message and MPI_File_sync"),
           (REOPEN.format(BARRIER).replace(" | MPI_MODE_DELETE_ON_CLOSE", ""), True, "in two openings"))
WRITES = {"File_write_at": "MPI_File_write_at(file, 8, data, 4, MPI_INT, MPI_STATUS_IGNORE);",
          "File_write": "MPI_File_seek(file, 8, MPI_SEEK_SET);\nMPI_File_write(file, data, 4, MPI_INT, MPI_STATUS_IGNORE);",
          "File_iwrite_at": "MPI_File_iwrite_at(file, 8, data, 4, MPI_INT, &request);\nMPI_Wait(&request, MPI_STATUS_IGNORE);"}
READS = {"File_read_at": "MPI_File_read_at(file, 20, other, 4, MPI_INT, MPI_STATUS_IGNORE);",
         "File_iread_at": "MPI_File_iread_at(file, 20, other, 4, MPI_INT, &request);\nMPI_Wait(&request, MPI_STATUS_IGNORE);"}


def on(rank, text):
    return f"if (rank == {rank}) {{\n{text}\n}}\n"


def one_place(found):
    rule = "MPI-4.0 14.6.1: "
    kept = OPEN.replace(" | MPI_MODE_DELETE_ON_CLOSE", "")
    for between, orders, what in BETWEEN:
        expect = "correct" if orders else "global-concurrency"
        accesses = [("File_write_at", WRITES["File_write_at"], r) for r in READS.values()]
        accesses += [(name, w, READS["File_read_at"]) for name, w in WRITES.items() if name != "File_write_at"]
        accesses += [("File_write_at", WRITES["File_write_at"], WRITES["File_write_at"])]
        for family, first, second in accesses:
            found.append(program(expect, family, f"{rule}accesses of one place by two ranks {what}", kept + on(0, first) + between + on(1, second) + CLOSE,
                                 VARIABLES))
    for between in ("", BARRIER, SYNC + BARRIER + SYNC):
        found.append(file_program("correct", "File_set_atomicity", rule + "accesses of one place in atomic mode",
                                  ATOMIC + on(0, WRITES["File_write_at"]) + between + on(1, READS["File_read_at"])))
        found.append(file_program("correct", "File_write_at", "accesses of neighbouring places",
                                  on(0, WRITES["File_write_at"]) + between + on(1, READS["File_read_at"].replace("20", "24"))))
        found.append(file_program("correct" if between else "global-concurrency", "File_read_at", rule + "a place is read by a rank, and then written by another one",
                                  on(0, READS["File_read_at"]) + between + on(1, WRITES["File_write_at"])))
        found.append(file_program("correct", "File_write_at", "a rank reads what it has written itself",
                                  "MPI_File_write_at(file, 16 * rank, data, 4, MPI_INT, MPI_STATUS_IGNORE);\n" + between +
                                  "MPI_File_read_at(file, 16 * rank, other, 4, MPI_INT, MPI_STATUS_IGNORE);"))
        found.append(file_program("correct", "File_read_at", "ranks read one place", READS["File_read_at"] + "\n" + between + READS["File_read_at"]))


def together(found):
    rule = "MPI-4.0 14.6.1: "
    for name, at, after in (("write_at_all", "{}, ", ""), ("write_all", "", ""), ("iwrite_at_all", "{}, ", "\nMPI_Wait(&request, MPI_STATUS_IGNORE);")):
        status = "&request" if name[0] == "i" else "MPI_STATUS_IGNORE"
        for step, expect in ((16, "correct"), (12, "global-concurrency"), (0, "global-concurrency")):
            access = f"MPI_File_seek(file, {step} * rank, MPI_SEEK_SET);\n" + f"MPI_File_{name}(file, {at.format(f'{step} * rank')}data, 4, MPI_INT, {status});" + after
            found.append(file_program(expect, f"File_{name}", rule + f"a collective write of four numbers by each rank, {step} bytes from the next", access))
            if step < 16:
                found.append(file_program("correct", f"File_{name}", rule + "a collective write of one place in atomic mode", ATOMIC + access))
    for first, expect in (("4 * rank", "correct"), ("0", "global-concurrency")):
        found.append(file_program(expect, "File_set_view", rule + "views that take turns, or show the same", VECTOR.format("MPI_INT") +
                                  f'MPI_File_set_view(file, {first}, MPI_INT, t, "native", MPI_INFO_NULL);\n'
                                  "MPI_File_write_all(file, data, 2, MPI_INT, MPI_STATUS_IGNORE);\nMPI_Type_free(&t);"))
    found.append(file_program("correct", "File_write_shared", "the shared pointer gives each rank a place of its own",
                              "MPI_File_write_shared(file, data, 4, MPI_INT, MPI_STATUS_IGNORE);\nMPI_File_write_ordered(file, data, 4, MPI_INT, MPI_STATUS_IGNORE);"))
    step = "MPI_File_write_at_all(file, 16 * rank, data, 4, MPI_INT, MPI_STATUS_IGNORE);\n"
    read = "MPI_File_read_at_all(file, 16 * ((rank + 1) % size), other, 4, MPI_INT, MPI_STATUS_IGNORE);\n"
    for last, expect in ((BARRIER, "correct"), ("", "global-concurrency")):
        alone = step.replace("_all", "") + SYNC + BARRIER + SYNC + read.replace("_all", "") + last
        found.append(file_program(expect, "File_read_at", rule + "each step writes what ranks read in the step before", f"for (int i = 0; i < 3; i++) {{\n{alone}}}"))
    found.append(file_program("correct", "File_read_at_all", "collective steps", f"for (int i = 0; i < 3; i++) {{\n{step}{SYNC}{BARRIER}{SYNC}{read}{BARRIER}}}"))


def own_openings(found):
    rule = "MPI-4.0 14.6.1: "
    own = 'MPI_File_open(MPI_COMM_SELF, {}, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);\n'
    write, read = (own.format('"own.dat"') + a + CLOSE for a in (WRITES["File_write_at"], READS["File_read_at"]))
    for expect, why, body in (("correct", "a message tells that the file is closed", on(0, write) + MESSAGE + on(1, read)),
                              ("global-concurrency", "nothing tells that the file is closed", on(0, write) + on(1, read)),
                              ("global-concurrency", "the file is open before it is closed", own.format('"own.dat"') + on(0, WRITES["File_write_at"] + CLOSE) + MESSAGE +
                               on(1, READS["File_read_at"] + CLOSE)),
                              ("correct", "files of their own", own.format('rank ? "own.1" : "own.0"') + WRITES["File_write_at"] + CLOSE),
                              ("correct", "a device keeps nothing", own.format('"/dev/null"').replace("MPI_MODE_CREATE | ", "") + WRITES["File_write_at"] + CLOSE),
                              ("correct", "many requests at once", own.format('"own.dat"') + "MPI_Request *all = malloc(100000 * sizeof *all);\n"
                               "for (int i = 0; i < 100000; i++)\nMPI_File_iwrite_at(file, 8 * i + 4 * rank, data, 1, MPI_INT, &all[i]);\n"
                               "MPI_Waitall(100000, all, MPI_STATUSES_IGNORE);\nfree(all);" + CLOSE),
                              ("correct", "many accesses", own.format('"own.dat"') + "for (int i = 0; i < 30000; i++)\n"
                               "MPI_File_write_at(file, 8 * i + 4 * rank, data, 1, MPI_INT, MPI_STATUS_IGNORE);" + CLOSE)):
        found.append(program(expect, "File_open", rule + "openings by one rank: " + why, body, VARIABLES))


def emptied(found):
    """Files of the C library: fopen with "w" empties the file."""
    rule = "a file is emptied by a rank, and opened by another one: "
    variables = "FILE *file = NULL;\nchar text[8] = \"\";\n(void)text, (void)size;"
    write = 'file = fopen("{}", "w");\nfprintf(file, "%d", rank);\nfclose(file);\n'
    read, add = ('file = fopen("plain.txt", "{}");\nif (file)\nfclose(file);\n'.format(mode) for mode in ("r", "a"))
    own = write.format("plain.txt")
    for second in (own, read, add):
        found.append(program("global-concurrency", "fopen", rule + "nothing orders this", own if second == own else on(0, own) + on(1, second), variables))
        for between in (BARRIER, MESSAGE):
            found.append(program("correct", "fopen", rule + "a barrier or message is between", on(0, own) + between + on(1, second), variables))
    found.append(program("correct", "fopen", "ranks read and add to a file", on(0, own) + BARRIER + read + add, variables))
    found.append(program("correct", "fopen", "files of their own, and a device", 'sprintf(text, "own.%d", rank);\n' + write.replace('"{}"', "text") +
                         write.format("/dev/null") + 'file = fopen("no/such", "w");', variables))
    found.append(program("correct", "fopen", "the file is still open, and flushed", on(0, own.replace("fclose", "fflush")) + BARRIER + on(1, read) +
                         on(0, "fclose(file);"), variables))


def files():
    found = []
    emptied(found)
    one_place(found)
    together(found)
    own_openings(found)
    split_accesses(found)
    agreements(found)
    return found
