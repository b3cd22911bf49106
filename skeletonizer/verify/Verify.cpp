//===- Verify.cpp - is the skeleton's communication the original's --------===//
//
// Knows the trace's format and how results are built and run; nothing of the
// sources but which line has come from where.
//
// The traces do not name source lines. Only when they differ are both programs
// linked once more, with wrappers around the traced calls that note where each
// one was made.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/verify/Verify.h"
#include "skeletonizer/emit/MakefileWriter.h"
#include "skeletonizer/base/Command.h"
#include "skeletonizer/model/MpiTable.h"
#include "skeletonizer/verify/Scratch.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

namespace skel {

static const char *const SitesSource =
    "#include <mpi.h>\n"
    "#include <stdint.h>\n"
    "#include <stdio.h>\n"
    "#include <stdlib.h>\n"
    "extern const char __ehdr_start[];\n"
    "int bsim_verify_rank(void);\n"
    "static void note(void *at, int times) {\n"
    "    char path[4096];\n"
    "    snprintf(path, sizeof path, \"%s/site-%d\",\n"
    "             getenv(\"BSIM_VERIFY_SITES\"), bsim_verify_rank());\n"
    "    FILE *f = fopen(path, \"a\");\n"
    "    for (int i = 0; f && i < times; i++)\n"
    "        fprintf(f, \"0x%lx\\n\",\n"
    "                (unsigned long)((char *)at - __ehdr_start - 1));\n"
    "    if (f)\n"
    "        fclose(f);\n"
    "}\n"
    "#define ANY(kind, name, params, args, times) \\\n"
    "    int __real_##kind##_##name params; \\\n"
    "    int __wrap_##kind##_##name params { \\\n"
    "        note(__builtin_return_address(0), times); \\\n"
    "        return __real_##kind##_##name args; \\\n"
    "    }\n"
    "#define BOTH(ret, name, params, args, roles) \\\n"
    "    ANY(MPI, name, params, args, 1) ANY(LMPI, name, params, args, 1)\n"
    "#define MPI_CALL_P2P_SEND BOTH\n"
    "#define MPI_CALL_P2P_RECV BOTH\n"
    "#define MPI_CALL_P2P_SENDRECV BOTH\n"
    "#define MPI_CALL_COLL BOTH\n"
    "#include <lmpi/mpi_calls.def>\n"
    "ANY(MPI, Start, (MPI_Request *request), (request), 1)\n"
    "ANY(MPI, Startall, (int count, MPI_Request requests[]),\n"
    "    (count, requests), count)\n"
    "int bsim_verify_rank(void) {\n"
    "    int rank;\n"
    "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
    "    return rank;\n"
    "}\n";

static const char *const PlatformText =
    "{\n  \"schema\": \"bsim-platform/1\",\n  \"name\": \"verify\",\n"
    "  \"provenance\": \"Any machine will do: only the order of calls "
    "counts.\","
    "\n  \"nodes\": 1048576,\n  \"cores_per_node\": 1,\n"
    "  \"network\": {\"model\": \"simple\", \"latency\": \"1us\", "
    "\"bandwidth\": \"1GB/s\"}\n}\n";

/// Seconds.
static constexpr unsigned DefaultLimit = 600;

/// Under MPICH: they share the cores of this node.
static constexpr int MostProcesses = 8;

namespace {

using Lines = std::vector<std::string>;

Lines readLines(const std::string &Path) {
  std::ifstream In(Path);
  Lines Out;
  for (std::string Line; std::getline(In, Line);)
    Out.push_back(Line);
  return Out;
}

class Verifier {
public:
  Verifier(const Options &O, const UnitList &Units,
           const std::set<std::string> &Defined,
           const std::set<std::string> &Modelled, std::string &Error)
      : O(O), Units(Units), Defined(Defined), Modelled(Modelled), Error(Error),
        Bin(installFolder() + "/bin/"),
        Models(O.Models.empty() ? "" : makeAbsolute(realPath("."), O.Models)) {}
  ~Verifier() {
    if (!Temp.empty())
      removeTree(Temp);
  }

  int run(VerifySide &Full, VerifySide &Skeleton) {
    Temp = realPath(makeTempFolder());
    if (Temp.empty()) {
      Error = "no temporary folder: set TMPDIR";
      return 2;
    }
    std::vector<int> Mpich; // numbers of ranks
    for (int NP : O.Verify)
      if (O.VerifyMpich && NP <= MostProcesses)
        Mpich.push_back(NP);
    if (!writeText(Temp + "/platform.json", PlatformText, Error) ||
        !build("original", Full) || !build("skeleton", Skeleton) ||
        (!Mpich.empty() && !buildForMpich()))
      return 2;
    size_t Calls = 0;
    for (int NP : O.Verify) {
      if (!trace("original", NP, "") || !trace("skeleton", NP, ""))
        return 2;
      for (int Rank = 0; Rank < NP; ++Rank) {
        if (!traced("original", NP, Rank) || !traced("skeleton", NP, Rank))
          return 2;
        Lines A = readLines(traceFile("original", NP, Rank));
        Lines B = readLines(traceFile("skeleton", NP, Rank));
        Calls += A.size();
        if (A != B && !Modelled.empty() &&
            equalButModelled(NP, Rank, A, B, Full, Skeleton))
          continue;
        if (A != B) {
          show(NP, Rank, A, B, Full, Skeleton);
          return 1;
        }
      }
      if (std::count(Mpich.begin(), Mpich.end(), NP)) {
        int Status = compareMpich(NP, Full);
        if (Status != 0)
          return Status;
      }
      for (const char *Name : {"original", "skeleton", "mpich"})
        removeTree(Temp + "/trace-" + Name);
    }
    // Told even when quiet: it says nothing of the skeleton.
    if (Calls == 0)
      printf("verify: there is no communication call to compare\n");
    if (!O.Quiet) {
      printf("verify: traces are equal for %s ranks (%zu communication "
             "calls)\n",
             listOf(O.Verify).c_str(), Calls);
      if (!Mpich.empty())
        printf("verify: so are those of the original under MPICH, for %s "
               "ranks\n",
               listOf(Mpich).c_str());
      if (O.VerifyMpich && Mpich.size() < O.Verify.size())
        printf("verify: the original was not run under MPICH with more than "
               "%d ranks\n",
               MostProcesses);
      if (!Differ.empty())
        printf("verify: but for calls that depend on hints, which differ:\n");
      for (const std::string &Place : Differ)
        printf("  %s\n", Place.c_str());
    }
    return 0;
  }

private:
  static std::string listOf(const std::vector<int> &Numbers) {
    std::string Out;
    for (int N : Numbers)
      Out += (Out.empty() ? "" : ", ") + std::to_string(N);
    return Out;
  }

  bool build(const std::string &Name, VerifySide &Side) {
    if (!writeTree(Temp + "/" + Name, Side.Files, Error))
      return false;
    return make(Name, {});
  }

  // Compiles text of ours for a program; what it says goes to Log.
  bool compile(const std::string &Compiler, const std::string &Text,
               const std::string &Object, const std::string &Log) {
    return writeText(Object + ".c", Text, Error) &&
           runCommand({Compiler, "-c", Object + ".c", "-o", Object}, Log) == 0;
  }

  // Extra: words of the link line.
  bool make(const std::string &Name, std::vector<std::string> Extra) {
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
    int Status =
        runCommand({"make", "-s", "-C", Temp + "/" + Name,
                    "BSIMCC=" + shellWord(compiler()), "EXTRA=" + Words},
                   Log);
    return Status == 0 || notBuilt(Name, Log);
  }

  bool notBuilt(const std::string &Name, const std::string &Log) {
    Error = Name == "mpich"
                ? "--verify-mpich: the original does not build with MPICH's "
                  "compiler:"
                : "verify: the " + Name + " does not build for the runtime:";
    Error += tailOf(Log, 12);
    return false;
  }

  std::string compiler() const {
    const char *Given = getenv("BSIMCC");
    return Given && *Given ? Given : Bin + "bsimcc";
  }

  std::string traceFile(const std::string &Name, int NP, int Rank) const {
    return Temp + "/trace-" + Name + "/" + std::to_string(NP) + "/rank-" +
           std::to_string(Rank) + ".tsv";
  }

  bool trace(const std::string &Name, int NP, const std::string &Sites) {
    std::string Dir = Temp + "/trace-" + Name;
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
    bool Usable = Status == 0 ||
                  (Status == 1 && !readLines(traceFile(Name, NP, 0)).empty());
    return Usable || fails(Name, NP, Status);
  }

  // A rank that makes no call has an empty file.
  bool traced(const std::string &Name, int NP, int Rank) {
    if (access(traceFile(Name, NP, Rank).c_str(), R_OK) == 0)
      return true;
    Error = "verify: the " + called(Name) + " has left no trace of rank " +
            std::to_string(Rank) + " of " + std::to_string(NP);
    return false;
  }

  bool fails(const std::string &Name, int NP, int Status) {
    Error = "verify: the " + called(Name) + " fails with " +
            std::to_string(NP) + " ranks (exit code " + std::to_string(Status) +
            "):" + tailOf(logOf(Name), 12);
    return false;
  }

  static std::string called(const std::string &Name) {
    return Name == "mpich" ? "original under MPICH" : Name;
  }

  std::string logOf(const std::string &Name) const {
    return Temp + "/run-" + Name + ".log";
  }

  // Runs a program in a folder that looks like this one, and is its own.
  bool runIn(const std::string &Name, int NP, std::vector<std::string> Args,
             int &Status) {
    Args.insert(Args.end(), O.VerifyArgs.begin(), O.VerifyArgs.end());
    Scratch Here(Temp + "/run", Temp);
    if (Here.folder().empty()) {
      Error = "verify: no folder to run the " + called(Name) +
              " in: " + Here.error();
      return false;
    }
    unsigned Limit = O.VerifyLimit ? O.VerifyLimit : DefaultLimit;
    setenv("BSIM_SCRATCH", (Temp + "/run").c_str(), 1);
    Status = runCommand(Args, logOf(Name), Limit, Here.folder());
    unsetenv("BSIM_SCRATCH");
    if (Status == -2) {
      Error = "verify: the " + called(Name) + " has not ended with " +
              std::to_string(NP) + " ranks after " + std::to_string(Limit) +
              " s; ";
      Error += Name == "mpich"
                   ? "take smaller arguments, or --verify-limit SECONDS"
                   : "what it computes takes no virtual time, so that a "
                     "program that waits for its clock may not end: take "
                     "smaller arguments, or --verify-limit SECONDS";
      return false;
    }
    std::vector<std::string> Paths;
    for (const std::string &Path : Here.changed())
      if (ChangedFiles.insert(Path).second)
        Paths.push_back(Path);
    if (!Paths.empty())
      fprintf(
          stderr,
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

  //===--------------------------------------------------------------------===//
  // The original under MPICH
  //===--------------------------------------------------------------------===//

  // What the variable names, or the first of these programs in PATH.
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

  // The sources as they are, with the flags that they were given with.
  bool buildForMpich() {
    std::string Compiler = mpichProgram("MPICC", {"mpicc.mpich", "mpicc"});
    Mpiexec =
        mpichProgram("MPIEXEC", {"mpiexec.mpich", "mpiexec.hydra", "mpiexec"});
    std::string Log = Temp + "/make-mpich.log";
    if (Compiler.empty() || Mpiexec.empty()) {
      Error = "--verify-mpich: there is no " +
              std::string(Compiler.empty() ? "mpicc" : "mpiexec") +
              " of MPICH in PATH (the variables MPICC and MPIEXEC may name "
              "them)";
      return false;
    }
    std::vector<std::string> Link = {Compiler, "-o", Temp + "/mpich"};
    std::vector<std::string> Last;
    for (const Unit &U : Units.Units) {
      std::string Object =
          Temp + "/mpich-" + std::to_string(Link.size()) + ".o";
      std::vector<std::string> Args = {Compiler};
      for (const std::string &F : U.Flags) {
        if (F.compare(0, 7, "-Werror") != 0)
          Args.push_back(F);
        if (isOpenMpFlag(F) && Last.empty())
          Last.push_back(F);
      }
      Args.insert(Args.end(), {"-w", "-c", U.File, "-o", Object});
      if (runCommand(Args, Log, 0, U.Directory) != 0)
        return notBuilt("mpich", Log);
      Link.push_back(Object);
    }
    std::string Object = Temp + "/mpich-scratch.o";
    if (!compile(Compiler, scratchSource(Defined), Object, Log))
      return notBuilt("mpich", Log);
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
      return notBuilt("mpich", Log);
    return true;
  }

  bool traceMpich(int NP) {
    std::string Dir = Temp + "/trace-mpich";
    mkdir(Dir.c_str(), 0777);
    std::string Lib = installFolder() + "/lib/";
    std::string Preload = Lib + "libbsim-commtrace.so";
    if (Lib.find_first_of(" :") != std::string::npos) {
      Error = "--verify-mpich: LD_PRELOAD cannot name " + Preload +
              ": install bsim in a folder without blanks and colons";
      return false;
    }
    // Processes that wait give their core away.
    if (NP > sysconf(_SC_NPROCESSORS_ONLN))
      Preload = Lib + "libbsim-yield.so " + Preload;
    int Status = 0;
    if (!runIn("mpich", NP,
               {Mpiexec, "-n", std::to_string(NP), "-env", "LD_PRELOAD",
                Preload, "-env", "BSIM_COMM_TRACE",
                Dir + "/" + std::to_string(NP), "-env", "OMP_NUM_THREADS", "1",
                Temp + "/mpich"},
               Status))
      return false;
    bool Traced = !readLines(traceFile("mpich", NP, 0)).empty() ||
                  access(traceFile("mpich", NP, 0).c_str(), R_OK) == 0;
    if (Status == 0 && !Traced) {
      Error = "--verify-mpich: " + Mpiexec +
              " has run the original without a trace: is it MPICH's? (MPICC, "
              "MPIEXEC)";
      return false;
    }
    return Status == 0 || (Status < 128 && Status > 0 && Traced) ||
           fails("mpich", NP, Status);
  }

  // Status of verify.
  int compareMpich(int NP, const VerifySide &Full) {
    if (!traceMpich(NP))
      return 2;
    for (int Rank = 0; Rank < NP; ++Rank) {
      Lines A = readLines(traceFile("mpich", NP, Rank));
      Lines B = readLines(traceFile("original", NP, Rank));
      if (A == B)
        continue;
      size_t At = differenceOf(NP, Rank, A, B);
      Lines Sites = sites("original", NP, Rank, B.size());
      std::string Place = original("original", Full, Sites, At, false);
      printf("  under MPICH      %s\n",
             At < A.size() ? words(A[At]).c_str() : "has ended");
      printf("  simulated ranks  %s%s\n",
             At < B.size() ? words(B[At]).c_str() : "has ended", Place.c_str());
      printf("verify: the original itself differs: ranks that share what each "
             "process has its own of (static data outside of the root), or "
             "matching by time\n");
      return 1;
    }
    return 0;
  }

  // Links a program with the wrappers that note where each call was made, once.
  bool wrap(const std::string &Name) {
    if (!Wrapped.insert(Name).second)
      return true;
    std::string Object = Temp + "/sites.o", Log = Temp + "/sites.log";
    if (!compile(compiler(), SitesSource, Object, Log))
      return false;
    std::vector<std::string> Extra = {Object};
    for (const MpiCallInfo &Call : mpiCalls()) {
      if (!Call.isTraced())
        continue;
      Extra.push_back(std::string("-Wl,--wrap=") + Call.Name);
      if (Call.Family != P2P_START)
        Extra.push_back(std::string("-Wl,--wrap=L") + Call.Name);
    }
    unlink((Temp + "/" + Name + "/skeleton").c_str());
    return make(Name, Extra);
  }

  // Source places of one rank's calls; empty if they cannot be had.
  Lines sites(const std::string &Name, int NP, int Rank, size_t Count) {
    std::string Kept = Error, Log = Temp + "/sites.log";
    std::string Folder = Temp + "/sites-" + Name + "-" + std::to_string(NP);
    if (Noted.insert(Folder).second) {
      mkdir(Folder.c_str(), 0777);
      if (!wrap(Name) || !trace(Name, NP, Folder)) {
        Error = Kept;
        return {};
      }
    }
    Lines Addresses = readLines(Folder + "/site-" + std::to_string(Rank));
    if (Addresses.size() != Count)
      return {};
    std::string List = Temp + "/addresses";
    std::ofstream Out(List);
    for (const std::string &A : Addresses)
      Out << A << "\n";
    Out.close();
    runCommand({"addr2line", "-e", Temp + "/" + Name + "/skeleton", "@" + List},
               Log);
    return readLines(Log);
  }

  // "file:line" of the original for a place in one of the built trees.
  std::string original(const std::string &Name, const VerifySide &Side,
                       const Lines &Places, size_t At, bool Both) {
    if (At >= Places.size())
      return "";
    std::string Place =
        Places[At].substr(0, Places[At].find(" (discriminator"));
    size_t Colon = Place.rfind(':');
    if (Colon == std::string::npos)
      return "";
    std::string Folder = realPath(Temp + "/" + Name) + "/";
    std::string File = Place.substr(0, Colon);
    // make -C gives names relative to the tree, or absolute ones.
    if (File.compare(0, Folder.size(), Folder) == 0)
      File = File.substr(Folder.size());
    unsigned Line = atoi(Place.c_str() + Colon + 1);
    if (Line == 0) // the compiler knows none
      return "  in " + File;
    for (auto &[Id, Text] : Side.E->Files)
      if (Side.P->Files[Id].Relative == File) {
        unsigned Was = Text.originalLine(Line);
        std::string Out = "  at " + File + ":" + std::to_string(Was);
        if (Both)
          Out += " (line " + std::to_string(Line) + " of the skeleton)";
        return Out;
      }
    return "  at " + Place;
  }

  static std::string words(const std::string &Line) {
    std::vector<std::string> F;
    std::istringstream In(Line);
    for (std::string Field; std::getline(In, Field, '\t');)
      F.push_back(Field);
    if (F.size() < 5)
      return Line;
    std::string Out = F[0];
    if (F[1] != "-")
      Out += " peer " + F[1];
    if (F[2] != "-")
      Out += " tag " + F[2];
    return Out + " " + F[3] + " bytes in " + F[4];
  }

  // The same calls in the same order but for those that depend on hints.
  bool equalButModelled(int NP, int Rank, const Lines &A, const Lines &B,
                        const VerifySide &Full, const VerifySide &Skeleton) {
    Lines SitesA = sites("original", NP, Rank, A.size());
    Lines SitesB = sites("skeleton", NP, Rank, B.size());
    auto Others = [&](const char *Name, const VerifySide &Side,
                      const Lines &Trace, const Lines &Sites, Lines &Left,
                      std::map<std::string, Lines> &Rest) {
      for (size_t I = 0; I < Trace.size(); ++I) {
        std::string Place = original(Name, Side, Sites, I, false);
        Place = Place.size() > 5 ? Place.substr(5) : Place;
        if (Modelled.count(Place))
          Rest[Place].push_back(Trace[I]);
        else
          Left.push_back(Trace[I]);
      }
    };
    Lines LeftA, LeftB;
    std::map<std::string, Lines> RestA, RestB;
    Others("original", Full, A, SitesA, LeftA, RestA);
    Others("skeleton", Skeleton, B, SitesB, LeftB, RestB);
    if (LeftA != LeftB)
      return false;
    for (auto &[Place, Trace] : RestA)
      if (RestB[Place] != Trace)
        Differ.insert(Place);
    for (auto &[Place, Trace] : RestB)
      if (!RestA.count(Place))
        Differ.insert(Place);
    return true;
  }

  // The first call that differs; tells it.
  static size_t differenceOf(int NP, int Rank, const Lines &A, const Lines &B) {
    size_t At = 0;
    while (At < A.size() && At < B.size() && A[At] == B[At])
      ++At;
    printf("verify: traces differ with %d rank%s: rank %d, communication call "
           "%zu\n",
           NP, NP == 1 ? "" : "s", Rank, At + 1);
    return At;
  }

  void show(int NP, int Rank, const Lines &A, const Lines &B,
            const VerifySide &Full, const VerifySide &Skeleton) {
    size_t At = differenceOf(NP, Rank, A, B);
    Lines SitesA = sites("original", NP, Rank, A.size());
    Lines SitesB = sites("skeleton", NP, Rank, B.size());
    std::string PlaceA = original("original", Full, SitesA, At, false);
    std::string PlaceB = original("skeleton", Skeleton, SitesB, At, true);
    printf("  original  %s%s\n",
           At < A.size() ? words(A[At]).c_str() : "has ended", PlaceA.c_str());
    printf("  skeleton  %s%s\n",
           At < B.size() ? words(B[At]).c_str() : "has ended", PlaceB.c_str());
  }

  const Options &O;
  const UnitList &Units;
  const std::set<std::string> &Defined, &Modelled;
  std::string &Error;
  std::string Bin, Models, Temp, Mpiexec;
  std::set<std::string> Wrapped, Noted; ///< programs; folders of sites
  std::set<std::string> ChangedFiles;   ///< that were told of
  std::string ScratchObject;            ///< of scratchSource()
  std::set<std::string> Differ;         ///< places of modelled calls that do
};

} // namespace

int verify(const Options &O, const UnitList &Units,
           const std::set<std::string> &Defined, VerifySide &Full,
           VerifySide &Skeleton, const std::set<std::string> &Modelled,
           std::string &Error) {
  return Verifier(O, Units, Defined, Modelled, Error).run(Full, Skeleton);
}

} // namespace skel
