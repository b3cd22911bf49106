// What a variable holds at first counts like what is stored to it.
static const int sizes[3] = {4, 9, 6};
static int changed[2] = {7, 8}, cleared[4];
static union {
  int whole;
  char bytes[4];
} mixed = {300};
int out;

int main(int argc, char **argv) {
  (void)argv;
  int chosen = sizes[argc & 1];
  out = chosen;
  changed[argc & 1] = 12;
  int stored = changed[argc & 1];
  out = stored;
  int zero = cleared[argc & 3];
  out = zero;
  int part = mixed.bytes[0];
  out = part;
  return out;
}
// An element may be any of those that the array begins with.
// CHECK-DAG: range main.chosen in "out = chosen;": 4..9
// CHECK-DAG: range main.stored in "out = stored;": 7..12
// CHECK-DAG: range main.zero in "out = zero;": 0
// A part of a number is not the number: a char may be any char.
// CHECK-DAG: range main.part in "out = part;": -inf..inf
