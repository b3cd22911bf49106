// Cases that fall through, and such that end in a break.
int f(int k) {
  int r = 0;
  switch (k) {
  case 1:
    r += 1;
  case 2:
    r += 2;
    break;
  case 3:
    r += 3;
    break;
  default:
    r = 9;
  }
  return r;
}

int main(int argc, char **argv) {
  (void)argv;
  return f(argc);
}
// CHECK: labels "switch (k)": "case 1:" "case 2:" "case 3:" "default:"
// CHECK: depends "case 1:": "switch (k)"
// CHECK: depends "r += 1;": "switch (k)"
// Entered by the label or from the case above: the switch decides both.
// CHECK: depends "case 2:": "switch (k)"
// CHECK: depends "r += 2;": "switch (k)"
// CHECK: depends "break;"@9: "switch (k)"
// Without the break the code would come here from the case above.
// CHECK: depends "case 3:": "break;"@9 "switch (k)"
// CHECK: depends "r += 3;": "break;"@9 "switch (k)"
// CHECK: depends "break;"@12: "break;"@9 "switch (k)"
// The first break leads over this one's, to the end.
// CHECK: depends "default:": "break;"@12 "switch (k)"
// CHECK: depends "r = 9;": "break;"@12 "switch (k)"
// CHECK: depends "return r;": -
