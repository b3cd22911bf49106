// Arrays are collapsed: an array of pointers is one cell, an array of
// structures is one structure.
int a, b;
int *v[4];
struct cell {
  int *to, *from;
} cells[3];
int numbers[10];
int table[4][8];

int main(int argc, char **argv) {
  (void)argv;
  v[0] = &a;
  v[argc] = &b;
  int *any = v[2];
  cells[0].to = &a;
  cells[2].from = &b;
  int *to = cells[argc].to;
  int *from = (cells + 1)->from;
  int *walk = numbers;
  while (*walk)
    walk++;
  int *row = table[argc];
  return *any + *to + *from + *row;
}
// All elements are one: what any of them holds, each of them may hold.
// CHECK-DAG: points-to v[]: a b
// CHECK-DAG: points-to main.any: a b
// Members stay apart in arrays of structures.
// CHECK-DAG: points-to cells[].to: a
// CHECK-DAG: points-to cells[].from: b
// CHECK-DAG: points-to main.to: a
// CHECK-DAG: points-to main.from: b
// A pointer that steps through an array stays in it.
// CHECK-DAG: points-to main.walk: numbers[]
// CHECK-DAG: points-to main.row: table[][]
