//===- GotoLoops.cpp - loops that backward gotos make ---------------------===//
//
// The loop reaches from the label to the last goto that names it, if that is
// behind the label and inside of the block in which the label stands.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/frontend/GotoLoops.h"
#include <map>
#include <set>

namespace skel {

namespace {

class GotoLoopFinder {
public:
  explicit GotoLoopFinder(const Program &P) : P(P) {
    for (const Stmt &S : P.Stmts) {
      if (S.Kind == StmtKind::Goto && S.Name != "break" && S.Name != "continue")
        Gotos[{S.Function, S.Name}].push_back(S.Id);
      else if (S.Kind == StmtKind::Label)
        Labels[{S.Function, S.Name}] = S.Id;
      else if (isLoop(S.Kind))
        Loops.insert({S.Range.File, S.Range.Line});
    }
  }

  std::vector<GotoLoop> run() const {
    std::vector<GotoLoop> Result;
    for (const Stmt &S : P.Stmts) {
      if (S.Kind != StmtKind::Label || S.Parent < 0 ||
          P.Stmts[S.Parent].Kind != StmtKind::Compound)
        continue;
      GotoLoop L;
      L.Label = S.Id;
      if (!findLast(L))
        continue;
      findIf(L);
      L.Counts = L.Counts && !S.FromMacro && isClosed(L) &&
                 !Loops.count({S.Range.File, S.Range.Line});
      Result.push_back(L);
    }
    return Result;
  }

private:
  /// The last goto back to the label. Counts, if there are none but these.
  bool findLast(GotoLoop &L) const {
    const Stmt &Label = P.Stmts[L.Label];
    auto It = Gotos.find({Label.Function, Label.Name});
    if (It == Gotos.end())
      return false;
    bool Found = false;
    L.Counts = true;
    for (unsigned G : It->second) {
      int Up = int(G);
      while (Up >= 0 && P.Stmts[Up].Parent != Label.Parent)
        Up = P.Stmts[Up].Parent;
      if (Up < 0 || P.Stmts[Up].Range.Begin < Label.Range.Begin) {
        L.Counts = false;
      } else if (!Found ||
                 P.Stmts[L.Goto].Range.Begin < P.Stmts[G].Range.Begin) {
        L.Last = unsigned(Up);
        L.Goto = G;
        Found = true;
      }
    }
    return Found;
  }

  void findIf(GotoLoop &L) const {
    int Below = int(L.Goto), Around = P.Stmts[L.Label].Parent;
    for (int Up = P.Stmts[Below].Parent; Up >= 0 && Up != Around;
         Below = Up, Up = P.Stmts[Up].Parent) {
      const Stmt &S = P.Stmts[Up];
      if (S.Kind == StmtKind::If && L.If < 0) {
        L.If = Up;
        L.WhenTrue = !S.Children.empty() && int(S.Children[0]) == Below;
        L.Counts &= !S.FromMacro;
      } else if (S.Kind != StmtKind::If && S.Kind != StmtKind::Compound &&
                 S.Kind != StmtKind::Label) {
        L.Counts = false; // how often it is reached, others decide
      }
    }
    L.Counts &= !P.Stmts[L.Goto].FromMacro;
  }

  /// Braces around it hide no name and nothing jumps over the first of them;
  /// what stands behind it is where it goes when it ends.
  bool isClosed(const GotoLoop &L) const {
    bool In = false, Behind = false, Declares = false, Ends = L.If >= 0;
    for (unsigned C : P.Stmts[P.Stmts[L.Label].Parent].Children) {
      if (In && !Behind && !L.holds(P, int(C))) {
        Behind = true;
        Ends |= P.Stmts[C].Kind == StmtKind::Label;
      }
      In |= C == L.Label;
      Declares |= L.holds(P, int(C)) && (P.Stmts[C].Kind == StmtKind::Decl ||
                                         P.Stmts[C].Kind == StmtKind::Macro);
    }
    if ((Declares && Behind) || !Ends ||
        Gotos.count({P.Stmts[L.Label].Function, ""}))
      return false;
    for (auto &[Name, From] : Gotos) {
      auto To = Labels.find(Name);
      if (To == Labels.end() || !L.holds(P, int(To->second)))
        continue;
      for (unsigned G : From)
        if (!L.holds(P, int(G)))
          return false;
    }
    for (int Up = P.Stmts[L.Label].Parent; Up >= 0; Up = P.Stmts[Up].Parent)
      if (P.Stmts[Up].Kind == StmtKind::Switch)
        return !holdsCase(L); // a case jumps, too
    return true;
  }

  bool holdsCase(const GotoLoop &L) const {
    for (unsigned C : P.Stmts[P.Stmts[L.Label].Parent].Children)
      if (L.holds(P, int(C)) && hasCase(C))
        return true;
    return false;
  }
  bool hasCase(unsigned S) const {
    if (P.Stmts[S].Kind == StmtKind::Case || P.Stmts[S].HoldsCase)
      return true;
    for (unsigned C : P.Stmts[S].Children)
      if (P.Stmts[C].Kind != StmtKind::Switch && hasCase(C))
        return true;
    return false;
  }

  using Name = std::pair<unsigned, std::string>; ///< function, label
  const Program &P;
  std::map<Name, std::vector<unsigned>> Gotos;
  std::map<Name, unsigned> Labels;
  std::set<std::pair<unsigned, unsigned>> Loops; ///< lines of others
};

} // namespace

bool GotoLoop::holds(const Program &P, int Stmt) const {
  int Around = P.Stmts[Label].Parent;
  while (Stmt >= 0 && P.Stmts[Stmt].Parent != Around)
    Stmt = P.Stmts[Stmt].Parent;
  return Stmt >= 0 && P.Stmts[Stmt].Range.Begin >= P.Stmts[Label].Range.Begin &&
         P.Stmts[Stmt].Range.Begin <= P.Stmts[Last].Range.Begin;
}

std::vector<GotoLoop> findGotoLoops(const Program &P) {
  return GotoLoopFinder(P).run();
}

} // namespace skel
