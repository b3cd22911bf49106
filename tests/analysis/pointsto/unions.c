// Members of unions share their bytes: what one has stored, the others read.
#include <stdint.h>

union word {
  int *p;
  uintptr_t n;
  double d;
};
union two {
  struct {
    int *a, *b;
  } s;
  int *v[2];
};
int x, y, z;

int main(int argc, char **argv) {
  (void)argv;
  union word w, again;
  w.p = &x;
  int *number = (int *)w.n;
  again.d = w.d;
  int *floating = again.p;
  union two t;
  t.s.a = &y;
  t.s.b = &z;
  int *first = t.v[0];
  int *any = t.v[argc & 1];
  return *number + *floating + *first + *any;
}
// The bytes of the pointer are those of the number, and of the double.
// CHECK-DAG: points-to main.number: x
// CHECK-DAG: points-to main.floating: x
// The first element lies where a does.
// CHECK-DAG: points-to main.first: y
// Some element: a or b.
// CHECK-DAG: points-to main.any: y z
