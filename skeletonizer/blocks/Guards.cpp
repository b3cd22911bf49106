//===- Guards.cpp - jumps over blocks -------------------------------------===//
//
// "if (quiet) return;" in front of a block decides whether the block runs, but
// stands outside of it: the jump stays, or the block begins with it, or the
// block lacks what it decides on.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/blocks/Blocks.h"

using namespace llvm;

namespace skel {

/// The statements of a block, side by side.
SmallVector<unsigned, 16> Blocks::runOf(const Block &B) const {
  int Parent = Prog.Stmts[B.First].Parent;
  if (B.First == B.Last || Parent < 0)
    return {unsigned(B.First)};
  ArrayRef<unsigned> All = Prog.Stmts[Parent].Children;
  All = All.drop_while([&](unsigned S) { return int(S) != B.First; });
  SmallVector<unsigned, 16> Out;
  for (unsigned S : All) {
    Out.push_back(S);
    if (int(S) == B.Last)
      break;
  }
  return Out;
}

/// The statement is one of those, or a part of one.
bool Blocks::isWithin(int Stmt, ArrayRef<unsigned> Run) const {
  return llvm::any_of(Run, [&](unsigned S) { return Prog.isIn(Stmt, int(S)); });
}

/// A statement outside of the block that decides whether some of it runs, and
/// that the skeleton does not have; -1: there is none.
int Blocks::guardOf(const Slicer &Slice, const Block &B) const {
  SmallVector<unsigned, 16> Run = runOf(B), Work = Run;
  for (size_t K = 0; K < Work.size(); ++K) {
    const skel::Stmt &S = Prog.Stmts[Work[K]];
    if (Control.isDead(int(S.Id)))
      continue;
    for (unsigned P : Control.parents(int(S.Id))) {
      StmtKind Kind = Prog.Stmts[P].Kind;
      if (Control.isDead(int(P)) || Slice.keeps(int(P)) ||
          isWithin(int(P), Run))
        continue;
      if (isLoop(Kind) || Kind == StmtKind::If || Kind == StmtKind::Switch ||
          Kind == StmtKind::Goto || Kind == StmtKind::Return ||
          Prog.Stmts[P].HoldsJump)
        return int(P);
    }
    Work.append(S.Children.begin(), S.Children.end());
  }
  return -1;
}

/// What decides whether blocks run stays, if that does not bring computation
/// back. Else such a block begins with what jumps over it, if that stands in
/// front of it. True: there is something new.
bool Blocks::keepGuards(Slicer &Slice, ArrayRef<Candidate> Found) {
  bool Any = false;
  for (const Candidate &C : Found) {
    int Guard = guardOf(Slice, C.B);
    if (Guard < 0 || !Guarded.insert(C.B.First).second)
      continue;
    SmallVector<unsigned, 16> Run = runOf(C.B), Work = Run;
    auto Outside = [&](unsigned S) { return !isWithin(int(S), Run); };
    for (size_t K = 0; K < Work.size(); ++K) {
      const skel::Stmt &S = Prog.Stmts[Work[K]];
      if (S.Kind == StmtKind::Label)
        Work.append(S.Children.begin(), S.Children.end());
    }
    auto Places = [&] {
      for (unsigned S : Work)
        Slice.demandPlace(int(S), Outside);
    };
    if (Judge.attempt(Slice, Places).empty()) {
      Any = true;
      continue;
    }
    int Front = Guard;
    while (Front >= 0 &&
           Prog.Stmts[Front].Parent != Prog.Stmts[C.B.First].Parent)
      Front = Prog.Stmts[Front].Parent;
    Any |= Front >= 0 && Front < C.B.First && !Prog.Stmts[Guard].FromMacro &&
           Leading.insert(Front).second;
  }
  return Any;
}

/// Blocks of which it is not known whether they run lack that.
void Blocks::tellGuards(const Slicer &Slice,
                        std::vector<Candidate> &Found) const {
  for (Candidate &C : Found)
    if (int Guard = guardOf(Slice, C.B); Guard >= 0)
      C.B.Missing.push_back({Guard, "what decides whether it runs"});
}

} // namespace skel
