/* external32.c - files whose data representation is "external32": what the program reads back, and the bytes of the
 * file. diff: ranks=1,2 replay=no diff: record=no */
#include "diff.h"

static const char *path_of(const char *name) {
    static char path[4096];
    const char *folder = getenv("DIFF_OUT");
    snprintf(path, sizeof path, "%s/%s", folder ? folder : ".", name);
    return path;
}

/* The bytes of the file, as rank 0 sees them. */
static void dump(const char *name) {
    int rank;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        FILE *file = fopen(path_of(name), "rb");
        unsigned char data[4096];
        char text[2 * sizeof data + 1] = "";
        size_t n = file ? fread(data, 1, sizeof data, file) : 0;
        for (size_t i = 0; i < n; i++)
            sprintf(text + 2 * i, "%02x", data[i]);
        out("%s: %zu bytes %s", name, n, text);
        if (file)
            fclose(file);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static MPI_File open_new(const char *name) {
    MPI_File fh;
    MPI_File_open(MPI_COMM_WORLD, path_of(name), MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &fh);
    return fh;
}

/* Each rank's part of a file of numbers, written together and read alone. */
static void numbers(const char *name, MPI_Datatype type, const void *data, int n, int rank) {
    char back[256], datarep[MPI_MAX_DATAREP_STRING];
    int size, count;
    MPI_Offset disp;
    MPI_Datatype etype, filetype;
    MPI_Status s;
    MPI_Type_size(type, &size);
    MPI_File fh = open_new(name);
    MPI_File_set_view(fh, 4 + (MPI_Offset)rank * n * size, type, type, "external32", MPI_INFO_NULL);
    MPI_File_get_view(fh, &disp, &etype, &filetype, datarep);
    MPI_File_write_all(fh, data, n, type, &s);
    MPI_Get_count(&s, type, &count);
    out("%s: %s, %d written", name, datarep, count);
    MPI_File_sync(fh);
    MPI_Barrier(MPI_COMM_WORLD);
    memset(back, 0, sizeof back);
    MPI_File_read_at(fh, 1, back, n - 1, type, &s);
    MPI_Get_count(&s, type, &count);
    out("%s: %d read, the same: %d", name, count, memcmp(back, (const char *)data + size, (size_t)(n - 1) * size) == 0);
    MPI_File_close(&fh);
    if (rank == 0) { /* nothing lies in front of the displacement */
        int zero = 0;
        MPI_File_open(MPI_COMM_SELF, path_of(name), MPI_MODE_WRONLY, MPI_INFO_NULL, &fh);
        MPI_File_write_at(fh, 0, &zero, 1, MPI_INT, MPI_STATUS_IGNORE);
        MPI_File_close(&fh);
    }
    dump(name);
}

/* Every second of some numbers in memory, through a view with holes. MPICH aborts on structures
 * (tests/unit/external32.c). */
static void derived(int rank, int size) {
    int data[8], back[8];
    MPI_Datatype every_second, one, tiles;
    for (int i = 0; i < 8; i++)
        data[i] = 1000 * rank + i;
    MPI_Type_vector(4, 1, 2, MPI_INT, &every_second);
    MPI_Type_commit(&every_second);
    MPI_Type_contiguous(2, MPI_INT, &one);
    MPI_Type_create_resized(one, 0, 8 * size, &tiles);
    MPI_Type_commit(&tiles);
    MPI_File fh = open_new("holes");
    MPI_File_set_view(fh, (MPI_Offset)rank * 8, MPI_INT, tiles, "external32", MPI_INFO_NULL);
    MPI_File_write_all(fh, data, 1, every_second, MPI_STATUS_IGNORE);
    MPI_File_sync(fh);
    MPI_Barrier(MPI_COMM_WORLD);
    memset(back, 0, sizeof back);
    MPI_File_read_at_all(fh, 0, back, 1, every_second, MPI_STATUS_IGNORE);
    for (int i = 0; i < 8; i++)
        out("%d", back[i]);
    MPI_File_close(&fh);
    dump("holes");
    MPI_Type_free(&every_second);
    MPI_Type_free(&one);
    MPI_Type_free(&tiles);
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int ints[4] = {1 + rank, -2, 0x01020304, 1 << 30};
    double doubles[3] = {1.5 + rank, -1e300, 0.1};
    float floats[3] = {1.5f, -2.25f, 1e-20f};
    short shorts[4] = {1, -2, 0x0102, 77};
    numbers("ints", MPI_INT, ints, 4, rank);
    numbers("doubles", MPI_DOUBLE, doubles, 3, rank);
    numbers("floats", MPI_FLOAT, floats, 3, rank);
    numbers("shorts", MPI_SHORT, shorts, 4, rank);
    numbers("chars", MPI_CHAR, "abcdefgh", 8, rank);
    derived(rank, size);
    MPI_Finalize();
    return 0;
}
