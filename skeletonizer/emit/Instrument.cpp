//===- Instrument.cpp - start and end of each block -----------------------===//
//
// A jump that leaves a block ends it first. Knows nothing of how blocks are
// timed.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/emit/Instrument.h"
#include "skeletonizer/emit/RemovedText.h"
#include "skeletonizer/emit/StayingText.h"
#include "skeletonizer/model/TextMap.h"
#include <map>

namespace skel {

namespace {

class Instrumenter {
public:
  Instrumenter(const Program &P, const Sources &S, Edits &E)
      : P(P), S(S), E(E) {}

  // False with a reason if the block cannot be timed.
  bool add(const Block &B, std::string &Why) {
    First = &P.Stmts[B.First];
    Last = &P.Stmts[B.Last];
    while (First->Kind == StmtKind::Declarator && First->Parent >= 0)
      First = &P.Stmts[First->Parent];
    while (Last->Kind == StmtKind::Declarator && Last->Parent >= 0)
      Last = &P.Stmts[Last->Parent];
    std::vector<const Stmt *> Jumps;
    if (!collectJumps(Jumps, Why))
      return false;
    std::string Id = std::to_string(B.Id);
    std::string Begin =
        "BSIM_Block_begin(" + Id + paramsText(P, S, B, {}) + ");";
    std::string End = "BSIM_Block_end(" + Id + ");";
    for (const Stmt *J : Jumps) {
      E.insert(J->Range.File, J->Range.Begin, "{ " + End + " ");
      E.insert(J->Range.File, J->Range.End, " }");
    }
    place(Begin, End);
    return true;
  }

private:
  bool inside(const Stmt &St) const {
    return St.Range.File == First->Range.File &&
           St.Range.Begin >= First->Range.Begin &&
           St.Range.End <= Last->Range.End;
  }

  // Whether a jump in the block ends outside of it.
  bool leaves(const Stmt &J) const {
    if (J.Kind == StmtKind::Return)
      return true;
    if (J.Name != "break" && J.Name != "continue") {
      for (const Stmt &L : P.Stmts)
        if (L.Kind == StmtKind::Label && L.Function == J.Function &&
            L.Name == J.Name)
          return !inside(L);
      return true;
    }
    for (int Up = J.Parent; Up >= 0; Up = P.Stmts[Up].Parent) {
      const Stmt &St = P.Stmts[Up];
      if (isLoop(St.Kind) || (St.Kind == StmtKind::Switch && J.Name == "break"))
        return !inside(St);
    }
    return true;
  }

  bool collectJumps(std::vector<const Stmt *> &Jumps, std::string &Why) {
    for (const Stmt &St : P.Stmts) {
      if (St.Function != First->Function)
        continue;
      bool In = inside(St);
      bool Jump = St.Kind == StmtKind::Goto || St.Kind == StmtKind::Return;
      if (In && Jump && leaves(St)) {
        if (St.FromMacro && St.Kind != StmtKind::Return) {
          Why = "a jump in a macro leaves the block";
          return false;
        }
        Jumps.push_back(&St);
      }
      if (!In && St.Kind == StmtKind::Goto && St.Name != "break" &&
          St.Name != "continue")
        for (const Stmt &L : P.Stmts)
          if (L.Kind == StmtKind::Label && L.Function == St.Function &&
              L.Name == St.Name && inside(L)) {
            Why = "a goto leads into the block";
            return false;
          }
      if (In && St.Kind == StmtKind::Case) {
        int Up = St.Parent;
        while (Up >= 0 && P.Stmts[Up].Kind != StmtKind::Switch)
          Up = P.Stmts[Up].Parent;
        if (Up < 0 || !inside(P.Stmts[Up])) {
          Why = "a case label stands in the block";
          return false;
        }
      }
    }
    return true;
  }

  const TextMap &mapOf(unsigned File) {
    auto It = Maps.find(File);
    if (It == Maps.end())
      It = Maps.emplace(File, TextMap(S.Text[File], S.inlinePragmas(File)))
               .first;
    return It->second;
  }

  // Whether the line holds nothing in front of At.
  bool startsLine(const std::string &Text, unsigned At) const {
    while (At > 0 && (Text[At - 1] == ' ' || Text[At - 1] == '\t'))
      --At;
    return At == 0 || Text[At - 1] == '\n';
  }

  void place(const std::string &Begin, const std::string &End) {
    const SourceRange &F = First->Range, &L = Last->Range;
    const std::string &Text = S.Text[F.File];
    const Stmt *Parent = First->Parent >= 0 ? &P.Stmts[First->Parent] : nullptr;
    bool InList = Parent && Parent->Kind == StmtKind::Compound;
    const TextMap &Map = mapOf(F.File);
    unsigned Low = gapBefore(P, *First);
    bool Pragmas = Map.pragmasBegin(F.Begin, Low) != F.Begin;
    if (First == Last && First->Kind == StmtKind::Compound && !InList &&
        !First->FromMacro && !Pragmas) {
      E.insert(F.File, F.Begin + 1, " " + Begin);
      E.insert(F.File, F.End - 1, End + " ");
      return;
    }
    if (!InList) {
      Map.insertBefore(E, F.File, F.Begin, Low, "{ " + Begin);
      E.insert(F.File, L.End, "\n" + Map.indentAt(F.Begin) + End + " }");
      return;
    }
    if (!Pragmas && !startsLine(Text, F.Begin)) {
      E.insert(F.File, F.Begin, Begin + " ");
      E.insert(F.File, L.End, " " + End);
      return;
    }
    std::string Indent = Map.indentAt(F.Begin);
    Map.insertBefore(E, F.File, F.Begin, Low, Begin);
    // Behind the rest of the line, if that is a comment; else directly.
    size_t Line = Text.find('\n', L.End);
    unsigned At = L.End;
    if (Line != std::string::npos &&
        Map.code().find_first_not_of(" \t", L.End) == Line)
      At = Line;
    E.insert(F.File, At, "\n" + Indent + End);
  }

  const Program &P;
  const Sources &S;
  Edits &E;
  std::map<unsigned, TextMap> Maps;
  const Stmt *First = nullptr, *Last = nullptr;
};

} // namespace

void instrument(const Program &P, const Sources &S, Plan &Plan, Edits &E,
                std::set<unsigned> &NeedsBsim) {
  Instrumenter I(P, S, E);
  for (const Block &B : Plan.Blocks) {
    std::string Why;
    if (I.add(B, Why))
      NeedsBsim.insert(P.Stmts[B.First].Range.File);
    else
      Plan.Unknown.push_back(P.place(P.Stmts[B.First]) + ": block " + B.Name +
                             " is not timed: " + Why);
  }
}

} // namespace skel
