//===- LeavingCalls.cpp - calls that leave statements that stay -----------===//
//
// A kept statement can lose a call whose result nobody reads. The call's time
// is a block of its own.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/blocks/Blocks.h"
#include "llvm/IR/IntrinsicInst.h"
#include <set>

using namespace llvm;

namespace skel {

/// A call of the text of Call, which it may be itself.
bool Blocks::isIn(const Instruction *I, unsigned Call) const {
  auto *C = dyn_cast<CallBase>(I);
  int K = C && !isa<IntrinsicInst>(C) ? Index.callOf(C) : -1;
  if (K < 0)
    return false;
  const skel::Call &Outer = Prog.Calls[Call], &Inner = Prog.Calls[K];
  return unsigned(K) == Call ||
         (Inner.File == Outer.File && Inner.Begin >= Outer.Begin &&
          Inner.End <= Outer.End && Inner.Begin < Inner.End);
}

/// What takes time and leaves a statement that stays, since nobody reads what
/// it gives: "return dot(n, x, y);", "show(dot(n, x, y));".
Blocks::Leaving Blocks::leavingCalls(const Slicer &Slice, unsigned Stmt) const {
  Leaving Out;
  std::vector<const CallBase *> Goes, Stays;
  SmallVector<unsigned, 4> Parts{Stmt};
  if (Prog.Stmts[Stmt].Kind == StmtKind::Decl)
    Parts.append(Prog.Stmts[Stmt].Children.begin(),
                 Prog.Stmts[Stmt].Children.end());
  for (unsigned P : Parts)
    for (const Instruction *I : Index.instructions(int(P)))
      if (auto *C = dyn_cast<CallBase>(I);
          C && !isa<IntrinsicInst>(C) && Slice.needs(C->getFunction())) {
        if (Slice.executes(C))
          Stays.push_back(C);
        else if (cost(C) >= Enough)
          Goes.push_back(C);
      }
  std::set<unsigned> Calls;
  for (const CallBase *C : Goes) {
    int K = Index.callOf(C);
    if (K < 0 || Prog.Calls[K].FromMacro ||
        Prog.Calls[K].Begin >= Prog.Calls[K].End)
      Out.Apart = false; // in a macro
    else if (llvm::none_of(Stays, [&](const CallBase *S) {
               return Index.callOf(S) == K;
             })) // for no call of the function
      Calls.insert(unsigned(K));
  }
  for (unsigned K : Calls)
    if (llvm::none_of(Goes, [&](const CallBase *C) {
          int Outer = Index.callOf(C);
          const CallBase *Inner = nullptr;
          for (const CallBase *D : Goes)
            if (Index.callOf(D) == int(K))
              Inner = D;
          return Outer >= 0 && Outer != int(K) && Inner &&
                 isIn(Inner, unsigned(Outer));
        }))
      Out.Calls.push_back(K);
  for (unsigned K : Out.Calls) {
    for (const CallBase *S : Stays)
      Out.Apart &= !isIn(S, K);
    for (const CallBase *C : Goes)
      if (Index.callOf(C) == int(K)) {
        const Instruction *First = firstOf(Index, Parts, C->getFunction());
        Out.Apart &= First && First->getParent() == C->getParent();
      }
  }
  return Out;
}

void Blocks::addLeaving(const Slicer &Slice, unsigned Stmt,
                        std::vector<Candidate> &Out) {
  StmtKind Kind = Prog.Stmts[Stmt].Kind;
  bool Branches = Kind == StmtKind::If || Kind == StmtKind::Switch;
  if (Control.isDead(int(Stmt)) ||
      (Kind != StmtKind::Expr && Kind != StmtKind::Decl &&
       Kind != StmtKind::Return && !Branches && !isLoop(Kind)))
    return;
  Leaving Calls = leavingCalls(Slice, Stmt);
  if (Calls.Calls.empty() && Calls.Apart)
    return;
  bool Stays = llvm::any_of(Index.instructions(int(Stmt)), [&](auto *I) {
    return isa<CallBase>(I) && Slice.executes(I);
  });
  if (Kind == StmtKind::Return && !Stays && !Prog.Stmts[Stmt].FromMacro) {
    addBlock(Slice, Stmt, Out);
  } else if (Calls.Calls.size() == 1 && Calls.Apart && !isLoop(Kind)) {
    Candidate C;
    C.B.First = C.B.Last = int(Stmt);
    C.B.Function = int(Prog.Stmts[Stmt].Function);
    C.B.Part = int(Calls.Calls.front());
    addParameters(Slice, Stmt, C);
    Out.push_back(std::move(C));
  } else {
    NoTime.push_back({int(Stmt), Untimed::Leaves});
  }
}

} // namespace skel
