/* read.c - the entry functions MPI_X and LMPI_X of all accesses that read. */
#include "lmpi/capture/capture.h"
#include "lmpi/io/access.h"
#include "lmpi/lmpi.h"

int MPI_File_iread(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Request *request) {
    LMPI_CAPTURE(MPI_File_iread, (fh, buf, count, datatype, request));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(MPI_File_iread), .real = true, .fh = fh, .writes = false,
                                           .where = LMPI_OWN, .how = LMPI_SINGLE, .buffer = buf, .count = count,
                                           .type = datatype, .request = request});
}

int LMPI_File_iread(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_File_iread, (fh, buf, count, datatype, request));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(LMPI_File_iread), .real = false, .fh = fh, .writes = false,
                                           .where = LMPI_OWN, .how = LMPI_SINGLE, .buffer = buf, .count = count,
                                           .type = datatype, .request = request});
}

int MPI_File_iread_all(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Request *request) {
    LMPI_CAPTURE(MPI_File_iread_all, (fh, buf, count, datatype, request));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(MPI_File_iread_all), .real = true, .fh = fh, .writes = false,
                                           .where = LMPI_OWN, .how = LMPI_SINGLE, .buffer = buf, .count = count,
                                           .type = datatype, .request = request});
}

int LMPI_File_iread_all(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_File_iread_all, (fh, buf, count, datatype, request));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(LMPI_File_iread_all), .real = false, .fh = fh, .writes = false,
                                           .where = LMPI_OWN, .how = LMPI_SINGLE, .buffer = buf, .count = count,
                                           .type = datatype, .request = request});
}

int MPI_File_iread_at(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype,
                      MPI_Request *request) {
    LMPI_CAPTURE(MPI_File_iread_at, (fh, offset, buf, count, datatype, request));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(MPI_File_iread_at), .real = true, .fh = fh, .writes = false,
                                           .where = LMPI_AT, .how = LMPI_SINGLE, .offset = offset, .buffer = buf,
                                           .count = count, .type = datatype, .request = request});
}

int LMPI_File_iread_at(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype,
                       MPI_Request *request) {
    LMPI_CAPTURE(LMPI_File_iread_at, (fh, offset, buf, count, datatype, request));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(LMPI_File_iread_at), .real = false, .fh = fh, .writes = false,
                                           .where = LMPI_AT, .how = LMPI_SINGLE, .offset = offset, .buffer = buf,
                                           .count = count, .type = datatype, .request = request});
}

int MPI_File_iread_at_all(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype,
                          MPI_Request *request) {
    LMPI_CAPTURE(MPI_File_iread_at_all, (fh, offset, buf, count, datatype, request));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(MPI_File_iread_at_all), .real = true, .fh = fh, .writes = false,
                                           .where = LMPI_AT, .how = LMPI_SINGLE, .offset = offset, .buffer = buf,
                                           .count = count, .type = datatype, .request = request});
}

int LMPI_File_iread_at_all(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype,
                           MPI_Request *request) {
    LMPI_CAPTURE(LMPI_File_iread_at_all, (fh, offset, buf, count, datatype, request));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(LMPI_File_iread_at_all), .real = false, .fh = fh,
                                           .writes = false, .where = LMPI_AT, .how = LMPI_SINGLE, .offset = offset,
                                           .buffer = buf, .count = count, .type = datatype, .request = request});
}

int MPI_File_iread_shared(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Request *request) {
    LMPI_CAPTURE(MPI_File_iread_shared, (fh, buf, count, datatype, request));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(MPI_File_iread_shared), .real = true, .fh = fh, .writes = false,
                                           .where = LMPI_SHARED, .how = LMPI_SINGLE, .buffer = buf, .count = count,
                                           .type = datatype, .request = request});
}

int LMPI_File_iread_shared(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_File_iread_shared, (fh, buf, count, datatype, request));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(LMPI_File_iread_shared), .real = false, .fh = fh,
                                           .writes = false, .where = LMPI_SHARED, .how = LMPI_SINGLE, .buffer = buf,
                                           .count = count, .type = datatype, .request = request});
}

int MPI_File_read(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status) {
    LMPI_CAPTURE(MPI_File_read, (fh, buf, count, datatype, status));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(MPI_File_read), .real = true, .fh = fh, .writes = false,
                                           .where = LMPI_OWN, .how = LMPI_SINGLE, .buffer = buf, .count = count,
                                           .type = datatype, .status = status});
}

int LMPI_File_read(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status) {
    LMPI_CAPTURE(LMPI_File_read, (fh, buf, count, datatype, status));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(LMPI_File_read), .real = false, .fh = fh, .writes = false,
                                           .where = LMPI_OWN, .how = LMPI_SINGLE, .buffer = buf, .count = count,
                                           .type = datatype, .status = status});
}

int MPI_File_read_all(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status) {
    LMPI_CAPTURE(MPI_File_read_all, (fh, buf, count, datatype, status));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(MPI_File_read_all), .real = true, .fh = fh, .writes = false,
                                           .where = LMPI_OWN, .how = LMPI_TOGETHER, .buffer = buf, .count = count,
                                           .type = datatype, .status = status});
}

int LMPI_File_read_all(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status) {
    LMPI_CAPTURE(LMPI_File_read_all, (fh, buf, count, datatype, status));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(LMPI_File_read_all), .real = false, .fh = fh, .writes = false,
                                           .where = LMPI_OWN, .how = LMPI_TOGETHER, .buffer = buf, .count = count,
                                           .type = datatype, .status = status});
}

int MPI_File_read_all_begin(MPI_File fh, void *buf, int count, MPI_Datatype datatype) {
    LMPI_CAPTURE(MPI_File_read_all_begin, (fh, buf, count, datatype));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(MPI_File_read_all_begin), .real = true, .fh = fh,
                                           .writes = false, .where = LMPI_OWN, .how = LMPI_TOGETHER, .buffer = buf,
                                           .count = count, .type = datatype, .begins = true});
}

int LMPI_File_read_all_begin(MPI_File fh, void *buf, int count, MPI_Datatype datatype) {
    LMPI_CAPTURE(LMPI_File_read_all_begin, (fh, buf, count, datatype));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(LMPI_File_read_all_begin), .real = false, .fh = fh,
                                           .writes = false, .where = LMPI_OWN, .how = LMPI_TOGETHER, .buffer = buf,
                                           .count = count, .type = datatype, .begins = true});
}

int MPI_File_read_at(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype, MPI_Status *status) {
    LMPI_CAPTURE(MPI_File_read_at, (fh, offset, buf, count, datatype, status));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(MPI_File_read_at), .real = true, .fh = fh, .writes = false,
                                           .where = LMPI_AT, .how = LMPI_SINGLE, .offset = offset, .buffer = buf,
                                           .count = count, .type = datatype, .status = status});
}

int LMPI_File_read_at(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype, MPI_Status *status) {
    LMPI_CAPTURE(LMPI_File_read_at, (fh, offset, buf, count, datatype, status));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(LMPI_File_read_at), .real = false, .fh = fh, .writes = false,
                                           .where = LMPI_AT, .how = LMPI_SINGLE, .offset = offset, .buffer = buf,
                                           .count = count, .type = datatype, .status = status});
}

int MPI_File_read_at_all(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype,
                         MPI_Status *status) {
    LMPI_CAPTURE(MPI_File_read_at_all, (fh, offset, buf, count, datatype, status));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(MPI_File_read_at_all), .real = true, .fh = fh, .writes = false,
                                           .where = LMPI_AT, .how = LMPI_TOGETHER, .offset = offset, .buffer = buf,
                                           .count = count, .type = datatype, .status = status});
}

int LMPI_File_read_at_all(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype,
                          MPI_Status *status) {
    LMPI_CAPTURE(LMPI_File_read_at_all, (fh, offset, buf, count, datatype, status));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(LMPI_File_read_at_all), .real = false, .fh = fh,
                                           .writes = false, .where = LMPI_AT, .how = LMPI_TOGETHER, .offset = offset,
                                           .buffer = buf, .count = count, .type = datatype, .status = status});
}

int MPI_File_read_at_all_begin(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype) {
    LMPI_CAPTURE(MPI_File_read_at_all_begin, (fh, offset, buf, count, datatype));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(MPI_File_read_at_all_begin), .real = true, .fh = fh,
                                           .writes = false, .where = LMPI_AT, .how = LMPI_TOGETHER, .offset = offset,
                                           .buffer = buf, .count = count, .type = datatype, .begins = true});
}

int LMPI_File_read_at_all_begin(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype) {
    LMPI_CAPTURE(LMPI_File_read_at_all_begin, (fh, offset, buf, count, datatype));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(LMPI_File_read_at_all_begin), .real = false, .fh = fh,
                                           .writes = false, .where = LMPI_AT, .how = LMPI_TOGETHER, .offset = offset,
                                           .buffer = buf, .count = count, .type = datatype, .begins = true});
}

int MPI_File_read_ordered(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status) {
    LMPI_CAPTURE(MPI_File_read_ordered, (fh, buf, count, datatype, status));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(MPI_File_read_ordered), .real = true, .fh = fh, .writes = false,
                                           .where = LMPI_SHARED, .how = LMPI_ORDERED, .buffer = buf, .count = count,
                                           .type = datatype, .status = status});
}

int LMPI_File_read_ordered(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status) {
    LMPI_CAPTURE(LMPI_File_read_ordered, (fh, buf, count, datatype, status));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(LMPI_File_read_ordered), .real = false, .fh = fh,
                                           .writes = false, .where = LMPI_SHARED, .how = LMPI_ORDERED, .buffer = buf,
                                           .count = count, .type = datatype, .status = status});
}

int MPI_File_read_ordered_begin(MPI_File fh, void *buf, int count, MPI_Datatype datatype) {
    LMPI_CAPTURE(MPI_File_read_ordered_begin, (fh, buf, count, datatype));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(MPI_File_read_ordered_begin), .real = true, .fh = fh,
                                           .writes = false, .where = LMPI_SHARED, .how = LMPI_ORDERED, .buffer = buf,
                                           .count = count, .type = datatype, .begins = true});
}

int LMPI_File_read_ordered_begin(MPI_File fh, void *buf, int count, MPI_Datatype datatype) {
    LMPI_CAPTURE(LMPI_File_read_ordered_begin, (fh, buf, count, datatype));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(LMPI_File_read_ordered_begin), .real = false, .fh = fh,
                                           .writes = false, .where = LMPI_SHARED, .how = LMPI_ORDERED, .buffer = buf,
                                           .count = count, .type = datatype, .begins = true});
}

int MPI_File_read_shared(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status) {
    LMPI_CAPTURE(MPI_File_read_shared, (fh, buf, count, datatype, status));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(MPI_File_read_shared), .real = true, .fh = fh, .writes = false,
                                           .where = LMPI_SHARED, .how = LMPI_SINGLE, .buffer = buf, .count = count,
                                           .type = datatype, .status = status});
}

int LMPI_File_read_shared(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status) {
    LMPI_CAPTURE(LMPI_File_read_shared, (fh, buf, count, datatype, status));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(LMPI_File_read_shared), .real = false, .fh = fh,
                                           .writes = false, .where = LMPI_SHARED, .how = LMPI_SINGLE, .buffer = buf,
                                           .count = count, .type = datatype, .status = status});
}
