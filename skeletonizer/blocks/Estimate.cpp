//===- Estimate.cpp - how long code might run, from its text --------------===//
//
// Costs of functions from callees to callers, then how often each runs, from
// callers to callees. Recursion counts once.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/blocks/Estimate.h"
#include "skeletonizer/model/Summaries.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include <cmath>

using namespace llvm;

namespace skel {

static const double PerLoop = 10;
static const double PerSize = 100; ///< of a library kernel

/// Loops around a statement, in its function; a loop's own test is in it.
unsigned Estimate::depth(int Stmt) const {
  unsigned D = 0;
  for (int S = Stmt; S >= 0; S = Prog.Stmts[S].Parent)
    D += isLoop(Prog.Stmts[S].Kind);
  return D;
}

double Estimate::cost(const Instruction *I) const {
  int S = Index.stmtOf(I);
  if (S >= 0 && Control.isDead(S))
    return 0;
  if (isa<BinaryOperator>(I))
    return I->getType()->isFPOrFPVectorTy() ? 1 : 0.2;
  if (auto *G = dyn_cast<GetElementPtrInst>(I))
    return G->hasAllConstantIndices() ? 0 : 0.5;
  auto *C = dyn_cast<CallBase>(I);
  if (!C)
    return 0;
  if (auto *M = dyn_cast<MemIntrinsic>(C))
    return isa<ConstantInt>(M->getLength()) ? 0 : PerLoop;
  if (isa<IntrinsicInst>(C))
    return isa<DbgInfoIntrinsic>(C) ? 0 : 1;
  double Sum = 0;
  for (auto Targets : {Pts.callees(C), Pts.callbacks(C)})
    for (const llvm::Function *G : Targets) {
      auto It = Cost.find(G);
      Sum = std::max(Sum, It == Cost.end() ? 0 : It->second);
    }
  for (const llvm::Function *F : Memory.externals(C)) {
    StringRef Name = F->getName();
    if (findMpiCall(Name))
      continue;
    const LibrarySummary *L = findLibraryCall(Name);
    if (L && L->Flags & LibrarySummary::Costly) // a loop for each size
      Sum += std::pow(PerSize, std::max<size_t>(1, strlen(L->KernelParams)));
    else if (hasFact(Name, LibraryFact::Sorts) && takesTime(Name))
      Sum += PerLoop * PerLoop;
    else if (hasFact(Name, LibraryFact::PassesBytes))
      Sum += PerLoop;
    else if (hasFact(Name, LibraryFact::Mathematics))
      Sum += 10;
    else
      Sum += 1;
  }
  return Sum;
}

Estimate::Estimate(const IrIndex &I, const PointsTo &P, const ModRef &M,
                   const ControlDep &C)
    : Index(I), Pts(P), Memory(M), Control(C), Prog(I.program()) {
  // Callees before callers.
  std::vector<const llvm::Function *> Order;
  DenseSet<const llvm::Function *> Seen;
  struct Frame {
    const llvm::Function *F;
    std::vector<const llvm::Function *> Next;
  };
  std::vector<Frame> Stack;
  auto Enter = [&](const llvm::Function *F) {
    if (F->isDeclaration() || !Seen.insert(F).second)
      return;
    Stack.push_back({F, {}});
    for (const Instruction &J : instructions(*F))
      if (auto *Call = dyn_cast<CallBase>(&J))
        for (auto Targets : {Pts.callees(Call), Pts.callbacks(Call)})
          Stack.back().Next.insert(Stack.back().Next.end(), Targets.begin(),
                                   Targets.end());
  };
  Enter(Index.module().getFunction("main"));
  while (!Stack.empty()) {
    if (Stack.back().Next.empty()) {
      const llvm::Function *F = Stack.back().F;
      Stack.pop_back();
      Order.push_back(F);
      double Sum = 0;
      for (const Instruction &J : instructions(*F))
        Sum += cost(&J) * std::pow(PerLoop, depth(Index.stmtOf(&J)));
      Cost[F] = std::min(Sum, 1e100);
    } else {
      const llvm::Function *Next = Stack.back().Next.back();
      Stack.back().Next.pop_back();
      Enter(Next);
    }
  }
  if (Order.empty())
    return;
  Runs[Order.back()] = 1; // main
  DenseSet<const llvm::Function *> Done;
  for (const llvm::Function *F : reverse(Order)) {
    Done.insert(F);
    double Here = Runs[F];
    for (const Instruction &J : instructions(*F))
      if (auto *Call = dyn_cast<CallBase>(&J)) {
        int S = Index.stmtOf(Call);
        if (S >= 0 && Control.isDead(S))
          continue;
        double Times = Here * std::pow(PerLoop, depth(S));
        for (auto Targets : {Pts.callees(Call), Pts.callbacks(Call)})
          for (const llvm::Function *G : Targets)
            if (!Done.count(G))
              Runs[G] = std::min(Runs[G] + Times, 1e100);
      }
  }
}

void Estimate::visit(unsigned Stmt, Visitor Tell) const {
  if (Control.isDead(int(Stmt)))
    return;
  double Loops = std::pow(PerLoop, depth(int(Stmt)));
  for (const Instruction *I : Index.instructions(int(Stmt))) {
    auto It = Runs.find(I->getFunction());
    if (It != Runs.end())
      Tell(I, It->second * Loops);
  }
  for (unsigned Child : Prog.Stmts[Stmt].Children)
    visit(Child, Tell);
}

void Estimate::visit(int First, int Last, Visitor Tell) const {
  const skel::Stmt &S = Prog.Stmts[First];
  if (First == Last || S.Parent < 0) {
    visit(unsigned(First), Tell);
    return;
  }
  bool In = false;
  for (unsigned Child : Prog.Stmts[S.Parent].Children) {
    In |= int(Child) == First;
    if (In)
      visit(Child, Tell);
    if (int(Child) == Last)
      break;
  }
}

double Estimate::of(int First, int Last) const {
  double Sum = 0;
  visit(First, Last,
        [&](const Instruction *I, double Times) { Sum += cost(I) * Times; });
  return Sum;
}

/// The name of the function of the program, or the kernel, that a call calls;
/// empty if it calls neither, or several.
std::string Estimate::calleeOf(const CallBase *C) const {
  std::string Name;
  auto Add = [&](const std::string &Callee) {
    bool Other = !Name.empty() && Name != Callee;
    Name = Callee;
    return !Other;
  };
  for (const llvm::Function *G : Pts.callees(C)) {
    int F = Index.functionOf(G);
    if (F >= 0 && !Add(Prog.Functions[F].Name))
      return "";
  }
  for (const llvm::Function *F : Memory.externals(C))
    if (const LibrarySummary *L = findLibraryCall(F->getName()))
      if (L->Flags & LibrarySummary::Costly && !Add(L->Name))
        return "";
  return Name;
}

std::string Estimate::mostlyCalls(int First, int Last) const {
  double Sum = 0;
  std::map<std::string, double> Of;
  visit(First, Last, [&](const Instruction *I, double Times) {
    double Here = cost(I) * Times;
    Sum += Here;
    if (auto *C = dyn_cast<CallBase>(I))
      Of[calleeOf(C)] += Here;
  });
  for (const auto &[Name, Here] : Of)
    if (!Name.empty() && Here > Sum / 2)
      return Name;
  return "";
}

} // namespace skel
