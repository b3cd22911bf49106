/* env.c - info objects, versions, memory, time. diff: record=no */
#include "diff.h"

#include <time.h>

int main(int argc, char **argv) {
    int flag, version, subversion, length, n;
    MPI_Init(&argc, &argv);
    MPI_Initialized(&flag);
    MPI_Get_version(&version, &subversion);
    out("initialized %d version %d.%d", flag, version, subversion);
    char text[8192];
    MPI_Get_library_version(text, &length);
    out("library %d", length == (int)strlen(text));
    MPI_Get_processor_name(text, &length);
    out("processor %d", length == (int)strlen(text) && length > 0);
    MPI_Info info, dup;
    MPI_Info_get(MPI_INFO_ENV, "no such key", 100, text, &flag);
    out("environment %d", flag);
    MPI_Info_create(&info);
    MPI_Info_set(info, "key", "value");
    MPI_Info_set(info, "other", "longer value");
    MPI_Info_set(info, "key", "new");
    MPI_Info_get(info, "key", 100, text, &flag);
    out("get %d '%s'", flag, text);
    MPI_Info_get_valuelen(info, "other", &length, &flag);
    out("length %d %d", flag, length);
    MPI_Info_get(info, "none", 100, text, &flag);
    out("none %d", flag);
    MPI_Info_dup(info, &dup);
    MPI_Info_delete(info, "key");
    MPI_Info_get_nkeys(info, &n);
    out("keys %d", n);
    MPI_Info_get_nthkey(info, 0, text);
    out("first '%s'", text);
    MPI_Info_get_nkeys(dup, &n);
    MPI_Info_get(dup, "key", 100, text, &flag);
    out("dup %d '%s'", n, text);
    MPI_Info_free(&info);
    MPI_Info_free(&dup);
    out("freed %d", info == MPI_INFO_NULL);
    void *memory;
    MPI_Alloc_mem(1000, MPI_INFO_NULL, &memory);
    memset(memory, 1, 1000);
    MPI_Free_mem(memory);
    double begin = MPI_Wtime();
    MPI_Barrier(MPI_COMM_WORLD);
    out("time %d %d", MPI_Wtime() >= begin, MPI_Wtick() > 0 && MPI_Wtick() < 1);
    /* Loops that wait for a clock to move. */
    clock_t first = clock();
    while (clock() == first)
        ;
    begin = MPI_Wtime();
    while (MPI_Wtime() < begin + 1e-3)
        ;
    out("waited %d", MPI_Wtime() >= begin + 1e-3);
    MPI_Pcontrol(1);
    MPI_Finalize();
    return 0;
}
