//===- PlanCheckMessages.cpp - do messages move their data? ---------------===//
#include "skeletonizer/plan/PlanCheckParts.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace skel {

MessageCheck::MessageCheck(const Phases &A, const SliceState &S, const Plan &R,
                           PlanFaults &F)
    : PlanCheckPart(A, S, R, F), Match(A.Match) {
  for (const CommCall &C : Result.Calls)
    At[{C.File, C.Line, C.Col}].push_back(&C);
}

void MessageCheck::messages() {
  for (const CallBase *C : Match.calls()) {
    if (!Slice.executes(C) || neverRuns(C))
      continue;
    const MpiCallInfo &Info = *IrIndex::mpiCall(C);
    const AtomSet &Live = Slice.liveWrites(C);
    int64_t Bytes = 0; // leading bytes of the message that are read
    for (unsigned A = 0; A < C->arg_size(); ++A)
      if (Info.Roles[A] == 'r' || Info.Roles[A] == 'x')
        if (AtomSet In = both(Live, Memory.buffer(C, A)); !In.empty()) {
          Bytes = std::max(Bytes, Memory.messageBytes(C, A, In));
          moves(*C, A, Bytes);
        }
    if (Bytes == 0)
      continue;
    for (const CallBase *P : Match.partners(C).Senders) {
      if (!Slice.reachable(P->getFunction()) || neverRuns(P))
        continue;
      if (!stays(P))
        fault(P, "what is sent here is read by a call that stays");
      else if (Slice.executes(P))
        for (unsigned A = 0; A < P->arg_size(); ++A)
          if (char R = IrIndex::mpiCall(P)->Roles[A]; R == 'b' || R == 'x')
            moves(*P, A, Bytes);
    }
  }
}

void MessageCheck::moves(const CallBase &C, unsigned Arg, int64_t Bytes) {
  const DebugLoc &L = C.getDebugLoc();
  int S = Index.stmtOf(&C);
  if (!L || S < 0)
    return;
  unsigned File = Prog.Stmts[size_t(S)].Range.File;
  // All calls of a macro's text on one line are one planned call.
  bool Macro = !Index.macroNames(&C).empty(), Planned = false;
  for (auto It = At.lower_bound({File, L->getLine(), Macro ? 0 : L.getCol()});
       It != At.end() && std::get<0>(It->first) == File &&
       std::get<1>(It->first) == L->getLine() &&
       (Macro || std::get<2>(It->first) == L.getCol());
       ++It)
    for (const CommCall *K : It->second) {
      if (K->Name != IrIndex::externalName(&C))
        continue;
      Planned = true;
      if (!Macro && (!K->Real || (Arg < K->NullArg.size() && K->NullArg[Arg])))
        fault(&C, "a message that is read moves no data");
      if (!Macro && K->Real && Arg < K->Leading.size() && K->Leading[Arg] &&
          K->Leading[Arg] < Bytes)
        fault(&C, "a message moves less data than is read");
    }
  if (!Planned)
    fault(&C, "a message that is read is not planned");
}

} // namespace skel
