// Members are written one by one, elements of arrays as one; which of them are
// certainly overwritten.
#include <stdlib.h>

struct body {
  double mass;
  double at[3];
  struct {
    int x, y;
  } cell;
};
struct body one, other, many[10];
int list[8];

int main(int argc, char **argv) {
  (void)argv;
  struct body *p = argc > 1 ? &one : &other;
  one.mass = 1;
  one.at[2] = 2;
  one.cell.y = 3;
  p->mass = 4;
  many[argc].cell.x = 5;
  list[0] = 6;
  other = one;
  struct body *fresh = malloc(2 * sizeof *fresh); // line 25
  fresh[1].mass = 7;
  return (int)(one.cell.x + fresh->mass + list[argc]);
}
// A member, and no other; there is one such object, so nothing of the old value
// is left.
// CHECK-DAG: writes "one.mass = 1;": one.mass
// CHECK-DAG: kills "one.mass = 1;": one.mass
// CHECK-DAG: writes "one.cell.y = 3;": one.cell.y
// CHECK-DAG: kills "one.cell.y = 3;": one.cell.y
// The elements are one piece of memory, of which the others stay.
// CHECK-DAG: writes "one.at[2] = 2;": one.at[]
// CHECK-DAG: kills "one.at[2] = 2;": -
// Either of two: written perhaps, overwritten for sure neither.
// CHECK-DAG: writes "p->mass = 4;": one.mass other.mass
// CHECK-DAG: kills "p->mass = 4;": -
// CHECK-DAG: writes "many[argc].cell.x = 5;": many[].cell.x
// CHECK-DAG: kills "many[argc].cell.x = 5;": -
// CHECK-DAG: writes "list[0] = 6;": list[]
// CHECK-DAG: kills "list[0] = 6;": -
// The whole structure, read and overwritten, arrays too.
// CHECK-DAG: reads "other = one;": one.at[] one.cell.x one.cell.y one.mass
// CHECK-DAG: writes "other = one;": other.at[] other.cell.x other.cell.y other.mass
// CHECK-DAG: kills "other = one;": other.at[] other.cell.x other.cell.y other.mass
// The block of the heap has the layout of the structure that is laid over it. The
// call may make several blocks, so none is overwritten for sure.
// CHECK-DAG: writes "fresh[1].mass = 7;": heap@25
// CHECK-DAG: kills "fresh[1].mass = 7;": -
