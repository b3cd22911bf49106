"""programs.py - the pieces of the suite's programs: calls of each family in a correct form, and the text around them."""

HEAD = """/* check-suite: expect={expect} ranks={ranks} family={family}
 * {why} */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {{ N = 8, MOST = 64 }};

"""

MAIN = """int main(int argc, char **argv) {{
    int rank, size;
    MPI_Comm comm = MPI_COMM_WORLD;
    {variables}
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    {body}
    MPI_Finalize();
    return 0;
}}
"""


def lines(text):
    """Text with one statement a line, indented as in a function's body."""
    return "\n    ".join(line.strip() for line in text.strip().splitlines())


# The parameters of a program's text: what a mistake replaces.
P2P = {"sbuf": "out", "scount": "N", "stype": "MPI_INT", "dest": "1", "stag": "5", "scomm": "comm",
       "rbuf": "in", "rcount": "N", "rtype": "MPI_INT", "source": "0", "rtag": "5", "rcomm": "comm", "status": "MPI_STATUS_IGNORE",
       "srequest": "&request", "rrequest": "&request", "before_wait": "", "after_irecv": "", "wait": "MPI_Wait(&request, MPI_STATUS_IGNORE);",
       "start": "MPI_Start(&request);", "free": "MPI_Request_free(&request);", "again": "", "swait": None, "rwait": None}

P2P_VARIABLES = """int out[MOST], in[MOST];
MPI_Request request = MPI_REQUEST_NULL;
memset(out, 0, sizeof out);
memset(in, 0, sizeof in);"""

SENDS = ("Send", "Ssend", "Bsend", "Rsend", "Isend", "Issend", "Ibsend", "Irsend", "Send_init", "Ssend_init", "Bsend_init", "Rsend_init")
RECEIVES = ("Recv", "Irecv", "Recv_init")


def is_ready(send):
    return "rsend" in send.lower()


def is_buffered(send):
    return "bsend" in send.lower()


def send_text(send, p):
    arguments = "{sbuf}, {scount}, {stype}, {dest}, {stag}, {scomm}".format(**p)
    before = ""
    after = ""
    if is_buffered(send):
        before = "static char room[4096];\nMPI_Buffer_attach(room, sizeof room);\n"
        after = "\n{ void *back; int bytes; MPI_Buffer_detach(&back, &bytes); }"
    wait = p["wait"] if p["swait"] is None else p["swait"]
    if send.endswith("_init"):
        call = f"MPI_{send}({arguments}, {p['srequest']});\n{p['start']}\n{p['before_wait']}\n{wait}\n{p['again']}\n{p['free']}"
    elif send[0] == "I":
        call = f"MPI_{send}({arguments}, {p['srequest']});\n{p['before_wait']}\n{wait}"
    else:
        call = f"MPI_{send}({arguments});"
    return before + call + after


def receive_text(receive, p, ready):
    arguments = "{rbuf}, {rcount}, {rtype}, {source}, {rtag}, {rcomm}".format(**p)
    posted = "MPI_Send(NULL, 0, MPI_INT, 0, 99, MPI_COMM_WORLD);\n" if ready else ""
    wait = p["wait"] if p["rwait"] is None else p["rwait"]
    if receive == "Recv":
        return f"MPI_Recv({arguments}, {p['status']});"
    if receive == "Irecv":
        return f"MPI_Irecv({arguments}, {p['rrequest']});\n{posted}{p['after_irecv']}\n{wait}"
    return f"MPI_Recv_init({arguments}, {p['rrequest']});\n{p['start']}\n{posted}{p['after_irecv']}\n{wait}\n{p['free']}"


def p2p(send, receive, **changes):
    """The body of a program in which rank 0 sends to rank 1. A ready send needs a receive that is posted before."""
    p = {**P2P, **changes}
    ready = is_ready(send)
    if ready and receive == "Recv":
        receive = "Irecv"
    first = "MPI_Recv(NULL, 0, MPI_INT, 1, 99, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n" if ready else ""
    return f"if (rank == 0) {{\n{first}{send_text(send, p)}\n}} else if (rank == 1) {{\n{receive_text(receive, p, ready)}\n}}"


# ---- collectives: buffers for any number of up to 8 ranks ----

COLL_VARIABLES = """int out[MOST], in[MOST], counts[8], displs[8], root = 0;
MPI_Request request = MPI_REQUEST_NULL;
MPI_Datatype types[8];
memset(out, 0, sizeof out);
memset(in, 0, sizeof in);
for (int i = 0; i < 8; i++) {
counts[i] = 2;
displs[i] = 2 * i;
types[i] = MPI_INT;
}
(void)root, (void)request, (void)types, (void)counts, (void)displs;"""

COLLECTIVES = {
    "Barrier": "{comm}",
    "Bcast": "{send}, {count}, {type}, {root}, {comm}",
    "Gather": "{send}, {count}, {type}, {recv}, 2, MPI_INT, {root}, {comm}",
    "Gatherv": "{send}, {count}, {type}, {recv}, {counts}, displs, MPI_INT, {root}, {comm}",
    "Scatter": "{send}, 2, MPI_INT, {recv}, {count}, {type}, {root}, {comm}",
    "Scatterv": "{send}, {counts}, displs, MPI_INT, {recv}, {count}, {type}, {root}, {comm}",
    "Allgather": "{send}, {count}, {type}, {recv}, 2, MPI_INT, {comm}",
    "Allgatherv": "{send}, {count}, {type}, {recv}, {counts}, displs, MPI_INT, {comm}",
    "Alltoall": "{send}, {count}, {type}, {recv}, 2, MPI_INT, {comm}",
    "Alltoallv": "{send}, {counts}, displs, {type}, {recv}, counts, displs, MPI_INT, {comm}",
    "Alltoallw": "{send}, {counts}, displs, types, {recv}, counts, displs, types, {comm}",
    "Reduce": "{send}, {recv}, {count}, {type}, {op}, {root}, {comm}",
    "Allreduce": "{send}, {recv}, {count}, {type}, {op}, {comm}",
    "Reduce_scatter": "{send}, {recv}, {counts}, {type}, {op}, {comm}",
    "Reduce_scatter_block": "{send}, {recv}, {count}, {type}, {op}, {comm}",
    "Scan": "{send}, {recv}, {count}, {type}, {op}, {comm}",
    "Exscan": "{send}, {recv}, {count}, {type}, {op}, {comm}",
}
COLL = {"comm": "comm", "send": "out", "recv": "in", "count": "2", "type": "MPI_INT", "root": "root", "op": "MPI_SUM", "counts": "counts",
        "request": "&request", "before_wait": "", "wait": "MPI_Wait(&request, MPI_STATUS_IGNORE);"}


def uses(name, what):
    return "{" + what + "}" in COLLECTIVES[name]


def collective(name, nonblocking, **changes):
    """A call of a collective by all ranks. Displacements of Alltoallw are bytes, and those of COLL_VARIABLES do not overlap."""
    p = {**COLL, **changes}
    arguments = COLLECTIVES[name].format(**p)
    if name == "Alltoallw":
        prepare = "for (int i = 0; i < 8; i++)\ndispls[i] = 8 * i;\n"
    else:
        prepare = ""
    if not nonblocking:
        return f"{prepare}MPI_{name}({arguments});"
    return f"{prepare}MPI_I{name.lower()}({arguments}, {p['request']});\n{p['before_wait']}\n{p['wait']}"
