// From a pointer to a member back to the structure around it.
#include <stddef.h>

struct link {
  struct link *next;
};
struct item {
  int *value;
  struct link link;
};
int x;

int main(void) {
  struct item first, second;
  first.link.next = &second.link;
  second.value = &x;
  struct link *at = first.link.next;
  struct item *item = (struct item *)((char *)at - offsetof(struct item, link));
  int *value = item->value;
  return *value;
}
// CHECK-DAG: points-to main.at: main.second.link
// As many bytes before the member as it is behind the beginning: the whole.
// CHECK-DAG: points-to main.item: main.second
// CHECK-DAG: points-to main.value: x
