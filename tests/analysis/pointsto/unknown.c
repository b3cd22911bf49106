// Functions of which nothing is known: they may keep what they are given, follow
// it, store anything of it anywhere, hand it to functions of the program, and give
// any of it back.
void fill(void *);
int *find(void);
void call_later(int *(*)(int *));

struct pair {
  int number;
  int *pointer;
} s;
int x, y, home;

static int *back(int *p) {
  *p = 1;
  return &y;
}

int main(void) {
  int own = 0, *safe = &own;
  s.pointer = &x;
  fill(&s.number);
  call_later(back);
  int *found = find();
  int *stored = s.pointer;
  return *found + *stored + *safe + home;
}
// The structure, wherever in it; what its members point to; what a function of the
// program returns to it, and that function; memory of its own.
// CHECK-DAG: points-to main.found: <memory of unknown functions> back() s s[*] x y
// It may have stored all of this in any member.
// CHECK-DAG: points-to main.stored: <memory of unknown functions> back() s s[*] x y
// The function is called with anything.
// CHECK-DAG: points-to back.p: <memory of unknown functions> back() s s[*] x y
// Any of the calls may be the one that calls back.
// CHECK-DAG: callbacks "fill(&s.number);": back
// CHECK-DAG: callbacks "call_later(back);": back
// CHECK-DAG: callbacks "*found = find()": back
// Nobody gave these away.
// CHECK-DAG: points-to main.safe: main.own
