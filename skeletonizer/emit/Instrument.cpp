//===- Instrument.cpp - start and end of each block, and its counts -------===//
//
// A jump that leaves a block ends it first. Loops get their exits. Knows
// nothing of how blocks are timed.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/emit/Instrument.h"
#include "skeletonizer/emit/RemovedText.h"
#include "skeletonizer/emit/StayingText.h"
#include "skeletonizer/emit/Tables.h"
#include "skeletonizer/model/Borders.h"
#include "skeletonizer/model/TextMap.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace skel {

namespace {

class Instrumenter {
public:
  Instrumenter(const Program &P, const Sources &S,
               const std::map<Place, unsigned> &Fronts, const Counters &Count,
               Edits &E)
      : P(P), S(S), Fronts(Fronts), Count(Count), E(E) {}

  // Counts what is counted, behind add() of all blocks: at one byte, their
  // texts stand around those of the counts.
  void count(const Block::Count &C) {
    const Stmt &St = P.Stmts[C.Stmt];
    std::string Counter = std::to_string(Count.of(C));
    std::string Add = "BSIM_Count(" + Counter + ");";
    unsigned File = St.Range.File;
    if (C.What == Block::Count::Behind) {
      E.insert(File, St.Range.End,
               "\n" + mapOf(File).indentAt(St.Range.Begin) + Add);
      return;
    }
    int Id = C.What == Block::Count::Rounds ? P.bodyOf(St)
             : C.What == Block::Count::Then ? int(St.Children[0])
                                            : int(St.Children[1]);
    if (C.What == Block::Count::Rounds && countsInside(St)) {
      Add = "BSIM_Round(" + Counter + ");";
      E.insert(File, St.Range.Begin, "{ BSIM_Rounds(" + Counter + "); ");
      E.insertFirst(File, St.Range.End, " }");
    }
    const Stmt &Part = P.Stmts[Id];
    if (Part.Kind == StmtKind::Compound && !Part.FromMacro) {
      E.insert(File, Part.Range.Begin + 1, " " + Add);
      return;
    }
    mapOf(File).insertBefore(E, File, Part.Range.Begin, gapBefore(P, Part),
                             "{ " + Add);
    E.insertFirst(File, Part.Range.End, " }");
  }

  // False with a reason if the block cannot be timed.
  bool add(const Block &B, std::string &Why) {
    First = &P.Stmts[B.First];
    Last = &P.Stmts[B.Last];
    while (First->Kind == StmtKind::Declarator && First->Parent >= 0)
      First = &P.Stmts[First->Parent];
    while (Last->Kind == StmtKind::Declarator && Last->Parent >= 0)
      Last = &P.Stmts[Last->Parent];
    if (const char *Open = whyOpen(P, int(First->Id), int(Last->Id))) {
      Why = Open;
      return false;
    }
    std::string Id = std::to_string(B.Id);
    std::string Begin =
        "BSIM_Block_begin(" + Id + paramsText(P, S, B, {}) + ");";
    for (const Block::Count &C : B.Counts)
      if (C.What == Block::Count::Value)
        Begin += " BSIM_Count_value(" + std::to_string(Count.of(C)) + ", " +
                 C.Text + ");";
    std::string End = "BSIM_Block_end(" + Id + ");";
    if (B.Part >= 0) {
      const Call &C = P.Calls[B.Part];
      E.insert(C.File, C.Begin,
               "__extension__ ({ " + Begin + " __auto_type bsim_value = ");
      E.insert(C.File, C.End, "; " + End + " bsim_value; })");
      return true;
    }
    for (const Stmt *J : leavingJumps()) {
      Leaving.push_back(J);
      leave(*J, End);
    }
    place(Begin, End);
    return true;
  }

  // An exit at the start of each round. False if a pragma asks for a bare loop.
  bool addExit(unsigned Number, const Stmt &Loop) {
    const SourceRange &R = Loop.Range;
    if (mapOf(R.File).pragmasBegin(R.Begin, gapBefore(P, Loop)) != R.Begin)
      return false;
    std::string N = std::to_string(Number);
    E.insert(R.File, R.Begin,
             "{ BSIM_Loop(" + N + ", " + cName(P.place(Loop)) + "); ");
    E.insertFirst(R.File, R.End, " }");
    E.insert(R.File, P.Stmts[P.bodyOf(Loop)].Range.Begin + 1,
             " if (BSIM_Enough(" + N + ")) break;");
    return true;
  }

private:
  bool inside(const Stmt &St) const {
    return St.Range.File == First->Range.File &&
           St.Range.Begin >= First->Range.Begin &&
           St.Range.End <= Last->Range.End;
  }

  // Whether a loop can count its rounds in a variable of its own, which
  // compilers keep in a register: control enters it at its beginning, leaves no
  // block in it, and no pragma asks for a bare loop.
  bool countsInside(const Stmt &Loop) {
    auto Holds = [&](const Stmt &St) {
      return St.Range.File == Loop.Range.File && St.Id != Loop.Id &&
             St.Range.Begin >= Loop.Range.Begin &&
             St.Range.End <= Loop.Range.End;
    };
    for (const Stmt &St : P.Stmts)
      if (St.Function == Loop.Function && Holds(St) &&
          (St.Kind == StmtKind::Label || St.Kind == StmtKind::Case ||
           St.HoldsLabel || St.HoldsCase))
        return false;
    for (const Stmt *J : Leaving)
      if (Holds(*J))
        return false;
    unsigned Begin = Loop.Range.Begin;
    return mapOf(Loop.Range.File).pragmasBegin(Begin, gapBefore(P, Loop)) ==
           Begin;
  }

  // The end of a block in front of a jump; what a return computes is in it.
  void leave(const Stmt &J, const std::string &End) {
    const SourceRange &R = J.Range;
    static const std::string Word = "return";
    bool Computes = J.Kind == StmtKind::Return && !J.FromMacro &&
                    S.Text[R.File].compare(R.Begin, Word.size(), Word) == 0 &&
                    S.Text[R.File][R.End - 1] == ';' &&
                    (!S.ReturnZero[J.Function].empty() ||
                     P.Functions[J.Function].Name == "main") &&
                    llvm::any_of(P.Calls, [&](const Call &C) {
                      return C.Stmt == int(J.Id) && !C.FromMacro;
                    });
    if (!Computes) {
      E.insert(R.File, R.Begin, "{ " + End + " ");
      E.insert(R.File, R.End, " }");
      return;
    }
    E.replace(R.File, R.Begin, R.Begin + unsigned(Word.size()),
              "{ __auto_type bsim_value = (");
    E.insert(R.File, R.End - 1, ")");
    E.insert(R.File, R.End, " " + End + " return bsim_value; }");
  }

  std::vector<const Stmt *> leavingJumps() const {
    std::vector<const Stmt *> Jumps;
    for (const Stmt &St : P.Stmts)
      if (St.Function == First->Function && inside(St) &&
          (St.Kind == StmtKind::Goto || St.Kind == StmtKind::Return) &&
          jumpsOut(P, St, int(First->Id), int(Last->Id)))
        Jumps.push_back(&St);
    return Jumps;
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

  // In front of the first statement, with what is restored of it.
  void insertBefore(unsigned Low, const std::string &Text) {
    const SourceRange &F = First->Range;
    auto Front = Fronts.find({F.File, F.Begin});
    if (Front == Fronts.end())
      mapOf(F.File).insertBefore(E, F.File, F.Begin, Low, Text);
    else
      E.insertFirst(F.File, Front->second,
                    Text + "\n" + mapOf(F.File).indentAt(Front->second));
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
      insertBefore(Low, "{ " + Begin);
      E.insert(F.File, L.End, "\n" + Map.indentAt(F.Begin) + End + " }");
      return;
    }
    bool Restored = Fronts.count({F.File, F.Begin}) != 0;
    if (!Pragmas && !Restored && !startsLine(Text, F.Begin)) {
      E.insert(F.File, F.Begin, Begin + " ");
      E.insert(F.File, L.End, " " + End);
      return;
    }
    std::string Indent = Map.indentAt(F.Begin);
    insertBefore(Low, Begin);
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
  const std::map<Place, unsigned> &Fronts;
  const Counters &Count;
  Edits &E;
  std::map<unsigned, TextMap> Maps;
  const Stmt *First = nullptr, *Last = nullptr;
  std::vector<const Stmt *> Leaving; ///< jumps that leave blocks
};

} // namespace

static bool isSame(const Block::Count &A, const Block::Count &B) {
  return A.What == B.What && A.Stmt == B.Stmt && A.Text == B.Text;
}

Counters::Counters(const Plan &Plan) {
  for (const Block &B : Plan.Blocks)
    for (const Block::Count &C : B.Counts)
      if (llvm::none_of(All, [&](const auto &D) { return isSame(C, D); }))
        All.push_back(C);
}

unsigned Counters::of(const Block::Count &C) const {
  return unsigned(
      llvm::find_if(All, [&](const auto &D) { return isSame(C, D); }) -
      All.begin());
}

void instrument(const Program &P, const Sources &S,
                const std::map<Place, unsigned> &Fronts, Plan &Plan, Edits &E,
                std::set<unsigned> &NeedsBsim) {
  Counters Count(Plan);
  Instrumenter I(P, S, Fronts, Count, E);
  for (const Block &B : Plan.Blocks) {
    std::string Why;
    if (I.add(B, Why))
      NeedsBsim.insert(P.Stmts[B.First].Range.File);
    else
      Plan.Unknown.push_back(P.place(P.Stmts[B.First]) + ": block " + B.Name +
                             " is not timed: " + Why);
  }
  for (const Block::Count &C : Count.all())
    if (C.What != Block::Count::Value) {
      I.count(C);
      NeedsBsim.insert(P.Stmts[C.Stmt].Range.File);
    }
  unsigned Exits = 0;
  for (unsigned Id : Plan.AlikeRounds)
    if (I.addExit(Exits, P.Stmts[Id])) {
      ++Exits;
      NeedsBsim.insert(P.Stmts[Id].Range.File);
    } else {
      Plan.Unknown.push_back(P.place(P.Stmts[Id]) +
                             ": the loop cannot end early: a pragma is in "
                             "front of it");
    }
}

} // namespace skel
