#define _GNU_SOURCE
#include <mpi.h>
#include <dirent.h>
#include <errno.h>
#include <error.h>
#include <fnmatch.h>
#include <regex.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>
static void turns(int n) {
    for (int i = 0; i < n; i++)
        MPI_Barrier(MPI_COMM_WORLD);
}
int main(int argc, char **argv) {
    char text[100], more[100] = "aaa";
    MPI_Init(&argc, &argv);
    regex_t re;
    regmatch_t m[1];
    if (regcomp(&re, "b+", REG_EXTENDED) == 0) {
        if (regexec(&re, "aabbb", 1, m, 0) == 0)
            turns(m[0].rm_eo - m[0].rm_so);
        regfree(&re);
    }
    turns(fnmatch("a*", "abc", 0) == 0);
    turns(fnmatch("b*", "abc", 0) != 0);
    mkdir("made", 0777);
    FILE *f = fopen("made/x", "w");
    if (f)
        fclose(f);
    f = fopen("made/second", "w");
    if (f)
        fclose(f);
    DIR *d = opendir("made");
    struct dirent *e;
    int count = 0, files = 0;
    if (d == NULL)
        error(2, errno, "no folder");
    while ((e = readdir(d)) != NULL) {
        files++;
        if (e->d_name[0] != '.')
            count += (int)strlen(e->d_name);
    }
    rewinddir(d);
    e = readdir(d);
    closedir(d);
    turns(count);
    turns(files);
    turns(e != NULL);
    symlink("target", "made/link");
    ssize_t n = readlink("made/link", text, sizeof text);
    turns((int)n);
    unlink("made/link");
    *stpncpy(more, "bcd", 2) = 0;
    turns((int)strlen(more));
    turns((int)strtoimax("5", NULL, 10));
    char *p = memrchr("abcabc", 'b', 6);
    turns((int)strlen(p));
    struct tm tm = {0};
    turns(strptime("2024-03-05", "%Y-%m-%d", &tm) != NULL);
    turns(tm.tm_mday);
    turns(timegm(&tm) > 0);
    turns((int)strlen(strsignal(SIGINT)));
    swab("badc", text, 4);
    turns(text[0] == 'a');
    turns(lldiv(7, 2).rem > 0);
    struct statvfs v;
    turns(statvfs(".", &v) == 0);
    if (argc > 5)
        error(1, errno, "ends");
    MPI_Finalize();
    return 0;
}
