// Pointers that library functions hand on, keep, and make.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char line[80];
int value;

int main(void) {
  char *comma = strchr(line, ',');
  char *word = strtok(line, " "), *next = strtok(NULL, " ");
  char *copy = strdup(line); // CHECK-DAG: points-to main.copy: heap@[[#@LINE]]
  char *end;
  long n = strtol(line, &end, 10);
  FILE *f = fopen("a", "r"); // CHECK-DAG: points-to main.f: stream@[[#@LINE]]
  FILE *out = stdout;
  MPI_Comm half, same;
  MPI_Comm_split(MPI_COMM_WORLD, 0, 0, &half); // CHECK-DAG: points-to main.half: handle@[[#@LINE]]
  same = half; // CHECK-DAG: points-to main.same: handle@[[#@LINE-1]]
  return !comma + !word + !next + !copy + !end + (int)n + !f + !out +
         (same == half);
}
// A place in the text that the function was given, somewhere.
// CHECK-DAG: points-to main.comma: line[*]
// strtok gives a place in its text, which it keeps from one call to the next.
// (What it keeps, and gives, is the text that separates words too; the line alone
// would be more precise.)
// CHECK-DAG: points-to main.word: " " line[*] line[]
// CHECK-DAG: points-to main.next: " " line[]
// strtol stores where it stopped.
// CHECK-DAG: points-to main.end: line[*]
// CHECK-DAG: points-to main.out: stdout
