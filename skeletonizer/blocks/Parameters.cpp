//===- Parameters.cpp - what the time of a block depends on ---------------===//
//
// Conditions first, then rounds of loops, then other scalars.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/blocks/Parameters.h"

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

void ParameterFinder::add(const std::string &Text, const AtomSet &Atoms) {
  auto It = llvm::find_if(
      Found, [&](const BlockParameter &P) { return P.Text == Text; });
  if (It == Found.end())
    It = Found.insert(It, {Text, {}, {}});
  It->Atoms |= Atoms;
  if (!is_contained(It->Before, Before))
    It->Before.push_back(Before);
}

/// Of a run that tests pointers, what it reads behind one may be there only if
/// the pointer is not null. Empty: it has no name there.
std::string ParameterFinder::text(const MemoryPath &P,
                                  const llvm::Function *F) const {
  return Counts.testsPointers() ? Render.renderGuarded(P, F, Of->First)
                                : Render.render(P, F, Of->First);
}

/// What is added comes first. Unsigned scalars are made signed, so that a
/// difference below zero is one.
std::string ParameterFinder::text(const TripCounts::Sum &S,
                                  const llvm::Function *F) const {
  std::string Out;
  for (bool Less : {false, true})
    for (const auto &[Path, Factor] : S.Terms) {
      if ((Factor < 0) != Less)
        continue;
      std::string Text = text(Path, F);
      if (Text.empty())
        return "";
      if (StringRef(Text).contains('?'))
        Text = "(" + Text + ")";
      if (S.Terms.size() > 1 && Render.isUnsigned(Path, F, Of->First))
        Text = "(long)" + Text;
      if (std::abs(Factor) != 1)
        Text = std::to_string(std::abs(Factor)) + " * " + Text;
      Out += Out.empty() ? (Less ? "-" : "") : Less ? " - " : " + ";
      Out += Text;
    }
  if (Out.empty())
    return std::to_string(S.Addend);
  if (S.Addend)
    Out += (S.Addend < 0 ? " - " : " + ") + std::to_string(std::abs(S.Addend));
  return Out;
}

AtomSet ParameterFinder::atoms(const TripCounts::Sum &S) const {
  AtomSet Result;
  for (const auto &[Path, Factor] : S.Terms)
    Result |= Render.atoms(Path);
  return Result;
}

/// Of "every = 0", which the program may test before, a rest by it is not
/// computed.
static std::string condition(const TripCounts::Condition &If, std::string Left,
                             std::string By, const std::string &Right) {
  auto Closed = [](std::string Text) {
    return StringRef(Text).contains(' ') ? "(" + Text + ")" : Text;
  };
  std::string Compared = std::string(" ") + If.Operator + " " + Right;
  if (!*If.Part)
    return Left + Compared;
  By = Closed(By);
  bool Rest = If.Part[0] == '%';
  std::string Value = Closed(Left) + " " + If.Part + " " + By;
  if (!Rest)
    return "(" + Value + ")" + Compared;
  return If.By.Terms.empty() ? Value + Compared
                             : By + " != 0 && " + Value + Compared;
}

void ParameterFinder::addConditions(const llvm::Function *F) {
  if (Counts.testsPointers())
    return;
  for (const TripCounts::Condition &If : Counts.conditions()) {
    std::string Left = text(If.Left, F), Right = text(If.Right, F);
    std::string By = text(If.By, F);
    if (Left.empty() || Right.empty() || By.empty())
      continue;
    AtomSet Atoms = atoms(If.Left);
    Atoms |= atoms(If.Right);
    Atoms |= atoms(If.By);
    add(condition(If, Left, By, Right), Atoms);
  }
}

void ParameterFinder::addScalar(const MemoryPath &P, const Instruction *Read,
                                int Loop, const llvm::Function *F) {
  std::string Text = text(P, F);
  if (!Text.empty()) {
    add(Text, Render.atoms(P));
    return;
  }
  miss(Read, "a value that has no name in front of the block");
  if (Loop >= 0)
    decide({Loop, TripCounts::Decided::Rounds});
}

void ParameterFinder::decide(const TripCounts::Decided &D) {
  auto It = llvm::find_if(ByData, [&](const TripCounts::Decided &E) {
    return E.Stmt == D.Stmt && E.What == D.What;
  });
  if (It == ByData.end())
    ByData.push_back(D);
  else
    It->Depth = std::max(It->Depth, D.Depth);
}

/// If the number has no name, the scalars that it is made of may have one.
void ParameterFinder::addRounds(
    const TripCounts::Rounds &R, const llvm::Function *F,
    function_ref<bool(const std::string &)> TooDear) {
  std::string Text = text(R.Count, F);
  if (!Text.empty() && !TooDear(Text)) {
    add(Text, atoms(R.Count));
    return;
  }
  for (const auto &[Path, Factor] : R.Count.Terms)
    addScalar(Path, R.At, Index.stmtOf(R.At), F);
}

void ParameterFinder::findIn(const llvm::Function *F, ArrayRef<unsigned> Run,
                             const Instruction *First,
                             function_ref<bool(const std::string &)> TooDear) {
  Before = First;
  std::vector<TripCounts::Leaf> Leaves = Counts.leaves(Run, F);
  for (const TripCounts::Nameless &N : Counts.nameless())
    miss(N.At, N.Why);
  addConditions(F);
  for (const TripCounts::Rounds &R : Counts.rounds())
    addRounds(R, F, TooDear);
  for (const TripCounts::Leaf &L : Leaves)
    addScalar(L.Path, L.Read, L.Loop, F);
  for (const TripCounts::Decided &D : Counts.decided())
    decide(D);
}

std::vector<BlockParameter>
ParameterFinder::find(ArrayRef<unsigned> Run, Block &B,
                      function_ref<bool(const llvm::Function *)> Needs,
                      function_ref<bool(const std::string &)> TooDear) {
  Of = &B;
  Found.clear();
  ByData.clear();
  size_t Copies = 0;
  for (const llvm::Function *F : Index.copies(B.Function)) {
    const Instruction *First = Needs(F) ? firstOf(Index, Run, F) : nullptr;
    if (!First)
      continue;
    ++Copies;
    findIn(F, Run, First, TooDear);
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
