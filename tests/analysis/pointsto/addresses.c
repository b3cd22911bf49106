// Addresses that are taken of variables of all kinds, and given by the system.
#include <stdlib.h>

int global;

static int *keep(void) {
  static int own;
  return &own;
}

int main(int argc, char **argv) {
  int x = 0, y = 0;
  int *local = &x;
  int *shared = &global;
  int *either = argc > 1 ? &x : &y;
  int *inner = keep();
  const char *text = "hello";
  const char *arg = argv[1];
  const char *user = getenv("USER");
  return *local + *shared + *either + *inner + *text + *arg + *user;
}
// One address is assigned, so it is the whole set.
// CHECK-DAG: points-to main.local: main.x
// CHECK-DAG: points-to main.shared: global
// Nothing tells which arm is taken.
// CHECK-DAG: points-to main.either: main.x main.y
// A static variable of a function is one object, whoever calls it.
// CHECK-DAG: points-to main.inner: keep.own
// CHECK-DAG: points-to main.text: "hello"
// main's arguments are memory of the system, a vector and its strings.
// CHECK-DAG: points-to main.argv: <argv>
// CHECK-DAG: points-to main.arg: <argument strings>
// What a library function gives is memory of the library, none of the program.
// CHECK-DAG: points-to main.user: <memory of getenv>
