//===- CutPlaces.cpp - where a hint can take a value's place --------------===//
//
// Matches branches, stores and calls of the IR with the text that Hints.cpp
// replaces.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/proposals/CutPlaces.h"
#include "skeletonizer/frontend/GotoLoops.h"
#include "skeletonizer/hints/HintEffects.h"
#include "skeletonizer/model/Summaries.h"
#include "llvm/IR/IntrinsicInst.h"
#include <map>
#include <set>

using namespace llvm;

namespace skel {

void CutPlace::addTo(ValueCuts &C) const {
  for (const Instruction *I : At)
    if (What == Branch || What == Loop)
      C.Branches.insert(I);
    else
      C.Values.insert(I);
  C.Skipped.insert(Only.begin(), Only.end());
}

namespace {

/// Lines and offsets of the sources.
class LineIndex {
public:
  explicit LineIndex(const Sources &S) : Src(S) {}

  unsigned lineOf(unsigned File, unsigned Offset) {
    const std::vector<unsigned> &Begins = beginsOf(File);
    return unsigned(std::upper_bound(Begins.begin(), Begins.end(), Offset) -
                    Begins.begin());
  }
  unsigned offsetOf(unsigned File, unsigned Line, unsigned Col) {
    const std::vector<unsigned> &Begins = beginsOf(File);
    return Line && Line <= Begins.size() ? Begins[Line - 1] + Col - 1 : 0;
  }

private:
  const std::vector<unsigned> &beginsOf(unsigned File) {
    std::vector<unsigned> &Begins = LineBegins[File];
    if (Begins.empty()) {
      Begins.push_back(0);
      for (size_t I = 0; I < Src.Text[File].size(); ++I)
        if (Src.Text[File][I] == '\n')
          Begins.push_back(unsigned(I) + 1);
    }
    return Begins;
  }

  const Sources &Src;
  std::map<unsigned, std::vector<unsigned>> LineBegins;
};

/// Finds where floating-point numbers end: in comparisons, conversions to
/// integers, and functions that decide by them.
class FloatEnds {
public:
  FloatEnds(const IrIndex &I, const PointsTo &P, const ControlDep &C)
      : Index(I), Pts(P), Control(C), Prog(I.program()) {}

  /// How floating point becomes an integer or a condition in the code; empty
  /// if it does not.
  std::string in(ArrayRef<const Instruction *> Code) const {
    for (const Instruction *I : Code)
      if (isa<FCmpInst>(I))
        return "compares floating-point numbers";
    for (const Instruction *I : Code)
      if (isa<FPToSIInst>(I) || isa<FPToUIInst>(I))
        return "turns a floating-point number into an integer";
    for (const Instruction *I : Code)
      if (auto *C = dyn_cast<CallBase>(I)) {
        StringRef Name = IrIndex::externalName(C);
        const LibrarySummary *L = findLibraryCall(Name);
        if (L && L->Flags & LibrarySummary::Costly &&
            C->getType()->isIntegerTy())
          return (Name + "() finds it in floating-point numbers").str();
        for (const llvm::Function *G : Pts.callees(C))
          if (decidesByFloat(G, 3))
            return Prog.Functions[Index.functionOf(G)].Name +
                   "() decides it by floating-point numbers";
      }
    return "";
  }

private:
  bool comparesFloat(int Stmt) const {
    for (const Instruction *I : Index.instructions(Stmt))
      if (isa<FCmpInst>(I) || isa<FPToSIInst>(I) || isa<FPToUIInst>(I))
        return true;
    return false;
  }

  /// The function returns an integer that depends on floating-point numbers:
  /// through its local variables, the conditions of their assignments, or
  /// functions that it calls, up to Depth calls deep.
  bool decidesByFloat(const llvm::Function *F, unsigned Depth) const {
    if (!F->getReturnType()->isIntegerTy() || Index.functionOf(F) < 0 ||
        F->isDeclaration() || !Depth)
      return false;
    SmallVector<const Value *, 16> Work;
    SmallPtrSet<const Value *, 32> Seen;
    for (const BasicBlock &B : *F)
      if (auto *R = dyn_cast<ReturnInst>(B.getTerminator()))
        if (R->getReturnValue())
          Work.push_back(R->getReturnValue());
    while (!Work.empty()) {
      auto *I = dyn_cast<Instruction>(Work.pop_back_val());
      if (!I || !Seen.insert(I).second)
        continue;
      if (isa<FCmpInst>(I) || isa<FPToSIInst>(I) || isa<FPToUIInst>(I))
        return true;
      if (auto *L = dyn_cast<LoadInst>(I)) {
        auto *Local = dyn_cast<AllocaInst>(L->getPointerOperand());
        if (!Local)
          continue;
        for (const User *U : Local->users())
          if (auto *S = dyn_cast<StoreInst>(U)) {
            Work.push_back(S->getValueOperand());
            int At = Index.stmtOf(S);
            for (unsigned P :
                 At < 0 ? ArrayRef<unsigned>() : Control.parents(At))
              if (comparesFloat(int(P)))
                return true;
          }
        continue;
      }
      if (auto *C = dyn_cast<CallBase>(I)) {
        for (const llvm::Function *G : Pts.callees(C))
          if (decidesByFloat(G, Depth - 1))
            return true;
        continue;
      }
      for (const Use &U : I->operands())
        Work.push_back(U.get());
    }
    return false;
  }

  const IrIndex &Index;
  const PointsTo &Pts;
  const ControlDep &Control;
  const Program &Prog;
};

/// Finds the places, each once.
class Finder {
public:
  Finder(const IrIndex &I, const PointsTo &P, const ControlDep &C,
         const Sources &S)
      : Index(I), Pts(P), Control(C), Src(S), Prog(I.program()),
        Floats(I, P, C), Lines(S) {}

  std::vector<CutPlace> run() {
    for (const AssignedText &A : Src.Assigned)
      Begins.insert({A.Lhs.File, A.Lhs.Offset});
    for (const AssignedText &A : Src.Assigned)
      if (A.Integer)
        Assigned[{A.Lhs.File, Lines.lineOf(A.Lhs.File, A.Lhs.Offset)}]
            .push_back(&A);
    for (const Stmt &S : Prog.Stmts)
      if (!Control.isDead(int(S.Id)) && !Index.instructions(int(S.Id)).empty())
        statement(S);
    for (const GotoLoop &L : findGotoLoops(Prog))
      if (L.Counts && !Control.isDead(int(L.Goto)))
        condition(Prog.Stmts[L.If < 0 ? L.Label : unsigned(L.If)],
                  Prog.Stmts[L.Label]);
    return std::move(Found);
  }

private:
  using Instructions = SmallVector<const Instruction *, 16>;

  void statement(const Stmt &S) {
    bool Condition = S.Kind == StmtKind::If || isLoop(S.Kind);
    if (Condition && !S.FromMacro)
      condition(S, S);
    for (const Instruction *I : Index.instructions(int(S.Id)))
      if (auto *St = dyn_cast<StoreInst>(I))
        if (St->getValueOperand()->getType()->isIntegerTy())
          store(S, St);
    for (const Instruction *I : Index.instructions(int(S.Id)))
      if (auto *C = dyn_cast<CallBase>(I))
        if (!isa<IntrinsicInst>(C) && !IrIndex::mpiCall(C) &&
            (C->getType()->isIntegerTy() ||
             (C->getType()->isFloatingPointTy() && !Pts.callees(C).empty())))
          result(S, C);
  }

  /// I is a call that is still made when a hint gives its value.
  bool staysCalled(const Instruction *I) const {
    auto *C = dyn_cast<CallBase>(I);
    return C && !isa<IntrinsicInst>(C) &&
           !(Pts.callees(C).empty() && !Index.communicates(C) &&
             (C->onlyReadsMemory() ||
              onlyGivesValue(IrIndex::externalName(C))));
  }

  /// S stands in a list of statements. A hint for a value in S then computes
  /// the original value in a statement of its own, in front of S.
  bool isListed(const Stmt &S) const {
    int Id = S.Kind == StmtKind::Declarator ? S.Parent : int(S.Id);
    if (S.Kind == StmtKind::Declarator && Prog.Stmts[Id].Children.size() > 1)
      return false;
    int Around = Prog.Stmts[Id].Parent;
    return (S.Kind == StmtKind::Expr || S.Kind == StmtKind::Decl ||
            S.Kind == StmtKind::Declarator || S.Kind == StmtKind::If) &&
           Around >= 0 && Prog.Stmts[Around].Kind == StmtKind::Compound;
  }

  /// The instructions of a statement that compute nothing but these values.
  /// Users: instructions that may use them besides. Apart: calls are made in
  /// another statement, so that what computes their arguments counts, too.
  Instructions feeding(ArrayRef<const Value *> Values, int Stmt,
                       ArrayRef<const Instruction *> Users,
                       bool Apart = true) const {
    SmallPtrSet<const Instruction *, 32> Set;
    SmallVector<const Value *, 16> Work(Values.begin(), Values.end());
    while (!Work.empty()) {
      auto *I = dyn_cast<Instruction>(Work.pop_back_val());
      if (!I || isa<AllocaInst>(I) || Index.stmtOf(I) != Stmt ||
          (!Apart && staysCalled(I)) || !Set.insert(I).second)
        continue;
      for (const Use &U : I->operands())
        Work.push_back(U.get());
      if (auto *P = dyn_cast<PHINode>(I)) // a && b, a ? b : c
        for (const BasicBlock *In : P->blocks())
          Work.push_back(In->getTerminator());
    }
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (const Instruction *I : Set) {
        bool Other = false;
        for (const User *U : I->users()) {
          auto *J = dyn_cast<Instruction>(U);
          Other |= J && !Set.count(J) && !is_contained(Users, J);
        }
        if (Other) {
          Set.erase(I);
          Changed = true;
          break;
        }
      }
    }
    Instructions Out;
    for (const Instruction *I : Index.instructions(Stmt))
      if (Set.count(I))
        Out.push_back(I);
    return Out;
  }

  CutPlace &place(CutPlace::Kind K, const Stmt &S, unsigned File, unsigned Line,
                  unsigned Offset, const std::string &Name) {
    auto [It, New] = Ids.try_emplace({K, File, Offset}, Found.size());
    if (New) {
      CutPlace P;
      P.What = K;
      P.Stmt = int(S.Id);
      P.File = File;
      P.Line = Line;
      P.Name = Name;
      Found.push_back(P);
    }
    return Found[It->second];
  }

  /// Adds code to a place. At: the replaced branches or values. Only: what
  /// computes them alone. From: what they are computed from, also in calls that
  /// stay.
  void add(CutPlace &P, ArrayRef<const Instruction *> At,
           const Instructions &Only, const Instructions &From) {
    for (const Instruction *I : At)
      if (!is_contained(P.At, I))
        P.At.push_back(I);
    P.Only.append(Only.begin(), Only.end());
    std::string Why = Floats.in(From);
    if (!Why.empty()) {
      P.FromFloat = true;
      P.Why = Why;
    }
  }

  /// A hint turns each effect of the condition into a statement of its own.
  bool splits(const Stmt &S) const {
    ConditionEffects Does(Src, S.Header.File, S.Header.Begin, S.Header.End);
    return Does.split("0") || Does.split("1");
  }

  /// A condition in the statement S. At: what a hint names, which is the if or
  /// loop, or the label of a loop that gotos make.
  void condition(const Stmt &S, const Stmt &At) {
    bool If = At.Kind == StmtKind::If;
    if (S.Kind != StmtKind::Label &&
        (S.Header.empty() || S.Header.File != S.Range.File))
      return;
    Instructions Branches;
    SmallVector<const Value *, 8> Values;
    if (S.Kind != StmtKind::Label)
      for (const Instruction *I : Index.instructions(int(S.Id)))
        if (auto *B = dyn_cast<BranchInst>(I))
          if (B->isConditional()) {
            Branches.push_back(B);
            Values.push_back(B->getCondition());
          }
    if (Branches.empty() && If) // a loop may have none: while (1)
      return;
    Instructions Only = feeding(Values, int(S.Id), Branches, If && isListed(S));
    if (If && isListed(S) && splits(S))
      Only = Instructions(Index.instructions(int(S.Id)).begin(),
                          Index.instructions(int(S.Id)).end());
    add(place(If ? CutPlace::Branch : CutPlace::Loop, At, At.Range.File,
              At.Range.Line, At.Range.Begin, ""),
        Branches, Only, feeding(Values, int(S.Id), Branches));
  }

  void store(const Stmt &S, const StoreInst *St) {
    const DebugLoc &L = St->getDebugLoc();
    if (!L)
      return;
    unsigned File = S.Range.File;
    unsigned At = Lines.offsetOf(File, L->getLine(), L->getColumn());
    // The text may begin on an earlier line than its "=".
    for (unsigned Line = L->getLine(); Line + 3 > L->getLine() && Line; --Line)
      for (const AssignedText *A : Assigned[{File, Line}]) {
        bool Here = A->Lhs.Offset <= At && At < A->ValueBegin;
        auto *Value = dyn_cast<Instruction>(St->getValueOperand());
        if (!Here || !Value || assignsIn(*A))
          continue;
        std::string Name =
            Src.Text[File].substr(A->Lhs.Offset, A->LhsEnd - A->Lhs.Offset);
        CutPlace &P =
            place(CutPlace::Variable, S, File, Line, A->Lhs.Offset, Name);
        // All users of the assignment's value get the value of the model.
        SmallVector<const Instruction *, 4> Users;
        for (const User *U : Value->users())
          if (auto *J = dyn_cast<Instruction>(U))
            Users.push_back(J);
        add(P, Value, feeding(Value, int(S.Id), Users, isListed(S)),
            feeding(Value, int(S.Id), Users));
        return;
      }
  }

  /// The value contains an assignment, which a hint would lose.
  bool assignsIn(const AssignedText &A) const {
    auto Begin = Begins.lower_bound({A.Lhs.File, A.ValueBegin});
    return Begin != Begins.end() && Begin->first == A.Lhs.File &&
           Begin->second < A.ValueEnd;
  }

  void result(const Stmt &S, const CallBase *C) {
    int Id = Index.callOf(C);
    if (Id < 0)
      return;
    const Call &K = Prog.Calls[Id];
    if ((!K.Integer && !C->getType()->isFloatingPointTy()) ||
        K.Begin >= K.End || K.Callee.empty() || K.FromMacro)
      return;
    for (const CutPlace &P : Found)
      if (P.Stmt == int(S.Id) && is_contained(P.Only, C))
        return; // a hint on the assignment replaces the call, too
    SmallVector<const Instruction *, 4> Users;
    for (const User *U : C->users())
      if (auto *J = dyn_cast<Instruction>(U))
        Users.push_back(J);
    CutPlace &P = place(CutPlace::Result, S, K.File, K.Line, K.Begin, K.Callee);
    Instructions From = feeding(C, int(S.Id), Users);
    From.push_back(C);
    // With a hint, the call is made in a statement of its own if S stands in a
    // list; else it is made where it stands.
    add(P, C, isListed(S) ? From : Instructions(), From);
    P.Float |= C->getType()->isFloatingPointTy();
  }

  const IrIndex &Index;
  const PointsTo &Pts;
  const ControlDep &Control;
  const Sources &Src;
  const Program &Prog;
  const FloatEnds Floats;
  LineIndex Lines;
  std::map<std::pair<unsigned, unsigned>, std::vector<const AssignedText *>>
      Assigned;
  std::set<std::pair<unsigned, unsigned>> Begins; ///< of all assignments
  std::map<std::tuple<int, unsigned, unsigned>, size_t> Ids;
  std::vector<CutPlace> Found;
};

} // namespace

std::vector<CutPlace> findCutPlaces(const IrIndex &Index, const PointsTo &Pts,
                                    const ControlDep &Control,
                                    const Sources &Src) {
  return Finder(Index, Pts, Control, Src).run();
}

} // namespace skel
