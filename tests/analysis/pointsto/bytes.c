// Pointers that travel as bytes: memcpy, memmove, a loop over characters.
#include <string.h>

struct pair {
  int *first, *second;
};
int a, b, c;

int main(void) {
  struct pair from = {&a, &b}, to, part, slow;
  memcpy(&to, &from, sizeof to);
  memcpy(&part.second, &from.first, sizeof part.second);
  const char *read = (const char *)&from;
  char *write = (char *)&slow;
  for (unsigned i = 0; i < sizeof slow; i++)
    write[i] = read[i];
  int *list[3] = {&c, 0, 0}, *moved[3];
  memmove(moved, list, sizeof moved);
  int *again = slow.second;
  return *to.first + *part.second + *moved[0] + *again;
}
// Each byte comes to the place of the same distance.
// CHECK-DAG: points-to main.to.first: a
// CHECK-DAG: points-to main.to.second: b
// The first member alone comes to the second one.
// CHECK-DAG: points-to main.part.second: a
// CHECK-DAG: points-to main.moved[]: c
// A character is anywhere in its structure: both members may have come to each.
// CHECK-DAG: points-to main.again: a b
