"""errors_calls.py - calls in a wrong order or without their counterpart, and races of messages."""
import programs as P
from errors_local import program


def collective_order():
    found = []
    names = list(P.COLLECTIVES)
    for nonblocking in (False, True):
        for i, name in enumerate(names):
            other = names[(i + 1) % len(names)]
            family = "I" + name.lower() if nonblocking else name
            one, two = P.collective(name, nonblocking), P.collective(other, nonblocking)
            found.append(program("call-ordering", family, "MPI-4.0 6.14: all ranks call the collectives of a communicator in one order",
                                 f"if (rank == 0) {{\n{one}\n{two}\n}} else {{\n{two}\n{one}\n}}", P.COLL_VARIABLES, ranks=3))
            found.append(program("call-ordering", family, "MPI-4.0 6.1: all ranks of the communicator call it",
                                 f"if (rank != 1) {{\n{one}\n}}", P.COLL_VARIABLES, ranks=3))
    for name in names:
        found.append(program("call-ordering", name, "MPI-4.0 6.12: a blocking collective does not match a non-blocking one",
                             f"if (rank == 0) {{\n{P.collective(name, False)}\n}} else {{\n{P.collective(name, True)}\n}}", P.COLL_VARIABLES))
    found.append(program("call-ordering", "Barrier", "MPI-4.0 6.14: collectives of two communicators in opposite orders deadlock",
                         "MPI_Comm other;\nMPI_Comm_dup(comm, &other);\nif (rank == 0) {\nMPI_Barrier(comm);\nMPI_Barrier(other);\n} else {\n"
                         "MPI_Barrier(other);\nMPI_Barrier(comm);\n}\nMPI_Comm_free(&other);", P.COLL_VARIABLES))
    found.append(program("call-ordering", "Comm_dup", "MPI-4.0 7.4: the constructors of communicators are collective",
                         "MPI_Comm other;\nif (rank == 0)\nMPI_Comm_dup(comm, &other);\nelse\nMPI_Comm_split(comm, 0, 0, &other);\n"
                         "MPI_Comm_free(&other);", P.COLL_VARIABLES))
    return found


def message_order():
    found = []
    rule = "MPI-4.0 3.5: the order of calls waits for ever"
    for receive in P.RECEIVES:
        text = P.receive_text(receive, {**P.P2P, "source": "1 - rank"}, False)
        send = "MPI_Send(out, N, MPI_INT, 1 - rank, 5, comm);"
        found.append(program("call-ordering", receive, rule + ": both receive first", f"{text}\n{send}", P.P2P_VARIABLES))
        found.append(program("call-ordering", receive, rule + ": nobody sends", f"if (rank == 1) {{\n{P.receive_text(receive, P.P2P, False)}\n}}",
                             P.P2P_VARIABLES))
    for send in P.SENDS:
        if not P.is_ready(send) and not P.is_buffered(send):
            text = P.send_text(send, {**P.P2P, "dest": "1 - rank"})
            found.append(program("call-ordering", send, "MPI-4.0 3.5: both send first: unsafe, since MPI need not buffer",
                                 f"{text}\nMPI_Recv(in, N, MPI_INT, 1 - rank, 5, comm, MPI_STATUS_IGNORE);", P.P2P_VARIABLES))
        found.append(program("call-ordering", send, rule + ", or the message is lost: nobody receives",
                             f"if (rank == 0) {{\n{P.send_text(send, P.P2P)}\n}}", P.P2P_VARIABLES))
    found.append(program("call-ordering", "Send", "MPI-4.0 3.5: a ring in which all send first: unsafe, since MPI need not buffer",
                         "MPI_Send(out, N, MPI_INT, (rank + 1) % size, 5, comm);\n"
                         "MPI_Recv(in, N, MPI_INT, (rank + size - 1) % size, 5, comm, MPI_STATUS_IGNORE);", P.P2P_VARIABLES, ranks=4))
    found.append(program("call-ordering", "Send", "MPI-4.0 3.5: a message of 4 MB to a rank that sends as well",
                         "int *much = calloc(1 << 20, 4);\nMPI_Send(much, 1 << 20, MPI_INT, 1 - rank, 5, comm);\n"
                         "MPI_Recv(much, 1 << 20, MPI_INT, 1 - rank, 5, comm, MPI_STATUS_IGNORE);\nfree(much);", ""))
    found.append(program("call-ordering", "Barrier", "MPI-4.0 3.5: a receive before the barrier waits for a send behind it",
                         "if (rank == 0) {\nMPI_Barrier(comm);\nMPI_Send(out, 1, MPI_INT, 1, 5, comm);\n} else {\n"
                         "MPI_Recv(in, 1, MPI_INT, 0, 5, comm, MPI_STATUS_IGNORE);\nMPI_Barrier(comm);\n}", P.P2P_VARIABLES))
    found.append(program("call-ordering", "Barrier", "MPI-4.0 3.5: a send before the barrier may wait for a receive behind it",
                         "if (rank == 0) {\nMPI_Ssend(out, 1, MPI_INT, 1, 5, comm);\nMPI_Barrier(comm);\n} else {\nMPI_Barrier(comm);\n"
                         "MPI_Recv(in, 1, MPI_INT, 0, 5, comm, MPI_STATUS_IGNORE);\n}", P.P2P_VARIABLES))
    found.append(program("call-ordering", "Barrier", "MPI-4.0 3.5: a send before the barrier may wait for a receive behind it: unsafe",
                         "if (rank == 0) {\nMPI_Send(out, 1, MPI_INT, 1, 5, comm);\nMPI_Barrier(comm);\n} else {\nMPI_Barrier(comm);\n"
                         "MPI_Recv(in, 1, MPI_INT, 0, 5, comm, MPI_STATUS_IGNORE);\n}", P.P2P_VARIABLES))
    found.append(program("call-ordering", "Probe", rule + ": nobody sends", "if (rank == 1) {\nMPI_Status s;\nMPI_Probe(0, 5, comm, &s);\n}",
                         P.P2P_VARIABLES))
    for send in ("Rsend", "Irsend"):
        found.append(program("call-ordering", send, "MPI-4.0 3.4: a ready send starts when its receive is posted; here nothing makes sure of it",
                             f"if (rank == 0) {{\n{P.send_text(send, P.P2P)}\n}} else {{\n{P.receive_text('Recv', P.P2P, False)}\n}}",
                             P.P2P_VARIABLES))
    return found


def environment():
    whole = "int main(int argc, char **argv) {{\n    int rank, size;\n    (void)rank, (void)size;\n    {}\n    return 0;\n}}\n"
    found = []
    for call in ("MPI_Comm_rank(MPI_COMM_WORLD, &rank);", "MPI_Barrier(MPI_COMM_WORLD);", "MPI_Comm_size(MPI_COMM_WORLD, &size);",
                 "MPI_Send(&argc, 1, MPI_INT, 0, 1, MPI_COMM_SELF);", "MPI_Bcast(&argc, 1, MPI_INT, 0, MPI_COMM_WORLD);",
                 "MPI_Datatype t;\n    MPI_Type_contiguous(2, MPI_INT, &t);", "MPI_Group g;\n    MPI_Comm_group(MPI_COMM_WORLD, &g);"):
        found.append({"expect": "call-ordering", "family": "Init", "why": "MPI-4.0 11.2.1: no such call before MPI_Init",
                      "whole": whole.format(f"{call}\n    MPI_Init(&argc, &argv);\n    MPI_Finalize();")})
        found.append({"expect": "call-ordering", "family": "Finalize", "why": "MPI-4.0 11.2.2: no such call after MPI_Finalize",
                      "whole": whole.format(f"MPI_Init(&argc, &argv);\n    MPI_Finalize();\n    {call}")})
    found.append({"expect": "call-ordering", "family": "Init", "why": "MPI-4.0 11.2.1: MPI_Init is called once",
                  "whole": whole.format("MPI_Init(&argc, &argv);\n    MPI_Init(&argc, &argv);\n    MPI_Finalize();")})
    found.append({"expect": "call-ordering", "family": "Finalize", "why": "MPI-4.0 11.2.2: MPI_Finalize is called once",
                  "whole": whole.format("MPI_Init(&argc, &argv);\n    MPI_Finalize();\n    MPI_Finalize();")})
    found.append({"expect": "call-ordering", "family": "Finalize", "why": "MPI-4.0 11.2.2: each process calls MPI_Finalize",
                  "whole": whole.format("MPI_Init(&argc, &argv);\n    MPI_Barrier(MPI_COMM_WORLD);")})
    found.append({"expect": "call-ordering", "family": "Finalize", "why": "MPI-4.0 11.2.2: each process calls MPI_Finalize",
                  "whole": whole.format("MPI_Init(&argc, &argv);\n    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n    if (rank == 0)\n"
                                        "        MPI_Finalize();")})
    return found


def call_ordering():
    return collective_order() + message_order() + environment()


def message_races():
    """Races in which another match than the first leads to a deadlock, a mismatch, or another result."""
    found = []
    rule = "MPI-4.0 3.5: a receive from any source takes the message of either sender; "
    three = {"ranks": 3}
    for first in ("Recv", "Irecv"):
        any_one = ("MPI_Recv(in, 1, MPI_INT, MPI_ANY_SOURCE, 5, comm, MPI_STATUS_IGNORE);" if first == "Recv" else
                   "MPI_Irecv(in, 1, MPI_INT, MPI_ANY_SOURCE, 5, comm, &request);\nMPI_Wait(&request, MPI_STATUS_IGNORE);")
        for send in ("Send", "Ssend", "Isend", "Issend", "Bsend"):
            text = P.send_text(send, {**P.P2P, "dest": "0", "scount": "1"})
            for named in (1, 2):
                found.append(program("message-race", f"{first}-{send}", rule + "if it takes that of the named one, the next receive waits for ever",
                                     f"if (rank == 0) {{\n{any_one}\nMPI_Recv(in, 1, MPI_INT, {named}, 5, comm, MPI_STATUS_IGNORE);\n}} else {{\n"
                                     f"{text}\n}}", P.P2P_VARIABLES, **three))
            found.append(program("message-race", f"{first}-{send}", rule + "what is printed depends on it",
                                 f"if (rank == 0) {{\n{any_one}\nprintf(\"first %d\\n\", in[0]);\n{any_one}\n}} else {{\nout[0] = rank;\n{text}\n}}",
                                 P.P2P_VARIABLES, **three))
        found.append(program("message-race", first, rule + "one is too long for it",
                             f"if (rank == 0) {{\n{any_one}\nMPI_Recv(in, 2, MPI_INT, MPI_ANY_SOURCE, 5, comm, MPI_STATUS_IGNORE);\n}} else {{\n"
                             "for (volatile int i = 0; i < 10; i++) {\n}\nMPI_Send(out, rank, MPI_INT, 0, 5, comm);\n}", P.P2P_VARIABLES, **three))
        found.append(program("message-race", first, rule + "one has another datatype",
                             f"if (rank == 0) {{\n{any_one}\nMPI_Recv(in, 1, MPI_FLOAT, MPI_ANY_SOURCE, 5, comm, MPI_STATUS_IGNORE);\n}} else {{\n"
                             "MPI_Send(out, 1, rank == 1 ? MPI_INT : MPI_FLOAT, 0, 5, comm);\n}", P.P2P_VARIABLES, **three))
        found.append(program("message-race", first, rule + "the program takes the answer for that of rank 1",
                             f"if (rank == 0) {{\n{any_one}\nMPI_Send(in, 1, MPI_INT, in[0], 6, comm);\n"
                             f"{any_one}\n}} else {{\nout[0] = rank;\nMPI_Send(out, 1, MPI_INT, 0, 5, comm);\n"
                             "if (rank == 1)\nMPI_Recv(in, 1, MPI_INT, 0, 6, comm, MPI_STATUS_IGNORE);\n}", P.P2P_VARIABLES, **three))
    return found
