// What follows a return depends on it; what follows no return can be reached.
int g;

int f(int n) {
  if (n < 0)
    return -1;
  g = n;
  while (n) {
    if (n == 5)
      return 5;
    n--;
  }
  g++;
  return 0;
  g = 8;
}

int main(int argc, char **argv) {
  (void)argv;
  int r = f(argc);
  return r + g;
}
// CHECK: depends "if (n < 0)": -
// CHECK: depends "return -1;": "if (n < 0)"
// CHECK: depends "g = n;": "if (n < 0)" "return -1;"
// The loop's condition is evaluated again unless the return inside of it is taken.
// (The condition itself decides that only by way of the test.)
// CHECK: depends "while (n)": "if (n < 0)" "if (n == 5)" "return -1;" "return 5;"
// CHECK: depends "if (n == 5)": "while (n)"
// CHECK: depends "return 5;": "if (n == 5)"
// CHECK: depends "n--;": "if (n == 5)" "return 5;"
// The loop ends by its condition, or the function ends in it.
// CHECK: depends "g++;": "while (n)"
// CHECK: depends "return 0;": "while (n)"
// CHECK: dead "g = 8;"
// The caller comes back whichever return it was.
// CHECK: depends "r = f(argc)": -
// CHECK: depends "return r + g;": -
