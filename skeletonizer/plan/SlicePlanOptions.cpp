//===- SlicePlanOptions.cpp - options that only removed code reads --------===//
//
// A loop over the words of a command line reads elements of argv, or optarg,
// whose places are not known. Which option an element belongs to, the nearest
// condition tells: a comparison with a text, or the case of a character.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/model/Summaries.h"
#include "skeletonizer/plan/OptionTexts.h"
#include "skeletonizer/plan/SlicePlanParts.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include <map>

using namespace llvm;

namespace skel {

namespace {

class OptionsLeft {
public:
  explicit OptionsLeft(const SlicedProgram &P) : Sliced(P) {
    for (const GlobalVariable &G : P.Index.module().globals())
      if (G.hasInitializer())
        longOptions(G.getInitializer());
  }

  std::set<std::string> of(ArrayRef<const Instruction *> Reads) {
    std::set<std::string> Out;
    for (const Instruction *I : Reads) {
      int S = Sliced.Index.stmtOf(I);
      if ((S >= 0 && Sliced.Slice.neverRuns(S)) || isTestedAlone(I))
        continue;
      std::set<std::string> Of = scanned(I);
      if (Of.empty())
        Of = guards(I->getParent());
      if (Of.empty())
        Of.insert("");
      Out.insert(Of.begin(), Of.end());
    }
    return Out;
  }

  /// Of texts that are handed on, the options that the slice reads nowhere.
  std::set<std::string> of(ArrayRef<OptionTexts::Read> Reads) {
    std::set<std::string> Left, Stays;
    for (const OptionTexts::Read &R : Reads) {
      auto *I = cast<Instruction>(R.By->getUser());
      int S = Sliced.Index.stmtOf(I);
      if ((S >= 0 && Sliced.Slice.neverRuns(S)) || isTest(*R.By, 0) ||
          (isa<LoadInst>(I) && isTestedAlone(I)))
        continue;
      std::set<std::string> Of = scannedBy(I);
      if (Of.empty())
        Of = guards(I->getParent());
      if (Of.empty() && R.Origin)
        Of = guards(R.Origin->getParent());
      if (Of.empty())
        Of.insert("");
      (Sliced.uses(I) ? Stays : Left).insert(Of.begin(), Of.end());
    }
    Stays.erase("");
    for (const std::string &Option : Stays)
      Left.erase(Option);
    return Left;
  }

private:
  /// The entries of a table of getopt_long(), {"name", has_arg, flag, val}, or
  /// of argp_parse(), {"name", key, ...}.
  void longOptions(const llvm::Constant *Table) {
    auto *Array = dyn_cast<ConstantArray>(Table);
    for (unsigned K = 0; Array && K < Array->getNumOperands(); ++K) {
      auto *Entry = dyn_cast<ConstantStruct>(Array->getOperand(K));
      if (!Entry || Entry->getNumOperands() < 4)
        return;
      StringRef Type = Entry->getType()->hasName() ? Entry->getType()->getName()
                                                   : StringRef();
      auto *Value = dyn_cast<ConstantInt>(Entry->getOperand(
          Type == "struct.argp_option" ? 1
          : Type == "struct.option"    ? 3
                                       : Entry->getNumOperands() - 1));
      StringRef Name;
      if (Value && getConstantStringInfo(Entry->getOperand(0), Name))
        LongNames[Value->getSExtValue()].insert("--" + Name.str());
    }
  }

  /// A character, or the value that stands for a long option.
  void addCharacter(int64_t C, std::set<std::string> &Out) const {
    if (C > 0 && C < 128 && isAlnum(char(C)))
      Out.insert(std::string("-") + char(C));
    auto It = LongNames.find(C);
    if (It != LongNames.end())
      Out.insert(It->second.begin(), It->second.end());
  }

  static const CallBase *comparison(const Value *V) {
    auto *C = dyn_cast<CallBase>(V);
    return C && hasFact(IrIndex::externalName(C), LibraryFact::ComparesTexts)
               ? C
               : nullptr;
  }

  /// The word is only compared or printed, also by functions that are given it.
  static bool isTestedAlone(const Value *V, unsigned Depth = 0) {
    return Depth < 12 &&
           all_of(
               V->uses(), [&](const Use &U) { return isTest(U, Depth + 1); });
  }

  static bool isTest(const Use &U, unsigned Depth) {
    const User *By = U.getUser();
    if (auto *S = dyn_cast<StoreInst>(By)) {
      const Value *To = S->getPointerOperand();
      return S->getValueOperand() != U.get() ||
             (isa<AllocaInst>(To) && isTestedAlone(To, Depth));
    }
    auto *C = dyn_cast<CallBase>(By);
    if (!C)
      return isa<ICmpInst>(By) || isa<SwitchInst>(By) ||
             ((isa<CastInst>(By) || isa<GetElementPtrInst>(By) ||
               isa<LoadInst>(By)) &&
              isTestedAlone(By, Depth));
    const llvm::Function *F = C->getCalledFunction();
    if (F && !F->isDeclaration() && C->isArgOperand(&U) &&
        C->getArgOperandNo(&U) < F->arg_size())
      return isTestedAlone(F->getArg(C->getArgOperandNo(&U)), Depth);
    StringRef Name = IrIndex::externalName(C);
    return (F && F->isIntrinsic()) ||
           hasFact(Name, LibraryFact::ComparesTexts) ||
           hasFact(Name, LibraryFact::PrintsText);
  }

  /// sscanf(word, "tolerance=%lf", &tolerance)
  static std::set<std::string> scanned(const Instruction *Word) {
    std::set<std::string> Out;
    for (const User *U : Word->users()) {
      std::set<std::string> By = scannedBy(U);
      Out.insert(By.begin(), By.end());
    }
    return Out;
  }

  static std::set<std::string> scannedBy(const User *U) {
    std::set<std::string> Out;
    auto *C = dyn_cast<CallBase>(U);
    if (!C || !hasFact(IrIndex::externalName(C), LibraryFact::Scans))
      return Out;
    StringRef Format;
    for (const Use &A : C->args())
      if (getConstantStringInfo(A.get(), Format) &&
          Format.split('%').first.size())
        Out.insert(Format.split('%').first.str());
    return Out;
  }

  /// The options of which control comes from From to To.
  void edge(const BasicBlock *From, const BasicBlock *To,
            std::set<std::string> &Out) const {
    if (auto *W = dyn_cast<SwitchInst>(From->getTerminator())) {
      for (const auto &Case : W->cases())
        if (Case.getCaseSuccessor() == To)
          addCharacter(Case.getCaseValue()->getSExtValue(), Out);
      return;
    }
    auto *B = dyn_cast<BranchInst>(From->getTerminator());
    auto *Test = B && B->isConditional() ? dyn_cast<ICmpInst>(B->getCondition())
                                         : nullptr;
    auto *With = Test ? dyn_cast<ConstantInt>(Test->getOperand(1)) : nullptr;
    if (!With || !Test->isEquality() ||
        (Test->getPredicate() == CmpInst::ICMP_EQ) !=
            (B->getSuccessor(0) == To))
      return;
    const CallBase *Compares = comparison(Test->getOperand(0));
    if (!Compares) {
      addCharacter(With->getSExtValue(), Out);
      return;
    }
    StringRef Text;
    for (const Use &A : Compares->args())
      if (With->isZero() && A->getType()->isPointerTy() &&
          getConstantStringInfo(A.get(), Text) && !Text.empty())
        Out.insert(Text.str());
  }

  /// Those of the nearest condition on which the block depends.
  std::set<std::string> guards(const BasicBlock *Of) {
    std::unique_ptr<DominatorTree> &Tree = Trees[Of->getParent()];
    if (!Tree)
      Tree = std::make_unique<DominatorTree>(
          const_cast<llvm::Function &>(*Of->getParent()));
    std::set<std::string> Out;
    for (auto *N = Tree->getNode(Of); N && Out.empty(); N = N->getIDom())
      for (const BasicBlock *P : predecessors(N->getBlock()))
        edge(P, N->getBlock(), Out);
    return Out;
  }

  const SlicedProgram &Sliced;
  std::map<int64_t, std::set<std::string>> LongNames;
  std::map<const llvm::Function *, std::unique_ptr<DominatorTree>> Trees;
};

} // namespace

std::set<std::string> optionsLeft(const SlicedProgram &S,
                                  ArrayRef<const Instruction *> Reads,
                                  ArrayRef<const Instruction *> Kept) {
  std::vector<const Instruction *> All(Reads.begin(), Reads.end());
  OptionTexts Texts;
  for (const Instruction *I : Kept)
    Texts.follow(I, I);
  if (const GlobalVariable *G = S.Index.module().getGlobalVariable("optarg"))
    for (const User *U : G->users())
      if (auto *I = dyn_cast<LoadInst>(U))
        S.uses(I) ? Texts.follow(I, I) : All.push_back(I);
  Texts.followParsers(S.Index.module());
  OptionsLeft Left(S);
  std::set<std::string> Out = Left.of(All), HandedOn = Left.of(Texts.reads());
  Out.insert(HandedOn.begin(), HandedOn.end());
  return Out;
}

} // namespace skel
