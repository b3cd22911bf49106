//===- TripNumbers.cpp - integers made of floating-point numbers, texts ---===//
//
// Comparisons of floating-point numbers and of texts, integers to which such
// numbers are cut, and powers of two, as values: a run that leaves alone what
// they are made of has the same in front of it.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/ConstantValues.h"
#include "skeletonizer/slice/TripBounds.h"
#include "skeletonizer/slice/TripDistances.h"
#include "skeletonizer/slice/TripLaws.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include <charconv>
#include <iterator>

using namespace llvm;

namespace skel {

/// Numbers and texts of a value.
static constexpr size_t MaxParts = 6;

static const char *operatorOf(CmpInst::Predicate P) {
  switch (P) {
  case CmpInst::FCMP_OEQ:
    return " == ";
  case CmpInst::FCMP_UNE:
    return " != ";
  case CmpInst::FCMP_OLT:
    return " < ";
  case CmpInst::FCMP_OLE:
    return " <= ";
  case CmpInst::FCMP_OGT:
    return " > ";
  case CmpInst::FCMP_OGE:
    return " >= ";
  default:
    return nullptr;
  }
}

static const char *operatorOf(unsigned Opcode) {
  switch (Opcode) {
  case Instruction::FAdd:
    return " + ";
  case Instruction::FSub:
    return " - ";
  case Instruction::FMul:
    return " * ";
  case Instruction::FDiv:
    return " / ";
  default:
    return nullptr;
  }
}

bool isFloatingType(const Type *T) { return T->isFloatTy() || T->isDoubleTy(); }

/// Empty: C has no number for it.
static std::string constant(const ConstantFP *K) {
  if (!K->getValueAPF().isFinite())
    return "";
  char Digits[32]; // as many as tell it from others
  const APFloat &Value = K->getValueAPF();
  bool Short = K->getType()->isFloatTy();
  char *End =
      Short
          ? std::to_chars(Digits, std::end(Digits), Value.convertToFloat()).ptr
          : std::to_chars(Digits, std::end(Digits), Value.convertToDouble())
                .ptr;
  std::string Text(Digits, End);
  if (StringRef(Text).find_first_of(".e") == StringRef::npos)
    Text += ".0";
  if (Short)
    Text += "f";
  return K->isNegative() ? "(" + Text + ")" : Text;
}

static void write(TripValues::Computed &Out, const Twine &Text) {
  if (Out.Texts.empty())
    Out.Texts.push_back("");
  Out.Texts.back() += Text.str();
}

/// The negative of what is written next begins here.
static size_t beginNegative(TripValues::Computed &Out) {
  write(Out, "-");
  return Out.Texts.back().size();
}

/// Two signs in a row go: "--x" would be a decrement.
static bool endNegative(std::string &Text, size_t Behind) {
  if (StringRef(Text).substr(Behind).starts_with("-"))
    Text.erase(Behind - 1, 2);
  return true;
}

static bool add(TripValues::Computed &Out,
                TripValues::Computed::Argument Given) {
  write(Out, "");
  Out.Arguments.push_back(std::move(Given));
  Out.Texts.push_back("");
  return Out.Arguments.size() <= MaxParts;
}

/// Where the floating-point number stands that is read, if the run leaves it
/// alone.
bool TripCounts::floating(const LoadInst *L, const Context &C,
                          MemoryPath &Out) const {
  Targets At = target(L->getPointerOperand(), C);
  if (At.size() != 1)
    return false;
  Out = At.front();
  Out.Floating = true;
  Out.Bytes = unsigned(Objects.layout().getTypeStoreSize(L->getType()));
  note(At, L, C);
  return !writtenInRun(Out) &&
         (!Paths(Index, Objects, Pts, Memory).isInUnion(Out) ||
          alwaysRuns(L, C));
}

/// A call of a function of numbers, or a sum with a product that is rounded
/// once.
bool TripCounts::mathematics(const CallBase *Call, const Context &C,
                             Computed &Out, unsigned Depth) const {
  if (Call->getIntrinsicID() == Intrinsic::fmuladd) {
    static const char *const Between[] = {"(", " * ", " + "};
    for (unsigned A = 0; A < 3; ++A) {
      write(Out, Between[A]);
      if (!number(Call->getArgOperand(A), C, Out, Depth + 1))
        return false;
    }
    write(Out, ")");
    return true;
  }
  StringRef Name = IrIndex::externalName(Call);
  bool Given = isa<IntrinsicInst>(Call);
  if (Given) {
    Name = Intrinsic::getBaseName(Call->getIntrinsicID());
    Name.consume_front("llvm.");
    Name = nameInC(Name);
  }
  std::string InC = Name.str();
  if (Given && Call->getType()->isFloatTy())
    InC += "f";
  if (!isLongMathematics(Name) || !isFloatingType(Call->getType()) ||
      (setsErrno(Name) && !alwaysRuns(Call, C)))
    return false;
  Out.Names.push_back(InC);
  write(Out, InC + "(");
  for (unsigned A = 0; A < Call->arg_size(); ++A) {
    write(Out, A ? ", " : "");
    const Value *V = Call->getArgOperand(A);
    std::optional<Sum> S =
        V->getType()->isIntegerTy() ? sum(V, C) : std::nullopt;
    if (S ? !add(Out, {*S}) : !number(V, C, Out, Depth + 1, false))
      return false;
  }
  write(Out, ")");
  return true;
}

/// Writes a floating-point number, as it can be computed in front of the run.
/// Closed: in parentheses if it has operators.
bool TripCounts::number(const Value *V, const Context &C, Computed &Out,
                        unsigned Depth, bool Closed) const {
  if (Depth > MaxTripDepth || !isFloatingType(V->getType()))
    return false;
  auto Actual = [&](const Argument *A) {
    const Value *By = given(A, C);
    return By && number(By, *C.Up, Out, Depth + 1, Closed);
  };
  auto Cast = [&](const Value *From) {
    write(Out, V->getType()->isFloatTy() ? "(float)" : "(double)");
    return number(From, C, Out, Depth + 1);
  };
  if (auto *K = dyn_cast<ConstantFP>(V)) {
    std::string Text = constant(K);
    write(Out, Text);
    return !Text.empty();
  }
  if (auto *A = dyn_cast<Argument>(V))
    return Actual(A);
  if (auto *L = dyn_cast<LoadInst>(V)) {
    if (const Argument *A = C.Up ? parameterOf(L) : nullptr)
      return Actual(A);
    Computed::Argument Given;
    if (floating(L, C, Given.Pointer))
      return add(Out, Given);
    auto *Local = dyn_cast<AllocaInst>(L->getPointerOperand());
    const Value *Once = Local ? onlyStored(Local) : nullptr;
    return Once && number(Once, C, Out, Depth + 1, Closed);
  }
  if (isa<FPExtInst>(V) || isa<FPTruncInst>(V))
    return Cast(cast<Instruction>(V)->getOperand(0));
  if (isa<SIToFPInst>(V) || isa<UIToFPInst>(V)) {
    std::optional<Sum> S = sum(cast<Instruction>(V)->getOperand(0), C);
    write(Out, V->getType()->isFloatTy() ? "(float)" : "(double)");
    return S && add(Out, {*S});
  }
  if (auto *Call = dyn_cast<CallBase>(V))
    return mathematics(Call, C, Out, Depth);
  auto *I = dyn_cast<Instruction>(V);
  if (I && I->getOpcode() == Instruction::FNeg) {
    size_t Behind = beginNegative(Out), Part = Out.Texts.size() - 1;
    return number(I->getOperand(0), C, Out, Depth + 1) &&
           endNegative(Out.Texts[Part], Behind);
  }
  const char *Operator = I ? operatorOf(I->getOpcode()) : nullptr;
  if (!Operator)
    return false;
  write(Out, Closed ? "(" : "");
  bool Known = number(I->getOperand(0), C, Out, Depth + 1);
  write(Out, Operator);
  Known = Known && number(I->getOperand(1), C, Out, Depth + 1);
  write(Out, Closed ? ")" : "");
  return Known;
}

/// Where the text begins to which the pointer points, if the run does not set
/// the pointer.
bool TripCounts::textAt(const Value *V, const Context &C,
                        MemoryPath &Out) const {
  V = V->stripPointerCasts();
  if (const Argument *A = C.Up ? parameterOf(V) : nullptr) {
    const Value *By = given(A, C);
    return By && textAt(By, *C.Up, Out);
  }
  auto *L = dyn_cast<LoadInst>(V);
  Targets At = target(L ? L->getPointerOperand() : V, C);
  if (At.size() != 1 || (L && writtenInRun(At.front())))
    return false;
  Out = At.front();
  if (L)
    Out.follow();
  Out.Bytes = 1;
  return true;
}

/// The run compares the text in any case, or it is an array that is there from
/// the program's start.
bool TripCounts::isThere(const MemoryPath &Text, const CallBase *Call,
                         const Context &C) const {
  if (isa<GlobalVariable>(Text.Root) &&
      llvm::none_of(Text.Steps,
                    [](const MemoryPath::Step &S) { return S.Follow || S.By; }))
    return true;
  if (alwaysRuns(Call, C))
    return true;
  for (const Instruction &I : llvm::instructions(*Call->getFunction())) {
    auto *Other = dyn_cast<CallBase>(&I);
    if (!Other ||
        !hasFact(IrIndex::externalName(Other), LibraryFact::ComparesTexts) ||
        (!C.Up && !InRun.count(Other)) || !alwaysRuns(Other, C))
      continue;
    for (unsigned A = 0; A < 2; ++A) {
      MemoryPath Same;
      if (Other == Call ||
          (textAt(Other->getArgOperand(A), C, Same) && Same == Text))
        return true;
    }
  }
  return false;
}

static std::string quoted(StringRef Text) {
  std::string Out = "\"";
  for (char K : Text) {
    if (K == '"' || K == '\\')
      Out += '\\';
    Out += K;
  }
  return Out + "\"";
}

/// Two texts are equal or not, or one stands before the other.
bool TripCounts::comparison(const ICmpInst *Test, const Context &C,
                            Computed &Out) const {
  auto *Call = dyn_cast<CallBase>(Test->getOperand(0));
  auto *Zero = dyn_cast<ConstantInt>(Test->getOperand(1));
  const char *Operator = compareOperator(Test->getPredicate());
  StringRef Name = Call ? IrIndex::externalName(Call) : "";
  if (!Zero || !Zero->isZero() || !Operator ||
      !hasFact(Name, LibraryFact::ComparesTexts) ||
      Memory.reads(Call).intersects(Written))
    return false;
  Out.Names.push_back(Name.str());
  Out.Reads |= Memory.reads(Call);
  write(Out, Name + "(");
  for (unsigned A = 0; A < Call->arg_size(); ++A) {
    const Value *V = Call->getArgOperand(A);
    write(Out, A ? ", " : "");
    if (!V->getType()->isPointerTy()) {
      std::optional<Sum> S = sum(V, C);
      if (!S || !add(Out, {*S}))
        return false;
      continue;
    }
    StringRef Known = knownText(V);
    if (!Known.empty() && llvm::all_of(Known, isPrint)) {
      write(Out, quoted(Known));
      continue;
    }
    Computed::Argument Given;
    Given.Text = true;
    if (!textAt(V, C, Given.Pointer) || !isThere(Given.Pointer, Call, C) ||
        !add(Out, Given))
      return false;
    note({Given.Pointer}, Call, C);
  }
  write(Out, Twine(") ") + Operator + " 0");
  return true;
}

/// "strlen(name)"
bool TripCounts::length(const CallBase *Call, const Context &C,
                        Computed &Out) const {
  StringRef Name = IrIndex::externalName(Call);
  Computed::Argument Given;
  Given.Text = true;
  if (!hasFact(Name, LibraryFact::MeasuresTexts) ||
      Memory.reads(Call).intersects(Written) ||
      !textAt(Call->getArgOperand(0), C, Given.Pointer) ||
      !isThere(Given.Pointer, Call, C))
    return false;
  note({Given.Pointer}, Call, C);
  Out.Names.push_back(Name.str());
  Out.Reads |= Memory.reads(Call);
  write(Out, "(long)" + Name + "(");
  add(Out, Given);
  write(Out, ")");
  return true;
}

const Value *withoutCast(const Value *V) {
  while (isa<SExtInst>(V) || isa<ZExtInst>(V) || isa<TruncInst>(V))
    V = cast<Instruction>(V)->getOperand(0);
  return V;
}

/// The number of bits may be another one in each execution: a power of two.
bool isPower(const Instruction *I) {
  return I->isShift() && !isa<ConstantInt>(I->getOperand(1));
}

/// A sum, or one that is divided by a constant.
bool TripCounts::integer(const Value *V, const Context &C, Computed &Out,
                         unsigned Depth) const {
  V = withoutCast(V);
  if (std::optional<Sum> S = sum(V, C))
    return add(Out, {*S});
  auto *A = dyn_cast<Argument>(V);
  auto *L = dyn_cast<LoadInst>(V);
  if (L && C.Up && !A)
    A = parameterOf(L);
  if (const Value *By = A && Depth < MaxTripDepth ? given(A, C) : nullptr)
    return integer(By, *C.Up, Out, Depth + 1);
  auto *B = dyn_cast<BinaryOperator>(V);
  auto *By = B && B->getOpcode() == Instruction::SDiv
                 ? dyn_cast<ConstantInt>(B->getOperand(1))
                 : nullptr;
  if (!By || By->getSExtValue() <= 0)
    return false;
  write(Out, "(");
  bool Known = integer(B->getOperand(0), C, Out, Depth + 1);
  write(Out, " / " + Twine(By->getSExtValue()) + ")");
  return Known;
}

/// A sum that is divided by a constant: "flags >> 3", "n / 4"; its operator in
/// C, or null.
static const char *quotientOperator(const Value *V) {
  auto *B = dyn_cast<BinaryOperator>(withoutCast(V));
  auto *By = B ? dyn_cast<ConstantInt>(B->getOperand(1)) : nullptr;
  if (!By || !By->getValue().isStrictlyPositive())
    return nullptr;
  switch (B->getOpcode()) {
  case Instruction::SDiv:
  case Instruction::UDiv:
    return " / ";
  case Instruction::AShr:
  case Instruction::LShr:
    return " >> ";
  default:
    return nullptr;
  }
}

bool TripCounts::Bounds::write(const Value *V, const Context &C, Computed &Out,
                               unsigned Depth) const {
  if (std::optional<Sum> S = T.sum(V, C))
    return add(Out, {*S});
  V = withoutCast(V);
  if (Depth > MaxTripDepth)
    return false;
  if (auto *L = dyn_cast<LoadInst>(V)) {
    auto *Local = dyn_cast<AllocaInst>(L->getPointerOperand());
    const Argument *A = C.Up ? parameterOf(L) : nullptr;
    const Value *Once = A ? T.given(A, C) : Local ? onlyStored(Local) : nullptr;
    return Once && write(Once, A ? *C.Up : C, Out, Depth + 1);
  }
  auto *B = dyn_cast<BinaryOperator>(V);
  if (const char *Operator = quotientOperator(V)) {
    skel::write(Out, "(");
    bool Known = write(B->getOperand(0), C, Out, Depth + 1);
    skel::write(Out,
                Operator +
                    Twine(cast<ConstantInt>(B->getOperand(1))->getSExtValue()) +
                    ")");
    return Known;
  }
  if (!B || B->getOpcode() != Instruction::Mul || !B->hasNoSignedWrap())
    return false;
  skel::write(Out, "((long)");
  bool Known = write(B->getOperand(0), C, Out, Depth + 1);
  skel::write(Out, " * ");
  Known = Known && write(B->getOperand(1), C, Out, Depth + 1);
  skel::write(Out, ")");
  return Known;
}

bool TripCounts::shift(const Instruction *I, const Context &C,
                       Computed &Out) const {
  std::optional<Sum> L = sum(I->getOperand(0), C);
  if (!L)
    return false;
  write(Out, "(long)");
  if (L->isConstant())
    write(Out, std::to_string(L->Addend));
  else
    add(Out, {*L});
  write(Out, I->getOpcode() == Instruction::Shl ? " << " : " >> ");
  return integer(I->getOperand(1), C, Out, 0);
}

static bool isAbsolute(const Instruction *I) {
  auto *Call = dyn_cast<IntrinsicInst>(I);
  return Call && Call->getIntrinsicID() == Intrinsic::abs;
}

/// What counts, finds or swaps the bits of a number, or leaves its sign out, in
/// C; empty for others.
static std::string bitFunction(const Instruction *I) {
  auto *Call = dyn_cast<IntrinsicInst>(I);
  if (!Call ||
      !(I->getType()->isIntegerTy(32) || I->getType()->isIntegerTy(64)))
    return "";
  bool Long = I->getType()->isIntegerTy(64);
  switch (Call->getIntrinsicID()) {
  case Intrinsic::abs:
    return "__builtin_labs";
  case Intrinsic::ctpop:
    return Long ? "__builtin_popcountl" : "__builtin_popcount";
  case Intrinsic::ctlz:
    return Long ? "__builtin_clzl" : "__builtin_clz";
  case Intrinsic::cttz:
    return Long ? "__builtin_ctzl" : "__builtin_ctz";
  case Intrinsic::bswap:
    return Long ? "__builtin_bswap64" : "__builtin_bswap32";
  default:
    return "";
  }
}

/// It compares integers, and C has an operator for that.
static const ICmpInst *integerTest(const Value *V) {
  auto *Test = dyn_cast<ICmpInst>(V);
  return Test && compareOperator(Test->getPredicate()) &&
                 Test->getOperand(0)->getType()->isIntegerTy()
             ? Test
             : nullptr;
}

const Value *negated(const Value *V) {
  auto *X = dyn_cast<BinaryOperator>(V);
  auto *K =
      X && X->getOpcode() == Instruction::Xor && V->getType()->isIntegerTy(1)
          ? dyn_cast<ConstantInt>(X->getOperand(1))
          : nullptr;
  return K && K->isOne() ? X->getOperand(0) : nullptr;
}

/// The store sets a bit field: what it writes has the other bits, too.
bool isOfBitField(const Instruction *I) {
  return llvm::any_of(I->users(), [](const User *U) {
    auto *S = dyn_cast<StoreInst>(U);
    return S && bitsWritten(S).Width;
  });
}

/// A quotient of two values, a rest, some bits, what is left in a type of one
/// or two bytes, the larger one of two values, or 1 where a comparison holds:
/// none of them is a sum of what it is computed from.
bool isPartOfNumber(const Instruction *I) {
  if (!bitFunction(I).empty())
    return true;
  if (isa<ZExtInst>(I) && I->getOperand(0)->getType()->isIntegerTy(1))
    return integerTest(I->getOperand(0)) || negated(I->getOperand(0)) ||
           isa<PHINode>(I->getOperand(0));
  if (isa<SExtInst>(I) || isa<ZExtInst>(I)) {
    auto *T = dyn_cast<TruncInst>(I->getOperand(0));
    return T && (T->getType()->isIntegerTy(8) || T->getType()->isIntegerTy(16));
  }
  if (!I->getType()->isIntegerTy() || I->getType()->isIntegerTy(1))
    return false;
  if (isa<PHINode>(I) || isa<SelectInst>(I)) // "n < m ? n : m"
    return true;
  auto *By = I->getNumOperands() == 2 ? dyn_cast<ConstantInt>(I->getOperand(1))
                                      : nullptr;
  switch (I->getOpcode()) {
  case Instruction::SDiv:
  case Instruction::UDiv:
    return !By;
  case Instruction::SRem:
  case Instruction::URem:
    return !By || !By->isZero();
  case Instruction::And:
    return !By || !By->isNegative();
  case Instruction::Or:
  case Instruction::Xor:
    return !isOfBitField(I);
  default:
    return false;
  }
}

/// A comparison with a null pointer.
static const ICmpInst *nullTest(const Value *V) {
  auto *Test = dyn_cast<ICmpInst>(V);
  return Test && Test->isEquality() &&
                 isa<ConstantPointerNull>(Test->getOperand(1))
             ? Test
             : nullptr;
}

/// "n < m", "!(n < m)", "(n < m && m < 8)", "p", as C evaluates it.
bool TripCounts::truth(const Value *V, const Context &C, Computed &Out,
                       unsigned Depth) const {
  if (const ICmpInst *Test = integerTest(V)) {
    std::optional<Sum> L = sum(Test->getOperand(0), C),
                       R = sum(Test->getOperand(1), C);
    if (!L || !R || !add(Out, {*L}))
      return false;
    write(Out, Twine(" ") + compareOperator(Test->getPredicate()) + " ");
    return add(Out, {*R});
  }
  if (const ICmpInst *Test = nullTest(V)) {
    Computed::Argument Given;
    if (Test->getPredicate() == CmpInst::ICMP_EQ)
      write(Out, "!");
    return argument(Test->getOperand(0), C, Given) && Given.Pointer.Root &&
           !Given.Address && add(Out, Given);
  }
  if (const Value *Of = negated(V)) {
    write(Out, "!(");
    bool Known = truth(Of, C, Out, Depth + 1);
    write(Out, ")");
    return Known;
  }
  auto *P = dyn_cast<PHINode>(V);
  return P && P->getType()->isIntegerTy(1) && oneOf(P, C, Out, Depth);
}

/// The constant that the condition is if control goes that way at once.
static const ConstantInt *decidedOn(const PHINode *P, const BranchInst *B,
                                    unsigned Way) {
  return B->getSuccessor(Way) == P->getParent() && P->getType()->isIntegerTy(1)
             ? dyn_cast<ConstantInt>(
                   P->getIncomingValueForBlock(B->getParent()))
             : nullptr;
}

/// What the value is where control comes to At, from From.
bool TripCounts::oneOf(const PHINode *P, const BasicBlock *At,
                       const BasicBlock *From, const Context &C, Computed &Out,
                       unsigned Depth) const {
  if (Depth > MaxTripDepth)
    return false;
  if (At == P->getParent()) {
    const Value *V = P->getIncomingValueForBlock(From);
    if (P->getType()->isIntegerTy(1))
      return truth(V, C, Out, Depth + 1);
    std::optional<Sum> S = sum(V, C);
    return S && add(Out, {*S});
  }
  auto *B = dyn_cast<BranchInst>(At->getTerminator());
  auto *Node = controlOf(P->getFunction()).After.getNode(At);
  const BasicBlock *Join =
      Node && Node->getIDom() ? Node->getIDom()->getBlock() : nullptr;
  if (!B || !Join)
    return false;
  if (!B->isConditional() || Join != P->getParent()) // of another value
    return oneOf(P, Join, At, C, Out, Depth + 1);
  const ConstantInt *First = decidedOn(P, B, 0), *Second = decidedOn(P, B, 1);
  bool Open = Depth && !isa<PHINode>(B->getCondition());
  write(Out, Open ? "(" : "");
  bool Known = truth(B->getCondition(), C, Out, Depth + 1);
  if (Second && Second->isZero()) {
    write(Out, " && ");
    Known = Known && oneOf(P, B->getSuccessor(0), At, C, Out, Depth + 1);
  } else if (First && First->isOne()) {
    write(Out, " || ");
    Known = Known && oneOf(P, B->getSuccessor(1), At, C, Out, Depth + 1);
  } else {
    write(Out, " ? ");
    Known = Known && oneOf(P, B->getSuccessor(0), At, C, Out, Depth + 1);
    write(Out, " : ");
    Known = Known && oneOf(P, B->getSuccessor(1), At, C, Out, Depth + 1);
  }
  write(Out, Open ? ")" : "");
  return Known;
}

/// It compares a number with a constant: the number may be the kind of work.
static bool choosesAmongCases(const Value *Condition) {
  auto *Test = dyn_cast<ICmpInst>(Condition);
  return Test && Test->isEquality() && isa<ConstantInt>(Test->getOperand(1));
}

/// "n < m ? n : m", "n < m && m < 8". Which of several codes a number chooses
/// is told by a parameter of its own: that is none of these.
bool TripCounts::oneOf(const PHINode *P, const Context &C, Computed &Out,
                       unsigned Depth) const {
  auto *Node = controlOf(P->getFunction()).Before.getNode(P->getParent());
  const BasicBlock *From =
      Node && Node->getIDom() ? Node->getIDom()->getBlock() : nullptr;
  auto *B = From ? dyn_cast<BranchInst>(From->getTerminator()) : nullptr;
  bool Number = !P->getType()->isIntegerTy(1);
  if (!B || !B->isConditional() ||
      (Number && (choosesAmongCases(B->getCondition()) ||
                  llvm::all_of(P->incoming_values(), [](const Value *V) {
                    return isa<Constant>(V);
                  }))))
    return false;
  return oneOf(P, From, nullptr, C, Out, Depth);
}

/// What it reads behind pointers and in arrays is there whenever the text is
/// computed.
bool TripCounts::isSafe(const Instruction *I, const Context &C,
                        const Computed &Out) const {
  return alwaysRuns(I, C) ||
         llvm::all_of(Out.Arguments, [&](const Computed::Argument &A) {
           return A.Number.Values.empty() &&
                  (!A.Pointer.Root || A.Pointer.isFixed()) &&
                  llvm::all_of(A.Number.Terms, [&](const auto &T) {
                    return T.first.isFixed() || is_contained(Always, T.first);
                  });
         });
}

/// The branch decides on a number that is known, of "?:", "&&" and "||". A
/// branch that comes behind the number, as in the body of the loop whose bound
/// it is, does not, though the loop comes back to it.
bool TripCounts::choosesKnown(const BranchInst *B, const Context &C) const {
  const Control &By = controlOf(B->getFunction());
  auto *Node = By.After.getNode(B->getParent());
  auto *Join = Node && Node->getIDom() ? Node->getIDom() : nullptr;
  for (; Join && Join->getBlock(); Join = Join->getIDom())
    for (const PHINode &P : Join->getBlock()->phis()) {
      auto *Up = By.Before.getNode(P.getParent())->getIDom();
      if (!Up || !By.Before.dominates(Up->getBlock(), B->getParent()) ||
          By.Before.dominates(P.getParent(), B->getParent()))
        return false;
      auto *Number =
          P.hasOneUse() ? dyn_cast<ZExtInst>(P.user_back()) : nullptr;
      if (Number || !P.getType()->isIntegerTy(1))
        return formula(Number ? static_cast<const Instruction *>(Number) : &P,
                       C) != nullptr;
    }
  return false;
}

const char *bitOperator(unsigned Opcode) {
  return Opcode == Instruction::And   ? " & "
         : Opcode == Instruction::Or  ? " | "
         : Opcode == Instruction::Xor ? " ^ "
                                      : nullptr;
}

/// "n % 1000", "n & 7", "n ^ m", "n < m ? n : m", "(short)(n + 1)", "rank <
/// rest", "__builtin_clz(n)"; the program may test that what it divides by is
/// not zero.
bool TripCounts::part(const Instruction *I, const Context &C,
                      Computed &Out) const {
  if (std::string Bits = bitFunction(I); !Bits.empty()) {
    std::optional<Sum> S = sum(I->getOperand(0), C);
    bool First = StringRef(Bits).contains("clz") ||
                 StringRef(Bits).contains("ctz"); // 0 has no first bit
    if (!S || S->isConstant() || isa<ZExtInst>(I->getOperand(0)) ||
        (First && !add(Out, {*S})))
      return false;
    write(Out, (First ? " != 0 ? " : "") + Bits + "(");
    bool Known = add(Out, {*S});
    write(Out, First ? ") : 0" : ")");
    return Known;
  }
  if (auto *P = dyn_cast<PHINode>(I))
    return oneOf(P, C, Out, 0) && isSafe(I, C, Out);
  if (auto *S = dyn_cast<SelectInst>(I)) {
    std::optional<Sum> Yes = sum(S->getTrueValue(), C),
                       No = sum(S->getFalseValue(), C);
    if (!Yes || !No || choosesAmongCases(S->getCondition()) ||
        !truth(S->getCondition(), C, Out, 0))
      return false;
    write(Out, " ? ");
    add(Out, {*Yes});
    write(Out, " : ");
    return add(Out, {*No}) && isSafe(I, C, Out);
  }
  if (I->getOperand(0)->getType()->isIntegerTy(1))
    return truth(I->getOperand(0), C, Out, 0) &&
           (!isa<PHINode>(I->getOperand(0)) || isSafe(I, C, Out));
  const Instruction *Narrow = dyn_cast<TruncInst>(I->getOperand(0));
  const Value *Of =
      Narrow && isa<CastInst>(I) ? Narrow->getOperand(0) : I->getOperand(0);
  std::optional<Sum> L = sum(Of, C);
  bool Quotient = I->getOpcode() == Instruction::SDiv ||
                  I->getOpcode() == Instruction::SRem;
  const char *Bits = bitOperator(I->getOpcode());
  if (L ? L->isConstant() : !Quotient && !(Bits && quotientOperator(Of)))
    return false;
  if (isa<CastInst>(I)) {
    bool Byte = Narrow->getType()->isIntegerTy(8);
    write(Out, isa<ZExtInst>(I) ? Byte ? "(unsigned char)" : "(unsigned short)"
               : Byte           ? "(signed char)"
                                : "(short)");
    return add(Out, {*L});
  }
  if (const LoadInst *Field = Bits ? bitsOf(I) : nullptr) {
    Targets At = scalar(Field, C);
    if (At.size() == 1 && At.front().Part.Width)
      return false;
  }
  if (auto *By = dyn_cast<ConstantInt>(I->getOperand(1))) {
    if (By->isMinusOne() && I->getOpcode() == Instruction::Xor) {
      write(Out, "~");
      return add(Out, {*L});
    }
    bool Known = Bounds(*this).write(Of, C, Out);
    write(Out, (Bits ? Bits : " % ") + Twine(By->getSExtValue()));
    return Known;
  }
  std::optional<Sum> By = sum(I->getOperand(1), C);
  bool Always = Bits || alwaysRuns(I, C);
  if (!By || (!Always && !add(Out, {*By})))
    return false;
  // "INT_MIN / -1" does not fit an int.
  write(Out, Always ? "" : " != 0 ? ");
  if (!Always) {
    Out.Casts.push_back({Out.Texts.size() - 1, Out.Texts.back().size()});
    write(Out, LongCast);
  }
  if (!Bounds(*this).write(Of, C, Out))
    return false;
  bool Rest = I->getOpcode() == Instruction::SRem ||
              I->getOpcode() == Instruction::URem;
  write(Out, Bits ? Bits : Rest ? " % " : " / ");
  bool Known = add(Out, {*By});
  write(Out, Always ? "" : " : 0");
  return Known;
}

/// An integer that is made of floating-point numbers, texts or powers of two,
/// of values which the run leaves alone; or null.
std::shared_ptr<const TripCounts::Computed>
TripCounts::formula(const Value *V, const Context &C) const {
  auto *I = dyn_cast<Instruction>(V);
  if (!Front || Values || !I || NoValue.count(I) ||
      Memory.isRecursive(I->getFunction()))
    return nullptr;
  auto Out = std::make_shared<Computed>();
  Out->What = Computed::Formula;
  Out->At = I;
  bool Known = false;
  if (auto *Test = dyn_cast<FCmpInst>(I)) {
    const char *Operator = operatorOf(Test->getPredicate());
    Known = Operator && number(Test->getOperand(0), C, *Out, 0, false);
    write(*Out, Operator ? Operator : "");
    Known = Known && number(Test->getOperand(1), C, *Out, 0, false);
  } else if (isa<FPToSIInst>(I) || isa<FPToUIInst>(I)) {
    write(*Out, "(long)");
    Known = number(I->getOperand(0), C, *Out, 0);
  } else if (isPower(I)) {
    Known = shift(I, C, *Out);
  } else if (!Indexing && isPartOfNumber(I)) {
    Known = part(I, C, *Out);
  } else if (auto *Text = dyn_cast<ICmpInst>(I)) {
    Computed::Argument Given;
    Known = comparison(Text, C, *Out) ||
            (nullTest(Text) && Out->Texts.empty() &&
             argument(Text->getOperand(0), C, Given) && Given.Pointer.Root &&
             !Given.Address && add(*Out, Given));
    if (Known && !Given.Text && Given.Pointer.Root)
      write(*Out, Text->getPredicate() == CmpInst::ICMP_EQ ? " == 0" : " != 0");
    const Value *Left = Text->getOperand(0), *Right = Text->getOperand(1);
    if (Out->Texts.empty() && Text->isEquality() && integerTest(Text) &&
        !(sum(Left, C) && sum(Right, C))) { // "nx * ny == n"
      Known = Bounds(*this).write(Left, C, *Out);
      write(*Out, Twine(" ") + compareOperator(Text->getPredicate()) + " ");
      Known = Known && Bounds(*this).write(Right, C, *Out);
    }
  } else if (auto *Call = dyn_cast<CallBase>(I)) {
    Known = length(Call, C, *Out);
  }
  return Known && !Out->Arguments.empty() ? Out : nullptr;
}

/// False: it is no such value, and what it is computed from counts.
bool TripCounts::made(const Instruction *I, const Context &C) {
  if (std::optional<Sum> Apart = Distances(*this).of(I, C)) {
    if (!Apart->isConstant())
      Counted.push_back({std::move(*Apart), I});
    return true;
  }
  if (std::shared_ptr<const Computed> P = formula(I, C)) {
    Sum Result;
    Result.Values.push_back({P, 1});
    Counted.push_back({std::move(Result), I});
    return true;
  }
  if ((!bitFunction(I).empty() && !isAbsolute(I)) ||
      Laws(*this).mixesBits(I, C))
    lose(I, "what is computed from the bits of a number");
  if (Laws(*this).growsByBits(I, C))
    lose(I, "a power of two, whose number of bits has no name in front of the "
            "block");
  return false;
}

} // namespace skel
