// Other programs that a rank starts: some decide, one only takes time.
#include <mpi.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static void archive(void) {
  pid_t pid = fork();
  if (pid == 0) {
    execlp("sh", "sh", "-c", "echo archived > archive", (char *)0);
    exit(1);
  }
  waitpid(pid, NULL, 0);
}

int main(int argc, char **argv) {
  int rank, n = 0, status;
  pid_t pid;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (argc > 1)
    archive();
  if (rank == 0)
    system("echo 3 > three");
  MPI_Barrier(MPI_COMM_WORLD);
  FILE *f = popen("cat three", "r");
  if (fscanf(f, "%d", &n) != 1)
    return 2;
  pclose(f);
  char *args[] = {"sh", "-c", "exit 2", NULL};
  posix_spawnp(&pid, "sh", NULL, NULL, args, environ);
  wait(&status);
  n += WEXITSTATUS(status);
  for (int i = 0; i < n; i++)
    MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
