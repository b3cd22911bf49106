// Two functions, and whole bodies, in one line: the columns tell them apart.
int g;
static void set(int n) { g = n; } static void add(int n) { g += n; }
static int twice(int n) { return 2 * n; } int main(void) { set(1); add(twice(2)); if (g) set(3); else add(4); return g; }
// CHECK: set expression "g = n;": reads set.n, writes g
// CHECK-NEXT: add expression "g += n;": reads add.n, reads g, writes g
// CHECK-NEXT: twice return "return 2 * n;": reads twice.n
// CHECK-NEXT: main expression "set(1);": calls set
// CHECK-NEXT: main expression "add(twice(2));": calls twice, calls add
// CHECK-NEXT: main if "if (g)": reads g, branches
// CHECK-NEXT: main expression "set(3);": calls set
// CHECK-NEXT: main expression "add(4);": calls add
// CHECK-NEXT: main return "return g;": reads g
