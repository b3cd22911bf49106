//===- main.cpp - the skeletonize command ---------------------------------===//
//
// Reads the options and runs the steps. Each step is a file of its own.
//
//===----------------------------------------------------------------------===//
#include "Frontend.h"
#include "Options.h"
#include "Units.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdio>

using namespace skel;

static int fail(const std::string &Error) {
  fprintf(stderr, "skeletonize: %s\n", Error.c_str());
  return 2;
}

int main(int Argc, char **Argv) {
  Options O;
  std::string Error;
  if (!parseOptions(Argc, Argv, O, Error))
    return fail(Error);
  if (O.Help) {
    fputs(UsageText, stdout);
    return 0;
  }
  UnitList Units;
  FrontendResult Read;
  if (!readUnits(O, Units, Error) || !readProgram(Units, true, Read, Error))
    return fail(Error);
  if (O.DumpStmts)
    fputs(dumpStatements(Read.Prog).c_str(), stdout);
  if (!O.DumpIR.empty()) {
    std::error_code EC;
    llvm::raw_fd_ostream OS(O.DumpIR, EC);
    if (EC)
      return fail(O.DumpIR + ": " + EC.message());
    Read.Linked->print(OS, nullptr);
  }
  return 0;
}
