"""handles.py - handles that several ranks, or several constructions, share: each rank commits and frees its own."""
from errors_local import program

VARIABLES = """double a[MOST] = {0};
MPI_Comm dup = MPI_COMM_NULL, old_comm;
MPI_Datatype t = MPI_DATATYPE_NULL, u = MPI_DATATYPE_NULL, old;
MPI_Group g, h, old_group;
MPI_Errhandler handler;
MPI_Request request;
int n, key;
void *value;
(void)a, (void)dup, (void)old_comm, (void)t, (void)u, (void)old, (void)g, (void)h, (void)old_group, (void)handler, (void)request;
(void)n, (void)key, (void)value;"""
VECTOR = "MPI_Type_vector(2, 1, 3, MPI_DOUBLE, &{0});\n"
COMMITTED = VECTOR + "MPI_Type_commit(&{0});\n"
HANDLER = "static void handle(MPI_Comm *comm, int *code, ...) {\n    (void)comm, (void)code;\n}\n\n"


def exchange(of_zero, of_one, comm="comm"):
    return (f"if (rank == 0)\nMPI_Send(a, 1, {of_zero}, 1, 0, {comm});\nelse\nMPI_Recv(a, 1, {of_one}, 0, 0, {comm}, MPI_STATUS_IGNORE);\n")


def types(found):
    commit, free = "MPI-4.0 5.1.9: a datatype is committed before it is used", "MPI-4.0 2.5.1: a handle that was freed is not valid"
    t, both = "MPI_Type_free(&t);", "MPI_Type_free(&t);\nMPI_Type_free(&u);"
    for rank in (0, 1):
        found.append(program("invalid-parameter", "Type_commit", commit + ", by each rank",
                             VECTOR.format("t") + f"if (rank == {rank})\nMPI_Type_commit(&t);\n" + exchange("t", "t") + t, VARIABLES))
    found.append(program("invalid-parameter", "Type_commit", commit + ", and so is one that equals it",
                         COMMITTED.format("t") + VECTOR.format("u") + exchange("t", "u") + both, VARIABLES))
    found.append(program("invalid-parameter", "Type_free", free + ", though another rank has not freed its own",
                         COMMITTED.format("t") + "old = t;\nif (rank == 1)\nMPI_Type_free(&t);\nMPI_Barrier(comm);\n" + exchange("t", "old") +
                         "if (rank == 0)\nMPI_Type_free(&t);", VARIABLES))
    found.append(program("invalid-parameter", "Type_free", free + ": it is not freed twice",
                         COMMITTED.format("t") + "old = t;\nMPI_Barrier(comm);\nif (rank == 1) {\nMPI_Type_free(&t);\nMPI_Type_free(&old);\n}\n"
                         "MPI_Barrier(comm);\nif (rank == 0) {\nMPI_Sendrecv(a, 1, t, 0, 0, a + 8, 1, t, 0, 0, comm, MPI_STATUS_IGNORE);\n"
                         "MPI_Type_free(&t);\n}", VARIABLES))
    found.append(program("invalid-parameter", "Type_create_struct", free + ", nor built on",
                         VECTOR.format("t") + "old = t;\nMPI_Type_contiguous(2, t, &u);\nMPI_Type_free(&t);\nint one = 1;\nMPI_Aint zero = 0;\n"
                         "MPI_Type_create_struct(1, &one, &zero, &old, &t);\n" + both, VARIABLES))
    found.append(program("correct", "Type_commit", "each of two equal types is committed and freed",
                         COMMITTED.format("t") + COMMITTED.format("u") + exchange("t", "u") + "MPI_Type_free(&u);\n" + exchange("t", "t") + t, VARIABLES))
    found.append(program("correct", "Type_free", "a type that another one is built on, and one that a request uses, are freed before",
                         VECTOR.format("t") + "MPI_Type_contiguous(2, t, &u);\nMPI_Type_free(&t);\nMPI_Type_commit(&u);\nif (rank == 0)\n"
                         "MPI_Isend(a, 1, u, 1, 0, comm, &request);\nelse\nMPI_Irecv(a, 1, u, 0, 0, comm, &request);\nMPI_Type_free(&u);\n"
                         "MPI_Wait(&request, MPI_STATUS_IGNORE);", VARIABLES))
    found.append(program("correct", "Type_dup", "a duplicate of a committed type is committed",
                         COMMITTED.format("t") + "MPI_Type_dup(t, &u);\nMPI_Type_free(&t);\n" + exchange("u", "u") + "MPI_Type_free(&u);", VARIABLES))
    found.append(program("correct", "Type_get_contents", "the types that it gives are freed",
                         VECTOR.format("t") + "MPI_Type_contiguous(2, t, &u);\nMPI_Type_free(&t);\nint ints[4];\nMPI_Aint places[1];\n"
                         "MPI_Type_get_contents(u, 1, 0, 1, ints, places, &t);\nMPI_Type_commit(&t);\nMPI_Type_free(&u);\n" +
                         exchange("t", "t") + t, VARIABLES))
    found.append(program("correct", "Type_contiguous", "many types, one after the other",
                         "for (int i = 0; i < 3000; i++) {\nMPI_Type_contiguous(i % 7 + 1, MPI_INT, &t);\nMPI_Type_commit(&t);\n"
                         "MPI_Sendrecv(a, 1, t, 1 - rank, 0, a + 8, 1, t, 1 - rank, 0, comm, MPI_STATUS_IGNORE);\nMPI_Type_free(&t);\n}", VARIABLES))


def others(found):
    free = "MPI-4.0 2.5.1: a handle that was freed is not valid"
    dup = "MPI_Comm_dup(comm, &dup);\nold_comm = dup;\n"
    found.append(program("invalid-parameter", "Comm_free", free + ", though other ranks have not freed theirs",
                         dup + "if (rank == 1)\nMPI_Comm_free(&dup);\nMPI_Barrier(comm);\n" + exchange("MPI_DOUBLE", "MPI_DOUBLE", "old_comm") +
                         "if (rank == 0)\nMPI_Comm_free(&dup);", VARIABLES))
    found.append(program("invalid-parameter", "Comm_free", free, dup + "MPI_Comm_free(&dup);\nMPI_Bcast(a, 1, MPI_DOUBLE, 0, old_comm);", VARIABLES))
    found.append(program("invalid-parameter", "Group_free", free + ", though the communicator has this group",
                         "MPI_Comm_group(comm, &g);\nold_group = g;\nMPI_Group_free(&g);\nMPI_Group_size(old_group, &n);", VARIABLES))
    found.append(program("invalid-parameter", "Errhandler_free", free,
                         "MPI_Comm_create_errhandler(handle, &handler);\nMPI_Errhandler copy = handler;\nMPI_Errhandler_free(&handler);\n"
                         "MPI_Comm_set_errhandler(comm, copy);", VARIABLES, before=HANDLER))
    for call in ("Comm_get_attr(comm, old_key, &value, &n)", "Comm_delete_attr(comm, old_key)"):
        found.append(program("invalid-parameter", call.split("(", 1)[0], "MPI-4.0 7.7.2: there must be a key with this value",
                             "MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);\nint old_key = key;\n"
                             f"MPI_Comm_free_keyval(&key);\nMPI_{call};", VARIABLES))
    found.append(program("call-ordering", "Comm_idup", "MPI-4.0 7.4.2: the new communicator is not used before its request is complete",
                         "MPI_Comm_idup(comm, &dup, &request);\nMPI_Barrier(dup);\nMPI_Wait(&request, MPI_STATUS_IGNORE);\nMPI_Comm_free(&dup);",
                         VARIABLES))
    found.append(program("correct", "Comm_idup", "used when its request is complete, while another one is not",
                         "MPI_Comm_idup(comm, &dup, &request);\nMPI_Barrier(comm);\nMPI_Wait(&request, MPI_STATUS_IGNORE);\n"
                         "MPI_Comm_idup(dup, &old_comm, &request);\nMPI_Barrier(dup);\nMPI_Wait(&request, MPI_STATUS_IGNORE);\n"
                         "MPI_Barrier(old_comm);\nMPI_Comm_free(&dup);\nMPI_Comm_free(&old_comm);", VARIABLES))
    found.append(program("correct", "Comm_group", "the group of a communicator from two calls, one of which is freed",
                         "MPI_Comm_group(comm, &g);\nMPI_Comm_group(comm, &h);\nMPI_Group_free(&g);\nMPI_Group_size(h, &n);\nMPI_Group_free(&h);\n"
                         "MPI_Comm_group(comm, &g);\nMPI_Group_size(g, &n);\nMPI_Group_free(&g);", VARIABLES))
    found.append(program("correct", "Comm_free", "freed while its requests are under way",
                         dup + "if (rank == 0)\nMPI_Isend(a, 1, MPI_DOUBLE, 1, 0, dup, &request);\nelse\n"
                         "MPI_Irecv(a, 1, MPI_DOUBLE, 0, 0, dup, &request);\nMPI_Comm_free(&dup);\nMPI_Wait(&request, MPI_STATUS_IGNORE);", VARIABLES))
    found.append(program("correct", "Errhandler_free", "freed while the communicator has it, and asked for again",
                         "MPI_Comm_create_errhandler(handle, &handler);\nMPI_Comm_set_errhandler(comm, handler);\nMPI_Errhandler_free(&handler);\n"
                         "MPI_Comm_get_errhandler(comm, &handler);\nMPI_Comm_set_errhandler(comm, handler);\nMPI_Errhandler_free(&handler);",
                         VARIABLES, before=HANDLER))
    found.append(program("correct", "Comm_free_keyval", "freed while an attribute has it",
                         "MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);\nint old_key = key;\n"
                         "MPI_Comm_set_attr(comm, key, a);\nMPI_Comm_free_keyval(&key);\nMPI_Comm_get_attr(comm, old_key, &value, &n);\n"
                         "MPI_Comm_delete_attr(comm, old_key);", VARIABLES))


def handles():
    found = []
    types(found)
    others(found)
    return found
