// Members of structures are told apart, also through pointers and copies.
struct pair {
  int *first, *second;
};
struct outer {
  int n;
  struct pair in;
};
int a, b;

static struct pair swapped(struct pair p) {
  struct pair result;
  result.first = p.second;
  result.second = p.first;
  return result;
}

int main(void) {
  struct outer o, other;
  struct pair *inner = &o.in;
  o.in.first = &a;
  inner->second = &b;
  other = o;
  int *first = other.in.first;
  struct pair back = swapped(other.in);
  return *first + *back.first;
}
// The pointer leads to the member structure, not to the whole.
// CHECK-DAG: points-to main.inner: main.o.in
// Each member holds what is stored under its name, or through the pointer.
// CHECK-DAG: points-to main.o.in.first: a
// CHECK-DAG: points-to main.o.in.second: b
// An assignment of structures copies member by member.
// CHECK-DAG: points-to main.other.in.first: a
// CHECK-DAG: points-to main.other.in.second: b
// CHECK-DAG: points-to main.first: a
// The function exchanges its parameter's members ...
// CHECK-DAG: points-to swapped.p.first: a
// CHECK-DAG: points-to swapped.p.second: b
// CHECK-DAG: points-to swapped.result.first: b
// CHECK-DAG: points-to swapped.result.second: a
// ... but what is returned in two registers is one value. (b and a alone would
// be more precise.)
// CHECK-DAG: points-to main.back.first: a b
// CHECK-DAG: points-to main.back.second: a b
