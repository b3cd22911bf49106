//===- Report.cpp - why a skeleton is as large as it is -------------------===//
//
// Turns the plan's statement numbers into texts and places.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/report/Report.h"
#include "skeletonizer/report/Explain.h"
#include "skeletonizer/report/ReportHints.h"
#include "skeletonizer/base/Output.h"
#include "skeletonizer/emit/Tables.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <fstream>
#include <map>
#include <set>

namespace skel {

namespace {

unsigned linesOf(const Emission &E) {
  unsigned Sum = 0;
  for (auto &[File, Text] : E.Files)
    Sum += sizeOf(Text.Text).Lines;
  return Sum;
}

/// What sets of cuts lack where demands are not followed in full.
std::string followed(Findings::Following How) {
  switch (How) {
  case Findings::ByVariable:
    return "";
  case Findings::ByObject:
    return "The program is too large to follow each member and array by "
           "itself: what reads one of an object is taken to read all of it. "
           "Some cuts may be missing.";
  case Findings::AsOne:
    return "The program is too large to follow its variables one by one: "
           "what reads memory is taken to read all of it. Many cuts may be "
           "missing.";
  case Findings::NotFollowed:
    return "The program is too large for sets of cuts.";
  }
  return "";
}

class Maker {
public:
  Maker(const Program &P, const Sources &S, const Plan &Plan, const Emission &E,
        Findings &Found, const HintEdits &Given, Report &Out)
      : P(P), S(S), Plan(Plan), E(E), Found(Found), Edits(Given),
        Hints(P, Found), Out(Out) {}

  bool run(std::string &Error) {
    files();
    for (const Findings::Place &F : Found.Places)
      Out.Hints.push_back(
          {Hints.at(F), line(F.File, F.Line, P.Stmts[F.Stmt]), F.Why});
    regions();
    incomplete();
    calls();
    if (!sets(Error))
      return false;
    edges();
    loops();
    Out.Unknown = Plan.Unknown;
    Out.Following = followed(Found.Memory);
    return true;
  }

private:
  Report::Line line(const Stmt &St) const {
    return {P.Files[St.Range.File].Relative, St.Range.Line,
            statementText(S, St)};
  }
  Report::Line line(unsigned File, unsigned Line, const Stmt &St) const {
    return {P.Files[File].Relative, Line, statementText(S, St)};
  }

  std::vector<Report::Link> chain(int Stmt) const {
    std::vector<Report::Link> Result;
    std::set<int> Seen;
    for (int Id = Stmt; Id >= 0 && Seen.insert(Id).second;
         Id = Plan.Why[Id].To) {
      if (!Plan.Keep[Id])
        break;
      Result.push_back({line(P.Stmts[Id]), reasonText(Plan.Why[Id])});
    }
    return Result;
  }

  /// The first place of a statement's chain where a hint can cut; -1 if there
  /// is none.
  int hintOn(int Stmt) const {
    std::set<int> Seen;
    for (int Id = Stmt; Id >= 0 && Seen.insert(Id).second; Id = Plan.Why[Id].To)
      if (Found.PlaceAt[Id] >= 0)
        return Found.PlaceAt[Id];
    return -1;
  }

  /// Why the statement at the end of a chain stays.
  Reason::Kind purposeOf(int Stmt) const {
    std::set<int> Seen;
    while (Plan.Why[Stmt].Why != Reason::BlockParam && Plan.Why[Stmt].To >= 0 &&
           Seen.insert(Stmt).second)
      Stmt = Plan.Why[Stmt].To;
    return Plan.Why[Stmt].Why;
  }

  /// What the skeleton needs a line of code for.
  enum Use { Gone, Left, Parameter, Decides };
  /// By file and line: each line that has an instruction of a function that
  /// main reaches. Braces, declarations without a value and headers have none.
  std::map<unsigned, std::map<unsigned, Use>> code() const {
    std::map<unsigned, std::map<unsigned, Use>> Of; // file, line
    for (auto &[Id, Line, Sliced] : Plan.Code) {
      unsigned File = P.Stmts[Id].Range.File;
      Use &U = Of[File][Line];
      auto It = E.Files.find(File);
      if (!E.Stays[Id] || It == E.Files.end() || !It->second.leftOf(Line))
        continue;
      Reason::Kind For = Sliced ? purposeOf(Id) : Reason::None;
      U = std::max(U, For == Reason::Criterion    ? Decides
                      : For == Reason::BlockParam ? Parameter
                                                  : Left);
    }
    return Of;
  }

  void files() {
    auto Code = code();
    for (size_t I = 0; I < P.Files.size(); ++I) {
      if (!P.Files[I].Project)
        continue;
      auto It = E.Files.find(unsigned(I));
      Report::File F{P.Files[I].Relative, sizeOf(S.original(I)).Lines,
                     It == E.Files.end() ? 0 : sizeOf(It->second.Text).Lines};
      for (auto &[Line, U] : Code[unsigned(I)]) {
        F.CodeBefore++;
        F.CodeAfter += U != Gone;
        Out.CodeDecides += U == Decides;
        Out.CodeParams += U == Parameter;
      }
      Out.Before += F.Before;
      Out.After += F.After;
      Out.CodeBefore += F.CodeBefore;
      Out.CodeAfter += F.CodeAfter;
      Out.Files.push_back(F);
    }
  }

  /// The first kept statement of a statement and those below it; -1 if none
  /// is kept.
  int keptIn(int Stmt) const {
    if (Plan.Keep[Stmt])
      return Stmt;
    for (unsigned C : P.Stmts[Stmt].Children) {
      int K = keptIn(int(C));
      if (K >= 0)
        return K;
    }
    return -1;
  }

  void regions() {
    Out.Blocks = unsigned(Plan.Blocks.size());
    std::vector<const Block *> Kept;
    for (const Block &B : Plan.Blocks)
      if (B.Kept)
        Kept.push_back(&B);
    std::stable_sort(Kept.begin(), Kept.end(),
                     [&](const Block *A, const Block *B) {
                       return Found.Share[A->Id] > Found.Share[B->Id];
                     });
    RegionOf.assign(Plan.Blocks.size(), -1);
    for (const Block *B : Kept) {
      Report::Region R;
      R.Block = B->Id;
      R.Name = B->Name;
      R.Label = blockLabel(P, *B);
      R.Kernel = B->Kernel;
      R.At = line(P.Stmts[B->First]);
      R.EndLine = P.Stmts[B->Last].Range.EndLine;
      R.Share = Found.Share[B->Id];
      int First = keptIn(B->First);
      if (First >= 0) {
        R.Chain = chain(First);
        R.Hint = hintOn(First);
      }
      for (const Findings::Held &H : Found.Stuck)
        if (H.Block == B->Id) {
          R.Stuck = true;
          for (int Id : H.Way)
            R.Way.push_back(line(P.Stmts[Id]));
        }
      RegionOf[B->Id] = int(Out.Regions.size());
      Out.KeptShare += R.Share;
      Out.Kernels += !R.Kernel.empty();
      Out.Regions.push_back(std::move(R));
    }
  }

  void incomplete() {
    for (const Block &B : Plan.Blocks) {
      if (B.Missing.empty())
        continue;
      Report::Incomplete I{B.Name,
                           blockLabel(P, B),
                           line(P.Stmts[B.First]),
                           Found.Share[B.Id],
                           {},
                           {}};
      for (const auto &M : B.Missing)
        I.Missing.push_back({line(P.Stmts[M.Stmt]), M.Why});
      for (const Block::Count &C : B.Counts)
        I.Counts.push_back(C.Name);
      Out.Blind.push_back(std::move(I));
    }
    std::stable_sort(
        Out.Blind.begin(), Out.Blind.end(),
        [](const Report::Incomplete &A, const Report::Incomplete &B) {
          return A.Share > B.Share;
        });
  }

  void calls() {
    for (const CommCall &C : Plan.Calls) {
      Report::Call K;
      K.Name = C.Name;
      K.At = line(C.File, C.Line, P.Stmts[C.Stmt]);
      K.Real = C.Real;
      K.Why = C.Why;
      if (C.Real && C.For >= 0) {
        K.Chain = chain(C.For);
        K.Hint = hintOn(C.For);
      }
      Out.Calls.push_back(std::move(K));
    }
  }

  std::vector<unsigned> regionsOf(const std::vector<int> &Blocks) const {
    std::vector<unsigned> Result;
    for (int B : Blocks)
      if (RegionOf[B] >= 0)
        Result.push_back(unsigned(RegionOf[B]));
    std::sort(Result.begin(), Result.end());
    return Result;
  }

  bool sets(std::string &Error) {
    for (Findings::Set &F : Found.Sets) {
      Report::Set N;
      N.Hints = F.Places;
      N.Frees = regionsOf(F.Frees);
      for (unsigned R : N.Frees) {
        N.Share += Out.Regions[R].Share;
        Out.Regions[R].Sets.push_back(int(Out.Sets.size()));
      }
      for (const std::vector<int> &A : F.Alone)
        N.Alone.push_back(regionsOf(A));
      for (const Block &B : F.Left.Blocks) {
        (B.Kept ? N.Kept : N.Removed)++;
        N.Kernels += B.Kept && !B.Kernel.empty();
      }
      for (const CommCall &C : F.Left.Calls)
        N.Real += C.Real;
      Emission Left;
      if (!emit(Mode::Skeleton, P, S, Edits, F.Left, Left, Error))
        return false;
      N.Lines = linesOf(Left);
      Out.Sets.push_back(std::move(N));
    }
    return true;
  }

  void edges() {
    for (size_t I = 0; I < Found.Places.size(); ++I) {
      const Findings::Place &F = Found.Places[I];
      if (!F.FromFloat || F.Blocks.empty()) // input is no computation
        continue;
      double Share = 0;
      for (int B : F.Blocks)
        Share += Found.Share[B];
      Out.Edges.push_back(
          {unsigned(I), F.Stmts, unsigned(F.Blocks.size()), Share});
    }
    std::stable_sort(Out.Edges.begin(), Out.Edges.end(),
                     [](const Report::Edge &A, const Report::Edge &B) {
                       return A.Share != B.Share ? A.Share > B.Share
                                                 : A.Stmts > B.Stmts;
                     });
  }

  void loops() {
    for (const Findings::Convergence &F : Found.Loops) {
      const Stmt &L = P.Stmts[F.Stmt];
      Report::Loop N;
      N.At = line(L);
      N.Exit = line(P.Stmts[F.Exit]);
      N.Source = line(P.Stmts[F.Source]);
      N.Call = F.Call;
      if (!L.FromMacro && F.Rounds)
        N.Hints.push_back(Hints.rounds(
            L, F.Through < 0 ? nullptr : &P.Stmts[F.Exits[F.Through]]));
      for (size_t I = 0; I < F.Exits.size(); ++I)
        if (const Stmt &Exit = P.Stmts[F.Exits[I]];
            !Exit.FromMacro && int(I) != F.Through)
          N.Hints.push_back(
              F.Rounds
                  ? Hints.noExit(F, I, "the number of rounds ends the loop")
                  : Hints.frequency(Exit));
      Out.Loops.push_back(N);
    }
  }

  const Program &P;
  const Sources &S;
  const skel::Plan &Plan;
  const Emission &E;
  Findings &Found;
  const HintEdits &Edits;
  HintTexts Hints;
  Report &Out;
  std::vector<int> RegionOf; ///< by block id
};

} // namespace

std::string percent(double Share) {
  char Text[32];
  snprintf(Text, sizeof Text, Share >= 0.0995 ? "%.0f %%" : "%.2g %%",
           100 * Share);
  return Share < 1e-4 ? "0 %" : Text;
}

bool makeReport(const Program &P, const Sources &S, const Plan &Plan,
                const Emission &E, Findings &Found, const HintEdits &Hints,
                const std::string &Times, Report &Out, std::string &Error) {
  if (!Times.empty()) {
    std::vector<double> Seconds;
    if (!readTimes(Times, P, Plan, Found.Share, Seconds, Error))
      return false;
    double Sum = 0;
    for (double T : Seconds)
      Sum += std::max(T, 0.0);
    for (size_t I = 0; I < Seconds.size(); ++I)
      Found.Share[I] = std::max(Seconds[I], 0.0) / Sum;
    Out.ShareFrom = Times;
  }
  return Maker(P, S, Plan, E, Found, Hints, Out).run(Error);
}

static bool endsWith(const std::string &Text, const std::string &End) {
  return Text.size() >= End.size() &&
         Text.compare(Text.size() - End.size(), End.size(), End) == 0;
}

bool writeReport(const std::string &File, const Report &R, std::string &Error) {
  return writeText(File,
                   endsWith(File, ".json")   ? reportJson(R)
                   : endsWith(File, ".html") ? reportHtml(R)
                                             : reportText(R),
                   Error);
}

} // namespace skel
