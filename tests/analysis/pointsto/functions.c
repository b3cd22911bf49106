// What calls through pointers enter: a table, a parameter, a callback.
#include <stdlib.h>

typedef int (*op)(int);
static int twice(int n) { return 2 * n; }
static int half(int n) { return n / 2; }
static int never(int n) { return -n; }
static int one(int n) { return n + 1; }
static op table[] = {twice, half};
op unused = never;

static int apply(op f, int n) {
  return f(n);
}

static int compare(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}

int main(int argc, char **argv) {
  (void)argv;
  int list[3] = {3, 1, 2};
  list[0] = table[argc & 1](argc);
  list[1] = apply(one, argc);
  list[2] = unused(3) + (argc > 2 ? abs : one)(argc);
  qsort(list, 3, sizeof *list, compare);
  return list[0];
}
// Either element of the table, since the index is not known.
// CHECK-DAG: calls "list[0] = table[argc & 1](argc);": half twice
// A variable that keeps its first value; one of a function of the library and
// one of the program.
// CHECK-DAG: calls "list[2] = unused(3) + (argc > 2 ? abs : one)(argc);": abs never one
// Only one caller gives the parameter.
// CHECK-DAG: points-to apply.f: one()
// CHECK-DAG: calls "return f(n);": one
// The library calls back what it is given, with places somewhere in what it was
// given: in the array, and, as the table does not say which argument it is, the
// function itself. (The array alone would be more precise.)
// CHECK-DAG: callbacks "qsort(list, 3, sizeof *list, compare);": compare
// CHECK-DAG: points-to compare.a: compare() main.list[*]
// CHECK-DAG: points-to compare.b: compare() main.list[*]
