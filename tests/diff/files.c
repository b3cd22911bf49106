/* files.c - MPI-IO: each function, the bytes that it leaves in the file, and its status.
 * diff: ranks=1,2,3,4 */
#include "diff.h"

enum { N = 6 };

static const char *path_of(const char *name) {
    char *path = malloc(4096); /* small, and never freed */
    const char *folder = getenv("DIFF_OUT");
    snprintf(path, 4096, "%s/%s", folder ? folder : ".", name);
    return path;
}

static void show(const char *what, int code, const MPI_Status *status) {
    int class, count = -1, elements = -1;
    MPI_Error_class(code, &class);
    if (code == MPI_SUCCESS && status) {
        MPI_Get_count(status, MPI_INT, &count);
        MPI_Get_elements(status, MPI_BYTE, &elements);
    }
    out("%s: class %d, %d ints, %d bytes", what, class, count, elements);
}

static void show_code(const char *what, int code) {
    show(what, code, NULL);
}

/* The file, as rank 0 sees it: through MPI, since a replay has no file. */
static void dump(const char *name) {
    int rank;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_File fh;
        MPI_Status s;
        static unsigned char data[65536];
        int n = 0;
        if (MPI_File_open(MPI_COMM_SELF, path_of(name), MPI_MODE_RDONLY, MPI_INFO_NULL, &fh) == MPI_SUCCESS) {
            MPI_File_read(fh, data, sizeof data, MPI_BYTE, &s);
            MPI_Get_count(&s, MPI_BYTE, &n);
            MPI_File_close(&fh);
        }
        out("%s: %d bytes, sum %08x", name, n, sum_of(data, (size_t)n));
        for (int i = 0; i + 4 <= n && i < 400; i += 4) {
            int v;
            memcpy(&v, data + i, 4);
            out("  %d", v);
        }
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static MPI_File open_new(const char *name) {
    MPI_File fh = MPI_FILE_NULL;
    show_code("open",
              MPI_File_open(MPI_COMM_WORLD, path_of(name), MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &fh));
    return fh;
}

static void fill(int *data, int n, int rank, int salt) {
    for (int i = 0; i < n; i++)
        data[i] = salt * 1000 + rank * 100 + i;
}

static void print(const char *what, const int *data, int n) {
    char text[1000] = "";
    for (int i = 0; i < n; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), " %d", data[i]);
    out("%s:%s", what, text);
}

static void plain(int rank, int size) {
    int a[N], b[N];
    MPI_Status s;
    MPI_Offset at;
    MPI_File fh = open_new("plain");
    memset(&s, 0, sizeof s);
    fill(a, N, rank, 1);
    show("write_at", MPI_File_write_at(fh, 4 * N * rank, a, N, MPI_INT, &s), &s);
    show_code("sync", MPI_File_sync(fh));
    MPI_Barrier(MPI_COMM_WORLD);
    show_code("seek", MPI_File_seek(fh, 4 * N * ((rank + 1) % size), MPI_SEEK_SET));
    show("read", MPI_File_read(fh, b, N, MPI_INT, &s), &s);
    print("read", b, N);
    MPI_File_get_position(fh, &at);
    out("position %lld", (long long)at);
    show_code("seek", MPI_File_seek(fh, -8, MPI_SEEK_CUR));
    MPI_File_get_position(fh, &at);
    out("position %lld", (long long)at);
    show("read_at", MPI_File_read_at(fh, 4 * N * rank + 4, b, 2, MPI_INT, &s), &s);
    print("read_at", b, 2);
    show_code("seek", MPI_File_seek(fh, -8, MPI_SEEK_END));
    memset(b, 0, sizeof b);
    show("read at the end", MPI_File_read(fh, b, N, MPI_INT, &s), &s);
    print("read at the end", b, N);
    show("read behind the end", MPI_File_read(fh, b, N, MPI_INT, &s), &s);
    MPI_Barrier(MPI_COMM_WORLD); /* until all have seen this end */
    show_code("seek", MPI_File_seek(fh, 4 * N * (size + rank), MPI_SEEK_SET));
    fill(a, N, rank, 2);
    show("write", MPI_File_write(fh, a, N, MPI_INT, &s), &s);
    show_code("close", MPI_File_close(&fh));
    out("null %d", fh == MPI_FILE_NULL);
    dump("plain");
}

static void collective(int rank, int size) {
    int a[N], b[N];
    MPI_Status s;
    MPI_File fh = open_new("collective");
    memset(&s, 0, sizeof s);
    fill(a, N, rank, 3);
    show("write_at_all", MPI_File_write_at_all(fh, 4 * N * rank, a, N, MPI_INT, &s), &s);
    show("read_at_all", MPI_File_read_at_all(fh, 4 * N * (size - 1 - rank), b, N, MPI_INT, &s), &s);
    print("read_at_all", b, N);
    MPI_File_seek(fh, 4 * N * (size + rank), MPI_SEEK_SET);
    show("write_all", MPI_File_write_all(fh, a, rank ? N : 0, MPI_INT, &s), &s);
    MPI_File_seek(fh, 4 * rank, MPI_SEEK_SET);
    show("read_all", MPI_File_read_all(fh, b, 3, MPI_INT, &s), &s);
    print("read_all", b, 3);
    fill(a, N, rank, 4);
    show_code("write_at_all_begin", MPI_File_write_at_all_begin(fh, 4 * N * (2 * size + rank), a, N, MPI_INT));
    show("write_at_all_end", MPI_File_write_at_all_end(fh, a, &s), &s);
    show_code("read_at_all_begin", MPI_File_read_at_all_begin(fh, 4 * N * (2 * size + rank), b, N, MPI_INT));
    show("read_at_all_end", MPI_File_read_at_all_end(fh, b, &s), &s);
    print("read_at_all_begin", b, N);
    MPI_File_seek(fh, 4 * N * (3 * size + rank), MPI_SEEK_SET);
    show_code("write_all_begin", MPI_File_write_all_begin(fh, a, N, MPI_INT));
    show("write_all_end", MPI_File_write_all_end(fh, a, &s), &s);
    MPI_File_seek(fh, 4 * N * (3 * size + rank) + 8, MPI_SEEK_SET);
    show_code("read_all_begin", MPI_File_read_all_begin(fh, b, 2, MPI_INT));
    show("read_all_end", MPI_File_read_all_end(fh, b, &s), &s);
    print("read_all_begin", b, 2);
    MPI_File_close(&fh);
    dump("collective");
}

static void requests(int rank, int size) {
    int a[N], b[N], flag = 0;
    MPI_Status s, both[2];
    MPI_Request r[2];
    MPI_File fh = open_new("requests");
    memset(&s, 0, sizeof s);
    memset(both, 0, sizeof both);
    fill(a, N, rank, 5);
    show_code("iwrite_at", MPI_File_iwrite_at(fh, 8 * N * rank, a, N, MPI_INT, &r[0]));
    MPI_Wait(&r[0], &s);
    show("iwrite_at", 0, &s);
    MPI_File_seek(fh, 8 * N * rank + 4 * N, MPI_SEEK_SET);
    show_code("iwrite", MPI_File_iwrite(fh, a, 4, MPI_INT, &r[0]));
    show_code("iwrite", MPI_File_iwrite(fh, a + 1, 2, MPI_INT, &r[1]));
    MPI_Waitall(2, r, both);
    show("first", 0, &both[0]);
    show("second", 0, &both[1]);
    MPI_Barrier(MPI_COMM_WORLD);
    show_code("iread_at", MPI_File_iread_at(fh, 8 * N * rank, b, N, MPI_INT, &r[0]));
    while (!flag)
        MPI_Test(&r[0], &flag, &s);
    show("iread_at", 0, &s);
    print("iread_at", b, N);
    MPI_File_seek(fh, 4, MPI_SEEK_SET);
    MPI_File_iread(fh, b, 2, MPI_INT, &r[0]);
    MPI_Wait(&r[0], &s);
    print("iread", b, 2);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_iwrite_at_all(fh, 8 * N * size + 4 * rank, a, 1, MPI_INT, &r[0]);
    MPI_Wait(&r[0], &s);
    show("iwrite_at_all", 0, &s);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_iread_at_all(fh, 8 * N * size, b, 1, MPI_INT, &r[0]);
    MPI_Wait(&r[0], &s);
    print("iread_at_all", b, 1);
    MPI_File_seek(fh, 8 * N * size + 4 * (size + rank), MPI_SEEK_SET);
    MPI_File_iwrite_all(fh, a, 1, MPI_INT, &r[0]);
    MPI_Wait(&r[0], &s);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_seek(fh, 8 * N * size + 4 * size, MPI_SEEK_SET);
    MPI_File_iread_all(fh, b, 1, MPI_INT, &r[0]);
    MPI_Wait(&r[0], &s);
    print("iread_all", b, 1);
    MPI_File_close(&fh);
    dump("requests");
}

/* One rank after the other, so that the order is known. */
static void shared(int rank, int size) {
    int a[N], b[N];
    MPI_Status s;
    MPI_Request r;
    MPI_Offset at;
    MPI_File fh = open_new("shared");
    memset(&s, 0, sizeof s);
    fill(a, N, rank, 6);
    for (int turn = 0; turn < size; turn++) {
        if (turn == rank)
            show("write_shared", MPI_File_write_shared(fh, a, 2 + rank, MPI_INT, &s), &s);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_File_get_position_shared(fh, &at);
    out("shared position %lld", (long long)at);
    MPI_Barrier(MPI_COMM_WORLD);
    show("write_ordered", MPI_File_write_ordered(fh, a, 1 + rank, MPI_INT, &s), &s);
    MPI_File_write_ordered_begin(fh, a + 1, 2, MPI_INT);
    show("write_ordered_end", MPI_File_write_ordered_end(fh, a + 1, &s), &s);
    if (rank == 0) {
        MPI_File_iwrite_shared(fh, a, 2, MPI_INT, &r);
        MPI_Wait(&r, &s);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    show_code("seek_shared", MPI_File_seek_shared(fh, 0, MPI_SEEK_SET));
    show("read_ordered", MPI_File_read_ordered(fh, b, 2, MPI_INT, &s), &s);
    print("read_ordered", b, 2);
    MPI_File_read_ordered_begin(fh, b, 1, MPI_INT);
    show("read_ordered_end", MPI_File_read_ordered_end(fh, b, &s), &s);
    print("read_ordered_begin", b, 1);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == size - 1) {
        MPI_File_read_shared(fh, b, 1, MPI_INT, &s);
        print("read_shared", b, 1);
        MPI_File_iread_shared(fh, b, 1, MPI_INT, &r);
        MPI_Wait(&r, &s);
        print("iread_shared", b, 1);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_get_position_shared(fh, &at);
    out("shared position %lld", (long long)at);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_close(&fh);
    dump("shared");
}

/* What a real MPI leaves between data that are written together is not defined where the file was shorter. */
static void fill_holes(MPI_File fh, int rank) {
    int background[500];
    fill(background, 500, 0, 9);
    if (rank == 0)
        MPI_File_write_at(fh, 0, background, 500, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_sync(fh);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Writes through a view and reads it back, also with memory that has holes. */
static void through(const char *name, MPI_Datatype filetype, int per_tile, int rank) {
    int a[2 * N], b[2 * N], n = per_tile < N ? per_tile : N;
    MPI_Status s;
    MPI_Offset at, disp;
    MPI_Datatype etype, type, every_second;
    MPI_Aint extent;
    char datarep[MPI_MAX_DATAREP_STRING];
    MPI_File fh = open_new(name);
    memset(&s, 0, sizeof s);
    fill_holes(fh, rank);
    MPI_Type_commit(&filetype);
    show_code("set_view", MPI_File_set_view(fh, 8, MPI_INT, filetype, "native", MPI_INFO_NULL));
    fill(a, 2 * N, rank, 7);
    show("write_all", MPI_File_write_all(fh, a, n, MPI_INT, &s), &s);
    MPI_File_get_position(fh, &at);
    MPI_File_get_byte_offset(fh, at, &disp);
    out("position %lld, byte %lld", (long long)at, (long long)disp);
    MPI_Type_vector(n, 1, 2, MPI_INT, &every_second);
    MPI_Type_commit(&every_second);
    show("write_at", MPI_File_write_at_all(fh, per_tile + 1, a, 1, every_second, &s), &s);
    MPI_File_sync(fh);
    MPI_Barrier(MPI_COMM_WORLD);
    memset(b, 0, sizeof b);
    show("read_at", MPI_File_read_at_all(fh, 1, b, 1, every_second, &s), &s);
    print("through a view", b, 2 * n);
    MPI_File_get_view(fh, &disp, &etype, &type, datarep);
    MPI_File_get_type_extent(fh, filetype, &extent);
    out("view %lld, etype is int %d, %s, extent %ld", (long long)disp, etype == MPI_INT, datarep, (long)extent);
    MPI_Type_free(&every_second);
    MPI_Type_free(&filetype);
    MPI_File_seek(fh, 0, MPI_SEEK_SET);
    memset(b, 0, sizeof b);
    show("read", MPI_File_read(fh, b, n, MPI_INT, &s), &s);
    print("read", b, n);
    MPI_File_close(&fh);
    dump(name);
}

static void views(int rank, int size) {
    MPI_Datatype type, inner;
    int sizes[2] = {4, 3 * size}, subsizes[2] = {2, 3}, starts[2] = {1, 3 * rank};
    MPI_Type_vector(3, 2, 2 * size, MPI_INT, &inner);
    int lengths[1] = {1};
    MPI_Aint at[1] = {8 * rank};
    MPI_Type_create_struct(1, lengths, at, &inner, &type);
    MPI_Type_create_resized(type, 0, 24 * size, &inner);
    through("vector", inner, 6, rank);
    MPI_Type_create_subarray(2, sizes, subsizes, starts, MPI_ORDER_C, MPI_INT, &type);
    through("subarray", type, 6, rank);
    MPI_Type_create_subarray(2, sizes, subsizes, starts, MPI_ORDER_FORTRAN, MPI_INT, &type);
    through("fortran", type, 6, rank);
    int gsizes[2] = {size * 4, 5}, how[2] = {MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_BLOCK},
        args[2] = {2, MPI_DISTRIBUTE_DFLT_DARG}, procs[2] = {size, 1};
    MPI_Type_create_darray(size, rank, 2, gsizes, how, args, procs, MPI_ORDER_C, MPI_INT, &type);
    through("darray", type, 20, rank);
    int displs[3] = {3 * rank, 3 * (size + rank), 3 * (3 * size + rank)}, blocks[3] = {1, 3, 2};
    MPI_Type_indexed(3, blocks, displs, MPI_INT, &type);
    through("indexed", type, 6, rank);
    MPI_Type_create_indexed_block(3, 2, displs, MPI_INT, &type);
    through("blocks", type, 6, rank);
    MPI_Aint bytes[2] = {12 * rank, 12 * (size + rank)};
    int two[2] = {2, 1};
    MPI_Type_create_hindexed(2, two, bytes, MPI_INT, &type);
    through("hindexed", type, 3, rank);
    MPI_Type_contiguous(4, MPI_INT, &inner);
    MPI_Type_create_hvector(2, 1, 16 * size, inner, &type);
    MPI_Type_dup(type, &inner);
    bytes[0] = 16 * rank;
    MPI_Type_create_hindexed_block(1, 1, bytes, inner, &type);
    through("nested", type, 8, rank);
}

static void modes(int rank) {
    MPI_File fh = MPI_FILE_NULL;
    MPI_Offset at, bytes;
    MPI_Group group, world;
    MPI_Info info;
    int a[N], amode, same, flag, value;
    show_code("missing", MPI_File_open(MPI_COMM_WORLD, path_of("missing"), MPI_MODE_RDONLY, MPI_INFO_NULL, &fh));
    show_code("no mode", MPI_File_open(MPI_COMM_WORLD, path_of("m"), MPI_MODE_CREATE, MPI_INFO_NULL, &fh));
    show_code("two modes",
              MPI_File_open(MPI_COMM_WORLD, path_of("m"), MPI_MODE_RDONLY | MPI_MODE_RDWR, MPI_INFO_NULL, &fh));
    MPI_Barrier(MPI_COMM_WORLD);
    show_code("exclusive", MPI_File_open(MPI_COMM_WORLD, path_of("modes"),
                                         MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_WRONLY, MPI_INFO_NULL, &fh));
    fill(a, N, rank, 8);
    MPI_File_write_at_all(fh, 4 * N * rank, a, N, MPI_INT, MPI_STATUS_IGNORE);
    show_code("read what is for writing", MPI_File_read_at(fh, 0, a, 1, MPI_INT, MPI_STATUS_IGNORE));
    MPI_File_get_amode(fh, &amode);
    out("amode %d", amode);
    MPI_File_get_group(fh, &group);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_compare(group, world, &same);
    out("same group %d", same == MPI_IDENT);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_get_size(fh, &bytes);
    out("size %lld", (long long)bytes);
    MPI_Barrier(MPI_COMM_WORLD);
    show_code("set_size", MPI_File_set_size(fh, 10));
    MPI_File_get_size(fh, &bytes);
    out("size %lld", (long long)bytes);
    MPI_Barrier(MPI_COMM_WORLD);
    show_code("preallocate", MPI_File_preallocate(fh, 100));
    MPI_File_get_size(fh, &bytes);
    out("size %lld", (long long)bytes);
    show_code("close", MPI_File_close(&fh));
    show_code("exists", MPI_File_open(MPI_COMM_WORLD, path_of("modes"),
                                      MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_WRONLY, MPI_INFO_NULL, &fh));
    MPI_Info_create(&info);
    MPI_Info_set(info, "access_style", "write_once");
    show_code("append", MPI_File_open(MPI_COMM_WORLD, path_of("modes"), MPI_MODE_APPEND | MPI_MODE_RDWR, info, &fh));
    MPI_File_get_position(fh, &at);
    out("position %lld", (long long)at);
    MPI_File_set_info(fh, info);
    MPI_Info_free(&info);
    MPI_File_get_info(fh, &info);
    out("info %d", info != MPI_INFO_NULL);
    MPI_Info_free(&info);
    MPI_File_get_atomicity(fh, &flag);
    out("atomic %d", flag);
    MPI_File_set_atomicity(fh, 1);
    MPI_File_get_atomicity(fh, &flag);
    out("atomic %d", flag);
    out("handle %d", MPI_File_f2c(MPI_File_c2f(fh)) == fh);
    MPI_File_close(&fh);
    dump("modes");
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        show_code("delete", MPI_File_delete(path_of("modes"), MPI_INFO_NULL));
        show_code("delete again", MPI_File_delete(path_of("modes"), MPI_INFO_NULL));
    }
    MPI_Barrier(MPI_COMM_WORLD);
    show_code("temporary",
              MPI_File_open(MPI_COMM_WORLD, path_of("temporary"),
                            MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &fh));
    MPI_File_close(&fh);
    MPI_Barrier(MPI_COMM_WORLD);
    show_code("temporary", MPI_File_open(MPI_COMM_WORLD, path_of("temporary"), MPI_MODE_RDONLY, MPI_INFO_NULL, &fh));
    char own[32];
    snprintf(own, sizeof own, "own-%d", rank);
    show_code("own", MPI_File_open(MPI_COMM_SELF, path_of(own), MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &fh));
    MPI_File_write(fh, &rank, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_read_at(fh, 0, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
    out("own %d", value);
    MPI_File_close(&fh);
}

static void on_error(MPI_File *fh, int *code, ...) {
    int class;
    MPI_Error_class(*code, &class);
    out("handler: class %d, null %d", class, *fh == MPI_FILE_NULL);
}

static void handlers(void) {
    MPI_Errhandler mine, found;
    MPI_File fh = open_new("handlers");
    int a = 0;
    MPI_File_get_errhandler(fh, &found);
    out("default returns %d", found == MPI_ERRORS_RETURN);
    MPI_File_create_errhandler(on_error, &mine);
    MPI_File_set_errhandler(fh, mine);
    show_code("negative", MPI_File_write_at(fh, -4, &a, 1, MPI_INT, MPI_STATUS_IGNORE));
    MPI_File_call_errhandler(fh, MPI_ERR_OTHER);
    MPI_File_close(&fh);
    MPI_File_set_errhandler(MPI_FILE_NULL, mine);
    show_code("missing", MPI_File_open(MPI_COMM_SELF, path_of("none"), MPI_MODE_RDONLY, MPI_INFO_NULL, &fh));
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN);
    MPI_Errhandler_free(&mine);
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    plain(rank, size);
    collective(rank, size);
    requests(rank, size);
    shared(rank, size);
    views(rank, size);
    modes(rank);
    handlers();
    MPI_Finalize();
    return 0;
}
