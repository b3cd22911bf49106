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
#include "Verify.h"
#include "Command.h"
#include "MpiTable.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>

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
    "#define BOTH(name, params, args) \\\n"
    "    ANY(MPI, name, params, args, 1) ANY(LMPI, name, params, args, 1)\n"
    "#define NONE(name, params, args)\n"
    "#define DO_P2P_SEND BOTH\n"
    "#define DO_P2P_RECV BOTH\n"
    "#define DO_P2P_SENDRECV BOTH\n"
    "#define DO_COLL BOTH\n"
    "#define DO_P2P_START NONE\n"
    "#define DO_P2P_INIT NONE\n"
    "#define DO_ENV NONE\n"
    "#define DO_PROBE NONE\n"
    "#define DO_COMPLETE NONE\n"
    "#define DO_COMM NONE\n"
    "#define DO_LOCAL NONE\n"
    "#define MPI_CALL(ret, name, params, args, family, roles) \\\n"
    "    DO_##family(name, params, args)\n"
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
  Verifier(const Options &O, const std::set<std::string> &Modelled,
           std::string &Error)
      : O(O), Modelled(Modelled), Error(Error), Bin(installFolder() + "/bin/") {
  }
  ~Verifier() {
    if (!Temp.empty())
      removeTree(Temp);
  }

  int run(VerifySide &Full, VerifySide &Skeleton) {
    Temp = makeTempFolder();
    if (Temp.empty()) {
      Error = "no temporary folder: set TMPDIR";
      return 2;
    }
    std::ofstream(Temp + "/platform.json") << PlatformText;
    if (!build("original", Full) || !build("skeleton", Skeleton))
      return 2;
    size_t Calls = 0;
    for (int NP : O.Verify) {
      if (!trace("original", NP, "") || !trace("skeleton", NP, ""))
        return 2;
      for (int Rank = 0; Rank < NP; ++Rank) {
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
      removeTree(Temp + "/trace-original");
      removeTree(Temp + "/trace-skeleton");
    }
    if (!O.Quiet) {
      printf("verify: traces are equal for");
      for (size_t I = 0; I < O.Verify.size(); ++I)
        printf("%s%d", I ? ", " : " ", O.Verify[I]);
      printf(" ranks (%zu communication calls)\n", Calls);
      if (!Differ.empty())
        printf("verify: but for calls that depend on hints, which differ:\n");
      for (const std::string &Place : Differ)
        printf("  %s\n", Place.c_str());
    }
    return 0;
  }

private:
  bool build(const std::string &Name, VerifySide &Side) {
    if (!writeTree(Temp + "/" + Name, Side.Files, Error))
      return false;
    return make(Name, "");
  }

  bool make(const std::string &Name, const std::string &Extra) {
    std::string Log = Temp + "/make-" + Name + ".log";
    std::vector<std::string> Args = {"make", "-s", "-C", Temp + "/" + Name,
                                     "BSIMCC=" + compiler()};
    if (!Extra.empty())
      Args.push_back("EXTRA=" + Extra);
    int Status = runCommand(Args, Log);
    if (Status != 0)
      Error = "verify: the " + Name +
              " does not build for the runtime:" + tailOf(Log, 12);
    return Status == 0;
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
    std::string Log = Temp + "/run-" + Name + ".log";
    runCommand({"mkdir", "-p", Dir}, Log);
    if (!Sites.empty())
      setenv("BSIM_VERIFY_SITES", Sites.c_str(), 1);
    std::vector<std::string> Args = {
        Bin + "bsim",   "run",
        "-np",          std::to_string(NP),
        "--platform",   Temp + "/platform.json",
        "--comm-trace", Dir + "/" + std::to_string(NP),
        "--quiet",      Temp + "/" + Name + "/skeleton"};
    if (!O.Models.empty() && Name == "skeleton")
      Args.insert(Args.end() - 1, {"--models", O.Models});
    Args.insert(Args.end(), O.VerifyArgs.begin(), O.VerifyArgs.end());
    unsigned Limit = O.VerifyLimit ? O.VerifyLimit : DefaultLimit;
    int Status = runCommand(Args, Log, Limit);
    if (Status == -2) {
      Error = "verify: the " + Name + " has not ended with " +
              std::to_string(NP) + " ranks after " + std::to_string(Limit) +
              " s; what it computes takes no virtual time, so that a program "
              "that waits for its clock may not end: take smaller arguments, "
              "or --verify-limit SECONDS";
      return false;
    }
    // A program may end with a code of its own; its trace is there.
    bool Usable = Status == 0 ||
                  (Status == 1 && !readLines(traceFile(Name, NP, 0)).empty());
    if (!Usable)
      Error = "verify: the " + Name + " fails with " + std::to_string(NP) +
              " ranks (exit code " + std::to_string(Status) +
              "):" + tailOf(Log, 12);
    return Usable;
  }

  // Links a program with the wrappers that note where each call was made, once.
  bool wrap(const std::string &Name) {
    if (!Wrapped.insert(Name).second)
      return true;
    std::string Source = Temp + "/sites.c", Object = Temp + "/sites.o";
    std::string Log = Temp + "/sites.log";
    std::ofstream(Source) << SitesSource;
    if (runCommand({compiler(), "-c", Source, "-o", Object}, Log) != 0)
      return false;
    std::string Extra = Object;
    for (const char *Call : tracedCalls()) {
      std::string Plain = Call + 4;
      Extra += " -Wl,--wrap=MPI_" + Plain;
      if (Plain != "Start" && Plain != "Startall")
        Extra += " -Wl,--wrap=LMPI_" + Plain;
    }
    runCommand({"rm", "-f", Temp + "/" + Name + "/skeleton"}, Log);
    return make(Name, Extra);
  }

  // Source places of one rank's calls; empty if they cannot be had.
  Lines sites(const std::string &Name, int NP, int Rank, size_t Count) {
    std::string Kept = Error, Log = Temp + "/sites.log";
    std::string Folder = Temp + "/sites-" + Name + "-" + std::to_string(NP);
    if (Noted.insert(Folder).second) {
      runCommand({"mkdir", "-p", Folder}, Log);
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

  static std::vector<const char *> tracedCalls() {
    std::vector<const char *> Out;
#define MPI_CALL(ret, name, params, args, family, roles)                       \
  if (family == P2P_SEND || family == P2P_RECV || family == P2P_SENDRECV ||    \
      family == COLL || family == P2P_START)                                   \
    Out.push_back("MPI_" #name);
#include "lmpi/mpi_calls.def"
    return Out;
  }

  // "file:line" of the original for a place in one of the built trees.
  std::string original(const std::string &Name, const VerifySide &Side,
                       const Lines &Places, size_t At, bool Both) {
    if (At >= Places.size())
      return "";
    std::string Place = Places[At].substr(0, Places[At].find(' '));
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

  void show(int NP, int Rank, const Lines &A, const Lines &B,
            const VerifySide &Full, const VerifySide &Skeleton) {
    size_t At = 0;
    while (At < A.size() && At < B.size() && A[At] == B[At])
      ++At;
    Lines SitesA = sites("original", NP, Rank, A.size());
    Lines SitesB = sites("skeleton", NP, Rank, B.size());
    std::string PlaceA = original("original", Full, SitesA, At, false);
    std::string PlaceB = original("skeleton", Skeleton, SitesB, At, true);
    printf("verify: traces differ with %d rank%s: rank %d, communication call "
           "%zu\n",
           NP, NP == 1 ? "" : "s", Rank, At + 1);
    printf("  original  %s%s\n",
           At < A.size() ? words(A[At]).c_str() : "has ended", PlaceA.c_str());
    printf("  skeleton  %s%s\n",
           At < B.size() ? words(B[At]).c_str() : "has ended", PlaceB.c_str());
  }

  const Options &O;
  const std::set<std::string> &Modelled;
  std::string &Error;
  std::string Bin, Temp;
  std::set<std::string> Wrapped, Noted; ///< programs; folders of sites
  std::set<std::string> Differ;         ///< places of modelled calls that do
};

} // namespace

int verify(const Options &O, VerifySide &Full, VerifySide &Skeleton,
           const std::set<std::string> &Modelled, std::string &Error) {
  return Verifier(O, Modelled, Error).run(Full, Skeleton);
}

} // namespace skel
