"""errors_matching.py - calls that are right alone, and whose arguments do not fit those of other ranks."""
import programs as P
from errors_local import program

# What the receive has instead, so that message and receive do not fit.
UNFIT = (
    ({"rtype": "MPI_FLOAT"}, "MPI-4.0 3.3.1: the datatypes of send and receive match"),
    ({"stype": "MPI_DOUBLE", "scount": "2"}, "MPI-4.0 3.3.1: the datatypes of send and receive match"),
    ({"rcount": "N - 1"}, "MPI-4.0 3.2.4: the message is not longer than the buffer of the receive"),
    ({"rtag": "6"}, "MPI-4.0 3.2.3: the tags match, or the receive waits for ever"),
    ({"rcomm": "other"}, "MPI-4.0 3.2.3: the communicators match, or the receive waits for ever"),
)


def parameter_matching():
    found = []
    for send in P.SENDS:
        for receive in P.RECEIVES:
            if P.is_ready(send) and receive == "Recv":
                continue
            for change, why in UNFIT:
                # Of a ready send no receive is posted where the tag or the communicator differs: that is another mistake.
                if P.is_ready(send) and ("rtag" in change or "rcomm" in change):
                    continue
                other = "rcomm" in change
                body = P.p2p(send, receive, **change)
                if other:
                    body = f"MPI_Comm_dup(comm, &other);\n{body}\nMPI_Comm_free(&other);"
                found.append(program("parameter-matching", f"{send}-{receive}", why, body,
                                     P.P2P_VARIABLES + ("\nMPI_Comm other;" if other else "")))
    for change, why in UNFIT[:3]:
        p = {**P.P2P, **change}
        found.append(program("parameter-matching", "Sendrecv", why,
                             "MPI_Sendrecv({sbuf}, {scount}, {stype}, (rank + 1) % size, 5, {rbuf}, {rcount}, {rtype}, (rank + 1) % size, 5, "
                             "comm, MPI_STATUS_IGNORE);".format(**p), P.P2P_VARIABLES))
    found.append(program("parameter-matching", "struct", "MPI-4.0 3.3.1: the signatures match, element by element",
                         "int lengths[2] = {1, 1};\nMPI_Aint places[2] = {0, 8};\nMPI_Datatype types[2] = {MPI_INT, MPI_DOUBLE}, t;\n"
                         "if (rank == 1) {\ntypes[0] = MPI_DOUBLE;\ntypes[1] = MPI_INT;\n}\nMPI_Type_create_struct(2, lengths, places, types, &t);\n"
                         "MPI_Type_commit(&t);\nif (rank == 0)\nMPI_Send(out, 1, t, 1, 5, comm);\nelse\n"
                         "MPI_Recv(in, 1, t, 0, 5, comm, MPI_STATUS_IGNORE);\nMPI_Type_free(&t);", P.P2P_VARIABLES))
    found.append(program("parameter-matching", "contiguous", "MPI-4.0 3.3.1: the signatures match, element by element",
                         "MPI_Datatype t;\nMPI_Type_contiguous(2, MPI_FLOAT, &t);\nMPI_Type_commit(&t);\nif (rank == 0)\n"
                         "MPI_Send(out, 4, MPI_INT, 1, 5, comm);\nelse\nMPI_Recv(in, 2, t, 0, 5, comm, MPI_STATUS_IGNORE);\n"
                         "MPI_Type_free(&t);", P.P2P_VARIABLES))
    return found + collectives()


def collectives():
    found = []
    for name in P.COLLECTIVES:
        for nonblocking in (False, True):
            family = "I" + name.lower() if nonblocking else name
            variables = P.COLL_VARIABLES + "\nint count = 2;\nMPI_Datatype type = MPI_INT;\nMPI_Op op = MPI_SUM;\n(void)count, (void)type, (void)op;"

            def add(change, why, **parameters):
                found.append(program("parameter-matching", family, why, f"if (rank == 1) {{\n{change}\n}}\n" +
                                     P.collective(name, nonblocking, **parameters), variables, ranks=3))
            if P.uses(name, "root"):
                add("root = 1;", "MPI-4.0 6: all ranks give the same root")
            if P.uses(name, "op"):
                add("op = MPI_MAX;", "MPI-4.0 6.9.1: all ranks give the same operator", op="op")
            if P.uses(name, "type"):
                add("type = MPI_FLOAT;", "MPI-4.0 6: the signatures of corresponding arguments are equal", type="type")
            if P.uses(name, "count") and not name.startswith("Reduce_scatter"):
                add("count = 1;", "MPI-4.0 6: the counts of corresponding arguments are equal", count="count")
            if name == "Reduce_scatter_block":
                add("count = 1;", "MPI-4.0 6.10.1: all ranks give the same count", count="count")
            if name in ("Alltoallv", "Alltoallw"):
                add("counts[0] = 1;", "MPI-4.0 6.8: what i sends to j is what j receives from i")
            if name in ("Gatherv", "Allgatherv"):
                add("counts[2] = 1;" if name == "Allgatherv" else "root = 0;\n}\nif (rank == 0) {\ncounts[2] = 1;",
                    "MPI-4.0 6.5: the root's count is the sender's")
            if name == "Reduce_scatter":
                add("counts[0] = 1;\ncounts[1] = 3;", "MPI-4.0 6.10.2: all ranks give the same counts")
    for name in P.COLLECTIVES:
        for nonblocking in (False, True):
            found.append(program("parameter-matching", "I" + name.lower() if nonblocking else name,
                                 "MPI-4.0 6.2: the members of a communicator call a collective on it, and not on another one",
                                 "MPI_Comm other;\nMPI_Comm_dup(comm, &other);\nif (rank == 1)\ncomm = other;\n" + P.collective(name, nonblocking) +
                                 "\nMPI_Comm_free(&other);", P.COLL_VARIABLES, ranks=3))
    return found
