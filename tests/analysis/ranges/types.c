// Widths and signs: what does not fit is taken for any value of its type.
#include <stdlib.h>

int out;
char text[100];

static void show_signed(int n) { out = n; }
static void show_unsigned(int n) { out = n; }
static void show_short(int n) { out = n; }
static void show_cut(int n) { out = n; }
static void show_wide(long n) { out = (int)n; }

int main(int argc, char **argv) {
  (void)argv;
  signed char c = (signed char)argc;
  unsigned char u = (unsigned char)argc;
  short s = 300;
  long wide = 1L << 40;
  int times = 6;
  times = times * 7;
  unsigned n = 5;
  n = n - 6;
  char *p = text + 10;
  show_signed(c);
  show_unsigned(u);
  show_short(s);
  show_cut((int)wide);
  show_wide(n);
  free(malloc(sizeof text));
  out = times + atoi(p);
  return out;
}
// All that fits into a character, with a sign or without one.
// CHECK-DAG: argument 0 in "show_signed(c);": -128..127
// CHECK-DAG: argument 0 in "show_unsigned(u);": 0..255
// CHECK-DAG: argument 0 in "show_short(s);": 300
// 2^40 fits into no integer: any of them.
// CHECK-DAG: argument 0 in "show_cut((int)wide);": -2147483648..2147483647
// An unsigned number goes round below zero: any of them.
// CHECK-DAG: argument 0 in "show_wide(n);": 0..4294967295
// It depends on itself, and signed numbers do not overflow: 6, 42, ...
// CHECK-DAG: range main.times in "out = times + atoi(p);": 6..2147483647
// The size is a constant; the pointer stands 10 bytes behind the beginning.
// CHECK-DAG: argument 0 in "free(malloc(sizeof text));": 100
// CHECK-DAG: bytes 0 in "out = times + atoi(p);": 10
