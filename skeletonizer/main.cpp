//===- main.cpp - the skeletonize command ---------------------------------===//
//
// Reads the options and runs the steps. Each step is a file of its own.
//
//===----------------------------------------------------------------------===//
#include "Driver.h"
#include "Options.h"
#include <cstdio>

using namespace skel;

int main(int Argc, char **Argv) {
  Options O;
  std::string Error;
  int Status = 2;
  if (parseOptions(Argc, Argv, O, Error)) {
    if (O.Help || O.Version) {
      fputs(O.Help ? UsageText : "skeletonize (bsim) 0.1\n", stdout);
      return 0;
    }
    Status = run(O, Error);
  }
  if (!Error.empty())
    fprintf(stderr, "skeletonize: %s\n", Error.c_str());
  return Status;
}
