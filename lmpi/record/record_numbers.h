/* record_numbers.h - NUMBERS(a, b, ...): the arguments of a call as a list of int64_t; addresses become numbers. */
#ifndef LMPI_RECORD_NUMBERS_H
#define LMPI_RECORD_NUMBERS_H

#include <stdint.h>

#define NUMBER(a) (int64_t)(intptr_t)(a)
#define N1(a) NUMBER(a)
#define N2(a, ...) NUMBER(a), N1(__VA_ARGS__)
#define N3(a, ...) NUMBER(a), N2(__VA_ARGS__)
#define N4(a, ...) NUMBER(a), N3(__VA_ARGS__)
#define N5(a, ...) NUMBER(a), N4(__VA_ARGS__)
#define N6(a, ...) NUMBER(a), N5(__VA_ARGS__)
#define N7(a, ...) NUMBER(a), N6(__VA_ARGS__)
#define N8(a, ...) NUMBER(a), N7(__VA_ARGS__)
#define N9(a, ...) NUMBER(a), N8(__VA_ARGS__)
#define N10(a, ...) NUMBER(a), N9(__VA_ARGS__)
#define N11(a, ...) NUMBER(a), N10(__VA_ARGS__)
#define N12(a, ...) NUMBER(a), N11(__VA_ARGS__)
#define N13(a, ...) NUMBER(a), N12(__VA_ARGS__)
#define PICK(a, b, c, d, e, f, g, h, i, j, k, l, m, name, ...) name
#define NUMBERS(...) PICK(__VA_ARGS__, N13, N12, N11, N10, N9, N8, N7, N6, N5, N4, N3, N2, N1, )(__VA_ARGS__)

#endif
