/* errhandler.h - MPI errors: the one way in which an MPI function of the runtime reports misuse. */
#ifndef LMPI_ERRHANDLER_H
#define LMPI_ERRHANDLER_H

#include <mpi.h>

/* Reports an error of class ERROR_CLASS to the error handler of COMM (MPI_COMM_WORLD's if COMM is none of ours).
 * MPI_ERRORS_ARE_FATAL: ends the run with exit code 4 and a message that names rank, call, source line, the class and
 * FORMAT's text; does not return. MPI_ERRORS_RETURN: gives the error code. A user's handler is called with the code,
 * which is returned when it returns. CALL is the function's name as a person wrote it ("MPI_Send"; a leading L of a
 * timing-only twin is dropped), SITE its return address. */
int lmpi_error(MPI_Comm comm, const char *call, const void *site, int error_class, const char *format, ...)
    __attribute__((format(printf, 5, 6), cold));

/* In the entry function itself: __func__ and the return address name the place. */
#define LMPI_FAIL(comm, error_class, ...)                                                                              \
    lmpi_error((comm), __func__, __builtin_return_address(0), (error_class), __VA_ARGS__)

#endif
