/* type_class.c - the basic types, classified by the meaning of their bits. */
#include "lmpi/datatype/type_class.h"

#include <stdio.h>

#include "lmpi/core/datatype.h"

enum kind { INTEGER, NATURAL, FLOATING, COMPLEX, LOGICAL, BYTES, PAIR };

static const struct basic {
    MPI_Datatype type;
    enum kind kind;
    const char *name;
} basics[] = {
#define BASIC(type, kind) {type, kind, #type}
    BASIC(MPI_CHAR, INTEGER),
    BASIC(MPI_SIGNED_CHAR, INTEGER),
    BASIC(MPI_SHORT, INTEGER),
    BASIC(MPI_INT, INTEGER),
    BASIC(MPI_LONG, INTEGER),
    BASIC(MPI_LONG_LONG, INTEGER),
    BASIC(MPI_INT8_T, INTEGER),
    BASIC(MPI_INT16_T, INTEGER),
    BASIC(MPI_INT32_T, INTEGER),
    BASIC(MPI_INT64_T, INTEGER),
    BASIC(MPI_WCHAR, INTEGER),
    BASIC(MPI_AINT, INTEGER),
    BASIC(MPI_OFFSET, INTEGER),
    BASIC(MPI_COUNT, INTEGER),
    BASIC(MPI_INTEGER, INTEGER),
    BASIC(MPI_INTEGER1, INTEGER),
    BASIC(MPI_INTEGER2, INTEGER),
    BASIC(MPI_INTEGER4, INTEGER),
    BASIC(MPI_INTEGER8, INTEGER),
    BASIC(MPI_CHARACTER, INTEGER),
    BASIC(MPI_UNSIGNED_CHAR, NATURAL),
    BASIC(MPI_UNSIGNED_SHORT, NATURAL),
    BASIC(MPI_UNSIGNED, NATURAL),
    BASIC(MPI_UNSIGNED_LONG, NATURAL),
    BASIC(MPI_UNSIGNED_LONG_LONG, NATURAL),
    BASIC(MPI_UINT8_T, NATURAL),
    BASIC(MPI_UINT16_T, NATURAL),
    BASIC(MPI_UINT32_T, NATURAL),
    BASIC(MPI_UINT64_T, NATURAL),
    BASIC(MPI_FLOAT, FLOATING),
    BASIC(MPI_DOUBLE, FLOATING),
    BASIC(MPI_LONG_DOUBLE, FLOATING),
    BASIC(MPI_REAL, FLOATING),
    BASIC(MPI_DOUBLE_PRECISION, FLOATING),
    BASIC(MPI_REAL4, FLOATING),
    BASIC(MPI_REAL8, FLOATING),
    BASIC(MPI_C_FLOAT_COMPLEX, COMPLEX),
    BASIC(MPI_C_DOUBLE_COMPLEX, COMPLEX),
    BASIC(MPI_C_LONG_DOUBLE_COMPLEX, COMPLEX),
    BASIC(MPI_CXX_FLOAT_COMPLEX, COMPLEX),
    BASIC(MPI_CXX_DOUBLE_COMPLEX, COMPLEX),
    BASIC(MPI_CXX_LONG_DOUBLE_COMPLEX, COMPLEX),
    BASIC(MPI_COMPLEX, COMPLEX),
    BASIC(MPI_DOUBLE_COMPLEX, COMPLEX),
    BASIC(MPI_COMPLEX8, COMPLEX),
    BASIC(MPI_COMPLEX16, COMPLEX),
    BASIC(MPI_C_BOOL, LOGICAL),
    BASIC(MPI_CXX_BOOL, LOGICAL),
    BASIC(MPI_LOGICAL, LOGICAL),
    BASIC(MPI_BYTE, BYTES),
    BASIC(MPI_PACKED, BYTES),
    BASIC(MPI_2INT, PAIR),
    BASIC(MPI_FLOAT_INT, PAIR),
    BASIC(MPI_DOUBLE_INT, PAIR),
    BASIC(MPI_LONG_INT, PAIR),
    BASIC(MPI_SHORT_INT, PAIR),
    BASIC(MPI_LONG_DOUBLE_INT, PAIR),
};

static const struct basic *find(MPI_Datatype type) {
    for (size_t i = 0; i < sizeof basics / sizeof *basics; i++)
        if (basics[i].type == type)
            return &basics[i];
    return NULL;
}

MPI_Datatype lmpi_type_basic(MPI_Datatype datatype) {
    if (LMPI_TYPE_IS_BUILTIN(datatype))
        return datatype;
    const lmpi_type *type = lmpi_type_of(datatype);
    return type ? type->basic : 0;
}

static bool is_whole(enum kind kind) {
    return kind == INTEGER || kind == NATURAL || kind == LOGICAL;
}

bool lmpi_types_agree(MPI_Datatype a, MPI_Datatype b, bool computed) {
    if (a == b || lmpi_type_size(a) == 0 || lmpi_type_size(b) == 0)
        return true;
    a = lmpi_type_basic(a);
    b = lmpi_type_basic(b);
    const struct basic *x = find(a), *y = find(b);
    if (a == b || !x || !y || (!computed && (x->kind == BYTES || y->kind == BYTES)))
        return true;
    if (x->kind == PAIR || y->kind == PAIR || lmpi_type_size(a) != lmpi_type_size(b))
        return false;
    return x->kind == y->kind || (!computed && is_whole(x->kind) && is_whole(y->kind));
}

const char *lmpi_type_label(MPI_Datatype datatype) {
    static char texts[2][64];
    static int next;
    char *text = texts[next++ % 2];
    const struct basic *basic = find(lmpi_type_basic(datatype));
    bool is_it = basic && basic->type == datatype;
    snprintf(text, sizeof texts[0], "%s%s",
             is_it   ? ""
             : basic ? "a datatype of "
                     : "a datatype",
             basic ? basic->name : "");
    return text;
}
