// What is in files is memory too: by stream, and by name.
#include <stdio.h>

double data[10], back[10];
int n;

int main(void) {
  FILE *out = fopen("result", "w");
  fprintf(out, "%d\n", n);
  fwrite(data, sizeof *data, 10, out);
  fclose(out);
  FILE *in = fopen("result", "r");
  fscanf(in, "%d", &n);
  fread(back, sizeof *back, 10, in);
  fclose(in);
  FILE *other = fopen("other", "r");
  fscanf(other, "%d", &n);
  puts("done");
  return n;
}
// What is in a file changes with it being printed to, and is read by who reads
// the file of this name; whether there is such a file is a fact of its own.
// CHECK-DAG: writes "*out = fopen("result", "w")": <errno> <file content result> <file result> main.out
// CHECK-DAG: writes "fprintf(out, "%d\n", n);": <errno> <file content result> stream@8
// CHECK-DAG: writes "fwrite(data, sizeof *data, 10, out);": <errno> <file content result> stream@8
// CHECK-DAG: reads "*in = fopen("result", "r")": "r" "result" <cwd> <file made by MPI result> <file result>
// (MPI may have written to this file, too: what it does to files is the other part.)
// CHECK-DAG: reads "fscanf(in, "%d", &n);": "%d" <file by MPI result> <file content result> <locale> main.in stream@12
// CHECK-DAG: writes "fscanf(in, "%d", &n);": <errno> n stream@12
// CHECK-DAG: writes "fread(back, sizeof *back, 10, in);": <errno> back[] stream@12
// How numbers are printed depends on the locale.
// CHECK-DAG: reads "fprintf(out, "%d\n", n);": "%d\n" <locale> main.out n
// The other file holds nothing that this program writes.
// CHECK-DAG: reads "fscanf(other, "%d", &n);": "%d" <file by MPI other> <file content other> <locale> main.other stream@16
// Nothing of the program depends on what it prints on the terminal.
// CHECK-DAG: writes "puts("done");": -
