//===- SlicePlanUnknown.cpp - what the analysis does not know -------------===//
#include "skeletonizer/plan/SlicePlanParts.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include <algorithm>
#include <map>

using namespace llvm;

namespace skel {

namespace {

/// Lists what a skeleton may be wrong about, as texts with places.
class UnknownLister {
public:
  UnknownLister(const SlicedProgram &S, Plan &R)
      : Index(S.Index), Pts(S.Pts), Memory(S.Memory), Slice(S.Slice),
        Prog(S.Index.program()), Result(R) {}

  void unknown() {
    calls();
    processes();
    pointerCalls();
    stores();
    sections();
    for (const Instruction *I : Slice.lostPointers())
      add(I, "pointer without known target");
    coarsePointers();
    std::sort(Result.Unknown.begin(), Result.Unknown.end());
  }

  /// What functions that hints stand for write, and no model writes.
  void overlooked() {
    std::map<std::string, std::string> ReaderOf;
    for (auto &[Written, Reader] : Slice.overlooked()) {
      auto [F, Atom] = Written;
      const Function &Of = Prog.Functions[size_t(Index.functionOf(F))];
      std::string Name = Memory.atomName(Atom);
      size_t Dot = Name.find('.'), Colon = Name.find(':');
      if (Dot < Colon && Colon != std::string::npos) // a copy for one caller
        Name.erase(Dot, Colon - Dot);
      std::string At = Reader < 0 ? "" : Prog.place(Prog.Stmts[size_t(Reader)]);
      std::string &First =
          ReaderOf
              .try_emplace(Prog.place(Of.Range.File, Of.Range.Line) + ": " +
                               Of.Name + " writes " + Name,
                           At)
              .first->second;
      First = std::min(First, At);
    }
    for (auto &[What, At] : ReaderOf)
      Result.Overlooked.push_back(
          What + (At.empty() ? "" : ", which " + At + " reads"));
  }

private:
  void addTo(std::vector<std::string> &Lines, const Instruction *I,
             const std::string &Text) {
    std::string Line = Index.place(I) + ": " + Text;
    if (!is_contained(Lines, Line))
      Lines.push_back(Line);
  }

  void add(const Instruction *I, const std::string &Text) {
    addTo(Result.Unknown, I, Text);
  }

  void addProcess(const Instruction *I, const std::string &Text) {
    add(I, Text);
    addTo(Result.Processes, I, Text);
  }

  /// Calls of functions that have no summary.
  void calls() {
    for (const CallBase *C : Pts.unknownCalls())
      if (int S = Index.stmtOf(C); Slice.reachable(C->getFunction()) &&
                                   !(S >= 0 && Slice.neverRuns(S))) {
        StringRef Name = IrIndex::externalName(C);
        add(C, C->isInlineAsm() ? "assembler code"
               : Name.empty()   ? "call through a pointer to a function of "
                                  "which nothing is known"
                                : ("call of " + Name +
                                 "(), of which nothing is known: it may "
                                   "read and write all it can reach")
                                    .str());
      }
  }

  /// Calls that start another program, or another process, and stay; and those
  /// by which the program becomes another one, which leave.
  void processes() {
    bool Forks = false;
    for (const llvm::Function &F : Index.module())
      Forks |= hasFact(F.getName(), LibraryFact::Forks);
    for (const llvm::Function &F : Index.module())
      for (const Instruction &I : llvm::instructions(F)) {
        auto *C = dyn_cast<CallBase>(&I);
        if (!C || !Slice.reachable(&F))
          continue;
        bool Stays = Slice.executes(C);
        std::string Name = IrIndex::externalName(C).str() + "()";
        if (Stays && IrIndex::has(C, LibraryFact::Forks))
          addProcess(C, Name + " stays: the skeleton makes a child process, "
                               "too, in which blocks take no time");
        else if (Stays && IrIndex::has(C, LibraryFact::StartsProgram))
          addProcess(C,
                     Name + " stays: the skeleton starts another program, too");
        else if (int S = Index.stmtOf(C);
                 !Stays && !Forks && IrIndex::has(C, LibraryFact::Replaces) &&
                 !(S >= 0 && Slice.neverRuns(S)))
          addProcess(C, Name + " leaves: the skeleton does not become another "
                               "program, but goes on behind the call");
      }
  }

  void pointerCalls() {
    for (const llvm::Function &F : Index.module())
      for (const Instruction &I : llvm::instructions(F)) {
        auto *C = dyn_cast<CallBase>(&I);
        if (!C || !Slice.reachable(&F) || C->isInlineAsm() ||
            isa<IntrinsicInst>(C))
          continue;
        if (!C->getCalledFunction() && Pts.callees(C).empty() &&
            Memory.externals(C).empty() && Pts.isLost(C->getCalledOperand()))
          add(C, "call through a pointer without known target");
      }
  }

  void stores() {
    for (const llvm::Function &F : Index.module())
      for (const Instruction &I : llvm::instructions(F)) {
        int S = Index.stmtOf(&I);
        if (Slice.reachable(&F) && !(S >= 0 && Slice.neverRuns(S)) &&
            Memory.writesLost(&I))
          add(&I, "store through a pointer without known target: what it "
                  "changes is not followed");
      }
  }

  /// Uses of the symbols with which the linker bounds a section.
  void sections() {
    for (const llvm::GlobalVariable &G : Index.module().globals())
      if (G.isDeclaration() && (G.getName().starts_with("__start_") ||
                                G.getName().starts_with("__stop_")))
        for (const llvm::User *U : G.users())
          if (auto *I = dyn_cast<Instruction>(U))
            add(I, "variables of a section are found by the linker's " +
                       G.getName().str() + ": they are not followed");
  }

  /// Tells that the points-to analysis has joined pointers to save time.
  void coarsePointers() {
    if (!Pts.numCoarse())
      return;
    int Main = Index.functionOf(Index.module().getFunction("main"));
    Result.Unknown.push_back(
        (Main < 0 ? "main"
                  : Prog.place(Prog.Functions[size_t(Main)].Range.File,
                               Prog.Functions[size_t(Main)].Range.Line)) +
        ": " + std::to_string(Pts.numCoarse()) +
        " pointers of the program may each point to so much that they are "
        "taken as one, with the " +
        std::to_string(Pts.numCoarseObjects()) + " objects behind them");
  }

  const IrIndex &Index;
  const PointsTo &Pts;
  const ModRef &Memory;
  const SliceState &Slice;
  const Program &Prog;
  Plan &Result;
};

} // namespace

void listUnknown(const SlicedProgram &S, Plan &Result) {
  UnknownLister List(S, Result);
  List.unknown();
  List.overlooked();
}

} // namespace skel
