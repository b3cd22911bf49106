//===- TripDistances.cpp - how far two pointers are apart -----------------===//
//
//
// Pointers to elements of the same array have a distance, which is a size as
// any other one. In front of the run it is "end - begin", or, where both are
// made of one pointer, the difference of what is added to it.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/slice/TripDistances.h"
#include "skeletonizer/memory/ConstantValues.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace skel {

using Distances = TripCounts::Distances;

std::optional<Distances::Place>
Distances::placeOf(const LoadInst *L, const Context &C, unsigned Depth) const {
  Targets At = T.target(L->getPointerOperand(), C);
  if (At.size() == 1 && !T.writtenInRun(At.front())) {
    T.note(At, L, C);
    Place Out;
    Out.Path = At.front();
    return Out;
  }
  auto *Local = dyn_cast<AllocaInst>(L->getPointerOperand());
  const Value *Once = Local ? onlyStored(Local) : nullptr;
  if (!Once)
    return std::nullopt;
  if (std::optional<Place> Of = place(Once, C, Depth + 1))
    return Of;
  Place Out; // "row = a[i]", which each round of a loop sets
  Out.Own = Local;
  return Out;
}

std::optional<Distances::Place>
Distances::place(const Value *V, const Context &C, unsigned Depth) const {
  V = V->stripPointerCasts();
  if (Depth > MaxTripDepth)
    return std::nullopt;
  if (auto *A = dyn_cast<Argument>(V)) {
    const Value *Actual = T.given(A, C);
    return Actual ? place(Actual, *C.Up, Depth + 1) : std::nullopt;
  }
  if (auto *L = dyn_cast<LoadInst>(V)) {
    const Argument *A = C.Up ? parameterOf(L) : nullptr;
    return A ? place(A, C, Depth + 1) : placeOf(L, C, Depth);
  }
  if (auto *G = dyn_cast<GEPOperator>(V)) {
    MapVector<Value *, APInt> Variable;
    APInt Constant(64, 0);
    std::optional<Place> Of = place(G->getPointerOperand(), C, Depth + 1);
    if (!Of || !G->collectOffset(T.Objects.layout(), 64, Variable, Constant))
      return std::nullopt;
    Of->Bytes.Addend += Constant.getSExtValue();
    for (const auto &[Index, Scale] : Variable) {
      std::optional<Sum> By = T.sum(Index, C);
      if (!By)
        return std::nullopt;
      Of->Bytes.add(*By, Scale.getSExtValue());
    }
    return Of;
  }
  if (!isa<AllocaInst, GlobalVariable>(V))
    return std::nullopt;
  Place Out;
  Targets At = T.target(V, C);
  if (At.size() == 1 && At.front().Steps.empty()) {
    Out.Path = At.front();
    Out.Address = true;
  } else {
    Out.Own = dyn_cast<AllocaInst>(V);
  }
  return Out.Own || Out.Address ? std::optional<Place>(Out) : std::nullopt;
}

/// All of the sum is a multiple.
static bool divide(TripValues::Sum &S, int64_t Bytes) {
  bool Divides = S.Addend % Bytes == 0;
  S.Addend /= Bytes;
  auto Each = [&](auto &Of) {
    for (auto &[What, Factor] : Of) {
      Divides &= Factor % Bytes == 0;
      Factor /= Bytes;
    }
  };
  Each(S.Terms);
  Each(S.Values);
  return Divides;
}

std::optional<TripCounts::Sum>
Distances::between(const Place &From, const Place &To, int64_t Bytes,
                   const Instruction *At, const Context &C) const {
  Sum Out = To.Bytes;
  Out.add(From.Bytes, -1);
  if (!divide(Out, Bytes) || From.Own != To.Own)
    return std::nullopt;
  if (From.Own || (From.Path == To.Path && From.Address == To.Address))
    return Out;
  auto IsThere = [&](const Place &P) { return P.Address || P.Path.isFixed(); };
  if (!T.Front || T.Values || T.NoValue.count(At) ||
      T.Memory.isRecursive(At->getFunction()) ||
      !((IsThere(From) && IsThere(To)) || T.alwaysRuns(At, C)))
    return std::nullopt;
  auto New = std::make_shared<Computed>();
  New->What = Computed::Formula;
  New->At = At;
  for (const Place *P : {&To, &From}) {
    Computed::Argument Given;
    Given.Pointer = P->Path;
    Given.Address = P->Address;
    New->Arguments.push_back(std::move(Given));
  }
  Paths Named(T.Index, T.Objects, T.Pts, T.Memory);
  const DIType *Left = Named.pointee(To.Path, To.Address);
  if (Left && Left == Named.pointee(From.Path, From.Address) &&
      bytesOf(Left) == Bytes)
    New->Texts = {"", " - ", ""};
  else
    New->Texts = {"((char *)", " - (char *)", ") / " + std::to_string(Bytes)};
  Out.Values.push_back({std::move(New), 1});
  return Out;
}

std::optional<TripCounts::Sum> Distances::of(const Value *V,
                                             const Context &C) const {
  auto *I = dyn_cast<BinaryOperator>(V);
  int64_t Bytes = 1;
  if (I && I->getOpcode() == Instruction::SDiv && I->isExact())
    if (auto *Size = dyn_cast<ConstantInt>(I->getOperand(1))) {
      Bytes = Size->getSExtValue();
      I = dyn_cast<BinaryOperator>(I->getOperand(0));
    }
  if (!I || I->getOpcode() != Instruction::Sub || Bytes <= 0)
    return std::nullopt;
  auto *To = dyn_cast<PtrToIntOperator>(I->getOperand(0));
  auto *From = dyn_cast<PtrToIntOperator>(I->getOperand(1));
  if (!To || !From)
    return std::nullopt;
  std::optional<Place> End = place(To->getPointerOperand(), C);
  std::optional<Place> Begin =
      End ? place(From->getPointerOperand(), C) : std::nullopt;
  return Begin ? between(*Begin, *End, Bytes, I, C) : std::nullopt;
}

bool Distances::walks(const Value *V, int Stmt, const Context &C,
                      Walker &Out) const {
  auto *L = dyn_cast<LoadInst>(V->stripPointerCasts());
  auto *Variable = L ? dyn_cast<AllocaInst>(L->getPointerOperand()) : nullptr;
  if (!Variable || !isPlain(Variable) || parameterOf(L))
    return false;
  const Program &Prog = T.Index.program();
  const Control &By = T.controlOf(L->getFunction());
  const LoopInfo &Loops = By.Loops;
  const llvm::Loop *Around = Loops.getLoopFor(L->getParent());
  if (!Around)
    return false;
  unsigned Begins = 0;
  for (const User *U : Variable->users()) {
    auto *S = dyn_cast<StoreInst>(U);
    if (!S || (!C.Up && !T.InRun.count(S)))
      continue;
    if (!Around->contains(S)) {
      if (Loops.getLoopFor(S->getParent()) != Around->getParentLoop() ||
          !By.Before.dominates(S, L))
        return false;
      Out.Begin = S->getValueOperand();
      ++Begins;
      continue;
    }
    auto *Step = dyn_cast<GEPOperator>(S->getValueOperand());
    auto *From = Step ? dyn_cast<LoadInst>(Step->getPointerOperand()) : nullptr;
    APInt Bytes(64, 0);
    if (Out.Step || !From || From->getPointerOperand() != Variable ||
        !Step->accumulateConstantOffset(T.Objects.layout(), Bytes) ||
        Bytes.isZero() || !inEachRound(Prog, T.Index.stmtOf(S), Stmt))
      return false;
    Out.Step = Bytes.getSExtValue();
    Out.Bytes = int64_t(
        T.Objects.layout().getTypeAllocSize(Step->getSourceElementType()));
  }
  Out.Variable = Variable;
  return Out.Step &&
         (Begins == 1 || (!Begins && Variable->getFunction() == T.Home &&
                          !Around->getParentLoop()));
}

std::optional<TripCounts::Sum> Distances::rounds(const ICmpInst *Test, int Stmt,
                                                 const Context &C) const {
  if (!Test->getOperand(0)->getType()->isPointerTy())
    return std::nullopt;
  CmpInst::Predicate P = Test->getPredicate();
  const Value *End = Test->getOperand(1);
  Walker By;
  if (!walks(Test->getOperand(0), Stmt, C, By)) {
    By = Walker();
    End = Test->getOperand(0);
    P = CmpInst::getSwappedPredicate(P);
    if (!walks(Test->getOperand(1), Stmt, C, By))
      return std::nullopt;
  }
  bool Less = P == CmpInst::ICMP_ULT || P == CmpInst::ICMP_ULE;
  bool Greater = P == CmpInst::ICMP_UGT || P == CmpInst::ICMP_UGE;
  if (P != CmpInst::ICMP_NE && !(By.Step < 0 ? Greater : Less))
    return std::nullopt;
  std::optional<Place> To = place(End, C), From;
  if (By.Begin)
    From = place(By.Begin, C);
  else {
    From = Place();
    From->Path.Root = By.Variable;
  }
  if (!To || !From)
    return std::nullopt;
  if (By.Step < 0)
    std::swap(To, From);
  std::optional<Sum> Count = between(*From, *To, By.Bytes, Test, C);
  if (Count && (Less || Greater))
    Count->Addend += !CmpInst::isStrictPredicate(P);
  return Count;
}

} // namespace skel
