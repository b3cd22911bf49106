// Memory of the heap from a wrapper: one object for each call of the wrapper.
#include <stdlib.h>

static void *get(size_t size) {
  void *p = malloc(size); // line 5
  if (!p)
    abort();
  return p;
}

struct node {
  int *data;
  struct node *next;
};
static int x;

static struct node *push(struct node *list) {
  struct node *n = get(sizeof *n); // line 18
  n->next = list;
  n->data = &x;
  return n;
}

int main(void) {
  // The wrapper has a copy for each call, so the two blocks are two objects.
  double *u = get(80); // CHECK-DAG: points-to main.u: heap@5<[[#@LINE]]
  int *k = get(40);    // CHECK-DAG: points-to main.k: heap@5<[[#@LINE]]
  // A block that is grown may be the old one or a new one.
  char *c = malloc(10);
  c = realloc(c, 20); // CHECK-DAG: points-to main.c: heap@[[#@LINE-1]] heap@[[#@LINE]]
  // All rounds of a loop allocate one object, whose member leads to itself.
  struct node *list = 0;
  for (int i = 0; i < 3; i++)
    list = push(list);
  struct node *at = list->next;
  return u[0] + k[0] + c[0] + *at->data;
}
// CHECK-DAG: points-to main.list: heap@5<18
// CHECK-DAG: points-to heap@5<18+8: heap@5<18
// The data is a member of its own.
// CHECK-DAG: points-to heap@5<18: x
// CHECK-DAG: points-to main.at: heap@5<18
