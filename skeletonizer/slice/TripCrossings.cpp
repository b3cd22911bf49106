//===- TripCrossings.cpp - rounds on one side of a bound ------------------===//
//
// "for (i = 0; i < mine; i++) { if (rank + i * size <= k) continue; ... }": in
// each round a number is compared that grows with the counter. Where the loop
// crosses the bound follows from what is known in front of the run, and no
// curve over rank, size and k tells it: the rounds on the side with more code
// are counted. So are those of a rank's own, "if (i % size == rank)", and those
// of blocks that are dealt out: "(i / nb * size + rank) * nb + i % nb > k".
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/ConstantValues.h"
#include "skeletonizer/slice/TripCrossings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;

namespace skel {

/// Looks for the loop whose counter a number grows with.
struct TripCounts::Crossings::Growth {
  TripCounts &T;
  int Loop = -1;                   ///< the loop's statement
  const Context *Where = nullptr;  ///< and how its function was called
  const LoadInst *Reads = nullptr; ///< the counter

  /// A number in each round: Base + Factor * counter + Block * (counter / Size)
  /// + Place * (counter % Size).
  struct Line {
    Sum Base, Factor = {}, Block = {}, Place = {}, Size = {};
    bool inBlocks() const { return Size.size() || Size.Addend; }
    bool moves() const;
    /// False: of blocks of two sizes.
    bool add(const Line &Other, int64_t Times);
  };

  /// Of the comparison, with all that grows.
  Line Number = {};

  /// A number in each round, divided by By.
  struct Rest {
    Line Number;
    Sum By;
  };

  std::optional<Line> line(const Value *V, const Context &C,
                           unsigned Depth = 0);
  std::optional<Rest> rest(const Value *V, const Context &C,
                           unsigned Depth = 0);
  bool isBehindRest(const BranchInst *B, const Context &C) const;
  std::pair<const Value *, const Context *> result(const CallBase *Call,
                                                   const Context &C) const;
  std::optional<Line> ofRest(const BinaryOperator *B, const Context &C,
                             unsigned Depth);
  std::optional<Line> ofOperator(const BinaryOperator *B, const Context &C,
                                 unsigned Depth);
  bool readsCounter(const LoadInst *L, const Context &C);
  static Sum lowest(const Counting &Of);
  unsigned side(const BranchInst *B) const;
};

static TripValues::Sum constantSum(int64_t K) {
  TripValues::Sum Out;
  Out.Addend = K;
  return Out;
}

static bool isZero(const TripValues::Sum &S) {
  return S.isConstant() && !S.Addend;
}

/// A formula of sums, with the texts around them, at that instruction.
static TripValues::Sum formula(std::vector<std::string> Texts,
                               std::initializer_list<TripValues::Sum> Of,
                               const Instruction *At) {
  auto New = std::make_shared<TripValues::Computed>();
  New->What = TripValues::Computed::Formula;
  New->At = At;
  if (StringRef(Texts.front()).starts_with(LongCast))
    New->Casts = {{0, 0}};
  New->Texts = std::move(Texts);
  for (const TripValues::Sum &Given : Of)
    New->Arguments.push_back({Given});
  TripValues::Sum Out;
  Out.Values.push_back({std::move(New), 1});
  return Out;
}

/// The product, at that instruction.
static TripValues::Sum multiplied(const TripValues::Sum &A,
                                  const TripValues::Sum &B,
                                  const Instruction *At) {
  if (!A.isConstant() && !B.isConstant())
    return formula({LongCast.str(), " * ", ""}, {A, B}, At);
  TripValues::Sum Out;
  Out.add(A.isConstant() ? B : A, A.isConstant() ? A.Addend : B.Addend);
  return Out;
}

/// The quotient by a number above 0.
static TripValues::Sum quotient(const TripValues::Sum &Of, int64_t By,
                                const Instruction *At) {
  return Of.isConstant() ? constantSum(Of.Addend / By)
                         : formula({"", " / " + std::to_string(By)}, {Of}, At);
}

bool TripCounts::Crossings::Growth::Line::moves() const {
  return inBlocks() || !isZero(Factor);
}

bool TripCounts::Crossings::Growth::Line::add(const Line &Other,
                                              int64_t Times) {
  if (inBlocks() && Other.inBlocks()) {
    Sum Apart = Size;
    Apart.add(Other.Size, -1);
    if (!isZero(Apart))
      return false;
  } else if (Other.inBlocks()) {
    Size = Other.Size;
  }
  Base.add(Other.Base, Times);
  Factor.add(Other.Factor, Times);
  Block.add(Other.Block, Times);
  Place.add(Other.Place, Times);
  return true;
}

/// A for loop of the run around the place counts with the variable.
bool TripCounts::Crossings::Growth::readsCounter(const LoadInst *L,
                                                 const Context &C) {
  const Program &P = T.Index.program();
  for (int S = T.Index.stmtOf(L); S >= 0; S = P.Stmts[S].Parent) {
    Counter By;
    if (P.Stmts[S].Kind != StmtKind::For || !T.counterOf(L, S, By))
      continue;
    bool InRun = C.Up || llvm::any_of(T.Index.instructions(S),
                                      [&](const Instruction *I) {
                                        return T.InRun.count(I) != 0;
                                      });
    if (!InRun || (Loop >= 0 && (Loop != S || Where != &C)))
      return false;
    Loop = S;
    Where = &C;
    Reads = L;
    return true;
  }
  return false;
}

/// "counter / size" and "counter % size"; and "k / 2", which the run leaves
/// alone.
std::optional<TripCounts::Crossings::Growth::Line>
TripCounts::Crossings::Growth::ofRest(const BinaryOperator *B, const Context &C,
                                      unsigned Depth) {
  unsigned Code = B->getOpcode();
  bool Quotient = Code == Instruction::SDiv || Code == Instruction::UDiv;
  std::optional<Line> L = line(B->getOperand(0), C, Depth + 1);
  std::optional<Sum> By = L ? T.sum(B->getOperand(1), C) : std::nullopt;
  if (By && !L->moves() && Code == Instruction::SDiv && By->isConstant() &&
      By->Addend > 0 && !T.NoValue.count(B))
    return Line{quotient(L->Base, By->Addend, B)};
  if (!By || isZero(*By) || L->inBlocks() || !isZero(L->Base) ||
      !L->Factor.isConstant() || L->Factor.Addend != 1)
    return std::nullopt;
  Line Out;
  (Quotient ? Out.Block : Out.Place).Addend = 1;
  Out.Size = *By;
  return Out;
}

std::optional<TripCounts::Crossings::Growth::Line>
TripCounts::Crossings::Growth::ofOperator(const BinaryOperator *B,
                                          const Context &C, unsigned Depth) {
  unsigned Code = B->getOpcode();
  if (Code == Instruction::SDiv || Code == Instruction::UDiv ||
      Code == Instruction::SRem || Code == Instruction::URem)
    return ofRest(B, C, Depth);
  auto *Bits = dyn_cast<ConstantInt>(B->getOperand(1));
  bool Shift = Code == Instruction::Shl && Bits && Bits->getZExtValue() < 32;
  if (Code != Instruction::Add && Code != Instruction::Sub &&
      Code != Instruction::Mul && !Shift)
    return std::nullopt;
  std::optional<Line> L = line(B->getOperand(0), C, Depth + 1), R;
  if (Shift)
    R = Line{constantSum(int64_t(1) << Bits->getZExtValue())};
  else if (L)
    R = line(B->getOperand(1), C, Depth + 1);
  if (!L || !R)
    return std::nullopt;
  if (Code == Instruction::Add || Code == Instruction::Sub)
    return L->add(*R, Code == Instruction::Add ? 1 : -1) ? L : std::nullopt;
  const Line &Number = L->moves() ? *L : *R, &By = L->moves() ? *R : *L;
  if (By.moves()) // a square
    return std::nullopt;
  auto Times = [&](const Sum &S) { return multiplied(S, By.Base, B); };
  return Line{Times(Number.Base), Times(Number.Factor), Times(Number.Block),
              Times(Number.Place), Number.Size};
}

std::optional<TripCounts::Crossings::Growth::Line>
TripCounts::Crossings::Growth::line(const Value *V, const Context &C,
                                    unsigned Depth) {
  while (isa<SExtInst>(V) || isa<ZExtInst>(V))
    V = cast<Instruction>(V)->getOperand(0);
  if (Depth > MaxTripDepth)
    return std::nullopt;
  if (std::optional<Sum> Fixed = T.sum(V, C))
    return Line{*Fixed};
  if (auto *Call = dyn_cast<CallBase>(V)) {
    auto [Result, Inner] = result(Call, C);
    return Inner ? line(Result, *Inner, Depth + 1) : std::nullopt;
  }
  if (auto *B = dyn_cast<BinaryOperator>(V))
    return ofOperator(B, C, Depth);
  auto *L = dyn_cast<LoadInst>(V);
  if (!L || !L->getType()->isIntegerTy())
    return std::nullopt;
  if (readsCounter(L, C))
    return Line{{}, constantSum(1)};
  if (const Argument *A = C.Up ? parameterOf(L) : nullptr) {
    const Value *By = T.given(A, C);
    return By ? line(By, *C.Up, Depth + 1) : std::nullopt;
  }
  auto *Local = dyn_cast<AllocaInst>(L->getPointerOperand());
  const Value *Once = Local ? onlyStored(Local) : nullptr;
  return Once ? line(Once, C, Depth + 1) : std::nullopt;
}

/// What a function of the program returns, and how it was called; or null.
std::pair<const Value *, const TripCounts::Context *>
TripCounts::Crossings::Growth::result(const CallBase *Call,
                                      const Context &C) const {
  const llvm::Function *F = Call->getCalledFunction();
  bool Known = F && !F->isDeclaration() && !T.Memory.isRecursive(F);
  const Value *Result = Known ? returnedBy(F) : nullptr;
  return {Result, Result ? T.contextOf(Call, C) : nullptr};
}

std::optional<TripCounts::Crossings::Growth::Rest>
TripCounts::Crossings::Growth::rest(const Value *V, const Context &C,
                                    unsigned Depth) {
  V = withoutCast(V);
  if (Depth > MaxTripDepth)
    return std::nullopt;
  if (auto *Call = dyn_cast<CallBase>(V)) {
    auto [Result, Inner] = result(Call, C);
    return Inner ? rest(Result, *Inner, Depth + 1) : std::nullopt;
  }
  if (auto *L = dyn_cast<LoadInst>(V)) {
    auto *Local = dyn_cast<AllocaInst>(L->getPointerOperand());
    const Value *Once = Local ? onlyStored(Local) : nullptr;
    return Once ? rest(Once, C, Depth + 1) : std::nullopt;
  }
  auto *Part = dyn_cast<BinaryOperator>(V);
  if (!Part || (Part->getOpcode() != Instruction::SRem &&
                Part->getOpcode() != Instruction::URem))
    return std::nullopt;
  std::optional<Sum> By = T.sum(Part->getOperand(1), C);
  std::optional<Line> In = By ? line(Part->getOperand(0), C) : std::nullopt;
  return In && In->moves() ? std::optional<Rest>({*In, *By}) : std::nullopt;
}

/// How the loop counts, if that is known in front of the run.
std::optional<TripCounts::Counting>
TripCounts::Crossings::countingOf(int Loop, const Context &C) {
  for (const Instruction *I : T.Index.instructions(Loop)) {
    auto *B = dyn_cast<BranchInst>(I);
    auto *Test = B && B->isConditional() && isLoopTest(T.Index, B, Loop)
                     ? dyn_cast<ICmpInst>(lastTest(B->getCondition()))
                     : nullptr;
    if (Test)
      return counting(Test, Loop, C, false, false);
  }
  return std::nullopt;
}

void TripCounts::Crossings::add(Sum Rounds, const Instruction *At) {
  T.Counted.push_back({std::move(Rounds), At});
}

/// Of the counter's values.
TripValues::Sum TripCounts::Crossings::Growth::lowest(const Counting &Of) {
  Sum Out = Of.From;
  if (Of.Down) {
    Out.add(Of.Count, -1);
    ++Out.Addend;
  }
  return Out;
}

/// The way of the branch on which more is done; 0 if that is not known.
unsigned TripCounts::Crossings::Growth::side(const BranchInst *B) const {
  const Control &By = T.controlOf(B->getFunction());
  auto It = By.Depending.find(B);
  unsigned Many[2] = {0, 0};
  if (It == By.Depending.end())
    return 0;
  for (const auto &[Block, Way] : It->second) {
    int Last = -1;
    for (const Instruction &I : *Block) {
      int S = T.Index.stmtOf(&I);
      if (S < 0 || S == Last || Way > 1)
        continue;
      Last = S;
      Many[Way] += T.Heavy(unsigned(S), true) ? 1000 : 1;
    }
  }
  return Many[1] > Many[0];
}

/// The branch is on the way of another one on a rest: no count of the rounds on
/// either tells those on both.
bool TripCounts::Crossings::Growth::isBehindRest(const BranchInst *B,
                                                 const Context &C) const {
  const Control &By = T.controlOf(B->getFunction());
  auto It = By.Deciding.find(B->getParent());
  return It != By.Deciding.end() && llvm::any_of(It->second, [&](auto &On) {
           auto *Other = dyn_cast<BranchInst>(On.first);
           auto *Test = Other && Other != B && Other->isConditional()
                            ? dyn_cast<ICmpInst>(Other->getCondition())
                            : nullptr;
           Growth At{T};
           return Test && Test->isEquality() &&
                  (At.rest(Test->getOperand(0), C) ||
                   At.rest(Test->getOperand(1), C));
         });
}

/// "i % size == rank", "i / nb % size == rank". False: it is no such test, or
/// all of it is constant.
bool TripCounts::Crossings::every(const BranchInst *B, const Context &Of,
                                  const Comparison &By) {
  const ICmpInst *Test = By.Test;
  const Context &C = *By.Where;
  Growth At{T};
  std::optional<Growth::Rest> R = At.rest(Test->getOperand(0), C);
  unsigned Side = R ? 0 : 1;
  if (!R)
    R = At.rest(Test->getOperand(1), C);
  if (!R || At.isBehindRest(B, Of))
    return false;
  std::optional<Sum> Rest = T.sum(Test->getOperand(1 - Side), C);
  std::optional<Counting> Loop =
      At.Loop >= 0 ? countingOf(At.Loop, *At.Where) : std::nullopt;
  const Growth::Line &Number = R->Number;
  bool Blocks = Number.inBlocks();
  const Sum &Step = Blocks ? Number.Block : Number.Factor;
  if (!Rest || (Rest->isConstant() && R->By.isConstant()) || !Loop ||
      !Loop->Step.isConstant() || std::abs(Loop->Step.Addend) != 1 ||
      !Step.isConstant() || Step.Addend != 1 || !isZero(Number.Place) ||
      (Blocks && !isZero(Number.Factor)))
    return false;
  Sum First = Growth::lowest(*Loop);
  First.add(Blocks ? multiplied(Number.Base, Number.Size, Test) : Number.Base,
            1);
  auto New = std::make_shared<Computed>();
  New->What = Blocks ? Computed::EveryBlock : Computed::Every;
  New->At = Test;
  New->Arguments = {{Loop->Count}, {First}};
  if (Blocks)
    New->Arguments.push_back({Number.Size});
  New->Arguments.push_back({R->By});
  New->Arguments.push_back({*Rest});
  bool Equal =
      (Test->getPredicate() == CmpInst::ICMP_EQ) != (At.side(B) != By.Negated);
  Sum Rounds;
  if (!Equal)
    Rounds = Loop->Count;
  Rounds.Values.push_back({std::move(New), Equal ? 1 : -1});
  add(std::move(Rounds), Test);
  return true;
}

bool TripCounts::Crossings::inBlocks(const Instruction *B, const Sum &Bound,
                                     bool Above, const Counting &Loop,
                                     const Growth &At) {
  auto New = std::make_shared<Computed>();
  New->What = Above ? Computed::AboveInBlocks : Computed::BelowInBlocks;
  New->At = B;
  const Growth::Line &L = At.Number;
  for (const Sum &Given : {Loop.Count, Growth::lowest(Loop), L.Size, L.Base,
                           L.Factor, L.Block, L.Place, Bound})
    New->Arguments.push_back({Given});
  Sum Rounds;
  Rounds.Values.push_back({std::move(New), 1});
  add(std::move(Rounds), B);
  return true;
}

bool TripCounts::Crossings::found(const BranchInst *B, const Context &C) {
  SaveAndRestore<bool> WithResults(T.Calling, true);
  Truths Of(T);
  size_t Before = T.Counted.size();
  bool All = !T.Values && Of.of(B->getCondition(), C);
  for (const Comparison &By : Of.Found)
    All = All && !T.NoValue.count(By.Test) &&
          By.Test->getOperand(0)->getType()->isIntegerTy() &&
          (By.Test->isEquality() ? every(B, C, By) : sided(B, By));
  if (!All)
    T.Counted.erase(T.Counted.begin() + long(Before), T.Counted.end());
  return All && !Of.Found.empty();
}

/// "i < bound"
bool TripCounts::Crossings::sided(const BranchInst *B, const Comparison &By) {
  const ICmpInst *Test = By.Test;
  Growth At{T};
  std::optional<Growth::Line> L = At.line(Test->getOperand(0), *By.Where);
  std::optional<Growth::Line> R =
      L ? At.line(Test->getOperand(1), *By.Where) : std::nullopt;
  if (!R || At.Loop < 0)
    return false;
  std::optional<Counting> Loop = countingOf(At.Loop, *At.Where);
  if (!Loop || !Loop->Step.isConstant() ||
      std::abs(Loop->Step.Addend) != 1) // or else the rounds are a quotient
    return false;
  // "number < bound", with all that grows on the left; backwards, the rounds
  // are the same ones
  CmpInst::Predicate P = At.side(B) != By.Negated ? Test->getInversePredicate()
                                                  : Test->getPredicate();
  if (!L->moves()) { // "bound > number"
    std::swap(L, R);
    P = CmpInst::getSwappedPredicate(P);
  }
  Sum Bound = R->Base;
  R->Base = {};
  At.Number = *L;
  if (!At.Number.add(*R, -1))
    return false;
  bool Above = ICmpInst::isGT(P) || ICmpInst::isGE(P);
  if (!CmpInst::isStrictPredicate(P))
    Bound.Addend += Above ? -1 : 1;
  return At.Number.inBlocks() ? inBlocks(Test, Bound, Above, *Loop, At)
                              : crosses(Test, Bound, Above, *Loop, At);
}

/// Of a number that grows evenly.
bool TripCounts::Crossings::crosses(const Instruction *B, const Sum &Bound,
                                    bool Above, const Counting &Loop,
                                    const Growth &At) {
  const Sum &Step = At.Number.Factor;
  Sum First = At.Number.Base;
  First.add(multiplied(Step, Growth::lowest(Loop), B), 1);
  Sum Far = Bound; // from the bound to where the loop begins and ends
  Far.add(First, -1);
  if (Step.isConstant()) {
    Sum Rest = multiplied(Step, Loop.Count, B);
    Rest.add(Far, -1);
    if (Step.Addend && (Far.isConstant() || Rest.isConstant()))
      return true; // "i < n - 1": the loop's rounds tell it
    if (!Step.Addend || Bound.isConstant()) // "first + i > 0" at an edge
      return false;
  }
  auto New = std::make_shared<Computed>();
  New->What = Above ? Computed::Above : Computed::Below;
  New->At = B;
  for (const Sum &Given : {Loop.Count, First, Step, Bound})
    New->Arguments.push_back({Given});
  Sum Rounds;
  Rounds.Values.push_back({std::move(New), 1});
  add(std::move(Rounds), B);
  return true;
}

bool TripCounts::Crossings::scaled(const BranchInst *B, int Stmt,
                                   const Context &C) {
  auto *Test = dyn_cast<ICmpInst>(lastTest(B->getCondition()));
  Counter By;
  if (!T.Front || !Test || Test->isEquality() || T.NoValue.count(B) ||
      !T.counterOf(Test->getOperand(0), Stmt, By, true))
    return false;
  CmpInst::Predicate P = Test->getPredicate();
  bool Less = ICmpInst::isLT(P) || ICmpInst::isLE(P);
  auto *Step = dyn_cast<ConstantInt>(By.Step);
  if (Less == By.Down || !Step || !Step->getValue().isStrictlyPositive() ||
      (By.Shifts && Step->getZExtValue() > 30))
    return false;
  int64_t Factor =
      By.Shifts ? int64_t(1) << Step->getZExtValue() : Step->getSExtValue();
  SaveAndRestore<bool> WithResults(T.Calling, true);
  std::optional<Sum> From = T.sum(By.Begin, C),
                     To = T.sum(Test->getOperand(1), C);
  if (!From || !To || (From->isConstant() && To->isConstant()) || Factor < 2)
    return false;
  if (!CmpInst::isStrictPredicate(P))
    To->Addend += Less ? 1 : -1;
  auto New = std::make_shared<Computed>();
  New->What = Computed::Scaled;
  New->At = B;
  New->Arguments = {{*From}, {*To}, {constantSum(By.Down ? -Factor : Factor)}};
  Sum Rounds;
  Rounds.Values.push_back({std::move(New), 1});
  add(std::move(Rounds), B);
  return true;
}

/// The value is a place in memory, not of an integer, or a part of a
/// floating-point number, and nothing else.
static bool isPlaceAlone(const Value *V, unsigned Depth = 0) {
  return Depth <= MaxTripDepth && llvm::all_of(V->users(), [&](const User *U) {
           if (isa<SIToFPInst>(U) || isa<UIToFPInst>(U))
             return true;
           if (auto *L = dyn_cast<LoadInst>(U))
             return isFloatingType(L->getType()) ||
                    (L->getType()->isPointerTy() && isPlaceAlone(L, Depth + 1));
           if (auto *S = dyn_cast<StoreInst>(U))
             return S->getPointerOperand() == V &&
                    isFloatingType(S->getValueOperand()->getType());
           auto *B = dyn_cast<BinaryOperator>(U);
           bool Follows = isa<SExtInst>(U) || isa<ZExtInst>(U) ||
                          isa<GetElementPtrInst>(U) ||
                          (B && B->getOpcode() != Instruction::And);
           return Follows && isPlaceAlone(U, Depth + 1);
         });
}

bool TripCounts::Crossings::stepped(const Counting &Of, const ICmpInst *Test,
                                    int Stmt, const Context &C) {
  auto *Counts = dyn_cast<LoadInst>(withoutCast(Test->getOperand(0)));
  auto *Variable =
      Counts ? dyn_cast<AllocaInst>(Counts->getPointerOperand()) : nullptr;
  if (!Variable || T.Values || !T.Front || T.NoValue.count(Test) ||
      Of.Step.isConstant() || !T.sum(Of.By.Begin, C))
    return false;
  Sum Low = Of.From, High = Of.From;
  (Of.Down ? Low : High).add(Of.Count, Of.Down ? -1 : 1);
  auto New = std::make_shared<Computed>();
  New->What = Computed::Stepped;
  New->At = Test;
  New->Arguments = {{Low}, {High}, {Of.Step}};
  Sum Rounds;
  Rounds.Values.push_back({std::move(New), 1});
  T.Counted.push_back({std::move(Rounds), Test});
  bool Alone = llvm::all_of(Variable->users(), [&](const User *U) {
    auto *L = dyn_cast<LoadInst>(U);
    return !L || T.Index.stmtOf(L) == Stmt || isPlaceAlone(L);
  });
  if (!Alone)
    T.Steps.Loops.push_back({Variable, Of, Test, Stmt, &C});
  return true;
}

void TripCounts::Crossings::addSteps() {
  for (const LoopsBySteps::Loop &L : T.Steps.Loops)
    if (T.Steps.Asked.count(L.Counter)) {
      T.value(L.Of.By.Step, *L.Where);
      T.runs(L.Of.Count, L.Test, L.Stmt, *L.Where);
    }
}

bool TripCounts::Crossings::factor(const Value *V, const Instruction *Of,
                                   const Context &C) {
  if (T.Loop < 0 || T.Values || Of->getOpcode() != Instruction::Mul)
    return false;
  std::optional<Sum> Apart = T.sum(V, C);
  if (!Apart || Apart->size() < 2)
    return false;
  T.Counted.push_back({std::move(*Apart), Of});
  return true;
}

std::optional<TripCounts::Counting>
TripCounts::Crossings::multiple(const ICmpInst *Test, int Stmt,
                                const Context &C, bool First) {
  if (!T.Front || T.Values || T.NoValue.count(Test))
    return std::nullopt;
  SaveAndRestore<bool> WithResults(T.Calling, true);
  for (unsigned Side = 0; Side < 2; ++Side) {
    Growth At{T};
    Counting Out;
    std::optional<Growth::Line> L = At.line(Test->getOperand(Side), C);
    if (!L || !L->moves() || L->inBlocks() || At.Loop != Stmt ||
        At.Where != &C || !T.counterOf(At.Reads, Stmt, Out.By))
      continue;
    CmpInst::Predicate P =
        Side == 0 ? Test->getPredicate() : Test->getSwappedPredicate();
    std::optional<Sum> From = T.sum(Out.By.Begin, C, First),
                       To = T.sum(Test->getOperand(1 - Side), C, First);
    auto *Step = dyn_cast<ConstantInt>(Out.By.Step);
    bool Up = !Out.By.Down && Step && Step->isOne();
    if (!From || !To || !Up || !(ICmpInst::isLT(P) || ICmpInst::isLE(P)) ||
        (L->Factor.isConstant() && L->Factor.Addend < 1))
      continue;
    To->Addend += !CmpInst::isStrictPredicate(P);
    Sum Low = L->Base;
    Low.add(multiplied(L->Factor, *From, Test), 1);
    if (L->Factor.isConstant() && L->Factor.Addend == 1) {
      Out.Count = *To; // "i + 1 < n"
      Out.Count.add(Low, -1);
    } else {
      auto New = std::make_shared<Computed>();
      New->What = Computed::Stepped;
      New->At = Test;
      New->Arguments = {{Low}, {*To}, {L->Factor}};
      Out.Count.Values.push_back({std::move(New), 1});
    }
    Out.From = std::move(*From);
    Out.Step = constantSum(1);
    return Out;
  }
  return std::nullopt;
}

} // namespace skel
