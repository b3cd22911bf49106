//===- Verify.cpp - is the skeleton's communication the original's --------===//
//
// Compares traces. Knows their format, and nothing of the sources but which
// line came from where.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/verify/Verify.h"
#include "skeletonizer/verify/VerifyMpich.h"
#include "skeletonizer/verify/VerifyPlaces.h"
#include "skeletonizer/verify/VerifyPrograms.h"
#include <algorithm>
#include <cstdio>
#include <map>
#include <sstream>

namespace skel {

/// Under MPICH, processes share the cores of this node.
static constexpr int MostProcesses = 8;

namespace {

using Lines = VerifyPrograms::Lines;

std::string listOf(const std::vector<int> &Numbers) {
  std::string Out;
  for (int N : Numbers)
    Out += (Out.empty() ? "" : ", ") + std::to_string(N);
  return Out;
}

/// A line of a trace in words.
std::string words(const std::string &Line) {
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

/// The first call that differs, which is told.
size_t differenceOf(int NP, int Rank, const Lines &A, const Lines &B) {
  size_t At = 0;
  while (At < A.size() && At < B.size() && A[At] == B[At])
    ++At;
  printf("verify: traces differ with %d rank%s: rank %d, communication call "
         "%zu\n",
         NP, NP == 1 ? "" : "s", Rank, At + 1);
  return At;
}

class Verifier {
public:
  Verifier(const Options &O, const UnitList &Units,
           const std::set<std::string> &Defined,
           const std::set<std::string> &Modelled, std::string &Error)
      : O(O), Modelled(Modelled), Programs(O, Defined, Error),
        Mpich(Units, Defined, Programs, Error), Places(Programs, Error) {}

  int run(VerifySide &Full, VerifySide &Skeleton) {
    if (!Programs.start())
      return 2;
    for (int NP : O.Verify)
      if (O.VerifyMpich && NP <= MostProcesses)
        UnderMpich.push_back(NP);
    if (!Programs.build("original", Full) ||
        !Programs.build("skeleton", Skeleton) ||
        (!UnderMpich.empty() && !Mpich.build()))
      return 2;
    for (int NP : O.Verify) {
      OriginalFails = false;
      int Status = compare(NP, Full, Skeleton);
      if (Status == 0 && std::count(UnderMpich.begin(), UnderMpich.end(), NP))
        Status = compareMpich(NP, Full);
      if (Status != 0)
        return Status;
      Programs.removeTraces();
    }
    tell();
    return 0;
  }

private:
  /// Compares the traces of all ranks. Returns a status of verify().
  int compare(int NP, const VerifySide &Full, const VerifySide &Skeleton) {
    if (!Programs.trace("original", NP, ""))
      return 2;
    OriginalFails = Programs.lastStatus() != 0;
    if (!Programs.trace("skeleton", NP, ""))
      return 2;
    for (int Rank = 0; Rank < NP; ++Rank) {
      if (!Programs.traced("original", NP, Rank) ||
          !Programs.traced("skeleton", NP, Rank))
        return 2;
      Lines A = Programs.traceOf("original", NP, Rank);
      Lines B = Programs.traceOf("skeleton", NP, Rank);
      Calls += A.size();
      if (A != B && !Modelled.empty() &&
          equalButModelled(NP, Rank, A, B, Full, Skeleton))
        continue;
      if (A != B) {
        show(NP, Rank, A, B, Full, Skeleton);
        return 1;
      }
    }
    return 0;
  }

  /// Tells that the traces are equal.
  void tell() const {
    // This is told even when quiet, since equal traces then mean nothing.
    if (Calls == 0)
      printf("verify: there is no communication call to compare\n");
    if (!O.Quiet) {
      printf("verify: traces are equal for %s ranks (%zu communication "
             "calls)\n",
             listOf(O.Verify).c_str(), Calls);
      if (!UnderMpich.empty())
        printf("verify: so are those of the original under MPICH, for %s "
               "ranks\n",
               listOf(UnderMpich).c_str());
      if (O.VerifyMpich && UnderMpich.size() < O.Verify.size())
        printf("verify: the original was not run under MPICH with more than "
               "%d ranks\n",
               MostProcesses);
      if (!Differ.empty())
        printf("verify: but for calls that depend on hints, which differ:\n");
      for (const std::string &Place : Differ)
        printf("  %s\n", Place.c_str());
    }
  }

  /// Compares the original on the runtime with the original under MPICH.
  /// Returns a status of verify().
  int compareMpich(int NP, const VerifySide &Full) {
    if (!Mpich.trace(NP))
      return 2;
    int Code = Programs.lastStatus();
    for (int Rank = 0; Rank < NP; ++Rank) {
      Lines A = Programs.traceOf("mpich", NP, Rank);
      Lines B = Programs.traceOf("original", NP, Rank);
      if (A == B)
        continue;
      size_t At = differenceOf(NP, Rank, A, B);
      Lines Sites = Places.sites("original", NP, Rank, B.size());
      std::string Place = Places.original("original", Full, Sites, At, false);
      printf("  under MPICH      %s\n",
             At < A.size() ? words(A[At]).c_str() : "has ended");
      printf("  simulated ranks  %s%s\n",
             At < B.size() ? words(B[At]).c_str() : "has ended", Place.c_str());
      printf("verify: the original itself differs: ranks that share what each "
             "process has its own of (static data outside of the root), or "
             "matching by time\n");
      return 1;
    }
    if ((Code != 0) == OriginalFails)
      return 0;
    printf("verify: the original itself differs with %d rank%s: it ends with "
           "exit code %d under MPICH, and on simulated ranks %s\n",
           NP, NP == 1 ? "" : "s", Code,
           OriginalFails ? "with another code than 0" : "with 0");
    return 1;
  }

  /// The traces have the same calls in the same order, except for calls that
  /// depend on hints.
  bool equalButModelled(int NP, int Rank, const Lines &A, const Lines &B,
                        const VerifySide &Full, const VerifySide &Skeleton) {
    Lines SitesA = Places.sites("original", NP, Rank, A.size());
    Lines SitesB = Places.sites("skeleton", NP, Rank, B.size());
    auto Others = [&](const char *Name, const VerifySide &Side,
                      const Lines &Trace, const Lines &Sites, Lines &Left,
                      std::map<std::string, Lines> &Rest) {
      for (size_t I = 0; I < Trace.size(); ++I) {
        std::string Place = Places.original(Name, Side, Sites, I, false);
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

  /// Tells the first difference of the traces of a rank.
  void show(int NP, int Rank, const Lines &A, const Lines &B,
            const VerifySide &Full, const VerifySide &Skeleton) {
    size_t At = differenceOf(NP, Rank, A, B);
    Lines SitesA = Places.sites("original", NP, Rank, A.size());
    Lines SitesB = Places.sites("skeleton", NP, Rank, B.size());
    std::string PlaceA = Places.original("original", Full, SitesA, At, false);
    std::string PlaceB =
        Places.original("skeleton", Skeleton, SitesB, At, true);
    printf("  original  %s%s\n",
           At < A.size() ? words(A[At]).c_str() : "has ended", PlaceA.c_str());
    printf("  skeleton  %s%s\n",
           At < B.size() ? words(B[At]).c_str() : "has ended", PlaceB.c_str());
  }

  const Options &O;
  const std::set<std::string> &Modelled;
  VerifyPrograms Programs;
  VerifyMpich Mpich;
  VerifyPlaces Places;
  std::vector<int> UnderMpich;  ///< numbers of ranks
  size_t Calls = 0;             ///< that were compared
  bool OriginalFails = false;   ///< its last run ended with another code than 0
  std::set<std::string> Differ; ///< places of modelled calls that differ
};

} // namespace

int verify(const Options &O, const UnitList &Units,
           const std::set<std::string> &Defined, VerifySide &Full,
           VerifySide &Skeleton, const std::set<std::string> &Modelled,
           std::string &Error) {
  return Verifier(O, Units, Defined, Modelled, Error).run(Full, Skeleton);
}

} // namespace skel
