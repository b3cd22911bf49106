// How often loops run that count from one value to another, as sums of what is known before them.
struct part {
  int first, last;
};
int istart, iend, part_of[9];
double field[1000];

static void rows(const struct part *p) {
  int low = p->first + 1;
  for (int r = low; r <= p->last; r++)
    field[r] += 1;
}

int main(int argc, char **argv) {
  (void)argv;
  int n = argc, i, step = argc, a = argc, b = argc + 3;
  struct part p = {argc, argc + 9};
  for (i = istart; i <= iend; i++)
    field[i] = 1;
  for (i = iend; i-- > istart;)
    field[i] += 2;
  for (i = iend - 1; i >= istart; --i)
    field[i] += 3;
  for (i = istart; i < iend; i += step)
    field[i] += 4;
  for (int k = n; k < n + 8; k++)
    field[k] += 5;
  for (int k = a; k < a + 2 * b; k++)
    field[k] += 6;
  for (int x = a; x != b; x++)
    for (int y = x; y < a + n; y++)
      field[y] += 7;
  for (int t = 0; t < 3; t++)
    rows(&p);
  for (int q = a; q < b; q++) {
    field[q] += 8;
    if (field[q] > 9)
      q++;
  }
  for (int s = 0; s < n; s++)
    for (int t = 0; t < part_of[s]; t++)
      field[t] += 9;
  return 0;
}
// CHECK-DAG: trips "for (i = istart; i <= iend; i++)": iend-istart+1
// Down, and the condition changes the counter itself.
// CHECK-DAG: trips "for (i = iend; i-- > istart;)": iend-istart
// Down, and both ends are in it.
// CHECK-DAG: trips "for (i = iend - 1; i >= istart; --i)": iend-istart
// The stride is a value of its own.
// CHECK-DAG: trips "for (i = istart; i < iend; i += step)": iend-istart step
// Eight, whatever n is.
// CHECK-DAG: trips "for (int k = n; k < n + 8; k++)": -
// Only b is left; it counts twice.
// CHECK-DAG: trips "for (int k = a; k < a + 2 * b; k++)": 2*b
// The inner loop begins where the outer one stands: in its first round, n times.
// CHECK-DAG: trips "for (int x = a; x != b; x++)": b-a n
// Through a call, and a variable that the function sets once.
// CHECK-DAG: trips "for (int t = 0; t < 3; t++)": p.last-p.first
// CHECK-DAG: trips "for (int r = low; r <= p->last; r++)": p->last-low+1
// The body changes the counter too.
// CHECK-DAG: trips "for (int q = a; q < b; q++)": a b
// What the elements hold is not known from the first.
// CHECK-DAG: trips "for (int s = 0; s < n; s++)": n
