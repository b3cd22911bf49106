// Pointers that are copied, and stored and loaded through other pointers.
int x, y, z;

int main(void) {
  int *p = &x, *q = &y;
  int **pp = &p;
  int *copy = p;
  int *loaded;
  *pp = &z;
  loaded = *pp;
  int *null = 0;
  return *copy + *q + *loaded + (null != 0);
}
// The analysis knows no order: p holds what it began with, and what *pp stores.
// CHECK-DAG: points-to main.p: x z
// CHECK-DAG: points-to main.q: y
// CHECK-DAG: points-to main.pp: main.p
// A copy and a load through pp give all that p may hold.
// CHECK-DAG: points-to main.copy: x z
// CHECK-DAG: points-to main.loaded: x z
// Nothing is ever stored but a null.
// CHECK-DAG: points-to main.null: null
