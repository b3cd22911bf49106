/* rank_streams.c - standard streams of ranks: what one redirects or closes the others keep, and only rank 0 has the
 * run's standard input, as under mpiexec. Also names of hosts, libraries that are loaded,
 * signals to other ranks, exit codes. */
#include "tests/unit/shell.h"

static const char program[] = "#define _GNU_SOURCE\n"
                              "#include <dlfcn.h>\n"
                              "#include <errno.h>\n"
                              "#include <fcntl.h>\n"
                              "#include <mpi.h>\n"
                              "#include <signal.h>\n"
                              "#include <stdio.h>\n"
                              "#include <stdlib.h>\n"
                              "#include <string.h>\n"
                              "#include <sys/utsname.h>\n"
                              "#include <sys/wait.h>\n"
                              "#include <unistd.h>\n"
                              "static void turn(int rank, int n) {\n" /* ranks write one after the other */
                              "    for (int r = 0; r < n; r++) {\n"
                              "        fflush(stdout);\n"
                              "        MPI_Barrier(MPI_COMM_WORLD);\n"
                              "        if (r == rank)\n"
                              "            printf(\"out %d\\n\", rank);\n"
                              "    }\n"
                              "}\n"
                              "int main(int argc, char **argv) {\n"
                              "    int rank, n, fd;\n"
                              "    const char *how = argv[1];\n"
                              "    char name[32], line[64];\n"
                              "    MPI_Init(&argc, &argv);\n"
                              "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
                              "    MPI_Comm_size(MPI_COMM_WORLD, &n);\n"
                              "    snprintf(name, sizeof name, \"log.%d\", rank);\n"
                              "    if (!strcmp(how, \"freopen\") && rank) {\n"
                              "        freopen(name, \"w\", stdout);\n"
                              "    } else if (!strcmp(how, \"fclose\") && rank == 1) {\n"
                              "        fclose(stdout);\n"
                              "    } else if (!strcmp(how, \"close\") && rank == 1) {\n"
                              "        close(1);\n"
                              "    } else if (!strcmp(how, \"open\") && rank) {\n"
                              "        close(1);\n"
                              "        if (open(name, O_WRONLY | O_CREAT | O_TRUNC, 0666) != 1)\n"
                              "            abort();\n"
                              "    } else if (!strcmp(how, \"dup2\") && rank == 1) {\n"
                              "        int old = dup(1);\n"
                              "        fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0666);\n"
                              "        dup2(fd, 1);\n"
                              "        close(fd);\n"
                              "        turn(rank, n);\n"
                              "        fflush(stdout);\n"
                              "        dup2(old, 1);\n"
                              "        close(old);\n"
                              "    } else if (!strcmp(how, \"dup2\")) {\n"
                              "        turn(rank, n);\n"
                              "    }\n"
                              "    if (!strcmp(how, \"input\")) {\n"
                              "        int value = -1, got = scanf(\"%d\", &value);\n"
                              "        printf(\"rank %d: %d %d\\n\", rank, got, value);\n"
                              "        MPI_Barrier(MPI_COMM_WORLD);\n"
                              "        char *text = fgets(line, sizeof line, stdin);\n" /* the rest of the line */
                              "        text = text ? fgets(line, sizeof line, stdin) : NULL;\n"
                              "        printf(\"rank %d: %s, end %d, file %d\\n\", rank, text ? strtok(text, \"\\n\") "
                              ": \"none\", feof(stdin) != 0,\n"
                              "               fileno(stdin));\n"
                              "        printf(\"rank %d: read %d\\n\", rank, (int)read(0, line, sizeof line));\n"
                              "    } else if (!strcmp(how, \"own-input\")) {\n"
                              "        snprintf(name, sizeof name, \"in.%d\", rank);\n"
                              "        freopen(name, \"r\", stdin);\n"
                              "        for (int i = 0, value; i < 3; i++) {\n"
                              "            scanf(\"%d\", &value);\n"
                              "            MPI_Barrier(MPI_COMM_WORLD);\n"
                              "            printf(\"rank %d reads %d\\n\", rank, value);\n"
                              "        }\n"
                              "        rewind(stdin);\n"
                              "        printf(\"rank %d again %s\", rank, fgets(line, sizeof line, stdin));\n"
                              "    } else if (!strcmp(how, \"none\") && rank == 1) {\n"
                              "        errno = 0;\n"
                              "        FILE *f = freopen(\"/no/such/file\", \"r\", stdin);\n"
                              "        printf(\"none %d %d\\n\", f == NULL, errno == ENOENT);\n"
                              "    } else if (!strcmp(how, \"child\")) {\n"
                              "        if (rank)\n"
                              "            freopen(name, \"w\", stdout);\n"
                              "        MPI_Barrier(MPI_COMM_WORLD);\n"
                              "        system(\"echo of a child\");\n"
                              "    } else if (!strcmp(how, \"fail\") && rank == 1) {\n"
                              "        freopen(\"/dev/null\", \"w\", stderr);\n"
                              "        MPI_Abort(MPI_COMM_WORLD, 3);\n"
                              "    }\n"
                              "    if (!strcmp(how, \"host\")) {\n"
                              "        char host[64], processor[MPI_MAX_PROCESSOR_NAME];\n"
                              "        int bytes;\n"
                              "        struct utsname names;\n"
                              "        uname(&names);\n"
                              "        gethostname(host, sizeof host);\n"
                              "        MPI_Get_processor_name(processor, &bytes);\n"
                              "        printf(\"%d %d\\n\", strcmp(host, processor), strcmp(host, names.nodename));\n"
                              "        dlopen(\"libanl.so.1\", RTLD_NOW);\n"
                              "    } else if (!strcmp(how, \"kill\") && rank == 1) {\n"
                              "        kill(getpid() - 1, SIGUSR1);\n"
                              "    }\n"
                              "    turn(rank, n);\n"
                              "    MPI_Finalize();\n"
                              "    return argc > 2 ? atoi(argv[2]) : 0;\n"
                              "}\n";

static int set_up(void **state) {
    (void)state;
    if (!make_folder())
        return 1;
    write_file("p.c", program);
    write_file("in.0", "10 11\n12 13\n");
    write_file("in.2", "30 31\n32 33\n");
    write_file("in.1", "20 21\n22 23\n");
    return sh_or_tell("$BIN/bsimcc -w -O1 p.c -o p");
}

#define RUN "timeout 60 $BIN/bsim run -np 3 --platform ethernet-10g --quiet "

static void outputs_of_others_stay(void **state) {
    (void)state;
    expect(RUN "./p none", 0, "none 1 1\nout 0\nout 1\nout 2\n");
    expect(RUN "./p freopen && echo also && cat log.1 log.2", 0, "out 0\nalso\nout 1\nout 2\n");
    expect(RUN "./p fclose", 0, "out 0\nout 2\n");
    assert_null(strstr(out, "out 1"));
    expect(RUN "./p close", 0, "out 0\nout 2\n");
    assert_null(strstr(out, "out 1"));
    expect("rm log.*; " RUN "./p open && echo also && cat log.1 log.2", 0, "out 0\nalso\nout 1\nout 2\n");
    expect(RUN "./p dup2 && echo also && cat log.1", 0, "out 0\nout 2\nout 0\nout 1\nout 2\nalso\nout 1\n");
    expect("rm log.*; " RUN "./p child && cat log.1", 0, "of a child\nout 0\nof a child\nout 1\n");
}

static void messages_of_the_run_stay(void **state) {
    (void)state;
    expect(RUN "./p fail", 1, "rank 1 at ");
    assert_non_null(strstr(out, "MPI_Abort with code 3"));
}

static void only_rank_0_has_input(void **state) {
    (void)state;
    static const char *const lines[] = {"rank 0: 1 7\n",
                                        "rank 1: -1 -1\n",
                                        "rank 2: -1 -1\n",
                                        "rank 0: second line, end 0, file 0\n",
                                        "rank 1: none, end 1, file 0\n",
                                        "rank 2: none, end 1, file 0\n",
                                        "rank 1: read 0\n",
                                        "rank 2: read 0\n"};
    expect("printf '7 8\\nsecond line\\n' | " RUN "./p input", 0, NULL);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if (!strstr(out, lines[i]))
            fail_msg("no \"%s\" in:\n%s", lines[i], out);
}

static void files_as_input(void **state) {
    (void)state;
    expect(RUN "./p own-input", 0, "rank 0 again 10 11\n");
    for (int r = 0; r < 2; r++)
        for (int i = 0; i < 3; i++) {
            char line[64];
            snprintf(line, sizeof line, "rank %d reads %d\n", r, 10 * (r + 1) + i);
            assert_non_null(strstr(out, line));
        }
    assert_non_null(strstr(out, "rank 1 again 20 21\n"));
}

/* One table of descriptors for ranks that run at the same time. */
static void several_threads_are_refused(void **state) {
    (void)state;
    expect(RUN "--shards 2 ./p freopen", 2, "freopen changes the rank's standard output");
    expect(RUN "--shards 2 ./p close", 2, "close changes the rank's standard output");
    expect("echo 1 | " RUN "--shards 3 ./p input", 2, "reads standard input, which only rank 0 has");
}

/* Hosts are nodes; a library that is loaded is told of; a signal to another rank is no signal to all. */
static void hosts_libraries_signals(void **state) {
    (void)state;
    expect(RUN "./p host", 0, "0 0\nout 0\n");
    assert_non_null(strstr(out, "loads libanl.so.1 while it runs: all ranks share the static data"));
    expect(RUN "./p kill", 2, "kill: a signal to rank 0, which is no process of its own");
}

/* What main returns, modulo 256, is the rank's exit code. */
static void exit_codes(void **state) {
    (void)state;
    expect(RUN "./p none 256", 0, NULL);
    expect(RUN "./p none 259", 1, "rank 0 ended with exit code 3");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outputs_of_others_stay),
        cmocka_unit_test(messages_of_the_run_stay),
        cmocka_unit_test(only_rank_0_has_input),
        cmocka_unit_test(files_as_input),
        cmocka_unit_test(several_threads_are_refused),
        cmocka_unit_test(hosts_libraries_signals),
        cmocka_unit_test(exit_codes),
    };
    return cmocka_run_group_tests(tests, set_up, remove_folder);
}
