// Calls that do not come back: exit on a good path, abort as an error, longjmp.
#include <mpi.h>
#include <setjmp.h>
#include <stdlib.h>

int g;
jmp_buf home;

static void stop(int n) {
  MPI_Barrier(MPI_COMM_WORLD);
  if (n > 3)
    exit(0);
  g = 1;
}

static void jump(void) {
  longjmp(home, 1);
}

static void check(int *p) {
  if (!p)
    MPI_Abort(MPI_COMM_WORLD, 1);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  check(&g);
  g = 2;
  stop(argc);
  g = 3;
  if (setjmp(home) == 0) {
    if (argc > 1)
      jump();
    g = 4;
  }
  g = 5;
  MPI_Finalize();
  return 0;
}
// Nothing communicates between the test and the exit, so it is an error path
// that is taken as not taken, though its code is 0.
// CHECK: dead "exit(0);"
// CHECK: depends "g = 1;": -
// The function never comes back, and it is no error: it goes on elsewhere.
// CHECK: leaves "longjmp(home, 1);"
// An error path is taken as not taken: nobody depends on its test.
// CHECK: dead "MPI_Abort(MPI_COMM_WORLD, 1);"
// CHECK: depends "g = 2;": -
// CHECK: depends "g = 3;": -
// CHECK: depends "jump();": "if (argc > 1)"
// CHECK: leaves "jump();"
// Where the jump is not taken.
// CHECK: depends "g = 4;": "if (argc > 1)" "jump();"
// Unless the process is elsewhere: each way to the jump decides.
// CHECK: depends "g = 5;": "if (argc > 1)" "if (setjmp(home) == 0)" "jump();"
// An error path does not count as leaving.
// CHECK: may-leave jump
// CHECK-NEXT: may-leave main
// CHECK-NOT: may-leave
