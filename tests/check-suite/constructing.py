"""constructing.py - communicators that groups make: ranks that wait for each other in their constructors."""
from errors_local import program

VARIABLES = """MPI_Comm made = MPI_COMM_NULL, more = MPI_COMM_NULL, half = MPI_COMM_NULL, *each[2] = {&made, &more};
MPI_Group all, part[3];
(void)size, (void)half, (void)each;"""
GROUPS = """MPI_Comm_group(comm, &all);
for (int i = 0; i < 3; i++)
MPI_Group_incl(all, 2, (int[]){i < 2 ? i : 0, i < 2 ? i + 1 : 2}, &part[i]);
"""
FREE = """
MPI_Group_free(&all);
for (int i = 0; i < 3; i++)
MPI_Group_free(&part[i]);
for (int i = 0; i < 2; i++)
if (*each[i] != MPI_COMM_NULL)
MPI_Comm_free(each[i]);
if (half != MPI_COMM_NULL)
MPI_Comm_free(&half);"""
# Calls over the groups of ranks 0 and 1 (0), 1 and 2 (1), 0 and 2 (2).
CALLS = {"Comm_create_group": "MPI_Comm_create_group(comm, part[{g}], {g}, &{to});",
         "Comm_create_from_group": 'MPI_Comm_create_from_group(part[{g}], "{g}", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &{to});'}
# In which order each rank makes its two.
ORDERS = ((((0, 2), (1, 0), (2, 1)), "call-ordering"), (((2, 0), (0, 1), (1, 2)), "call-ordering"), (((0, 2), (0, 1), (1, 2)), "correct"),
          (((0, 2), (0, 1), (2, 1)), "correct"))


def cycles(found):
    for name, call in CALLS.items():
        for orders, expect in ORDERS:
            body = "".join(f"if (rank == {r}) {{\n{call.format(g=a, to='made')}\n{call.format(g=b, to='more')}\n}}\n" for r, (a, b) in enumerate(orders))
            found.append(program(expect, name, "MPI-4.0 7.4.2: members call it in an order in which they do not wait for each other", GROUPS + body + FREE, VARIABLES, ranks=3))
        mixed = call.format(g=0, to="made")
        wait = "MPI_Recv(NULL, 0, MPI_INT, 1 - rank, 4, comm, MPI_STATUS_IGNORE);"
        found.append(program("call-ordering", name, "MPI-4.0 7.4.2: a member waits for a message of one that waits in it", GROUPS +
                             f"if (rank == 0) {{\n{mixed}\nMPI_Send(NULL, 0, MPI_INT, 1, 4, comm);\n}} else if (rank == 1) {{\n{wait}\n{mixed}\n}}" + FREE, VARIABLES, ranks=3))
        found.append(program("call-ordering", name, "MPI-4.0 7.4.2: one member is in a barrier of all", GROUPS +
                             f"if (rank == 0) {{\n{mixed}\n}}\nMPI_Barrier(comm);\nif (rank == 1) {{\n{mixed}\n}}" + FREE, VARIABLES, ranks=3))
        found.append(program("correct", name, "members are behind a barrier of all", GROUPS + f"MPI_Barrier(comm);\nif (rank < 2) {{\n{mixed}\n}}" + FREE, VARIABLES, ranks=3))
        found.append(program("call-ordering", name, "MPI-4.0 7.4.2: a member ends without the call", GROUPS + f"if (rank == 0) {{\n{mixed}\n}}" + FREE, VARIABLES, ranks=3))


def strings(found):
    """The string of MPI_Comm_create_from_group, and the groups."""
    rule = "MPI-4.0 11.3.2: all members give the same "
    call = CALLS["Comm_create_from_group"]
    for text, expect, what in (('"{0}"', "correct", "string"), ('rank ? "a" : "b"', "parameter-matching", "string")):
        body = f'if (rank < 2)\nMPI_Comm_create_from_group(part[0], {text}, MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &made);'
        found.append(program(expect, "Comm_create_from_group", rule + what, GROUPS + body + FREE, VARIABLES, ranks=3))
    found.append(program("parameter-matching", "Comm_create_from_group", rule + "group", GROUPS + "if (rank < 2)\n" + call.replace("part[{g}]", "rank ? all : part[0]").format(g=0, to="made") +
                         FREE, VARIABLES, ranks=3))
    found.append(program("correct", "Comm_create_from_group", "the same string and group twice", GROUPS + "if (rank < 2) {\n" + call.format(g=0, to="made") + "\n" +
                         call.format(g=0, to="more") + "\n}" + FREE, VARIABLES, ranks=3))
    for tag, expect in (("7", "correct"), ("7 + (rank == 1)", "parameter-matching")):
        found.append(program(expect, "Comm_create_group", "MPI-4.0 7.4.2: all members give the same tag", GROUPS + "if (rank < 2)\n" +
                             f"MPI_Comm_create_group(comm, part[0], {tag}, &made);" + FREE, VARIABLES, ranks=3))
    for text, expect in (('"x"', "correct"), ('rank == 2 ? "x" : "y"', "parameter-matching")):
        body = ("MPI_Group other;\nMPI_Group_incl(all, 1, (int[]){2}, &other);\n" +
                f'MPI_Intercomm_create_from_groups(rank < 2 ? part[0] : other, 0, rank < 2 ? other : part[0], 0, {text}, MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &made);\n'
                "MPI_Group_free(&other);")
        found.append(program(expect, "Intercomm_create_from_groups", rule + "string", GROUPS + body + FREE, VARIABLES, ranks=3))


HALVES = "MPI_Comm_split(comm, {color}, rank, &half);\n"
INTER = "MPI_Intercomm_create(half, 0, comm, {leader}, {tag}, &{to});"


def intercomms(found):
    rule = "MPI-4.0 7.6.2: "
    split = GROUPS + HALVES.format(color="rank / 2")
    for tag, expect in (("3", "correct"), ("3 + rank / 2", "parameter-matching")):
        found.append(program(expect, "Intercomm_create", rule + "the leaders give one tag", split + INTER.format(leader="rank < 2 ? 2 : 0", tag=tag, to="made") + FREE, VARIABLES, ranks=4))
    two = [INTER.format(leader="rank < 2 ? 2 : 0", tag=t, to=to) for t, to in ((3, "made"), (4, "more"))]
    found.append(program("correct", "Intercomm_create", "two of them in one order", split + "\n".join(two) + FREE, VARIABLES, ranks=4))
    found.append(program("parameter-matching", "Intercomm_create", rule + "the leaders give one tag at a time",
                         split + f"if (rank < 2) {{\n{two[0]}\n{two[1]}\n}} else {{\n{two[1]}\n{two[0]}\n}}" + FREE, VARIABLES, ranks=4))
    single = GROUPS + HALVES.format(color="rank")
    ring = [INTER.format(leader=f"(rank + {n}) % 3", tag=t, to=to) for n, t, to in ((1, "(rank + 1) % 3", "made"), (2, "rank", "more"))]
    found.append(program("call-ordering", "Intercomm_create", rule + "each of three waits for the next one", single + "\n".join(ring) + FREE, VARIABLES, ranks=3))
    found.append(program("correct", "Intercomm_create", "one of three begins at the other side",
                         single + f"if (rank == 0) {{\n{ring[0]}\n{ring[1]}\n}} else {{\n{ring[1]}\n{ring[0]}\n}}" + FREE, VARIABLES, ranks=3))
    found.append(program("call-ordering", "Intercomm_create", rule + "a leader names a rank that does not call it", single +
                         "if (rank < 2)\n" + INTER.format(leader="2", tag=1, to="made") + FREE, VARIABLES, ranks=3))
    found.append(program("call-ordering", "Intercomm_create", rule + "a leader waits for a message of the other one", single + "if (rank == 0) {\n" +
                         INTER.format(leader=1, tag=1, to="made") + "\nMPI_Send(NULL, 0, MPI_INT, 1, 4, comm);\n} else if (rank == 1) {\n"
                         "MPI_Recv(NULL, 0, MPI_INT, 0, 4, comm, MPI_STATUS_IGNORE);\n" + INTER.format(leader=0, tag=1, to="made") + "\n}" + FREE, VARIABLES, ranks=3))
    found.append(program("call-ordering", "Intercomm_create", rule + "one member of a group does not call it", split + "if (rank != 1) {\n" +
                         INTER.format(leader="rank < 2 ? 2 : 0", tag=3, to="made") + "\n}" + FREE, VARIABLES, ranks=4))
    merge = "MPI_Intercomm_merge(made, rank / 2, &more);"
    create = split + INTER.format(leader="rank < 2 ? 2 : 0", tag=3, to="made") + "\n"
    found.append(program("correct", "Intercomm_merge", "all call it", create + merge + FREE, VARIABLES, ranks=4))
    found.append(program("call-ordering", "Intercomm_merge", "MPI-4.0 7.6.2: all of both groups call it", create + "if (rank)\n" + merge + FREE, VARIABLES, ranks=4))
    found.append(program("parameter-matching", "Intercomm_merge", "MPI-4.0 7.6.2: all of a group give one value of high", create + merge.replace("rank / 2", "rank == 1") +
                         FREE, VARIABLES, ranks=4))
    found.append(program("call-ordering", "Intercomm_merge", "MPI-4.0 6.14: collectives of both groups in one order", create + f"if (rank < 2)\nMPI_Barrier(made);\n{merge}\n"
                         "if (rank > 1)\nMPI_Barrier(made);" + FREE, VARIABLES, ranks=4))


def constructing():
    found = []
    for part in (cycles, strings, intercomms):
        part(found)
    return found
