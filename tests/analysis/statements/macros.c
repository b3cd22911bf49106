// Several statements out of one macro are one unit, for no text is one of them;
// a macro that is one statement is one.
#define SWAP(a, b) int t = a; a = b; b = t
#define INCREASE(x) ((x)++)
#define IF_SET(x) if (x)
#define REPEAT(n, body)                                                        \
  do {                                                                         \
    for (int k = 0; k < (n); k++)                                              \
      body;                                                                    \
  } while (0)

int x, y;

static void note(int n) {
  x += n;
}

int main(void) {
  SWAP(x, y);
  INCREASE(x);
  IF_SET(y)
    x = 3;
  REPEAT(4, note(k));
  return x + y;
}
// Three statements of the macro's body, one of them a declaration: one unit.
// CHECK: main macro "SWAP(x, y);": reads x, writes main.t, reads y, writes x, reads main.t, writes y
// An expression out of a macro is the statement that it stands in.
// CHECK-NEXT: main expression "INCREASE(x);": reads x, writes x
// The macro gives the header alone; what follows in the text is a statement.
// CHECK-NEXT: main if "IF_SET(y)": reads y, branches
// CHECK-NEXT: main expression "x = 3;": writes x
// A loop inside of a loop, with the call that the argument holds: one unit.
// CHECK-NEXT: main macro "REPEAT(4, note(k));": writes main.k, reads main.k, branches, calls note
// CHECK-NEXT: main return "return x + y;": reads x, reads y
