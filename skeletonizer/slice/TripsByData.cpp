//===- TripsByData.cpp - loops and branches on which data decide ----------===//
//
// Finds those whose rounds, or whose being taken, no value tells that is there
// before the run: an instrumented program can count them.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/slice/TripCounts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace skel {

void TripCounts::decide(int Stmt, Decided::Part What, const Context &C) {
  const Program &P = Index.program();
  unsigned Depth = 0;
  auto LoopsAround = [&](int S) {
    for (; S >= 0; S = P.Stmts[S].Parent)
      Depth += isLoop(P.Stmts[S].Kind);
  };
  LoopsAround(P.Stmts[Stmt].Parent);
  for (const Context *Up = &C; Up && Up->Call; Up = Up->Up)
    LoopsAround(Index.stmtOf(Up->Call));
  auto It = llvm::find_if(ByData, [&](const Decided &D) {
    return D.Stmt == Stmt && D.What == What;
  });
  if (It == ByData.end())
    ByData.push_back({Stmt, What, Depth});
  else
    It->Depth = std::max(It->Depth, Depth);
}

/// Whether the value depends on one that has no name. Nothing is noted.
bool TripCounts::onData(const Value *V, const Context &C) {
  llvm::DenseSet<InContext> SeenBefore, LossyBefore;
  std::swap(Seen, SeenBefore);
  std::swap(Lossy, LossyBefore);
  size_t NumFound = Found.size(), NumUnnamed = Unnamed.size(),
         NumContexts = Contexts.size(), NumLosses = Losses,
         NumCounted = Counted.size();
  Losses = 0;
  Probing = true;
  value(V, C);
  bool Lost = Losses > 0;
  Probing = false;
  Losses = NumLosses;
  Contexts.erase(Contexts.begin() + long(NumContexts), Contexts.end());
  Unnamed.erase(Unnamed.begin() + long(NumUnnamed), Unnamed.end());
  Found.erase(Found.begin() + long(NumFound), Found.end());
  Counted.erase(Counted.begin() + long(NumCounted), Counted.end());
  std::swap(Seen, SeenBefore);
  std::swap(Lossy, LossyBefore);
  return Lost;
}

/// The if's first part ends with a "continue", or, otherwise, a part of it with
/// a jump that ends the loop around it.
bool TripCounts::isExit(const Stmt &If, bool Continue) const {
  const Program &P = Index.program();
  for (unsigned Child : If.Children) {
    const Stmt *Last = &P.Stmts[Child];
    if (Dead && Dead(Child))
      continue;
    if (Last->Kind == StmtKind::Compound && !Last->Children.empty())
      Last = &P.Stmts[Last->Children.back()];
    if (Continue)
      return Last->Kind == StmtKind::Goto && Last->Name == "continue";
    if (Last->Kind == StmtKind::Return ||
        (Last->Kind == StmtKind::Goto && Last->Name != "continue"))
      return true;
  }
  return false;
}

/// An if whose condition no sums tell: one that decides on data counts if much
/// code depends on it, in it or behind it; or if it ends a loop.
void TripCounts::dataBranch(const BranchInst *B, int Stmt, const Context &C) {
  const Program &P = Index.program();
  const skel::Stmt &S = P.Stmts[Stmt];
  if (S.Kind != StmtKind::If || S.Children.empty())
    return;
  int Around = S.Parent; // the loop that a jump would end
  while (Around >= 0 && !isLoop(P.Stmts[Around].Kind) &&
         P.Stmts[Around].Kind != StmtKind::Switch)
    Around = P.Stmts[Around].Parent;
  bool InLoop = Around >= 0 && isLoop(P.Stmts[Around].Kind);
  bool Then = Heavy(S.Children[0]);
  bool Else = !Then && S.Children.size() > 1 && Heavy(S.Children[1]);
  bool Ends = InLoop && isExit(S, false), Behind = false;
  if (InLoop && S.Parent >= 0 && S.Children.size() == 1 && isExit(S, true)) {
    ArrayRef<unsigned> Rest = P.Stmts[S.Parent].Children;
    Rest = Rest.drop_while([&](unsigned Id) { return Id <= S.Id; });
    Behind = P.Stmts[S.Parent].Kind == StmtKind::Compound && Heavy(Rest);
  }
  if ((!Then && !Else && !Ends && !Behind) || !onData(B->getCondition(), C))
    return;
  if (Ends)
    decide(Around, Decided::Rounds, C);
  if (Then || Else || Behind)
    decide(Stmt,
           Then   ? Decided::Then
           : Else ? Decided::Else
                  : Decided::Behind,
           C);
}

} // namespace skel
