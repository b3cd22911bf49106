/* MPI-IO that decides communication: the code of an open that fails, data that the program has printed before, reads
 * through views, with requests and in two parts; and what decides nothing. trace: ranks=1,2,4 */
#include <mpi.h>
#include <stdio.h>

static int buffer[256];

static void send_around(int n) {
    MPI_Bcast(buffer, n, MPI_INT, 0, MPI_COMM_WORLD);
}

/* Errors of files come back to the program. */
static int restart(void) {
    MPI_File file;
    int n = 5;
    if (MPI_File_open(MPI_COMM_WORLD, "no-such-restart", MPI_MODE_RDONLY, MPI_INFO_NULL, &file) == MPI_SUCCESS) {
        MPI_File_read_all(file, &n, 1, MPI_INT, MPI_STATUS_IGNORE);
        MPI_File_close(&file);
    }
    return n;
}

/* The program makes the file itself, by other functions. */
static void print_numbers(int rank) {
    if (rank == 0) {
        FILE *out = fopen("mpi-files-numbers", "wb");
        int numbers[8] = {11, 12, 13, 14, 15, 16, 17, 18};
        fwrite(numbers, sizeof *numbers, 8, out);
        fclose(out);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static void read_numbers(int rank) {
    MPI_File file;
    MPI_Datatype second;
    MPI_Request request;
    MPI_Status status;
    MPI_Offset bytes, at;
    int a[2] = {0, 0}, b = 0, c[8], d[3] = {0, 0, 0}, count;
    MPI_File_open(MPI_COMM_WORLD, "mpi-files-numbers", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    MPI_File_read_at_all(file, 8, a, 2, MPI_INT, &status);
    send_around(a[0]);
    MPI_File_iread_at(file, 16, &b, 1, MPI_INT, &request);
    MPI_Wait(&request, &status);
    send_around(b);
    MPI_Type_vector(2, 1, 3, MPI_INT, &second);
    MPI_Type_commit(&second);
    MPI_File_set_view(file, 4, MPI_INT, second, "native", MPI_INFO_NULL);
    MPI_File_read_all_begin(file, d, 2, MPI_INT);
    MPI_File_read_all_end(file, d, &status);
    send_around(d[1]);
    MPI_File_get_size(file, &bytes);
    send_around((int)bytes);
    MPI_File_get_position(file, &at);
    send_around((int)at);
    MPI_File_set_view(file, 24, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_read(file, c, 8, MPI_INT, &status); /* the file ends before */
    MPI_Get_count(&status, MPI_INT, &count);
    send_around(count + 1);
    MPI_Type_free(&second);
    MPI_File_close(&file);
}

/* Nobody reads what it writes. */
static void write_field(int rank) {
    double field[64];
    MPI_File file;
    for (int i = 0; i < 64; i++)
        field[i] = rank * 0.5 + i;
    MPI_File_open(MPI_COMM_WORLD, "mpi-files-field", MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &file);
    MPI_File_write_at_all(file, rank * 512, field, 64, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_write_ordered(file, field, 1 + rank, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
}

int main(int argc, char **argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    send_around(restart());
    print_numbers(rank);
    read_numbers(rank);
    write_field(rank);
    MPI_Finalize();
    return 0;
}
