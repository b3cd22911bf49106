//===- TripPointers.cpp - which function a pointer leads to ---------------===//
//
// Of calls through pointers, and of functions that libraries call back: a
// condition on the pointer in front of the run tells which one it is.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/slice/TripCounts.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace skel {

/// What a pointer is where the calls on the way say so; else itself.
const Value *TripCounts::origin(const Value *V, const Context &C) const {
  V = V->stripPointerCasts();
  auto *A = dyn_cast<Argument>(V);
  if (auto *L = dyn_cast<LoadInst>(V); L && !A)
    A = parameterOf(L);
  const Value *Actual = A ? given(A, C) : nullptr;
  return Actual ? origin(Actual, *C.Up) : V;
}

/// The function that it stands for.
const llvm::Function *TripCounts::functionOf(const Value *V,
                                             const Context &C) const {
  return dyn_cast<llvm::Function>(origin(V, C));
}

/// Text elsewhere in the program can ask whether a pointer leads to it: it has
/// a name of C that no other one has, and is compiled once.
static bool canBeAskedFor(const IrIndex &Index, int Function) {
  if (Function < 0)
    return false;
  const Program &Prog = Index.program();
  const skel::Function &F = Prog.Functions[Function];
  auto Copies = Index.copies(Function);
  if (F.Body < 0 || Prog.Stmts[F.Body].Kind != StmtKind::Compound ||
      Prog.Stmts[F.Body].FromMacro || Copies.size() != 1)
    return false;
  const DISubprogram *D = Copies.front()->getSubprogram();
  return D && D->getLinkageName().empty() &&
         llvm::count_if(Prog.Functions, [&](const skel::Function &G) {
           return G.Name == F.Name;
         }) == 1;
}

/// Conditions that tell to which of the functions the call's operand points,
/// one less than there are. False: the pointer has no name in front of the run,
/// or too many functions have none.
bool TripCounts::asks(const CallBase *Call, const Value *Operand,
                      const Choice &Of, const Context &C) {
  Computed::Argument Pointer;
  if (Values || !Front || !argument(Operand, C, Pointer) || Pointer.Address ||
      !Pointer.Pointer.Root)
    return false;
  std::vector<int> Named(Of.Functions.begin(), Of.Functions.end());
  llvm::erase_if(Named, [&](int F) { return !canBeAskedFor(Index, F); });
  if (Named.size() + 1 < Of.Many)
    return false;
  if (Named.size() == Of.Many)
    Named.pop_back();
  auto Asked = [&](int F) {
    return llvm::any_of(Conditions, [&](const Condition &If) {
      return If.Left.Values.size() == 1 &&
             If.Left.Values[0].first->What == Computed::Callee &&
             If.Left.Values[0].first->Function == F &&
             If.Left.Values[0].first->Arguments[0].Pointer == Pointer.Pointer;
    });
  };
  llvm::erase_if(Named, Asked);
  if (Conditions.size() + Named.size() > MaxConditions)
    return false;
  for (int F : Named) {
    auto Is = std::make_shared<Computed>();
    Is->What = Computed::Callee;
    Is->At = Call;
    Is->Function = F;
    Is->Arguments.push_back(Pointer);
    Sum Left;
    Left.Values.push_back({Is, 1});
    Conditions.push_back({Left, {}, "", Call});
  }
  return true;
}

/// The functions of the program that the call may enter through the operand,
/// its callee or an argument, and how many these are with those of libraries.
TripCounts::Choice TripCounts::leadsTo(const CallBase *Call,
                                       const Value *Operand,
                                       const Context &C) const {
  auto Theirs = Memory.externals(Call);
  bool Callee = Operand == Call->getCalledOperand();
  auto Ours = Callee ? Pts.callees(Call) : Pts.callbacks(Call);
  Choice Out;
  for (unsigned P : Pts.pointees(origin(Operand, C))) {
    const MemObject &O = Objects.object(Objects.placeInfo(P).Object);
    auto *F = O.K == MemObject::Code ? cast<llvm::Function>(O.Site) : nullptr;
    if (F && is_contained(Ours, F))
      Out.Functions.insert(Index.functionOf(F)); // each has copies
    else if (F && Callee && is_contained(Theirs, F))
      ++Out.Many;
  }
  Out.Many += Out.Functions.size();
  if (Callee && !Out.Many) {
    for (const llvm::Function *F : Ours)
      Out.Functions.insert(Index.functionOf(F));
    Out.Many = Out.Functions.size() + Theirs.size();
  }
  return Out;
}

/// An element of a table of functions that never changes: which one it is, by
/// its index.
bool TripCounts::fromTable(const LoadInst *L, const Context &C) {
  OneIndex By = indexOf(L->getPointerOperand());
  auto *Table = dyn_cast<GlobalVariable>(By.Base);
  if (!By.Index || !Table || !Table->isConstant())
    return constantTable(L, C);
  uint64_t Many = Objects.layout().getTypeAllocSize(Table->getValueType()) /
                  std::max<uint64_t>(By.Bytes, 1);
  SmallVector<int64_t, 8> Of; // the last one is none of the others
  for (uint64_t K = 0; K + 1 < Many && K <= MaxConditions; ++K)
    Of.push_back(int64_t(K));
  return equals(By.Index, Of, L, C) || constantTable(L, C);
}

/// A call may enter one of several functions through the operand: what chooses
/// it. False: it is one function, or what chooses it is known.
bool TripCounts::oneOfSeveral(const CallBase *Call, const Value *Operand,
                              const Context &C) {
  Choice Of = leadsTo(Call, Operand, C);
  const llvm::Function *Only = functionOf(Operand, C);
  auto *L = dyn_cast<LoadInst>(Operand);
  if (Of.Many < 2 ||
      (Only &&
       (Only->isDeclaration() || Of.Functions.count(Index.functionOf(Only)))) ||
      (L && fromTable(L, C)) || asks(Call, Operand, Of, C))
    return false;
  lose(Call, "which of " + Twine(Of.Many) + " functions " +
                 (Operand == Call->getCalledOperand()
                      ? "is called through a pointer"
                      : IrIndex::externalName(Call) + "() calls"));
  return true;
}

void TripCounts::chosen(const CallBase *Call, const Context &C) {
  int S = Index.stmtOf(Call);
  bool Repeated = S >= 0 && Heavy && isInLoop(S, C);
  if (S < 0 || !Heavy ||
      !(Heavy(unsigned(S), Repeated) ||
        (Repeated &&
         llvm::any_of(
             Memory.externals(Call),
             [](const auto *F) { return isLongMathematics(F->getName()); }))))
    return;
  if (!Call->getCalledFunction())
    oneOfSeveral(Call, Call->getCalledOperand(), C);
  else
    for (const Use &U : Call->args())
      oneOfSeveral(Call, U.get(), C);
}

} // namespace skel
