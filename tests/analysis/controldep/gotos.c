// Jumps forward over code, and backward as a loop.
int f(int n) {
  int r = 0;
again:
  r++;
  if (r < n)
    goto again;
  if (n > 9)
    goto end;
  r = 7;
end:
  return r;
}

int main(int argc, char **argv) {
  (void)argv;
  return f(argc);
}
// CHECK: depends "r = 0": -
// The statement runs again by the jump (and the jump by its test).
// CHECK: depends "again:": "goto again;"
// CHECK: depends "r++;": "goto again;"
// CHECK: depends "if (r < n)": "goto again;"
// CHECK: depends "goto again;": "if (r < n)"
// CHECK: labels "goto again;": "again:"
// CHECK: depends "goto end;": "if (n > 9)"
// CHECK: labels "goto end;": "end:"
// CHECK: depends "r = 7;": "goto end;" "if (n > 9)"
// Both ways meet at the label.
// CHECK: depends "end:": -
// CHECK: depends "return r;": -
