//===- Sites.cpp - call expressions of the source -------------------------===//
//
// Groups call instructions by source place; finds what belongs to arguments.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/slice/Sites.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include <map>
#include <tuple>

using namespace llvm;

namespace skel {

static StringRef sourceName(const CallBase *C) {
  auto *F = dyn_cast<llvm::Function>(
      C->getCalledOperand()->stripPointerCastsAndAliases());
  if (!F)
    return "";
  return F->getSubprogram() ? F->getSubprogram()->getName() : F->getName();
}

Sites::Sites(const IrIndex &I, const PointsTo &P) : Index(I), Pts(P) {
  std::map<std::tuple<int, unsigned, unsigned, std::string>, int> Ids;
  for (const Stmt &S : Index.program().Stmts) {
    bool Calls = false;
    for (const Instruction *J : Index.instructions(int(S.Id))) {
      auto *C = dyn_cast<CallBase>(J);
      if (!C || isa<IntrinsicInst>(C))
        continue;
      Calls = true;
      const DebugLoc &L = C->getDebugLoc();
      auto [It, New] = Ids.try_emplace(
          {int(S.Id), L->getLine(), L->getColumn(), sourceName(C).str()},
          int(OfSite.size()));
      if (New)
        OfSite.emplace_back();
      OfSite[It->second].push_back(C);
      SiteIds[C] = It->second;
    }
    if (Calls)
      findOwners(int(S.Id));
  }
}

int Sites::siteOf(const CallBase *C) const {
  auto It = SiteIds.find(C);
  return It == SiteIds.end() ? -1 : It->second;
}

/// Memory of the compiler's own: no name in the source.
static bool isTemporary(const IrIndex &Index, const Value *Pointer) {
  auto *A = dyn_cast<AllocaInst>(Pointer->stripInBoundsOffsets());
  return A && !Index.variableOf(A);
}

static bool hasEffect(const IrIndex &Index, const Instruction *I) {
  if (auto *S = dyn_cast<StoreInst>(I))
    return !isTemporary(Index, S->getPointerOperand());
  if (auto *M = dyn_cast<MemIntrinsic>(I))
    return !isTemporary(Index, M->getDest());
  return isa<AtomicRMWInst>(I) || isa<AtomicCmpXchgInst>(I);
}

/// The argument's text holds a call that none of these instructions is: what it
/// does would be lost with the text.
bool Sites::holdsOtherCall(const CallBase *C, unsigned Arg, int Stmt,
                           const DenseSet<const Instruction *> &In) const {
  const std::vector<Call> &Calls = Index.program().Calls;
  const Call &Whole = Calls[size_t(Index.callOf(C))];
  const Call::Arg &Text = Whole.Args[Arg];
  for (const Instruction *I : Index.instructions(Stmt)) {
    auto *Other = dyn_cast<CallBase>(I);
    if (!Other || Other == C || Other->getFunction() != C->getFunction() ||
        isa<IntrinsicInst>(Other) || In.count(I))
      continue;
    for (size_t K : Index.sourceCalls(Other))
      if (Calls[K].File == Whole.File && Calls[K].At >= Text.Begin &&
          Calls[K].At < Text.End)
        return true;
  }
  return false;
}

void Sites::collect(const CallBase *C, unsigned Arg, int Stmt,
                    const DenseMap<const Instruction *, unsigned> &Order) {
  const Value *V = C->getArgOperand(Arg);
  auto *Root = dyn_cast<Instruction>(V);
  SmallVector<const Instruction *, 16> Tree;
  DenseSet<const Instruction *> In;
  if (!Root || isa<AllocaInst>(Root)) {
    if ((isa<AllocaInst>(V) || isa<GlobalObject>(V) || isa<ConstantExpr>(V)) &&
        !holdsOtherCall(C, Arg, Stmt, In))
      Replaceable.insert({C, Arg});
    return;
  }
  // All that the value is computed from within the statement.
  SmallVector<const Instruction *, 16> Work{Root};
  unsigned First = ~0u, Last = 0;
  while (!Work.empty()) {
    const Instruction *I = Work.pop_back_val();
    if (isa<AllocaInst>(I) || Index.stmtOf(I) != Stmt || !In.insert(I).second)
      continue;
    Tree.push_back(I);
    First = std::min(First, Order.lookup(I));
    Last = std::max(Last, Order.lookup(I));
    for (const Use &U : I->operands())
      if (auto *Op = dyn_cast<Instruction>(U.get()))
        Work.push_back(Op);
  }
  for (const Instruction *I : Tree)
    for (const User *U : I->users())
      if (U != C && !In.count(cast<Instruction>(U)))
        return;
  for (const Instruction *I : Index.instructions(Stmt)) {
    if (I->getFunction() != C->getFunction())
      continue;
    unsigned At = Order.lookup(I);
    if (At >= First && At <= Last && hasEffect(Index, I))
      return;
  }
  if (holdsOtherCall(C, Arg, Stmt, In))
    return;
  Replaceable.insert({C, Arg});
  for (const Instruction *I : Tree) {
    if (!Owners.try_emplace(I, ArgKey{C, Arg}).second)
      continue;
    Owned[{C, Arg}].push_back(I);
  }
}

void Sites::findOwners(int Stmt) {
  DenseMap<const Instruction *, unsigned> Order;
  std::vector<const CallBase *> Calls;
  for (const Instruction *I : Index.instructions(Stmt)) {
    unsigned N = unsigned(Order.size()) + 1;
    Order[I] = N;
    if (auto *C = dyn_cast<CallBase>(I))
      if (!isa<IntrinsicInst>(C))
        Calls.push_back(C);
  }
  for (const CallBase *C : Calls) {
    int Id = Index.callOf(C);
    if (Id < 0)
      continue;
    const Call &K = Index.program().Calls[Id];
    const MpiCallInfo *Info = IrIndex::mpiCall(C);
    if (K.FromMacro || (!Info && Pts.callees(C).empty()))
      continue;
    for (unsigned A = 0; A < C->arg_size() && A < K.Args.size(); ++A) {
      if (K.Args.size() != C->arg_size())
        break; // structures passed in pieces: positions do not correspond
      const Call::Arg &Text = K.Args[A];
      if (Text.Begin == Text.End || !(Text.Pointer || Text.Number) ||
          Text.Writes)
        continue;
      if (Info && !(Info->hasBuffers() && isBufferRole(Info->Roles[A])) &&
          Info->Roles[A] != 'l')
        continue;
      collect(C, A, Stmt, Order);
    }
  }
}

std::pair<const CallBase *, unsigned> Sites::owner(const Instruction *I) const {
  auto It = Owners.find(I);
  return It == Owners.end() ? ArgKey{nullptr, 0} : It->second;
}

ArrayRef<const Instruction *> Sites::owned(const CallBase *C,
                                           unsigned Arg) const {
  auto It = Owned.find({C, Arg});
  return It == Owned.end() ? ArrayRef<const Instruction *>()
                           : ArrayRef(It->second);
}

bool Sites::replaceable(const CallBase *C, unsigned Arg) const {
  return Replaceable.count({C, Arg}) != 0;
}

bool Sites::canStandAlone(const CallBase *C) const {
  int Stmt = Index.stmtOf(C), Id = Index.callOf(C);
  if (C->hasStructRetAttr())
    return false; // the call writes what the statement assigns
  if (Stmt < 0 || Id < 0 || Index.program().Calls[Id].FromMacro)
    return false;
  const skel::Stmt &S = Index.program().Stmts[Stmt];
  if (S.FromMacro ||
      (S.Kind != StmtKind::Expr && S.Kind != StmtKind::Declarator &&
       S.Kind != StmtKind::Return && S.Kind != StmtKind::If))
    return false;
  // It runs whenever the statement does.
  for (const Instruction *I : Index.instructions(Stmt))
    if (I->getFunction() == C->getFunction() &&
        I->getParent() != C->getParent())
      return false;
  return true;
}

} // namespace skel
