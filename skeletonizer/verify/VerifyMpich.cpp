//===- VerifyMpich.cpp - the original under MPICH -------------------------===//
#include "skeletonizer/verify/VerifyMpich.h"
#include "skeletonizer/base/Command.h"
#include "skeletonizer/emit/MakefileWriter.h"
#include "skeletonizer/verify/Scratch.h"
#include <cstdlib>
#include <initializer_list>
#include <sstream>
#include <sys/stat.h>

namespace skel {

/// The value of the variable, or the first of these programs in PATH.
static std::string mpichProgram(const char *Variable,
                                std::initializer_list<const char *> Names) {
  const char *Given = getenv(Variable);
  if (Given && *Given)
    return Given;
  for (const char *Name : Names)
    if (!findProgram(Name).empty())
      return Name;
  return "";
}

bool VerifyMpich::findPrograms() {
  Compiler = mpichProgram("MPICC", {"mpicc.mpich", "mpicc"});
  Mpiexec =
      mpichProgram("MPIEXEC", {"mpiexec.mpich", "mpiexec.hydra", "mpiexec"});
  if (Compiler.empty() || Mpiexec.empty()) {
    Error = "--verify-mpich: there is no " +
            std::string(Compiler.empty() ? "mpicc" : "mpiexec") +
            " of MPICH in PATH (the variables MPICC and MPIEXEC may name "
            "them)";
    return false;
  }
  return true;
}

bool VerifyMpich::build() {
  if (!findPrograms())
    return false;
  std::string Log = Programs.folder() + "/make-mpich.log";
  std::vector<std::string> Link = {Compiler, "-o",
                                   Programs.folder() + "/mpich"};
  std::vector<std::string> Last;
  for (const Unit &U : Units.Units) {
    std::string Object =
        Programs.folder() + "/mpich-" + std::to_string(Link.size()) + ".o";
    std::vector<std::string> Args = {Compiler};
    for (const std::string &F : U.Flags) {
      if (F.compare(0, 7, "-Werror") != 0)
        Args.push_back(F);
      if (isOpenMpFlag(F) && Last.empty())
        Last.push_back(F);
    }
    Args.insert(Args.end(), {"-w", "-c", U.File, "-o", Object});
    if (runCommand(Args, Log, 0, U.Directory) != 0)
      return Programs.notBuilt("mpich", Log);
    Link.push_back(Object);
  }
  std::string Object = Programs.folder() + "/mpich-scratch.o";
  if (!Programs.compile(Compiler, scratchSource(Defined), Object, Log))
    return Programs.notBuilt("mpich", Log);
  Link.push_back(Object);
  for (const std::string &Word : scratchOptions(Defined))
    Link.push_back(Word);
  Link.insert(Link.end(), Units.LinkFlags.begin(), Units.LinkFlags.end());
  Link.insert(Link.end(), Last.begin(), Last.end());
  const char *Libs = getenv("LIBS");
  std::istringstream Words(Libs ? Libs : "");
  for (std::string Word; Words >> Word;)
    Link.push_back(Word);
  Link.push_back("-lm");
  if (runCommand(Link, Log, 0, Units.Units[0].Directory) != 0)
    return Programs.notBuilt("mpich", Log);
  return true;
}

bool VerifyMpich::trace(int NP) {
  std::string Dir = Programs.folder() + "/trace-mpich";
  mkdir(Dir.c_str(), 0777);
  std::string Lib = installFolder() + "/lib/";
  std::string Preload = Lib + "libbsim-commtrace.so";
  if (Lib.find_first_of(" :") != std::string::npos) {
    Error = "--verify-mpich: LD_PRELOAD cannot name " + Preload +
            ": install bsim in a folder without blanks and colons";
    return false;
  }
  // Processes that wait give their core away: others may use this host.
  if (NP > 1)
    Preload = Lib + "libbsim-yield.so " + Preload;
  int Status = 0;
  if (!Programs.runIn("mpich", NP,
                      {Mpiexec, "-n", std::to_string(NP), "-env", "LD_PRELOAD",
                       Preload, "-env", "BSIM_COMM_TRACE",
                       Dir + "/" + std::to_string(NP), "-env",
                       "OMP_NUM_THREADS", "1", Programs.folder() + "/mpich"},
                      Status))
    return false;
  bool Traced = !Programs.traceOf("mpich", NP, 0).empty() ||
                Programs.hasTrace("mpich", NP, 0);
  if (Status == 0 && !Traced) {
    Error = "--verify-mpich: " + Mpiexec +
            " has run the original without a trace: is it MPICH's? (MPICC, "
            "MPIEXEC)";
    return false;
  }
  return Status == 0 || (Status < 128 && Status > 0 && Traced) ||
         Programs.fails("mpich", NP, Status);
}

} // namespace skel
