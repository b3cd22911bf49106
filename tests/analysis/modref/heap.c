// Memory of the heap, and variables of callers, through structures that hold
// pointers to them.
#include <stdlib.h>

struct vector {
  int size;
  double *data;
};

static void fill(struct vector *v, double x) {
  for (int i = 0; i < v->size; i++)
    v->data[i] = x;
}

static void grow(struct vector *v) {
  v->size = 2 * v->size;
  v->data = realloc(v->data, v->size * sizeof *v->data); // line 17
}

int main(void) {
  struct vector v = {4, 0};
  int kept = 1;
  v.data = malloc(4 * sizeof *v.data); // line 23
  fill(&v, 1);
  grow(&v);
  free(v.data);
  return kept;
}
// The elements, in the old block or the grown one; not the structure itself.
// CHECK-DAG: mod fill: heap@17 heap@23
// CHECK-DAG: writes "fill(&v, 1);": heap@17 heap@23
// Both members, and the elements, which a new block gets from the old one.
// CHECK-DAG: mod grow: {{.*}}main.v.data main.v.size
// The stores of statements: no variable of main but through the parameter.
// CHECK-DAG: writes "v->size = 2 * v->size;": main.v.size
// CHECK-DAG: reads "v->size = 2 * v->size;": grow.v main.v.size
// CHECK-DAG: kills "v->size = 2 * v->size;": main.v.size
// CHECK-DAG: reads "v->data[i] = x;": fill.i fill.v fill.x main.v.data
// A variable whose address is not taken is nobody else's.
// CHECK-DAG: writes "kept = 1": main.kept
