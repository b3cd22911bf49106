/* files_large.c - accesses to files with large counts: MPI_File_write_c and so on.
 * diff: ranks=1,4 */
#include "diff.h"

enum { N = 6 };

static MPI_File open_file(void) {
    MPI_File f;
    char name[4096];
    snprintf(name, sizeof name, "%s/large.data", getenv("DIFF_OUT"));
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &f);
    return f;
}

static void show(const char *what, const int *v, const MPI_Status *status) {
    MPI_Count n = -1;
    if (status)
        MPI_Get_count_c(status, MPI_INT, &n);
    out("%s: %lld elements: %d %d %d %d %d %d", what, (long long)n, v[0], v[1], v[2], v[3], v[4], v[5]);
}

static void run(int rank, int size) {
    MPI_File f = open_file();
    MPI_Offset at = (MPI_Offset)rank * N * 4, end = (MPI_Offset)size * N * 4;
    MPI_Status s;
    MPI_Request r;
    MPI_Count extent;
    int v[N], w[N] = {0};
    for (int i = 0; i < N; i++)
        v[i] = 100 * rank + i;
    MPI_File_write_at_c(f, at, v, (MPI_Count)N, MPI_INT, &s);
    show("write_at", v, &s);
    MPI_File_sync(f);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_read_at_all_c(f, (MPI_Offset)((rank + 1) % size) * N * 4, w, (MPI_Count)N, MPI_INT, &s);
    show("read_at_all", w, &s);
    MPI_File_read_at_c(f, end - 8, w, (MPI_Count)N, MPI_INT, &s);
    show("read_at", w, &s);
    MPI_File_write_at_all_c(f, end + at, v, (MPI_Count)N, MPI_INT, &s);
    MPI_File_seek(f, at, MPI_SEEK_SET);
    MPI_File_read_c(f, w, (MPI_Count)2, MPI_INT, MPI_STATUS_IGNORE);
    show("read", w, NULL);
    MPI_File_read_all_c(f, w, (MPI_Count)2, MPI_INT, &s);
    show("read_all", w, &s);
    MPI_File_iread_at_c(f, at, w, (MPI_Count)N, MPI_INT, &r);
    MPI_Wait(&r, &s);
    show("iread_at", w, &s);
    MPI_File_iwrite_at_c(f, 2 * end + at, v, (MPI_Count)N, MPI_INT, &r);
    MPI_Wait(&r, &s);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_read_at_all_begin_c(f, end + at, w, (MPI_Count)N, MPI_INT);
    MPI_File_read_at_all_end(f, w, &s);
    show("read_at_all_begin", w, &s);
    MPI_File_write_ordered_c(f, v, (MPI_Count)1, MPI_INT, &s);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_read_at_c(f, 0, w, (MPI_Count)1, MPI_INT, &s);
    show("write_ordered", w, &s);
    MPI_File_get_type_extent_c(f, MPI_DOUBLE, &extent);
    out("extent %lld", (long long)extent);
    MPI_File_close(&f);
}

/* Makes what one rank has written visible to the others. */
static void settle(MPI_File f) {
    MPI_File_sync(f);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(f);
}

static void own_pointers(int rank, int size) {
    MPI_File f = open_file();
    MPI_Offset at = (MPI_Offset)rank * N * 4, end = (MPI_Offset)size * N * 4;
    MPI_Status s;
    MPI_Request r;
    int v[N], w[N] = {0};
    for (int i = 0; i < N; i++)
        v[i] = 1000 * rank + i;
    MPI_File_seek(f, at, MPI_SEEK_SET);
    MPI_File_write_c(f, v, (MPI_Count)N, MPI_INT, &s);
    show("write", v, &s);
    MPI_File_seek(f, end + at, MPI_SEEK_SET);
    MPI_File_write_all_c(f, v, (MPI_Count)N, MPI_INT, &s);
    MPI_File_seek(f, 2 * end + at, MPI_SEEK_SET);
    MPI_File_iwrite_c(f, v, (MPI_Count)N, MPI_INT, &r);
    MPI_Wait(&r, &s);
    MPI_File_seek(f, 3 * end + at, MPI_SEEK_SET);
    MPI_File_iwrite_all_c(f, v, (MPI_Count)N, MPI_INT, &r);
    MPI_Wait(&r, &s);
    MPI_File_seek(f, 4 * end + at, MPI_SEEK_SET);
    MPI_File_write_all_begin_c(f, v, (MPI_Count)N, MPI_INT);
    MPI_File_write_all_end(f, v, &s);
    show("write_all_begin", v, &s);
    MPI_File_iwrite_at_all_c(f, 5 * end + at, v, (MPI_Count)N, MPI_INT, &r);
    MPI_Wait(&r, &s);
    MPI_File_write_at_all_begin_c(f, 6 * end + at, v, (MPI_Count)N, MPI_INT);
    MPI_File_write_at_all_end(f, v, &s);
    settle(f);
    MPI_Offset other = (MPI_Offset)((rank + 1) % size) * N * 4;
    MPI_File_seek(f, 2 * end + other, MPI_SEEK_SET);
    MPI_File_iread_c(f, w, (MPI_Count)N, MPI_INT, &r);
    MPI_Wait(&r, &s);
    show("iread", w, &s);
    MPI_File_seek(f, 3 * end + other, MPI_SEEK_SET);
    MPI_File_iread_all_c(f, w, (MPI_Count)3, MPI_INT, &r);
    MPI_Wait(&r, &s);
    show("iread_all", w, &s);
    MPI_File_iread_at_all_c(f, 5 * end + at, w, (MPI_Count)N, MPI_INT, &r);
    MPI_Wait(&r, &s);
    show("iread_at_all", w, &s);
    MPI_File_seek(f, 6 * end + other, MPI_SEEK_SET);
    MPI_File_read_all_begin_c(f, w, (MPI_Count)N, MPI_INT);
    MPI_File_read_all_end(f, w, &s);
    show("read_all_begin", w, &s);
    MPI_File_close(&f);
}

/* Of the accesses that are not in order one rank makes all. */
static void shared_pointer(int rank) {
    MPI_File f = open_file();
    MPI_Status s;
    MPI_Request r;
    int v[N], w[N] = {0};
    for (int i = 0; i < N; i++)
        v[i] = 10 * rank + i;
    if (rank == 0) {
        MPI_File_write_shared_c(f, v, (MPI_Count)N, MPI_INT, &s);
        show("write_shared", v, &s);
        MPI_File_iwrite_shared_c(f, v, (MPI_Count)N, MPI_INT, &r);
        MPI_Wait(&r, &s);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_write_ordered_begin_c(f, v, (MPI_Count)N, MPI_INT);
    MPI_File_write_ordered_end(f, v, &s);
    settle(f);
    MPI_File_seek_shared(f, 0, MPI_SEEK_SET);
    if (rank == 0) {
        MPI_File_read_shared_c(f, w, (MPI_Count)2, MPI_INT, &s);
        show("read_shared", w, &s);
        MPI_File_iread_shared_c(f, w, (MPI_Count)3, MPI_INT, &r);
        MPI_Wait(&r, &s);
        show("iread_shared", w, &s);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_read_ordered_c(f, w, (MPI_Count)2, MPI_INT, &s);
    show("read_ordered", w, &s);
    MPI_File_read_ordered_begin_c(f, w, (MPI_Count)1, MPI_INT);
    MPI_File_read_ordered_end(f, w, &s);
    show("read_ordered_begin", w, &s);
    MPI_File_close(&f);
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    run(rank, size);
    own_pointers(rank, size);
    shared_pointer(rank);
    MPI_Finalize();
    return 0;
}
