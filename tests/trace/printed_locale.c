/* printed_locale.c - trace: ranks=1,2 args=
 *
 * What is printed to a file depends on the locale: without setlocale the wide characters cannot be printed, and the
 * file is empty. */
#include <locale.h>
#include <mpi.h>
#include <stdio.h>
#include <wchar.h>

static int buf[100];

int main(int argc, char **argv) {
    int n = 1;
    MPI_Init(&argc, &argv);
    setlocale(LC_ALL, "C.UTF-8");
    FILE *f = tmpfile();
    fprintf(f, "%ls", L"\u00e4\u00f6");
    rewind(f);
    while (fgetc(f) != EOF)
        n++;
    fclose(f);
    MPI_Bcast(buf, n, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
