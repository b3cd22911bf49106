"""files.py - files: split accesses, requests, views, and arguments on which all ranks agree."""
from errors_local import program

VARIABLES = """int data[MOST] = {0}, other[MOST] = {0};
MPI_File file;
MPI_Request request;
MPI_Datatype t;
(void)data, (void)other, (void)request, (void)t;"""
OPEN = 'MPI_File_open(comm, "check.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);\n'
CLOSE = "\nMPI_File_close(&file);"
VECTOR = "MPI_Type_vector(2, 1, 2, {}, &t);\nMPI_Type_commit(&t);\n"
SPLITS = {"write_all": "", "write_at_all": "16 * rank, ", "write_ordered": "", "read_all": "", "read_at_all": "16 * rank, ", "read_ordered": ""}


def file_program(expect, family, why, body, close=CLOSE):
    return program(expect, family, why, OPEN + body + close, VARIABLES)


def split_accesses(found):
    for name, at in SPLITS.items():
        begin, end = f"MPI_File_{name}_begin(file, {at}data, 4, MPI_INT);\n", f"\nMPI_File_{name}_end(file, data, MPI_STATUS_IGNORE);"
        family, rule = f"File_{name}_begin", "MPI-4.0 14.4.5: "
        found.append(file_program("local-concurrency", family, rule + "the buffer is the access's until its end", begin + "data[1] = 5;" + end))
        found.append(file_program("correct", family, "the buffer is the program's before and behind the access",
                                  "data[1] = 5;\n" + begin + "data[7] = 5;" + end + "\ndata[1] = 6;\n" + begin + end))
        found.append(file_program("call-ordering", family, rule + "no collective access of the file in a split one",
                                  begin + "MPI_File_write_at_all(file, 64 + 4 * rank, other, 1, MPI_INT, MPI_STATUS_IGNORE);" + end))
        found.append(file_program("invalid-parameter", family, rule + "the end has the buffer of the begin", begin + end.replace("data", "other")))
        found.append(file_program("correct", family, "an access of one rank in a split one",
                                  begin + "MPI_File_write_at(file, 64 + 4 * rank, other, 1, MPI_INT, MPI_STATUS_IGNORE);" + end))
    for name, at in (("write_all", ""), ("read_at_all", "0, ")):
        found.append(file_program("request-lifecycle", f"File_{name}_begin", "MPI-4.0 14.4.5: a split access is ended",
                                  f"MPI_File_{name}_begin(file, {at}data, 4, MPI_INT);"))
    for name, at in (("iwrite_at", "64 * rank, "), ("iread", ""), ("iwrite_all", "")):
        access, wait = f"MPI_File_{name}(file, {at}data, 4, MPI_INT, &request);\n", "MPI_Wait(&request, MPI_STATUS_IGNORE);\n"
        found.append(file_program("request-lifecycle", f"File_{name}", "MPI-4.0 14.2.2: requests are complete before the file is closed",
                                  access, CLOSE + "\n" + wait))
        found.append(file_program("correct", f"File_{name}", "the request is complete before the file is closed", access + wait))


def agreements(found):
    rule = "MPI-4.0 14.2: all ranks give the same "
    view = 'MPI_File_set_view(file, 0, {}, {}, {}, MPI_INFO_NULL);'
    for call, what in (("MPI_File_set_size(file, 100 + rank);", "size"), ("MPI_File_preallocate(file, 100 + rank);", "size"),
                       ("MPI_File_set_atomicity(file, rank);", "flag"), ("MPI_File_seek_shared(file, 4 * rank, MPI_SEEK_SET);", "offset"),
                       (view.format("rank ? MPI_INT : MPI_DOUBLE", "rank ? MPI_INT : MPI_DOUBLE", '"native"'), "extent of the etype"),
                       (view.format("MPI_INT", "MPI_INT", 'rank ? "native" : "internal"'), "data representation")):
        found.append(file_program("parameter-matching", call.split("(", 1)[0][4:], rule + what, call))
    found.append(program("parameter-matching", "File_open", rule + "access mode",
                         'if (!MPI_File_open(comm, "check.dat", MPI_MODE_CREATE | (rank ? MPI_MODE_WRONLY : MPI_MODE_RDWR), MPI_INFO_NULL, &file))\n'
                         "MPI_File_close(&file);", VARIABLES))
    found.append(file_program("correct", "File_set_view", "filetypes and displacements of ranks differ", VECTOR.format("MPI_INT") +
                              'MPI_File_set_view(file, 4 * rank, MPI_INT, rank ? t : MPI_INT, "native", MPI_INFO_NULL);\nMPI_Type_free(&t);'))
    found.append(file_program("correct", "File_set_view", "a filetype on bytes", VECTOR.format("MPI_INT") +
                              'MPI_File_set_view(file, 0, MPI_BYTE, t, "native", MPI_INFO_NULL);\nMPI_Type_free(&t);'))
    found.append(file_program("invalid-parameter", "File_set_view", "MPI-4.0 14.1.1: a filetype is made of etypes", VECTOR.format("MPI_FLOAT") +
                              'MPI_File_set_view(file, 0, MPI_INT, t, "native", MPI_INFO_NULL);\nMPI_Type_free(&t);'))


def files():
    found = []
    split_accesses(found)
    agreements(found)
    return found
