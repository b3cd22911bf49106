//===- Parameters.cpp - what the time of a block depends on ---------------===//
//
// Conditions first, then rounds of loops, then other scalars.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/blocks/Parameters.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;

namespace skel {

const Instruction *firstOf(const IrIndex &Index, ArrayRef<unsigned> Run,
                           const llvm::Function *F) {
  for (unsigned S : Run) {
    SmallVector<unsigned, 16> Work{S};
    for (size_t K = 0; K < Work.size(); ++K) {
      const Stmt &Here = Index.program().Stmts[Work[K]];
      for (const Instruction *I : Index.instructions(int(Here.Id)))
        if (I->getFunction() == F && !isa<PHINode>(I))
          return I;
      Work.append(Here.Children.begin(), Here.Children.end());
    }
  }
  return nullptr;
}

void ParameterFinder::miss(const Instruction *I, std::string Why) {
  struct Block::Missing M{Index.stmtOf(I), std::move(Why)};
  if (M.Stmt < 0)
    M.Stmt = Of->First;
  if (!is_contained(Of->Missing, M))
    Of->Missing.push_back(std::move(M));
}

BlockParameter &ParameterFinder::add(const std::string &Text,
                                     const AtomSet &Atoms) {
  auto It = llvm::find_if(
      Found, [&](const BlockParameter &P) { return P.Text == Text; });
  if (It == Found.end())
    It = Found.insert(It, {Text, {}, {}});
  It->Atoms |= Atoms;
  if (!is_contained(It->Before, Before))
    It->Before.push_back(Before);
  return *It;
}

/// The run compares the index with something: that it may be none where the run
/// does not use it, such as the number of a neighbour that is not there. Low:
/// only with numbers up to the first one that is an index.
bool ParameterFinder::isTested(const MemoryPath::Index &By, bool Low) const {
  auto Tests = [&](const TripCounts::Condition &If) {
    for (bool Swapped : {false, true}) {
      const TripCounts::Sum &Of = Swapped ? If.Right : If.Left;
      const TripCounts::Sum &With = Swapped ? If.Left : If.Right;
      for (const auto &[Path, Factor] : Of.Terms)
        if (Path == *By.Path &&
            !(Low && Of.path() && With.isConstant() && *If.Operator &&
              !*If.Part && With.Addend - Of.Addend <= -By.Addend))
          return true;
    }
    return false;
  };
  return llvm::any_of(Counts.conditions(), Tests) ||
         llvm::any_of(Counts.onConditions(), [&](const TripCounts::Reading &R) {
           return llvm::any_of(R.Others, Tests);
         });
}

/// The first steps of both are the same.
static bool beginsAlike(const MemoryPath &A, const MemoryPath &B,
                        size_t Steps) {
  return A.Steps.size() >= Steps && B.Steps.size() >= Steps &&
         A.prefix(Steps) == B.prefix(Steps);
}

/// The run takes the step in any case, or uses the index for an array that is
/// no longer.
bool ParameterFinder::isAlways(const MemoryPath &P, size_t Step) const {
  const auto &By = P.Steps[Step].By;
  Paths::IndexRange Needs =
      By ? Render.indexRange(P, Step) : Paths::IndexRange();
  return llvm::any_of(Counts.always(), [&](const MemoryPath &Q) {
    if (beginsAlike(P, Q, Step + 1))
      return true;
    for (size_t K = 0; Needs.End && K < Q.Steps.size(); ++K)
      if (Q.Steps[K].By && *Q.Steps[K].By->Path == *By->Path) {
        Paths::IndexRange Has = Render.indexRange(Q, K);
        if (Has.End && Has.First >= Needs.First && Has.End <= Needs.End)
          return true;
      }
    return false;
  });
}

/// Values decide what the run does, besides functions that pointers choose.
static bool hasTests(const TripCounts &Counts) {
  return llvm::any_of(Counts.conditions(), [](const auto &If) {
    return If.Left.Values.empty() ||
           If.Left.Values[0].first->What != TripCounts::Computed::Callee;
  });
}

/// The value is read on the conditions on which the run reads it.
bool ParameterFinder::guardAsRun(const MemoryPath &P, size_t Step,
                                 const llvm::Function *F,
                                 std::vector<std::string> &Out) const {
  static constexpr size_t MaxWays = 3;
  for (const TripCounts::Reading &R : Counts.onConditions()) {
    if (!R.Known || R.On.size() > MaxWays || !beginsAlike(P, R.Path, Step + 1))
      continue;
    std::vector<std::string> Ways;
    for (const std::vector<TripCounts::Condition> &On : R.On) {
      std::vector<std::string> Texts;
      for (const TripCounts::Condition &If : llvm::reverse(On)) // outer first
        Texts.push_back(condition(If, F));
      Ways.push_back(is_contained(Texts, "") ? "" : join(Texts, " && "));
    }
    if (is_contained(Ways, ""))
      continue;
    Out.push_back(Ways.size() > 1 ? "(" + join(Ways, " || ") + ")" : Ways[0]);
    return true;
  }
  return false;
}

/// The run reads the element only where data say so, which may be what says
/// that there is one: it uses the index for no array in any case.
bool ParameterFinder::isDoubtful(const MemoryPath &P, size_t Step) const {
  const MemoryPath &By = *P.Steps[Step].By->Path;
  return llvm::any_of(Counts.onConditions(), [&](const TripCounts::Reading &R) {
    return !R.Known && beginsAlike(P, R.Path, Step + 1) &&
           !is_contained(R.Indices, By);
  });
}

/// What the run reads on a condition may be there only if that holds: an
/// element of an array of known size if the index is one, and what is behind a
/// pointer if that is not null. False: the run compares the index with the
/// length of an array whose size is not known.
bool ParameterFinder::guard(const MemoryPath &P, size_t Step,
                            const llvm::Function *F,
                            std::vector<std::string> &Out) const {
  const MemoryPath::Step &S = P.Steps[Step];
  if (S.Follow) {
    bool Needs =
        Counts.testsPointers() ||
        (!isAlways(P, Step) &&
         (hasTests(Counts) || Nulls.mayHold(Render.endAtoms(P.prefix(Step)))));
    return !Needs || Render.guard(P, Step, F, Of->First, Out);
  }
  if (!S.By || isAlways(P, Step))
    return true;
  if (Render.indexRange(P, Step).End)
    return Render.guard(P, Step, F, Of->First, Out);
  if (guardAsRun(P, Step, F, Out))
    return true;
  if (isDoubtful(P, Step))
    return false;
  if (!isTested(*S.By, false))
    return true;
  std::string Text = Render.render(*S.By->Path, F, Of->First);
  if (!Render.isUnsigned(*S.By->Path, F, Of->First))
    Out.push_back(Text + " >= " + std::to_string(-S.By->Addend));
  return !Text.empty() && !isTested(*S.By, true);
}

/// Empty: it has no name in front of the run.
std::string ParameterFinder::text(const MemoryPath &P, const llvm::Function *F,
                                  bool Pointer) const {
  return Render.renderGuarded(
      P, F, Of->First,
      [&](const MemoryPath &Q, size_t Step, std::vector<std::string> &Out) {
        return guard(Q, Step, F, Out);
      },
      Pointer);
}

/// Names of counts of rounds begin with it; bsim fit knows them by it.
constexpr StringLiteral RoundsOf = "rounds ";

/// In brackets, if it is not already.
static std::string closed(std::string Text) {
  int Depth = 0;
  for (size_t K = 0; K + 1 < Text.size(); ++K) {
    Depth += (Text[K] == '(') - (Text[K] == ')');
    if (!Depth)
      return "(" + Text + ")";
  }
  return Text;
}

/// In brackets, if it is a choice by "?:".
static std::string closedChoice(std::string Text) {
  return StringRef(Text).contains('?') ? closed(std::move(Text)) : Text;
}

/// What is added comes first. Unsigned scalars are made signed, so that a
/// difference below zero is one.
std::string ParameterFinder::text(const TripCounts::Sum &S,
                                  const llvm::Function *F) const {
  std::string Out;
  auto Add = [&](std::string Text, int64_t Factor, bool Signed) {
    Text = closedChoice(std::move(Text));
    if (!Signed)
      Text = "(long)" + Text;
    if (std::abs(Factor) != 1)
      Text = std::to_string(std::abs(Factor)) + " * " + Text;
    Out += Out.empty() ? (Factor < 0 ? "-" : "") : Factor < 0 ? " - " : " + ";
    Out += Text;
  };
  for (bool Less : {false, true}) {
    for (const auto &[Path, Factor] : S.Terms) {
      std::string Text = text(Path, F);
      if (Text.empty())
        return "";
      if ((Factor < 0) == Less)
        Add(Text, Factor,
            S.size() == 1 || !Render.isUnsigned(Path, F, Of->First));
    }
    for (const auto &[Call, Factor] : S.Values) {
      std::string Text = text(*Call, F);
      if (Text.empty())
        return "";
      bool Formula = Call->What == TripCounts::Computed::Formula &&
                     !isa<FPToSIInst>(Call->At) && !isa<FPToUIInst>(Call->At);
      if ((Formula || (Naming && StringRef(Text).starts_with(RoundsOf))) &&
          (S.size() > 1 || S.Addend || Factor != 1))
        Text = closed(std::move(Text));
      if ((Factor < 0) == Less)
        Add(Text, Factor,
            Call->What != TripCounts::Computed::Call ||
                (S.size() == 1 && !S.Addend));
    }
  }
  if (Out.empty())
    return std::to_string(S.Addend);
  if (S.Addend)
    Out += (S.Addend < 0 ? " - " : " + ") + std::to_string(std::abs(S.Addend));
  return Out;
}

/// The text of F, or above it in its file, calls the function by its name,
/// which is its alone.
bool ParameterFinder::names(int Function, const llvm::Function *F) const {
  const Program &Prog = Index.program();
  const std::string &Name = Prog.Functions[Function].Name;
  if (llvm::count_if(Prog.Functions, [&](const skel::Function &G) {
        return G.Name == Name;
      }) != 1)
    return false;
  const SourceRange &Home = Prog.Functions[Index.functionOf(F)].Range;
  const SourceRange &Own = Prog.Functions[Function].Range;
  if (Render.variable(Name, F, Of->First))
    return false;
  return (Own.File == Home.File && Own.Begin < Home.Begin) ||
         llvm::any_of(Prog.Calls, [&](const Call &C) {
           const SourceRange &By = Prog.Functions[C.Function].Range;
           return C.Callee == Name && By.File == Home.File &&
                  By.Begin <= Home.Begin;
         });
}

std::string ParameterFinder::argument(const TripCounts::Computed::Argument &A,
                                      const llvm::Function *F) const {
  if (!A.Pointer.Root)
    return text(A.Number, F);
  if (A.Pointer.Floating)
    return text(A.Pointer, F);
  if (A.Text)
    return textOfProgram(A.Pointer, F);
  return A.Address ? Render.address(A.Pointer, F, Of->First)
                   : Render.render(A.Pointer, F, Of->First, true);
}

std::string ParameterFinder::called(const TripCounts::Computed &P,
                                    const llvm::Function *F) const {
  const llvm::Function *Called = cast<CallBase>(P.At)->getCalledFunction();
  const DISubprogram *D = Called->getSubprogram();
  // Names of C alone are what is called.
  if (!D || !D->getLinkageName().empty() || !names(P.Function, F))
    return "";
  std::string Out = Index.program().Functions[P.Function].Name + "(";
  for (size_t A = 0; A < P.Arguments.size(); ++A) {
    std::string Text = argument(P.Arguments[A], F);
    if (Text.empty())
      return "";
    Out += (A ? ", " : "") + Text;
  }
  return Out + ")";
}

/// The text whose first character stands at the path: "name" of "name[0]" and
/// of "*name".
std::string ParameterFinder::textOfProgram(const MemoryPath &P,
                                           const llvm::Function *F) const {
  std::string Text = Render.render(P, F, Of->First);
  StringRef Whole = Text;
  return Whole.consume_back("[0]") || Whole.consume_front("*") ? Whole.str()
                                                               : "";
}

/// The text of F, or above it in its file, calls the function of a library.
bool ParameterFinder::calls(const std::string &Name,
                            const llvm::Function *F) const {
  const Program &Prog = Index.program();
  const SourceRange &Home = Prog.Functions[Index.functionOf(F)].Range;
  return !Render.variable(Name, F, Of->First) &&
         llvm::any_of(Prog.Calls, [&](const Call &C) {
           const SourceRange &By = Prog.Functions[C.Function].Range;
           return C.Callee == Name && By.File == Home.File &&
                  By.Begin <= Home.Begin;
         });
}

/// What stands in front of it in a formula binds a part of it, or what stands
/// behind it does.
static bool isOpen(StringRef Before, StringRef Behind) {
  return Before.empty() || StringRef(" )-~").contains(Before.back()) ||
         llvm::any_of(ArrayRef<StringRef>{" / ", " * ", " % ", " >> ", " << "},
                      [&](StringRef O) { return Behind.starts_with(O); });
}

/// "radius > 0.0", "(long)ceil(radius / h)", "strcmp(solver, \"cg\") == 0"
std::string ParameterFinder::formula(const TripCounts::Computed &P,
                                     const llvm::Function *F) const {
  for (const std::string &Name : P.Names)
    if (!calls(Name, F))
      return "";
  std::vector<std::string> Texts = P.Texts;
  if (Naming)
    for (const auto &[Number, Place] : llvm::reverse(P.Casts))
      Texts[Number].erase(Place, LongCast.size());
  std::string Out = Texts.front();
  for (size_t A = 0; A < P.Arguments.size(); ++A) {
    const TripCounts::Computed::Argument &Given = P.Arguments[A];
    bool Pointer = Given.Pointer.Root && !Given.Pointer.Floating &&
                   !Given.Text && !Given.Address;
    std::string Text =
        Pointer ? text(Given.Pointer, F, true) : argument(Given, F);
    if (Text.empty())
      return "";
    if (StringRef(Text).contains('?') ||
        (StringRef(Text).contains(' ') && isOpen(Texts[A], Texts[A + 1])))
      Text = closed(std::move(Text));
    Out += Text + Texts[A + 1];
  }
  return Out;
}

/// "BSIM_LENGTH(g->first, ->next)"
std::string ParameterFinder::length(const TripCounts::Computed &P,
                                    const llvm::Function *F) const {
  std::string First = argument(P.Arguments[0], F);
  std::string Link = Render.render(P.Link, F, Of->First, true);
  size_t Arrow = Link.rfind("->");
  if (First.empty() || Arrow == std::string::npos ||
      StringRef(Link).drop_front(Arrow).contains('['))
    return "";
  return "BSIM_LENGTH(" + First + ", " + Link.substr(Arrow) + ")";
}

/// "BSIM_IS(k->apply, jacobi)"; for people "k->apply == jacobi"
std::string ParameterFinder::callee(const TripCounts::Computed &P,
                                    const llvm::Function *F, bool Code) const {
  const MemoryPath &At = P.Arguments[0].Pointer;
  std::string Pointer = text(At, F, true);
  const std::string &Name = Index.program().Functions[P.Function].Name;
  if (Pointer.empty() || !Code)
    return Pointer.empty() ? "" : closedChoice(Pointer) + " == " + Name;
  return "BSIM_IS(" + Pointer + ", " + Name + ")";
}

/// "BSIM_SPAN(m->first, 0, m->rows)"; for people "m->first[m->rows] -
/// m->first[0]"
std::string ParameterFinder::span(const TripCounts::Computed &P,
                                  const llvm::Function *F) const {
  std::string Array = argument(P.Arguments[0], F),
              From = argument(P.Arguments[1], F),
              To = argument(P.Arguments[2], F);
  if (Array.empty() || Array[0] == '&' || From.empty() || To.empty())
    return "";
  if (Naming)
    return Array + "[" + To + "] - " + Array + "[" + From + "]";
  return "BSIM_SPAN(" + Array + ", " + From + ", " + To + ")";
}

/// "BSIM_ROUNDS_TIMES(1, n, 2)"; for people "rounds with 2^i < n"
std::string ParameterFinder::scaled(const TripCounts::Computed &P,
                                    const llvm::Function *F) const {
  std::string From = argument(P.Arguments[0], F),
              To = argument(P.Arguments[1], F);
  int64_t By = P.Arguments[2].Number.Addend;
  if (From.empty() || To.empty())
    return "";
  if (!Naming)
    return (By < 0 ? "BSIM_ROUNDS_DIVIDED(" : "BSIM_ROUNDS_TIMES(") + From +
           ", " + To + ", " + std::to_string(std::abs(By)) + ")";
  if (StringRef(From).contains(' '))
    From = closed(std::move(From));
  From = From == "1" ? "" : From + (By < 0 ? " / " : " * ");
  return RoundsOf.str() + "with " + From + std::to_string(std::abs(By)) + "^i" +
         (By < 0 ? " > " : " < ") + To;
}

/// "BSIM_ROUNDS_BY(rank, n, size)"; for people "rounds from rank to n by size"
std::string ParameterFinder::stepped(const TripCounts::Computed &P,
                                     const llvm::Function *F) const {
  std::string Low = argument(P.Arguments[0], F),
              High = argument(P.Arguments[1], F),
              By = argument(P.Arguments[2], F);
  if (Low.empty() || High.empty() || By.empty())
    return "";
  if (!Naming)
    return "BSIM_ROUNDS_BY(" + Low + ", " + High + ", " + By + ")";
  return RoundsOf.str() + "from " + Low + " to " + High + " by " + By;
}

/// "BSIM_ROUNDS_ABOVE(mine, rank, size, k)"; for people "rounds of mine with
/// rank + size * i > k"
std::string ParameterFinder::crossing(const TripCounts::Computed &P,
                                      const llvm::Function *F) const {
  bool Every = P.What == TripCounts::Computed::Every;
  bool Above = P.What == TripCounts::Computed::Above;
  std::string Given[4];
  for (unsigned K = 0; K < 4; ++K) {
    Given[K] = argument(P.Arguments[K], F);
    if (Given[K].empty())
      return "";
  }
  if (!Naming)
    return (Every   ? "BSIM_ROUNDS_EVERY("
            : Above ? "BSIM_ROUNDS_ABOVE("
                    : "BSIM_ROUNDS_BELOW(") +
           Given[0] + ", " + Given[1] + ", " + Given[2] + ", " + Given[3] + ")";
  auto Closed = [](const std::string &Text) {
    return StringRef(Text).contains(' ') ? closed(Text) : Text;
  };
  std::string Number =
      Every || Given[2] == "1" ? "i" : Closed(Given[2]) + " * i";
  if (Given[1] != "0")
    Number = Given[1] +
             (Number[0] == '-' ? " - " + Number.substr(1) : " + " + Number);
  if (Every)
    return RoundsOf.str() + "of " + Given[0] + " with " + Closed(Number) +
           " % " + Closed(Given[2]) + " == " + Given[3];
  return RoundsOf.str() + "of " + Given[0] + " with " + Number +
         (Above ? " > " : " < ") + Given[3];
}

/// "BSIM_ROUNDS_ABOVE_IN_BLOCKS(mine, 0, nb, rank * nb, 0, size * nb, 1, k)";
/// for people "rounds of mine with rank * nb + size * nb * (i / nb) + i % nb >
/// k"
std::string ParameterFinder::inBlocks(const TripCounts::Computed &P,
                                      const llvm::Function *F) const {
  bool Every = P.What == TripCounts::Computed::EveryBlock;
  bool Above = P.What == TripCounts::Computed::AboveInBlocks;
  std::vector<std::string> Given;
  for (const auto &A : P.Arguments) {
    Given.push_back(argument(A, F));
    if (Given.back().empty())
      return "";
  }
  if (!Naming)
    return (Every   ? "BSIM_ROUNDS_EVERY_BLOCK("
            : Above ? "BSIM_ROUNDS_ABOVE_IN_BLOCKS("
                    : "BSIM_ROUNDS_BELOW_IN_BLOCKS(") +
           llvm::join(Given, ", ") + ")";
  auto Closed = [](const std::string &Text) {
    return StringRef(Text).contains(' ') ? closed(Text) : Text;
  };
  std::string Size = Closed(Given[2]), Block = "i / " + Size, Number,
              Rounds = RoundsOf.str() + "of " + Given[0];
  if (Given[1] != "0")
    Rounds += " from " + Given[1];
  if (Every)
    return Rounds + " with " + Block + " % " + Closed(Given[3]) +
           " == " + Given[4];
  auto Add = [&](const std::string &Factor, const std::string &What) {
    if (Factor != "0")
      Number += (Number.empty() ? "" : " + ") +
                (Factor == "1" ? What : Closed(Factor) + " * " + closed(What));
  };
  if (Given[3] != "0")
    Number = Given[3];
  if (Given[4] != "0")
    Number += (Number.empty() ? "" : " + ") +
              (Given[4] == "1" ? "i" : Closed(Given[4]) + " * i");
  Add(Given[5], Block);
  Add(Given[6], "i % " + Size);
  return Rounds + " with " + Number + (Above ? " > " : " < ") + Given[7];
}

/// Empty: it cannot be written there.
std::string ParameterFinder::text(const TripCounts::Computed &P,
                                  const llvm::Function *F) const {
  if (P.What == TripCounts::Computed::Below ||
      P.What == TripCounts::Computed::Above ||
      P.What == TripCounts::Computed::Every)
    return crossing(P, F);
  if (P.What == TripCounts::Computed::BelowInBlocks ||
      P.What == TripCounts::Computed::AboveInBlocks ||
      P.What == TripCounts::Computed::EveryBlock)
    return inBlocks(P, F);
  if (P.What == TripCounts::Computed::Call)
    return called(P, F);
  if (P.What == TripCounts::Computed::Formula)
    return formula(P, F);
  if (P.What == TripCounts::Computed::Length)
    return length(P, F);
  if (P.What == TripCounts::Computed::Callee)
    return callee(P, F, true);
  if (P.What == TripCounts::Computed::Span)
    return span(P, F);
  if (P.What == TripCounts::Computed::Scaled)
    return scaled(P, F);
  if (P.What == TripCounts::Computed::Stepped)
    return stepped(P, F);
  std::string Array = argument(P.Arguments[0], F),
              Many = argument(P.Arguments[1], F);
  return Array.empty() || Array[0] == '&' || Many.empty()
             ? ""
             : "BSIM_TOTAL(" + Array + ", " + Many + ")";
}

/// Program functions that computing the sum runs, and memory of unknown size
/// that it reads.
static void addComputed(const TripCounts::Sum &S, BlockParameter &Out) {
  for (const auto &[Value, Factor] : S.Values) {
    for (const llvm::Function *G : Value->Code)
      if (!is_contained(Out.Runs, G))
        Out.Runs.push_back(G);
    if (Value->What != TripCounts::Computed::Formula)
      Out.Through |= Value->Reads;
    for (const auto &Given : Value->Arguments)
      addComputed(Given.Number, Out);
  }
}

AtomSet ParameterFinder::atoms(const TripCounts::Sum &S) const {
  AtomSet Result;
  for (const auto &[Value, Factor] : S.Values) {
    Result |= Value->Reads;
    for (const auto &Given : Value->Arguments) {
      Result |= atoms(Given.Number);
      if (Given.Pointer.Root && !Given.Address)
        Result |= Render.atoms(Given.Pointer);
    }
  }
  for (const auto &[Path, Factor] : S.Terms)
    Result |= Render.atoms(Path);
  return Result;
}

AtomSet ParameterFinder::ways(const TripCounts::Sum &S) const {
  AtomSet Result;
  for (const auto &[Value, Factor] : S.Values)
    for (const auto &Given : Value->Arguments) {
      Result |= ways(Given.Number);
      if (Given.Pointer.Root)
        Result |= Render.wayAtoms(Given.Pointer);
    }
  for (const auto &[Path, Factor] : S.Terms)
    Result |= Render.wayAtoms(Path);
  return Result;
}

/// Empty: it cannot be written. Of "every = 0", which the program may test
/// before, a rest by it is not computed.
std::string ParameterFinder::condition(const TripCounts::Condition &If,
                                       const llvm::Function *F) const {
  std::string Left = text(If.Left, F), Right = text(If.Right, F);
  std::string By = text(If.By, F);
  if (Left.empty() || Right.empty() || By.empty())
    return "";
  if (If.Case)
    return "BSIM_CASE(" + Left + ")";
  if (!*If.Operator)
    return Left;
  auto Closed = [](std::string Text) {
    return StringRef(Text).contains(' ') ? "(" + Text + ")" : Text;
  };
  if (!If.Left.Values.empty())
    Left = Closed(Left);
  if (!If.Right.Values.empty())
    Right = Closed(Right);
  std::string Compared = std::string(" ") + If.Operator + " " + Right;
  if (!*If.Part)
    return Left + Compared;
  By = Closed(By);
  bool Rest = If.Part[0] == '%';
  std::string Value = Closed(Left) + " " + If.Part + " " + By;
  if (!Rest)
    return "(" + Value + ")" + Compared;
  return If.By.isConstant() // or else "INT_MIN % -1" is not computed
             ? Value + Compared
             : By + " != 0 && " + (Naming ? "" : LongCast.str()) + Value +
                   Compared;
}

/// What Write writes for people; empty if that is the text.
std::string ParameterFinder::named(const std::string &Text,
                                   function_ref<std::string()> Write) {
  SaveAndRestore<bool> ForPeople(Naming, true);
  std::string Name = Write();
  return Name == Text ? "" : Name;
}

void ParameterFinder::addConditions(const llvm::Function *F) {
  for (const TripCounts::Condition &If : Counts.conditions()) {
    std::string Text = condition(If, F);
    if (Text.empty()) {
      for (const TripCounts::Sum *S : {&If.Left, &If.Right, &If.By})
        for (const auto &[Path, Factor] : S->Terms)
          addScalar({Path, If.At, -1, If.Counts}, F);
      continue;
    }
    BlockParameter &New = add(Text, {});
    New.Name = named(Text, [&] { return condition(If, F); });
    for (const auto &[Value, Factor] : If.Left.Values)
      if (Value->What == TripCounts::Computed::Callee) {
        New.Name = callee(*Value, F, false);
        New.AskedFor = Value->Function;
      }
    for (const TripCounts::Sum *S : {&If.Left, &If.Right, &If.By}) {
      New.Atoms |= atoms(*S);
      New.Ways |= ways(*S);
      addComputed(*S, New);
    }
  }
}

/// A team of threads executes a part of the statement, or of what it calls.
bool ParameterFinder::hasTeam(
    unsigned Stmt, SmallPtrSetImpl<const llvm::Function *> &Seen) const {
  const Program &Prog = Index.program();
  const skel::Stmt &S = Prog.Stmts[Stmt];
  if (S.Team)
    return true;
  for (const Instruction *I : Index.instructions(int(Stmt)))
    if (auto *C = dyn_cast<CallBase>(I))
      for (auto Targets : {Pts.callees(C), Pts.callbacks(C)})
        for (const llvm::Function *G : Targets) {
          int Id = Index.functionOf(G);
          if (Seen.insert(G).second && Id >= 0 &&
              Prog.Functions[Id].Body >= 0 &&
              hasTeam(unsigned(Prog.Functions[Id].Body), Seen))
            return true;
        }
  return llvm::any_of(S.Children,
                      [&](unsigned Child) { return hasTeam(Child, Seen); });
}

/// The number of threads, if these share the run's work, or execute it all.
void ParameterFinder::addThreads(ArrayRef<unsigned> Run) {
  const Program &Prog = Index.program();
  SmallPtrSet<const llvm::Function *, 16> Seen;
  bool Team = false;
  for (unsigned S : Run)
    Team |= hasTeam(S, Seen);
  for (int Up = int(Run.front()); Up >= 0 && !Team; Up = Prog.Stmts[Up].Parent)
    Team = Prog.Stmts[Up].Team;
  if (Team)
    add("BSIM_THREADS()", Memory.threads()).Name = "omp_threads";
}

void ParameterFinder::addScalar(const TripCounts::Leaf &L,
                                const llvm::Function *F) {
  std::string Text = text(L.Path, F);
  if (!Text.empty()) {
    BlockParameter &New = add(Text, Render.atoms(L.Path));
    New.Floating = L.Path.Floating;
    New.Ways |= Render.wayAtoms(L.Path);
    return;
  }
  miss(L.Read, "a value that has no name in front of the block");
  if (L.Loop >= 0)
    decide({L.Loop, TripCounts::Decided::Rounds, 0, true});
  for (const TripCounts::Decided &D : L.Counts)
    decide(D);
}

void ParameterFinder::decide(const TripCounts::Decided &D) {
  auto It = llvm::find_if(ByData, [&](const TripCounts::Decided &E) {
    return E.Stmt == D.Stmt && E.What == D.What;
  });
  if (It == ByData.end())
    ByData.push_back(D);
  else {
    It->Depth = std::max(It->Depth, D.Depth);
    It->Told |= D.Told;
    It->Data |= D.Data;
    It->Light &= D.Light;
  }
}

/// Something is subtracted.
static bool isDifference(const TripCounts::Sum &S) {
  auto Less = [](const auto &Term) { return Term.second < 0; };
  return S.Addend < 0 || llvm::any_of(S.Terms, Less) ||
         llvm::any_of(S.Values, Less);
}

/// If the number has no name, the scalars that it is made of may have one.
void ParameterFinder::addRounds(const TripCounts::Rounds &R,
                                const llvm::Function *F, TooDear Takes) {
  std::string Text = text(R.Count, F);
  if (!Text.empty() && !Takes(Text)) {
    BlockParameter &New = add(Text, atoms(R.Count));
    New.Name = named(Text, [&] { return text(R.Count, F); });
    addComputed(R.Count, New);
    New.Ways |= ways(R.Count);
    New.Difference = isDifference(R.Count);
    return;
  }
  for (const auto &[Path, Factor] : R.Count.Terms)
    addScalar({Path, R.At, Index.stmtOf(R.At)}, F);
}

/// What cannot be computed in front of the block, or is too dear, is no value.
/// False: there is nothing more of that.
bool ParameterFinder::refuseComputed(const llvm::Function *F, TooDear Takes) {
  bool Any = false;
  auto Refuse = [&](const TripCounts::Sum &S, const std::string &Text) {
    const std::string *Dear = Text.empty() ? nullptr : Takes(Text);
    if (!Text.empty() && !Dear)
      return;
    for (const auto &[Value, Factor] : S.Values)
      Any |= Counts.refuse(*Value,
                           Dear ? "whose value takes " + *Dear
                                : "which cannot be written in front of the "
                                  "block");
  };
  for (const TripCounts::Rounds &R : Counts.rounds())
    if (!R.Count.Values.empty())
      Refuse(R.Count, text(R.Count, F));
  for (const TripCounts::Condition &If : Counts.conditions())
    for (const TripCounts::Sum *S : {&If.Left, &If.Right, &If.By})
      if (!S->Values.empty())
        Refuse(*S, condition(If, F));
  return Any;
}

void ParameterFinder::findIn(const llvm::Function *F, ArrayRef<unsigned> Run,
                             const Instruction *First, TooDear Takes) {
  Before = Counts.Front = First;
  Counts.forgetRefused();
  std::vector<TripCounts::Leaf> Leaves;
  do
    Leaves = Counts.leaves(Run, F);
  while (refuseComputed(F, Takes));
  Of->MakesBounds |= Counts.makesBounds();
  Of->Rounds = Run.size() == 1 ? Counts.constantRounds(int(Run.front())) : 0;
  for (const TripCounts::Nameless &N : Counts.nameless())
    miss(N.At, N.Why);
  if (Index.program().Teams)
    addThreads(Run);
  addConditions(F);
  for (const TripCounts::Rounds &R : Counts.rounds())
    addRounds(R, F, Takes);
  for (const TripCounts::Leaf &L : Leaves)
    addScalar(L, F);
  for (const TripCounts::Decided &D : Counts.decided())
    decide(D);
}

std::vector<BlockParameter>
ParameterFinder::find(ArrayRef<unsigned> Run, Block &B,
                      function_ref<bool(const llvm::Function *)> Needs,
                      TooDear Takes) {
  Of = &B;
  Found.clear();
  ByData.clear();
  size_t Copies = 0;
  for (const llvm::Function *F : Index.copies(B.Function)) {
    const Instruction *First = Needs(F) ? firstOf(Index, Run, F) : nullptr;
    if (!First)
      continue;
    ++Copies;
    findIn(F, Run, First, Takes);
  }
  llvm::erase_if(Found, [&](const BlockParameter &P) {
    if (P.Before.size() < Copies)
      miss(P.Before.front(), P.Text + ", for some calls of the function only");
    return P.Before.size() < Copies;
  });
  for (size_t K = MaxBlockParameters; K < Found.size(); ++K)
    miss(Found[K].Before.front(), Found[K].Text + ", beyond the " +
                                      std::to_string(MaxBlockParameters) +
                                      " parameters that a block can have");
  if (Found.size() > MaxBlockParameters)
    Found.resize(MaxBlockParameters);
  return std::move(Found);
}

} // namespace skel
