//===- analyses.cpp - prints what one analysis finds ----------------------===//
//
// analyses KIND FILE.c: reads the program as skeletonize does, runs the
// analyses up to the slice, and prints the facts of one of them, a line each,
// by source names. The tests of this folder compare them with what they expect.
//
//===----------------------------------------------------------------------===//
#include "Names.h"
#include "skeletonizer/driver/Facts.h"
#include "skeletonizer/frontend/Frontend.h"
#include "skeletonizer/slice/TripCounts.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <functional>

using namespace llvm;
using namespace skel;

namespace {

struct View {
  const Phases &P;
  const Names &N;
  const Program &Prog;
};

using Lines = std::map<std::string, NameSet>;

} // namespace

/// "WHAT: a b c", "WHAT: -" for nothing.
static void print(const std::string &What, const NameSet &Set,
                  const char *Between = " ") {
  outs() << What << (Set.empty() ? ": -" : ":");
  const char *Next = " ";
  for (const std::string &S : Set) {
    outs() << Next << S;
    Next = Between;
  }
  outs() << "\n";
}

static void print(const Lines &All) {
  for (auto &[What, Set] : All)
    print(What, Set);
}

/// All statements in the order of the text, those around others first.
static std::vector<unsigned> statements(const Program &Prog) {
  std::vector<unsigned> Result;
  for (const Stmt &S : Prog.Stmts)
    Result.push_back(S.Id);
  llvm::stable_sort(Result, [&](unsigned A, unsigned B) {
    return Prog.Stmts[A].Range.Begin < Prog.Stmts[B].Range.Begin;
  });
  return Result;
}

/// Calls Each for the instructions that have a statement.
template <typename Fn> static void eachInstruction(const View &F, Fn Each) {
  for (unsigned S : statements(F.Prog))
    for (const Instruction *I : F.P.Index.instructions(int(S)))
      Each(S, I);
}

/// Variables that hold pointers, and other places that have some in them; what
/// calls through pointers may enter.
static void pointsTo(const View &F) {
  Lines All;
  const MemoryObjects &Objects = F.P.Objects;
  for (unsigned Q = 0; Q < Objects.numPlaces(); ++Q) {
    const MemoryObjects::Place &At = Objects.placeInfo(Q);
    const PlaceSet &To = F.P.Pts.contents(Q);
    if (!To.empty())
      All["points-to " + F.N.place(At.Object, At.Offset)].merge(F.N.places(To));
  }
  for (const llvm::Function &G : F.P.Index.module())
    for (const Instruction &I : instructions(G)) {
      auto *L = dyn_cast<LoadInst>(&I);
      std::string Name = L && L->getType()->isPointerTy()
                             ? F.N.variable(L->getPointerOperand())
                             : "";
      if (!Name.empty() && F.P.Pts.pointees(L).empty())
        All["points-to " + Name].insert(F.P.Pts.isLost(L) ? "unknown" : "null");
    }
  eachInstruction(F, [&](unsigned S, const Instruction *I) {
    auto *C = dyn_cast<CallBase>(I);
    if (!C)
      return;
    if (C->isIndirectCall())
      All["calls " + F.N.statement(S)].merge(F.N.callees(C));
    for (const llvm::Function *G : F.P.Pts.callbacks(C))
      All["callbacks " + F.N.statement(S)].insert(Names::function(G));
  });
  print(All);
}

/// What functions may write; what statements write, read and certainly
/// overwrite, and which of it MPI sends.
static void modRef(const View &F) {
  Lines All;
  std::map<unsigned, std::map<const llvm::Function *, AtomSet>> Kills;
  const ModRef &Memory = F.P.Memory;
  for (const llvm::Function &G : F.P.Index.module())
    if (!G.isDeclaration())
      All["mod " + Names::function(&G)].merge(F.N.atoms(Memory.mod(&G)));
  eachInstruction(F, [&](unsigned S, const Instruction *I) {
    std::string Text = F.N.statement(S);
    auto Add = [&](const std::string &What, const AtomSet &Atoms) {
      if (!Atoms.empty())
        All[What + " " + Text].merge(F.N.atoms(Atoms));
    };
    auto *C = dyn_cast<CallBase>(I);
    if ((C && !isa<IntrinsicInst>(C)) || I->mayWriteToMemory())
      All["writes " + Text], All["kills " + Text];
    Add("writes", C ? Memory.callWrites(C) : Memory.writes(I));
    Add("reads", Memory.reads(I));
    Kills[S][I->getFunction()] |= Memory.kills(I);
    if (Memory.writesLost(I))
      All["writes " + Text].insert("unknown");
    if (const MpiCallInfo *Info = C ? IrIndex::mpiCall(C) : nullptr)
      for (unsigned A = 0; A < StringRef(Info->Roles).size(); ++A)
        if (Info->hasBuffers() && StringRef("bx").contains(Info->Roles[A]))
          Add("sends", Memory.buffer(C, A));
  });
  // In all copies of the function alike.
  for (auto &[S, Copies] : Kills) {
    NameSet Common = F.N.atoms(Copies.begin()->second);
    for (auto &[Copy, Atoms] : Copies) {
      NameSet Others = F.N.atoms(Atoms), Both;
      std::set_intersection(Common.begin(), Common.end(), Others.begin(),
                            Others.end(), std::inserter(Both, Both.end()));
      Common = Both;
    }
    if (!Common.empty())
      All["kills " + F.N.statement(S)] = Common;
  }
  print(All);
}

/// Control statements, jumps and calls on which each statement depends.
static void controlDep(const View &F) {
  const ControlDep &Control = F.P.Control;
  for (unsigned S : statements(F.Prog)) {
    StmtKind K = F.Prog.Stmts[S].Kind;
    if (K == StmtKind::Compound || K == StmtKind::Decl)
      continue;
    std::string Text = F.N.statement(S);
    NameSet Parents, Labels;
    for (unsigned T : Control.parents(int(S)))
      Parents.insert(F.N.statement(T));
    for (unsigned T : Control.labels(int(S)))
      Labels.insert(F.N.statement(T));
    if (Control.isDead(int(S)))
      outs() << "dead " << Text << "\n";
    else
      print("depends " + Text, Parents);
    if (Control.leaves(int(S)))
      outs() << "leaves " << Text << "\n";
    if (!Labels.empty())
      print("labels " + Text, Labels);
  }
  for (unsigned G = 0; G < F.Prog.Functions.size(); ++G)
    for (const llvm::Function *Copy : F.P.Index.copies(int(G)))
      if (Control.mayLeave(Copy)) {
        outs() << "may-leave " << F.Prog.Functions[G].Name << "\n";
        break;
      }
}

static std::string number(int64_t N) {
  return N == Range::Least  ? "-inf"
         : N == Range::Most ? "inf"
                            : std::to_string(N);
}

static std::string text(const Range &R) {
  return R.Empty           ? "none"
         : R.Low == R.High ? number(R.Low)
                           : number(R.Low) + ".." + number(R.High);
}

/// Where integer variables are read, and what calls are given.
static void ranges(const View &F) {
  Ranges Bounds(F.P.Index, F.P.Objects, F.P.Pts, F.P.Memory, 4000);
  Lines All;
  eachInstruction(F, [&](unsigned S, const Instruction *I) {
    std::string In = " in " + F.N.statement(S);
    auto *L = dyn_cast<LoadInst>(I);
    if (L && L->getType()->isIntegerTy()) {
      std::string Name = F.N.variable(L->getPointerOperand());
      if (!Name.empty())
        All["range " + Name + In].insert(text(Bounds.of(L)));
    }
    auto *C = dyn_cast<CallBase>(I);
    if (!C || isa<IntrinsicInst>(C))
      return;
    for (unsigned A = 0; A < C->arg_size(); ++A) {
      const Value *V = C->getArgOperand(A);
      std::string Arg = " " + std::to_string(A) + In;
      if (V->getType()->isIntegerTy())
        All["argument" + Arg].insert(text(Bounds.of(V)));
      else if (V->getType()->isPointerTy())
        All["bytes" + Arg].insert(text(Bounds.of(V)));
    }
  });
  for (auto &[What, Set] : All)
    print(What, Set, ", ");
}

/// Which code is a statement's, in the order of the code.
static void statementsOf(const View &F) {
  for (unsigned S : statements(F.Prog)) {
    const Stmt &St = F.Prog.Stmts[S];
    std::vector<std::string> Parts;
    auto Add = [&](const std::string &Part) {
      if (!is_contained(Parts, Part)) // copies of functions
        Parts.push_back(Part);
    };
    for (const Instruction *I : F.P.Index.instructions(int(S))) {
      if (auto *To = dyn_cast<StoreInst>(I)) {
        std::string Name = F.N.variable(To->getPointerOperand());
        Add("writes " + (Name.empty() ? "*" : Name));
      } else if (auto *L = dyn_cast<LoadInst>(I)) {
        std::string Name = F.N.variable(L->getPointerOperand());
        Add("reads " + (Name.empty() ? "*" : Name));
      } else if (auto *C = dyn_cast<CallBase>(I)) {
        if (auto *To = dyn_cast<MemIntrinsic>(C))
          Add("writes " + F.N.variable(To->getDest()));
        else if (!isa<IntrinsicInst>(C))
          for (const std::string &Name : F.N.callees(C))
            Add("calls " + Name);
      } else if (isa<SwitchInst>(I) ||
                 (isa<BranchInst>(I) && cast<BranchInst>(I)->isConditional())) {
        Add("branches");
      }
    }
    static const char *const Kinds[] = {
        "block", "expression", "declaration", "declarator", "if",
        "for",   "while",      "do",          "switch",     "case",
        "label", "jump",       "return",      "macro"};
    if (St.Kind == StmtKind::Compound || St.Kind == StmtKind::Decl)
      continue;
    outs() << F.Prog.Functions[St.Function].Name << " "
           << Kinds[unsigned(St.Kind)] << " " << F.N.statement(S) << ":";
    for (size_t K = 0; K < Parts.size(); ++K)
      outs() << (K ? ", " : " ") << Parts[K];
    outs() << (Parts.empty() ? " -\n" : "\n");
  }
}

/// Which sends a receive may match, which calls take part in a collective.
static void matching(const View &F) {
  Lines All;
  for (const CallBase *C : F.P.Match.calls()) {
    int S = F.P.Index.stmtOf(C);
    if (S < 0)
      continue;
    auto &Partners = F.P.Match.partners(C);
    auto Add = [&](const char *What, ArrayRef<const CallBase *> Calls) {
      NameSet &To = All[What + F.N.statement(unsigned(S))];
      for (const CallBase *D : Calls)
        To.insert(F.N.statement(unsigned(F.P.Index.stmtOf(D))));
    };
    const MpiCallInfo &Info = *IrIndex::mpiCall(C);
    if (Matching::receives(Info))
      Add("from ", Partners.Senders);
    if (Matching::sends(Info))
      Add("to ", Partners.Receivers);
  }
  print(All);
}

/// What the numbers of rounds of loops depend on.
static void trips(const View &F) {
  TripCounts Trips(F.P.Index, F.P.Objects, F.P.Pts, F.P.Memory);
  Paths Written(F.P.Index, F.P.Objects, F.P.Pts, F.P.Memory);
  for (unsigned S : statements(F.Prog)) {
    auto Code = F.P.Index.instructions(int(S));
    if (!isLoop(F.Prog.Stmts[S].Kind) || Code.empty())
      continue;
    const llvm::Function *In = Code[0]->getFunction();
    NameSet Leaves;
    for (const TripCounts::Leaf &L : Trips.leaves({S}, In)) {
      std::string Name = Written.render(L.Path, In, int(S));
      Leaves.insert(Name.empty() ? "?" : Name);
    }
    for (const TripCounts::Rounds &R : Trips.rounds()) {
      std::string Sum;
      for (const auto &[Path, Factor] : R.Count.Terms) {
        std::string Name = Written.render(Path, In, int(S));
        Sum +=
            (Factor < 0    ? "-"
             : Sum.empty() ? ""
                           : "+") +
            (std::abs(Factor) == 1 ? ""
                                   : std::to_string(std::abs(Factor)) + "*") +
            (Name.empty() ? "?" : Name);
      }
      if (R.Count.Addend)
        Sum += (R.Count.Addend < 0 ? "" : "+") + std::to_string(R.Count.Addend);
      Leaves.insert(Sum);
    }
    print("trips " + F.N.statement(S), Leaves);
  }
}

int main(int Argc, char **Argv) {
  static const std::map<StringRef, std::function<void(const View &)>> Kinds = {
      {"pointsto", pointsTo},      {"modref", modRef},     {"ranges", ranges},
      {"controldep", controlDep},  {"matching", matching}, {"trips", trips},
      {"statements", statementsOf}};
  auto Kind = Argc == 3 ? Kinds.find(Argv[1]) : Kinds.end();
  if (Kind == Kinds.end()) {
    errs() << "usage: analyses KIND FILE.c\n";
    return 2;
  }
  Options O;
  O.Files = {Argv[2]};
  UnitList Units;
  SharedTexts Shared;
  FrontendResult Read;
  std::string Error;
  if (!readUnits(O, Units, Error) ||
      !readProgram(Units, {}, true, Shared, Read, Error)) {
    errs() << "analyses: " << Error << "\n";
    return 1;
  }
  Laps Time("analyses", false);
  skel::Facts Known(*Read.Linked, Read.Prog, {}, Time);
  Names N(Known.phases(), Read.Src);
  Kind->second({Known.phases(), N, Read.Prog});
  return 0;
}
