// A function of the program's own that has the name of one of the C library.
int wait(int n) {
  return n;
}
