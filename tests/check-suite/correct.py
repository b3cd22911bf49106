"""correct.py - correct programs: whatever is told of them is a false alarm."""
import programs as P
from errors_local import program


def messages():
    found = []
    for send in P.SENDS:
        for receive in P.RECEIVES:
            if P.is_ready(send) and receive == "Recv":
                continue
            family = f"{send}-{receive}"
            found.append(program("correct", family, "a message, and its receive", P.p2p(send, receive), P.P2P_VARIABLES))
            found.append(program("correct", family, "the message is shorter than its buffer", P.p2p(send, receive, rcount="MOST"), P.P2P_VARIABLES))
            found.append(program("correct", family, "any tag", P.p2p(send, receive, rtag="MPI_ANY_TAG", source="MPI_ANY_SOURCE"), P.P2P_VARIABLES))
            found.append(program("correct", family, "a vector of integers is received as integers",
                                 "MPI_Datatype t;\nMPI_Type_vector(4, 2, 4, MPI_INT, &t);\nMPI_Type_commit(&t);\n" +
                                 P.p2p(send, receive, scount="1", stype="t") + "\nMPI_Type_free(&t);", P.P2P_VARIABLES))
        if send[0] == "I" or send.endswith("_init"):
            found.append(program("correct", send, "the buffer of a send may be read, and other memory written",
                                 P.p2p(send, "Irecv", before_wait="size += out[0];\nout[N] = 1;\nin[0] = 2;"), P.P2P_VARIABLES))
            found.append(program("correct", send, "the buffer may be written after the wait",
                                 P.p2p(send, "Irecv", swait="MPI_Wait(&request, MPI_STATUS_IGNORE);\nout[0] = 1;"), P.P2P_VARIABLES))
            found.append(program("correct", send, "a test that says so completes it, too",
                                 P.p2p(send, "Irecv", swait="int done = 0;\nwhile (!done)\nMPI_Test(&request, &done, MPI_STATUS_IGNORE);\nout[0] = 1;"),
                                 P.P2P_VARIABLES))
        if send.endswith("_init") and not P.is_buffered(send) and not P.is_ready(send):
            found.append(program("correct", send, "a persistent request is started three times",
                                 f"if (rank == 0) {{\nMPI_{send}(out, N, MPI_INT, 1, 5, comm, &request);\nfor (int i = 0; i < 3; i++) {{\nout[0] = i;\n"
                                 "MPI_Start(&request);\nMPI_Wait(&request, MPI_STATUS_IGNORE);\n}\nMPI_Request_free(&request);\n} else {\n"
                                 "for (int i = 0; i < 3; i++)\nMPI_Recv(in, N, MPI_INT, 0, 5, comm, MPI_STATUS_IGNORE);\n}", P.P2P_VARIABLES))
    found.append(program("correct", "Sendrecv", "an exchange in a ring",
                         "MPI_Sendrecv(out, N, MPI_INT, (rank + 1) % size, 5, in, N, MPI_INT, (rank + size - 1) % size, 5, comm, MPI_STATUS_IGNORE);",
                         P.P2P_VARIABLES, ranks=4))
    found.append(program("correct", "Sendrecv_replace", "an exchange in a ring",
                         "MPI_Sendrecv_replace(out, N, MPI_INT, (rank + 1) % size, 5, (rank + size - 1) % size, 5, comm, MPI_STATUS_IGNORE);",
                         P.P2P_VARIABLES, ranks=4))
    found.append(program("correct", "Isendrecv", "an exchange in a ring",
                         "MPI_Isendrecv(out, N, MPI_INT, (rank + 1) % size, 5, in, N, MPI_INT, (rank + size - 1) % size, 5, comm, &request);\n"
                         "MPI_Wait(&request, MPI_STATUS_IGNORE);\nout[0] = in[0];", P.P2P_VARIABLES, ranks=4))
    found.append(program("correct", "Psend_init", "partitions are written and read while the requests are active",
                         "int arrived = 0;\nif (rank == 0) {\nMPI_Psend_init(out, N, 1, MPI_INT, 1, 5, comm, MPI_INFO_NULL, &request);\n"
                         "MPI_Start(&request);\nfor (int i = 0; i < N; i++) {\nout[i] = i;\nMPI_Pready(i, request);\n}\n} else {\n"
                         "MPI_Precv_init(in, 1, N, MPI_INT, 0, 5, comm, MPI_INFO_NULL, &request);\nMPI_Start(&request);\n"
                         "while (!arrived)\nMPI_Parrived(request, 0, &arrived);\nsize += in[0];\n}\n"
                         "MPI_Wait(&request, MPI_STATUS_IGNORE);\nMPI_Request_free(&request);", P.P2P_VARIABLES))
    found.append(program("correct", "PROC_NULL", "messages to nobody",
                         "MPI_Send(out, N, MPI_INT, MPI_PROC_NULL, 5, comm);\nMPI_Recv(in, N, MPI_INT, MPI_PROC_NULL, 5, comm, MPI_STATUS_IGNORE);\n"
                         "MPI_Isend(out, N, MPI_INT, MPI_PROC_NULL, 5, comm, &request);\nMPI_Wait(&request, MPI_STATUS_IGNORE);", P.P2P_VARIABLES))
    found.append(program("correct", "Isend", "several sends may read one buffer",
                         "if (rank == 0) {\nMPI_Request all[3];\nfor (int i = 1; i < 4; i++)\nMPI_Isend(out, N, MPI_INT, i, 5, comm, &all[i - 1]);\n"
                         "MPI_Waitall(3, all, MPI_STATUSES_IGNORE);\n} else {\nMPI_Recv(in, N, MPI_INT, 0, 5, comm, MPI_STATUS_IGNORE);\n}",
                         P.P2P_VARIABLES, ranks=4))
    return found


EXCHANGE = """MPI_Request all[4];
int left = (rank + size - 1) % size, right = (rank + 1) % size;
MPI_Irecv(in, 2, MPI_INT, left, 5, comm, &all[0]);
MPI_Irecv(in + 2, 2, MPI_INT, right, 6, comm, &all[1]);
MPI_Isend(out, 2, MPI_INT, right, 5, comm, &all[2]);
MPI_Isend(out + 2, 2, MPI_INT, left, 6, comm, &all[3]);
"""
COMPLETIONS = (
    "MPI_Waitall(4, all, MPI_STATUSES_IGNORE);",
    "int which;\nfor (int i = 0; i < 4; i++)\nMPI_Waitany(4, all, &which, MPI_STATUS_IGNORE);",
    "int n = 0, some, which[4];\nwhile (n < 4) {\nMPI_Waitsome(4, all, &some, which, MPI_STATUSES_IGNORE);\nn += some;\n}",
    "int done = 0;\nwhile (!done)\nMPI_Testall(4, all, &done, MPI_STATUSES_IGNORE);",
    "int n = 0, done, which;\nwhile (n < 4) {\nMPI_Testany(4, all, &which, &done, MPI_STATUS_IGNORE);\nn += done;\n}",
    "int n = 0, some, which[4];\nwhile (n < 4) {\nMPI_Testsome(4, all, &some, which, MPI_STATUSES_IGNORE);\nn += some;\n}",
    "for (int i = 0; i < 4; i++)\nMPI_Wait(&all[i], MPI_STATUS_IGNORE);",
    "MPI_Status each[4];\nMPI_Waitall(4, all, each);",
)

WILDCARDS = (
    ("the sum does not depend on the order", "for (int i = 1; i < size; i++) {\nMPI_Recv(in, 1, MPI_INT, MPI_ANY_SOURCE, 5, comm, MPI_STATUS_IGNORE);\n"
     "size += 0 * in[0];\nout[0] += in[0];\n}\nprintf(\"%d\\n\", out[0]);", "out[0] = rank;\nMPI_Send(out, 1, MPI_INT, 0, 5, comm);"),
    ("each message is told apart by its sender", "MPI_Status s;\nfor (int i = 1; i < size; i++) {\n"
     "MPI_Recv(in, 1, MPI_INT, MPI_ANY_SOURCE, 5, comm, &s);\nout[s.MPI_SOURCE] = in[0];\n}\nfor (int i = 1; i < size; i++)\nprintf(\"%d\\n\", out[i]);",
     "out[0] = 10 * rank;\nMPI_Send(out, 1, MPI_INT, 0, 5, comm);"),
    ("the length comes from a probe", "MPI_Status s;\nfor (int i = 1; i < size; i++) {\nint n;\nMPI_Probe(MPI_ANY_SOURCE, 5, comm, &s);\n"
     "MPI_Get_count(&s, MPI_INT, &n);\nMPI_Recv(in, n, MPI_INT, s.MPI_SOURCE, 5, comm, &s);\n}", "MPI_Send(out, rank, MPI_INT, 0, 5, comm);"),
    ("a master answers whoever asks", "MPI_Status s;\nfor (int i = 1; i < size; i++) {\nMPI_Recv(in, 1, MPI_INT, MPI_ANY_SOURCE, 5, comm, &s);\n"
     "MPI_Send(in, 1, MPI_INT, s.MPI_SOURCE, 6, comm);\n}",
     "MPI_Send(out, 1, MPI_INT, 0, 5, comm);\nMPI_Recv(in, 1, MPI_INT, 0, 6, comm, MPI_STATUS_IGNORE);"),
    ("one sender at a time", "for (int i = 1; i < size; i++) {\nMPI_Send(out, 1, MPI_INT, i, 6, comm);\n"
     "MPI_Recv(in, 1, MPI_INT, MPI_ANY_SOURCE, 5, comm, MPI_STATUS_IGNORE);\nprintf(\"%d\\n\", in[0]);\n}",
     "MPI_Recv(in, 1, MPI_INT, 0, 6, comm, MPI_STATUS_IGNORE);\nout[0] = rank;\nMPI_Send(out, 1, MPI_INT, 0, 5, comm);"),
)


def requests():
    found = [program("correct", "completion", "an exchange of four messages", EXCHANGE + done, P.P2P_VARIABLES, ranks=3) for done in COMPLETIONS]
    found += [program("correct", "wildcard", why, f"if (rank == 0) {{\n{master}\n}} else {{\n{others}\n}}", P.P2P_VARIABLES, ranks=4)
              for why, master, others in WILDCARDS]
    found.append(program("correct", "Cancel", "a receive without a message is cancelled and completed",
                         "MPI_Irecv(in, 1, MPI_INT, MPI_ANY_SOURCE, 5, comm, &request);\nMPI_Cancel(&request);\nMPI_Wait(&request, MPI_STATUS_IGNORE);",
                         P.P2P_VARIABLES))
    found.append(program("correct", "Request_free", "a send is freed while it is under way, and its buffer left alone",
                         "if (rank == 0) {\nMPI_Isend(out, 1, MPI_INT, 1, 5, comm, &request);\nMPI_Request_free(&request);\n} else {\n"
                         "MPI_Recv(in, 1, MPI_INT, 0, 5, comm, MPI_STATUS_IGNORE);\n}\nMPI_Barrier(comm);", P.P2P_VARIABLES))
    found.append(program("correct", "Recv_init", "receives into two halves of one array, started together",
                         "MPI_Request both[2];\nint other = 1 - rank;\nMPI_Recv_init(in, 4, MPI_INT, other, 5, comm, &both[0]);\n"
                         "MPI_Send_init(out, 4, MPI_INT, other, 5, comm, &both[1]);\nfor (int i = 0; i < 3; i++) {\nMPI_Startall(2, both);\n"
                         "MPI_Waitall(2, both, MPI_STATUSES_IGNORE);\nout[0] += in[0];\n}\nMPI_Request_free(&both[0]);\nMPI_Request_free(&both[1]);",
                         P.P2P_VARIABLES))
    found.append(program("correct", "vector", "two receives into columns of one matrix",
                         "MPI_Datatype column;\nMPI_Request both[2];\nMPI_Type_vector(4, 1, 4, MPI_INT, &column);\nMPI_Type_commit(&column);\n"
                         "if (rank == 0) {\nMPI_Send(out, 4, MPI_INT, 1, 5, comm);\nMPI_Send(out, 4, MPI_INT, 1, 6, comm);\n} else {\n"
                         "MPI_Irecv(in, 1, column, 0, 5, comm, &both[0]);\nMPI_Irecv(in + 1, 1, column, 0, 6, comm, &both[1]);\nin[2] = 7;\n"
                         "MPI_Waitall(2, both, MPI_STATUSES_IGNORE);\n}\nMPI_Type_free(&column);", P.P2P_VARIABLES))
    found.append(program("correct", "globals", "each process has its own static data",
                         "static int own, mine[N];\nown += rank;\nmine[0] = own;\nMPI_Allreduce(mine, in, N, MPI_INT, MPI_SUM, comm);\n"
                         "if (in[0] != size * (size - 1) / 2 || own != rank)\nMPI_Send(out, 1, MPI_INT, rank, 77, comm);", P.P2P_VARIABLES, ranks=4))
    return found


def collectives():
    found = []
    for name in P.COLLECTIVES:
        for nonblocking in (False, True):
            family = "I" + name.lower() if nonblocking else name
            for ranks in (1, 3, 4):
                found.append(program("correct", family, "all ranks call it", P.collective(name, nonblocking), P.COLL_VARIABLES, ranks=ranks))
            found.append(program("correct", family, "on a copy of the communicator",
                                 "MPI_Comm copy;\nMPI_Comm_dup(comm, &copy);\n" + P.collective(name, nonblocking, comm="copy") +
                                 "\nMPI_Comm_free(&copy);", P.COLL_VARIABLES, ranks=3))
            if P.uses(name, "root"):
                found.append(program("correct", family, "another root", P.collective(name, nonblocking, root="size - 1"), P.COLL_VARIABLES, ranks=3))
            if P.uses(name, "op"):
                found.append(program("correct", family, "in place", P.collective(
                    name, nonblocking, send="rank == root ? MPI_IN_PLACE : (void *)out" if name == "Reduce" else
                    "MPI_IN_PLACE"), P.COLL_VARIABLES, ranks=3))
            if P.uses(name, "type") and not P.uses(name, "op"):
                found.append(program("correct", family, "a pair of integers beside two integers",
                                     "MPI_Datatype pair;\nMPI_Type_contiguous(2, MPI_INT, &pair);\nMPI_Type_commit(&pair);\n" +
                                     (P.collective(name, nonblocking, type="rank == 1 ? pair : MPI_INT", count="rank == 1 ? 1 : 2")
                                      if P.uses(name, "count") else P.collective(name, nonblocking)) + "\nMPI_Type_free(&pair);",
                                     P.COLL_VARIABLES, ranks=3))
    return found


def correct():
    return messages() + requests() + collectives()
