"""more_collectives.py - persistent collectives, those of neighbourhoods and of inter-communicators: correct ones, and arguments that do not
fit those of other ranks; and probes of any rank."""
import programs as P
from errors_local import program

VARIABLES = P.COLL_VARIABLES + "\nint count = 2;\nMPI_Datatype type = MPI_INT;\nMPI_Op op = MPI_SUM;\n(void)count, (void)type, (void)op;"
FORMS = ("blocking", "nonblocking", "persistent")


def call_text(name, arguments, form):
    """A call of a collective in one of its forms, and the completion."""
    if form == "blocking":
        return f"MPI_{name}({arguments});"
    if form == "nonblocking":
        return f"MPI_I{name[0].lower()}{name[1:]}({arguments}, &request);\nMPI_Wait(&request, MPI_STATUS_IGNORE);"
    return (f"MPI_{name}_init({arguments}, MPI_INFO_NULL, &request);\nfor (int i = 0; i < 2; i++) {{\nMPI_Start(&request);\n"
            "MPI_Wait(&request, MPI_STATUS_IGNORE);\n}\nMPI_Request_free(&request);")


def wrong_at(rank, change, body):
    return f"if (rank == {rank}) {{\n{change}\n}}\n{body}"


def persistent(found):
    prepare = "for (int i = 0; i < 8; i++)\ndispls[i] = 8 * i;\n"
    for name in P.COLLECTIVES:
        def body(**parameters):
            return (prepare if name == "Alltoallw" else "") + call_text(name, P.COLLECTIVES[name].format(**{**P.COLL, **parameters}), "persistent")
        family = name + "_init"
        for ranks in (1, 3):
            found.append(program("correct", family, "all ranks start it twice", body(), VARIABLES, ranks=ranks))
        if P.uses(name, "type") and not P.uses(name, "op"):
            found.append(program("correct", family, "a pair of integers beside two integers",
                                 "MPI_Datatype pair;\nMPI_Type_contiguous(2, MPI_INT, &pair);\nMPI_Type_commit(&pair);\n" +
                                 (body(type="rank == 1 ? pair : MPI_INT", count="rank == 1 ? 1 : 2") if P.uses(name, "count") else body()) +
                                 "\nMPI_Type_free(&pair);", VARIABLES, ranks=3))
        mistakes = []
        if P.uses(name, "root"):
            mistakes.append(("root = 1;", "MPI-4.0 6: all ranks give the same root", {}))
        if P.uses(name, "op"):
            mistakes.append(("op = MPI_MAX;", "MPI-4.0 6.9.1: all ranks give the same operator", {"op": "op"}))
        if P.uses(name, "type"):
            mistakes.append(("type = MPI_FLOAT;", "MPI-4.0 6: the signatures of corresponding arguments are equal", {"type": "type"}))
        if P.uses(name, "count"):
            mistakes.append(("count = 1;", "MPI-4.0 6: the counts of corresponding arguments are equal", {"count": "count"}))
        if name in ("Alltoallv", "Alltoallw", "Allgatherv"):
            mistakes.append(("counts[2] = 1;", "MPI-4.0 6.8: what i sends to j is what j receives from i", {}))
        if name == "Reduce_scatter":
            mistakes.append(("counts[0] = 1;\ncounts[1] = 3;", "MPI-4.0 6.10.2: all ranks give the same counts", {}))
        found += [program("parameter-matching", family, why, wrong_at(1, change, body(**parameters)), VARIABLES, ranks=3)
                  for change, why, parameters in mistakes]
    found.append(program("parameter-matching", "Startall", "MPI-4.0 3.3.1: of two messages that start together the second has another datatype",
                         "MPI_Request both[2];\nif (rank == 0) {\nMPI_Send_init(out, 2, MPI_INT, 1, 5, comm, &both[0]);\n"
                         "MPI_Send_init(out + 4, 2, MPI_FLOAT, 2, 5, comm, &both[1]);\nMPI_Startall(2, both);\nMPI_Waitall(2, both, MPI_STATUSES_IGNORE);\n"
                         "MPI_Request_free(&both[0]);\nMPI_Request_free(&both[1]);\n} else {\nMPI_Recv(in, 2, MPI_INT, 0, 5, comm, MPI_STATUS_IGNORE);\n}",
                         VARIABLES, ranks=3))
    found.append(program("correct", "Startall", "two messages with one tag and different datatypes start together",
                         "MPI_Request both[2];\nif (rank == 0) {\nMPI_Send_init(out, 2, MPI_INT, 1, 5, comm, &both[0]);\n"
                         "MPI_Send_init(out + 4, 2, MPI_FLOAT, 2, 5, comm, &both[1]);\nMPI_Startall(2, both);\nMPI_Waitall(2, both, MPI_STATUSES_IGNORE);\n"
                         "MPI_Request_free(&both[0]);\nMPI_Request_free(&both[1]);\n} else {\n"
                         "MPI_Recv(in, 2, rank == 1 ? MPI_INT : MPI_FLOAT, 0, 5, comm, MPI_STATUS_IGNORE);\n}", VARIABLES, ranks=3))


RING = "MPI_Comm ring;\nint dims[1] = {size}, periods[1] = {1};\nMPI_Cart_create(comm, 1, dims, periods, 0, &ring);\n"
GRAPH = ("MPI_Comm ring;\nint before = (rank + size - 1) % size, behind = (rank + 1) % size;\n"
         "MPI_Dist_graph_create_adjacent(comm, 1, &before, MPI_UNWEIGHTED, 1, &behind, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &ring);\n")
NEIGHBOURS = {
    "Neighbor_allgather": "out, count, type, in, 2, MPI_INT, ring",
    "Neighbor_allgatherv": "out, count, type, in, counts, displs, MPI_INT, ring",
    "Neighbor_alltoall": "out, count, type, in, 2, MPI_INT, ring",
    "Neighbor_alltoallv": "out, parts, displs, type, in, counts, displs, MPI_INT, ring",
    "Neighbor_alltoallw": "out, parts, places, kinds, in, counts, places, types, ring",
}


def neighbours(found):
    variables = VARIABLES + "\nint parts[8];\nMPI_Aint places[8];\nMPI_Datatype kinds[8];"
    prepare = "for (int i = 0; i < 8; i++) {\nparts[i] = count;\nplaces[i] = 8 * i;\nkinds[i] = type;\n}\n(void)parts, (void)places, (void)kinds;\n"
    for name, arguments in NEIGHBOURS.items():
        for form in FORMS:
            for shape, make in (("grid", RING), ("graph", GRAPH)):
                family = f"{name}-{form}-{shape}"

                def add(expect, why, change=""):
                    found.append(program(expect, family, why, make + wrong_at(1, change, prepare + call_text(name, arguments, form)) +
                                         "\nMPI_Comm_free(&ring);", variables, ranks=3))
                add("correct", "all ranks call it with their neighbours")
                add("parameter-matching", "MPI-4.0 8.6: the signatures of both ends of an edge are equal", "type = MPI_FLOAT;")
                add("parameter-matching", "MPI-4.0 8.6: the counts of both ends of an edge are equal", "count = 1;")
                if form != "nonblocking":
                    found.append(program("correct", family, "a pair of integers beside two integers",
                                         "MPI_Datatype pair;\nMPI_Type_contiguous(2, MPI_INT, &pair);\nMPI_Type_commit(&pair);\n" + make +
                                         wrong_at(1, "type = pair;\ncount = 1;", prepare + call_text(name, arguments, form)) +
                                         "\nMPI_Comm_free(&ring);\nMPI_Type_free(&pair);", variables, ranks=3))
                    found.append(program("parameter-matching", family, "MPI-4.0 8.6: the signatures of both ends of an edge are equal",
                                         "int lengths[2] = {1, 1};\nMPI_Aint at[2] = {0, 4};\nMPI_Datatype mixed, parts_of[2] = {MPI_INT, MPI_FLOAT};\n"
                                         "MPI_Type_create_struct(2, lengths, at, parts_of, &mixed);\nMPI_Type_commit(&mixed);\n" + make +
                                         wrong_at(1, "type = mixed;\ncount = 1;", prepare + call_text(name, arguments, form)) +
                                         "\nMPI_Comm_free(&ring);\nMPI_Type_free(&mixed);", variables, ranks=3))


INTER = ("MPI_Comm half, between;\nint side = rank < size / 2 ? 0 : 1, others = side ? size / 2 : size - size / 2, to = side ? (rank == size / 2 ? MPI_ROOT : "
         "MPI_PROC_NULL) : 0;\nMPI_Comm_split(comm, side, rank, &half);\nMPI_Intercomm_create(half, 0, comm, side ? 0 : size / 2, 7, &between);\n"
         "(void)others, (void)to;\n")
BETWEEN = {
    "Bcast": "out, count, type, to, between", "Gather": "out, count, type, in, 2, MPI_INT, to, between",
    "Scatter": "out, 2, MPI_INT, in, count, type, to, between", "Allgather": "out, count, type, in, 2, MPI_INT, between",
    "Allgatherv": "out, count, type, in, counts, displs, MPI_INT, between", "Alltoall": "out, count, type, in, 2, MPI_INT, between",
    "Alltoallv": "out, counts, displs, type, in, counts, displs, MPI_INT, between", "Reduce": "out, in, count, type, op, to, between",
    "Allreduce": "out, in, count, type, op, between", "Reduce_scatter_block": "out, in, count, type, op, between",
}
INTER_END = "\nMPI_Comm_free(&between);\nMPI_Comm_free(&half);"


def between_groups(found):
    for name, arguments in BETWEEN.items():
        for form in ("blocking", "nonblocking"):
            family = f"{name}-{form}-inter"

            def add(expect, why, change=""):
                found.append(program(expect, family, why, INTER + wrong_at(1, change, call_text(name, arguments, form)) + INTER_END, VARIABLES, ranks=4))
            add("correct", "all ranks of both groups call it")
            add("parameter-matching", "MPI-4.0 6.2.3: the signatures of both groups are equal", "type = MPI_FLOAT;")
            if "count" in arguments.replace("counts", ""):
                add("parameter-matching", "MPI-4.0 6.2.3: the counts of both groups are equal", "count = 1;")
            if "op," in arguments:
                add("parameter-matching", "MPI-4.0 6.9.1: all ranks give the same operator", "op = MPI_MAX;")
            if "to," in arguments:
                add("parameter-matching", "MPI-4.0 6.2.3: the root's group gives MPI_ROOT and MPI_PROC_NULL, the other one the root's rank", "to = 1;")


PROBES = {
    "Probe": "MPI_Probe(MPI_ANY_SOURCE, 5, comm, &s);\nMPI_Recv(in, MOST, MPI_INT, s.MPI_SOURCE, 5, comm, &s);",
    "Mprobe": "MPI_Mprobe(MPI_ANY_SOURCE, 5, comm, &message, &s);\nMPI_Mrecv(in, MOST, MPI_INT, &message, &s);",
    "Iprobe": "for (flag = 0; !flag;)\nMPI_Iprobe(MPI_ANY_SOURCE, 5, comm, &flag, &s);\nMPI_Recv(in, MOST, MPI_INT, s.MPI_SOURCE, 5, comm, &s);",
    "Improbe": "for (flag = 0; !flag;)\nMPI_Improbe(MPI_ANY_SOURCE, 5, comm, &flag, &message, &s);\nMPI_Mrecv(in, MOST, MPI_INT, &message, &s);",
}


def probes(found):
    variables = P.P2P_VARIABLES + "\nMPI_Status s;\nMPI_Message message;\nint flag = 0;\n(void)flag, (void)message, (void)s;"
    rule = "MPI-4.0 3.8: a probe of any source may find the message of either sender; "
    send = "out[0] = rank;\nMPI_Send(out, 1, MPI_INT, 0, 5, comm);"
    for name, text in PROBES.items():
        def add(expect, why, root, others=send):
            found.append(program(expect, name, why, f"if (rank == 0) {{\n{root}\n}} else {{\n{others}\n}}", variables, ranks=3))
        for named in (1, 2):
            add("message-race", rule + "the next receive waits for ever if it was that of the named one",
                f"{text}\nMPI_Recv(in, 1, MPI_INT, {named}, 5, comm, MPI_STATUS_IGNORE);")
        add("message-race", rule + "what is printed depends on it", f"{text}\nprintf(\"%d\\n\", in[0]);\n{text}")
        add("message-race", rule + "one has another datatype", f"{text}\n{text}", "MPI_Send(out, 1, rank == 2 ? MPI_FLOAT : MPI_INT, 0, 5, comm);")
        found[-1] = program("parameter-matching", name, "MPI-4.0 3.3.1: the datatypes of send and receive match", found[-1]["body"], variables, ranks=3)
        add("message-race", rule + "the program takes the first answer for that of rank 1",
            f"{text}\nMPI_Send(in, 1, MPI_INT, in[0], 6, comm);\n{text}", send + "\nif (rank == 1)\nMPI_Recv(in, 1, MPI_INT, 0, 6, comm, MPI_STATUS_IGNORE);")
        add("correct", "the sum does not depend on the order", f"{text}\nout[0] = in[0];\n{text}\nprintf(\"%d\\n\", out[0] + in[0]);")
        add("correct", "the answer goes to whom the probe found", f"for (int i = 0; i < 2; i++) {{\n{text}\nMPI_Send(in, 1, MPI_INT, s.MPI_SOURCE, 6, comm);\n}}",
            send + "\nMPI_Recv(in, 1, MPI_INT, 0, 6, comm, MPI_STATUS_IGNORE);")


def more_collectives():
    found = []
    for part in (persistent, neighbours, between_groups, probes):
        part(found)
    return found
