/* external32.c - the bytes of types that MPICH does not convert: structures, pairs, complex numbers; data that end
 * within a number; types that are refused by their names. */
#include "ranks.h"

#include <complex.h>

static struct bsim_platform platform;
static char path[64];

struct item {
    short kind;
    double weight;
    int count[2];
};

/* Writes elements of a type with a view of this representation, and reads the file's bytes. */
static int written(const char *datarep, const void *buffer, int n, MPI_Datatype type, unsigned char *bytes, int room) {
    MPI_File fh;
    MPI_Status status;
    int count;
    CHECK(MPI_File_open(MPI_COMM_SELF, path, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &fh) == MPI_SUCCESS);
    MPI_File_set_size(fh, 0);
    CHECK(MPI_File_set_view(fh, 0, MPI_BYTE, MPI_BYTE, datarep, MPI_INFO_NULL) == MPI_SUCCESS);
    CHECK(MPI_File_write(fh, buffer, n, type, MPI_STATUS_IGNORE) == MPI_SUCCESS);
    CHECK(MPI_File_set_view(fh, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL) == MPI_SUCCESS);
    CHECK(MPI_File_read(fh, bytes, room, MPI_BYTE, &status) == MPI_SUCCESS);
    MPI_Get_count(&status, MPI_BYTE, &count);
    MPI_File_close(&fh);
    return count;
}

static MPI_Datatype item_type(void) {
    int lengths[3] = {1, 1, 2};
    MPI_Aint at[3] = {offsetof(struct item, kind), offsetof(struct item, weight), offsetof(struct item, count)};
    MPI_Datatype types[3] = {MPI_SHORT, MPI_DOUBLE, MPI_INT}, plain, item;
    MPI_Type_create_struct(3, lengths, at, types, &plain);
    MPI_Type_create_resized(plain, 0, sizeof(struct item), &item);
    MPI_Type_commit(&item);
    MPI_Type_free(&plain);
    return item;
}

static void bytes_by_hand(int rank) {
    (void)rank;
    unsigned char bytes[64];
    const struct item items[2] = {{3, 2.5, {0x01020304, 7}}, {-2, 1, {0, 1}}};
    MPI_Datatype item = item_type();
    static const unsigned char as_items[] = {0,    3,    0x40, 0x04, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, 7,
                                             0xff, 0xfe, 0x3f, 0xf0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
    CHECK(written("external32", items, 2, item, bytes, 64) == 36 && memcmp(bytes, as_items, 36) == 0);
    const float _Complex z = 1.0f + 2.0f * I;
    static const unsigned char as_complex[] = {0x3f, 0x80, 0, 0, 0x40, 0, 0, 0};
    CHECK(written("external32", &z, 1, MPI_C_FLOAT_COMPLEX, bytes, 64) == 8 && memcmp(bytes, as_complex, 8) == 0);
    const struct {
        double value;
        int index;
    } pair = {1, 5};
    static const unsigned char as_pair[] = {0x3f, 0xf0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5};
    CHECK(written("external32", &pair, 1, MPI_DOUBLE_INT, bytes, 64) == 12 && memcmp(bytes, as_pair, 12) == 0);
    const int number = 0x01020304;
    CHECK(written("internal", &number, 1, MPI_INT, bytes, 64) == 4 && memcmp(bytes, &number, 4) == 0);
    MPI_Type_free(&item);
}

/* The file has one item and a half of the next one's weight. */
static void the_end_of_the_file(int rank) {
    (void)rank;
    MPI_File fh;
    MPI_Status status;
    struct item items[2] = {{3, 2.5, {1, 7}}, {9, 1, {0, 1}}}, back[2] = {{0, 0, {0, 0}}, {0, 0, {4, 4}}};
    int bytes;
    MPI_Datatype item = item_type();
    MPI_File_open(MPI_COMM_SELF, path, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, 0, MPI_BYTE, MPI_BYTE, "external32", MPI_INFO_NULL);
    MPI_File_write(fh, items, 2, item, MPI_STATUS_IGNORE);
    MPI_File_set_size(fh, 18 + 2 + 4);
    MPI_File_read_at(fh, 0, back, 2, item, &status);
    MPI_Get_elements(&status, MPI_BYTE, &bytes);
    CHECK(bytes == 24 && back[0].kind == 3 && back[0].weight == 2.5 && back[0].count[1] == 7);
    CHECK(back[1].kind == 9 && back[1].count[0] == 4);
    MPI_File_close(&fh);
    MPI_Type_free(&item);
}

static void write_a_long(int rank) {
    (void)rank;
    unsigned char bytes[64];
    long value = 1;
    MPI_Datatype two;
    MPI_Type_contiguous(2, MPI_LONG, &two);
    MPI_Type_commit(&two);
    written("native", &value, 1, MPI_LONG, bytes, 64);
    written("external32", &value, 1, two, bytes, 64);
}

static void write_a_long_double(int rank) {
    (void)rank;
    unsigned char bytes[64];
    long double value = 1;
    written("external32", &value, 1, MPI_LONG_DOUBLE, bytes, 64);
}

static void machine(void) {
    bsim_platform_blank(&platform, 1, "simple");
    bsim_context.nscen = 1;
}

static void runs(void (*program)(int)) {
    machine();
    struct outcome out = run_ranks(1, &platform, program, NULL);
    if (out.code != 0)
        fail_msg("exit code %d: %s", out.code, out.err);
}

static void is_refused(void (*program)(int), const char *message) {
    machine();
    struct outcome out = run_ranks(1, &platform, program, NULL);
    assert_int_equal(out.code, BSIM_EXIT_USAGE);
    if (!strstr(out.err, message))
        fail_msg("%s", out.err);
}

static void numbers_are_turned_round(void **unused) {
    (void)unused;
    runs(bytes_by_hand);
    runs(the_end_of_the_file);
}

static void other_formats_are_told(void **unused) {
    (void)unused;
    is_refused(write_a_long, "MPI_File_write: MPI_LONG in the data representation \"external32\"");
    is_refused(write_a_long_double, "MPI_File_write: MPI_LONG_DOUBLE in the data representation \"external32\"");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_turned_round),
        cmocka_unit_test(other_formats_are_told),
    };
    snprintf(path, sizeof path, "/tmp/bsim-external32.%d", (int)getpid());
    int code = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    return code;
}
