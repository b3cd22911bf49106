// Functions of unknown libraries that are declared not to come back.
#include <err.h>
#include <mpi.h>

void leave(void) __attribute__((noreturn));
int g;

static void finish(int n) {
  if (n > 3)
    leave();
  g = 1;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  finish(argc);
  g = 2;
  if (argc > 5)
    errx(1, "too many");
  g = 3;
  MPI_Finalize();
  return 0;
}
// It may go on elsewhere (as pthread_exit and longjmp do), so it is no error path.
// CHECK: depends "if (n > 3)": -
// CHECK: depends "leave();": "if (n > 3)"
// CHECK: leaves "leave();"
// CHECK: depends "g = 1;": "if (n > 3)" "leave();"
// Neither does the caller go on.
// CHECK: leaves "finish(argc);"
// CHECK: depends "g = 2;": "finish(argc);"
// This one ends the process with an error, as exit and abort do.
// CHECK: dead "errx(1, "too many");"
// CHECK: depends "g = 3;": "finish(argc);"
// CHECK: may-leave finish
