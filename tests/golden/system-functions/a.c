// Functions of POSIX and GNU that the table knows, each of which decides how often the ranks meet.
#include <complex.h>
#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <glob.h>
#include <mpi.h>
#include <pwd.h>
#include <regex.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>
#include <wordexp.h>

static int read_number(const char *name) {
  int n = 0;
  FILE *f = fopen(name, "r");
  if (f) {
    int c;
    while ((c = getc_unlocked(f)) != EOF && !isblank(c) && !iscntrl(c))
      n = 10 * n + c - '0';
    fclose(f);
  }
  return n;
}

static void write_number(const char *name, int n) {
  char text[20];
  int length = sprintf(text, "%d", n);
  struct iovec parts[2] = {{text, length}, {"\n", 1}};
  int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (writev(fd, parts, 2) < 0)
    exit(1);
  close(fd);
}

static int by_pattern(const char *folder) {
  char pattern[100];
  int n = 0;
  glob_t found;
  snprintf(pattern, sizeof pattern, "%s/*.in", folder);
  if (glob(pattern, 0, NULL, &found) == 0)
    for (size_t i = 0; i < found.gl_pathc; i++)
      n += read_number(found.gl_pathv[i]);
  globfree(&found);
  return n;
}

static int is_input(const struct dirent *e) { return strstr(e->d_name, ".in") != NULL; }

static int by_scan(const char *folder) {
  struct dirent **list;
  int n = 0, count = scandir(folder, &list, is_input, alphasort);
  for (int i = 0; i < count; i++) {
    n += strlen(list[i]->d_name);
    free(list[i]);
  }
  free(list);
  return n;
}

static int by_words(int n) {
  wordexp_t words;
  char text[40];
  int sum = 0;
  sprintf(text, "%d $SEVEN", n);
  setenv("SEVEN", "7", 1);
  if (wordexp(text, &words, 0))
    return 0;
  for (size_t i = 0; i < words.we_wordc; i++)
    sum += atoi(words.we_wordv[i]);
  wordfree(&words);
  return sum;
}

static int by_expression(const char *text) {
  regex_t r;
  int n = 0;
  for (int i = 0; i < 3; i++) {
    if (regcomp(&r, "^[0-9]+$", REG_EXTENDED | REG_NOSUB))
      return 0;
    n += regexec(&r, text, 0, NULL, 0) == 0;
    regfree(&r);
  }
  return n;
}

static int by_path(const char *folder) {
  char *full = realpath(folder, NULL), buffer[4096];
  int n = full != NULL && realpath(folder, buffer) == buffer && strcmp(full, buffer) == 0;
  free(full);
  return n + (strrchr(buffer, '/')[1] == 'i');
}

static int by_moves(const char *folder) {
  int fd = open(folder, O_RDONLY);
  struct stat s;
  if (renameat(fd, "b.in", fd, "c.out") || fstatat(fd, "c.out", &s, 0))
    return 0;
  close(fd);
  return (int)s.st_size + access("in/b.in", F_OK);
}

static int by_wide(int n) {
  wchar_t text[20], *end;
  swprintf(text, 20, L"%d;", n);
  wcscat(text, L"x");
  n = (int)wcstol(text, &end, 10) + (int)wcslen(end);
  return n + (iswalpha(end[1]) != 0);
}

static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static int by_search(int n) {
  int list[4] = {4, n, 6};
  size_t count = 3;
  int *found = lfind(&n, list, &count, sizeof *list, order), seven = 9;
  lsearch(&seven, list, &count, sizeof *list, order);
  return (int)(found - list) + (int)count + list[3];
}

static int by_random(int n) {
  char own[64];
  initstate(n, own, sizeof own);
  random();
  int m = random() % 7;
  srandom(1);
  return m;
}

int main(int argc, char **argv) {
  float complex z = 1 + argc * I;
  int n = 0, rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    mkdir("in", 0700);
    write_number("in/a.in", 5 + argc);
    write_number("in/b.in", 2);
    n += by_pattern("in") + by_scan("in") + by_path("in") + by_moves("in");
    n += by_words(argc) + by_expression("12") + by_wide(argc + 3);
    n += by_search(argc + 4) + by_random(argc + 1);
    z = z * z / (z + 1);
    n += crealf(z) > 0;
    n += getpwuid(getuid()) != NULL && strlen(getpwuid(getuid())->pw_name) > 0;
  }
  MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
  for (int i = 0; i < n; i++)
    MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    printf("%d\n", n);
  MPI_Finalize();
  return 0;
}
