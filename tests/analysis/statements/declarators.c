// Several declarators in one line are statements of their own.
static int next(void) {
  static int last;
  return ++last;
}

int main(void) {
  int a = next(), b, *p = &a, c[2] = {4, 5};
  b = *p; c[1] = b;
  for (int i = 0, n = next(); i < n; i++)
    b += c[0];
  return b;
}
// Each initialiser is its own declarator's code; b has none.
// CHECK: main declarator "a = next()": calls next, writes main.a
// CHECK-NEXT: main declarator "b": -
// CHECK-NEXT: main declarator "*p = &a": writes main.p
// CHECK-NEXT: main declarator "c[2] = {4, 5}": writes main.c
// Two statements in one line.
// CHECK-NEXT: main expression "b = *p;": reads main.p, reads *, writes main.b
// CHECK-NEXT: main expression "c[1] = b;": reads main.b, writes *
// What a loop's header declares belongs to the loop.
// CHECK-NEXT: main for "for (int i = 0, n = next(); i < n; i++)": writes main.i, calls next, writes main.n, reads main.i, reads main.n, branches
