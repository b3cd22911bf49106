//===- OptionLoops.cpp - loops over the options of a program --------------===//
//
// The conditions that end a loop, and whether one of them compares what changes
// from round to round with argc, or reads on in an option's text.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/slice/OptionLoops.h"
#include "skeletonizer/model/Summaries.h"
#include "skeletonizer/slice/TripCounts.h"

using namespace llvm;

namespace skel {

/// How far values are followed through variables, operators and calls.
static constexpr unsigned MaxDepth = 8;

/// What the user gave: argv, its texts, and variables of the environment.
static bool isOfUser(const MemObject &O) {
  StringRef Name = O.Name;
  if (O.K != MemObject::Outside)
    return false;
  if (!Name.consume_front("memory of "))
    return Name == "argv" || Name == "environ" || Name == "argument strings";
  const LibrarySummary *S = findLibraryCall(Name);
  return Name == "environ" || (S && StringRef(S->State) == "<env");
}

/// The pointer leads to texts of the command line or of the environment
/// (Options), or to constant ones; false: or elsewhere.
bool OptionLoops::isOfTexts(const Value *Pointer, bool &Options) const {
  for (unsigned P : Pts.pointees(Pointer)) {
    const MemObject &O = Objects.object(Objects.placeInfo(P).Object);
    if (isOfUser(O))
      Options = true;
    else if (auto *G = dyn_cast_or_null<GlobalVariable>(O.Site);
             !G || !G->isConstant())
      return false;
  }
  return true;
}

bool OptionLoops::isOfOptions(const Value *Pointer) const {
  bool Options = false;
  return isOfTexts(Pointer, Options) && Options;
}

bool OptionLoops::readsOptions(const CallBase *C) const {
  bool Options = false;
  return all_of(C->args(),
                [&](const Use &A) {
                  return !A->getType()->isPointerTy() || isOfTexts(A, Options);
                }) &&
         Options;
}

bool OptionLoops::isWithin(const Instruction *I, unsigned Loop) const {
  for (int S = Index.stmtOf(I); S >= 0; S = Index.program().Stmts[S].Parent)
    if (unsigned(S) == Loop)
      return true;
  return false;
}

/// The variable that a pointer is, as a whole; or null.
static const Value *variableOf(const Value *Pointer) {
  return isa<AllocaInst>(Pointer) || isa<GlobalVariable>(Pointer) ? Pointer
                                                                  : nullptr;
}

/// The value may differ between rounds: a variable in it is set in the loop, or
/// a function gives it.
bool OptionLoops::changes(const Value *V, unsigned Loop, unsigned Depth) const {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || Depth > MaxDepth || isa<AllocaInst>(I))
    return false;
  if (isa<CallBase>(I))
    return isWithin(I, Loop);
  if (auto *L = dyn_cast<LoadInst>(I))
    if (const Value *Variable = variableOf(L->getPointerOperand()))
      return any_of(Variable->users(), [&](const User *U) {
        auto *S = dyn_cast<StoreInst>(U);
        return S && S->getPointerOperand() == Variable && isWithin(S, Loop);
      });
  return any_of(I->operands(), [&](const Use &Operand) {
    return changes(Operand, Loop, Depth + 1);
  });
}

/// argc, or argc with a constant added or something subtracted, also in a
/// variable or parameter.
bool OptionLoops::isNumberOfOptions(const Value *V, unsigned Depth,
                                    const Value *Within) const {
  if (Depth > MaxDepth)
    return false;
  if (auto *A = dyn_cast<Argument>(V)) {
    if (A->getParent()->getName() == "main")
      return A->getArgNo() == 0;
    ArrayRef<const CallBase *> Callers = Index.callers(A->getParent());
    return !Callers.empty() && all_of(Callers, [&](const CallBase *C) {
      return A->getArgNo() < C->arg_size() &&
             isNumberOfOptions(C->getArgOperand(A->getArgNo()), Depth + 1);
    });
  }
  if (auto *C = dyn_cast<CastInst>(V))
    return isNumberOfOptions(C->getOperand(0), Depth + 1, Within);
  if (auto *B = dyn_cast<BinaryOperator>(V))
    return (B->getOpcode() == Instruction::Sub ||
            (B->getOpcode() == Instruction::Add &&
             isa<ConstantInt>(B->getOperand(1)))) &&
           isNumberOfOptions(B->getOperand(0), Depth + 1, Within);
  auto *L = dyn_cast<LoadInst>(V);
  const Value *Variable = L ? variableOf(L->getPointerOperand()) : nullptr;
  if (!Variable || Variable == Within) // "argc--" sets it to itself less one
    return Variable;
  bool Set = false;
  for (const User *U : Variable->users())
    if (auto *S = dyn_cast<StoreInst>(U);
        S && S->getPointerOperand() == Variable) {
      Set = true;
      if (!isNumberOfOptions(S->getValueOperand(), Depth + 1, Variable))
        return false;
    }
  return Set;
}

/// An element of argv, a place in an option's text, or a character of it, which
/// is another one in each round.
bool OptionLoops::isText(const Value *V, unsigned Loop) const {
  while (auto *C = dyn_cast<CastInst>(V))
    V = C->getOperand(0);
  if (V->getType()->isPointerTy())
    return isOfOptions(V) && changes(V, Loop);
  auto *L = dyn_cast<LoadInst>(V);
  return L && V->getType()->isIntegerTy(8) &&
         isOfOptions(L->getPointerOperand()) &&
         changes(L->getPointerOperand(), Loop);
}

bool OptionLoops::limits(const Value *Condition, unsigned Loop) const {
  SmallVector<const Value *, 8> Work{Condition};
  SmallPtrSet<const Value *, 8> Seen;
  while (!Work.empty()) {
    auto *I = dyn_cast<Instruction>(Work.pop_back_val());
    if (!I || !Seen.insert(I).second)
      continue;
    if (auto *C = dyn_cast<ICmpInst>(I)) {
      const Value *A = C->getOperand(0), *B = C->getOperand(1);
      bool Number = isNumberOfOptions(A) || isNumberOfOptions(B);
      if (isText(A, Loop) || isText(B, Loop) ||
          (Number && (changes(A, Loop) || changes(B, Loop))))
        return true;
    }
    if (!isa<LoadInst>(I) && !isa<CallBase>(I))
      Work.append(I->op_begin(), I->op_end());
  }
  return false;
}

/// Conditions of statements with a jump that leaves the loop.
void OptionLoops::addLeaving(unsigned Stmt, Conditions &Out) const {
  const Program &Prog = Index.program();
  for (unsigned Child : Prog.Stmts[Stmt].Children) {
    const skel::Stmt &S = Prog.Stmts[Child];
    bool Leaves = S.Kind == StmtKind::Return ||
                  (S.Kind == StmtKind::Goto && S.Name == "break");
    for (int Up = S.Parent; Leaves && Up >= 0; Up = Prog.Stmts[Up].Parent) {
      if (isLoop(Prog.Stmts[Up].Kind))
        break;
      if (Prog.Stmts[Up].Kind != StmtKind::If)
        continue;
      for (const Instruction *I : Index.instructions(Up))
        if (auto *B = dyn_cast<BranchInst>(I); B && B->isConditional())
          Out.push_back(B->getCondition());
      break;
    }
    if (!isLoop(S.Kind))
      addLeaving(Child, Out);
  }
}

/// What is tested in each round, of the loop's head; or else, in its body.
OptionLoops::Conditions OptionLoops::testsOf(unsigned Loop) const {
  Conditions Out;
  for (const Instruction *I : Index.instructions(int(Loop)))
    if (auto *B = dyn_cast<BranchInst>(I); B && B->isConditional() &&
                                           isLoopTest(Index, B, int(Loop)) &&
                                           !isa<Constant>(B->getCondition()))
      Out.push_back(B->getCondition());
  if (Out.empty())
    addLeaving(Loop, Out);
  return Out;
}

/// The loop's own code, without inner loops, has a call that Test accepts.
template <class Fn> bool OptionLoops::hasCall(unsigned Stmt, Fn Test) const {
  for (const Instruction *I : Index.instructions(int(Stmt)))
    if (auto *C = dyn_cast<CallBase>(I); C && Test(C))
      return true;
  return any_of(Index.program().Stmts[Stmt].Children, [&](unsigned Child) {
    return !isLoop(Index.program().Stmts[Child].Kind) && hasCall(Child, Test);
  });
}

/// "for (k = 0; k < 3; k++)", whose body does not set k.
bool OptionLoops::hasFewRounds(unsigned Loop) const {
  static constexpr int64_t Few = 64;
  Conditions Tests = testsOf(Loop);
  return Index.program().Stmts[Loop].Kind == StmtKind::For && !Tests.empty() &&
         all_of(Tests, [&](const Value *Test) {
           auto *C = dyn_cast<ICmpInst>(Test);
           auto *Bound = C ? dyn_cast<ConstantInt>(C->getOperand(1)) : nullptr;
           auto *L = C ? dyn_cast<LoadInst>(C->getOperand(0)) : nullptr;
           if (!Bound || !L || !variableOf(L->getPointerOperand()) ||
               Bound->getValue().abs().ugt(Few) ||
               (C->getPredicate() != CmpInst::ICMP_SLT &&
                C->getPredicate() != CmpInst::ICMP_SLE &&
                C->getPredicate() != CmpInst::ICMP_ULT))
             return false;
           return all_of(L->getPointerOperand()->users(), [&](const User *U) {
             auto *S = dyn_cast<StoreInst>(U);
             return !S || !isWithin(S, Loop) || Index.stmtOf(S) == int(Loop);
           });
         });
}

static bool isGetopt(const CallBase *C) {
  const llvm::Function *F = C->getCalledFunction();
  return F && hasFact(F->getName(), LibraryFact::ParsesOptions);
}

bool OptionLoops::goesOverOptions(unsigned Loop) const {
  auto [It, New] = Known.try_emplace(Loop, false);
  if (!New)
    return It->second;
  auto Limits = [&](const Value *Condition) { return limits(Condition, Loop); };
  auto ReadsAnother = [&](const CallBase *C) {
    return readsOptions(C) &&
           any_of(C->args(), [&](const Use &A) { return isText(A, Loop); });
  };
  bool Over = isRepeated(Index, Loop) &&
              (hasCall(Loop, isGetopt) || any_of(testsOf(Loop), Limits) ||
               (hasFewRounds(Loop) && hasCall(Loop, ReadsAnother)));
  return Known[Loop] = Over;
}

bool OptionLoops::looksUp(unsigned Loop) const {
  return isRepeated(Index, Loop) && hasCall(Loop, [&](const CallBase *C) {
           return readsOptions(C) && any_of(C->args(), [&](const Use &A) {
                    return changes(A, Loop);
                  });
         });
}

} // namespace skel
