// Library functions write what their arguments lead to, and what they keep.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char text[40], copy[40];
int n, m;
struct parts {
  int a, b;
  char rest[8];
} s;
int list[4];

static int compare(const void *a, const void *b) {
  m++;
  return *(const int *)a - *(const int *)b;
}

int main(void) {
  strcpy(copy, text);
  sscanf(text, "%d", &n);
  memset(&s, 0, sizeof s);
  memset(&s.b, 0, sizeof s.b);
  snprintf(s.rest, sizeof s.rest, "%d", n);
  qsort(list, 4, sizeof *list, compare);
  srand(n);
  m = rand();
  return (int)strlen(copy);
}
// Reads one array and writes the other.
// CHECK-DAG: reads "strcpy(copy, text);": text[]
// CHECK-DAG: writes "strcpy(copy, text);": copy[]
// What stands behind the format is written, the text only read.
// (How numbers are written depends on the locale; a failure sets errno.)
// CHECK-DAG: reads "sscanf(text, "%d", &n);": "%d" <locale> text[]
// CHECK-DAG: writes "sscanf(text, "%d", &n);": <errno> n
// A known length: the whole structure, or one member of it, all overwritten.
// CHECK-DAG: kills "memset(&s, 0, sizeof s);": s.a s.b s.rest[]
// CHECK-DAG: writes "memset(&s.b, 0, sizeof s.b);": s.b
// CHECK-DAG: kills "memset(&s.b, 0, sizeof s.b);": s.b
// The array, and nothing beside it.
// CHECK-DAG: writes "snprintf(s.rest, sizeof s.rest, "%d", n);": s.rest[]
// What is sorted, and what the function that compares does.
// CHECK-DAG: writes "qsort(list, 4, sizeof *list, compare);": list[] m
// The generator's state carries from one call to the next.
// CHECK-DAG: writes "srand(n);": <rand>
// CHECK-DAG: reads "m = rand();": <rand>
// CHECK-DAG: kills "m = rand();": m
// CHECK-DAG: writes "m = rand();": <rand> m
// CHECK-DAG: reads "return (int)strlen(copy);": copy[]
