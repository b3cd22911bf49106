// Objects with tables of functions: through o->ops->run(o) each function gets
// the objects only that lead to it.
struct object;
struct operations {
  void (*run)(struct object *);
};
struct object {
  int *data;
  const struct operations *ops;
};
int x, y;

static void run_a(struct object *self) { *self->data = 1; }
static void run_b(struct object *self) { *self->data = 2; }
static const struct operations ops_a = {run_a}, ops_b = {run_b};

static void run(struct object *o) {
  o->ops->run(o);
}

int main(void) {
  struct object a = {&x, &ops_a}, b = {&y, &ops_b};
  struct object *list[2] = {&a, &b};
  for (int i = 0; i < 2; i++)
    run(list[i]);
  return x + y;
}
// The one call may enter both functions, for it is given both objects ...
// CHECK-DAG: points-to run.o: main.a main.b
// CHECK-DAG: calls "o->ops->run(o);": run_a run_b
// ... but a's table has run_a alone, and b's run_b.
// CHECK-DAG: points-to run_a.self: main.a
// CHECK-DAG: points-to run_b.self: main.b
