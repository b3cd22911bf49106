// What functions write: with those that they call, through pointers that they
// are given, without their own variables.
int counter, total, untouched;

static void count(void) {
  counter++;
}

static void add(int *to, int n) {
  int sum = *to;
  count();
  sum += n;
  *to = sum;
}

static int look(void) {
  return untouched;
}

int main(void) {
  int mine = 0;
  add(&mine, 1);
  add(&total, 2);
  int seen = look();
  return mine + seen;
}
// CHECK-DAG: mod count: counter
// Through the parameter what any caller gives; sum ends with the call.
// CHECK-DAG: mod add: counter main.mine total
// Nothing but its own variables.
// CHECK-DAG: mod look: -
// A call of one caller has that caller's effect alone: the small function that
// stores behind its parameter has a copy for each call.
// CHECK-DAG: writes "add(&mine, 1);": counter main.mine
// CHECK-DAG: writes "add(&total, 2);": counter total
// CHECK-DAG: writes "seen = look()": main.seen
// What a statement of the callee reads and writes itself; a variable that is no
// array, and of which there is one, is overwritten as a whole.
// CHECK-DAG: reads "sum += n;": add.n add.sum
// CHECK-DAG: writes "sum += n;": add.sum
// CHECK-DAG: kills "sum += n;": add.sum
// CHECK-DAG: kills "counter++;": counter
// The two copies of the function overwrite each its own caller's variable.
// CHECK-DAG: writes "*to = sum;": main.mine total
// CHECK-DAG: kills "*to = sum;": -
