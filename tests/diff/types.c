/* types.c - derived datatypes: sizes, extents, contents, and messages and collectives with them. */
#include "diff.h"

#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

typedef struct particle {
    double x[3];
    int id;
    char kind;
} particle;

static void show(const char *what, MPI_Datatype type) {
    int size, rank, n, ints, addresses, types, combiner;
    MPI_Aint lb, extent, true_lb, true_extent, old_extent, old_lb, old_ub;
    MPI_Count size_x, lb_x, extent_x, tlb_x, textent_x;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    MPI_Type_size(type, &size);
    MPI_Type_size_x(type, &size_x);
    MPI_Type_get_extent(type, &lb, &extent);
    MPI_Type_get_extent_x(type, &lb_x, &extent_x);
    MPI_Type_get_true_extent(type, &true_lb, &true_extent);
    MPI_Type_get_true_extent_x(type, &tlb_x, &textent_x);
    MPI_Type_get_envelope(type, &ints, &addresses, &types, &combiner);
    out("%s: size %d %d lb %d extent %d (%d %d) true %d %d (%d %d) envelope %d %d %d %d", what, size, (int)size_x,
        (int)lb, (int)extent, (int)lb_x, (int)extent_x, (int)true_lb, (int)true_extent, (int)tlb_x, (int)textent_x,
        ints, addresses, types, combiner);
    /* Around the ring: from a pattern into zeros, and as packed bytes. */
    MPI_Type_commit(&type);
    size_t room = 4096;
    unsigned char *a = malloc(room), *b = calloc(room, 1), *c = calloc(room, 1);
    for (size_t i = 0; i < room; i++)
        a[i] = (unsigned char)(i * 7 + rank);
    int left = (rank + n - 1) % n, right = (rank + 1) % n, count, elements, elements_x;
    MPI_Status status;
    MPI_Sendrecv(a + 512, 2, type, right, 1, b + 512, 3, type, left, 1, MPI_COMM_WORLD, &status);
    MPI_Count ex;
    MPI_Get_count(&status, type, &count);
    MPI_Get_elements(&status, type, &elements);
    MPI_Get_elements_x(&status, type, &ex);
    elements_x = (int)ex;
    out("%s: ring %08x count %d elements %d %d from %d", what, sum_of(b, room), count, elements, elements_x,
        status.MPI_SOURCE);
    MPI_Sendrecv(a + 512, 1, type, right, 2, c, size, MPI_BYTE, left, 2, MPI_COMM_WORLD, &status);
    out("%s: bytes %08x", what, sum_of(c, room));
    memset(b, 0, room);
    MPI_Sendrecv(c, size, MPI_BYTE, right, 3, b + 512, 1, type, left, 3, MPI_COMM_WORLD, &status);
    out("%s: back %08x", what, sum_of(b, room));
    MPI_Bcast(b + 512, 2, type, n - 1, MPI_COMM_WORLD);
    out("%s: bcast %08x", what, sum_of(b, room));
    int position = 0, packed;
    MPI_Pack_size(2, type, MPI_COMM_WORLD, &packed);
    memset(c, 0, room);
    MPI_Pack(a + 512, 2, type, c, (int)room, &position, MPI_COMM_WORLD);
    out("%s: packed %d of %d %08x", what, position, packed, sum_of(c, room));
    memset(b, 0, room);
    position = 0;
    MPI_Unpack(c, packed, &position, b + 512, 2, type, MPI_COMM_WORLD);
    out("%s: unpacked %d %08x", what, position, sum_of(b, room));
    free(a), free(b), free(c);
}

/* Types of Fortran's precision and range, which are predefined. */
static void fortran(void) {
    MPI_Datatype t[6], again;
    double sent[4] = {1, 2, 3, 4}, got[4] = {0};
    MPI_Type_create_f90_real(6, 30, &t[0]);
    MPI_Type_create_f90_real(15, 300, &t[1]);
    MPI_Type_create_f90_complex(6, 30, &t[2]);
    MPI_Type_create_f90_complex(15, MPI_UNDEFINED, &t[3]);
    MPI_Type_create_f90_integer(4, &t[4]);
    MPI_Type_create_f90_integer(18, &t[5]);
    MPI_Type_create_f90_integer(18, &again);
    out("f90 again: %d", again == t[5]);
    for (int i = 0; i < 6; i++) {
        int size, ints, addresses, types, combiner, numbers[2] = {0};
        MPI_Aint lb, extent;
        MPI_Type_size(t[i], &size);
        MPI_Type_get_extent(t[i], &lb, &extent);
        MPI_Type_get_envelope(t[i], &ints, &addresses, &types, &combiner);
        MPI_Type_get_contents(t[i], 2, 0, 0, numbers, &lb, &again);
        out("f90 %d: size %d extent %d envelope %d %d %d %d of %d %d", i, size, (int)extent, ints, addresses, types,
            combiner, numbers[0], numbers[1]);
        MPI_Sendrecv(sent, 2, t[i], 0, 1, got, 2, t[i], 0, 1, MPI_COMM_SELF, MPI_STATUS_IGNORE);
        out("f90 sent: %08x", sum_of(got, sizeof got));
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    fortran();
    MPI_Datatype t, u;
    MPI_Aint extent, lb, ub;
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    show("int", MPI_INT);
    show("double int", MPI_DOUBLE_INT);
    MPI_Type_contiguous(5, MPI_INT, &t), show("contiguous", t), MPI_Type_free(&t);
    MPI_Type_vector(4, 2, 5, MPI_DOUBLE, &t), show("vector", t);
    MPI_Type_create_resized(t, -8, 24, &u), show("resized", u), MPI_Type_free(&u);
    MPI_Type_dup(t, &u), show("dup", u), MPI_Type_free(&u);
    MPI_Type_extent(t, &extent), MPI_Type_lb(t, &lb), MPI_Type_ub(t, &ub);
    out("old extent %d lb %d ub %d", (int)extent, (int)lb, (int)ub);
    MPI_Type_create_hvector(3, 1, 100, t, &u), show("hvector of vector", u), MPI_Type_free(&t), MPI_Type_free(&u);
    MPI_Type_hvector(3, 2, 20, MPI_INT, &t), show("old hvector", t), MPI_Type_free(&t);
    int lengths[3] = {2, 1, 3}, places[3] = {9, 0, 4};
    MPI_Aint byte_places[3] = {40, 0, 16};
    MPI_Type_indexed(3, lengths, places, MPI_INT, &t), show("indexed", t), MPI_Type_free(&t);
    MPI_Type_create_hindexed(3, lengths, byte_places, MPI_INT, &t), show("hindexed", t), MPI_Type_free(&t);
    MPI_Type_hindexed(3, lengths, byte_places, MPI_FLOAT, &t), show("old hindexed", t), MPI_Type_free(&t);
    MPI_Type_create_indexed_block(3, 2, places, MPI_SHORT, &t), show("indexed block", t), MPI_Type_free(&t);
    MPI_Type_create_hindexed_block(3, 2, byte_places, MPI_SHORT, &t), show("hindexed block", t), MPI_Type_free(&t);
    int part_lengths[3] = {3, 1, 1};
    MPI_Aint part_places[3] = {offsetof(particle, x), offsetof(particle, id), offsetof(particle, kind)};
    MPI_Datatype parts[3] = {MPI_DOUBLE, MPI_INT, MPI_CHAR};
    MPI_Type_create_struct(3, part_lengths, part_places, parts, &t), show("struct", t), MPI_Type_free(&t);
    MPI_Type_struct(3, part_lengths, part_places, parts, &t);
    show("old struct", t);
    int integers[8], ntypes, nints, naddresses, combiner;
    MPI_Aint addresses[8];
    MPI_Datatype inner[8];
    MPI_Type_get_envelope(t, &nints, &naddresses, &ntypes, &combiner);
    MPI_Type_get_contents(t, nints, naddresses, ntypes, integers, addresses, inner);
    out("contents %d %d %d at %d %d", nints, integers[0], integers[1], (int)addresses[1], inner[0] == MPI_DOUBLE);
    MPI_Type_contiguous(2, t, &u);
    MPI_Type_get_contents(u, 1, 0, 1, integers, addresses, inner);
    int size;
    MPI_Type_size(inner[0], &size);
    out("inner size %d", size);
    MPI_Type_free(&inner[0]);
    MPI_Type_free(&t);
    show("contiguous of struct", u);
    MPI_Type_free(&u);
    int sizes[3] = {4, 5, 6}, sub[3] = {2, 3, 2}, starts[3] = {1, 1, 3};
    MPI_Type_create_subarray(3, sizes, sub, starts, MPI_ORDER_C, MPI_INT, &t), show("subarray", t), MPI_Type_free(&t);
    MPI_Type_create_subarray(3, sizes, sub, starts, MPI_ORDER_FORTRAN, MPI_INT, &t), show("fortran", t),
        MPI_Type_free(&t);
    int gsizes[2] = {8, 9}, distribs[2] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC},
        dargs[2] = {MPI_DISTRIBUTE_DFLT_DARG, 2}, psizes[2] = {2, 2};
    MPI_Type_create_darray(4, rank % 4, 2, gsizes, distribs, dargs, psizes, MPI_ORDER_C, MPI_INT, &t);
    MPI_Type_size(t, &size);
    out("darray %d", size);
    MPI_Type_free(&t);
    MPI_Type_match_size(MPI_TYPECLASS_REAL, 8, &t);
    MPI_Type_size(t, &size);
    out("match %d", size);
    char name[MPI_MAX_OBJECT_NAME];
    int length;
    MPI_Type_get_name(MPI_DOUBLE, name, &length);
    out("name '%s' %d", name, length);
    MPI_Type_vector(2, 1, 2, MPI_INT, &t);
    MPI_Type_get_name(t, name, &length);
    out("name '%s' %d", name, length);
    MPI_Type_set_name(t, "two");
    MPI_Type_get_name(t, name, &length);
    out("name '%s' %d", name, length);
    MPI_Type_free(&t);
    out("freed %d", t == MPI_DATATYPE_NULL);
    /* Absolute addresses. */
    double x[2] = {rank + 0.5, rank + 1.5};
    int y = rank;
    MPI_Aint at[2], other;
    MPI_Get_address(x, &at[0]);
    MPI_Address(&y, &at[1]);
    int ones[2] = {2, 1};
    MPI_Datatype both[2] = {MPI_DOUBLE, MPI_INT};
    MPI_Type_create_struct(2, ones, at, both, &t);
    MPI_Type_commit(&t);
    MPI_Bcast(MPI_BOTTOM, 1, t, 0, MPI_COMM_WORLD);
    out("bottom %g %g %d", x[0], x[1], y);
    MPI_Type_free(&t);
    other = MPI_Aint_add(at[0], 8);
    out("aint %d", (int)MPI_Aint_diff(other, at[0]));
    /* A part of an element arrives. */
    int n;
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    MPI_Type_create_struct(3, part_lengths, part_places, parts, &t);
    MPI_Type_commit(&t);
    particle p = {{1, 2, 3}, 4, 'x'};
    double two[2] = {rank, rank + 10};
    MPI_Status status;
    MPI_Sendrecv(two, 2, MPI_DOUBLE, (rank + 1) % n, 9, &p, 1, t, (rank + n - 1) % n, 9, MPI_COMM_WORLD, &status);
    int count, elements;
    MPI_Get_count(&status, t, &count);
    MPI_Get_elements(&status, t, &elements);
    out("part %g %g %g %d %c count %d elements %d", p.x[0], p.x[1], p.x[2], p.id, p.kind, count == MPI_UNDEFINED,
        elements);
    /* A buffer that ends with the part that arrives, at the end of what may be touched. */
    long page = sysconf(_SC_PAGESIZE);
    char *room = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(room + page, page, PROT_NONE);
    int *end = (int *)(room + page) - 4, few[] = {4, 2, 300}, apart[] = {0, 10, 1000}, four[4] = {rank, 1, 2, 3};
    MPI_Datatype wide;
    MPI_Type_indexed(3, few, apart, MPI_INT, &wide);
    MPI_Type_commit(&wide);
    MPI_Sendrecv(four, 4, MPI_INT, (rank + 1) % n, 8, end, 1, wide, (rank + n - 1) % n, 8, MPI_COMM_WORLD, &status);
    out("end %d %d %d %d", end[0], end[1], end[2], end[3]);
    munmap(room, 2 * page);
    MPI_Type_free(&wide);
    /* A type that is freed while a request needs it: the message comes later, and nobody else has such a type. */
    if (n > 1) {
        MPI_Datatype mine, sent;
        MPI_Request request;
        double into[8] = {0}, from[8] = {1, 2, 3, 4, 5, 6, 7, 8};
        MPI_Type_vector(3, 1, rank + 2, MPI_DOUBLE, &mine);
        MPI_Type_commit(&mine);
        if (rank < 2) {
            MPI_Irecv(into, 1, mine, 1 - rank, 6, MPI_COMM_WORLD, &request);
            MPI_Type_free(&mine);
            MPI_Type_vector(3, 1, 2 - rank, MPI_DOUBLE, &sent);
            MPI_Type_commit(&sent);
            if (rank == 0) { /* the other side has its answer first */
                MPI_Recv(NULL, 0, MPI_INT, 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                MPI_Send(from, 1, sent, 1, 6, MPI_COMM_WORLD);
            } else {
                MPI_Send(from, 1, sent, 0, 6, MPI_COMM_WORLD);
                MPI_Send(NULL, 0, MPI_INT, 0, 7, MPI_COMM_WORLD);
            }
            MPI_Type_free(&sent);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
            out("freed %g %g %g %g %g %g %g", into[0], into[1], into[2], into[3], into[4], into[5], into[6]);
        } else {
            MPI_Type_free(&mine);
        }
    }
    /* external32 */
    MPI_Aint external_size, position = 0;
    char buffer[64] = "";
    MPI_Pack_external_size("external32", 3, MPI_INT, &external_size);
    int three[3] = {1, 2, 3}, back[3] = {0, 0, 0};
    MPI_Pack_external("external32", three, 3, MPI_INT, buffer, 64, &position);
    out("external %d at %d: %08x", (int)external_size, (int)position, sum_of(buffer, 64));
    position = 0;
    MPI_Unpack_external("external32", buffer, 64, &position, back, 3, MPI_INT);
    out("back %d %d %d at %d", back[0], back[1], back[2], (int)position);
    MPI_Type_free(&t);
    MPI_Finalize();
    return 0;
}
