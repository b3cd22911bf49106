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
#define MPI_CALL(ret, name, params, args, family, roles) [CHECK_##name] = {"MPI_" #name, roles, CHECK_FAMILY_##family},
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
