// The time of library functions depends on their sizes; a run of code on what its
// loops read before it.
#include <stdlib.h>
#include <string.h>

struct vector {
  int size;
  double *data;
};

static int compare(const void *a, const void *b) {
  return *(const double *)a > *(const double *)b;
}

static void scale(struct vector *v, double by) {
  for (int i = 0; i < v->size; i++)
    v->data[i] *= by;
}

int main(int argc, char **argv) {
  (void)argv;
  struct vector v, *list = &v;
  v.size = argc * 10;
  v.data = calloc(v.size, sizeof *v.data);
  double *copy = malloc(v.size * sizeof *copy);
  for (int i = 0; i < 3; i++) {
    qsort(v.data, argc, sizeof *v.data, compare);
    memcpy(copy, v.data, v.size * sizeof *copy);
  }
  for (int i = 0; i < 2; i++) {
    int half = v.size / 2;
    for (int k = 0; k < half; k++)
      copy[k] = 0;
  }
  for (int i = 0; i < list->size; i++)
    scale(list, 2);
  return 0;
}
// The number of rounds is a constant: the sizes of the sort and of the copy.
// CHECK-DAG: trips "for (int i = 0; i < 3; i++)": argc v.size
// The bound is computed in the run, from what was there before it.
// CHECK-DAG: trips "for (int i = 0; i < 2; i++)": v.size
// The inner loop alone begins behind the computation.
// CHECK-DAG: trips "for (int k = 0; k < half; k++)": half
// Through a pointer by the caller's name.
// CHECK-DAG: trips "for (int i = 0; i < list->size; i++)": list->size
// In the function by its parameter.
// CHECK-DAG: trips "for (int i = 0; i < v->size; i++)": v->size
