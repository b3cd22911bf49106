/* op.c - reduction operators. Frequent combinations of predefined operator and type are computed here, so that a
 * program that only adds doubles never starts MPICH. PMPI_Reduce_local computes the others. Operators of the program
 * are entries of a table; ranks that make an operator of one function share its entry. */
#include "lmpi/datatype/op.h"

#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/cost/operators.h"
#include "bsim/kernel/engine.h"
#include "bsim/platform/platform.h"
#include "lmpi/core/checker.h"
#include "lmpi/core/datatype.h"
#include "lmpi/core/errhandler.h"

enum { OP_PREDEFINED = 0x58000000, OP_USER = (int)0x98000000, OP_INDEX = 0x03ffffff, OP_KIND = (int)0xfc000000 };
enum { OP_LAST = 0xe }; /* MPI_NO_OP */

typedef struct user_op {
    MPI_User_function *function;
    MPI_User_function_c *large; /* instead of it: takes large counts */
    int commutes;
    int refs;
    struct bsim_operator *timed; /* NULL: it takes no time of its own */
} user_op;

static user_op *user_ops;
static int nuser_ops;

static user_op *user_op_of(MPI_Op op) {
    int index = op & OP_INDEX;
    return (op & OP_KIND) == OP_USER && index < nuser_ops && user_ops[index].refs ? &user_ops[index] : NULL;
}

bool lmpi_op_is_user(MPI_Op op) {
    return (op & OP_KIND) == OP_USER;
}

bool lmpi_op_commutes(MPI_Op op) {
    const user_op *user = user_op_of(op);
    return !user || user->commutes;
}

static MPI_Op user_op_add(user_op wanted) {
    int index = nuser_ops;
    for (int i = 0; i < nuser_ops; i++) {
        const user_op *o = &user_ops[i];
        if (o->refs && o->function == wanted.function && o->large == wanted.large && !o->commutes == !wanted.commutes) {
            user_ops[i].refs++;
            return OP_USER | i;
        }
        if (!user_ops[i].refs)
            index = i;
    }
    if (index == nuser_ops)
        user_ops = bsim_realloc(user_ops, (size_t)++nuser_ops * sizeof *user_ops);
    if (!wanted.function || wanted.function != &lmpi_op_stand_in)
        wanted.timed = bsim_operator_of(wanted.function ? (const void *)(uintptr_t)wanted.function
                                                        : (const void *)(uintptr_t)wanted.large);
    user_ops[index] = wanted;
    return OP_USER | index;
}

int MPI_Op_create(MPI_User_function *user_fn, int commute, MPI_Op *op) {
    LMPI_ENTER;
    BSIM_ALONE;
    *op = user_op_add((user_op){.function = user_fn, .commutes = commute, .refs = 1});
    return MPI_SUCCESS;
}

int MPI_Op_create_c(MPI_User_function_c *user_fn, int commute, MPI_Op *op) {
    LMPI_ENTER;
    BSIM_ALONE;
    *op = user_op_add((user_op){.large = user_fn, .commutes = commute, .refs = 1});
    return MPI_SUCCESS;
}

int MPI_Op_free(MPI_Op *op) {
    LMPI_ENTER;
    BSIM_ALONE;
    user_op *user = user_op_of(*op);
    if (!user)
        return LMPI_FAIL(MPI_COMM_WORLD, MPI_ERR_OP, "operator handle 0x%x is not one that can be freed",
                         (unsigned)*op);
    user->refs--;
    *op = MPI_OP_NULL;
    return MPI_SUCCESS;
}

bool lmpi_op_own(MPI_Op op, lmpi_own_op *own) {
    const user_op *user = user_op_of(op);
    if (!user)
        return false;
    const void *function = user->large ? (const void *)(uintptr_t)user->large : (const void *)(uintptr_t)user->function;
    *own = (lmpi_own_op){function, user->large != NULL, user->commutes};
    return true;
}

MPI_Op lmpi_op_again(const lmpi_own_op *own) {
    user_op wanted = {.commutes = own->commutes, .refs = 1};
    if (own->is_large)
        wanted.large = (MPI_User_function_c *)(uintptr_t)own->function;
    else
        wanted.function = (MPI_User_function *)(uintptr_t)own->function;
    return user_op_add(wanted);
}

void lmpi_op_hold(MPI_Op op) {
    user_op *user = user_op_of(op);
    if (user)
        user->refs++;
}

void lmpi_op_release(MPI_Op op) {
    user_op *user = user_op_of(op);
    if (user)
        user->refs--;
}

int MPI_Op_commutative(MPI_Op op, int *commute) {
    LMPI_ENTER;
    BSIM_ALONE;
    *commute = lmpi_op_commutes(op);
    return MPI_SUCCESS;
}

/* ---- the types of MPI-4.0 section 6.9.2 ---- */

enum category { C_INTEGER = 1, C_FLOAT = 2, C_LOGICAL = 4, C_COMPLEX = 8, C_BYTE = 16, C_PAIR = 32, C_NONE = 0 };

static enum category category_of(MPI_Datatype type) {
    switch (type) {
    case MPI_INT:
    case MPI_LONG:
    case MPI_SHORT:
    case MPI_UNSIGNED:
    case MPI_UNSIGNED_LONG:
    case MPI_UNSIGNED_SHORT:
    case MPI_LONG_LONG:
    case MPI_UNSIGNED_LONG_LONG:
    case MPI_SIGNED_CHAR:
    case MPI_UNSIGNED_CHAR:
    case MPI_INT8_T:
    case MPI_INT16_T:
    case MPI_INT32_T:
    case MPI_INT64_T:
    case MPI_UINT8_T:
    case MPI_UINT16_T:
    case MPI_UINT32_T:
    case MPI_UINT64_T:
    case MPI_AINT:
    case MPI_OFFSET:
    case MPI_COUNT:
    case MPI_INTEGER:
    case MPI_INTEGER1:
    case MPI_INTEGER2:
    case MPI_INTEGER4:
    case MPI_INTEGER8:
    case MPI_CHAR:
        return C_INTEGER; /* MPI_CHAR too, as in MPICH */
    case MPI_FLOAT:
    case MPI_DOUBLE:
    case MPI_LONG_DOUBLE:
    case MPI_REAL:
    case MPI_DOUBLE_PRECISION:
    case MPI_REAL4:
    case MPI_REAL8:
    case MPI_REAL16:
        return C_FLOAT;
    case MPI_LOGICAL:
    case MPI_C_BOOL:
    case MPI_CXX_BOOL:
        return C_LOGICAL;
    case MPI_COMPLEX:
    case MPI_DOUBLE_COMPLEX:
    case MPI_C_FLOAT_COMPLEX:
    case MPI_C_DOUBLE_COMPLEX:
    case MPI_C_LONG_DOUBLE_COMPLEX:
    case MPI_COMPLEX8:
    case MPI_COMPLEX16:
    case MPI_CXX_FLOAT_COMPLEX:
    case MPI_CXX_DOUBLE_COMPLEX:
    case MPI_CXX_LONG_DOUBLE_COMPLEX:
        return C_COMPLEX;
    case MPI_BYTE:
        return C_BYTE;
    case MPI_FLOAT_INT:
    case MPI_DOUBLE_INT:
    case MPI_LONG_INT:
    case MPI_2INT:
    case MPI_SHORT_INT:
    case MPI_LONG_DOUBLE_INT:
    case MPI_2INTEGER:
    case MPI_2REAL:
    case MPI_2DOUBLE_PRECISION:
        return C_PAIR;
    default:
        return C_NONE;
    }
}

static unsigned allowed(MPI_Op op) {
    switch (op) {
    case MPI_MAX:
    case MPI_MIN:
        return C_INTEGER | C_FLOAT;
    case MPI_SUM:
    case MPI_PROD:
        return C_INTEGER | C_FLOAT | C_COMPLEX;
    case MPI_LAND:
    case MPI_LOR:
    case MPI_LXOR:
        return C_INTEGER | C_LOGICAL | C_FLOAT; /* MPICH also takes floating point */
    case MPI_BAND:
    case MPI_BOR:
    case MPI_BXOR:
        return C_INTEGER | C_BYTE;
    case MPI_MINLOC:
    case MPI_MAXLOC:
        return C_PAIR;
    default:
        return ~0u;
    }
}

int lmpi_op_check(MPI_Op op, MPI_Datatype datatype, const char **why) {
    *why = "this is not an operator";
    if (user_op_of(op))
        return MPI_SUCCESS;
    if ((op & OP_KIND) != OP_PREDEFINED || (op & OP_INDEX) == 0 || (op & OP_INDEX) > OP_LAST)
        return MPI_ERR_OP;
    *why = "this operator is for one-sided communication alone";
    if (op == MPI_REPLACE || op == MPI_NO_OP)
        return MPI_ERR_OP;
    *why = "MPI does not define this operator for this datatype";
    return category_of(datatype) & allowed(op) ? MPI_SUCCESS : MPI_ERR_OP;
}

/* ---- computing ---- */

#define LOOP(T, expression)                                                                                            \
    do {                                                                                                               \
        const T *a = in;                                                                                               \
        T *b = inout;                                                                                                  \
        for (int64_t i = 0; i < n; i++)                                                                                \
            b[i] = (T)(expression);                                                                                    \
    } while (0)

#define ARITHMETIC(T)                                                                                                  \
    switch (op) {                                                                                                      \
    case MPI_SUM:                                                                                                      \
        LOOP(T, a[i] + b[i]);                                                                                          \
        return true;                                                                                                   \
    case MPI_PROD:                                                                                                     \
        LOOP(T, a[i] * b[i]);                                                                                          \
        return true;                                                                                                   \
    case MPI_MAX:                                                                                                      \
        LOOP(T, b[i] > a[i] ? b[i] : a[i]);                                                                            \
        return true;                                                                                                   \
    case MPI_MIN:                                                                                                      \
        LOOP(T, b[i] < a[i] ? b[i] : a[i]);                                                                            \
        return true;                                                                                                   \
    default:                                                                                                           \
        break;                                                                                                         \
    }

#define LOGIC(T)                                                                                                       \
    switch (op) {                                                                                                      \
    case MPI_LAND:                                                                                                     \
        LOOP(T, a[i] && b[i]);                                                                                         \
        return true;                                                                                                   \
    case MPI_LOR:                                                                                                      \
        LOOP(T, a[i] || b[i]);                                                                                         \
        return true;                                                                                                   \
    case MPI_LXOR:                                                                                                     \
        LOOP(T, !a[i] != !b[i]);                                                                                       \
        return true;                                                                                                   \
    case MPI_BAND:                                                                                                     \
        LOOP(T, a[i] & b[i]);                                                                                          \
        return true;                                                                                                   \
    case MPI_BOR:                                                                                                      \
        LOOP(T, a[i] | b[i]);                                                                                          \
        return true;                                                                                                   \
    case MPI_BXOR:                                                                                                     \
        LOOP(T, a[i] ^ b[i]);                                                                                          \
        return true;                                                                                                   \
    default:                                                                                                           \
        return false;                                                                                                  \
    }

/* MPI-4.0 section 6.9.4: the smaller index wins a tie. */
#define LOCATE(T)                                                                                                      \
    do {                                                                                                               \
        const struct {                                                                                                 \
            T value;                                                                                                   \
            int index;                                                                                                 \
        } *a = in;                                                                                                     \
        struct {                                                                                                       \
            T value;                                                                                                   \
            int index;                                                                                                 \
        } *b = inout;                                                                                                  \
        for (int64_t i = 0; i < n; i++) {                                                                              \
            int better = op == MPI_MAXLOC ? a[i].value > b[i].value : a[i].value < b[i].value;                         \
            if (better || (a[i].value == b[i].value && a[i].index < b[i].index)) {                                     \
                b[i].value = a[i].value;                                                                               \
                b[i].index = a[i].index;                                                                               \
            }                                                                                                          \
        }                                                                                                              \
        return true;                                                                                                   \
    } while (0)

static bool apply_here(MPI_Op op, const void *in, void *inout, int64_t n, MPI_Datatype type) {
    if (op == MPI_MAXLOC || op == MPI_MINLOC) {
        switch (type) {
        case MPI_DOUBLE_INT:
            LOCATE(double);
        case MPI_FLOAT_INT:
            LOCATE(float);
        case MPI_2INT:
            LOCATE(int);
        case MPI_LONG_INT:
            LOCATE(long);
        default:
            return false;
        }
    }
    switch (type) {
    case MPI_DOUBLE:
        ARITHMETIC(double);
        return false;
    case MPI_FLOAT:
        ARITHMETIC(float);
        return false;
    case MPI_INT:
    case MPI_INT32_T:
        ARITHMETIC(int32_t);
        LOGIC(int32_t);
    case MPI_LONG:
    case MPI_LONG_LONG:
    case MPI_INT64_T:
    case MPI_AINT:
    case MPI_OFFSET:
    case MPI_COUNT:
        ARITHMETIC(int64_t);
        LOGIC(int64_t);
    case MPI_UNSIGNED:
    case MPI_UINT32_T:
        ARITHMETIC(uint32_t);
        LOGIC(uint32_t);
    case MPI_UNSIGNED_LONG:
    case MPI_UNSIGNED_LONG_LONG:
    case MPI_UINT64_T:
        ARITHMETIC(uint64_t);
        LOGIC(uint64_t);
    case MPI_SHORT:
    case MPI_INT16_T:
        ARITHMETIC(int16_t);
        LOGIC(int16_t);
    case MPI_UNSIGNED_SHORT:
    case MPI_UINT16_T:
        ARITHMETIC(uint16_t);
        LOGIC(uint16_t);
    case MPI_SIGNED_CHAR:
    case MPI_INT8_T:
    case MPI_CHAR:
        ARITHMETIC(int8_t);
        LOGIC(int8_t);
    case MPI_UNSIGNED_CHAR:
    case MPI_UINT8_T:
    case MPI_BYTE:
        ARITHMETIC(uint8_t);
        LOGIC(uint8_t);
    default:
        return false;
    }
}

typedef struct local_call {
    MPI_Op op;
    const void *in;
    void *inout;
    int64_t count;
    MPI_Datatype type;
} local_call;

static void run_reduce_local(void *argument) {
    const local_call *c = argument;
    PMPI_Reduce_local(c->in, c->inout, (int)c->count, c->type, c->op);
}

void lmpi_op_apply(MPI_Op op, const void *in, void *inout, int64_t count, MPI_Datatype datatype) {
    if (count <= 0)
        return;
    const user_op *user = user_op_of(op);
    if (user && user->large) {
        LMPI_IN_PROGRAM(true);
        MPI_Count n = count;
        user->large((void *)(uintptr_t)in, inout, &n, &datatype);
        return;
    }
    if (user) {
        LMPI_IN_PROGRAM(true);
        int n = (int)count;
        user->function((void *)(uintptr_t)in, inout, &n, &datatype);
        return;
    }
    if (apply_here(op, in, inout, count, datatype))
        return;
    lmpi_pmpi_init();
    bsim_on_host_stack(run_reduce_local, &(local_call){op, in, inout, count, datatype});
}

void lmpi_op_combine(MPI_Op op, const void *in, void *inout, int64_t count, MPI_Datatype datatype) {
    bsim_in_operator = true;
    lmpi_op_apply(op, in, inout, count, datatype);
    bsim_in_operator = false;
}

bool lmpi_op_takes_time(MPI_Op op) {
    const user_op *user = user_op_of(op);
    return bsim_context.work->reduces || (user && bsim_operator_is_known(user->timed));
}

void lmpi_op_in_table(MPI_Op op, const char *collective) {
    const user_op *user = user_op_of(op);
    if (user)
        bsim_operator_in_table(user->timed, collective);
}

double lmpi_op_add_time(MPI_Op op, int64_t bytes, int64_t each, int rank, double *clock) {
    const struct bsim_local_work *work = bsim_context.work;
    const user_op *user = user_op_of(op);
    double elements = each > 0 ? (double)bytes / (double)each : 0;
    if (user && bsim_operator_is_known(user->timed))
        return bsim_operator_add(user->timed, rank, elements, (double)bytes, clock);
    for (int k = 0; work->reduces && k < bsim_times(); k++)
        clock[k] += work->reduction_s[k] + (double)bytes * work->reduction_s_per_byte[k] +
                    elements * work->reduction_s_per_element[k];
    return 0;
}

/* The calling rank combines operands: its own calculation. In a skeleton MPI's own operators are in blocks. */
static void take_time(MPI_Op op, int64_t count, MPI_Datatype type) {
    if (lmpi_is_skeleton() && !user_op_of(op))
        return;
    int64_t each = lmpi_type_size(type);
    double *clock = bsim_clock(bsim_self->id), start_s = *clock;
    lmpi_op_add_time(op, count * each, each, bsim_self->id, clock);
    bsim_self->calc_s += *clock - start_s;
}

int MPI_Reduce_local(const void *inbuf, void *inoutbuf, int count, MPI_Datatype datatype, MPI_Op op) {
    LMPI_ENTER;
    BSIM_ALONE;
    const char *why;
    if (count < 0)
        return LMPI_FAIL(MPI_COMM_WORLD, MPI_ERR_COUNT, "count is %d", count);
    if (lmpi_type_size(datatype) < 0)
        return LMPI_FAIL(MPI_COMM_WORLD, MPI_ERR_TYPE, "datatype handle 0x%x is not valid", (unsigned)datatype);
    if (lmpi_op_check(op, datatype, &why) != MPI_SUCCESS)
        return LMPI_FAIL(MPI_COMM_WORLD, MPI_ERR_OP, "%s", why);
    if (count == 0)
        return MPI_SUCCESS;
    take_time(op, count, datatype);
    if (!lmpi_type_has_memory(inbuf, datatype) || !lmpi_type_has_memory(inoutbuf, datatype))
        return lmpi_is_skeleton() ? MPI_SUCCESS
                                  : LMPI_FAIL(MPI_COMM_WORLD, MPI_ERR_BUFFER, "one of the buffers is null");
    lmpi_op_apply(op, inbuf, inoutbuf, count, datatype);
    return MPI_SUCCESS;
}
