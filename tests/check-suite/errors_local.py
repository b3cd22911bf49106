"""errors_local.py - mistakes that one rank makes alone: arguments, leaks, requests, buffers."""
import re

import programs as P
from objects import OBJECTS


def program(expect, family, why, body, variables, **more):
    return {"expect": expect, "family": family, "why": why, "body": body, "variables": variables, **more}


# What is wrong with an argument of a send or receive: the side's parameter, its value, and the rule.
MESSAGE_MISTAKES = (
    ("comm", "MPI_COMM_NULL", "MPI-4.0 3.2.3: the communicator must be valid"),
    ("count", "-1", "MPI-4.0 3.2.2: the count is not negative"),
    ("type", "MPI_DATATYPE_NULL", "MPI-4.0 3.2.2: the datatype must be valid"),
    ("type", "loose", "MPI-4.0 5.1.9: a datatype must be committed before it is used in communication"),
    ("peer", "size", "MPI-4.0 3.2.3: the rank is below the size of the communicator"),
    ("peer", "-7", "MPI-4.0 3.2.3: the rank is not negative"),
    ("tag", "-3", "MPI-4.0 3.2.3: the tag is not negative"),
    ("tag", "0x7fffffff", "MPI-4.0 3.2.3: the tag is at most MPI_TAG_UB, which MPICH sets to 0xfffffff"),
    ("buf", "NULL", "MPI-4.0 3.2.2: a buffer of a count above 0 is memory"),
)
LOOSE = "\nMPI_Datatype loose;"
MAKE_LOOSE = "MPI_Type_contiguous(1, MPI_INT, &loose);\n"
FREE_LOOSE = "\nMPI_Type_free(&loose);"


def invalid_messages():
    found = []
    for side, calls in (("s", P.SENDS), ("r", P.RECEIVES)):
        for call in calls:
            for what, value, why in MESSAGE_MISTAKES:
                key = ({"s": "dest", "r": "source"}[side] if what == "peer" else side + what)
                change = {key: value}
                body = P.p2p(call, "Irecv", **change) if side == "s" else P.p2p("Send", call, **change)
                loose = value == "loose"
                found.append(program("invalid-parameter", call, why, (MAKE_LOOSE if loose else "") + body + (FREE_LOOSE if loose else ""),
                                     P.P2P_VARIABLES + (LOOSE if loose else "")))
    found += [program("invalid-parameter", call, "MPI-4.0 3.7.2: the request is an output argument, and must have a place",
                      P.p2p(call, "Recv", srequest="NULL"), P.P2P_VARIABLES) for call in P.SENDS if call[0] == "I"]
    found.append(program("invalid-parameter", "Sendrecv", "MPI-4.0 3.11: the send and receive buffers of MPI_Sendrecv must be disjoint",
                         "MPI_Sendrecv(out, N, MPI_INT, (rank + 1) % size, 5, out + 2, N, MPI_INT, (rank + 1) % size, 5, comm, "
                         "MPI_STATUS_IGNORE);", P.P2P_VARIABLES))
    return found


COLLECTIVE_MISTAKES = (
    ("comm", "MPI_COMM_NULL", "MPI-4.0 6.2: the communicator must be valid"),
    ("count", "-1", "MPI-4.0 6: the count is not negative"),
    ("type", "MPI_DATATYPE_NULL", "MPI-4.0 6: the datatype must be valid"),
    ("root", "size", "MPI-4.0 6: the root is a rank of the communicator"),
    ("root", "-1", "MPI-4.0 6: the root is not negative"),
    ("op", "MPI_OP_NULL", "MPI-4.0 6.9.1: the operator must be valid"),
)


def invalid_collectives():
    found = []
    for name in P.COLLECTIVES:
        for nonblocking in (False, True):
            family = "I" + name.lower() if nonblocking else name
            for what, value, why in COLLECTIVE_MISTAKES:
                if P.uses(name, what):
                    found.append(program("invalid-parameter", family, why, P.collective(name, nonblocking, **{what: value}),
                                         P.COLL_VARIABLES))
            if P.uses(name, "recv"):
                found.append(program("invalid-parameter", family, "MPI-4.0 2.3: buffers may not alias; MPI_IN_PLACE is for that",
                                     P.collective(name, nonblocking, recv="out"), P.COLL_VARIABLES))
            in_place = {"Bcast": "send", "Reduce": "send", "Gather": "send", "Scatter": "recv", "Allgather": "recv", "Allreduce": "recv"}
            if name in in_place:
                found.append(program("invalid-parameter", family, "MPI-4.0 6: MPI_IN_PLACE is not for this buffer, or for the root's alone",
                                     P.collective(name, nonblocking, **{in_place[name]: "MPI_IN_PLACE"}), P.COLL_VARIABLES))
    for name in ("Allreduce", "Reduce", "Scan", "Exscan"):
        found.append(program("invalid-parameter", name, "MPI-4.0 6.9.2: bitwise operators are not for floating point",
                             P.collective(name, False, op="MPI_BAND", type="MPI_DOUBLE", send="d", recv="e"),
                             P.COLL_VARIABLES + "\ndouble d[4] = {0}, e[4] = {0};"))
        for op in ("MPI_REPLACE", "MPI_NO_OP"):
            found.append(program("invalid-parameter", name, "MPI-4.0 12.3.4: the operator is for one-sided communication alone",
                                 P.collective(name, False, op=op), P.COLL_VARIABLES))
    for text, why in (("MPI_Comm_split(comm, -4, rank, &made);", "MPI-4.0 7.4.2: the color is not negative, or MPI_UNDEFINED"),
                      ("int dims[2] = {size, 2}, periods[2] = {0, 0};\nMPI_Cart_create(comm, 2, dims, periods, 0, &made);",
                       "MPI-4.0 8.5.1: the grid is not larger than the communicator"),
                      ("int dims[1] = {-1}, periods[1] = {0};\nMPI_Cart_create(comm, 1, dims, periods, 0, &made);",
                       "MPI-4.0 8.5.1: dimensions are positive"),
                      ("MPI_Comm_dup(MPI_COMM_NULL, &made);", "MPI-4.0 7.4.2: the communicator must be valid"),
                      ("MPI_Comm_free(&comm);\n(void)made;", "MPI-4.0 7.4.3: MPI_COMM_WORLD may not be freed before MPI_Finalize"),
                      ("MPI_Group g;\nint ranks[1] = {size};\nMPI_Comm_group(comm, &g);\nMPI_Group_incl(g, 1, ranks, &g);\n(void)made;",
                       "MPI-4.0 7.3.2: ranks are those of the group"),
                      ("MPI_Datatype t;\nMPI_Type_vector(-2, 1, 1, MPI_INT, &t);\n(void)made;", "MPI-4.0 5.1.2: the count is not negative"),
                      ("MPI_Datatype t;\nMPI_Type_contiguous(2, MPI_DATATYPE_NULL, &t);\n(void)made;", "MPI-4.0 5.1.2: the datatype must be valid"),
                      ("int dims[2] = {3, 0};\nMPI_Dims_create(4, 2, dims);\n(void)made;",
                       "MPI-4.0 8.5.2: the number of nodes is a multiple of the given dimensions"),
                      ("int n;\nMPI_Comm_size(MPI_COMM_NULL, &n);\n(void)made;", "MPI-4.0 7.4.1: the communicator must be valid"),
                      ("MPI_Comm_rank(comm, NULL);\n(void)made;", "MPI-4.0 7.4.1: the output argument must have a place")):
        family = re.findall(r"MPI_(\w+)\(", text)[-1]
        found.append(program("invalid-parameter", family, why, text, "MPI_Comm made = MPI_COMM_NULL;"))
    return found


def leaks():
    found = []
    for name, declare, make, free, before in OBJECTS:
        why = "MPI-4.0 2.5.1 and 11.2.2: an object that was made is freed"
        found.append(program("resource-leak", name, why, make, declare, before=before, ranks=4))
        found.append(program("resource-leak", name, why + "; one of two is not", f"{make}\n{free}\n{make}", declare, before=before, ranks=4))
        found.append(program("correct", name, "each object that is made is freed", f"{make}\n{free}", declare, before=before, ranks=4))
        if "rank" not in make:
            found.append(program("correct", name, "each object that is made is freed, several times",
                                 f"for (int i = 0; i < 3; i++) {{\n{make}\n{free}\n}}", declare, before=before, ranks=4))
    return found


def request_lifecycle():
    found = []
    why = "MPI-4.0 3.7.3 and 11.2.2: each request is completed"
    for call in P.SENDS:
        if call[0] == "I":
            found.append(program("request-lifecycle", call, why, P.p2p(call, "Irecv", swait=""), P.P2P_VARIABLES))
            found.append(program("request-lifecycle", call, "MPI-4.0 3.7.3: a request that was completed is no request any more",
                                 P.p2p(call, "Irecv", swait="MPI_Request copy = request;\nMPI_Wait(&request, MPI_STATUS_IGNORE);\n"
                                       "MPI_Wait(&copy, MPI_STATUS_IGNORE);"), P.P2P_VARIABLES))
            found.append(program("request-lifecycle", call, "MPI-4.0 3.9: only persistent requests are started",
                                 P.p2p(call, "Irecv", swait="MPI_Start(&request);\nMPI_Wait(&request, MPI_STATUS_IGNORE);"), P.P2P_VARIABLES))
        if call.endswith("_init"):
            found.append(program("request-lifecycle", call, "MPI-4.0 3.9: a persistent request is freed",
                                 P.p2p(call, "Irecv", free=""), P.P2P_VARIABLES, ))
            found.append(program("request-lifecycle", call, "MPI-4.0 3.9: an active request is not started",
                                 P.p2p(call, "Irecv", start="MPI_Start(&request);\nMPI_Start(&request);"), P.P2P_VARIABLES))
            found.append(program("request-lifecycle", call, "MPI-4.0 3.9: without its start nothing is sent, and the receive waits",
                                 P.p2p(call, "Recv", start="") if not P.is_ready(call) else
                                 P.p2p(call, "Irecv", start=""), P.P2P_VARIABLES))
            found.append(program("request-lifecycle", call, why + ": an active request is not forgotten",
                                 P.p2p(call, "Irecv", swait="", free=""), P.P2P_VARIABLES))
    for call in ("Irecv", "Recv_init"):
        found.append(program("request-lifecycle", call, why, P.p2p("Send", call, rwait="", free=""), P.P2P_VARIABLES))
    found.append(program("request-lifecycle", "Recv_init", "MPI-4.0 3.9: a persistent request is freed",
                         P.p2p("Send", "Recv_init", free=""), P.P2P_VARIABLES))
    found.append(program("request-lifecycle", "Recv_init", "MPI-4.0 3.9: an active request is not started",
                         P.p2p("Send", "Recv_init", start="MPI_Start(&request);\nMPI_Start(&request);"), P.P2P_VARIABLES))
    for name in P.COLLECTIVES:
        found.append(program("request-lifecycle", "I" + name.lower(), why, P.collective(name, True, wait=""), P.COLL_VARIABLES))
    found.append(program("request-lifecycle", "Irecv", why + ": a handle that is overwritten is lost",
                         "if (rank == 0) {\nMPI_Send(out, 1, MPI_INT, 1, 5, comm);\nMPI_Send(out, 1, MPI_INT, 1, 5, comm);\n} else {\n"
                         "MPI_Irecv(in, 1, MPI_INT, 0, 5, comm, &request);\nMPI_Irecv(in + 1, 1, MPI_INT, 0, 5, comm, &request);\n"
                         "MPI_Wait(&request, MPI_STATUS_IGNORE);\n}", P.P2P_VARIABLES))
    found.append(program("request-lifecycle", "Waitall", why + ": one of three is left out",
                         "MPI_Request all[3];\nfor (int i = 0; i < 3; i++)\nif (rank == 0)\nMPI_Isend(out + i, 1, MPI_INT, 1, i, comm, &all[i]);"
                         "\nelse\nMPI_Irecv(in + i, 1, MPI_INT, 0, i, comm, &all[i]);\nMPI_Waitall(2, all, MPI_STATUSES_IGNORE);",
                         P.P2P_VARIABLES))
    return found


def local_concurrency():
    found = []
    send_rule = "MPI-4.0 3.7.2: the buffer of a send is not changed before it is complete"
    receive_rule = "MPI-4.0 3.7.2: the buffer of a receive is not accessed before it is complete"
    for call in P.SENDS:
        if call[0] == "I" or call.endswith("_init"):
            found.append(program("local-concurrency", call, send_rule, P.p2p(call, "Irecv", before_wait="out[3] = 7;"), P.P2P_VARIABLES))
            found.append(program("local-concurrency", call, send_rule, P.p2p(call, "Irecv", before_wait="memset(out, 1, sizeof out);"),
                                 P.P2P_VARIABLES))
            found.append(program("local-concurrency", call, send_rule + ": a receive changes it",
                                 P.p2p(call, "Irecv", before_wait="MPI_Sendrecv(&size, 1, MPI_INT, 0, 9, out, 1, MPI_INT, 0, 9, "
                                       "MPI_COMM_SELF, MPI_STATUS_IGNORE);"), P.P2P_VARIABLES))
    for call in ("Irecv", "Recv_init"):
        for access in ("in[2] = 1;", "size += in[2];", "printf(\"%d\\n\", in[0]);", "memset(in, 0, 4);", "memcpy(out, in, 8);"):
            found.append(program("local-concurrency", call, receive_rule, P.p2p("Ssend", call, after_irecv=access), P.P2P_VARIABLES))
        found.append(program("local-concurrency", call, receive_rule + ": another receive uses it",
                             "if (rank == 0) {\nMPI_Send(out, 4, MPI_INT, 1, 5, comm);\nMPI_Send(out, 4, MPI_INT, 1, 6, comm);\n} else {\n"
                             "MPI_Request other;\nMPI_Irecv(in, 4, MPI_INT, 0, 5, comm, &request);\n"
                             "MPI_Irecv(in + 3, 4, MPI_INT, 0, 6, comm, &other);\nMPI_Wait(&request, MPI_STATUS_IGNORE);\n"
                             "MPI_Wait(&other, MPI_STATUS_IGNORE);\n}", P.P2P_VARIABLES))
    found.append(program("local-concurrency", "Isend", receive_rule + ": a send reads it",
                         "if (rank == 0) {\nMPI_Send(out, 4, MPI_INT, 1, 5, comm);\nMPI_Recv(in, 4, MPI_INT, 1, 6, comm, MPI_STATUS_IGNORE);\n} "
                         "else {\nMPI_Irecv(in, 4, MPI_INT, 0, 5, comm, &request);\nMPI_Send(in, 4, MPI_INT, 0, 6, comm);\n"
                         "MPI_Wait(&request, MPI_STATUS_IGNORE);\n}", P.P2P_VARIABLES))
    rule = "MPI-4.0 6.12: buffers of a non-blocking collective are not changed, nor its output read, before it is complete"
    for name in P.COLLECTIVES:
        if not P.uses(name, "send"):
            continue
        family = "I" + name.lower()
        write = "if (rank == root)\nout[0] = 1;" if name in ("Bcast", "Scatter", "Scatterv") else "out[0] = 1;"
        found.append(program("local-concurrency", family, rule, P.collective(name, True, before_wait=write), P.COLL_VARIABLES))
        if P.uses(name, "recv"):
            read = "if (rank == root)\nsize += in[0];" if name in ("Gather", "Gatherv", "Reduce") else "size += in[0];"
            found.append(program("local-concurrency", family, rule, P.collective(name, True, before_wait=read), P.COLL_VARIABLES))
    return found
