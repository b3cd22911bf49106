/* errors.c - error classes and handlers. Calls in error need no line in a trace. diff: trace=no */
#include "diff.h"

static void handler(MPI_Comm *comm, int *code, ...) {
    int error_class, rank;
    MPI_Error_class(*code, &error_class);
    MPI_Comm_rank(*comm, &rank);
    out("handler: class %d", error_class);
}

static void show(const char *what, int code) {
    int error_class;
    MPI_Error_class(code, &error_class);
    out("%s: class %d", what, error_class);
}

/* MPI-4.1 has these; MPICH 4.0, which has the same under other names, does not. */
#pragma weak MPI_Remove_error_class
#pragma weak MPI_Remove_error_code
#pragma weak MPI_Remove_error_string
int MPI_Remove_error_class(int error_class);
int MPI_Remove_error_code(int code);
int MPI_Remove_error_string(int code);

static void remove_codes(int error_class, int code, int other) {
    char text[MPI_MAX_ERROR_STRING];
    int length;
    if (MPI_Remove_error_class) {
        MPI_Remove_error_string(code);
        MPI_Remove_error_code(code);
        MPI_Remove_error_code(other);
        MPI_Remove_error_class(error_class);
    } else {
        MPIX_Delete_error_string(code);
        MPIX_Delete_error_code(code);
        MPIX_Delete_error_code(other);
        MPIX_Delete_error_class(error_class);
    }
    for (int i = 0; i < 300; i++) {
        int again, third;
        MPI_Add_error_class(&again);
        MPI_Add_error_code(again, &third);
        MPI_Error_class(third, &length);
        if (length != again)
            out("class of %d", i);
        MPI_Add_error_string(third, "again");
        MPI_Error_string(third, text, &length);
        if (i == 299)
            out("added again '%s' %d", text, length);
        MPIX_Delete_error_string(third);
        MPIX_Delete_error_code(third);
        MPIX_Delete_error_class(again);
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int x = 0, n, rank, length, flag;
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Errhandler mine, old, got;
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &got);
    out("default %d", got == MPI_ERRORS_ARE_FATAL);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Errhandler_get(MPI_COMM_WORLD, &got);
    out("return %d", got == MPI_ERRORS_RETURN);
    show("rank", MPI_Send(&x, 1, MPI_INT, n, 0, MPI_COMM_WORLD));
    show("negative rank", MPI_Send(&x, 1, MPI_INT, -17, 0, MPI_COMM_WORLD));
    show("count", MPI_Send(&x, -1, MPI_INT, 0, 0, MPI_COMM_WORLD));
    show("tag", MPI_Send(&x, 1, MPI_INT, 0, -5, MPI_COMM_WORLD));
    show("comm", MPI_Send(&x, 1, MPI_INT, 0, 0, MPI_COMM_NULL));
    show("type", MPI_Send(&x, 1, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_WORLD));
    show("root", MPI_Bcast(&x, 1, MPI_INT, n + 1, MPI_COMM_WORLD));
    show("op", MPI_Reduce(&x, &length, 1, MPI_INT, MPI_OP_NULL, 0, MPI_COMM_WORLD));
    show("op of windows", MPI_Reduce(&x, &length, 1, MPI_INT, MPI_REPLACE, 0, MPI_COMM_WORLD));
    show("no op", MPI_Scan(&x, &length, 1, MPI_INT, MPI_NO_OP, MPI_COMM_WORLD));
    show("local op", MPI_Reduce_local(&x, &length, 1, MPI_INT, MPI_REPLACE));
    show("op for type", MPI_Allreduce(&x, &length, 1, MPI_DOUBLE, MPI_BAND, MPI_COMM_SELF));
    MPI_Datatype type;
    MPI_Type_contiguous(2, MPI_INT, &type);
    show("not committed", MPI_Send(&x, 1, type, 0, 0, MPI_COMM_WORLD));
    show("negative type", MPI_Type_contiguous(-1, MPI_INT, &type));
    show("dims", MPI_Dims_create(7, 1, (int[]){2}));
    int bad = 0;
    show("coords", MPI_Cart_coords(MPI_COMM_WORLD, 0, 1, &bad));
    /* A message longer than its buffer, to oneself. */
    int two[2] = {1, 2}, one = 0;
    MPI_Request request;
    MPI_Irecv(&one, 1, MPI_INT, 0, 3, MPI_COMM_SELF, &request);
    MPI_Send(two, 2, MPI_INT, 0, 3, MPI_COMM_SELF);
    MPI_Status status;
    show("truncated", MPI_Wait(&request, &status));
    MPI_Comm dup;
    MPI_Comm_create_errhandler(handler, &mine);
    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    MPI_Comm_set_errhandler(dup, mine);
    MPI_Errhandler_free(&mine);
    out("freed %d", mine == MPI_ERRHANDLER_NULL);
    show("with handler", MPI_Send(&x, 1, MPI_INT, n, 0, dup));
    MPI_Comm child;
    MPI_Comm_dup(dup, &child);
    show("inherited", MPI_Send(&x, 1, MPI_INT, n, 0, child));
    MPI_Comm_call_errhandler(dup, MPI_ERR_OTHER);
    MPI_Errhandler_create(handler, &old);
    MPI_Errhandler_set(MPI_COMM_WORLD, old);
    show("old", MPI_Send(&x, 1, MPI_INT, n, 0, MPI_COMM_WORLD));
    MPI_Errhandler_free(&old);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    char text[MPI_MAX_ERROR_STRING];
    MPI_Error_string(MPI_ERR_TRUNCATE, text, &length);
    out("text '%s' %d", text, length == (int)strlen(text));
    int my_class, my_code, my_other;
    MPI_Add_error_class(&my_class);
    MPI_Add_error_code(my_class, &my_code);
    MPI_Add_error_code(my_class, &my_other);
    MPI_Add_error_string(my_code, "my text");
    MPI_Error_string(my_code, text, &length);
    MPI_Error_class(my_code, &bad);
    out("mine '%s' %d class %d different %d above %d", text, length, bad == my_class, my_code != my_other,
        my_class > MPI_ERR_LASTCODE);
    remove_codes(my_class, my_code, my_other);
    MPI_Comm_free(&dup);
    MPI_Comm_free(&child);
    (void)flag;
    MPI_Finalize();
    return 0;
}
