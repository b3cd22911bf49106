/* replay_program.h - small programs for tests of bsim record --content and bsim replay. */
#ifndef TESTS_UNIT_REPLAY_PROGRAM_H
#define TESTS_UNIT_REPLAY_PROGRAM_H

#include "tests/unit/shell.h"
#include <sys/stat.h>

#define RECORD "$BIN/bsim record -q --yield --content -o "
#define MPIEXEC " -- mpiexec -n 2 "

/* Compiles a program whose main is BODY between MPI_Init and MPI_Finalize. */
static void build(const char *name, const char *body) {
    char text[8192], path[64], command[256];
    snprintf(text, sizeof text,
             "#include <mpi.h>\n#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include "
             "<string.h>\n#include <unistd.h>\n"
             "#include <pthread.h>\n"
             "static char buffer[100000];\nint main(int argc, char **argv) {\n    int rank;\n"
             "    MPI_Init(&argc, &argv);\n    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
             "    int n = argc > 1 ? atoi(argv[1]) : 4, tag = argc > 2 ? atoi(argv[2]) : 7;\n%s\n    MPI_Finalize();\n"
             "    return 0;\n}\n",
             body);
    snprintf(path, sizeof path, "%s.c", name);
    write_file(path, text);
    snprintf(command, sizeof command, "mpicc -w -g -O1 -pthread %s.c -o %s", name, name);
    expect(command, 0, NULL);
}

/* A temporary folder of its own, so that what is left in it was left here: other tests replay at the same time. */
static int make_folders(void) {
    if (!make_folder())
        return -1;
    char temporary[300];
    snprintf(temporary, sizeof temporary, "%s/temporary", folder);
    return mkdir(temporary, 0700) == 0 && setenv("TMPDIR", temporary, 1) == 0 ? 0 : -1;
}

#endif
