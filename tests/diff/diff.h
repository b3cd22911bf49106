/* diff.h - output of the programs that run under a real MPI and under the runtime: one file for each rank, appended
 * line by line, in the folder DIFF_OUT. Programs keep no mutable static data: ranks of the runtime share a process. */
#ifndef DIFF_H
#define DIFF_H

#include <mpi.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((format(printf, 1, 2), unused)) static void out(const char *format, ...) {
    char path[4096];
    const char *folder = getenv("DIFF_OUT");
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    snprintf(path, sizeof path, "%s/rank-%d", folder ? folder : ".", rank);
    FILE *file = fopen(path, "a");
    if (!file)
        MPI_Abort(MPI_COMM_WORLD, 9);
    va_list list;
    va_start(list, format);
    vfprintf(file, format, list);
    va_end(list);
    fputc('\n', file);
    fclose(file);
}

/* A checksum of bytes, for outputs that are too long to print. */
__attribute__((unused)) static unsigned sum_of(const void *data, size_t n) {
    const unsigned char *bytes = data;
    unsigned sum = 2166136261u;
    for (size_t i = 0; i < n; i++)
        sum = (sum ^ bytes[i]) * 16777619u;
    return sum;
}

/* Reproducible numbers that differ by rank and place. */
__attribute__((unused)) static double number(int rank, int i) {
    unsigned x = (unsigned)rank * 2654435761u + (unsigned)i * 40503u + 12345u;
    x ^= x >> 13;
    x *= 2246822519u;
    x ^= x >> 16;
    return (double)x / 1048576.0 - 1000.0;
}

#endif
