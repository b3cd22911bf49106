/* external32.c - data in the representation "external32" (external32.h).
 *
 * Packed data of a datatype are numbers in the order of its type map. Their widths follow from how the type was made;
 * displacements do not matter. */
#include "lmpi/datatype/external32.h"

#include "bsim/base/alloc.h"
#include "bsim/kernel/engine.h"
#include "lmpi/core/datatype.h"
#include "lmpi/datatype/contents.h"

/* Numbers of one width, or parts, so many times. */
typedef struct layout {
    int64_t times;
    int width; /* bytes of a number; 0: there are parts */
    int nparts;
    struct layout *parts;
} layout;

enum { WIDEST = 8 }; /* a wider number is a long double, whose format in memory is another */

static const MPI_Datatype other_sizes[] = {MPI_LONG, MPI_UNSIGNED_LONG, MPI_WCHAR, MPI_LONG_INT, MPI_LONG_DOUBLE_INT};
static const MPI_Datatype of_two[] = {MPI_C_FLOAT_COMPLEX,
                                      MPI_C_DOUBLE_COMPLEX,
                                      MPI_C_LONG_DOUBLE_COMPLEX,
                                      MPI_CXX_FLOAT_COMPLEX,
                                      MPI_CXX_DOUBLE_COMPLEX,
                                      MPI_CXX_LONG_DOUBLE_COMPLEX,
                                      MPI_COMPLEX,
                                      MPI_DOUBLE_COMPLEX,
                                      MPI_COMPLEX8,
                                      MPI_COMPLEX16,
                                      MPI_COMPLEX32,
                                      MPI_FLOAT_INT,
                                      MPI_2INT,
                                      MPI_2INTEGER,
                                      MPI_2REAL,
                                      MPI_2DOUBLE_PRECISION};

#define HAS(list, type) has(list, sizeof(list) / sizeof *(list), type)
static bool has(const MPI_Datatype *list, size_t n, MPI_Datatype type) {
    for (size_t i = 0; i < n; i++)
        if (list[i] == type)
            return true;
    return false;
}

static int64_t size_of(MPI_Datatype type) {
    MPI_Count size = 0;
    PMPI_Type_size_x(type, &size);
    return size;
}

/* Of a predefined type. Returns it if it is not converted, else MPI_DATATYPE_NULL. */
static MPI_Datatype describe_basic(layout *l, MPI_Datatype type, bool is_complex) {
    if (HAS(other_sizes, type))
        return type;
    if (type == MPI_DOUBLE_INT || type == MPI_SHORT_INT) {
        l->nparts = 2;
        l->parts = bsim_alloc(2 * sizeof *l->parts);
        l->parts[0] = (layout){.times = 1, .width = type == MPI_DOUBLE_INT ? (int)sizeof(double) : (int)sizeof(short)};
        l->parts[1] = (layout){.times = 1, .width = sizeof(int)};
        return MPI_DATATYPE_NULL;
    }
    int numbers = is_complex || HAS(of_two, type) ? 2 : 1;
    l->width = (int)(size_of(type) / numbers);
    l->times *= numbers;
    return l->width > WIDEST ? type : MPI_DATATYPE_NULL;
}

/* Describes so many elements of a type. Returns a basic type that is not converted, or MPI_DATATYPE_NULL. */
static MPI_Datatype describe(layout *l, MPI_Datatype type, int64_t times) {
    lmpi_contents c;
    *l = (layout){.times = times};
    if (!lmpi_contents_read(&c, type))
        return describe_basic(l, type, c.combiner == MPI_COMBINER_F90_COMPLEX);
    MPI_Datatype lacks = MPI_DATATYPE_NULL;
    int64_t size = size_of(type);
    l->parts = bsim_alloc(((size_t)c.ntypes + 1) * sizeof *l->parts);
    for (l->nparts = 0; l->nparts < c.ntypes && lacks == MPI_DATATYPE_NULL; l->nparts++) {
        int64_t one = size_of(c.types[l->nparts]);
        int64_t n = c.combiner == MPI_COMBINER_STRUCT ? c.ints[1 + l->nparts] : one ? size / one : 0;
        lacks = describe(&l->parts[l->nparts], c.types[l->nparts], one ? n : 0);
    }
    lmpi_contents_free(&c);
    return lacks;
}

static void forget(layout *l) {
    for (int i = 0; i < l->nparts; i++)
        forget(&l->parts[i]);
    bsim_free(l->parts);
}

/* Turns the bytes of each number round, and returns where the next one begins. */
static char *turn(const layout *l, char *at, const char *end) {
    for (int64_t k = 0; k < l->times && at < end; k++) {
        for (int i = 0; i < l->nparts; i++)
            at = turn(&l->parts[i], at, end);
        if (l->width > end - at)
            return (char *)(uintptr_t)end;
        for (int low = 0, high = l->width - 1; low < high; low++, high--) {
            char byte = at[low];
            at[low] = at[high];
            at[high] = byte;
        }
        at += l->width;
    }
    return at;
}

typedef struct conversion {
    char *data;
    int64_t bytes;
    MPI_Datatype type, lacks;
} conversion;

static void run_conversion(void *argument) {
    conversion *c = argument;
    int64_t size = size_of(c->type);
    layout l;
    c->lacks = describe(&l, c->type, size ? c->bytes / size + 1 : 0);
    if (c->lacks == MPI_DATATYPE_NULL)
        turn(&l, c->data, c->data + c->bytes);
    forget(&l);
}

static MPI_Datatype convert(char *data, int64_t bytes, MPI_Datatype type) {
    conversion c = {data, bytes, type, MPI_DATATYPE_NULL};
    lmpi_pmpi_init();
    bsim_on_host_stack(run_conversion, &c);
    return c.lacks;
}

MPI_Datatype lmpi_external32_lacks(MPI_Datatype type) {
    return convert(NULL, 0, type);
}

void lmpi_external32_convert(char *data, int64_t bytes, MPI_Datatype type) {
    convert(data, bytes, type);
}
