//===- Command.cpp - runs other programs ----------------------------------===//
#include "Command.h"
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <deque>
#include <fcntl.h>
#include <fstream>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

namespace skel {

/// False if the child has not ended by then.
static bool waitFor(pid_t Child, unsigned Seconds, int &Status) {
  timespec Start, Now, Nap = {0, 1000000};
  clock_gettime(CLOCK_MONOTONIC, &Start);
  for (;;) {
    pid_t Ended = waitpid(Child, &Status, Seconds ? WNOHANG : 0);
    if (Ended)
      return Ended == Child;
    clock_gettime(CLOCK_MONOTONIC, &Now);
    if (Now.tv_sec - Start.tv_sec > long(Seconds))
      return false;
    nanosleep(&Nap, nullptr);
    Nap.tv_nsec = std::min(Nap.tv_nsec * 2, 50000000L);
  }
}

int runCommand(const std::vector<std::string> &Args, const std::string &Log,
               unsigned Seconds) {
  std::vector<char *> Argv;
  for (const std::string &A : Args)
    Argv.push_back(const_cast<char *>(A.c_str()));
  Argv.push_back(nullptr);
  pid_t Child = fork();
  if (Child < 0)
    return -1;
  if (Child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL); // it does not outlive this process
    int Out = open(Log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    int In = open("/dev/null", O_RDONLY);
    if (Out < 0 || In < 0 || dup2(In, 0) < 0 || dup2(Out, 1) < 0 ||
        dup2(Out, 2) < 0)
      _exit(127);
    execvp(Argv[0], Argv.data());
    _exit(127);
  }
  int Status = 0;
  if (!waitFor(Child, Seconds, Status)) {
    kill(Child, SIGKILL);
    waitpid(Child, &Status, 0);
    return -2;
  }
  return WIFEXITED(Status) ? WEXITSTATUS(Status) : 128 + WTERMSIG(Status);
}

std::string tailOf(const std::string &Path, unsigned Lines) {
  std::ifstream In(Path);
  std::deque<std::string> Last;
  for (std::string Line; std::getline(In, Line);) {
    Last.push_back(Line);
    if (Last.size() > Lines)
      Last.pop_front();
  }
  std::string Out;
  for (const std::string &Line : Last)
    Out += "\n  " + Line;
  return Out;
}

std::string makeTempFolder() {
  const char *Base = getenv("TMPDIR");
  std::string Path =
      std::string(Base && *Base ? Base : "/tmp") + "/skeletonize-XXXXXX";
  return mkdtemp(Path.data()) ? Path : "";
}

} // namespace skel
