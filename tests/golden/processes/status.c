// A child becomes another program, whose exit code tells how often the ranks meet.
#include <mpi.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int rank, status = 0, n = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  printf("rank %d\n", rank);
  pid_t pid = fork();
  if (pid == 0) {
    char *args[] = {"sh", "-c", "exit 3", NULL};
    execvp("sh", args);
    perror("sh");
    _exit(127);
  }
  waitpid(pid, &status, 0);
  if (WIFEXITED(status))
    n = WEXITSTATUS(status);
  for (int i = 0; i < n; i++)
    MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
