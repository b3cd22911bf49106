"""packing.py - data that are packed are unpacked as what they were, on their way through messages, too."""
from errors_local import program

VARIABLES = """int ints[8] = {1, 2, 3, 4, 5, 6, 7, 8};
float floats[8] = {0};
double doubles[8] = {1, 2, 3, 4};
char room[256] = {0}, other[256] = {0};
int at = 0, end = 0;
MPI_Request request;
MPI_Datatype t;
(void)ints, (void)floats, (void)doubles, (void)room, (void)other, (void)at, (void)end, (void)request, (void)t, (void)size;"""
RULE = "MPI-4.0 5.2: data are unpacked as the types as which they were packed"
STATUS = "MPI_STATUS_IGNORE"

# How packed data come from `room` of rank 0 to `{to}` of rank 1; {n} bytes.
WAYS = {
    "Send": ("MPI_Send(room, {n}, {type}, 1, 0, comm);", "MPI_Recv({to}, 256, {type}, 0, 0, comm, " + STATUS + ");"),
    "Isend": ("MPI_Isend(room, {n}, {type}, 1, 0, comm, &request);\nMPI_Wait(&request, " + STATUS + ");",
              "MPI_Irecv({to}, 256, {type}, 0, 0, comm, &request);\nMPI_Wait(&request, " + STATUS + ");"),
    "Ssend_init": ("MPI_Ssend_init(room, {n}, {type}, 1, 0, comm, &request);\nMPI_Start(&request);\nMPI_Wait(&request, " + STATUS + ");\nMPI_Request_free(&request);",
                   "MPI_Recv_init({to}, 256, {type}, 0, 0, comm, &request);\nMPI_Start(&request);\nMPI_Wait(&request, " + STATUS + ");\nMPI_Request_free(&request);"),
    "Mprobe": ("MPI_Send(room, {n}, {type}, 1, 0, comm);",
               "MPI_Message message;\nMPI_Mprobe(0, 0, comm, &message, " + STATUS + ");\nMPI_Mrecv({to}, 256, {type}, &message, " + STATUS + ");"),
    "Sendrecv": ("MPI_Sendrecv(room, {n}, {type}, 1, 0, other, 256, {type}, 1, 0, comm, " + STATUS + ");",
                 "MPI_Sendrecv(room, 0, {type}, 0, 0, {to}, 256, {type}, 0, 0, comm, " + STATUS + ");"),
    "Bcast": ("MPI_Bcast(room, 256, {type}, 0, comm);", "MPI_Bcast({to}, 256, {type}, 0, comm);"),
}


def pack(buffer, count, kind):
    return f"MPI_Pack({buffer}, {count}, {kind}, room, sizeof room, &at, comm);\n"


def unpack(buffer, count, kind, room="room"):
    return f"MPI_Unpack({room}, sizeof {room}, &end, {buffer}, {count}, {kind}, comm);\n"


INTS, DOUBLES = pack("ints", 4, "MPI_INT"), pack("doubles", 2, "MPI_DOUBLE")
# What is packed, how it is unpacked, and whether that is right.
PAIRS = ((INTS, (("ints", 4, "MPI_INT"),), True), (INTS, (("floats", 4, "MPI_FLOAT"),), False), (INTS, (("doubles", 2, "MPI_DOUBLE"),), False),
         (INTS + DOUBLES, (("ints", 4, "MPI_INT"), ("doubles", 2, "MPI_DOUBLE")), True),
         (INTS + DOUBLES, (("doubles", 2, "MPI_DOUBLE"), ("ints", 4, "MPI_INT")), False),
         (INTS + DOUBLES, (("ints", 3, "MPI_INT"), ("doubles", 2, "MPI_DOUBLE")), False),
         (INTS, (("ints", 1, "MPI_INT"), ("ints + 1", 3, "MPI_INT")), True), (INTS, (("ints", 2, "MPI_INT"), ("floats", 2, "MPI_FLOAT")), False),
         (pack("ints", 2, "MPI_INT") + pack("ints + 2", 2, "MPI_INT"), (("ints", 4, "MPI_INT"),), True))


def together(sender, receiver):
    return f"if (rank == 0) {{\n{sender}\n}} else if (rank == 1) {{\n{receiver}\n}}"


def messages(found):
    for packed, parts, right in PAIRS:
        expect = "correct" if right else "parameter-matching"
        own = "".join(unpack(*part) for part in parts)
        there = "".join(unpack(*part, "other") for part in parts)
        found.append(program(expect, "Pack", RULE + ", in one rank", packed + own, VARIABLES))
        for name, (send, receive) in WAYS.items():
            body = together(packed + send.format(n="at", type="MPI_PACKED"), receive.format(type="MPI_PACKED", to="other") + "\n" + there)
            found.append(program(expect, "Pack", f"{RULE}, after MPI_{name}", body, VARIABLES))
    send, receive = WAYS["Send"]
    found.append(program("parameter-matching", "Pack", RULE + ", sent as bytes", together(INTS + send.format(n="at", type="MPI_BYTE"),
                         receive.format(type="MPI_BYTE", to="other") + "\n" + unpack("floats", 4, "MPI_FLOAT", "other")), VARIABLES))


def mixed(found):
    rule = "MPI-4.0 5.2: a message of packed data may be received as what they are, and other messages as packed data"
    for name, kind, expect in (("ints", "MPI_INT", "correct"), ("floats", "MPI_FLOAT", "parameter-matching")):
        found.append(program(expect, "Pack", rule, together(INTS + WAYS["Send"][0].format(n="at", type="MPI_PACKED"),
                             f"MPI_Recv({name}, 4, {kind}, 0, 0, comm, {STATUS});"), VARIABLES))
        for send in ("MPI_Send(ints, 4, MPI_INT, 1, 0, comm);", "MPI_Ssend(ints, 4, MPI_INT, 1, 0, comm);",
                     "MPI_Type_vector(4, 1, 2, MPI_INT, &t);\nMPI_Type_commit(&t);\nMPI_Ssend(ints, 1, t, 1, 0, comm);\nMPI_Type_free(&t);"):
            found.append(program(expect, "Unpack", rule, together(send, WAYS["Send"][1].format(to="other", type="MPI_PACKED") + "\n" +
                                 unpack(name, 4, kind, "other")), VARIABLES))


def correct(found):
    again = INTS + unpack("ints", 4, "MPI_INT") + "at = end = 0;\n" + DOUBLES + unpack("doubles", 2, "MPI_DOUBLE")
    found.append(program("correct", "Pack", "one buffer for several messages", "for (int i = 0; i < 3; i++) {\nat = end = 0;\n" + again + "}", VARIABLES))
    found.append(program("correct", "Pack", "the bytes are the program's meanwhile", INTS + "memcpy(room, doubles, 16);\n" + unpack("doubles", 2, "MPI_DOUBLE"),
                         VARIABLES))
    found.append(program("correct", "Pack", "a message comes into the buffer", "memset(ints, 0, sizeof ints);\nmemset(doubles, 0, sizeof doubles);\n" + INTS +
                         "at = 0;\n" + together("char zeros[16] = {0};\nMPI_Send(zeros, 16, MPI_PACKED, 1, 0, comm);", f"MPI_Recv(room, 16, MPI_PACKED, 0, 0, comm, {STATUS});\n" +
                                                unpack("doubles", 2, "MPI_DOUBLE")), VARIABLES))
    found.append(program("correct", "Pack", "a block of malloc is freed, and another one has its place",
                         "char *a = calloc(64, 1);\nmemset(ints, 0, sizeof ints);\nMPI_Pack(ints, 4, MPI_INT, a, 64, &at, comm);\nfree(a);\na = calloc(64, 1);\n"
                         "MPI_Unpack(a, 64, &end, doubles, 2, MPI_DOUBLE, comm);\nfree(a);", VARIABLES))
    structure = ("int lengths[2] = {2, 1};\nMPI_Aint places[2] = {0, 8};\nMPI_Datatype types[2] = {MPI_INT, MPI_DOUBLE};\nstruct {\nint a[2];\ndouble b;\n} s = {{1, 2}, 3};\n"
                 "MPI_Type_create_struct(2, lengths, places, types, &t);\nMPI_Type_commit(&t);\n")
    for parts, expect in (((("ints", 2, "MPI_INT"), ("doubles", 1, "MPI_DOUBLE"), ("&s", 1, "t")), "correct"),
                          ((("&s", 1, "t"), ("doubles", 1, "MPI_DOUBLE"), ("ints", 2, "MPI_INT")), "parameter-matching")):
        found.append(program(expect, "Pack", "a struct is its parts", structure + pack("&s", 1, "t") + pack("&s", 1, "t") +
                             "".join(unpack(*part) for part in parts) + "MPI_Type_free(&t);", VARIABLES))
    many = "char *wide = malloc(400000);\nfor (int i = 0; i < 100000; i++)\nMPI_Pack(&i, 1, MPI_INT, wide, 400000, &at, comm);\n"
    for kind, expect in (("MPI_INT", "correct"), ("MPI_UNSIGNED", "parameter-matching")):
        found.append(program(expect, "Pack", RULE + ", of many calls", many + "for (int i = 0, k; i < 100000; i++)\n"
                             f"MPI_Unpack(wide, 400000, &end, &k, 1, i < 50000 ? MPI_INT : {kind}, comm);\nfree(wide);", VARIABLES))


def packing():
    found = []
    messages(found)
    mixed(found)
    correct(found)
    return found
