// Addresses in integers: casts, marks in low bits, MPI_Aint; numbers that are no
// addresses of the program.
#include <mpi.h>
#include <stdint.h>

int x, y, z;

int main(int argc, char **argv) {
  (void)argv;
  uintptr_t n = (uintptr_t)&x;
  int *back = (int *)n;
  uintptr_t marked = (uintptr_t)&y | 1;
  int *clean = (int *)(marked & ~(uintptr_t)1);
  MPI_Aint at;
  MPI_Get_address(&z, &at);
  int *there = (int *)at;
  int *made = (int *)(4096L * argc);
  return *back + *clean + *there + *made;
}
// A cast changes nothing.
// CHECK-DAG: points-to main.n: x
// CHECK-DAG: points-to main.back: x
// Arithmetic on the number stays in the object, as the C standard has it.
// CHECK-DAG: points-to main.clean: y
// CHECK-DAG: points-to main.at: z
// CHECK-DAG: points-to main.there: z
// A pointer that is made of a plain number may point to anything.
// CHECK-DAG: points-to main.made: unknown
