// Comparisons bound a variable as far as they hold: in their branch, behind a
// branch that leaves, until it is stored to.
int out;

int main(int argc, char **argv) {
  (void)argv;
  int n = argc;
  int limited = n > 50 ? 50 : n;
  out = limited;
  if (n < 3 || n > 20)
    return 1;
  out = n;
  if (n == 5)
    out = n + 1;
  if (n < 10) {
    out = n + 2;
    n = n + 100;
    out = n + 3;
  }
  out = n + 4;
  if (20 <= n)
    out = n + 5;
  int half = n / 2;
  out = half;
  return out;
}
// Of an argument of the command's nothing is known; the conditional expression's
// own test bounds its value above.
// CHECK-DAG: range main.limited in "out = limited;": -inf..50
// Whoever comes here has not returned.
// CHECK-DAG: range main.n in "out = n;": 3..20
// CHECK-DAG: range main.n in "out = n + 1;": 5
// CHECK-DAG: range main.n in "out = n + 2;": 3..9
// Behind a store the test is worth nothing, also where both ways meet again. (The
// sum, 103..109, would be more precise: a variable is all that is ever stored to it.)
// CHECK-DAG: range main.n in "out = n + 3;": -inf..inf
// CHECK-DAG: range main.n in "out = n + 4;": -inf..inf
// The constant may stand on the left.
// CHECK-DAG: range main.n in "out = n + 5;": 20..inf
// Half of what may be negative: any integer.
// CHECK-DAG: range main.half in "out = half;": -2147483648..2147483647
