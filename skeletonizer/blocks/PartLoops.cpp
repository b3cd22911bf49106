//===- PartLoops.cpp - loops over the parts of a rank's work --------------===//
//
// "for (b = first; b; b = b->next) sweep(b);": what a round takes depends on
// several sizes of its part, and no parameter in front of the loop tells these
// of all parts. Such a loop stays, if its parts are in the skeleton anyway, and
// its rounds have blocks.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/blocks/Blocks.h"

using namespace llvm;

namespace skel {

/// The statements of a loop's body.
static std::vector<unsigned> bodyRun(const Program &P, unsigned Loop) {
  int Body = P.bodyOf(P.Stmts[Loop]);
  if (Body < 0)
    return {};
  if (P.Stmts[Body].Kind != StmtKind::Compound)
    return {unsigned(Body)};
  return P.Stmts[Body].Children;
}

/// Loops of statements and of the functions that they call, the outer ones in
/// front of those in them. Not those whose rounds threads share: a skeleton has
/// one thread, and its rounds would take the time of all.
void Blocks::loopsIn(ArrayRef<unsigned> Run, DenseSet<int> &Seen,
                     std::vector<unsigned> &Out) const {
  for (unsigned S : Run) {
    if (Control.isDead(int(S)) || Prog.Stmts[S].Team)
      continue;
    if (isLoop(Prog.Stmts[S].Kind))
      Out.push_back(S);
    for (const Instruction *I : Index.instructions(int(S)))
      if (auto *Call = dyn_cast<CallBase>(I))
        for (const llvm::Function *G : Pts.callees(Call))
          if (int F = Index.functionOf(G);
              F >= 0 && Prog.Functions[F].Body >= 0 && Seen.insert(F).second)
            loopsIn(unsigned(Prog.Functions[F].Body), Seen, Out);
    loopsIn(Prog.Stmts[S].Children, Seen, Out);
  }
}

/// How many of the values that the block lacks are in the loop, and in what its
/// rounds call.
size_t Blocks::missingIn(const struct Block &B, unsigned Loop) const {
  DenseSet<int> Called;
  std::vector<unsigned> Loops;
  loopsIn(Loop, Called, Loops);
  return size_t(llvm::count_if(B.Missing, [&](const struct Block::Missing &M) {
    return Prog.isIn(M.Stmt, int(Loop)) ||
           Called.contains(int(Prog.Stmts[M.Stmt].Function));
  }));
}

/// Keeps the loop if blocks in its rounds lack less than C, which has the loop,
/// and have several parameters that each round finds elsewhere.
bool Blocks::keepPartLoop(Slicer &Slice, const Candidate &C, unsigned Loop) {
  static constexpr int Several = 2;
  std::vector<unsigned> Run = bodyRun(Prog, Loop);
  size_t Lacks = missingIn(C.B, Loop);
  if (!Lacks || Run.empty() || !makesBlock(Run))
    return false;
  bool Gains = false;
  auto Rounds = [&] {
    std::vector<Candidate> Round;
    Slice.demandRun(int(Run.front()),
                    [&](unsigned S) { return !isWithin(int(S), Run); });
    Slice.run();
    addWhole(Slice, Run, Round);
    if (Round.empty() || Round.front().B.Missing.size() >= Lacks)
      return;
    ArrayRef<Parameter> Params = Round.front().Params;
    Gains = llvm::count_if(Params, [&](const Parameter &P) {
              return writes(Loop, P.Ways);
            }) >= Several;
    for (const Parameter &P : Params)
      if (Gains)
        demand(Slice, Round.front(), P);
  };
  DenseSet<int> Own;
  for (const skel::Stmt &S : Prog.Stmts)
    if (Prog.isIn(int(S.Id), int(Loop)))
      Own.insert(int(S.Id));
  return Judge.attempt(Slice, Rounds, Own, [&] { return !Gains; }).empty();
}

/// True: there is something new.
bool Blocks::keepPartLoops(Slicer &Slice, ArrayRef<Candidate> Found) {
  static constexpr size_t Most = 16; // a block that lacks more is lost anyway
  for (const Candidate &C : Found) {
    if (C.B.Missing.empty() || C.B.Missing.size() > Most || C.B.Kept ||
        C.B.Part >= 0 || C.Given)
      continue;
    DenseSet<int> Seen;
    std::vector<unsigned> Loops;
    loopsIn(runOf(C.B), Seen, Loops);
    for (unsigned L : Loops)
      if (TriedParts.insert(int(L)).second && keepPartLoop(Slice, C, L))
        return true;
  }
  return false;
}

} // namespace skel
