"""arguments.py - arguments that MPI forbids and MPICH takes, each beside one that is allowed."""
from errors_local import program

VARIABLES = """int a[MOST] = {0};
MPI_Comm half, made = MPI_COMM_NULL;
MPI_Group all, part;
MPI_Datatype t;
MPI_Win win;
void *memory;
(void)a, (void)half, (void)made, (void)all, (void)part, (void)t, (void)win, (void)memory;"""
GROUPS = "MPI_Comm_group(comm, &all);\nint ranks[2] = {{{}}};\nMPI_Group_incl(all, 2, ranks, &part);\n"
FREE = "\nif (made != MPI_COMM_NULL)\nMPI_Comm_free(&made);\nMPI_Group_free(&part);\nMPI_Group_free(&all);"


def communicators(found):
    rule = "MPI-4.0 7.4.2: all members of a group give this group"
    for name, ranks in (("overlap", "rank == 1 ? 1 : 0, rank == 1 ? 2 : 1"), ("have another order", "rank == 1, rank != 1")):
        found.append(program("parameter-matching", "Comm_create", f"{rule}; these {name}",
                             GROUPS.format(ranks) + "MPI_Comm_create(comm, part, &made);" + FREE, VARIABLES, ranks=3))
    found.append(program("correct", "Comm_create", "two groups without a common rank, and a rank that gives the empty one",
                         GROUPS.format("rank < 2 ? 0 : 2, rank < 2 ? 1 : 3") + "MPI_Comm_create(comm, rank < 4 ? part : MPI_GROUP_EMPTY, &made);" + FREE,
                         VARIABLES, ranks=5))
    for call in ("Comm_create(half, all, &made)", "Comm_create_group(half, all, 1, &made)", "Comm_create_group(MPI_COMM_SELF, all, 1, &made)"):
        found.append(program("invalid-parameter", call.split("(", 1)[0], "MPI-4.0 7.4.2: the group is a part of that of the communicator",
                             GROUPS.format("0, 1") + f"MPI_Comm_split(comm, rank == 0, 0, &half);\nMPI_{call};\nMPI_Comm_free(&half);" + FREE,
                             VARIABLES, ranks=3))
    found.append(program("correct", "Comm_create_group", "groups with a common rank, one after the other",
                         GROUPS.format("rank == 2, 1 + (rank == 2)") + "if (rank == 1)\nMPI_Comm_create_group(comm, part, 1, &made);\nif (rank == 1)\n"
                         "MPI_Comm_free(&made), MPI_Group_free(&part), MPI_Group_incl(all, 2, (int[]){1, 2}, &part);\n"
                         "MPI_Comm_create_group(comm, part, 1, &made);" + FREE, VARIABLES, ranks=3))


def groups_of_members(found):
    """MPI_Comm_create_group is collective over the group: all of its members give the same one, with the same tag."""
    rule = "MPI-4.0 7.4.2: all members of a group give this group"
    make = "MPI_Comm_create_group(comm, part, {}, &made);"
    sized = "MPI_Comm_group(comm, &all);\nint ranks[3] = {{{}}};\nMPI_Group_incl(all, {}, ranks, &part);\n"
    for name, ranks, n in (("one is smaller", "0, 1, 2", "rank == 1 ? 2 : 3"), ("one is that of its rank alone", "rank == 1, 1, 2", "rank == 1 ? 1 : 3"),
                                ("one has another order", "rank != 1, rank == 1, 2", "3"), ("one has another member", "0, 1, rank == 1 ? 3 : 2", "3")):
        found.append(program("parameter-matching", "Comm_create_group", f"{rule}; {name}", sized.format(ranks, n) + make.format(1) + FREE, VARIABLES,
                             ranks=4 if "3 : 2" in ranks else 3))
    found.append(program("parameter-matching", "Comm_create_group", "MPI-4.0 7.4.2: all members give the same tag", sized.format("0, 1, 2", "3") +
                         make.format("1 + (rank == 1)") + FREE, VARIABLES, ranks=3))
    found.append(program("call-ordering", "Comm_create_group", "MPI-4.0 7.4.2: all members of the group call", sized.format("0, 1, 2", "3") +
                         "if (rank < 2)\n" + make.format(1) + FREE, VARIABLES, ranks=3))
    found.append(program("correct", "Comm_create_group", "two groups without a common rank, of equal tag", sized.format("rank < 2 ? 0 : 2, rank < 2 ? 1 : 3", "2") +
                         make.format(1) + FREE, VARIABLES, ranks=4))
    found.append(program("correct", "Comm_create_group", "the same group twice, and groups of one rank", sized.format("0, 1, 2", "3") +
                         make.format(1) + "\nMPI_Comm_free(&made);\n" + make.format(2) + "\nMPI_Comm_free(&made);\nMPI_Group_free(&part);\n"
                         "MPI_Group_incl(all, 1, &rank, &part);\n" + make.format(1) + FREE, VARIABLES, ranks=3))


def local(found):
    for suffix, kind in (("", "int"), ("_c", "MPI_Count")):
        for start, expect in ((5, "invalid-parameter"), (4, "correct"), (-1, "invalid-parameter")):
            found.append(program(expect, "Type_create_subarray" + suffix, "MPI-4.0 5.1.3: start and size of a part are in the array",
                                 f"{kind} sizes[2] = {{8, 8}}, parts[2] = {{4, 4}}, starts[2] = {{2, {start}}};\n"
                                 f"MPI_Type_create_subarray{suffix}(2, sizes, parts, starts, MPI_ORDER_C, MPI_INT, &t);\nMPI_Type_free(&t);", VARIABLES))
    for place, expect in ((2, "invalid-parameter"), (4, "correct")):
        found.append(program(expect, "Win_attach", "MPI-4.0 12.2.4: memory is attached once",
                             f"MPI_Win_create_dynamic(MPI_INFO_NULL, comm, &win);\nMPI_Win_attach(win, a, 16);\nMPI_Win_attach(win, a + {place}, 16);\n"
                             f"MPI_Win_detach(win, a);\nMPI_Win_detach(win, a + {place});\nMPI_Win_free(&win);", VARIABLES))
        found.append(program(expect, "Reduce_local", "MPI-4.0 6.9.7: the buffers do not overlap",
                             f"MPI_Reduce_local(a, a + {place}, 4, MPI_INT, MPI_SUM);", VARIABLES))
    rule = "MPI-4.0 9.2: MPI_Free_mem frees what MPI_Alloc_mem gave, once"
    found.append(program("invalid-parameter", "Free_mem", rule, "memory = malloc(10);\nMPI_Free_mem(memory);", VARIABLES))
    found.append(program("invalid-parameter", "Free_mem", rule,
                         "MPI_Alloc_mem(10, MPI_INFO_NULL, &memory);\nvoid *copy = memory;\nMPI_Free_mem(memory);\nMPI_Free_mem(copy);", VARIABLES))
    found.append(program("correct", "Free_mem", rule, "for (int i = 0; i < 3; i++) {\nMPI_Alloc_mem(10, MPI_INFO_NULL, &memory);\n"
                         "memset(memory, 0, 10);\nMPI_Free_mem(memory);\n}", VARIABLES))


HANDLERS = {"MPI_Comm": "comm", "MPI_Win": "win", "MPI_File": "MPI_FILE_NULL"}


def error_handlers(found):
    for made in HANDLERS:
        for kind, target in HANDLERS.items():
            expect = "correct" if made == kind else "invalid-parameter"
            before = f"static void handler({made} *object, int *code, ...) {{\n    (void)object, (void)code;\n}}\n\n"
            body = (f"MPI_Win_create_dynamic(MPI_INFO_NULL, comm, &win);\nMPI_Errhandler errhandler;\n{made}_create_errhandler(handler, &errhandler);\n"
                    f"{kind}_set_errhandler({target}, errhandler);\nMPI_Errhandler_free(&errhandler);\nMPI_Win_free(&win);")
            found.append(program(expect, kind[4:] + "_set_errhandler", "MPI-4.0 9.3: an error handler is for the objects whose function has made it", body, VARIABLES, before=before))


def arguments():
    found = []
    communicators(found)
    groups_of_members(found)
    local(found)
    error_handlers(found)
    return found
