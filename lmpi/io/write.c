/* write.c - the entry functions MPI_X and LMPI_X of all accesses that write. */
#include "lmpi/capture/capture.h"
#include "lmpi/io/access.h"
#include "lmpi/lmpi.h"

int MPI_File_iwrite(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Request *request) {
    LMPI_CAPTURE(MPI_File_iwrite, (fh, buf, count, datatype, request));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(MPI_File_iwrite), .real = true, .fh = fh, .writes = true,
                                           .where = LMPI_OWN, .how = LMPI_SINGLE, .buffer = (void *)buf, .count = count,
                                           .type = datatype, .request = request});
}

int LMPI_File_iwrite(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_File_iwrite, (fh, buf, count, datatype, request));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(LMPI_File_iwrite), .real = false, .fh = fh, .writes = true,
                                           .where = LMPI_OWN, .how = LMPI_SINGLE, .buffer = (void *)buf, .count = count,
                                           .type = datatype, .request = request});
}

int MPI_File_iwrite_all(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Request *request) {
    LMPI_CAPTURE(MPI_File_iwrite_all, (fh, buf, count, datatype, request));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(MPI_File_iwrite_all), .real = true, .fh = fh, .writes = true,
                                           .where = LMPI_OWN, .how = LMPI_SINGLE, .buffer = (void *)buf, .count = count,
                                           .type = datatype, .request = request});
}

int LMPI_File_iwrite_all(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_File_iwrite_all, (fh, buf, count, datatype, request));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(LMPI_File_iwrite_all), .real = false, .fh = fh, .writes = true,
                                           .where = LMPI_OWN, .how = LMPI_SINGLE, .buffer = (void *)buf, .count = count,
                                           .type = datatype, .request = request});
}

int MPI_File_iwrite_at(MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype,
                       MPI_Request *request) {
    LMPI_CAPTURE(MPI_File_iwrite_at, (fh, offset, buf, count, datatype, request));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){
        LMPI_IO_CALL(MPI_File_iwrite_at), .real = true, .fh = fh, .writes = true, .where = LMPI_AT, .how = LMPI_SINGLE,
        .offset = offset, .buffer = (void *)buf, .count = count, .type = datatype, .request = request});
}

int LMPI_File_iwrite_at(MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype,
                        MPI_Request *request) {
    LMPI_CAPTURE(LMPI_File_iwrite_at, (fh, offset, buf, count, datatype, request));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(LMPI_File_iwrite_at), .real = false, .fh = fh, .writes = true,
                                           .where = LMPI_AT, .how = LMPI_SINGLE, .offset = offset,
                                           .buffer = (void *)buf, .count = count, .type = datatype,
                                           .request = request});
}

int MPI_File_iwrite_at_all(MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype,
                           MPI_Request *request) {
    LMPI_CAPTURE(MPI_File_iwrite_at_all, (fh, offset, buf, count, datatype, request));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(MPI_File_iwrite_at_all), .real = true, .fh = fh, .writes = true,
                                           .where = LMPI_AT, .how = LMPI_SINGLE, .offset = offset,
                                           .buffer = (void *)buf, .count = count, .type = datatype,
                                           .request = request});
}

int LMPI_File_iwrite_at_all(MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype,
                            MPI_Request *request) {
    LMPI_CAPTURE(LMPI_File_iwrite_at_all, (fh, offset, buf, count, datatype, request));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(LMPI_File_iwrite_at_all), .real = false, .fh = fh,
                                           .writes = true, .where = LMPI_AT, .how = LMPI_SINGLE, .offset = offset,
                                           .buffer = (void *)buf, .count = count, .type = datatype,
                                           .request = request});
}

int MPI_File_iwrite_shared(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Request *request) {
    LMPI_CAPTURE(MPI_File_iwrite_shared, (fh, buf, count, datatype, request));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(MPI_File_iwrite_shared), .real = true, .fh = fh, .writes = true,
                                           .where = LMPI_SHARED, .how = LMPI_SINGLE, .buffer = (void *)buf,
                                           .count = count, .type = datatype, .request = request});
}

int LMPI_File_iwrite_shared(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_File_iwrite_shared, (fh, buf, count, datatype, request));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){
        LMPI_IO_CALL(LMPI_File_iwrite_shared), .real = false, .fh = fh, .writes = true, .where = LMPI_SHARED,
        .how = LMPI_SINGLE, .buffer = (void *)buf, .count = count, .type = datatype, .request = request});
}

int MPI_File_write(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Status *status) {
    LMPI_CAPTURE(MPI_File_write, (fh, buf, count, datatype, status));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(MPI_File_write), .real = true, .fh = fh, .writes = true,
                                           .where = LMPI_OWN, .how = LMPI_SINGLE, .buffer = (void *)buf, .count = count,
                                           .type = datatype, .status = status});
}

int LMPI_File_write(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Status *status) {
    LMPI_CAPTURE(LMPI_File_write, (fh, buf, count, datatype, status));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(LMPI_File_write), .real = false, .fh = fh, .writes = true,
                                           .where = LMPI_OWN, .how = LMPI_SINGLE, .buffer = (void *)buf, .count = count,
                                           .type = datatype, .status = status});
}

int MPI_File_write_all(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Status *status) {
    LMPI_CAPTURE(MPI_File_write_all, (fh, buf, count, datatype, status));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(MPI_File_write_all), .real = true, .fh = fh, .writes = true,
                                           .where = LMPI_OWN, .how = LMPI_TOGETHER, .buffer = (void *)buf,
                                           .count = count, .type = datatype, .status = status});
}

int LMPI_File_write_all(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Status *status) {
    LMPI_CAPTURE(LMPI_File_write_all, (fh, buf, count, datatype, status));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(LMPI_File_write_all), .real = false, .fh = fh, .writes = true,
                                           .where = LMPI_OWN, .how = LMPI_TOGETHER, .buffer = (void *)buf,
                                           .count = count, .type = datatype, .status = status});
}

int MPI_File_write_all_begin(MPI_File fh, const void *buf, int count, MPI_Datatype datatype) {
    LMPI_CAPTURE(MPI_File_write_all_begin, (fh, buf, count, datatype));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(MPI_File_write_all_begin), .real = true, .fh = fh,
                                           .writes = true, .where = LMPI_OWN, .how = LMPI_TOGETHER,
                                           .buffer = (void *)buf, .count = count, .type = datatype, .begins = true});
}

int LMPI_File_write_all_begin(MPI_File fh, const void *buf, int count, MPI_Datatype datatype) {
    LMPI_CAPTURE(LMPI_File_write_all_begin, (fh, buf, count, datatype));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(LMPI_File_write_all_begin), .real = false, .fh = fh,
                                           .writes = true, .where = LMPI_OWN, .how = LMPI_TOGETHER,
                                           .buffer = (void *)buf, .count = count, .type = datatype, .begins = true});
}

int MPI_File_write_at(MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype,
                      MPI_Status *status) {
    LMPI_CAPTURE(MPI_File_write_at, (fh, offset, buf, count, datatype, status));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(MPI_File_write_at), .real = true, .fh = fh, .writes = true,
                                           .where = LMPI_AT, .how = LMPI_SINGLE, .offset = offset,
                                           .buffer = (void *)buf, .count = count, .type = datatype, .status = status});
}

int LMPI_File_write_at(MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype,
                       MPI_Status *status) {
    LMPI_CAPTURE(LMPI_File_write_at, (fh, offset, buf, count, datatype, status));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(LMPI_File_write_at), .real = false, .fh = fh, .writes = true,
                                           .where = LMPI_AT, .how = LMPI_SINGLE, .offset = offset,
                                           .buffer = (void *)buf, .count = count, .type = datatype, .status = status});
}

int MPI_File_write_at_all(MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype,
                          MPI_Status *status) {
    LMPI_CAPTURE(MPI_File_write_at_all, (fh, offset, buf, count, datatype, status));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(MPI_File_write_at_all), .real = true, .fh = fh, .writes = true,
                                           .where = LMPI_AT, .how = LMPI_TOGETHER, .offset = offset,
                                           .buffer = (void *)buf, .count = count, .type = datatype, .status = status});
}

int LMPI_File_write_at_all(MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype,
                           MPI_Status *status) {
    LMPI_CAPTURE(LMPI_File_write_at_all, (fh, offset, buf, count, datatype, status));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(LMPI_File_write_at_all), .real = false, .fh = fh,
                                           .writes = true, .where = LMPI_AT, .how = LMPI_TOGETHER, .offset = offset,
                                           .buffer = (void *)buf, .count = count, .type = datatype, .status = status});
}

int MPI_File_write_at_all_begin(MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype) {
    LMPI_CAPTURE(MPI_File_write_at_all_begin, (fh, offset, buf, count, datatype));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(MPI_File_write_at_all_begin), .real = true, .fh = fh,
                                           .writes = true, .where = LMPI_AT, .how = LMPI_TOGETHER, .offset = offset,
                                           .buffer = (void *)buf, .count = count, .type = datatype, .begins = true});
}

int LMPI_File_write_at_all_begin(MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype) {
    LMPI_CAPTURE(LMPI_File_write_at_all_begin, (fh, offset, buf, count, datatype));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(LMPI_File_write_at_all_begin), .real = false, .fh = fh,
                                           .writes = true, .where = LMPI_AT, .how = LMPI_TOGETHER, .offset = offset,
                                           .buffer = (void *)buf, .count = count, .type = datatype, .begins = true});
}

int MPI_File_write_ordered(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Status *status) {
    LMPI_CAPTURE(MPI_File_write_ordered, (fh, buf, count, datatype, status));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(MPI_File_write_ordered), .real = true, .fh = fh, .writes = true,
                                           .where = LMPI_SHARED, .how = LMPI_ORDERED, .buffer = (void *)buf,
                                           .count = count, .type = datatype, .status = status});
}

int LMPI_File_write_ordered(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Status *status) {
    LMPI_CAPTURE(LMPI_File_write_ordered, (fh, buf, count, datatype, status));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(LMPI_File_write_ordered), .real = false, .fh = fh,
                                           .writes = true, .where = LMPI_SHARED, .how = LMPI_ORDERED,
                                           .buffer = (void *)buf, .count = count, .type = datatype, .status = status});
}

int MPI_File_write_ordered_begin(MPI_File fh, const void *buf, int count, MPI_Datatype datatype) {
    LMPI_CAPTURE(MPI_File_write_ordered_begin, (fh, buf, count, datatype));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(MPI_File_write_ordered_begin), .real = true, .fh = fh,
                                           .writes = true, .where = LMPI_SHARED, .how = LMPI_ORDERED,
                                           .buffer = (void *)buf, .count = count, .type = datatype, .begins = true});
}

int LMPI_File_write_ordered_begin(MPI_File fh, const void *buf, int count, MPI_Datatype datatype) {
    LMPI_CAPTURE(LMPI_File_write_ordered_begin, (fh, buf, count, datatype));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(LMPI_File_write_ordered_begin), .real = false, .fh = fh,
                                           .writes = true, .where = LMPI_SHARED, .how = LMPI_ORDERED,
                                           .buffer = (void *)buf, .count = count, .type = datatype, .begins = true});
}

int MPI_File_write_shared(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Status *status) {
    LMPI_CAPTURE(MPI_File_write_shared, (fh, buf, count, datatype, status));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(MPI_File_write_shared), .real = true, .fh = fh, .writes = true,
                                           .where = LMPI_SHARED, .how = LMPI_SINGLE, .buffer = (void *)buf,
                                           .count = count, .type = datatype, .status = status});
}

int LMPI_File_write_shared(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Status *status) {
    LMPI_CAPTURE(LMPI_File_write_shared, (fh, buf, count, datatype, status));
    BSIM_ALONE;
    return lmpi_file_access(&(lmpi_access){LMPI_IO_CALL(LMPI_File_write_shared), .real = false, .fh = fh,
                                           .writes = true, .where = LMPI_SHARED, .how = LMPI_SINGLE,
                                           .buffer = (void *)buf, .count = count, .type = datatype, .status = status});
}
