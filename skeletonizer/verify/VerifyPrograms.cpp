//===- VerifyPrograms.cpp - programs that are built and traced ------------===//
#include "skeletonizer/verify/VerifyPrograms.h"
#include "skeletonizer/base/Command.h"
#include "skeletonizer/emit/MakefileWriter.h"
#include "skeletonizer/verify/Scratch.h"
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

namespace skel {

/// One node for all ranks, so that they can share memory, as on this host.
static std::string platformText(int NP) {
  return "{\n  \"schema\": \"bsim-platform/1\",\n  \"name\": \"verify\",\n"
         "  \"provenance\": \"Any machine will do: only the order of calls "
         "counts.\",\n  \"nodes\": 1,\n  \"cores_per_node\": " +
         std::to_string(NP) +
         ",\n  \"network\": {\"model\": \"simple\", \"latency\": \"1us\", "
         "\"bandwidth\": \"1GB/s\"}\n}\n";
}

/// Seconds.
static constexpr unsigned DefaultLimit = 600;

VerifyPrograms::VerifyPrograms(const Options &O,
                               const std::set<std::string> &Defined,
                               std::string &Error)
    : O(O), Defined(Defined), Error(Error), Bin(installFolder() + "/bin/"),
      Models(O.Models.empty() ? "" : makeAbsolute(realPath("."), O.Models)) {}

VerifyPrograms::~VerifyPrograms() {
  if (!Temp.empty())
    removeTree(Temp);
}

bool VerifyPrograms::start() {
  Temp = realPath(makeTempFolder());
  if (Temp.empty()) {
    Error = "no temporary folder: set TMPDIR";
    return false;
  }
  return true;
}

VerifyPrograms::Lines VerifyPrograms::readLines(const std::string &Path) {
  std::ifstream In(Path);
  Lines Out;
  for (std::string Line; std::getline(In, Line);)
    Out.push_back(Line);
  return Out;
}

VerifyPrograms::Lines VerifyPrograms::traceOf(const std::string &Name, int NP,
                                              int Rank) const {
  return readLines(traceFile(Name, NP, Rank));
}

bool VerifyPrograms::hasTrace(const std::string &Name, int NP, int Rank) const {
  return access(traceFile(Name, NP, Rank).c_str(), R_OK) == 0;
}

void VerifyPrograms::removeTraces() const {
  for (const char *Name : {"original", "skeleton", "mpich"})
    removeTree(Temp + "/trace-" + Name);
}

bool VerifyPrograms::build(const std::string &Name, VerifySide &Side) {
  if (!writeTree(Temp + "/" + Name, Side.Files, Error))
    return false;
  return make(Name, {});
}

bool VerifyPrograms::compile(const std::string &Compiler,
                             const std::string &Text, const std::string &Object,
                             const std::string &Log) {
  return writeText(Object + ".c", Text, Error) &&
         runCommand({Compiler, "-c", Object + ".c", "-o", Object}, Log) == 0;
}

bool VerifyPrograms::make(const std::string &Name,
                          std::vector<std::string> Extra) {
  std::string Log = Temp + "/make-" + Name + ".log", Words;
  if (ScratchObject.empty()) {
    ScratchObject = Temp + "/scratch.o";
    if (!compile(compiler(), scratchSource(Defined), ScratchObject, Log))
      return notBuilt(Name, Log);
  }
  Extra.push_back(ScratchObject);
  for (const std::string &Word : scratchOptions(Defined))
    Extra.push_back(Word);
  for (const std::string &Word : Extra)
    Words += (Words.empty() ? "" : " ") + shellWord(Word);
  int Status = runCommand({"make", "-s", "-C", Temp + "/" + Name,
                           "BSIMCC=" + shellWord(compiler()), "EXTRA=" + Words},
                          Log);
  return Status == 0 || notBuilt(Name, Log);
}

bool VerifyPrograms::notBuilt(const std::string &Name, const std::string &Log) {
  Error = Name == "mpich"
              ? "--verify-mpich: the original does not build with MPICH's "
                "compiler:"
              : "verify: the " + Name + " does not build for the runtime:";
  Error += tailOf(Log, 12);
  return false;
}

std::string VerifyPrograms::compiler() const {
  const char *Given = getenv("BSIMCC");
  return Given && *Given ? Given : Bin + "bsimcc";
}

std::string VerifyPrograms::traceFile(const std::string &Name, int NP,
                                      int Rank) const {
  return Temp + "/trace-" + Name + "/" + std::to_string(NP) + "/rank-" +
         std::to_string(Rank) + ".tsv";
}

std::string VerifyPrograms::logOf(const std::string &Name) const {
  return Temp + "/run-" + Name + ".log";
}

std::string VerifyPrograms::called(const std::string &Name) {
  return Name == "mpich" ? "original under MPICH" : Name;
}

bool VerifyPrograms::trace(const std::string &Name, int NP,
                           const std::string &Sites) {
  std::string Dir = Temp + "/trace-" + Name;
  if (!writeText(Temp + "/platform.json", platformText(NP), Error))
    return false;
  mkdir(Dir.c_str(), 0777);
  if (!Sites.empty())
    setenv("BSIM_VERIFY_SITES", Sites.c_str(), 1);
  std::vector<std::string> Args = {
      Bin + "bsim",   "run",
      "-np",          std::to_string(NP),
      "--platform",   Temp + "/platform.json",
      "--comm-trace", Dir + "/" + std::to_string(NP),
      "--quiet",      Temp + "/" + Name + "/skeleton"};
  if (!Models.empty() && Name == "skeleton")
    Args.insert(Args.end() - 1, {"--models", Models});
  int Status = 0;
  if (!runIn(Name, NP, Args, Status))
    return false;
  // A program may end with a code of its own; its trace is there.
  bool Usable = Status == 0 || (Status == 1 && hasTrace(Name, NP, 0));
  if (Usable && Status != 0 && Name == "original")
    warnOfFailure(NP);
  return Usable || fails(Name, NP, Status);
}

bool VerifyPrograms::traced(const std::string &Name, int NP, int Rank) {
  if (hasTrace(Name, NP, Rank))
    return true;
  Error = "verify: the " + called(Name) + " has left no trace of rank " +
          std::to_string(Rank) + " of " + std::to_string(NP);
  return false;
}

bool VerifyPrograms::fails(const std::string &Name, int NP, int Status) {
  Error = "verify: the " + called(Name) + " fails with " + std::to_string(NP) +
          " ranks (exit code " + std::to_string(Status) +
          "):" + tailOf(logOf(Name), 12);
  return false;
}

void VerifyPrograms::warnOfFailure(int NP) {
  std::string Said, How = "fails";
  for (const std::string &Line : readLines(logOf("original"))) {
    // What the program prints may end without the end of a line.
    size_t Ours = Line.find("bsim: ");
    if (Ours != std::string::npos &&
        Line.compare(Ours, 15, "bsim: warning: ") != 0)
      How = Line.substr(Ours + 6);
    if (Ours != 0 && !Line.empty())
      Said = Line.substr(0, Ours);
  }
  // Ranks that have not called MPI_Finalize end in other words.
  bool Whole = How.find(" ended with exit code ") != std::string::npos;
  if (!ToldFailure)
    fprintf(
        stderr,
        "skeletonize: warning: the original %s with %d rank%s (%s)%s%s; %s\n",
        Whole ? "ends with an error code" : "fails", NP, NP == 1 ? "" : "s",
        How.c_str(), Said.empty() ? "" : ": ", Said.c_str(),
        Whole ? "traces hold all calls up to MPI_Finalize; if the code "
                "means a failure, they may be few: check the arguments"
              : "traces hold the calls before that only: check the "
                "arguments");
  ToldFailure = true;
}

bool VerifyPrograms::runIn(const std::string &Name, int NP,
                           std::vector<std::string> Args, int &Status) {
  Args.insert(Args.end(), O.VerifyArgs.begin(), O.VerifyArgs.end());
  Scratch Here(Temp + "/run", Temp);
  if (Here.folder().empty()) {
    Error =
        "verify: no folder to run the " + called(Name) + " in: " + Here.error();
    return false;
  }
  unsigned Limit = O.VerifyLimit ? O.VerifyLimit : DefaultLimit;
  setenv("BSIM_SCRATCH", (Temp + "/run").c_str(), 1);
  Status = LastStatus = runCommand(Args, logOf(Name), Limit, Here.folder());
  unsetenv("BSIM_SCRATCH");
  if (Status == -2) {
    Error = "verify: the " + called(Name) + " has not ended with " +
            std::to_string(NP) + " ranks after " + std::to_string(Limit) +
            " s; ";
    Error += Name == "mpich"
                 ? "take smaller arguments, or --verify-limit SECONDS"
                 : "what it computes takes no virtual time, so that a "
                   "program that waits for its clock may not end, and nor "
                   "does one that waits for others, such as a connection: "
                   "take smaller arguments, or --verify-limit SECONDS";
    return false;
  }
  std::vector<std::string> Paths;
  for (const std::string &Path : Here.changed())
    if (ChangedFiles.insert(Path).second)
      Paths.push_back(Path);
  if (!Paths.empty())
    fprintf(stderr,
            "skeletonize: warning: %s%s has changed while the %s ran: if a "
            "library of the program has written it, call skeletonize in "
            "another folder\n",
            Paths[0].c_str(),
            Paths.size() == 1
                ? ""
                : (" (of " + std::to_string(Paths.size()) + " files)").c_str(),
            called(Name).c_str());
  return true;
}

} // namespace skel
