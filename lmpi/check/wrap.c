/* wrap.c - a program that bsimcc --check links calls __wrap_MPI_X: it looks at the call before and after MPI_X. Made of
 * mpi_calls.def. */
#include "lmpi/check/check.h"

#define EXPAND(...) EXPAND1(EXPAND1(EXPAND1(EXPAND1(__VA_ARGS__))))
#define EXPAND1(...) EXPAND2(EXPAND2(EXPAND2(EXPAND2(__VA_ARGS__))))
#define EXPAND2(...) __VA_ARGS__
#define PARENS ()
#define EACH(macro, ...) __VA_OPT__(EXPAND(EACH_ONE(macro, __VA_ARGS__)))
#define EACH_ONE(macro, first, ...) macro(first) __VA_OPT__(, EACH_AGAIN PARENS(macro, __VA_ARGS__))
#define EACH_AGAIN() EACH_ONE

#define NUMBER(argument) (intptr_t)(argument)
#define NUMBERS(...) {EACH(NUMBER, __VA_ARGS__) __VA_OPT__(, ) 0}
/* Memory that other ranks may touch during the call. */
#define ALIASED(argument)                                                                                              \
    _Generic((argument),                                                                                               \
        void *: (void *)lmpi_check_alias(&check_now, (intptr_t)(argument)),                                            \
        const void *: (const void *)lmpi_check_alias(&check_now, (intptr_t)(argument)),                                \
        const int *: (const int *)lmpi_check_alias(&check_now, (intptr_t)(argument)),                                  \
        default: (argument))
#define PASSED(...) (EACH(ALIASED, __VA_ARGS__))

/* clang-format off */
const check_function lmpi_check_functions[CHECK_CALLS] = {
#define MPI_CALL(ret, name, params, args, family, roles) [CHECK_##name] = {"MPI_" #name, roles, CHECK_FAMILY_##family, #params},
#define MPI_FACT(...)
#include "lmpi/mpi_calls.def"
#undef MPI_CALL
#undef MPI_FACT
};

/* A call with "..." is not looked at. */
#define LEFT_OUT_Pcontrol ,
#define NOTHING(...)
#define SECOND(a, b, ...) b
#define PICK(...) SECOND(__VA_ARGS__)
#define MPI_CALL(ret, name, ...) PICK(LEFT_OUT_##name NOTHING, WRAP, )(ret, name, __VA_ARGS__)

#define MPI_FACT(...)
#define WRAP(ret, name, params, args, family, roles)                                                                   \
    ret __real_MPI_##name params;                                                                                      \
    ret __wrap_MPI_##name params;                                                                                      \
    ret __wrap_MPI_##name params {                                                                                     \
        const intptr_t check_numbers[] = NUMBERS args;                                                                       \
        check_call check_now = {.id = CHECK_##name, .site = __builtin_return_address(0), .a = check_numbers};                     \
        lmpi_check_enter(&check_now);                                                                                       \
        if (check_now.live)                                                                                                 \
            bsim_site_played = check_now.site;                                                                              \
        ret check_result = __real_MPI_##name PASSED args;                                                                    \
        if (check_now.live)                                                                                                 \
            bsim_site_played = NULL;                                                                                        \
        lmpi_check_leave(&check_now, (int)(intptr_t)check_result);                                                                \
        return check_result;                                                                                                 \
    }
#include "lmpi/mpi_calls.def"

/* Those with large counts that the layer does not make of the others: looked at as the others. */
#define WRAP_LARGE(name, params, args)                                                                                 \
    int __real_MPI_##name##_c params;                                                                                  \
    int __wrap_MPI_##name##_c params;                                                                                  \
    int __wrap_MPI_##name##_c params {                                                                                 \
        const intptr_t check_numbers[] = NUMBERS args;                                                                 \
        check_call check_now = {.id = CHECK_##name, .site = __builtin_return_address(0), .a = check_numbers};          \
        check_now.is_large = true;                                                                                     \
        lmpi_check_enter(&check_now);                                                                                  \
        int check_result = __real_MPI_##name##_c args;                                                                 \
        lmpi_check_leave(&check_now, check_result);                                                                    \
        return check_result;                                                                                           \
    }
WRAP_LARGE(Op_create, (MPI_User_function_c *user_fn, int commute, MPI_Op *op), (user_fn, commute, op))
WRAP_LARGE(Type_contiguous, (MPI_Count count, MPI_Datatype oldtype, MPI_Datatype *newtype), (count, oldtype, newtype))
WRAP_LARGE(Type_vector, (MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype,
            MPI_Datatype *newtype), (count, blocklength, stride, oldtype, newtype))
WRAP_LARGE(Type_create_hvector, (MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype,
            MPI_Datatype *newtype), (count, blocklength, stride, oldtype, newtype))
WRAP_LARGE(Type_indexed, (MPI_Count count, const MPI_Count lengths[], const MPI_Count places[], MPI_Datatype oldtype,
            MPI_Datatype *newtype), (count, lengths, places, oldtype, newtype))
WRAP_LARGE(Type_create_hindexed, (MPI_Count count, const MPI_Count lengths[], const MPI_Count places[],
            MPI_Datatype oldtype, MPI_Datatype *newtype), (count, lengths, places, oldtype, newtype))
WRAP_LARGE(Type_create_indexed_block, (MPI_Count count, MPI_Count blocklength, const MPI_Count places[],
            MPI_Datatype oldtype, MPI_Datatype *newtype), (count, blocklength, places, oldtype, newtype))
WRAP_LARGE(Type_create_hindexed_block, (MPI_Count count, MPI_Count blocklength, const MPI_Count places[],
            MPI_Datatype oldtype, MPI_Datatype *newtype), (count, blocklength, places, oldtype, newtype))
WRAP_LARGE(Type_create_struct, (MPI_Count count, const MPI_Count lengths[], const MPI_Count places[],
            const MPI_Datatype types[], MPI_Datatype *newtype), (count, lengths, places, types, newtype))
WRAP_LARGE(Type_create_subarray, (int ndims, const MPI_Count sizes[], const MPI_Count subsizes[],
            const MPI_Count starts[], int order, MPI_Datatype oldtype, MPI_Datatype *newtype),
           (ndims, sizes, subsizes, starts, order, oldtype, newtype))
WRAP_LARGE(Pack, (const void *in, MPI_Count count, MPI_Datatype type, void *out, MPI_Count size, MPI_Count *position,
            MPI_Comm comm), (in, count, type, out, size, position, comm))
WRAP_LARGE(Unpack, (const void *in, MPI_Count size, MPI_Count *position, void *out, MPI_Count count, MPI_Datatype type,
            MPI_Comm comm), (in, size, position, out, count, type, comm))
WRAP_LARGE(Pack_external, (const char *datarep, const void *in, MPI_Count count, MPI_Datatype type, void *out,
            MPI_Count size, MPI_Count *position), (datarep, in, count, type, out, size, position))
WRAP_LARGE(Unpack_external, (const char *datarep, const void *in, MPI_Count size, MPI_Count *position, void *out,
            MPI_Count count, MPI_Datatype type), (datarep, in, size, position, out, count, type))
