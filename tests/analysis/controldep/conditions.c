// if, else, and loops: what is inside depends on the condition, what follows
// does not.
int f(int a, int b) {
  int r = 0;
  if (a > 0) {
    r = 1;
    if (b)
      r = 2;
  } else
    r = 3;
  while (a < b) {
    a++;
  }
  do
    b--;
  while (b > 0);
  for (int i = 0; i < a; i++)
    r += i;
  return r;
}

int main(int argc, char **argv) {
  (void)argv;
  return f(argc, 2);
}
// CHECK: depends "r = 0": -
// CHECK-NEXT: depends "if (a > 0)": -
// CHECK-NEXT: depends "r = 1;": "if (a > 0)"
// The inner condition alone: on the outer one it depends itself.
// CHECK-NEXT: depends "if (b)": "if (a > 0)"
// CHECK-NEXT: depends "r = 2;": "if (b)"
// The other branch has the same condition.
// CHECK-NEXT: depends "r = 3;": "if (a > 0)"
// Whether a loop's condition is evaluated again is its own decision.
// CHECK-NEXT: depends "while (a < b)": "while (a < b)"
// CHECK-NEXT: depends "a++;": "while (a < b)"
// The first round of a do loop runs always, each other one by the condition.
// CHECK-NEXT: depends "while (b > 0)": "while (b > 0)"
// CHECK-NEXT: depends "b--;": "while (b > 0)"
// CHECK-NEXT: depends "for (int i = 0; i < a; i++)": "for (int i = 0; i < a; i++)"
// CHECK-NEXT: depends "r += i;": "for (int i = 0; i < a; i++)"
// CHECK-NEXT: depends "return r;": -
