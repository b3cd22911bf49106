//===- Command.cpp - runs other programs ----------------------------------===//
#include "skeletonizer/base/Command.h"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <fcntl.h>
#include <fstream>
#include <sstream>
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

static std::vector<char *> argvOf(const std::vector<std::string> &Args) {
  std::vector<char *> Argv;
  for (const std::string &A : Args)
    Argv.push_back(const_cast<char *>(A.c_str()));
  Argv.push_back(nullptr);
  return Argv;
}

int runCommand(const std::vector<std::string> &Args, const std::string &Log,
               unsigned Seconds, const std::string &Dir) {
  /// What a program needs to end its own children.
  constexpr unsigned SecondsToEnd = 3;
  std::vector<char *> Argv = argvOf(Args);
  pid_t Child = fork();
  if (Child < 0)
    return -1;
  if (Child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL); // it does not outlive this process
    int Out = open(Log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    int In = open("/dev/null", O_RDONLY);
    if (Out < 0 || In < 0 || dup2(In, 0) < 0 || dup2(Out, 1) < 0 ||
        dup2(Out, 2) < 0 ||
        (!Dir.empty() &&
         (chdir(Dir.c_str()) != 0 || setenv("PWD", Dir.c_str(), 1) != 0)))
      _exit(127);
    execvp(Argv[0], Argv.data());
    dprintf(2, "%s: cannot be run: %s\n", Argv[0], strerror(errno));
    _exit(127);
  }
  int Status = 0;
  if (!waitFor(Child, Seconds, Status)) {
    kill(Child, SIGTERM);
    if (!waitFor(Child, SecondsToEnd, Status)) {
      kill(Child, SIGKILL);
      waitpid(Child, &Status, 0);
    }
    return -2;
  }
  return WIFEXITED(Status) ? WEXITSTATUS(Status) : 128 + WTERMSIG(Status);
}

std::string firstLineOf(const std::vector<std::string> &Args) {
  std::vector<char *> Argv = argvOf(Args);
  int Ends[2];
  if (pipe2(Ends, O_CLOEXEC) != 0)
    return "";
  pid_t Child = fork();
  if (Child == 0) {
    int Null = open("/dev/null", O_RDWR);
    if (Null < 0 || dup2(Null, 0) < 0 || dup2(Ends[1], 1) < 0 ||
        dup2(Null, 2) < 0)
      _exit(127);
    execvp(Argv[0], Argv.data());
    _exit(127);
  }
  close(Ends[1]);
  std::string Text;
  char Buffer[4096];
  for (ssize_t N; Child > 0 && (N = read(Ends[0], Buffer, sizeof Buffer)) > 0;)
    Text.append(Buffer, size_t(N));
  close(Ends[0]);
  if (Child > 0)
    waitpid(Child, nullptr, 0);
  Text = Text.substr(0, Text.find('\n'));
  while (!Text.empty() && Text.back() == ' ')
    Text.pop_back();
  return Text;
}

std::string findProgram(const std::string &Name) {
  const char *Path = getenv("PATH");
  std::istringstream Folders(Path ? Path : "/usr/bin:/bin");
  for (std::string Folder; std::getline(Folders, Folder, ':');) {
    std::string File = (Folder.empty() ? "." : Folder) + "/" + Name;
    if (access(File.c_str(), X_OK) == 0)
      return File;
  }
  return "";
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
