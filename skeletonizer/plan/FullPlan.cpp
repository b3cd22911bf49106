//===- FullPlan.cpp - plans that need no analysis; checks -----------------===//
//
// Knows nothing of IR and edits nothing.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/plan/FullPlan.h"
#include "skeletonizer/base/Errors.h"
#include "skeletonizer/model/MpiTable.h"
#include <set>

namespace skel {

Plan fullPlan(const Program &P) {
  Plan Out;
  Out.Runs.assign(P.Stmts.size(), 1);
  Out.Keep.assign(P.Stmts.size(), 1);
  Out.Why.resize(P.Stmts.size());
  Out.KeepFn.assign(P.Functions.size(), 1);
  for (const Call &C : P.Calls) {
    const MpiCallInfo *Info = findMpiCall(C.Callee);
    if (!Info || !Info->isCommunication())
      continue;
    CommCall K;
    K.Name = C.Callee;
    K.File = C.File;
    K.Line = C.Line;
    K.Col = C.Col;
    K.Stmt = C.Stmt;
    K.Why = "all code is kept";
    K.NullArg.assign(C.Args.size(), false);
    Out.Calls.push_back(K);
  }
  return Out;
}

bool checkMpiCalls(const Program &P, const Sources &S, const Plan &Plan,
                   std::string &Error) {
  std::set<std::string> Seen;
  // The analysis takes its calls for those of MPI.
  for (const Function &F : P.Functions)
    if (findMpiCall(F.Name) && !F.Static)
      addError(Error,
               P.place(F.Range.File, F.Range.Line) + ": the program defines " +
                   F.Name +
                   " itself: programs that intercept calls of MPI are not "
                   "supported; leave the profiling layer out");
  for (const Sources::MpiName &N : S.MpiNames) {
    const MpiCallInfo *Info = findMpiCall(N.Name);
    int Stmt = P.stmtAtByte(N.At.File, N.At.Offset);
    if (Info || (Stmt >= 0 && !Plan.Runs[size_t(Stmt)]))
      continue;
    std::string Text = P.place(N.At.File, N.Line) + ": " + N.Name +
                       " is not supported by the runtime";
    if (Seen.insert(Text).second)
      addError(Error, Text);
  }
  return Error.empty();
}

std::string dumpPlan(const Program &P, const Plan &Plan) {
  std::string Out;
  static const char *const Names[] = {
      "none",      "criterion",      "param",   "data",
      "control",   "call",           "message", "whole",
      "exit code", "lets time pass", "ends",    "syntax"};
  static_assert(std::size(Names) == Reason::Syntax + 1);
  for (const Stmt &S : P.Stmts) {
    bool Kept = S.Id < Plan.Keep.size() && Plan.Keep[S.Id];
    Out += P.place(S) + ":" + std::to_string(S.Range.Col) + ": #" +
           std::to_string(S.Id) + (Kept ? " keep" : " -");
    if (Kept && S.Id < Plan.Why.size()) {
      const Reason &R = Plan.Why[S.Id];
      Out += std::string(" ") + Names[R.Why] + " -> #" + std::to_string(R.To) +
             " " + R.What;
    }
    Out += "\n";
  }
  for (const Function &F : P.Functions)
    if (F.Id >= Plan.KeepFn.size() || !Plan.KeepFn[F.Id])
      Out += P.place(F.Range.File, F.Range.Line) + ": function " + F.Name +
             " removed\n";
  for (const CommCall &C : Plan.Calls) {
    Out += P.place(C.File, C.Line) + ": " + C.Name +
           (C.Real ? " real: " : " timing: ") + C.Why;
    for (bool Null : C.NullArg)
      Out += Null ? " 0" : " .";
    Out += "\n";
  }
  for (const DeadArgs &D : Plan.DeadArguments) {
    const Call &C = P.Calls[D.Call];
    Out += P.place(C.File, C.Line) + ":" + std::to_string(C.Col) + ": args";
    for (bool Null : D.NullArg)
      Out += Null ? " 0" : " .";
    Out += "\n";
  }
  for (const Block &B : Plan.Blocks) {
    Out += "block " + std::to_string(B.Id) + " " + B.Name + " #" +
           std::to_string(B.First) + "-#" + std::to_string(B.Last) + " " +
           P.place(P.Stmts[B.First]) + ":";
    for (const std::string &Param : B.Params)
      Out += " " + Param;
    Out += "\n";
  }
  for (const std::string &U : Plan.Unknown)
    Out += "unknown " + U + "\n";
  return Out;
}

} // namespace skel
