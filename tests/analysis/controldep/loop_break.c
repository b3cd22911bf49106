// Jumps out of and inside of loops: what follows a jump depends on it, and on
// the condition that leads to it. (A jump is a predicate whose false branch falls
// through, so that the slice may leave the jump out only if it needs nothing
// behind it.)
int f(int n) {
  int sum = 0;
  for (;;) {
    n--;
    if (n == 7)
      continue;
    sum += n;
    if (n < 0)
      break;
    sum *= 2;
  }
  return sum;
}

int main(int argc, char **argv) {
  (void)argv;
  return f(argc);
}
// CHECK: depends "sum = 0": -
// The loop goes on as long as the break is not taken; each round comes by the
// end of the last one or by its continue.
// CHECK-NEXT: depends "for (;;)": "break;" "continue;" "if (n < 0)"
// (A loop without a condition begins with the code of its body, so that the
// continue counts as a jump there, too; the loop alone would be more precise.)
// CHECK-NEXT: depends "n--;": "continue;" "for (;;)"
// CHECK-NEXT: depends "if (n == 7)": "continue;" "for (;;)"
// CHECK-NEXT: depends "continue;": "if (n == 7)"
// Not in the round that goes on early.
// CHECK-NEXT: depends "sum += n;": "continue;" "if (n == 7)"
// CHECK-NEXT: depends "if (n < 0)": "continue;" "if (n == 7)"
// CHECK-NEXT: depends "break;": "if (n < 0)"
// CHECK-NEXT: depends "sum *= 2;": "break;" "if (n < 0)"
// The only way out of the loop leads here, and it is the function's end.
// CHECK-NEXT: depends "return sum;": -
