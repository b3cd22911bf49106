//===- main.cpp - the skeletonize command ---------------------------------===//
//
// Reads the options and runs the steps. Each step is a file of its own.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/driver/Driver.h"
#include "skeletonizer/base/Options.h"
#include <cerrno>
#include <cstdio>
#include <cstring>

using namespace skel;

int main(int Argc, char **Argv) {
  Options O;
  std::string Error;
  int Status = 2;
  if (parseOptions(Argc, Argv, O, Error)) {
    if (O.Help || O.Version) {
      fputs(O.Help ? usageText().c_str() : "skeletonize (bsim) 0.1\n", stdout);
      Status = 0;
    } else {
      Status = run(O, Error);
    }
  }
  bool Failed = ferror(stdout);
  errno = EIO;
  if ((fflush(stdout) != 0 || Failed) && Error.empty()) {
    Error =
        std::string("standard output: cannot be written: ") + strerror(errno);
    Status = 2;
  }
  if (!Error.empty())
    fprintf(stderr, "skeletonize: %s\n", Error.c_str());
  return Status;
}
