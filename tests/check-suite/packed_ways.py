"""packed_ways.py - packed data on their way through collectives, copies, other representations and large counts."""
from errors_local import program
from packing import RULE, STATUS

# Rank r packs two integers, and so eight bytes; of four ranks, each has room for what all ranks give.
VARIABLES = """int ints[8] = {1, 2, 3, 4, 5, 6, 7, 8};
float floats[8] = {0};
char room[64] = {0}, other[64] = {0}, *bytes = NULL;
int at = 0, end = 0, counts[4] = {8, 8, 8, 8}, places[4] = {0, 8, 16, 24};
MPI_Request request = MPI_REQUEST_NULL;
MPI_Datatype types[4] = {MPI_PACKED, MPI_PACKED, MPI_PACKED, MPI_PACKED};
(void)ints, (void)floats, (void)room, (void)other, (void)at, (void)end, (void)counts, (void)places, (void)request, (void)types, (void)bytes, (void)size;"""
PACK = "MPI_Pack(ints, {n}, MPI_INT, room, sizeof room, &at, comm);\n"
UNPACK = "end = {at};\nMPI_Unpack({room}, 64, &end, {buffer}, 2, {kind}, comm);\n"
KINDS = (("ints", "MPI_INT", "correct"), ("floats", "MPI_FLOAT", "parameter-matching"))

# Each collective from `room` to `other`: its arguments, how many integers a rank packs, where rank 1 has what rank 0 (and what
# rank 2) has packed, and which ranks get data.
WAYS = {
    "Bcast": ("room, 8, {t}, 0, comm", 2, "room", 0, "rank > 0"),
    "Gather": ("room, 8, {t}, other, 8, {t}, 1, comm", 2, "other", 16, "rank == 1"),
    "Gatherv": ("room, 8, {t}, other, counts, places, {t}, 1, comm", 2, "other", 16, "rank == 1"),
    "Scatter": ("room, 8, {t}, other, 8, {t}, 0, comm", 8, "other", 0, "rank > 0"),
    "Scatterv": ("room, counts, places, {t}, other, 8, {t}, 0, comm", 8, "other", 0, "rank > 0"),
    "Allgather": ("room, 8, {t}, other, 8, {t}, comm", 2, "other", 16, "1"),
    "Allgatherv": ("room, 8, {t}, other, counts, places, {t}, comm", 2, "other", 8, "1"),
    "Alltoall": ("room, 8, {t}, other, 8, {t}, comm", 8, "other", 16, "1"),
    "Alltoallv": ("room, counts, places, {t}, other, counts, places, {t}, comm", 8, "other", 24, "1"),
    "Alltoallw": ("room, counts, places, types, other, counts, places, types, comm", 8, "other", 0, "1"),
}
WAIT = "MPI_Wait(&request, MPI_STATUS_IGNORE);\n"


def call(name, how, kind):
    arguments = WAYS[name][0].format(t=kind)
    if how == "persistent":
        return f"MPI_{name}_init({arguments}, MPI_INFO_NULL, &request);\nMPI_Start(&request);\n{WAIT}MPI_Request_free(&request);\n"
    return f"MPI_I{name.lower()}({arguments}, &request);\n{WAIT}" if how == "non-blocking" else f"MPI_{name}({arguments});\n"


def collectives(found):
    for name, (_, n, room, at, who) in WAYS.items():
        for how in ("blocking", "non-blocking", "persistent"):
            for buffer, kind, expect in KINDS:
                body = PACK.format(n=n) + call(name, how, "MPI_PACKED") + f"if ({who}) {{\n" + UNPACK.format(at=at, room=room, buffer=buffer, kind=kind) + "}"
                found.append(program(expect, name, f"{RULE}, after a {how} one of it", body, VARIABLES, ranks=4))
    for name in ("Gather", "Alltoall"):
        _, n, room, at, who = WAYS[name]
        body = PACK.format(n=n) + call(name, "blocking", "MPI_BYTE") + f"if ({who}) {{\n" + UNPACK.format(at=at, room=room, buffer="floats", kind="MPI_FLOAT") + "}"
        found.append(program("parameter-matching", name, RULE + ", sent as bytes", body, VARIABLES, ranks=4))


def in_place(found):
    for buffer, kind, expect in KINDS:
        texts = (("Allgather", "at = 8 * rank;\n" + PACK.format(n=2) + "MPI_Allgather(MPI_IN_PLACE, 0, MPI_PACKED, room, 8, MPI_PACKED, comm);\n", 1),
                 ("Alltoall", PACK.format(n=8) + "MPI_Alltoall(MPI_IN_PLACE, 0, MPI_PACKED, room, 8, MPI_PACKED, comm);\n", 1),
                 ("Gather", "at = rank == 1 ? 8 : 0;\n" + PACK.format(n=2) +
                  "MPI_Gather(rank == 1 ? MPI_IN_PLACE : room, 8, MPI_PACKED, room, 8, MPI_PACKED, 1, comm);\n", 1))
        for name, text, who in texts:
            found.append(program(expect, name, RULE + ", with MPI_IN_PLACE", text + f"if (rank == {who}) {{\n" +
                                 UNPACK.format(at=16, room="room", buffer=buffer, kind=kind) + "}", VARIABLES, ranks=4))


def mixed(found):
    rule = "MPI-4.0 5.2: packed data may be received as what they are, and other data as packed ones"
    for buffer, kind, expect in KINDS:
        found.append(program(expect, "Gather", rule, PACK.format(n=2) + f"MPI_Gather(room, 8, MPI_PACKED, {buffer}, 2, {kind}, 0, comm);", VARIABLES, ranks=4))
        found.append(program(expect, "Scatter", rule, "MPI_Scatter(ints, 2, MPI_INT, other, 8, MPI_PACKED, 0, comm);\nif (rank == 1) {\n" +
                             UNPACK.format(at=0, room="other", buffer=buffer, kind=kind) + "}", VARIABLES, ranks=4))
    found.append(program("correct", "Allgather", "a rank's own packed data are overwritten by other ones",
                         PACK.format(n=2) + "if (rank == 1)\nmemset(ints, 0, sizeof ints);\nfloats[0] = floats[1] = 2;\n"
                         "at = 0;\nif (rank == 0)\nMPI_Pack(floats, 2, MPI_FLOAT, room, sizeof room, &at, comm);\n"
                         "MPI_Bcast(room, 8, MPI_PACKED, 0, comm);\n" + UNPACK.format(at=0, room="room", buffer="floats", kind="MPI_FLOAT"), VARIABLES, ranks=4))
    found.append(program("correct", "Gather", "data that are no packed ones come where packed ones were",
                         "memset(ints, 0, sizeof ints);\n" + PACK.format(n=8).replace("room", "other").replace("sizeof other", "64") +
                         "MPI_Gather(floats, 2, MPI_FLOAT, other, 8, MPI_PACKED, 1, comm);\nif (rank == 1) {\n" +
                         UNPACK.format(at=8, room="other", buffer="floats", kind="MPI_FLOAT") + "}", VARIABLES, ranks=4))


def copies(found):
    send, receive = "MPI_Send(other, 8, MPI_PACKED, 1, 0, comm);\n", f"MPI_Recv(other, 64, MPI_PACKED, 0, 0, comm, {STATUS});\n"
    pack = PACK.format(n=2)
    for function in ("memcpy", "memmove"):
        copy = function + "(other, room, at);\n"
        for buffer, kind, expect in KINDS:
            own = UNPACK.format(at=0, room="other", buffer=buffer, kind=kind)
            found.append(program(expect, "Pack", f"{RULE}, copied by {function}", pack + copy + own, VARIABLES))
            found.append(program(expect, "Pack", f"{RULE}, copied by {function} and then sent",
                                 f"if (rank == 0) {{\n{pack}{copy}{send}}} else if (rank == 1) {{\n{receive}{own}}}", VARIABLES))
            found.append(program(expect, "Pack", f"{RULE}, received and then copied by {function}",
                                 f"if (rank == 0) {{\n{pack}{send.replace('other', 'room')}}} else if (rank == 1) {{\n{receive.replace('other', 'room')}at = 8;\n{copy}{own}}}", VARIABLES))
    for buffer, kind, expect in KINDS:
        own = UNPACK.format(at=0, room="bytes", buffer=buffer, kind=kind)
        found.append(program(expect, "Pack", RULE + ", in a block that grows", "bytes = malloc(16);\nMPI_Pack(ints, 2, MPI_INT, bytes, 16, &at, comm);\n"
                             "bytes = realloc(bytes, 1 << 20);\n" + own.replace("64", "8") + "free(bytes);", VARIABLES))
        found.append(program(expect, "Pack", RULE + ", a part of which is copied", "MPI_Pack(ints, 8, MPI_INT, room, 64, &at, comm);\nmemcpy(other + 3, room + 8, 8);\n" +
                             UNPACK.format(at=3, room="other", buffer=buffer, kind=kind), VARIABLES))
    found.append(program("correct", "Pack", "a copy over packed data", "memset(ints, 0, sizeof ints);\n" + pack + "memcpy(room, other, 8);\n" +
                         UNPACK.format(at=0, room="room", buffer="floats", kind="MPI_FLOAT"), VARIABLES))
    found.append(program("correct", "Pack", "packed data that move within their memory", "MPI_Pack(ints, 2, MPI_INT, room, 64, &at, comm);\n"
                         "MPI_Pack(floats, 2, MPI_FLOAT, room, 64, &at, comm);\nmemmove(room + 4, room, 16);\n" +
                         UNPACK.format(at=4, room="room", buffer="ints", kind="MPI_INT") + UNPACK.format(at=12, room="room", buffer="floats", kind="MPI_FLOAT"), VARIABLES))


def large(found):
    variables = VARIABLES.replace("int at = 0, end = 0, ", "MPI_Count at = 0, end = 0;\nint ")
    pack, send = PACK.format(n=2).replace("MPI_Pack", "MPI_Pack_c"), "MPI_Send(room, 8, MPI_PACKED, 1, 0, comm);\n"
    for buffer, kind, expect in KINDS:
        own = UNPACK.format(at=0, room="room", buffer=buffer, kind=kind).replace("MPI_Unpack", "MPI_Unpack_c")
        found.append(program(expect, "Pack_c", RULE + ", in one rank", pack + own, variables))
        found.append(program(expect, "Pack_c", RULE + ", after a message",
                             f"if (rank == 0) {{\n{pack}{send}}} else if (rank == 1) {{\nMPI_Recv(room, 64, MPI_PACKED, 0, 0, comm, {STATUS});\n{own}}}", variables))


EXTERNAL = 'MPI_Pack_external("external32", {buffer}, {n}, {kind}, room, 64, &at);\n'
FROM_EXTERNAL = 'end = {at};\nMPI_Unpack_external("external32", room, 64, &end, {buffer}, {n}, {kind});\n'


def external(found):
    variables = VARIABLES.replace("int at = 0, end = 0, ", "long longs[2] = {1, 2};\nMPI_Aint at = 0, end = 0;\nint place = 0, ").replace("(void)ints", "(void)longs, (void)place, (void)ints")
    rule = "MPI-4.0 5.3: data of MPI_Pack_external are unpacked as what they are, by MPI_Unpack_external"
    pack = EXTERNAL.format(buffer="ints", n=2, kind="MPI_INT")
    for buffer, kind, expect in KINDS:
        own = FROM_EXTERNAL.format(at=0, buffer=buffer, n=2, kind=kind)
        found.append(program(expect, "Pack_external", rule, pack + own, variables))
        found.append(program(expect, "Pack_external", rule, f"if (rank == 0) {{\n{pack}MPI_Send(room, 8, MPI_BYTE, 1, 0, comm);\n}} else if (rank == 1) {{\n"
                             f"MPI_Recv(room, 64, MPI_BYTE, 0, 0, comm, {STATUS});\n{own}}}", variables))
    found.append(program("parameter-matching", "Pack_external", rule, pack + "MPI_Unpack(room, 64, &place, ints, 2, MPI_INT, comm);", variables))
    found.append(program("parameter-matching", "Unpack_external", rule, "MPI_Pack(ints, 2, MPI_INT, room, 64, &place, comm);\n" +
                         FROM_EXTERNAL.format(at=0, buffer="ints", n=2, kind="MPI_INT"), variables))
    found.append(program("correct", "Pack_external", "types whose size differs there", EXTERNAL.format(buffer="longs", n=2, kind="MPI_LONG") + pack +
                         FROM_EXTERNAL.format(at=0, buffer="longs", n=2, kind="MPI_LONG") +
                         FROM_EXTERNAL.format(at="end", buffer="ints", n=2, kind="MPI_INT"), variables))
    found.append(program("correct", "Pack_external", "a buffer for both representations in turn", "MPI_Pack(ints, 2, MPI_INT, room, 64, &place, comm);\n" + pack +
                         FROM_EXTERNAL.format(at=0, buffer="ints", n=2, kind="MPI_INT") +
                         "place = 0;\nMPI_Pack(ints, 2, MPI_INT, room, 64, &place, comm);\nplace = 0;\nMPI_Unpack(room, 64, &place, ints, 2, MPI_INT, comm);", variables))


RING = "MPI_Comm ring;\nMPI_Cart_create(comm, 1, (int[]){4}, (int[]){1}, 0, &ring);\n"
GROUPS = "MPI_Comm half, both;\nMPI_Comm_split(comm, rank % 2, 0, &half);\nMPI_Intercomm_create(half, 0, comm, !(rank % 2), 1, &both);\n"
# Between neighbours, and between two groups: the call, how many integers a rank packs, what rank 1 has then, and where.
BETWEEN = (("Neighbor_allgather", "room, 8, MPI_PACKED, other, 8, MPI_PACKED, ring", 2, 8), ("Neighbor_alltoall", "room, 8, MPI_PACKED, other, 8, MPI_PACKED, ring", 4, 8),
           ("Ineighbor_alltoallv", "room, counts, places, MPI_PACKED, other, counts, places, MPI_PACKED, ring, &request", 4, 0),
           ("Gather", "room, 8, MPI_PACKED, other, 8, MPI_PACKED, rank == 1 ? MPI_ROOT : rank % 2 ? MPI_PROC_NULL : 0, both", 2, 8),
           ("Bcast", "rank == 0 ? room : other, 8, MPI_PACKED, rank == 0 ? MPI_ROOT : rank % 2 ? 0 : MPI_PROC_NULL, both", 2, 0),
           ("Allgather", "room, 8, MPI_PACKED, other, 8, MPI_PACKED, both", 2, 8), ("Ialltoall", "room, 8, MPI_PACKED, other, 8, MPI_PACKED, both, &request", 4, 8))


def between(found):
    for name, arguments, n, at in BETWEEN:
        make, free = (RING, "\nMPI_Comm_free(&ring);") if "ring" in arguments else (GROUPS, "\nMPI_Comm_free(&half);\nMPI_Comm_free(&both);")
        move = f"MPI_{name}({arguments});\n" + (WAIT if "request" in arguments else "")
        for buffer, kind, expect in KINDS:
            own = "if (rank == 1) {\n" + UNPACK.format(at=at, room="other", buffer=buffer, kind=kind) + "}"
            found.append(program(expect, name, RULE + (", between neighbours" if "ring" in arguments else ", between two groups"), make + PACK.format(n=n) + move + own + free,
                                 VARIABLES, ranks=4))


WINDOW = "MPI_Win win;\nchar *own;\nMPI_Win_allocate(64, 1, MPI_INFO_NULL, comm, &own, &win);\n"
FENCE, END = "MPI_Win_fence(0, win);\n", "MPI_Win_free(&win);"
FILE = ('MPI_File file;\nMPI_File_open(comm, "packed.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);\n'
        'if (rank == 0)\nMPI_File_write_at(file, 16, room, 8, {t}, MPI_STATUS_IGNORE);\n{between}MPI_File_sync(file);\nMPI_Barrier(comm);\nMPI_File_sync(file);\n')


def windows_and_files(found):
    pack = PACK.format(n=2)
    for buffer, kind, expect in KINDS:
        for t in ("MPI_PACKED", "MPI_BYTE", "MPI_CHAR"):
            put = f"if (rank == 0)\nMPI_Put(room, 8, {t}, 1, 8, 8, {t}, win);\n"
            get = f"if (rank == 1)\nMPI_Get(other, 8, {t}, 0, 8, 8, {t}, win);\n"
            read = f"if (rank == 1) {{\nMPI_File_read_at(file, 16, other, 8, {t}, MPI_STATUS_IGNORE);\n"
            own, got = (UNPACK.format(at=at, room=room, buffer=buffer, kind=kind) for at, room in ((8, "own"), (0, "other")))
            found.append(program(expect, "Put", RULE + ", put into a window", WINDOW + pack + FENCE + put + FENCE + "if (rank == 1) {\n" + own.replace("64", "16") + "}\n" +
                                 FENCE + END, VARIABLES))
            found.append(program(expect, "Get", RULE + ", from a window", WINDOW + "at = 8;\n" + pack.replace("room, sizeof room", "own, 64") + FENCE + get + FENCE +
                                 "if (rank == 1) {\n" + got + "}\n" + END, VARIABLES))
            found.append(program(expect, "File_write_at", RULE + ", through a file", pack + FILE.format(t=t, between="") + read + got + "}\nMPI_File_close(&file);", VARIABLES))
    got = UNPACK.format(at=0, room="other", buffer="floats", kind="MPI_FLOAT")
    zeros = "memset(ints, 0, sizeof ints);\n" + pack
    found.append(program("correct", "Put", "other data come where packed ones are", WINDOW + zeros.replace("room, sizeof room", "own, 64") + FENCE +
                         "if (rank == 0)\nMPI_Put(floats, 2, MPI_FLOAT, 1, 0, 2, MPI_FLOAT, win);\n" + FENCE + "if (rank == 1) {\n" + got.replace("other, 64", "own, 8") + "}\n" + END, VARIABLES))
    over = "if (rank == 0)\nMPI_File_write_at(file, 16, floats, 2, MPI_FLOAT, MPI_STATUS_IGNORE);\n"
    found.append(program("correct", "File_write_at", "other data come where packed ones are", zeros + FILE.format(t="MPI_PACKED", between=over) +
                         "if (rank == 1) {\nMPI_File_read_at(file, 16, other, 8, MPI_PACKED, MPI_STATUS_IGNORE);\n" + got + "}\nMPI_File_close(&file);", VARIABLES))


def packed_ways():
    found = []
    for part in (collectives, in_place, between, mixed, copies, windows_and_files, large, external):
        part(found)
    return found
