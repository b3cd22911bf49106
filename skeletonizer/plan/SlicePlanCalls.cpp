//===- SlicePlanCalls.cpp - the plan of calls -----------------------------===//
#include "skeletonizer/plan/SlicePlanParts.h"
#include "skeletonizer/memory/LeadingElements.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include <algorithm>
#include <map>

using namespace llvm;

namespace skel {

namespace {

/// Plans the calls that stay, each call of the source once.
class CallPlanner {
public:
  CallPlanner(const SlicedProgram &S, Plan &R)
      : Index(S.Index), Pts(S.Pts), CallSites(S.CallSites), Slice(S.Slice),
        Prog(S.Index.program()), Result(R) {}

  void run() {
    DenseSet<int> Done;
    for (const llvm::Function &F : Index.module())
      for (const Instruction &I : llvm::instructions(F)) {
        auto *C = dyn_cast<CallBase>(&I);
        if (!C || !Slice.executes(C) || isa<IntrinsicInst>(C))
          continue;
        int Site = CallSites.siteOf(C);
        if (Site < 0 || !Done.insert(Site).second)
          continue;
        call(C, Site);
      }
    std::sort(Result.Calls.begin(), Result.Calls.end(),
              [](const CommCall &A, const CommCall &B) {
                return std::tie(A.File, A.Line, A.Col) <
                       std::tie(B.File, B.Line, B.Col);
              });
    mergeCalls();
    std::sort(
        Result.DeadArguments.begin(), Result.DeadArguments.end(),
        [](const DeadArgs &A, const DeadArgs &B) { return A.Call < B.Call; });
  }

private:
  /// Several functions may come out of one macro or include one text. If they
  /// stand on one line, their copies of a call are one call of the source. All
  /// names made by ## have no place of their own, so the name counts, too.
  void mergeCalls() {
    std::vector<CommCall> Merged;
    std::map<std::tuple<unsigned, unsigned, unsigned, unsigned, std::string>,
             size_t>
        Seen;
    for (CommCall &C : Result.Calls) {
      auto Text = std::find_if(Prog.Calls.begin(), Prog.Calls.end(),
                               [&](const Call &K) {
                                 return K.File == C.File && K.Line == C.Line &&
                                        K.Col == C.Col && K.Callee == C.Name;
                               });
      if (Text == Prog.Calls.end() || !Text->FromMacro) {
        Merged.push_back(C);
        continue;
      }
      auto [It, New] = Seen.try_emplace(
          {C.File, C.Line, Text->NameFile, Text->NameBegin, C.Name},
          Merged.size());
      if (New) {
        Merged.push_back(C);
        continue;
      }
      CommCall &Same = Merged[It->second];
      if ((C.Real && !Same.Real) || C.Decisive)
        std::swap(Same, C);
      for (size_t A = 0; A < C.NullArg.size() && A < Same.NullArg.size(); ++A)
        Same.NullArg[A] = Same.NullArg[A] && C.NullArg[A];
      Same.Leading.assign(Same.Leading.size(), 0);
    }
    Result.Calls = std::move(Merged);
  }

  /// Compilers compare the text of a format with the arguments behind it.
  static bool isText(const CallBase *C, unsigned A) {
    auto *G = dyn_cast<GlobalVariable>(C->getArgOperand(A));
    return C->getFunctionType()->isVarArg() && G && G->isConstant() &&
           G->hasPrivateLinkage();
  }

  void call(const CallBase *C, int Site) {
    int Stmt = Index.stmtOf(C);
    std::vector<bool> Null(C->arg_size());
    bool Any = false;
    for (unsigned A = 0; A < C->arg_size(); ++A) {
      bool Dead = !isText(C, A);
      for (const CallBase *Copy : CallSites.copies(Site))
        Dead &= A < Copy->arg_size() && CallSites.replaceable(Copy, A) &&
                !Slice.needsArgument(Copy, A);
      Null[A] = Dead;
      Any |= Dead;
    }
    unsigned File = Prog.Stmts[Stmt].Range.File;
    const MpiCallInfo *Info = IrIndex::mpiCall(C);
    if (!Info) {
      if (Any && !Pts.callees(C).empty())
        Result.DeadArguments.push_back({unsigned(Index.callOf(C)), Null});
      return;
    }
    CommCall Out;
    Out.Name = IrIndex::externalName(C).str();
    Out.File = File;
    const DebugLoc &L = C->getDebugLoc();
    Out.Line = L->getLine();
    Out.Col = L.getCol();
    Out.Stmt = Stmt;
    Out.NullArg = Null;
    Out.Real = !Info->hasBuffers() || Slice.isReal(Site);
    Out.Decisive = Info->is(MpiFact::ChangesFile) && Slice.isReal(Site);
    Out.Why = !Info->hasBuffers() && !Out.Decisive ? "has no buffers"
              : Out.Real ? Slice.realBecause(Site).str()
                         : "no live data";
    Out.For = Slice.realFor(Site);
    Out.Leading.resize(C->arg_size());
    if (Info->hasBuffers() && Out.Real)
      leading(*Info, Site, Out);
    Result.Calls.push_back(Out);
  }

  /// Notes the buffers of which only the first bytes are live.
  void leading(const MpiCallInfo &Info, int Site, CommCall &Out) {
    std::string Text;
    bool Both = Info.Family == P2P_SENDRECV || Info.Family == P2P_ISENDRECV;
    for (unsigned A = 0; A < Out.Leading.size(); ++A) {
      if (!isBufferRole(Info.Roles[A]) || Out.NullArg[A])
        continue;
      int64_t Bytes = Slice.liveBytes(Site, A);
      if (Bytes == 0 || Bytes > LeadingElements::MaxBytes)
        continue;
      Out.Leading[A] = int(Bytes);
      Text += (Text.empty() ? "; of the message " : ", ") +
              std::string(!Both || Info.Roles[A] == 'x' ? ""
                          : Info.Roles[A] == 'b'        ? "sent "
                                                        : "received ") +
              "only the first " + std::to_string(Bytes) + " bytes are live";
    }
    Out.Why += Text;
  }

  const IrIndex &Index;
  const PointsTo &Pts;
  const Sites &CallSites;
  const SliceState &Slice;
  const Program &Prog;
  Plan &Result;
};

} // namespace

void planCalls(const SlicedProgram &S, Plan &Result) {
  CallPlanner(S, Result).run();
}

} // namespace skel
