/* errhandler.h - MPI errors: how the runtime's MPI functions report misuse. */
#ifndef LMPI_ERRHANDLER_H
#define LMPI_ERRHANDLER_H

#include <mpi.h>
#include <stdbool.h>

/* Reports an error to the error handler of comm (of MPI_COMM_WORLD if comm is not valid). MPI_ERRORS_ARE_FATAL ends the
 * run with exit code 4 and a message: rank, call, source line, error class and the formatted text. MPI_ERRORS_RETURN
 * returns the error code. A handler of the program is called with the code, which is then returned. call: the
 * function's name ("MPI_Send"; the L of a timing-only twin is dropped); site: its return address. */
int lmpi_error(MPI_Comm comm, const char *call, const void *site, int error_class, const char *format, ...)
    __attribute__((format(printf, 5, 6), cold));

/* lmpi_error for use in an entry function, whose __func__ and return address give the place. */
#define LMPI_FAIL(comm, error_class, ...)                                                                              \
    lmpi_error((comm), __func__, __builtin_return_address(0), (error_class), __VA_ARGS__)

/* As lmpi_error, with the error handler of an object whose handle is at `object`. text: what is wrong, or "". */
int lmpi_error_report(MPI_Errhandler handler, void *object, const char *call, const void *site, int code,
                      const char *text);
/* The same for an error that is no mistake of the program: bsim check does not tell it. */
int lmpi_error_handle(MPI_Errhandler handler, void *object, const char *call, const void *site, int code,
                      const char *text);
/* Whether an error ends the run. */
bool lmpi_errhandler_is_fatal(MPI_Errhandler errhandler);
/* "invalid rank". */
const char *lmpi_error_class_text(int error_class);
bool lmpi_errhandler_valid(MPI_Errhandler errhandler);
/* Counts a further handle, which the program will free. */
void lmpi_errhandler_hold(MPI_Errhandler errhandler);

#endif
