// Functions of which nothing is known write and read what they may have got hold
// of, and nothing else.
void fill(void *);
int *find(void);

struct pair {
  int number;
  int *pointer;
} s;
int x, mine;

int main(void) {
  int own = 0;
  s.pointer = &x;
  fill(&s.number);
  int *found = find();
  *found = 2;
  mine = own + x;
  return mine;
}
// The whole structure and what it points to, and its library's own memory; what
// nobody has given away, global or not, is the program's alone.
// CHECK-DAG: writes "fill(&s.number);": <errno> <files> <memory of unknown functions> s.number s.pointer x
// CHECK-DAG: kills "fill(&s.number);": -
// The next one, without arguments, may know of it too.
// CHECK-DAG: reads "*found = find()": <errno> <files> <memory of unknown functions> s.number s.pointer x
// Through what it gives any of this may be stored to.
// CHECK-DAG: writes "*found = 2;": <memory of unknown functions> s.number s.pointer x
