// What the number of rounds of a loop depends on, as C that is known before it.
struct grid {
  int nx, ny;
};
int total;
double field[100];

static void sweep(struct grid *g, int rounds) {
  int rows = g->ny - 2;
  for (int r = 0; r < rounds; r++)
    for (int y = 0; y < rows; y++)
      field[y] += g->nx;
}

static int count(int n) {
  int c = 0;
  while (n > 1) {
    n /= 2;
    c++;
  }
  return c;
}

int main(int argc, char **argv) {
  (void)argv;
  struct grid g = {argc, argc + 1};
  for (int i = 0; i < 10; i++)
    total += i;
  do
    sweep(&g, total);
  while (total-- > count(argc));
  for (int k = 0; field[k] > 0; k++)
    total++;
  return 0;
}
// A constant: nothing.
// CHECK-DAG: trips "for (int i = 0; i < 10; i++)": -
// The parameter, which the loop does not change; with the bound of the loop inside.
// CHECK-DAG: trips "for (int r = 0; r < rounds; r++)": rounds rows
// CHECK-DAG: trips "for (int y = 0; y < rows; y++)": rows
// Nothing that is computed before the loop: data of the program's.
// CHECK-DAG: trips "for (int k = 0; field[k] > 0; k++)": -
// What the loop changes itself counts as it is when the loop begins. Of a called
// function, which has its own loops, the argument counts, and members by the
// caller's names.
// CHECK-DAG: trips "while (n > 1)": n
// CHECK-DAG: trips "while (total-- > count(argc))": argc g.ny total
