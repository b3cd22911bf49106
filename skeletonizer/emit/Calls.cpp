//===- Calls.cpp - MPI_ to LMPI_, dead arguments to nulls -----------------===//
//
// Decides nothing, except that a macro's body has one text for all its uses.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/emit/Calls.h"
#include "skeletonizer/model/MpiTable.h"
#include <map>

namespace skel {

static const Call *findCall(const Program &P, unsigned File, unsigned Line,
                            unsigned Col, const std::string &Name,
                            size_t Args) {
  for (const Call &C : P.Calls)
    if (C.File == File && C.Line == Line && C.Col == Col && C.Callee == Name &&
        C.Args.size() == Args)
      return &C;
  return nullptr;
}

// MPI_IN_PLACE, MPI_STATUS_IGNORE and the like say something; so does a null.
static bool isConstantName(const std::string &Text) {
  if (Text == "NULL" || Text == "0")
    return true;
  return Text.compare(0, 4, "MPI_") == 0 &&
         Text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") ==
             std::string::npos;
}

static void addNulls(const Sources &S, const Call &C,
                     const std::vector<bool> &Null, CallEdits &Out) {
  for (size_t I = 0; I < Null.size() && I < C.Args.size(); ++I) {
    const Call::Arg &A = C.Args[I];
    if (!Null[I] || A.Begin == A.End || (!A.Pointer && !A.Number))
      continue;
    if (!isConstantName(S.Text[C.File].substr(A.Begin, A.End - A.Begin)))
      Out.Nulls.push_back({C.File, A.Begin, A.End, A.Null});
  }
}

CallEdits planCalls(const Program &P, const Sources &S, Plan &Plan) {
  CallEdits Out;
  std::map<Place, bool> RealAt;
  std::vector<const Call *> Found(Plan.Calls.size());
  for (size_t I = 0; I < Plan.Calls.size(); ++I) {
    CommCall &K = Plan.Calls[I];
    Found[I] = findCall(P, K.File, K.Line, K.Col, K.Name, K.NullArg.size());
    const MpiCallInfo *Info = findMpiCall(K.Name);
    if (!Found[I] || !Info || !Info->hasBuffers() ||
        Found[I]->NameEnd == Found[I]->NameBegin ||
        !P.Files[Found[I]->NameFile].Project)
      K.Real = true;
    if (Found[I])
      RealAt[{Found[I]->NameFile, Found[I]->NameBegin}] |= K.Real;
  }
  std::set<Place> Done;
  for (size_t I = 0; I < Plan.Calls.size(); ++I) {
    CommCall &K = Plan.Calls[I];
    if (!Found[I])
      continue;
    Place At{Found[I]->NameFile, Found[I]->NameBegin};
    if (RealAt[At] && !K.Real) {
      K.Real = true;
      K.Why = "one macro stands for this call and for one that moves data";
    }
    addNulls(S, *Found[I], K.NullArg, Out);
    for (size_t A = 0; A < K.Leading.size() && !Found[I]->FromMacro; ++A) {
      const Call::Arg &Buffer = Found[I]->Args[A];
      if (K.Leading[A] && Buffer.Begin < Buffer.End)
        Out.Leading.push_back(
            {Found[I]->File, Buffer.Begin, Buffer.End, K.Leading[A]});
    }
    if ((!K.Real || K.Decisive) && Done.insert(At).second)
      Out.Renames.push_back({At.File, At.Offset, K.Real ? DecisivePrefix : "L",
                             isProfilingName(K.Name)});
  }
  for (const DeadArgs &D : Plan.DeadArguments)
    addNulls(S, P.Calls[D.Call], D.NullArg, Out);
  return Out;
}

std::vector<Hole> holesOf(const CallEdits &C) {
  std::vector<Hole> Out;
  for (const CallEdits::Null &N : C.Nulls)
    Out.push_back({N.File, N.Begin, N.End});
  return Out;
}

// Whether a file includes a header that defines NULL.
static bool hasNull(const std::string &Text) {
  for (const char *Name : {"stdio", "stdlib", "stddef", "string", "time"})
    if (Text.find("#include <" + std::string(Name) + ".h>") !=
        std::string::npos)
      return true;
  return false;
}

void applyCalls(const CallEdits &C, const Sources &S, Edits &E,
                std::set<unsigned> &NeedsBsim, std::set<unsigned> &NeedsLmpi) {
  for (const CallEdits::Rename &R : C.Renames)
    if (!E.removed(R.File, R.At)) {
      if (R.Profiled)
        E.replace(R.File, R.At, R.At + 1, R.Front);
      else
        E.insert(R.File, R.At, R.Front);
      NeedsLmpi.insert(R.File);
    }
  for (const CallEdits::Null &N : C.Nulls)
    if (!E.removed(N.File, N.Begin)) {
      E.replace(N.File, N.Begin, N.End, N.Text);
      if (N.Text == "NULL" && !hasNull(S.Text[N.File])) // bsim.h has stddef.h
        NeedsBsim.insert(N.File);
    }
}

void applyLeading(const CallEdits &C, Edits &E, std::set<unsigned> &NeedsBsim) {
  for (const CallEdits::Front &F : C.Leading)
    if (!E.removed(F.File, F.Begin)) {
      E.insertFirst(F.File, F.Begin, "BSIM_Leading(");
      E.insert(F.File, F.End, ", " + std::to_string(F.Bytes) + ")");
      NeedsBsim.insert(F.File);
    }
}

} // namespace skel
