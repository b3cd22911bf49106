// The parts of a control statement's header belong to it, wherever their code
// stands; a do loop's condition to the loop, not to what stands before it.
int f(int n) { return n; }

int main(int argc, char **argv) {
  (void)argv;
  int r = 0, i = 0;
  for (i = f(0); i < f(9); i += f(1))
    r += i;
  do
    r--;
  while (r > f(argc) && r);
  switch (f(r)) {
  case 2: r = 5;
    break;
  }
  r = argc > 1 ? f(2) : f(3);
  return r;
}
// Start, condition and step.
// CHECK: main for "for (i = f(0); i < f(9); i += f(1))": calls f, writes main.i, reads main.i, branches
// CHECK-NEXT: main expression "r += i;": reads main.i, reads main.r, writes main.r
// Both operands of its condition, though the second one's branch has no place of
// its own.
// CHECK-NEXT: main do "while (r > f(argc) && r)": reads main.r, reads main.argc, calls f, branches
// CHECK-NEXT: main expression "r--;": reads main.r, writes main.r
// CHECK-NEXT: main switch "switch (f(r))": reads main.r, calls f, branches
// A label is a statement without code.
// CHECK-NEXT: main case "case 2:": -
// CHECK-NEXT: main expression "r = 5;": writes main.r
// CHECK-NEXT: main jump "break;": -
// The branch of a conditional expression is a part of the expression.
// CHECK-NEXT: main expression "r = argc > 1 ? f(2) : f(3);": reads main.argc, branches, calls f, writes main.r
